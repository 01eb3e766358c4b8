//! The plain account of El Ocho against itself, on every roll; by the rules it says what the engine
//! says (`rolls.rs`), whose rolls are held to the rulebook one by one (`mod.rs`).

use crate::el_ocho::plain::rules::{Joker, Keep, PlainRules, Verdict, count_faces};

const LEVEL_1: PlainRules = PlainRules::LEVEL_1;
const LEVEL_2: PlainRules = PlainRules::LEVEL_2;
const BOTH: [PlainRules; 2] = [LEVEL_1, LEVEL_2];

/// The faces of a roll written as digits; spaces are for the reader.
fn roll(digits: &str) -> Vec<u8> {
    digits.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect()
}

/// Every roll of `dice` dice once, its dice in ascending order.
fn sorted_rolls(dice: usize) -> Vec<Vec<u8>> {
    let mut rolls = vec![vec![]];
    for _ in 0..dice {
        let longer = |roll: Vec<u8>| {
            let lowest = roll.last().copied().unwrap_or(1);
            (lowest..=8).map(move |face| [roll.as_slice(), &[face]].concat())
        };
        rolls = rolls.into_iter().flat_map(longer).collect();
    }
    rolls
}

#[test]
fn eo_q13_points_are_multiples_of_50() {
    for rules in BOTH {
        for dice in 1..=8 {
            for roll in sorted_rolls(dice) {
                if let Verdict::Keeps(keeps) = rules.verdict(&roll) {
                    assert!(keeps.iter().all(|keep| keep.points % 50 == 0), "{roll:?}");
                }
            }
        }
    }
}

#[test]
fn keeps_are_in_order_and_unique_and_the_first_is_all_scoring_dice() {
    for rules in [LEVEL_1, LEVEL_2, LEVEL_2.with_joker(Joker::Off)] {
        for dice in 1..=8 {
            for roll in sorted_rolls(dice) {
                let Verdict::Keeps(keeps) = rules.verdict(&roll) else { continue };
                for pair in keeps.windows(2) {
                    let key = |keep: &Keep| (keep.dice, keep.points);
                    assert!(key(&pair[0]) > key(&pair[1]), "{roll:?}: {keeps:?}");
                }
                let most_points = keeps.iter().map(|keep| keep.points).max();
                assert_eq!(most_points, Some(keeps[0].points), "{roll:?}: {keeps:?}");
            }
        }
    }
}

#[test]
fn keep_everything_agrees_with_the_verdict_on_every_roll() {
    let literal = LEVEL_2.with_joker(Joker::Literal);
    let no_joker = LEVEL_2.with_joker(Joker::Off);
    for rules in [LEVEL_1, LEVEL_2, literal, no_joker] {
        for dice in 1..=8 {
            for roll in sorted_rolls(dice) {
                let counts = count_faces(&roll);
                let (points, kept) = rules.keep_everything(&counts);
                let verdict = rules.verdict(&roll);
                let joker = rules.is_joker(&counts, kept);
                assert_eq!(joker, verdict == Verdict::Joker, "{roll:?} {rules:?}");
                let expected = match verdict {
                    Verdict::Joker => continue,
                    Verdict::Bust => (0, 0),
                    Verdict::InstantWin { points } => (points, 8),
                    Verdict::Keeps(keeps) => (keeps[0].points, keeps[0].dice),
                };
                assert_eq!((points, kept), expected, "{roll:?} {rules:?}");
            }
        }
    }
}

#[test]
fn the_order_of_the_dice_does_not_matter() {
    for rules in BOTH {
        for digits in ["1 5 3 3 3 7 8 2", "8 7 6 5 4 3 2 1", "2 2 8 4 6", "4 1 5 8 7 4 4 2"] {
            let forward = roll(digits);
            let backward: Vec<u8> = forward.iter().rev().copied().collect();
            assert_eq!(rules.verdict(&forward), rules.verdict(&backward));
        }
    }
}
