//! The legal actions of a position: some that lead, then sets.

use super::action::Action;
use super::cards::{Card, Cards, Change, Program, Programs, What, only};
use super::engine::EightSevenCentral;
use super::rules::{Acquisition, Ads, LOTS};
use super::state::{Phase, SLOTS, State};
use crate::game::contract;

/// Legal actions in their order: so many that [lead](EightSevenCentral::leading), then one for each of a
/// set, of numbers or of cards of different faces.
type Menu = (u32, u64);

impl EightSevenCentral {
    #[inline]
    fn menu(&self, state: &State) -> Menu {
        let (seat, hand) = (state.seat, state.hand(state.seat));
        let faces = |cards| self.cards.firsts(cards);
        match state.phase {
            Phase::Act => self.menu_of_turn(state),
            Phase::Place => (u32::from(state.waiting(seat) == 0), self.fitting(state, seat)),
            Phase::Bid => (1, self.open_lots(state)),
            Phase::Amount { lot } => (self.bids(state, lot).len() as u32, 0),
            Phase::Keep => (0, state.waiting(seat)),
            Phase::PlaceAt { program } => (0, self.free_slots(state, seat, program).into()),
            Phase::BuyAt { program } => {
                (0, u64::from(self.free_slots(state, seat, program)) | 1 << SLOTS)
            }
            Phase::MoveTo { program } => (0, self.places_to_move(state, program)),
            Phase::Fundraise | Phase::Cover { .. } => (0, faces(hand)),
            Phase::Refill { discarded, least } => {
                let more = discarded == 0 || state.money(seat) >= self.rules.discard;
                let later = Cards::MAX << self.cards.copies(least).trailing_zeros();
                let cards = if more { hand & later } else { 0 };
                (self.may_draw(state, discarded).into(), faces(cards))
            }
            Phase::Target { card } => (0, self.menu_of_targets(state, card)),
            Phase::Detail { card, on } => (0, self.menu_of_details(state, card, on)),
            Phase::Sponsor => (0, state.on_air(seat)),
            Phase::SponsorInstead { on } => (0, faces(state.ads_on(on, &self.cards))),
            _ => (0, 0),
        }
    }

    /// The actions of a turn but for Ads of any card and the display (EC-29 to EC-32).
    #[inline]
    fn menu_of_turn(&self, state: &State) -> Menu {
        let hand = state.hand(state.seat);
        let refills = hand != 0 || self.may_draw(state, 0);
        let lead = 1 + u32::from(refills) + u32::from(hand != 0);
        (lead, self.cards.firsts(self.playable(state)))
    }

    /// Two more sets of actions, which come behind the first: in placing Programs to bump, and those to
    /// discard that fit nowhere (EC-21, EC-22, EC-24, EC-Q8, EC-Q9).
    #[inline(always)]
    fn more(&self, state: &State, set: u64) -> [u64; 2] {
        let rules = &self.rules;
        let display = rules.acquisition == Acquisition::Display;
        match state.phase {
            Phase::Place => {
                let bumps = state.money(state.seat) >= rules.bump;
                let bumped = if bumps { state.on_air(state.seat) } else { 0 };
                [bumped, state.waiting(state.seat) & !set]
            }
            Phase::Act if rules.ads != Ads::Cards || display => self.more_in_turn(state),
            _ => [0, 0],
        }
    }

    /// Any card as an Ad and Programs of the display, and Programs that move (EC-55, EC-56).
    #[inline(never)]
    fn more_in_turn(&self, state: &State) -> [u64; 2] {
        let (hand, on_air) = (state.hand(state.seat), state.on_air(state.seat));
        let sponsors = self.rules.ads != Ads::Cards && hand != 0 && on_air != 0;
        let sponsors = u64::from(sponsors);
        if self.rules.acquisition != Acquisition::Display {
            return [sponsors, 0];
        }
        let lots = only((1 << LOTS) - 1, |lot| self.affordable(state, lot));
        let own = on_air | state.waiting(state.seat);
        let moves = only(own, |one| self.places_to_move(state, one) != 0);
        [sponsors | lots << 1, moves]
    }

    fn menu_of_targets(&self, state: &State, card: Card) -> Programs {
        let face = self.cards.face(card);
        if self.aims_at_seats(face) {
            return ((1 << self.seats) - 1) & !(1 << state.seat);
        }
        self.targets(state, face)
    }

    /// Which number or genre, or which of the Ads on a Program goes (EC-33).
    fn menu_of_details(&self, state: &State, card: Card, on: Program) -> u64 {
        let face = self.cards.face(card);
        match self.cards.printed(face).what {
            What::Ad { .. } => self.cards.firsts(state.ads_on(on, &self.cards)),
            _ => self.details(state, face, on).into(),
        }
    }

    /// One of the actions that lead.
    #[inline]
    fn leading(&self, state: &State, rank: u32) -> Action {
        match (state.phase, rank) {
            (Phase::Act, 1) => Action::Refill,
            (Phase::Act, 2) => Action::Fundraise,
            (Phase::Amount { lot }, _) => Action::Amount(self.bids(state, lot).start + rank),
            _ => Action::Pass,
        }
    }

    /// The action that one of the set stands for.
    #[inline(always)]
    fn named(&self, phase: Phase, one: u8) -> Action {
        let face = || self.cards.face(one);
        // Most lists are those of turns: one comparison in place of a jump for each action.
        if phase == Phase::Act {
            return Action::Play(face());
        }
        match phase {
            Phase::Fundraise | Phase::Refill { .. } | Phase::Cover { .. } => Action::Card(face()),
            Phase::SponsorInstead { .. } => Action::Instead(face()),
            Phase::Bid => Action::Lot(one),
            Phase::Keep => Action::Drop(one),
            Phase::Place => Action::Place(one),
            Phase::BuyAt { .. } if usize::from(one) == SLOTS => Action::Hold,
            Phase::PlaceAt { .. } | Phase::BuyAt { .. } | Phase::MoveTo { .. } => Action::Slot(one),
            Phase::Target { card } if self.aims_at_seats(self.cards.face(card)) => {
                Action::Seat(one)
            }
            Phase::Detail { card, .. } => match self.cards.what(card) {
                What::Ad { .. } => Action::Instead(face()),
                What::Modifier { change: Some(Change::BlockNumber), .. } => Action::Number(one),
                _ => Action::Genre(one),
            },
            _ => Action::Program(one),
        }
    }

    /// Offers the legal actions.
    #[inline]
    pub(super) fn offer(&self, state: &State, into: &mut contract::Menu<'_, Action>) {
        let (lead, set) = self.menu(state);
        into.block(lead as usize, |rank| self.leading(state, rank as u32));
        into.bits(set, |one| self.named(state.phase, one));
        let [more, last] = self.more(state, set);
        if state.phase == Phase::Place {
            into.bits(more, Action::Bump);
            return into.bits(last, Action::Drop);
        }
        into.bits(more, |one| one.checked_sub(1).map_or(Action::Sponsor, Action::Buy));
        into.bits(last, Action::Move);
    }
}
