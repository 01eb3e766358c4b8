//! What follows from the contract of games for any game: figures, settings, editions.

mod bits;
mod laws;
