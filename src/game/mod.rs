//! The contract between games and the rest of the program.
//!
//! A game publishes a [`Vocabulary`]: its decision points, and for each point the features that a
//! policy may read and the kinds of action that it may name. This module does not depend on policy
//! files or threads. Games do not depend on policy files, statistics or CSV.

pub mod bits;
pub mod contract;
pub mod count;
pub mod decision;
pub mod describe;
pub(crate) mod edition;
pub(crate) mod edition_schema;
pub mod laws;
pub mod play;
pub mod position;
pub mod publish;
pub mod settings;
pub mod vocabulary;

pub use vocabulary::*;
