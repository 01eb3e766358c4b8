//! Tests of El Ocho and its stressed variant.

mod card;
mod common;
mod exact;
mod follow;
mod laws;
mod plain;
mod rules;
mod stressed;
