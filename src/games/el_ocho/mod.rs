//! El Ocho: a push-your-luck game with eight eight-sided dice.
//!
//! Rules and readings are cited by their ids (EO-1 … EO-19, EO-Q1 … EO-Q15).

pub mod advise;
pub mod best_keeps;
pub mod card;
pub mod definition;
pub mod describe;
pub mod edition;
pub mod engine;
pub mod exact;
pub mod fast;
pub mod figures;
pub mod fold;
pub mod pictures;
pub mod player;
pub mod pocket;
pub mod policies;
mod positions;
pub mod roll_table;
pub mod rules;
pub mod scoring;
pub mod solve;
pub mod solved_policies;
pub mod stop_ranges;
pub mod turn;
pub mod verify;
pub mod vocabulary;
