//! What a game is to everything that is not a game.
//!
//! A game publishes a [`Vocabulary`]: its decision points, and at each of them the features a
//! policy may look at and the kinds of action it may name. Nothing here reads a policy file or knows of
//! threads; nothing in a game knows of policy files, statistics or CSV.

pub mod bits;
pub mod contract;
pub mod count;
pub mod decision;
pub mod describe;
pub(crate) mod edition;
pub(crate) mod edition_schema;
pub mod laws;
pub mod play;
pub mod publish;
pub mod settings;
pub mod vocabulary;

pub use vocabulary::*;
