//! Compares the engine of Str8 Eight with the plain engine, step by step over whole games.

mod features;
mod hidden;
mod kits;
mod pair;

use pushluck::game::contract::{Game, Next};
use pushluck::game::laws::laws;
use pushluck::games::str8_eight::edition::Edition;
use pushluck::games::str8_eight::engine::{Rules, State};
use pushluck::sim::random::UnitKey;

use self::features::Eye;
use self::pair::{Temper, follow};
use crate::follow::{Seen, Values, assert_varied, compare};
use crate::str8_eight::plain::{Kit, Table};

/// The base rules of all kits.
const RULES: Rules = Rules {
    targets: [1000; 2],
    pass_penalty: 50,
    max_turns: 2000,
    max_hands: 1000,
    keep_taken: false,
};

/// Players who lay all they can, lowest first; uniformly random players, who empty the draw pile;
/// players who pass all they can; players who take, pass and lay all they can; and a mixture.
const TEMPERS: [Temper; 5] = [
    Temper { takes: 2, lays: 8, passes: 2, low: true },
    Temper { takes: 0, lays: 0, passes: 0, low: false },
    Temper { takes: 1, lays: 0, passes: 8, low: false },
    Temper { takes: 7, lays: 6, passes: 8, low: false },
    Temper { takes: 4, lays: 8, passes: 4, low: false },
];

fn games(kit: &Kit, seats: u8, each: u64, seen: &mut Seen, mut visit: impl FnMut(&State, &Table)) {
    let game = kit.game(seats);
    for number in 0..each * TEMPERS.len() as u64 {
        let temper = TEMPERS[number as usize % TEMPERS.len()];
        follow(&game, kit, temper, number * 5 + u64::from(seats), seen, &mut visit);
    }
}

#[test]
fn the_plain_engine_follows_whole_games_of_the_shipped_edition() {
    let mut seen = Seen::default();
    let kit = Kit::multiplication_table([3, 3, 0], Rules { targets: [1000, 500], ..RULES });
    // The shipped deck is the multiplication table.
    assert_eq!(kit.game(2).deck, Edition::shipped().deck);
    for seats in 2..=4 {
        games(&kit, seats, 6, &mut seen, |_, _| {});
    }
    seen.assert_more_than(&[("shuffles", 200), ("passes", 2000), ("by others", 2)]);
}

#[test]
fn the_plain_engine_follows_games_of_any_deck() {
    let mut seen = Seen::default();
    for number in 0..160 {
        let mut random = UnitKey::of_game(7, number).stream(0, 0);
        let kit = kits::random(&mut random);
        let seats = 2 + (number % 3) as u8;
        if number % 4 == 0 {
            laws(&kit.game(seats), 1);
        }
        games(&kit, seats, 1, &mut seen, |_, _| {});
    }
    for seats in 2..=4 {
        games(&kits::apart(), seats, 10, &mut seen, |_, _| {});
    }
    seen.assert_more_than(&[
        ("won", 25),
        ("unwon", 400),
        ("unfinished", 400),
        ("str8", 3),
        ("outdone", 1),
        ("shared", 1),
        ("shuffles", 250),
        ("by others", 25),
    ]);
}

#[test]
fn policies_see_what_the_plain_table_shows() {
    let (mut seen, mut values) = (Seen::default(), Values::new());
    let table = |passes, pass_penalty| {
        let rules = Rules { targets: [150; 2], max_hands: 3, pass_penalty, ..RULES };
        Kit::multiplication_table(passes, rules)
    };
    for kit in [table([3, 3, 0], 50), table([1, 1, 4], 7), kits::apart()] {
        for seats in 2..=4 {
            let game = kit.game(seats);
            games(&kit, seats, 1, &mut seen, |state, table| {
                if let Next::Decide { seat, .. } = game.next(state) {
                    compare(&game, state, &Eye { table, seat: seat.into() }, &mut values);
                }
            });
        }
    }
    assert_varied(values);
}
