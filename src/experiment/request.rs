//! What a user asks for, before any game has looked at it.

use std::sync::Arc;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Whole games for each table; the game's default where no number is given.
    Games(Option<u64>),
    /// Single turns of each policy alone.
    Turns(u64),
}

/// A run as the user asked for it.
#[derive(Clone, Debug)]
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

/// What a solution makes best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The most expected points of one turn.
    #[default]
    Turn,
    /// The fewest expected turns to the target, alone.
    Race,
    /// The highest probability of winning against one opponent who does the same.
    Win,
}

impl Objective {
    /// The names used on the command line.
    pub const NAMES: [&str; 3] = ["turn", "race", "win"];

    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The objective of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Turn, Self::Race, Self::Win].into_iter().find(|known| known.name() == name)
    }
}

/// An exact solution as the user asked for it.
#[derive(Clone, Debug)]
pub struct SolveSpec {
    /// What `--rules` sets.
    pub settings: Vec<RuleSetting>,
    /// Another edition than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// What `--start` sets: the turn of which every decision is told.
    pub start: Vec<RuleSetting>,
    /// What is made best.
    pub objective: Objective,
    /// The policy of the opponent, where it is known.
    pub against: Option<PolicySpec>,
    /// Policies to be valued.
    pub policies: Vec<PolicySpec>,
    /// Whether it is told which of their decisions cost most.
    pub regret: bool,
    /// What a token counts, in games with tokens.
    pub token: Option<f64>,
    /// Turns of each policy, where policies are valued by playing them.
    pub turns: Option<u64>,
    /// The seed of these turns.
    pub seed: u64,
    /// The level of the intervals.
    pub level: Level,
}

/// A measurement of payouts as the user asked for it.
#[derive(Clone, Debug)]
pub struct BalanceSpec {
    /// What `--rules` sets.
    pub settings: Vec<RuleSetting>,
    /// Another edition than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// Those who ride; the game's choice where there are none.
    pub policies: Vec<PolicySpec>,
    /// How often a game of each of them counts in the mix; all alike without it.
    pub weights: Option<Vec<u32>>,
    /// Those who bet at the table; nobody where there are none.
    pub bettors: Vec<PolicySpec>,
    /// The number of seats.
    pub players: Option<usize>,
    /// What `--start` sets.
    pub start: Vec<RuleSetting>,
    /// Whether every set of dice of the edition is measured.
    pub dice_sets: bool,
    /// The seed.
    pub seed: u64,
    /// How much to play.
    pub work: Work,
    /// What bettors are to lose for a dollar staked on any bet.
    pub fair: Option<f64>,
    /// The level of the intervals.
    pub level: Level,
}

/// One position of a turn, as the user put it.
#[derive(Clone, Debug)]
pub struct AdviseSpec {
    /// What `--rules` sets.
    pub settings: Vec<RuleSetting>,
    /// Another edition than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// The dice on the table, or in the hand.
    pub dice: Dice,
    /// The points set aside in this turn, without the dice that have just been rolled.
    pub turn_points: u32,
    /// The player's banked total, where it is given.
    pub own: Option<u32>,
    /// The opponent's banked total, where it is given.
    pub opponent: Option<u32>,
    /// What is to be made best; without it what the given totals allow.
    pub objective: Option<Objective>,
}

/// What a question to `advise` is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Dice that score points ([`AdviseSpec`]).
    Points,
    /// Dice that ride Bulls ([`RideSpec`]).
    Ride,
}

/// One position of a ride, as the user put it.
#[derive(Clone, Debug)]
pub struct RideSpec {
    /// What `--rules` sets.
    pub settings: Vec<RuleSetting>,
    /// Another edition than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// The dice on the table, by colour; before the first roll there are none.
    pub roll: Option<String>,
    /// The line-up, by the moves of its Bulls.
    pub bulls: String,
    /// The Rider's tokens.
    pub tokens: u64,
    /// Rolls made in this turn; one where it is not given.
    pub rolls: Option<u64>,
    /// What a token counts.
    pub token: Option<f64>,
}

/// The dice that a decision is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dice {
    /// They have been rolled and show these faces, in any order: which to keep?
    Rolled(Vec<u32>),
    /// So many may be rolled next: stop, or roll on?
    ToRoll(u32),
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
