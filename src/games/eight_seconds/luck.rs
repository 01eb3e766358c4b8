//! Where dice and cards come from: the streams of a run, or whatever a test lays down.

use rand_pcg::Pcg32;

use super::cards;
use super::dice::{Dice, Roller};
use super::state::MAX_PLAYERS;
use crate::sim::luck::{Domain, UnitLuck};

/// A pile of cards; each has a stream of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Pile {
    /// The Bulls.
    Bulls = 0,
    /// The Riders.
    Riders = 1,
    /// The Golden Buckles.
    Buckles = 2,
}

/// Streams of piles for each turn played alone.
const PILES: u64 = 4;

/// All chance of a game.
pub trait Dealer {
    /// The first roll of a turn is about to come: the seat's turn of that number, from 0.
    fn take_up_dice(&mut self, seat: u8, turn: u32);

    /// Rolls all eight dice; the ones that stay are not looked at.
    fn roll(&mut self, roller: &Roller) -> Dice;

    /// Draws one of `cards`, which has at least one.
    fn draw(&mut self, pile: Pile, cards: u32) -> u8;
}

/// The luck of a game, or of a turn played alone: where its streams begin.
#[derive(Clone, Copy, Debug)]
pub struct Luck {
    dice: UnitLuck,
    cards: UnitLuck,
    pub(super) own: UnitLuck,
    /// The number of a turn played alone.
    pub(super) alone: Option<u64>,
}

impl Luck {
    /// The luck of game `game` under `seed`.
    #[must_use]
    pub fn game(seed: u64, game: u64) -> Self {
        Self {
            dice: UnitLuck::new(seed, Domain::Game, game),
            cards: UnitLuck::new(seed, Domain::Cards, game),
            own: UnitLuck::new(seed, Domain::PolicyInGame, game),
            alone: None,
        }
    }

    /// The luck of turn `turn` of the block `block` of turns played alone under `seed`.
    #[must_use]
    pub fn turn(seed: u64, block: u64, turn: u64) -> Self {
        Self {
            dice: UnitLuck::new(seed, Domain::Turns, block),
            cards: UnitLuck::new(seed, Domain::CardsInTurns, block),
            own: UnitLuck::new(seed, Domain::PolicyInTurns, block),
            alone: Some(turn),
        }
    }

    /// The same for another turn of the block.
    #[must_use]
    pub fn with_turn(self, turn: u64) -> Self {
        Self { alone: Some(turn), ..self }
    }

    fn pile(&self, pile: Pile) -> Pcg32 {
        self.cards.turn(self.alone.unwrap_or(0) * PILES + pile as u64).rng()
    }
}

/// The streams of one game or turn.
///
/// Dice are keyed by seat and turn, so that a seat meets the same rolls in a turn whatever happened
/// before; each pile has one stream for the whole game.
#[derive(Clone, Debug)]
pub struct Streams {
    luck: Luck,
    piles: [Pcg32; 3],
    dice: Pcg32,
}

impl Streams {
    /// The streams of this luck.
    #[must_use]
    pub fn new(luck: Luck) -> Self {
        let piles = [Pile::Bulls, Pile::Riders, Pile::Buckles].map(|pile| luck.pile(pile));
        Self { luck, dice: piles[0].clone(), piles }
    }
}

impl Dealer for Streams {
    #[inline]
    fn take_up_dice(&mut self, seat: u8, turn: u32) {
        let index = u64::from(turn) * MAX_PLAYERS as u64 + u64::from(seat);
        self.dice = self.luck.dice.turn(self.luck.alone.unwrap_or(index)).rng();
    }

    #[inline]
    fn roll(&mut self, roller: &Roller) -> Dice {
        roller.roll(&mut self.dice)
    }

    #[inline]
    fn draw(&mut self, pile: Pile, cards: u32) -> u8 {
        let mut left = cards;
        cards::draw(&mut left, &mut self.piles[pile as usize]).unwrap_or(0)
    }
}
