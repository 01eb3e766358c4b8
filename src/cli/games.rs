//! The games of the program.

use std::sync::OnceLock;

use crate::error::Result;
use crate::experiment::{self, Experiments};

/// A global list, because parsers of arguments are plain functions.
static GAMES: OnceLock<Vec<&'static dyn Experiments>> = OnceLock::new();

/// Sets the games, once per process.
pub fn start_with(games: &[&'static dyn Experiments]) {
    GAMES.get_or_init(|| games.to_vec());
}

pub(super) fn all() -> &'static [&'static dyn Experiments] {
    GAMES.get().map_or(&[], Vec::as_slice)
}

/// Returns the names and texts of the shipped editions of all games.
pub(super) fn editions() -> impl Iterator<Item = (&'static str, &'static str)> {
    all().iter().flat_map(|game| game.editions())
}

/// Returns the name and text of the shipped edition of this name.
pub(super) fn edition(name: &str) -> Option<(&'static str, &'static str)> {
    editions().find(|(shipped, _)| *shipped == name)
}

/// Returns the game of this name.
pub(super) fn game(name: &str) -> Result<&'static dyn Experiments> {
    experiment::named(all(), name)
}
