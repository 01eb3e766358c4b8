//! Exact values of given policies.
//!
//! [`fold`](super::super::fold) follows a policy's turn in ascending order of points. The result is
//! the probability of every ending of the turn, its *law*.
//!
//! Values of whole games then solve linear equations. A bust leads back to the same totals. For one
//! player, *V*(own) = (1 + Σ bank(*t*) *V*(own + *t*)) / (1 − bust). For two players, let *x* be
//! the value before the turn of A and *z* the value before the turn of B; then
//!
//! ```text
//! x = α + p z,   z = β + q x,   so   x = (α + p β) / (1 − p q)
//! ```

use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::length::given_up;
use super::odds::Rolls;
use super::win::pairs;
use super::{Control, Position, Solver, ThreeSolution, Ticker, WinSolution, average_turn};
use crate::error::{Error, Result};
use crate::games::el_ocho::fold::{Keeping, Moves, follow};
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::turn::{STOP, Sight, Standing, TurnState};

/// Turn points, in units, up to which a turn is followed in whole games. Whole games follow many
/// turns, so a policy that rolls at more points is rejected.
const MAX_ROWS: usize = 1 << 16;

/// The maximum probability of states that are not followed.
const MAX_UNRESOLVED: f64 = 1e-12;

/// States of a turn with a lower probability are not followed.
const NEGLIGIBLE: f64 = 1e-21;

/// The same for laws that games are drawn from.
const SELDOM: f64 = 1e-6;

/// A side of an exact evaluation.
#[derive(Clone, Copy, Debug)]
pub enum Side<'a> {
    /// A policy.
    Player(&'a Player),
    /// Optimal play (much faster than querying [`super::OptimalWin`] at each decision).
    Optimal(&'a WinSolution),
    /// Optimal play of three players.
    OfThree(&'a ThreeSolution),
}

impl Side<'_> {
    /// Whether both are the same player.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        matches!((self, other), (Self::Player(one), Self::Player(other)) if ptr::eq(*one, *other))
    }
}

/// The value of one turn of a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnValue {
    /// Expected points. A bust counts 0, a winning roll the points of the turn including the roll.
    pub points: f64,
    /// The variance of the points.
    pub variance: f64,
    /// The bust probability.
    pub bust: f64,
    /// The probability that a roll wins the game.
    pub win: f64,
}

/// The value of a policy in games of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceValue {
    /// The expected number of turns to the target by own total, in units; infinite if the target is
    /// never reached.
    pub turns: Vec<f64>,
    /// Upper bound on the probability that a game reaches the turn limit, from any total.
    pub given_up: f64,
}

/// The value of one policy against another.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchValue {
    /// The win probability of the first policy if it moves first.
    pub first: f64,
    /// The win probability of the first policy if it moves second.
    pub second: f64,
    /// Whether some game may never end. Such games count as won by neither player.
    pub endless: bool,
    /// Upper bound on the probability that a game reaches the turn limit, from any pair of totals.
    /// Games that never end are not counted.
    pub given_up: f64,
    /// Win probability with the own turn next, by own total and opponent's total in units
    /// (row-major).
    pub win: Vec<f64>,
    /// Win probability with the opponent's turn next, in the same order.
    pub wait: Vec<f64>,
}

/// The distribution of the endings of one turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Law {
    pub(super) bust: f64,
    pub(super) win: f64,
    /// Σ probability × units over winning rolls, and Σ probability × units².
    pub(super) win_points: f64,
    pub(super) win_squares: f64,
    /// Units banked, with probability, in ascending order.
    pub(super) banked: Vec<(u32, f64)>,
}

impl Law {
    /// Adds the endings of a roll that is made with probability `mass` at `units` units, of which at most
    /// `room` count.
    #[inline]
    fn roll(&mut self, mass: f64, rolls: &Rolls, units: u32, room: u32) {
        let settled = rolls.settled as f64;
        self.bust += mass * rolls.bust_chance();
        self.win += mass * (rolls.win_weight() as f64 / settled);
        for &(points, weight) in &rolls.wins {
            let points = f64::from((points + units).min(room));
            let chance = mass * weight as f64 / settled;
            self.win_points += chance * points;
            self.win_squares += chance * points * points;
        }
    }

    /// Adds a bank with probability `mass`. Calls are in ascending order of units.
    fn bank(&mut self, units: u32, mass: f64) {
        match self.banked.last_mut() {
            Some((last, chance)) if *last == units => *chance += mass,
            _ => self.banked.push((units, mass)),
        }
    }
}

/// Events of following a turn, with their probability.
pub(super) enum Event<'a> {
    Rolls {
        at: TurnState,
        mass: f64,
        moves: &'a Moves,
    },
    /// Dice were kept; the policy stops or rolls.
    Decides {
        at: TurnState,
        mass: f64,
        stops: bool,
    },
}

/// A side prepared for evaluation.
pub(super) struct Mind<'a> {
    solver: &'a Solver,
    side: Side<'a>,
    sight: Sight,
    base: Standing,
    keeping: Keeping,
    /// By the totals that it depends on: its own, the next player's, the last player's.
    laws: RwLock<FxHashMap<[u32; 3], Arc<Law>>>,
    /// Whether laws are cached even if each pair of totals has its own.
    remembers: bool,
    /// Turns with this many units or more are not followed.
    rows: usize,
    /// States of a turn with a lower probability are not followed.
    least: f64,
    /// Whether some turn exceeded that limit with more than [`MAX_UNRESOLVED`].
    cut: AtomicBool,
}

impl<'a> Mind<'a> {
    fn new(solver: &'a Solver, side: Side<'a>, base: Standing, rows: usize) -> Result<Self> {
        let sight = match side {
            Side::Player(player) => player.sight(),
            Side::Optimal(_) => super::OptimalWin::SIGHT,
            Side::OfThree(_) => ThreeSolution::SIGHT,
        };
        let seen = sight.keep.or(sight.roll);
        let refused = |what: &str, feature: &str| {
            Err(Error::input_help(
                format!(
                    "this policy reads {what} (`{feature}`), which exact solutions do not cover"
                ),
                "use `simulate`; exact solutions cover turn points, dice and totals",
            ))
        };
        if seen.rolls {
            return refused("the number of rolls made", "rolls_made");
        }
        if seen.chance {
            return refused("random numbers", "chance");
        }
        if seen.turns_taken && rows == MAX_ROWS {
            return refused("the number of turns taken", "turns_taken");
        }
        if seen.lost && rows == MAX_ROWS {
            return refused("lost turns in a row", "lost_turns");
        }
        // Caching pays if a state occurs with more than one pair of totals.
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
            least: NEGLIGIBLE,
            cut: AtomicBool::new(false),
        })
    }

    /// For one turn with `standing`.
    pub(super) fn for_turn(
        solver: &'a Solver,
        side: Side<'a>,
        standing: &Standing,
    ) -> Result<Self> {
        Self::new(solver, side, *standing, usize::MAX)
    }

    /// For games of one, two or three players.
    pub(super) fn for_game(solver: &'a Solver, side: Side<'a>, players: u8) -> Result<Self> {
        Self::new(solver, side, Standing::start(players), MAX_ROWS)
    }

    /// Whether the policy looks at the total of each opponent, not only at the best of them.
    pub(super) fn sees_each_other(&self) -> bool {
        self.sight.keep.or(self.sight.roll).others
    }

    pub(super) fn side(&self) -> Side<'a> {
        self.side
    }

    /// Caches all laws (about ten megabytes at El Ocho's target), for callers that need each law
    /// more than once.
    pub(super) fn remembering(self) -> Self {
        let small = self.solver.game.target <= 512;
        Self { remembers: small, ..self }
    }

    /// Follows turns less far, which takes less time. The rest counts as a bust.
    pub(super) fn roughly(self) -> Self {
        Self { least: SELDOM, ..self }
    }

    /// The laws of turns from `own` units with each of `others` as the best total of the others.
    pub(super) fn laws(&self, own: u32, others: &[u32]) -> Vec<Arc<Law>> {
        let Side::Optimal(solution) = self.side else {
            return others.par_iter().map(|other| self.law([own, *other, 0])).collect();
        };
        let law = |(position, other): (Position, &u32)| {
            let best = Best { table: position.table(), position };
            Arc::new(self.follow_in(&self.standing([own, *other, 0]), Some(&best), |_| {}))
        };
        solution.positions(own, others).into_par_iter().zip(others).map(law).collect()
    }

    /// Checks that no law was cut off.
    ///
    /// # Errors
    ///
    /// Returns an error if a turn can exceed the points that are followed in whole games.
    pub(super) fn followed(&self) -> Result<()> {
        if !self.cut.load(Ordering::Relaxed) {
            return Ok(());
        }
        let limit = self.solver.game.points(MAX_ROWS as u32);
        Err(Error::input_help(
            format!(
                "a turn of this policy can exceed {limit} points, the limit of exact solutions of \
                 whole games"
            ),
            "use `--objective turn` or `simulate`",
        ))
    }

    /// The standing with these totals: its own, the next player's, the last player's.
    fn standing(&self, totals: [u32; 3]) -> Standing {
        let mut standing = self.base;
        standing.own = totals[0];
        let others = usize::from(standing.players).saturating_sub(1).min(2);
        standing.others[..others].copy_from_slice(&totals[1..=others]);
        standing
    }

    /// The law of a turn with these totals, as in [`Self::standing`]; 0 for absent players.
    pub(super) fn law(&self, totals: [u32; 3]) -> Arc<Law> {
        let mut seen = self.sight.keep.or(self.sight.roll);
        seen.own |= self.solver.game.turns_differ();
        let [own, next, last] = totals;
        let others = match (seen.others, seen.best_other) {
            (true, _) => [next, last],
            (false, true) => [next.max(last), 0],
            (false, false) => [0, 0],
        };
        // Each pair of totals occurs once in games of two players.
        let few = self.base.players > 2 && !seen.others;
        if seen.own && (seen.others || seen.best_other) && !(self.remembers || few) {
            return Arc::new(self.follow(totals, |_| {}));
        }
        let key = [if seen.own { own } else { 0 }, others[0], others[1]];
        if let Some(law) = self.laws.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(law);
        }
        let law = Arc::new(self.follow(totals, |_| {}));
        let mut laws = self.laws.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(laws.entry(key).or_insert(law))
    }

    /// The law of the turn in `base`.
    pub(super) fn base_law(&self, on: impl FnMut(Event<'_>)) -> Law {
        self.follow_in(&self.base, None, on)
    }

    /// Follows the turn with these totals.
    pub(super) fn follow(&self, totals: [u32; 3], on: impl FnMut(Event<'_>)) -> Law {
        let position = match self.side {
            Side::Player(_) => None,
            Side::Optimal(solution) => Some(solution.position(totals[0], totals[1].max(totals[2]))),
            Side::OfThree(solution) => Some(solution.position(totals)),
        };
        let best = position.map(|position| Best { table: position.table(), position });
        self.follow_in(&self.standing(totals), best.as_ref(), on)
    }

    fn follow_in(
        &self,
        standing: &Standing,
        best: Option<&Best>,
        mut on: impl FnMut(Event<'_>),
    ) -> Law {
        let (game, rolls) = (&self.solver.game, &self.solver.odds.rolls);
        let (least, room) = (game.least(standing.own).max(1), game.room(standing.own));
        let mut law = Law::default();
        let (mut unresolved, mut beyond) = (0.0, 0.0);
        follow(game, false, |at, mass| {
            let points = at.points as usize;
            if points >= self.rows || mass < self.least {
                *if points >= self.rows { &mut beyond } else { &mut unresolved } += mass;
                return None;
            }
            if at != game.start() {
                let stops = at.points >= least && self.stops(standing, best, at);
                on(Event::Decides { at, mass, stops });
                if stops {
                    law.bank(at.points.min(room), mass);
                    return None;
                }
            }
            let moves = match (self.side, best) {
                (Side::Player(player), _) => self.keeping.moves(game, player, standing, at),
                (_, best) => Arc::new(self.best_moves(best?, at)),
            };
            on(Event::Rolls { at, mass, moves: &moves });
            law.roll(mass, &rolls[usize::from(at.dice) - 1], at.points, room);
            Some(moves)
        });
        law.bust += unresolved + beyond;
        if beyond > MAX_UNRESOLVED {
            self.cut.store(true, Ordering::Relaxed);
        }
        law
    }

    /// The expected payoff of a turn, and its bust probability, for each own total of `owns`, all
    /// with one sum of totals. A bank pays `paid(own, total)` if the new total is below the target,
    /// else `won_pays`; a winning roll pays `won_pays`; a bust pays 0.
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
            let law = self.law([own as u32, (sum - own) as u32, 0]);
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
        // The best option so far in a list: its value, and its units and dice in one number.
        let mut stack = vec![(f64::NEG_INFINITY, 0); odds.depth + 1];
        let mut kept = vec![0; (odds.most + 1) * dice];
        let mut options = Vec::new();
        for step in steps {
            let depth = usize::from(step.depth);
            let to = (at.points + step.points).min(best.position.rows) as usize;
            let value = best.table[to * dice + usize::from(step.left)];
            let option = (value, step.points as usize * dice + usize::from(step.left));
            let before = stack[depth];
            let chosen = if value > before.0 { option } else { before };
            stack[depth + 1] = chosen;
            // A step without weight leads to others and is no choice.
            if step.weight > 0.0 {
                if kept[chosen.1] == 0 {
                    options.push(chosen.1);
                }
                kept[chosen.1] += step.weight as u64;
            }
        }
        options.sort_unstable();
        let keep =
            |option: usize| ((option / dice) as u32, (option % dice) as u8 + 1, kept[option]);
        let keeps = options.into_iter().map(keep).collect();
        Moves { kept: Vec::new(), keeps, settled: rolls.settled }
    }
}

/// Optimal play from one position.
struct Best {
    position: Position,
    /// See [`Position::table`].
    table: Vec<f64>,
}

/// The values of a pair of totals before either turn: `x = stay + p z`, `z = wait + q x`. The flag
/// is set if the pair is never left; both values are then 0.
fn cycle(stay: f64, p: f64, wait: f64, q: f64) -> (f64, f64, bool) {
    let ends = 1.0 - p * q;
    if ends < 1e-12 {
        return (0.0, 0.0, true);
    }
    let x = (stay + p * wait) / ends;
    (x, wait + q * x, false)
}

impl Solver {
    /// The value of one turn of a policy with `standing`.
    ///
    /// # Errors
    ///
    /// Returns an error if the policy reads the number of rolls or uses random numbers.
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

    /// The value of the turns of a policy with `standing`; with a penalty for lost turns, on average over all
    /// turns. The variance is then that of a turn after one with points.
    ///
    /// # Errors
    ///
    /// As [`Self::turn_value`].
    pub fn average_value(&self, player: &Player, standing: &Standing) -> Result<TurnValue> {
        let first = self.turn_value(player, &Standing { lost: 0, ..*standing })?;
        if self.game.penalty == 0 {
            return Ok(first);
        }
        let turns = (0..self.game.rules.lost_in_a_row()).map(|lost| {
            let value = self.turn_value(player, &Standing { lost, ..*standing })?;
            Ok((value.points, value.bust))
        });
        let turns = turns.collect::<Result<Vec<_>>>()?;
        let penalty = self.game.points(self.game.penalty) as f64;
        let (points, bust) = average_turn(&turns, penalty);
        Ok(TurnValue { points, bust, ..first })
    }

    /// The expected number of turns a policy takes to the target in games of one player.
    ///
    /// # Errors
    ///
    /// Returns an error if the policy reads the number of rolls or turns or uses random numbers, or
    /// if the target exceeds [`super::MAX_TARGET`] units.
    pub fn race_value(&self, player: &Player) -> Result<RaceValue> {
        let target = self.target(1)?;
        let mind = Mind::for_game(self, Side::Player(player), 1)?;
        let mut turns = vec![0.0; target];
        let mut stays = vec![0.0; target];
        for own in (0..target).rev() {
            let law = mind.law([own as u32, 0, 0]);
            // A turn that banks 0 units also leads back.
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
        let given_up = given_up([target, 1, 1], self.min_bank(), rounds, |[own, ..]| stays[own]);
        Ok(RaceValue { turns, given_up })
    }

    /// The probability that `one` wins against `other`; `None` if interrupted.
    ///
    /// # Errors
    ///
    /// Returns an error if a policy reads the number of rolls or turns or uses random numbers, or
    /// if the target exceeds [`super::MAX_TARGET`] units.
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
        let target = self.target(2)?;
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
            // The payoff of a turn of each side, and its bust probability.
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
        let given_up = given_up([target, target, 1], self.min_bank(), rounds, |[own, other, _]| {
            stays[own * target + other]
        });
        Ok(Some(MatchValue { first: win[0], second: wait[0], endless, given_up, win, wait }))
    }
}
