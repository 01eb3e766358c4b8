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

pub mod cli;
pub mod diagnostic;
pub mod error;
pub mod experiment;
pub mod game;
pub mod games;
pub mod policy;
pub mod report;
pub mod run;
pub mod sim;
pub mod stats;
