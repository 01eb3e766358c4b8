//! What every game on the contract keeps, held against 8/7 Central under all its switches.

use pushluck::game::contract::{Game, Luck, Menu, Next, Silent};
use pushluck::game::laws::{laws, perft};
use pushluck::games::eight_seven_central::action::Outcome;
use pushluck::games::eight_seven_central::edition::Edition;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::rules::{Acquisition, Ads, Moved};
use pushluck::games::eight_seven_central::state::State;
use pushluck::sim::random::UnitKey;

use crate::eight_seven_central::follow::kits;
use crate::eight_seven_central::follow::pair::{game, text};

const WAYS: [Acquisition; 3] = [Acquisition::Auctions, Acquisition::Display, Acquisition::Random];
const ADS: [Ads; 3] = [Ads::Cards, Ads::AnyCard, Ads::FlatCard];

/// Takes a legal action, each as likely.
fn take_any(game: &EightSevenCentral, state: &mut State, luck: &mut impl Luck) {
    let mut actions = Vec::new();
    Menu::list(game, state, &mut actions);
    let action = actions[luck.below(actions.len() as u32) as usize];
    game.act(state, action, &mut Silent);
}

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
        laws(&game(&text(&kit), &kit, 2 + (number % 3) as u8), 1);
    }
}

/// Face-down Ads over many shuffles: whatever a seat is shown of the hands of others, a card that was
/// in a hand or face down at the last shuffle is never dealt into the deck.
#[test]
fn what_was_held_at_the_last_shuffle_stays_out_of_the_deck() {
    let Edition { cards, mut rules, .. } = Edition::shipped();
    (rules.ads, rules.weeks, rules.rounds) = (Ads::AnyCard, [4; 3], 2);
    let game = EightSevenCentral::new(cards, rules, 3);
    let mut luck = UnitKey::of_game(3, 1).stream(0, 0);
    let (mut state, mut held, mut shuffles) = (game.start(&mut Silent), 0, 0);
    loop {
        match game.next(&state) {
            Next::Over { .. } => break,
            Next::Decide { .. } => take_any(&game, &mut state, &mut luck),
            Next::Chance(_) => {
                let outcome = game.draw(&state, &mut luck);
                if state.deck() == 0 && matches!(outcome, Outcome::Card(_)) {
                    held = (0..3).fold(state.table(), |all, seat| all | state.hand(seat));
                    shuffles += 1;
                }
                game.happen(&mut state, outcome, &mut Silent);
            }
        }
        held &= !state.discards();
        for seat in 0..3 {
            let world = game.hide(&state, seat, &mut luck);
            assert_eq!(world.deck() & held, 0, "{state:?}");
            let hands = [0, 1, 2].map(|of| world.hand(of).count_ones());
            assert_eq!(hands, [0, 1, 2].map(|of| state.hand(of).count_ones()));
        }
    }
    assert!(shuffles > 2, "{shuffles}");
}
