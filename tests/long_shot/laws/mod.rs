//! Long Shot on the contract of all games.

mod invariants;

use pushluck::game::contract::{Game as _, Silent};
use pushluck::game::laws::{laws, perft};
use pushluck::games::long_shot::compiled::Game;

use crate::long_shot::common;

const SETS: [&str; 4] =
    ["set1", "set2", "set3", "set2+strung-along+pie-in-the-sky+dance-card+donut-dollie"];

fn game(players: u8, horses: &str, solo: bool) -> Game {
    let solo = if solo { "on" } else { "off" };
    common::game(&format!("horses={horses},solo={solo}"), players)
}

fn games() -> impl Iterator<Item = Game> {
    let tables =
        SETS.into_iter().flat_map(|set| [2, 3, 5].map(|players| game(players, set, false)));
    tables.chain(SETS.map(|set| game(2, set, true))).chain([game(3, "mixed", false)])
}

#[test]
fn random_games_keep_the_laws() {
    for game in games() {
        assert!(laws(&game, 2) > 50);
    }
}

#[test]
fn the_deal_and_the_first_roll_are_counted() {
    // Starting Cards for two players of those in the box, then 48 rolls.
    let game = game(2, "set1", false);
    let cards = game.rules.edition.starting_cards.len() as u64;
    let paths = cards * (cards - 1) * 48;
    let start = game.start(&mut Silent);
    assert_eq!(perft(&game, &start, 3), (paths, paths.into()));
}
