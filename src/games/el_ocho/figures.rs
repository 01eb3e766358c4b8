//! What El Ocho counts beside wins and scores.

use super::edition::Joker;
use super::engine::{Event, Position, Seated};
use super::turn::{Ending, Game, TurnEnd};
use crate::game::count::{Count, Counts, Endings, Figure, FigureTable, Label, Situation};
use crate::report::schema::{Begins, Column, ERRORS, Schema};

const OF_TURNS: &[Column] = &[
    Column::integer("turns", "turns", "turns that ended so"),
    Column::number("share", "share", "their share of all turns"),
];
const ENDING: Column = Column::text("ending", "`banked`, `bust`, or `instant win`");

/// How turns end.
const TURN_ENDINGS: Endings = Endings {
    tables: [
        Schema {
            name: "turn_endings",
            about: "How turns end.",
            begins: Begins::Run,
            columns: &[&[ENDING], OF_TURNS, &ERRORS],
        },
        Schema {
            name: "turn_points",
            about: "How turns end, by the points that the turn held.",
            begins: Begins::Run,
            columns: &[
                &[ENDING, Column::integer("turn_points", "points", "what the turn held")],
                OF_TURNS,
                &ERRORS,
            ],
        },
    ],
    ways: &[("banked", true), ("bust", false), ("instant win", true)],
};

/// The places of a number of dice among the trials: whether the turn is lost, and whether the roll is
/// a Joker.
pub(super) fn of_dice(dice: u8) -> [usize; 2] {
    let place = 2 * usize::from(dice.max(1) - 1);
    [place, place + 1]
}

impl Game {
    /// Whether some roll may be a Joker.
    pub(super) fn has_jokers(&self) -> bool {
        self.rules.joker != Joker::Off
    }
}

impl Seated {
    /// Units that seat 1 has gained since the start.
    fn gain(&self, at: &Position) -> i64 {
        i64::from(at.totals[0]) - i64::from(self.start[0])
    }
}

impl Count for Seated {
    const SCORE: &'static str = "points per game";
    const LENGTH: (&'static str, &'static str) = ("turns per game", "turns");
    const FIRST: Option<&'static str> = Some("which takes the first turn");
    const SITUATIONS: &'static [Situation] =
        &[Situation { name: "turn", heading: Some("bust rate") }];
    const TABLES: &'static [FigureTable] = &[];
    const ENDINGS: Option<Endings> = Some(TURN_ENDINGS);
    const CONDITIONS: &'static [Column] = &[Column::integer(
        "dice",
        "dice",
        "the dice of the roll: of a `roll` that busts, Jokers followed to their end, or of one \
         that is a `joker`",
    )];
    const SAMPLE: &'static [Column] = &[
        Column::integer("total", "points", "the final total"),
        Column::integer("turns", "turns", "the turns it took"),
        Column::integer("busts", "turns", "those that bust"),
    ];
    const TURN_SAMPLE: &'static [Column] = &[
        Column::text("ending", "how it ended"),
        Column::integer("turn_points", "points", "what the turn held"),
        Column::integer("points", "points", "what it gained"),
    ];

    fn figures(&self) -> Vec<Figure> {
        Vec::new()
    }

    fn trials(&self) -> Vec<(&'static str, Vec<Label>)> {
        let of = |dice: u8| ["roll", "joker"].map(|what| (what, vec![Label::Number(dice.into())]));
        (1..=self.rules.dice()).flat_map(of).collect()
    }

    fn unit(&self) -> i64 {
        self.rules.scoring.unit.into()
    }

    fn gained(&self, at: &Position) -> i64 {
        self.gain(at)
    }

    fn sample(&self, at: &Position, seat: u8, counts: &Counts) -> Vec<i64> {
        let total = self.rules.points(at.totals[usize::from(seat)]);
        let (busts, turns) = counts.situation(seat, 0);
        vec![total, turns.into(), busts.into()]
    }

    fn turn_sample(&self, at: &Position, counts: &Counts) -> Vec<Label> {
        let Some((way, held)) = counts.turns(0).last() else { return Vec::new() };
        let name = TURN_ENDINGS.ways[usize::from(*way)].0;
        let points = [i64::from(*held), self.gain(at)].map(|units| units * self.unit());
        [Label::Text(name.to_owned())].into_iter().chain(points.map(Label::Number)).collect()
    }

    #[inline]
    fn count(&self, at: &Position, event: Event, into: &mut Counts) {
        let [lost, joker] = of_dice(at.turn.dice);
        match event {
            Event::Rolled(_) => {
                into.trial(at.seat, lost, 0, 1);
                if self.has_jokers() {
                    into.trial(at.seat, joker, 0, 1);
                }
            }
            // It is rolled again by the same decision.
            Event::Joker => {
                into.trial(at.seat, lost, 0, -1);
                into.trial(at.seat, joker, 1, 0);
            }
            Event::Ended(TurnEnd { ending, points }) => {
                let bust = ending == Ending::Bust;
                into.trial(at.seat, lost, bust.into(), 0);
                into.occasion(at.seat, 0, bust);
                into.ends(at.seat, ending as u8, points);
            }
        }
    }

    fn length(&self, at: &Position, seat: u8) -> u32 {
        at.turns_taken(seat)
    }
}
