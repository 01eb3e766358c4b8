//! 8 Seconds: ride Bulls by their moves before the third Rodeo Clown, with Riders, Golden Buckles
//! and Vegas Showdown.
//!
//! Rules and readings are cited by their ids (ES-1 … ES-89, ES-Q1 … ES-Q45).
//!
//! [`edition`] and [`rules`] say what is played; [`compiled::Game`] compiles them. [`state`] is a
//! position with the [`agenda`] of what is still to be done; `turn`, `riders`, `buckles` and `vegas`
//! change it, `engine` implements the contract of all games, and each change is an [`event::Event`].
//!
//! # A Clown Out by choice
//!
//! A player who may set a die to any face (Jennie, ES-56) may set it to a Clown, and a third Clown on the
//! first roll is a Clown Out: two tokens or all dice again, and bets on Bucked Off are paid (ES-31,
//! ES-78). The rulebook does not settle it: of Clown Outs it speaks as of Clowns that are *rolled*, of
//! Bucked Off as of Clowns that one *has*. The engine counts the dice on the table, however they came to
//! show what they show, because no rule says what three Clowns on the first roll would be instead.

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
