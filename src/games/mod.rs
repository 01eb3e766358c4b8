//! The games, one folder each.

pub mod el_ocho;
