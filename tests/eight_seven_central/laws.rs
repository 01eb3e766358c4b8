//! What every game on the contract keeps, held against 8/7 Central under all its switches.

use std::sync::Arc;

use pushluck::game::contract::{Game, Luck, Menu, Next, Silent};
use pushluck::game::laws::{laws, perft};
use pushluck::games::eight_seven_central::action::Outcome;
use pushluck::games::eight_seven_central::cards::{
    Change, Components, Happening, HitNumbers, Lasts, PlayCard, Show, Totals, What,
};
use pushluck::games::eight_seven_central::edition::Edition;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::rules::{Acquisition, Ads, Moved, Rules};
use pushluck::games::eight_seven_central::state::State;
use pushluck::sim::random::UnitKey;

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

/// Cards of all kinds in random numbers, with random values.
fn random_cards(luck: &mut impl Luck) -> Components {
    let mut below = |bound: u32| luck.below(bound) as u8;
    let numbers = |bits: u32| {
        let numbers: Vec<u8> = (2..=12).filter(|number| bits >> number & 1 == 1).collect();
        HitNumbers::of(&numbers)
    };
    let shows = (0..32 + below(33)).map(|number| {
        let genres = 1 + below(15);
        let level = |genre: u8| Totals::one(genre, u32::from(1 + genre * 3 % 7));
        let levels = (0..4).filter(|genre| genres >> genre & 1 == 1).map(level);
        Show {
            title: format!("Program {number}"),
            hits: numbers(below(255).into()).with(numbers(1 << (2 + below(11)))),
            levels: levels.fold(Totals::default(), Totals::with),
            symbols: 1 + below(7),
            hour: below(3) == 0,
        }
    });
    let shows: Vec<Show> = shows.collect();
    let mut faces = Vec::new();
    let mut card = |what, copies, cost, lasts| {
        let title = format!("Card {}", faces.len());
        faces.push(PlayCard { title, copies, cost, what, lasts });
    };
    for symbols in [1, 2, 4, 7] {
        let (dollars, cards) = (below(6), below(3));
        card(What::Ad { symbols, dollars, cards }, 1 + below(3), 0, Lasts::Game);
    }
    let lasts = [Lasts::Day, Lasts::Week, Lasts::Game];
    let changes = [
        Change::RaiseGenre(1 + below(9)),
        Change::AddGenre(1 + below(9)),
        Change::BlockNumber,
        Change::NoHits,
        Change::LowerGenres(1 + below(9)),
        Change::NoScoring,
        Change::NoShark,
        Change::PayOnHit(1 + below(9)),
    ];
    for change in changes {
        let hits = numbers(below(255).into());
        let what = What::Modifier { hits, change: (below(4) > 0).then_some(change) };
        card(what, 1 + below(2), below(5), lasts[usize::from(below(3))]);
    }
    let happenings = [
        Happening::CountersPerHit(1 + below(3)),
        Happening::NoModifiers,
        Happening::GenreWorth { genre: below(4), points: below(4) },
        Happening::AdsTimes(2 + below(3)),
        Happening::AdsPayNothing,
        Happening::NoCounters,
        Happening::AddCounters(1 + below(3)),
        Happening::RemoveCounters(1 + below(3)),
        Happening::Fine(1 + below(9)),
        Happening::DrawCards(1 + below(9)),
    ];
    for happening in happenings {
        let stays =
            if happening.immediate() { Lasts::Immediate } else { lasts[usize::from(below(3))] };
        card(What::Event(happening), 1 + below(2), below(5), stays);
    }
    // Enough for four hands.
    card(What::Event(Happening::NoModifiers), 4, 1, Lasts::Day);
    Components::new(shows, faces)
}

fn random_rules(luck: &mut impl Luck) -> Rules {
    let Edition { mut rules, .. } = Edition::shipped();
    let mut below = |bound: u32| luck.below(bound);
    rules.weeks = [1 + below(3) as u8; 3];
    rules.money = below(40);
    (rules.fundraising, rules.discard, rules.bump) = (below(4), below(3), 1 + below(3));
    rules.rounds = 1 + below(8) as u8;
    rules.rows = [below(5), below(5)].map(|places| (0..places).collect());
    (rules.dealt, rules.kept) = (8, 1 + below(8) as u8);
    (rules.at_once, rules.on_hit) = (below(4), below(4));
    rules.acquisition = WAYS[below(3) as usize];
    rules.ads = ADS[below(3) as usize];
    rules.moved = [Moved::LosesOne, Moved::LosesAll][below(2) as usize];
    rules
}

#[test]
fn random_editions_keep_the_laws() {
    for number in 0..24 {
        let mut luck = UnitKey::of_game(2, number).stream(0, 0);
        let cards = Arc::new(random_cards(&mut luck));
        let rules = random_rules(&mut luck);
        laws(&EightSevenCentral::new(cards, rules, 2 + (number % 3) as u8), 1);
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
