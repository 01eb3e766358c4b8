//! What differs between two candidates: figures of the game, actions, busts, scores and lengths, in the
//! same blocks of games with common random numbers.

use std::ops::Range;

use super::{Compare, Definition};
use crate::error::Result;
use crate::experiment::blocks::Blocks;
use crate::game::contract::{Game, MAX_SEATS};
use crate::game::count::{Counts, Declarations, Label};
use crate::game::decision::{ActionList, DEFAULT_RULE, Decision};
use crate::policy::{CheckedPolicy, CheckedRule};
use crate::report::schemas::{WHY, estimate_cells};
use crate::report::{Align, Grid, GridCell, Table, Unit, estimate, significant};
use crate::run::simulate::{Deal, Notes, Taken};
use crate::run::{Conditions, PolicyKind};
use crate::sim::interrupt::StopFlag;
use crate::sim::runner::{RunOptions, Simulation, run};
use crate::sim::seating::{Lineup, Seating};
use crate::sim::tally::tallies;
use crate::stats::{Differences, Estimate, Moments};

/// The number of rows on the screen.
const SHOWN: usize = 15;

/// A figure that is counted for both candidates.
#[derive(Clone, Debug)]
struct Item {
    /// The kind: `score`, `length`, `bust`, `action`, `rule` or the table of the figure.
    kind: &'static str,
    /// The name within its kind.
    name: String,
}

/// The sums of a figure over blocks, per candidate and as difference.
#[derive(Clone, Debug, Default)]
struct Sum {
    values: [Moments; 2],
    difference: Differences,
}

tallies! {
    Sum { values, difference }
}

/// A figure with its results per game.
pub(super) struct Found {
    item: Item,
    values: [Option<Estimate>; 2],
    difference: Option<Estimate>,
    /// The mean difference in standard deviations of a block.
    effect: f64,
}

/// Blocks of games in which the figures of two candidates are counted.
struct Why<'a, S: Definition> {
    blocks: &'a Blocks<'a, S>,
    declared: Declarations,
    figures: S::Figures,
    items: usize,
    /// The index of the first action of each decision point.
    actions: Vec<usize>,
    /// The index of the first rule of each decision point; empty unless both candidates have one file.
    rules: Vec<usize>,
}

/// The figures of a game, in the order in which they are counted.
fn items<S: Definition>(
    declared: &Declarations,
    file: Option<&CheckedPolicy>,
) -> (Vec<Item>, [Vec<usize>; 2]) {
    let own = |kind, name: &str| Item { kind, name: name.to_owned() };
    let mut items = vec![own("score", S::COUNTED.score), own("length", S::COUNTED.length.0)];
    items.extend(declared.busts.iter().map(|(name, ..)| own("bust", name)));
    let mut actions = Vec::new();
    for point in S::POINTS {
        actions.push(items.len());
        let kinds = point.actions.iter().map(|kind| format!("{}: {}", point.name, kind.name));
        items.extend(kinds.map(|name| Item { kind: "action", name }));
    }
    let mut rules = Vec::new();
    for (point, of) in S::POINTS.iter().zip(file.iter().flat_map(|file| &file.points)) {
        rules.push(items.len());
        let rule = |(number, rule): (usize, &CheckedRule)| Item {
            kind: "rule",
            name: format!("{}: rule {}, line {}", point.name, number, rule.line),
        };
        items.extend((1..).zip(of).map(rule));
    }
    for figure in &declared.of_policies {
        let mut rows = declared.rows.iter();
        let row = rows.find_map(|row| {
            let named = row.figures.iter().find(|(_, at)| at == figure)?;
            Some((row, named.0))
        });
        items.push(row.map_or_else(
            || own("figure", ""),
            |(row, name)| {
                let labels = row.labels.iter().filter_map(|label| match label {
                    Label::Text(text) => Some(text.clone()),
                    Label::Number(number) => Some(number.to_string()),
                    Label::Nothing => None,
                });
                let all: Vec<String> = labels.chain([name.to_owned()]).collect();
                Item { kind: S::COUNTED.tables[row.table].schema.name, name: all.join(", ") }
            },
        ));
    }
    (items, [actions, rules])
}

impl<S: Definition> Why<'_, S> {
    /// Counts a block; returns `false` if a stop was requested before its end.
    fn block(
        &self,
        block: u64,
        (list, counts, values): &mut Worker<S>,
        sums: &mut [Sum],
        stop: &StopFlag,
    ) -> bool {
        let blocks = self.blocks;
        let seats = blocks.tables[0].players.len();
        let places: [Lineup; 1] = [(0..seats).collect()];
        let seating = Seating { lineups: &places, fixed: blocks.fixed_seats, seed: blocks.seed };
        values.iter_mut().for_each(|values| values.fill(0));
        for rotation in 0..blocks.rotations() {
            let placement = seating.placement(block * blocks.rotations() + rotation);
            for (table, values) in blocks.tables.iter().zip(&mut *values) {
                let (game, players) = (&*blocks.games[0], &*blocks.players[0]);
                let mut policies = [0; MAX_SEATS];
                for (seat, policy) in policies[..seats].iter_mut().enumerate() {
                    *policy = table.players[placement.slot(seat)];
                }
                let own = (0..seats).find(|seat| placement.slot(*seat) == 0).unwrap_or(0);
                let (from, random) = (blocks.from[0].as_ref(), (blocks.seed, block));
                let deal = Deal { game, players, from, policies, random };
                let (actions, rules) = (&self.actions, &self.rules);
                let taken = |taken: Taken<'_, S>| {
                    let &Decision { seat, point, .. } = taken.decision;
                    if usize::from(seat) == own {
                        let kind = game.kind(point, taken.choice.action);
                        values[actions[usize::from(point)] + kind] += 1;
                        let first = rules.get(usize::from(point));
                        if let Some(first) = first.filter(|_| taken.choice.rule != DEFAULT_RULE) {
                            values[first + usize::from(taken.choice.rule)] += 1;
                        }
                    }
                };
                let mut notes = Notes { game, figures: &self.figures, counts };
                let end = deal.play(&mut notes, list, taken, || stop.raised().is_some());
                if stop.raised().is_some() {
                    return false;
                }
                let counted = counts.of(own);
                values[0] += i64::from(end.ranking.scores[own]);
                values[1] += i64::from(game.length(&end.state, own as u8));
                for (value, (.., bust)) in values[2..].iter_mut().zip(&self.declared.busts) {
                    *value += counted[*bust].0;
                }
                let first = self.items - self.declared.of_policies.len();
                for (value, figure) in values[first..].iter_mut().zip(&self.declared.of_policies) {
                    *value += counted[*figure].0;
                }
                counts.clear();
            }
        }
        let [a, b] = values;
        for ((a, b), sum) in a.iter().zip(b.iter()).zip(sums) {
            sum.values[0].add(*a);
            sum.values[1].add(*b);
            sum.difference.add(a - b);
        }
        true
    }
}

/// The buffers of a thread: the counts of a game, and the values of a block by candidate and figure.
type Worker<S> = (ActionList<<S as Game>::Action>, Counts, [Vec<i64>; 2]);

impl<S: Definition> Simulation for Why<'_, S> {
    type Tally = Vec<Sum>;
    type Worker = Worker<S>;

    fn worker(&self) -> Worker<S> {
        let seats = self.blocks.games[0].seats();
        let values = [vec![0; self.items], vec![0; self.items]];
        (ActionList::default(), Counts::new(seats, &self.declared), values)
    }

    fn empty(&self) -> Vec<Sum> {
        vec![Sum::default(); self.items]
    }

    fn batch_len(&self, _: u64) -> u64 {
        64
    }

    fn run_batch(
        &self,
        worker: &mut Worker<S>,
        mut units: Range<u64>,
        tally: &mut Vec<Sum>,
        stop: &StopFlag,
    ) -> bool {
        units.all(|block| self.block(block, worker, tally, stop))
    }
}

impl<S: Definition> Compare<S> {
    /// Counts what differs between the two candidates in these blocks, the largest effect first.
    pub(super) fn reasons(&self, blocks: u64, conditions: Conditions<'_>) -> Result<Vec<Found>> {
        let plan = self.plan(self.contest.players(&self.policies, conditions)?);
        let (declared, figures) = Declarations::of(&*plan.games[0]);
        let file = match [0, 1].map(|who| &self.policies[who].kind) {
            [PolicyKind::File(one), PolicyKind::File(other)]
                if one.source.text == other.source.text =>
            {
                Some(&**one)
            }
            _ => None,
        };
        let (items, [actions, rules]) = items::<S>(&declared, file);
        let why = Why { blocks: &plan, declared, figures, items: items.len(), actions, rules };
        let Conditions { threads, stop, .. } = conditions;
        let options = RunOptions { units: blocks, threads, stop, watch: None };
        let sums = run(&why, options)?.whole()?;
        let each = 1.0 / plan.rotations() as f64;
        let found = items.into_iter().zip(sums).map(|(item, sum)| {
            let level = self.level;
            let mean = |one: &Moments| one.mean(level).map(|one| one.scaled(each));
            let difference = sum.difference.judge(None, level);
            let moments = sum.difference.moments();
            let deviation = moments.std_dev().filter(|deviation| *deviation > 0.0);
            let mean_of = moments.sum() as f64 / moments.n().max(1) as f64;
            let effect = deviation.map_or(0.0, |deviation| mean_of.abs() / deviation);
            let values = [mean(&sum.values[0]), mean(&sum.values[1])];
            let difference = difference.map(|one| one.estimate.scaled(each));
            Found { item, values, difference, effect }
        });
        let mut found: Vec<Found> = found
            .filter(|one| one.values.iter().flatten().any(|value| value.value != 0.0))
            .collect();
        found.sort_by(|a, b| b.effect.total_cmp(&a.effect));
        Ok(found)
    }

    /// The table of all figures.
    pub(super) fn why_table(&self, found: &[Found]) -> Table {
        let mut table = Table::new(&WHY);
        let key = self.contest.key(0, &self.policies[0]);
        for (rank, one) in found.iter().enumerate() {
            let [a, b] = one.values.map(|value| value.map(|value| value.value));
            let head = [
                (&*self.policies[1].label).into(),
                (rank + 1).into(),
                one.item.kind.into(),
                one.item.name.as_str().into(),
                a.into(),
                b.into(),
            ];
            table.row(&key, head.into_iter().chain(estimate_cells(one.difference.as_ref())));
        }
        table
    }

    /// The largest differences on the screen.
    pub(super) fn why_grid(&self, found: &[Found]) -> Grid {
        let [a, b] = [0, 1].map(|who| &*self.policies[who].label);
        let heads = [
            ("per game", Align::Text),
            (a, Align::Right),
            (b, Align::Right),
            ("difference", Align::Right),
        ];
        let mut grid = Grid::new(&heads);
        let clear = |one: &&Found| {
            let limits = one.difference.and_then(|one| one.low.zip(one.high));
            limits.is_some_and(|(low, high)| low > 0.0 || high < 0.0)
        };
        for one in found.iter().filter(clear).take(SHOWN) {
            let name = match one.item.kind {
                "score" | "length" | "action" | "rule" => one.item.name.clone(),
                kind => format!("{kind}: {}", one.item.name),
            };
            // Each row has its own unit, so rows are rounded one by one.
            let show = |one: Option<Estimate>| {
                one.map_or_else(String::new, |one| estimate(&one, Unit::Plain))
            };
            let plain = |one: Option<Estimate>| {
                one.and_then(|one| significant(one.value)).unwrap_or_default()
            };
            let cells = [plain(one.values[0]), plain(one.values[1]), show(one.difference)];
            grid.push([GridCell::from(name)].into_iter().chain(cells.map(GridCell::from)));
        }
        grid
    }
}
