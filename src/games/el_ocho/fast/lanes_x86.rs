//! The lanes of [`super::lanes`] with AVX2 and AVX-512.
//!
//! The only unsafe code of the crate. It is here because vectors pay: a single turn at level 2
//! under hold-at-500 takes about a third less time than the portable form with AVX-512
//! (`benches/el_ocho.rs` prints both).
//!
//! # Safety
//!
//! Two things need an argument, and both are the same for every function below.
//!
//! - *Instructions.* A function with `target_feature` runs only after [`Isa::available`] was
//!   asserted for it, in the safe functions at the top.
//! - *Memory.* Gathers and counts read and write without bounds checks. Their indices come from
//!   the machine's own tables: a node is `start`, [`IDLE`](super::machine::IDLE) or was read from
//!   a column, and `Machine` writes only numbers of its nodes into columns; the word of a node
//!   names a range of `2^index_bits` columns that exists; an ended turn is replaced by `start`
//!   before the next roll. The safe functions assert that `start` is a node to roll from and that
//!   there is a count for each node. Vector loads of seeds stay inside the slice by the loop's
//!   condition.
//!
//! A property test holds every path to the portable one, count by count.

#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::hint::black_box;
use std::mem::transmute;

use super::lanes::{Isa, MULTIPLIER, finish};
use super::machine::{ENDS, Machine};
use crate::sim::random::UnitKey;

/// As `lanes::turns`, with the vectors of `isa`.
pub(super) fn turns(
    isa: Isa,
    machine: &Machine,
    start: u32,
    increment: u64,
    seeds: &[u64],
    counts: &mut [u32],
) {
    assert!(isa.available(), "no {} on this machine", isa.name());
    assert!(counts.len() >= machine.nodes.len(), "a count for each node");
    assert!(
        machine.words.get(start as usize).is_some_and(|word| *word != 0),
        "a node to roll from"
    );
    // SAFETY: the instructions are there and the indices are in bounds (see above).
    let played = unsafe {
        match isa {
            Isa::Avx512 => turns_avx512(machine, start, increment, seeds, counts),
            _ => turns_avx2(machine, start, increment, seeds, counts),
        }
    };
    for &seed in &seeds[played..] {
        finish(machine, start, increment, seed, counts);
    }
}

/// As `lanes::seed`, with the vectors of `isa`.
pub(super) fn seed(isa: Isa, luck: UnitKey, first: u64, seeds: &mut [u64]) {
    assert!(isa.available(), "no {} on this machine", isa.name());
    // SAFETY: the instructions are there; the code itself is safe.
    unsafe {
        match isa {
            Isa::Avx512 => seed_avx512(luck, first, seeds),
            _ => seed_avx2(luck, first, seeds),
        }
    }
}

/// The compiler turns the loop of the portable form into vectors of this width.
#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
fn seed_avx512(luck: UnitKey, first: u64, seeds: &mut [u64]) {
    super::lanes::seed(luck, first, seeds);
}

/// The compiler turns the loop of the portable form into vectors of this width.
#[target_feature(enable = "avx2")]
fn seed_avx2(luck: UnitKey, first: u64, seeds: &mut [u64]) {
    super::lanes::seed(luck, first, seeds);
}

/// Vectors of eight turns under way at once with AVX-512: enough to hide the latency of gathers.
const VECTORS: usize = 4;

/// For each set of ended lanes of eight, which fresh seed each lane takes (`vpexpandq` does this
/// in one instruction, but its form with memory takes hundreds of cycles on some processors).
static SPREAD_8: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut ended = 0;
    while ended < 256 {
        let mut lane = 0;
        let mut taken = 0;
        while lane < 8 {
            table[ended][lane] = taken;
            taken += (ended >> lane & 1) as u8;
            lane += 1;
        }
        ended += 1;
    }
    table
};

/// As [`SPREAD_8`] for four lanes, in pairs of 32-bit lanes.
static SPREAD_4: [[i32; 8]; 16] = {
    let mut table = [[0; 8]; 16];
    let mut ended = 0;
    while ended < 16 {
        let mut lane = 0;
        let mut taken = 0;
        while lane < 4 {
            table[ended][2 * lane] = 2 * taken;
            table[ended][2 * lane + 1] = 2 * taken + 1;
            taken += (ended >> lane & 1) as i32;
            lane += 1;
        }
        ended += 1;
    }
    table
};

/// One roll of eight lanes: the generators' next states and the nodes reached, with their flags.
///
/// Gathers are four wide: on Zen 4 they are faster than the wide ones, elsewhere no slower.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
unsafe fn roll_avx512(
    states: __m512i,
    increments: __m512i,
    nodes: __m256i,
    machine: &Machine,
) -> (__m512i, __m512i) {
    let words: *const i32 = machine.words.as_ptr().cast();
    let columns: *const i64 = machine.columns.as_ptr().cast();
    let multiplier = _mm512_set1_epi64(MULTIPLIER as i64);
    let stepped = _mm512_add_epi64(_mm512_mullo_epi64(states, multiplier), increments);
    let folded = _mm512_xor_si512(_mm512_srli_epi64::<18>(states), states);
    let word = _mm256_rorv_epi32(
        _mm512_cvtepi64_epi32(_mm512_srli_epi64::<27>(folded)),
        _mm512_cvtepi64_epi32(_mm512_srli_epi64::<59>(states)),
    );
    // SAFETY: every lane's node is a node of the machine.
    let at = unsafe {
        _mm256_set_m128i(
            _mm_i32gather_epi32::<4>(words, _mm256_extracti128_si256::<1>(nodes)),
            _mm_i32gather_epi32::<4>(words, _mm256_castsi256_si128(nodes)),
        )
    };
    let index_bits = _mm256_and_si256(at, _mm256_set1_epi32(31));
    let shift = _mm256_sub_epi32(_mm256_set1_epi32(32), index_bits);
    let index = _mm256_add_epi32(_mm256_srli_epi32::<5>(at), _mm256_srlv_epi32(word, shift));
    // SAFETY: the word of a node names columns that exist.
    let column = unsafe {
        _mm512_inserti64x4::<1>(
            _mm512_castsi256_si512(_mm256_i32gather_epi64::<8>(
                columns,
                _mm256_castsi256_si128(index),
            )),
            _mm256_i32gather_epi64::<8>(columns, _mm256_extracti128_si256::<1>(index)),
        )
    };
    let next = _mm512_cvtepu32_epi64(_mm256_srli_epi32::<16>(_mm256_sllv_epi32(word, index_bits)));
    let below = _mm512_cmplt_epu64_mask(next, _mm512_srli_epi64::<48>(column));
    let taken = _mm512_mask_srli_epi64::<24>(column, below, column);
    (stepped, _mm512_and_si512(taken, _mm512_set1_epi64(0xff_ffff)))
}

/// Plays turns while they fill the vectors; says of how many seeds.
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw,popcnt")]
unsafe fn turns_avx512(
    machine: &Machine,
    start: u32,
    increment: u64,
    seeds: &[u64],
    counts: &mut [u32],
) -> usize {
    const TURNS: usize = 8 * VECTORS;
    if seeds.len() < 2 * TURNS {
        return 0;
    }
    let increments = _mm512_set1_epi64(increment as i64);
    let starts = _mm256_set1_epi32(start as i32);
    let flag = _mm512_set1_epi64(i64::from(ENDS));
    let number = _mm256_set1_epi32(!ENDS as i32);
    let mut states = [_mm512_setzero_si512(); VECTORS];
    let mut nodes = [starts; VECTORS];
    for (vector, states) in states.iter_mut().enumerate() {
        // SAFETY: there are at least so many seeds.
        *states = unsafe { _mm512_loadu_si512(seeds.as_ptr().add(8 * vector).cast()) };
    }
    let mut next = TURNS;
    while next + TURNS <= seeds.len() {
        let mut reached = [[0_u32; 8]; VECTORS];
        for vector in 0..VECTORS {
            // SAFETY: the nodes are nodes to roll from.
            let (stepped, to) =
                unsafe { roll_avx512(states[vector], increments, nodes[vector], machine) };
            let ended = _mm512_test_epi64_mask(to, flag);
            let to = _mm512_cvtepi64_epi32(to);
            // SAFETY: the array is as long as the vector; a round takes at most TURNS seeds.
            let (fresh, order) = unsafe {
                let bare = _mm256_and_si256(to, number);
                _mm256_storeu_si256(reached[vector].as_mut_ptr().cast(), bare);
                let spread = SPREAD_8[usize::from(ended)].as_ptr();
                (
                    _mm512_loadu_si512(seeds.as_ptr().add(next).cast()),
                    _mm512_cvtepu8_epi64(_mm_loadl_epi64(spread.cast())),
                )
            };
            nodes[vector] = _mm256_mask_mov_epi32(to, ended, starts);
            states[vector] = _mm512_mask_permutexvar_epi64(stepped, ended, order, fresh);
            next += ended.count_ones() as usize;
        }
        // SAFETY: there is a count for each node.
        unsafe { count(black_box(&reached).as_flattened(), counts) };
    }
    // SAFETY: a vector is an array of its lanes.
    let (states, nodes) = unsafe {
        (
            transmute::<[__m512i; VECTORS], [u64; TURNS]>(states),
            transmute::<[__m256i; VECTORS], [u32; TURNS]>(nodes),
        )
    };
    for (state, node) in states.into_iter().zip(nodes) {
        finish(machine, node, increment, state, counts);
    }
    next
}

/// Counts nodes that were reached: through memory, since lane by lane out of a register takes twice
/// the time of the rest of a round.
#[inline]
unsafe fn count<N: Copy + Into<u64>>(reached: &[N], counts: &mut [u32]) {
    for &node in reached {
        // SAFETY: there is a count for each node.
        unsafe { *counts.get_unchecked_mut(node.into() as usize) += 1 };
    }
}

/// Vectors of four turns under way at once with AVX2.
const QUADS: usize = 8;

/// As [`roll_avx512`] for four lanes.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn roll_avx2(
    states: __m256i,
    increments: __m256i,
    nodes: __m128i,
    machine: &Machine,
) -> (__m256i, __m256i) {
    let words: *const i32 = machine.words.as_ptr().cast();
    let columns: *const i64 = machine.columns.as_ptr().cast();
    // A product of 64 bits from three of 32.
    let low = _mm256_set1_epi64x((MULTIPLIER & 0xffff_ffff) as i64);
    let high = _mm256_set1_epi64x((MULTIPLIER >> 32) as i64);
    let cross = _mm256_add_epi64(
        _mm256_mul_epu32(_mm256_srli_epi64::<32>(states), low),
        _mm256_mul_epu32(states, high),
    );
    let product = _mm256_add_epi64(_mm256_mul_epu32(states, low), _mm256_slli_epi64::<32>(cross));
    let stepped = _mm256_add_epi64(product, increments);
    let folded = _mm256_xor_si256(_mm256_srli_epi64::<18>(states), states);
    let plain = _mm256_and_si256(_mm256_srli_epi64::<27>(folded), _mm256_set1_epi64x(0xffff_ffff));
    // Rotated by a shift of the word written twice.
    let twice = _mm256_or_si256(plain, _mm256_slli_epi64::<32>(plain));
    let word = narrow(_mm256_srlv_epi64(twice, _mm256_srli_epi64::<59>(states)));
    // SAFETY: every lane's node is a node of the machine.
    let at = unsafe { _mm_i32gather_epi32::<4>(words, nodes) };
    let index_bits = _mm_and_si128(at, _mm_set1_epi32(31));
    let shift = _mm_sub_epi32(_mm_set1_epi32(32), index_bits);
    let index = _mm_add_epi32(_mm_srli_epi32::<5>(at), _mm_srlv_epi32(word, shift));
    // SAFETY: the word of a node names columns that exist.
    let column = unsafe { _mm256_i32gather_epi64::<8>(columns, index) };
    let next = _mm256_cvtepu32_epi64(_mm_srli_epi32::<16>(_mm_sllv_epi32(word, index_bits)));
    let below = _mm256_cmpgt_epi64(_mm256_srli_epi64::<48>(column), next);
    let taken = _mm256_blendv_epi8(column, _mm256_srli_epi64::<24>(column), below);
    (stepped, _mm256_and_si256(taken, _mm256_set1_epi64x(0xff_ffff)))
}

/// The low halves of four 64-bit lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn narrow(wide: __m256i) -> __m128i {
    let evens = _mm256_setr_epi32(0, 2, 4, 6, 0, 0, 0, 0);
    _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(wide, evens))
}

/// The flag of each lane as its sign.
#[inline]
#[target_feature(enable = "avx2")]
fn sign_of_flag(nodes: __m256i) -> __m256d {
    const { assert!(ENDS == 1 << 23) };
    _mm256_castsi256_pd(_mm256_slli_epi64::<40>(nodes))
}

/// As [`turns_avx512`], with AVX2.
#[target_feature(enable = "avx2,popcnt")]
unsafe fn turns_avx2(
    machine: &Machine,
    start: u32,
    increment: u64,
    seeds: &[u64],
    counts: &mut [u32],
) -> usize {
    const TURNS: usize = 4 * QUADS;
    if seeds.len() < 2 * TURNS {
        return 0;
    }
    let increments = _mm256_set1_epi64x(increment as i64);
    let starts = _mm256_castsi256_pd(_mm256_set1_epi64x(i64::from(start)));
    let number = _mm256_set1_epi64x(i64::from(!ENDS));
    let mut states = [_mm256_setzero_si256(); QUADS];
    let mut nodes = [_mm_set1_epi32(start as i32); QUADS];
    for (quad, states) in states.iter_mut().enumerate() {
        // SAFETY: there are at least so many seeds.
        *states = unsafe { _mm256_loadu_si256(seeds.as_ptr().add(4 * quad).cast()) };
    }
    let mut next = TURNS;
    while next + TURNS <= seeds.len() {
        let mut reached = [[0_u64; 4]; QUADS];
        for quad in 0..QUADS {
            // SAFETY: the nodes are nodes to roll from.
            let (stepped, to) =
                unsafe { roll_avx2(states[quad], increments, nodes[quad], machine) };
            let sign = sign_of_flag(to);
            let ended = _mm256_movemask_pd(sign) as usize;
            // SAFETY: the array is as long as the vector; a round takes at most TURNS seeds.
            let (fresh, order) = unsafe {
                let bare = _mm256_and_si256(to, number);
                _mm256_storeu_si256(reached[quad].as_mut_ptr().cast(), bare);
                (
                    _mm256_loadu_si256(seeds.as_ptr().add(next).cast()),
                    _mm256_loadu_si256(SPREAD_4[ended].as_ptr().cast()),
                )
            };
            let to = _mm256_blendv_pd(_mm256_castsi256_pd(to), starts, sign);
            nodes[quad] = narrow(_mm256_castpd_si256(to));
            let spread = _mm256_castsi256_pd(_mm256_permutevar8x32_epi32(fresh, order));
            let kept = _mm256_castsi256_pd(stepped);
            states[quad] = _mm256_castpd_si256(_mm256_blendv_pd(kept, spread, sign));
            next += ended.count_ones() as usize;
        }
        // SAFETY: there is a count for each node.
        unsafe { count(black_box(&reached).as_flattened(), counts) };
    }
    // SAFETY: a vector is an array of its lanes.
    let (states, nodes) = unsafe {
        (
            transmute::<[__m256i; QUADS], [u64; TURNS]>(states),
            transmute::<[__m128i; QUADS], [u32; TURNS]>(nodes),
        )
    };
    for (state, node) in states.into_iter().zip(nodes) {
        finish(machine, node, increment, state, counts);
    }
    next
}
