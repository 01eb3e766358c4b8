//! The inner loop of the solver: the values of one turn, for several positions at once.
//!
//! A *lane* is one position (own total, opponent's total). All lanes of a block process the same
//! rolls in lockstep, so each step of [`super::odds`] is a few vector operations and the rolls are
//! read once per block. Sums have a fixed order and no fused operations, so results do not depend
//! on the vector width or on the block of a lane.
//!
//! Each cell holds its value. Optionally it also holds the slope: the derivative with respect to
//! the value of a bust, which is the bust probability from here under optimal decisions. A third
//! number is the payoff of these decisions to the opponent.
//!
//! Cells are ordered by row (points of the turn), then by number of dice to roll.

use super::odds::{Odds, Step};
use crate::games::el_ocho::fast::Isa;

/// The largest target, in units, for which whole games are solved. Memory grows with its square,
/// time with its cube.
pub const MAX_TARGET: u32 = 4096;

/// The number of lanes of a block: two AVX2 vectors. With 16 lanes, the cells of a block exceed the
/// second-level cache, and a solve takes 1.5 times as long.
pub const LANES: usize = 8;

/// Aligns the cells of a block to cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Line;

/// The numbers of a state in `L` lanes: value, optionally slope, optionally payoff to the opponent.
/// Aligned as `A`.
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

/// The inputs of a sweep that are constant over the rows.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a, const L: usize> {
    /// The rolls.
    pub odds: &'a Odds,
    /// Whether to omit dominated keeps.
    pub pruned: bool,
    /// The reachable states by row; `None` solves all.
    pub reach: Option<&'a [u16]>,
    /// Rows below this are solved.
    pub rows: usize,
    /// Options beyond this row are capped at it. Rows `rows` to `last` are inputs.
    pub last: usize,
    /// The first row at which stopping is legal.
    pub min_bank: usize,
    /// Value of a bust.
    pub lost: [f64; L],
    /// Value of a roll that wins the game: a constant, and an amount per unit of the roll and the
    /// turn.
    pub won: (f64, f64),
}

/// Buffers of one thread.
#[derive(Clone, Debug)]
pub struct Scratch<C> {
    /// The values under the optimal decision.
    pub(super) best: Vec<C>,
    /// The best option in each prefix of a list.
    stack: Vec<C>,
}

impl<C> Default for Scratch<C> {
    fn default() -> Self {
        Self { best: Vec::new(), stack: Vec::new() }
    }
}

impl<A: Copy, const L: usize, const N: usize> Scratch<Cell<A, L, N>> {
    /// Allocates the cells and fills every row from `turn.rows` on with `beyond`.
    pub fn prepare(&mut self, turn: &Turn<'_, L>, beyond: [[f64; L]; N]) {
        self.best.clear();
        self.best.resize((turn.last + 1) * turn.odds.dice(), Cell::new(beyond));
        self.stack.clear();
        self.stack.resize(turn.odds.depth + 1, Cell::new([[f64::NEG_INFINITY; L]; N]));
    }
}

/// Solves the rows of a turn in descending order. `stop` returns the numbers of stopping at a row,
/// and `won_pays` is the payoff of a winning roll to the opponent; a bust pays 0. `rolled` receives
/// the numbers of rolling in each state. Returns the numbers of the start of the turn, where the
/// dice must be rolled.
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "loops over lanes are vectorized")]
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
    // The last solved state is the start: no points, all dice.
    start
}

/// [`sweep`] for a whole block, with the widest vectors available. Operations and their order are the
/// same, and so are the results.
pub(super) fn sweep_block<const N: usize>(
    turn: &Turn<'_, LANES>,
    scratch: &mut Scratch<Block<N>>,
    stop: impl FnMut(usize) -> [[f64; LANES]; N],
    won_pays: f64,
    rolled: impl FnMut(usize, &Block<N>),
) -> [[f64; LANES]; N] {
    sweep_with(Isa::best().unwrap_or(Isa::Scalar), turn, scratch, stop, won_pays, rolled)
}

/// `sweep` for a whole block: with the vectors of `isa` if the machine has them, else in the portable
/// form.
#[allow(unsafe_code)]
pub fn sweep_with<const N: usize>(
    isa: Isa,
    turn: &Turn<'_, LANES>,
    scratch: &mut Scratch<Block<N>>,
    stop: impl FnMut(usize) -> [[f64; LANES]; N],
    won_pays: f64,
    rolled: impl FnMut(usize, &Block<N>),
) -> [[f64; LANES]; N] {
    macro_rules! compiled_for {
        ($name:ident, $features:literal) => {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = $features)]
            fn $name<const N: usize>(
                turn: &Turn<'_, LANES>,
                scratch: &mut Scratch<Block<N>>,
                stop: impl FnMut(usize) -> [[f64; LANES]; N],
                won_pays: f64,
                rolled: impl FnMut(usize, &Block<N>),
            ) -> Block<N> {
                sweep(turn, scratch, stop, won_pays, rolled)
            }
        };
    }
    compiled_for!(avx2, "avx2");
    compiled_for!(avx512, "avx512f,avx512vl,avx512dq,avx512bw");
    let start = match isa {
        // SAFETY: `isa.available()` has checked for AVX-512; the code itself is safe.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 if isa.available() => unsafe { avx512(turn, scratch, stop, won_pays, rolled) },
        // SAFETY: `isa.available()` has checked for AVX2; the code itself is safe.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 if isa.available() => unsafe { avx2(turn, scratch, stop, won_pays, rolled) },
        _ => sweep(turn, scratch, stop, won_pays, rolled),
    };
    start.numbers
}

/// The sum of weight times best option over the lists of options.
#[inline(always)]
fn walk<A: Copy, const L: usize, const N: usize>(
    steps: &[Step],
    cells: &[Cell<A, L, N>],
    stack: &mut [Cell<A, L, N>],
    row: usize,
    last: usize,
    dice: usize,
) -> Cell<A, L, N> {
    let mut sum = [[0.0; L]; N];
    for step in steps {
        let to = (row + step.points as usize).min(last);
        let depth = usize::from(step.depth);
        // Copies, and one plain loop over the lanes for each number: in this form all loops become vector
        // operations and the sums stay in registers. Other forms take up to twice the time.
        let option = cells[to * dice + usize::from(step.left)].numbers;
        let before = stack[depth].numbers;
        let mut best = [[0.0; L]; N];
        for number in 0..N {
            for lane in 0..L {
                let better = option[0][lane] > before[0][lane];
                best[number][lane] =
                    if better { option[number][lane] } else { before[number][lane] };
            }
        }
        for number in 0..N {
            for lane in 0..L {
                sum[number][lane] += step.weight * best[number][lane];
            }
        }
        stack[depth + 1].numbers = best;
    }
    Cell::new(sum)
}

/// Whether the value of stopping never decreases with the points, up to rounding. Omitting
/// dominated keeps requires this.
///
/// The optimal value then never decreases either. Let a turn at *t* + 1 follow the optimal
/// decisions of the turn at *t*. Its keeps are the same, since they do not depend on points. It may
/// stop wherever the other may, with at least the same value, and its value of a bust is equal.
pub fn rises(values: impl IntoIterator<Item = f64>) -> bool {
    let mut before = f64::NEG_INFINITY;
    values.into_iter().all(|value| {
        let rises = value >= before - 1e-12;
        before = before.max(value);
        rises
    })
}
