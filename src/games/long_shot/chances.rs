//! Who will win a race that nobody pushes any more: the chance of each place for each horse.
//!
//! One horse alone (`alone`) and pairs of horses (`pairs`) are exact; `places` joins them. Against
//! simulation of races from where random games stand at random moments (`tests/long_shot/exact.rs`),
//! the mean absolute error is 0.4, 0.6 and 0.7 percentage points for the three places and 1.0 for
//! standing past the No Bet line, of which the simulation itself brings 0.2 to 0.5; one chance in
//! twenty is off by more than about 2 points, and the largest by 13.

use std::cell::RefCell;

mod alone;
mod eight;
mod pairs;
mod places;

use alone::Alone;
use pairs::Pairs;

use super::edition::{Edition, HORSES, MOVEMENT_SIDES, PLACES};
use super::track::Track;

/// One million, the unit of published chances.
const MILLION: f32 = 1_000_000.0;

/// By horse, in parts per million: the chances of place 1, 2 and 3, and that it does not finish but is past
/// the No Bet line when the race ends.
pub type PlaceChances = [[u32; PLACES + 1]; HORSES];

/// The tables of one edition, made once.
#[derive(Clone, Debug)]
pub struct Chances {
    /// All that they depend on, as one number.
    key: u128,
    /// By set of horses: the sides of the horse die that show one of them.
    sides: Box<[u8; 1 << HORSES]>,
    movement_die: [u8; MOVEMENT_SIDES],
    /// The most steps that a horse makes by the dice alone.
    reach: usize,
    /// Ways of a roll of both dice.
    rolls: f32,
    spaces: u8,
    no_bet: u8,
    /// Whether this machine has vectors of eight figures.
    wide: bool,
    alone: Alone,
    pairs: Pairs,
}

impl Chances {
    /// The tables of an edition.
    pub fn new(edition: &Edition) -> Self {
        let &Edition { horse_die, movement_die, spaces, no_bet, .. } = edition;
        let bytes = horse_die.iter().chain(&movement_die).chain([&spaces, &no_bet]);
        let sides: Box<[u8; 1 << HORSES]> = Box::new(std::array::from_fn(|horses| {
            horse_die.iter().filter(|side| horses >> **side & 1 == 1).count() as u8
        }));
        let own: [u8; HORSES] = std::array::from_fn(|horse| sides[1 << horse]);
        Self {
            key: bytes.fold(0, |key, byte| key << 8 | u128::from(*byte)),
            alone: Alone::new(&own, &movement_die, spaces),
            pairs: Pairs::new(&own, &movement_die, spaces),
            sides,
            movement_die,
            reach: movement_die.iter().copied().max().map_or(0, usize::from) + 1,
            rolls: (HORSES * MOVEMENT_SIDES) as f32,
            spaces,
            no_bet,
            #[cfg(target_arch = "x86_64")]
            wide: std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(not(target_arch = "x86_64"))]
            wide: false,
        }
    }

    /// The same without vectors wider than every machine has.
    #[cfg(feature = "testing")]
    pub fn portable(edition: &Edition) -> Self {
        Self { wide: false, ..Self::new(edition) }
    }

    /// How many steps a horse has to go, at least one.
    fn to_go(&self, position: u8) -> usize {
        usize::from(self.spaces - position.min(self.spaces)) + 1
    }

    /// The kind of a horse that is marked on a set of cards.
    fn kind(&self, horse: usize, cards: u8) -> alone::Kind {
        let own = 1 << horse;
        alone::Kind {
            rolled: self.sides[own],
            marked: cards >> horse & 1,
            others: self.sides[usize::from(cards) & !own],
        }
    }

    /// One of the [`PlaceChances`] of a race in which nobody moves or marks anything any more.
    #[inline]
    pub fn chance(&self, race: &Track, horse: usize, place: usize) -> u32 {
        thread_local! {
            /// Many decisions in a row meet the same race.
            static OUTLOOK: RefCell<Outlook> = const { RefCell::new(Outlook(None)) };
        }
        OUTLOOK.with_borrow_mut(|outlook| outlook.chance(self, race, horse, place))
    }

    /// All of them.
    pub fn places(&self, race: &Track) -> PlaceChances {
        let mut outlook = Outlook::default();
        std::array::from_fn(|horse| {
            std::array::from_fn(|place| outlook.chance(self, race, horse, place))
        })
    }
}

/// For each horse, the cards on which its box is marked: the bars, mirrored at the diagonal.
#[inline]
fn cards_marking(race: &Track) -> [u8; HORSES] {
    // Swaps single bits, then squares of two by two, then of four by four.
    let mut boxes = u64::from_le_bytes(race.bars());
    for (shift, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let swapped = (boxes ^ boxes >> shift) & mask;
        boxes ^= swapped ^ swapped << shift;
    }
    boxes.to_le_bytes()
}

/// The chances of the last race, with the key of its edition: those of the three places are calculated for
/// all horses together, those of being past the No Bet line for each horse when they are needed.
#[derive(Debug, Default)]
struct Outlook(Option<Box<(u128, Track, places::WorkedOut)>>);

impl Outlook {
    /// As [`Chances::chance`].
    #[inline]
    fn chance(&mut self, chances: &Chances, race: &Track, horse: usize, place: usize) -> u32 {
        let new = || (chances.key, *race, places::WorkedOut::new(chances, race));
        let known = self.0.get_or_insert_with(|| Box::new(new()));
        if known.1 != *race || known.0 != chances.key {
            **known = new();
        }
        (known.2.chance(chances, race, horse, place) * MILLION + 0.5) as u32
    }
}
