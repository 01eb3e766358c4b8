//! From the words of the command to a position that can arise.

use super::AdviseArgs;
use crate::cli::parse;
use crate::error::{Error, Result};
use crate::games::el_ocho::exact::{Objective, Solver, TurnStates};
use crate::games::el_ocho::pictures::dice_words;
use crate::games::el_ocho::turn::{Game, TurnState};
use crate::report::RunRecord;

/// A position of a turn, and what is to be made best in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is made best.
    pub objective: Objective,
    /// The player's banked total, in units.
    pub own: u32,
    /// The opponent's, in units.
    pub opponent: u32,
    /// Units set aside in this turn, without the dice on the table.
    pub points: u32,
    /// The dice on the table or in hand.
    pub thrown: Thrown,
}

/// The dice that the question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thrown {
    /// They lie on the table: the number that show each face (index 0 is unused).
    Rolled(Vec<u8>),
    /// So many may be rolled next.
    ToRoll(u8),
}

impl Question {
    /// Checks what the user asked.
    pub(super) fn new(args: &AdviseArgs, solver: &Solver) -> Result<Self> {
        let thrown = thrown(solver.game(), args.roll.as_deref(), args.dice)?;
        let objective = args.objective.unwrap_or(match (args.own, args.opponent) {
            (_, Some(_)) => Objective::Win,
            (Some(_), None) => Objective::Race,
            (None, None) => Objective::Turn,
        });
        let total = |flag: &str, given: Option<u32>, matters: bool| match given {
            Some(_) if !matters => Err(Error::input_help(
                format!("`{flag}` does not matter for `{}`", objective.name()),
                "leave it out, or choose another `--objective`",
            )),
            Some(points) => total(solver, flag, points),
            None => Ok(0),
        };
        let own = total("--own", args.own, objective != Objective::Turn)?;
        let opponent = total("--opponent", args.opponent, objective == Objective::Win)?;
        if let (None, Some(points), Objective::Win) = (args.own, args.opponent, objective) {
            return Err(Error::input_help(
                format!("`--opponent {points}` needs your own total beside it"),
                "add `--own POINTS`: 0 where nothing is banked yet",
            ));
        }
        let points = turn_points(solver, args.turn_points, thrown.dice())?;
        Ok(Self { objective, own, opponent, points, thrown })
    }

    /// Writes down what was asked, in points.
    pub(super) fn record(&self, game: &Game, record: &mut RunRecord) {
        record.define("objective", self.objective.name());
        match &self.thrown {
            Thrown::ToRoll(dice) => record.define("dice", i64::from(*dice)),
            Thrown::Rolled(counts) => {
                let faces = (0..).zip(counts).flat_map(|(face, count)| {
                    std::iter::repeat_n(toml::Value::Integer(face), usize::from(*count))
                });
                record.define("roll", faces.collect::<Vec<_>>());
            }
        }
        for (key, units) in [("turn", self.points), ("own", self.own), ("opponent", self.opponent)]
        {
            record.define(key, game.points(units));
        }
    }

    /// Where the turn stands: with the dice that lie on the table, or that may be rolled next.
    pub(super) fn state(&self) -> TurnState {
        TurnState { points: self.points, dice: self.thrown.dice(), rolls: 1 }
    }

    /// Whether a turn that stops with so many units reaches the target, as far as the own total is
    /// known.
    pub(super) fn wins(&self, game: &Game, points: u32) -> bool {
        self.objective != Objective::Turn && self.own + points >= game.target
    }
}

impl Thrown {
    fn dice(&self) -> u8 {
        match self {
            Self::Rolled(counts) => counts.iter().sum(),
            Self::ToRoll(dice) => *dice,
        }
    }
}

/// The dice, if the game has them.
fn thrown(game: &Game, roll: Option<&str>, dice: Option<u32>) -> Result<Thrown> {
    let (most, sides) = (game.dice(), game.rules.edition.sides);
    match (roll, dice) {
        (None, None) => Err(Error::input_help(
            "advice is about dice: those on the table, or those that may be rolled next",
            "add `--roll 1,5,5,2` or `--dice 3`",
        )),
        (None, Some(dice)) => match u8::try_from(dice) {
            Ok(dice) if (1..=most).contains(&dice) => Ok(Thrown::ToRoll(dice)),
            _ => Err(Error::input_help(
                format!("`--dice {dice}` cannot be rolled: the game has {}", dice_words(most)),
                format!("write a whole number from 1 to {most}"),
            )),
        },
        (Some(text), _) => {
            let faces = parse::faces(text).map_err(|fault| {
                Error::input_help(format!("`--roll {text}` {}", fault.problem), fault.help)
            })?;
            let faces = faces.0;
            let mut counts = vec![0_u8; usize::from(sides) + 1];
            if let Some(face) = faces.iter().find(|face| !(1..=u32::from(sides)).contains(face)) {
                return Err(Error::input_help(
                    format!("`--roll` has a {face}, and a die has the faces 1 to {sides}"),
                    "write the faces that the dice show, as in 1,5,5,2 or 1552",
                ));
            }
            if faces.is_empty() || faces.len() > usize::from(most) {
                return Err(Error::input_help(
                    format!("`--roll` has {} dice, and the game has {most}", faces.len()),
                    "write only the dice of the last roll, not those set aside before",
                ));
            }
            for face in faces {
                counts[face as usize] += 1;
            }
            Ok(Thrown::Rolled(counts))
        }
    }
}

/// A banked total in units, if a player can have it.
fn total(solver: &Solver, flag: &str, points: u32) -> Result<u32> {
    let game = solver.game();
    let target = game.rules.target;
    if points >= target {
        return Err(Error::input_help(
            format!("`{flag} {points}` has won already: the target is {target}"),
            "advice is for games that are not over",
        ));
    }
    let totals = solver.totals();
    let unit = game.scoring.unit;
    let units = points / unit;
    if !points.is_multiple_of(unit) {
        let below = if totals.contains(units) { Some(units) } else { totals.nearest(units).0 };
        let near = nearest_words(game, (below, totals.nearest(units).1));
        return Err(Error::input_help(
            format!("`{flag} {points}` cannot be: points come in steps of {unit}"),
            format!("the nearest totals that can be: {near}"),
        ));
    }
    if !totals.contains(units) {
        let near = nearest_words(game, totals.nearest(units));
        return Err(Error::input_help(
            format!(
                "`{flag} {points}` cannot be: no turns that bank {} or more add up to it",
                game.rules.min_bank
            ),
            format!("the nearest totals that can be: {near}"),
        ));
    }
    Ok(units)
}

fn turn_points(solver: &Solver, points: u32, dice: u8) -> Result<u32> {
    let game = solver.game();
    let unit = game.scoring.unit;
    let units = points / unit;
    let states = solver.turn_states(units);
    if points.is_multiple_of(unit) && states.contains(units, dice) {
        return Ok(units);
    }
    let known = states.contains(units, dice).then_some(units);
    let (below, above) = states.nearest(units, dice);
    let near = (known.or(below), above);
    let with = dice_words(dice);
    Err(if near == (None, None) {
        never_rolled(&states, game, dice)
    } else if points == 0 {
        Error::input_help(
            format!("a turn with {with} to roll holds points: the others were set aside"),
            format!("`--turn POINTS` says how many; at least {}", nearest_words(game, near)),
        )
    } else {
        let why = if points.is_multiple_of(unit) {
            format!("no turn holds so much with {with} to roll")
        } else {
            format!("points come in steps of {unit}")
        };
        let near = nearest_words(game, near);
        Error::input_help(
            format!("`--turn {points}` cannot be: {why}"),
            format!("the nearest turn totals with {with} to roll: {near}"),
        )
    })
}

/// A number of dice that no turn comes to roll.
fn never_rolled(states: &TurnStates, game: &Game, dice: u8) -> Error {
    let rolled = |dice: u8| dice == game.dice() || states.nearest(0, dice).1.is_some();
    let rolled: Vec<String> =
        (1..=game.dice()).filter(|dice| rolled(*dice)).map(|dice| dice.to_string()).collect();
    Error::input_help(
        format!("no turn of this game comes to roll {}", dice_words(dice)),
        format!("turns come to roll so many: {}", rolled.join(", ")),
    )
}

/// `400 and 500`, in points.
fn nearest_words(game: &Game, (below, above): (Option<u32>, Option<u32>)) -> String {
    let points: Vec<String> =
        below.into_iter().chain(above).map(|units| game.points(units).to_string()).collect();
    points.join(" and ")
}
