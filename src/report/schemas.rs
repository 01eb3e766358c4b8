//! Schemas of the tables that every game has, and typed methods for their rows.
//!
//! The documentation of a table is its `about`.

#![allow(missing_docs)]

use super::key::{KEY_COLUMNS, Key};
use super::table::{Cell, Table};
use crate::report::schema::{Begins, Column, ERRORS, Schema};
use crate::stats::{Estimate, Histogram};

impl Schema {
    /// All columns: the common ones, then the table's own.
    pub fn all_columns(&self) -> impl Iterator<Item = Column> {
        let own = self.columns.iter().flat_map(|columns| columns.iter());
        self.begins.columns().iter().chain(own).copied()
    }
}

/// A group of columns, possibly shared by several tables.
type Group = &'static [Column];

/// A table about a run.
const fn of_run(name: &'static str, about: &'static str, columns: &'static [Group]) -> Schema {
    Schema { name, about, begins: Begins::Run, columns }
}

const GAME: Column = KEY_COLUMNS[0];
const EDITION: Column = KEY_COLUMNS[1];

const SCORE: Group = &[
    Column::text("unit", "the unit of observation: `turn`, `game`, or the unit of game length"),
    Column::integer("n", "", "the number of units"),
    Column::number("mean", "", "the mean per unit"),
    Column::number("std_dev", "", "the standard deviation of a single value"),
];

const PERCENTILES: Group = &[
    Column::number("min", "", "the lowest value"),
    Column::number("p5", "", "the 5th percentile"),
    Column::number("p25", "", "the 25th percentile"),
    Column::number("p50", "", "the median"),
    Column::number("p75", "", "the 75th percentile"),
    Column::number("p95", "", "the 95th percentile"),
    Column::number("max", "", "the highest value"),
];

const DECISION: Column = Column::text("decision", "the decision point");
const DECISIONS: Column =
    Column::integer("decisions", "", "the number of decisions of the policy there");

const BLOCKS: Column = Column::integer(
    "blocks",
    "blocks",
    "the number of blocks: seat rotations with common random numbers",
);

/// The estimate of a figure over blocks of games with common random numbers.
const OF_BLOCKS: Group = &[
    Column::text(
        "figure",
        "the estimated quantity: win rate, score, length, or a difference of them",
    ),
    BLOCKS,
    Column::number("value", "", "the estimate: a share, points, turns or rounds, or Elo"),
];

/// The columns after the estimate of a paired difference.
const DIFFERENCE: Group = &[
    Column::number(
        "variance_ratio",
        "",
        "blocks needed with independent random numbers, relative to common random numbers",
    ),
    Column::number("p_value", "", "the p-value of this difference alone"),
    Column::number("p_holm", "", "the p-value adjusted for all rows of the figure (Holm)"),
    Column::text("verdict", "`better`, `worse`, `equivalent` within `--margin`, or `undecided`"),
];

pub const SITUATION: Column =
    Column::text("situation", "the situation in which a bust is possible");

pub const BUSTS: [Column; 3] = [
    Column::integer("trials", "", "the number of times the situation occurred"),
    Column::integer("busts", "", "the number of these that ended in a bust"),
    Column::number("bust_probability", "share", "busts divided by trials"),
];

pub const WIN_RATES: Schema = of_run(
    "win_rates",
    "Win rate of each policy; a win shared by k players counts 1/k.",
    &[
        &[
            Column::integer("games", "games", "seats of the policy, over all games"),
            Column::integer("wins", "games", "games with the policy as the only winner"),
            Column::integer(
                "shared_wins",
                "games",
                "games with the policy as one of several winners",
            ),
            Column::number(
                "win_rate",
                "share",
                "wins divided by games; a win shared by k players counts 1/k",
            ),
        ],
        &ERRORS,
        &[Column::integer(
            "unfinished",
            "games",
            "games stopped at a limit: without a winner, and excluded from means of scores and lengths",
        )],
    ],
);

pub const EXPECTED_SCORES: Schema = of_run(
    "expected_scores",
    "Score of each policy per turn or per game.",
    &[SCORE, &ERRORS, PERCENTILES],
);

pub const BUST_PROBABILITIES: Schema = of_run(
    "bust_probabilities",
    "Bust probability of each policy, by situation.",
    &[&[SITUATION], &BUSTS, &ERRORS],
);

pub const GAME_LENGTHS: Schema =
    of_run("game_lengths", "Length of the games in turns or rounds.", EXPECTED_SCORES.columns);

pub const STRENGTHS: Schema = of_run(
    "strengths",
    "Exact strength of the policies of El Ocho, without sampling (`--strength`).",
    &[&[
        Column::number(
            "win_probability",
            "share",
            "win probability if all others play the solution, over all seats",
        ),
        Column::number("optimum", "share", "the same for a player of the solution"),
        Column::number("regret", "share", "`optimum` less `win_probability`"),
        Column::number(
            "response",
            "share",
            "win probability of the best response if all others play the policy, over all seats",
        ),
        Column::number(
            "exploitability",
            "share",
            "`response` less an even share of the wins: what the best response gains",
        ),
    ]],
);

pub const RULE_USE: Schema = of_run(
    "rule_use",
    "Use of each rule of each policy file.",
    &[&[
        DECISION,
        Column::text(
            "decided_by",
            "`rule`; if none matched, `base` for a file that names one, else `default`: the game's own choice",
        ),
        Column::integer("rule", "", "the number of the rule within its decision point, from 1"),
        Column::text("when", "the condition of the rule; empty if it has none"),
        DECISIONS,
        Column::integer("decided", "", "the number of decisions made by this rule"),
        Column::number(
            "share",
            "share",
            "decided divided by decisions in this run; without standard error, because decisions of \
             one game are correlated and not counted per game",
        ),
    ]],
);

pub const ACTIONS: Schema = of_run(
    "actions",
    "Frequency of each kind of action.",
    &[&[
        DECISION,
        Column::text("action", "the kind of action"),
        DECISIONS,
        Column::integer("chosen", "", "the number of decisions for this kind of action"),
        Column::number(
            "share",
            "share",
            "chosen divided by decisions in this run; without standard error, because decisions of \
             one game are correlated and not counted per game",
        ),
    ]],
);

pub const COMPARISONS: Schema = of_run(
    "comparisons",
    "Difference between each candidate and another (`versus`) with common random numbers.",
    &[&[Column::text("versus", "the other candidate")], OF_BLOCKS, &ERRORS, DIFFERENCE],
);

pub const WHY: Schema = of_run(
    "why",
    "What differs between two candidates, per game and with common random numbers (`compare --why`).",
    &[
        &[
            Column::text("versus", "the other candidate"),
            Column::integer(
                "rank",
                "",
                "the rank by the difference in standard deviations of a block",
            ),
            Column::text(
                "kind",
                "`score`, `length`, `bust`, `action` (decision point and kind), `rule` (if both candidates have one file), or the table of the figure",
            ),
            Column::text("figure", "the figure within its kind; of a share, the number of hits"),
            Column::number("policy_value", "", "its amount per game of the candidate"),
            Column::number("versus_value", "", "its amount per game of the other candidate"),
            Column::number("value", "", "the difference per game"),
        ],
        &ERRORS,
    ],
);

pub const RULES_COMPARE: Schema = of_run(
    "rules_compare",
    "Results of each policy under two rule sets with common random numbers, and the difference of \
     the first (`rules`) to the second (`versus_rules`).",
    &[
        &[Column::text("versus_rules", "in a row of a difference, the other rules; else empty")],
        OF_BLOCKS,
        &ERRORS,
        DIFFERENCE,
    ],
);

pub const RANKINGS: Schema = of_run(
    "rankings",
    "Results of the candidates, best first; candidates that share a letter of `groups` are not \
     significantly different.",
    &[
        &[
            Column::integer("rank", "", "the rank; 1 is the best"),
            Column::text("groups", "the groups of the candidate, one letter each"),
        ],
        OF_BLOCKS,
        &ERRORS,
    ],
);

pub const SWEEP: Schema = of_run(
    "sweep",
    "Results of each point of a grid, all with common random numbers.",
    &[
        &[
            Column::text("parameter", "the parameter or rule that varies"),
            Column::text("setting", "the value of `parameter` at this point"),
            Column::number("setting_number", "", "`setting` as a number, if it is one"),
            Column::text("parameter_2", "the second parameter or rule that varies; may be empty"),
            Column::text("setting_2", "the value of `parameter_2` at this point"),
            Column::number("setting_2_number", "", "`setting_2` as a number, if it is one"),
        ],
        OF_BLOCKS,
        &ERRORS,
        &[Column::integer("may_be_best", "", "1 if the point may be the best, else 0")],
    ],
);

pub const TUNED_PARAMETERS: Schema = of_run(
    "tuned_parameters",
    "Parameters of a policy before and after a search, with the searched range.",
    &[&[
        Column::text("parameter", "the name of the parameter"),
        Column::number("start", "", "the value before the search"),
        Column::number("tuned", "", "the value after the search"),
        Column::number("min", "", "the lowest value of the search"),
        Column::number("max", "", "the highest value of the search"),
        Column::number("step", "", "the step of the search"),
    ]],
);

pub const TUNING_PATH: Schema = of_run(
    "tuning_path",
    "The best setting of a search at the start and after each race.",
    &[&[
        Column::integer("race", "races", "the number of races so far"),
        Column::integer("games", "games", "the number of games so far"),
        Column::text("parameter", "the name of the parameter"),
        Column::number("value", "", "its value in the best setting"),
    ]],
);

pub const SENSITIVITY: Schema = of_run(
    "sensitivity",
    "How much better a policy is if one parameter alone takes another value (`tune`).",
    &[
        &[
            Column::text("parameter", "the name of the parameter"),
            Column::number("changed", "", "its other value"),
            Column::integer("edge", "", "1 if this is an end of its range, else 0"),
            BLOCKS,
            Column::number("value", "", "the difference in win rate; in score for one player"),
        ],
        &ERRORS,
    ],
);

pub const LEARNT_RULES: Schema = of_run(
    "learnt_rules",
    "Rules that were learnt for a policy (`learn`): what each gained when it was added, in new games.",
    &[
        &[
            Column::integer("rule", "", "the number of the learnt rule in the file"),
            DECISION,
            Column::integer("games", "games", "the number of games of the policy with the rule"),
            Column::number("value", "", "the gain in win rate; in score for one player"),
        ],
        &ERRORS,
        &[Column::text("sentence", "what the rule does")],
    ],
);

pub const ACTION_VALUES: Schema = of_run(
    "action_values",
    "Values of the legal actions of one decision (`advise`): exact, or by playouts with `policy`.",
    &[
        &[
            DECISION,
            Column::integer("rank", "", "the rank of the action; 1 is the best"),
            Column::text("action", "the action"),
            Column::integer("chosen", "", "1 for the choice of the policy that was asked, else 0"),
            Column::text(
                "figure",
                "`win_rate`, `score`, or `loss`: how much the best action is better, in win rate (in score \
                 for one player); only for actions that were measured to the end",
            ),
            Column::integer("n", "", "the number of playouts; 0 if exact"),
            Column::number("value", "", "the estimate: a share or points"),
        ],
        &ERRORS,
    ],
);

/// The group of a row of [`REVIEW`].
const BY: Column = Column::text(
    "by",
    "the kind of group: `all`, `decision`, `rule`, `missed_rule` (decisions of other rules where this \
     rule would choose the better action), `change` (chosen and better kind of action), `third` of the \
     game, `standing` in the score; or `in_play`, a check: how much the base wins more in games of its own",
);

pub const REVIEW: Schema = of_run(
    "review",
    "Win rate that a policy loses by its decisions, by group of decisions (`review`).",
    &[
        &[
            BY,
            Column::text("group", "the group"),
            Column::text("decision", "the decision point; empty for groups of all points"),
            Column::integer("rule", "", "the number of the rule within its decision point, from 1"),
            Column::integer("line", "", "the line of the rule in its file"),
            Column::integer("decisions", "", "the number of decisions with a choice in the group"),
            Column::integer("better", "", "the number of these where a better action was found"),
            Column::text(
                "figure",
                "`lost_to_base`: what the choices of the base win more; `gain_found`: what the better actions \
                 that playouts found win more; summed over the decisions of a game",
            ),
            Column::integer("games", "games", "the number of reviewed games"),
            Column::number("value", "share", "the win rate per game"),
        ],
        &ERRORS,
    ],
);

pub const COSTLIEST: Schema = of_run(
    "costliest",
    "The costliest decisions of a review, by new playouts or exact values.",
    &[
        &[
            Column::integer("rank", "", "the rank; 1 is the costliest"),
            Column::integer("game_number", "", "the game, as in `trace`"),
            Column::integer("decision_number", "", "the decision in the game, as in `advise`"),
            DECISION,
            Column::integer("rule", "", "the number of the rule that decided, from 1"),
            Column::integer("line", "", "the line of this rule in its file"),
            Column::text("chosen", "the chosen action"),
            Column::text("better", "the better action"),
            Column::text(
                "position",
                "the position, as the seat knows it; empty without such texts",
            ),
            Column::integer("n", "", "the number of new playouts of both actions; 0 if exact"),
            Column::number("value", "share", "how much the better action wins more"),
        ],
        &ERRORS,
    ],
);

pub const SPEED: Schema = Schema {
    name: "speed",
    about: "Speed on this machine (`bench`): minimum, median and maximum of a few rounds.",
    begins: Begins::Rules,
    columns: &[&[
        Column::text("policy", "the policy in all seats"),
        Column::text("unit", "the unit of play: `game`, or `turn` for single turns"),
        Column::integer("players", "players", "the number of players"),
        Column::integer("threads", "threads", "the number of threads"),
        Column::integer("rounds", "rounds", "the number of measurements"),
        Column::number(
            "setup_seconds",
            "seconds",
            "the time to prepare the policies, and the extra time of the first games",
        ),
        Column::text(
            "figure",
            "`units_per_second`; `decisions_per_second`, over all policies; or \
             `ns_per_decision`, nanoseconds of thread time",
        ),
        Column::number("min", "", "the lowest round"),
        Column::number("median", "", "the median round"),
        Column::number("max", "", "the highest round"),
    ]],
};

pub const VERIFY: Schema = Schema {
    name: "verify",
    about: "Exact values, and the simulator's deviation from them in standard errors.",
    begins: Begins::Nothing,
    columns: &[&[
        GAME,
        EDITION,
        Column::text(
            "rules",
            "the rules that differ from those of the edition, joined by `;`; `default` if there are none",
        ),
        Column::text("figure", "the estimated quantity"),
        Column::integer("n", "", "the number of rolls, turns or games of the estimate"),
        Column::number("estimate", "", "the simulator's estimate"),
        Column::number("exact", "", "the exact value"),
        Column::number("std_error", "", "the standard error of the estimate"),
        Column::number("z", "", "(estimate - exact) / std_error"),
    ]],
};

pub const SETTINGS: Schema = Schema {
    name: "settings",
    about: "The version and the seed of the run, and the settings behind the labels of the other tables: \
            `rules`, `parameters`, `opponents`, and lists joined by `+`.",
    begins: Begins::Nothing,
    columns: &[&[
        GAME,
        EDITION,
        Column::text("column", "the column of the label; empty for the run"),
        Column::text("label", "the label; empty for the run"),
        Column::text(
            "key",
            "`version`, `seed`, the rule or the parameter; in a list the position, from 1",
        ),
        Column::text("value", "the value; in a list the entry at this position"),
        Column::number("number", "", "the value as a number, if it is one"),
    ]],
};

pub const CHANGES: Schema = Schema {
    name: "changes",
    about: "Figures in which two results differ (`pushluck diff`).",
    begins: Begins::Nothing,
    columns: &[&[
        Column::text("table", "the table of the figure"),
        Column::text("row", "the cells that identify the row"),
        Column::text("figure", "the column of the figure"),
        Column::number("before", "", "the value in the first result"),
        Column::number("after", "", "the value in the second result"),
        Column::number("difference", "", "`after` less `before`"),
        Column::number(
            "std_error",
            "",
            "the standard error of the difference; empty without errors",
        ),
        Column::number(
            "p",
            "",
            "the p-value of the difference, adjusted for all figures with errors",
        ),
        Column::text(
            "games",
            "`paired`: compared game by game with the same random numbers; `independent`: otherwise",
        ),
        Column::text(
            "verdict",
            "`within-errors`, `beyond` (the errors, at the level of `--confidence`), or `changed`: another \
             value of a figure without errors",
        ),
    ]],
};

pub const DICTIONARY: Schema = Schema {
    name: "tables",
    about: "Columns of all tables.",
    begins: Begins::Nothing,
    columns: &[&[
        GAME,
        Column::text("table", "the table: the name of its file without extension"),
        Column::integer(
            "form",
            "",
            "the number of the form, for tables with several forms (raw rows)",
        ),
        Column::text("column", "the column"),
        Column::text("type", "`text`, `integer`, or `number`; any cell may be empty"),
        Column::text("unit", "the unit of a number"),
        Column::text("about", "the meaning of the column"),
    ]],
};

/// The tables of every game.
pub const COMMON: [Schema; 22] = [
    WIN_RATES,
    EXPECTED_SCORES,
    BUST_PROBABILITIES,
    GAME_LENGTHS,
    STRENGTHS,
    RULE_USE,
    ACTIONS,
    COMPARISONS,
    WHY,
    RANKINGS,
    RULES_COMPARE,
    SWEEP,
    TUNED_PARAMETERS,
    TUNING_PATH,
    SENSITIVITY,
    LEARNT_RULES,
    ACTION_VALUES,
    REVIEW,
    COSTLIEST,
    SPEED,
    VERIFY,
    SETTINGS,
];

/// The cells of an estimate: value, `std_error`, `ci_low`, `ci_high`, `confidence` and `method`;
/// all empty for `None`.
pub fn estimate_cells(estimate: Option<&Estimate>) -> [Cell; 6] {
    let Some(&Estimate { value, std_error, low, high, method, level }) = estimate else {
        return [const { Cell::Empty }; 6];
    };
    let (level, method) = (level.confidence().into(), method.name().into());
    [value.into(), std_error.into(), low.into(), high.into(), level, method]
}

impl Table {
    /// Adds a row of [`WIN_RATES`]: `games` seats in games, `wins` without and `shared_wins` with
    /// other winners; `unfinished` games reached a limit.
    pub fn win_rate(
        &mut self,
        key: &Key,
        [games, wins, shared_wins, unfinished]: [u64; 4],
        win_rate: Option<&Estimate>,
    ) {
        let counts = [games, wins, shared_wins].map(Cell::from);
        let cells = counts.into_iter().chain(estimate_cells(win_rate));
        self.row(key, cells.chain([unfinished.into()]));
    }

    /// Adds a row of [`EXPECTED_SCORES`] or [`GAME_LENGTHS`]: the distribution of a figure per
    /// `unit` (`turn`, `game`), and its mean.
    pub fn score(&mut self, key: &Key, unit: &str, scores: &Histogram, mean: Option<&Estimate>) {
        let [value, error @ ..] = estimate_cells(mean);
        let head = [unit.into(), scores.n().into(), value, scores.moments().std_dev().into()];
        let percentiles = [5, 25, 50, 75, 95].map(|percent| scores.percentile(percent).into());
        let tail =
            [scores.min().into()].into_iter().chain(percentiles).chain([scores.max().into()]);
        self.row(key, head.into_iter().chain(error).chain(tail));
    }

    /// Adds a row of [`BUST_PROBABILITIES`]: `busts` in `trials` of a `situation` (`turn` for whole
    /// turns). If the game has columns of its own after `situation`, `conditions` fill them, or
    /// nothing.
    pub fn bust(
        &mut self,
        key: &Key,
        (situation, conditions): (&str, &[Cell]),
        (trials, busts): (u64, u64),
        bust_probability: Option<&Estimate>,
    ) {
        let all = self.columns().len() - BUST_PROBABILITIES.all_columns().count();
        let empty = std::iter::repeat_n(Cell::Empty, all - conditions.len());
        let head = [Cell::from(situation)].into_iter().chain(conditions.iter().cloned());
        let cells = head.chain(empty).chain([trials.into(), busts.into()]);
        self.row(key, cells.chain(estimate_cells(bust_probability)));
    }

    /// Adds a row of [`RULE_USE`]: `decided_by`, for `rule` number `rule` of the file (counted from 1)
    /// with the condition `when`, decided `decided` of the `decisions` at the decision point `decision`.
    pub fn rule_use(
        &mut self,
        key: &Key,
        decision: &str,
        (decided_by, rule, when): (&str, Option<usize>, Option<&str>),
        (decisions, decided): (u64, u64),
    ) {
        let share = (decisions > 0).then(|| decided as f64 / decisions as f64);
        let head = [decision.into(), decided_by.into(), rule.into(), when.into()];
        self.row(key, head.into_iter().chain([decisions.into(), decided.into(), share.into()]));
    }
}
