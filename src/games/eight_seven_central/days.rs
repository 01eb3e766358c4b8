//! How days and weeks go: Player 1, hits, revenue, scores, durations, and what jumps the shark.

use super::cards::{
    Cards, Change, GENRES, Happening, HitNumbers, Lasts, Program, Programs, Totals, What, each,
};
use super::engine::{ACTIONS, Acquisition, DAYS, EightSevenCentral, Event, Item};
use super::state::{Phase, SEATS, State};
use crate::game::contract::Log;

impl EightSevenCentral {
    /// The Events in play.
    pub(super) fn happening(&self, state: &State) -> impl Iterator<Item = Happening> {
        let events = state.table & self.cards.events & !state.covered;
        each(events).filter_map(|card| match self.cards.what(card) {
            What::Event(happening) => Some(*happening),
            _ => None,
        })
    }

    /// The Modifiers on a Program: what each adds, and what else it does, with its detail.
    fn modifiers(
        &self,
        state: &State,
        program: Program,
    ) -> impl Iterator<Item = (u8, HitNumbers, Option<Change>)> {
        each(state.modifiers_on(program, &self.cards)).filter_map(|card| {
            match self.cards.what(card) {
                What::Modifier { hits, change } => Some((card, *hits, *change)),
                _ => None,
            }
        })
    }

    /// Whether a Modifier on a Program does this.
    pub(super) fn is_changed(&self, state: &State, program: Program, by: Change) -> bool {
        self.modifiers(state, program).any(|(_, _, change)| change == Some(by))
    }

    /// The Hit#s of a Program with its Modifiers, whether it can hit or not.
    pub(super) fn numbers(&self, state: &State, program: Program) -> HitNumbers {
        let (mut all, mut blocked) = (self.cards.show(program).hits, HitNumbers::default());
        for (card, hits, change) in self.modifiers(state, program) {
            all = all.with(hits);
            if change == Some(Change::BlockNumber) {
                blocked = blocked.with(state.blocked(card));
            }
        }
        all.without(blocked)
    }

    /// The numbers by which a Program hits now (EC-36).
    #[must_use]
    pub fn hits(&self, state: &State, program: Program) -> HitNumbers {
        if state.as_printed(program) {
            return self.cards.show(program).hits;
        }
        if self.is_changed(state, program, Change::NoHits) {
            return HitNumbers::default();
        }
        self.numbers(state, program)
    }

    /// The genre levels of a Program with its Modifiers.
    #[must_use]
    pub fn levels(&self, state: &State, program: Program) -> Totals {
        if state.as_printed(program) {
            return self.cards.show(program).levels;
        }
        let (mut levels, mut less) = (self.cards.show(program).levels, 0);
        for (card, _, change) in self.modifiers(state, program) {
            match change {
                Some(Change::RaiseGenre(by) | Change::AddGenre(by)) => {
                    levels = levels.with(Totals::one(state.detail(card), by.into()));
                }
                Some(Change::LowerGenres(by)) => less += u32::from(by),
                _ => {}
            }
        }
        if less == 0 { levels } else { levels.lowered(less) }
    }

    /// What a Program counts in scoring: its levels, and its Ratings Counters in each of its genres
    /// (EC-43, EC-Q25).
    #[must_use]
    pub fn standing(&self, state: &State, program: Program) -> Totals {
        if self.is_changed(state, program, Change::NoScoring) {
            return Totals::default();
        }
        self.levels(state, program).raised(state.counters(program).into())
    }

    /// The Genre Totals of a seat on a day (EC-43).
    #[must_use]
    pub fn totals(&self, state: &State, seat: u8, day: u8) -> Totals {
        let programs = each(state.on_day(seat, day));
        programs.map(|program| self.standing(state, program)).fold(Totals::default(), Totals::with)
    }

    /// The points that a genre is worth (EC-42).
    pub(super) fn genre_points(&self, state: &State, genre: u8) -> u32 {
        let worth = self.happening(state).filter_map(|happening| match happening {
            Happening::GenreWorth { genre: of, points } if of == genre => Some(u32::from(points)),
            _ => None,
        });
        worth.max().unwrap_or(1)
    }

    /// How many times their dollars Ads pay; Recession wins over Ad Boom.
    pub(super) fn ads_times(&self, state: &State) -> u32 {
        self.happening(state).fold(1, |times, happening| match happening {
            Happening::AdsPayNothing => 0,
            Happening::AdsTimes(more) if times > 0 => times.max(more.into()),
            _ => times,
        })
    }

    /// The Ratings Counters that a hit places (EC-38).
    fn counters_per_hit(&self, state: &State) -> u8 {
        self.happening(state).fold(1, |counters, happening| match happening {
            Happening::NoCounters => 0,
            Happening::CountersPerHit(more) if counters > 0 => counters.max(more),
            _ => counters,
        })
    }

    /// A day begins. Player 1 has most points; of those most money; of those the one nearest to the
    /// right of the last Player 1, who himself comes last (EC-28, EC-Q2, EC-Q3).
    pub(super) fn day(&self, state: &mut State, log: &mut impl Log<Self>) {
        let worth = |seat: u8| (state.points(seat), state.money(seat));
        // From the farthest to the nearest, as the last of equals is taken.
        let turns = (0..self.seats).map(|by| (state.first + by) % self.seats);
        let first = turns.max_by_key(|seat| worth(*seat)).unwrap_or(0);
        (state.first, state.seat, state.left, state.phase) = (first, first, ACTIONS, Phase::Act);
        log.tell(state, Event::Day);
    }

    /// The dice show these sums: Programs of the day hit, each once at most (EC-35 to EC-38).
    pub(super) fn roll(&self, state: &mut State, sums: [u8; 2], log: &mut impl Log<Self>) {
        log.tell(state, Event::Dice(sums[0], sums[1]));
        let counters = self.counters_per_hit(state);
        for seat in 0..self.seats {
            for program in each(state.on_day(seat, state.day)) {
                let hits = self.hits(state, program);
                if hits.has(sums[0]) || hits.has(sums[1]) {
                    state.viewed |= 1 << program;
                    let there = &mut state.counters[usize::from(program)];
                    *there = there.saturating_add(counters);
                    log.tell(state, Event::Viewed(seat, program, counters));
                }
            }
        }
        if state.viewed == 0 {
            return self.score(state, log);
        }
        (state.seat, state.left) = (state.first, self.seats);
        self.collect_revenue(state, log);
    }

    /// What an Ad pays for a hit on a Program, in dollars and cards (EC-40, EC-41).
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

    /// On-hit effects, seat by seat from Player 1 on (EC-39); waits where cards are to be drawn.
    pub(super) fn collect_revenue(&self, state: &mut State, log: &mut impl Log<Self>) {
        while state.left > 0 {
            state.left -= 1;
            let (mut dollars, mut cards, mut more) = (0, 0, 0);
            for program in each(state.on_day(state.seat, state.day) & state.viewed) {
                for ad in each(state.ads_on(program, &self.cards)) {
                    let (paid, drawn) = self.ad_pays(state, ad, program);
                    (dollars, cards) = (dollars + paid, cards + drawn);
                }
                for (_, _, change) in self.modifiers(state, program) {
                    if let Some(Change::PayOnHit(paid)) = change {
                        more += u32::from(paid);
                    }
                }
            }
            if dollars > 0 {
                self.earn(state, Item::Ads, dollars * self.ads_times(state), log);
            }
            self.earn(state, Item::Modifiers, more, log);
            if cards > 0 && self.drawn_from(state) != 0 {
                return self.draw_cards(state, cards, true, log);
            }
            state.seat = self.after(state.seat);
        }
        self.score(state, log);
    }

    /// For each genre the highest total scores, and so do all that tie (EC-42 to EC-45, EC-Q24).
    fn score(&self, state: &mut State, log: &mut impl Log<Self>) {
        state.viewed = 0;
        let mut totals = [Totals::default(); SEATS];
        for seat in 0..self.seats {
            totals[usize::from(seat)] = self.totals(state, seat, state.day);
        }
        let best = totals.iter().fold(Totals::default(), |best, other| best.max(*other));
        let leads = totals.map(|total| total.leads(best));
        for genre in 0..GENRES.len() as u8 {
            if leads.iter().all(|leads| leads >> genre & 1 == 0) {
                continue;
            }
            let points = self.genre_points(state, genre);
            for seat in (0..self.seats).filter(|seat| leads[usize::from(*seat)] >> genre & 1 == 1) {
                state.points[usize::from(seat)] += points as u16;
                log.tell(state, Event::Scored(seat, genre, points));
            }
        }
        self.end_day(state, log);
    }

    /// Cards of a duration go: Modifiers on some Programs, and Events (EC-46, EC-47). Cards that lie
    /// face down stay, whatever is printed on them (EC-Q37).
    fn expire(
        &self,
        state: &mut State,
        lasts: Lasts,
        programs: Programs,
        log: &mut impl Log<Self>,
    ) {
        let open: Cards = state.table & !self.cards.ads & !state.covered;
        for card in each(open) {
            let on = state.on(card);
            let here = on.is_none_or(|program| programs >> program & 1 == 1);
            if here && self.cards.printed(self.cards.face(card)).lasts == lasts {
                self.discard(state, card, log);
            }
        }
    }

    /// The day ends and, with Friday, the week (EC-46 to EC-50, EC-Q27).
    fn end_day(&self, state: &mut State, log: &mut impl Log<Self>) {
        self.expire(state, Lasts::Day, state.all_on_day(state.day), log);
        state.day += 1;
        if state.day < DAYS {
            return self.day(state, log);
        }
        self.expire(state, Lasts::Week, Programs::MAX, log);
        (state.week, state.day) = (state.week + 1, 0);
        if state.week < self.weeks {
            return self.next_shark(state, 0, log);
        }
        // Neither sharks nor an auction could change the result (EC-Q26, EC-Q28).
        state.phase = Phase::Over;
        log.tell(state, Event::Over);
    }

    /// Whether a Program has a die to roll that may make it Jump the Shark (EC-48, EC-Q26).
    pub(super) fn may_jump(&self, state: &State, program: Program) -> bool {
        state.counters(program) > 1 && !self.is_changed(state, program, Change::NoShark)
    }

    /// The next Program from number `from` on that may Jump the Shark; then the next week.
    fn next_shark(&self, state: &mut State, from: u32, log: &mut impl Log<Self>) {
        let owned = state.waiting.iter().fold(state.all_on_air(), |all, waiting| all | waiting);
        let left = owned & Programs::MAX.checked_shl(from).unwrap_or(0);
        if let Some(program) = each(left).find(|program| self.may_jump(state, *program)) {
            state.phase = Phase::Shark { program };
        } else if self.rules.acquisition == Acquisition::Auctions {
            self.open(state, log);
        } else {
            self.day(state, log);
        }
    }

    pub(super) fn jump_the_shark(
        &self,
        state: &mut State,
        program: Program,
        die: u8,
        log: &mut impl Log<Self>,
    ) {
        let jumped = die < state.counters(program);
        if jumped {
            state.counters[usize::from(program)] = 0;
        }
        let seat = state.owner(program).unwrap_or(0);
        log.tell(state, Event::Shark(seat, program, die, jumped));
        self.next_shark(state, u32::from(program) + 1, log);
    }
}
