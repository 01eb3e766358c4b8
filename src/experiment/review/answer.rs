//! The tables and the screen of a review.

use super::judge::Judge;
use super::sums::{Costly, Group, KEPT, ReviewSums, To};
use super::{Deal, Review, Reviewed};
use crate::error::{Error, Result};
use crate::game::contract::Silent;
use crate::game::decision::{ActionList, DEFAULT_RULE, Decision};
use crate::game::position;
use crate::policy::evaluate::Playouts;
use crate::report::schema::{Kind, View};
use crate::report::schemas::{COSTLIEST, REVIEW, estimate_cells};
use crate::report::{Align, Cell, Grid, GridCell, RunRecord, Table, Unit, count, estimate};
use crate::run::leaderboard::{counted, interval_note};
use crate::run::simulate::Taken;
use crate::run::worlds::{Figure, Worlds, world_seed};
use crate::run::{Block, Conditions, Definition, Played, PolicyKind, Results};
use crate::stats::{Estimate, Level};

/// The names of the tables.
pub(super) const TABLES: [&str; 2] = [REVIEW.name, COSTLIEST.name];

const RULES: View = View {
    rows: &[("by", "rule"), ("figure", "lost_to_base")],
    labels: &["group"],
    scale: 100.0,
    quantity: "games lost, %",
    title: "{policy} loses most by {label}: {value} % of its games",
    ..View::new("lost_by_rule", REVIEW.name, Kind::Rows)
};

const POINTS: View = View {
    name: "lost_by_decision",
    rows: &[("by", "decision"), ("figure", "lost_to_base")],
    ..RULES
};

/// The names of the pictures.
pub(super) fn files() -> Vec<String> {
    vec![RULES.file(), POINTS.file()]
}

/// The number of new worlds for each costly decision, and the number of decisions shown.
const AGAIN: u64 = 2000;
const SHOWN: usize = 10;

/// The maximum number of rows for changes on the screen.
const CHANGES: usize = 8;

/// A group with its losses.
struct Row {
    by: &'static str,
    group: Group,
    text: String,
    sums: [u64; 2],
    /// The win rate lost per game, by [`To`].
    lost: [Option<Estimate>; 2],
}

/// A costly decision, valued again.
struct Case {
    costly: Costly,
    point: u8,
    rule: u8,
    chosen: String,
    better: String,
    position: Option<String>,
    worlds: u64,
    loss: Option<Estimate>,
}

impl<S: Definition> Review<S> {
    /// The line of a rule in its file; `None` for built-in policies and the default.
    fn line(&self, point: u8, rule: u8) -> Option<usize> {
        let PolicyKind::File(file) = &self.policy.kind else { return None };
        file.points[usize::from(point)].get(usize::from(rule)).map(|rule| rule.line)
    }

    /// The name of a rule: `keep, rule 2 (line 14)`.
    fn rule(&self, point: u8, rule: u8) -> String {
        let name = S::POINTS[usize::from(point)].name;
        match self.line(point, rule) {
            Some(line) => format!("{name}, rule {} (line {line})", u32::from(rule) + 1),
            None if rule == DEFAULT_RULE && self.is_file() => {
                format!("{name}, {}", self.policy.otherwise().1)
            }
            None => name.to_owned(),
        }
    }

    /// The names of the figures by [`To`]; exact values have only the first.
    fn figures(&self) -> &'static [&'static str] {
        if self.exact { &["lost_to_base"] } else { &["lost_to_base", "gain_found"] }
    }

    fn is_file(&self) -> bool {
        matches!(self.policy.kind, PolicyKind::File(_))
    }

    /// The rows of all groups: in the order of their kinds, and the costliest of a kind first.
    fn rows(&self, sums: &ReviewSums, judge: &Judge<'_, S>, level: Level) -> Vec<Row> {
        let kind =
            |point: u8, kind: u8| S::POINTS[usize::from(point)].actions[usize::from(kind)].name;
        let row = |group: Group| {
            let of = sums.groups.get(&group);
            let (by, text) = match group {
                Group::All => ("all", "all decisions".to_owned()),
                Group::Point(point) => ("decision", S::POINTS[usize::from(point)].name.to_owned()),
                Group::Rule(point, rule) => ("rule", self.rule(point, rule)),
                Group::Missed(point, rule) => ("missed_rule", self.rule(point, rule)),
                Group::Change(point, from, to) => {
                    let name = S::POINTS[usize::from(point)].name;
                    ("change", format!("{name}: {} → {}", kind(point, from), kind(point, to)))
                }
                Group::Third(third) => (
                    "third",
                    format!("{} third", ["first", "second", "last"][usize::from(third % 3)]),
                ),
                Group::Standing(standing) => {
                    ("standing", ["behind", "level", "ahead"][usize::from(standing % 3)].to_owned())
                }
            };
            let lost = [To::Base, To::Found].map(|to| {
                let lost = sums.losses(group, to).mean(level);
                lost.map(|lost| lost.scaled(judge.unit()))
            });
            Row { by, group, text, sums: of.map_or([0; 2], |of| [of.decisions, of.better]), lost }
        };
        let known = sums.groups.keys().copied().filter(|group| match group {
            Group::Rule(..) => self.is_file(),
            _ => true,
        });
        let mut groups: Vec<Group> = known.collect();
        if let PolicyKind::File(file) = &self.policy.kind {
            let rules = file.points.iter().enumerate().flat_map(|(point, rules)| {
                (0..rules.len()).map(move |rule| Group::Rule(point as u8, rule as u8))
            });
            groups.extend(rules.filter(|rule| !sums.groups.contains_key(rule)));
        }
        let order = ["all", "decision", "rule", "missed_rule", "change", "third", "standing"];
        let place = |row: &Row| order.iter().position(|by| *by == row.by);
        let mut rows: Vec<Row> = groups.into_iter().map(row).collect();
        // Where the base is better it shows the faults; else what playouts find.
        let all = rows.iter().find(|row| row.group == Group::All);
        let worse = all.and_then(|row| row.lost[0]?.low).is_some_and(|low| low > 0.0);
        let to = if worse { To::Base } else { To::Found };
        let lost = |row: &Row| row.lost[to as usize].map_or(0.0, |lost| lost.value);
        rows.sort_by(|a, b| {
            place(a).cmp(&place(b)).then(lost(b).total_cmp(&lost(a))).then(a.group.cmp(&b.group))
        });
        rows
    }

    /// The results.
    pub(super) fn answer(
        &self,
        played: &Played<ReviewSums>,
        conditions: Conditions<'_>,
    ) -> Result<Results> {
        let Played { sums, stopped, units, .. } = played;
        let level = self.contest.level;
        let players = self.players(conditions)?;
        let reviewed = self.table(&players, &self.contest.games[0], conditions)?;
        let rows = self.rows(sums, &reviewed.judge, level);
        // After an interruption the results must come soon.
        let (cases, in_play) = match stopped {
            Some(_) => (Vec::new(), None),
            None => (
                self.cases(sums, &reviewed, level, conditions)?,
                self.in_play(sums.games, conditions)?,
            ),
        };
        let key = self.contest.key(0, &self.policy);
        let mut table = Table::new(&REVIEW);
        for row in &rows {
            let (point, rule) = match row.group {
                Group::Point(point) | Group::Change(point, ..) => (Some(point), None),
                Group::Rule(point, rule) | Group::Missed(point, rule) => (Some(point), Some(rule)),
                _ => (None, None),
            };
            let name = point.map(|point| S::POINTS[usize::from(point)].name);
            let line = point.zip(rule).and_then(|(point, rule)| self.line(point, rule));
            let number = rule.filter(|rule| *rule != DEFAULT_RULE).map(|rule| u32::from(rule) + 1);
            for (figure, lost) in self.figures().iter().zip(&row.lost) {
                let head: [Cell; 9] = [
                    row.by.into(),
                    row.text.as_str().into(),
                    name.into(),
                    number.into(),
                    line.into(),
                    row.sums[0].into(),
                    row.sums[1].into(),
                    (*figure).into(),
                    sums.games.into(),
                ];
                table.row(&key, head.into_iter().chain(estimate_cells(lost.as_ref())));
            }
        }
        if let Some(in_play) = &in_play {
            let mut head = [const { Cell::Empty }; 9];
            head[0] = "in_play".into();
            head[1] = self.base.label.as_str().into();
            head[7] = "lost_to_base".into();
            table.row(&key, head.into_iter().chain(estimate_cells(Some(in_play))));
        }
        let costliest = self.costliest(&cases);
        let screen = self.screen(sums, &rows, &cases, in_play);
        let what = format!("{}. Seed {}.", self.heading(), self.contest.seed);
        let pictures = [RULES, POINTS].into_iter();
        let pictures = pictures.filter_map(|view| {
            Some((view.file(), view.svg(&table, std::slice::from_ref(&what))?.into_bytes()))
        });
        Ok(Results {
            files: pictures.collect(),
            tables: vec![table, costliest],
            screen,
            warnings: self.contest.warnings([0, 0], conditions),
            units_done: units.end,
            stopped: *stopped,
            concluded: vec![("games", RunRecord::count(sums.games))],
        })
    }

    fn costliest(&self, cases: &[Case]) -> Table {
        let mut table = Table::new(&COSTLIEST);
        let key = self.contest.key(0, &self.policy);
        for (rank, case) in cases.iter().enumerate() {
            let rule = (case.rule != DEFAULT_RULE).then(|| u32::from(case.rule) + 1);
            let head: [Cell; 10] = [
                (rank + 1).into(),
                (case.costly.game + 1).into(),
                case.costly.decision.into(),
                S::POINTS[usize::from(case.point)].name.into(),
                rule.into(),
                self.line(case.point, case.rule).into(),
                case.chosen.as_str().into(),
                case.better.as_str().into(),
                case.position.as_deref().into(),
                case.worlds.into(),
            ];
            table.row(&key, head.into_iter().chain(estimate_cells(case.loss.as_ref())));
        }
        table
    }

    fn heading(&self) -> String {
        format!("{}: {}{}", self.contest.edition(), self.policy.label, self.contest.against())
    }

    fn screen(
        &self,
        sums: &ReviewSums,
        rows: &[Row],
        cases: &[Case],
        in_play: Option<Estimate>,
    ) -> Vec<Block> {
        let title = format!("{}, seed {}", self.heading(), self.contest.seed);
        let mut screen = vec![Block::Title(title)];
        let (label, base) = (&self.policy.label, &self.base.label);
        let [lost, found] = rows.first().map_or([None; 2], |row| row.lost);
        let shown = |one: Option<Estimate>| {
            one.map_or_else(String::new, |one| estimate(&one, Unit::Percent))
        };
        let games = counted(sums.games, "game");
        let is_base = self.policy.plays_as(&self.base);
        screen.push(Block::Note(match is_base {
            false => {
                let lost = shown(lost);
                format!(
                    "`{label}` loses {lost} of its games to the choices of `{base}`, in {games}."
                )
            }
            true => format!("`{label}` is the base itself; playouts in {games} find what follows."),
        }));
        let to_base = format!("lost to {base}");
        let all = [
            ("", Align::Text, true),
            ("decisions", Align::Right, true),
            (&*to_base, Align::Right, !is_base),
            ("better found", Align::Right, true),
            ("gain found", Align::Right, !self.exact),
        ];
        for (by, title) in [
            ("decision", "decision points"),
            ("rule", "rules, where they decided"),
            ("missed_rule", "rules, where another one decided and this one would do better"),
            ("change", "chosen → better"),
            ("third", "when"),
            ("standing", "standing in the score"),
        ] {
            let of = rows.iter().filter(|row| row.by == by);
            let most = if by == "change" || by == "missed_rule" { CHANGES } else { usize::MAX };
            let heads = all.iter().filter(|(.., shown)| *shown);
            let heads =
                heads.map(|&(name, align, _)| (if name.is_empty() { title } else { name }, align));
            let mut grid = Grid::new(&heads.collect::<Vec<_>>());
            for row in of.take(most) {
                let [decisions, better] = row.sums;
                let share = match decisions {
                    0 => "never decides".to_owned(),
                    _ => format!("{:.1} %", better as f64 / decisions as f64 * 100.0),
                };
                let cells = [
                    GridCell::from(row.text.as_str()),
                    count(decisions).into(),
                    GridCell::Estimate(row.lost[0], Unit::Percent),
                    share.into(),
                    GridCell::Estimate(row.lost[1], Unit::Percent),
                ];
                let shown = cells.into_iter().zip(&all).filter(|(_, (.., shown))| *shown);
                grid.push(shown.map(|(cell, _)| cell));
            }
            if !grid.is_empty() {
                screen.push(Block::Grid(grid));
            }
        }
        if !cases.is_empty() {
            let heads = [
                ("costliest", Align::Text),
                ("better", Align::Text),
                ("costs", Align::Right),
                ("game", Align::Right),
                ("decision", Align::Right),
            ];
            let mut grid = Grid::new(&heads);
            for case in cases {
                let rule = self.line(case.point, case.rule).map(|line| format!(" (line {line})"));
                grid.push([
                    GridCell::from(format!("{}{}", case.chosen, rule.unwrap_or_default())),
                    case.better.as_str().into(),
                    GridCell::Estimate(case.loss, Unit::Percent),
                    count(case.costly.game + 1).into(),
                    count(case.costly.decision).into(),
                ]);
            }
            screen.push(Block::Grid(grid));
            screen.push(Block::Note(self.again()));
        }
        screen.push(Block::Note(match self.exact {
            true => format!("Losses are exact: from each action on, everyone plays `{base}`."),
            false => format!(
                "gain found: {} over the decisions of a game. Each gain is measured in {} worlds other than those \
                 in which the better action was found, with `{base}` in the seat of `{label}` afterwards; gains of \
                 several decisions are not won together.",
                shown(found),
                super::judge::WORLDS
            ),
        }));
        if let Some(in_play) = in_play {
            screen.push(Block::Note(format!(
                "Check: `{base}` wins {} more games than `{label}` in play, and {} more by the decisions.",
                shown(Some(in_play)),
                shown(lost)
            )));
        }
        screen.push(Block::Note(interval_note(self.contest.level)));
        screen.extend(self.contest.proposed());
        screen
    }

    /// How to see a costly decision.
    fn again(&self) -> String {
        let opponents: Vec<String> = self
            .contest
            .opponents()
            .text
            .split('+')
            .map(|one| format!(" --policy {one}"))
            .collect();
        let rules = match &*self.contest.sets[0].changed {
            [] => String::new(),
            changed => format!(" --rules {}", changed.join(",")),
        };
        format!(
            "`pushluck trace {}{rules} --policy {}{} --seed {} --game G` shows a game, and `pushluck advise` with the \
             same options and `--decision K` a decision.",
            S::NAME,
            self.policy.label,
            opponents.concat(),
            self.contest.seed
        )
    }

    /// The costliest decisions, valued again in new worlds.
    fn cases(
        &self,
        sums: &ReviewSums,
        reviewed: &Reviewed<'_, S>,
        level: Level,
        conditions: Conditions<'_>,
    ) -> Result<Vec<Case>> {
        let conditions = Conditions { watch: None, ..conditions };
        let mut cases = Vec::new();
        for costly in sums.costliest.0.iter().take(KEPT) {
            cases.push(self.case(*costly, reviewed, level, conditions)?);
        }
        let loss = |case: &Case| case.loss.map_or(0.0, |loss| loss.value);
        cases.sort_by(|a, b| loss(b).total_cmp(&loss(a)).then(a.costly.cmp(&b.costly)));
        cases.truncate(SHOWN);
        Ok(cases)
    }

    fn case(
        &self,
        costly: Costly,
        reviewed: &Reviewed<'_, S>,
        level: Level,
        conditions: Conditions<'_>,
    ) -> Result<Case> {
        let (deal, _) = reviewed.deal(costly.game);
        let Deal { policies, .. } = deal;
        let (mut number, mut found) = (0, None);
        let done = std::cell::Cell::new(false);
        let taken = |taken: Taken<'_, S>| {
            number += 1;
            if number == costly.decision {
                let &Decision { game, state, seat, point, .. } = taken.decision;
                let better = taken.decision.actions()[costly.better as usize];
                let actions = [taken.choice.action, better];
                let [chosen, better] = actions.map(|action| game.action(state, action));
                let exact =
                    reviewed.judge.exact.as_ref().map(|_| {
                        Estimate::exact(-costly.gain as f64 * reviewed.judge.unit(), level)
                    });
                let position = position::write(game, state, Some(seat));
                let rule = taken.choice.rule;
                let case =
                    Case { costly, point, rule, chosen, better, position, worlds: 0, loss: exact };
                found = Some((case, *state, seat, actions));
                done.set(true);
            }
        };
        deal.play(&mut Silent, &mut ActionList::default(), taken, || done.get());
        let (mut case, state, seat, actions) =
            found.ok_or_else(|| Error::Failed("a reviewed game has changed".to_owned()))?;
        if case.loss.is_some() {
            return Ok(case);
        }
        let game = reviewed.judge.game;
        let mut players: Vec<_> = policies[..game.seats().into()]
            .iter()
            .map(|policy| &*reviewed.players[*policy])
            .collect();
        players[usize::from(seat)] = reviewed.judge.base;
        let seed = world_seed(reviewed.judge.seed, costly.game, costly.decision);
        let playouts = Playouts { game, from: &state, seat, players: &players, seed };
        let worlds = Worlds { playouts: &playouts, actions: actions.to_vec(), figure: Figure::Win };
        let first = u64::from(super::judge::RACE + super::judge::WORLDS);
        let sums = worlds.play(first..first + AGAIN, None, conditions)?.whole()?;
        case.loss = sums.lead(Figure::Win, (1, 0), level);
        case.worlds = sums.worlds;
        Ok(case)
    }
}
