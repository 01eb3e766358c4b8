//! What the tests of 8 Seconds share: games by their settings.

#![allow(dead_code, reason = "each test uses a part")]

use std::sync::Arc;

use pushluck::games::eight_seconds::decision::{Player, RandomPlayer};
use pushluck::games::eight_seconds::edition::Edition;
use pushluck::games::eight_seconds::play::Game;
use pushluck::games::eight_seconds::rules::Rules;

/// The shipped edition under `settings`, written as for `--rules`.
pub(crate) fn game(settings: &str, players: usize) -> Game {
    let settings: Vec<(String, Option<String>)> = settings
        .split(',')
        .filter(|setting| !setting.is_empty())
        .map(|setting| match setting.split_once('=') {
            Some((key, value)) => (key.to_owned(), Some(value.to_owned())),
            None => (setting.to_owned(), None),
        })
        .collect();
    let edition = Arc::new(Edition::shipped());
    let rules = Rules::resolve(edition, &settings).unwrap_or_else(|error| panic!("{error}"));
    Game::new(rules, players).unwrap_or_else(|error| panic!("{error}"))
}

/// Someone to whom every legal action is as good as any other.
pub(crate) fn random() -> &'static dyn Player {
    &RandomPlayer
}
