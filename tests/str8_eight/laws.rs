//! The laws of the game contract, checked for Str8 Eight.

use pushluck::game::laws::laws;

use crate::str8_eight::scene::{Scene, rules};

#[test]
fn random_games_keep_the_laws() {
    for seats in 2..=4 {
        let mut rules = rules(500);
        // Short hands reach the limit of turns; long hands shuffle the piles.
        for (max_turns, pass_penalty, games) in [(60, 1000, 3), (4000, 50, 1)] {
            (rules.max_turns, rules.pass_penalty) = (max_turns, pass_penalty);
            rules.keep_taken = max_turns == 60;
            rules.max_hands = 4;
            assert!(laws(&Scene::new(seats, rules).game, games) > 500);
        }
    }
}
