//! El Ocho.

mod card;
mod common;
mod exact;
mod follow;
mod laws;
mod plain;
mod rules;
mod stressed;
