//! The plain account of El Ocho against the rulebook: each rule and reading that it can show.

mod plain;

use plain::rules::{Joker, Keep, PlainRules, Verdict, count_faces};

const LEVEL_1: PlainRules = PlainRules::LEVEL_1;
const LEVEL_2: PlainRules = PlainRules::LEVEL_2;
const BOTH: [PlainRules; 2] = [LEVEL_1, LEVEL_2];

/// The faces of a roll written as digits; spaces are for the reader.
fn roll(digits: &str) -> Vec<u8> {
    digits.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect()
}

/// The legal keeps of a roll as `(points, dice)`, in their order; empty if there are none.
fn keeps(rules: PlainRules, digits: &str) -> Vec<(u32, usize)> {
    match rules.verdict(&roll(digits)) {
        Verdict::Keeps(keeps) => keeps.iter().map(|keep| (keep.points, keep.dice)).collect(),
        _ => Vec::new(),
    }
}

/// All scoring dice of a roll as `(points, dice)`.
fn all_of(rules: PlainRules, digits: &str) -> (u32, usize) {
    keeps(rules, digits)[0]
}

fn is_bust(rules: PlainRules, digits: &str) -> bool {
    rules.verdict(&roll(digits)) == Verdict::Bust
}

fn is_joker(rules: PlainRules, digits: &str) -> bool {
    rules.verdict(&roll(digits)) == Verdict::Joker
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
fn eo_4_only_scoring_dice_are_set_aside() {
    for rules in BOTH {
        assert_eq!(keeps(rules, "1 2 2 4 6 7 7 8"), [(100, 1)]);
        assert_eq!(keeps(rules, "2 3 5 4 4 6 6 8"), [(50, 1)]);
        assert_eq!(keeps(rules, "4 4 4 2 3 7 7 8"), [(400, 3)]);
    }
}

#[test]
fn eo_5_a_1_is_100_and_a_5_is_50() {
    for rules in BOTH {
        assert_eq!(keeps(rules, "1"), [(100, 1)]);
        assert_eq!(keeps(rules, "5"), [(50, 1)]);
        assert_eq!(
            keeps(rules, "1 1 5 5"),
            [(300, 4), (250, 3), (200, 3), (200, 2), (150, 2), (100, 2), (100, 1), (50, 1),]
        );
    }
}

#[test]
fn eo_6_three_of_a_kind_values() {
    for rules in BOTH {
        assert_eq!(all_of(rules, "1 1 1"), (1000, 3));
        for face in 2..=8_u8 {
            let keep = Keep { points: 100 * u32::from(face), dice: 3 };
            let Verdict::Keeps(keeps) = rules.verdict(&[face; 3]) else { panic!("three {face}s") };
            assert_eq!(keeps[0], keep);
        }
    }
}

#[test]
fn eo_7_scoring_dice_may_be_left_in_the_roll() {
    for rules in BOTH {
        assert_eq!(keeps(rules, "1 5 2 2 4"), [(150, 2), (100, 1), (50, 1)]);
        // The triple may be broken up for a single 5, and left lying for the 1.
        assert_eq!(keeps(rules, "1 3 3 3 7 7 8 8"), [(400, 4), (300, 3), (100, 1)]);
    }
}

#[test]
fn eo_9_nothing_that_scores_is_a_bust() {
    for rules in BOTH {
        assert!(is_bust(rules, "2"));
        assert!(is_bust(rules, "2 2 3 3 4 6 7 7"));
    }
    assert!(is_bust(LEVEL_1, "2 3"));
    assert!(is_bust(LEVEL_1, "2 2 3 3 4 6 7 8"));
}

#[test]
fn eo_11_the_great_run() {
    for rules in BOTH {
        let expected = [(4000, 8), (150, 2), (100, 1), (50, 1)];
        assert_eq!(keeps(rules, "1 2 3 4 5 6 7 8"), expected);
        assert_eq!(keeps(rules, "8 3 5 1 2 7 6 4"), expected);
    }
}

#[test]
fn eo_15_series_double_the_triple() {
    // The rulebook's four examples.
    assert_eq!(all_of(LEVEL_2, "3 3 3 3"), (600, 4));
    assert_eq!(all_of(LEVEL_2, "7 7 7 7 7"), (2800, 5));
    assert_eq!(all_of(LEVEL_2, "5 5 5 5 5 5"), (4000, 6));
    assert_eq!(all_of(LEVEL_2, "2 2 2 2 2 2 2"), (3200, 7));
    for (dice, factor) in [(4_u8, 2), (5, 4), (6, 8), (7, 16)] {
        for face in 1..=8_u8 {
            let triple = if face == 1 { 1000 } else { 100 * u32::from(face) };
            let Verdict::Keeps(keeps) = LEVEL_2.verdict(&vec![face; usize::from(dice)]) else {
                panic!("{dice} dice of face {face}")
            };
            assert_eq!(keeps[0], Keep { points: triple * factor, dice: dice.into() });
        }
    }
}

#[test]
fn eo_16_eight_of_a_kind_wins() {
    for face in 1..=8 {
        assert_eq!(LEVEL_2.verdict(&[face; 8]), Verdict::InstantWin { points: 8000 });
        assert!(matches!(LEVEL_1.verdict(&[face; 8]), Verdict::Keeps(_)));
    }
}

#[test]
fn eo_17_joker_rolls_again() {
    for digits in ["8", "8 8", "2 8", "2 2 3 3 4 6 7 8", "8 8 7 7 6 6 4 4"] {
        assert!(is_joker(LEVEL_2, digits), "{digits}");
        assert!(is_bust(LEVEL_1, digits), "level 1 has no Joker: {digits}");
        assert!(is_bust(LEVEL_2.with_joker(Joker::Off), digits), "no Joker played: {digits}");
    }
    // What scores is no Joker, and without an 8 there is none.
    assert_eq!(keeps(LEVEL_2, "8 8 8"), [(800, 3)]);
    assert_eq!(keeps(LEVEL_2, "1 8"), [(100, 1)]);
    assert!(is_bust(LEVEL_2, "2 4"));
}

#[test]
fn eo_18_runs_use_all_dice_just_rolled() {
    // The rulebook's example: five dice rolled.
    assert_eq!(keeps(LEVEL_2, "2 3 4 5 6"), [(500, 5), (50, 1)]);
    for dice in 2..=7_u8 {
        for lowest in 1..=9 - dice {
            let run: Vec<u8> = (lowest..lowest + dice).collect();
            let Verdict::Keeps(keeps) = LEVEL_2.verdict(&run) else { panic!("{run:?}") };
            assert_eq!(keeps[0], Keep { points: 100 * u32::from(dice), dice: dice.into() });
        }
    }
}

#[test]
fn eo_19_a_run_of_some_of_the_dice_scores_nothing() {
    // The rulebook's example: only the 1 and the 5 may be set aside.
    assert_eq!(keeps(LEVEL_2, "1 4 5 6 7"), [(150, 2), (100, 1), (50, 1)]);
    assert!(is_bust(LEVEL_2, "2 3 4 4"));
    assert!(is_bust(LEVEL_2, "2 3 4 7"));
}

#[test]
fn eo_q1_level_1_more_than_three_alike() {
    assert_eq!(keeps(LEVEL_1, "4 4 4 4"), [(400, 3)]);
    assert_eq!(keeps(LEVEL_1, "4 4 4 4 4"), [(400, 3)]);
    assert_eq!(keeps(LEVEL_1, "4 4 4 4 4 4"), [(800, 6), (400, 3)]);
    assert_eq!(keeps(LEVEL_1, "4 4 4 4 4 4 4 4"), [(800, 6), (400, 3)]);
    assert_eq!(all_of(LEVEL_1, "1 1 1 1"), (1100, 4));
    assert_eq!(all_of(LEVEL_1, "5 5 5 5 5"), (600, 5));
    assert_eq!(all_of(LEVEL_1, "1 1 1 1 1 1 1 1"), (2200, 8));
    assert_eq!(all_of(LEVEL_1, "5 5 5 5 5 5 5 5"), (1100, 8));
}

#[test]
fn eo_q2_any_legal_part_may_be_kept() {
    assert_eq!(keeps(LEVEL_1, "1 1 1 1"), [(1100, 4), (1000, 3), (200, 2), (100, 1)]);
    assert_eq!(keeps(LEVEL_2, "1 1 1 1"), [(2000, 4), (1000, 3), (200, 2), (100, 1)]);
    assert_eq!(keeps(LEVEL_2, "6 6 6 6"), [(1200, 4), (600, 3)]);
    assert_eq!(
        keeps(LEVEL_2, "6 6 6 6 6 6 6"),
        [(9600, 7), (4800, 6), (2400, 5), (1200, 4), (600, 3)]
    );
}

#[test]
fn eo_q4_a_run_with_an_8_is_a_run() {
    assert_eq!(keeps(LEVEL_2, "7 8"), [(200, 2)]);
    assert_eq!(keeps(LEVEL_2, "2 3 4"), [(300, 3)]);
    assert_eq!(keeps(LEVEL_2, "6 7 8"), [(300, 3)]);
    assert_eq!(keeps(LEVEL_2.with_joker(Joker::Off), "7 8"), [(200, 2)]);
}

#[test]
fn eo_q4_the_literal_joker_takes_runs_with_an_8() {
    let literal = LEVEL_2.with_joker(Joker::Literal);
    assert!(is_joker(literal, "7 8"));
    assert!(is_joker(literal, "8 6 7"));
    assert!(is_joker(literal, "2 2 8"));
    // A run without an 8, or with a 5, is still a run; three 8s are a triple.
    assert_eq!(keeps(literal, "2 3 4"), [(300, 3)]);
    assert_eq!(keeps(literal, "5 6 7 8"), [(400, 4), (50, 1)]);
    assert_eq!(keeps(literal, "8 8 8 2"), [(800, 3)]);
    assert!(is_bust(literal, "2 4"));
}

#[test]
fn eo_q5_runs_score_at_level_2_only() {
    assert!(is_bust(LEVEL_1, "2 3 4"));
    assert_eq!(keeps(LEVEL_1, "1 2"), [(100, 1)]);
    assert_eq!(keeps(LEVEL_1, "1 2 3 4 5 6 7"), [(150, 2), (100, 1), (50, 1)]);
    // The player may keep just the 1 of a run.
    assert_eq!(keeps(LEVEL_2, "1 2"), [(200, 2), (100, 1)]);
}

#[test]
fn eo_q6_no_wrap_around_runs() {
    assert_eq!(keeps(LEVEL_2, "8 1"), [(100, 1)]);
    assert_eq!(keeps(LEVEL_2, "7 8 1"), [(100, 1)]);
    assert_eq!(keeps(LEVEL_2, "1 2 3 4 6 7 8"), [(100, 1)]);
}

#[test]
fn eo_q11_several_series_all_score() {
    assert_eq!(all_of(LEVEL_2, "4 4 4 7 7 7 7 2"), (400 + 1400, 7));
    assert_eq!(all_of(LEVEL_2, "4 4 4 4 7 7 7 7"), (800 + 1400, 8));
    assert_eq!(all_of(LEVEL_1, "4 4 4 7 7 7 7 2"), (400 + 700, 6));
}

#[test]
fn eo_q12_seven_alike_and_an_eighth_die() {
    assert_eq!(all_of(LEVEL_2, "2 2 2 2 2 2 2 3"), (3200, 7));
    assert_eq!(all_of(LEVEL_2, "2 2 2 2 2 2 2 1"), (3300, 8));
    assert_eq!(all_of(LEVEL_2, "2 2 2 2 2 2 2 5"), (3250, 8));
    assert_eq!(all_of(LEVEL_2, "1 1 1 1 1 1 1 5"), (16_050, 8));
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
fn eo_q15_kept_dice_score_the_highest_way() {
    for rules in BOTH {
        assert_eq!(keeps(rules, "1 1 1"), [(1000, 3), (200, 2), (100, 1)]);
        assert_eq!(keeps(rules, "5 5 5"), [(500, 3), (100, 2), (50, 1)]);
    }
    // Six alike: 8 times the triple at level 2, two triples at level 1.
    assert_eq!(all_of(LEVEL_2, "3 3 3 3 3 3"), (2400, 6));
    assert_eq!(all_of(LEVEL_1, "3 3 3 3 3 3"), (600, 6));
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
