//! Random streams, derived by hashing coordinates (a counter-based scheme).
//!
//! The coordinates of a stream are its use, never the time of a draw: hash(seed, unit, purpose,
//! index). The unit is a game, or a single turn. The purpose is one of the game (cards, dice) or
//! the policy of a seat. The index is chosen by the game (such as the number of a turn), or is the
//! number of the policy's decision. Turn 3 of game 41 under seed 7 therefore uses the same random
//! numbers for any number of threads, order of games or policy, and can be replayed separately.
//!
//! ```
//! use pushluck::sim::random::{Domain, UnitKey};
//! use rand::Rng;
//!
//! let mut dice = UnitKey::of_game(7, 41).stream(0, 3);
//! assert_eq!(dice.next_u32(), UnitKey::new(7, Domain::Game, 41).stream(0, 3).next_u32());
//! ```
//!
//! # Guarantees
//!
//! [`Pcg32`] has 2⁶³ generator streams, each a cycle of 2⁶⁴ states. The unit selects the generator
//! stream (the single turns of a block of [`BLOCK`] share one); purpose and index select the
//! starting state.
//!
//! - Within a unit, all starting states are distinct (a bijection) and look random. Two streams that draw at
//!   most *d* numbers each therefore overlap with probability 2*d* / 2⁶⁴; for all *n* streams of a unit the
//!   probability is about *n*²*d* / 2⁶⁴ (a million streams of a hundred numbers: one in 180,000).
//! - Streams of different units, of one seed or two, can overlap only if their generator streams are equal as
//!   well, which multiplies the probability for a pair by 2⁻⁶³. For one seed and one domain, both 64-bit
//!   halves of the keys of all units are distinct.
//! - The cycles of two generator streams are shifted copies of each other, so sequences with matching starting
//!   states are similar without sharing a number. Starting states are hashes, so this is no more frequent than
//!   for uniformly random states.
//! - Seeds are hashed, not incremented, and streams do not jump along a cycle: neighbouring seeds, units and
//!   indices are as unrelated as distant ones. `tests/sim/random.rs` checks this.
//!
//! The derivation uses wrapping addition, multiplication, exclusive or and shifts of 64-bit words
//! without branches, so engines can derive the keys of many turns at once (SIMD).

use rand::Rng;
use rand_pcg::Pcg32;

/// The version of this derivation. It is written to `run.toml` and changes whenever the random
/// numbers of a seed change.
pub const SCHEME: u32 = 2;

/// A kind of unit. Two domains never share a stream.
///
/// The discriminants determine the random numbers of a seed and are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u64)]
pub enum Domain {
    /// Whole games.
    Game = 1,
    /// Blocks of single turns.
    Turns = 2,
    /// Seating: the circular orders of all matchups.
    Seats = 7,
    /// Determinizations and playouts of a search policy, with a separate seed drawn for each
    /// decision.
    Search = 8,
    /// The iterations of a search of parameters.
    Tuning = 10,
    /// The seeds of the worlds in which decisions are judged, by game and decision.
    Review = 11,
}

/// The number of single turns that share a generator stream: enough for engines that play many at
/// once.
pub const BLOCK: u64 = 1 << 14;

/// The number of purposes for games: 0 to 7.
pub const GAME_PURPOSES: usize = 8;
/// The purpose of the policy of seat 0; the policy of seat s has `POLICY + s`. For at most 8 seats.
pub const POLICY: u64 = 8;
/// The purpose, plus the seat, of the base policy that a search policy calls before it searches.
pub const BASE_POLICY: u64 = 16;
/// The purpose for redealing hidden information and for selection within a search tree.
pub const WORLD: u64 = 24;
/// The number of purposes.
const PURPOSES: u64 = 32;

/// The distance between two indices of a stream; the turns of a block fill the values in between.
const INDEX: u64 = BLOCK * PURPOSES;

/// 2⁶⁴ divided by the golden ratio, made odd. Its multiples are as far apart as possible.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Constants of the two halves of a unit's key: an offset for the seed, then odd factors for the
/// domain and the unit. Each is the start of a binary expansion (√2, √3, √5 and √7, √11, √13), made
/// odd.
const BASE: [u64; 3] = [0x6a09_e667_f3bc_c909, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b];
const STREAM: [u64; 3] = [0xa54f_f53a_5f1d_36f1, 0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f];

/// Pelle Evensen's *moremur*, a finaliser of the Murmur kind with constants searched for counters
/// as input ("Stronger, better, morer, Moremur", 2019). A bijection on 64-bit words.
#[inline]
pub const fn mix(mut word: u64) -> u64 {
    word ^= word >> 27;
    word = word.wrapping_mul(0x3c79_ac49_2ba7_b653);
    word ^= word >> 33;
    word = word.wrapping_mul(0x1c69_b3f7_4ac4_ae35);
    word ^ (word >> 27)
}

/// Half of a unit's key. For a given seed and domain it is a bijection of the unit.
#[inline]
const fn half(constants: [u64; 3], seed: u64, domain: Domain, unit: u64) -> u64 {
    let [offset, per_domain, per_unit] = constants;
    let run = mix(seed.wrapping_add(offset));
    let purpose = mix(run.wrapping_add((domain as u64).wrapping_mul(per_domain)));
    mix(purpose.wrapping_add(unit.wrapping_mul(per_unit)))
}

/// The key of a unit: a game or a single turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnitKey {
    base: u64,
    stream: u64,
}

impl UnitKey {
    /// Creates the key of unit `unit` of a domain.
    #[inline]
    pub const fn new(seed: u64, domain: Domain, unit: u64) -> Self {
        Self { base: half(BASE, seed, domain, unit), stream: half(STREAM, seed, domain, unit) }
    }

    /// Creates the key of game `game`.
    #[inline]
    pub const fn of_game(seed: u64, game: u64) -> Self {
        Self::new(seed, Domain::Game, game)
    }

    /// Creates the key of single turn `turn`.
    #[inline]
    pub const fn of_turn(seed: u64, turn: u64) -> Self {
        Self::new(seed, Domain::Turns, turn / BLOCK).of_block(turn % BLOCK)
    }

    /// Returns the key of turn `turn`, below [`BLOCK`], of the block with this key.
    #[inline]
    pub const fn of_block(self, turn: u64) -> Self {
        let apart = turn.wrapping_mul(PURPOSES).wrapping_mul(STEP);
        Self { base: self.base.wrapping_add(apart), ..self }
    }

    /// Returns the LCG increment of the unit's generator stream, as [`Pcg32::new`] derives it.
    #[inline]
    pub const fn increment(&self) -> u64 {
        self.stream << 1 | 1
    }

    /// Returns the starting state of stream `index`, below 2⁴⁵, of a purpose below 32.
    #[inline]
    pub const fn place(&self, purpose: u64, index: u64) -> u64 {
        let number = index.wrapping_mul(INDEX).wrapping_add(purpose);
        mix(self.base.wrapping_add(number.wrapping_mul(STEP)))
    }

    /// Creates the generator of stream `index` of a purpose.
    #[inline]
    pub fn stream(&self, purpose: u64, index: u64) -> Pcg32 {
        Pcg32::new(self.place(purpose, index), self.stream)
    }
}

/// Returns an exactly uniform number below `bound`, which must not be 0 (Lemire, "Fast random
/// integer generation in an interval", 2019; words that would cause a bias are rejected).
#[inline]
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let least = bound.wrapping_neg() % bound;
        while (product as u32) < least {
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}
