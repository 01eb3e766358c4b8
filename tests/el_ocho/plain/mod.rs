//! The second account of El Ocho: written from the rulebook alone, sharing no code with the crate.
//!
//! Everything here is the plain way: dice are bytes, a roll is a slice, a keep is found by trying
//! every subset of the dice. It is the yardstick for the fast engine, in its results (same luck,
//! same game) and, in `benches/plain_engine.rs`, in its speed. Rule ids (`EO-…`, `EO-Q…`) are those of
//! `rules/el-ocho.md`.

pub(crate) mod engine;
pub(crate) mod exact;
pub(crate) mod rules;
pub(crate) mod stressed;
