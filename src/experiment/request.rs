//! What a user asks for, before any game has looked at it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Source;
use crate::game::RuleSetting;
use crate::policy::PolicySpec;
use crate::stats::Level;

/// What to measure with.
#[derive(Clone, Copy, Debug)]
pub struct BenchSpec<'a> {
    /// The instructions to use, by name; the best there are by default.
    pub isa: Option<&'a str>,
    /// The number of threads; as many as the machine has by default.
    pub threads: Option<usize>,
}

/// How much to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Work {
    /// Whole games for each table; the game's default where no number is given.
    Games(Option<u64>),
    /// Single turns of each policy alone.
    Turns(u64),
}

/// A run as the user asked for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
