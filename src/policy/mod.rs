//! Policies: how a seat of a game decides, written in files by people who play.
//!
//! A policy passes three stages, each a type of its own:
//!
//! 1. a *parsed file*: TOML whose expressions have a form but no meaning yet (private);
//! 2. a [`CheckedPolicy`]: every name looked up in the game's
//!    [`Vocabulary`](crate::game::Vocabulary), every type checked, so that nothing can fail at run
//!    time. Its typed trees ([`Expr`]) are the reference meaning;
//! 3. a [`Program`] for each decision point: compiled, to be asked millions of times a second.
//!
//! [`load`] reads a file, [`parse_and_check`] makes a checked policy or says what is wrong,
//! [`CheckedPolicy::compile`] does the rest. [`parse_spec`] reads how the command line names a
//! policy.

mod ast;
mod check;
mod checked;
mod code;
mod expr;
mod facts;
mod fault;
mod file;
mod graph;
mod lexer;
mod load;
mod parser;
pub mod play;
mod print;
mod program;
mod range;
mod rules;
mod schema;
pub mod search;
pub(crate) mod spec;
pub mod vocabulary;

pub use checked::{CheckedPolicy, CheckedRule, Parameter};
pub use expr::{Arithmetic, Comparison, Expr, FeatureUse, Logic, Type, Uses, settle};
pub use facts::{Decision, Facts, happens};
pub use file::{MAX_BYTES, game_of, with_values};
pub(crate) use load::{PART, missing_input, open_input, silent_input};
pub use load::{load, load_text};
pub use program::Program;
pub use rules::parse_and_check;
pub use schema::schema;
pub use spec::{PolicySpec, parse_number, parse_spec, unique_labels};
pub(crate) use spec::{several, specs};
