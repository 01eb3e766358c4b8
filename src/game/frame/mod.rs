//! The frame on which every game runs: from files and flags to a game, its policies and its tables.
//!
//! A game says how it is made ready ([`Setup`]); everything else is written here once, and
//! [`Entry`] is what the command line holds. A request becomes a job (matchups, and games of each of
//! them), a job is played into sums, and sums become a report: tables, and what a person reads.

mod analyst;
pub(crate) mod arguments;
pub mod cache;
pub(crate) mod endings;
pub(crate) mod entry;
pub mod games;
pub(crate) mod job;
pub(crate) mod lineups;
pub(crate) mod part;
pub(crate) mod players;
pub(crate) mod policies;
pub(crate) mod ranking;
pub(crate) mod report;
mod request;
pub(crate) mod run;
mod setup;
pub(crate) mod speed;
pub(crate) mod stopping;
mod sums;
pub(crate) mod transcript;
pub(crate) mod trials;
mod turns;
pub mod values;

pub use analyst::{
    Analyst, Ask, Block, Card, Conditions, Extra, Figure, Findings, Parts, Played, Results, Run,
    Study, Verified, Warning,
};
pub use entry::Entry;
pub(crate) use job::{AnyEngine, Engine, Job, Taken};
pub use players::BuiltIn;
pub use policies::{
    NamedPolicy, OwnParameter, PolicyKind, Shipped, named_policies, shipped, shipped_source,
};
pub(crate) use policies::{about, record_texts, shipped_policies, shipped_specs};
pub(crate) use report::proposed;
pub use request::{
    Arena, CompareSpec, Question, Request, RunSpec, SweepSpec, TuneSpec, VerifySpec, Work,
};
pub(crate) use run::{key, record_edition};
pub use setup::{Opponent, Setup};
pub use speed::{Case, Speed};
pub use stopping::{Margin, Stopping, Until, Width};
pub use sums::{OfTurns, PolicySums, Sums};

pub use crate::sim::runner::Keep;
