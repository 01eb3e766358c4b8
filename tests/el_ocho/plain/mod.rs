//! The plain engine of El Ocho: a second implementation from the rulebook alone, without shared
//! code.
//!
//! It favours simplicity: dice are bytes, a roll is a slice, and keeps are found by trying every
//! subset of the dice. It is the reference for the results of the fast engine (same random numbers,
//! same game), and in `benches/plain_engine.rs` for its speed. Rule ids (`EO-…`, `EO-Q…`) refer to
//! `rules/el-ocho.md`.

pub(crate) mod engine;
pub(crate) mod exact;
pub(crate) mod rules;
pub(crate) mod stressed;
