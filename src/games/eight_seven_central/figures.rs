//! What is counted of 8/7 Central beside wins and points: money by what it comes from and goes to, how
//! Programs do, and how contested genres are.

use super::action::{Event, Item};
use super::cards::{GENRES, Program, each};
use super::engine::EightSevenCentral;
use super::rules::DAYS;
use super::state::State;
use crate::game::contract::Game;
use crate::game::count::{Cells, Count, Counts, Figure, FigureTable, Label, Of, Situation};
use crate::report::schema::{Begins, Column, ERRORS, FIGURE, Schema};

/// The tables, by their places.
const ECONOMY: usize = 0;
const PROGRAMS: usize = 1;
const OF_GENRES: usize = 2;

/// What money comes from and goes to, in the order of [`Item`].
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

/// The figures of each Program and of each genre, and whether they are shares.
const OF_PROGRAM: [(&str, bool); 3] = [
    ("dollars paid", false),
    ("hits per day on the air", true),
    ("points per day on the air", false),
];
const OF_GENRE: [(&str, bool); 2] = [("days scored", true), ("points per game", false)];

impl EightSevenCentral {
    /// The figure of money for an item in the week of a state; auctions count for the week to come.
    fn money_figure(&self, state: &State, item: Item) -> usize {
        usize::from(state.week.min(self.weeks() - 1)) * ITEMS.len() + item as usize
    }

    /// The figures of a Program.
    fn program_figures(&self, program: Program) -> usize {
        usize::from(self.weeks()) * ITEMS.len() + 1 + usize::from(program) * OF_PROGRAM.len()
    }

    /// The figures of a genre.
    fn genre_figures(&self, genre: u8) -> usize {
        self.program_figures(self.cards().shows.len() as Program)
            + usize::from(genre) * OF_GENRE.len()
    }

    /// Counts the day of each Program on the air.
    fn count_day(&self, state: &State, into: &mut Counts) {
        for seat in 0..self.seats() {
            for program in each(state.on_day(seat, state.day)) {
                let figure = self.program_figures(program);
                into.add(seat, figure + 1, 0, 1);
                into.add(seat, figure + 2, 0, 1);
            }
        }
    }

    /// Counts the points of a seat for a genre.
    fn count_scored(&self, state: &State, scored: (u8, u8, u32), into: &mut Counts) {
        let (seat, genre, points) = scored;
        for program in each(state.on_day(seat, state.day)) {
            if self.standing(state, program).get(genre).is_some() {
                into.add(seat, self.program_figures(program) + 2, points.into(), 0);
            }
        }
        let figure = self.genre_figures(genre);
        into.add(seat, figure, 1, 0);
        into.add(seat, figure + 1, points.into(), 0);
    }

    /// Counts what is left at the end, and the occasions of what is counted week by week.
    fn count_end(&self, state: &State, into: &mut Counts) {
        let money = usize::from(self.weeks()) * ITEMS.len();
        for seat in 0..self.seats() {
            (0..money).for_each(|figure| into.add(seat, figure, 0, 1));
            into.add(seat, money, state.money(seat).into(), 1);
            for genre in 0..GENRES.len() as u8 {
                let figure = self.genre_figures(genre);
                into.add(seat, figure, 0, u64::from(self.weeks()) * u64::from(DAYS));
                into.add(seat, figure + 1, 0, 1);
            }
        }
    }
}

/// A table about each policy, of one figure a row.
const fn table(
    name: &'static str,
    about: &'static str,
    columns: &'static [&'static [Column]],
) -> FigureTable {
    let schema = Schema { name, about, begins: Begins::Run, columns };
    FigureTable { schema, of: Of::Policies, cells: Cells::One }
}

impl Count for EightSevenCentral {
    const SCORE: &'static str = "points per game";
    const LENGTH: (&'static str, &'static str) = ("weeks per game", "weeks");
    const FIRST: Option<&'static str> = None;
    const SITUATIONS: &'static [Situation] =
        &[Situation { name: "shark", heading: Some("rolls that jump the shark") }];
    const TABLES: &'static [FigureTable] = &[
        table(
            "economy",
            "Dollars earned and spent by week and item (an auction counts for the week to come), and those \
             left at the end.",
            &[
                &[
                    Column::integer("week", "", "the week, from 1; empty at the end"),
                    Column::text("item", "what the money comes from, or goes to"),
                ],
                &FIGURE,
                &ERRORS,
            ],
        ),
        table(
            "programs",
            "What Programs cost who won them, and how they did each day on the air; a genre's points count for \
             each of a player's Programs that has it.",
            &[&[Column::text("program", "the Program")], &FIGURE, &ERRORS],
        ),
        table(
            "genres",
            "On how many days each genre was scored, and the points it brought.",
            &[&[Column::text("genre", "the genre")], &FIGURE, &ERRORS],
        ),
    ];

    fn figures(&self) -> Vec<Figure> {
        let figure = |table, label: &str, name, share| Figure {
            share,
            ..Figure::mean(table, [Some(label.to_owned())], name)
        };
        let weeks = (1..=self.weeks()).flat_map(|week| {
            let items = ITEMS.into_iter();
            items.map(move |(item, name)| (Label::Number(week.into()), item, name))
        });
        let end = (Label::Nothing, "left", "dollars at the end");
        let money = weeks.chain([end]).map(|(week, item, name)| {
            Figure::mean(ECONOMY, [week, Some(item.to_owned()).into()], name)
        });
        let programs = self.cards().shows.iter().flat_map(|show| {
            OF_PROGRAM.map(|(name, share)| figure(PROGRAMS, &show.title, name, share))
        });
        let genres = GENRES
            .iter()
            .flat_map(|genre| OF_GENRE.map(|(name, share)| figure(OF_GENRES, genre, name, share)));
        money.chain(programs).chain(genres).collect()
    }

    #[inline(always)]
    fn count(&self, state: &State, event: Event, into: &mut Counts) {
        match event {
            Event::Earned(seat, item, dollars) | Event::Spent(seat, item, dollars) => {
                into.add(seat, self.money_figure(state, item), dollars.into(), 0);
            }
            Event::Won(seat, program, price) => {
                into.add(seat, self.program_figures(program), price.into(), 1);
            }
            Event::Dice(..) => self.count_day(state, into),
            Event::Viewed(seat, program, _) => {
                into.add(seat, self.program_figures(program) + 1, 1, 0);
            }
            Event::Scored(seat, genre, points) => {
                self.count_scored(state, (seat, genre, points), into);
            }
            Event::Shark(seat, _, die, counters) => into.occasion(seat, 0, die < counters),
            Event::Over => self.count_end(state, into),
            _ => {}
        }
    }

    fn fixed_length(&self) -> Option<u32> {
        Some(self.weeks().into())
    }

    fn length(&self, state: &State, _: u8) -> u32 {
        state.week().into()
    }
}
