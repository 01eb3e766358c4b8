//! What a given policy is worth, exactly.
//!
//! The turn of a policy is followed from low points to high ([`fold`](super::super::fold)), which
//! gives the probability of every way it can end, its *law*.
//!
//! Whole games are then linear. A lost turn leads back to the same totals: alone,
//! *V*(own) = (1 + Σ bank(*t*) *V*(own + *t*)) / (1 − bust); for two, with *x* before the turn of A
//! and *z* before that of B,
//!
//! ```text
//! x = α + p z,   z = β + q x,   so   x = (α + p β) / (1 − p q)
//! ```

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::length::given_up;
use super::odds::Rolls;
use super::win::pairs;
use super::{Control, Position, Solver, Ticker, WinSolution};
use crate::error::{Error, Result};
use crate::games::el_ocho::fold::{Keeping, Moves, follow};
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::turn::{STOP, Sight, Standing, TurnState};

/// Points of a turn beyond which a policy that still rolls is not followed in whole games, in units:
/// there are many turns to follow then.
const MAX_ROWS: usize = 1 << 16;

/// The most that may be left of a turn where it is no longer followed.
const MAX_UNRESOLVED: f64 = 1e-12;

/// States of a turn less likely than this are no longer followed.
const NEGLIGIBLE: f64 = 1e-21;

/// Someone whose decisions are known.
#[derive(Clone, Copy, Debug)]
pub enum Side<'a> {
    /// A policy.
    Player(&'a Player),
    /// The best play (much faster than asking [`super::OptimalWin`] for each decision).
    Optimal(&'a WinSolution),
}

/// The value of one turn of a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnValue {
    /// Its expected points; a lost turn counts 0, a roll that wins the game what the turn then
    /// holds.
    pub points: f64,
    /// The variance of the points.
    pub variance: f64,
    /// The probability that it loses its points.
    pub bust: f64,
    /// The probability that it wins the game by a roll.
    pub win: f64,
}

/// The value of a policy playing alone.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceValue {
    /// The expected number of turns to the target by own total in units; infinite where the target
    /// is never reached.
    pub turns: Vec<f64>,
    /// At most so likely a game is given up before its end, wherever it begins.
    pub given_up: f64,
}

/// The value of one policy against another.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchValue {
    /// The probability that the first named wins when it moves first.
    pub first: f64,
    /// The same when it moves second.
    pub second: f64,
    /// Whether some game can go on for ever; what it may take is won by nobody.
    pub endless: bool,
    /// At most so likely a game is given up before its end, wherever it begins; games that can never
    /// end are not among them.
    pub given_up: f64,
    /// By own total and opponent's in units, the opponent's running fastest: about to roll.
    pub win: Vec<f64>,
    /// The same with the opponent about to roll.
    pub wait: Vec<f64>,
}

/// Every way one turn can end.
#[derive(Clone, Debug, Default)]
pub(super) struct Law {
    pub(super) bust: f64,
    pub(super) win: f64,
    /// The mean of the units won with, times the probability; and of their squares.
    pub(super) win_points: f64,
    pub(super) win_squares: f64,
    /// Units banked and how likely.
    pub(super) banked: Vec<(u32, f64)>,
}

impl Law {
    /// A roll made with probability `mass`, with so many units in the turn, may end it.
    #[inline]
    fn roll(&mut self, mass: f64, rolls: &Rolls, units: u32) {
        let settled = rolls.settled as f64;
        self.bust += mass * rolls.bust_chance();
        self.win += mass * (rolls.win_weight() as f64 / settled);
        for &(points, weight) in &rolls.wins {
            let points = f64::from(points + units);
            let chance = mass * weight as f64 / settled;
            self.win_points += chance * points;
            self.win_squares += chance * points * points;
        }
    }

    /// A turn is banked with probability `mass`; no turn with more units was before.
    fn bank(&mut self, units: u32, mass: f64) {
        match self.banked.last_mut() {
            Some((last, chance)) if *last == units => *chance += mass,
            _ => self.banked.push((units, mass)),
        }
    }
}

/// What happens while a turn is followed, and its probability.
pub(super) enum Event<'a> {
    Rolls {
        at: TurnState,
        mass: f64,
        moves: &'a Moves,
    },
    /// Dice were kept, and it is decided to stop or to roll.
    Decides {
        at: TurnState,
        mass: f64,
        stops: bool,
    },
}

/// A side as the solver asks it.
pub(super) struct Mind<'a> {
    solver: &'a Solver,
    side: Side<'a>,
    sight: Sight,
    base: Standing,
    keeping: Keeping,
    laws: RwLock<FxHashMap<(u32, u32), Arc<Law>>>,
    /// Whether laws are kept even where each pair of totals has its own.
    remembers: bool,
    /// Units beyond which turns are not followed.
    rows: usize,
    /// Whether a turn went on beyond them.
    cut: AtomicBool,
}

impl<'a> Mind<'a> {
    fn new(solver: &'a Solver, side: Side<'a>, base: Standing, rows: usize) -> Result<Self> {
        let sight = match side {
            Side::Player(player) => player.sight(),
            Side::Optimal(_) => super::OptimalWin::SIGHT,
        };
        let seen = sight.keep.or(sight.roll);
        let refused = |what: &str, feature: &str| {
            Err(Error::input_help(
                format!(
                    "this policy looks at {what} (`{feature}`), which no exact solution covers"
                ),
                "solved states hold the turn points, the dice and the totals; use `simulate`",
            ))
        };
        if seen.rolls {
            return refused("the number of rolls made", "rolls_made");
        }
        if seen.chance {
            return refused("chance", "chance");
        }
        if seen.turns_taken && rows == MAX_ROWS {
            return refused("the number of turns taken", "turns_taken");
        }
        // Worth it where a state comes up for more than one pair of totals.
        let remembers = !(sight.keep.own && (sight.keep.best_other || sight.keep.others));
        Ok(Self {
            solver,
            side,
            sight,
            base,
            keeping: Keeping::new(sight.keep, remembers),
            laws: RwLock::default(),
            remembers: false,
            rows,
            cut: AtomicBool::new(false),
        })
    }

    /// One turn while the table stands so.
    pub(super) fn for_turn(
        solver: &'a Solver,
        side: Side<'a>,
        standing: &Standing,
    ) -> Result<Self> {
        Self::new(solver, side, *standing, usize::MAX)
    }

    /// A game of so many: one or two.
    pub(super) fn for_game(solver: &'a Solver, side: Side<'a>, players: u8) -> Result<Self> {
        Self::new(solver, side, Standing::start(players), MAX_ROWS)
    }

    /// The same, to be asked for each law more than once (some ten megabytes at El Ocho's target).
    pub(super) fn remembering(self) -> Self {
        let small = self.solver.game.target <= 512;
        Self { remembers: small, ..self }
    }

    /// Refuses what was found out by laws that were cut off.
    ///
    /// # Errors
    ///
    /// A turn that can go on beyond what is followed in whole games.
    pub(super) fn followed(&self) -> Result<()> {
        if !self.cut.load(Ordering::Relaxed) {
            return Ok(());
        }
        let limit = self.solver.game.points(MAX_ROWS as u32);
        Err(Error::input_help(
            format!(
                "a turn of this policy can go on beyond {limit} points, where no exact solution of \
                 whole games follows it"
            ),
            "value it by `--objective turn`, or use `simulate`",
        ))
    }

    /// How the table stands with these totals.
    fn standing(&self, own: u32, other: u32) -> Standing {
        let mut standing = self.base;
        standing.own = own;
        if standing.players > 1 {
            standing.others[0] = other;
        }
        standing
    }

    /// The law of a turn with total `own` against `other`.
    pub(super) fn law(&self, own: u32, other: u32) -> Arc<Law> {
        let seen = self.sight.keep.or(self.sight.roll);
        let sees_other = seen.best_other || seen.others;
        if seen.own && sees_other && !self.remembers {
            return Arc::new(self.follow(own, other, |_| {}));
        }
        let key = (if seen.own { own } else { 0 }, if sees_other { other } else { 0 });
        if let Some(law) = self.laws.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(law);
        }
        let law = Arc::new(self.follow(own, other, |_| {}));
        let mut laws = self.laws.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(laws.entry(key).or_insert(law))
    }

    /// The law of the turn in the standing given.
    pub(super) fn base_law(&self, on: impl FnMut(Event<'_>)) -> Law {
        self.follow_in(&self.base, None, on)
    }

    /// Follows the turn with total `own` against `other`.
    pub(super) fn follow(&self, own: u32, other: u32, on: impl FnMut(Event<'_>)) -> Law {
        let best = match self.side {
            Side::Player(_) => None,
            Side::Optimal(solution) => {
                let position = solution.position(own, other);
                Some(Best { table: position.table(), position })
            }
        };
        self.follow_in(&self.standing(own, other), best.as_ref(), on)
    }

    fn follow_in(
        &self,
        standing: &Standing,
        best: Option<&Best>,
        mut on: impl FnMut(Event<'_>),
    ) -> Law {
        let (game, rolls) = (&self.solver.game, &self.solver.odds.rolls);
        let min_bank = self.solver.min_bank();
        let mut law = Law::default();
        let mut unresolved = 0.0;
        follow(game, false, |at, mass| {
            let points = at.points as usize;
            if points >= self.rows || mass < NEGLIGIBLE {
                unresolved += mass;
                return None;
            }
            if at != game.start() {
                let stops = points >= min_bank && self.stops(standing, best, at);
                on(Event::Decides { at, mass, stops });
                if stops {
                    law.bank(at.points, mass);
                    return None;
                }
            }
            let moves = match (self.side, best) {
                (Side::Player(player), _) => self.keeping.moves(game, player, standing, at),
                (_, best) => Arc::new(self.best_moves(best?, at)),
            };
            on(Event::Rolls { at, mass, moves: &moves });
            law.roll(mass, &rolls[usize::from(at.dice) - 1], at.points);
            Some(moves)
        });
        law.bust += unresolved;
        if unresolved > MAX_UNRESOLVED {
            self.cut.store(true, Ordering::Relaxed);
        }
        law
    }

    /// What a turn pays to somebody, for each own total of `owns`, all with one sum of totals: `paid`
    /// for the own total and the one it banks, where that is below the target, else `won_pays`; and
    /// the probability that it is lost, which pays nothing.
    fn pays(
        &self,
        sum: usize,
        owns: &[usize],
        reach: &[u16],
        paid: impl Fn(usize, usize) -> f64 + Sync,
        won_pays: f64,
    ) -> Vec<(f64, f64)> {
        if let Side::Optimal(solution) = self.side {
            return solution.pays(sum, owns, reach, paid, won_pays);
        }
        let target = self.solver.game.target as usize;
        let turn = |own: usize| {
            let law = self.law(own as u32, (sum - own) as u32);
            let banked = law.banked.iter().map(|&(points, chance)| {
                let total = own + points as usize;
                chance * if total < target { paid(own, total) } else { won_pays }
            });
            (law.win * won_pays + banked.sum::<f64>(), law.bust)
        };
        owns.par_iter().map(|own| turn(*own)).collect()
    }

    fn stops(&self, standing: &Standing, best: Option<&Best>, at: TurnState) -> bool {
        match (self.side, best) {
            (Side::Player(player), _) => player.roll(standing, at).action == STOP,
            (_, Some(best)) if at.points < self.solver.game.most => {
                best.position.stops(at.points, at.dice)
            }
            _ => true,
        }
    }

    fn best_moves(&self, best: &Best, at: TurnState) -> Moves {
        let odds = &self.solver.odds;
        let dice = odds.dice();
        let rolls = &odds.rolls[usize::from(at.dice) - 1];
        let steps = if best.position.pruned { &rolls.pruned } else { &rolls.full };
        // The best option so far of a list: its value, and its units and dice as one number.
        let mut stack = vec![(f64::NEG_INFINITY, 0); odds.depth + 1];
        let mut kept = vec![0; (odds.most + 1) * dice];
        for step in steps {
            let depth = usize::from(step.depth);
            let to = (at.points + step.points).min(best.position.rows) as usize;
            let value = best.table[to * dice + usize::from(step.left)];
            let option = (value, step.points as usize * dice + usize::from(step.left));
            let before = stack[depth];
            let chosen = if value > before.0 { option } else { before };
            stack[depth + 1] = chosen;
            kept[chosen.1] += step.weight as u64;
        }
        let kept = kept.into_iter().enumerate().filter(|(_, weight)| *weight > 0);
        let keeps = kept
            .map(|(option, weight)| ((option / dice) as u32, (option % dice) as u8 + 1, weight));
        Moves { kept: Vec::new(), keeps: keeps.collect(), settled: rolls.settled }
    }
}

/// The best play from one position.
struct Best {
    position: Position,
    /// See [`Position::table`].
    table: Vec<f64>,
}

/// The values of a pair of totals before the turn of either: `x = stay + p z`, `z = wait + q x`.
fn cycle(stay: f64, p: f64, wait: f64, q: f64) -> (f64, f64, bool) {
    let ends = 1.0 - p * q;
    if ends < 1e-12 {
        return (0.0, 0.0, true);
    }
    let x = (stay + p * wait) / ends;
    (x, wait + q * x, false)
}

impl Solver {
    /// The value of one turn of a policy, the table standing like `standing`.
    ///
    /// # Errors
    ///
    /// A policy that looks at the number of rolls or uses chance.
    pub fn turn_value(&self, player: &Player, standing: &Standing) -> Result<TurnValue> {
        let mind = Mind::for_turn(self, Side::Player(player), standing)?;
        let law = mind.base_law(|_| {});
        let unit = f64::from(self.game.scoring.unit);
        let banked = |power: i32| -> f64 {
            law.banked.iter().map(|(points, chance)| f64::from(*points).powi(power) * chance).sum()
        };
        let mean = banked(1) + law.win_points;
        let variance = (banked(2) + law.win_squares - mean * mean).max(0.0);
        Ok(TurnValue {
            points: mean * unit,
            variance: variance * unit * unit,
            bust: law.bust,
            win: law.win,
        })
    }

    /// The expected number of turns a policy takes to the target, alone.
    ///
    /// # Errors
    ///
    /// A policy that looks at the number of rolls or turns or uses chance, and a target beyond
    /// [`super::MAX_TARGET`] units.
    pub fn race_value(&self, player: &Player) -> Result<RaceValue> {
        let target = self.target()?;
        let mind = Mind::for_game(self, Side::Player(player), 1)?;
        let mut turns = vec![0.0; target];
        let mut stays = vec![0.0; target];
        for own in (0..target).rev() {
            let law = mind.law(own as u32, 0);
            // A turn that banks nothing leads back too.
            let mut again = law.bust;
            let mut ahead = 1.0;
            for &(points, chance) in &law.banked {
                match points {
                    0 => again += chance,
                    _ => ahead += chance * turns.get(own + points as usize).copied().unwrap_or(0.0),
                }
            }
            turns[own] = if again < 1.0 - 1e-14 { ahead / (1.0 - again) } else { f64::INFINITY };
            stays[own] = again;
        }
        mind.followed()?;
        let rounds = self.game.rules.max_turns;
        let given_up = given_up((target, 1), self.min_bank(), rounds, |own, _| stays[own]);
        Ok(RaceValue { turns, given_up })
    }

    /// The probability that `one` wins against `other`. `None`: it was stopped.
    ///
    /// # Errors
    ///
    /// A policy that looks at the number of rolls or turns or uses chance, and a target beyond
    /// [`super::MAX_TARGET`] units.
    pub fn match_value(
        &self,
        one: Side<'_>,
        other: Side<'_>,
        control: Control<'_>,
    ) -> Result<Option<MatchValue>> {
        let (one, other) = (Mind::for_game(self, one, 2)?, Mind::for_game(self, other, 2)?);
        self.match_of(&one, &other, control)
    }

    pub(super) fn match_of(
        &self,
        one: &Mind<'_>,
        other: &Mind<'_>,
        control: Control<'_>,
    ) -> Result<Option<MatchValue>> {
        let target = self.target()?;
        let reach = super::reach::reach(&self.odds, target.max(self.min_bank()));
        let mut win = vec![0.0; target * target];
        let mut wait = win.clone();
        let mut stays = win.clone();
        let mut endless = false;
        let mut ticker = Ticker::new(control, (target * target) as u64);
        let mut done = 0;
        for sum in (0..=2 * (target - 1)).rev() {
            let owns = pairs(sum, target);
            let others: Vec<usize> = owns.iter().map(|own| sum - own).collect();
            // What a turn of either leads to, and how likely it is lost.
            let mine =
                one.pays(sum, &owns, &reach, |own, total| wait[total * target + sum - own], 1.0);
            let theirs = other.pays(
                sum,
                &others,
                &reach,
                |own, total| win[(sum - own) * target + total],
                0.0,
            );
            let turns = mine.into_iter().zip(theirs);
            for (&a, ((stay, p), (back, q))) in owns.iter().zip(turns) {
                let (x, z, stuck) = cycle(stay, p, back, q);
                stays[a * target + sum - a] = p * q;
                win[a * target + sum - a] = x;
                wait[a * target + sum - a] = z;
                endless |= stuck;
            }
            done += owns.len() as u64;
            if !ticker.tick(done) {
                return Ok(None);
            }
        }
        one.followed()?;
        other.followed()?;
        let rounds = self.game.rules.max_turns;
        let given_up = given_up((target, target), self.min_bank(), rounds, |own, other| {
            stays[own * target + other]
        });
        Ok(Some(MatchValue { first: win[0], second: wait[0], endless, given_up, win, wait }))
    }
}
