//! Many turns in lockstep on a machine.
//!
//! Each lane is one turn: a generator and a node. A step rolls the dice of every lane: a word from
//! the lane's generator, the column it picks, the node it leads to, one count. Lanes do not branch
//! on what they roll; a lane whose turn is over takes the next turn of the block. The portable
//! form here is the meaning; `lanes_x86` does the same with vectors, and a property test
//! holds the two together.

use std::hint::select_unpredictable;

use rand_pcg::Pcg32;

use super::machine::{Arrival, ENDS, Machine};
use crate::sim::random::UnitKey;

/// The multiplier of `rand_pcg::Pcg32`.
pub(super) const MULTIPLIER: u64 = 6_364_136_223_846_793_005;

/// The kinds of instructions the lanes can run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Isa {
    /// Plain Rust.
    Scalar,
    /// AVX2.
    Avx2,
    /// AVX-512 (F, DQ, VL, BW).
    Avx512,
}

impl Isa {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Scalar, Self::Avx2, Self::Avx512];

    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Whether this machine has it.
    #[must_use]
    pub fn available(self) -> bool {
        match self {
            Self::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                std::arch::is_x86_feature_detected!("avx512f")
                    && std::arch::is_x86_feature_detected!("avx512dq")
                    && std::arch::is_x86_feature_detected!("avx512vl")
                    && std::arch::is_x86_feature_detected!("avx512bw")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}

/// The state that `Pcg32::new` sets up from a key.
#[inline(always)]
pub(super) fn set_up(key: u64, increment: u64) -> u64 {
    key.wrapping_add(increment).wrapping_mul(MULTIPLIER).wrapping_add(increment)
}

/// The generator in a state that [`step`] gave.
pub(super) fn resume(state: u64, increment: u64) -> Pcg32 {
    // What `set_up` does, backwards.
    const INVERSE: u64 = {
        let (mut inverse, mut bits) = (MULTIPLIER, 3);
        while bits < 64 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(MULTIPLIER.wrapping_mul(inverse)));
            bits *= 2;
        }
        inverse
    };
    let key = state.wrapping_sub(increment).wrapping_mul(INVERSE).wrapping_sub(increment);
    Pcg32::new(key, increment >> 1)
}

/// The generator states that turns `first..` of a block start from.
#[inline(always)]
pub(super) fn seed(luck: UnitKey, first: u64, seeds: &mut [u64]) {
    let increment = luck.increment();
    for (index, seed) in seeds.iter_mut().enumerate() {
        *seed = set_up(luck.of_block(first + index as u64).place(0, 0), increment);
    }
}

/// The next state of a generator and the word it gives (PCG XSH-RR 64/32).
#[inline(always)]
pub(super) fn step(state: u64, increment: u64) -> (u64, u32) {
    let word = ((((state >> 18) ^ state) >> 27) as u32).rotate_right((state >> 59) as u32);
    (state.wrapping_mul(MULTIPLIER).wrapping_add(increment), word)
}

/// Where a draw leads from a node, with the [`ENDS`] flag.
#[inline(always)]
pub(super) fn roll(machine: &Machine, node: u32, word: u32) -> u32 {
    let at = machine.words[node as usize];
    let index_bits = at & 31;
    let column = machine.columns[((at >> 5) + (word >> (32 - index_bits))) as usize];
    let next = word << index_bits >> 16;
    let taken = select_unpredictable(next < (column >> 48) as u32, column >> 24, column);
    (taken & 0xff_ffff) as u32
}

/// How many turns the portable form interleaves: enough to hide the latency of a look-up.
const SCALAR_LANES: usize = 8;

/// Plays a turn for each of `seeds` from node `start` and counts every arrival in `counts`.
pub(super) fn turns_portable(
    machine: &Machine,
    start: u32,
    increment: u64,
    seeds: &[u64],
    counts: &mut [u32],
) {
    let mut next = seeds.len().min(SCALAR_LANES);
    if next == SCALAR_LANES {
        let mut states = [0; SCALAR_LANES];
        states.copy_from_slice(&seeds[..SCALAR_LANES]);
        let mut nodes = [start; SCALAR_LANES];
        while next + SCALAR_LANES <= seeds.len() {
            for lane in 0..SCALAR_LANES {
                let (state, word) = step(states[lane], increment);
                let to = roll(machine, nodes[lane], word);
                counts[(to & !ENDS) as usize] += 1;
                let ends = to & ENDS != 0;
                let fresh = seeds[next];
                states[lane] = select_unpredictable(ends, fresh, state);
                nodes[lane] = select_unpredictable(ends, start, to);
                next += usize::from(ends);
            }
        }
        for lane in 0..SCALAR_LANES {
            finish(machine, nodes[lane], increment, states[lane], counts);
        }
    } else {
        next = 0;
    }
    for &seed in &seeds[next..] {
        finish(machine, start, increment, seed, counts);
    }
}

/// Plays one turn to its end.
pub(super) fn finish(
    machine: &Machine,
    mut node: u32,
    increment: u64,
    mut state: u64,
    counts: &mut [u32],
) {
    while node & ENDS == 0 {
        let (after, word) = step(state, increment);
        state = after;
        node = roll(machine, node, word);
        counts[(node & !ENDS) as usize] += 1;
    }
}

/// Calls `each` for the turns among `seeds` that leave the machine, with the node where they do
/// and the state of the generator there. Counts nothing.
pub(super) fn leavers(
    machine: &Machine,
    start: u32,
    increment: u64,
    seeds: &[u64],
    mut each: impl FnMut(usize, u32, u64),
) {
    for (turn, &seed) in seeds.iter().enumerate() {
        let (mut state, mut node) = (seed, start);
        while node & ENDS == 0 {
            let (after, word) = step(state, increment);
            state = after;
            node = roll(machine, node, word);
        }
        if machine.nodes[(node & !ENDS) as usize].arrival == Arrival::Leaves {
            each(turn, node & !ENDS, state);
        }
    }
}

/// Plays the turns of `seeds` from node `start` with the instructions of `isa`, and counts every
/// arrival in `counts` (one cell for each node of the machine).
///
/// # Panics
///
/// Panics if `counts` is too short or the machine lacks `isa`.
pub(super) fn turns(
    isa: Isa,
    machine: &Machine,
    start: u32,
    increment: u64,
    seeds: &[u64],
    counts: &mut [u32],
) {
    assert!(counts.len() >= machine.nodes.len(), "a count for each node");
    match isa {
        Isa::Scalar => turns_portable(machine, start, increment, seeds, counts),
        #[cfg(target_arch = "x86_64")]
        _ => super::lanes_x86::turns(isa, machine, start, increment, seeds, counts),
        #[cfg(not(target_arch = "x86_64"))]
        _ => panic!("no {} on this machine", isa.name()),
    }
}

/// Derives the seeds of a block with the instructions of `isa`.
pub(super) fn seed_with(isa: Isa, luck: UnitKey, first: u64, seeds: &mut [u64]) {
    match isa {
        Isa::Scalar => seed(luck, first, seeds),
        #[cfg(target_arch = "x86_64")]
        _ => super::lanes_x86::seed(isa, luck, first, seeds),
        #[cfg(not(target_arch = "x86_64"))]
        _ => panic!("no {} on this machine", isa.name()),
    }
}
