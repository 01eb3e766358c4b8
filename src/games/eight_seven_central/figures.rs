//! Statistics of 8/7 Central in addition to wins and points: money, points by week, Programs and
//! genres.

use super::action::Event;
use super::cards::{GENRES, each};
use super::engine::EightSevenCentral;
use super::rules::DAYS;
use super::state::State;
use crate::game::contract::Game;
use crate::game::count::{Count, Counted, Counts, Declarations, FigureTable, Label, Mean, Share};
use crate::report::schema::{Column, ERRORS, FIGURE, Kind, View};

const ECONOMY: FigureTable = FigureTable::policies(
    "economy",
    "Dollars earned and spent by week and item, and dollars at the end. Auctions count for the week \
     that follows.",
)
.columns(&[
    &[
        Column::integer("week", "", "week, from 1; empty for the end of the game"),
        Column::text("item", "source or use of the money"),
    ],
    &FIGURE,
    &ERRORS,
]);
const PROGRAMS: FigureTable = FigureTable::policies(
    "programs",
    "Prices of Programs, and their hits and points per day on the air. The points of a genre count for \
     each Program of the player with that genre.",
)
.columns(&[&[Column::text("program", "title of the Program")], &FIGURE, &ERRORS]);
const POINTS: FigureTable =
    FigureTable::policies("weekly_points", "Points of the days of each week.").columns(&[
        &[Column::integer("week", "", "week, from 1")],
        &FIGURE,
        &ERRORS,
    ]);
const OF_GENRES: FigureTable = FigureTable::policies(
    "genres",
    "Share of days on which each genre was scored, and its points.",
)
.columns(&[&[Column::text("genre", "name of the genre")], &FIGURE, &ERRORS]);

/// The sources and uses of money, in the order of [`Item`].
const ITEMS: [(&str, &str); 8] = [
    ("Ads", EARNED),
    ("Fundraising", EARNED),
    ("Modifiers", EARNED),
    ("Programs", SPENT),
    ("bumps", SPENT),
    ("cards", SPENT),
    ("discards", SPENT),
    ("fines", SPENT),
];
const EARNED: &str = "dollars earned per game";
const SPENT: &str = "dollars spent per game";
const PER_WEEK: &str = "points per week";

const INCOME: View = View {
    rows: &[("scope", "overall"), ("figure", EARNED)],
    labels: &["week"],
    quantity: EARNED,
    title: "Income is highest in week {label}: {value} dollars per game for {policy}",
    ..View::new("income_by_week", "economy", Kind::Lines)
};

const BY_WEEK: View = View {
    labels: &["week"],
    quantity: PER_WEEK,
    title: "Most points are scored in week {label}: {value} per game by {policy}",
    ..View::new("points_by_week", "weekly_points", Kind::Lines)
};

/// The counted figures.
#[derive(Debug)]
pub struct Figures {
    shark: Share,
    /// By week and item.
    money: Vec<[Mean; ITEMS.len()]>,
    left: Mean,
    /// By week.
    points: Vec<Mean>,
    programs: Vec<OfProgram>,
    genres: [OfGenre; GENRES.len()],
}

#[derive(Debug)]
struct OfProgram {
    paid: Mean,
    hits: Share,
    points: Mean,
}

#[derive(Debug)]
struct OfGenre {
    scored: Share,
    points: Mean,
}

impl EightSevenCentral {
    /// The index of the week of a state; auctions count for the week that follows.
    fn week(&self, state: &State) -> usize {
        usize::from(state.week.min(self.weeks - 1))
    }

    /// Counts a day for each Program on the air.
    fn count_day(&self, state: &State, figures: &Figures, into: &mut Counts) {
        for seat in 0..self.seats() {
            for program in each(state.on_day(seat, state.day)) {
                let program = &figures.programs[usize::from(program)];
                program.hits.occasions(into, seat, 1);
                program.points.occasions(into, seat, 1);
            }
        }
    }

    /// Counts the points of a seat for a genre.
    fn count_scored(
        &self,
        state: &State,
        [seat, genre]: [u8; 2],
        points: u32,
        figures: &Figures,
        into: &mut Counts,
    ) {
        for program in each(state.on_day(seat, state.day)) {
            if self.standing(state, program).get(genre).is_some() {
                figures.programs[usize::from(program)].points.amount(into, seat, points);
            }
        }
        figures.points[self.week(state)].amount(into, seat, points);
        let genre = &figures.genres[usize::from(genre)];
        genre.scored.amount(into, seat, 1);
        genre.points.amount(into, seat, points);
    }

    /// Counts the money at the end, and adds a game to the figures that are sums per game.
    fn count_end(&self, state: &State, figures: &Figures, into: &mut Counts) {
        for seat in 0..self.seats() {
            figures.money.iter().flatten().for_each(|money| money.occasions(into, seat, 1));
            figures.left.add(into, seat, state.money(seat));
            figures.points.iter().for_each(|points| points.occasions(into, seat, 1));
            for genre in &figures.genres {
                genre.scored.occasions(into, seat, i64::from(self.weeks) * i64::from(DAYS));
                genre.points.occasions(into, seat, 1);
            }
        }
    }
}

impl Count for EightSevenCentral {
    type Figures = Figures;

    const COUNTED: Counted<Self> = Counted {
        length: ("weeks per game", "weeks"),
        tables: &[ECONOMY, POINTS, PROGRAMS, OF_GENRES],
        views: &[INCOME, BY_WEEK],
        fixed_length: |game| Some(game.weeks.into()),
        ..Counted::DEFAULT
    };

    fn figures(&self, declare: &mut Declarations) -> Figures {
        let shark = declare.bust("shark", "rolls that jump the shark");
        let mut money = declare.table(&ECONOMY);
        let weeks = (1..=self.weeks).map(|week| {
            ITEMS.map(|(item, name)| money.by([Label::from(week), item.into()]).mean(name))
        });
        let earned = weeks.collect();
        let left = money.by([Label::Nothing, "left".into()]).mean("dollars at the end");
        let mut points = declare.table(&POINTS);
        let weeks = (1..=self.weeks).map(|week| points.by([Label::from(week)]).mean(PER_WEEK));
        let points = weeks.collect();
        let mut programs = declare.table(&PROGRAMS);
        let programs = self.cards.shows.iter().map(|show| {
            let program = programs.by([&*show.title]);
            OfProgram {
                paid: program.mean("dollars paid"),
                hits: program.share("hits per day on the air"),
                points: program.mean("points per day on the air"),
            }
        });
        let programs = programs.collect();
        let mut genres = declare.table(&OF_GENRES);
        let genres = GENRES.map(|genre| {
            let genre = genres.by([genre]);
            OfGenre { scored: genre.share("days scored"), points: genre.mean("points per game") }
        });
        Figures { shark, money: earned, left, points, programs, genres }
    }

    #[inline(always)]
    fn count(&self, state: &State, event: Event, figures: &Figures, into: &mut Counts) {
        match event {
            Event::Earned(seat, item, dollars) | Event::Spent(seat, item, dollars) => {
                figures.money[self.week(state)][item as usize].amount(into, seat, dollars);
            }
            Event::Won(seat, program, price) => {
                figures.programs[usize::from(program)].paid.add(into, seat, price);
            }
            Event::Dice(..) => self.count_day(state, figures, into),
            Event::Viewed(seat, program, _) => {
                figures.programs[usize::from(program)].hits.amount(into, seat, 1);
            }
            Event::Scored(seat, genre, points) => {
                self.count_scored(state, [seat, genre], points, figures, into);
            }
            Event::Shark(seat, _, die, counters) => figures.shark.add(into, seat, die < counters),
            Event::Over => self.count_end(state, figures, into),
            _ => {}
        }
    }

    fn length(&self, state: &State, _: u8) -> u32 {
        state.week.into()
    }
}
