//! The legal actions of a position, in their documented order.

use super::action::Action;
use super::cards::{Card, Cards, Change, Program, What, only};
use super::engine::EightSevenCentral;
use super::rules::{Acquisition, Ads, LOTS};
use super::state::{Phase, State};
use crate::game::contract::Menu;

impl EightSevenCentral {
    /// Offers the legal actions.
    #[inline]
    pub(super) fn offer(&self, state: &State, menu: &mut Menu<'_, Action>) {
        let (seat, hand) = (state.seat, state.hand(state.seat));
        match state.phase {
            Phase::Act => self.offer_turn(state, menu),
            Phase::Place => self.offer_placing(state, menu),
            Phase::Bid => {
                menu.push(Action::Pass);
                menu.bits(self.open_lots(state), Action::Lot);
            }
            Phase::Amount(lot) => {
                let bids = self.bids(state, lot);
                menu.block(bids.len(), |rank| Action::Amount(bids.start + rank as u32));
            }
            Phase::Keep => menu.bits(state.waiting(seat), Action::Drop),
            Phase::PlaceAt(program) => {
                menu.bits(self.free_slots(state, seat, program).into(), Action::Slot);
            }
            Phase::BuyAt(program) => {
                menu.bits(self.free_slots(state, seat, program).into(), Action::Slot);
                menu.push(Action::Hold);
            }
            Phase::MoveTo(program) => {
                menu.bits(self.places_to_move(state, program), Action::Slot);
            }
            Phase::Fundraise | Phase::Cover(_) => self.offer_faces(hand, Action::Card, menu),
            Phase::Refill { discarded, least } => {
                if self.may_draw(state, discarded) {
                    menu.push(Action::Pass);
                }
                if discarded == 0 || state.money(seat) >= self.rules.discard {
                    let later = Cards::MAX << self.cards.copies(least).trailing_zeros();
                    self.offer_faces(hand & later, Action::Card, menu);
                }
            }
            Phase::Target(card) => self.offer_targets(state, card, menu),
            Phase::Detail(card, on) => self.offer_details(state, card, on, menu),
            Phase::Sponsor => menu.bits(state.on_air(seat), Action::Program),
            Phase::SponsorInstead(on) => {
                self.offer_faces(state.ads_on(on, &self.cards), Action::Instead, menu);
            }
            _ => {}
        }
    }

    /// Offers one action for each face among `cards`.
    fn offer_faces(&self, cards: Cards, of: impl Fn(u8) -> Action, menu: &mut Menu<'_, Action>) {
        menu.bits(self.cards.firsts(cards), |card| of(self.cards.face(card)));
    }

    /// Offers the actions of a turn (EC-29 to EC-32, EC-55, EC-56).
    #[inline]
    fn offer_turn(&self, state: &State, menu: &mut Menu<'_, Action>) {
        let (hand, on_air) = (state.hand(state.seat), state.on_air(state.seat));
        menu.push(Action::Pass);
        if hand != 0 || self.may_draw(state, 0) {
            menu.push(Action::Refill);
        }
        if hand != 0 {
            menu.push(Action::Fundraise);
        }
        self.offer_faces(self.playable(state), Action::Play, menu);
        if self.rules.ads != Ads::Cards && hand != 0 && on_air != 0 {
            menu.push(Action::Sponsor);
        }
        if self.rules.acquisition == Acquisition::Display {
            self.offer_display(state, menu);
        }
    }

    #[inline(never)]
    fn offer_display(&self, state: &State, menu: &mut Menu<'_, Action>) {
        menu.bits(only((1 << LOTS) - 1, |lot| self.affordable(state, lot)), Action::Buy);
        let own = state.on_air(state.seat) | state.waiting(state.seat);
        menu.bits(only(own, |one| self.places_to_move(state, one) != 0), Action::Move);
    }

    /// Offers Programs to place, to bump, and to discard if they fit nowhere (EC-21, EC-22, EC-24,
    /// EC-Q8, EC-Q9).
    #[inline]
    fn offer_placing(&self, state: &State, menu: &mut Menu<'_, Action>) {
        let (waiting, fitting) = (state.waiting(state.seat), self.fitting(state, state.seat));
        if waiting == 0 {
            menu.push(Action::Pass);
        }
        menu.bits(fitting, Action::Place);
        if state.money(state.seat) >= self.rules.bump {
            menu.bits(state.on_air(state.seat), Action::Bump);
        }
        menu.bits(waiting & !fitting, Action::Drop);
    }

    fn offer_targets(&self, state: &State, card: Card, menu: &mut Menu<'_, Action>) {
        let face = self.cards.face(card);
        if self.aims_at_seats(face) {
            menu.bits(((1 << self.seats) - 1) & !(1 << state.seat), Action::Seat);
        } else {
            menu.bits(self.targets(state, face), Action::Program);
        }
    }

    /// Offers the Hit#s, genres, or Ads to replace on a Program (EC-33).
    fn offer_details(&self, state: &State, card: Card, on: Program, menu: &mut Menu<'_, Action>) {
        let details = self.details(state, self.cards.face(card), on).into();
        match self.cards.what(card) {
            What::Ad { .. } => {
                self.offer_faces(state.ads_on(on, &self.cards), Action::Instead, menu);
            }
            What::Modifier { change: Some(Change::BlockNumber), .. } => {
                menu.bits(details, Action::Number);
            }
            _ => menu.bits(details, Action::Genre),
        }
    }
}
