//! Golden Buckles (ES-42 to ES-48, ES-88).

use pushluck::games::eight_seconds::decision::Action;
use pushluck::games::eight_seconds::dice::Face;
use pushluck::games::eight_seconds::edition::Effect;

use super::state::{Deck, Referee, Table, action, take};

/// Tokens that replace one die (ES-43).
const WILD: u32 = 2;
/// The roll of the turn by which the Clown Buckle must be attained (ES-47).
pub(crate) const LAST_CLOWN_ROLL: u32 = 3;

impl<T: Table> Referee<T> {
    /// Lays out four Buckles, or six with five or more players (ES-42).
    pub(crate) fn lay_out_buckles(&mut self) {
        let open = if self.players >= 5 { 6 } else { 4 };
        let open = self.rules.open_buckles.map_or(open, usize::from);
        for _ in 0..open.min(self.state.hidden_buckles.len()) {
            self.lay_out_buckle();
        }
    }

    fn lay_out_buckle(&mut self) {
        let buckle = self.draw(Deck::Buckles);
        self.state.open_buckles.insert(buckle);
    }

    fn is_clowns(&self, buckle: usize) -> bool {
        self.edition.buckles[buckle].is_clowns()
    }

    /// The number of dice that a Buckle lacks.
    fn lacks(&self, buckle: usize) -> usize {
        let needs = self.edition.buckles[buckle].needs.map(usize::from);
        let matched = (0..4).map(|place| self.showing(Face::ALL[place]).len().min(needs[place]));
        self.state.ride.dice.len() - matched.sum::<usize>()
    }

    /// Whether the dice show a Buckle, with two tokens replacing at most one die (ES-43, ES-44).
    fn shows(&self, buckle: usize) -> bool {
        match self.lacks(buckle) {
            0 => true,
            1 => self.tokens(self.me()) >= WILD,
            _ => false,
        }
    }

    /// Whether an open Buckle may be taken with the dice shown. If one is declared, only that one;
    /// the Clown Buckle only if declared (ES-47, ES-48); with three Clowns, no other (ES-Q45).
    pub(crate) fn in_reach(&self, buckle: usize) -> bool {
        let ride = &self.state.ride;
        let allowed = match ride.declared {
            Some(declared) => buckle == declared && ride.rolls <= LAST_CLOWN_ROLL,
            None => !self.is_clowns(buckle) && self.clowns() <= 2,
        };
        allowed && self.shows(buckle)
    }

    /// The declarations of a Clown Buckle while it can still be attained (ES-47).
    pub(crate) fn declarations(&self, kind: u8) -> Vec<Action> {
        let ride = &self.state.ride;
        if ride.declared.is_some() || !ride.ridden.is_empty() {
            return Vec::new();
        }
        let may = |buckle: &usize| {
            let in_time = ride.rolls < LAST_CLOWN_ROLL;
            let attained = ride.rolls == LAST_CLOWN_ROLL && self.shows(*buckle);
            self.is_clowns(*buckle) && (in_time || attained)
        };
        let open = self.state.open_buckles.iter().copied();
        open.filter(may).map(|buckle| action(kind, buckle)).collect()
    }

    /// Takes a Buckle, with its immediate effect and a replacement if the rules say so (ES-46).
    pub(crate) fn take_buckle(&mut self, buckle: usize) {
        let me = self.me();
        if self.lacks(buckle) > 0 {
            self.pay_tokens(me, WILD);
        }
        take(&mut self.state.open_buckles, buckle);
        self.state.seats[me].buckles.insert(buckle);
        if let Effect::Tokens(tokens) = self.edition.buckles[buckle].effect {
            self.give_tokens(me, tokens.into());
        }
        if self.rules.replace_buckles && !self.state.hidden_buckles.is_empty() {
            self.lay_out_buckle();
        }
    }
}
