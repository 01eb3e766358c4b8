//! The answer as data.

use super::question::Question;
use super::words::{kept, loss, rolled, words};
use super::{Answer, Choice};
use crate::games::el_ocho::exact::Objective;
use crate::games::el_ocho::turn::Game;
use crate::games::el_ocho::vocabulary::VOCABULARY;
use crate::report::{Cell, Table};

/// What was asked, then a choice with its worth; points in points, values in the unit of the
/// objective, the chance of winning as a share.
const COLUMNS: [&str; 19] = [
    "game",
    "rules",
    "objective",
    "own_total",
    "opponent_total",
    "roll",
    "rank",
    "kept",
    "dice_kept",
    "points",
    "turn_points",
    "dice",
    "stop_value",
    "roll_value",
    "bust_probability",
    "best",
    "value",
    "loss",
    "stop_from",
];

/// What a row says of one choice; points in units.
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

/// A row for each choice, the best first; one row where there is none.
pub(super) fn table(game: &Game, question: &Question, answer: &Answer) -> Table {
    let about = "What each choice in one position is worth, the best first.";
    let mut table = Table::free(super::ADVICE, about, &COLUMNS);
    let points = |units: Option<u32>| Cell::from(units.map(|units| game.points(units)));
    let objective = question.objective;
    let head: [Cell; 6] = [
        VOCABULARY.game.into(),
        game.rules.changed().join(";").into(),
        objective.name().into(),
        points((objective != Objective::Turn).then_some(question.own)),
        points((objective == Objective::Win).then_some(question.opponent)),
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
        table.push(head.iter().cloned().chain(cells).collect());
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
