//! El Ocho for the stressed: one roll for everybody, and who calls its score first.
//!
//! The rules are EO-20 to EO-23, the readings EO-Q16 to EO-Q18. Dice, scoring and editions are those of
//! [El Ocho](super::el_ocho). How well people add up is a model with five numbers ([`rules::Model`],
//! PROPOSED), the same for all seats: settings of the game.

pub mod definition;
mod describe;
pub mod engine;
mod figures;
pub mod rules;
pub mod state;
pub mod vocabulary;
