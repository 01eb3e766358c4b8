//! What a policy for El Ocho may name: its decision points, features and functions.

use crate::game::vocabulary::{CHANCE, to, up_to};
use crate::game::{ActionKind, Argument, DecisionPoint, Feature, Function, Kind, Vocabulary};

/// Indices of [`VOCABULARY`]'s decision points.
pub mod point {
    /// What to set aside of a roll.
    pub const KEEP: usize = 0;
    /// Stop or roll on.
    pub const ROLL: usize = 1;
}

pub(crate) const MAX_TOTAL: i64 = 100_000_000;

const fn points(name: &'static str, about: &'static str) -> Feature {
    Feature { name, kind: Kind::Integer { min: 0, max: MAX_TOTAL }, unit: "points", about }
}

const fn count(
    name: &'static str,
    min: i64,
    max: i64,
    unit: &'static str,
    about: &'static str,
) -> Feature {
    Feature { name, kind: Kind::Integer { min, max }, unit, about }
}

/// Slots that [`point::KEEP`] and [`point::ROLL`] share.
pub(crate) mod slot {
    pub(crate) const TURN_POINTS: usize = 0;
    pub(crate) const DICE: usize = 1;
    pub(crate) const ROLLS_MADE: usize = 2;
    pub(crate) const OWN_TOTAL: usize = 3;
    pub(crate) const BEST_OPPONENT_TOTAL: usize = 4;
    pub(crate) const TURNS_TAKEN: usize = 5;
    pub(crate) const TARGET: usize = 6;
    pub(crate) const MIN_BANK: usize = 7;
    /// The number of state features.
    pub(crate) const STATE: usize = 9;
}

/// The hidden slots of every decision: the opponents' totals in the order of play.
pub(crate) const OPPONENTS: usize = super::turn::MAX_PLAYERS - 1;

/// The index of `opponent_total` among the functions.
pub(crate) const OPPONENT_TOTAL: usize = 0;
/// The index of `bust_probability` among the functions.
pub(crate) const BUST_PROBABILITY: usize = 1;
/// The index of `turn_value` among the functions.
pub(crate) const TURN_VALUE: usize = 2;

const OWN: Feature = points("own_total", "The player's own banked total.");
const BEST: Feature =
    points("best_opponent_total", "The highest banked total among the opponents; 0 when alone.");
const TAKEN: Feature = count(
    "turns_taken",
    0,
    super::edition::MAX_TURNS as i64,
    "turns",
    "Turns the player has ended before this one.",
);
const TARGET: Feature = points("target", "The banked total that wins.");
const PLAYERS: Feature = count("players", 1, 8, "players", "Players at the table.");

const fn turn_features(
    points_about: &'static str,
    dice_about: &'static str,
    rolls: &'static str,
) -> [Feature; slot::STATE] {
    [
        points("turn_points", points_about),
        count("dice", 1, super::edition::MAX_DICE as i64, "dice", dice_about),
        count("rolls_made", 1, super::turn::MAX_ROLLS_SEEN as i64, "rolls", rolls),
        OWN,
        BEST,
        TAKEN,
        TARGET,
        points("min_bank", "The least a turn must hold to be banked."),
        PLAYERS,
    ]
}

const KEEP_STATE: [Feature; slot::STATE] = turn_features(
    "Points set aside in this turn before the roll that lies on the table.",
    "The number of dice just rolled.",
    "Rolls made in this turn, the one on the table among them and Joker re-rolls not; stops at 15.",
);
const ROLL_STATE: [Feature; slot::STATE] = turn_features(
    "Points set aside in this turn, those just kept among them.",
    "The number of dice that would be rolled: all of them after a Big 8.",
    "Rolls made in this turn, Joker re-rolls not counted; stops at 15.",
);

/// Everything a policy for El Ocho may name.
pub const VOCABULARY: Vocabulary = Vocabulary {
    game: "el-ocho",
    points: &[
        DecisionPoint {
            name: "keep",
            about: "Which scoring dice of the roll to set aside; at least one.",
            actions: &[
                ActionKind {
                    name: "part",
                    about: "Keeps some of the dice and leaves others.",
                    always: false,
                },
                ActionKind {
                    name: "big_8",
                    about: "Keeps every die rolled, so that all dice may be rolled again.",
                    always: false,
                },
            ],
            order: "more dice first, then more points; keeps of equal points and dice are one",
            default: "the first action: the most dice, and of these the most points",
            state: &KEEP_STATE,
            action: &[
                points("points", "What the kept dice score."),
                count(
                    "dice_kept",
                    1,
                    super::edition::MAX_DICE as i64,
                    "dice",
                    "Dice set aside by this action.",
                ),
                count(
                    "dice_after",
                    1,
                    super::edition::MAX_DICE as i64,
                    "dice",
                    "Dice that would be rolled next: all of them after a Big 8.",
                ),
            ],
            hidden: OPPONENTS,
        },
        DecisionPoint {
            name: "roll",
            about: "Whether to stop and bank the turn's points, or to roll on.",
            actions: &[
                ActionKind {
                    name: "stop",
                    about: "Banks the turn's points; legal from the minimum bank on, and done by itself \
                            from a million points on.",
                    always: false,
                },
                ActionKind { name: "roll", about: "Rolls the dice that are left.", always: true },
            ],
            order: "stop where it is legal, then roll",
            default: "stop where it is legal, else roll",
            state: &ROLL_STATE,
            action: &[],
            hidden: OPPONENTS,
        },
    ],
    functions: &[
        Function {
            name: "opponent_total",
            parameters: &[Argument {
                name: "k",
                kind: Kind::Integer { min: 1, max: OPPONENTS as i64 },
            }],
            kind: to(MAX_TOTAL),
            unit: "points",
            about: "The banked total of opponent k: 1 is the next to play; 0 beyond the table.",
        },
        Function {
            name: "bust_probability",
            parameters: &[DICE],
            kind: CHANCE,
            unit: "probability",
            about: "The probability that rolling so many dice busts, Jokers followed to their \
                    end; 0 for a number of dice the game does not have.",
        },
        Function {
            name: "turn_value",
            parameters: &[
                Argument { name: "turn_points", kind: Kind::Integer { min: 0, max: MAX_TOTAL } },
                DICE,
            ],
            kind: up_to(MAX_TOTAL as f64),
            unit: "points",
            about: "What a turn with so many points set aside and so many dice to roll brings on \
                    average when it is played for the most points from there on: the better of \
                    stopping and rolling, to the nearest thousandth. Points are taken down to the \
                    next that can be; 0 for a number of dice the game does not have.",
        },
    ],
};

/// The number of dice that functions take.
const DICE: Argument =
    Argument { name: "dice", kind: Kind::Integer { min: 1, max: super::edition::MAX_DICE as i64 } };
