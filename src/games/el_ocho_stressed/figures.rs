//! What is counted besides wins and scores.

use super::engine::Stressed;
use super::state::{Event, Fate, State};
use crate::game::contract::{Game as _, Silent};
use crate::game::count::{Cells, Count, Counts, Figure, FigureTable, Label, Of, Show, Situation};
use crate::report::schema::{Begins, Column, ERRORS, Schema};

/// What becomes of an announcement, in the order of [`Fate`], and the setback by a right "0".
const OUTCOMES: [&str; 7] = ["silent", "marked", "zero", "late", "wrong", "wrong zero", "set back"];
const SET_BACK: usize = 6;

impl Stressed {
    /// Units that seat 1 has gained since the start.
    fn gain(&self, at: &State) -> i64 {
        i64::from(at.total(0)) - i64::from(self.start(&mut Silent).total(0))
    }
}

impl Count for Stressed {
    const SCORE: &'static str = "points per game";
    const LENGTH: (&'static str, &'static str) = ("rounds per game", "rounds");
    const FIRST: Option<&'static str> = None;
    const SITUATIONS: &'static [Situation] = &[];
    const TABLES: &'static [FigureTable] = &[FigureTable {
        schema: Schema {
            name: "announcements",
            about: "What became of each player's announcement in a round.",
            begins: Begins::Run,
            columns: &[
                &[
                    Column::text("outcome", "what became of it; `set back`: the total went to 0"),
                    Column::integer("rounds", "rounds", "rounds of the policy"),
                    Column::integer("count", "rounds", "those in which that came of it"),
                    Column::number("share", "share", "their share"),
                ],
                &ERRORS,
            ],
        },
        of: Of::Policies,
        cells: Cells::Several(1, &[Show::Occasions(0), Show::Sum(0), Show::Estimate(0)]),
    }];
    const STRATIFIED: bool = true;
    const TURN_SCORE: &'static str = "points per round";
    const SAMPLE: &'static [Column] = &[
        Column::integer("total", "points", "the final total"),
        Column::integer("rounds", "rounds", "the rounds it took"),
    ];

    fn leaves_out(&self, table: &str, _: bool) -> bool {
        table == "bust_probabilities"
    }

    fn figures(&self) -> Vec<Figure> {
        let share = |name: &str| Figure::share(0, [Label::Text(name.to_owned())], "rounds");
        OUTCOMES.map(share).to_vec()
    }

    fn unit(&self) -> i64 {
        self.dice.scoring.unit.into()
    }

    fn gained(&self, at: &State) -> i64 {
        self.gain(at)
    }

    fn turn_sample(&self, at: &State, _: &Counts) -> Vec<Label> {
        vec![Label::Number(self.gain(at) * self.unit())]
    }

    fn count(&self, _: &State, event: Event, into: &mut Counts) {
        match event {
            Event::Became { seat, fate, .. } => {
                (0..OUTCOMES.len()).for_each(|outcome| into.add(seat, outcome, 0, 1));
                into.add(seat, fate as usize, 1, 0);
                into.add(seat, SET_BACK, i64::from(fate == Fate::WrongZero), 0);
            }
            Event::SetBack(seat) => into.add(seat, SET_BACK, 1, 0),
            Event::Rolled(_) => {}
        }
    }

    fn length(&self, at: &State, _: u8) -> u32 {
        at.rounds()
    }
}
