//! The vocabulary of policies for El Ocho: decision points, features and functions.

use std::cell::OnceCell;
use std::sync::{Arc, OnceLock};

use super::edition::{MAX_DICE, MAX_POINTS, MAX_TURNS};
use super::engine::{Action, Seated};
use super::exact::{Position, Solver};
use super::scoring::{Keep, Verdict};
use super::turn::{Game, MAX_PLAYERS, MAX_ROLLS_SEEN, Standing};
use crate::error::Result;
use crate::game::contract::Game as _;
use crate::game::decision::Decision;
use crate::game::publish::{Function, Point, Publish, StateFeature, features, join};
use crate::game::vocabulary::{CHANCE, always, one_of, to, up_to};
use crate::game::{Argument, Kind, whole};

/// Indices of the decision points.
pub mod point {
    /// Which dice to set aside.
    pub const KEEP: usize = 0;
    /// Whether to stop or roll again.
    pub const ROLL: usize = 1;
}

pub(crate) const MAX_TOTAL: i64 = 100_000_000;
const TOTAL: Kind = to(MAX_TOTAL);
const DICE: Kind = Kind::Integer { min: 1, max: MAX_DICE as i64 };
const ROLLS: Kind = Kind::Integer { min: 1, max: MAX_ROLLS_SEEN as i64 };

features! {
    AT_KEEP: StateFeature<Seated>;
    "turn_points" TOTAL, "points",
        "points set aside in this turn before the current roll" =>
        |it| it.game.points(it.state.turn.points);
    "dice" DICE, "dice", "number of dice just rolled" => |it| it.state.turn.dice;
    "rolls_made" ROLLS, "rolls",
        "rolls made in this turn, including the current one, without Joker re-rolls; at most 15" =>
        |it| it.state.turn.rolls.max(1);
}

features! {
    AT_ROLL: StateFeature<Seated>;
    "turn_points" TOTAL, "points",
        "points set aside in this turn, including the dice just kept" =>
        |it| it.game.points(it.state.turn.points);
    "dice" DICE, "dice", "number of dice to roll next: all of them after a Big 8" =>
        |it| it.state.turn.dice;
    "rolls_made" ROLLS, "rolls",
        "rolls made in this turn, without Joker re-rolls; at most 15" =>
        |it| it.state.turn.rolls.max(1);
}

features! {
    OF_TABLE: StateFeature<Seated> by table;
    "own_total" TOTAL, "points", "banked total of the player" =>
        |(it, table)| it.game.points(table.own);
    "best_opponent_total" TOTAL, "points",
        "highest banked total of the opponents; 0 without opponents" =>
        |(it, table)| it.game.points(table.best_other());
    "score_difference" Kind::Integer { min: -MAX_TOTAL, max: MAX_TOTAL }, "points",
        "`own_total` less `best_opponent_total`: negative if the player is behind" =>
        |(it, table)| it.game.points(table.own) - it.game.points(table.best_other());
    "turns_taken" to(MAX_TURNS as i64), "turns", "turns the player has completed" =>
        |(_, table)| table.turns_taken;
    "lost_turns" to(8), "turns",
        "turns without points in a row that the player has just had; 0 if the rules have no penalty for them" =>
        |(_, table)| table.lost;
    "target" TOTAL, "points", "banked total that wins" => |(it, _)| it.game.rules.rules.target;
    "min_bank" TOTAL, "points",
        "fewest points of a turn that the player can bank; more for the first points if the rules have an entry" =>
        |(it, table)| it.game.points(it.game.rules.least(table.own));
    "players" Kind::Integer { min: 1, max: 8 }, "players", "number of players" =>
        |(_, table)| table.players;
}

fn table<'a, 'b>(
    decision: &'b Decision<'a, Seated>,
    sight: &'b OnceCell<Standing>,
) -> (&'b Decision<'a, Seated>, &'b Standing) {
    let standing = || decision.state.standing(decision.game.seats(), decision.seat);
    (decision, sight.get_or_init(standing))
}

const KEEP_STATE: [StateFeature<Seated>; AT_KEEP.len() + OF_TABLE.len()] =
    join(&[AT_KEEP, OF_TABLE]);
const ROLL_STATE: [StateFeature<Seated>; AT_ROLL.len() + OF_TABLE.len()] =
    join(&[AT_ROLL, OF_TABLE]);

features! {
    OF_KEEP: ActionFeature<Seated>;
    "points" TOTAL, "points", "score of the kept dice" =>
        |(it, action)| Some(it.game.points(kept(*action)?.points));
    "dice_kept" DICE, "dice", "number of dice set aside by this action" =>
        |(_, action)| Some(kept(*action)?.dice);
    "dice_after" DICE, "dice", "number of dice to roll next: all of them after a Big 8" =>
        |(it, action)| match it.state.turn.dice - kept(*action)?.dice {
            0 => Some(it.game.rules.dice()),
            left => Some(left),
        };
    "points_left" TOTAL, "points", "points of the keep that scores most, beyond those of this action" =>
        |(it, action)| {
            let highest = it.actions().iter().filter_map(|one| kept(*one)).map(|keep| keep.points);
            Some(it.game.points(highest.max()?.saturating_sub(kept(*action)?.points)))
        };
}

fn kept(action: Action) -> Option<Keep> {
    match action {
        Action::BigEight(keep) | Action::Keep(keep) => Some(keep),
        Action::Stop | Action::Roll => None,
    }
}

const OPPONENT: Argument =
    Argument { name: "k", kind: Kind::Integer { min: 1, max: MAX_PLAYERS as i64 - 1 } };
const OF_DICE: Argument = Argument { name: "dice", kind: DICE };
const OF_POINTS: Argument = Argument { name: "turn_points", kind: TOTAL };

impl Publish for Seated {
    const NAME: &'static str = "el-ocho";

    const POINTS: &'static [Point<Self>] = &[
        Point {
            name: "keep",
            about: "Which scoring dice of the roll to set aside; at least one.",
            actions: &[
                one_of("part", "Keeps some of the dice and leaves others."),
                one_of("big_8", "Keeps every die rolled, so that all dice may be rolled again."),
            ],
            order: "more dice first, then more points; keeps with equal points and dice are one action",
            default_about: "the first action: the most dice, then the most points",
            default: |it| it.actions()[0],
            state: &KEEP_STATE,
            action: OF_KEEP,
        },
        Point {
            name: "roll",
            about: "Whether to stop and bank the turn's points, or to roll again.",
            actions: &[
                one_of(
                    "stop",
                    "Banks the turn's points. Legal from the minimum bank on, and automatic from a \
                     million points on.",
                ),
                always("roll", "Rolls the remaining dice."),
            ],
            order: "stop if legal, then roll",
            default_about: "stop if legal, else roll",
            default: |it| it.actions()[0],
            state: &ROLL_STATE,
            action: &[],
        },
    ];

    /// The totals and turns as seen by the seat to decide.
    type Sight = OnceCell<Standing>;

    const FUNCTIONS: &'static [Function<Self>] = &[
        Function::<Self>::new(
            "opponent_total",
            &[OPPONENT],
            TOTAL,
            "points",
            "banked total of opponent k, where 1 is the next to play; 0 for an absent opponent",
            |it, sight, args| {
                let others = &table(it, sight).1.others;
                let total = index(args[0]).checked_sub(1).and_then(|ahead| others.get(ahead));
                total.map_or(0.0, |total| it.game.points(*total))
            },
        ),
        Function::<Self>::new(
            "bust_probability",
            &[OF_DICE],
            CHANCE,
            "probability",
            "probability that rolling this number of dice busts, including Joker re-rolls; 0 for a \
             number of dice the game does not have",
            |it, _, args| it.game.functions.busts.get(index(args[0])).copied().unwrap_or(0.0),
        ),
        Function::<Self>::new(
            "turn_value",
            &[OF_POINTS, OF_DICE],
            up_to(MAX_TOTAL as f64),
            "points",
            "expected points of a turn with these points set aside and this number of dice to roll, \
             if played for the most points: the better of stopping and rolling, to the nearest \
             thousandth; points are rounded down to a multiple of the scoring unit; 0 for a number of \
             dice the game does not have; without an entry, a limit of the total or a penalty",
            |it, _, args| it.game.functions.turn_value(whole(args[0]), whole(args[1])),
        ),
    ];
}

/// A whole number as an index.
fn index(number: f64) -> usize {
    usize::try_from(whole(number)).unwrap_or(usize::MAX)
}

impl Seated {
    /// Converts units to points.
    #[inline]
    fn points(&self, units: u32) -> f64 {
        self.rules.points(units) as f64
    }
}

/// The probability that a decision to roll `dice` dice busts, including Joker re-rolls, as a
/// fraction: the weight of busts, and the weight of all rolls that are not Jokers (EO-9, EO-17).
fn bust_weights(game: &Game, dice: u8) -> (u64, u64) {
    let classes = game.table(dice).classes();
    let weight = |verdict: &Verdict| {
        classes.iter().filter(|class| class.verdict == *verdict).map(|class| class.weight).sum()
    };
    let joker: u64 = weight(&Verdict::Joker);
    (weight(&Verdict::Bust), game.table(dice).total() - joker)
}

/// Cached values of the functions of one game.
#[derive(Debug)]
pub(super) struct Functions {
    game: Arc<Game>,
    /// Bust probability by number of dice.
    busts: [f64; MAX_DICE as usize + 1],
    /// The optimal turn, computed on first use; `None` if it cannot be computed.
    turn: OnceLock<Option<Position>>,
}

impl Functions {
    pub(super) fn new(game: &Arc<Game>) -> Self {
        let mut busts = [0.0; MAX_DICE as usize + 1];
        for dice in 1..=game.dice() {
            let (bust, of) = bust_weights(game, dice);
            busts[usize::from(dice)] = bust as f64 / of.max(1) as f64;
        }
        Self { game: Arc::clone(game), busts, turn: OnceLock::new() }
    }

    /// Computes the optimal turn.
    pub(super) fn solve(&self) -> Result<()> {
        let solved = Solver::new(Arc::clone(&self.game)).free_turn()?;
        self.turn.get_or_init(|| Some(solved));
        Ok(())
    }

    /// The value in points to the nearest thousandth; 0 if there is no solution.
    fn turn_value(&self, turn_points: i64, dice: i64) -> f64 {
        let solve = || Solver::new(Arc::clone(&self.game)).free_turn().ok();
        let Some(turn) = self.turn.get_or_init(solve) else { return 0.0 };
        // Clamped far above what a turn can hold, so that `best` stays in range.
        let units = turn_points.max(0) / i64::from(self.game.scoring.unit);
        let units = units.min(i64::from(MAX_POINTS)) as u32;
        let value = u8::try_from(dice).ok().and_then(|dice| turn.best(units, dice));
        value.map_or(0.0, |value| (value * 1000.0).round() / 1000.0)
    }
}
