//! The legal actions of a position: some that lead, then sets.

use super::cards::{Card, Cards, Change, Program, Programs, What, each, only};
use super::engine::EightSevenCentral;
use super::moves::Action;
use super::rules::{Acquisition, Ads, LOTS};
use super::state::{Phase, SLOTS, State};
use crate::game::sets::{byte_sums, select_by};

/// Legal actions in their order: so many that [lead](EightSevenCentral::leading), then one for each of a
/// set, of numbers or of cards of different faces.
type Menu = (u32, u64);

fn slot_or_hold(one: u8) -> Action {
    if usize::from(one) < SLOTS { Action::Slot(one) } else { Action::Hold }
}

fn sponsor_or_buy(one: u8) -> Action {
    one.checked_sub(1).map_or(Action::Sponsor, Action::Buy)
}

impl EightSevenCentral {
    /// The legal actions, but for the [later ones](EightSevenCentral::later_menu).
    #[inline]
    fn menu(&self, state: &State) -> Menu {
        let (seat, hand) = (state.seat, state.hand(state.seat));
        let faces = |cards| self.cards.firsts(cards);
        match state.phase {
            Phase::Act => {
                let refills = hand != 0 || self.may_draw(state, 0);
                let lead = 1 + u32::from(refills) + u32::from(hand != 0);
                (lead, faces(self.playable(state)))
            }
            Phase::Bid => (1, self.open_lots(state)),
            Phase::Amount { lot } => (self.bids(state, lot).len() as u32, 0),
            Phase::Keep => (0, state.waiting(seat)),
            Phase::Place => (u32::from(state.waiting(seat) == 0), self.fitting(state, seat)),
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

    /// Whether there may be later actions than those of the [menu](EightSevenCentral::menu).
    #[inline]
    fn has_later_menu(&self, phase: Phase) -> bool {
        let plain = self.rules.ads == Ads::Cards && self.rules.acquisition != Acquisition::Display;
        phase == Phase::Place || phase == Phase::Act && !plain
    }

    /// What comes last, in two sets: in placing, Programs that are bumped and those that fit nowhere
    /// (EC-22, EC-24, EC-Q8, EC-Q9); in a turn, any card as an Ad and then Programs of the display, and
    /// those that move (EC-55, EC-56).
    fn later_menu(&self, state: &State) -> [u64; 2] {
        let seat = state.seat;
        if state.phase == Phase::Place {
            let bumps = state.money(seat) >= self.rules.bump;
            let bumped = if bumps { state.on_air(seat) } else { 0 };
            return [bumped, state.waiting(seat) & !self.fitting(state, seat)];
        }
        let sponsors = self.rules.ads != Ads::Cards && state.hand(seat) != 0;
        let sponsors = u64::from(sponsors && state.on_air(seat) != 0);
        if self.rules.acquisition != Acquisition::Display {
            return [sponsors, 0];
        }
        let lots = only((1 << LOTS) - 1, |lot| self.affordable(state, lot));
        let own = state.on_air(seat) | state.waiting(seat);
        [sponsors | lots << 1, only(own, |one| self.places_to_move(state, one) != 0)]
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

    /// What one of the set stands for, and whether it is the face of it that tells.
    #[inline]
    fn naming(&self, phase: Phase) -> (fn(u8) -> Action, bool) {
        match phase {
            Phase::Act => (Action::Play, true),
            Phase::Fundraise | Phase::Refill { .. } | Phase::Cover { .. } => (Action::Card, true),
            Phase::SponsorInstead { .. } => (Action::Instead, true),
            Phase::Bid => (Action::Lot, false),
            Phase::Keep => (Action::Drop, false),
            Phase::Place => (Action::Place, false),
            Phase::PlaceAt { .. } | Phase::MoveTo { .. } => (Action::Slot, false),
            Phase::BuyAt { .. } => (slot_or_hold, false),
            Phase::Target { card } if self.aims_at_seats(self.cards.face(card)) => {
                (Action::Seat, false)
            }
            Phase::Detail { card, .. } => match self.cards.what(card) {
                What::Ad { .. } => (Action::Instead, true),
                What::Modifier { change: Some(Change::BlockNumber), .. } => (Action::Number, false),
                _ => (Action::Genre, false),
            },
            _ => (Action::Program, false),
        }
    }

    /// The legal actions, one by one.
    #[inline]
    pub(super) fn each_action(&self, state: &State, mut take: impl FnMut(Action)) {
        let (lead, set) = self.menu(state);
        (0..lead).for_each(|rank| take(self.leading(state, rank)));
        match self.naming(state.phase) {
            (named, true) => each(set).for_each(|card| take(named(self.cards.face(card)))),
            (named, false) => each(set).for_each(|one| take(named(one))),
        }
        if self.has_later_menu(state.phase) {
            let [first, last] = self.later_menu(state);
            let [named, then]: [fn(u8) -> Action; 2] = match state.phase {
                Phase::Place => [Action::Bump, Action::Drop],
                _ => [sponsor_or_buy, Action::Move],
            };
            each(first).for_each(|one| take(named(one)));
            each(last).for_each(|one| take(then(one)));
        }
    }

    /// The one at the place that is told for their number, where there can be no later ones.
    #[inline]
    pub(super) fn one_action(
        &self,
        state: &State,
        place: impl FnOnce(usize) -> usize,
    ) -> Option<Action> {
        if self.has_later_menu(state.phase) && self.later_menu(state) != [0; 2] {
            return None;
        }
        let (lead, set) = self.menu(state);
        let sums = byte_sums(set);
        let rank = place((lead + (sums >> 56) as u32) as usize) as u32;
        Some(match rank.checked_sub(lead) {
            None => self.leading(state, rank),
            Some(rank) => {
                let one = select_by(set, sums, rank) as u8;
                let (named, by_face) = self.naming(state.phase);
                named(if by_face { self.cards.face(one) } else { one })
            }
        })
    }
}
