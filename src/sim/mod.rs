//! Running a simulation: random streams, the parallel runner, seating, progress and interruption.
//!
//! This module is independent of games, policies and output tables. A [`runner::Simulation`] plays
//! numbered units into a [`tally::Tally`]; [`runner::run`] distributes the units over threads. The
//! result does not depend on the number of threads.

pub mod interrupt;
pub mod progress;
pub mod random;
pub mod runner;
pub mod seating;
pub mod tally;
