//! What every game on the contract keeps, held against 8/7 Central under all its switches.

use pushluck::game::laws::laws;
use pushluck::games::eight_seven_central::edition::Edition;
use pushluck::games::eight_seven_central::engine::{Acquisition, Ads, EightSevenCentral, Moved};
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
