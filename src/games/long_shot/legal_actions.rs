//! The legal actions of a decision as a set of bits.
//!
//! Every action that a decision point can ever have stands at a fixed place below 128. The places
//! of a kind follow one another, kinds in their order, so that the documented order is that of the
//! places, the actions of a kind are one range, and neither has to be listed to be counted.
//!
//! | point        | places                                                                    |
//! |--------------|---------------------------------------------------------------------------|
//! | `action`     | 0–15 concession by cell; 16 helmet; 24 jersey; 25–27 bet of 1 to 3 dollars; 32 bet_and_move; 40 buy; 48–63 wild_concession by cell; 64–71 wild_helmet; 72–79 wild_jersey; 80–103 wild_bet, three for each horse; 104–111 wild_bet_and_move; 112–119 wild_buy; 120 erase |
//! | `order`      | 0 bonus, 1 mark, 2 move                                                   |
//! | `bonus`      | 0–8 the kinds of bonus                                                    |
//! | `extra_mark` | 0 pass; 16–31 concession by cell; 32–39 helmet; 40–47 jersey               |
//! | `ability`    | 0 pass, 1 use                                                             |
//! | others       | 0 pass, where there is one; 8–15 the horses                               |

use std::ops::Range;

use super::edition::MAX_BET;
use super::track::Horses;
use super::vocabulary::{kind, point};
use crate::game::bits::{byte_sums, select_by};

/// Where the kinds of action begin at `action`.
pub(super) mod at {
    pub(crate) const CONCESSION: u32 = 0;
    pub(crate) const HELMET: u32 = 16;
    pub(crate) const JERSEY: u32 = 24;
    pub(crate) const BET: u32 = 25;
    pub(crate) const BET_AND_MOVE: u32 = 32;
    pub(crate) const BUY: u32 = 40;
    pub(crate) const WILD_CONCESSION: u32 = 48;
    pub(crate) const WILD_HELMET: u32 = 64;
    pub(crate) const WILD_JERSEY: u32 = 72;
    pub(crate) const WILD_BET: u32 = 80;
    pub(crate) const WILD_BET_AND_MOVE: u32 = 104;
    pub(crate) const WILD_BUY: u32 = 112;
    pub(crate) const ERASE: u32 = 120;
    /// Horses at the points where they are all there is.
    pub(crate) const HORSES: u32 = 8;
    /// The kinds at `extra_mark`.
    pub(crate) const EXTRA_CONCESSION: u32 = 16;
    pub(crate) const EXTRA_HELMET: u32 = 32;
    pub(crate) const EXTRA_JERSEY: u32 = 40;
}

/// The number of places.
const PLACES: usize = 128;

/// The most kinds of action of a decision point.
const MAX_KINDS: usize = 13;

/// By decision point: where each kind of action begins.
const fn begins(point: usize) -> &'static [u32] {
    match point {
        point::ACTION => &[
            at::CONCESSION,
            at::HELMET,
            at::JERSEY,
            at::BET,
            at::BET_AND_MOVE,
            at::BUY,
            at::WILD_CONCESSION,
            at::WILD_HELMET,
            at::WILD_JERSEY,
            at::WILD_BET,
            at::WILD_BET_AND_MOVE,
            at::WILD_BUY,
            at::ERASE,
        ],
        point::ORDER => &[0, 1, 2],
        point::BONUS => &[0, 1, 2, 3, 4, 5, 6, 7, 8],
        point::EXTRA_MARK => &[0, at::EXTRA_CONCESSION, at::EXTRA_HELMET, at::EXTRA_JERSEY],
        point::MOVE | point::BOX | point::HALF_PRICE => &[0, at::HORSES],
        point::ABILITY => &[0, 1],
        _ => &[0],
    }
}

/// By decision point and place: the kind of action, and the place within the kind.
static PARTS: [[(u8, u8); PLACES]; point::COUNT] = {
    let mut parts = [[(0, 0); PLACES]; point::COUNT];
    let mut point = 0;
    while point < point::COUNT {
        let begins = begins(point);
        let mut place = 0;
        while place < PLACES {
            let mut kind = begins.len() - 1;
            while begins[kind] > place as u32 {
                kind -= 1;
            }
            parts[point][place] = (kind as u8, (place as u32 - begins[kind]) as u8);
            place += 1;
        }
        point += 1;
    }
    parts
};

/// By decision point and kind of action: its first place, and so the end of the kind before.
static BEGINS: [[u8; MAX_KINDS + 1]; point::COUNT] = {
    let mut all = [[PLACES as u8; MAX_KINDS + 1]; point::COUNT];
    let mut point = 0;
    while point < point::COUNT {
        let begins = begins(point);
        let mut kind = 0;
        while kind < begins.len() {
            all[point][kind] = begins[kind] as u8;
            kind += 1;
        }
        point += 1;
    }
    all
};

/// By decision point and kind of action: its places.
static MASKS: [[[u64; 2]; MAX_KINDS]; point::COUNT] = {
    let mut masks = [[[0; 2]; MAX_KINDS]; point::COUNT];
    let mut point = 0;
    while point < point::COUNT {
        let mut place = 0;
        while place < PLACES {
            let (kind, _) = PARTS[point][place];
            masks[point][kind as usize][place / 64] |= 1 << (place % 64);
            place += 1;
        }
        point += 1;
    }
    masks
};

/// By set of horses: their first bits where each horse has three.
static THREES: [u32; 256] = {
    let mut threes = [0; 256];
    let mut horses = 0;
    while horses < 256 {
        let mut horse = 0;
        while horse < 8 {
            threes[horses] |= (horses as u32 >> horse & 1) << (MAX_BET as usize * horse);
            horse += 1;
        }
        horses += 1;
    }
    threes
};

/// The places of bets on `horses`, from 1 to `most` dollars each: three for each horse.
#[inline]
pub(super) fn bets(horses: Horses, most: u32) -> u64 {
    // The amounts stay within the three bits of their horse, so the products do not meet.
    u64::from(THREES[usize::from(horses)]) * ((1 << most) - 1)
}

/// One legal action: its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub u8);

/// What an action of a decision means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meaning {
    /// Its kind: an index into the actions of the decision point.
    pub kind: u8,
    /// The horse, counted from 0; the number of the cell for a concession.
    pub horse: Option<u8>,
    /// The cell of the Concession Grid, in reading order from 0.
    pub cell: Option<u8>,
    /// What is written in a Bet space, in dollars.
    pub dollars: u8,
    /// Whether it takes a Wild Number.
    pub wild: bool,
}

impl Action {
    /// Its kind at a decision point.
    #[inline]
    #[must_use]
    pub fn kind(self, point: usize) -> u8 {
        self.parts(point).0
    }

    /// Its kind, and its place within its kind.
    #[inline]
    pub(super) fn parts(self, point: usize) -> (u8, u8) {
        PARTS[point][usize::from(self.0) % PLACES]
    }

    /// What it means; `rolled` is the horse rolled, `grid` the numbers of the Concession Grid,
    /// `stake` the dollars of a bet_and_move or of a Free Bet.
    pub(super) fn meaning(self, point: usize, rolled: u8, grid: &[u8], stake: u8) -> Meaning {
        let (kind, within) = self.parts(point);
        let mut meaning = Meaning { kind, horse: None, cell: None, dollars: 0, wild: false };
        let number = |cell: u8| grid.get(usize::from(cell)).copied();
        match point {
            point::ACTION => {
                meaning.wild = kind >= kind::WILD && kind != kind::ERASE;
                let base = if meaning.wild { kind - kind::WILD } else { kind };
                let named = if meaning.wild { within } else { rolled };
                match base {
                    kind::CONCESSION => {
                        (meaning.cell, meaning.horse) = (Some(within), number(within));
                    }
                    kind::BET if meaning.wild => {
                        meaning.horse = Some(within / MAX_BET);
                        meaning.dollars = within % MAX_BET + 1;
                    }
                    kind::BET => (meaning.horse, meaning.dollars) = (Some(rolled), within + 1),
                    kind::BET_AND_MOVE => (meaning.horse, meaning.dollars) = (Some(named), stake),
                    kind::HELMET | kind::JERSEY | kind::BUY => meaning.horse = Some(named),
                    _ => {}
                }
            }
            point::ORDER | point::BONUS | point::ABILITY => {}
            point::EXTRA_MARK => match kind {
                kind::EXTRA_CONCESSION => {
                    (meaning.cell, meaning.horse) = (Some(within), number(within));
                }
                kind::EXTRA_HELMET | kind::EXTRA_JERSEY => meaning.horse = Some(within),
                _ => {}
            },
            point::FREE_BET => (meaning.horse, meaning.dollars) = (self.horse(), stake),
            _ => meaning.horse = self.horse(),
        }
        meaning
    }

    /// The horse at the points where horses are all there is.
    #[inline]
    pub(super) fn horse(self) -> Option<u8> {
        u32::from(self.0).checked_sub(at::HORSES).map(|horse| horse as u8)
    }
}

/// A set of actions: bit `p % 64` of word `p / 64` is the action at place `p`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Legal(pub(super) [u64; 2]);

impl Legal {
    /// Those in the first 64 places.
    #[inline]
    pub(super) fn low(places: u64) -> Self {
        Self([places, 0])
    }

    /// These horses, at the points where horses are all there is, and the pass where it is one.
    #[inline]
    pub(super) fn horses(horses: Horses, pass: bool) -> Self {
        Self::low(u64::from(horses) << at::HORSES | u64::from(pass))
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        let [low, high] = self.0.map(byte_sums);
        ((low >> 56) + (high >> 56)) as usize
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 2]
    }

    /// Whether there are at least two.
    #[inline]
    pub(super) fn is_choice(self) -> bool {
        let [low, high] = self.0;
        let more = |word: u64| word & word.wrapping_sub(1) != 0;
        // One test of all three, since each alone is hard to predict.
        more(low) | more(high) | ((low != 0) & (high != 0))
    }

    /// Whether an action is among them.
    #[inline]
    #[must_use]
    pub fn contains(self, action: Action) -> bool {
        let place = usize::from(action.0) % PLACES;
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    /// Number `index` of them in their order; `index` is less than their number.
    #[inline]
    #[must_use]
    pub fn nth(self, index: usize) -> Action {
        let [low, high] = self.0;
        // The sums of both words do not wait for the index, and which word it is in is never
        // predictable: so no jump.
        let (low_sums, high_sums) = (byte_sums(low), byte_sums(high));
        let (rank, below) = (index as u32, (low_sums >> 56) as u32);
        let upper = u32::from(rank >= below);
        let in_high = u64::from(upper).wrapping_neg();
        let word = low ^ (low ^ high) & in_high;
        let sums = low_sums ^ (low_sums ^ high_sums) & in_high;
        let rank = rank - below * upper;
        debug_assert!(rank < word.count_ones(), "one of the actions");
        Action((select_by(word, sums, rank) + 64 * upper) as u8)
    }

    /// How many of them stand before a place.
    #[inline]
    fn rank(self, place: u8) -> usize {
        let [low, high] = self.0;
        let before = |word: u64, bits: u8| (word & ((1 << bits) - 1)).count_ones() as usize;
        match place {
            0..64 => before(low, place),
            64..128 => low.count_ones() as usize + before(high, place - 64),
            _ => self.len(),
        }
    }

    /// The number of an action in their order.
    #[inline]
    #[must_use]
    pub fn index(self, action: Action) -> usize {
        self.rank(action.0)
    }

    /// Those of a kind, by their numbers in the order.
    #[inline]
    #[must_use]
    pub fn of_kind(self, point: usize, kind: usize) -> Range<usize> {
        let begins = &BEGINS[point];
        self.rank(begins[kind])..self.rank(begins[kind + 1])
    }

    /// The kinds that are there: bit k for kind k.
    #[inline]
    #[must_use]
    pub fn kinds(self, point: usize) -> u64 {
        let [low, high] = self.0;
        let masks = MASKS[point].iter().zip(0..);
        // All of them without a jump: which kinds are there cannot be predicted.
        masks.fold(0, |kinds, ([in_low, in_high], kind)| {
            kinds | u64::from(low & in_low | high & in_high != 0) << kind
        })
    }

    /// Appends all of them in their order.
    #[inline]
    pub(super) fn list(self, into: &mut Vec<Action>) {
        let begin = into.len();
        into.resize(begin + self.len(), Action(0));
        let mut free = into[begin..].iter_mut();
        for (mut word, first) in self.0.into_iter().zip([0, 64]) {
            while word != 0
                && let Some(action) = free.next()
            {
                *action = Action(first + word.trailing_zeros() as u8);
                word &= word - 1;
            }
        }
    }

    /// All of them in their order.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        let [low, high] = self.0;
        let places = |mut word: u64, first: u32| {
            std::iter::from_fn(move || {
                let place = (word != 0).then(|| first + word.trailing_zeros())?;
                word &= word - 1;
                Some(Action(place as u8))
            })
        };
        places(low, 0).chain(places(high, 64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::long_shot::vocabulary::VOCABULARY;
    use crate::sim::random::mix;

    #[test]
    fn a_set_of_places_counts_like_a_list() {
        for seed in 0..2000 {
            let legal = Legal([mix(seed) & mix(seed + 1), mix(seed + 2) & mix(seed + 3)]);
            let list: Vec<Action> = legal.iter().collect();
            assert!(list.is_sorted());
            assert_eq!((legal.len(), legal.is_empty()), (list.len(), list.is_empty()));
            assert_eq!(legal.is_choice(), list.len() > 1);
            let mut listed = Vec::new();
            legal.list(&mut listed);
            assert_eq!(listed, list);
            for (index, action) in list.iter().enumerate() {
                assert_eq!(legal.nth(index), *action);
                assert_eq!(legal.index(*action), index);
                assert!(legal.contains(*action));
            }
            for point in 0..point::COUNT {
                let count = VOCABULARY.points[point].actions.len();
                let mut seen = 0;
                for kind in 0..count {
                    let range = legal.of_kind(point, kind);
                    for (index, action) in list.iter().enumerate() {
                        assert_eq!(range.contains(&index), usize::from(action.kind(point)) == kind);
                    }
                    seen |= u64::from(!range.is_empty()) << kind;
                }
                assert_eq!(legal.kinds(point), seen);
            }
        }
    }

    #[test]
    fn bets_have_three_places_for_each_horse() {
        assert_eq!(bets(0b101, 2), 0b011_000_011);
        assert_eq!(bets(0xff, 3), (1 << 24) - 1);
        assert_eq!(bets(0xff, 0), 0);
    }
}
