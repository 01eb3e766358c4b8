//! What every game on the contract keeps, held against 8/7 Central under all its switches.

use pushluck::game::contract::{Game, Silent};
use pushluck::game::laws::{laws, perft};
use pushluck::games::eight_seven_central::edition::Edition;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::rules::{Acquisition, Ads, Moved};
use pushluck::sim::random::UnitKey;

use crate::eight_seven_central::follow::kits;

const WAYS: [Acquisition; 3] = [Acquisition::Auctions, Acquisition::Display, Acquisition::Random];
const ADS: [Ads; 3] = [Ads::Cards, Ads::AnyCard, Ads::FlatCard];

#[test]
fn random_games_keep_the_laws() {
    for seats in 2..=4 {
        for acquisition in WAYS {
            for ads in ADS {
                let Edition { cards, mut rules, .. } = Edition::shipped();
                (rules.acquisition, rules.ads) = (acquisition, ads);
                if ads == Ads::AnyCard {
                    rules.moved = Moved::LosesAll;
                }
                // A long game shuffles both decks.
                rules.weeks = [if seats == 4 { 6 } else { 3 }; 3];
                let positions = laws(&EightSevenCentral::new(cards, rules, seats), 2);
                assert!(positions > 200, "{positions}");
            }
        }
    }
}

#[test]
fn the_deal_is_counted() {
    // Player 1, then ordered deals of three of sixty cards, each equally likely.
    let Edition { cards, rules, .. } = Edition::shipped();
    let game = EightSevenCentral::new(cards, rules, 2);
    assert_eq!(perft(&game, &game.start(&mut Silent), 4).1, 2 * 60 * 59 * 58);
}

#[test]
fn random_editions_keep_the_laws() {
    for number in 0..24 {
        let mut luck = UnitKey::of_game(2, number).stream(0, 0);
        let kit = kits::random(&mut luck);
        laws(&kit.game(2 + (number % 3) as u8), 1);
    }
}
