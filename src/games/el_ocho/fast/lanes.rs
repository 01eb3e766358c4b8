//! Plays many turns on a machine in lockstep.
//!
//! Each lane is one turn: a random generator and a node. A step rolls the dice of every lane: a
//! word from the generator, the column it selects, the next node, and one count. Lanes do not
//! branch on the result; a lane whose turn has ended takes the next turn of the block. With AVX2,
//! the compiler vectorizes the portable code here; `lanes_avx512` uses intrinsics. A property test
//! compares both.

#[cfg(target_arch = "x86_64")]
use std::arch::is_x86_feature_detected;

use rand_pcg::Pcg32;

use super::machine::{Arrival, ENDS, Flat, Node};
use crate::sim::random::UnitKey;

/// The multiplier of `rand_pcg::Pcg32`.
pub(super) const MULTIPLIER: u64 = 6_364_136_223_846_793_005;

/// Instruction sets of the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Isa {
    /// Portable Rust.
    Scalar,
    /// AVX2.
    Avx2,
    /// AVX-512 (F, DQ, VL, BW).
    Avx512,
}

impl Isa {
    /// All instruction sets, from slow to fast.
    pub const ALL: [Self; 3] = [Self::Scalar, Self::Avx2, Self::Avx512];

    /// Whether this machine supports it.
    pub fn available(self) -> bool {
        match self {
            Self::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512bw")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The fastest instruction set of this machine.
    pub fn best() -> Option<Self> {
        Self::ALL.into_iter().rfind(|isa| isa.available())
    }
}

/// The state that `Pcg32::new` derives from a key.
#[inline(always)]
pub(super) fn set_up(key: u64, increment: u64) -> u64 {
    key.wrapping_add(increment).wrapping_mul(MULTIPLIER).wrapping_add(increment)
}

/// The generator with a state from [`step`].
pub(super) fn resume(state: u64, increment: u64) -> Pcg32 {
    // Inverts `set_up`; the inverse modulo 2^64 is computed by Newton's method.
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

/// The initial generator states of turns `first..` of a block.
#[inline(always)]
fn seed(random: UnitKey, first: u64, seeds: &mut [u64]) {
    let increment = random.increment();
    for (index, seed) in seeds.iter_mut().enumerate() {
        *seed = set_up(random.of_block(first + index as u64).place(0, 0), increment);
    }
}

/// The next state of a generator and its output word (PCG XSH-RR 64/32).
#[inline(always)]
pub(super) fn step(state: u64, increment: u64) -> (u64, u32) {
    let word = ((((state >> 18) ^ state) >> 27) as u32).rotate_right((state >> 59) as u32);
    (state.wrapping_mul(MULTIPLIER).wrapping_add(increment), word)
}

/// The number of turns at once: enough to hide the latency of look-ups and to fill vectors.
const LANES: usize = 32;

/// Plays a turn for each of `seeds` from node `start` and counts every arrival in `counts`.
#[inline(always)]
fn turns_portable(machine: &Flat, start: u32, increment: u64, seeds: &[u64], counts: &mut [u32]) {
    let (words, columns) = (&*machine.words, &*machine.columns);
    let mut next = 0;
    if let Some(first) = seeds.first_chunk::<LANES>()
        && !words.is_empty()
        && !columns.is_empty()
    {
        next = LANES;
        let (mut states, mut nodes) = (*first, [start; LANES]);
        while let Some(fresh) = seeds[next..].first_chunk::<LANES>() {
            // As `Flat::roll`. The bounds are never reached; unlike checks, they allow gathers.
            for (state, node) in states.iter_mut().zip(&mut nodes) {
                let (after, word) = step(*state, increment);
                *state = after;
                let at = words[(*node as usize).min(words.len() - 1)];
                let index_bits = at & 31;
                let index = (at >> 5) + (word >> (32 - index_bits));
                let column = columns[(index as usize).min(columns.len() - 1)];
                let below = u64::from(word << index_bits >> 16) < column >> 48;
                *node = (if below { column >> 24 } else { column } & 0xff_ffff) as u32;
            }
            let (mut ended, mut count) = ([0_u8; LANES], 0);
            for (lane, node) in nodes.iter().enumerate() {
                counts[(node & !ENDS) as usize] += 1;
                // At most `lane` lanes before this one have ended.
                ended[count % LANES] = lane as u8;
                count += usize::from(node & ENDS != 0);
            }
            for (lane, fresh) in ended.iter().zip(fresh).take(count) {
                states[usize::from(*lane)] = *fresh;
                nodes[usize::from(*lane)] = start;
            }
            next += count;
        }
        for (node, state) in nodes.into_iter().zip(states) {
            finish(machine, node, increment, state, counts);
        }
    }
    for &seed in &seeds[next..] {
        finish(machine, start, increment, seed, counts);
    }
}

/// Plays one turn to its end.
pub(super) fn finish(
    machine: &Flat,
    mut node: u32,
    increment: u64,
    mut state: u64,
    counts: &mut [u32],
) {
    while node & ENDS == 0 {
        let (after, word) = step(state, increment);
        state = after;
        node = machine.roll(node, word);
        counts[(node & !ENDS) as usize] += 1;
    }
}

/// Calls `each` for the turns among `seeds` that leave the machine, with their last node and the
/// state of the generator. Counts nothing.
pub(super) fn leavers(
    (machine, nodes): (&Flat, &[Node]),
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
            node = machine.roll(node, word);
        }
        if nodes[(node & !ENDS) as usize].arrival == Arrival::Leaves {
            each(turn, node & !ENDS, state);
        }
    }
}

/// Plays the turns of `seeds` from node `start` with the instructions of `isa` and counts every
/// arrival in `counts` (one cell per node of the machine).
///
/// # Panics
///
/// Panics if `counts` is too short or the machine lacks `isa`.
#[allow(unsafe_code)]
pub(super) fn turns(
    isa: Isa,
    machine: &Flat,
    start: u32,
    increment: u64,
    seeds: &[u64],
    counts: &mut [u32],
) {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn avx2(machine: &Flat, start: u32, increment: u64, seeds: &[u64], counts: &mut [u32]) {
        turns_portable(machine, start, increment, seeds, counts);
    }
    assert!(isa.available(), "no {isa:?} on this machine");
    assert!(counts.len() >= machine.words.len(), "one count per node");
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => super::lanes_avx512::turns(machine, start, increment, seeds, counts),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `isa.available()` was asserted; the code itself is safe.
        Isa::Avx2 => unsafe { avx2(machine, start, increment, seeds, counts) },
        _ => turns_portable(machine, start, increment, seeds, counts),
    }
}

/// Derives the seeds of a block with the instructions of `isa`.
///
/// # Panics
///
/// Panics if the machine lacks `isa`.
#[allow(unsafe_code)]
pub(super) fn seed_with(isa: Isa, random: UnitKey, first: u64, seeds: &mut [u64]) {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
    fn avx512(random: UnitKey, first: u64, seeds: &mut [u64]) {
        seed(random, first, seeds);
    }
    assert!(isa.available(), "no {isa:?} on this machine");
    match isa {
        // SAFETY: `isa.available()` was asserted; the code itself is safe.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe { avx512(random, first, seeds) },
        _ => seed(random, first, seeds),
    }
}
