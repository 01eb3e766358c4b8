//! The contract of games: bit sets and laws.

mod bits;
mod laws;
mod positions;
