//! The tables that any game has, and the rows that fill them.
//!
//! A table's documentation is its `about`.

#![allow(missing_docs)]

use super::key::{KEY_COLUMNS, Key};
use super::table::{Cell, Table};
use crate::report::schema::{Begins, Column, ERRORS, Schema};
use crate::stats::{Estimate, Histogram};

impl Schema {
    /// All columns: the common ones, then its own.
    pub fn all_columns(&self) -> impl Iterator<Item = Column> {
        let own = self.columns.iter().flat_map(|columns| columns.iter());
        self.begins.columns().iter().chain(own).copied()
    }
}

/// A group of columns that several tables share, or that one has.
type Group = &'static [Column];

/// A table about a run.
const fn of_run(name: &'static str, about: &'static str, columns: &'static [Group]) -> Schema {
    Schema { name, about, begins: Begins::Run, columns }
}

const GAME: Column = KEY_COLUMNS[0];
const EDITION: Column = KEY_COLUMNS[1];

const SCORE: Group = &[
    Column::text("unit", "what the figure is of: `turn`, `game`, or what measures a game's length"),
    Column::integer("n", "", "so many of them"),
    Column::number("mean", "", "the mean"),
    Column::number("std_dev", "", "the standard deviation of single values"),
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
const DECISIONS: Column = Column::integer("decisions", "", "how often the policy decided there");

/// What was estimated of blocks of games on the same luck.
const OF_BLOCKS: Group = &[
    Column::text("figure", "what was estimated: win rate, score, length, or a difference of them"),
    Column::integer("blocks", "blocks", "blocks of seat rotations on the same luck"),
    Column::number("value", "", "the estimate: a share, points, turns or rounds, Elo"),
];

/// Behind a difference on the same luck.
const DIFFERENCE: Group = &[
    Column::number(
        "variance_ratio",
        "",
        "how many times the blocks it would have taken on luck of their own",
    ),
    Column::number("p_value", "", "the p value of the difference alone"),
    Column::number("p_holm", "", "adjusted for all rows of that figure, after Holm"),
    Column::text("verdict", "`better`, `worse`, `equivalent` within `--margin`, or `undecided`"),
];

pub const SITUATION: Column = Column::text("situation", "what may bust");

pub const BUSTS: [Column; 3] = [
    Column::integer("trials", "", "so often it came up"),
    Column::integer("busts", "", "so often it bust"),
    Column::number("bust_probability", "share", "busts of the trials"),
];

pub const WIN_RATES: Schema = of_run(
    "win_rates",
    "How often each policy won, a win shared by k counting 1/k.",
    &[
        &[
            Column::integer("games", "games", "seats of the policy in games"),
            Column::integer("wins", "games", "games it won alone"),
            Column::integer("shared_wins", "games", "games it won together with others"),
            Column::number("win_rate", "share", "wins, a win shared by k counting 1/k"),
        ],
        &ERRORS,
        &[Column::integer(
            "unfinished",
            "games",
            "games given up at a limit; nobody wins them, and means of scores and lengths leave them out",
        )],
    ],
);

pub const EXPECTED_SCORES: Schema = of_run(
    "expected_scores",
    "How much each policy scored in a turn or a game.",
    &[SCORE, &ERRORS, PERCENTILES],
);

pub const BUST_PROBABILITIES: Schema = of_run(
    "bust_probabilities",
    "How often each policy bust, by what may bust.",
    &[&[SITUATION], &BUSTS, &ERRORS],
);

pub const GAME_LENGTHS: Schema =
    of_run("game_lengths", "How many turns or rounds the games took.", EXPECTED_SCORES.columns);

pub const RULE_USE: Schema = of_run(
    "rule_use",
    "How often each rule of each policy file decided.",
    &[&[
        DECISION,
        Column::text("decided_by", "`rule`, or `default`: the game's own choice where no rule did"),
        Column::integer("rule", "", "the number of the rule among those of the decision, from 1"),
        Column::text("when", "its condition; empty where it has none"),
        DECISIONS,
        Column::integer("decided", "", "so often this rule did"),
        Column::number(
            "share",
            "share",
            "decided of the decisions: what this run did; no error, as decisions of one game hang \
             together and are not counted game by game",
        ),
    ]],
);

pub const ACTIONS: Schema = of_run(
    "actions",
    "How often each kind of action was chosen.",
    &[&[
        DECISION,
        Column::text("action", "the kind of action"),
        DECISIONS,
        Column::integer("chosen", "", "so often this kind was chosen"),
        Column::number(
            "share",
            "share",
            "chosen of the decisions: what this run did; no error, as decisions of one game hang \
             together and are not counted game by game",
        ),
    ]],
);

pub const COMPARISONS: Schema = of_run(
    "comparisons",
    "By how much each candidate is above another (`versus`) on the same luck.",
    &[&[Column::text("versus", "the other one")], OF_BLOCKS, &ERRORS, DIFFERENCE],
);

pub const RULES_COMPARE: Schema = of_run(
    "rules_compare",
    "What each policy comes to under two rule sets on the same luck, and by how much the first \
     (`rules`) is above the second (`versus_rules`).",
    &[
        &[Column::text("versus_rules", "of a difference: the other rules")],
        OF_BLOCKS,
        &ERRORS,
        DIFFERENCE,
    ],
);

pub const RANKINGS: Schema = of_run(
    "rankings",
    "What each candidate came to, best first; those that share a letter of `groups` are not \
     significantly different.",
    &[
        &[
            Column::integer("rank", "", "1 is the best"),
            Column::text("groups", "the groups that it belongs to, a letter each"),
        ],
        OF_BLOCKS,
        &ERRORS,
    ],
);

pub const SWEEP: Schema = of_run(
    "sweep",
    "What came of each point of a grid, all on the same luck.",
    &[
        &[
            Column::text("parameter", "what varies"),
            Column::text("setting", "its value at this point"),
            Column::number("setting_number", "", "the value where it is a number"),
            Column::text("parameter_2", "what varies beside it"),
            Column::text("setting_2", "its value at this point"),
            Column::number("setting_2_number", "", "the value where it is a number"),
        ],
        OF_BLOCKS,
        &ERRORS,
        &[Column::integer("may_be_best", "", "1 for a point that may be the best, else 0")],
    ],
);

pub const TUNED_PARAMETERS: Schema = of_run(
    "tuned_parameters",
    "The parameters of a policy before and after a search, with the range that was searched.",
    &[&[
        Column::text("parameter", "its name"),
        Column::number("start", "", "its value before the search"),
        Column::number("tuned", "", "its value after it"),
        Column::number("min", "", "the lowest value searched"),
        Column::number("max", "", "the highest value searched"),
        Column::number("step", "", "the step of the search"),
    ]],
);

pub const SPEED: Schema = Schema {
    name: "speed",
    about: "How fast this machine plays (`bench`): the spread of a few rounds.",
    begins: Begins::Rules,
    columns: &[&[
        Column::text("policy", "who plays"),
        Column::text("unit", "what is played: `game`, or `turn`, each alone"),
        Column::integer("players", "players", "how many play"),
        Column::integer("threads", "threads", "the threads that play"),
        Column::integer("rounds", "rounds", "how often it was measured"),
        Column::number(
            "setup_seconds",
            "seconds",
            "the time to prepare the policies, and that the first games take beyond the steady speed",
        ),
        Column::text(
            "figure",
            "`units_per_second`; `decisions_per_second`, of all policies; or \
             `ns_per_decision`, nanoseconds of one thread's time",
        ),
        Column::number("min", "", "the lowest of the rounds"),
        Column::number("median", "", "the median"),
        Column::number("max", "", "the highest"),
    ]],
};

pub const VERIFY: Schema = Schema {
    name: "verify",
    about: "Exact figures, and how far the simulator is from them in standard errors.",
    begins: Begins::Nothing,
    columns: &[&[
        GAME,
        EDITION,
        Column::text("rules", "the rules of the figure, joined by `;`, or `default`"),
        Column::text("figure", "what was estimated"),
        Column::integer("n", "", "rolls, turns or games behind the estimate"),
        Column::number("estimate", "", "what the simulator gives"),
        Column::number("exact", "", "what it should be"),
        Column::number("std_error", "", "the standard error of the estimate"),
        Column::number("z", "", "how many standard errors the estimate is above the exact figure"),
    ]],
};

pub const SETTINGS: Schema = Schema {
    name: "settings",
    about: "What the labels of the other tables stand for: `rules`, `parameters`, `opponents`, and lists \
            joined by `+`.",
    begins: Begins::Nothing,
    columns: &[&[
        GAME,
        EDITION,
        Column::text("column", "the column of the label"),
        Column::text("label", "the label"),
        Column::text("key", "the rule or the parameter; in a list the place, from 1"),
        Column::text("value", "its value; in a list what stands there"),
        Column::number("number", "", "the value where it is a number"),
    ]],
};

pub const DICTIONARY: Schema = Schema {
    name: "tables",
    about: "The columns of all tables.",
    begins: Begins::Nothing,
    columns: &[&[
        GAME,
        Column::text("table", "the table, by the stem of its file's name"),
        Column::integer(
            "form",
            "",
            "which of the tables of that name: raw rows have several forms",
        ),
        Column::text("column", "the column"),
        Column::text("type", "`text`, `integer`, or `number`; any cell may be empty"),
        Column::text("unit", "the unit of a number"),
        Column::text("about", "what the column means"),
    ]],
};

/// The tables that any game has.
pub const COMMON: [Schema; 14] = [
    WIN_RATES,
    EXPECTED_SCORES,
    BUST_PROBABILITIES,
    GAME_LENGTHS,
    RULE_USE,
    ACTIONS,
    COMPARISONS,
    RANKINGS,
    RULES_COMPARE,
    SWEEP,
    TUNED_PARAMETERS,
    SPEED,
    VERIFY,
    SETTINGS,
];

/// The cells of an estimate: value, `std_error`, `ci_low`, `ci_high`, `confidence` and `method`;
/// all empty where there is none.
pub fn estimate_cells(estimate: Option<&Estimate>) -> [Cell; 6] {
    let Some(&Estimate { value, std_error, low, high, method, level }) = estimate else {
        return [const { Cell::Empty }; 6];
    };
    let (level, method) = (level.confidence().into(), method.name().into());
    [value.into(), std_error.into(), low.into(), high.into(), level, method]
}

impl Table {
    /// A row of [`WIN_RATES`]: of `games` seats in games, `wins` won alone and `shared_wins` together
    /// with others; `unfinished` of the games were stopped.
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

    /// A row of [`EXPECTED_SCORES`] or [`GAME_LENGTHS`]: the distribution of a figure a `unit`
    /// (`turn`, `game`), and its mean.
    pub fn score(&mut self, key: &Key, unit: &str, scores: &Histogram, mean: Option<&Estimate>) {
        let [value, error @ ..] = estimate_cells(mean);
        let head = [unit.into(), scores.n().into(), value, scores.moments().std_dev().into()];
        let percentiles = [5, 25, 50, 75, 95].map(|percent| scores.percentile(percent).into());
        let tail =
            [scores.min().into()].into_iter().chain(percentiles).chain([scores.max().into()]);
        self.row(key, head.into_iter().chain(error).chain(tail));
    }

    /// A row of [`BUST_PROBABILITIES`]: `busts` of `trials` in a `situation` (`turn` for the whole).
    /// Where a game tells conditions in columns of their own behind it, these are `conditions`, or
    /// empty.
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

    /// A row of [`RULE_USE`]: of `decisions` at the decision point `decision`, rule number `rule` of
    /// the file (counted from 1; none for the game's default) with the condition `when` decided
    /// `decided`.
    pub fn rule_use(
        &mut self,
        key: &Key,
        decision: &str,
        (rule, when): (Option<usize>, Option<&str>),
        (decisions, decided): (u64, u64),
    ) {
        let decided_by = if rule.is_some() { "rule" } else { "default" };
        let share = (decisions > 0).then(|| decided as f64 / decisions as f64);
        let head = [decision.into(), decided_by.into(), rule.into(), when.into()];
        self.row(key, head.into_iter().chain([decisions.into(), decided.into(), share.into()]));
    }
}
