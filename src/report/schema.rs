//! The columns of the tables, declared once, and the rows that fill them.

use super::table::Cell;
use crate::stats::{Estimate, Histogram};

/// The first columns of every table: what was observed.
pub const KEY_COLUMNS: [&str; 6] = ["game", "rules", "players", "policy", "opponents", "seat"];

/// The columns of an estimate behind its value.
pub(crate) const ERROR_COLUMNS: [&str; 5] =
    ["std_error", "ci_low", "ci_high", "confidence", "method"];

/// A kind of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The stem of the file's name.
    pub name: &'static str,
    /// What the table holds, in one sentence.
    pub about: &'static str,
    /// The columns behind [`KEY_COLUMNS`].
    pub columns: &'static [&'static str],
}

impl Schema {
    /// All columns: the shared ones, then its own.
    pub fn all_columns(&self) -> impl Iterator<Item = &'static str> {
        KEY_COLUMNS.into_iter().chain(self.columns.iter().copied())
    }
}

/// How often each policy won.
pub const WIN_RATES: Schema = Schema {
    name: "win_rates",
    about: "How often each policy won, a win shared by k counting 1/k.",
    columns: &[
        "games",
        "wins",
        "shared_wins",
        "win_rate",
        ERROR_COLUMNS[0],
        ERROR_COLUMNS[1],
        ERROR_COLUMNS[2],
        ERROR_COLUMNS[3],
        ERROR_COLUMNS[4],
        "unfinished",
    ],
};

const SCORE_COLUMNS: &[&str] = &[
    "unit",
    "n",
    "mean",
    "std_dev",
    ERROR_COLUMNS[0],
    ERROR_COLUMNS[1],
    ERROR_COLUMNS[2],
    ERROR_COLUMNS[3],
    ERROR_COLUMNS[4],
    "min",
    "p5",
    "p25",
    "p50",
    "p75",
    "p95",
    "max",
];

/// How much each policy scored.
pub const EXPECTED_SCORES: Schema = Schema {
    name: "expected_scores",
    about: "How much each policy scored in a turn or a game.",
    columns: SCORE_COLUMNS,
};

/// How often each policy bust.
pub const BUST_PROBABILITIES: Schema = Schema {
    name: "bust_probabilities",
    about: "How often each policy bust, on the whole and in each situation.",
    columns: &[
        "situation",
        "trials",
        "busts",
        "bust_probability",
        ERROR_COLUMNS[0],
        ERROR_COLUMNS[1],
        ERROR_COLUMNS[2],
        ERROR_COLUMNS[3],
        ERROR_COLUMNS[4],
    ],
};

/// How long the games were.
pub const GAME_LENGTHS: Schema = Schema {
    name: "game_lengths",
    about: "How many turns or rounds a game took.",
    columns: SCORE_COLUMNS,
};

/// How often each rule of each policy file decided.
pub const RULE_USE: Schema = Schema {
    name: "rule_use",
    about: "How often each rule of each policy file decided.",
    columns: &["decision", "rule", "when", "decisions", "decided", "share"],
};

/// The columns of an estimate of one of several figures.
const ESTIMATE_COLUMNS: [&str; 8] = [
    "figure",
    "blocks",
    "value",
    ERROR_COLUMNS[0],
    ERROR_COLUMNS[1],
    ERROR_COLUMNS[2],
    ERROR_COLUMNS[3],
    ERROR_COLUMNS[4],
];

/// The columns of a difference on the same luck, behind the name of the other one: how many times
/// the games it would take on luck of their own, its p value, alone and adjusted for all rows of that
/// figure (Holm), and the verdict.
macro_rules! difference_columns {
    ($other:literal) => {{
        let [figure, blocks, value, error, low, high, level, method] = ESTIMATE_COLUMNS;
        let tail = ["variance_ratio", "p_value", "p_holm", "verdict"];
        let [ratio, p, holm, verdict] = tail;
        &[$other, figure, blocks, value, error, low, high, level, method, ratio, p, holm, verdict]
    }};
}

/// How candidates differ who met the same luck.
pub const COMPARISONS: Schema = Schema {
    name: "comparisons",
    about: "By how much each candidate is above another (`versus`) on the same luck, and whether it \
            is better, worse, equivalent within the margin, or undecided.",
    columns: difference_columns!("versus"),
};

/// How rule sets differ on the same luck.
pub const RULES_COMPARE: Schema = Schema {
    name: "rules_compare",
    about: "What each policy comes to under two rule sets on the same luck, and by how much the \
            first (`rules`) is above the second (`versus_rules`).",
    columns: difference_columns!("versus_rules"),
};

/// Candidates, best first.
pub const RANKINGS: Schema = Schema {
    name: "rankings",
    about: "What each candidate came to, best first; whoever shares a letter of `groups` cannot be \
            told apart.",
    columns: &[
        "rank",
        "groups",
        ESTIMATE_COLUMNS[0],
        ESTIMATE_COLUMNS[1],
        ESTIMATE_COLUMNS[2],
        ESTIMATE_COLUMNS[3],
        ESTIMATE_COLUMNS[4],
        ESTIMATE_COLUMNS[5],
        ESTIMATE_COLUMNS[6],
        ESTIMATE_COLUMNS[7],
    ],
};

/// What came of each point of a grid.
pub const SWEEP: Schema = Schema {
    name: "sweep",
    about: "What came of each point of a grid, all on the same luck; `may_be_best` is 1 for those \
            that may be the best.",
    columns: &[
        "parameter",
        "setting",
        "parameter_2",
        "setting_2",
        ESTIMATE_COLUMNS[0],
        ESTIMATE_COLUMNS[1],
        ESTIMATE_COLUMNS[2],
        ESTIMATE_COLUMNS[3],
        ESTIMATE_COLUMNS[4],
        ESTIMATE_COLUMNS[5],
        ESTIMATE_COLUMNS[6],
        ESTIMATE_COLUMNS[7],
        "may_be_best",
    ],
};

/// The parameters of a policy before and after a search.
pub const TUNED_PARAMETERS: Schema = Schema {
    name: "tuned_parameters",
    about: "The parameters of a policy before (`start`) and after a search (`tuned`), with the range \
            that was searched.",
    columns: &["parameter", "start", "tuned", "min", "max", "step"],
};

/// What a row is an observation of: its first six cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Key {
    /// The game's name.
    pub game: String,
    /// The rules that differ from the default, sorted, joined by `;`.
    pub rules: String,
    /// The number of players at the table.
    pub players: u32,
    /// The label of the policy.
    pub policy: String,
    /// `all`, or the labels of the other policies, joined by `+`.
    pub opponents: String,
    /// The seat, counted from 1; none for all of them together.
    pub seat: Option<u32>,
}

impl Key {
    /// A row of this key and of `cells`.
    #[must_use]
    pub fn row(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
        let Self { game, rules, players, policy, opponents, seat } = self;
        let key = [
            game.as_str().into(),
            rules.as_str().into(),
            (*players).into(),
            policy.as_str().into(),
            opponents.as_str().into(),
            seat.map_or_else(|| "all".into(), Cell::from),
        ];
        key.into_iter().chain(cells).collect()
    }
}

/// The cells of an estimate: value, `std_error`, `ci_low`, `ci_high`, `confidence` and `method`;
/// all empty where there is none.
#[must_use]
pub fn estimate_cells(estimate: Option<&Estimate>) -> [Cell; 6] {
    let Some(&Estimate { value, std_error, low, high, method, level }) = estimate else {
        return [const { Cell::Empty }; 6];
    };
    let (level, method) = (level.confidence().into(), method.name().into());
    [value.into(), std_error.into(), low.into(), high.into(), level, method]
}

/// A row of [`WIN_RATES`]: of `games` seats in games, `wins` won alone and `shared_wins` together
/// with others; `unfinished` of the games were stopped.
#[must_use]
pub fn win_rate_row(
    key: &Key,
    games: u64,
    wins: u64,
    shared_wins: u64,
    win_rate: Option<&Estimate>,
    unfinished: u64,
) -> Vec<Cell> {
    let counts = [games, wins, shared_wins].map(Cell::from);
    key.row(counts.into_iter().chain(estimate_cells(win_rate)).chain([unfinished.into()]))
}

/// A row of [`EXPECTED_SCORES`] or [`GAME_LENGTHS`]: the distribution of a figure a `unit`
/// (`turn`, `game`), and its mean.
#[must_use]
pub fn score_row(key: &Key, unit: &str, scores: &Histogram, mean: Option<&Estimate>) -> Vec<Cell> {
    let [value, error @ ..] = estimate_cells(mean);
    let head = [unit.into(), scores.n().into(), value, scores.moments().std_dev().into()];
    let percentiles = [5, 25, 50, 75, 95].map(|percent| scores.percentile(percent).into());
    let tail = [scores.min().into()].into_iter().chain(percentiles).chain([scores.max().into()]);
    key.row(head.into_iter().chain(error).chain(tail))
}

/// A row of [`BUST_PROBABILITIES`]: `busts` of `trials` in a `situation` (`turn` for the whole).
#[must_use]
pub fn bust_row(
    key: &Key,
    situation: &str,
    trials: u64,
    busts: u64,
    bust_probability: Option<&Estimate>,
) -> Vec<Cell> {
    let head = [situation.into(), trials.into(), busts.into()];
    key.row(head.into_iter().chain(estimate_cells(bust_probability)))
}

/// A row of [`RULE_USE`]: of `decisions` at the decision point `decision`, rule number `rule` of the
/// file (counted from 1; none for the game's default) with the condition `when` decided `decided`.
#[must_use]
pub fn rule_use_row(
    key: &Key,
    decision: &str,
    rule: Option<usize>,
    when: &str,
    decisions: u64,
    decided: u64,
) -> Vec<Cell> {
    let rule = rule.map_or_else(|| "default".into(), Cell::from);
    let share = (decisions > 0).then(|| decided as f64 / decisions as f64);
    let cells =
        [decision.into(), rule, when.into(), decisions.into(), decided.into(), share.into()];
    key.row(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Table, csv};
    use crate::stats::{Level, Ratio, wilson};

    fn key(seat: Option<u32>) -> Key {
        Key {
            game: "el-ocho".into(),
            rules: "level=2;target=5000".into(),
            players: 3,
            policy: "hold-at:hold=600".into(),
            opponents: "a+b".into(),
            seat,
        }
    }

    fn lines(schema: &Schema, rows: Vec<Vec<Cell>>) -> String {
        let mut table = Table::new(schema);
        rows.into_iter().for_each(|row| table.push(row));
        String::from_utf8(csv(&table)).unwrap()
    }

    #[test]
    fn the_columns_are_those_of_the_contract() {
        let start = "game,rules,players,policy,opponents,seat,";
        for (schema, columns) in [
            (
                WIN_RATES,
                "games,wins,shared_wins,win_rate,std_error,ci_low,ci_high,confidence,method,unfinished",
            ),
            (
                EXPECTED_SCORES,
                "unit,n,mean,std_dev,std_error,ci_low,ci_high,confidence,method,min,p5,p25,p50,p75,p95,max",
            ),
            (
                BUST_PROBABILITIES,
                "situation,trials,busts,bust_probability,std_error,ci_low,ci_high,confidence,method",
            ),
            (RULE_USE, "decision,rule,when,decisions,decided,share"),
            (
                COMPARISONS,
                "versus,figure,blocks,value,std_error,ci_low,ci_high,confidence,method,variance_ratio,p_value,p_holm,verdict",
            ),
            (
                RULES_COMPARE,
                "versus_rules,figure,blocks,value,std_error,ci_low,ci_high,confidence,method,variance_ratio,p_value,p_holm,verdict",
            ),
            (
                SWEEP,
                "parameter,setting,parameter_2,setting_2,figure,blocks,value,std_error,ci_low,ci_high,confidence,method,may_be_best",
            ),
            (TUNED_PARAMETERS, "parameter,start,tuned,min,max,step"),
            (
                RANKINGS,
                "rank,groups,figure,blocks,value,std_error,ci_low,ci_high,confidence,method",
            ),
        ] {
            assert_eq!(lines(&schema, vec![]), format!("{start}{columns}\n"));
        }
        assert_eq!(GAME_LENGTHS.columns, EXPECTED_SCORES.columns);
    }

    #[test]
    fn rows_stand_under_their_columns() {
        let start = "el-ocho,level=2;target=5000,3,hold-at:hold=600,a+b,";
        let line =
            |schema: &Schema, row| lines(schema, vec![row]).lines().nth(1).unwrap().to_owned();
        let level = Level::DEFAULT;

        let rate = Ratio::from_iter([(840, 1), (0, 1), (420, 1)]).proportion(840, level);
        let row = win_rate_row(&key(Some(2)), 3, 1, 1, rate.as_ref(), 0);
        let expected =
            "2,3,1,1,0.5,0.288675135,0.00000499731782,0.999995003,0.95,clopper-pearson,0";
        assert_eq!(line(&WIN_RATES, row), format!("{start}{expected}"));

        let scores = Histogram::from_iter([100, 200, 300, 400]);
        let mean = scores.moments().mean(level);
        let row = score_row(&key(None), "game", &scores, mean.as_ref());
        let expected = "all,game,4,250,129.099445,64.5497224,44.5739743,455.426026,0.95,t,\
                        100,100,100,200,300,400,400";
        assert_eq!(line(&EXPECTED_SCORES, row), format!("{start}{expected}"));

        let row = bust_row(&key(None), "dice=5", 10, 0, wilson(0, 10, level).as_ref());
        assert_eq!(
            line(&BUST_PROBABILITIES, row),
            format!("{start}all,dice=5,10,0,0,,0,0.308497108,0.95,clopper-pearson")
        );

        let row = rule_use_row(&key(None), "roll", Some(2), "turn_points >= hold", 8, 2);
        assert_eq!(line(&RULE_USE, row), format!("{start}all,roll,2,turn_points >= hold,8,2,0.25"));
        let row = rule_use_row(&key(None), "roll", None, "", 0, 0);
        assert_eq!(line(&RULE_USE, row), format!("{start}all,roll,default,,0,0,"));
    }

    #[test]
    fn what_was_not_seen_is_empty() {
        let row = bust_row(&key(None), "dice=1", 0, 0, None);
        assert!(lines(&BUST_PROBABILITIES, vec![row]).ends_with(",dice=1,0,0,,,,,,\n"));
        let row = score_row(&key(None), "turn", &Histogram::default(), None);
        assert!(lines(&EXPECTED_SCORES, vec![row]).ends_with(",turn,0,,,,,,,,,,,,,,\n"));
    }
}
