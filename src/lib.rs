//! `pushluck`: a Monte Carlo strategy analyzer for push-your-luck tabletop games.
//!
//! Fast simulators of the games drive policies that users write as files, over millions of turns in
//! parallel, and write win rates, expected scores and bust probabilities as tables that say how
//! sure each figure is.
//!
//! # The rooms; none sees one above it
//!
//! ```text
//!     games         one folder a game, and their list
//!     cli           arguments, one file a command
//!     experiment    comparisons, sweeps, tuning
//!     run           from a request to tables, for any game
//!     policy        policy files: parsed, checked, compiled; searches
//!     game          what a game is; the loop, laws, editions, settings
//!     report        tables as data; CSV, JSON, screen, pictures, folders
//!     sim           random streams, the parallel runner
//!     stats         integer tallies, estimates, intervals
//! ```
//!
//! A game knows nothing of policy files, threads, statistics or CSV; a policy knows a game only
//! through the decision points it publishes ([`game::Vocabulary`]); the runner knows neither dice
//! nor cards; a table does not know who filled it. They meet in [`run`]; [`experiment`]
//! compares, sweeps and tunes on it.
//!
//! # Results that can be repeated
//!
//! Every stream of random numbers is named by what it is for ([`sim::random`]) and every tally is a
//! sum of integers, so a run gives the same bytes on one thread or on many, with vectors or
//! without. Floating point begins in [`stats`].
//!
//! # Example
//!
//! ```
//! use pushluck::run::{Conditions, RunSpec, Work};
//! use pushluck::games;
//! use pushluck::policy::parse_spec;
//! use pushluck::sim::interrupt::StopFlag;
//! use pushluck::stats::Level;
//!
//! # fn main() -> pushluck::error::Result<()> {
//! let game = games::game("el-ocho")?;
//! let spec = RunSpec {
//!     settings: vec![("level".to_owned(), Some("2".to_owned()))],
//!     edition: None,
//!     policies: vec![parse_spec("hold-at:hold=500")?],
//!     players: None,
//!     fixed_seats: false,
//!     start: Vec::new(),
//!     seed: 1,
//!     work: Work::Turns(10_000),
//!     level: Level::DEFAULT,
//! };
//! let stop = StopFlag::new();
//! let conditions = Conditions { threads: Some(1), stop: &stop, watch: None, cache: None };
//! let results = game.prepare(&spec, conditions)?.run(conditions)?;
//! assert!(results.tables.iter().any(|table| table.name() == "bust_probabilities"));
//! # Ok(())
//! # }
//! ```

#![cfg_attr(not(feature = "testing"), allow(unreachable_pub, unused_imports))]

pub mod games;

#[cfg(not(feature = "testing"))]
mod cli;
#[cfg(not(feature = "testing"))]
mod diagnostic;
#[cfg(not(feature = "testing"))]
mod error;
#[cfg(not(feature = "testing"))]
mod experiment;
#[cfg(not(feature = "testing"))]
mod game;
#[cfg(not(feature = "testing"))]
mod policy;
#[cfg(not(feature = "testing"))]
mod report;
#[cfg(not(feature = "testing"))]
mod run;
#[cfg(not(feature = "testing"))]
mod sim;
#[cfg(not(feature = "testing"))]
mod stats;

#[cfg(feature = "testing")]
pub mod cli;
#[cfg(feature = "testing")]
pub mod diagnostic;
#[cfg(feature = "testing")]
pub mod error;
#[cfg(feature = "testing")]
pub mod experiment;
#[cfg(feature = "testing")]
pub mod game;
#[cfg(feature = "testing")]
pub mod policy;
#[cfg(feature = "testing")]
pub mod report;
#[cfg(feature = "testing")]
pub mod run;
#[cfg(feature = "testing")]
pub mod sim;
#[cfg(feature = "testing")]
pub mod stats;

pub use cli::run_cli;
pub use error::{Error, Result};
pub use run::{Games, Seed, Summary, simulate};
pub use stats::{Estimate, Level, Method};

/// What a game implements, in this crate or another: rules, what policies see, what is counted, how it
/// speaks, and what the program needs to offer it.
pub mod contract {
    pub use crate::diagnostic::{Diagnostic, Source};
    pub use crate::game::contract::*;
    pub use crate::game::count::*;
    pub use crate::game::decision::{Choice, Decision, OwnLuck, Policy, Random};
    pub use crate::game::describe::{Closing, Describe, seat_name};
    pub use crate::game::laws::{laws, perft};
    pub use crate::game::play::play;
    pub use crate::game::publish::*;
    pub use crate::game::settings::{Setting, number, whole_setting};
    pub use crate::game::vocabulary::{
        ActionKind, Argument, CHANCE, Feature, Kind, RuleKey, RuleSetting, TRUTH, always, one_of,
        to, up_to, whole,
    };
    pub use crate::run::{
        BuiltIn, Case, Definition, EditionFacts, Editions, Extras, Opponent, Options, OwnParameter,
        Registered, Shipped, Starts,
    };
}
