//! 8/7 Central.

mod follow;
mod laws;
mod plain;
mod rules;
mod runs;
mod scene;
