//! 8 Seconds: ride Bulls by their moves before the third Rodeo Clown, with Riders, Golden Buckles
//! and Vegas Showdown.
//!
//! Rules and readings are cited by their ids (ES-1 … ES-89, ES-Q1 … ES-Q45).
//!
//! [`edition`] and [`rules`] say what is played; [`compiled::Game`] compiles them. [`dice`],
//! `cards` and `chances` are the material, [`state`] is where a game stands and [`agenda`] what is
//! still to be done in it; the turn, the abilities, the Buckles and the betting do it, each in a
//! module of its own. `game` moves it on the contract of all games; whoever listens is told every
//! [`event::Event`].
//!
//! # A Clown Out by choice
//!
//! Whoever may set one of the own dice to any face (Jennie, ES-56) may set it to a Clown, and a third
//! Clown on the first roll is a Clown Out: two tokens or all dice again, and bets on Bucked Off are
//! paid (ES-31, ES-78). What lies on the table counts, however it came to lie there. The rulebook
//! does not settle it. Her card is lost, and the answer that is left says only that an opponent's
//! die may be changed (the faces and the number of uses are proposals of the edition). Of Clown Outs
//! the rules speak as of Clowns that are *rolled*, of being Bucked Off as of Clowns that one *has*:
//! by the letter a changed die bucks a Rider off and makes no Clown Out, and whoever reads it so
//! would have to say what three Clowns on the first roll are instead. The engine knows one reading
//! of three Clowns for all dice.

pub(crate) mod advise;
pub mod agenda;
pub mod balance;
mod buckles;
pub(crate) mod cards;
pub(crate) mod chances;
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
mod reroll_targets;
mod riders;
pub mod rules;
pub mod score;
pub(crate) mod solve;
pub mod state;
mod turn;
mod vegas;
pub(crate) mod verify;
pub mod vocabulary;
