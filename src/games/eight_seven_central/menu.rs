//! The legal actions of a position, set by set: to be listed, or to be gone through.

use super::cards::{Cards, each, only};
use super::engine::EightSevenCentral;
use super::moves::Action;
use super::rules::{Acquisition, Ads, LOTS};
use super::state::{Phase, State};

/// What is told the legal actions, in their order.
pub(super) trait Menu {
    /// An action for each number of a set.
    fn set(&mut self, set: u64, action: impl Fn(u8) -> Action);

    /// An action, if there is it.
    #[inline]
    fn one(&mut self, there: bool, action: Action) {
        self.set(there.into(), |_| action);
    }
}

/// Lists them.
impl Menu for Vec<Action> {
    #[inline]
    fn set(&mut self, set: u64, action: impl Fn(u8) -> Action) {
        each(set).for_each(|one| self.push(action(one)));
    }
}

impl EightSevenCentral {
    /// The legal actions, but for those of [`Phase::Amount`], which are a range.
    #[inline]
    pub(super) fn menu(&self, state: &State, menu: &mut impl Menu) {
        let (seat, hand) = (state.seat, state.hand(state.seat));
        match state.phase {
            Phase::Bid => {
                menu.one(true, Action::Pass);
                menu.set(self.open_lots(state), Action::Lot);
            }
            Phase::Keep => menu.set(state.waiting(seat), Action::Drop),
            Phase::Place => self.menu_of_placing(state, menu),
            Phase::PlaceAt { program } => {
                menu.set(self.free_slots(state, seat, program).into(), Action::Slot);
            }
            Phase::BuyAt { program } => {
                menu.set(self.free_slots(state, seat, program).into(), Action::Slot);
                menu.one(true, Action::Hold);
            }
            Phase::MoveTo { program } => {
                menu.set(self.places_to_move(state, program), Action::Slot);
            }
            Phase::Act => self.menu_of_turn(state, menu),
            Phase::Fundraise | Phase::Cover { .. } => {
                self.menu_of_faces(hand, Action::Card, menu);
            }
            Phase::Refill { discarded, least } => {
                menu.one(self.may_draw(state, discarded), Action::Pass);
                if discarded == 0 || state.money(seat) >= self.rules.discard {
                    let later = Cards::MAX << self.cards.copies(least).trailing_zeros();
                    self.menu_of_faces(hand & later, Action::Card, menu);
                }
            }
            Phase::Target { card } => self.menu_of_targets(state, card, menu),
            Phase::Detail { card, on } => self.menu_of_details(state, card, on, menu),
            Phase::Sponsor => menu.set(state.on_air(seat), Action::Program),
            Phase::SponsorInstead { on } => self.menu_instead(state, on, menu),
            _ => {}
        }
    }

    /// An action for each face among some cards.
    #[inline]
    pub(super) fn menu_of_faces(
        &self,
        cards: Cards,
        action: fn(u8) -> Action,
        menu: &mut impl Menu,
    ) {
        menu.set(self.cards.firsts(cards), |card| action(self.cards.face(card)));
    }

    /// The actions of a turn (EC-29 to EC-32, EC-55, EC-56).
    #[inline]
    fn menu_of_turn(&self, state: &State, menu: &mut impl Menu) {
        let (seat, hand) = (state.seat, state.hand(state.seat));
        menu.one(true, Action::Pass);
        menu.one(hand != 0 || self.may_draw(state, 0), Action::Refill);
        menu.one(hand != 0, Action::Fundraise);
        self.menu_of_faces(self.playable(state), Action::Play, menu);
        let sponsors = self.rules.ads != Ads::Cards && hand != 0 && state.on_air(seat) != 0;
        menu.one(sponsors, Action::Sponsor);
        if self.rules.acquisition == Acquisition::Display {
            let lots = (1 << LOTS) - 1;
            menu.set(only(lots, |lot| self.affordable(state, lot)), Action::Buy);
            let own = state.on_air(seat) | state.waiting(seat);
            menu.set(only(own, |one| self.places_to_move(state, one) != 0), Action::Move);
        }
    }
}
