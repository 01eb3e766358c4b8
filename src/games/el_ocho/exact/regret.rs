//! The regret of a policy, by decision.
//!
//! The performance-difference lemma (Kakade and Langford, *Approximately optimal approximate
//! reinforcement learning*, ICML 2002): the regret of a policy is the sum over decisions of the
//! expected visits under *the policy*, times the loss of its action by the *optimal* values. The
//! rows of a [`Regret`] therefore sum to the total regret.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::law::{Event, Law, Mind, Side};
use super::win::pairs;
use super::{
    Control, Objective, Position, RaceSolution, Solver, Ticker, TurnSolution, WinSolution,
};
use crate::error::Result;
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::scoring::Keep;
use crate::games::el_ocho::turn::{Game, Standing, TurnState};

/// The decision of the policy and the optimal one in a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// What to keep of a roll with at least two legal keeps.
    Keep {
        /// The class of the roll, as an index in its table.
        class: usize,
        /// The policy's keep.
        chosen: Keep,
        /// The optimal keep.
        best: Keep,
    },
    /// Whether to roll again, where stopping is legal.
    Roll {
        /// Whether the policy stops.
        stops: bool,
        /// Whether stopping is optimal.
        should_stop: bool,
    },
}

/// One decision situation with the decisions made there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegretRow {
    /// Units of the turn: before the roll at a keep, including the kept dice at the decision to
    /// roll.
    pub points: u32,
    /// The number of dice: just rolled at a keep, to roll next at the decision to roll.
    pub dice: u8,
    /// The policy's decision and the optimal one.
    pub habit: Habit,
    /// Expected number of occurrences per turn, race or game.
    pub visits: f64,
    /// Total loss in the unit of the objective: points, turns or win probability.
    pub loss: f64,
}

/// The regret of a policy, by decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Regret {
    /// The objective, which determines the unit.
    pub objective: Objective,
    /// The optimal value.
    pub best: f64,
    /// The value of the policy, computed independently of the rows.
    pub value: f64,
    /// All decisions of the policy, sorted by kind (keeps first), dice, points and class. Their
    /// losses sum to the difference between `best` and `value`.
    pub rows: Vec<RegretRow>,
}

impl Regret {
    /// The total regret: the sum of the rows.
    pub fn total(&self) -> f64 {
        self.rows.iter().map(|row| row.loss).sum()
    }
}

/// The key of a row in one word, so that the hash map has small keys.
///
/// | bits  | meaning                                                      |
/// |-------|--------------------------------------------------------------|
/// | 63    | whether it is the decision to roll                           |
/// | 56–62 | dice                                                         |
/// | 32–55 | units of the turn                                            |
/// | 16–31 | class of the roll                                            |
/// | 8–15  | the policy's action: an index of the keeps, or 1 for "stop"  |
/// | 0–7   | the optimal action, likewise                                 |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key(u64);

impl Key {
    fn new(rolls: bool, dice: u8, points: u32, class: usize, chosen: usize, best: usize) -> Self {
        debug_assert!(dice < 128 && points < 1 << 24 && class < 1 << 16);
        debug_assert!(chosen < 256 && best < 256);
        let class = (class as u64) << 16 | (chosen as u64) << 8 | best as u64;
        Self(u64::from(rolls) << 63 | u64::from(dice) << 56 | u64::from(points) << 32 | class)
    }

    fn row(self, game: &Game, (visits, loss): (f64, f64)) -> RegretRow {
        let Self(word) = self;
        let dice = (word >> 56) as u8 & 127;
        let (chosen, best) = ((word >> 8) as u8, word as u8);
        let habit = if word >> 63 == 1 {
            Habit::Roll { stops: chosen == 1, should_stop: best == 1 }
        } else {
            let class = usize::from((word >> 16) as u16);
            let keeps = game.table(dice).classes()[class].keeps();
            let keep = |index: u8| keeps[usize::from(index)];
            Habit::Keep { class, chosen: keep(chosen), best: keep(best) }
        };
        RegretRow { points: (word >> 32) as u32 & 0xff_ffff, dice, habit, visits, loss }
    }
}

/// Rows under construction: expected visits and total loss.
#[derive(Default)]
struct Book {
    rows: FxHashMap<Key, (f64, f64)>,
}

/// One turn to add, with its optimal values and its expected number of occurrences.
struct Turn<'a> {
    solver: &'a Solver,
    position: &'a Position,
    times: f64,
}

/// Expected arrivals per game at pairs (own total, opponent's total), before a turn of the policy
/// (`to_roll`) or of its opponent (`to_wait`). Returns after busts are not counted.
struct Visits {
    target: usize,
    to_roll: Vec<f64>,
    to_wait: Vec<f64>,
}

/// The turns at one pair of totals.
struct Leg {
    own: usize,
    /// Expected number of turns of the policy, and of the opponent.
    turns: f64,
    replies: f64,
    law: Arc<Law>,
    reply: Arc<Law>,
    book: Book,
}

impl Visits {
    /// A game begins at `cell`, with either player to roll with probability 1/2.
    fn new(target: usize, cell: usize) -> Self {
        let mut to_roll = vec![0.0; target * target];
        to_roll[cell] = 0.5;
        Self { target, to_wait: to_roll.clone(), to_roll }
    }

    /// The expected turns of both players at a pair of totals, including returns after two busts.
    fn turns(&self, cell: usize, law: &Law, reply: &Law) -> (f64, f64) {
        let ends = (1.0 - law.bust * reply.bust).max(1e-12);
        let turns = (self.to_roll[cell] + reply.bust * self.to_wait[cell]) / ends;
        (turns, self.to_wait[cell] + law.bust * turns)
    }

    /// Adds the arrivals at other pairs after banks.
    fn leave(&mut self, leg: &Leg, other: usize) {
        let Self { target, to_roll, to_wait } = self;
        for &(points, chance) in &leg.law.banked {
            let total = leg.own + points as usize;
            if total < *target && points > 0 {
                to_wait[total * *target + other] += leg.turns * chance;
            }
        }
        for &(points, chance) in &leg.reply.banked {
            let total = other + points as usize;
            if total < *target && points > 0 {
                to_roll[leg.own * *target + total] += leg.replies * chance;
            }
        }
    }
}

impl Book {
    /// Adds the policy's turns from these totals, with `times` expected occurrences.
    fn turns(
        &mut self,
        solver: &Solver,
        mind: &Mind<'_>,
        (own, other): (u32, u32),
        position: &Position,
        times: f64,
    ) {
        let turn = Turn { solver, position, times };
        mind.follow([own, other, 0], |event| self.turn(&turn, &event));
    }

    /// Adds an event of a turn.
    fn turn(&mut self, turn: &Turn<'_>, event: &Event) {
        let position = turn.position;
        match *event {
            Event::Rolls { at, mass, moves } => {
                let visits = turn.times * mass;
                let game = &turn.solver.game;
                let TurnState { points, dice, .. } = at;
                let classes = game.table(dice).classes().iter().zip(&moves.kept);
                for (class, (kind, kept)) in classes.enumerate() {
                    let keeps = kind.keeps();
                    if keeps.len() < 2 {
                        continue;
                    }
                    let value = |index: usize| {
                        let to = game.after_keep(at, keeps[index]);
                        position.inner_best(to.points, to.dice).unwrap_or(0.0)
                    };
                    let chosen =
                        kept.and_then(|kept| keeps.iter().position(|one| *one == kept.keep));
                    let chosen = chosen.unwrap_or(0);
                    let best = position.choose_keep(game, at, keeps);
                    let loss = (value(best) - value(chosen)) * position.scale.abs();
                    let visits = visits * kind.weight as f64 / moves.settled as f64;
                    let key = Key::new(false, dice, points, class, chosen, best);
                    self.add(key, visits, visits * loss);
                }
            }
            Event::Decides { at, mass, stops } => {
                let TurnState { points, dice, .. } = at;
                let values = (position.inner_stop(points), position.inner_roll(points, dice));
                // Forced rolls are not decisions.
                let (Some(stop), Some(roll)) = values else { return };
                let (chosen, best) = (if stops { stop } else { roll }, stop.max(roll));
                let visits = turn.times * mass;
                let should_stop = position.stops(points, dice);
                let key = Key::new(true, dice, points, 0, stops.into(), should_stop.into());
                self.add(key, visits, visits * (best - chosen) * position.scale.abs());
            }
        }
    }

    fn add(&mut self, key: Key, visits: f64, loss: f64) {
        let row = self.rows.entry(key).or_default();
        row.0 += visits;
        row.1 += loss;
    }

    fn merge(&mut self, other: Self) {
        for (key, (visits, loss)) in other.rows {
            self.add(key, visits, loss);
        }
    }

    fn finish(self, game: &Game, objective: Objective, best: f64, value: f64) -> Regret {
        let mut rows: Vec<_> = self.rows.into_iter().collect();
        rows.sort_unstable_by_key(|(key, _)| *key);
        let rows = rows.into_iter().map(|(key, sums)| key.row(game, sums)).collect();
        Regret { objective, best, value, rows }
    }
}

impl Solver {
    /// The regret of a policy in one turn with `standing`.
    ///
    /// # Errors
    ///
    /// Returns an error if the policy reads the number of rolls or uses random numbers.
    pub fn turn_regret(
        &self,
        player: &Player,
        standing: &Standing,
        solution: &TurnSolution,
    ) -> Result<Regret> {
        let value = self.turn_value(player, standing)?.points;
        let mind = Mind::for_turn(self, Side::Player(player), standing)?;
        let position = &solution.position;
        let turn = Turn { solver: self, position, times: 1.0 };
        let mut book = Book::default();
        mind.base_law(|event| book.turn(&turn, &event));
        Ok(book.finish(&self.game, Objective::Turn, solution.value, value))
    }

    /// The regret of a policy in a race from `start` to the target, in turns. A policy that never
    /// reaches the target has an infinite value and no rows.
    ///
    /// # Errors
    ///
    /// As [`Self::race_value`].
    ///
    /// # Panics
    ///
    /// Panics if `start` is not below the target.
    pub fn race_regret(
        &self,
        player: &Player,
        solution: &RaceSolution,
        start: u32,
    ) -> Result<Regret> {
        let start = start as usize;
        let value = self.race_value(player)?.turns[start];
        let mut book = Book::default();
        let best = solution.turns[start];
        if value.is_infinite() {
            return Ok(book.finish(&self.game, Objective::Race, best, value));
        }
        let mind = Mind::for_game(self, Side::Player(player), 1)?;
        let target = self.target(1)?;
        // The probability of visiting each total.
        let mut visits = vec![0.0; target];
        visits[start] = 1.0;
        for own in start..target {
            if visits[own] == 0.0 {
                continue;
            }
            let position = solution.position(own as u32);
            let law = mind.law([own as u32, 0, 0]);
            let again = law.bust
                + law.banked.iter().filter(|bank| bank.0 == 0).map(|bank| bank.1).sum::<f64>();
            let turns = visits[own] / (1.0 - again);
            book.turns(self, &mind, (own as u32, 0), &position, turns);
            for &(points, chance) in law.banked.iter().filter(|bank| bank.0 > 0) {
                if let Some(to) = visits.get_mut(own + points as usize) {
                    *to += turns * chance;
                }
            }
        }
        Ok(book.finish(&self.game, Objective::Race, best, value))
    }

    /// The regret of a policy in games against `opponent` from `start` (own total, opponent's
    /// total), in win probability, averaged over the two players to roll first. `solution` must be
    /// the best response to that opponent ([`Self::respond`], or [`Self::win`] against optimal
    /// play). `None` if interrupted.
    ///
    /// # Errors
    ///
    /// As [`Self::match_value`].
    ///
    /// # Panics
    ///
    /// Panics if a total of `start` is not below the target.
    pub fn win_regret(
        &self,
        player: &Player,
        opponent: Side<'_>,
        solution: &WinSolution,
        start: (u32, u32),
        control: Control<'_>,
    ) -> Result<Option<Regret>> {
        let side = Side::Player(player);
        let target = self.target(2)?;
        let mine = Mind::for_game(self, side, 2)?;
        let theirs = Mind::for_game(self, opponent, 2)?.remembering();
        let Some(value) = self.match_of(&mine, &theirs, control)? else { return Ok(None) };
        let (own, other) = (start.0 as usize, start.1 as usize);
        let start = own * target + other;
        let mut visits = Visits::new(target, start);
        let mut book = Book::default();
        let mut ticker = Ticker::new(control, (target * target) as u64);
        let mut done = 0;
        for sum in own + other..=2 * (target - 1) {
            let mut owns = pairs(sum, target);
            done += owns.len() as u64;
            let cell = |own: usize| own * target + sum - own;
            owns.retain(|own| visits.to_roll[cell(*own)] + visits.to_wait[cell(*own)] > 1e-16);
            let leg = |&own: &usize| {
                let (a, b) = (own as u32, (sum - own) as u32);
                let (law, reply) = (mine.law([a, b, 0]), theirs.law([b, a, 0]));
                let (turns, replies) = visits.turns(cell(own), &law, &reply);
                let position = solution.position(a, b);
                let mut book = Book::default();
                book.turns(self, &mine, (a, b), &position, turns);
                Leg { own, turns, replies, law, reply, book }
            };
            let legs: Vec<Leg> = owns.par_iter().map(leg).collect();
            for leg in legs {
                visits.leave(&leg, sum - leg.own);
                book.merge(leg.book);
            }
            if !ticker.tick(done) {
                return Ok(None);
            }
        }
        let best = 0.5
            * (solution.win(own as u32, other as u32) + solution.wait(own as u32, other as u32));
        let value = 0.5 * (value.win[start] + value.wait[start]);
        Ok(Some(book.finish(&self.game, Objective::Win, best, value)))
    }
}
