//! Tests of El Ocho and its stressed variant.

mod card;
pub(crate) mod common;
mod exact;
mod family;
mod follow;
mod laws;
mod plain;
mod pocket;
mod rules;
mod stressed;
