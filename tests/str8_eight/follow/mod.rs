//! Str8 Eight by a second, plain engine: games followed step by step.

mod features;
mod hidden;
mod kits;
mod pair;

use std::sync::Arc;

use pushluck::game::laws::laws;
use pushluck::games::str8_eight::edition::Edition;
use pushluck::sim::random::UnitKey;

use self::pair::{Pair, Seen, Temper, follow, game};
use crate::follow::{Values, assert_varied, compare};
use crate::str8_eight::plain::Kit;

/// Those who lay what they can, lowest first, those who leave it to chance and so empty the draw pile,
/// those who pass what they can, those who take, pass and lay all they can, and those between.
const TEMPERS: [Temper; 5] = [
    Temper { takes: 2, lays: 8, passes: 2, low: true },
    Temper { takes: 0, lays: 0, passes: 0, low: false },
    Temper { takes: 1, lays: 0, passes: 8, low: false },
    Temper { takes: 7, lays: 6, passes: 8, low: false },
    Temper { takes: 4, lays: 8, passes: 4, low: false },
];

/// Games of a kit with everybody's temper.
fn games(kit: Kit, seats: u8, each: u64, seen: &mut Seen, mut visit: impl FnMut(&Pair<'_>)) {
    let (game, kit) = (game(&kit, seats), Arc::new(kit));
    for number in 0..each * TEMPERS.len() as u64 {
        let temper = TEMPERS[number as usize % TEMPERS.len()];
        follow(&game, &kit, temper, number * 5 + u64::from(seats), seen, &mut visit);
    }
}

#[test]
fn the_plain_engine_follows_whole_games_of_the_shipped_edition() {
    let mut seen = Seen::default();
    for (seats, target, each) in [(2, 1000, 6), (3, 500, 6), (4, 500, 6)] {
        let kit = Kit { target, ..Kit::multiplication_table(3, 3, 0) };
        // The shipped deck is that table.
        assert_eq!(game(&kit, seats).deck, Edition::shipped().deck);
        games(kit, seats, each, &mut seen, |_| {});
    }
    assert!(seen.shuffles > 200 && seen.passes > 2000 && seen.by_others > 2, "{seen:?}");
}

#[test]
fn the_plain_engine_follows_single_hands_whatever_the_pass_cards() {
    let mut seen = Seen::default();
    let mixes = [(3, 3, 0, 50), (2, 2, 2, 0), (0, 0, 5, 7), (5, 5, 5, 1000), (0, 0, 0, 50)];
    for (left, right, across, pass_penalty) in mixes {
        for seats in 2..=4 {
            let table = Kit::multiplication_table(left, right, across);
            let kit = Kit { target: 1, pass_penalty, ..table };
            games(kit, seats, 4, &mut seen, |_| {});
        }
    }
    assert!(seen.unwon == 0 && seen.shuffles > 100 && seen.outdone > 3, "{seen:?}");
}

#[test]
fn the_plain_engine_follows_games_cut_short() {
    let mut seen = Seen::default();
    for (max_turns, max_hands) in [(1, 1), (2, 5), (9, 3), (40, 2), (80, 4)] {
        for seats in 2..=4 {
            let table = Kit::multiplication_table(2, 2, 2);
            let kit = Kit { target: 100, max_turns, max_hands, ..table };
            games(kit, seats, 12, &mut seen, |_| {});
        }
    }
    assert!(seen.unwon > 400 && seen.unfinished > 400 && seen.shared > 1, "{seen:?}");
    assert!(seen.by_others > 3, "{seen:?}");
}

#[test]
fn the_plain_engine_follows_games_of_any_deck() {
    let mut seen = Seen::default();
    for number in 0..80 {
        let mut luck = UnitKey::of_game(7, number).stream(0, 0);
        let kit = kits::random(&mut luck);
        let seats = 2 + (number % 3) as u8;
        laws(&game(&kit, seats), 1);
        games(kit, seats, 1, &mut seen, |_| {});
    }
    assert!(seen.hands - seen.unwon > 25 && seen.shuffles > 250 && seen.by_others > 25, "{seen:?}");
}

#[test]
fn the_plain_engine_follows_games_of_many_str8_eights() {
    let mut seen = Seen::default();
    for seats in 2..=4 {
        games(kits::apart(), seats, 10, &mut seen, |_| {});
    }
    assert!(seen.str8 > 3 && seen.shuffles > 200, "{seen:?}");
}

#[test]
fn policies_see_what_the_plain_table_shows() {
    let (mut seen, mut values) = (Seen::default(), Values::new());
    for seats in 2..=4 {
        for (left, right, across, pass_penalty) in [(3, 3, 0, 50), (1, 1, 4, 7)] {
            let table = Kit::multiplication_table(left, right, across);
            let kit = Kit { target: 150, max_hands: 3, pass_penalty, ..table };
            games(kit, seats, 1, &mut seen, |pair| {
                compare(pair.game, &pair.state, pair, &mut values);
            });
        }
        games(kits::apart(), seats, 1, &mut seen, |pair| {
            compare(pair.game, &pair.state, pair, &mut values);
        });
    }
    assert_varied(values);
}
