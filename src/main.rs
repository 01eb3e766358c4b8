//! The `pushluck` binary.

fn main() {}
