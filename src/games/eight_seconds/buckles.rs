//! Golden Buckles: the dice that attain a Buckle, and the effects of taking it (ES-42 to ES-48).

use super::cards::Buckles;
use super::compiled::{Effects, Game};
use super::dice::Face;
use super::edition::Effect;
use super::event::{Event, Outcome, Why};
use super::state::{NONE, State};
use crate::game::contract::Log;

/// Tokens that replace one die (ES-43).
pub(super) const WILD: u16 = 2;

impl Game {
    /// Returns the number of dice (0 or 1) that tokens must replace for the Rider to take an open
    /// Buckle now; `None` if the Buckle cannot be taken.
    pub(super) fn attains(&self, state: &State, buckle: u8) -> Option<u8> {
        let turn = &state.turn;
        let counts = turn.dice.counts();
        // A declared Buckle of Clowns excludes the others, and must be declared to be taken
        // (ES-48); after the first of two Bulls the turn is a ride.
        let allowed = match turn.declared {
            NONE => self.clown_buckles >> buckle & 1 == 0 && counts.of(Face::Clown) <= 2,
            declared => declared == buckle,
        };
        if !allowed || turn.rode() || turn.rolls == 0 {
            return None;
        }
        let missing = counts.missing(self.buckle_needs[usize::from(buckle)]).total();
        match missing {
            0 => Some(0),
            1 if state.riding().tokens >= WILD => Some(1),
            _ => None,
        }
    }

    /// The tokens gained at once by taking a Buckle.
    pub(super) fn buckle_due(&self, buckle: u8) -> u16 {
        match self.rules.edition.buckles[usize::from(buckle)].effect {
            Effect::Tokens(tokens) => tokens.into(),
            _ => 0,
        }
    }
}

impl<L: Log<Game>> Effects<'_, L> {
    /// The Rider takes an open Buckle, which ends the turn (ES-45).
    pub(super) fn take_buckle(&mut self, buckle: u8) {
        let seat = self.state.rider;
        let wild = self.game.attains(self.state, buckle) == Some(1);
        if wild {
            self.spend(seat, WILD, Why::Buckle);
        }
        self.state.open_buckles &= !(1 << buckle);
        let has = &mut self.state.seats[usize::from(seat)];
        has.buckles |= 1 << buckle;
        has.buckle_points += u16::from(self.game.rules.edition.buckles[usize::from(buckle)].points);
        self.record(Event::BuckleTaken { buckle, wild });
        self.take(seat, self.game.buckle_due(buckle), Why::Buckle);
        self.end_turn(Outcome::Buckle);
    }

    /// Lays out Golden Buckles.
    pub(super) fn laid_out(&mut self, buckles: Buckles) {
        self.state.open_buckles |= buckles;
        if buckles != 0 {
            self.record(Event::BucklesLaidOut { buckles });
        }
    }
}
