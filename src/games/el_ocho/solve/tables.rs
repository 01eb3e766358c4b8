//! The tables of `solve`.

use crate::report::schema::{Begins, Column, Schema};

/// Columns that identify the turn of a row.
pub(in crate::games::el_ocho) const TURN: &[Column] = &[
    Column::text("objective", "objective: `turn`, `race`, or `win`"),
    Column::integer("own_total", "points", "banked total at the start of the turn"),
    Column::integer(
        "opponent_total",
        "points",
        "banked total of the opponent who rolls next; from four players on, of the best one",
    ),
    Column::integer("third_total", "points", "with three players: banked total of the third"),
];
pub(super) const DICE: Column = Column::integer("dice", "dice", "number of dice to roll");
pub(super) const OBJECTIVE: Column = TURN[0];

pub(super) const STOP_TABLE: Schema = Schema {
    name: "stop_table",
    about: "Solved: values of stopping and rolling, by number of dice and turn total.",
    begins: Begins::Rules,
    columns: &[
        TURN,
        &[
            DICE,
            Column::integer("turn_points", "points", "turn total"),
            Column::number(
                "stop_value",
                "",
                "value of stopping: points, turns to go, or win probability; empty below \
                 the minimum bank",
            ),
            Column::number("roll_value", "", "value of rolling, in the unit of `stop_value`"),
            Column::text("best", "optimal action: `stop` or `roll`"),
        ],
    ],
};

pub(super) const THRESHOLDS: Schema = Schema {
    name: "thresholds",
    about: "Solved: the turn total from which stopping is optimal, by number of dice.",
    begins: Begins::Rules,
    columns: &[
        TURN,
        &[
            DICE,
            Column::number("bust_probability", "share", "probability that the roll busts"),
            Column::text(
                "stops",
                "condition for stopping: `total` (from `stop_from` on), `win` (only if the turn wins), or \
                 `never` (no total of the game is enough)",
            ),
            Column::integer(
                "stop_from",
                "points",
                "lowest turn total from which stopping is always optimal, even if no turn reaches it; \
                 empty if there is none",
            ),
        ],
    ],
};

pub(super) const LOST_TURNS: Schema = Schema {
    name: "lost_turns",
    about: "Solved: the turn total from which stopping is optimal, by turns without points before this one, \
            for rules with a penalty for them.",
    begins: Begins::Rules,
    columns: &[&[
        Column::integer("lost_turns", "turns", "turns without points in a row before this one"),
        DICE,
        Column::integer(
            "stop_from",
            "points",
            "lowest turn total from which stopping is always optimal; empty if there is none",
        ),
        Column::number("bust_probability", "share", "probability that this turn busts"),
    ]],
};

pub(super) const STOP_RANGES: Schema = Schema {
    name: "stop_ranges",
    about: "Solved: all ranges of turn totals in which stopping is optimal; near the target, rolling \
            may be optimal again above a range.",
    begins: Begins::Rules,
    columns: &[
        TURN,
        &[
            DICE,
            Column::integer("from", "points", "lowest turn total of the range"),
            Column::integer(
                "to",
                "points",
                "highest turn total of the range; empty if the range has no end",
            ),
        ],
    ],
};

pub(super) const WIN_VALUES: Schema = Schema {
    name: "win_values",
    about: "Solved: win probability at the start of a turn.",
    begins: Begins::Rules,
    columns: &[
        TURN,
        &[Column::number("win_probability", "share", "win probability of the player to roll")],
    ],
};

pub(super) const THREE_VALUES: Schema = Schema {
    name: "three_values",
    about: "Solved: win probabilities of three players at the start of a turn.",
    begins: Begins::Rules,
    columns: &[
        TURN,
        &[
            Column::number("win_probability", "share", "win probability of the player to roll"),
            Column::number(
                "opponent_wins",
                "share",
                "win probability of the player who rolls next",
            ),
            Column::number("third_wins", "share", "win probability of the third player"),
        ],
    ],
};

pub(super) const RACE_VALUES: Schema = Schema {
    name: "race_values",
    about: "Solved: expected number of turns to the target, for one player.",
    begins: Begins::Rules,
    columns: &[
        TURN,
        &[Column::number("expected_turns", "turns", "expected number of turns to the target")],
    ],
};

pub(super) const POLICY_VALUES: Schema = Schema {
    name: "policy_values",
    about: "Solved: values of policies, and their regret.",
    begins: Begins::Run,
    columns: &[&[
        OBJECTIVE,
        Column::text("figure", "name of the figure"),
        Column::number("value", "", "exact value for the policy"),
        Column::number("optimum", "", "value for optimal play"),
        Column::number("regret", "", "loss of the policy against optimal play"),
        Column::text("method", "`exact`"),
    ]],
};

pub(super) const REGRET: Schema = Schema {
    name: "regret",
    about: "Solved: the decisions of policies, the optimal ones, and the regret.",
    begins: Begins::Run,
    columns: &[&[
        OBJECTIVE,
        Column::text("decision", "`keep` or `roll`"),
        Column::integer("dice", "dice", "number of dice rolled (`keep`) or to roll (`roll`)"),
        Column::integer("turn_points", "points", "turn total before the decision"),
        Column::text("roll", "example of the rolls that score equally; only for `keep`"),
        Column::text("choice", "action of the policy: `keep`, `stop`, or `roll`"),
        Column::integer("choice_points", "points", "points of the dice that the policy keeps"),
        Column::integer("choice_dice", "dice", "number of dice that the policy keeps"),
        Column::text("best", "optimal action"),
        Column::integer("best_points", "points", "points of the dice that optimal play keeps"),
        Column::integer("best_dice", "dice", "number of dice that optimal play keeps"),
        Column::number("visits", "", "expected number of occurrences per turn, race or game"),
        Column::number("loss", "", "total loss; the rows sum to the regret of the policy"),
        Column::number("share", "share", "share of the regret of the policy"),
    ]],
};

pub(crate) const TABLES: [Schema; 9] = [
    STOP_TABLE,
    THRESHOLDS,
    STOP_RANGES,
    LOST_TURNS,
    RACE_VALUES,
    WIN_VALUES,
    THREE_VALUES,
    POLICY_VALUES,
    REGRET,
];
