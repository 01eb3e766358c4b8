//! Tests of random streams: pinned values, distinct keys, avalanche and uniformity.

use pushluck::sim::random::{BLOCK, Domain, POLICY, UnitKey, mix};
use rand::Rng;

const DOMAINS: [Domain; 4] = [Domain::Game, Domain::Turns, Domain::Search, Domain::Tuning];

/// The first number of a stream.
fn first(seed: u64, domain: Domain, unit: u64, index: u64) -> u32 {
    UnitKey::new(seed, domain, unit).stream(0, index).next_u32()
}

/// Expected values were computed by a second, independent program (big integers; the generator
/// implemented from O'Neill's paper).
#[test]
fn the_scheme_is_pinned() {
    for (word, mixed) in [(0, 0), (1, 0x3c02_aa47_7582_92bd), (u64::MAX, 0x78a9_666a_39c1_a1b5)] {
        assert_eq!(mix(word), mixed);
    }
    let last = UnitKey::new(u64::MAX, Domain::Tuning, u64::MAX).of_block(BLOCK - 1);
    let far = UnitKey::of_turn(7, 2 * BLOCK + 8233);
    let (one, two) = (UnitKey::of_game(1, 1), UnitKey::of_game(1, 2));
    // Key, purpose, index; then the starting state, the generator stream, the first number.
    for (key, purpose, index, place, stream, number) in [
        (one, 0, 0, 0xf664_f1f3_8bc6_ce81, 0xb3a7_f6e4_b52c_4cd2, 0x57ec_220d),
        (one, 0, 1, 0xdc8d_0f59_8b07_3d70, 0xb3a7_f6e4_b52c_4cd2, 0xa675_6bc0),
        (two, 3, 0, 0xd328_7ca7_4fec_114b, 0x2ad7_655e_54e3_e1a0, 0x0b60_3c10),
        (UnitKey::of_turn(7, 41), 0, 0, 0x9ad0_19c3_18f5_6e83, 0x3071_01e5_0197_9609, 0x7475_2505),
        (far, 1, 3, 0x473b_1063_75fc_a694, 0x8def_706d_5765_b909, 0x8e88_1b6a),
        (
            UnitKey::of_game(0, 0),
            POLICY,
            0,
            0xc464_ca20_7fa8_e72d,
            0x68cd_aec8_13a9_52ad,
            0xf3d0_480e,
        ),
        (last, 31, (1 << 45) - 1, 0x8a60_8d58_4545_b248, 0x349d_1f69_f416_612e, 0x6bf8_5e6f),
    ] {
        assert_eq!(key.place(purpose, index), place);
        assert_eq!(key.increment(), stream << 1 | 1);
        assert_eq!(key.stream(purpose, index).next_u32(), number);
    }
}

#[test]
fn no_two_of_a_million_coordinates_share_a_key() {
    let (mut places, mut streams) = (Vec::with_capacity(1 << 20), Vec::new());
    for unit in 0..16 * 4 * 128 {
        let block = UnitKey::new(unit >> 9, DOMAINS[(unit >> 7 & 3) as usize], unit & 127);
        streams.push(block.increment());
        for of in 0..128 {
            let (turn, purpose, index) = (of & 3, of >> 2 & 3, of >> 4);
            places.push(block.of_block(turn).place(purpose, index));
        }
    }
    assert_eq!(places.len(), 1 << 20);
    for keys in [&mut places, &mut streams] {
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }
}

/// Flips each bit of a coordinate for many coordinates, and checks the mean number of changed bits
/// of the result (32 of 64) and the frequency of change of each single bit (one half).
fn avalanche(result: impl Fn([u64; 3]) -> u64, coordinate: usize, bits: u32) {
    const SAMPLES: u32 = 2048;
    for bit in 0..bits {
        let mut changes = [0u32; 64];
        for sample in 0..SAMPLES {
            // Half of the samples are small numbers, as in practice; half are arbitrary.
            let anything = |salt: u64| mix(u64::from(sample) ^ mix(salt));
            let mut at = if sample % 2 == 0 {
                [1 + u64::from(sample % 8), u64::from(sample), u64::from(sample / 16)]
            } else {
                [anything(1), anything(2), anything(3)]
            };
            let before = result(at);
            at[coordinate] ^= 1 << bit;
            let changed = before ^ result(at);
            for (place, count) in changes.iter_mut().enumerate() {
                *count += u32::from(changed >> place & 1 == 1);
            }
        }
        let mean = f64::from(changes.iter().sum::<u32>()) / f64::from(SAMPLES);
        // Standard deviation: 4 bits per sample, 0.09 for the mean.
        assert!((mean - 32.0).abs() < 0.45, "bit {bit}: {mean} of 64 bits change");
        for count in changes {
            // Standard deviation of a single bit: 0.011.
            let share = f64::from(count) / f64::from(SAMPLES);
            assert!((share - 0.5).abs() < 0.07, "bit {bit}: one bit changes in {share}");
        }
    }
}

#[test]
fn every_bit_of_a_coordinate_changes_half_of_place_and_stream() {
    let place = |[seed, unit, index]: [u64; 3]| UnitKey::of_game(seed, unit).place(0, index);
    let stream = |[seed, unit, _]: [u64; 3]| {
        UnitKey::new(seed, Domain::Turns, unit).increment().rotate_right(1)
    };
    avalanche(place, 0, 64);
    avalanche(place, 1, 64);
    avalanche(place, 2, 45);
    // The highest bit of the stream is lost in the increment, and its lowest is always set.
    let stream = |at: [u64; 3]| stream(at) & !(1 << 63) | place(at) & 1 << 63;
    avalanche(stream, 0, 64);
    avalanche(stream, 1, 64);
}

/// Chi-squared tests of the top three bits (a d8) of consecutive streams: single values and
/// adjacent pairs.
fn uniform(what: &str, first: impl Fn(u64) -> u32) {
    const DRAWS: u64 = 1 << 16;
    let (mut single, mut pairs, mut last) = ([0u32; 8], [0u32; 64], 0);
    for at in 0..=DRAWS {
        let d8 = (first(at) >> 29) as usize;
        if at > 0 {
            single[d8] += 1;
            pairs[last * 8 + d8] += 1;
        }
        last = d8;
    }
    let statistic = |cells: &[u32]| {
        let expected = DRAWS as f64 / cells.len() as f64;
        cells.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum::<f64>()
    };
    // Each limit is exceeded by chance once in 100,000.
    assert!(statistic(&single) < 35.7, "{what}: {}", statistic(&single));
    assert!(statistic(&pairs) < 121.0, "{what} in pairs: {}", statistic(&pairs));
}

#[test]
fn the_first_die_is_fair_along_indices_turns_units_seeds_and_domains() {
    uniform("indices", |index| first(1, Domain::Game, 1, index));
    uniform("turns", |turn| UnitKey::of_turn(1, turn).stream(0, 0).next_u32());
    uniform("units", |unit| first(1, Domain::Game, unit, 0));
    uniform("blocks", |unit| first(1, Domain::Turns, unit, 0));
    uniform("seeds", |seed| first(seed, Domain::Game, 1, 0));
    uniform("seeds, far out", |seed| first(!seed, Domain::Game, 1_000_000, 40));
    uniform("domains", |at| first(1, DOMAINS[(at % 4) as usize], at / 4, 0));
    uniform("seed and unit together", |at| first(at, Domain::Game, at, at));
}
