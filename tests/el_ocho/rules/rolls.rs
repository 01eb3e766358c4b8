//! Every roll of El Ocho: what the engine's classes say of it, against the plain account, die by
//! die and as whole numbers.

use std::collections::BTreeMap;

use pushluck::games::el_ocho::scoring;

use crate::el_ocho::common;
use crate::el_ocho::common::anyone::keep_fewest;
use crate::el_ocho::common::{
    CASES, Case, assert_fits, game, in_plain_words, of_turns, tally, turns,
};
use crate::el_ocho::plain::exact::{for_each_roll, roll_table};
use crate::el_ocho::plain::rules::{PlainRules, Verdict};

/// Bust and Joker weights of one to eight dice out of `8^d`, as the rules file states them.
const LEVEL_1_BUSTS: [u64; 8] = [6, 36, 210, 1170, 6120, 29_520, 128_520, 491_400];
const LEVEL_2_BUSTS: [u64; 8] = [5, 19, 114, 540, 2220, 8100, 25_200, 63_000];
const LEVEL_2_JOKERS: [u64; 8] = [1, 9, 84, 630, 3900, 21_420, 103_320, 428_400];

/// A verdict as something to sort by.
fn key(verdict: &Verdict) -> String {
    format!("{verdict:?}")
}

#[test]
fn the_weight_of_every_class_is_the_number_of_its_rolls() {
    for Case { settings, plain } in CASES {
        let game = game(settings);
        for dice in 1..=8 {
            let table = game.table(dice);
            let classes = table.classes();
            let mut engine = BTreeMap::new();
            for (index, class) in classes.iter().enumerate() {
                let said = in_plain_words(&game, &class.verdict);
                // From its first roll to its last.
                for rank in [0, class.weight / 2, class.weight - 1] {
                    let roll = table.decode(index, rank);
                    assert_eq!(said, plain.verdict(&roll), "{settings}: {roll:?}");
                }
                engine.insert(key(&said), class.weight);
            }
            assert_eq!(engine.len(), classes.len(), "one class a verdict");
            let mut weights = BTreeMap::new();
            for_each_roll(dice.into(), |roll, weight| {
                *weights.entry(key(&plain.verdict(roll))).or_default() += weight;
            });
            assert_eq!(engine, weights, "{settings}, {dice} dice");
            assert_eq!(engine.values().sum::<u64>(), 8_u64.pow(dice.into()));
            assert_eq!(table.total(), 8_u64.pow(dice.into()));
        }
    }
}

#[test]
fn every_ordered_roll_of_up_to_five_dice_is_drawn_once_and_in_its_class() {
    for Case { settings, plain } in CASES {
        let game = game(settings);
        for dice in 1..=5 {
            let table = game.table(dice);
            let bits = 3 * u32::from(dice);
            let mut seen = vec![false; 1 << bits];
            for draw in 0..1_u32 << bits {
                let mut words = 0;
                let (class, rank) = table.draw(|| {
                    words += 1;
                    draw << (32 - bits)
                });
                assert_eq!(words, 1);
                let roll = table.decode(class, rank);
                assert_eq!(roll.len(), usize::from(dice));
                let said = in_plain_words(&game, &table.classes()[class].verdict);
                assert_eq!(said, plain.verdict(&roll), "{settings}: {roll:?}");
                let number = roll.iter().fold(0, |number, face| number * 8 + usize::from(face - 1));
                assert!(!seen[number], "{settings}: {roll:?} comes twice");
                seen[number] = true;
            }
            assert!(seen.iter().all(|seen| *seen));
        }
    }
}

fn weight(settings: &str, dice: u8, verdict: &scoring::Verdict) -> u64 {
    let game = game(settings);
    let classes = game.table(dice).classes();
    classes.iter().filter(|class| class.verdict == *verdict).map(|class| class.weight).sum()
}

#[test]
fn eo_9_exact_bust_weights() {
    for (dice, bust) in (1..).zip(LEVEL_1_BUSTS) {
        assert_eq!(weight("level=1", dice, &scoring::Verdict::Bust), bust);
        assert_eq!(weight("level=1", dice, &scoring::Verdict::Joker), 0);
    }
}

#[test]
fn eo_17_exact_bust_and_joker_weights() {
    for (dice, (bust, joker)) in (1..).zip(LEVEL_2_BUSTS.into_iter().zip(LEVEL_2_JOKERS)) {
        assert_eq!(weight("level=2", dice, &scoring::Verdict::Bust), bust);
        assert_eq!(weight("level=2", dice, &scoring::Verdict::Joker), joker);
        assert_eq!(weight("level=2,joker=off", dice, &scoring::Verdict::Bust), bust + joker);
    }
}

/// The Joker at level 1, which only the engine offers: a bust that shows an 8 is rolled again.
#[test]
fn the_joker_may_be_taken_into_level_1() {
    for dice in 1..=8 {
        let (mut bust, mut joker) = (0, 0);
        for_each_roll(dice, |roll, weight| {
            if PlainRules::LEVEL_1.verdict(roll) == Verdict::Bust {
                *if roll.contains(&8) { &mut joker } else { &mut bust } += weight;
            }
        });
        let weights = [scoring::Verdict::Bust, scoring::Verdict::Joker]
            .map(|verdict| weight("level=1,joker=standard", dice as u8, &verdict));
        assert_eq!(weights, [bust, joker]);
    }
}

/// A player who keeps one die at a time and never stops rolls every number of dice.
#[test]
fn simulated_busts_and_jokers_fit_their_weights() {
    const TURNS: u64 = 200_000;
    for (seed, Case { settings, plain }) in (1..).zip(CASES) {
        let game = game(settings);
        let run = turns(&game, &[keep_fewest(u32::MAX)], seed, common::fastest());
        let tally = &of_turns(&tally(&run, TURNS, 2))[0];
        for dice in 1..=8 {
            let exact = roll_table(&plain, dice);
            let counted = tally.dice[dice];
            let what = |what| format!("{settings}, {dice} dice, {what}");
            assert!(counted.decisions > 10_000, "{}", what("decisions"));
            let decided = (exact.total - exact.joker) as f64;
            let busts = (counted.busts, counted.decisions, exact.bust as f64 / decided);
            assert_fits(&what("busts"), busts.0, busts.1, busts.2);
            let joker = exact.joker as f64 / exact.total as f64;
            if joker > 0.0 {
                assert_fits(
                    &what("Jokers"),
                    counted.jokers,
                    counted.decisions + counted.jokers,
                    joker,
                );
            } else {
                assert_eq!(counted.jokers, 0);
            }
        }
    }
}

#[test]
fn the_weights_of_the_alias_columns_are_those_of_the_classes() {
    for Case { settings, .. } in CASES {
        let game = game(settings);
        for dice in 1..=8 {
            let table = game.table(dice);
            let (columns, index_bits) = table.alias().expect("a power of two");
            assert_eq!(columns.len(), 1 << index_bits);
            let per_column = 1_u64 << (3 * u32::from(dice) - index_bits);
            let mut weights = vec![0; table.classes().len()];
            for column in columns {
                let below = (u64::from(column.threshold) * per_column) >> 16;
                weights[usize::from(column.below)] += below;
                weights[usize::from(column.above)] += per_column - below;
            }
            let exact: Vec<u64> = table.classes().iter().map(|class| class.weight).collect();
            assert_eq!(weights, exact, "{settings}, {dice} dice");
        }
    }
}

#[test]
fn every_keep_is_made_of_dice_of_the_roll() {
    for Case { settings, .. } in common::LEVELS {
        let game = game(settings);
        for dice in 1..=8 {
            let table = game.table(dice);
            for (index, class) in table.classes().iter().enumerate() {
                let roll = common::counts(&table.decode(index, class.weight - 1), 8);
                for keep in class.keeps() {
                    let ways = game.scoring.dice_of(&roll, *keep);
                    assert!(!ways.is_empty(), "{roll:?} {keep:?}");
                    for way in ways {
                        assert_eq!(way.len(), usize::from(keep.dice));
                        let kept = common::counts(&way, 8);
                        assert!(kept.iter().zip(&roll).all(|(kept, rolled)| kept <= rolled));
                        // By themselves the kept dice score what the keep does.
                        assert!(game.scoring.verdict(&kept).keeps().contains(keep), "{way:?}");
                    }
                }
            }
        }
    }
    // Different dice may make one keep.
    let roll = common::counts(&[5, 2, 2, 1, 2, 5, 7, 8], 8);
    let of = |points: u32, dice| {
        let keep = scoring::Keep { points: points / 50, dice };
        game("level=1").scoring.dice_of(&roll, keep)
    };
    assert_eq!(of(200, 3), [[1, 5, 5], [2, 2, 2]]);
    assert_eq!(of(400, 6), [[1, 2, 2, 2, 5, 5]]);
    assert!(of(700, 1).is_empty() && of(0, 0).is_empty());
}
