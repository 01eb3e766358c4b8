//! The deck of Str8 Eight and sets of its cards as bit masks.

use super::engine::EIGHT;
use crate::game::bits;
pub use crate::game::bits::each;

/// The maximum number of number cards in a deck.
pub const NUMBERS: usize = 64;
/// The maximum number of cards in a deck, including pass cards.
pub const CARDS: usize = 80;

/// The index of a card in the deck: number cards from 0, sorted by value, then by colour; pass
/// cards from 64.
pub type Card = u8;

/// A set of number cards: bit i is card i. The highest bit of a sequence is its last card, because
/// values rise.
pub type Numbers = u64;

/// A set of cards: bits 0–63 are number cards, bits 64–79 are pass cards.
pub type Cards = u128;

/// Returns the number cards of a set.
pub const fn numbers(cards: Cards) -> Numbers {
    cards as u64
}

/// Returns the pass cards of a set: bit i is the i-th pass card of the deck.
pub const fn passes(cards: Cards) -> u64 {
    (cards >> NUMBERS) as u64
}

/// Whether a set contains a card.
pub const fn has(cards: Cards, card: Card) -> bool {
    cards >> card & 1 == 1
}

/// Iterates over the cards of a set in deck order.
pub fn each_card(cards: Cards) -> impl Iterator<Item = Card> {
    each(numbers(cards)).chain(each(passes(cards)).map(|pass| pass + NUMBERS as Card))
}

/// Returns the card of the set at index `rank`, which must be less than the size of the set.
#[inline]
pub fn nth(cards: Cards, rank: u32) -> Card {
    let sums = bits::byte_sums(numbers(cards));
    let count = (sums >> 56) as u32;
    let place = if rank < count {
        bits::select_by(numbers(cards), sums, rank)
    } else {
        64 + bits::select(passes(cards), rank - count)
    };
    place as Card
}

/// Where hands go when a pass card is played (SE-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Direction {
    /// To the neighbour on the left, who plays next.
    Left,
    /// To the neighbour on the right.
    Right,
    /// To the player opposite; with three players to the left (SE-Q9).
    Across,
}

impl Direction {
    /// The number of seats that a hand moves to the left.
    pub const fn steps(self, seats: u8) -> u8 {
        match self {
            Self::Left => 1,
            Self::Right => seats - 1,
            Self::Across if seats == 3 => 1,
            Self::Across => seats / 2,
        }
    }
}

/// The printed face of a number card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Printed {
    /// The number in the middle, 1 or more.
    pub value: u8,
    /// The colour group, from 0.
    pub colour: u8,
}

/// All cards of an edition, with lookup tables by card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    numbers: Vec<Printed>,
    passes: Vec<Direction>,
    /// All cards.
    pub all: Cards,
    /// By number card: the cards that may follow the card in a sequence (SE-14).
    followers: [Numbers; NUMBERS],
    /// The cards with a bull's-eye, which may begin a sequence (SE-9).
    openers: Numbers,
    /// The cards of each colour group.
    pub colours: Vec<Numbers>,
    /// By number card: all cards with the same number.
    twins: [Numbers; NUMBERS],
    /// The first card of each number.
    pub firsts: Numbers,
    /// By last card of a sequence (index card + 1; 0 for an empty sequence): the numbers reachable
    /// with the first, second, … further card, each number represented by its first card.
    ahead: Vec<[Numbers; EIGHT as usize]>,
}

impl Deck {
    /// Creates a deck. `right_side` returns the values printed on the right side of the cards of a
    /// value; cards with values up to `bulls_eye` may begin a sequence.
    ///
    /// # Panics
    ///
    /// Panics if there are more than [`NUMBERS`] number cards or more than [`CARDS`] − [`NUMBERS`]
    /// pass cards. Editions are checked against these limits before.
    pub fn new(
        mut numbers: Vec<Printed>,
        passes: Vec<Direction>,
        right_side: impl Fn(u8) -> Vec<u8>,
        bulls_eye: u8,
    ) -> Self {
        assert!(numbers.len() <= NUMBERS && passes.len() <= CARDS - NUMBERS, "too many cards");
        numbers.sort_unstable();
        let those = |wanted: &dyn Fn(Printed) -> bool| {
            let found = numbers.iter().enumerate().filter(|(_, printed)| wanted(**printed));
            found.fold(0, |set: Numbers, (card, _)| set | 1 << card)
        };
        let colour_count = numbers.iter().map(|printed| printed.colour + 1).max().unwrap_or(0);
        let (mut followers, mut twins) = ([0; NUMBERS], [0; NUMBERS]);
        for (card, Printed { value, .. }) in numbers.iter().enumerate() {
            let after = right_side(*value);
            followers[card] = those(&|other| other.value > *value && after.contains(&other.value));
            twins[card] = those(&|other| other.value == *value);
        }
        let firsts = twins.iter().fold(0, |all, twins| all | twins & twins.wrapping_neg());
        let openers = those(&|printed| printed.value <= bulls_eye);
        let starts = std::iter::once(openers).chain(followers);
        let below = |count: usize| (1u128 << count) - 1;
        Self {
            all: below(numbers.len()) | below(passes.len()) << NUMBERS,
            ahead: starts.map(|next| ahead(next, &followers, firsts)).collect(),
            colours: (0..colour_count).map(|colour| those(&|it| it.colour == colour)).collect(),
            followers,
            openers,
            firsts,
            twins,
            numbers,
            passes,
        }
    }

    /// Returns the number on a card; `None` for a pass card.
    pub fn value(&self, card: Card) -> Option<u8> {
        self.numbers.get(usize::from(card)).map(|printed| printed.value)
    }

    /// Returns the direction of a pass card; `None` for a number card.
    pub fn direction(&self, card: Card) -> Option<Direction> {
        self.passes.get(usize::from(card).checked_sub(NUMBERS)?).copied()
    }

    /// Returns the colour group of a number card.
    ///
    /// # Panics
    ///
    /// Panics on a pass card.
    pub fn colour(&self, card: Card) -> u8 {
        self.numbers[usize::from(card)].colour
    }

    /// Returns the cards that may extend `sequence` (SE-9, SE-14).
    #[inline]
    pub fn next(&self, sequence: Numbers) -> Numbers {
        match last(sequence) {
            None => self.openers,
            Some(card) => self.followers[usize::from(card)],
        }
    }

    /// Returns the sum of the numbers on the cards of a set.
    pub fn sum(&self, numbers: Numbers) -> i32 {
        each(numbers).filter_map(|card| self.value(card)).map(i32::from).sum()
    }

    /// Estimates the sum of the cards that complete `sequence`: for each missing card, the mean of
    /// the numbers reachable at its position.
    pub(super) fn still_to_come(&self, sequence: Numbers) -> i32 {
        let mean = |numbers: &Numbers| self.sum(*numbers) / numbers.count_ones().max(1) as i32;
        self.ahead(sequence).iter().map(mean).sum()
    }

    /// Whether all cards of a full sequence belong to one colour group (SE-26).
    pub fn one_colour(&self, sequence: Numbers) -> bool {
        self.colours.iter().any(|group| sequence & !group == 0)
    }

    /// Returns the cards with the same number as a number card, including the card.
    pub(super) fn twins(&self, card: Card) -> Numbers {
        self.twins[usize::from(card)]
    }

    /// Returns the numbers reachable with the first, second, … further card of `sequence`, each
    /// number represented by its first card.
    pub fn ahead(&self, sequence: Numbers) -> &[Numbers] {
        let from = last(sequence).map_or(0, |last| usize::from(last) + 1);
        &self.ahead[from][..EIGHT.saturating_sub(sequence.count_ones()) as usize]
    }

    /// Returns the minimum number of cards to lay until the number of `card` is the last of
    /// `sequence`; [`NOT_REACHED`] if that is impossible.
    #[inline]
    pub(super) fn steps(&self, sequence: Numbers, card: Card) -> u32 {
        let twins = self.twins(card);
        let found = self.ahead(sequence).iter().position(|numbers| numbers & twins != 0);
        found.map_or(NOT_REACHED, |before| before as u32 + 1)
    }
}

/// The result of `Deck::steps` for a card that cannot be reached.
pub const NOT_REACHED: u32 = EIGHT + 1;

/// Computes the numbers reachable with each further card of a sequence that continues with a card
/// of `next`. `firsts` holds one card for each number.
fn ahead(
    mut next: Numbers,
    followers: &[Numbers; NUMBERS],
    firsts: Numbers,
) -> [Numbers; EIGHT as usize] {
    std::array::from_fn(|_| {
        let reached = next & firsts;
        next = each(reached).fold(0, |all, card| all | followers[usize::from(card)]);
        reached
    })
}

/// Returns the last card of a sequence; `None` if the sequence is empty.
pub fn last(sequence: Numbers) -> Option<Card> {
    (sequence != 0).then(|| (63 - sequence.leading_zeros()) as Card)
}

/// Returns all card indices above the last card of a sequence.
pub(super) fn above(sequence: Numbers) -> Numbers {
    last(sequence).map_or(Numbers::MAX, |card| Numbers::MAX << card << 1)
}
