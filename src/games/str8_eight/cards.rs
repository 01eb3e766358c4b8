//! The deck of Str8 Eight, and sets of its cards.

use super::engine::EIGHT;
use crate::game::bits;
pub use crate::game::bits::each;

/// The most number cards of a deck.
pub const NUMBERS: usize = 64;
/// The most cards of a deck, pass cards among them.
pub const CARDS: usize = 80;

/// A card by its place in the deck: number cards in rising order of value, of equal values in the
/// order of their colours, from 0; pass cards from 64.
pub type Card = u8;

/// Number cards as a set: bit i for card i. In a sequence the highest bit is the last card, as
/// values rise.
pub type Numbers = u64;

/// Cards as a set: bits 0–63 for number cards, bits 64–79 for pass cards.
pub type Cards = u128;

/// The number cards of a set.
pub const fn numbers(cards: Cards) -> Numbers {
    cards as u64
}

/// The pass cards of a set: bit i for the i-th of the deck.
pub const fn passes(cards: Cards) -> u64 {
    (cards >> NUMBERS) as u64
}

/// Whether a card is in a set.
pub const fn has(cards: Cards, card: Card) -> bool {
    cards >> card & 1 == 1
}

/// The cards of a set, in the order of the deck.
pub fn each_card(cards: Cards) -> impl Iterator<Item = Card> {
    each(numbers(cards)).chain(each(passes(cards)).map(|pass| pass + NUMBERS as Card))
}

/// The card with `rank` cards of the set before it; `rank` is less than their number.
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
    /// To the player opposite; to the left where there are three (SE-Q9).
    Across,
}

impl Direction {
    /// How many seats a hand moves on.
    pub const fn steps(self, seats: u8) -> u8 {
        match self {
            Self::Left => 1,
            Self::Right => seats - 1,
            Self::Across if seats == 3 => 1,
            Self::Across => seats / 2,
        }
    }
}

/// A number card as it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Printed {
    /// The number in the middle, 1 or more.
    pub value: u8,
    /// The colour group, from 0.
    pub colour: u8,
}

/// All cards of a box, as rules need them: a lookup for each card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    numbers: Vec<Printed>,
    passes: Vec<Direction>,
    /// Every card.
    pub all: Cards,
    /// By number card: the cards that may follow it in a sequence (SE-14).
    followers: [Numbers; NUMBERS],
    /// The cards with a bull's-eye, which may begin a sequence (SE-9).
    openers: Numbers,
    /// The cards of each colour group.
    pub colours: Vec<Numbers>,
    /// By number card: the cards of its number.
    twins: [Numbers; NUMBERS],
    /// The first card of each number.
    pub firsts: Numbers,
    /// By the last card of a sequence, from 1, or 0 for none: the numbers that may come with each
    /// further card, one card for each.
    ahead: Vec<[Numbers; EIGHT as usize]>,
}

impl Deck {
    /// The deck of these cards. `right_side` lists the values on the right side of the cards of a
    /// value; cards up to `bulls_eye` may begin a sequence.
    ///
    /// # Panics
    ///
    /// Panics on more than [`NUMBERS`] number cards or more than [`CARDS`] cards in all, and on a
    /// colour beyond them; editions are checked before.
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

    /// The number on a card; `None` for a pass card.
    pub fn value(&self, card: Card) -> Option<u8> {
        self.numbers.get(usize::from(card)).map(|printed| printed.value)
    }

    /// The direction of a pass card; `None` for a number card.
    pub fn direction(&self, card: Card) -> Option<Direction> {
        self.passes.get(usize::from(card).checked_sub(NUMBERS)?).copied()
    }

    /// The colour group of a number card.
    ///
    /// # Panics
    ///
    /// Panics on a pass card.
    pub fn colour(&self, card: Card) -> u8 {
        self.numbers[usize::from(card)].colour
    }

    /// The cards that may be laid next to `sequence` (SE-9, SE-14).
    #[inline]
    pub fn next(&self, sequence: Numbers) -> Numbers {
        match last(sequence) {
            None => self.openers,
            Some(card) => self.followers[usize::from(card)],
        }
    }

    /// The sum of the numbers on some cards.
    pub fn sum(&self, numbers: Numbers) -> i32 {
        each(numbers).filter_map(|card| self.value(card)).map(i32::from).sum()
    }

    /// The sum of what completes `sequence`, with the mean of the numbers that may come with each card.
    pub(super) fn still_to_come(&self, sequence: Numbers) -> i32 {
        let mean = |numbers: &Numbers| self.sum(*numbers) / numbers.count_ones().max(1) as i32;
        self.ahead(sequence).iter().map(mean).sum()
    }

    /// Whether the cards of a full sequence are of one colour group (SE-26).
    pub fn one_colour(&self, sequence: Numbers) -> bool {
        self.colours.iter().any(|group| sequence & !group == 0)
    }

    /// The cards with the number of a number card, itself among them.
    pub(super) fn twins(&self, card: Card) -> Numbers {
        self.twins[usize::from(card)]
    }

    /// The numbers that may come with each further card of `sequence`, one card for each.
    pub fn ahead(&self, sequence: Numbers) -> &[Numbers] {
        let from = last(sequence).map_or(0, |last| usize::from(last) + 1);
        &self.ahead[from][..EIGHT.saturating_sub(sequence.count_ones()) as usize]
    }

    /// The fewest cards until `sequence` ends with a number card; [`NOT_REACHED`] where it cannot.
    #[inline]
    pub(super) fn steps(&self, sequence: Numbers, card: Card) -> u32 {
        let twins = self.twins(card);
        let found = self.ahead(sequence).iter().position(|numbers| numbers & twins != 0);
        found.map_or(NOT_REACHED, |before| before as u32 + 1)
    }
}

/// What `Deck::steps` gives for a card that cannot be reached.
pub const NOT_REACHED: u32 = EIGHT + 1;

/// The numbers that may come with each further card of a sequence which goes on with one of `next`;
/// `firsts` stand for all cards of their numbers.
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

/// The last card of a sequence, if it has one.
pub fn last(sequence: Numbers) -> Option<Card> {
    (sequence != 0).then(|| (63 - sequence.leading_zeros()) as Card)
}

/// The cards beyond the last one of a sequence.
pub(super) fn above(sequence: Numbers) -> Numbers {
    last(sequence).map_or(Numbers::MAX, |card| Numbers::MAX << card << 1)
}
