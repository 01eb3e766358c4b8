//! Sweeps: measures a grid of values of one or two parameters or rules with common random numbers, and
//! finds the points that may be best.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Instant;

use super::blocks::{BlockSums, Blocks, NAMES, PARTS, Part, Players, SCORES, WINS, figure};
use super::contest::{Contest, MAX_TABLES};
use crate::error::{Error, Result};
use crate::game::RuleSetting;
use crate::policy::{PolicySpec, parse_number};
use crate::report::plot::{Axis, Curve, CurvePoint, HeatCell, HeatMap, Scale, Series, Sides};
use crate::report::schemas::{SWEEP, estimate_cells};
use crate::report::{
    Align, Cell, Grid, GridCell, RunRecord, Table, Unit, count, estimate, significant,
};
use crate::run::leaderboard::{counted, interval_note};
use crate::run::parts::{Additive, play_all};
use crate::run::{
    Block, Conditions, Definition, Keep, NamedPolicy, Parts, Played, PolicyKind, Registered,
    Results, Run, SweepSpec, Varied, Vary, Warning,
};
use crate::sim::runner::{Beside, Outcome, Simulation as _};
use crate::stats::{Estimate, may_be_best};

/// The picture.
const PICTURE: &str = "sweep.svg";

/// The maximum number of points on the screen; the table has all.
const SHOWN: usize = 40;

/// The prefix of the keys of rules.
pub(super) const RULES: &str = "rules.";

/// One axis of the grid.
struct Varying {
    key: String,
    values: Vec<String>,
    /// The value of the parameter in the policy that is varied.
    start: Option<f64>,
    /// The ends of its range beyond which more values are allowed.
    ends: Vec<End>,
}

/// The end of a range of values.
struct End {
    /// The index of the value.
    at: usize,
    /// `largest` or `smallest`.
    name: &'static str,
    /// A range that continues from the end, in the form of `--vary`.
    beyond: String,
}

/// The number of steps in a range that continues another.
const STEPS_BEYOND: f64 = 4.0;

/// One point of the grid.
struct Point {
    /// The index of its value on each axis.
    place: Vec<usize>,
    policy: usize,
    set: usize,
}

/// A prepared sweep.
struct Sweep<S: Definition> {
    contest: Contest<S>,
    policies: Vec<NamedPolicy>,
    axes: Vec<Varying>,
    points: Vec<Point>,
    blocks: u64,
}

/// Prepares a sweep.
pub(super) fn prepare<S: Definition>(
    entry: &Registered<S>,
    spec: &SweepSpec,
) -> Result<Box<dyn Run>> {
    let axes = axes(entry, spec)?;
    let places = grid(&axes);
    // The distinct policies and rule sets.
    let mut specs: Vec<PolicySpec> = Vec::new();
    let mut sets: Vec<Vec<RuleSetting>> = Vec::new();
    let mut known: [BTreeMap<Vec<usize>, usize>; 2] = Default::default();
    let mut points = Vec::new();
    for place in places {
        let of = |rules: bool| {
            let at = place.iter().zip(&axes).filter(|(_, axis)| axis.is_rule() == rules);
            at.map(|(value, _)| *value).collect::<Vec<_>>()
        };
        let [policy, set] = [false, true].map(|rules| {
            let known = &mut known[usize::from(rules)];
            let next = known.len();
            *known.entry(of(rules)).or_insert(next)
        });
        let at = || axes.iter().zip(&place).map(|(axis, value)| (axis, &axis.values[*value]));
        if policy == specs.len() {
            let mut own = spec.policy.clone();
            for (axis, value) in at().filter(|(axis, _)| !axis.is_rule()) {
                own.overrides.push((axis.key.clone(), axis.number(value)?));
            }
            specs.push(own);
        }
        if set == sets.len() {
            let rule = |(axis, value): (&Varying, &String)| {
                Some((axis.key.strip_prefix(RULES)?.to_owned(), Some(value.clone())))
            };
            sets.push(at().filter_map(rule).collect());
        }
        points.push(Point { place, policy, set });
    }
    let contest = Contest::new(entry, &spec.arena, &sets, false)?;
    let policies = contest.candidates(entry, &specs)?;
    let blocks = contest.blocks(&policies, points.len())?;
    Ok(Box::new(Sweep { contest, policies, axes, points, blocks }))
}

/// The axes with all their values.
fn axes<S: Definition>(entry: &Registered<S>, spec: &SweepSpec) -> Result<Vec<Varying>> {
    if spec.vary.is_empty() || spec.vary.len() > 2 {
        return Err(Error::input_help(
            format!("a sweep varies at most 2 parameters or rules, not {}", spec.vary.len()),
            "give `--vary KEY=FROM..TO:STEP` once or twice; `pushluck tune` varies more parameters",
        ));
    }
    let policy = crate::run::named_policies(entry, std::slice::from_ref(&spec.policy))?;
    let mut size = 1.0;
    let mut axes: Vec<Varying> = Vec::new();
    for Vary { key, values: values_of } in &spec.vary {
        if axes.iter().any(|axis| axis.key == *key) {
            return Err(Error::input(format!("`--vary {key}=…` is given twice")));
        }
        let number = match values_of {
            Varied::List(values) => values.len() as f64,
            Varied::Range(from, to, step) => {
                let steps = (to - from) / step_of(key, *step, &policy[0])?;
                // The margins keep rounding from losing the last point.
                (steps * (1.0 + 1e-12) + 1e-9).floor() + 1.0
            }
        };
        size *= number;
        if size > MAX_TABLES as f64 {
            let points = count(size as u64);
            return Err(Error::input_help(
                format!("the grid has {points} points: at most {MAX_TABLES} are measured"),
                "take larger steps, or let `pushluck tune` search",
            ));
        }
        let values = match values_of {
            Varied::List(values) => values.clone(),
            Varied::Range(from, _, step) => {
                let step = step_of(key, *step, &policy[0])?;
                let value = |at: u32| significant(from + f64::from(at) * step);
                (0..number as u32).filter_map(value).collect()
            }
        };
        let step = match values_of {
            Varied::List(_) => None,
            Varied::Range(_, _, step) => Some(step_of(key, *step, &policy[0])?),
        };
        let start = match &policy[0].kind {
            PolicyKind::File(file) => file.parameter(key),
            PolicyKind::BuiltIn(_) | PolicyKind::Bot(_) => None,
        };
        let mut axis = Varying { key: key.clone(), values, start, ends: Vec::new() };
        axis.ends = ends(entry, spec, &axis, step);
        axes.push(axis);
    }
    Ok(axes)
}

/// The ends of an axis beyond which the rules or the policy allow values. A list counts as a range if it
/// has three or more numbers.
fn ends<S: Definition>(
    entry: &Registered<S>,
    spec: &SweepSpec,
    axis: &Varying,
    step: Option<f64>,
) -> Vec<End> {
    let Some(numbers) = axis.numbers() else { return Vec::new() };
    if numbers.len() < if step.is_some() { 2 } else { 3 } {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    let allowed = |value: f64| {
        let Some(text) = significant(value) else { return false };
        match axis.key.strip_prefix(RULES) {
            Some(rule) => {
                let own = (rule.to_owned(), Some(text));
                let settings = [&spec.arena.settings[..], &[own]].concat();
                Registered::<S>::settled(spec.arena.edition.as_ref(), &settings).is_ok()
            }
            None => {
                let mut policy = spec.policy.clone();
                policy.overrides.push((axis.key.clone(), value));
                crate::run::named_policies(entry, &[policy]).is_ok()
            }
        }
    };
    let last = order.len() - 1;
    let of = |(at, inner, name): (usize, usize, &'static str)| {
        let end = numbers[at];
        let step = step.map_or(end - numbers[inner], |step| step.copysign(end - numbers[inner]));
        // The larger extension that is allowed.
        let far = [STEPS_BEYOND, 1.0].map(|steps| end + steps * step);
        let far = far.into_iter().find(|value| *value != end && allowed(*value))?;
        let (from, to) = (significant(end.min(far))?, significant(end.max(far))?);
        let beyond = format!("{}={from}..{to}:{}", axis.key, significant(step.abs())?);
        Some(End { at, name, beyond })
    };
    let ends = [(order[last], order[last - 1], "largest"), (order[0], order[1], "smallest")];
    ends.into_iter().filter_map(of).collect()
}

/// The step of a range: given, or the step of the parameter.
fn step_of(key: &str, given: Option<f64>, policy: &NamedPolicy) -> Result<f64> {
    let of_file = match &policy.kind {
        PolicyKind::File(file) => {
            let mut parameters = file.parameters.iter();
            parameters.find(|own| *own.name == *key).and_then(|own| own.step)
        }
        PolicyKind::BuiltIn(_) | PolicyKind::Bot(_) => None,
    };
    given.or(of_file).ok_or_else(|| {
        if let PolicyKind::File(file) = &policy.kind
            && !key.starts_with(RULES)
            && file.parameter(key).is_none()
        {
            return file.unknown_parameter(key);
        }
        let help = format!("write `--vary {key}=FROM..TO:STEP`");
        Error::input_help(format!("the range of `{key}` has no step"), help)
    })
}

/// The indices of all points on the axes, the last axis fastest.
fn grid(axes: &[Varying]) -> Vec<Vec<usize>> {
    let mut places = vec![Vec::new()];
    for axis in axes {
        let longer = |place: &Vec<usize>| {
            let place = place.clone();
            (0..axis.values.len()).map(move |value| [&place[..], &[value]].concat())
        };
        places = places.iter().flat_map(longer).collect();
    }
    places
}

impl Varying {
    fn is_rule(&self) -> bool {
        self.key.starts_with(RULES)
    }

    /// A value of a parameter as a number.
    fn number(&self, value: &str) -> Result<f64> {
        parse_number(value).ok_or_else(|| {
            let help = format!("rules are varied by `rules.{}=…`", self.key);
            Error::input_help(format!("parameter `{}` cannot be `{value}`", self.key), help)
        })
    }

    /// The values as numbers, if all of them are numbers.
    fn numbers(&self) -> Option<Vec<f64>> {
        self.values.iter().map(|value| parse_number(value)).collect()
    }
}

impl<S: Definition> Sweep<S> {
    fn plan(&self, players: Vec<Players<S>>) -> Blocks<'_, S> {
        let table =
            |point: &Point| self.contest.table(point.set, point.policy, self.policies.len());
        let plan = self.contest.each(players, self.points.iter().map(table).collect());
        Blocks { parts: Some(self.contest.deciding()), ..plan }
    }

    fn value(&self, sums: &BlockSums, point: usize, of: usize) -> Option<Estimate> {
        figure(&sums.values[point], of, self.contest.rotations(), self.contest.level)
    }

    /// The settings of a point, in one line.
    fn name(&self, point: usize) -> String {
        let at = self.axes.iter().zip(&self.points[point].place);
        let at = at.map(|(axis, value)| format!("{}={}", axis.key, axis.values[*value]));
        at.collect::<Vec<_>>().join(", ")
    }

    fn table(&self, sums: &BlockSums, best: &[bool]) -> Table {
        let mut table = Table::new(&SWEEP);
        for (at, point) in self.points.iter().enumerate() {
            let key = self.contest.key(point.set, &self.policies[point.policy]);
            let settings = (0..2).flat_map(|axis| match self.axes.get(axis) {
                None => [const { Cell::Empty }; 3],
                Some(axis_of) => {
                    let value = axis_of.values[point.place[axis]].as_str();
                    [axis_of.key.as_str().into(), value.into(), parse_number(value).into()]
                }
            });
            let settings: Vec<Cell> = settings.collect();
            for (of, name) in NAMES.into_iter().enumerate() {
                let value = self.value(sums, at, of);
                let head = [Cell::from(name), sums.blocks.into()];
                let cells = settings.iter().cloned().chain(head);
                let cells = cells.chain(estimate_cells(value.as_ref()));
                table.row(&key, cells.chain([u8::from(best[at]).into()]));
            }
        }
        table
    }

    /// The points, best first.
    fn order(&self, sums: &BlockSums) -> Vec<usize> {
        let of = self.contest.deciding();
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(sums.values[*at][of].sum()));
        order
    }

    /// A warning for each end of a range that holds the best point and all points equal to it.
    fn at_the_end(&self, sums: &BlockSums) -> Vec<Warning> {
        let of = self.contest.deciding();
        let sum = |at: usize| sums.values[at][of].sum();
        let first = self.order(sums)[0];
        let alike: Vec<usize> =
            (0..self.points.len()).filter(|at| sum(*at) == sum(first)).collect();
        let on = |(axis, end): (usize, &End)| {
            let there = alike.iter().all(|at| self.points[*at].place[axis] == end.at);
            let Varying { key, values, .. } = &self.axes[axis];
            let warning = format!(
                "the best point is at the edge of the range: {key}={} is the {} value tried",
                values[end.at], end.name
            );
            let help = format!("values beyond it may be better: `--vary {}`", end.beyond);
            there.then_some((warning, Some(help)))
        };
        let axes = self.axes.iter().enumerate();
        let ends = axes.flat_map(|(at, axis)| axis.ends.iter().map(move |end| (at, end)));
        ends.filter_map(on).collect()
    }

    /// A sentence on the best point.
    fn finding(&self, sums: &BlockSums) -> String {
        let of = self.contest.deciding();
        let figure = &Contest::<S>::figures()[of];
        let (order, name) = (self.order(sums), &figure.name);
        let sum = |at: usize| sums.values[at][of].sum();
        let alike = order.iter().filter(|at| sum(**at) == sum(order[0])).count();
        let name_of = |rank: usize| self.name(order[rank]);
        let who = match alike {
            1 => format!("{} is best", name_of(0)),
            all if all == order.len() => format!("All {all} points perform equally"),
            2 => format!("({}) and ({}) are equal and best", name_of(0), name_of(1)),
            some => format!("({}) and {} more points are equal and best", name_of(0), some - 1),
        };
        format!(
            "{who}: {name} {}.",
            self.value(sums, order[0], of)
                .map_or_else(String::new, |value| estimate(&value, figure.unit))
        )
    }

    fn screen(&self, sums: &BlockSums, best: &[bool]) -> Vec<Block> {
        let of = self.contest.deciding();
        let figures = Contest::<S>::figures();
        let order = self.order(sums);
        let name = &figures[of].name;
        let others = best.iter().filter(|may| **may).count() - 1;
        let level = self.contest.level;
        let percent = significant(level.confidence() * 100.0).unwrap_or_default();
        let mut blocks = vec![Block::Title(self.finding(sums)), Block::Title(self.heading(sums))];
        let mut shown: Vec<usize> = match self.axes.len() {
            1 => (0..self.points.len()).collect(),
            _ => order.iter().copied().filter(|at| best[*at]).collect(),
        };
        if shown.len() > SHOWN {
            shown = order.iter().copied().take(SHOWN).collect();
        }
        if self.axes.len() == 2 {
            blocks.push(Block::Map(Box::new(self.map(sums, best))));
        }
        let heads = [("point", Align::Left), (name, Align::Right)];
        let score = (of == WINS).then_some((figures[SCORES].name.as_str(), Align::Right));
        let heads: Vec<_> = heads.into_iter().chain(score).chain([("", Align::Left)]).collect();
        let mut grid = Grid::new(&heads);
        for at in shown {
            let entry = |of: usize| GridCell::Estimate(self.value(sums, at, of), figures[of].unit);
            let score = (of == WINS).then(|| entry(SCORES));
            let may = if best[at] { "may be best" } else { "" };
            let cells = [self.name(at).into(), entry(of)].into_iter().chain(score);
            let cells = cells.chain([may.into()]);
            grid.push(cells);
        }
        blocks.push(Block::Grid(grid));
        let rest = match others {
            0 => format!("All other points of {} are significantly worse", self.points.len()),
            1 => format!("1 other point of {} is not significantly worse", self.points.len()),
            more => {
                format!("{more} other points of {} are not significantly worse", self.points.len())
            }
        };
        blocks.push(Block::Note(format!(
            "{rest} ({percent} %, adjusted for choosing the best: paired screening after Nelson and \
             others, 2001). The value of the best point is biased upwards, because the best was selected by it."
        )));
        blocks.push(Block::Note(interval_note(level)));
        blocks.extend(self.contest.proposed());
        blocks
    }

    fn heading(&self, sums: &BlockSums) -> String {
        let games = counted(sums.blocks * self.contest.rotations(), "game");
        let players = counted(self.contest.seats as u64, "player");
        let (what, against) = (self.contest.edition(), self.contest.against());
        format!("{what}: {games} of {players} at each point, with common random numbers{against}")
    }

    /// The label of the values in pictures, and the factor that scales them.
    fn unit(&self) -> (String, f64) {
        let column = &Contest::<S>::figures()[self.contest.deciding()];
        match column.unit {
            Unit::Percent => (format!("{}, %", column.name), 100.0),
            Unit::Plain => (column.name.clone(), 1.0),
        }
    }

    fn picture(&self, sums: &BlockSums, best: &[bool]) -> String {
        if self.axes.len() == 2 {
            return self.map(sums, best).svg();
        }
        let (unit, scale) = self.unit();
        let axis = &self.axes[0];
        let numbers = axis.numbers();
        let point = |at: usize| {
            let value = self.value(sums, at, self.contest.deciding())?;
            let interval = value.low.zip(value.high);
            Some(CurvePoint {
                at: numbers.as_ref().map_or(at as f64, |numbers| numbers[at]),
                name: numbers.is_none().then(|| axis.values[at].clone()),
                value: value.value * scale,
                interval: interval.map(|(low, high)| (low * scale, high * scale)),
                marked: best[at],
                label: String::new(),
            })
        };
        let seed = self.contest.seed;
        let curve = Curve {
            title: self.finding(sums),
            notes: vec![
                format!("{}. Seed {seed}.", self.heading(sums)),
                "Filled dots may be best. The band is for one value at a time.".to_owned(),
                interval_note(self.contest.level).replacen(
                    "± is the half-width of",
                    "The band is",
                    1,
                ),
            ],
            across: axis.key.clone(),
            unit,
            series: vec![Series {
                name: String::new(),
                joined: true,
                points: (0..self.points.len()).filter_map(point).collect(),
            }],
            lines: axis
                .start
                .filter(|_| numbers.is_some())
                .map(|start| (start, format!("now {}", significant(start).unwrap_or_default())))
                .into_iter()
                .collect(),
        };
        curve.svg()
    }

    fn map(&self, sums: &BlockSums, best: &[bool]) -> HeatMap {
        let (label, scale) = self.unit();
        let rows = self.axes[1].values.len();
        let value = |column: usize, row: usize| {
            let value = self.value(sums, column * rows + row, self.contest.deciding());
            value.map(|value| value.value * scale)
        };
        let all = || (0..self.points.len()).filter_map(|at| value(at / rows, at % rows));
        let (low, high) =
            (all().reduce(f64::min).unwrap_or(0.0), all().reduce(f64::max).unwrap_or(1.0));
        let tick = |at: f64| (at, format!("{at:.1}"));
        let ticks = vec![tick(low), tick((low + high) / 2.0), tick(high)];
        let scale = Scale { label, low, high, centre: None, ticks };
        let axis = |at: usize| Axis::new(&*self.axes[at].key, self.axes[at].values.iter().cloned());
        let cell = |column: usize, row: usize| HeatCell {
            value: value(column, row),
            side: Some(best[column * rows + row]),
        };
        let title = self.finding(sums);
        let sides = Some(Sides::new(("may be best", '*'), ("not", '·')));
        let notes = vec![format!("{}. Seed {}.", self.heading(sums), self.contest.seed)];
        HeatMap { sides, notes, ..HeatMap::new(title, axis(0), axis(1), scale, cell) }
    }
}

impl<S: Definition> Additive for Sweep<S> {
    type Sums = BlockSums;

    fn all_units(&self) -> (u64, &'static str) {
        (self.blocks, "blocks")
    }

    fn looks(&self) -> Option<String> {
        None
    }

    fn empty(&self) -> BlockSums {
        self.plan(Vec::new()).empty()
    }

    fn fits(&self, sums: &BlockSums) -> bool {
        self.empty().fits(sums)
    }

    fn play_on(
        &self,
        so_far: BlockSums,
        blocks: Range<u64>,
        keep: Option<Keep<'_, BlockSums>>,
        conditions: Conditions<'_>,
    ) -> Result<Outcome<BlockSums>> {
        let players = self.contest.players(&self.policies, conditions)?;
        let each = self.contest.rotations();
        let (total, since) = (blocks.end * each, Instant::now());
        let part = Part { done: 0, total, each, since, headline: "" };
        let beside = Beside { keep, look: None };
        let outcome = self.plan(players).play(so_far, blocks, beside, part, conditions)?;
        conditions.watch.inspect(|watch| watch.end());
        Ok(outcome)
    }

    fn results_of(&self, played: Played<BlockSums>, conditions: Conditions<'_>) -> Result<Results> {
        let Played { sums, stopped, .. } = played;
        if sums.blocks == 0 {
            return Err(Error::Interrupted);
        }
        let parts = PARTS as u64;
        let units: Vec<u64> =
            (0..parts).map(|part| (sums.blocks + parts - 1 - part) / parts).collect();
        let best = may_be_best(&sums.parts, &units, self.contest.level);
        let each = self.contest.rotations();
        let games = sums.blocks * each * self.points.len() as u64;
        Ok(Results {
            tables: vec![self.table(&sums, &best)],
            files: vec![(PICTURE.to_owned(), self.picture(&sums, &best).into_bytes())],
            screen: self.screen(&sums, &best),
            warnings: [
                self.at_the_end(&sums),
                self.contest.warnings([sums.unfinished, sums.capped], conditions),
            ]
            .concat(),
            units_done: sums.blocks * each,
            stopped,
            concluded: vec![("games", RunRecord::count(games))],
        })
    }
}

impl<S: Definition> Run for Sweep<S> {
    fn record(&self) -> RunRecord {
        let mut record = self.contest.record(self.blocks * self.contest.rotations(), None);
        let vary = |axis: &Varying| {
            let values: Vec<toml::Value> = axis.values.iter().cloned().map(Into::into).collect();
            (axis.key.clone(), toml::Value::Array(values))
        };
        record.define("vary", self.axes.iter().map(vary).collect::<toml::Table>());
        self.contest.record_texts(&mut record, &self.policies[..1]);
        record
    }

    fn tables(&self) -> Vec<&'static str> {
        vec![SWEEP.name]
    }

    fn files(&self) -> Vec<String> {
        vec![PICTURE.to_owned()]
    }

    fn units(&self) -> Option<u64> {
        Some(self.blocks * self.contest.rotations())
    }

    fn unit_name(&self) -> &'static str {
        "games at each point"
    }

    fn hint(&self) -> Option<&'static str> {
        Some("`--out DIR` writes the table as a CSV file, and a picture")
    }

    fn parts(&self) -> Option<&dyn Parts> {
        Some(self)
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        play_all(self, conditions)
    }
}
