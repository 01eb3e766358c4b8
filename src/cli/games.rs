//! The games that the program was started with.

use std::sync::OnceLock;

use crate::error::Result;
use crate::experiment::{self, Experiments};

/// Parsers of arguments are plain functions, so they find the games here.
static GAMES: OnceLock<Vec<&'static dyn Experiments>> = OnceLock::new();

/// Sets them, once for a process.
pub fn start_with(games: &[&'static dyn Experiments]) {
    GAMES.get_or_init(|| games.to_vec());
}

pub(super) fn all() -> &'static [&'static dyn Experiments] {
    GAMES.get().map_or(&[], Vec::as_slice)
}

/// The game of that name.
pub(super) fn game(name: &str) -> Result<&'static dyn Experiments> {
    experiment::named(all(), name)
}
