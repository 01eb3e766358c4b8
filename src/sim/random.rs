//! Where every random number comes from: streams derived by hashing coordinates.
//!
//! A stream is named by what it is for, never by when it is drawn: hash(seed, unit, purpose, index). The
//! unit is a game, or a turn played alone; the purpose is the game's own (cards, dice) or a seat's policy; the
//! index is what the game makes of it (the turn of a seat, say), or the policy's decision. So turn 3 of
//! game 41 under seed 7 meets the same numbers whatever the number of threads, the order of the games or the
//! policy, and can be played again alone.
//!
//! ```
//! use pushluck::sim::random::{Domain, UnitKey};
//! use rand::Rng;
//!
//! let mut dice = UnitKey::of_game(7, 41).stream(0, 3);
//! assert_eq!(dice.next_u32(), UnitKey::new(7, Domain::Game, 41).stream(0, 3).next_u32());
//! ```
//!
//! # What is promised
//!
//! [`Pcg32`] is a cycle of 2⁶⁴ states on each of 2⁶³ streams. A unit picks the stream of the generator (a
//! block of [`BLOCK`] turns played alone shares one), purpose and index the place where it enters the
//! cycle.
//!
//! - Within a unit all streams enter at places that are certainly distinct and look random. Two that
//!   draw at most *d* numbers each therefore share some of them with odds of 2*d* / 2⁶⁴; among all *n*
//!   streams of a unit the odds are about *n*²*d* / 2⁶⁴ (a million of a hundred numbers: one in 180,000).
//! - Between units, of one seed or of two, streams can share numbers only where the streams of the generator
//!   agree as well, which multiplies the odds for a pair by 2⁻⁶³. For one seed and one domain the 64-bit
//!   keys of all units are certainly distinct, both halves of them.
//! - The cycles of two streams are shifted copies of each other, so sequences that happen to enter
//!   at matching places are similar without sharing a number. As places are hashes, this happens no more
//!   often than at truly random ones.
//! - Nothing is added to a seed and nothing jumps along a cycle: neighbouring seeds, units and
//!   indices are as unrelated as distant ones. The tests below look for the opposite.
//!
//! Everything here is wrapping addition, multiplication, exclusive or and shift of 64-bit words,
//! without a branch, so that engines can derive the keys of many turns at once.

use rand::Rng;
use rand_pcg::Pcg32;

/// The version of this derivation. It is part of what a seed means, so it is written to `run.toml` and
/// changes whenever a stream does.
pub const SCHEME: u32 = 2;

/// What units are numbered in. Two domains never share a stream.
///
/// The numbers are part of what a seed means: they are never used again for something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u64)]
pub enum Domain {
    /// Whole games.
    Game = 1,
    /// Blocks of turns played alone.
    Turns = 2,
    /// Who sits where: circles of games of all matchups.
    Seats = 7,
    /// The worlds and playouts of a policy that searches; the seed is its own, drawn for a decision.
    Search = 8,
    /// The iterations of a search of parameters.
    Tuning = 10,
}

/// Turns played alone that share a stream of the generator: enough for engines that play many at once.
pub const BLOCK: u64 = 1 << 14;

/// The purposes that a game may name: those below this.
pub const GAME_PURPOSES: usize = 8;
/// The purpose of the policy of the first seat; seat s has s more. For at most 8 seats.
pub const POLICY: u64 = 8;
/// The same for what a search asks its base policy before it searches.
pub const BASE_POLICY: u64 = 16;
/// Redealing what a seat cannot see, and choosing within a search tree.
pub const WORLD: u64 = 24;
/// All purposes.
const PURPOSES: u64 = 32;

/// From one index of a stream to the next; turns of a block lie between two indices.
const INDEX: u64 = BLOCK * PURPOSES;

/// 2⁶⁴ divided by the golden ratio, made odd: the step from place to place. Multiples of it stay as
/// far apart as they can.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// What tells the two halves of a unit's key apart: first an offset for the seed, then odd factors
/// for the domain and the unit. Each is the start of a binary expansion (√2, √3, √5 and √7, √11,
/// √13), made odd.
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

/// One half of a unit's key. For a given seed and domain a bijection of the unit.
#[inline]
const fn half(constants: [u64; 3], seed: u64, domain: Domain, unit: u64) -> u64 {
    let [offset, per_domain, per_unit] = constants;
    let run = mix(seed.wrapping_add(offset));
    let purpose = mix(run.wrapping_add((domain as u64).wrapping_mul(per_domain)));
    mix(purpose.wrapping_add(unit.wrapping_mul(per_unit)))
}

/// The key of one unit: a game, or a turn played alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnitKey {
    base: u64,
    stream: u64,
}

impl UnitKey {
    /// The key of unit `unit` of a domain in the run with this seed.
    #[inline]
    pub const fn new(seed: u64, domain: Domain, unit: u64) -> Self {
        Self { base: half(BASE, seed, domain, unit), stream: half(STREAM, seed, domain, unit) }
    }

    /// The key of game `game`.
    #[inline]
    pub const fn of_game(seed: u64, game: u64) -> Self {
        Self::new(seed, Domain::Game, game)
    }

    /// The key of turn `turn` played alone.
    #[inline]
    pub const fn of_turn(seed: u64, turn: u64) -> Self {
        Self::new(seed, Domain::Turns, turn / BLOCK).of_block(turn % BLOCK)
    }

    /// The key of a turn of the block that has this key, below [`BLOCK`].
    #[inline]
    pub const fn of_block(self, turn: u64) -> Self {
        let apart = turn.wrapping_mul(PURPOSES).wrapping_mul(STEP);
        Self { base: self.base.wrapping_add(apart), ..self }
    }

    /// The increment of the LCG on the unit's stream, as [`Pcg32::new`] derives it.
    #[inline]
    pub const fn increment(&self) -> u64 {
        self.stream << 1 | 1
    }

    /// Where stream `index` of a purpose below 32 enters the cycle of the generator; `index` is below
    /// 2⁴⁵.
    #[inline]
    pub const fn place(&self, purpose: u64, index: u64) -> u64 {
        let number = index.wrapping_mul(INDEX).wrapping_add(purpose);
        mix(self.base.wrapping_add(number.wrapping_mul(STEP)))
    }

    /// The generator of stream `index` of a purpose.
    #[inline]
    pub fn stream(&self, purpose: u64, index: u64) -> Pcg32 {
        Pcg32::new(self.place(purpose, index), self.stream)
    }
}

/// A number below `bound`, exactly uniform (Lemire, "Fast random integer generation in an
/// interval", 2019: the rare words that would favour a number are passed over).
/// `bound` is not 0.
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
