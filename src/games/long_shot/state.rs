//! The position of a game.

use super::abilities::Ability;
use super::agenda::{Asked, Due, MOST_DUE};
use super::edition::{Edition, HORSES};
use super::sheet::Sheet;
use super::track::{Horses, Track};
use crate::game::contract::Agenda;

/// The maximum number of players (LS-1).
pub const MAX_PLAYERS: usize = 8;

/// The Horse Cards of a game, one of each number (LS-3).
///
/// The tables by ability and the word of costs follow from `cards`; they are stored because every
/// turn reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The horse of each number, as an index into the edition.
    pub cards: [u8; HORSES],
    /// The ability of each number's card.
    abilities: [Ability; HORSES],
    /// The cards with an ability, by the number of the ability.
    having: [Horses; Ability::ALL.len() + 1],
    /// The cards whose abilities change which Actions are legal.
    pub(super) changing: Horses,
    /// Byte i: the cost of card i, in dollars.
    costs: u64,
}

impl Field {
    /// Builds the tables for `cards`, the horse of each number as an index into the edition.
    pub(super) fn new(edition: &Edition, cards: [u8; HORSES]) -> Self {
        let horse = |number: usize| &edition.horses[usize::from(cards[number])];
        let abilities = std::array::from_fn(|number| horse(number).ability);
        let mut having = [0; Ability::ALL.len() + 1];
        for (number, ability) in abilities.iter().enumerate() {
            having[*ability as usize] |= 1 << number;
        }
        let changing = having[Ability::NeighbourNumbers as usize]
            | having[Ability::BetAndMove as usize]
            | having[Ability::FirstBetFree as usize];
        let costs = std::array::from_fn(|number| horse(number).cost);
        Self { cards, abilities, having, changing, costs: u64::from_le_bytes(costs) }
    }

    /// The ability of the card of a number.
    pub const fn ability(&self, number: u8) -> Ability {
        self.abilities[(number & 7) as usize]
    }

    /// The cards with an ability.
    pub const fn having(&self, ability: Ability) -> Horses {
        self.having[ability as usize]
    }

    /// The cost of a card, in dollars.
    pub const fn cost(&self, number: u8) -> u8 {
        (self.costs >> (8 * (number & 7))) as u8
    }

    /// The cards that cost at most `money`.
    pub(super) const fn affordable(&self, money: u32) -> Horses {
        use super::track::{EACH, HIGH, gather};
        // Costs are below 128, so the borrow of a byte stops at its highest bit.
        let money = if money < 127 { money as u64 } else { 127 };
        gather(((money * EACH) | HIGH) - self.costs)
    }
}

/// The current phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the fields describe them")]
pub enum Phase {
    /// The Horse Card of a number is drawn, if it has several candidates (LS-3).
    Horse(u8),
    /// A seat is dealt a Starting Card; `left` is the mask of those left (LS-5).
    Starting { seat: u8, left: u32 },
    /// The dice are rolled (LS-11).
    Roll,
    /// Roland rolls the horse die again (LS-50).
    RollAgain,
    /// A seat takes its turn (LS-24).
    Turn,
    /// Owners decide on abilities that also pay others at scoring (LS-39).
    Scoring,
    /// The game is over; `finished` is false if the limit of rounds ended it.
    Over { finished: bool },
}

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the fields describe them")]
pub struct State {
    /// The Player Sheets; sheets of unused seats are blank.
    pub sheets: [Sheet; MAX_PLAYERS],
    pub track: Track,
    pub field: Field,
    /// The cards without an owner (LS-4).
    pub market: Horses,
    /// The number of players, Roland included.
    pub players: u8,
    /// The Active Player (LS-11, LS-38).
    pub active: u8,
    /// The seat whose turn it is.
    pub seat: u8,
    /// The horse rolled, counted from 0.
    pub rolled: u8,
    /// The movement die.
    pub movement: u8,
    /// The cards whose owners declined their AT SCORING ability (LS-39).
    pub declined: Horses,
    /// The number of the round, from 1; 0 before the first.
    pub round: u32,
    /// The pending steps of the seat, the next on top; at a decision the top step needs it.
    pub due: Agenda<Due, MOST_DUE>,
    pub phase: Phase,
    /// The decision, if any. It follows from the other fields; it is stored because it is read often.
    pub asked: Option<Asked>,
}

impl State {
    /// The sheets of the players.
    pub fn seated(&self) -> &[Sheet] {
        &self.sheets[..usize::from(self.players).min(MAX_PLAYERS)]
    }

    /// The sheet of a seat.
    pub(super) fn sheet(&self, seat: u8) -> &Sheet {
        &self.sheets[usize::from(seat) % MAX_PLAYERS]
    }

    pub(super) fn sheet_mut(&mut self, seat: u8) -> &mut Sheet {
        &mut self.sheets[usize::from(seat) % MAX_PLAYERS]
    }

    /// The cards with an ability that a seat owns (LS-39).
    pub fn has(&self, seat: u8, ability: Ability) -> Horses {
        self.sheet(seat).owned & self.field.having(ability)
    }

    /// The owner of a card, if any.
    pub fn owner(&self, number: u8) -> Option<u8> {
        let owner = self.seated().iter().position(|sheet| sheet.owned >> number & 1 == 1);
        owner.map(|seat| seat as u8)
    }

    /// The number of seats from `seat` to `other` in turn order, from 0.
    pub(super) fn ahead(&self, seat: u8, other: u8) -> u8 {
        (other + self.players - seat) % self.players.max(1)
    }
}
