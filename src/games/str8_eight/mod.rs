//! Str8 Eight: hands of three cards, and sequences of eight numbers that follow one another.
//!
//! Ids such as SE-14 are those of the rules, SE-Q6 those of what the rules leave open.

pub mod cards;
pub mod definition;
mod describe;
pub mod edition;
pub mod engine;
pub mod estimate;
mod figures;
pub(crate) mod verify;
pub mod vocabulary;
