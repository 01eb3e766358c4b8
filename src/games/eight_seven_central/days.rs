//! Days and weeks: Player 1, hits, revenue, scoring, durations of cards, and shark jumps.

use super::action::{Event, Item};
use super::cards::{
    Cards, Change, Genres, Happening, HitNumbers, Lasts, Program, Programs, Totals, What, each,
};
use super::engine::{EightSevenCentral, Play};
use super::rules::{ACTIONS, Acquisition, DAYS};
use super::state::{Phase, State};
use crate::game::contract::Log;

impl EightSevenCentral {
    pub(super) fn happening(&self, state: &State) -> impl Iterator<Item = Happening> {
        let events = state.table & self.cards.events & !state.covered;
        each(events).filter_map(|card| match self.cards.what(card) {
            What::Event(happening) => Some(*happening),
            _ => None,
        })
    }

    /// The Modifiers on a Program: the card, the Hit#s it adds, and its other effect.
    fn modifiers(
        &self,
        state: &State,
        program: Program,
    ) -> impl Iterator<Item = (u8, HitNumbers, Option<Change>)> {
        each(state.modifiers_on(program, self.cards.modifiers)).filter_map(|card| {
            match self.cards.what(card) {
                What::Modifier { hits, change } => Some((card, *hits, *change)),
                _ => None,
            }
        })
    }

    pub(super) fn is_changed(&self, state: &State, program: Program, by: Cards) -> bool {
        state.modifiers_on(program, by) != 0
    }

    /// The Hit#s of a Program with its Modifiers, ignoring Modifiers that prevent hits.
    pub(super) fn numbers(&self, state: &State, program: Program) -> HitNumbers {
        let (all, blocked) = self.numbers_on(state, program);
        all & !blocked
    }

    /// The Hit#s on a Program and its Modifiers, and the blocked ones.
    pub(super) fn numbers_on(&self, state: &State, program: Program) -> (HitNumbers, HitNumbers) {
        let (mut all, mut blocked) = (self.cards.show(program).hits, 0);
        for (card, hits, change) in self.modifiers(state, program) {
            all |= hits;
            if change == Some(Change::BlockNumber) {
                blocked |= 1 << state.detail(card);
            }
        }
        (all, blocked)
    }

    /// The numbers on which a Program currently hits (EC-36).
    pub fn hits(&self, state: &State, program: Program) -> HitNumbers {
        if self.is_changed(state, program, self.cards.no_hits) {
            return 0;
        }
        self.numbers(state, program)
    }

    /// The genre levels of a Program with its Modifiers.
    pub fn levels(&self, state: &State, program: Program) -> Totals {
        let (levels, less) = self.levels_and_less(state, program);
        levels.lowered(less)
    }

    /// The genre levels of a Program before they are lowered, and the amount by which each is
    /// lowered.
    #[inline]
    pub(super) fn levels_and_less(&self, state: &State, program: Program) -> (Totals, u32) {
        if self.is_changed(state, program, self.cards.levelling) {
            return self.changed_levels(state, program);
        }
        (self.cards.show(program).levels, 0)
    }

    fn changed_levels(&self, state: &State, program: Program) -> (Totals, u32) {
        let changes = || {
            let modifiers = self.modifiers(state, program);
            modifiers.filter_map(|(card, _, change)| Some((state.detail(card), change?)))
        };
        let (mut levels, mut less) = (self.cards.show(program).levels, 0);
        for (genre, change) in changes() {
            if let Change::AddGenre(by) = change {
                levels = levels.with(Totals::one(genre, by.into()));
            }
        }
        for (genre, change) in changes() {
            match change {
                // A genre added by a Modifier may have expired.
                Change::RaiseGenre(by) if levels.get(genre).is_some() => {
                    levels = levels.with(Totals::one(genre, by.into()));
                }
                Change::LowerGenres(by) => less += u32::from(by),
                _ => {}
            }
        }
        (levels, less)
    }

    /// The contribution of a Program to the Genre Totals: its levels, plus its counters in each
    /// genre (EC-43, EC-Q25).
    #[inline]
    pub fn standing(&self, state: &State, program: Program) -> Totals {
        let counters = state.counters(program).into();
        if !self.is_changed(state, program, self.cards.scoring) {
            return self.cards.show(program).levels.raised(counters);
        }
        if self.is_changed(state, program, self.cards.no_scoring) {
            return Totals::default();
        }
        let (levels, less) = self.changed_levels(state, program);
        levels.lowered(less).raised(counters)
    }

    /// Computes the Genre Totals of a seat on a day (EC-43).
    pub(super) fn totals(&self, state: &State, seat: u8, day: u8) -> Totals {
        let programs = each(state.on_day(seat, day));
        programs.map(|program| self.standing(state, program)).fold(Totals::default(), Totals::with)
    }

    /// By genre: the points that it scores with the Events in play and one more Event, `more`
    /// (EC-42).
    pub(super) fn genre_points(&self, state: &State, more: Totals) -> Totals {
        let events = self.happening(state).fold(more, |most, happening| match happening {
            Happening::GenreWorth(genre, points) => most.max(Totals::one(genre, points.into())),
            _ => most,
        });
        events.or(Totals::ONES)
    }

    /// The factor on the dollars of Ads; Recession overrides Ad Boom.
    pub(super) fn ads_times(&self, state: &State) -> u32 {
        self.happening(state).fold(1, |times, happening| match happening {
            Happening::AdsPayNothing => 0,
            Happening::AdsTimes(more) if times > 0 => times.max(more.into()),
            _ => times,
        })
    }

    /// The number of Ratings Counters that a hit adds (EC-38); 0 if an Event prevents counters.
    pub(super) fn counters_per_hit(&self, state: &State) -> u8 {
        self.happening(state).fold(1, |counters, happening| match happening {
            Happening::NoCounters => 0,
            Happening::CountersPerHit(more) if counters > 0 => counters.max(more),
            _ => counters,
        })
    }

    /// The dollars and cards that an Ad pays for a hit of its Program (EC-40, EC-41).
    pub(super) fn ad_pays(&self, state: &State, card: u8, program: Program) -> (u32, u32) {
        if state.covered >> card & 1 == 1 {
            return (self.rules.on_hit, 0);
        }
        match *self.cards.what(card) {
            What::Ad { symbols, dollars, cards } => {
                let matching = self.cards.matching(symbols, program);
                (matching * u32::from(dollars), matching * u32::from(cards))
            }
            _ => (0, 0),
        }
    }
}

impl<L: Log<EightSevenCentral>> Play<'_, L> {
    /// Updates the Genre Totals of a seat on a day, after a Program of that day has changed.
    pub(super) fn count_again(&mut self, seat: u8, day: u8) {
        let totals = self.game.totals(self, seat, day);
        self.totals[usize::from(day)][usize::from(seat)] = totals;
    }

    pub(super) fn changed(&mut self, program: Program) {
        if let (Some(seat), Some(day)) = (self.owner(program), self.day_of(program)) {
            self.count_again(seat, day);
        }
    }

    /// Begins a day. Player 1 is the seat with most points; ties are broken by money, then by the
    /// nearest seat to the right of the last Player 1, who comes last (EC-28, EC-Q2, EC-Q3).
    pub(super) fn begin_day(&mut self) {
        let rank = |seat: u8| (self.points(seat), self.money(seat));
        let mut first = self.first;
        let mut seat = first;
        // From the farthest to the nearest; the last of equal seats is taken.
        for _ in 1..self.game.seats {
            seat = self.game.after(seat);
            if rank(seat) >= rank(first) {
                first = seat;
            }
        }
        (self.first, self.seat, self.phase) = (first, first, Phase::Act);
        (self.left, self.passes) = (ACTIONS, 0);
        self.record(Event::Day);
    }

    /// Applies the sums of the dice: Programs of the day hit, each at most once (EC-35 to EC-38).
    pub(super) fn roll(&mut self, sums: [u8; 2]) {
        self.record(Event::Dice(sums[0], sums[1]));
        let counters = self.game.counters_per_hit(self);
        for seat in 0..self.game.seats {
            for program in each(self.on_day(seat, self.day)) {
                let hits = self.game.hits(self, program);
                if hits & (1 << sums[0] | 1 << sums[1]) != 0 {
                    self.viewed |= 1 << program;
                    let there = &mut self.counters[usize::from(program)];
                    *there = there.saturating_add(counters);
                    self.count_again(seat, self.day);
                    self.record(Event::Viewed(seat, program, counters));
                }
            }
        }
        if self.viewed == 0 {
            return self.score();
        }
        (self.seat, self.left) = (self.first, self.game.seats);
        self.collect_revenue();
    }

    /// Applies on-hit effects, seat by seat from Player 1 on (EC-39); returns early to draw cards.
    pub(super) fn collect_revenue(&mut self) {
        while self.left > 0 {
            self.left -= 1;
            let (mut dollars, mut cards, mut more) = (0, 0, 0);
            let (seat, times) = (self.seat, self.game.ads_times(self));
            for program in each(self.on_day(seat, self.day) & self.viewed) {
                for ad in each(self.ads_on(program, &self.game.cards)) {
                    let (paid, drawn) = self.game.ad_pays(self, ad, program);
                    (dollars, cards) = (dollars + paid * times, cards + drawn);
                    self.record(Event::Pays(seat, ad, program, [paid * times, drawn]));
                }
                for card in each(self.modifiers_on(program, self.game.cards.paying)) {
                    if let What::Modifier { change: Some(Change::PayOnHit(paid)), .. } =
                        *self.game.cards.what(card)
                    {
                        more += u32::from(paid);
                        self.record(Event::Pays(seat, card, program, [paid.into(), 0]));
                    }
                }
            }
            self.earn(Item::Ads, dollars);
            self.earn(Item::Modifiers, more);
            if cards > 0 && self.game.drawn_from(self) != 0 {
                return self.draw_cards(cards, true);
            }
            self.seat = self.game.after(self.seat);
        }
        self.score();
    }

    /// Scores each genre for the highest total, including ties (EC-42 to EC-45, EC-Q24).
    fn score(&mut self) {
        self.viewed = 0;
        let worth = self.game.genre_points(self, Totals::default());
        self.record(Event::Totals);
        let leads = Totals::lead_by_seat(self.state.totals(self.day));
        for (genre, seat) in Genres::in_turn(leads) {
            let points = worth.get(genre).unwrap_or(0);
            self.points[usize::from(seat)] += points;
            self.record(Event::Scored(seat, genre, points));
        }
        self.end_day();
    }

    /// Discards the face-up cards with a duration on `programs` or on no Program (EC-46, EC-47,
    /// EC-Q37).
    fn expire(&mut self, lasts: Lasts, programs: Programs) {
        for card in each(self.table & self.game.cards.lasting[lasts as usize] & !self.covered) {
            if self.on(card).is_none_or(|program| programs >> program & 1 == 1) {
                self.discard(card);
            }
        }
    }

    /// Ends the day and, on Friday, the week (EC-46 to EC-50, EC-Q27).
    fn end_day(&mut self) {
        self.expire(Lasts::Day, self.all_on_day(self.day));
        self.day += 1;
        if self.day < DAYS {
            return self.begin_day();
        }
        self.expire(Lasts::Week, Programs::MAX);
        (self.week, self.day) = (self.week + 1, 0);
        if self.week < self.game.weeks {
            return self.next_shark(0);
        }
        // Neither sharks nor an auction could change the result (EC-Q26, EC-Q28).
        self.phase = Phase::Over;
        self.record(Event::Over);
    }

    /// Continues with the next Program from `from` on that may Jump the Shark (EC-48, EC-Q26), or
    /// with the next week.
    fn next_shark(&mut self, from: u32) {
        let owned = self.waiting.iter().fold(self.all_on_air(), |all, waiting| all | waiting);
        let left = owned & Programs::MAX.checked_shl(from).unwrap_or(0);
        let loyal = |program: u8| self.game.is_changed(self, program, self.game.cards.no_shark);
        let may_jump = |program: &u8| self.counters(*program) > 1 && !loyal(*program);
        if let Some(program) = each(left).find(may_jump) {
            self.phase = Phase::Shark(program);
        } else if self.game.rules.acquisition == Acquisition::Auctions {
            self.open();
        } else {
            self.begin_day();
        }
    }

    pub(super) fn jump_the_shark(&mut self, program: Program, die: u8) {
        let counters = self.counters(program);
        if die < counters {
            self.counters[usize::from(program)] = 0;
            self.changed(program);
        }
        let seat = self.owner(program).unwrap_or(0);
        self.record(Event::Shark(seat, program, die, counters));
        self.next_shark(u32::from(program) + 1);
    }
}
