//! `pushluck`: a Monte Carlo strategy analyzer for push-your-luck tabletop games.
//!
//! It simulates games between policies, which users write as text files, over millions of turns in
//! parallel. It writes win rates, expected scores and bust probabilities as tables with standard
//! errors and confidence intervals.
//!
//! # Games between policies
//!
//! ```
//! use pushluck::contract::Definition;
//! use pushluck::games::str8_eight::engine::Str8Eight;
//! use pushluck::{Games, Seed, named_policy, simulate};
//!
//! # fn main() -> pushluck::Result<()> {
//! let game = Str8Eight::game(&Default::default(), 2)?;
//! let policies = [named_policy(&game, "fastest-eight")?, named_policy(&game, "random")?];
//! let results = simulate(&game, &policies, Games(40), Seed(1))?;
//! let wins = results[0].win_rate.as_ref().expect("games were played");
//! assert!(wins.value > 0.9, "{} to {}", wins.low.unwrap(), wins.high.unwrap());
//! # Ok(())
//! # }
//! ```
//!
//! # A policy in Rust
//!
//! A policy chooses one of the legal actions of a decision. It can read the features that policy
//! files see, or the whole state.
//!
//! ```
//! use std::sync::Arc;
//!
//! use pushluck::contract::{Choice, Decision, Definition, Policy};
//! use pushluck::games::el_ocho::engine::{Action, Seated};
//! use pushluck::{Games, Seed, named_policy, simulate};
//!
//! /// Keeps dice like the game's default, and stops at 400 points.
//! struct Careful;
//!
//! impl Policy<Seated> for Careful {
//!     fn choose(&self, decision: &Decision<'_, Seated>) -> Choice<Action> {
//!         let wanted = match decision.feature("turn_points") >= 400.0 {
//!             true => Action::Stop,
//!             false => Action::Roll,
//!         };
//!         let legal = decision.actions().contains(&wanted);
//!         Choice::by_default(if legal { wanted } else { decision.default_action() })
//!     }
//! }
//!
//! # fn main() -> pushluck::Result<()> {
//! let game = Seated::game(&Default::default(), 2)?;
//! let results = simulate(
//!     &game,
//!     &[Arc::new(Careful), named_policy(&game, "bank-at-once")?],
//!     Games(2_000),
//!     Seed(1),
//! )?;
//! assert!(results[0].score.as_ref().unwrap().value > results[1].score.as_ref().unwrap().value);
//! # Ok(())
//! # }
//! ```
//!
//! # An exact value
//!
//! Some games can be solved exactly; the simulation of the same policy agrees with the exact value.
//!
//! ```
//! use std::sync::Arc;
//!
//! use pushluck::games::el_ocho::exact::Solver;
//! use pushluck::games::el_ocho::turn::Game;
//!
//! # fn main() -> pushluck::Result<()> {
//! // The best single turn of level 1.
//! let turn = Solver::new(Arc::new(Game::new(Default::default())?)).turn()?;
//! assert!(turn.position.best(0, 8).unwrap() > 500.0);
//! # Ok(())
//! # }
//! ```
//!
//! To add a game, implement the traits of [`contract`]; [`run_cli`] makes it a program.
//! `examples/pig.rs` is a complete example.
//!
//! # Reproducible results
//!
//! The name of each stream of random numbers is a hash of the seed, the unit, the purpose and an
//! index. All tallies are sums of integers. Therefore a run writes the same bytes with one thread
//! or many, with or without vector instructions. Floating-point arithmetic begins with the
//! estimates.
//!
//! # Modules; each uses only modules below it
//!
//! ```text
//!     games         one folder per game, and their list
//!     cli           arguments, one file per command
//!     experiment    comparisons, sweeps, tuning
//!     run           from a request to tables, for any game
//!     policy        policy files: parsed, checked, compiled; searches
//!     game          the contract of games; the game loop, laws, editions, settings
//!     report        tables as data; CSV, JSON, screen, pictures, folders
//!     sim           random streams, the parallel runner
//!     stats         integer tallies, estimates, intervals
//! ```
//!
//! A game does not depend on policy files, threads, statistics or CSV. A policy depends on a game
//! only through the decision points that the game publishes. The runner depends on neither dice nor
//! cards. `run` combines them.

#![cfg_attr(not(feature = "testing"), allow(unreachable_pub, unused_imports))]
// Items that are public only for tests are documented where the name is not enough.
#![cfg_attr(feature = "testing", allow(missing_docs, missing_debug_implementations))]

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
pub use run::{Games, Seed, Summary, named_policy, simulate};
pub use stats::{Estimate, Level, Method};

/// The traits that a game implements, in this crate or another: rules, what policies see, what is
/// counted, transcripts, and what the program offers.
pub mod contract {
    pub use crate::diagnostic::{Diagnostic, Source};
    pub use crate::game::contract::*;
    pub use crate::game::count::*;
    pub use crate::game::decision::{Choice, Decision, OwnRandom, Policy, Random};
    pub use crate::game::describe::{Closing, Describe, seat_name};
    pub use crate::game::laws::{laws, perft};
    pub use crate::game::play::play;
    pub use crate::game::publish::*;
    pub use crate::game::settings::{Setting, number, whole_setting};
    pub use crate::game::vocabulary::{
        ActionKind, Argument, CHANCE, Feature, Kind, RuleKey, RuleSetting, TRUTH, always, one_of,
        to, up_to, whole,
    };
    pub use crate::report::schema::{Begins, Column, ERRORS, FIGURE, Schema, Type};
    pub use crate::run::{
        Begin, BuiltIn, ByDefault, Case, Definition, EditionFacts, Editions, Extras, Opponent,
        Options, OwnParameter, Registered, Shipped, Starts,
    };
}
