//! Policy files: text files in which users describe the strategy of a seat.
//!
//! A policy file passes three stages, each with its own type:
//!
//! 1. a *parsed file* (private): TOML with parsed expressions; names are not yet resolved;
//! 2. a [`CheckedPolicy`]: all names are resolved in the game's
//!    [`Vocabulary`](crate::game::Vocabulary) and all types are checked, so that evaluation cannot
//!    fail. Its typed trees ([`Expr`]) define the meaning;
//! 3. a [`Program`] for each decision point: compiled for millions of decisions per second.
//!
//! [`load`] reads a file, [`parse_and_check`] returns a checked policy or its faults, and
//! [`CheckedPolicy::compile`] returns the programs. [`parse_spec`] parses the SPECs of policies on
//! the command line.

mod ast;
pub mod bot;
mod check;
mod checked;
mod code;
pub mod evaluate;
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
pub(crate) use file::{with_range, with_rule};
pub(crate) use load::{PART, missing_input, open_input, silent_input};
pub use load::{load, load_text};
pub(crate) use load::{read_instead, texts_read};
pub use program::Program;
pub use rules::parse_and_check;
pub use schema::schema;
pub use spec::{PolicySpec, parse_number, parse_spec, unique_labels};
pub(crate) use spec::{several, specs};
