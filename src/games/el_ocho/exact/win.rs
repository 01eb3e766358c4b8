//! The highest probability of winning against one opponent.
//!
//! *W*(a, b) is the win probability of the player to roll, with total *a* against *b*. A turn that
//! banks *t* leads to 1 − *W*(b, a + *t*), a bust to 1 − *W*(b, a). All pairs with one sum a + b
//! (an anti-diagonal) therefore depend on higher sums; within the sum, only (a, b) and (b, a)
//! depend on each other, through busts. Let *F* be the value of a turn as a function of the value
//! of a bust. It is convex and piecewise linear, and
//!
//! ```text
//! x = F_ab(1 − y),   y = F_ba(1 − x)        x = W(a, b), y = W(b, a)
//! ```
//!
//! A Newton step solves both linear pieces at once. Steps repeat until both equations hold to
//! [`TOLERANCE`], mostly with the slopes of an earlier step, as these hardly change. The function
//! *x* ↦ *F*_ab(1 − *F*_ba(1 − *x*)) − *x* is strictly decreasing, so bisection is the fallback if
//! the steps cycle.
//!
//! The pairs of a sum are lanes ([`super::kernel`]); blocks of lanes run in parallel.
//!
//! Against a given policy the opponent's turn is a known distribution ([`super::law`]). The value
//! of a bust is then linear in *x* itself, and the same steps solve *x* = *F*_ab(β + q x).
//!
//! Between optimal players *W* never decreases with the own total, since a player may play as if it
//! had fewer points. Against a policy that reads this total it may decrease. The solver checks each
//! column of values, and includes dominated keeps from the first decrease on.

use std::sync::Arc;
use std::{array, mem};

use rayon::prelude::*;

use super::kernel::{Block, LANES, Scratch, Turn, rises, sweep_block};
use super::law::{Law, Mind, Side};
use super::length::given_up;
use super::odds::Odds;
use super::position::{Ask, ILLEGAL, Position};
use super::reach::reach;
use super::{Control, Solver, Ticker};
use crate::error::Result;

/// Maximum error of both equations of a pair, extrapolated from the rate of convergence.
const TOLERANCE: f64 = 1e-14;

/// Maximum number of Newton steps before bisection; three to five are typical.
const ROUNDS: usize = 40;

/// The number of rounds that use the same slopes.
const SLOPES: usize = 4;

/// Optimal play against one opponent: an optimal one, or a known policy.
#[derive(Clone, Debug)]
pub struct WinSolution {
    odds: Arc<Odds>,
    min_bank: usize,
    entry: usize,
    target: usize,
    /// *W* by own total and opponent's total: the own turn is next.
    win: Vec<f64>,
    /// The win probability by own total and opponent's total with the opponent's turn next.
    wait: Vec<f64>,
    /// Upper bound on the probability that a game reaches the turn limit, from any pair of totals.
    pub given_up: f64,
}

impl WinSolution {
    fn new(solver: &Solver, target: usize, win: Vec<f64>, wait: Vec<f64>) -> Self {
        let (odds, min_bank) = (Arc::clone(&solver.odds), solver.min_bank());
        let entry = solver.game.entry as usize;
        Self { odds, min_bank, entry, target, win, wait, given_up: 1.0 }
    }

    /// All numbers, to be saved.
    pub(super) fn to_values(&self) -> Vec<f64> {
        self.win.iter().chain(&self.wait).chain([&self.given_up]).copied().collect()
    }

    /// The number of values in [`Self::to_values`].
    pub(super) fn length(target: usize) -> usize {
        2 * target * target + 1
    }

    /// The inverse of [`Self::to_values`]: `length` numbers.
    pub(super) fn from_all(solver: &Solver, target: usize, values: &[f64]) -> Self {
        let (win, rest) = values.split_at(target * target);
        let (wait, given_up) = rest.split_at(target * target);
        let solution = Self::new(solver, target, win.to_vec(), wait.to_vec());
        Self { given_up: given_up[0], ..solution }
    }

    /// The solution between optimal players from its values at the start of turns.
    pub(super) fn from_values(solver: &Solver, target: usize, win: Vec<f64>) -> Self {
        let wait = (0..target * target)
            .map(|cell| 1.0 - win[cell % target * target + cell / target])
            .collect();
        Self::new(solver, target, win, wait).of_equals(solver)
    }

    /// Sets `given_up` for two optimal players. A probability is at most 1, so *x* ≤ 1 − *p y* for
    /// bust probability *p*. Two busts in a row thus have a probability of at most (1 − *x*)(1 −
    /// *y*) / (*x y*).
    fn of_equals(mut self, solver: &Solver) -> Self {
        let target = self.target;
        let lost = |own: usize, other: usize| {
            let (x, y) = (self.win[own * target + other], self.win[other * target + own]);
            // Less than 1, which would mark a pair that is never left.
            ((1.0 - x) * (1.0 - y) / (x * y)).min(0.999_999)
        };
        let rounds = solver.game.rules.max_turns;
        self.given_up = given_up([target, target, 1], self.min_bank, rounds, |[own, other, _]| {
            lost(own, other)
        });
        self
    }

    /// The target, in units. Tables hold the totals below it.
    pub fn target(&self) -> u32 {
        self.target as u32
    }

    /// The win probability with total `own` against `opponent` and the own turn next. A total at or
    /// above the target has won.
    pub fn win(&self, own: u32, opponent: u32) -> f64 {
        self.look_up(&self.win, own, opponent)
    }

    /// The win probability with the opponent's turn next.
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

    /// [`Self::win`] of all pairs, by own total, then by opponent's total.
    pub fn values(&self) -> &[f64] {
        &self.win
    }

    /// Solves the turn from a pair of totals again, from the values of its ends. Totals at or above
    /// the target count as the highest total below it.
    pub fn position(&self, own: u32, opponent: u32) -> Position {
        Position::solve(&self.odds, self.ask(own, opponent), &mut Scratch::default())
    }

    /// [`Self::position`] against several totals, on the threads of the current `rayon` pool.
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
            if self.cannot_bank(own, row) {
                ILLEGAL
            } else if own + row < self.target {
                self.wait[(own + row) * self.target + opponent]
            } else {
                1.0
            }
        };
        Ask::to_win(own, self.target, self.min_bank, stop)
    }
}

impl WinSolution {
    /// The turn for a block of own totals with the values `lost` of a bust.
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

    /// The values of stopping by row for a block of own totals, all with one sum of totals.
    fn stops(&self, sum: usize, own: [usize; LANES]) -> impl Fn(usize) -> [f64; LANES] + '_ {
        let target = self.target;
        move |row| {
            array::from_fn(|lane| {
                let total = own[lane] + row;
                if self.cannot_bank(own[lane], row) {
                    ILLEGAL
                } else if total < target {
                    self.wait[total * target + sum - own[lane]]
                } else {
                    1.0
                }
            })
        }
    }

    /// Whether a turn of a player without points has some, but too few to bank.
    fn cannot_bank(&self, own: usize, row: usize) -> bool {
        own == 0 && row > 0 && row < self.entry
    }

    /// The expected payoff of an optimal turn, and its bust probability, for each own total of
    /// `owns`, all with one sum of totals. A bank pays `paid(own, total)` if the new total is below
    /// the target, else `won_pays`; a winning roll pays `won_pays`; a bust pays 0.
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
            // As in `position`: each lane must allow omitting dominated keeps.
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
    /// By opponent's total: whether values decrease with the own total.
    falls: Vec<bool>,
}

/// The value of the best turn, and its bust probability if that was computed.
pub(super) type BestTurn = (f64, Option<f64>);

impl Work {
    /// The value of a turn, and optionally its slope, for each lane: (own total, value of a bust),
    /// all with one sum of totals.
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
        // Unused lanes repeat the first.
        let own = array::from_fn(|lane| block.get(lane).unwrap_or(&block[0]).0);
        let lost = array::from_fn(|lane| block.get(lane).unwrap_or(&block[0]).1);
        let pruned = !own.iter().any(|own| self.falls[sum - own]);
        let turn = self.solution.turn(own, lost, pruned, &self.reach);
        // The value of stopping does not depend on the value of a bust.
        let flat = |value| array::from_fn(|number| if number == 0 { value } else { [0.0; LANES] });
        scratch.prepare(&turn, flat([1.0; LANES]));
        let stop = self.solution.stops(sum, own);
        let start = sweep_block(&turn, scratch, |row| flat(stop(row)), 0.0, |_, _| {});
        (0..block.len()).map(move |lane| start.map(|number| number[lane]))
    }

    /// Evaluates turns. Every [`SLOPES`] rounds it also computes slopes, which doubles the time.
    fn turns(&self, sum: usize, lanes: &[(usize, f64)], round: usize) -> Vec<BestTurn> {
        if round.is_multiple_of(SLOPES) {
            let turns = self.evaluate(sum, lanes).into_iter();
            turns.map(|[value, slope]| (value, Some(slope))).collect()
        } else {
            self.evaluate(sum, lanes).into_iter().map(|[value]| (value, None)).collect()
        }
    }

    /// Stores the values of a pair: own turn next, and opponent's turn next.
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

    /// The initial guess: an extrapolation in which second differences by either total are linear
    /// in the other. Its error is mostly 1e-6; planar extrapolation has fifty times that.
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
        // The pair itself has weight 1; the table still holds 0 for it.
        let missing = -known.sum::<f64>();
        if own.min(other) == target - 1 { 0.6 } else { missing.clamp(0.0, 1.0) }
    }

    /// Solves a sum for two optimal players: the values by lane.
    fn solve_equal(&self, sum: usize, owns: &[usize]) -> Vec<f64> {
        let first = owns[0];
        let mirror = |own: usize| sum - own - first;
        let mut x: Vec<f64> = owns.iter().map(|own| self.guess(*own, sum - own)).collect();
        let (mut slopes, mut offs) = (vec![0.0; owns.len()], vec![0.0; owns.len()]);
        let mut active: Vec<usize> = owns.to_vec();
        for round in 0..ROUNDS {
            let lanes: Vec<(usize, f64)> =
                active.iter().map(|own| (*own, 1.0 - x[mirror(*own)])).collect();
            let turns = active.iter().zip(self.turns(sum, &lanes, round));
            let values = turns.map(|(own, (value, slope))| {
                slopes[own - first] = slope.unwrap_or(slopes[own - first]);
                value
            });
            let values: Vec<f64> = values.collect();
            let mut open = Vec::new();
            for (place, &own) in active.iter().enumerate() {
                // The active lanes are symmetric, and each pair is processed once.
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

    /// Solves the pairs of `active` by bisection, which always converges but is slow.
    fn halve(&self, sum: usize, first: usize, active: &[usize], x: &mut [f64]) {
        for &own in active.iter().filter(|own| **own * 2 <= sum) {
            let value = |own: usize, lost: f64| self.evaluate::<1>(sum, &[(own, lost)])[0][0];
            let reply = |x: f64| value(sum - own, 1.0 - x);
            let value = bisect(|x| value(own, 1.0 - reply(x)));
            x[own - first] = value;
            x[sum - own - first] = reply(value);
        }
    }

    /// Solves a sum in which the value of a bust is `stay + again * x` for a lane with value `x`.
    fn solve_against(&self, sum: usize, owns: &[usize], waits: &[(f64, f64)]) -> Vec<f64> {
        let x = owns.iter().map(|own| self.guess(*own, sum - own)).collect();
        fixed_points(x, waits, |lanes, round| {
            let lanes: Vec<_> = lanes.iter().map(|&(index, lost)| (owns[index], lost)).collect();
            self.turns(sum, &lanes, round)
        })
    }
}

/// Solves *x* = *F*(stay + again *x*) for each pair of `lost`, from first values *x*. `turns` returns the best
/// turns of lanes, each with its index and the value of a bust, in some round; slopes in the first one at
/// least.
pub(super) fn fixed_points(
    mut x: Vec<f64>,
    lost: &[(f64, f64)],
    mut turns: impl FnMut(&[(usize, f64)], usize) -> Vec<BestTurn>,
) -> Vec<f64> {
    let bust = |index: usize, x: f64| lost[index].0 + lost[index].1 * x;
    let (mut slopes, mut offs) = (vec![0.0; x.len()], vec![0.0; x.len()]);
    let mut active: Vec<usize> = (0..x.len()).collect();
    for round in 0..ROUNDS {
        let lanes: Vec<(usize, f64)> =
            active.iter().map(|index| (*index, bust(*index, x[*index]))).collect();
        let mut open = Vec::new();
        for (&index, (f, slope)) in active.iter().zip(turns(&lanes, round)) {
            let was = x[index];
            slopes[index] = slope.unwrap_or(slopes[index]);
            let again = slopes[index] * lost[index].1;
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
        x[index] = bisect(|x| turns(&[(index, bust(index, x))], 1)[0].0);
    }
    x
}

/// Whether a step solves the equations. Their error was `off` before this step and `before` one
/// step earlier. The ratio of successive errors is assumed not to grow.
fn settled(off: f64, before: &mut f64) -> bool {
    let left = off * (off / mem::replace(before, off));
    off <= TOLERANCE || left <= TOLERANCE
}

/// The fixed point of a function on the unit interval whose slope is less than 1.
fn bisect(mut function: impl FnMut(f64) -> f64) -> f64 {
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

    /// Solves for the highest probability of winning against an optimal opponent, on the threads of
    /// the current `rayon` pool. `None` if interrupted.
    ///
    /// # Errors
    ///
    /// Returns an error if the target exceeds [`super::MAX_TARGET`] units.
    pub fn win(&self, control: Control<'_>) -> Result<Option<WinSolution>> {
        self.win_with(control, true)
    }

    /// [`Self::win`] with or without dominated keeps; the values are equal.
    ///
    /// # Errors
    ///
    /// As [`Self::win`].
    pub fn win_with(&self, control: Control<'_>, pruned: bool) -> Result<Option<WinSolution>> {
        let target = self.target(2)?;
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

    /// Solves for the highest probability of winning against a given opponent. `None` if
    /// interrupted.
    ///
    /// # Errors
    ///
    /// Returns an error if the target exceeds [`super::MAX_TARGET`] units, or if the opponent reads
    /// the number of rolls or turns or uses random numbers.
    pub fn respond(&self, opponent: Side<'_>, control: Control<'_>) -> Result<Option<WinSolution>> {
        let mind = Mind::for_game(self, opponent, 2)?;
        let law = |other: usize, own: usize| mind.law([other as u32, own as u32, 0]);
        let solution = self.respond_to(law, false, control)?;
        mind.followed()?;
        Ok(solution)
    }

    /// Solves for the highest probability of winning if the opponent's total, or the best total of several
    /// opponents, changes between two own turns by a given law: by that total and the own one. With `rises`,
    /// more own points are taken to be no disadvantage, whatever the law says. `None` if interrupted.
    pub(super) fn respond_to(
        &self,
        law: impl Fn(usize, usize) -> Arc<Law> + Sync,
        rises: bool,
        control: Control<'_>,
    ) -> Result<Option<WinSolution>> {
        let target = self.target(2)?;
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
                    let law = law(other, own);
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
                let mut wait = waits[index].0 + waits[index].1 * x[index];
                if rises && own + 1 < target {
                    wait = wait.min(work.solution.wait[(own + 1) * target + sum - own]);
                }
                work.book(sum, own, x[index], wait);
                replies[own * target + sum - own] = waits[index].1;
            }
            done += owns.len() as u64;
            if !ticker.tick(done) {
                return Ok(None);
            }
        }
        let mut solution = work.solution;
        let lost = |own: usize, other: usize| {
            let cell = own * target + other;
            // As in [`WinSolution::of_equals`], with the known bust probability of the opponent.
            let (win, wait) = (solution.win[cell], solution.wait[cell]);
            replies[cell] * ((1.0 - win) / (1.0 - wait).max(1e-300)).min(0.999_999)
        };
        let rounds = self.game.rules.max_turns;
        solution.given_up =
            given_up([target, target, 1], solution.min_bank, rounds, |[own, other, _]| {
                lost(own, other)
            });
        Ok(Some(solution))
    }
}

pub(super) fn pairs(sum: usize, target: usize) -> Vec<usize> {
    (sum.saturating_sub(target - 1)..=sum.min(target - 1)).collect()
}
