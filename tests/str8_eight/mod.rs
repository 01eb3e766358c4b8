//! Str8 Eight.

mod estimate;
mod follow;
mod laws;
mod plain;
mod rules;
mod runs;
mod scene;
