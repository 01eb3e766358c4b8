//! Compares the engine of 8/7 Central with the plain engine, decision by decision over whole games.

mod features;
mod hidden;
pub(super) mod kits;
pub(super) mod pair;

use pushluck::game::contract::{Game, Next};
use pushluck::sim::random::UnitKey;

use self::features::Eye;
use self::pair::{Temper, follow};
use crate::eight_seven_central::plain::kit::{AdRule, Kit, Moved, Source};
use crate::follow::{Seen, Values, assert_varied, compare};

/// All combinations of the rules for acquiring Programs and for Ads.
pub(super) fn switches() -> impl Iterator<Item = (Source, AdRule)> {
    let ads = [AdRule::Cards, AdRule::AnyCard, AdRule::FlatCard];
    let sources = [Source::Auctions, Source::Display, Source::Random];
    sources.into_iter().flat_map(move |source| ads.map(|ads| (source, ads)))
}

/// Players who act often and bid little, who spend, who play few cards, and who act rarely.
const TEMPERS: [Temper; 5] = [
    Temper { acts: 6, saves: 8, plays: 4 },
    Temper { acts: 4, saves: 3, plays: 4 },
    Temper { acts: 7, saves: 6, plays: 1 },
    Temper { acts: 2, saves: 4, plays: 6 },
    Temper { acts: 5, saves: 7, plays: 7 },
];

fn games(kit: &Kit, seats: u8, each: u64, seen: &mut Seen) {
    let game = kit.game(seats);
    for number in 0..each * TEMPERS.len() as u64 {
        let temper = TEMPERS[number as usize % TEMPERS.len()];
        follow(&game, kit, temper, number * 5 + u64::from(seats), seen, |_, _, _| {});
    }
}

#[test]
fn the_plain_engine_follows_games_of_the_shipped_edition_under_every_switch() {
    let mut seen = Seen::default();
    for seats in 2..=4 {
        games(&Kit::shipped(seats, Source::Auctions, AdRule::Cards), seats as u8, 6, &mut seen);
        for (source, ads) in switches() {
            let mut kit = Kit { weeks: 5, ..Kit::shipped(seats, source, ads) };
            kit.rules.moved = if seats == 3 { Moved::LosesAll } else { Moved::LosesOne };
            games(&kit, seats as u8, 1, &mut seen);
        }
    }
    seen.assert_more_than(&[
        ("sold", 500),
        ("hits", 500),
        ("ties", 250),
        ("jumped", 20),
        ("bumped", 40),
        ("replaced", 40),
        ("expired", 200),
        ("bought", 50),
        ("moved", 300),
        ("face_down", 1000),
        ("shuffled", 300),
        ("short", 5),
        ("dropped", 20),
    ]);
}

#[test]
fn the_plain_engine_follows_games_of_any_box() {
    let mut seen = Seen::default();
    for number in 0..48 {
        let mut random = UnitKey::of_game(7, number).stream(0, 0);
        let kit = kits::random(&mut random);
        games(&kit, 2 + (number % 3) as u8, 1, &mut seen);
    }
    seen.assert_more_than(&[
        ("sold", 400),
        ("bought", 100),
        ("jumped", 100),
        ("short", 0),
        ("shuffled", 250),
        ("dropped", 2),
    ]);
}

/// Follows a game of a kit with each temper, and compares the features of all its decisions.
fn see(kit: &Kit, tempers: &[Temper], seats: usize, values: &mut Values) {
    let (game, mut seen) = (kit.game(seats as u8), Seen::default());
    for (number, temper) in tempers.iter().enumerate() {
        let number = (10 * number + seats) as u64;
        follow(&game, kit, *temper, number, &mut seen, |state, table, before| {
            if let Next::Decide { seat, point } = game.next(state) {
                compare(&game, state, &Eye { table, seat: seat.into(), point, before }, values);
            }
        });
    }
}

#[test]
fn policies_see_what_the_plain_table_shows() {
    let mut values = Values::new();
    for seats in 2..=4 {
        // Each rule for acquiring Programs with a different rule for Ads.
        for (source, ads) in switches().step_by(4) {
            see(&Kit::shipped(seats, source, ads), &TEMPERS, seats, &mut values);
        }
    }
    assert_varied(values);
    for number in 0..20 {
        let mut random = UnitKey::of_game(8, number).stream(0, 0);
        let tempers = &TEMPERS[number as usize % TEMPERS.len()..][..1];
        see(&kits::random(&mut random), tempers, 2 + number as usize % 3, &mut Values::new());
    }
}
