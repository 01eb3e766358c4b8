//! Who will win a race that nobody pushes any more: the chance of each place for each horse.
//!
//! One horse alone (`alone`) and pairs of horses (`pairs`) are exact; `places` joins them. Against
//! simulation of races from where random games stand at random moments (`tests/long_shot/exact/chances.rs`),
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

/// The horses of a race, which is also the number of sides of the horse die.
pub const HORSES: usize = 8;
/// The places in the Winner's Circle.
pub const PLACES: usize = 3;
/// The sides of the movement die.
pub const MOVEMENT_SIDES: usize = 6;
/// In [`Race::placed`]: nobody has finished there yet.
pub const NOBODY: u8 = u8::MAX;
/// The most spaces of a track; a longer one is read as this long.
pub const MAX_SPACES: u8 = 100;
/// The most spaces that a side of the movement die moves a horse; more are read as so many.
pub const MAX_MOVEMENT: u8 = 12;

/// One million, the unit of published chances.
const MILLION: f32 = 1_000_000.0;

/// What an edition says of its dice and its track.
///
/// Figures beyond the limits of this module are read as the nearest within.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The horses on the sides of the horse die, counted from 0 (LS-11).
    pub horse_die: [u8; HORSES],
    /// The spaces on the sides of the movement die (LS-12).
    pub movement_die: [u8; MOVEMENT_SIDES],
    /// The spaces of the track; a horse crosses the finish line one step beyond (LS-A1).
    pub spaces: u8,
    /// The last space before the No Bet line (LS-34).
    pub no_bet: u8,
}

impl Setting {
    /// All of it as one number.
    fn key(&self) -> u128 {
        let Self { horse_die, movement_die, spaces, no_bet } = self;
        let bytes = horse_die.iter().chain(movement_die).chain([spaces, no_bet]);
        bytes.fold(0, |key, byte| key << 8 | u128::from(*byte))
    }
}

/// Where a race stands between two rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Race {
    /// The space of each horse: 0 behind the Start/Finish line. That of a horse in `placed` does
    /// not matter.
    pub positions: [u8; HORSES],
    /// The boxes marked on each card, printed or by players: bit j of `bars[i]` says that a roll of
    /// horse i moves horse j by one (LS-13, LS-14).
    pub bars: [u8; HORSES],
    /// Who finished first, second and third; [`NOBODY`] where nobody has yet (LS-21).
    pub placed: [u8; PLACES],
}

impl Race {
    /// For each horse, the cards on which its box is marked: the bars, mirrored at the diagonal.
    #[inline]
    fn cards_marking(&self) -> [u8; HORSES] {
        // Swaps single bits, then squares of two by two, then of four by four.
        let mut boxes = u64::from_le_bytes(self.bars);
        for (shift, mask) in
            [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
        {
            let swapped = (boxes ^ boxes >> shift) & mask;
            boxes ^= swapped ^ swapped << shift;
        }
        boxes.to_le_bytes()
    }
}

/// The chances of all horses at one moment, in parts per million.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaceChances([[u32; PLACES + 1]; HORSES]);

impl PlaceChances {
    /// The chance that a horse, counted from 0, finishes in place 1, 2 or 3; with place 4, that it
    /// does not finish but stands past the No Bet line when the race ends. 0 for anything else.
    #[inline]
    pub fn chance(&self, horse: usize, place: usize) -> u32 {
        let places = self.0.get(horse);
        places.and_then(|places| places.get(place.wrapping_sub(1))).copied().unwrap_or(0)
    }

    /// The chances of one horse, counted from 0: for place 1, 2, 3 and past the line. All 0 for a
    /// horse that does not exist.
    #[inline]
    pub fn of(&self, horse: usize) -> [u32; PLACES + 1] {
        self.0.get(horse).copied().unwrap_or_default()
    }
}

/// The tables of one edition, made once.
#[derive(Clone, Debug)]
pub struct Chances {
    /// What the setting is, as one number.
    key: u128,
    /// How many sides of the horse die show any of a set of horses.
    sides: Box<[u8; 1 << HORSES]>,
    /// The sides of the movement die.
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
    pub fn new(setting: &Setting) -> Self {
        let spaces = setting.spaces.clamp(1, MAX_SPACES);
        let movement_die = setting.movement_die.map(|steps| steps.min(MAX_MOVEMENT));
        let sides: Box<[u8; 1 << HORSES]> = Box::new(std::array::from_fn(|horses| {
            let shown = setting.horse_die.iter().filter(|side| horses >> (**side & 7) & 1 == 1);
            shown.count() as u8
        }));
        let own: [u8; HORSES] = std::array::from_fn(|horse| sides[1 << horse]);
        Self {
            key: setting.key(),
            alone: Alone::new(&own, &movement_die, spaces),
            pairs: Pairs::new(&own, &movement_die, spaces),
            sides,
            movement_die,
            reach: movement_die.iter().copied().max().map_or(0, usize::from) + 1,
            rolls: (HORSES * MOVEMENT_SIDES) as f32,
            spaces,
            no_bet: setting.no_bet.min(spaces),
            #[cfg(target_arch = "x86_64")]
            wide: std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(not(target_arch = "x86_64"))]
            wide: false,
        }
    }

    /// The same without vectors wider than every machine has.
    #[cfg(test)]
    fn portable(setting: &Setting) -> Self {
        Self { wide: false, ..Self::new(setting) }
    }

    /// How many steps a horse has to go, at least one.
    #[inline]
    fn to_go(&self, position: u8) -> usize {
        usize::from(self.spaces - position.min(self.spaces)) + 1
    }

    /// The kind of a horse that is marked on a set of cards.
    #[inline]
    fn kind(&self, horse: usize, cards: u8) -> alone::Kind {
        let own = 1 << horse;
        alone::Kind {
            rolled: self.sides[own],
            marked: cards >> horse & 1,
            others: self.sides[usize::from(cards) & !own],
        }
    }

    /// The chance in parts per million that a horse, counted from 0, finishes in place 0, 1 or 2;
    /// with place 3, that it does not finish but stands past the No Bet line when the race ends.
    #[inline]
    pub(super) fn chance(&self, race: &Race, horse: usize, place: usize) -> u32 {
        thread_local! {
            /// Decision after decision meets the same race.
            static OUTLOOK: RefCell<Outlook> = const { RefCell::new(Outlook(None)) };
        }
        OUTLOOK.with_borrow_mut(|outlook| outlook.chance(self, race, horse, place))
    }

    /// The chance of each place for each horse, if nobody moves or marks anything any more.
    pub fn places(&self, race: &Race) -> PlaceChances {
        let mut outlook = Outlook::default();
        PlaceChances(std::array::from_fn(|horse| {
            std::array::from_fn(|place| outlook.chance(self, race, horse, place))
        }))
    }
}

/// The chances of the race that was asked about last: those of the three places are worked out for
/// all horses together, that of standing past the No Bet line for each horse when it is asked for.
#[derive(Debug, Default)]
struct Outlook(Option<Box<Known>>);

#[derive(Debug)]
struct Known {
    key: u128,
    race: Race,
    worked_out: places::WorkedOut,
}

impl Known {
    fn new(chances: &Chances, race: &Race) -> Self {
        Self { key: chances.key, race: *race, worked_out: places::WorkedOut::new(chances, race) }
    }
}

impl Outlook {
    /// As [`Chances::chance`].
    #[inline]
    fn chance(&mut self, chances: &Chances, race: &Race, horse: usize, place: usize) -> u32 {
        let known = match &mut self.0 {
            Some(known) => {
                if known.race != *race || known.key != chances.key {
                    **known = Known::new(chances, race);
                }
                known
            }
            nothing => nothing.insert(Box::new(Known::new(chances, race))),
        };
        (known.worked_out.chance(chances, race, horse, place) * MILLION + 0.5) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::random::mix;

    #[test]
    fn vectors_change_no_chance() {
        let setting = Setting {
            horse_die: [0, 1, 2, 3, 4, 5, 6, 7],
            movement_die: [1, 2, 2, 2, 3, 3],
            spaces: 15,
            no_bet: 11,
        };
        let (wide, portable) = (Chances::new(&setting), Chances::portable(&setting));
        for seed in 0..3000 {
            let finishers = seed % 4;
            let placed = std::array::from_fn(|place| match (place as u64) < finishers {
                true => (seed as u8).wrapping_mul(5).wrapping_add(3 * place as u8) & 7,
                false => NOBODY,
            });
            let race = Race {
                positions: mix(seed).to_le_bytes().map(|byte| byte & 15),
                bars: (mix(seed + 1) & mix(seed + 2)).to_le_bytes(),
                placed,
            };
            assert_eq!(wide.places(&race), portable.places(&race), "{race:?}");
        }
    }

    #[test]
    fn an_outlook_follows_the_race() {
        let setting = Setting {
            horse_die: [0, 1, 2, 3, 4, 5, 6, 7],
            movement_die: [1, 2, 2, 2, 3, 3],
            spaces: 15,
            no_bet: 11,
        };
        let chances = Chances::new(&setting);
        let mut outlook = Outlook::default();
        let mut race = Race { positions: [3; 8], bars: [0b100; 8], placed: [NOBODY; 3] };
        for step in 0..20 {
            // Asked anew of the same race, and of one that differs in one thing.
            match step % 3 {
                0 => race.positions[step % 8] += 1,
                1 => race.bars[step % 8] ^= 1 << (step % 7),
                _ => {}
            }
            let all = chances.places(&race);
            for place in [3, 0, 2, 1, 3] {
                for horse in (0..8).rev() {
                    let chance = outlook.chance(&chances, &race, horse, place);
                    assert_eq!(chance, all.chance(horse, place + 1));
                }
            }
        }
    }
}
