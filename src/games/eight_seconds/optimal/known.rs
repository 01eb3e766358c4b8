//! The persistent part of the solution: rollings that are never evicted, and that are saved between
//! runs.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use super::super::cards::{Bulls, each};
use super::super::dice::DICE;
use super::{Hand, MOST_BULLS, Rolling};

/// The value of a hand that is not solved.
pub const UNKNOWN: f64 = -1.0;

/// For each number of Bulls, the hands stored per set: one for each number of tokens from 0 up.
/// They cover dealt line-ups and what can be bought from there.
const HANDS: [u8; MOST_BULLS as usize + 1] = [0, 5, 5, 5, 5, 1, 0];

/// As [`HANDS`], for a deep solution.
const DEEP_HANDS: [u8; MOST_BULLS as usize + 1] = [0, 5, 5, 5, 5, 2, 1];

/// Number of Bulls per group. A block is the line-ups whose Bulls are in the same groups.
const GROUP: u8 = 4;

/// Number of groups, as a power of two.
const GROUP_BITS: u32 = 3;

/// The numbers of Bulls of line-ups that are solved in blocks: buying needs hundreds of them.
const BLOCKS: [u32; 2] = [4, 5];

/// A block is solved as a whole once this many of its hands were requested and missing. Solving it
/// at the first request would delay short runs for values that they do not need.
const ASKED: u32 = 64;

/// Line-ups that are solved together.
#[derive(Debug, Default)]
struct Block {
    /// Requests for hands that were missing.
    asked: AtomicU32,
    solved: OnceLock<()>,
}

/// The rollings that decide on buying, with a full pile of tokens.
#[derive(Debug)]
pub struct Known {
    bulls: usize,
    /// See [`HANDS`].
    hands: [u8; MOST_BULLS as usize + 1],
    /// By number of Bulls, the position of the first hand.
    starts: [usize; MOST_BULLS as usize + 2],
    /// The bits of both values of each hand.
    values: Box<[[AtomicU64; 2]]>,
    /// The sets of four and of five Bulls, by their groups.
    blocks: [Box<[Block]>; BLOCKS.len()],
    /// Whether a value was added that is not yet saved.
    news: AtomicBool,
}

/// Binomial coefficients by n and k.
const CHOOSE: [[usize; MOST_BULLS as usize + 1]; Bulls::BITS as usize + 1] = {
    let mut ways = [[0; MOST_BULLS as usize + 1]; Bulls::BITS as usize + 1];
    let mut of = 0;
    while of < ways.len() {
        ways[of][0] = 1;
        let mut count = 1;
        while count <= MOST_BULLS as usize && of > 0 {
            ways[of][count] = ways[of - 1][count] + ways[of - 1][count - 1];
            count += 1;
        }
        of += 1;
    }
    ways
};

impl Known {
    /// Returns an empty table for a deck of `bulls` Bulls.
    pub fn new(bulls: usize, deep: bool) -> Self {
        let hands = if deep { DEEP_HANDS } else { HANDS };
        let mut starts = [0; MOST_BULLS as usize + 2];
        for count in 1..=MOST_BULLS as usize {
            let sets = CHOOSE[bulls][count];
            starts[count + 1] = starts[count] + sets * usize::from(hands[count]);
        }
        let unknown = || [(); 2].map(|()| AtomicU64::new(UNKNOWN.to_bits()));
        let values = (0..starts[MOST_BULLS as usize + 1]).map(|_| unknown()).collect();
        let block = |count| (0..1 << (GROUP_BITS * count)).map(|_| Block::default()).collect();
        Self {
            bulls,
            hands,
            starts,
            values,
            blocks: BLOCKS.map(block),
            news: AtomicBool::new(false),
        }
    }

    /// The position of a hand, if the table covers it.
    fn place(&self, hand: Hand) -> Option<usize> {
        let count = hand.bulls.count_ones() as usize;
        let hands = *self.hands.get(count)?;
        let within = hand.tokens < hands && usize::from(hand.pile) == DICE;
        within.then(|| {
            let rank: usize =
                each(hand.bulls).zip(1..).map(|(bull, nth)| CHOOSE[usize::from(bull)][nth]).sum();
            self.starts[count] + rank * usize::from(hands) + usize::from(hand.tokens)
        })
    }

    /// Whether the table covers a hand.
    pub fn has(&self, hand: Hand) -> bool {
        self.place(hand).is_some()
    }

    /// Returns the rolling of a hand, if it is solved.
    #[inline]
    pub fn get(&self, hand: Hand) -> Option<Rolling> {
        // `write` stores the second value first.
        let [first, again] = &self.values[self.place(hand)?];
        let first = f64::from_bits(first.load(Ordering::Acquire));
        let again = f64::from_bits(again.load(Ordering::Relaxed));
        (first != UNKNOWN).then_some(Rolling { first, again })
    }

    /// Stores a rolling; returns false if the table does not cover the hand.
    pub fn note(&self, hand: Hand, rolling: Rolling) -> bool {
        let Some(place) = self.place(hand) else { return false };
        self.news.store(true, Ordering::Relaxed);
        self.write(place, [rolling.first, rolling.again]);
        true
    }

    fn write(&self, place: usize, values: [f64; 2]) {
        let ([first, again], [to_first, to_again]) = (&self.values[place], values);
        again.store(to_again.to_bits(), Ordering::Relaxed);
        first.store(to_first.to_bits(), Ordering::Release);
    }

    /// Returns all values, two for each hand, [`UNKNOWN`] for hands that are not solved; `None` if
    /// all of them were loaded.
    pub fn all(&self) -> Option<Vec<f64>> {
        let all = self.values.as_flattened().iter();
        let news = self.news.load(Ordering::Relaxed);
        news.then(|| all.map(|value| f64::from_bits(value.load(Ordering::Acquire))).collect())
    }

    /// Loads the values that [`Known::all`] returned.
    pub fn learn(&self, all: &[f64]) {
        for (place, values) in all.as_chunks().0.iter().enumerate().take(self.values.len()) {
            self.write(place, *values);
        }
    }

    /// Returns the number of values that [`Known::all`] returns.
    pub fn numbers(&self) -> usize {
        2 * self.values.len()
    }

    /// Once enough hands of the block of `hand` were requested, calls `solve` with each set of
    /// Bulls of the block, with the most tokens covered. The line-ups of a block share the smaller
    /// tables that they derive from.
    pub fn solve_block(&self, hand: Hand, mut solve: impl FnMut(Hand)) {
        let count = hand.bulls.count_ones();
        let Some(block) = BLOCKS.iter().position(|known| *known == count) else { return };
        let tokens = HANDS[count as usize] - 1;
        if hand.tokens > tokens || !self.has(hand) {
            return;
        }
        let groups: Vec<u8> = each(hand.bulls).map(|bull| bull / GROUP).collect();
        let number =
            groups.iter().fold(0, |number, group| number << GROUP_BITS | usize::from(*group));
        let block = &self.blocks[block][number];
        if block.asked.fetch_add(1, Ordering::Relaxed) < ASKED {
            return;
        }
        block.solved.get_or_init(|| {
            self.each_of(&groups, 0, 0, &mut |bulls| solve(Hand { bulls, tokens, ..hand }));
        });
    }

    /// Calls `found` with every set of Bulls from these groups whose first Bull is at least
    /// `least`.
    fn each_of(&self, groups: &[u8], least: u8, chosen: Bulls, found: &mut impl FnMut(Bulls)) {
        let Some((group, rest)) = groups.split_first() else { return found(chosen) };
        let end = (self.bulls as u8).min((group + 1) * GROUP);
        for bull in least.max(group * GROUP)..end {
            self.each_of(rest, bull + 1, chosen | 1 << bull, found);
        }
    }
}
