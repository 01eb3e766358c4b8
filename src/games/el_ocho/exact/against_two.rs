//! One player against two given players: the exact value of a policy, or the best response.
//!
//! Let *x* be the win probability of the first player before the own turn, *y* before the turn of the second
//! and *z* before that of the third. With bust probabilities *p*, *q* and *r*, and α, β and γ for the other
//! endings of the three turns,
//!
//! ```text
//! x = α + p y    y = β + q z    z = γ + r x
//! ```
//!
//! A best response solves *x* = *F*(β + q γ + q r x), as against one given player ([`super::win`]).

use std::array;

use rayon::prelude::*;

use super::law::{Mind, Side};
use super::length::given_up;
use super::three::{Ends, Lane, Standing3, Sweeps, cell, guess, note_falls};
use super::win::fixed_points;
use super::{Control, Solver, Ticker};
use crate::error::Result;

/// The win probabilities of a player against two given players.
#[derive(Clone, Debug)]
pub struct AgainstTwo {
    target: usize,
    /// By player to roll, then by the totals of that player and of the following ones.
    tables: [Vec<f64>; 3],
    /// Whether some game may never end. Such games count as lost.
    pub endless: bool,
    /// Upper bound on the probability that a game reaches the turn limit, from any totals.
    pub given_up: f64,
}

/// The turn of a player: the value of its endings other than a bust to the first player, and its bust
/// probability.
type Outcome = (f64, f64);

/// A given player.
struct Given<'a> {
    /// The number of turns from the first player's turn to the own one.
    seat: usize,
    mind: Mind<'a>,
    /// Where the values of an optimal player decrease with the own total.
    falls: Vec<bool>,
}

/// All totals of the players with one sum, none below `from`.
fn totals(sum: usize, target: usize, from: Standing3) -> Vec<Standing3> {
    let mut all = Vec::new();
    for a in from[0]..target.min(sum + 1) {
        for b in from[1]..target.min(sum - a + 1) {
            let c = sum - a - b;
            if (from[2]..target).contains(&c) {
                all.push([a, b, c]);
            }
        }
    }
    all
}

/// The totals of the player in a seat and of those who follow.
fn seen(seat: usize, totals: Standing3) -> Standing3 {
    array::from_fn(|place| totals[(seat + place) % 3])
}

impl<'a> Given<'a> {
    fn new(solver: &'a Solver, target: usize, seat: usize, side: Side<'a>) -> Result<Self> {
        let mind = Mind::for_game(solver, side, 3)?;
        let mut falls = vec![false; target * target];
        if let Side::OfThree(solution) = side {
            for at in (0..target.pow(3))
                .map(|at| [at / (target * target), at / target % target, at % target])
            {
                note_falls(&mut falls, solution.last_values(), target, at);
            }
        }
        Ok(Self { seat, mind, falls })
    }

    /// The turns of this player at some totals of all players.
    fn outcomes(&self, sweeps: &Sweeps, all: &[Standing3], tables: &[Vec<f64>; 3]) -> Vec<Outcome> {
        let next = &tables[(self.seat + 1) % 3];
        let won = if self.seat == 0 { 1.0 } else { 0.0 };
        if let Side::OfThree(solution) = self.mind.side() {
            let ends = Ends { stop: solution.last_values(), paid: (next, won), falls: &self.falls };
            let lane = |totals: &Standing3| {
                let at = seen(self.seat, *totals);
                (at, solution.last_values()[cell(sweeps.target, [at[1], at[2], at[0]])])
            };
            let lanes: Vec<Lane> = all.iter().map(lane).collect();
            let turns = sweeps.best::<3>(ends, &lanes).into_iter();
            return turns.map(|[_, bust, paid]| (paid, bust)).collect();
        }
        let outcome = |totals: &Standing3| {
            let at = seen(self.seat, *totals);
            let law = self.mind.law(at.map(|total| total as u32));
            let after = cell(sweeps.target, [at[1], at[2], at[0]]);
            let banked = law.banked.iter().map(|&(points, chance)| {
                let points = points as usize;
                chance * if at[0] + points < sweeps.target { next[after + points] } else { won }
            });
            (banked.sum::<f64>() + law.win * won, law.bust)
        };
        all.par_iter().map(outcome).collect()
    }
}

impl AgainstTwo {
    /// The win probabilities of the first player with these totals of all three, if the first, the second
    /// or the third player rolls next. Totals must be below the target.
    pub fn wins(&self, totals: [u32; 3]) -> [f64; 3] {
        let totals = totals.map(|total| total as usize);
        array::from_fn(|seat| self.tables[seat][cell(self.target, seen(seat, totals))])
    }
}

impl Solver {
    /// The win probability of `first` against two given players in the order of their turns, or that of the
    /// best response to them if `first` is `None`, for all totals of the three players from `from` on, on
    /// the threads of the current `rayon` pool. `None` if interrupted.
    ///
    /// # Errors
    ///
    /// Returns an error if a policy reads the number of rolls or turns or uses random numbers, or
    /// if the target exceeds [`super::MAX_TARGET_OF_THREE`] units.
    pub fn against_two(
        &self,
        first: Option<Side<'_>>,
        others: [Side<'_>; 2],
        from: Standing3,
        control: Control<'_>,
    ) -> Result<Option<AgainstTwo>> {
        let target = self.target_of_three()?;
        let given = |seat: usize, side| Given::new(self, target, seat, side);
        let first = first.map(|side| given(0, side)).transpose()?;
        let others = [given(1, others[0])?, given(2, others[1])?];
        let sweeps = Sweeps::new(self, target);
        let none = || vec![0.0; target.pow(3)];
        let mut tables = [none(), none(), none()];
        let mut stays = none();
        let mut falls = vec![false; target * target];
        let mut endless = false;
        let least: usize = from.iter().sum();
        let sums = least..=3 * (target - 1);
        let all = from.iter().map(|total| (target - total) as u64).product();
        let (mut ticker, mut done) = (Ticker::new(control, all), 0);
        for sum in sums.rev() {
            let all = totals(sum, target, from);
            let [second, third] = others.each_ref().map(|one| one.outcomes(&sweeps, &all, &tables));
            // The value of the first player's bust by the win probability before the own turn.
            let lost = |((beta, q), (gamma, r)): (&Outcome, &Outcome)| (beta + q * gamma, q * r);
            let lost: Vec<(f64, f64)> = second.iter().zip(&third).map(lost).collect();
            let solved = match &first {
                Some(first) => first.outcomes(&sweeps, &all, &tables),
                None => best(&sweeps, &all, &tables, &lost, &falls),
            };
            for (index, &at) in all.iter().enumerate() {
                let ((value, p), (stay, again)) = (solved[index], lost[index]);
                let ends = 1.0 - p * again;
                let stuck = first.is_some() && ends < 1e-12;
                endless |= stuck;
                let x = match &first {
                    _ if stuck => 0.0,
                    Some(_) => (value + p * stay) / ends,
                    None => value,
                };
                let (gamma, r) = third[index];
                let values = [x, stay + again * x, gamma + r * x];
                for (seat, value) in values.into_iter().enumerate() {
                    tables[seat][cell(target, seen(seat, at))] = value;
                }
                stays[cell(target, at)] = p * again;
                note_falls(&mut falls, &tables[1], target, seen(1, at));
            }
            done += all.len() as u64;
            if !ticker.tick(done) {
                return Ok(None);
            }
        }
        for player in first.iter().chain(&others) {
            player.mind.followed()?;
        }
        let stays =
            |above: Standing3| stays[cell(target, array::from_fn(|seat| from[seat] + above[seat]))];
        let sizes = from.map(|total| target - total);
        let given_up = given_up(sizes, self.min_bank(), self.game.rules.max_turns, stays);
        Ok(Some(AgainstTwo { target, tables, endless, given_up }))
    }
}

/// The best responses at totals with one sum: the win probability and the bust probability.
fn best(
    sweeps: &Sweeps,
    all: &[Standing3],
    tables: &[Vec<f64>; 3],
    lost: &[(f64, f64)],
    falls: &[bool],
) -> Vec<Outcome> {
    let ends = Ends { stop: &tables[1], paid: (&[], 1.0), falls };
    let mut busts = vec![0.0; all.len()];
    let first = all.iter().map(|at| guess(&tables[0], sweeps.target, *at, 0.5)).collect();
    let wins = fixed_points(first, lost, |lanes, _| {
        let turns: Vec<Lane> = lanes.iter().map(|(index, lost)| (all[*index], *lost)).collect();
        let turns = sweeps.best::<2>(ends, &turns).into_iter().zip(lanes);
        let turn = |([value, slope], &(index, _)): ([f64; 2], &(usize, f64))| {
            busts[index] = slope;
            (value, Some(slope))
        };
        turns.map(turn).collect()
    });
    wins.into_iter().zip(busts).collect()
}
