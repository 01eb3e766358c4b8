//! A reference count in the manner of perft: how many paths of rolls and keeps a turn can take to a
//! depth, and how many ordered rolls lie behind them. The engine counts by classes, the plain
//! account by multisets of faces and all subsets of the dice.

use std::sync::Arc;

use pushluck::games::el_ocho::edition::Edition;
use pushluck::games::el_ocho::rules::Rules;
use pushluck::games::el_ocho::scoring::Verdict as Class;
use pushluck::games::el_ocho::turn::{Game, TurnState};

use crate::el_ocho::plain::exact::for_each_counts;
use crate::el_ocho::plain::rules::{PlainRules, Verdict};

/// Paths of `depth` rolls from `dice` dice, and their weight: a path that keeps in one of k ways
/// counts k times.
fn engine(game: &Game, dice: u8, depth: u32) -> (u64, u128) {
    if depth == 0 {
        return (1, 1);
    }
    let below: Vec<(u64, u128)> = (0..=game.dice())
        .map(|dice| if dice == 0 { (0, 0) } else { engine(game, dice, depth - 1) })
        .collect();
    let (mut paths, mut weight) = (0, 0);
    for class in game.table(dice).classes() {
        let mut follow = |dice: Option<u8>| {
            let (more, heavier) = dice.map_or((1, 1), |dice| below[usize::from(dice)]);
            paths += more;
            weight += u128::from(class.weight) * heavier;
        };
        match &class.verdict {
            Class::Bust | Class::Win { .. } => follow(None),
            Class::Joker => follow(Some(dice)),
            Class::Keep(keeps) => {
                for &keep in keeps {
                    let state = TurnState { points: 0, dice, rolls: 1 };
                    follow(Some(game.after_keep(state, keep).dice));
                }
            }
        }
    }
    (paths, weight)
}

/// The weight of the same paths, counted over multisets of faces.
fn brute(rules: &PlainRules, dice: usize, depth: u32) -> u128 {
    if depth == 0 {
        return 1;
    }
    let below: Vec<u128> =
        (0..=8).map(|dice| if dice == 0 { 0 } else { brute(rules, dice, depth - 1) }).collect();
    let mut weight = 0;
    for_each_counts(dice, &mut |counts, rolls| {
        let faces = (1..=8_u8).zip(counts);
        let roll: Vec<u8> =
            faces.flat_map(|(face, n)| std::iter::repeat_n(face, usize::from(*n))).collect();
        weight += u128::from(rolls)
            * match rules.verdict(&roll) {
                Verdict::Bust | Verdict::InstantWin { .. } => 1,
                Verdict::Joker => below[dice],
                Verdict::Keeps(keeps) => {
                    let left = |kept: usize| if kept == dice { 8 } else { dice - kept };
                    keeps.iter().map(|keep| below[left(keep.dice)]).sum()
                }
            };
    });
    weight
}

fn game(level: &str) -> Game {
    let settings = [("level".to_owned(), Some(level.to_owned()))];
    let rules = Rules::resolve(Arc::new(Edition::shipped()), &settings).expect("a level");
    Game::new(rules).expect("sound")
}

#[test]
fn the_paths_of_a_turn_are_as_many_as_ever() {
    let counted = |level| {
        let game = game(level);
        (1..=3).map(|depth| engine(&game, 8, depth)).collect::<Vec<_>>()
    };
    assert_eq!(counted("1"), LEVEL_1);
    assert_eq!(counted("2"), LEVEL_2);
}

#[test]
fn the_plain_account_counts_the_same_weights() {
    for (rules, level) in [(PlainRules::LEVEL_1, LEVEL_1), (PlainRules::LEVEL_2, LEVEL_2)] {
        for (depth, (_, weight)) in (1..=2).zip(level) {
            assert_eq!(brute(&rules, 8, depth), weight, "depth {depth}");
        }
    }
}

/// Paths and weights to depth 1, 2 and 3.
const LEVEL_1: [(u64, u128); 3] = [
    (2_875, 67_966_874),
    (1_241_468, 160_974_168_090_842),
    (455_420_763, 65_482_672_824_237_203_872),
];
const LEVEL_2: [(u64, u128); 3] = [
    (6_269, 70_925_566),
    (4_397_635, 197_686_648_701_140),
    (3_105_250_025, 200_117_072_135_109_204_124),
];
