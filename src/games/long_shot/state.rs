//! The position of a game.

use super::abilities::Ability;
use super::agenda::{Asked, Due, MOST_DUE};
use super::edition::{Edition, HORSES};
use super::sheet::Sheet;
use super::track::{Horses, Track};
use crate::game::contract::Agenda;

/// The most players at a table (LS-1).
pub const MAX_PLAYERS: usize = 8;

/// The Horse Cards of a game, one of each number (LS-3).
///
/// The tables by ability and the word of costs follow from the cards; they are kept because they
/// are looked at in every turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// By number: the horse, by its place in the edition.
    pub cards: [u8; HORSES],
    /// By number: what the card can do.
    abilities: [Ability; HORSES],
    /// By the number of an ability: the cards that have it.
    having: [Horses; Ability::ALL.len() + 1],
    /// The cards whose abilities change which Actions are legal.
    pub(super) changing: Horses,
    /// Byte i: what card i costs, in dollars.
    costs: u64,
}

impl Field {
    /// These horses of an edition, by number.
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

    /// What the card of a number can do.
    pub const fn ability(&self, number: u8) -> Ability {
        self.abilities[(number & 7) as usize]
    }

    /// The cards with an ability.
    pub const fn having(&self, ability: Ability) -> Horses {
        self.having[ability as usize]
    }

    /// What a card costs, in dollars.
    pub const fn cost(&self, number: u8) -> u8 {
        (self.costs >> (8 * (number & 7))) as u8
    }

    /// The cards that cost no more than so much.
    pub(super) const fn affordable(&self, money: u32) -> Horses {
        use super::track::{EACH, HIGH, gather};
        // Costs are below 128, so the borrow of a byte stops at its highest bit.
        let money = if money < 127 { money as u64 } else { 127 };
        gather(((money * EACH) | HIGH) - self.costs)
    }
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "their names say what the fields are")]
pub enum Phase {
    /// The Horse Card of a number is drawn, where it is not certain (LS-3).
    Horse(u8),
    /// A seat is dealt one of the Starting Cards that are left, as a mask (LS-5).
    Starting { seat: u8, left: u32 },
    /// The dice are rolled (LS-11).
    Roll,
    /// Roland rolls the horse die once more (LS-50).
    RollAgain,
    /// A seat takes its turn (LS-24).
    Turn,
    /// Abilities that pay others at scoring are used or declined (LS-39).
    Scoring,
    /// The game is over; not finished if the limit of rounds ended it.
    Over { finished: bool },
}

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "their names say what the fields are")]
pub struct State {
    /// The Player Sheets; those beyond the players are blank.
    pub sheets: [Sheet; MAX_PLAYERS],
    pub track: Track,
    pub field: Field,
    /// The cards that nobody owns (LS-4).
    pub market: Horses,
    /// The number of players, Roland included.
    pub players: u8,
    /// The Active Player (LS-11, LS-38).
    pub active: u8,
    /// The seat that takes a turn.
    pub seat: u8,
    /// The horse rolled, counted from 0.
    pub rolled: u8,
    /// The movement die.
    pub movement: u8,
    /// The cards whose AT SCORING abilities their owners decline (LS-39).
    pub declined: Horses,
    /// The number of the round, from 1; 0 before the first.
    pub round: u32,
    /// What the seat has still to do, the next on top; at a decision the top is what asks.
    pub due: Agenda<Due, MOST_DUE>,
    pub phase: Phase,
    /// The decision, where there is one. It follows from the rest, but is needed again and again.
    pub asked: Option<Asked>,
}

impl State {
    /// The sheets of those who play.
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

    /// Who owns a card.
    pub fn owner(&self, number: u8) -> Option<u8> {
        let owner = self.seated().iter().position(|sheet| sheet.owned >> number & 1 == 1);
        owner.map(|seat| seat as u8)
    }

    /// How many seats after `seat` another one is, from 0.
    pub(super) fn ahead(&self, seat: u8, other: u8) -> u8 {
        (other + self.players - seat) % self.players.max(1)
    }
}
