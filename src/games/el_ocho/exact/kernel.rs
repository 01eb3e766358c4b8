//! The inner loop: the values of one turn, for several positions at once.
//!
//! A *lane* is one position (own total, opponent's total). All lanes of a block walk the same rolls
//! in lockstep, so each step of [`super::odds`] is a handful of vector operations; what the rolls
//! are is read once a block. Sums are taken in one order without fused operations, so a result
//! does not depend on the width of the vectors or on the block a lane is in.
//!
//! Each cell holds its value; in blocks that ask for it also the slope of the value in what losing
//! the turn is worth, that is, the probability of losing the turn from here under the best
//! decisions, and what the best decisions pay to the opponent.
//!
//! Cells lie by row (the points of the turn) and then by the dice to roll.

use std::hint::select_unpredictable;

use super::odds::{Odds, Step};
use crate::games::el_ocho::fast::Isa;

/// The largest target, in units, for which whole games are solved: memory grows with its square
/// and time with its cube.
pub const MAX_TARGET: u32 = 4096;

/// Lanes of a block: two vectors of AVX2. With sixteen the cells of a block no longer fit the
/// second-level cache, and a solve takes half as long again.
pub const LANES: usize = 8;

/// Aligns the cells of a block to cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Line;

/// The numbers of a state in `L` lanes: its value, where there is a second the slope, and where there
/// is a third what is paid to the opponent. Aligned as `A`.
#[derive(Clone, Copy, Debug)]
pub struct Cell<A, const L: usize, const N: usize> {
    pub(super) numbers: [[f64; L]; N],
    _align: [A; 0],
}

impl<A, const L: usize, const N: usize> Cell<A, L, N> {
    #[inline(always)]
    pub(super) fn new(numbers: [[f64; L]; N]) -> Self {
        Self { numbers, _align: [] }
    }
}

/// A cell of a block.
pub type Block<const N: usize> = Cell<Line, LANES, N>;

/// What does not change from row to row.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a, const L: usize> {
    /// The rolls.
    pub odds: &'a Odds,
    /// Whether to leave dominated keeps out.
    pub pruned: bool,
    /// Which states can occur, by row; `None`: solve all.
    pub reach: Option<&'a [u16]>,
    /// Rows below this are solved.
    pub rows: usize,
    /// Options that lead beyond this row lead to it. Rows from `rows` to this one are given.
    pub last: usize,
    /// The first row at which stopping is legal.
    pub min_bank: usize,
    /// What losing the turn is worth.
    pub lost: [f64; L],
    /// What a roll that wins the game is worth: so much, and so much for each unit it and the turn
    /// hold.
    pub won: (f64, f64),
}

/// The buffers of one thread.
#[derive(Clone, Debug)]
pub struct Scratch<C> {
    /// The values with the best decision.
    pub(super) best: Vec<C>,
    /// The best over the first options of a list.
    stack: Vec<C>,
}

impl<C> Default for Scratch<C> {
    fn default() -> Self {
        Self { best: Vec::new(), stack: Vec::new() }
    }
}

impl<A: Copy, const L: usize, const N: usize> Scratch<Cell<A, L, N>> {
    /// Makes room, every row from `turn.rows` on filled with `beyond`.
    pub fn prepare(&mut self, turn: &Turn<'_, L>, beyond: [[f64; L]; N]) {
        self.best.clear();
        self.best.resize((turn.last + 1) * turn.odds.dice(), Cell::new(beyond));
        self.stack.clear();
        self.stack.resize(turn.odds.depth + 1, Cell::new([[f64::NEG_INFINITY; L]; N]));
    }
}

/// Solves the rows of a turn from the highest down. `stop` gives the numbers of stopping with so many
/// points, `won_pays` is what a roll that wins pays to the opponent; a lost turn pays nothing. `rolled`
/// receives the numbers of rolling in each state. Returns those of the start of the turn, where the
/// dice must be rolled.
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "loops over lanes become vectors")]
pub(super) fn sweep<A: Copy, const L: usize, const N: usize>(
    turn: &Turn<'_, L>,
    scratch: &mut Scratch<Cell<A, L, N>>,
    mut stop: impl FnMut(usize) -> [[f64; L]; N],
    won_pays: f64,
    mut rolled: impl FnMut(usize, &Cell<A, L, N>),
) -> Cell<A, L, N> {
    let dice = turn.odds.dice();
    let mut start = Cell::new([turn.lost; N]);
    for row in (0..turn.rows).rev() {
        let reach = turn.reach.map_or(u16::MAX, |reach| reach[row]);
        let stopped = if row >= turn.min_bank { stop(row) } else { [[f64::NEG_INFINITY; L]; N] };
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
            let mut best = sum;
            for lane in 0..L {
                let numbers = &mut sum.numbers;
                numbers[0][lane] = (numbers[0][lane] + won + bust * turn.lost[lane]) / settled;
                if let Some(slope) = numbers.get_mut(1) {
                    slope[lane] = (slope[lane] + bust) / settled;
                }
                if let Some(paid) = numbers.get_mut(2) {
                    paid[lane] = (paid[lane] + win_weight * won_pays) / settled;
                }
                let stops = stopped[0][lane] >= numbers[0][lane];
                for number in 0..N {
                    let numbers = [numbers[number][lane], stopped[number][lane]];
                    best.numbers[number][lane] = if stops { numbers[1] } else { numbers[0] };
                }
            }
            rolled(row * dice + index, &sum);
            scratch.best[row * dice + index] = best;
            start = sum;
        }
    }
    // The last state solved is that of no points and all dice.
    start
}

/// [`sweep`] for a whole block, with AVX2 where this machine has it: sweeps with slopes then take 0.42
/// times the time. (AVX-512, with its masks: 0.53 times.) The operations and their order are the same,
/// so the results are too.
pub(super) fn sweep_block<const N: usize>(
    turn: &Turn<'_, LANES>,
    scratch: &mut Scratch<Block<N>>,
    stop: impl FnMut(usize) -> [[f64; LANES]; N],
    won_pays: f64,
    rolled: impl FnMut(usize, &Block<N>),
) -> [[f64; LANES]; N] {
    sweep_with(Isa::Avx2, turn, scratch, stop, won_pays, rolled)
}

/// `sweep` for a whole block, with AVX2 or else in the portable form, also where the machine lacks
/// AVX2.
#[allow(unsafe_code)]
pub fn sweep_with<const N: usize>(
    isa: Isa,
    turn: &Turn<'_, LANES>,
    scratch: &mut Scratch<Block<N>>,
    stop: impl FnMut(usize) -> [[f64; LANES]; N],
    won_pays: f64,
    rolled: impl FnMut(usize, &Block<N>),
) -> [[f64; LANES]; N] {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn avx2<const N: usize>(
        turn: &Turn<'_, LANES>,
        scratch: &mut Scratch<Block<N>>,
        stop: impl FnMut(usize) -> [[f64; LANES]; N],
        won_pays: f64,
        rolled: impl FnMut(usize, &Block<N>),
    ) -> Block<N> {
        sweep(turn, scratch, stop, won_pays, rolled)
    }
    let start = match isa {
        // SAFETY: the instructions are there; the code itself is safe.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 if isa.available() => unsafe { avx2(turn, scratch, stop, won_pays, rolled) },
        _ => sweep(turn, scratch, stop, won_pays, rolled),
    };
    start.numbers
}

/// The sum over the lists of options of weight times the best option.
#[inline(always)]
fn walk<A: Copy, const L: usize, const N: usize>(
    steps: &[Step],
    cells: &[Cell<A, L, N>],
    stack: &mut [Cell<A, L, N>],
    row: usize,
    last: usize,
    dice: usize,
) -> Cell<A, L, N> {
    let mut sum = Cell::new([[0.0; L]; N]);
    for step in steps {
        let to = (row + step.points as usize).min(last);
        let depth = usize::from(step.depth);
        // Copies: then both sides of each choice are at hand, and it becomes a blend.
        let option = cells[to * dice + usize::from(step.left)];
        let before = stack[depth];
        // Number by number: with the lanes in the outer loop some of the choices become jumps.
        let mut best = before;
        for number in 0..N {
            for lane in 0..L {
                let (new, old) = (option.numbers[number][lane], before.numbers[number][lane]);
                let better = option.numbers[0][lane] > before.numbers[0][lane];
                best.numbers[number][lane] = select_unpredictable(better, new, old);
            }
        }
        stack[depth + 1] = best;
        for lane in 0..L {
            for number in 0..N {
                sum.numbers[number][lane] += step.weight * best.numbers[number][lane];
            }
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
pub fn rises(values: impl IntoIterator<Item = f64>) -> bool {
    let mut before = f64::NEG_INFINITY;
    values.into_iter().all(|value| {
        let rises = value >= before - 1e-12;
        before = before.max(value);
        rises
    })
}
