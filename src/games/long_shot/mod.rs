//! Long Shot: The Dice Game: players bet on a race of eight horses, buy horses and move them.
//!
//! Comments cite the rules and the readings of unclear rules by id (LS-1 … LS-61, LS-A1 … LS-A36). Where
//! both leave a case open, the engine decides:
//!
//! - A Wild Number for the number rolled is not a legal Action: it has the effect of the die.
//! - Abilities that only pay their owner or erase Wild marks apply automatically. The others are
//!   decisions ([`vocabulary`]). At scoring, abilities that also pay other players are decisions too, lowest
//!   number first. The boxes of a Jersey are marked before the jockey set pays.
//! - Horses before the Start/Finish line share no space ([`abilities::Ability::BetMovesSpace`]).
//! - Half a cost is rounded up. A Bet space that holds $128 is full ([`sheet::FULL_BET`]).
//!
//! [`edition`] and [`rules`] define the game; [`compiled::Game`] is their compiled form. [`state`] is a
//! position, packed into the words and masks of [`track`], [`sheet`] and `concession_grid`; pending steps
//! of a turn are part of it ([`agenda`]). [`compiled`] applies actions and dice to a position; turns,
//! bonuses, Horse Cards and Roland have their own modules. The legal actions of a decision are a bit set
//! ([`legal_actions`]); every effect is logged as an [`event::Event`]. [`chances`] estimates the winner of
//! the race.

pub mod compiled;
pub mod definition;
pub mod legal_actions;
pub mod rules;
pub mod sheet;
pub mod state;
pub mod track;

// Public only for tests.
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
mod positions;
mod race;
mod roland;
mod turn;
pub(crate) mod verify;
