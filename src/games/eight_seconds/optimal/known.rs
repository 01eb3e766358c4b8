//! Rollings that are kept for good, in this run and from one to the next.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use super::super::cards::{Bulls, each};
use super::super::dice::DICE;
use super::{Hand, MOST_BULLS, Rolling};

/// What is written down for a hand that was not solved.
pub const UNKNOWN: f64 = -1.0;

/// For each number of Bulls the hands that are known, one for each number of tokens from none up:
/// line-ups as they are dealt, and what can be bought from there.
const HANDS: [u8; MOST_BULLS as usize + 1] = [0, 5, 5, 5, 5, 1, 0];

/// The same where the solution is deep.
const DEEP_HANDS: [u8; MOST_BULLS as usize + 1] = [0, 5, 5, 5, 5, 2, 1];

/// Bulls whose sets are solved together are in as few groups of this many as may be.
const GROUP: u8 = 4;

/// Groups of all Bulls that a set can hold, as a power of two.
const GROUP_BITS: u32 = 3;

/// The numbers of Bulls of the line-ups that buying needs hundreds of.
const BLOCKS: [u32; 2] = [4, 5];

/// A block is solved whole once this many of its hands were asked for and not known: if it were from the
/// first one on, a short run would wait for what it does not need.
const ASKED: u32 = 64;

/// Line-ups that are solved together.
#[derive(Debug, Default)]
struct Block {
    /// The hands that were asked for and not known.
    asked: AtomicU32,
    solved: OnceLock<()>,
}

/// The rollings that buying is decided by, with a full pile of tokens.
#[derive(Debug)]
pub struct Known {
    bulls: usize,
    /// See [`HANDS`].
    hands: [u8; MOST_BULLS as usize + 1],
    /// By number of Bulls, where its hands begin.
    starts: [usize; MOST_BULLS as usize + 2],
    /// The bits of both numbers of each.
    values: Box<[[AtomicU64; 2]]>,
    /// The sets of four and of five Bulls, by their groups.
    blocks: [Box<[Block]>; BLOCKS.len()],
    /// Whether there is something that was not learnt.
    news: AtomicBool,
}

/// By n and k, in how many ways k of n Bulls can be chosen.
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
    /// Nothing yet, for a deck of `bulls` Bulls.
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

    /// The place of a hand, if it is one of these.
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

    /// Whether a hand is one of these.
    pub fn has(&self, hand: Hand) -> bool {
        self.place(hand).is_some()
    }

    /// The rolling of a hand, if it was found.
    #[inline]
    pub fn get(&self, hand: Hand) -> Option<Rolling> {
        // The second number is written first.
        let [first, again] = &self.values[self.place(hand)?];
        let first = f64::from_bits(first.load(Ordering::Acquire));
        let again = f64::from_bits(again.load(Ordering::Relaxed));
        (first != UNKNOWN).then_some(Rolling { first, again })
    }

    /// Writes a rolling down; false for a hand that is not one of these.
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

    /// All that is known, two numbers for each hand, [`UNKNOWN`] where it was not solved; nothing where
    /// everything was learnt.
    pub fn all(&self) -> Option<Vec<f64>> {
        let all = self.values.as_flattened().iter();
        let news = self.news.load(Ordering::Relaxed);
        news.then(|| all.map(|value| f64::from_bits(value.load(Ordering::Acquire))).collect())
    }

    /// Takes over what [`Known::all`] returned.
    pub fn learn(&self, all: &[f64]) {
        for (place, values) in all.as_chunks().0.iter().enumerate().take(self.values.len()) {
            self.write(place, *values);
        }
    }

    /// How many numbers [`Known::all`] returns.
    pub fn numbers(&self) -> usize {
        2 * self.values.len()
    }

    /// Calls `solve` once with each hand of the block of `hand`, with the most tokens that are known, when
    /// several of it were asked for: line-ups whose Bulls are in the same groups, so that their tables are
    /// made of the same smaller ones.
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

    /// Calls `found` with every set of Bulls from these groups, of which the first is at least `least`.
    fn each_of(&self, groups: &[u8], least: u8, chosen: Bulls, found: &mut impl FnMut(Bulls)) {
        let Some((group, rest)) = groups.split_first() else { return found(chosen) };
        let end = (self.bulls as u8).min((group + 1) * GROUP);
        for bull in least.max(group * GROUP)..end {
            self.each_of(rest, bull + 1, chosen | 1 << bull, found);
        }
    }
}
