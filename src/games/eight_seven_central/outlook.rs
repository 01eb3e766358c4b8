//! What a player works out from what lies open: points as totals stand, what a Program or a card
//! brings, and what Ads are worth.

use super::cards::{
    Card, Cards, Change, Face, GENRES, Happening, HitNumbers, NONE, Program, Totals, What, each,
};
use super::engine::EightSevenCentral;
use super::state::{SEATS, State};

/// Today's scoring, were nobody to hit any more.
pub(super) struct Standings {
    pub(super) totals: [Totals; SEATS],
    /// By genre its points.
    pub(super) worth: [u32; GENRES.len()],
}

impl Standings {
    /// By seat the genres that score: the highest totals, and all that tie (EC-42, EC-44).
    pub(super) fn leads(&self) -> [u8; SEATS] {
        let best = self.totals.iter().fold(Totals::default(), |best, other| best.max(*other));
        self.totals.map(|total| total.leads(best))
    }

    /// The points of a seat less the most points of another, among so many seats.
    fn lead(&self, seat: u8, seats: u8) -> i32 {
        let leads = self.leads();
        let points = |of: u8| {
            each(leads[usize::from(of)].into())
                .map(|genre| self.worth[usize::from(genre)] as i32)
                .sum::<i32>()
        };
        let others = (0..seats).filter(|other| *other != seat);
        points(seat) - others.map(points).max().unwrap_or(0)
    }
}

impl EightSevenCentral {
    /// The highest Genre Totals of others on a day.
    fn rivals(&self, state: &State, seat: u8, day: u8) -> Totals {
        let others = self.others(seat).map(|other| self.totals(state, other, day));
        others.fold(Totals::default(), Totals::max)
    }

    /// The genres that a seat leads or shares on a day, as totals stand.
    pub(super) fn genres_led(&self, state: &State, seat: u8, day: u8) -> u32 {
        let rivals = self.rivals(state, seat, day);
        self.totals(state, seat, day).leads(rivals).count_ones()
    }

    /// The Genre Totals of a seat on a day without a Program, and with it whether it runs there or not.
    fn totals_by(&self, state: &State, seat: u8, program: Program, day: u8) -> [Totals; 2] {
        let others = each(state.on_day(seat, day) & !(1 << program));
        let rest =
            others.map(|other| self.standing(state, other)).fold(Totals::default(), Totals::with);
        [rest, rest.with(self.standing(state, program))]
    }

    /// The genres that a Program adds to those its owner leads on a day: one in a slot by being there,
    /// another one if it were.
    pub(super) fn gain_on(&self, state: &State, seat: u8, program: Program, day: u8) -> i32 {
        let rivals = self.rivals(state, seat, day);
        let [without, with] = self
            .totals_by(state, seat, program, day)
            .map(|totals| totals.leads(rivals).count_ones() as i32);
        with - without
    }

    /// The genres that a Program may be expected to add on a day: where a rival shows nothing of a
    /// genre, as though he showed any Program of the box.
    fn expected_gain_on(&self, state: &State, seat: u8, program: Program, day: u8) -> f64 {
        let mut rivals = [Totals::default(); SEATS];
        for other in self.others(seat) {
            rivals[usize::from(other)] = self.totals(state, other, day);
        }
        let lead = |genre: u8, total: u32| -> f64 {
            let chances = self.others(seat).map(|other| {
                let shown = rivals[usize::from(other)].get(genre);
                shown.map_or(self.cards.unbeaten(genre, total), |shown| {
                    f64::from(u8::from(total >= shown))
                })
            });
            chances.product()
        };
        let [without, with] = self.totals_by(state, seat, program, day).map(|totals| {
            totals.genres().map(|genre| lead(genre, totals.get(genre).unwrap_or(0))).sum::<f64>()
        });
        with - without
    }

    /// The points that a Program may be expected to bring its owner over the weeks left, on its day or
    /// on the best day with room for it.
    pub(super) fn worth(&self, state: &State, seat: u8, program: Program) -> f64 {
        let owner = state.owner(program).unwrap_or(seat);
        let on = |day| self.expected_gain_on(state, owner, program, day);
        let gain = match state.day_of(program) {
            Some(day) => on(day),
            None => {
                let days = self.free_slots(state, owner, program).map(|slot| slot / 2);
                days.map(on).fold(0.0, f64::max)
            }
        };
        gain.max(0.0) * f64::from(self.weeks() - state.week.min(self.weeks()))
    }

    /// The same on its day, or on the best day with room for it.
    pub(super) fn gain(&self, state: &State, seat: u8, program: Program) -> i32 {
        if let Some(day) = state.day_of(program) {
            return self.gain_on(state, state.owner(program).unwrap_or(seat), program, day);
        }
        // No day brings more than all the genres of the Program, and an empty one brings as many.
        let most = self.levels(state, program).genres().count() as i32;
        let days = self.free_slots(state, seat, program).map(|slot| slot / 2);
        let (mut best, mut gains) = (0, days.map(|day| self.gain_on(state, seat, program, day)));
        while best < most
            && let Some(gain) = gains.next()
        {
            best = best.max(gain);
        }
        best
    }

    pub(super) fn standings(&self, state: &State) -> Standings {
        let mut totals = [Totals::default(); SEATS];
        for seat in 0..self.seats {
            totals[usize::from(seat)] = self.totals(state, seat, state.day);
        }
        let worth = std::array::from_fn(|genre| self.genre_points(state, genre as u8));
        Standings { totals, worth }
    }

    /// Whether a card changes what a Program counts in scoring.
    fn changes_standing(&self, face: Face) -> bool {
        use Change::{AddGenre, LowerGenres, NoScoring, RaiseGenre};
        match self.cards.printed(face).what {
            What::Modifier { change, .. } => {
                matches!(change, Some(RaiseGenre(_) | AddGenre(_) | LowerGenres(_) | NoScoring))
            }
            What::Event(event) => {
                matches!(event, Happening::AddCounters(_) | Happening::RemoveCounters(_))
            }
            What::Ad { .. } => false,
        }
    }

    /// What a Program would count with a card on it, for a genre that it chooses.
    fn standing_with(&self, state: &State, face: Face, on: Program, genre: u8) -> Totals {
        let (levels, counters) = (self.levels(state, on), u32::from(state.counters(on)));
        let now = self.standing(state, on);
        if self.is_changed(state, on, Change::NoScoring) {
            return now;
        }
        match self.cards.printed(face).what {
            What::Modifier { change: Some(change), .. } => match change {
                Change::RaiseGenre(by) | Change::AddGenre(by) => {
                    levels.with(Totals::one(genre, by.into())).raised(counters)
                }
                Change::LowerGenres(by) => levels.lowered(by.into()).raised(counters),
                Change::NoScoring => Totals::default(),
                _ => now,
            },
            What::Event(Happening::AddCounters(by)) if !self.counters_barred(state) => {
                levels.raised(counters + u32::from(by))
            }
            What::Event(Happening::RemoveCounters(by)) => {
                levels.raised(counters.saturating_sub(by.into()))
            }
            _ => now,
        }
    }

    /// By how much a card on a Program betters the lead of a seat in today's points, as totals stand;
    /// for the best genre where it is to choose one and none is given.
    pub(super) fn swing_on(
        &self,
        state: &State,
        seat: u8,
        face: Face,
        on: Program,
        genre: Option<u8>,
    ) -> i32 {
        let Some(owner) = state.owner(on).filter(|_| self.changes_standing(face)) else { return 0 };
        let today = state.on_day(owner, state.day);
        if today >> on & 1 == 0 {
            return 0;
        }
        let rest = each(today & !(1 << on)).map(|other| self.standing(state, other));
        let rest = rest.fold(Totals::default(), Totals::with);
        let mut standings = self.standings(state);
        let before = standings.lead(seat, self.seats);
        let levels = self.levels(state, on);
        let fits = |genre: &u8| match self.cards.printed(face).what {
            What::Modifier { change: Some(Change::RaiseGenre(_)), .. } => {
                levels.get(*genre).is_some()
            }
            What::Modifier { change: Some(Change::AddGenre(_)), .. } => {
                levels.get(*genre).is_none()
            }
            _ => *genre == 0,
        };
        let genres = (0..GENRES.len() as u8).filter(|one| genre.map_or(fits(one), |it| it == *one));
        let leads = genres.map(|genre| {
            let then = self.standing_with(state, face, on, genre);
            standings.totals[usize::from(owner)] = rest.with(then);
            standings.lead(seat, self.seats)
        });
        leads.max().map_or(0, |after| after - before)
    }

    /// The same for a card that may still go anywhere, or that needs no Program.
    pub(super) fn swing(&self, state: &State, seat: u8, face: Face) -> i32 {
        if let What::Event(Happening::GenreWorth { genre, points }) = self.cards.printed(face).what
        {
            let mut standings = self.standings(state);
            let before = standings.lead(seat, self.seats);
            let worth = &mut standings.worth[usize::from(genre)];
            *worth = if *worth == 1 { points.into() } else { (*worth).max(points.into()) };
            return standings.lead(seat, self.seats) - before;
        }
        if seat != state.seat || !self.changes_standing(face) {
            return 0;
        }
        let today = self.targets(state, face) & state.all_on_day(state.day);
        each(today).map(|on| self.swing_on(state, seat, face, on, None)).max().unwrap_or(0)
    }

    /// By how much a card changes the chance that a Program hits on its day.
    pub(super) fn chance_gain(
        &self,
        state: &State,
        face: Face,
        on: Program,
        number: Option<u8>,
    ) -> f64 {
        let What::Modifier { hits, change } = self.cards.printed(face).what else { return 0.0 };
        let before = self.hits(state, on);
        let after = match (change, number) {
            (Some(Change::NoHits), _) => HitNumbers::default(),
            (_, Some(number)) if (2..=12).contains(&number) => {
                before.without(HitNumbers::of(&[number]))
            }
            _ if self.is_changed(state, on, Change::NoHits) => before,
            _ => before.with(hits),
        };
        after.chance() - before.chance()
    }

    /// The dollars that Ads on a Program pay for a hit, and those of the Ad that pays least where there
    /// is no room for another.
    pub(super) fn revenue(&self, state: &State, on: Program) -> (u32, u32) {
        let ads: Cards = state.ads_on(on, &self.cards);
        let pays = |card: Card| self.ad_pays(state, card, on).0;
        let full = ads.count_ones() == self.ad_slots(on);
        let least = if full { each(ads).map(pays).min().unwrap_or(0) } else { 0 };
        (each(ads).map(pays).sum(), least)
    }

    /// The dollars a week that an Ad on a Program may be expected to bring, less those of the one that
    /// it replaces; any card as an Ad where `face` is none.
    pub(super) fn ad_income_on(&self, state: &State, face: Option<Face>, on: Program) -> f64 {
        let pays = match face.map(|face| self.cards.printed(face).what) {
            Some(What::Ad { symbols, dollars, .. }) => {
                self.cards.matching(symbols, on) * u32::from(dollars)
            }
            Some(_) => return 0.0,
            None => self.rules.on_hit,
        };
        let (_, less) = self.revenue(state, on);
        self.hits(state, on).chance() * (f64::from(pays) - f64::from(less))
    }

    /// The same on the best of a seat's Programs; 0 where none would gain by it.
    pub(super) fn ad_income(&self, state: &State, seat: u8, face: Option<Face>) -> f64 {
        let programs = each(state.on_air(seat));
        programs.map(|on| self.ad_income_on(state, face, on)).fold(0.0, f64::max)
    }

    /// The dollars a week that a seat may expect from its Ads.
    pub(super) fn income(&self, state: &State, seat: u8) -> f64 {
        let expected =
            |on: Program| self.hits(state, on).chance() * f64::from(self.revenue(state, on).0);
        each(state.on_air(seat)).map(expected).sum()
    }

    /// The chance that a Program, as its Ratings Counters stand, Jumps the Shark (EC-48).
    pub(super) fn shark_risk(&self, state: &State, program: Program) -> f64 {
        self.shark_risk_with(state, program, state.counters(program).into())
    }

    fn shark_risk_with(&self, state: &State, program: Program, counters: u32) -> f64 {
        let loyal = self.is_changed(state, program, Change::NoShark);
        if loyal { 0.0 } else { f64::from(counters.clamp(1, 7) - 1) / 6.0 }
    }

    /// By how much a card lowers the chance that a Program Jumps the Shark.
    pub(super) fn relief_on(&self, state: &State, face: Face, on: Program) -> f64 {
        let (before, counters) = (self.shark_risk(state, on), u32::from(state.counters(on)));
        let with = |counters| before - self.shark_risk_with(state, on, counters);
        match self.cards.printed(face).what {
            What::Modifier { change: Some(Change::NoShark), .. } => before,
            What::Event(Happening::AddCounters(by)) if !self.counters_barred(state) => {
                with(counters + u32::from(by))
            }
            What::Event(Happening::RemoveCounters(by)) => with(counters.saturating_sub(by.into())),
            _ => 0.0,
        }
    }

    /// The half-hour slots of a seat that are free.
    pub(super) fn free_halves(&self, state: &State, seat: u8) -> usize {
        state.slots[usize::from(seat)].iter().filter(|program| **program == NONE).count()
    }
}
