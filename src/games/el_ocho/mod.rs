//! El Ocho: eight eight-sided dice, and when to stop rolling them.
//!
//! Rules and readings are cited by their ids (EO-1 … EO-19, EO-Q1 … EO-Q15).

pub(crate) mod advise;
mod best_keeps;
pub(crate) mod card;
pub mod definition;
mod describe;
pub mod edition;
pub mod engine;
pub mod exact;
pub mod fast;
mod figures;
pub mod matches;
mod pictures;
pub mod player;
pub mod policies;
pub(crate) mod roll_table;
pub mod rules;
pub mod scoring;
pub(crate) mod solve;
mod solved_policies;
mod stop_ranges;
mod tally;
#[cfg(test)]
mod tests_support;
pub mod turn;
pub mod turns;
pub(crate) mod verify;
pub mod vocabulary;
