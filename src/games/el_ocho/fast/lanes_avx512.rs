//! The lanes of [`super::lanes`] with AVX-512 intrinsics.
//!
//! A turn of `hold-at` takes about two thirds of the time of the portable code vectorized by the
//! compiler (`benches/el_ocho.rs` prints both). The compiler neither uses gathers of four nor loads
//! fresh seeds without a detour through memory.

#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::hint::black_box;
use std::mem::transmute;

use super::lanes::{Isa, MULTIPLIER, finish};
use super::machine::{ENDS, Flat};

/// The number of vectors of eight turns at once: enough to hide the latency of gathers.
const VECTORS: usize = 4;
const TURNS: usize = 8 * VECTORS;

/// See `lanes::turns`.
pub(super) fn turns(machine: &Flat, start: u32, increment: u64, seeds: &[u64], counts: &mut [u32]) {
    assert!(Isa::Avx512.available(), "no AVX-512 on this machine");
    let rolls = machine.words.get(start as usize).is_some_and(|word| *word != 0);
    assert!(rolls, "a node to roll from");
    // SAFETY: the processor has AVX-512, which was asserted above.
    let played = unsafe { in_vectors(machine, start, increment, seeds, counts) };
    for &seed in &seeds[played..] {
        finish(machine, start, increment, seed, counts);
    }
}

/// For each set of ended lanes out of eight: the index of the fresh seed of each lane. (`vpexpandq`
/// does this in one instruction, but its memory form takes hundreds of cycles on some processors.)
static SPREAD: [[u8; 8]; 256] = {
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

#[inline]
#[target_feature(enable = "avx512f")]
fn vector(lanes: &[u64]) -> __m512i {
    let [a, b, c, d, e, f, g, h] = std::array::from_fn(|lane| lanes[lane] as i64);
    _mm512_setr_epi64(a, b, c, d, e, f, g, h)
}

/// The words of nodes from which lanes roll.
#[inline]
#[target_feature(enable = "avx2")]
fn words(machine: &Flat, nodes: __m256i) -> __m256i {
    let words: *const i32 = machine.words.as_ptr().cast();
    let [low, high] = [_mm256_castsi256_si128(nodes), _mm256_extracti128_si256::<1>(nodes)];
    // SAFETY: a node to roll from is the start or was read from a column, where `Machine::flat`
    // writes only numbers of its nodes. Each node has a word.
    let [low, high] =
        unsafe { [_mm_i32gather_epi32::<4>(words, low), _mm_i32gather_epi32::<4>(words, high)] };
    _mm256_set_m128i(high, low)
}

/// The columns at `index`. Gathers of four are faster than wide ones on Zen 4 and no slower
/// elsewhere.
#[inline]
#[target_feature(enable = "avx512f,avx2")]
fn columns(machine: &Flat, index: __m256i) -> __m512i {
    let columns: *const i64 = machine.columns.as_ptr().cast();
    let [low, high] = [_mm256_castsi256_si128(index), _mm256_extracti128_si256::<1>(index)];
    // SAFETY: the word of a node selects a range of `2^index_bits` existing columns.
    let [low, high] = unsafe {
        [_mm256_i32gather_epi64::<8>(columns, low), _mm256_i32gather_epi64::<8>(columns, high)]
    };
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
}

/// Plays turns as long as seeds fill the vectors; returns the number of seeds used.
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw,popcnt")]
fn in_vectors(
    machine: &Flat,
    start: u32,
    increment: u64,
    seeds: &[u64],
    counts: &mut [u32],
) -> usize {
    if seeds.len() < 2 * TURNS {
        return 0;
    }
    let increments = _mm512_set1_epi64(increment as i64);
    let multiplier = _mm512_set1_epi64(MULTIPLIER as i64);
    let flag = _mm512_set1_epi64(i64::from(ENDS));
    let starts = _mm256_set1_epi32(start as i32);
    let mut states: [__m512i; VECTORS] =
        std::array::from_fn(|at| vector(&seeds[8 * at..8 * at + 8]));
    let mut nodes = [starts; VECTORS];
    let mut next = TURNS;
    while next + TURNS <= seeds.len() {
        let mut reached = [[0_u64; 8]; VECTORS];
        for at in 0..VECTORS {
            let state = states[at];
            let stepped = _mm512_add_epi64(_mm512_mullo_epi64(state, multiplier), increments);
            let folded = _mm512_xor_si512(_mm512_srli_epi64::<18>(state), state);
            let word = _mm256_rorv_epi32(
                _mm512_cvtepi64_epi32(_mm512_srli_epi64::<27>(folded)),
                _mm512_cvtepi64_epi32(_mm512_srli_epi64::<59>(state)),
            );
            let words = words(machine, nodes[at]);
            let index_bits = _mm256_and_si256(words, _mm256_set1_epi32(31));
            let shift = _mm256_sub_epi32(_mm256_set1_epi32(32), index_bits);
            let index = _mm256_srlv_epi32(word, shift);
            let index = _mm256_add_epi32(_mm256_srli_epi32::<5>(words), index);
            let column = columns(machine, index);
            let draw = _mm256_srli_epi32::<16>(_mm256_sllv_epi32(word, index_bits));
            let threshold = _mm512_srli_epi64::<48>(column);
            let below = _mm512_cmplt_epu64_mask(_mm512_cvtepu32_epi64(draw), threshold);
            let taken = _mm512_mask_srli_epi64::<24>(column, below, column);
            let to = _mm512_and_si512(taken, _mm512_set1_epi64(0xff_ffff));
            let ended = _mm512_test_epi64_mask(to, flag);
            // SAFETY: a vector has the layout of the array of its lanes.
            reached[at] = unsafe { transmute::<__m512i, [u64; 8]>(to) };
            let spread = u64::from_le_bytes(SPREAD[usize::from(ended)]);
            let order = _mm512_cvtepu8_epi64(_mm_set_epi64x(0, spread as i64));
            let fresh = vector(&seeds[next..next + 8]);
            nodes[at] = _mm256_mask_mov_epi32(_mm512_cvtepi64_epi32(to), ended, starts);
            states[at] = _mm512_mask_permutexvar_epi64(stepped, ended, order, fresh);
            next += ended.count_ones() as usize;
        }
        // Through memory: extracting lanes from registers takes twice the time of the rest of a
        // round.
        for &node in black_box(&reached).as_flattened() {
            counts[node as usize & !(ENDS as usize)] += 1;
        }
    }
    // SAFETY: vectors have the layout of the arrays of their lanes.
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
