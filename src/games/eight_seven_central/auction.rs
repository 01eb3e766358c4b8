//! Acquisition and scheduling of Programs: auctions, the display, placing and moving.

use super::action::{Action, Event, Item};
use super::cards::{NONE, Program, Programs, each, only};
use super::engine::{EightSevenCentral, Play};
use super::rules::{Acquisition, DAYS, LOTS, Moved};
use super::state::{Phase, SLOTS, Slots, State};
use crate::game::contract::Log;

impl EightSevenCentral {
    /// The position of the next Program in the offer, and the Programs from which it is drawn;
    /// empty if none is left or needed (EC-Q14).
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

    /// The dollars that the seat may bid on a Program (EC-11, EC-12, EC-Q5, EC-Q7).
    #[inline]
    pub(super) fn bids(&self, state: &State, lot: u8) -> std::ops::Range<u32> {
        if state.offer[usize::from(lot)] == NONE {
            return 0..0;
        }
        state.highest(lot) + 1..state.money(state.seat) + state.chips(lot, state.seat) + 1
    }

    /// The remaining rounds of the starting line-up, including this one.
    pub(super) fn rounds_left(&self, state: &State) -> u32 {
        let auctions = self.rules.acquisition == Acquisition::Auctions;
        if auctions { self.rules.rounds.saturating_sub(state.round).into() } else { 0 }
    }

    /// The Programs that the seat may bid on, as a mask of their indices in the auction.
    #[inline]
    pub(super) fn open_lots(&self, state: &State) -> u64 {
        if state.money(state.seat) == 0 {
            return 0;
        }
        let open = |lot| u64::from(!self.bids(state, lot).is_empty()) << lot;
        (0..self.seats).fold(0, |all, lot| all | open(lot))
    }

    /// The Programs in hand that fit a free slot.
    #[inline]
    pub(super) fn fitting(&self, state: &State, seat: u8) -> Programs {
        let of_length = |hour, those: Programs| {
            if state.free_slots(seat, hour) == 0 { 0 } else { those & state.waiting(seat) }
        };
        of_length(true, self.cards.hours) | of_length(false, !self.cards.hours)
    }

    /// The slots where a Program may be placed.
    pub(super) fn free_slots(&self, state: &State, seat: u8, program: Program) -> Slots {
        state.free_slots(seat, self.cards.hours >> program & 1 == 1)
    }

    pub(super) fn price(&self, lot: u8) -> Option<u32> {
        let (row, place) = (usize::from(lot) * 2 / LOTS, usize::from(lot) % (LOTS / 2));
        self.rules.rows[row].get(place).copied()
    }

    pub(super) fn affordable(&self, state: &State, lot: u8) -> bool {
        let there = state.offer[usize::from(lot)] != NONE;
        there && self.price(lot).is_some_and(|price| price <= state.money(state.seat))
    }

    /// The Programs to bump when a Program moves to a slot.
    pub(super) fn in_the_way(&self, state: &State, program: Program, slot: u8) -> Programs {
        let hour = self.cards.hours >> program & 1 == 1;
        match state.in_slot(state.seat, slot) {
            _ if hour => state.on_day(state.seat, slot / 2),
            Some(there) => 1 << there,
            None => 0,
        }
    }

    /// The slots to which a Program may move: free slots of other days, and slots of Programs that
    /// it bumps (EC-Q36).
    pub(super) fn places_to_move(&self, state: &State, program: Program) -> u64 {
        let (seat, hour) = (state.seat, self.cards.hours >> program & 1 == 1);
        let bumps = state.money(seat) / self.rules.bump;
        let slots = state.slots[usize::from(seat)];
        only((1 << SLOTS) - 1, |slot| {
            let first = slot & !1;
            let [one, two] = [slots[usize::from(first)], slots[usize::from(first) + 1]];
            let twice = slot != first && (hour || two == one);
            let bumped = self.in_the_way(state, program, slot).count_ones();
            one != program && two != program && !twice && bumped <= bumps
        })
    }
}

impl<L: Log<EightSevenCentral>> Play<'_, L> {
    /// Applies bids and all actions that change line-ups.
    pub(super) fn act_on_line_up(&mut self, action: Action) {
        match (self.phase, action) {
            (Phase::Bid, Action::Lot(lot)) => self.phase = Phase::Amount(lot),
            (Phase::Amount(lot), Action::Amount(dollars)) => self.bid(lot, dollars),
            (Phase::Bid | Phase::Place, Action::Pass) => self.pass(),
            (Phase::Keep, Action::Drop(program)) => {
                self.drop_program(program);
                self.next_to_keep(self.seat);
            }
            (Phase::Place, Action::Drop(program)) => {
                self.drop_program(program);
                self.next_to_place(0);
            }
            (Phase::Place, Action::Place(program)) => self.phase = Phase::PlaceAt(program),
            (Phase::Place, Action::Bump(program)) => {
                self.bump(program);
                self.next_to_place(0);
            }
            (Phase::PlaceAt(program), Action::Slot(slot)) => {
                self.place(program, slot);
                self.next_to_place(0);
            }
            (Phase::BuyAt(program), Action::Slot(slot)) => {
                self.place(program, slot);
                self.restock();
            }
            (Phase::BuyAt(_), Action::Hold) => self.restock(),
            (Phase::MoveTo(program), Action::Slot(slot)) => {
                self.move_to(program, slot);
                self.acted();
            }
            (phase, action) => debug_assert!(false, "{action:?} in {phase:?}"),
        }
    }

    /// Begins an auction, or deals Programs; follows the first hands and precedes each further
    /// auction.
    pub(super) fn open(&mut self) {
        if self.game.rules.acquisition == Acquisition::Auctions {
            (self.offer, self.passes) = ([NONE; LOTS], 0);
            self.phase = Phase::Reveal;
            return self.reveal();
        }
        self.phase = Phase::DealPrograms;
        self.deal_next_program();
    }

    /// Waits for the next Program of an offer or, if the offer is full, continues with the next
    /// step.
    pub(super) fn reveal(&mut self) {
        if self.game.next_programs(self).1 != 0 {
            return;
        }
        if self.game.rules.acquisition == Acquisition::Auctions {
            self.record(Event::Offered);
            if self.offer[0] == NONE {
                return self.award();
            }
            // The first bidder rotates in the starting line-up; later it is Player 1 (EC-9,
            // EC-Q13).
            let by = if self.round < self.game.rules.rounds { self.round } else { 0 };
            (self.phase, self.seat) = (Phase::Bid, (self.first + by) % self.game.seats);
        } else if self.round == 0 {
            self.record(Event::Offered);
            self.next_to_keep(self.first);
        } else {
            self.acted();
        }
    }

    pub(super) fn bid(&mut self, lot: u8, dollars: u32) {
        let seat = self.seat;
        let there = &mut self.chips[usize::from(lot)][usize::from(seat)];
        let more = dollars - std::mem::replace(there, dollars);
        self.money[usize::from(seat)] -= more;
        let program = self.offer[usize::from(lot)];
        self.record(Event::Bid(seat, program, dollars));
        self.next_to_bid(0);
    }

    /// Begins the bid of the next seat, which takes back its chips from Programs on which it is
    /// outbid (EC-10, EC-13).
    fn next_to_bid(&mut self, passes: u8) {
        (self.phase, self.passes) = (Phase::Bid, passes);
        self.seat = self.game.after(self.seat);
        let seat = self.seat;
        for lot in 0..self.game.seats {
            let own = self.chips(lot, seat);
            if own > 0 && own < self.highest(lot) {
                let chips = &mut self.chips[usize::from(lot)][usize::from(seat)];
                self.money[usize::from(seat)] += std::mem::take(chips);
            }
        }
    }

    /// Passes; bidding and placing end when all pass in succession (EC-15, EC-25, EC-Q4).
    pub(super) fn pass(&mut self) {
        let passes = self.passes + 1;
        match (self.phase, passes == self.game.seats) {
            (Phase::Bid, false) => self.next_to_bid(passes),
            (Phase::Bid, true) => self.award(),
            (_, false) => self.next_to_place(passes),
            (_, true) => self.begin_day(),
        }
    }

    /// Awards Programs to their highest bidders; Programs without a bid are discarded (EC-16,
    /// EC-17).
    fn award(&mut self) {
        for lot in 0..self.game.seats {
            let program = std::mem::replace(&mut self.offer[usize::from(lot)], NONE);
            if let Some((seat, price)) = self.leader(lot) {
                // The chips on the card return to the bidder, who pays them to the bank.
                self.chips[usize::from(lot)][usize::from(seat)] = 0;
                self.money[usize::from(seat)] += price;
                self.seat = seat;
                self.spend(Item::Programs, price);
                self.state.take_program(seat, program);
                self.record(Event::Won(seat, program, price));
            } else if program != NONE {
                self.dropped |= 1 << program;
                self.record(Event::Dropped(program));
            }
        }
        self.round += 1;
        if self.round < self.game.rules.rounds {
            self.open();
        } else {
            self.begin_placing();
        }
    }

    /// Deals a Program to the seat (EC-59); with random Programs it is aired at once, one
    /// per day (EC-58).
    pub(super) fn deal_program(&mut self, program: Program) {
        let seat = self.seat;
        self.state.take_program(seat, program);
        self.record(Event::DealtProgram(seat, program));
        if self.game.rules.acquisition == Acquisition::Random {
            let day = self.on_air(seat).count_ones() as u8;
            self.place(program, 2 * day);
        }
        self.deal_next_program();
    }

    /// Continues with the next seat to be dealt a Program, or with the step after the deal.
    fn deal_next_program(&mut self) {
        let random = self.game.rules.acquisition == Acquisition::Random;
        let full = u32::from(if random { DAYS } else { self.game.rules.dealt });
        let has = |seat: u8| (self.waiting(seat) | self.on_air(seat)).count_ones();
        // Dealing round by round keeps the numbers equal if the deck runs out.
        let next =
            (0..self.game.seats).min_by_key(|seat| has(*seat)).filter(|seat| has(*seat) < full);
        match next.filter(|_| self.game.next_programs(self).1 != 0) {
            Some(seat) => self.seat = seat,
            None if random => self.begin_day(),
            None => {
                self.phase = Phase::Reveal;
                self.reveal();
            }
        }
    }

    /// Continues with the first seat from `seat` on that has too many Programs and gives one up
    /// (EC-Q36).
    pub(super) fn next_to_keep(&mut self, seat: u8) {
        let too_many = |seat: u8| self.waiting(seat).count_ones() > self.game.rules.kept.into();
        let mut turns = (0..self.game.seats).map(|by| (seat + by) % self.game.seats);
        match turns.find(|seat| too_many(*seat)) {
            Some(seat) => (self.phase, self.seat) = (Phase::Keep, seat),
            None => {
                self.round = 1;
                self.begin_placing();
            }
        }
    }

    /// Begins placing, in turn from Player 1 on (EC-18, EC-21, EC-26, EC-Q13); skipped if no player
    /// has a Program in hand (EC-Q35).
    fn begin_placing(&mut self) {
        (self.phase, self.seat, self.passes) = (Phase::Place, self.first, 0);
        if self.waiting.iter().all(|waiting| *waiting == 0) {
            self.begin_day();
        }
    }

    pub(super) fn next_to_place(&mut self, passes: u8) {
        (self.phase, self.passes) = (Phase::Place, passes);
        self.seat = self.game.after(self.seat);
    }

    pub(super) fn place(&mut self, program: Program, slot: u8) {
        let seat = self.seat;
        self.state.put(seat, program, slot, self.game.cards.hours >> program & 1 == 1);
        self.count_again(seat, slot / 2);
        self.record(Event::Placed(seat, program));
    }

    /// Moves a Program from its slot to the hand; it loses its Ads and counters (EC-22, EC-23,
    /// EC-57, EC-Q10, EC-Q11).
    fn take_off(&mut self, program: Program) {
        let seat = self.seat;
        each(self.ads_on(program, &self.game.cards)).for_each(|ad| self.discard(ad));
        let moved = self.game.rules.moved;
        let counters = &mut self.counters[usize::from(program)];
        *counters = match moved {
            Moved::LosesOne => counters.saturating_sub(1),
            Moved::LosesAll => 0,
        };
        let day = self.day_of(program);
        self.state.take_off(seat, program);
        day.into_iter().for_each(|day| self.count_again(seat, day));
        self.record(Event::Bumped(seat, program));
    }

    pub(super) fn bump(&mut self, program: Program) {
        self.spend(Item::Bumps, self.game.rules.bump);
        self.take_off(program);
    }

    /// Discards a Program in hand with its Modifiers and counters (EC-Q8).
    pub(super) fn drop_program(&mut self, program: Program) {
        let modifiers = self.modifiers_on(program, self.game.cards.modifiers);
        each(modifiers).for_each(|card| self.discard(card));
        self.counters[usize::from(program)] = 0;
        let seat = usize::from(self.seat);
        self.waiting[seat] &= !(1 << program);
        self.dropped |= 1 << program;
        self.record(Event::Dropped(program));
    }

    /// The seat buys a Program; more expensive ones of the row move down (EC-55).
    pub(super) fn buy(&mut self, lot: u8) {
        let (seat, at) = (self.seat, usize::from(lot));
        let (program, price) = (self.offer[at], self.game.price(lot).unwrap_or(0));
        self.spend(Item::Programs, price);
        let end = (at / (LOTS / 2) + 1) * (LOTS / 2);
        self.offer.copy_within(at + 1..end, at);
        self.offer[end - 1] = NONE;
        self.state.take_program(seat, program);
        self.record(Event::Won(seat, program, price));
        self.phase = Phase::BuyAt(program);
    }

    /// Refills the expensive end of the display and ends the action.
    pub(super) fn restock(&mut self) {
        self.phase = Phase::Reveal;
        self.reveal();
    }

    pub(super) fn move_to(&mut self, program: Program, slot: u8) {
        for other in each(self.game.in_the_way(self, program, slot)) {
            self.bump(other);
        }
        if self.on_air(self.seat) >> program & 1 == 1 {
            self.take_off(program);
        }
        self.place(program, slot);
    }
}
