//! What every game on the contract keeps, held against Str8 Eight.

mod str8_eight;

use pushluck::game::contract::Game;
use pushluck::game::laws::{laws, perft};
use str8_eight::{Scene, rules};

#[test]
fn random_games_keep_the_laws() {
    for seats in 2..=4 {
        let mut rules = rules(500);
        // Short hands reach the limit of turns, long ones shuffle the piles.
        for (max_turns, games, keep_taken) in [(60, 4, true), (4000, 4, false)] {
            (rules.max_turns, rules.keep_taken) = (max_turns, keep_taken);
            rules.max_hands = 4;
            let positions = laws(&Scene::new(seats, rules).game, games);
            assert!(positions > 500, "{positions}");
        }
    }
}

#[test]
fn the_deal_is_counted() {
    // Ordered deals of the first three cards, each equally likely.
    let scene = Scene::new(2, rules(1));
    let paths = 70 * 69 * 68;
    assert_eq!(perft(&scene.game, &scene.game.start(), 3), (paths, paths.into()));
}
