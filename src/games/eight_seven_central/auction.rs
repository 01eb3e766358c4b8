//! How Programs come to networks and into their slots: auctions, the display, placing and moving.

use super::cards::{NONE, Program, Programs, each};
use super::engine::{Acquisition, Action, DAYS, EightSevenCentral, Event, Item, LOTS, Moved};
use super::state::{Phase, SLOTS, State};
use crate::game::contract::Log;

impl EightSevenCentral {
    /// Where the next Program goes, and those that it is one of; the second is empty where none is
    /// wanted or none is left (EC-Q14).
    pub(super) fn next_programs(&self, state: &State) -> (usize, Programs) {
        let among = |those: Programs| match state.programs & those {
            0 => state.dropped & those,
            left => left,
        };
        if state.phase == Phase::DealPrograms {
            return (0, among(Programs::MAX));
        }
        if self.rules.acquisition == Acquisition::Auctions {
            let lots = &state.offer[..usize::from(self.seats)];
            let free = lots.iter().position(|program| *program == NONE);
            return free.map_or((0, 0), |lot| (lot, among(Programs::MAX)));
        }
        for (row, prices) in self.rules.rows.iter().enumerate() {
            let start = row * LOTS / 2;
            let places = &state.offer[start..][..prices.len()];
            let free = places.iter().position(|program| *program == NONE);
            let hours = self.cards.hours;
            let those = among(if row == 0 { !hours } else { hours });
            if let Some(place) = free.filter(|_| those != 0) {
                return (start + place, those);
            }
        }
        (0, 0)
    }

    /// What comes after the first hands, and before each further auction.
    pub(super) fn open(&self, state: &mut State, log: &mut impl Log<Self>) {
        if self.rules.acquisition == Acquisition::Auctions {
            (state.offer, state.passes) = ([NONE; LOTS], 0);
            state.phase = Phase::Reveal;
            return self.reveal(state, log);
        }
        state.phase = Phase::DealPrograms;
        self.deal_next_program(state, log);
    }

    /// The next Program of an offer or, when it is full, what follows.
    pub(super) fn reveal(&self, state: &mut State, log: &mut impl Log<Self>) {
        if self.next_programs(state).1 != 0 {
            return;
        }
        if self.rules.acquisition == Acquisition::Auctions {
            log.tell(state, Event::Offered);
            if state.offer[0] == NONE {
                return self.award(state, log);
            }
            // The first bidder goes round in the starting line-up; later it is Player 1 (EC-9, EC-Q13).
            let by = if state.round < self.rules.rounds { state.round } else { 0 };
            (state.phase, state.seat) = (Phase::Bid, (state.first + by) % self.seats);
        } else if state.round == 0 {
            log.tell(state, Event::Offered);
            self.next_to_keep(state, state.first, log);
        } else {
            self.acted(state);
        }
    }

    /// The bids that the seat may make on a Program: more than the highest, no more than it has
    /// (EC-11, EC-12, EC-Q5, EC-Q7).
    pub(super) fn bids(&self, state: &State, lot: u8) -> std::ops::Range<u32> {
        if state.offer[usize::from(lot)] == NONE {
            return 0..0;
        }
        let highest = state.leader(lot).map_or(0, |(_, dollars)| dollars);
        highest + 1..state.money(state.seat) + state.chips(lot, state.seat) + 1
    }

    pub(super) fn bid(&self, state: &mut State, lot: u8, dollars: u32, log: &mut impl Log<Self>) {
        let seat = state.seat;
        let there = &mut state.chips[usize::from(lot)][usize::from(seat)];
        let more = dollars - std::mem::replace(there, dollars);
        state.money[usize::from(seat)] -= more;
        let program = state.offer[usize::from(lot)];
        log.tell(state, Event::Bid(seat, program, dollars));
        self.next_to_bid(state, 0);
    }

    /// The turn of the seat on the left, which takes back its chips where others bid more (EC-10,
    /// EC-13).
    fn next_to_bid(&self, state: &mut State, passes: u8) {
        (state.phase, state.passes) = (Phase::Bid, passes);
        state.seat = self.after(state.seat);
        let seat = state.seat;
        for lot in 0..self.seats {
            if state.leader(lot).is_some_and(|(leader, _)| leader != seat) {
                let chips = &mut state.chips[usize::from(lot)][usize::from(seat)];
                state.money[usize::from(seat)] += std::mem::take(chips);
            }
        }
    }

    /// A pass in an auction or in placing, which end when all pass in succession (EC-15, EC-25,
    /// EC-Q4).
    pub(super) fn pass(&self, state: &mut State, log: &mut impl Log<Self>) {
        let passes = state.passes + 1;
        match (state.phase, passes == self.seats) {
            (Phase::Bid, false) => self.next_to_bid(state, passes),
            (Phase::Bid, true) => self.award(state, log),
            (_, false) => self.next_to_place(state, passes),
            (_, true) => self.placed(state, log),
        }
    }

    /// Programs go to their last bidders; those without go to the discard pile (EC-16, EC-17).
    fn award(&self, state: &mut State, log: &mut impl Log<Self>) {
        for lot in 0..self.seats {
            let program = std::mem::replace(&mut state.offer[usize::from(lot)], NONE);
            let leader = state.leader(lot);
            if let Some((seat, price)) = leader {
                // What lay on the card goes to the bank by way of the bidder's hand.
                state.chips[usize::from(lot)][usize::from(seat)] = 0;
                state.money[usize::from(seat)] += price;
                state.seat = seat;
                self.spend(state, Item::Programs, price, log);
                state.take_program(seat, program);
                log.tell(state, Event::Won(seat, program, price));
            } else if program != NONE {
                state.dropped |= 1 << program;
                log.tell(state, Event::Dropped(program));
            }
        }
        state.round += 1;
        if state.round < self.rules.rounds {
            self.open(state, log);
        } else {
            self.begin_placing(state, log);
        }
    }

    /// A Program is dealt to the seat (EC-59); one a day it goes on the air at once (EC-58).
    pub(super) fn deal_program(
        &self,
        state: &mut State,
        program: Program,
        log: &mut impl Log<Self>,
    ) {
        let seat = state.seat;
        state.take_program(seat, program);
        log.tell(state, Event::DealtProgram(seat, program));
        if self.rules.acquisition == Acquisition::Random {
            let day = state.on_air(seat).count_ones() as u8;
            self.place(state, program, 2 * day, log);
        }
        self.deal_next_program(state, log);
    }

    /// The next seat that is to get a Program, or what follows the deal.
    fn deal_next_program(&self, state: &mut State, log: &mut impl Log<Self>) {
        let random = self.rules.acquisition == Acquisition::Random;
        let full = u32::from(if random { DAYS } else { self.rules.dealt });
        let has = |seat: u8| (state.waiting(seat) | state.on_air(seat)).count_ones();
        // Round by round, so that none gets more than others should the deck run out.
        let next = (0..self.seats).min_by_key(|seat| has(*seat)).filter(|seat| has(*seat) < full);
        match next.filter(|_| self.next_programs(state).1 != 0) {
            Some(seat) => state.seat = seat,
            None if random => self.day(state, log),
            None => {
                state.phase = Phase::Reveal;
                self.reveal(state, log);
            }
        }
    }

    /// The first seat from `seat` on that has too many Programs gives one up (EC-Q36).
    pub(super) fn next_to_keep(&self, state: &mut State, seat: u8, log: &mut impl Log<Self>) {
        let too_many = |seat: u8| state.waiting(seat).count_ones() > self.rules.kept.into();
        let turns = (0..self.seats).map(|by| (seat + by) % self.seats);
        match turns.into_iter().find(|seat| too_many(*seat)) {
            Some(seat) => (state.phase, state.seat) = (Phase::Keep, seat),
            None => {
                state.round = 1;
                self.begin_placing(state, log);
            }
        }
    }

    /// Players place their Programs in turn, from Player 1 on (EC-18, EC-21, EC-26, EC-Q13); nobody
    /// does where nobody has one (EC-Q35).
    fn begin_placing(&self, state: &mut State, log: &mut impl Log<Self>) {
        (state.phase, state.seat, state.passes) = (Phase::Place, state.first, 0);
        if state.waiting.iter().all(|waiting| *waiting == 0) {
            self.placed(state, log);
        }
    }

    /// All have passed in succession: Monday.
    fn placed(&self, state: &mut State, log: &mut impl Log<Self>) {
        state.passes = 0;
        self.day(state, log);
    }

    pub(super) fn next_to_place(&self, state: &mut State, passes: u8) {
        (state.phase, state.passes) = (Phase::Place, passes);
        state.seat = self.after(state.seat);
    }

    /// Place, bump, discard what fits nowhere, or pass with an empty hand (EC-21, EC-22, EC-24,
    /// EC-Q8, EC-Q9).
    pub(super) fn actions_of_placing(&self, state: &State, into: &mut Vec<Action>) {
        let (seat, waiting) = (state.seat, state.waiting(state.seat));
        if waiting == 0 {
            into.push(Action::Pass);
        }
        let fits = |program: &Program| self.free_slots(state, seat, *program).next().is_some();
        into.extend(each(waiting).filter(fits).map(Action::Place));
        if state.money(seat) >= self.rules.bump {
            into.extend(each(state.on_air(seat)).map(Action::Bump));
        }
        into.extend(each(waiting).filter(|program| !fits(program)).map(Action::Drop));
    }

    /// The slots where a Program may be placed: of each day the first that is free, for an hour the
    /// first of a free day. Which half of a day a Program takes makes no difference.
    pub(super) fn free_slots(
        &self,
        state: &State,
        seat: u8,
        program: Program,
    ) -> impl Iterator<Item = u8> {
        let slots = state.slots[usize::from(seat)];
        let hour = self.cards.hours >> program & 1 == 1;
        (0..DAYS).filter_map(move |day| {
            let free = [2 * day, 2 * day + 1].map(|slot| slots[usize::from(slot)] == NONE);
            match free {
                [true, second] if second || !hour => Some(2 * day),
                [false, true] if !hour => Some(2 * day + 1),
                _ => None,
            }
        })
    }

    pub(super) fn place(
        &self,
        state: &mut State,
        program: Program,
        slot: u8,
        log: &mut impl Log<Self>,
    ) {
        let seat = state.seat;
        state.put(seat, program, slot, self.cards.hours >> program & 1 == 1);
        log.tell(state, Event::Placed(seat, program));
    }

    /// A Program leaves its slot: its Ads go, and Ratings Counters; Modifiers stay (EC-22, EC-23,
    /// EC-57, EC-Q10, EC-Q11).
    fn take_off(&self, state: &mut State, program: Program, log: &mut impl Log<Self>) {
        let seat = state.seat;
        each(state.ads_on(program, &self.cards)).for_each(|ad| self.discard(state, ad, log));
        let counters = &mut state.counters[usize::from(program)];
        *counters = match self.rules.moved {
            Moved::LosesOne => counters.saturating_sub(1),
            Moved::LosesAll => 0,
        };
        state.take_off(seat, program);
        log.tell(state, Event::Bumped(seat, program));
    }

    pub(super) fn bump(&self, state: &mut State, program: Program, log: &mut impl Log<Self>) {
        self.spend(state, Item::Bumps, self.rules.bump, log);
        self.take_off(state, program, log);
    }

    /// A Program in hand is discarded with all that lies on it (EC-Q8).
    pub(super) fn drop_program(
        &self,
        state: &mut State,
        program: Program,
        log: &mut impl Log<Self>,
    ) {
        let modifiers = state.modifiers_on(program, &self.cards);
        each(modifiers).for_each(|card| self.discard(state, card, log));
        state.counters[usize::from(program)] = 0;
        state.waiting[usize::from(state.seat)] &= !(1 << program);
        state.dropped |= 1 << program;
        log.tell(state, Event::Dropped(program));
    }

    /// The price of a place in the display.
    pub(super) fn price(&self, lot: u8) -> Option<u32> {
        let (row, place) = (usize::from(lot) * 2 / LOTS, usize::from(lot) % (LOTS / 2));
        self.rules.rows[row].get(place).copied()
    }

    pub(super) fn affordable(&self, state: &State, lot: u8) -> bool {
        let there = state.offer[usize::from(lot)] != NONE;
        there && self.price(lot).is_some_and(|price| price <= state.money(state.seat))
    }

    /// The seat buys a Program; those dearer slide down (EC-55).
    pub(super) fn buy(&self, state: &mut State, lot: u8, log: &mut impl Log<Self>) {
        let (seat, at) = (state.seat, usize::from(lot));
        let (program, price) = (state.offer[at], self.price(lot).unwrap_or(0));
        self.spend(state, Item::Programs, price, log);
        let end = (at / (LOTS / 2) + 1) * (LOTS / 2);
        state.offer.copy_within(at + 1..end, at);
        state.offer[end - 1] = NONE;
        state.take_program(seat, program);
        log.tell(state, Event::Won(seat, program, price));
        state.phase = Phase::BuyAt { program };
    }

    /// The dear end of the display is filled again, and the action is over.
    pub(super) fn restock(&self, state: &mut State, log: &mut impl Log<Self>) {
        state.phase = Phase::Reveal;
        self.reveal(state, log);
    }

    /// The Programs that make room for one that moves to a slot.
    pub(super) fn in_the_way(&self, state: &State, program: Program, slot: u8) -> Programs {
        let hour = self.cards.hours >> program & 1 == 1;
        match state.in_slot(state.seat, slot) {
            _ if hour => state.on_day(state.seat, slot / 2),
            Some(there) => 1 << there,
            None => 0,
        }
    }

    /// The slots of other days that a Program may move to: the first free one of a day, and those of
    /// Programs that may be bumped (EC-Q36).
    pub(super) fn places_to_move(
        &self,
        state: &State,
        program: Program,
    ) -> impl Iterator<Item = u8> {
        let (seat, hour) = (state.seat, self.cards.hours >> program & 1 == 1);
        let bumps = state.money(seat) / self.rules.bump;
        let slots = state.slots[usize::from(seat)];
        (0..SLOTS as u8).filter(move |slot| {
            let first = slot & !1;
            let [one, two] = [slots[usize::from(first)], slots[usize::from(first) + 1]];
            let twice = *slot != first && (hour || two == one);
            let bumped = self.in_the_way(state, program, *slot).count_ones();
            one != program && two != program && !twice && bumped <= bumps
        })
    }

    pub(super) fn may_move(&self, state: &State, program: Program) -> bool {
        self.places_to_move(state, program).next().is_some()
    }

    pub(super) fn move_to(
        &self,
        state: &mut State,
        program: Program,
        slot: u8,
        log: &mut impl Log<Self>,
    ) {
        for other in each(self.in_the_way(state, program, slot)) {
            self.bump(state, other, log);
        }
        if state.on_air(state.seat) >> program & 1 == 1 {
            self.take_off(state, program, log);
        }
        self.place(state, program, slot, log);
    }
}
