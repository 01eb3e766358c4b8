//! El Ocho's variant for stressed players: one common roll, whose score players call first.
//!
//! The rules are EO-20 to EO-23, the readings EO-Q16 to EO-Q18. Dice, scoring and editions come
//! from [El Ocho](super::el_ocho). A model with five numbers ([`rules::Model`], PROPOSED) describes
//! how well players add up. It is equal for all seats; its numbers are settings of the game.

pub mod definition;
mod describe;
pub mod engine;
mod figures;
pub mod rules;
pub mod state;
pub mod vocabulary;
