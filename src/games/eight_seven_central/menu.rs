//! The legal actions of a position: some that lead, then sets.

use super::cards::{Card, Cards, Change, Program, Programs, What, each, only};
use super::engine::EightSevenCentral;
use super::moves::Action;
use super::rules::{Acquisition, Ads, LOTS};
use super::state::{Phase, SLOTS, State};
use crate::game::sets::{byte_sums, select_by};

/// Legal actions in their order: so many that [lead](EightSevenCentral::leading), then one for each of a
/// set, of numbers or of cards of different faces. In placing and in a turn two more sets follow.
type Menu = (u32, [u64; 3]);

fn slot_or_hold(one: u8) -> Action {
    if usize::from(one) < SLOTS { Action::Slot(one) } else { Action::Hold }
}

/// Tells an action for each number of a set.
#[inline(always)]
fn tell(set: u64, action: impl Fn(u8) -> Action, take: &mut impl FnMut(Action)) {
    each(set).map(action).for_each(take);
}

impl EightSevenCentral {
    #[inline]
    fn menu(&self, state: &State) -> Menu {
        let (seat, hand) = (state.seat, state.hand(state.seat));
        let faces = |cards| self.cards.firsts(cards);
        let (lead, set) = match state.phase {
            Phase::Act => return self.menu_of_turn(state),
            Phase::Place => return self.menu_of_placing(state),
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
        };
        (lead, [set, 0, 0])
    }

    /// The actions of a turn (EC-29 to EC-32, EC-55, EC-56).
    #[inline]
    fn menu_of_turn(&self, state: &State) -> Menu {
        let (seat, hand) = (state.seat, state.hand(state.seat));
        let refills = hand != 0 || self.may_draw(state, 0);
        let lead = 1 + u32::from(refills) + u32::from(hand != 0);
        let cards = self.cards.firsts(self.playable(state));
        let sponsors = self.rules.ads != Ads::Cards && hand != 0 && state.on_air(seat) != 0;
        let sponsors = u64::from(sponsors);
        if self.rules.acquisition != Acquisition::Display {
            return (lead, [cards, sponsors, 0]);
        }
        let lots = only((1 << LOTS) - 1, |lot| self.affordable(state, lot));
        let own = state.on_air(seat) | state.waiting(seat);
        let moves = only(own, |one| self.places_to_move(state, one) != 0);
        (lead, [cards, sponsors | lots << 1, moves])
    }

    /// Place, bump, discard what fits nowhere, or pass with an empty hand (EC-21, EC-22, EC-24,
    /// EC-Q8, EC-Q9).
    #[inline]
    fn menu_of_placing(&self, state: &State) -> Menu {
        let (waiting, fitting) = (state.waiting(state.seat), self.fitting(state, state.seat));
        let bumps = state.money(state.seat) >= self.rules.bump;
        let bumped = if bumps { state.on_air(state.seat) } else { 0 };
        (u32::from(waiting == 0), [fitting, bumped, waiting & !fitting])
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

    /// Tells the actions that those of the set stand for.
    #[inline]
    fn each_named(&self, phase: Phase, set: u64, take: &mut impl FnMut(Action)) {
        let face = |card| self.cards.face(card);
        match phase {
            Phase::Act => tell(set, |card| Action::Play(face(card)), take),
            Phase::Fundraise | Phase::Refill { .. } | Phase::Cover { .. } => {
                tell(set, |card| Action::Card(face(card)), take);
            }
            Phase::SponsorInstead { .. } => tell(set, |card| Action::Instead(face(card)), take),
            Phase::Bid => tell(set, Action::Lot, take),
            Phase::Keep => tell(set, Action::Drop, take),
            Phase::Place => tell(set, Action::Place, take),
            Phase::PlaceAt { .. } | Phase::MoveTo { .. } => tell(set, Action::Slot, take),
            Phase::BuyAt { .. } => tell(set, slot_or_hold, take),
            Phase::Target { card } if self.aims_at_seats(face(card)) => {
                tell(set, Action::Seat, take);
            }
            Phase::Detail { card, .. } => match self.cards.what(card) {
                What::Ad { .. } => tell(set, |card| Action::Instead(face(card)), take),
                What::Modifier { change: Some(Change::BlockNumber), .. } => {
                    tell(set, Action::Number, take);
                }
                _ => tell(set, Action::Genre, take),
            },
            _ => tell(set, Action::Program, take),
        }
    }

    /// Tells the legal actions.
    #[inline]
    pub(super) fn each_action(&self, state: &State, mut take: impl FnMut(Action)) {
        let (lead, [set, more, last]) = self.menu(state);
        (0..lead).for_each(|rank| take(self.leading(state, rank)));
        self.each_named(state.phase, set, &mut take);
        if state.phase == Phase::Place {
            tell(more, Action::Bump, &mut take);
            return tell(last, Action::Drop, &mut take);
        }
        let sponsor_or_buy = |one: u8| one.checked_sub(1).map_or(Action::Sponsor, Action::Buy);
        tell(more, sponsor_or_buy, &mut take);
        tell(last, Action::Move, &mut take);
    }

    /// The one at the place that is told for their number, where there are no more sets.
    #[inline]
    pub(super) fn one_action(
        &self,
        state: &State,
        place: impl FnOnce(usize) -> usize,
    ) -> Option<Action> {
        let (lead, [set, more, last]) = self.menu(state);
        if more | last != 0 {
            return None;
        }
        let sums = byte_sums(set);
        let rank = place((lead + (sums >> 56) as u32) as usize) as u32;
        let Some(rank) = rank.checked_sub(lead) else { return Some(self.leading(state, rank)) };
        let mut picked = None;
        let take = &mut |action| picked = Some(action);
        self.each_named(state.phase, 1 << select_by(set, sums, rank), take);
        picked
    }
}
