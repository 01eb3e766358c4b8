//! `advise`: which dice to keep now, and whether to roll on.
//!
//! A [`Question`] is a position that can arise; the exact solution of its turn values each choice.
//! Of choices of equal worth the first in the documented order is advised, which is what the
//! optimal players do.

mod question;
mod table;
mod words;

use super::compile;
use super::solutions::{Solutions, played_out};
use super::stretches::stretches;
use crate::error::Result;
use crate::experiment::{Advice, AdviseSpec, Conditions};
use crate::games::el_ocho::exact::{Objective, Position, Solver};
use crate::games::el_ocho::scoring::{Keep, Verdict};
use crate::games::el_ocho::turn::TurnState;

use question::{Question, Thrown};

/// Answers the user's question.
pub(super) fn advise(spec: &AdviseSpec, conditions: Conditions<'_>) -> Result<Advice> {
    let game = compile(spec.edition.as_ref(), &spec.settings)?;
    let solutions = Solutions::new(&game, conditions);
    let solver = solutions.solver()?;
    let question = Question::new(spec, solver)?;
    let position = match question.objective {
        Objective::Turn => solutions.turn()?.position.clone(),
        Objective::Race => {
            let race = solutions.race()?;
            played_out(&game, race.given_up(game.rules.max_turns))?;
            race.position(question.own)
        }
        Objective::Win => {
            let win = solutions.win()?;
            played_out(&game, win.given_up)?;
            win.position(question.own, question.opponent)
        }
    };
    let warnings = solutions.warnings();
    let answer = Answer::new(solver, &position, &question);
    let table = table::table(&game, &question, &answer);
    let screen = words::screen(&game, &question, &answer, |dice| {
        // As far as the first turn beyond which nothing changes.
        let rows = position.rows();
        let states = solver.turn_states(rows);
        let beyond = states.nearest(rows, dice).1.filter(|_| !states.contains(rows, dice));
        stretches(&position, &states, beyond.unwrap_or(rows) + 1, dice)
    });
    Ok(Advice { table, screen, warnings })
}

/// Stopping or rolling on in one state of the turn, after a keep where dice lie on the table.
#[derive(Clone, Debug, PartialEq)]
struct Choice {
    /// The dice kept; `None` where none lie on the table.
    keep: Option<Keep>,
    /// The points of the turn, in units.
    points: u32,
    /// The dice to roll next.
    dice: u8,
    /// What stopping is worth; `None` where it is not legal.
    stop: Option<f64>,
    /// What rolling on is worth.
    roll: f64,
    /// The probability that the next roll loses the turn, Jokers followed to their end.
    risk: f64,
    /// Whether stopping is right.
    stops: bool,
    /// The units from which stopping is right with so many dice to roll, however many more.
    stop_from: Option<u32>,
}

impl Choice {
    fn new(solver: &Solver, position: &Position, state: TurnState, keep: Option<Keep>) -> Self {
        let TurnState { points, dice, .. } = state;
        // A turn begins with a roll, even where nothing need be scored to stop.
        let stop = position.stop(points).filter(|_| points > 0);
        Self {
            keep,
            points,
            dice,
            stop,
            // The game has so many dice: questions and keeps are checked.
            roll: position.roll(points, dice).unwrap_or(f64::NAN),
            risk: risk(solver, dice),
            stops: stop.is_some() && position.stops(points, dice),
            stop_from: position.threshold(dice),
        }
    }

    /// What the better of stopping and rolling on is worth.
    fn value(&self) -> f64 {
        self.stop.filter(|_| self.stops).unwrap_or(self.roll)
    }
}

/// The probability that a decision to roll so many dice loses the turn.
fn risk(solver: &Solver, dice: u8) -> f64 {
    let (bust, settled) = solver.bust_odds(dice).unwrap_or((0, 1));
    bust as f64 / settled as f64
}

/// What there is to say of a question.
#[derive(Clone, Debug, PartialEq)]
enum Answer {
    /// Something is to be decided: the choices, the best first; at least one.
    Choices(Vec<Choice>),
    /// The roll loses the turn; what that is worth.
    Bust(f64),
    /// The roll is a Joker: the same dice are rolled again.
    Joker {
        /// What that is worth.
        roll: f64,
        /// The probability that it loses the turn in the end.
        risk: f64,
    },
    /// The roll wins the game.
    Win {
        /// What it scores, in units.
        points: u32,
        /// What that is worth.
        value: f64,
    },
}

impl Answer {
    fn new(solver: &Solver, position: &Position, question: &Question) -> Self {
        let (game, state) = (solver.game(), question.state());
        let Thrown::Rolled(counts) = &question.thrown else {
            return Self::Choices(vec![Choice::new(solver, position, state, None)]);
        };
        match game.scoring.verdict(counts) {
            Verdict::Keep(keeps) => Self::Choices(ranked(solver, position, state, &keeps)),
            Verdict::Bust => Self::Bust(position.lost()),
            Verdict::Joker => Self::Joker {
                roll: position.roll(state.points, state.dice).unwrap_or(f64::NAN),
                risk: risk(solver, state.dice),
            },
            Verdict::Win { points } => {
                let value = match question.objective {
                    Objective::Turn => game.points(state.points + points) as f64,
                    Objective::Race => 0.0,
                    Objective::Win => 1.0,
                };
                Self::Win { points, value }
            }
        }
    }
}

/// Every keep with what follows it, the best first, equal ones in their documented order.
fn ranked(solver: &Solver, position: &Position, state: TurnState, keeps: &[Keep]) -> Vec<Choice> {
    let game = solver.game();
    let choice =
        |keep: &Keep| Choice::new(solver, position, game.after_keep(state, *keep), Some(*keep));
    let mut choices: Vec<Choice> = keeps.iter().map(choice).collect();
    let fewer_is_better = position.objective() == Objective::Race;
    choices.sort_by(|a, b| {
        let order = a.value().total_cmp(&b.value());
        if fewer_is_better { order } else { order.reverse() }
    });
    choices
}

#[cfg(test)]
mod tests;
