//! Long Shot: The Dice Game: bet on a race of eight horses, buy them, and push them on.
//!
//! Rules and readings are cited by their ids (LS-1 … LS-61, LS-A1 … LS-A33).

pub mod chances;
