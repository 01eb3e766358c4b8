//! The inner loop: the values of one turn, for several positions at once.
//!
//! A *lane* is one position (own total, opponent's total). All lanes of a block walk the same rolls
//! in lockstep, so each step of [`super::odds`] is a handful of vector operations; what the rolls
//! are is read once a block. Sums are taken in one order without fused operations, so a result
//! does not depend on the width of the vectors or on the block a lane is in.
//!
//! Each cell carries its value and the slope of the value in what losing the turn is worth, that
//! is, the probability of losing the turn from here under the best decisions.
//!
//! Cells lie by row (the points of the turn) and then by the dice to roll.

use std::hint::select_unpredictable;
use std::ops::{Deref, DerefMut};

use super::odds::{Odds, Step};
use crate::games::el_ocho::fast::Isa;

/// The largest target, in units, for which whole games are solved: memory grows with its square
/// and time with its cube.
pub const MAX_TARGET: u32 = 4096;

/// Lanes of a block: two vectors of AVX2. With sixteen the cells of a block no
/// longer fit the second-level cache, and a solve takes half as long again.
pub(super) const LANES: usize = 8;

/// One number a lane.
pub(super) trait Lanes<const L: usize>: Copy + Deref<Target = [f64; L]> + DerefMut {
    fn each(value: [f64; L]) -> Self;
}

/// A single lane, packed close.
#[derive(Clone, Copy, Debug)]
pub(super) struct Narrow([f64; 1]);

/// A block of lanes, on a cache line of its own.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Wide([f64; LANES]);

macro_rules! lanes {
    ($name:ident, $lanes:expr) => {
        impl Deref for $name {
            type Target = [f64; $lanes];
            #[inline(always)]
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }
        impl DerefMut for $name {
            #[inline(always)]
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.0
            }
        }
        impl Lanes<$lanes> for $name {
            #[inline(always)]
            fn each(value: [f64; $lanes]) -> Self {
                Self(value)
            }
        }
    };
}
lanes!(Narrow, 1);
lanes!(Wide, LANES);

/// What the best decisions are worth to somebody else, carried along with their value: nothing, or
/// one number a lane.
pub(super) trait Carry<const L: usize>: Copy {
    fn each(value: f64) -> Self;
    /// Takes over `from` where it is `better`.
    fn choose(&mut self, lane: usize, better: bool, from: &Self);
    fn add(&mut self, lane: usize, weight: f64, from: &Self);
    /// Adds what is fixed and divides.
    fn settle(&mut self, lane: usize, fixed: f64, by: f64);
    fn stop(&mut self, lane: usize, stops: bool, paid: f64);
}

impl<const L: usize> Carry<L> for () {
    #[inline(always)]
    fn each(_: f64) -> Self {}
    #[inline(always)]
    fn choose(&mut self, _: usize, _: bool, (): &Self) {}
    #[inline(always)]
    fn add(&mut self, _: usize, _: f64, (): &Self) {}
    #[inline(always)]
    fn settle(&mut self, _: usize, _: f64, _: f64) {}
    #[inline(always)]
    fn stop(&mut self, _: usize, _: bool, _: f64) {}
}

impl Carry<LANES> for Wide {
    #[inline(always)]
    fn each(value: f64) -> Self {
        Self([value; LANES])
    }
    #[inline(always)]
    fn choose(&mut self, lane: usize, better: bool, from: &Self) {
        self.0[lane] = select_unpredictable(better, from.0[lane], self.0[lane]);
    }
    #[inline(always)]
    fn add(&mut self, lane: usize, weight: f64, from: &Self) {
        self.0[lane] += weight * from.0[lane];
    }
    #[inline(always)]
    fn settle(&mut self, lane: usize, fixed: f64, by: f64) {
        self.0[lane] = (self.0[lane] + fixed) / by;
    }
    #[inline(always)]
    fn stop(&mut self, lane: usize, stops: bool, paid: f64) {
        self.0[lane] = if stops { paid } else { self.0[lane] };
    }
}

/// The value of a state in every lane, its slope, and what is carried along.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<V, C = ()> {
    pub(super) value: V,
    pub(super) slope: V,
    pub(super) carry: C,
}

impl<V, C> Cell<V, C> {
    #[inline(always)]
    pub(super) fn fixed<const L: usize>(value: [f64; L]) -> Self
    where
        V: Lanes<L>,
        C: Carry<L>,
    {
        Self { value: V::each(value), slope: V::each([0.0; L]), carry: C::each(0.0) }
    }
}

/// What does not change from row to row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a, const L: usize> {
    pub(super) odds: &'a Odds,
    /// Whether to leave dominated keeps out.
    pub(super) pruned: bool,
    /// Which states can occur, by row; `None`: solve all.
    pub(super) reach: Option<&'a [u16]>,
    /// Rows below this are solved.
    pub(super) rows: usize,
    /// Options that lead beyond this row lead to it. Rows from `rows` to this one are given.
    pub(super) last: usize,
    /// The first row at which stopping is legal.
    pub(super) min_bank: usize,
    /// What losing the turn is worth.
    pub(super) lost: [f64; L],
    /// What a roll that wins the game is worth: so much, and so much for each unit it and the turn
    /// hold.
    pub(super) won: (f64, f64),
}

/// The buffers of one thread.
#[derive(Clone, Debug)]
pub(super) struct Scratch<V, C = ()> {
    /// The values with the best decision.
    pub(super) best: Vec<Cell<V, C>>,
    /// The best over the first options of a list.
    stack: Vec<Cell<V, C>>,
}

impl<V, C> Scratch<V, C> {
    pub(super) const fn new() -> Self {
        Self { best: Vec::new(), stack: Vec::new() }
    }

    /// Makes room, every row from `turn.rows` on filled with `beyond`, which carries `carried`.
    pub(super) fn prepare<const L: usize>(
        &mut self,
        turn: &Turn<'_, L>,
        beyond: [f64; L],
        carried: f64,
    ) where
        V: Lanes<L>,
        C: Carry<L>,
    {
        let dice = turn.odds.dice();
        let beyond = Cell { carry: C::each(carried), ..Cell::fixed(beyond) };
        self.best.clear();
        self.best.resize((turn.last + 1) * dice, beyond);
        self.stack.clear();
        self.stack.resize(turn.odds.depth + 1, Cell::fixed([f64::NEG_INFINITY; L]));
    }
}

/// Solves the rows of a turn from the highest down. `stop` gives what stopping with so many points
/// is worth; `rolled` is told the value of rolling on in each state. Gives the value at the start
/// of the turn, where the dice must be rolled.
#[inline(always)]
pub(super) fn sweep<const L: usize, V: Lanes<L>>(
    turn: &Turn<'_, L>,
    scratch: &mut Scratch<V>,
    stop: impl FnMut(usize) -> [f64; L],
    rolled: impl FnMut(usize, Cell<V>),
) -> Cell<V> {
    sweep_carrying(turn, scratch, stop, |_| [0.0; L], 0.0, rolled)
}

/// [`sweep`] that carries along what the best decisions pay to somebody else: `paid` for stopping
/// with so many points, `won` for a roll that wins, nothing for a turn that is lost (whose
/// probability is the slope).
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "loops over lanes become vectors")]
fn sweep_carrying<const L: usize, V: Lanes<L>, C: Carry<L>>(
    turn: &Turn<'_, L>,
    scratch: &mut Scratch<V, C>,
    mut stop: impl FnMut(usize) -> [f64; L],
    mut paid: impl FnMut(usize) -> [f64; L],
    won_pays: f64,
    mut rolled: impl FnMut(usize, Cell<V, C>),
) -> Cell<V, C> {
    let dice = turn.odds.dice();
    let mut start = Cell::<V, C>::fixed(turn.lost);
    for row in (0..turn.rows).rev() {
        let reach = turn.reach.map_or(u16::MAX, |reach| reach[row]);
        let stopped = if row >= turn.min_bank { stop(row) } else { [f64::NEG_INFINITY; L] };
        let paid = paid(row);
        for (index, rolls) in turn.odds.rolls.iter().enumerate() {
            if reach >> index & 1 == 0 {
                continue;
            }
            let steps = if turn.pruned { &rolls.pruned } else { &rolls.full };
            let mut sum = walk(steps, &scratch.best, &mut scratch.stack, row, turn.last, dice);
            let win_weight = rolls.win_weight() as f64;
            let won = win_weight * (turn.won.0 + turn.won.1 * row as f64)
                + turn.won.1 * rolls.win_points();
            let (bust, settled) = (rolls.bust as f64, rolls.settled as f64);
            for lane in 0..L {
                sum.value[lane] = (sum.value[lane] + won + bust * turn.lost[lane]) / settled;
                sum.slope[lane] = (sum.slope[lane] + bust) / settled;
                sum.carry.settle(lane, win_weight * won_pays, settled);
            }
            rolled(row * dice + index, sum);
            let mut best = sum;
            for lane in 0..L {
                let stops = stopped[lane] >= sum.value[lane];
                best.value[lane] = if stops { stopped[lane] } else { sum.value[lane] };
                best.slope[lane] = if stops { 0.0 } else { sum.slope[lane] };
                best.carry.stop(lane, stops, paid[lane]);
            }
            scratch.best[row * dice + index] = best;
            start = sum;
        }
    }
    // The last state solved is that of no points and all dice.
    start
}

/// [`sweep`] for a whole block, with AVX2 where this machine has it: the whole game at level 2
/// then takes 4.2 s of one core's time instead of 9.9 s. (AVX-512, with its masks, takes 5.3 s.)
/// The operations and their order are the same, so the results are too.
pub(super) fn sweep_block(
    turn: &Turn<'_, LANES>,
    scratch: &mut Scratch<Wide>,
    stop: impl FnMut(usize) -> [f64; LANES],
) -> Cell<Wide> {
    sweep_with(Isa::Avx2, turn, scratch, stop)
}

/// [`sweep_block`] that carries along what the best decisions pay to somebody else: `paid` for
/// stopping with so many points, `won_pays` for a roll that wins, nothing for a lost turn.
#[allow(unsafe_code)]
pub(super) fn sweep_block_carrying(
    turn: &Turn<'_, LANES>,
    scratch: &mut Scratch<Wide, Wide>,
    stop: impl FnMut(usize) -> [f64; LANES],
    paid: impl FnMut(usize) -> [f64; LANES],
    won_pays: f64,
) -> Cell<Wide, Wide> {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn avx2(
        turn: &Turn<'_, LANES>,
        scratch: &mut Scratch<Wide, Wide>,
        stop: impl FnMut(usize) -> [f64; LANES],
        paid: impl FnMut(usize) -> [f64; LANES],
        won_pays: f64,
    ) -> Cell<Wide, Wide> {
        sweep_carrying(turn, scratch, stop, paid, won_pays, |_, _| {})
    }
    #[cfg(target_arch = "x86_64")]
    if Isa::Avx2.available() {
        // SAFETY: the instructions are there; the code itself is safe.
        return unsafe { avx2(turn, scratch, stop, paid, won_pays) };
    }
    sweep_carrying(turn, scratch, stop, paid, won_pays, |_, _| {})
}

/// [`sweep_block`] with AVX2, or else the portable form, also where the machine lacks AVX2.
#[allow(unsafe_code)]
pub(super) fn sweep_with(
    isa: Isa,
    turn: &Turn<'_, LANES>,
    scratch: &mut Scratch<Wide>,
    stop: impl FnMut(usize) -> [f64; LANES],
) -> Cell<Wide> {
    match isa {
        // SAFETY: the instructions are there; the code itself is safe.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 if isa.available() => unsafe { sweep_avx2(turn, scratch, stop) },
        _ => sweep(turn, scratch, stop, |_, _| {}),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn sweep_avx2(
    turn: &Turn<'_, LANES>,
    scratch: &mut Scratch<Wide>,
    stop: impl FnMut(usize) -> [f64; LANES],
) -> Cell<Wide> {
    sweep(turn, scratch, stop, |_, _| {})
}

/// The sum over the lists of options of weight times the best option.
#[inline(always)]
fn walk<const L: usize, V: Lanes<L>, C: Carry<L>>(
    steps: &[Step],
    cells: &[Cell<V, C>],
    stack: &mut [Cell<V, C>],
    row: usize,
    last: usize,
    dice: usize,
) -> Cell<V, C> {
    let mut sum = Cell::<V, C>::fixed([0.0; L]);
    for step in steps {
        let to = (row + step.points as usize).min(last);
        let depth = usize::from(step.depth);
        // Copies: then both sides of each choice are at hand, and it becomes a blend.
        let option = cells[to * dice + usize::from(step.left)];
        let before = stack[depth];
        let mut best = before;
        for lane in 0..L {
            let better = option.value[lane] > before.value[lane];
            let (value, slope) = (option.value[lane], option.slope[lane]);
            best.value[lane] = select_unpredictable(better, value, before.value[lane]);
            best.slope[lane] = select_unpredictable(better, slope, before.slope[lane]);
            best.carry.choose(lane, better, &option.carry);
        }
        stack[depth + 1] = best;
        for lane in 0..L {
            sum.value[lane] += step.weight * best.value[lane];
            sum.slope[lane] += step.weight * best.slope[lane];
            sum.carry.add(lane, step.weight, &best.carry);
        }
    }
    sum
}

/// Whether stopping is never worth less with more points, but for rounding: what leaving out
/// dominated keeps relies on.
///
/// Then the best decision is never worth less with more points either. Let a turn at *t* + 1 do
/// what the best turn at *t* does: what it may keep does not depend on its points, it may stop
/// wherever that one may, and it is worth no less when it stops, and the same when it loses its
/// points.
pub(super) fn rises(values: impl IntoIterator<Item = f64>) -> bool {
    let mut before = f64::NEG_INFINITY;
    values.into_iter().all(|value| {
        let rises = value >= before - 1e-12;
        before = before.max(value);
        rises
    })
}
