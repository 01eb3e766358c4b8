//! The results of `solve`: rows of its tables, what the screen shows, and pictures.

use super::tables::{LOST_TURNS, POLICY_VALUES, REGRET, STOP_RANGES, STOP_TABLE, THRESHOLDS};
use super::{PreparedSolve, Totals, habits, key};
use crate::games::el_ocho::exact::{Objective, Position, Regret, Solver, TurnSolution, TurnStates};
use crate::games::el_ocho::stop_ranges::{
    Stop, Stretch, stop_condition, stop_conditions, stretches,
};
use crate::report::plot::HeatMap;
use crate::report::schema::Schema;
use crate::report::{Align, Cell, Grid, Key, Scope, Table};
use crate::run::leaderboard::counted;
use crate::run::{Block, Results, Warning};

/// The difference of two exact values; 0 if it is within rounding error.
pub(super) fn difference(a: f64, b: f64) -> f64 {
    let difference = a - b;
    if difference.abs() < 1e-11 * a.abs().max(1.0) { 0.0 } else { difference }
}

fn filled<'a>(tables: &'a mut [Table], schema: &Schema) -> &'a mut Table {
    let table = tables.iter_mut().find(|table| table.name() == schema.name);
    table.expect("a table that is filled")
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

/// The tables and the screen of a run, as they grow.
pub(super) struct Writer<'a> {
    solve: &'a PreparedSolve,
    pub(super) solver: &'a Solver,
    rules: Key,
    /// The bust probability of a decision to roll, by number of dice from 1 on.
    busts: Vec<f64>,
    tables: Vec<Table>,
    pub(super) screen: Vec<Block>,
    compared: Vec<[String; 3]>,
    habits: Vec<Block>,
    pub(super) pictures: Vec<(String, Vec<u8>)>,
    pub(super) warnings: Vec<Warning>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(solve: &'a PreparedSolve, solver: &'a Solver) -> Self {
        let chance = |dice| {
            let (bust, of) = solver.bust_odds(dice).unwrap_or((0, 1));
            bust as f64 / of as f64
        };
        Self {
            solve,
            solver,
            busts: (1..=solve.game.dice()).map(chance).collect(),
            rules: key(&solve.game.rules, 1),
            tables: solve.schemas().map(Table::new).collect(),
            pictures: Vec::new(),
            screen: Vec::new(),
            compared: Vec::new(),
            habits: Vec::new(),
            warnings: Vec::new(),
        }
    }

    pub(super) fn points(&self, units: u32) -> i64 {
        self.solve.game.points(units)
    }

    /// Adds a row to a table of this run.
    pub(super) fn row(
        &mut self,
        schema: &Schema,
        key: &Key,
        cells: impl IntoIterator<Item = Cell>,
    ) {
        filled(&mut self.tables, schema).row(key, cells);
    }

    /// Adds a row about one turn.
    pub(super) fn turn_row(
        &mut self,
        schema: &Schema,
        head: &[Cell; 4],
        cells: impl IntoIterator<Item = Cell>,
    ) {
        let cells = head.iter().cloned().chain(cells);
        filled(&mut self.tables, schema).row(&self.rules, cells);
    }

    pub(super) fn turn_cells(&self, totals: Totals) -> [Cell; 4] {
        let [own, next, third] =
            totals.map(|total| Cell::from(total.map(|total| self.points(total))));
        [self.solve.args.objective.name().into(), own, next, third]
    }

    /// Adds all reachable decisions of a turn.
    pub(super) fn position(&mut self, position: &Position, totals: Totals) {
        let head = self.turn_cells(totals);
        let states = self.solver.turn_states(position.rows);
        for dice in 1..=position.dice {
            for units in (0..=position.rows).filter(|units| states.contains(*units, dice)) {
                let (Some(roll), stop) = (position.roll(units, dice), position.stop(units)) else {
                    continue;
                };
                let best = if position.stops(units, dice) { "stop" } else { "roll" };
                let cells =
                    [dice.into(), self.points(units).into(), stop.into(), roll.into(), best.into()];
                self.turn_row(&STOP_TABLE, &head, cells);
            }
        }
    }

    /// Adds the thresholds and stop ranges of a position. `states` must cover at least its rows.
    pub(super) fn thresholds(&mut self, position: &Position, states: &TurnStates, totals: Totals) {
        let head = self.turn_cells(totals);
        let below = position.rows + 1;
        for (dice, bust) in (1..=position.dice).zip(self.busts.clone()) {
            let from = position.threshold(dice);
            let stops = match from.and_then(|from| stop_condition(&self.solve.game, position, from))
            {
                None => "never",
                Some(Stop::Win) => "win",
                Some(_) => "total",
            };
            let from = from.map(|units| self.points(units));
            let cells = [dice.into(), bust.into(), stops.into(), from.into()];
            self.turn_row(&THRESHOLDS, &head, cells);
            for Stretch { first, last, open, .. } in stretches(position, states, below, dice) {
                let to = (!open).then(|| self.points(last));
                let cells = [dice.into(), self.points(first).into(), to.into()];
                self.turn_row(&STOP_RANGES, &head, cells);
            }
        }
    }

    /// Adds the thresholds after each number of lost turns, if the rules have a penalty for them.
    pub(super) fn after_lost(&mut self, turn: &TurnSolution) {
        let after = [&turn.position].into_iter().chain(&turn.after_lost).enumerate();
        for (lost, position) in after.filter(|_| !turn.after_lost.is_empty()) {
            for dice in 1..=position.dice {
                let from = position.threshold(dice).map(|units| self.points(units));
                let cells = [lost.into(), dice.into(), from.into(), position.bust.into()];
                let rules = self.rules.clone();
                self.row(&LOST_TURNS, &rules, cells);
            }
        }
    }

    /// Shows where to stop: in `position`, and after one, two, … lost turns.
    pub(super) fn show_thresholds(&mut self, position: &Position, after_lost: &[Position]) {
        let rules = &self.solve.game.rules;
        let mut title = rules.title();
        let [own, other, third] = self.solve.start.map(|total| self.points(total));
        title += &match self.solve.args.objective {
            Objective::Turn if own > 0 => {
                format!(": when to stop for the most points per turn, with {own} points")
            }
            Objective::Turn => ": when to stop for the most points per turn".to_owned(),
            Objective::Race => {
                format!(": when to stop for the fewest turns from {own} to {} points", rules.target)
            }
            Objective::Win if self.solve.seats() == 3 => format!(
                ": when to stop for the highest win probability, with {own} points against {other} and {third}"
            ),
            Objective::Win if self.solve.seats() > 3 => {
                let others = counted(self.solve.seats() as u64 - 1, "opponent");
                let what = match self.solve.against.first() {
                    None => "when to stop for the highest win probability, with".to_owned(),
                    Some(_) => "the best response to known opponents, with".to_owned(),
                };
                format!(": {what} {own} points and {other} for the best of {others}")
            }
            Objective::Win => match self.solve.against.first() {
                None => format!(
                    ": when to stop for the highest win probability, with {own} points against {other}"
                ),
                Some(policy) => {
                    format!(": the best response to {}, {own} points against {other}", policy.label)
                }
            },
        };
        let lost = (1..=after_lost.len())
            .map(|lost| format!("after {} lost", counted(lost as u64, "turn")));
        let lost: Vec<String> = lost.collect();
        let heads = ["dice to roll", "bust probability", "stop"].into_iter();
        let heads = heads.chain(lost.iter().map(String::as_str)).map(|head| (head, Align::Right));
        let mut grid = Grid::new(&heads.collect::<Vec<_>>());
        let mut wins = false;
        for (dice, bust) in (1..=position.dice).zip(&self.busts) {
            let stops = [position].into_iter().chain(after_lost).map(|position| {
                let below = position.rows + 1;
                let states = self.solver.turn_states(below);
                let stretches = stretches(position, &states, below, dice);
                let stops = stop_conditions(&self.solve.game, position, &stretches);
                wins |= stops.contains(&Stop::Win);
                self.stop_words(&stops)
            });
            let stops: Vec<String> = stops.collect();
            grid.push([dice.to_string(), percent(*bust)].into_iter().chain(stops));
        }
        let wins = wins.then(|| Block::Note("win: roll until the turn wins.".to_owned()));
        self.screen.extend([Block::Title(title), Block::Grid(grid)].into_iter().chain(wins));
    }

    fn stop_words(&self, stops: &[Stop]) -> String {
        let words = stops.iter().map(|stop| match *stop {
            Stop::From(first) => format!("from {}", self.points(first)),
            Stop::Within(first, last) if first == last => format!("at {}", self.points(first)),
            Stop::Within(first, last) => {
                format!("{} to {}", self.points(first), self.points(last))
            }
            Stop::Win => "win".to_owned(),
        });
        match words.collect::<Vec<_>>() {
            none if none.is_empty() => "never".to_owned(),
            some => some.join(", "),
        }
    }

    pub(super) fn note(&mut self, text: String) {
        self.screen.push(Block::Note(text));
    }

    pub(super) fn key(&self, policy: usize, players: u32) -> Key {
        self.solve.policies[policy].key(&Key { players, ..self.rules.clone() })
    }

    pub(super) fn figure(
        &mut self,
        key: &Key,
        name: &str,
        value: f64,
        optimum: Option<f64>,
        regret: Option<f64>,
    ) {
        let cells = [
            self.solve.args.objective.name().into(),
            name.into(),
            value.into(),
            optimum.into(),
            regret.into(),
            "exact".into(),
        ];
        self.row(&POLICY_VALUES, key, cells);
    }

    /// Adds the win probabilities of a policy by the number of its first turn, and their mean, with those of
    /// optimal play.
    pub(super) fn wins(&mut self, overall: &Key, by_seat: &[(f64, f64)]) {
        let mean =
            |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / by_seat.len() as f64;
        let whole = (
            mean(&mut by_seat.iter().map(|one| one.0)),
            mean(&mut by_seat.iter().map(|one| one.1)),
        );
        let seats = (1..).map(Some).zip(by_seat).chain([(None, &whole)]);
        for (seat, &(value, best)) in seats {
            let scope = if seat.is_some() { Scope::Seat } else { Scope::Overall };
            let key = Key { scope, seat, ..overall.clone() };
            let regret = difference(best, value);
            self.figure(&key, "win_probability", value, Some(best), Some(regret));
        }
    }

    /// Adds the figures of the next policy to the comparison on the screen.
    pub(super) fn compare(&mut self, figures: [String; 3]) {
        self.compared.push(figures);
    }

    pub(super) fn regret(&mut self, key: &Key, regret: &Regret) {
        let game = &self.solve.game;
        habits::rows(game, regret).for_each(|row| self.row(&REGRET, key, row));
        match habits::costliest(game, regret) {
            Some((grid, note)) => {
                let title = format!("{}: the most costly decisions", key.policy);
                self.habits.extend([Block::Title(title), Block::Grid(grid), Block::Note(note)]);
            }
            None => {
                let title = format!("{}: all decisions are optimal", key.policy);
                self.habits.push(Block::Title(title));
            }
        }
    }

    pub(super) fn picture(&mut self, name: &str, map: HeatMap, shown: bool) {
        self.pictures.push((format!("{name}.svg"), map.svg().into_bytes()));
        if shown {
            self.screen.push(Block::Map(Box::new(map)));
        }
    }

    /// The comparison of policies.
    fn comparison(&self) -> Option<Block> {
        if self.compared.is_empty() {
            return None;
        }
        let (value, regret, third) = match self.solve.args.objective {
            Objective::Turn => ("points per turn", "regret", "bust probability"),
            Objective::Race => ("turns to the target", "regret", ""),
            Objective::Win => ("win probability", "regret", "win probability moving first"),
        };
        let mut columns = vec![
            ("policy", Align::Left),
            (value, Align::Right),
            (regret, Align::Right),
            (third, Align::Right),
        ];
        columns.retain(|(name, _)| !name.is_empty());
        let mut grid = Grid::new(&columns);
        for (policy, figures) in self.solve.policies.iter().zip(&self.compared) {
            let row = [&policy.label].into_iter().chain(figures).take(columns.len());
            grid.push(row.map(String::as_str));
        }
        Some(Block::Grid(grid))
    }

    pub(super) fn finish(mut self, solve: &PreparedSolve, warnings: Vec<Warning>) -> Results {
        self.screen.extend(self.comparison());
        self.screen.append(&mut self.habits);
        let level = solve.game.rules.level_note(&solve.args.rules.settings());
        self.screen.extend(
            level.map(|(note, help)| Block::Note(format!("This solution {note}; {help}."))),
        );
        self.warnings.extend(warnings);
        Results {
            tables: self.tables,
            files: self.pictures,
            screen: self.screen,
            warnings: self.warnings,
            ..Results::default()
        }
    }
}
