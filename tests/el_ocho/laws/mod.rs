//! El Ocho on the contract of all games: the laws, and a reference count against the plain account.

mod invariants;
mod perft;

use std::sync::Arc;

use pushluck::game::contract::{Game as _, Silent};
use pushluck::game::decision::{self, Decision, Random};
use pushluck::game::laws::{laws, perft};
use pushluck::game::play::play;
use pushluck::games::el_ocho::edition::Edition;
use pushluck::games::el_ocho::engine::Seated;
use pushluck::policy::search::{Ismcts, Rollout};
use pushluck::sim::random::UnitKey;

use crate::el_ocho::common::{CASES, LEVELS, game, game_of};
use crate::el_ocho::plain::exact::for_each_counts;
use crate::el_ocho::plain::rules::{PlainRules, Verdict};

#[test]
fn random_games_keep_the_laws() {
    for case in CASES {
        let settings = format!("{},target=3000", case.settings);
        for seats in 1..=4 {
            assert!(laws(&Seated::new(&game(&settings), seats), 2) > 20);
        }
    }
    // A game that is given up, and one that no power of two of rolls makes.
    assert!(laws(&Seated::new(&game("level=2,max_turns=3"), 2), 4) > 20);
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/editions/pig.toml"));
    let edition = Edition::parse(pushluck::diagnostic::Source::new("pig.toml", text));
    let pig = game_of(edition.expect("an edition"), "");
    assert!(laws(&Seated::new(&pig, 3), 4) > 20);
}

/// The rolls of eight dice, and what they count for `depth` steps from the start of a turn.
fn brute(rules: &PlainRules, depth: u32) -> u128 {
    if depth == 0 {
        return 1;
    }
    let again = brute(rules, depth - 1);
    let mut weight = 0;
    for_each_counts(8, &mut |counts, rolls| {
        let faces = (1..=8_u8).zip(counts);
        let roll: Vec<u8> =
            faces.flat_map(|(face, n)| std::iter::repeat_n(face, usize::from(*n))).collect();
        let ways = match rules.verdict(&roll) {
            // The next player rolls, or the same one rolls again.
            Verdict::Bust | Verdict::Joker => again,
            Verdict::InstantWin { .. } => 1,
            Verdict::Keeps(keeps) => match depth {
                1 => 1,
                2 => keeps.len() as u128,
                _ => keeps.iter().map(|keep| 1 + u128::from(keep.points >= 400)).sum(),
            },
        };
        weight += u128::from(rolls) * ways;
    });
    weight
}

#[test]
fn the_plain_account_counts_the_same_positions() {
    for case in LEVELS {
        let seated = Seated::new(&game(case.settings), 2);
        for depth in 1..=3 {
            let (_, weight) = perft(&seated, &seated.start(&mut Silent), depth);
            assert_eq!(weight, brute(&case.plain, depth), "{}, depth {depth}", case.settings);
        }
    }
}

#[test]
fn searching_policies_beat_random_play() {
    let seated = Seated::new(&game("level=1,target=1500,max_turns=60"), 2);
    let rollout = Rollout { base: Arc::new(Random), playouts: 20, keep: false };
    let tree = Ismcts { base: Arc::new(Random), iterations: 200, keep: false };
    let searches: [&dyn decision::Policy<Seated>; 2] = [&rollout, &tree];
    for search in searches {
        let mut won = 0.0;
        for number in 0..40 {
            let seat = (number % 2) as u8;
            let decide = |decision: &Decision<'_, Seated>| {
                let policy = if decision.seat == seat { search } else { &Random };
                policy.choose(decision).action
            };
            won += play(&seated, UnitKey::of_game(1, number), decide).share(seat);
        }
        assert!(won >= 28.0, "{won} of 40 games");
    }
}
