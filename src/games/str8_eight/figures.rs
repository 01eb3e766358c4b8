//! What is counted of Str8 Eight beside wins and points: how hands go, and how they go by the card
//! that a sequence began with.

use super::cards::{Card, Numbers};
use super::engine::{Action, Event, State, Str8Eight};
use crate::game::contract::Game;
use crate::game::count::{
    Cells, Count, Counts, Figure, FigureTable, Label, Of, Show, Situation, Without,
};
use crate::report::schema::{Begins, Column, ERRORS, FIGURE, Schema};

/// The table of hands, and that of first cards.
const HANDS: usize = 0;
const STARTS: usize = 1;

/// A row without labels.
const NO_ROW: [Label; 0] = [];

/// The figures of hands, by their places, and whether they are shares. Hands that the limit of turns
/// cuts off count in those of hands won and ended alone.
const OF_HANDS: [(&str, bool); 9] = [
    ("own turns per hand", false),
    ("hands won", true),
    ("hands ended by the limit of turns", true),
    ("Str8 Eights among hands won", true),
    ("points of the winner", false),
    ("points of others", false),
    ("points left in the hands of others", false),
    ("cards laid by others", false),
    ("pass cards played per hand", false),
];

/// The figures of each first card; hands that are cut off count in the first alone.
const OF_STARTS: [(&str, bool); 2] = [("hands won", true), ("points per hand", false)];

/// The cells of a row: the figure, then the hands that were cut off.
const WITH_CAPPED: Cells =
    Cells::Several(2, &[Show::Occasions(0), Show::Estimate(0), Show::Sum(1)]);
const CAPPED: Column = Column::integer(
    "capped",
    "hands",
    "hands that the limit of turns cut off; means leave them out",
);

/// The place of a figure of hands; the hands that were cut off stand behind it.
const fn of_hands(figure: usize) -> usize {
    2 * figure
}

/// The pass cards that a seat has played in this hand; 0 once it is over, so that it has no row.
const PASSED: usize = of_hands(OF_HANDS.len());

const fn of_start(row: usize, figure: usize) -> usize {
    PASSED + 2 + 2 * (row * OF_STARTS.len() + figure)
}

impl Str8Eight {
    /// The number of rows of first cards: by number, by colour group, and no card at all.
    fn starts(&self) -> usize {
        self.opening_numbers().len() + self.colour_names().len() + 1
    }

    /// The rows that a sequence counts in.
    fn start_rows(&self, sequence: Numbers) -> impl Iterator<Item = usize> {
        let numbers = self.opening_numbers().len();
        let first = (sequence != 0).then(|| sequence.trailing_zeros() as Card);
        let rows = match first {
            None => [Some(numbers + self.colour_names().len()), None],
            Some(card) => {
                let value = self.deck().value(card).unwrap_or(0);
                let number = self.opening_numbers().iter().position(|known| *known == value);
                [number, Some(numbers + usize::from(self.deck().colour(card)))]
            }
        };
        rows.into_iter().flatten()
    }

    /// Counts the turns and pass cards of a hand that is over, unless it was cut off. The turn that wins it
    /// is not among those of the state.
    fn count_turns(&self, state: &State, won: bool, into: &mut Counts) {
        let (turns, seats) = (state.turn() + 1, u32::from(self.seats()));
        for seat in 0..self.seats() {
            let (passed, _) = into.so_far(seat, PASSED);
            into.add(seat, PASSED, -passed, 0);
            if won {
                let later = (u32::from(seat) + seats - state.hands_before() % seats) % seats;
                into.add(seat, of_hands(0), ((turns + seats - 1 - later) / seats).into(), 1);
                into.add(seat, of_hands(8), passed, 1);
            }
        }
    }

    fn count_scored(&self, state: &State, seat: u8, points: (i32, i32), into: &mut Counts) {
        let (laid, left) = points;
        let wins = state.winner() == Some(seat);
        let capped = i64::from(state.winner().is_none());
        let total = i64::from(laid + left);
        into.add(seat, of_hands(1), i64::from(wins), 1);
        into.add(seat, of_hands(2), capped, 1);
        (0..OF_HANDS.len()).for_each(|figure| into.add(seat, of_hands(figure) + 1, capped, 1));
        for row in self.start_rows(state.sequence(seat)) {
            into.add(seat, of_start(row, 0), i64::from(wins), 1);
            into.add(seat, of_start(row, 1), total * (1 - capped), (1 - capped) as u64);
            (0..OF_STARTS.len()).for_each(|at| into.add(seat, of_start(row, at) + 1, capped, 1));
        }
        if capped == 1 {
            return;
        }
        into.occasion(seat, 0, total < 0);
        if wins {
            let str8 = self.deck().one_colour(state.sequence(seat));
            into.add(seat, of_hands(3), i64::from(str8), 1);
            into.add(seat, of_hands(4), total, 1);
        } else {
            into.add(seat, of_hands(5), total, 1);
            into.add(seat, of_hands(6), i64::from(left), 1);
            into.add(seat, of_hands(7), state.sequence(seat).count_ones().into(), 1);
        }
    }
}

impl Count for Str8Eight {
    const SCORE: &'static str = "points per game";
    const LENGTH: (&'static str, &'static str) = ("hands per game", "hands");
    const FIRST: Option<&'static str> = Some("which takes the first turn of the first hand");
    const SITUATIONS: &'static [Situation] =
        &[Situation { name: "hand", heading: Some("hands below 0") }];
    const CAPPED: Option<(&'static str, usize)> = Some(("hand", of_hands(2)));
    const TABLES: &'static [FigureTable] = &[
        FigureTable {
            schema: Schema {
                name: "hands",
                about: "How long hands take, how they end and what they bring.",
                begins: Begins::Run,
                columns: &[&FIGURE, &ERRORS, &[CAPPED]],
            },
            of: Of::Policies,
            cells: WITH_CAPPED,
        },
        FigureTable {
            schema: Schema {
                name: "starts",
                about: "How hands went by the first card of the sequence.",
                begins: Begins::Run,
                columns: &[
                    &[
                        Column::text("by", "`number`, `colour`, or `none` where no card was laid"),
                        Column::integer("first_number", "", "the number of the first card"),
                        Column::text("first_colour", "its colour group"),
                    ],
                    &FIGURE,
                    &ERRORS,
                    &[CAPPED],
                ],
            },
            of: Of::Policies,
            cells: WITH_CAPPED,
        },
    ];

    fn figures(&self) -> Vec<Figure> {
        let (text, nothing) = (|text: &str| Label::Text(text.to_owned()), Label::Nothing);
        let with_capped = |table, row: Vec<Label>, (name, share): (&'static str, bool)| {
            let row = [row, vec![text(name)]].concat();
            let figure =
                |share| Figure { share, row: row.clone(), ..Figure::mean(table, NO_ROW, name) };
            [figure(share), figure(false)]
        };
        let of_hands = OF_HANDS.iter().flat_map(|figure| with_capped(HANDS, Vec::new(), *figure));
        let passed = Figure { without: Without::Amount, ..Figure::mean(HANDS, NO_ROW, "passed") };
        let number = |value: &u8| Label::Number((*value).into());
        let numbers = self.opening_numbers().iter().map(number);
        let numbers = numbers.map(|value| [text("number"), value, Label::Nothing]);
        let colours =
            self.colour_names().iter().map(|name| [text("colour"), Label::Nothing, text(name)]);
        let none = [text("none"), Label::Nothing, nothing];
        let rows = numbers.chain(colours).chain([none]);
        let of_starts = rows.flat_map(|row| {
            OF_STARTS.iter().flat_map(move |figure| with_capped(STARTS, row.to_vec(), *figure))
        });
        let all: Vec<Figure> = of_hands.chain([passed.clone(), passed]).chain(of_starts).collect();
        debug_assert_eq!(all.len(), of_start(self.starts(), 0));
        all
    }

    #[inline]
    fn caps(event: &Event) -> bool {
        matches!(event, Event::HandEnds { winner: None, .. })
    }

    #[inline(always)]
    fn count(&self, state: &State, event: Event, into: &mut Counts) {
        match event {
            Event::Scored { seat, laid, left } => {
                self.count_scored(state, seat, (laid, left), into)
            }
            Event::HandEnds { winner, .. } => self.count_turns(state, winner.is_some(), into),
            Event::Left { seat, action: Action::Pass(_) } => into.add(seat, PASSED, 1, 0),
            _ => {}
        }
    }

    fn length(&self, state: &State, _: u8) -> u32 {
        state.hands_before() + 1
    }
}
