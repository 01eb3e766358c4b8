//! Golden Buckles (ES-42 to ES-48, ES-88).

use std::cmp::Ordering;

use pushluck::games::eight_seconds::dice::Face;
use pushluck::games::eight_seconds::edition::Effect;

use super::state::{Referee, take};
use super::table::{Action, Deck, Table};

/// Tokens that stand in for one die (ES-43).
const WILD: u32 = 2;
/// The roll of the turn by which the Clown Buckle must be attained (ES-47).
pub(crate) const LAST_CLOWN_ROLL: u32 = 3;

impl Referee {
    /// Four Buckles, six with five or more players (ES-42).
    pub(crate) fn lay_out_buckles(&mut self, table: &mut dyn Table) {
        if !self.rules.buckles {
            return;
        }
        let open = if self.players >= 5 { 6 } else { 4 };
        let open = self.rules.open_buckles.map_or(open, usize::from);
        for _ in 0..open.min(self.state.hidden_buckles.len()) {
            let buckle = self.draw(table, Deck::Buckles);
            self.state.open_buckles.push(buckle);
        }
    }

    /// Buckles that may be taken as the dice lie, each with and without a wild (ES-43, ES-44).
    pub(crate) fn buckles_in_reach(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        for buckle in &self.state.open_buckles {
            let card = &self.edition.buckles[*buckle];
            // ES-48: one declared, one only; and the Clown Buckle only when declared (ES-47).
            if card.is_clowns() != self.state.ride.declared {
                continue;
            }
            // ES-Q45: three Clowns forbid every other Buckle.
            if !card.is_clowns() && self.clowns() > 2 {
                continue;
            }
            if card.is_clowns() && self.state.ride.rolls > LAST_CLOWN_ROLL {
                continue;
            }
            let shown = |place: usize| {
                self.state.ride.dice.iter().filter(|die| die.face == Face::ALL[place]).count()
            };
            let matched: usize =
                (0..4).map(|place| shown(place).min(card.needs[place].into())).sum();
            if matched == self.state.ride.dice.len() {
                actions.push(Action::TakeBuckle { buckle: *buckle, wild: false });
            } else if matched + 1 == self.state.ride.dice.len() && self.tokens(self.me()) >= WILD {
                actions.push(Action::TakeBuckle { buckle: *buckle, wild: true });
            }
        }
        actions
    }

    /// Whether the Clown Buckle may be declared now: while it can still be attained (ES-47).
    pub(crate) fn may_declare(&self) -> bool {
        let open = self.state.open_buckles.iter();
        let mut clowns = open.filter(|buckle| self.edition.buckles[**buckle].is_clowns());
        let missing = self.state.ride.dice.len() - self.clowns();
        let attained = missing == 0 || (missing == 1 && self.tokens(self.me()) >= WILD);
        let in_time = match self.state.ride.rolls.cmp(&LAST_CLOWN_ROLL) {
            Ordering::Less => true,
            Ordering::Equal => attained,
            Ordering::Greater => false,
        };
        clowns.next().is_some()
            && !self.state.ride.declared
            && self.state.ride.ridden.is_empty()
            && in_time
    }

    /// Takes a Buckle, with its effect at once and a new one in its place if so agreed (ES-46).
    pub(crate) fn take_buckle(&mut self, table: &mut dyn Table, buckle: usize, wild: bool) {
        let me = self.me();
        if wild {
            self.pay_tokens(me, WILD);
        }
        let buckle = take(&mut self.state.open_buckles, &buckle);
        self.state.seats[me].buckles.push(buckle);
        if let Effect::Tokens(tokens) = self.edition.buckles[buckle].effect {
            self.give_tokens(me, tokens.into());
        }
        if self.rules.replace_buckles && !self.state.hidden_buckles.is_empty() {
            let new = self.draw(table, Deck::Buckles);
            self.state.open_buckles.push(new);
        }
    }
}
