//! The figures of the variant in addition to wins and scores: results of announcements.

use super::engine::Stressed;
use super::state::{Event, Fate, State};
use crate::game::contract::{Game as _, Silent};
use crate::game::count::{
    Count, Counted, Counts, Declarations, FigureTable, Finish, Sample, Share,
};
use crate::report::schema::{Column, ERRORS};

/// The results of an announcement, in the order of [`Fate`].
const FATES: [&str; 6] = ["silent", "marked", "zero", "late", "wrong", "wrong zero"];

const ANNOUNCEMENTS: FigureTable =
    FigureTable::policies("announcements", "Results of each player's announcement in a round.")
        .shares(&[
            &[
                Column::text(
                    "outcome",
                    "result of the announcement; `set back`: the total became 0",
                ),
                Column::integer("rounds", "rounds", "rounds of the policy"),
                Column::integer("count", "rounds", "rounds with this result"),
                Column::number("share", "share", "share of the rounds"),
            ],
            &ERRORS,
        ]);

/// Handles of the figures of announcements.
#[derive(Debug)]
pub struct Figures {
    fates: [Share; FATES.len()],
    /// Counts all totals set back to 0, also by another player's correct "0".
    set_back: Share,
}

impl Stressed {
    /// The gain of seat 0 since the start, in units.
    fn gain(&self, at: &State) -> i64 {
        i64::from(at.total(0)) - i64::from(self.start(&mut Silent).total(0))
    }
}

impl Count for Stressed {
    type Figures = Figures;

    const COUNTED: Counted<Self> = Counted {
        length: ("rounds per game", "rounds"),
        tables: &[ANNOUNCEMENTS],
        stratified: true,
        unit: |game| game.dice.scoring.unit.into(),
        turn_score: "points per round",
        turn_gain: Self::gain,
        sample: Sample {
            columns: &[
                Column::integer("total", "points", "final total"),
                Column::integer("rounds", "rounds", "number of rounds"),
            ],
            row: |Finish { game, state, .. }, seat| {
                let total = game.ranking(state).scores[usize::from(seat)];
                vec![total.into(), game.length(state, seat).into()]
            },
        },
        ..Counted::DEFAULT
    };

    fn figures(&self, declare: &mut Declarations) -> Figures {
        let mut share = |outcome| declare.table(&ANNOUNCEMENTS).by([outcome]).share("share");
        Figures { fates: FATES.map(&mut share), set_back: share("set back") }
    }

    fn count(&self, _: &State, event: Event, figures: &Figures, into: &mut Counts) {
        match event {
            Event::Became { seat, fate, .. } => {
                for (place, share) in figures.fates.iter().enumerate() {
                    share.add(into, seat, place == fate as usize);
                }
                figures.set_back.add(into, seat, fate == Fate::WrongZero);
            }
            Event::SetBack(seat) => figures.set_back.amount(into, seat, 1),
            Event::Rolled(_) => {}
        }
    }

    fn length(&self, at: &State, _: u8) -> u32 {
        at.rounds()
    }
}
