//! The games, one folder each, and what several of them share.

pub mod deciding;
pub mod eight_seconds;
pub mod eight_seven_central;
pub mod el_ocho;
mod faults;
pub mod long_shot;
mod settings;
pub mod str8_eight;
