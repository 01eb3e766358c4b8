//! Converts the arguments of `advise` to a reachable position.

use super::AdviseArgs;
use crate::cli::parse;
use crate::error::{Error, Result};
use crate::games::el_ocho::exact::{Objective, Solver, TurnStates};
use crate::games::el_ocho::pictures::dice_words;
use crate::games::el_ocho::turn::{Game, MAX_PLAYERS, TurnState};
use crate::report::RunRecord;

/// A position of a turn, and the objective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The objective.
    pub objective: Objective,
    /// The player's banked total, in units.
    pub own: u32,
    /// The banked total of the opponent who rolls next, in units; from four players on, the highest of the
    /// others'.
    pub opponent: u32,
    /// With three players, the total of the third one, in units.
    pub third: Option<u32>,
    /// The number of players; 1 if no opponent's total is given.
    pub players: u8,
    /// Units set aside in this turn, without the rolled dice.
    pub points: u32,
    /// The dice of the question.
    pub thrown: Thrown,
}

/// The dice of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thrown {
    /// Dice just rolled: the number of dice by face (index 0 is unused).
    Rolled(Vec<u8>),
    /// The number of dice to roll next.
    ToRoll(u8),
}

impl Question {
    /// Checks the arguments of the command.
    pub(super) fn new(args: &AdviseArgs, solver: &Solver) -> Result<Self> {
        let thrown = thrown(solver.game(), args.roll.as_deref(), args.dice)?;
        let players = args.opponent.len() + 1;
        if players > MAX_PLAYERS {
            return Err(Error::input_help(
                format!("`--opponent` has {} totals", players - 1),
                format!("up to {MAX_PLAYERS} players play, so give at most {}", MAX_PLAYERS - 1),
            ));
        }
        let (opponent, third) = match *args.opponent {
            [next, third] => (Some(next), Some(third)),
            ref others => (others.iter().copied().max(), None),
        };
        let objective = args.objective.unwrap_or(match (args.own, opponent) {
            (_, Some(_)) => Objective::Win,
            (Some(_), None) => Objective::Race,
            (None, None) => Objective::Turn,
        });
        let total = |flag: &str, given: Option<u32>, matters: bool| match given {
            Some(_) if !matters => Err(Error::input_help(
                format!("`{flag}` has no effect with objective `{}`", objective.name()),
                "remove it, or choose another `--objective`",
            )),
            Some(points) => total(solver, flag, points),
            None => Ok(0),
        };
        let own = total("--own", args.own, objective != Objective::Turn)?;
        let given = opponent;
        let opponent = total("--opponent", opponent, objective == Objective::Win)?;
        let third = third.map(|third| total("--opponent", Some(third), true)).transpose()?;
        for one in &args.opponent {
            total("--opponent", Some(*one), true)?;
        }
        if let (None, Some(points), Objective::Win) = (args.own, given, objective) {
            return Err(Error::input_help(
                format!("`--opponent {points}` needs your own total as well"),
                "add `--own POINTS`; use 0 if you have banked nothing",
            ));
        }
        let points = turn_points(solver, args.turn_points, thrown.dice())?;
        Ok(Self { objective, own, opponent, third, players: players as u8, points, thrown })
    }

    /// Records the question, with points.
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
        if let Some(third) = self.third {
            record.define("third", game.points(third));
        }
        if self.players > 3 {
            record.define("players", i64::from(self.players));
        }
    }

    /// The state of the turn, with the number of dice just rolled or to roll next.
    pub(super) fn state(&self) -> TurnState {
        TurnState { points: self.points, dice: self.thrown.dice(), rolls: 1 }
    }

    /// Whether a turn that stops with `points` units reaches the target, if the own total is known.
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

/// The dice of the question, if they are valid in this game.
fn thrown(game: &Game, roll: Option<&str>, dice: Option<u32>) -> Result<Thrown> {
    let (most, sides) = (game.dice(), game.rules.edition.sides);
    match (roll, dice) {
        (None, None) => Err(Error::input_help(
            "`advise` needs the dice just rolled, or the number of dice to roll next",
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
                    format!("`--roll` has a {face}, but a die has the faces 1 to {sides}"),
                    "write the faces that the dice show, as in 1,5,5,2 or 1552",
                ));
            }
            if faces.is_empty() || faces.len() > usize::from(most) {
                return Err(Error::input_help(
                    format!("`--roll` has {} dice, but the game has {most}", faces.len()),
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

/// A banked total in units, if it is reachable.
fn total(solver: &Solver, flag: &str, points: u32) -> Result<u32> {
    let game = solver.game();
    let target = game.rules.target;
    if points >= target {
        return Err(Error::input_help(
            format!("with `{flag} {points}` the game is over: the target is {target}"),
            "give a total below the target",
        ));
    }
    let totals = solver.totals();
    let unit = game.scoring.unit;
    let units = points / unit;
    if !points.is_multiple_of(unit) {
        let below = if totals.contains(units) { Some(units) } else { totals.nearest(units).0 };
        let near = nearest_words(game, (below, totals.nearest(units).1));
        return Err(Error::input_help(
            format!("`{flag} {points}` is impossible: points come in steps of {unit}"),
            format!("use the nearest possible total: {near}"),
        ));
    }
    if !totals.contains(units) {
        let near = nearest_words(game, totals.nearest(units));
        return Err(Error::input_help(
            format!(
                "`{flag} {points}` is impossible: turns bank at least {} points, and no turns add up to this total",
                game.rules.min_bank
            ),
            format!("use the nearest possible total: {near}"),
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
            format!(
                "`--turn` is missing: with {with} to roll, the dice set aside have scored points"
            ),
            format!("add `--turn POINTS`; the minimum is {}", nearest_words(game, near)),
        )
    } else {
        let why = if points.is_multiple_of(unit) {
            format!("the dice set aside before a roll of {with} cannot score it")
        } else {
            format!("points come in steps of {unit}")
        };
        let near = nearest_words(game, near);
        Error::input_help(
            format!("`--turn {points}` is impossible: {why}"),
            format!("use the nearest turn total with {with} to roll: {near}"),
        )
    })
}

/// The error for a number of dice that no turn rolls.
fn never_rolled(states: &TurnStates, game: &Game, dice: u8) -> Error {
    let rolled = |dice: u8| dice == game.dice() || states.nearest(0, dice).1.is_some();
    let rolled: Vec<String> =
        (1..=game.dice()).filter(|dice| rolled(*dice)).map(|dice| dice.to_string()).collect();
    Error::input_help(
        format!("no turn of this game rolls {}", dice_words(dice)),
        format!("use a number of dice that turns roll: {}", rolled.join(", ")),
    )
}

/// For example `400 or 500`, in points.
fn nearest_words(game: &Game, (below, above): (Option<u32>, Option<u32>)) -> String {
    let points: Vec<String> =
        below.into_iter().chain(above).map(|units| game.points(units).to_string()).collect();
    points.join(" or ")
}
