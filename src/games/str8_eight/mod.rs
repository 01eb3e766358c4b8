//! Str8 Eight, a card game: players with hands of three cards build rising sequences of eight
//! numbers.
//!
//! Ids such as SE-14 refer to the rules, ids such as SE-Q6 to questions that the rules leave open.

pub mod cards;
pub mod definition;
mod describe;
pub mod edition;
pub mod engine;
pub mod estimate;
mod figures;
mod positions;
pub(crate) mod verify;
pub mod vocabulary;
