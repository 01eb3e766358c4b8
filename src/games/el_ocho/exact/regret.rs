//! What each habit of a policy costs.
//!
//! The performance-difference lemma (Kakade and Langford, *Approximately optimal approximate
//! reinforcement learning*, ICML 2002): a policy falls short of the optimum by the sum over
//! decisions of how often *the policy* meets the decision, times what its choice loses there by the
//! *optimal* values. So the rows of a [`Regret`] add up to the whole of it.

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

/// What is decided in a situation, by the policy and by the best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// What to keep of a roll. A roll of which there is one way to keep dice is no decision.
    Keep {
        /// The class of the roll, a place among those of its table.
        class: usize,
        /// What the policy keeps.
        chosen: Keep,
        /// What is best to keep.
        best: Keep,
    },
    /// Whether to roll on, where stopping is legal.
    Roll {
        /// Whether the policy stops.
        stops: bool,
        /// Whether stopping is best.
        should_stop: bool,
    },
}

/// One decision situation and what is decided there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegretRow {
    /// Units of the turn: before the roll at a keep, with what was kept at the decision to roll.
    pub points: u32,
    /// The dice rolled at a keep, the dice that would be rolled at the decision to roll.
    pub dice: u8,
    /// What is decided.
    pub habit: Habit,
    /// How often this happens: in a turn, a race or a game.
    pub visits: f64,
    /// What it loses in all, in the objective: points, turns or probability of winning.
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
    /// Every decision the policy meets, sorted by kind (keeps first), dice, points and class. The
    /// losses add up to the distance between `best` and `value`.
    pub rows: Vec<RegretRow>,
}

impl Regret {
    /// What the policy loses in all: the sum of the rows.
    pub fn total(&self) -> f64 {
        self.rows.iter().map(|row| row.loss).sum()
    }
}

/// What tells rows apart, in one word, so that a busy map has small keys.
///
/// | bits  | meaning                                                      |
/// |-------|--------------------------------------------------------------|
/// | 63    | whether it is the decision to roll on                        |
/// | 56–62 | dice                                                         |
/// | 32–55 | units of the turn                                            |
/// | 16–31 | class of the roll                                            |
/// | 8–15  | what the policy does: an index of the keeps, or 1 for "stop" |
/// | 0–7   | what is best, likewise                                       |
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

/// Rows under construction: how often, and what is lost.
#[derive(Default)]
struct Book {
    rows: FxHashMap<Key, (f64, f64)>,
}

/// One turn that is booked, and what is best there.
struct Turn<'a> {
    solver: &'a Solver,
    position: &'a Position,
    times: f64,
}

/// How often a game comes to pairs of own and other total, before a turn of the policy's (`to_roll`)
/// and of its opponent's (`to_wait`).
struct Visits {
    target: usize,
    to_roll: Vec<f64>,
    to_wait: Vec<f64>,
}

/// What comes of a pair of totals.
struct Leg {
    own: usize,
    /// How often the policy's turn, and the opponent's, is started.
    turns: f64,
    replies: f64,
    law: Arc<Law>,
    reply: Arc<Law>,
    book: Book,
}

impl Visits {
    /// A game begins at `cell`, either player being about to roll as often.
    fn new(target: usize, cell: usize) -> Self {
        let mut to_roll = vec![0.0; target * target];
        to_roll[cell] = 0.5;
        Self { target, to_wait: to_roll.clone(), to_roll }
    }

    /// How often the turns of both are started at a pair of totals, each beginning again when both
    /// are lost.
    fn turns(&self, cell: usize, law: &Law, reply: &Law) -> (f64, f64) {
        let ends = (1.0 - law.bust * reply.bust).max(1e-12);
        let turns = (self.to_roll[cell] + reply.bust * self.to_wait[cell]) / ends;
        (turns, self.to_wait[cell] + law.bust * turns)
    }

    /// What is banked leads to other pairs.
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
    /// Books the turns that are started with these totals, so often.
    fn turns(
        &mut self,
        solver: &Solver,
        mind: &Mind<'_>,
        (own, other): (u32, u32),
        position: &Position,
        times: f64,
    ) {
        let turn = Turn { solver, position, times };
        mind.follow(own, other, |event| self.turn(&turn, &event));
    }

    /// Books what is met in a turn.
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
                    let worth = |index: usize| {
                        let to = game.after_keep(at, keeps[index]);
                        position.inner_best(to.points, to.dice).unwrap_or(0.0)
                    };
                    let chosen =
                        kept.and_then(|kept| keeps.iter().position(|one| *one == kept.keep));
                    let chosen = chosen.unwrap_or(0);
                    let best = position.choose_keep(game, at, keeps);
                    let loss = (worth(best) - worth(chosen)) * position.scale.abs();
                    let visits = visits * kind.weight as f64 / moves.settled as f64;
                    let key = Key::new(false, dice, points, class, chosen, best);
                    self.add(key, visits, visits * loss);
                }
            }
            Event::Decides { at, mass, stops } => {
                let TurnState { points, dice, .. } = at;
                let values = (position.inner_stop(points), position.inner_roll(points, dice));
                // Where stopping is not legal, nothing is decided.
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
    /// What a policy loses in one turn, the table standing like `standing`.
    ///
    /// # Errors
    ///
    /// A policy that looks at the number of rolls or uses chance.
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

    /// What a policy loses in a race from a total to the target, in turns. Infinite values (a policy
    /// that does not get there) have no rows.
    ///
    /// # Errors
    ///
    /// As [`Self::race_value`].
    ///
    /// # Panics
    ///
    /// If `start` is no total below the target.
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
        let target = self.target()?;
        // The probability of coming through each total.
        let mut comes = vec![0.0; target];
        comes[start] = 1.0;
        for own in start..target {
            if comes[own] == 0.0 {
                continue;
            }
            let position = solution.position(own as u32);
            let law = mind.law(own as u32, 0);
            let again = law.bust
                + law.banked.iter().filter(|bank| bank.0 == 0).map(|bank| bank.1).sum::<f64>();
            let turns = comes[own] / (1.0 - again);
            book.turns(self, &mind, (own as u32, 0), &position, turns);
            for &(points, chance) in law.banked.iter().filter(|bank| bank.0 > 0) {
                if let Some(to) = comes.get_mut(own + points as usize) {
                    *to += turns * chance;
                }
            }
        }
        Ok(book.finish(&self.game, Objective::Race, best, value))
    }

    /// What a policy loses in a game against `opponent` that stands at `start` (own total and the
    /// opponent's), in probability of winning, on average over who is about to roll. `solution` must be the best response to that opponent ([`Self::respond`], or
    /// [`Self::win`] against the best play). `None`: it was stopped.
    ///
    /// # Errors
    ///
    /// As [`Self::match_value`].
    ///
    /// # Panics
    ///
    /// If `start` are no totals below the target.
    pub fn win_regret(
        &self,
        player: &Player,
        opponent: Side<'_>,
        solution: &WinSolution,
        start: (u32, u32),
        control: Control<'_>,
    ) -> Result<Option<Regret>> {
        let side = Side::Player(player);
        let target = self.target()?;
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
                let (law, reply) = (mine.law(a, b), theirs.law(b, a));
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
