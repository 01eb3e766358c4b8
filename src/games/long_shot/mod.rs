//! Long Shot: The Dice Game: bet on a race of eight horses, buy them, and push them on.
//!
//! Rules and readings are cited by their ids (LS-1 … LS-61, LS-A1 … LS-A36).
//!
//! What they leave open is read so:
//!
//! - A Wild Number for the number rolled is no legal Action: it would do what the die does.
//! - Abilities that only pay their owner or erase Wild marks are used unasked; the others are asked
//!   at their moment ([`vocabulary`]), at scoring those that pay others too, lowest number first. A
//!   Jersey's boxes come before what a jockey set brings.
//! - Behind the Start/Finish line there is no space to share ([`abilities::Ability::BetMovesSpace`]).
//! - Half a cost is rounded up. A Bet space that holds $128 takes no more ([`sheet::FULL_BET`]).
//!
//! [`edition`] and [`rules`] say what is played; [`compiled::Game`] compiles them. [`track`], [`sheet`]
//! and `concession` are the material in words and masks, [`state`] is where a game stands, and
//! [`compiled`] moves it, with turns, bonuses, Horse Cards and Roland in modules of their own; what is
//! still to be done in a turn lies in the state ([`agenda`]). The legal actions of a decision are a set
//! of bits ([`legal_actions`]); whoever listens is told every [`event::Event`]. [`chances`] estimates who
//! will win the race.

pub mod compiled;
pub mod definition;
pub mod legal_actions;
pub mod rules;
pub mod sheet;
pub mod state;
pub mod track;

// What only tests name.
#[doc(hidden)]
pub mod abilities;
#[doc(hidden)]
pub mod agenda;
#[doc(hidden)]
pub mod chances;
#[doc(hidden)]
pub mod concession_grid;
#[doc(hidden)]
pub mod edition;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod event;
#[doc(hidden)]
pub mod score;
#[doc(hidden)]
pub mod solo_sheet;
#[doc(hidden)]
pub mod vocabulary;

mod bonus;
mod describe;
mod features;
mod figures;
mod horse_cards;
mod race;
mod roland;
mod turn;
pub(crate) mod verify;
