//! The answer as a table.

use super::describe::{kept, loss, rolled, words};
use super::question::Question;
use super::{Answer, Choice};
use crate::games::el_ocho::exact::Objective;
use crate::games::el_ocho::solve::{TURN, key};
use crate::games::el_ocho::turn::Game;
use crate::report::schema::{Begins, Column, Schema};
use crate::report::{Cell, Table};

pub(crate) const TABLE: Schema = Schema {
    name: "advice",
    about: "The choices in one position, best first, with values in points, turns to \
            go, or win probability.",
    begins: Begins::Rules,
    columns: &[
        TURN,
        &[
            Column::text("roll", "faces of the roll"),
            Column::integer("rank", "", "rank of the choice; 1 is the best"),
            Column::text("kept", "faces of the kept dice"),
            Column::integer("dice_kept", "dice", "number of kept dice"),
            Column::integer("points", "points", "score of the kept dice"),
            Column::integer("turn_points", "points", "turn total with the kept dice"),
            Column::integer("dice", "dice", "number of dice to roll next"),
            Column::number("stop_value", "", "value of stopping after the keep"),
            Column::number("roll_value", "", "value of rolling after the keep"),
            Column::number("bust_probability", "share", "probability that the next roll busts"),
            Column::text("best", "optimal action after the keep"),
            Column::number("value", "", "value of the choice"),
            Column::number("loss", "", "loss against the best choice"),
            Column::integer(
                "stop_from",
                "points",
                "turn total from which stopping is always optimal with this number of dice",
            ),
        ],
    ],
};

/// The cells of one choice, with points in units.
#[derive(Default)]
struct Row {
    kept: Option<String>,
    dice_kept: Option<u8>,
    points: Option<u32>,
    turn_points: u32,
    dice: Option<u8>,
    stop_value: Option<f64>,
    roll_value: Option<f64>,
    bust_probability: Option<f64>,
    best: &'static str,
    value: f64,
    loss: Option<f64>,
    stop_from: Option<u32>,
}

/// A row per choice, best first; a single row if there is no choice.
pub(super) fn table(game: &Game, question: &Question, answer: &Answer) -> Table {
    let (mut table, key) = (Table::new(&TABLE), key(&game.rules, 1));
    let points = |units: Option<u32>| Cell::from(units.map(|units| game.points(units)));
    let objective = question.objective;
    let head: [Cell; 5] = [
        objective.name().into(),
        points((objective != Objective::Turn).then_some(question.own)),
        points((objective == Objective::Win).then_some(question.opponent)),
        points(question.third),
        rolled(question).map(|faces| words(&faces)).into(),
    ];
    for (place, row) in rows(game, question, answer).into_iter().enumerate() {
        let cells: [Cell; 13] = [
            (place + 1).into(),
            row.kept.into(),
            row.dice_kept.into(),
            points(row.points),
            points(Some(row.turn_points)),
            row.dice.into(),
            row.stop_value.into(),
            row.roll_value.into(),
            row.bust_probability.into(),
            row.best.into(),
            row.value.into(),
            row.loss.into(),
            points(row.stop_from),
        ];
        table.row(&key, head.iter().cloned().chain(cells));
    }
    table
}

fn rows(game: &Game, question: &Question, answer: &Answer) -> Vec<Row> {
    let state = question.state();
    match answer {
        Answer::Choices(choices) => {
            let row = |choice: &Choice| Row {
                kept: choice.keep.map(|keep| kept(game, question, keep)),
                dice_kept: choice.keep.map(|keep| keep.dice),
                points: choice.keep.map(|keep| keep.points),
                turn_points: choice.points,
                dice: Some(choice.dice),
                stop_value: choice.stop,
                roll_value: Some(choice.roll),
                bust_probability: Some(choice.risk),
                best: if choice.stops { "stop" } else { "roll" },
                value: choice.value(),
                loss: Some(loss(choices, choice)),
                stop_from: choice.stop_from,
            };
            choices.iter().map(row).collect()
        }
        Answer::Bust(value) => vec![Row { best: "lost", value: *value, ..Row::default() }],
        Answer::Joker { roll, risk } => vec![Row {
            turn_points: state.points,
            dice: Some(state.dice),
            roll_value: Some(*roll),
            bust_probability: Some(*risk),
            best: "again",
            value: *roll,
            ..Row::default()
        }],
        Answer::Win { points, value } => vec![Row {
            points: Some(*points),
            turn_points: state.points + points,
            best: "won",
            value: *value,
            ..Row::default()
        }],
    }
}
