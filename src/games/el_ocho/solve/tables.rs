//! The tables of `solve`.

use crate::report::schema::{Begins, Column, Schema};

/// Which turn a row is about.
pub(in crate::games::el_ocho) const TURN: &[Column] = &[
    Column::text("objective", "what is optimised: `turn`, `race`, or `win`"),
    Column::integer("own_total", "points", "the banked total at the start of the turn"),
    Column::integer("opponent_total", "points", "the opponent's"),
];
pub(super) const DICE: Column = Column::integer("dice", "dice", "the dice to roll");
pub(super) const OBJECTIVE: Column = TURN[0];

pub(super) const STOP_TABLE: Schema = Schema {
    name: "stop_table",
    about: "Solved: what stopping and rolling on are worth for each number of dice and turn total.",
    begins: Begins::Rules,
    columns: &[
        TURN,
        &[
            DICE,
            Column::integer("turn_points", "points", "the turn total"),
            Column::number(
                "stop_value",
                "",
                "what stopping is worth: points, turns to go, or the chance of winning; empty below \
                 the minimum bank",
            ),
            Column::number("roll_value", "", "what rolling on is worth, in the same unit"),
            Column::text("best", "`stop` or `roll`"),
        ],
    ],
};

pub(super) const THRESHOLDS: Schema = Schema {
    name: "thresholds",
    about: "Solved: for each number of dice the turn total from which on stopping is right.",
    begins: Begins::Rules,
    columns: &[
        TURN,
        &[
            DICE,
            Column::number("bust_probability", "share", "the probability that the roll busts"),
            Column::text(
                "stops",
                "when stopping is right: from a `total` on, with a turn that wins (`win`), or `never`: \
                 no total of the game is enough",
            ),
            Column::integer(
                "stop_from",
                "points",
                "from so much on stopping is always right, also where no turn of the game makes as much; \
                 empty where it never is",
            ),
        ],
    ],
};

/// Wherever stopping is right.
pub(super) const STOP_RANGES: Schema = Schema {
    name: "stop_ranges",
    about: "Solved: all stretches of turn totals at which stopping is right; near the target rolling \
            on may be right again beyond one.",
    begins: Begins::Rules,
    columns: &[
        TURN,
        &[
            DICE,
            Column::integer("from", "points", "the least turn total of the stretch"),
            Column::integer("to", "points", "the highest; empty where there is no end"),
        ],
    ],
};

pub(super) const WIN_VALUES: Schema = Schema {
    name: "win_values",
    about: "Solved: the probability of winning at the start of a turn.",
    begins: Begins::Rules,
    columns: &[TURN, &[Column::number("win_probability", "share", "the chance of winning")]],
};

pub(super) const RACE_VALUES: Schema = Schema {
    name: "race_values",
    about: "Solved: the expected number of turns to the target, alone.",
    begins: Begins::Rules,
    columns: &[TURN, &[Column::number("expected_turns", "turns", "turns to go")]],
};

pub(super) const POLICY_VALUES: Schema = Schema {
    name: "policy_values",
    about: "Solved: what each policy is worth, and its regret.",
    begins: Begins::Run,
    columns: &[&[
        OBJECTIVE,
        Column::text("figure", "what is valued"),
        Column::number("value", "", "what it comes to"),
        Column::number("optimum", "", "the same with optimal play"),
        Column::number("regret", "", "how far the policy falls short of that"),
        Column::text("method", "`exact`"),
    ]],
};

pub(super) const REGRET: Schema = Schema {
    name: "regret",
    about: "Solved: each decision a policy meets, what it chooses, and the regret of that.",
    begins: Begins::Run,
    columns: &[&[
        OBJECTIVE,
        Column::text("decision", "`keep` or `roll`"),
        Column::integer("dice", "dice", "the dice rolled, or to roll"),
        Column::integer("turn_points", "points", "the turn total"),
        Column::text("roll", "a roll that stands for all that score alike; of `keep`"),
        Column::text("choice", "what the policy does: `keep`, `stop`, or `roll`"),
        Column::integer("choice_points", "points", "the points it keeps"),
        Column::integer("choice_dice", "dice", "the dice it keeps"),
        Column::text("best", "what is best"),
        Column::integer("best_points", "points", "the points that are best kept"),
        Column::integer("best_dice", "dice", "the dice that are best kept"),
        Column::number("visits", "", "how often it comes up in a turn, race or game"),
        Column::number("loss", "", "what it loses in all; the rows add up to the regret"),
        Column::number("share", "share", "of the loss of all decisions"),
    ]],
};

pub(crate) const TABLES: [Schema; 7] =
    [STOP_TABLE, THRESHOLDS, STOP_RANGES, RACE_VALUES, WIN_VALUES, POLICY_VALUES, REGRET];
