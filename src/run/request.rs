//! Requests of the user, before a game interprets them.

use std::sync::Arc;
use std::time::Duration;

use super::stop_rule::{Margin, Stopping};
use crate::diagnostic::Source;
use crate::game::RuleSetting;
use crate::policy::PolicySpec;
use crate::stats::{Level, Sprt};

/// The length of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Work {
    /// Whole games of each matchup; `None` for the default of the game.
    Games(Option<u64>),
    /// Single turns of each policy.
    Turns(u64),
    /// Either of them, until a stop condition holds.
    Until(Stopping),
}

/// The request of a run.
#[derive(Clone, Debug, Default)]
pub struct RunSpec {
    /// The settings of `--rules`.
    pub settings: Vec<RuleSetting>,
    /// An edition other than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// The policies; the default of the game if empty.
    pub policies: Vec<PolicySpec>,
    /// The number of seats, if given.
    pub players: Option<usize>,
    /// Whether policies keep their seats.
    pub fixed_seats: bool,
    /// The settings of `--start`.
    pub start: Vec<RuleSetting>,
    /// The start position, as text.
    pub position: Option<Arc<Source>>,
    /// The seed.
    pub seed: u64,
    /// The length of the run.
    pub work: Work,
    /// The confidence level of the intervals.
    pub level: Level,
    /// Whether the report has the exact strength of the policies.
    pub strength: bool,
}

/// The request of advice at one decision.
#[derive(Clone, Debug)]
pub struct AdviceSpec {
    /// Rules, players, seed and confidence level; its policies play the game, or are asked for their
    /// choice in the position.
    pub run: RunSpec,
    /// The decision.
    pub at: At,
    /// The policy that plays the playouts; the base of the game if not given, where exact values come
    /// first.
    pub base: Option<PolicySpec>,
    /// The maximum number of worlds; `None` for the default.
    pub playouts: Option<u64>,
}

/// A decision to advise on.
#[derive(Clone, Debug)]
pub enum At {
    /// A decision of a game of the run.
    Game {
        /// The number of the game, from 1.
        number: u64,
        /// The number of the decision in the game, from 1.
        decision: u64,
    },
    /// A position as text.
    Position(Arc<Source>),
}

/// The request of a verification.
#[derive(Clone, Debug)]
pub struct VerifySpec {
    /// The settings of `--rules`.
    pub settings: Vec<RuleSetting>,
    /// An edition other than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// The seed.
    pub seed: u64,
    /// The number of turns (or rolls) for each figure of turns (or rolls).
    pub turns: u64,
    /// The number of games for each figure of games.
    pub games: u64,
}

/// The conditions for all candidates: the same seats, opponents and random numbers.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    /// The settings of `--rules`.
    pub settings: Vec<RuleSetting>,
    /// An edition other than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// The settings of `--start`.
    pub start: Vec<RuleSetting>,
    /// The start position, as text.
    pub position: Option<Arc<Source>>,
    /// The policies of the other seats; the default of the game if empty.
    pub field: Vec<PolicySpec>,
    /// The number of seats, if given.
    pub players: Option<usize>,
    /// The seed.
    pub seed: u64,
    /// The number of games of each candidate; `None` for the default of the game.
    pub games: Option<u64>,
    /// The confidence level of the intervals.
    pub level: Level,
}

/// The request of a comparison.
#[derive(Clone, Debug, Default)]
pub struct CompareSpec {
    /// The conditions.
    pub arena: Arena,
    /// The candidates; every shipped file if empty.
    pub policies: Vec<PolicySpec>,
    /// Whether the candidates play each other, two at a time.
    pub head_to_head: bool,
    /// Rules to compare with those of the arena, for each candidate.
    pub versus: Option<Vec<RuleSetting>>,
    /// The sequential test of a match of two, if any.
    pub sprt: Option<Sprt>,
    /// The stop condition, if not the number of games of the arena.
    pub stopping: Option<Stopping>,
    /// The largest difference that does not matter.
    pub margin: Option<Margin>,
    /// Whether to count what differs between the two candidates.
    pub why: bool,
}

/// The request of a sweep over a grid of values.
#[derive(Clone, Debug)]
pub struct SweepSpec {
    /// The conditions for all points.
    pub arena: Arena,
    /// The policy: its parameters vary, or rules vary around it.
    pub policy: PolicySpec,
    /// One or two axes.
    pub vary: Vec<Vary>,
}

/// The request to tune the parameters of a policy file.
#[derive(Clone, Debug)]
pub struct TuneSpec {
    /// The conditions; their games are those of the whole search.
    pub arena: Arena,
    /// The policy.
    pub policy: PolicySpec,
    /// The parameters to search and their ranges; all with a range if empty.
    pub vary: Vec<Vary>,
    /// The number of independent searches, at least 1.
    pub searches: u64,
    /// Whether each parameter is only changed alone, without a search.
    pub sensitivity: bool,
}

/// The request to learn rules that improve a policy file.
#[derive(Clone, Debug)]
pub struct LearnSpec {
    /// The conditions; their games are those of one round, and the base is the opponent by default.
    pub arena: Arena,
    /// The policy to improve; the strongest shipped file by default.
    pub base: Option<PolicySpec>,
    /// The numbers of players at which a rule must win more; the default of the arena if empty.
    pub players: Vec<usize>,
    /// The maximum number of rules, if given.
    pub rules: Option<usize>,
    /// The time after which no further rule is looked for.
    pub limit: Option<Duration>,
}

/// The request to review the decisions of a policy.
#[derive(Clone, Debug)]
pub struct ReviewSpec {
    /// The conditions; their games are the reviewed ones.
    pub arena: Arena,
    /// The policy.
    pub policy: PolicySpec,
    /// The policy that continues in its seat after each judged action; the base of the game if not
    /// given, where exact values come first.
    pub base: Option<PolicySpec>,
}

/// A question about the policies and rules of a game.
#[derive(Clone, Debug)]
pub enum Question {
    /// Which is better, and by how much?
    Compare(CompareSpec),
    /// Which values of a parameter or a rule are best?
    Sweep(SweepSpec),
    /// Which values of all its parameters are best for a policy?
    Tune(TuneSpec),
    /// Where does a policy lose?
    Review(ReviewSpec),
    /// Which rules make a policy stronger?
    Learn(LearnSpec),
}

impl Default for Work {
    fn default() -> Self {
        Self::Games(None)
    }
}

impl Question {
    /// Returns the command of the question.
    pub const fn command(&self) -> &'static str {
        match self {
            Self::Compare(_) => "compare",
            Self::Sweep(_) => "sweep",
            Self::Tune(_) => "tune",
            Self::Review(_) => "review",
            Self::Learn(_) => "learn",
        }
    }
}

/// An axis of a grid. The game interprets its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Vary {
    /// A parameter of a policy, or `rules.` and a rule.
    pub key: String,
    /// The values.
    pub values: Varied,
}

/// The values of one axis of a grid.
#[derive(Clone, Debug, PartialEq)]
pub enum Varied {
    /// A range from the first value to at most the second, with a step; by default the step of the
    /// parameter.
    Range(f64, f64, Option<f64>),
    /// A list of values.
    List(Vec<String>),
}
