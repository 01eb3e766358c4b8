//! El Ocho: eight eight-sided dice, and when to stop rolling them.
//!
//! Rules and readings are cited by their ids (EO-1 … EO-23, EO-Q1 … EO-Q18).

pub mod classes;
pub mod edition;
pub mod exact;
pub mod fast;
mod features;
pub mod game;
pub mod matches;
pub mod player;
pub mod rules;
pub mod scoring;
pub mod stressed;
pub mod tally;
#[cfg(test)]
mod tests_support;
pub mod title;
pub mod turn;
pub mod turns;
pub mod vocabulary;
