//! Str8 Eight.

mod features;
mod follow;
mod laws;
mod plain;
mod rules;
mod runs;
mod scene;
