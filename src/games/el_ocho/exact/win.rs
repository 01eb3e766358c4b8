//! The highest probability of winning against one opponent.
//!
//! *W*(a, b) is the probability that the player about to roll wins with total *a* against *b*. A
//! turn that banks *t* leads to 1 − *W*(b, a + *t*), one that is lost to 1 − *W*(b, a): so all pairs
//! of one sum a + b (an anti-diagonal) depend on higher sums, and within the sum only (a, b) and
//! (b, a) on each other, through lost turns. With *F* the value of the turn as a function of what
//! losing it is worth, convex and piecewise linear,
//!
//! ```text
//! x = F_ab(1 − y),   y = F_ba(1 − x)        x = W(a, b), y = W(b, a)
//! ```
//!
//! Newton's step solves both linear pieces at once; it is repeated until both equations hold to
//! [`TOLERANCE`], most times with the slopes of an earlier step, as they hardly change. As
//! *x* ↦ *F*_ab(1 − *F*_ba(1 − *x*)) − *x* falls strictly, bisection is there should the steps ever
//! circle.
//!
//! The pairs of a sum are lanes side by side ([`super::kernel`]), blocks of lanes run in parallel.
//!
//! Against a given policy the opponent's turn is a known distribution ([`super::law`]), so what
//! losing the turn is worth is linear in *x* itself, and the same steps solve *x* = *F*_ab(β + q x).
//!
//! More points are never worth less here, since one may play as if one had fewer; against a given
//! policy that watches one's total they may be. So it is looked at: where a column of values falls,
//! dominated keeps are walked too.

use std::sync::Arc;
use std::{array, mem};

use rayon::prelude::*;

use super::kernel::{Block, LANES, Scratch, Turn, rises, sweep_block};
use super::law::{Mind, Side};
use super::length::given_up;
use super::odds::Odds;
use super::position::{Ask, Position};
use super::reach::reach;
use super::{Control, Objective, Solver, Ticker};
use crate::error::Result;

/// How well both equations of a pair hold in the end, going by how fast they get there.
const TOLERANCE: f64 = 1e-14;

/// Rounds of Newton's steps before bisection takes over; three to five are the rule.
const ROUNDS: usize = 40;

/// Rounds with the same slopes.
const SLOPES: usize = 4;

/// The best play against one opponent: one who does the same, or one whose policy is known.
#[derive(Clone, Debug)]
pub struct WinSolution {
    odds: Arc<Odds>,
    min_bank: usize,
    target: usize,
    /// *W* by own total and opponent's total, about to roll.
    win: Vec<f64>,
    /// The probability of winning by own total and opponent's, the opponent about to roll.
    wait: Vec<f64>,
    /// At most so likely a game is given up before its end, wherever it begins.
    pub given_up: f64,
}

impl WinSolution {
    fn new(solver: &Solver, target: usize, win: Vec<f64>, wait: Vec<f64>) -> Self {
        let (odds, min_bank) = (Arc::clone(&solver.odds), solver.min_bank());
        Self { odds, min_bank, target, win, wait, given_up: 1.0 }
    }

    /// A solution of equal players from its values at the start of turns.
    pub(super) fn from_values(solver: &Solver, target: usize, win: Vec<f64>) -> Self {
        let wait = (0..target * target)
            .map(|cell| 1.0 - win[cell % target * target + cell / target])
            .collect();
        Self::new(solver, target, win, wait).of_equals(solver)
    }

    /// Notes how likely games are given up between equal players. As winning has a probability of 1
    /// at most, *x* ≤ 1 − *p y* for a turn that is lost with probability *p*, so two lost turns in a
    /// row have (1 − *x*)(1 − *y*) / *x y* at most.
    fn of_equals(mut self, solver: &Solver) -> Self {
        let target = self.target;
        let lost = |own: usize, other: usize| {
            let (x, y) = (self.win[own * target + other], self.win[other * target + own]);
            // Never quite 1, which would say that nobody can ever leave.
            ((1.0 - x) * (1.0 - y) / (x * y)).min(0.999_999)
        };
        let rounds = solver.game.rules.max_turns;
        self.given_up = given_up((target, target), self.min_bank, rounds, lost);
        self
    }

    /// The target in units: totals below it are in the tables.
    pub fn target(&self) -> u32 {
        self.target as u32
    }

    /// The probability of winning with total `own` against `opponent`, about to roll. Totals at the
    /// target or beyond have won or lost.
    pub fn win(&self, own: u32, opponent: u32) -> f64 {
        self.look_up(&self.win, own, opponent)
    }

    /// The same with the opponent about to roll.
    pub fn wait(&self, own: u32, opponent: u32) -> f64 {
        self.look_up(&self.wait, own, opponent)
    }

    fn look_up(&self, values: &[f64], own: u32, opponent: u32) -> f64 {
        let (own, opponent) = (own as usize, opponent as usize);
        if own >= self.target {
            1.0
        } else if opponent >= self.target {
            0.0
        } else {
            values[own * self.target + opponent]
        }
    }

    /// [`Self::win`] of all totals, the opponent's running fastest.
    pub fn values(&self) -> &[f64] {
        &self.win
    }

    /// The turn from a pair of totals, solved anew from what its ends are worth. Totals at the
    /// target or beyond count as the last below it.
    pub fn position(&self, own: u32, opponent: u32) -> Position {
        Position::solve(&self.odds, self.ask(own, opponent), &mut Scratch::default())
    }

    /// [`Self::position`] against each of several totals, on the threads of the current `rayon` pool.
    pub fn positions(&self, own: u32, opponents: &[u32]) -> Vec<Position> {
        let solve = |scratch: &mut Scratch<Block<2>>, block: &[u32]| {
            let asks: Vec<_> = block.iter().map(|opponent| self.ask(own, *opponent)).collect();
            Position::solve_block(&self.odds, asks, scratch)
        };
        opponents.par_chunks(LANES).map_init(Scratch::default, solve).flatten_iter().collect()
    }

    fn ask(&self, own: u32, opponent: u32) -> Ask<impl Fn(usize) -> f64 + '_> {
        let cap = |total: u32| (total as usize).min(self.target - 1);
        let (own, opponent) = (cap(own), cap(opponent));
        let stop = move |row: usize| {
            if own + row < self.target {
                self.wait[(own + row) * self.target + opponent]
            } else {
                1.0
            }
        };
        Ask {
            objective: Objective::Win,
            scale: 1.0,
            rows: (self.target - own).max(self.min_bank),
            min_bank: self.min_bank,
            lost: stop(0),
            won: (1.0, 0.0),
            stop,
        }
    }
}

impl WinSolution {
    /// The turn of a block of own totals, when losing it is worth so much.
    fn turn<'a>(
        &'a self,
        own: [usize; LANES],
        lost: [f64; LANES],
        pruned: bool,
        reach: &'a [u16],
    ) -> Turn<'a, LANES> {
        let lowest = own.iter().copied().min().unwrap_or(0);
        let rows = (self.target - lowest).max(self.min_bank);
        Turn {
            odds: &self.odds,
            pruned,
            reach: Some(reach),
            rows,
            last: rows,
            min_bank: self.min_bank,
            lost,
            won: (1.0, 0.0),
        }
    }

    /// What stopping with so many points is worth to a block of own totals, all with one sum of
    /// totals.
    fn stops(&self, sum: usize, own: [usize; LANES]) -> impl Fn(usize) -> [f64; LANES] + '_ {
        let target = self.target;
        move |row| {
            array::from_fn(|lane| {
                let total = own[lane] + row;
                if total < target { self.wait[total * target + sum - own[lane]] } else { 1.0 }
            })
        }
    }

    /// What a turn of the best play pays to somebody, for each own total of `owns`, all with one
    /// sum of totals: `paid` for the total that it banks, from an own total (as if below the
    /// target, where it is; then `won_pays`), and the probability that it is lost, which pays
    /// nothing.
    pub(super) fn pays(
        &self,
        sum: usize,
        owns: &[usize],
        reach: &[u16],
        paid: impl Fn(usize, usize) -> f64 + Sync,
        won_pays: f64,
    ) -> Vec<(f64, f64)> {
        let target = self.target;
        let pays = |scratch: &mut Scratch<Block<3>>, block: &[usize]| {
            let own: [usize; LANES] = array::from_fn(|lane| *block.get(lane).unwrap_or(&block[0]));
            let stops = self.stops(sum, own);
            let rows = target - own.iter().copied().min().unwrap_or(0);
            // As in `position`, lane by lane, what leaving out dominated keeps relies on.
            let pruned =
                (0..LANES).all(|lane| rises((self.min_bank..=rows).map(|row| stops(row)[lane])));
            let turn = self.turn(own, stops(0), pruned, reach);
            scratch.prepare(&turn, [[1.0; LANES], [0.0; LANES], [won_pays; LANES]]);
            let numbers = |row: usize| {
                let paid = array::from_fn(|lane| match own[lane] + row {
                    total if total < target => paid(own[lane], total),
                    _ => won_pays,
                });
                [stops(row), [0.0; LANES], paid]
            };
            let [_, lost, paid] = sweep_block(&turn, scratch, numbers, won_pays, |_, _| {});
            paid.into_iter().zip(lost).take(block.len())
        };
        owns.par_chunks(LANES).map_init(Scratch::default, pays).flatten_iter().collect()
    }
}

struct Work {
    solution: WinSolution,
    reach: Vec<u16>,
    /// By opponent's total: values were seen to fall as the own total rises.
    falls: Vec<bool>,
}

impl Work {
    /// The value of a turn, and with a second number its slope, for each lane: (own total, what losing
    /// is worth), all with one sum of totals.
    fn evaluate<const N: usize>(&self, sum: usize, lanes: &[(usize, f64)]) -> Vec<[f64; N]> {
        lanes
            .par_chunks(LANES)
            .map_init(Scratch::default, |scratch, block| self.block(sum, block, scratch))
            .flatten_iter()
            .collect()
    }

    fn block<const N: usize>(
        &self,
        sum: usize,
        block: &[(usize, f64)],
        scratch: &mut Scratch<Block<N>>,
    ) -> impl Iterator<Item = [f64; N]> + use<N> {
        // Lanes to spare repeat the first.
        let own = array::from_fn(|lane| block.get(lane).unwrap_or(&block[0]).0);
        let lost = array::from_fn(|lane| block.get(lane).unwrap_or(&block[0]).1);
        let pruned = !own.iter().any(|own| self.falls[sum - own]);
        let turn = self.solution.turn(own, lost, pruned, &self.reach);
        // What stopping is worth does not depend on what losing is worth.
        let flat = |value| array::from_fn(|number| if number == 0 { value } else { [0.0; LANES] });
        scratch.prepare(&turn, flat([1.0; LANES]));
        let stop = self.solution.stops(sum, own);
        let start = sweep_block(&turn, scratch, |row| flat(stop(row)), 0.0, |_, _| {});
        (0..block.len()).map(move |lane| start.map(|number| number[lane]))
    }

    /// The values of turns, and every [`SLOPES`] rounds their slopes, which take as long again.
    fn values(
        &self,
        sum: usize,
        lanes: &[(usize, f64)],
        round: usize,
        mut keep: impl FnMut(usize, f64),
    ) -> Vec<f64> {
        if !round.is_multiple_of(SLOPES) {
            return self.evaluate(sum, lanes).into_iter().map(|[value]| value).collect();
        }
        let turns = self.evaluate(sum, lanes);
        turns.iter().enumerate().for_each(|(lane, [_, slope])| keep(lane, *slope));
        turns.into_iter().map(|[value, _]| value).collect()
    }

    /// Books the values of a sum: by own total, about to roll and waiting.
    fn book(&mut self, sum: usize, own: usize, win: f64, wait: f64) {
        let target = self.solution.target;
        let other = sum - own;
        let cell = own * target + other;
        self.solution.win[cell] = win;
        self.solution.wait[cell] = wait;
        if own + 1 < target && wait > self.solution.wait[cell + target] + 1e-12 {
            self.falls[other] = true;
        }
    }

    /// A first guess: as if the second differences of values by either total were straight in the other.
    /// It is off by a millionth mostly; as if values lay on a plane, by fifty times as much.
    fn guess(&self, own: usize, other: usize) -> f64 {
        const WEIGHTS: [&[f64]; 3] = [&[1.0], &[1.0, -1.0], &[1.0, -2.0, 1.0]];
        let target = self.solution.target;
        let weights = |total: usize| WEIGHTS[(target - 1 - total).min(2)];
        let rows = weights(own).iter().zip(self.solution.win[own * target..].chunks(target));
        let known = rows.flat_map(|(by_own, row)| {
            weights(other)
                .iter()
                .zip(&row[other..])
                .map(move |(by_other, win)| by_own * by_other * win)
        });
        // The pair itself has weight 1, and 0 in place of a value.
        let missing = -known.sum::<f64>();
        if own.min(other) == target - 1 { 0.6 } else { missing.clamp(0.0, 1.0) }
    }

    /// Solves a sum for two players who play the same way: the values by lane.
    fn solve_equal(&self, sum: usize, owns: &[usize]) -> Vec<f64> {
        let first = owns[0];
        let mirror = |own: usize| sum - own - first;
        let mut x: Vec<f64> = owns.iter().map(|own| self.guess(*own, sum - own)).collect();
        let (mut slopes, mut offs) = (vec![0.0; owns.len()], vec![0.0; owns.len()]);
        let mut active: Vec<usize> = owns.to_vec();
        for round in 0..ROUNDS {
            let lanes: Vec<(usize, f64)> =
                active.iter().map(|own| (*own, 1.0 - x[mirror(*own)])).collect();
            let values = self.values(sum, &lanes, round, |lane, slope| {
                slopes[active[lane] - first] = slope;
            });
            let mut open = Vec::new();
            for (place, &own) in active.iter().enumerate() {
                // The active lanes lie symmetrically, and each pair is treated once.
                let partner = active.len() - 1 - place;
                if partner < place {
                    continue;
                }
                let (here, there) = (own - first, mirror(own));
                let ((f, p), (g, q)) =
                    ((values[place], slopes[here]), (values[partner], slopes[there]));
                let (was_x, was_y) = (x[here], x[there]);
                let off = (f - was_x).abs().max((g - was_y).abs());
                let steep = 1.0 - p * q;
                let next = if partner == place {
                    (f + p * was_x) / (1.0 + p)
                } else if steep > 1e-9 {
                    (f + p * (was_y - g - q * was_x)) / steep
                } else {
                    f
                };
                x[here] = next.clamp(0.0, 1.0);
                if partner != place {
                    x[there] = (g + q * (was_x - x[here])).clamp(0.0, 1.0);
                }
                if !settled(off, &mut offs[here]) {
                    open.push(own);
                }
            }
            let mirrored: Vec<usize> = open.iter().rev().map(|own| sum - own).collect();
            open.extend(mirrored.into_iter().filter(|own| *own > sum / 2));
            active = open;
            if active.is_empty() {
                return x;
            }
        }
        self.halve(sum, first, &active, &mut x);
        x
    }

    /// Solves the pairs of `active` by bisection, sure but slow.
    fn halve(&self, sum: usize, first: usize, active: &[usize], x: &mut [f64]) {
        for &own in active.iter().filter(|own| **own * 2 <= sum) {
            let value = |own: usize, lost: f64| self.evaluate::<1>(sum, &[(own, lost)])[0][0];
            let reply = |x: f64| value(sum - own, 1.0 - x);
            let value = bisect(|x| value(own, 1.0 - reply(x)));
            x[own - first] = value;
            x[sum - own - first] = reply(value);
        }
    }

    /// Solves a sum where waiting is worth `stay + again * x` to a lane of value `x`.
    fn solve_against(&self, sum: usize, owns: &[usize], waits: &[(f64, f64)]) -> Vec<f64> {
        let mut x: Vec<f64> = owns.iter().map(|own| self.guess(*own, sum - own)).collect();
        let lost = |index: usize, x: f64| waits[index].0 + waits[index].1 * x;
        let (mut slopes, mut offs) = (vec![0.0; owns.len()], vec![0.0; owns.len()]);
        let mut active: Vec<usize> = (0..owns.len()).collect();
        for round in 0..ROUNDS {
            let lanes: Vec<(usize, f64)> =
                active.iter().map(|index| (owns[*index], lost(*index, x[*index]))).collect();
            let values = self.values(sum, &lanes, round, |lane, slope| {
                slopes[active[lane]] = slope;
            });
            let mut open = Vec::new();
            for (&index, &f) in active.iter().zip(&values) {
                let (was, p) = (x[index], slopes[index]);
                let again = p * waits[index].1;
                let next = if again < 1.0 - 1e-12 { (f - again * was) / (1.0 - again) } else { f };
                x[index] = next.clamp(0.0, 1.0);
                if !settled((f - was).abs(), &mut offs[index]) {
                    open.push(index);
                }
            }
            active = open;
            if active.is_empty() {
                return x;
            }
        }
        for index in active {
            let value = |x| self.evaluate::<1>(sum, &[(owns[index], lost(index, x))])[0][0];
            x[index] = bisect(value);
        }
        x
    }
}

/// Whether a step settles the equations, which were off by `off` where it was taken and by `before` a step
/// earlier: the share of the error that a step leaves does not grow.
fn settled(off: f64, before: &mut f64) -> bool {
    let left = off * (off / mem::replace(before, off));
    off <= TOLERANCE || left <= TOLERANCE
}

/// The fixed point of a function on the unit interval whose slope is below one.
fn bisect(function: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if function(middle) > middle {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

impl Solver {
    fn work(&self, target: usize) -> Work {
        let none = vec![0.0; target * target];
        let solution = WinSolution::new(self, target, none.clone(), none);
        let rows = target.max(solution.min_bank);
        Work { solution, reach: reach(&self.odds, rows), falls: vec![false; target] }
    }

    /// Solves for the highest probability of winning against an opponent who does the same. Runs
    /// on the threads of the current `rayon` pool. `None`: it was stopped.
    ///
    /// # Errors
    ///
    /// A target beyond [`super::MAX_TARGET`] units.
    pub fn win(&self, control: Control<'_>) -> Result<Option<WinSolution>> {
        self.win_with(control, true)
    }

    /// [`Self::win`], with dominated keeps left out or not: the values are the same.
    ///
    /// # Errors
    ///
    /// As [`Self::win`].
    pub fn win_with(&self, control: Control<'_>, pruned: bool) -> Result<Option<WinSolution>> {
        let target = self.target()?;
        let mut work = self.work(target);
        work.falls.fill(!pruned);
        let mut ticker = Ticker::new(control, (target * target) as u64);
        let mut done = 0;
        for sum in (0..=2 * (target - 1)).rev() {
            let owns = pairs(sum, target);
            let x = work.solve_equal(sum, &owns);
            for (index, &own) in owns.iter().enumerate() {
                work.book(sum, own, x[index], 1.0 - x[owns.len() - 1 - index]);
            }
            done += owns.len() as u64;
            if !ticker.tick(done) {
                return Ok(None);
            }
        }
        Ok(Some(work.solution.of_equals(self)))
    }

    /// Solves for the highest probability of winning against a given opponent. `None`: it was
    /// stopped.
    ///
    /// # Errors
    ///
    /// A target beyond [`super::MAX_TARGET`] units, and an opponent who looks at what is not in
    /// the tables (the number of rolls or of turns, chance).
    pub fn respond(&self, opponent: Side<'_>, control: Control<'_>) -> Result<Option<WinSolution>> {
        let target = self.target()?;
        let mind = Mind::for_game(self, opponent, 2)?;
        let mut work = self.work(target);
        let mut replies = vec![0.0; target * target];
        let mut ticker = Ticker::new(control, (target * target) as u64);
        let mut done = 0;
        for sum in (0..=2 * (target - 1)).rev() {
            let owns = pairs(sum, target);
            let waits: Vec<(f64, f64)> = owns
                .par_iter()
                .map(|&own| {
                    let other = sum - own;
                    let law = mind.law(other as u32, own as u32);
                    let banked = law.banked.iter().map(|&(points, chance)| {
                        let total = other + points as usize;
                        let won = if total < target {
                            work.solution.win[own * target + total]
                        } else {
                            0.0
                        };
                        chance * won
                    });
                    (banked.sum(), law.bust)
                })
                .collect();
            let x = work.solve_against(sum, &owns, &waits);
            for (index, &own) in owns.iter().enumerate() {
                work.book(sum, own, x[index], waits[index].0 + waits[index].1 * x[index]);
                replies[own * target + sum - own] = waits[index].1;
            }
            done += owns.len() as u64;
            if !ticker.tick(done) {
                return Ok(None);
            }
        }
        mind.followed()?;
        let mut solution = work.solution;
        let lost = |own: usize, other: usize| {
            let cell = own * target + other;
            // As between equals, with what the opponent is known to lose.
            let (win, wait) = (solution.win[cell], solution.wait[cell]);
            replies[cell] * ((1.0 - win) / (1.0 - wait).max(1e-300)).min(0.999_999)
        };
        let rounds = self.game.rules.max_turns;
        solution.given_up = given_up((target, target), solution.min_bank, rounds, lost);
        Ok(Some(solution))
    }
}

pub(super) fn pairs(sum: usize, target: usize) -> Vec<usize> {
    (sum.saturating_sub(target - 1)..=sum.min(target - 1)).collect()
}
