//! The roll classes of El Ocho, compared with the plain engine by dice and by weight.

use std::collections::{BTreeMap, BTreeSet};

use pushluck::games::el_ocho::scoring;

use crate::el_ocho::common;
use crate::el_ocho::common::{CASES, Case, SIX_DICE, edition, game, game_of, in_plain_words};
use crate::el_ocho::plain::exact::for_each_roll;
use crate::el_ocho::plain::rules::Verdict;

/// Bust and Joker weights of one to eight dice out of `8^d`, as stated in the rules document.
const LEVEL_1_BUSTS: [u64; 8] = [6, 36, 210, 1170, 6120, 29_520, 128_520, 491_400];
const LEVEL_2_BUSTS: [u64; 8] = [5, 19, 114, 540, 2220, 8100, 25_200, 63_000];
const LEVEL_2_JOKERS: [u64; 8] = [1, 9, 84, 630, 3900, 21_420, 103_320, 428_400];

/// A verdict as a sort key.
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
                let found = in_plain_words(&game, &class.verdict);
                // The first, the middle and the last roll of the class.
                for rank in [0, class.weight / 2, class.weight - 1] {
                    let roll = table.decode(index, rank);
                    assert_eq!(found, plain.verdict(&roll), "{settings}: {roll:?}");
                }
                engine.insert(key(&found), class.weight);
            }
            assert_eq!(engine.len(), classes.len(), "one class per verdict");
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

/// If the number of rolls is a power of two, the top bits of a word select the roll, else a
/// remainder.
#[test]
fn every_ordered_roll_is_drawn_once() {
    for game in [game("level=1"), game("level=2"), game_of(edition(SIX_DICE), "")] {
        for dice in 1..=5 {
            let table = game.table(dice);
            let step = if table.alias().is_some() { (1 << 32) / table.total() } else { 1 };
            let mut drawn = BTreeSet::new();
            for number in 0..table.total() {
                let (class, rank) = table.draw(|| (number * step) as u32);
                assert!(rank < table.classes()[class].weight && drawn.insert((class, rank)));
            }
        }
    }
}

#[test]
fn words_beyond_the_largest_multiple_of_the_rolls_are_rejected() {
    let game = game_of(edition(SIX_DICE), "");
    for dice in 1..=6 {
        let table = game.table(dice);
        let limit = (1_u64 << 32) / table.total() * table.total();
        let mut words = [u32::MAX, limit as u32, 0].into_iter();
        assert_eq!(table.draw(|| words.next().expect("two words are rejected")), table.draw(|| 0));
        assert_eq!(words.len(), 0);
        assert_eq!(table.draw(|| (limit - 1) as u32), table.draw(|| table.total() as u32 - 1));
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
                        // On their own, the kept dice also allow the keep.
                        assert!(game.scoring.verdict(&kept).keeps().contains(keep), "{way:?}");
                    }
                }
            }
        }
    }
    // Different dice may make one keep of 200 points.
    let roll = common::counts(&[5, 2, 2, 1, 2, 5, 7, 8], 8);
    let ways = game("level=1").scoring.dice_of(&roll, scoring::Keep { points: 4, dice: 3 });
    assert_eq!(ways, [[1, 5, 5], [2, 2, 2]]);
}
