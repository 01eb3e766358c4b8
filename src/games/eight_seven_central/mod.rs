//! 8/7 Central: networks bid for Programs and compete day by day for the viewers of four genres.
//!
//! Ids such as EC-36 refer to the rules, ids such as EC-Q4 to questions that the rules leave open.

pub mod action;
mod auction;
pub mod cards;
mod days;
mod defaults;
pub mod definition;
mod describe;
pub mod edition;
pub mod engine;
mod evaluation;
mod figures;
mod hidden;
mod legal_actions;
mod play_cards;
mod positions;
pub mod rules;
pub mod state;
pub(crate) mod verify;
pub mod vocabulary;
