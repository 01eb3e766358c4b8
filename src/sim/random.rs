//! Where every random number comes from: streams derived by hashing coordinates.
//!
//! A stream is named by what it is for, never by when it is drawn: the seed of the run, the
//! [`Domain`] (its purpose), the number of the unit of luck and the index of the turn in it. So
//! turn 3 of game 41 under seed 7 meets the same luck whatever the number of threads, the order of
//! the games or the policy, and can be played again alone.
//!
//! ```
//! use pushluck::sim::random::{Domain, UnitKey};
//! use rand::Rng;
//!
//! let game = UnitKey::new(7, Domain::Game, 41);
//! let mut dice = game.turn(3).rng();
//! assert_eq!(dice.next_u32(), UnitKey::new(7, Domain::Game, 41).turn(3).rng().next_u32());
//! ```
//!
//! # What is promised
//!
//! [`Pcg32`] is a cycle of 2⁶⁴ states on each of 2⁶³ streams. A unit picks the stream, a turn the
//! place where it enters the cycle.
//!
//! - Within a unit all turns share the stream and enter at places that are certainly distinct and
//!   look random. Two turns that draw at most *d* numbers each therefore share some of them with
//!   odds of 2*d* / 2⁶⁴; among all *n* turns of a unit the odds are about *n*²*d* / 2⁶⁴ (a million
//!   turns of a hundred numbers: one in 180,000).
//! - Between units, of one seed or of two, turns can share numbers only where the streams agree as
//!   well, which multiplies the odds for a pair by 2⁻⁶³. For one seed and one domain the 64-bit
//!   keys of all units are certainly distinct, both halves of them.
//! - The cycles of two streams are shifted copies of each other, so sequences that happen to enter
//!   at matching places are similar without sharing a number. As places are hashes, this happens to
//!   a turn no more often than to truly random ones.
//! - Nothing is added to a seed and nothing jumps along a cycle: neighbouring seeds, units and
//!   turns are as unrelated as distant ones. The tests below look for the opposite.
//!
//! Everything here is wrapping addition, multiplication, exclusive or and shift of 64-bit words,
//! without a branch, so that engines can derive the keys of many turns at once.

use rand::Rng;
use rand_pcg::Pcg32;

/// The version of this derivation. It is part of what a seed means, so it stands in `run.toml` and
/// changes whenever a stream does.
pub const SCHEME: u32 = 1;

/// What a stream is for. Two purposes never share a stream.
///
/// The numbers are part of what a seed means: they are never used again for something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u64)]
pub enum Domain {
    /// The dice of one whole game; the unit is the game.
    Game = 1,
    /// The dice of turns played alone; the unit is a block of turns.
    Turns = 2,
    /// The mixed decisions (`chance`) of the policies in one whole game.
    PolicyInGame = 3,
    /// The mixed decisions (`chance`) of a policy in turns played alone.
    PolicyInTurns = 4,
    /// The cards of one whole game; the unit is the game, and each pile of cards is a turn of it.
    Cards = 5,
    /// The cards of turns played alone; the unit is a block of turns.
    CardsInTurns = 6,
    /// Who sits where; the unit is a round of games at a table, and each table is a turn of it.
    Seats = 7,
    /// The worlds and playouts of a policy that searches; the seed is its own, drawn for a decision.
    Search = 8,
    /// The mixed decisions of the policies in such a playout.
    PolicyInSearch = 9,
    /// The settings that a search of parameters tries; the unit is an iteration of it.
    Tuning = 10,
}

/// 2⁶⁴ divided by the golden ratio, made odd: the step from turn to turn. Multiples of it stay as
/// far apart as they can.
pub const TURN_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// What tells the two halves of a unit's key apart: first an offset for the seed, then odd factors
/// for the domain and the unit. Each is the start of a binary expansion (√2, √3, √5 and √7, √11,
/// √13), made odd.
const BASE: [u64; 3] = [0x6a09_e667_f3bc_c909, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b];
const STREAM: [u64; 3] = [0xa54f_f53a_5f1d_36f1, 0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f];

/// Pelle Evensen's *moremur*, a finaliser of the Murmur kind with constants searched for counters
/// as input ("Stronger, better, morer, Moremur", 2019). A bijection on 64-bit words.
#[inline]
#[must_use]
pub const fn mix(mut word: u64) -> u64 {
    word ^= word >> 27;
    word = word.wrapping_mul(0x3c79_ac49_2ba7_b653);
    word ^= word >> 33;
    word = word.wrapping_mul(0x1c69_b3f7_4ac4_ae35);
    word ^ (word >> 27)
}

/// One half of a unit's key. For a given seed and domain a bijection of the unit.
#[inline]
const fn half(constants: [u64; 3], seed: u64, domain: Domain, unit: u64) -> u64 {
    let [offset, per_domain, per_unit] = constants;
    let run = mix(seed.wrapping_add(offset));
    let purpose = mix(run.wrapping_add((domain as u64).wrapping_mul(per_domain)));
    mix(purpose.wrapping_add(unit.wrapping_mul(per_unit)))
}

/// The luck of one unit: a game, or a block of turns played alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnitKey {
    base: u64,
    stream: u64,
}

impl UnitKey {
    /// The luck of unit `unit` of the run with this seed, for one purpose.
    #[inline]
    #[must_use]
    pub const fn new(seed: u64, domain: Domain, unit: u64) -> Self {
        Self { base: half(BASE, seed, domain, unit), stream: half(STREAM, seed, domain, unit) }
    }

    /// Where the places of the unit's turns are counted from: turn `index` enters its cycle at
    /// `mix(base + index * TURN_STEP)`. For engines that derive many keys at once.
    #[inline]
    #[must_use]
    pub const fn base(&self) -> u64 {
        self.base
    }

    /// The increment of the LCG on the unit's stream, as [`Pcg32::new`] derives it.
    #[inline]
    #[must_use]
    pub const fn increment(&self) -> u64 {
        self.stream << 1 | 1
    }

    /// The key of turn `index` of this unit. Where several seats take turns in a unit, the caller
    /// numbers all of them (`turn * seats + seat`, say).
    #[inline]
    #[must_use]
    pub const fn turn(&self, index: u64) -> StreamKey {
        let place = self.base.wrapping_add(index.wrapping_mul(TURN_STEP));
        StreamKey { state: mix(place), stream: self.stream }
    }
}

/// The key of one turn: what [`Pcg32::new`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StreamKey {
    /// Where the turn enters the cycle of the generator.
    pub state: u64,
    /// The stream of the unit; the generator leaves its highest bit out.
    pub stream: u64,
}

impl StreamKey {
    /// The generator of this turn.
    #[inline]
    #[must_use]
    pub fn rng(self) -> Pcg32 {
        Pcg32::new(self.state, self.stream)
    }

    /// A key of its own for part `part` of what this key is for (one decision of a turn, say).
    #[inline]
    #[must_use]
    pub const fn fork(self, part: u64) -> Self {
        let place = self.state ^ mix(part.wrapping_add(TURN_STEP));
        Self { state: mix(place), stream: self.stream }
    }
}

/// A number below `bound`, exactly uniform: words from the largest multiple of `bound` on are
/// passed over.
///
/// # Panics
///
/// Panics if `bound` is zero.
#[inline]
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    loop {
        let word = rng.next_u32();
        // Fewer than `bound` words are passed over; hardly ever is it worth counting them.
        if word <= u32::MAX - bound || word <= u32::MAX - (u32::MAX % bound + 1) % bound {
            return word % bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    const DOMAINS: [Domain; 4] =
        [Domain::Game, Domain::Turns, Domain::PolicyInGame, Domain::PolicyInTurns];

    /// The first number of the turn, and so the first thing that a player would notice.
    fn first(seed: u64, domain: Domain, unit: u64, turn: u64) -> u32 {
        UnitKey::new(seed, domain, unit).turn(turn).rng().next_u32()
    }

    /// The numbers were computed by a second, independent program (big integers, the generator
    /// written out from O'Neill's paper).
    #[test]
    fn the_scheme_is_pinned() {
        assert_eq!(mix(0), 0);
        assert_eq!(mix(1), 0x3c02_aa47_7582_92bd);
        assert_eq!(mix(u64::MAX), 0x78a9_666a_39c1_a1b5);
        let key = |seed, domain, unit, turn| {
            let key = UnitKey::new(seed, domain, unit).turn(turn);
            (key.state, key.stream, key.rng().next_u32())
        };
        assert_eq!(
            key(1, Domain::Game, 1, 0),
            (0xf664_f1f3_8bc6_ce81, 0xb3a7_f6e4_b52c_4cd2, 0x57ec_220d)
        );
        assert_eq!(
            key(1, Domain::Game, 1, 1),
            (0x7e6d_1767_4631_a91d, 0xb3a7_f6e4_b52c_4cd2, 0x455a_202d)
        );
        assert_eq!(
            key(1, Domain::Game, 2, 0),
            (0x48d5_2540_5794_20e2, 0x2ad7_655e_54e3_e1a0, 0x3bda_d0c6)
        );
        assert_eq!(
            key(7, Domain::Turns, 41, 3),
            (0x574d_a8d8_b59b_3e26, 0xfdc0_bca8_7e53_506b, 0x899b_e1ed)
        );
        assert_eq!(
            key(0, Domain::PolicyInGame, 0, 0),
            (0x835e_7854_e62f_f2b3, 0xee02_66ef_8c6b_72e1, 0x4c1d_60fe)
        );
        assert_eq!(
            key(u64::MAX, Domain::PolicyInTurns, u64::MAX, u64::MAX),
            (0xd8c6_5faa_6b84_c397, 0x5e9c_fc82_1e6a_c647, 0xab2c_5e39)
        );
    }

    #[test]
    fn no_two_of_a_million_coordinates_share_a_key() {
        let mut keys = Vec::with_capacity(1 << 20);
        for seed in 0..16 {
            for domain in DOMAINS {
                for unit in 0..128 {
                    let luck = UnitKey::new(seed, domain, unit);
                    keys.extend((0..128).map(|turn| luck.turn(turn)));
                }
            }
        }
        assert_eq!(keys.len(), 1 << 20);
        let mut states: Vec<u64> = keys.iter().map(|key| key.state).collect();
        states.sort_unstable();
        states.dedup();
        assert_eq!(states.len(), 1 << 20);
        // The generator leaves the highest bit of the stream out.
        let mut streams: Vec<u64> = keys.iter().map(|key| key.stream << 1).collect();
        streams.sort_unstable();
        streams.dedup();
        assert_eq!(streams.len(), 16 * 4 * 128);
    }

    /// For each bit of a coordinate: over many coordinates, how many of the 64 bits of the result
    /// change on average when it is flipped, and the rarest and commonest change of any one bit.
    fn avalanche(result: impl Fn([u64; 3]) -> u64, coordinate: usize) {
        const SAMPLES: u32 = 2048;
        for bit in 0..64 {
            let mut changes = [0u32; 64];
            for sample in 0..SAMPLES {
                // Half of the samples are small numbers, as in use; half are anything.
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
                    *count += u32::try_from(changed >> place & 1).expect("one bit");
                }
            }
            let mean = f64::from(changes.iter().sum::<u32>()) / f64::from(SAMPLES);
            // 4 bits of deviation a sample: 0.09 for the mean.
            assert!((mean - 32.0).abs() < 0.45, "bit {bit}: {mean} of 64 bits change");
            for count in changes {
                // 0.011 of deviation for each single bit.
                let share = f64::from(count) / f64::from(SAMPLES);
                assert!((share - 0.5).abs() < 0.07, "bit {bit}: one bit changes in {share}");
            }
        }
    }

    #[test]
    fn every_bit_of_seed_unit_and_turn_changes_half_of_the_state() {
        let state =
            |[seed, unit, turn]: [u64; 3]| UnitKey::new(seed, Domain::Game, unit).turn(turn).state;
        avalanche(state, 0);
        avalanche(state, 1);
        avalanche(state, 2);
    }

    #[test]
    fn every_bit_of_seed_and_unit_changes_half_of_the_stream() {
        let stream = |[seed, unit, _]: [u64; 3]| UnitKey::new(seed, Domain::Turns, unit).stream;
        avalanche(stream, 0);
        avalanche(stream, 1);
    }

    #[test]
    fn the_halves_of_a_key_do_not_follow_each_other() {
        let changes = (0..4096u64).map(|unit| {
            let luck = UnitKey::new(1, Domain::Game, unit);
            (luck.base ^ luck.stream).count_ones()
        });
        let mean = f64::from(changes.sum::<u32>()) / 4096.0;
        assert!((mean - 32.0).abs() < 0.3, "{mean}");
    }

    /// Chi-squared of the top three bits (a d8) of consecutive streams, alone and in pairs.
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
    fn the_first_die_is_fair_along_turns_units_seeds_and_domains() {
        uniform("turns", |turn| first(1, Domain::Game, 1, turn));
        uniform("turns of a block", |turn| first(1, Domain::Turns, 5, turn));
        uniform("units", |unit| first(1, Domain::Game, unit, 0));
        uniform("blocks", |unit| first(1, Domain::Turns, unit, 0));
        uniform("seeds", |seed| first(seed, Domain::Game, 1, 0));
        uniform("seeds, far out", |seed| first(!seed, Domain::Game, 1_000_000, 40));
        uniform("domains", |at| first(1, DOMAINS[(at % 4) as usize], at / 4, 0));
        uniform("seed and unit together", |at| first(at, Domain::Game, at, at));
    }
}
