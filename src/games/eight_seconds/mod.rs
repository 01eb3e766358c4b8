//! 8 Seconds: ride Bulls by their moves before the third Rodeo Clown, with Riders, Golden Buckles
//! and Vegas Showdown.
//!
//! Rules and readings are cited by their ids (ES-1 … ES-89, ES-Q1 … ES-Q45).
//!
//! [`edition`] and [`rules`] say what is played; [`play::Game`] compiles them. [`dice`],
//! [`cards`] and [`chances`] are the material, [`state`] is where a game stands, and [`play`],
//! with the turn, the abilities, the Buckles and the betting in modules of their own, moves it.
//! Whoever decides sees a [`decision::Decision`] and nothing else; whoever watches is told every
//! [`event::Event`].

mod aims;
mod buckles;
pub mod cards;
pub mod chances;
pub mod decision;
pub mod dice;
pub mod edition;
pub mod event;
mod features;
pub mod luck;
pub mod optimal;
pub mod play;
mod riders;
pub mod rules;
pub mod score;
pub mod state;
mod turn;
mod vegas;
pub mod vocabulary;
