//! What a user asks for, before any game has looked at it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::stop_rule::{Margin, Stopping};
use crate::diagnostic::Source;
use crate::game::RuleSetting;
use crate::policy::PolicySpec;
use crate::stats::{Level, Sprt};

/// How much to play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Work {
    /// Whole games for each table; the game's default where no number is given.
    Games(Option<u64>),
    /// Single turns of each policy alone.
    Turns(u64),
    /// Either of them, until something is known or time is over.
    Until(Stopping),
}

/// A run as the user asked for it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RunSpec {
    /// What `--rules` sets.
    pub settings: Vec<RuleSetting>,
    /// Another edition than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// The policies; the game's choice where there are none.
    pub policies: Vec<PolicySpec>,
    /// The number of seats, where it is given.
    pub players: Option<usize>,
    /// Whether policies keep their seats.
    pub fixed_seats: bool,
    /// What `--start` sets.
    pub start: Vec<RuleSetting>,
    /// The seed.
    pub seed: u64,
    /// How much to play.
    pub work: Work,
    /// The level of the intervals.
    pub level: Level,
}

/// What is to be verified.
#[derive(Clone, Debug)]
pub struct VerifySpec {
    /// What `--rules` sets.
    pub settings: Vec<RuleSetting>,
    /// Another edition than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// The seed.
    pub seed: u64,
    /// Turns, or rolls, for each figure about them.
    pub turns: u64,
    /// Games for each figure about them.
    pub games: u64,
}

/// Where candidates are measured: all of them in the same seats, against the same field, on the same
/// luck.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Arena {
    /// What `--rules` sets.
    pub settings: Vec<RuleSetting>,
    /// Another edition than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// Who takes the other seats; the game's own choice where nobody is named.
    pub field: Vec<PolicySpec>,
    /// The number of seats, where it is given.
    pub players: Option<usize>,
    /// The seed.
    pub seed: u64,
    /// The games of each candidate; the game's default where no number is given.
    pub games: Option<u64>,
    /// The level of the intervals.
    pub level: Level,
}

/// What is played in parts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// A run.
    Simulate(RunSpec),
    /// A comparison.
    Compare(CompareSpec),
}

/// How candidates are compared.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CompareSpec {
    /// Where.
    pub arena: Arena,
    /// The candidates; every shipped file where there are none.
    pub policies: Vec<PolicySpec>,
    /// Whether they meet each other, two at a time.
    pub head_to_head: bool,
    /// The rules to compare those of the arena with, for each candidate.
    pub versus: Option<Vec<RuleSetting>>,
    /// The test that ends the match of two.
    pub sprt: Option<Sprt>,
    /// What ends it otherwise, if not the number of games of the arena.
    pub stopping: Option<Stopping>,
    /// What difference is too small to matter.
    pub margin: Option<Margin>,
}

/// A grid of values.
#[derive(Clone, Debug)]
pub struct SweepSpec {
    /// Where its points are measured.
    pub arena: Arena,
    /// Whose parameters vary, or who plays where rules do.
    pub policy: PolicySpec,
    /// What varies: one or two things.
    pub vary: Vec<Vary>,
}

/// A policy file whose parameters are to be searched.
#[derive(Clone, Debug)]
pub struct TuneSpec {
    /// Where it is measured; its games are those of the whole search.
    pub arena: Arena,
    /// The policy.
    pub policy: PolicySpec,
}

/// A question about the policies and rules of a game.
#[derive(Clone, Debug)]
pub enum Question {
    /// Which of them is better, and by how much?
    Compare(CompareSpec),
    /// Which values of a parameter or a rule do best?
    Sweep(SweepSpec),
    /// Which values of all its parameters are best for a policy?
    Tune(TuneSpec),
}

impl Default for Work {
    fn default() -> Self {
        Self::Games(None)
    }
}

impl Question {
    /// The command that asks it.
    pub const fn command(&self) -> &'static str {
        match self {
            Self::Compare(_) => "compare",
            Self::Sweep(_) => "sweep",
            Self::Tune(_) => "tune",
        }
    }
}

/// The values of one axis of a grid. What they mean is for the game to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Vary {
    /// What varies: a parameter of a policy, or `rules.` and a rule.
    pub key: String,
    /// Its values.
    pub values: Varied,
}

/// The values of one axis of a grid.
#[derive(Clone, Debug, PartialEq)]
pub enum Varied {
    /// From the first to at most the second, so far apart; by the step of the parameter where none is
    /// given.
    Range(f64, f64, Option<f64>),
    /// One by one.
    List(Vec<String>),
}
