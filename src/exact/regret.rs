//! What each habit of a policy costs.
//!
//! The performance-difference lemma (Kakade and Langford, *Approximately optimal approximate
//! reinforcement learning*, ICML 2002): a policy falls short of the optimum by the sum over
//! decisions of how often *the policy* meets the decision, times what its choice loses there by the
//! *optimal* values. So the rows of a [`Regret`] add up to the whole of it.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::law::{Event, Mind, Moves, Side};
use super::win::pairs;
use super::{
    Control, Objective, Position, RaceSolution, Solver, Ticker, TurnSolution, WinSolution,
};
use crate::error::Result;
use crate::games::el_ocho::scoring::{Keep, Verdict};
use crate::games::el_ocho::turn::{Player, Standing, TurnState};

/// One decision situation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RegretRow {
    /// Units of the turn: before the roll at a keep, with what was kept at the decision to roll.
    pub points: u32,
    /// The dice rolled at a keep, the dice that would be rolled at the decision to roll.
    pub dice: u8,
    /// Whether it is what to keep (else whether to roll).
    pub keep: bool,
    /// How often the policy meets it: in a turn, a race from nothing or a game. Keeps are met at
    /// every decision to roll, whether the roll then leaves a choice or not.
    pub visits: f64,
    /// Of these, how often it stops; 0 at a keep.
    pub stops: f64,
    /// Of these, how often stopping would be best; 0 at a keep.
    pub should_stop: f64,
    /// What it loses here in all, in the objective: points, turns or probability of winning.
    pub loss: f64,
}

/// What one keep costs.
#[derive(Clone, Debug, PartialEq)]
pub struct KeepHabit {
    /// Units of the turn before the roll.
    pub points: u32,
    /// The dice rolled.
    pub dice: u8,
    /// The class of the roll, see [`crate::games::el_ocho::classes::RollTable::classes`].
    pub class: usize,
    /// What the policy keeps.
    pub chosen: Keep,
    /// What is best.
    pub best: Keep,
    /// How often the policy meets it in a turn.
    pub visits: f64,
    /// What it loses here in all, in points.
    pub loss: f64,
}

/// What a policy loses against the optimum, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Regret {
    /// The objective, and so the unit.
    pub objective: Objective,
    /// The optimum.
    pub best: f64,
    /// The value of the policy by the objective, computed apart from the rows.
    pub value: f64,
    /// Every situation the policy meets, sorted by kind (keeps first), dice and points. The losses
    /// add up to the distance between `best` and `value`.
    pub rows: Vec<RegretRow>,
    /// For the objective of a turn: the keeps that lose something, the costliest first.
    pub keeps: Vec<KeepHabit>,
}

impl Regret {
    /// What the policy loses in all: the sum of the rows.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.rows.iter().map(|row| row.loss).sum()
    }
}

/// Rows under construction, by (roll on?, dice, points).
#[derive(Default)]
struct Book {
    rows: BTreeMap<(bool, u8, u32), RegretRow>,
}

impl Book {
    /// Books what is met in one turn, started so many times.
    fn turn(&mut self, times: f64, position: &Position, event: &Event<'_>) {
        match *event {
            Event::Rolls { row, index, mass, moves } => {
                let (points, dice) = (row as u32, index as u8 + 1);
                let best = position.inner_roll(points, dice).unwrap_or(0.0);
                let lost = (best - value_of(position, row, moves)).max(0.0) * position.scale.abs();
                let entry = self.rows.entry((false, dice, points)).or_default();
                entry.visits += times * mass;
                entry.loss += times * mass * lost;
            }
            Event::Decides { row, index, mass, stops } => {
                let (points, dice) = (row as u32, index as u8 + 1);
                let Some(roll) = position.inner_roll(points, dice) else { return };
                let stop = position.inner_stop(points);
                let best = stop.map_or(roll, |stop| stop.max(roll));
                let chosen = stop.filter(|_| stops).unwrap_or(roll);
                let entry = self.rows.entry((true, dice, points)).or_default();
                entry.visits += times * mass;
                entry.stops += if stops { times * mass } else { 0.0 };
                let should = position.stops(points, dice);
                entry.should_stop += if should { times * mass } else { 0.0 };
                entry.loss += times * mass * (best - chosen) * position.scale.abs();
            }
        }
    }

    fn merge(mut self, other: Self) -> Self {
        for (key, from) in other.rows {
            let into = self.rows.entry(key).or_default();
            into.visits += from.visits;
            into.stops += from.stops;
            into.should_stop += from.should_stop;
            into.loss += from.loss;
        }
        self
    }

    fn finish(self, objective: Objective, best: f64, value: f64, keeps: Vec<KeepHabit>) -> Regret {
        let rows = self.rows.into_iter().map(|((rolls, dice, points), row)| RegretRow {
            points,
            dice,
            keep: !rolls,
            ..row
        });
        Regret { objective, best, value, rows: rows.collect(), keeps }
    }
}

/// What the moves of a policy are worth by the optimal values, the higher the better.
fn value_of(position: &Position, row: usize, moves: &Moves) -> f64 {
    let kept: f64 = moves
        .keeps
        .iter()
        .map(|&(points, left, chance)| {
            let value = position.inner_best(row as u32 + points, left as u8 + 1);
            chance * value.unwrap_or(0.0)
        })
        .sum();
    let won = match position.objective() {
        Objective::Turn => moves.win * row as f64 + moves.win_points,
        Objective::Race => 0.0,
        Objective::Win => moves.win,
    };
    kept + won + moves.bust * position.lost() / position.scale
}

impl Solver {
    /// What a policy loses in one turn, the table standing like `standing`.
    ///
    /// # Errors
    ///
    /// A policy that looks at the number of rolls or uses chance.
    pub fn turn_regret(
        &self,
        player: &dyn Player,
        standing: &Standing,
        solution: &TurnSolution,
    ) -> Result<Regret> {
        let value = self.turn_value(player, standing)?.points;
        let mind = Mind::for_turn(self, Side::Player(player), standing)?;
        let position = &solution.position;
        let mut book = Book::default();
        let mut keeps = Vec::new();
        let unit = position.scale;
        mind.base_law(|event| {
            book.turn(1.0, position, &event);
            let Event::Rolls { row, index, mass, .. } = event else { return };
            let state = TurnState { points: row as u32, dice: index as u8 + 1, rolls: 1 };
            let table = self.game.table(state.dice);
            for (class, kind) in table.classes().iter().enumerate() {
                let Verdict::Keep(options) = &kind.verdict else { continue };
                let worth = |keep: Keep| {
                    let to = self.game.after_keep(state, keep);
                    position.inner_best(to.points, to.dice).unwrap_or(0.0)
                };
                let chosen = mind.choice(player, state, options);
                let best = options[position.choose_keep(&self.game, state, options)];
                let loss = worth(best) - worth(chosen);
                if loss > 1e-12 * worth(best).abs() {
                    let weight = kind.weight as f64 / self.odds.rolls[index].settled as f64;
                    keeps.push(KeepHabit {
                        points: state.points,
                        dice: state.dice,
                        class,
                        chosen,
                        best,
                        visits: mass * weight,
                        loss: mass * weight * loss * unit,
                    });
                }
            }
        });
        keeps.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        Ok(book.finish(Objective::Turn, solution.value, value, keeps))
    }

    /// What a policy loses in a race from nothing to the target, in turns. Infinite values (a
    /// policy that does not get there) have no rows.
    ///
    /// # Errors
    ///
    /// As [`Self::race_value`].
    pub fn race_regret(&self, player: &dyn Player, solution: &RaceSolution) -> Result<Regret> {
        let value = self.race_value(player)?.turns[0];
        let mut book = Book::default();
        let best = solution.turns[0];
        if value.is_infinite() {
            return Ok(book.finish(Objective::Race, best, value, Vec::new()));
        }
        let mind = Mind::for_race(self, Side::Player(player))?;
        let target = self.target()?;
        // The probability of coming through each total.
        let mut comes = vec![0.0; target];
        comes[0] = 1.0;
        for own in 0..target {
            if comes[own] == 0.0 {
                continue;
            }
            let position = solution.position(own as u32);
            let law = mind.law(own as u32, 0);
            let again = law.bust
                + law.banked.iter().filter(|bank| bank.0 == 0).map(|bank| bank.1).sum::<f64>();
            let turns = comes[own] / (1.0 - again);
            mind.follow(own as u32, 0, |event| book.turn(turns, &position, &event));
            for &(points, chance) in law.banked.iter().filter(|bank| bank.0 > 0) {
                if let Some(to) = comes.get_mut(own + points as usize) {
                    *to += turns * chance;
                }
            }
        }
        Ok(book.finish(Objective::Race, best, value, Vec::new()))
    }

    /// What a policy loses in a game against `opponent`, in probability of winning, on average over
    /// both seats. `solution` must be the best response to that opponent ([`Self::respond`], or
    /// [`Self::win`] against the best play). `None`: it was stopped.
    ///
    /// # Errors
    ///
    /// As [`Self::match_value`].
    pub fn win_regret(
        &self,
        player: &dyn Player,
        opponent: Side<'_>,
        solution: &WinSolution,
        control: Control<'_>,
    ) -> Result<Option<Regret>> {
        let side = Side::Player(player);
        let target = self.target()?;
        let mine = Mind::for_match(self, side)?;
        let theirs = Mind::for_match(self, opponent)?.remembering();
        let Some(value) = self.match_of(&mine, &theirs, control)? else { return Ok(None) };
        // The expected number of times a pair of totals is come to, about to roll and waiting.
        let mut to_roll = vec![0.0; target * target];
        let mut to_wait = to_roll.clone();
        (to_roll[0], to_wait[0]) = (0.5, 0.5);
        let mut book = Book::default();
        let mut ticker = Ticker::new(control, (target * target) as u64);
        let mut done = 0;
        for sum in 0..=2 * (target - 1) {
            let owns = pairs(sum, target);
            done += owns.len() as u64;
            let met: Vec<usize> = owns
                .into_iter()
                .filter(|a| to_roll[a * target + sum - a] + to_wait[a * target + sum - a] > 1e-16)
                .collect();
            let parts: Vec<_> = met
                .par_iter()
                .map(|&a| {
                    let (own, other) = (a as u32, (sum - a) as u32);
                    let cell = a * target + sum - a;
                    let (law, reply) = (mine.law(own, other), theirs.law(other, own));
                    let ends = (1.0 - law.bust * reply.bust).max(1e-12);
                    let turns = (to_roll[cell] + reply.bust * to_wait[cell]) / ends;
                    let replies = to_wait[cell] + law.bust * turns;
                    let position = solution.position(own, other);
                    let mut book = Book::default();
                    mine.follow(own, other, |event| book.turn(turns, &position, &event));
                    (a, turns, replies, law, reply, book)
                })
                .collect();
            for (a, turns, replies, law, reply, part) in parts {
                let b = sum - a;
                for &(points, chance) in &law.banked {
                    let total = a + points as usize;
                    if total < target && points > 0 {
                        to_wait[total * target + b] += turns * chance;
                    }
                }
                for &(points, chance) in &reply.banked {
                    let total = b + points as usize;
                    if total < target && points > 0 {
                        to_roll[a * target + total] += replies * chance;
                    }
                }
                book = book.merge(part);
            }
            if !ticker.tick(done) {
                return Ok(None);
            }
        }
        let best = 0.5 * (solution.win(0, 0) + solution.wait(0, 0));
        let value = 0.5 * (value.first + value.second);
        Ok(Some(book.finish(Objective::Win, best, value, Vec::new())))
    }
}
