//! The figures of El Ocho in addition to wins and scores: how turns end, busts and Jokers.

use super::edition::Joker;
use super::engine::{Event, Position, Seated};
use super::turn::{Ending, Game, TurnEnd};
use crate::game::count::{
    Count, Counted, Counts, Declarations, Endings, Finish, Histogram, Label, Sample, Share,
};
use crate::report::schema::{Begins, Column, ERRORS, Schema};

const OF_TURNS: &[Column] = &[
    Column::integer("turns", "turns", "turns with this ending"),
    Column::number("share", "share", "share of all turns"),
];
const ENDING: Column = Column::text("ending", "`banked`, `bust`, or `instant win`");

/// How turns end.
const TURN_ENDINGS: Endings = Endings {
    tables: [
        Schema {
            name: "turn_endings",
            about: "Turns by ending.",
            begins: Begins::Run,
            columns: &[&[ENDING], OF_TURNS, &ERRORS],
        },
        Schema {
            name: "turn_points",
            about: "Turns by ending and by points of the turn.",
            begins: Begins::Run,
            columns: &[
                &[
                    ENDING,
                    Column::integer("turn_points", "points", "points of the turn, banked or lost"),
                ],
                OF_TURNS,
                &ERRORS,
            ],
        },
    ],
    ways: &[("banked", true), ("bust", false), ("instant win", true)],
};

/// Handles of the figures of turns.
#[derive(Debug)]
pub struct Figures {
    busts: Share,
    turns: Histogram,
}

/// The trials of rolls of `dice` dice, which are declared first: busts and Jokers.
pub(super) fn of_dice(dice: u8) -> [Share; 2] {
    let place = 2 * usize::from(dice.max(1) - 1);
    [place, place + 1].map(Share::at)
}

impl Game {
    /// Whether the rules have a Joker.
    pub(super) fn has_jokers(&self) -> bool {
        self.rules.joker != Joker::Off
    }
}

impl Seated {
    fn gain(&self, at: &Position) -> i64 {
        i64::from(at.totals[0]) - i64::from(self.start[0])
    }
}

impl Count for Seated {
    type Figures = Figures;

    const COUNTED: Counted<Self> = Counted {
        first: Some("which takes the first turn"),
        endings: Some(TURN_ENDINGS),
        conditions: &[Column::integer(
            "dice",
            "dice",
            "number of dice rolled: in situation `roll` a bust is the result after all Joker \
             re-rolls, in situation `joker` the roll is a Joker",
        )],
        unit: |game| game.rules.scoring.unit.into(),
        sample: Sample {
            columns: &[
                Column::integer("total", "points", "final total"),
                Column::integer("turns", "turns", "turns played"),
                Column::integer("busts", "turns", "turns that bust"),
            ],
            row: |Finish { game, state, figures, counts }, seat| {
                let total = game.rules.points(state.totals[usize::from(seat)]);
                let (busts, turns) = figures.busts.so_far(counts, seat);
                [total, turns, busts].map(Label::Number).to_vec()
            },
        },
        turn_gain: Self::gain,
        turn_sample: Sample {
            columns: &[
                Column::text("ending", "ending of the turn"),
                Column::integer("turn_points", "points", "points of the turn, banked or lost"),
                Column::integer("points", "points", "points gained"),
            ],
            row: |Finish { game, state, figures, counts }, seat| {
                let Some((way, held)) = figures.turns.so_far(counts, seat).last() else {
                    return Vec::new();
                };
                let points = [i64::from(*held), game.gain(state)];
                let points = points.map(|units| units * i64::from(game.rules.scoring.unit));
                let name = Label::from(TURN_ENDINGS.ways[usize::from(*way)].0);
                [name].into_iter().chain(points.map(Label::Number)).collect()
            },
        },
        ..Counted::DEFAULT
    };

    fn figures(&self, declare: &mut Declarations) -> Figures {
        for dice in 1..=self.rules.dice() {
            let trials = ["roll", "joker"].map(|what| declare.trial(what, [dice.into()]));
            debug_assert_eq!(trials, of_dice(dice));
        }
        Figures { busts: declare.bust("turn", "bust rate"), turns: declare.turn_endings() }
    }

    #[inline]
    fn count(&self, at: &Position, event: Event, figures: &Figures, into: &mut Counts) {
        let [lost, joker] = of_dice(at.turn.dice);
        match event {
            Event::Rolled(_) => {
                lost.occasions(into, at.seat, 1);
                if self.has_jokers() {
                    joker.occasions(into, at.seat, 1);
                }
            }
            // The same decision rolls again, so this roll is no bust trial.
            Event::Joker => {
                lost.occasions(into, at.seat, -1);
                joker.amount(into, at.seat, 1);
            }
            Event::Ended(TurnEnd { ending, points }) => {
                let bust = ending == Ending::Bust;
                lost.amount(into, at.seat, bust);
                figures.busts.add(into, at.seat, bust);
                figures.turns.add(into, at.seat, ending as u8, points);
            }
        }
    }

    fn length(&self, at: &Position, seat: u8) -> u32 {
        at.turns_taken(seat)
    }
}
