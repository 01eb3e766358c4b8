//! What is counted of Str8 Eight beside wins and points: how hands go, and how they go by the card
//! that a sequence began with.

use super::cards::{Card, Numbers};
use super::engine::{Action, Event, State, Str8Eight};
use crate::game::contract::Game;
use crate::game::publish::{Cells, Counted, Counts, Figure, FigureTable, Label, Of, Situation};
use crate::game::schema::{Begins, Column, ERRORS, FIGURE, Schema};

/// The table of hands, and that of first cards.
const HANDS: usize = 0;
const STARTS: usize = 1;

/// The figures of hands, by their places, and whether they are shares.
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

/// The figures of each first card.
const OF_STARTS: [(&str, bool); 2] = [("hands won", true), ("points per hand", false)];

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

    /// Counts the turns of a hand that is over. That in which it is won is not among those before.
    fn count_turns(&self, state: &State, won: bool, into: &mut Counts) {
        let (turns, seats) = (state.turn() + u32::from(won), u32::from(self.seats()));
        for seat in 0..self.seats() {
            let later = (u32::from(seat) + seats - state.hands_before() % seats) % seats;
            into.add(seat, 0, ((turns + seats - 1 - later) / seats).into(), 1);
            into.add(seat, 8, 0, 1);
        }
    }

    fn count_scored(&self, state: &State, seat: u8, points: (i32, i32), into: &mut Counts) {
        let (laid, left) = points;
        let wins = state.winner() == Some(seat);
        let total = i64::from(laid + left);
        into.occasion(seat, 0, total < 0);
        into.add(seat, 1, i64::from(wins), 1);
        into.add(seat, 2, i64::from(state.winner().is_none()), 1);
        if wins {
            let str8 = self.deck().one_colour(state.sequence(seat));
            into.add(seat, 3, i64::from(str8), 1);
            into.add(seat, 4, total, 1);
        } else {
            into.add(seat, 5, total, 1);
            into.add(seat, 6, i64::from(left), 1);
            into.add(seat, 7, state.sequence(seat).count_ones().into(), 1);
        }
        for row in self.start_rows(state.sequence(seat)) {
            let figure = OF_HANDS.len() + row * OF_STARTS.len();
            into.add(seat, figure, i64::from(wins), 1);
            into.add(seat, figure + 1, total, 1);
        }
    }
}

impl Counted for Str8Eight {
    const SCORE: &'static str = "points per game";
    const LENGTH: (&'static str, &'static str) = ("hands per game", "hands");
    const FIRST: Option<&'static str> = Some("which takes the first turn of the first hand");
    const SITUATIONS: &'static [Situation] =
        &[Situation { name: "hand", heading: Some("hands below 0") }];
    const TABLES: &'static [FigureTable] = &[
        FigureTable {
            schema: Schema {
                name: "hands",
                about: "How long hands take, how they end and what they bring.",
                begins: Begins::Run,
                columns: &[&FIGURE, &ERRORS],
            },
            of: Of::Policies,
            cells: Cells::One,
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
                ],
            },
            of: Of::Policies,
            cells: Cells::One,
        },
    ];

    fn figures(&self) -> Vec<Figure> {
        let of_hands = OF_HANDS.map(|(name, share)| Figure {
            share,
            ..Figure::mean(HANDS, [Label::Nothing; 0], name)
        });
        let (text, nothing) = (|text: &str| Label::Text(text.to_owned()), Label::Nothing);
        let number = |value: &u8| Label::Number((*value).into());
        let numbers = self.opening_numbers().iter().map(number);
        let numbers = numbers.map(|value| [text("number"), value, Label::Nothing]);
        let colours =
            self.colour_names().iter().map(|name| [text("colour"), Label::Nothing, text(name)]);
        let none = [text("none"), Label::Nothing, nothing];
        let rows = numbers.chain(colours).chain([none]);
        let of_starts = rows.flat_map(|row| {
            OF_STARTS
                .map(|(name, share)| Figure { share, ..Figure::mean(STARTS, row.clone(), name) })
        });
        let all: Vec<Figure> = of_hands.into_iter().chain(of_starts).collect();
        debug_assert_eq!(all.len(), OF_HANDS.len() + self.starts() * OF_STARTS.len());
        all
    }

    #[inline(always)]
    fn count(&self, state: &State, event: Event, into: &mut Counts) {
        match event {
            Event::Scored { seat, laid, left } => {
                self.count_scored(state, seat, (laid, left), into)
            }
            Event::HandEnds { winner, .. } => self.count_turns(state, winner.is_some(), into),
            Event::Left { seat, action: Action::Pass(_) } => into.add(seat, 8, 1, 0),
            _ => {}
        }
    }

    fn length(&self, state: &State, _: u8) -> u32 {
        state.hands_before() + 1
    }
}
