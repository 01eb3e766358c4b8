//! What Play cards do: where they may go, and what happens then.

use super::cards::{
    Card, Cards, Change, Face, GENRES, Happening, Program, Programs, What, each, only,
};
use super::engine::{Action, Ads, EightSevenCentral, Event, Item};
use super::state::{Phase, State};
use crate::game::contract::Log;

impl EightSevenCentral {
    /// The Ads that a Program has room for (EC-33).
    pub(super) fn ad_slots(&self, program: Program) -> u32 {
        if self.cards.show(program).hour { 2 } else { 1 }
    }

    /// Whether a card says which player it is aimed at.
    fn aims_at_seats(&self, face: Face) -> bool {
        matches!(self.cards.printed(face).what, What::Event(Happening::Fine(_)))
    }

    /// The Programs that the seat may play a card on; none for cards that need none.
    pub(super) fn targets(&self, state: &State, face: Face) -> Programs {
        let seat = state.seat;
        match self.cards.printed(face).what {
            // On one's own Programs, where a symbol matches (EC-34, EC-Q20).
            What::Ad { symbols, .. } => {
                state.on_air(seat) & self.cards.with_symbol[usize::from(symbols)]
            }
            What::Modifier { change, .. } => {
                let (all, changed) = (state.all_on_air(), state.changed);
                let printed = match change {
                    Some(Change::AddGenre(_)) => self.cards.incomplete,
                    Some(Change::BlockNumber) => Programs::MAX,
                    _ => return all,
                };
                let choice = |program| self.details(state, face, program) != 0;
                all & !changed & printed | only(all & changed, choice)
            }
            What::Event(Happening::AddCounters(_)) => state.on_day(seat, state.day),
            What::Event(Happening::RemoveCounters(_)) => {
                let others = state.all_on_air() & !state.on_air(seat);
                only(others, |program| state.counters(program) > 0)
            }
            What::Event(_) => 0,
        }
    }

    /// Whether the seat may play a card: it can pay for it, nothing bars it, and there is a Program it
    /// could go on; Events may be played without (EC-Q33).
    pub(super) fn playable(&self, state: &State, face: Face) -> bool {
        let card = self.cards.printed(face);
        let barred = || self.happening(state).any(|event| event == Happening::NoModifiers);
        u32::from(card.cost) <= state.money(state.seat)
            && match card.what {
                What::Event(_) => true,
                What::Modifier { .. } if barred() => false,
                _ => self.targets(state, face) != 0,
            }
    }

    /// The Hit#s or genres that are to be chosen for a card on a Program, as a set; none where there
    /// is nothing to choose.
    fn details(&self, state: &State, face: Face, on: Program) -> u16 {
        let What::Modifier { change, .. } = self.cards.printed(face).what else { return 0 };
        let genres = |there: bool| {
            let levels = self.levels(state, on);
            (0..GENRES.len() as u8).filter(move |genre| levels.get(*genre).is_some() == there)
        };
        let set = |all: u16, one: u8| all | 1 << one;
        match change {
            Some(Change::RaiseGenre(_)) => genres(true).fold(0, set),
            Some(Change::AddGenre(_)) => genres(false).fold(0, set),
            Some(Change::BlockNumber) => self.numbers(state, on).numbers().fold(0, set),
            _ => 0,
        }
    }

    pub(super) fn actions_on_targets(&self, state: &State, card: Card, into: &mut Vec<Action>) {
        let face = self.cards.face(card);
        if self.aims_at_seats(face) {
            into.extend(self.others(state.seat).map(Action::Seat));
        } else {
            into.extend(each(self.targets(state, face)).map(Action::Program));
        }
    }

    pub(super) fn actions_on_details(
        &self,
        state: &State,
        card: Card,
        on: Program,
        into: &mut Vec<Action>,
    ) {
        let face = self.cards.face(card);
        match self.cards.printed(face).what {
            What::Ad { .. } => self.actions_instead(state, on, into),
            What::Modifier { change: Some(Change::BlockNumber), .. } => {
                into.extend(each(self.details(state, face, on).into()).map(Action::Number));
            }
            _ => into.extend(each(self.details(state, face, on).into()).map(Action::Genre)),
        }
    }

    /// Which of the Ads on a Program goes (EC-33).
    pub(super) fn actions_instead(&self, state: &State, on: Program, into: &mut Vec<Action>) {
        let old = state.ads_on(on, &self.cards);
        into.extend(self.cards.faces_in(old).map(Action::Instead));
    }

    /// The seat plays a card from its hand (EC-30).
    pub(super) fn play(&self, state: &mut State, face: Face, log: &mut impl Log<Self>) {
        let card = self.in_hand(state, face);
        state.play(card);
        log.tell(state, Event::Played(state.seat, card));
        let printed = self.cards.printed(face);
        self.spend(state, Item::Cards, printed.cost.into(), log);
        if self.aims_at_seats(face) || self.targets(state, face) != 0 {
            state.phase = Phase::Target { card };
            return;
        }
        let What::Event(happening) = printed.what else { return };
        if happening.immediate() {
            self.discard(state, card, log);
        }
        let drawn = if let Happening::DrawCards(count) = happening { count.into() } else { 0 };
        self.draw_cards(state, drawn, false, log);
    }

    /// A card goes on a Program, or has its effect there.
    pub(super) fn aim(&self, state: &mut State, card: Card, on: Program, log: &mut impl Log<Self>) {
        let face = self.cards.face(card);
        let counters = &mut state.counters[usize::from(on)];
        match self.cards.printed(face).what {
            What::Event(Happening::AddCounters(by)) => *counters = counters.saturating_add(by),
            What::Event(Happening::RemoveCounters(by)) => *counters = counters.saturating_sub(by),
            What::Ad { .. } if state.ads_on(on, &self.cards).count_ones() < self.ad_slots(on) => {
                return self.attach(state, card, on, 0, log);
            }
            What::Modifier { .. } if self.details(state, face, on) == 0 => {
                return self.attach(state, card, on, 0, log);
            }
            _ => {
                state.phase = Phase::Detail { card, on };
                return;
            }
        }
        log.tell(state, Event::Counters(on));
        self.discard(state, card, log);
        self.acted(state);
    }

    pub(super) fn attach(
        &self,
        state: &mut State,
        card: Card,
        on: Program,
        detail: u8,
        log: &mut impl Log<Self>,
    ) {
        state.attach(card, on, detail, &self.cards);
        let covered = state.covered >> card & 1 == 1;
        log.tell(state, Event::Attached(state.seat, card, on, covered));
        self.acted(state);
    }

    /// An opponent pays a fine, or all there is.
    pub(super) fn fine(&self, state: &mut State, card: Card, other: u8, log: &mut impl Log<Self>) {
        if let What::Event(Happening::Fine(fine)) = *self.cards.what(card) {
            let dollars = state.money(other).min(fine.into());
            state.pay(other, dollars);
            log.tell(state, Event::Spent(other, Item::Fines, dollars));
        }
        self.discard(state, card, log);
        self.acted(state);
    }

    /// An old Ad goes (EC-33).
    pub(super) fn make_room(
        &self,
        state: &mut State,
        on: Program,
        face: Face,
        log: &mut impl Log<Self>,
    ) {
        let old: Cards = state.ads_on(on, &self.cards) & self.cards.copies(face);
        self.discard(state, old.trailing_zeros() as Card, log);
    }

    /// A card of the hand goes face down behind a Program as an Ad, and pays at once (EC-56, EC-58).
    pub(super) fn cover(
        &self,
        state: &mut State,
        on: Program,
        face: Face,
        log: &mut impl Log<Self>,
    ) {
        let card = self.in_hand(state, face);
        state.cover(card);
        let counters = u32::from(state.counters(on));
        let times = if self.rules.ads == Ads::FlatCard { 1 } else { counters };
        let dollars = times * self.rules.at_once * self.ads_times(state);
        self.earn(state, Item::Ads, dollars, log);
        self.attach(state, card, on, 0, log);
    }
}
