//! The value of Programs, cards and Ads for features and default play, computed from public
//! information.

use std::cell::OnceCell;

use super::cards::{
    Cards, Change, Face, Genres, Happening, Program, Programs, Totals, What, chance, each,
};
use super::engine::EightSevenCentral;
use super::state::{SEATS, State};
use crate::game::contract::{Game, Silent};

/// Today's scoring if no further Program hits.
#[derive(Clone, Copy, Debug)]
struct Standings {
    totals: [Totals; SEATS],
    /// By genre: its points.
    worth: Totals,
}

impl Standings {
    /// The points of a seat minus the maximum of the other seats. Unused seats have no points.
    fn lead(&self, seat: u8) -> i32 {
        let (mut own, mut most) = (0, 0);
        for (other, leads) in (0..).zip(Totals::lead_by_seat(&self.totals)) {
            let points = self.worth.of(leads).sum() as i32;
            if other == seat {
                own = points;
            } else {
                most = most.max(points);
            }
        }
        own - most
    }
}

/// Values shared by the features of a decision: today's scoring, and the lead of the seat.
#[derive(Debug, Default)]
pub struct Sight(OnceCell<(Standings, i32)>);

/// A position as a seat sees it.
#[derive(Clone, Copy)]
pub(super) struct Outlook<'a> {
    pub(super) game: &'a EightSevenCentral,
    pub(super) state: &'a State,
    pub(super) seat: u8,
    pub(super) sight: &'a Sight,
}

impl EightSevenCentral {
    /// By Program: the expected number of genres that it leads before any Program is on the air.
    pub(super) fn find_lone_gains(&self) -> Vec<f64> {
        let (state, sight) = (self.start(&mut Silent), Sight::default());
        let outlook = Outlook { game: self, state: &state, seat: 0, sight: &sight };
        let programs = each(self.cards.all_programs());
        programs.map(|program| outlook.expected_gain(program)).collect()
    }
}

impl Outlook<'_> {
    fn total(&self, seat: u8, day: u8) -> Totals {
        self.state.totals(day)[usize::from(seat)]
    }

    fn rivals(&self, seat: u8, day: u8) -> Totals {
        (0..).zip(self.state.totals(day)).fold(Totals::default(), |most, (other, total)| {
            if other == seat { most } else { most.max(*total) }
        })
    }

    /// The number of genres that a seat leads or shares on a day with the current totals.
    pub(super) fn genres_led(&self, seat: u8, day: u8) -> u32 {
        self.total(seat, day).leads(self.rivals(seat, day)).count()
    }

    /// The Genre Totals of a seat on a day without a Program.
    fn total_without(&self, seat: u8, program: Program, day: u8) -> Totals {
        let (game, state) = (self.game, self.state);
        let today = state.on_day(seat, day);
        if today >> program & 1 == 0 {
            return self.total(seat, day);
        }
        let others = each(today & !(1 << program)).map(|other| game.standing(state, other));
        others.fold(Totals::default(), Totals::with)
    }

    /// The Genre Totals of a seat on a day without and with a Program, wherever the Program is now.
    fn totals_by(&self, seat: u8, program: Program, day: u8) -> [Totals; 2] {
        let rest = self.total_without(seat, program, day);
        [rest, rest.with(self.game.standing(self.state, program))]
    }

    /// The number of genres that a Program adds to those its owner leads on a day, wherever the
    /// Program is now.
    pub(super) fn gain_of(&self, seat: u8, program: Program, day: u8) -> i32 {
        self.genres_gained(seat, day, self.totals_by(seat, program, day))
    }

    /// The number of genres that a seat leads on a day with the second totals, minus that with the
    /// first.
    fn genres_gained(&self, seat: u8, day: u8, totals: [Totals; 2]) -> i32 {
        let rivals = self.rivals(seat, day);
        let [without, with] = totals.map(|totals| totals.leads(rivals).count() as i32);
        with - without
    }

    /// The expected number of genres that a Program adds to those its owner leads on a day. A rival
    /// who shows nothing of a genre is modelled as showing a random Program of the edition.
    fn expected_gain_on(&self, seat: u8, program: Program, day: u8) -> f64 {
        let (cards, rivals) = (&self.game.cards, self.state.totals(day));
        let lead = |genre: u8, total: u32| -> f64 {
            let chances = self.game.others(seat).map(|other| {
                let shown = rivals[usize::from(other)].get(genre);
                shown.map_or(cards.unbeaten(genre, total), |shown| {
                    f64::from(u8::from(total >= shown))
                })
            });
            chances.product()
        };
        let [without, with] = self.totals_by(seat, program, day).map(|totals| {
            totals
                .there()
                .each()
                .map(|genre| lead(genre, totals.get(genre).unwrap_or(0)))
                .sum::<f64>()
        });
        with - without
    }

    /// The expected points of a Program over the remaining weeks, on its day or the best free day.
    pub(super) fn worth(&self, program: Program) -> f64 {
        let (game, state) = (self.game, self.state);
        let lone = state.all_on_air() == 0 && state.cards_on(program, Cards::MAX) == 0;
        let gain = if lone && state.counters(program) == 0 {
            game.lone_gains[usize::from(program)]
        } else {
            self.expected_gain(program)
        };
        gain * self.weeks_left()
    }

    /// The expected points of a Program over the remaining weeks in a slot of `day`.
    pub(super) fn worth_on(&self, program: Program, day: u8) -> f64 {
        let owner = self.state.owner(program).unwrap_or(self.seat);
        self.expected_gain_on(owner, program, day).max(0.0) * self.weeks_left()
    }

    fn weeks_left(&self) -> f64 {
        f64::from(self.game.weeks - self.state.week.min(self.game.weeks))
    }

    fn expected_gain(&self, program: Program) -> f64 {
        let (game, state) = (self.game, self.state);
        let owner = state.owner(program).unwrap_or(self.seat);
        let on = |day| self.expected_gain_on(owner, program, day);
        if let Some(day) = state.day_of(program) {
            return on(day).max(0.0);
        }
        let days = each(game.free_slots(state, owner, program)).map(|slot| slot / 2);
        let mut before = None;
        // Consecutive days with equal totals have the same gain.
        let differ = days.filter(|day| {
            let totals = self.state.totals(*day);
            before.replace(totals) != Some(totals)
        });
        differ.map(on).fold(0.0, f64::max)
    }

    /// The genres gained by a Program on its day, or on the best day with room for it.
    pub(super) fn gain(&self, program: Program) -> i32 {
        let (game, state) = (self.game, self.state);
        if let Some(day) = state.day_of(program) {
            return self.gain_of(state.owner(program).unwrap_or(self.seat), program, day);
        }
        let own = game.standing(state, program);
        // The gain is at most the number of genres of the Program; an empty day reaches it.
        let most = game.levels(state, program).there().count() as i32;
        let mut best = 0;
        for slot in each(game.free_slots(state, self.seat, program)) {
            let rest = self.total(self.seat, slot / 2);
            best = best.max(self.genres_gained(self.seat, slot / 2, [rest, rest.with(own)]));
            if best >= most {
                break;
            }
        }
        best
    }

    fn standings(&self) -> &(Standings, i32) {
        self.sight.0.get_or_init(|| {
            let worth = self.game.genre_points(self.state, Totals::default());
            let standings = Standings { totals: *self.state.totals(self.state.day), worth };
            (standings, standings.lead(self.seat))
        })
    }

    /// The Ratings Counters of a Program after the effect of a card.
    fn counters_with(&self, what: What, counters: u32) -> u32 {
        let barred = || self.game.counters_per_hit(self.state) == 0;
        match what {
            What::Event(Happening::AddCounters(by)) if !barred() => counters + u32::from(by),
            What::Event(Happening::RemoveCounters(by)) => counters.saturating_sub(by.into()),
            _ => counters,
        }
    }

    /// The change of the seat's lead in today's points by a card on a Program; for the best genre
    /// if none is given.
    pub(super) fn swing_on(&self, face: Face, on: Program, genre: Option<u8>) -> i32 {
        let (game, state) = (self.game, self.state);
        let cards = &game.cards;
        let shown = (0..game.seats).find(|seat| state.on_day(*seat, state.day) >> on & 1 == 1);
        let Some(owner) = shown.filter(|_| cards.copies(face) & cards.swaying != 0) else {
            return 0;
        };
        if game.is_changed(state, on, cards.no_scoring) {
            return 0;
        }
        let what = cards.printed(face).what;
        let change = match what {
            What::Modifier { change, .. } => change,
            _ => None,
        };
        let (levels, less) = game.levels_and_less(state, on);
        let counters = self.counters_with(what, state.counters(on).into());
        let rest = self.total_without(owner, on, state.day);
        let &(mut standings, before) = self.standings();
        let choices = match change {
            _ if let Some(genre) = genre => Genres::one(genre),
            Some(Change::RaiseGenre(_)) => levels.there(),
            Some(Change::AddGenre(_)) => levels.there().others(),
            _ => Genres::FIRST,
        };
        let leads = choices.each().map(|genre| {
            let then = match change {
                Some(Change::RaiseGenre(by) | Change::AddGenre(by)) => {
                    levels.with(Totals::one(genre, by.into())).lowered(less).raised(counters)
                }
                Some(Change::LowerGenres(by)) => {
                    levels.lowered(less + u32::from(by)).raised(counters)
                }
                Some(Change::NoScoring) => Totals::default(),
                _ => levels.lowered(less).raised(counters),
            };
            standings.totals[usize::from(owner)] = rest.with(then);
            standings.lead(self.seat)
        });
        leads.max().map_or(0, |after| after - before)
    }

    /// The change of the seat's lead in today's points by a card on its best target, or without a
    /// target.
    pub(super) fn swing(&self, face: Face) -> i32 {
        let (game, state, seat) = (self.game, self.state, self.seat);
        if let What::Event(Happening::GenreWorth(genre, points)) = game.cards.printed(face).what {
            let &(mut standings, before) = self.standings();
            standings.worth = game.genre_points(state, Totals::one(genre, points.into()));
            return standings.lead(seat) - before;
        }
        if seat != state.seat || game.cards.copies(face) & game.cards.swaying == 0 {
            return 0;
        }
        let today = game.targets(state, face) & state.all_on_day(state.day);
        each(today).map(|on| self.swing_on(face, on, None)).max().unwrap_or(0)
    }

    /// The change of the probability that a Program hits on its day by a card.
    pub(super) fn chance_gain(&self, face: Face, on: Program, number: Option<u8>) -> f64 {
        let (game, state) = (self.game, self.state);
        let What::Modifier { hits, change } = game.cards.printed(face).what else { return 0.0 };
        let nothing = hits == 0 && change != Some(Change::NoHits) && number.is_none();
        if nothing || game.is_changed(state, on, game.cards.no_hits) {
            return 0.0;
        }
        let (all, blocked) = game.numbers_on(state, on);
        let number = number.filter(|number| (2..=12).contains(number));
        let after = match change {
            Some(Change::NoHits) => 0,
            _ => (all | hits) & !(blocked | number.map_or(0, |number| 1 << number)),
        };
        chance(after) - chance(all & !blocked)
    }

    fn ads_pay(&self, on: Program) -> impl Iterator<Item = u32> {
        let ads = self.state.ads_on(on, &self.game.cards);
        each(ads).map(move |ad| self.game.ad_pays(self.state, ad, on).0)
    }

    pub(super) fn revenue(&self, on: Program) -> u32 {
        self.ads_pay(on).sum()
    }

    /// The additional dollars per hit by an Ad on a Program; without a face, by any card as an Ad.
    fn ad_gain(&self, face: Option<Face>, on: Program) -> f64 {
        let pays = match face.map(|face| self.game.cards.printed(face).what) {
            Some(What::Ad { symbols, dollars, .. }) => {
                self.game.cards.matching(symbols, on) * u32::from(dollars)
            }
            Some(_) => return 0.0,
            None => self.game.rules.on_hit,
        };
        let room = self.game.has_room(self.state, on);
        let less = if room { 0 } else { self.ads_pay(on).min().unwrap_or(0) };
        f64::from(pays as i32 - less as i32)
    }

    /// The expected dollars per week of an Ad on a Program, minus those of the Ad that it replaces.
    pub(super) fn ad_income_on(&self, face: Option<Face>, on: Program) -> f64 {
        match self.ad_gain(face, on) {
            0.0 => 0.0,
            gain => gain * chance(self.game.hits(self.state, on)),
        }
    }

    /// The expected dollars per week of an Ad on the best of the seat's Programs; at least 0.
    pub(super) fn ad_income(&self, face: Option<Face>) -> f64 {
        let matching = face.map_or(Programs::MAX, |face| self.game.matched(face));
        let gains = each(self.state.on_air(self.seat) & matching);
        let gains = gains.map(|on| (on, self.ad_gain(face, on))).filter(|(_, gain)| *gain > 0.0);
        gains.map(|(on, gain)| chance(self.game.hits(self.state, on)) * gain).fold(0.0, f64::max)
    }

    /// The expected dollars per week of the seat's Ads.
    pub(super) fn income(&self) -> f64 {
        let expected =
            |on: Program| chance(self.game.hits(self.state, on)) * f64::from(self.revenue(on));
        each(self.state.on_air(self.seat)).map(expected).sum()
    }

    /// The probability that a Program with its current Ratings Counters Jumps the Shark (EC-48).
    pub(super) fn shark_risk(&self, program: Program) -> f64 {
        self.shark_risk_with(program, self.state.counters(program).into())
    }

    fn shark_risk_with(&self, program: Program, counters: u32) -> f64 {
        let loyal = self.game.is_changed(self.state, program, self.game.cards.no_shark);
        if loyal { 0.0 } else { f64::from(counters.clamp(1, 7) - 1) / 6.0 }
    }

    /// The decrease of the probability that a Program Jumps the Shark by a card.
    pub(super) fn relief_on(&self, face: Face, on: Program) -> f64 {
        let (what, before) = (self.game.cards.printed(face).what, self.shark_risk(on));
        match what {
            What::Modifier { change: Some(Change::NoShark), .. } => before,
            _ => {
                let counters = self.counters_with(what, self.state.counters(on).into());
                before - self.shark_risk_with(on, counters)
            }
        }
    }
}
