//! El Ocho: eight eight-sided dice, and when to stop rolling them.
//!
//! Rules and readings are cited by their ids (EO-1 … EO-23, EO-Q1 … EO-Q18).

mod advise;
mod card;
pub(crate) mod classes;
pub mod edition;
pub mod exact;
pub mod fast;
mod features;
mod figures;
pub mod game;
mod keeping;
pub mod matches;
mod pictures;
pub mod player;
pub mod policies;
pub mod rules;
pub mod scoring;
pub mod setup;
mod solutions;
mod solve;
pub mod stressed;
mod stretches;
mod tally;
#[cfg(test)]
mod tests_support;
pub mod turn;
pub mod turns;
mod verify;
pub mod vocabulary;
mod words;
