//! Where dice and cards come from: the streams of a run, or whatever a test lays down.

use rand::Rng;
use rand_pcg::Pcg32;

use super::edition::{HORSES, MOVEMENT_SIDES};
use crate::game::sets;
use crate::sim::luck::{Domain, TurnKey, UnitLuck};

/// The rolls of both dice.
pub const ROLLS: u32 = (HORSES * MOVEMENT_SIDES) as u32;

/// Words from here on are passed over, so that every roll is equally likely.
const BEYOND: u32 = u32::MAX / ROLLS * ROLLS;

/// All chance of a game. Dice give sides, counted from 0; what they show is the edition's.
pub trait Dealer {
    /// Rolls the horse die and the movement die (LS-11).
    fn roll(&mut self) -> (usize, usize);

    /// Rolls the horse die once more for Roland (LS-50).
    fn roll_again(&mut self) -> usize;

    /// Draws one of `cards`, a set of Starting Cards with at least one (LS-5).
    fn starting_card(&mut self, cards: u32) -> u8;

    /// Draws one of `horses`, a set of horses of one number with at least one (LS-3).
    fn horse_card(&mut self, horses: u32) -> u8;
}

/// The luck of a game: where its streams begin.
#[derive(Clone, Copy, Debug)]
pub struct Luck {
    dice: UnitLuck,
    cards: UnitLuck,
    own: UnitLuck,
}

impl Luck {
    /// The luck of game `game` under `seed`.
    #[must_use]
    pub fn game(seed: u64, game: u64) -> Self {
        Self {
            dice: UnitLuck::new(seed, Domain::Game, game),
            cards: UnitLuck::new(seed, Domain::Cards, game),
            own: UnitLuck::new(seed, Domain::PolicyInGame, game),
        }
    }

    /// The key of the players' own chance.
    pub(super) fn own(&self) -> TurnKey {
        self.own.turn(0)
    }
}

/// The streams of one game, each of its own: the dice of the race, the die that Roland rolls again,
/// the Starting Cards and the Horse Cards. So the race meets the same dice whoever plays, and
/// whatever is drawn for the Market.
#[derive(Clone, Debug)]
pub struct Streams {
    luck: Luck,
    dice: Pcg32,
    again: Option<Pcg32>,
    starting: Pcg32,
    horses: Option<Pcg32>,
}

impl Streams {
    /// The streams of this luck.
    #[must_use]
    pub fn new(luck: Luck) -> Self {
        Self {
            dice: luck.dice.turn(0).rng(),
            again: None,
            starting: luck.cards.turn(0).rng(),
            horses: None,
            luck,
        }
    }
}

/// A number below [`ROLLS`] from one 32-bit word; the sixteen words beyond the last multiple are
/// passed over. Its remainder by 8 is the side of the horse die, its quotient that of the movement
/// die.
#[inline]
pub(super) fn roll(rng: &mut impl Rng) -> (usize, usize) {
    loop {
        let word = rng.next_u32();
        if word < BEYOND {
            let roll = (word % ROLLS) as usize;
            return (roll % HORSES, roll / HORSES);
        }
    }
}

/// The stream of the dice of the race.
pub(super) fn race_dice(luck: Luck) -> Pcg32 {
    luck.dice.turn(0).rng()
}

impl Dealer for Streams {
    #[inline]
    fn roll(&mut self) -> (usize, usize) {
        roll(&mut self.dice)
    }

    fn roll_again(&mut self) -> usize {
        let luck = self.luck;
        let rng = self.again.get_or_insert_with(|| luck.dice.turn(1).rng());
        // The three highest bits of a word: eight sides divide it evenly.
        (rng.next_u32() >> 29) as usize
    }

    fn starting_card(&mut self, cards: u32) -> u8 {
        let mut left = cards;
        sets::draw(&mut left, &mut self.starting).unwrap_or(0)
    }

    fn horse_card(&mut self, horses: u32) -> u8 {
        let luck = self.luck;
        let rng = self.horses.get_or_insert_with(|| luck.cards.turn(1).rng());
        let mut left = horses;
        sets::draw(&mut left, rng).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ls_11_every_roll_is_equally_likely() {
        assert_eq!(BEYOND, 89_478_485 * 48);
        let mut counts = [0_u32; ROLLS as usize];
        let mut rng = race_dice(Luck::game(1, 1));
        for _ in 0..48_000 {
            let (horse, movement) = roll(&mut rng);
            counts[horse + HORSES * movement] += 1;
        }
        // Chi-squared with 47 degrees of freedom; exceeded by chance once in 100,000.
        let statistic: f64 = counts.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(statistic < 101.0, "{statistic}");
    }

    #[test]
    fn the_dice_of_a_stream_are_pinned() {
        // The first word of this stream, as pinned with the scheme of luck.
        let first = 0x57ec_220d_u32 % 48;
        let (horse, movement) = Streams::new(Luck::game(1, 1)).roll();
        assert_eq!(horse as u32 + 8 * movement as u32, first);
    }
}
