//! From files and flags to a game, its policies and its tables, for any game.
//!
//! A game provides a [`Definition`]; [`Registered`] makes it a game of the command line. A request
//! becomes a job (matchups and their games), playing a job gives sums, and sums become a report:
//! tables and screens.

mod advice;
pub mod benchmark;
pub mod cache;
pub(crate) mod checkpoint;
mod definition;
mod follow;
pub(crate) mod goodness_of_fit;
pub(crate) mod journal;
pub(crate) mod leaderboard;
mod library;
pub(crate) mod lineups;
mod pairs;
pub mod parts;
mod pictures;
pub(crate) mod policies;
pub(crate) mod policy_factory;
pub mod prepared;
pub(crate) mod registered;
mod registry;
pub(crate) mod report;
mod request;
pub mod simulate;
mod single_turns;
pub mod standard_tables;
pub mod stop_rule;
mod tally;
pub(crate) mod transcript;
pub(crate) mod turn_endings;
pub(crate) mod worlds;

pub use benchmark::{Case, Speed};
pub use definition::{
    Begin, ByDefault, Definition, EditionFacts, Editions, Extras, Opponent, Options, Starts,
};
pub use follow::{Follow, Prompt};
pub use journal::Journal;
pub use library::{Games, Seed, Summary, named_policy, simulate};
pub use parts::{Parts, Played};
pub use policies::{
    NamedPolicy, OwnParameter, PolicyKind, Shipped, named_policies, shipped, shipped_source,
};
pub(crate) use policies::{
    about, base_of, moved_base, record_texts, shipped_policies, shipped_specs,
};
pub use policy_factory::{BuiltIn, Strength};
pub(crate) use prepared::{key, record_edition, record_position};
pub use registered::Registered;
pub use registry::{
    AnyGame, Ask, Block, Card, Conditions, Extra, Figure, GameRun, Results, Run, Verified, Warning,
};
pub(crate) use report::proposed;
pub use request::{
    AdviceSpec, Arena, At, CompareSpec, LearnSpec, Question, ReviewSpec, RunSpec, SweepSpec,
    TuneSpec, Varied, Vary, VerifySpec, Work,
};
pub(crate) use simulate::{Engine, Job, Pooled, Taken};
pub use stop_rule::{Margin, Stopping, Until, Width};
pub use tally::{OfTurns, PolicySums, Sums};
pub use transcript::Details;

pub use crate::sim::runner::Keep;
