//! 8/7 Central: networks bid for Programs, and fight day by day for the viewers of four genres.
//!
//! Ids such as EC-36 are those of the rules, EC-Q4 those of what the rules leave open.

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
pub mod rules;
pub mod state;
pub(crate) mod verify;
pub mod vocabulary;
