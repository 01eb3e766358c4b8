//! The legal actions of a decision as a bit set.
//!
//! Every possible action of a decision point has a fixed index below 128. The indices of a kind are
//! consecutive, and kinds follow one another in their order. So ascending indices are the documented order,
//! the actions of a kind are a range, and actions are counted without listing them.
//!
//! | point        | indices                                                                   |
//! |--------------|---------------------------------------------------------------------------|
//! | `action`     | 0–15 concession by cell; 16 helmet; 24 jersey; 25–27 bet of 1 to 3 dollars; 32 bet_and_move; 40 buy; 48–63 wild_concession by cell; 64–71 wild_helmet; 72–79 wild_jersey; 80–103 wild_bet, three for each horse; 104–111 wild_bet_and_move; 112–119 wild_buy; 120 erase |
//! | `order`      | 0 bonus, 1 mark, 2 move                                                   |
//! | `bonus`      | 0–8 the kinds of bonus                                                    |
//! | `extra_mark` | 0 pass; 16–31 concession by cell; 32–39 helmet; 40–47 jersey               |
//! | `ability`    | 0 pass, 1 use                                                             |
//! | others       | 0 pass, if allowed; 8–15 the horses                                       |

use super::edition::{CELLS, HORSES, MAX_BET};
use super::track::Horses;
use super::vocabulary::{kind, point};
use crate::game::bits::each;

/// The first index of each kind of `action`.
const ACTION: [u32; 13] = [0, 16, 24, 25, 32, 40, 48, 64, 72, 80, 104, 112, 120];
/// The first index of each kind of `extra_mark`.
const EXTRA_MARK: [u32; 4] = [0, 16, 32, 40];
/// The first index of the horses at points whose actions are only horses.
pub(super) const HORSES_AT: u32 = 8;

/// The first index of a kind of `action`.
pub(super) const fn at(kind: u8) -> u32 {
    ACTION[kind as usize]
}

/// The first index of a kind of `extra_mark`.
pub(super) const fn at_extra(kind: u8) -> u32 {
    EXTRA_MARK[kind as usize]
}

/// The number of indices.
const PLACES: usize = 128;

/// The first index of each kind of action at a decision point.
const fn begins(point: usize) -> &'static [u32] {
    match point {
        point::ACTION => &ACTION,
        point::ORDER | point::BONUS => &[0, 1, 2, 3, 4, 5, 6, 7, 8],
        point::EXTRA_MARK => &EXTRA_MARK,
        point::MOVE | point::BOX | point::HALF_PRICE => &[0, HORSES_AT],
        point::ABILITY => &[0, 1],
        _ => &[0],
    }
}

/// The kind of an action and its index within the kind, by decision point and index.
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

/// The bets on `horses`, from 1 to `most` dollars each, as bits: three for each horse.
#[inline]
pub(super) fn bets(horses: Horses, most: u32) -> u64 {
    // Moves bit i to bit 3i: first halves, then quarters, then single bits.
    let set = u64::from(horses);
    let set = (set | set << 8) & 0xf00f;
    let set = (set | set << 4) & 0x000c_30c3;
    let set = (set | set << 2) & 0x0024_9249;
    // The amounts stay within the three bits of their horse, so the product has no carries.
    set * ((1 << most) - 1)
}

/// A legal action, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub u8);

/// The decoded form of an action. Horses and cells count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meaning {
    /// An index into the actions of the decision point.
    pub kind: u8,
    /// The horse; for a concession the number of the cell.
    pub horse: Option<u8>,
    /// The cell of the Concession Grid, in reading order.
    pub cell: Option<u8>,
    /// The dollars written in a Bet space.
    pub dollars: u8,
    /// Whether the action uses a Wild Number.
    pub wild: bool,
}

impl Action {
    /// The kind of the action at a decision point.
    pub fn kind(self, point: usize) -> u8 {
        self.parts(point).0
    }

    /// The kind of the action, and its index within the kind.
    pub(super) fn parts(self, point: usize) -> (u8, u8) {
        PARTS[point][usize::from(self.0) % PLACES]
    }

    /// Decodes the action; `rolled` is the horse rolled, `grid` the numbers of the Concession Grid.
    fn meaning(self, point: usize, rolled: u8, grid: &[u8]) -> Meaning {
        let (kind, within) = self.parts(point);
        let wild = point == point::ACTION && kind >= kind::WILD && kind != kind::ERASE;
        let none = Meaning { kind, horse: None, cell: None, dollars: 0, wild };
        let horse = |horse: u8| Meaning { horse: Some(horse), ..none };
        let bet = |number: u8, dollars: u8| Meaning { dollars, ..horse(number) };
        let cell = |cell: u8| {
            let number = grid.get(usize::from(cell)).copied();
            Meaning { cell: Some(cell), horse: number, ..none }
        };
        let named = if wild { within } else { rolled };
        match (point, kind) {
            (point::ACTION, kind::ERASE) => none,
            (point::ACTION, kind::WILD_BET) => bet(within / MAX_BET, within % MAX_BET + 1),
            (point::ACTION, _) => match kind % kind::WILD {
                kind::CONCESSION => cell(within),
                kind::BET => bet(rolled, within + 1),
                _ => horse(named),
            },
            (point::ORDER | point::BONUS | point::ABILITY, _) => none,
            (point::EXTRA_MARK, kind::PASS) => none,
            (point::EXTRA_MARK, kind::EXTRA_CONCESSION) => cell(within),
            (point::EXTRA_MARK, _) => horse(within),
            _ => Meaning { horse: self.horse(), ..none },
        }
    }

    /// The horse, at points whose actions are only horses.
    pub(super) fn horse(self) -> Option<u8> {
        u32::from(self.0).checked_sub(HORSES_AT).map(|horse| horse as u8)
    }
}

/// The decoded form of every action: one row for each horse rolled at `action`, one for each other
/// decision point, columns by index. Dollars of a bet_and_move and of a Free Bet are 0: they depend on
/// the state.
#[derive(Clone, Debug)]
pub(super) struct Meanings(Box<[[Meaning; PLACES]]>);

impl Meanings {
    pub(super) fn new(grid: &[u8; CELLS]) -> Self {
        let rolled = (0..HORSES as u8).map(|rolled| (point::ACTION, rolled));
        let others = (point::ACTION + 1..point::COUNT).map(|point| (point, 0));
        let of = |(point, rolled)| {
            std::array::from_fn(|place| Action(place as u8).meaning(point, rolled, grid))
        };
        Self(rolled.chain(others).map(of).collect())
    }

    #[inline(always)]
    pub(super) fn of(&self, point: usize, rolled: u8, action: Action) -> &Meaning {
        let row = if point == point::ACTION { usize::from(rolled & 7) } else { HORSES - 1 + point };
        &self.0[row][usize::from(action.0) % PLACES]
    }
}

/// A set of actions: bit `i % 64` of word `i / 64` is the action of index `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Legal(pub(super) [u64; 2]);

impl Legal {
    /// Actions with indices below 64.
    pub(super) fn low(places: u64) -> Self {
        Self([places, 0])
    }

    /// Horses, at points whose actions are only horses, and the pass if allowed.
    pub(super) fn horses(horses: Horses, pass: bool) -> Self {
        Self::low(u64::from(horses) << HORSES_AT | u64::from(pass))
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == [0; 2]
    }

    pub(super) fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// The actions in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        let [low, high] = self.0;
        each(low).chain(each(high).map(|place| 64 + place)).map(Action)
    }
}
