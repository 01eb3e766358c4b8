//! The laws of the game contract, checked for 8/7 Central under all its switches.

use pushluck::game::laws::laws;
use pushluck::sim::random::UnitKey;

use crate::eight_seven_central::follow::{kits, switches};
use crate::eight_seven_central::plain::kit::{AdRule, Kit, Moved};

#[test]
fn random_games_keep_the_laws() {
    for seats in 2..=4 {
        for (source, ads) in switches() {
            let mut kit = Kit::shipped(seats, source, ads);
            if ads == AdRule::AnyCard {
                kit.rules.moved = Moved::LosesAll;
            }
            // A long game shuffles both decks.
            kit.weeks = if seats == 4 { 6 } else { 3 };
            assert!(laws(&kit.game(seats as u8), 2) > 200);
        }
    }
}

#[test]
fn random_editions_keep_the_laws() {
    for number in 0..24 {
        let mut random = UnitKey::of_game(2, number).stream(0, 0);
        let kit = kits::random(&mut random);
        laws(&kit.game(2 + (number % 3) as u8), 1);
    }
}
