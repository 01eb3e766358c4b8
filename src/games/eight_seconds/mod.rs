//! 8 Seconds: ride Bulls by their moves before the third Rodeo Clown, with Riders, Golden Buckles
//! and Vegas Showdown.
//!
//! Rules and their interpretations are cited by id (ES-1 … ES-89, ES-Q1 … ES-Q45).
//!
//! [`edition`] and [`rules`] define the game; [`compiled::Game`] compiles them. [`state`] is a
//! position with the [`agenda`] of steps still due. `turn`, `riders`, `buckles` and `vegas` change
//! the position, `engine` implements the `Game` trait, and each change is an [`event::Event`].
//!
//! # A Clown Out by choice
//!
//! A player who may set a die to any face (Jennie, ES-56) may set it to a Clown. A third Clown on
//! the first roll is then a Clown Out: two tokens or a roll of all dice, and bets on Bucked Off are
//! paid (ES-31, ES-78). The rulebook leaves this open: it describes a Clown Out by Clowns that are
//! *rolled*, but Bucked Off by Clowns that the Rider *has*. The engine counts the dice shown,
//! whatever set them, because no rule gives three Clowns on the first roll another meaning.

#![allow(missing_docs)] // a name is its own comment where it says all

pub(crate) mod advise;
pub mod agenda;
pub mod balance;
mod buckles;
pub(crate) mod cards;
pub mod chances;
pub mod compiled;
pub mod decision;
pub mod definition;
mod describe;
pub mod dice;
pub mod edition;
pub(crate) mod engine;
pub mod event;
mod features;
mod figures;
pub mod optimal;
mod optimal_policy;
mod positions;
pub mod reroll_targets;
mod riders;
pub mod rules;
pub mod score;
pub(crate) mod solve;
pub mod state;
mod turn;
mod vegas;
pub(crate) mod verify;
pub mod vocabulary;
