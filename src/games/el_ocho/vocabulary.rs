//! What a policy for El Ocho may name: its decision points, features and functions.

use crate::game::vocabulary::{CHANCE, feature, to, up_to};
use crate::game::{
    ActionKind, Argument, DecisionPoint, Feature, Function, Kind, ModelParameter, Vocabulary,
};

/// Indices of [`VOCABULARY`]'s decision points.
pub mod point {
    /// What to set aside of a roll.
    pub const KEEP: usize = 0;
    /// Stop or roll on.
    pub const ROLL: usize = 1;
    /// Call the score of the common roll, or stay silent.
    pub const ANNOUNCE: usize = 2;
    /// Whose total goes back to 0.
    pub const RESET: usize = 3;
}

const MAX_TOTAL: i64 = 100_000_000;

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
    pub(crate) const PLAYERS: usize = 8;
    /// The number of state features.
    pub(crate) const STATE: usize = 9;
}

/// Slots of [`point::ANNOUNCE`] and [`point::RESET`].
pub(crate) mod common_slot {
    pub(crate) const OWN_TOTAL: usize = 0;
    pub(crate) const BEST_OPPONENT_TOTAL: usize = 1;
    pub(crate) const TURNS_TAKEN: usize = 2;
    pub(crate) const TARGET: usize = 3;
    pub(crate) const PLAYERS: usize = 4;
    pub(crate) const ROLL_POINTS: usize = 5;
    pub(crate) const SCORING_DICE: usize = 6;
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
    "Turns (rounds, in the stressed variant) the player has ended before this one.",
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

const COMMON_STATE: [Feature; 5] = [OWN, BEST, TAKEN, TARGET, PLAYERS];
const ANNOUNCE_STATE: [Feature; 7] = [
    OWN,
    BEST,
    TAKEN,
    TARGET,
    PLAYERS,
    points("roll_points", "What the roll is worth with all its scoring dice."),
    count(
        "scoring_dice",
        0,
        super::edition::MAX_DICE as i64,
        "dice",
        "The number of dice that score in the roll: the more, the harder to add up.",
    ),
];

/// The longest wait before an announcement, in tenths of a second.
pub const MAX_DELAY: u32 = 100;

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
        DecisionPoint {
            name: "announce",
            about: "Stressed variant: when to call the score of the common roll, if at all.",
            actions: &[
                ActionKind {
                    name: "silent",
                    about: "Makes no announcement this round.",
                    always: true,
                },
                ActionKind {
                    name: "answer",
                    about: "Announces after a wait of so many tenths.",
                    always: true,
                },
            ],
            order: "silent, then answers from the shortest wait (0) to the longest (100 tenths)",
            default: "answers after 20 tenths of a second",
            state: &ANNOUNCE_STATE,
            action: &[
                count(
                    "delay",
                    0,
                    MAX_DELAY as i64,
                    "tenths of a second",
                    "How long the player thinks; 0 for silent.",
                ),
                feature(
                    "error_chance",
                    CHANCE,
                    "probability",
                    "The chance that an announcement after this wait is wrong; 0 for silent.",
                ),
            ],
            hidden: OPPONENTS,
        },
        DecisionPoint {
            name: "reset",
            about: "Stressed variant: whose total goes back to 0 after a correct \"0\".",
            actions: &[
                ActionKind { name: "opponent", about: "An opponent's total.", always: false },
                ActionKind { name: "self", about: "The player's own total.", always: true },
            ],
            order: "the opponents in the order of play, then the player",
            default: "the opponent with the highest total, of equals the next to play",
            state: &COMMON_STATE,
            action: &[
                points("their_total", "The total that would go back to 0."),
                count(
                    "seats_away",
                    0,
                    7,
                    "seats",
                    "How many seats after the player's; 0 for the player.",
                ),
            ],
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
                    next that can be; 0 for a number of dice the game does not have, and in the \
                    stressed variant.",
        },
    ],
    model: &[
        ModelParameter {
            name: "error_base",
            default: 0.3,
            min: 0.0,
            max: 10.0,
            unit: "probability, to a millionth",
            about: "Stressed variant: the chance of a wrong announcement at once, before dice and \
                    waiting are counted; above 1 it takes a wait to become one.",
        },
        ModelParameter {
            name: "error_per_die",
            default: 0.08,
            min: 0.0,
            max: 1.0,
            unit: "probability, to a millionth",
            about: "Stressed variant: what each scoring die adds to that chance.",
        },
        ModelParameter {
            name: "error_per_tenth",
            default: 0.03,
            min: 0.0,
            max: 1.0,
            unit: "probability, to a millionth",
            about: "Stressed variant: what each tenth of a second of waiting takes from it.",
        },
        ModelParameter {
            name: "jitter",
            default: 5.0,
            min: 0.0,
            max: 100.0,
            unit: "tenths of a second, whole",
            about: "Stressed variant: an announcement comes up to so much later than intended.",
        },
        ModelParameter {
            name: "wrong_zero",
            default: 0.05,
            min: 0.0,
            max: 1.0,
            unit: "probability, to a millionth",
            about: "Stressed variant: the share of wrong announcements of a roll that scores that \
                    are \"0\"; the others are a wrong score.",
        },
    ],
};

/// The number of dice that functions take.
const DICE: Argument =
    Argument { name: "dice", kind: Kind::Integer { min: 1, max: super::edition::MAX_DICE as i64 } };

/// Indices of [`VOCABULARY`]'s model parameters.
pub(crate) mod model {
    pub(crate) const ERROR_BASE: usize = 0;
    pub(crate) const ERROR_PER_DIE: usize = 1;
    pub(crate) const ERROR_PER_TENTH: usize = 2;
    pub(crate) const JITTER: usize = 3;
    pub(crate) const WRONG_ZERO: usize = 4;
}
