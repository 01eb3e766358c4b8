//! Running a simulation: streams of luck, the parallel runner, progress and interruption.
//!
//! Nothing here knows dice, cards, policies or tables. A [`runner::Simulation`] plays numbered
//! units into a [`tally::Tally`]; [`runner::run`] spreads the units over threads so that the
//! number of threads does not show in the result.

pub mod interrupt;
pub mod progress;
pub mod random;
pub mod runner;
pub mod seating;
pub mod tally;
