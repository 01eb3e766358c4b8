//! Play cards: their legal targets and their effects.

use super::action::{Event, Item};
use super::cards::{
    Card, Cards, Change, Face, Happening, Program, Programs, SYMBOLS, What, each, only,
};
use super::engine::{EightSevenCentral, Play};
use super::rules::Ads;
use super::state::{Phase, State};
use crate::game::contract::Log;

impl EightSevenCentral {
    /// The maximum number of Ads on a Program (EC-33).
    pub(super) fn ad_slots(&self, program: Program) -> u32 {
        if self.cards.show(program).hour { 2 } else { 1 }
    }

    pub(super) fn has_room(&self, state: &State, program: Program) -> bool {
        let ads = state.ads_on(program, &self.cards);
        let all_but_one = ads & ads.wrapping_sub(1);
        ads == 0 || all_but_one == 0 && self.ad_slots(program) == 2
    }

    pub(super) fn aims_at_seats(&self, face: Face) -> bool {
        matches!(self.cards.printed(face).what, What::Event(Happening::Fine(_)))
    }

    #[inline]
    pub(super) fn matched(&self, face: Face) -> Programs {
        match self.cards.printed(face).what {
            What::Ad { symbols, .. } => self.cards.with_symbol[usize::from(symbols)],
            _ => 0,
        }
    }

    /// The Programs on which the seat may play a card; empty for cards without such a target.
    pub(super) fn targets(&self, state: &State, face: Face) -> Programs {
        let seat = state.seat;
        match self.cards.printed(face).what {
            // Ads are played on own Programs with a matching symbol (EC-34, EC-Q20).
            What::Ad { .. } => state.on_air(seat) & self.matched(face),
            What::Modifier { change, .. } => {
                let all = state.all_on_air();
                match change {
                    Some(Change::AddGenre(_) | Change::BlockNumber) => {
                        only(all, |program| self.details(state, face, program) != 0)
                    }
                    _ => all,
                }
            }
            What::Event(Happening::AddCounters(_)) => state.on_day(seat, state.day),
            What::Event(Happening::RemoveCounters(_)) => {
                let others = state.all_on_air() & !state.on_air(seat);
                only(others, |program| state.counters(program) > 0)
            }
            What::Event(_) => 0,
        }
    }

    /// The cards that the seat can afford and use; Events need no Program (EC-Q33).
    pub(super) fn playable(&self, state: &State) -> Cards {
        let (cards, own) = (&*self.cards, state.on_air(state.seat));
        let matched = (0..SYMBOLS.len()).fold(0, |set, symbol| {
            set | usize::from(own & cards.with_symbol[1 << symbol] != 0) << symbol
        });
        let barred = state.table & !state.covered & cards.barring != 0;
        let modifiers = if barred || state.all_on_air() == 0 { 0 } else { cards.modifiers };
        let all = (cards.events | cards.ads_matching[matched] | modifiers)
            & state.hand(state.seat)
            & cards.affordable(state.money(state.seat));
        let fits = |face| each(state.all_on_air()).any(|on| self.details(state, face, on) != 0);
        all & !cards.choosy | only(all & cards.choosy, |card| fits(cards.face(card)))
    }

    /// The Hit#s or genres to choose from for a card on a Program, as a mask.
    pub(super) fn details(&self, state: &State, face: Face, on: Program) -> u16 {
        let What::Modifier { change, .. } = self.cards.printed(face).what else { return 0 };
        match change {
            Some(Change::RaiseGenre(_)) => self.levels(state, on).there().set(),
            Some(Change::AddGenre(_)) => self.levels(state, on).there().others().set(),
            Some(Change::BlockNumber) => self.numbers(state, on),
            _ => 0,
        }
    }
}

impl<L: Log<EightSevenCentral>> Play<'_, L> {
    /// Plays a card from the hand (EC-30).
    pub(super) fn play(&mut self, face: Face) {
        let card = self.game.in_hand(self, face);
        self.state.play(card);
        self.record(Event::Played(self.seat, card));
        let printed = self.game.cards.printed(face);
        self.spend(Item::Cards, printed.cost.into());
        self.phase = Phase::Target(card);
        // Ads and Modifiers have a target, or they could not be played.
        let What::Event(happening) = printed.what else { return };
        if self.game.aims_at_seats(face) || self.game.targets(self, face) != 0 {
            return;
        }
        if happening.immediate() {
            self.discard(card);
        }
        let drawn = if let Happening::DrawCards(count) = happening { count.into() } else { 0 };
        self.draw_cards(drawn, false);
    }

    /// Attaches a card to a Program, applies its effect there, or asks for a detail first.
    pub(super) fn aim(&mut self, card: Card, on: Program) {
        let face = self.game.cards.face(card);
        let printed = self.game.cards.printed(face);
        let barred = self.game.counters_per_hit(self) == 0;
        let counters = &mut self.counters[usize::from(on)];
        match printed.what {
            What::Event(Happening::AddCounters(_)) if barred => {}
            What::Event(Happening::AddCounters(by)) => *counters = counters.saturating_add(by),
            What::Event(Happening::RemoveCounters(by)) => *counters = counters.saturating_sub(by),
            What::Ad { .. } if self.game.has_room(self, on) => return self.attach(card, on, 0),
            What::Modifier { .. } if self.game.details(self, face, on) == 0 => {
                return self.attach(card, on, 0);
            }
            _ => {
                self.phase = Phase::Detail(card, on);
                return;
            }
        }
        self.changed(on);
        self.record(Event::Counters(on));
        self.discard(card);
        self.acted();
    }

    pub(super) fn attach(&mut self, card: Card, on: Program, detail: u8) {
        self.lay(card, on);
        self.set_detail(card, detail);
        let covered = self.covered >> card & 1 == 1;
        if self.game.cards.scoring >> card & 1 == 1 {
            self.changed(on);
        }
        self.record(Event::Attached(self.seat, card, on, covered));
        self.acted();
    }

    /// An opponent pays a fine, or all their dollars if they have less.
    pub(super) fn fine(&mut self, card: Card, other: u8) {
        if let What::Event(Happening::Fine(fine)) = *self.game.cards.what(card) {
            let dollars = self.money(other).min(fine.into());
            self.state.pay(other, dollars);
            self.record(Event::Spent(other, Item::Fines, dollars));
        }
        self.discard(card);
        self.acted();
    }

    /// Discards an old Ad (EC-33).
    pub(super) fn make_room(&mut self, on: Program, face: Face) {
        let old: Cards = self.ads_on(on, &self.game.cards) & self.game.cards.copies(face);
        self.discard(old.trailing_zeros() as Card);
    }

    /// Lays a card of the hand face down behind a Program as an Ad, which pays at once (EC-56,
    /// EC-58).
    pub(super) fn cover(&mut self, on: Program, face: Face) {
        let card = self.game.in_hand(self, face);
        self.state.cover(card);
        let counters = u32::from(self.counters(on));
        let times = if self.game.rules.ads == Ads::FlatCard { 1 } else { counters };
        let dollars = times * self.game.rules.at_once * self.game.ads_times(self);
        self.earn(Item::Ads, dollars);
        self.attach(card, on, 0);
    }
}
