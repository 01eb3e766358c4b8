//! 8/7 Central: networks bid for Programs, and fight day by day for the viewers of four genres.
//!
//! Ids such as EC-36 are those of the rules, EC-Q4 those of what the rules leave open.

mod auction;
pub mod cards;
mod days;
mod defaults;
pub mod edition;
pub mod engine;
mod figures;
mod hidden;
mod menu;
pub mod moves;
mod outlook;
mod play_cards;
pub mod rules;
pub mod setup;
pub mod state;
mod tell;
mod verify;
pub mod words;
