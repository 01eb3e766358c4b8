//! The answer as text.

use super::question::{Question, Thrown};
use super::{Answer, Choice};
use crate::games::el_ocho::exact::Objective;
use crate::games::el_ocho::pictures::dice_words;
use crate::games::el_ocho::scoring::{Keep, Whole};
use crate::games::el_ocho::stop_ranges::Stop;
use crate::games::el_ocho::turn::Game;
use crate::report::{Align, Grid};
use crate::run::Block;

/// The screen of an answer. `stops` returns the stop conditions for a number of dice to roll.
pub(super) fn screen(
    game: &Game,
    question: &Question,
    answer: &Answer,
    stops: impl Fn(u8) -> Vec<Stop>,
) -> Vec<Block> {
    let mut screen = vec![Block::Title(title(game, question))];
    match answer {
        Answer::Choices(choices) => {
            screen.push(Block::Grid(grid(game, question, choices)));
            if let Some(best) = choices.first() {
                screen.push(Block::Title(advice(game, question, best)));
                screen.push(Block::Note(stopping(game, question, best.dice, &stops(best.dice))));
            }
            screen.push(Block::Note(legend(question)));
        }
        Answer::Bust(value) => {
            let lost = match game.points(question.points) {
                0 => String::new(),
                points => format!(" and loses {points} points"),
            };
            let left = match question.objective {
                Objective::Turn => String::new(),
                objective => format!(" That leaves {}.", with_unit(objective, *value)),
            };
            screen.push(Block::Note(format!("Nothing scores: the turn busts{lost}.{left}")));
        }
        Answer::Joker { roll, risk } => {
            screen.push(Block::Note(format!(
                "Nothing scores, but the roll is a Joker. Roll the same {} again: {}. The bust \
                 probability is {}.",
                dice_words(question.state().dice),
                with_unit(question.objective, *roll),
                percent(*risk, 2),
            )));
        }
        Answer::Win { points, .. } => {
            screen.push(Block::Note(format!(
                "All dice alike, {} points: the game is won at once.",
                game.points(*points)
            )));
        }
    }
    screen
}

/// The advice as a title: the last title of the screen.
pub(super) fn finding(screen: &[Block]) -> String {
    let mut titles = screen.iter().filter_map(|block| match block {
        Block::Title(title) => Some(title.clone()),
        _ => None,
    });
    titles.next_back().unwrap_or_default()
}

fn title(game: &Game, question: &Question) -> String {
    let Question { own, opponent, third, points, .. } = question;
    let (own, opponent) = (game.points(*own), game.points(*opponent));
    let goal = match question.objective {
        Objective::Turn => "most points per turn".to_owned(),
        Objective::Race => format!("fewest turns from {own} to {} points", game.rules.target),
        Objective::Win => {
            let others = match (third, question.players) {
                (Some(third), _) => format!(" and {}", game.points(*third)),
                (None, 4..) => format!(", the best of {} opponents", question.players - 1),
                (None, _) => String::new(),
            };
            format!("highest win probability with {own} points against {opponent}{others}")
        }
    };
    let dice = match rolled(question) {
        Some(faces) => format!("rolled {}", words(&faces)),
        None => format!("{} to roll", dice_words(question.state().dice)),
    };
    let held = match game.points(*points) {
        0 => String::new(),
        points => format!(" with {points} points set aside"),
    };
    format!("{}: {dice}{held}; {goal}", game.rules.title())
}

fn grid(game: &Game, question: &Question, choices: &[Choice]) -> Grid {
    let keeps = matches!(question.thrown, Thrown::Rolled(_));
    let figure = |value: f64| short(question.objective, value);
    let columns = [
        ("keep", Align::Left),
        ("points", Align::Right),
        ("turn", Align::Right),
        ("dice left", Align::Right),
        ("stop", Align::Right),
        ("roll", Align::Right),
        ("bust", Align::Right),
        ("better", Align::Left),
        ("loss", Align::Right),
    ];
    // Without rolled dice there is a single choice, without a keep.
    let shown = |column: &str| keeps || !["keep", "points", "loss"].contains(&column);
    let wanted: Vec<_> = columns.iter().copied().filter(|(name, _)| shown(name)).collect();
    let mut grid = Grid::new(&wanted);
    for (place, choice) in choices.iter().enumerate() {
        let cells = [
            choice.keep.map_or_else(String::new, |keep| kept(game, question, keep)),
            choice.keep.map_or_else(String::new, |keep| game.points(keep.points).to_string()),
            game.points(choice.points).to_string(),
            choice.dice.to_string(),
            match (choice.stop, question.objective) {
                (None, _) => String::new(),
                (Some(_), Objective::Turn) => game.points(choice.points).to_string(),
                (Some(stop), _) => figure(stop),
            },
            figure(choice.roll),
            percent(choice.risk, 2),
            if choice.stops { "stop" } else { "roll" }.to_owned(),
            figure(loss(choices, choice)),
        ];
        let cells = cells.into_iter().zip(columns);
        let row = cells.filter(|(_, (name, _))| shown(name)).map(|(cell, _)| cell);
        grid.push_marked(keeps && place == 0, row);
    }
    grid
}

pub(super) fn action(game: &Game, question: &Question, answer: &Answer) -> String {
    match answer {
        Answer::Choices(choices) => {
            choices.first().map_or_else(String::new, |best| choice(game, question, best))
        }
        Answer::Bust(_) => "the turn busts".to_owned(),
        Answer::Joker { .. } => {
            format!("roll the same {} again", dice_words(question.state().dice))
        }
        Answer::Win { .. } => "the game is won at once".to_owned(),
    }
}

fn choice(game: &Game, question: &Question, best: &Choice) -> String {
    let dice = dice_words(best.dice);
    let then = match best.keep {
        _ if best.stop.is_some() && best.stops => "stop".to_owned(),
        Some(_) if best.dice == game.dice() && best.dice > 1 => format!("roll all {dice} again"),
        _ => format!("roll {dice}"),
    };
    match best.keep {
        Some(keep) => format!("keep {}, then {then}", kept(game, question, keep)),
        None => then,
    }
}

fn advice(game: &Game, question: &Question, best: &Choice) -> String {
    let objective = question.objective;
    let dice = dice_words(best.dice);
    let mut text = String::new();
    if let Thrown::Rolled(counts) = &question.thrown
        && let Some((whole, units)) = game.scoring.whole(counts)
    {
        let whole = match whole {
            Whole::Run => "run",
            Whole::Pattern => "pattern of all its dice",
        };
        text += &format!("The roll is a {whole}: {} points. ", game.points(units));
    }
    let choice = choice(game, question, best);
    let lead = choice[..1].to_uppercase() + &choice[1..];
    let stopping = |value: f64| match objective {
        Objective::Turn => format!("{} points", game.points(best.points)),
        Objective::Race if question.wins(game, best.points) => "that reaches the target".to_owned(),
        Objective::Win if question.wins(game, best.points) => "that wins the game".to_owned(),
        _ => with_unit(objective, value),
    };
    let would = match objective {
        Objective::Turn => "would score",
        Objective::Race | Objective::Win => "would leave",
    };
    match best.stop {
        Some(stop) if best.stops => {
            text += &format!(
                "{lead}: {}. Rolling {dice} {would} {}.",
                stopping(stop),
                with_unit(objective, best.roll)
            );
        }
        stop => {
            let roll = match best.points {
                0 => format!("A turn begins with a roll of {dice}"),
                _ => lead,
            };
            text += &format!("{roll}: {}.", with_unit(objective, best.roll));
            match stop {
                Some(stop) => text += &format!(" Stopping {would} {}.", stopping(stop)),
                None if best.points > 0 => {
                    let least = game.rules.min_bank;
                    text += &format!(" Stopping needs {least} points.");
                }
                None => {}
            }
        }
    }
    text
}

/// The stop conditions for `dice` dice to roll, as a sentence.
fn stopping(game: &Game, question: &Question, dice: u8, stops: &[Stop]) -> String {
    let totals = match question.objective {
        Objective::Turn => "",
        Objective::Race => " and this total",
        Objective::Win => " and these totals",
    };
    let with = format!("With {} to roll{totals},", dice_words(dice));
    let words: Vec<String> = stops
        .iter()
        .map(|stop| match *stop {
            Stop::From(first) => format!("at {} turn points or more", game.points(first)),
            Stop::Within(first, last) if first == last => {
                format!("at {} turn points", game.points(first))
            }
            Stop::Within(first, last) => {
                format!("at {} to {} turn points", game.points(first), game.points(last))
            }
            Stop::Win => "when the turn reaches the target".to_owned(),
        })
        .collect();
    match words.as_slice() {
        [] => format!("{with} roll unless the turn reaches the target."),
        [only] if stops == [Stop::Win] => format!("{with} stop only {only}; otherwise roll."),
        [only] => format!("{with} stop {only}; otherwise roll."),
        [rest @ .., last] => format!("{with} stop {} or {last}; otherwise roll.", rest.join(", ")),
    }
}

fn legend(question: &Question) -> String {
    let value = match question.objective {
        Objective::Turn => "expected points of the turn",
        Objective::Race => "expected number of turns after this one",
        Objective::Win if question.players > 3 => "win probability, estimated from simulated games",
        Objective::Win => "win probability",
    };
    let (turn, loss) = match question.thrown {
        Thrown::Rolled(_) => (
            "turn: turn points with these dice. ",
            " loss: value lost against the best choice (*).",
        ),
        _ => ("", ""),
    };
    format!(
        "{turn}stop, roll: {value}, with optimal play afterwards. bust: probability that the next roll \
         busts.{loss}"
    )
}

pub(super) fn rolled(question: &Question) -> Option<Vec<u8>> {
    let Thrown::Rolled(counts) = &question.thrown else { return None };
    let alike = |(face, n): (usize, &u8)| std::iter::repeat_n(face as u8, usize::from(*n));
    Some(counts.iter().enumerate().flat_map(alike).collect())
}

/// The dice of a keep. Different dice that are one keep to the game are joined by "or".
pub(super) fn kept(game: &Game, question: &Question, keep: Keep) -> String {
    let Thrown::Rolled(counts) = &question.thrown else { return String::new() };
    let ways = game.scoring.dice_of(counts, keep);
    ways.iter().map(|faces| words(faces)).collect::<Vec<_>>().join(" or ")
}

pub(super) fn words(faces: &[u8]) -> String {
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// The loss of a choice against the best one, in the unit of the objective.
pub(super) fn loss(choices: &[Choice], choice: &Choice) -> f64 {
    choices.first().map_or(0.0, |best| (best.value() - choice.value()).abs())
}

fn percent(share: f64, places: usize) -> String {
    format!("{:.places$} %", share * 100.0)
}

/// A value as shown in columns.
fn short(objective: Objective, value: f64) -> String {
    match objective {
        Objective::Turn => format!("{value:.1}"),
        Objective::Race => format!("{value:.3}"),
        Objective::Win => percent(value, 2),
    }
}

/// A value with its unit.
fn with_unit(objective: Objective, value: f64) -> String {
    let figure = short(objective, value);
    match objective {
        Objective::Turn => format!("{figure} points on average"),
        Objective::Race => format!("{figure} further turns on average"),
        Objective::Win => format!("a win probability of {figure}"),
    }
}
