//! The deck of Str8 Eight, and sets of its cards.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

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

/// A set of cards.
///
/// | bits | what |
/// |---|---|
/// | 0–63 | number cards, in rising order of value |
/// | 64–79 | pass cards |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards(u128);

impl Cards {
    /// No card.
    pub const NONE: Self = Self(0);

    /// One card.
    #[inline]
    pub const fn one(card: Card) -> Self {
        Self(1 << card)
    }

    /// The number cards of the set.
    #[inline]
    pub const fn numbers(self) -> Numbers {
        self.0 as u64
    }

    /// The pass cards of the set: bit i for the i-th of the deck.
    #[inline]
    pub const fn pass_cards(self) -> u64 {
        (self.0 >> NUMBERS) as u64
    }

    /// The number of pass cards in the set.
    #[inline]
    pub const fn passes(self) -> u32 {
        ((self.0 >> NUMBERS) as u16).count_ones()
    }

    /// The number of cards in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no card in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is in the set.
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card & 1 == 1
    }

    /// The cards, in the order of the deck.
    #[inline]
    pub fn each(self) -> impl Iterator<Item = Card> {
        let passes = each((self.0 >> NUMBERS) as u64).map(|pass| pass + NUMBERS as Card);
        each(self.numbers()).chain(passes)
    }

    /// The card with `rank` cards of the set before it; `rank` is less than their number.
    #[inline]
    pub fn nth(self, rank: u32) -> Card {
        let numbers = self.numbers();
        let sums = bits::byte_sums(numbers);
        let count = (sums >> 56) as u32;
        let place = if rank < count {
            bits::select_by(numbers, sums, rank)
        } else {
            64 + bits::select((self.0 >> NUMBERS) as u64, rank - count)
        };
        place as Card
    }
}

impl From<Numbers> for Cards {
    #[inline]
    fn from(numbers: Numbers) -> Self {
        Self(numbers.into())
    }
}

impl BitOr for Cards {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Cards {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for Cards {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitOrAssign for Cards {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for Cards {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

/// Where hands go when a pass card is played (SE-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the neighbour on the left, who plays next.
    Left,
    /// To the neighbour on the right.
    Right,
    /// To the player opposite; to the left where there are three (SE-Q9).
    Across,
}

impl Direction {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Across => "across",
        }
    }

    /// How many seats a hand moves on among so many.
    #[inline]
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
#[derive(Clone, Debug)]
pub struct Deck {
    numbers: Vec<Printed>,
    passes: Vec<Direction>,
    all: Cards,
    /// By number card: the cards that may follow it in a sequence (SE-14).
    followers: [Numbers; NUMBERS],
    /// The cards with a bull's-eye, which may begin a sequence (SE-9).
    openers: Numbers,
    /// The cards of each colour group.
    colours: Vec<Numbers>,
    /// By number card: the cards of its number.
    twins: [Numbers; NUMBERS],
    /// By number card: the first card of its number.
    first: [Card; NUMBERS],
    /// By the last card of a sequence, from 1, or 0 for none: the numbers that may come with each
    /// further card, one card for each.
    ahead: Vec<[Numbers; EIGHT as usize]>,
    /// By the last card of a sequence, from 1, or 0 for none: the fewest cards until it ends with each.
    steps: Vec<[u8; NUMBERS]>,
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
        let colours = (0..colour_count).map(|colour| those(&|other| other.colour == colour));
        let (mut followers, mut twins) = ([0; NUMBERS], [0; NUMBERS]);
        let (mut first, mut firsts) = ([0; NUMBERS], 0);
        for (card, printed) in numbers.iter().enumerate() {
            let after = right_side(printed.value);
            followers[card] =
                those(&|other| other.value > printed.value && after.contains(&other.value));
            twins[card] = those(&|other| other.value == printed.value);
            first[card] = twins[card].trailing_zeros() as Card;
            firsts |= 1 << first[card];
        }
        let numbers_after = followers.map(|followers| followers & firsts);
        let openers = those(&|printed| printed.value <= bulls_eye);
        let starts = || std::iter::once(openers).chain(followers);
        let below = |count: usize| (1u128 << count) - 1;
        Self {
            all: Cards(below(numbers.len()) | below(passes.len()) << NUMBERS),
            steps: starts().map(|next| steps(next, &followers)).collect(),
            ahead: starts().map(|next| ahead(next & firsts, &numbers_after)).collect(),
            colours: colours.collect(),
            followers,
            openers,
            twins,
            first,
            numbers,
            passes,
        }
    }

    /// Every card.
    #[inline]
    pub fn all(&self) -> Cards {
        self.all
    }

    /// The number on a card; `None` for a pass card.
    #[inline]
    pub fn value(&self, card: Card) -> Option<u8> {
        self.numbers.get(usize::from(card)).map(|printed| printed.value)
    }

    /// The direction of a pass card; `None` for a number card.
    #[inline]
    pub fn direction(&self, card: Card) -> Option<Direction> {
        self.passes.get(usize::from(card).checked_sub(NUMBERS)?).copied()
    }

    /// The colour group of a number card.
    ///
    /// # Panics
    ///
    /// Panics on a pass card.
    #[inline]
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
    pub fn still_to_come(&self, sequence: Numbers) -> i32 {
        let left = EIGHT.saturating_sub(sequence.count_ones()) as usize;
        let mean = |numbers: &Numbers| self.sum(*numbers) / numbers.count_ones().max(1) as i32;
        self.ahead(sequence)[..left].iter().map(mean).sum()
    }

    /// Whether the cards of a full sequence are of one colour group (SE-26).
    pub fn one_colour(&self, sequence: Numbers) -> bool {
        self.colours.iter().any(|group| sequence & !group == 0)
    }

    /// The cards of each colour group.
    pub(super) fn colours(&self) -> &[Numbers] {
        &self.colours
    }

    /// The cards with the number of a number card, itself among them.
    #[inline]
    pub(super) fn twins(&self, card: Card) -> Numbers {
        self.twins[usize::from(card)]
    }

    /// The first card of each of the numbers that are among some cards.
    #[inline]
    pub(super) fn one_each(&self, numbers: Numbers) -> Numbers {
        each(numbers).fold(0, |all, card| all | 1 << self.first[usize::from(card)])
    }

    /// The numbers that may come with each further card of `sequence`, one card for each.
    #[inline]
    pub(super) fn ahead(&self, sequence: Numbers) -> &[Numbers; EIGHT as usize] {
        &self.ahead[last(sequence).map_or(0, |last| usize::from(last) + 1)]
    }

    /// The fewest cards until `sequence` ends with a number card; [`NOT_REACHED`] where it cannot.
    #[inline]
    pub(super) fn steps(&self, sequence: Numbers, card: Card) -> u32 {
        let from = last(sequence).map_or(0, |last| usize::from(last) + 1);
        let steps = self.steps[from][usize::from(card)].into();
        if sequence.count_ones() + steps > EIGHT { NOT_REACHED } else { steps }
    }
}

/// What `Deck::steps` tells of a card that cannot be reached.
pub const NOT_REACHED: u32 = EIGHT + 1;

/// By card: the fewest cards until a sequence ends with it, which goes on with one of `next`.
fn steps(next: Numbers, followers: &[Numbers; NUMBERS]) -> [u8; NUMBERS] {
    let mut steps = [NOT_REACHED as u8; NUMBERS];
    let mut reached = next;
    for step in 1..NOT_REACHED as u8 {
        let mut after = 0;
        for card in each(reached).map(usize::from) {
            steps[card] = steps[card].min(step);
            after |= followers[card];
        }
        reached = after;
    }
    steps
}

/// What comes with each further card of a sequence which goes on with one of `next`.
fn ahead(mut next: Numbers, after: &[Numbers; NUMBERS]) -> [Numbers; EIGHT as usize] {
    std::array::from_fn(|_| {
        let reached = next;
        next = each(reached).fold(0, |all, card| all | after[usize::from(card)]);
        reached
    })
}

/// The last card of a sequence, if it has one.
#[inline]
pub fn last(sequence: Numbers) -> Option<Card> {
    (sequence != 0).then(|| (63 - sequence.leading_zeros()) as Card)
}

/// The cards beyond the last one of a sequence.
#[inline]
pub(super) fn above(sequence: Numbers) -> Numbers {
    match last(sequence) {
        None => Numbers::MAX,
        Some(card) => Numbers::MAX << card << 1,
    }
}
