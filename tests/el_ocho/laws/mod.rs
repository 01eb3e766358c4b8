//! El Ocho against the laws of all games, and a reference count against the plain engine.

pub(super) mod invariants;

use pushluck::game::contract::{Game as _, Silent};
use pushluck::game::laws::{laws, perft};
use pushluck::games::el_ocho::engine::Seated;

use crate::el_ocho::common::{CASES, LEVELS, PIG, edition, game, game_of};
use crate::el_ocho::plain::exact::for_each_roll;
use crate::el_ocho::plain::rules::{PlainRules, Verdict};

#[test]
fn random_games_keep_the_laws() {
    for case in CASES {
        let settings = format!("{},target=3000", case.settings);
        for seats in 1..=4 {
            assert!(laws(&Seated::new(&game(&settings), seats), 2) > 20);
        }
    }
    // A game that ends at the turn limit, and a game whose number of rolls is no power of two.
    assert!(laws(&Seated::new(&game("level=2,max_turns=3"), 2), 4) > 20);
    let pig = game_of(edition(PIG), "");
    assert!(laws(&Seated::new(&pig, 3), 4) > 20);
}

/// The number of paths of `depth` steps from the start of a turn, weighted by the rolls of eight
/// dice.
fn brute(rules: &PlainRules, depth: u32) -> u128 {
    if depth == 0 {
        return 1;
    }
    let again = brute(rules, depth - 1);
    let mut weight = 0;
    for_each_roll(8, |roll, rolls| {
        let ways = match rules.verdict(roll) {
            // The next player rolls, or the same player rolls again.
            Verdict::Bust | Verdict::Joker => again,
            Verdict::InstantWin { .. } => 1,
            Verdict::Keeps(keeps) => match depth {
                1 => 1,
                2 => keeps.len() as u128,
                // The player rolls, or stops if legal.
                _ => keeps.iter().map(|keep| 1 + u128::from(keep.points >= rules.min_bank)).sum(),
            },
        };
        weight += u128::from(rolls) * ways;
    });
    weight
}

#[test]
fn the_plain_engine_counts_the_same_positions() {
    for case in LEVELS {
        let seated = Seated::new(&game(case.settings), 2);
        for depth in 1..=3 {
            let (_, weight) = perft(&seated, &seated.start(&mut Silent), depth);
            assert_eq!(weight, brute(&case.plain, depth), "{}, depth {depth}", case.settings);
        }
    }
}

#[test]
fn searching_beats_chance() {
    let seated = Seated::new(&game("level=1,target=1500,max_turns=60"), 2);
    crate::library::searching_beats_chance(&seated, (20, 200), 0.69);
}
