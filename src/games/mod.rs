//! The games, one folder each.

pub mod eight_seconds;
pub mod el_ocho;
pub mod long_shot;
