//! The exact chances of the dice, counted in two plain ways.

use super::plain_eight_seconds::components::{Components, DieKind, Face};
use super::plain_eight_seconds::odds::{
    Counts, clown_out_ways, convolution, first_roll_ways, rideable, too_many_clowns, ways,
    ways_that,
};
use super::scene::shipped;

/// The easier dice of the rules file (D2).
fn easier() -> Components {
    use Face::{Blank, Buck, Clown, Kick, Turn};
    let mut components = shipped();
    let colours = [
        ("red", [Turn, Turn, Buck, Buck, Kick, Clown]),
        ("yellow", [Turn, Buck, Buck, Kick, Kick, Clown]),
        ("green", [Turn, Turn, Buck, Kick, Blank, Clown]),
        ("blue", [Turn, Buck, Kick, Kick, Blank, Clown]),
    ];
    components.dice.clear();
    for (colour, faces) in colours {
        let die = DieKind { colour: colour.to_owned(), faces: faces.to_vec() };
        components.dice.extend([die.clone(), die]);
    }
    components
}

const ALL: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

#[test]
fn es_31_first_roll_clown_out_ways() {
    let box_ = shipped();
    assert_eq!(ways(&box_, &ALL), 1_679_616);
    // Two dice with two Clowns of six faces, six dice with one: counted by hand.
    let at_most_two: u64 = (0..=2_u32)
        .flat_map(|yellow| (0..=2 - yellow).map(move |other| (yellow, other)))
        .map(|(yellow, other)| {
            let choose = |n: u64, k: u32| match k {
                0 => 1,
                1 => n,
                _ => n * (n - 1) / 2,
            };
            choose(2, yellow)
                * 2_u64.pow(yellow)
                * 4_u64.pow(2 - yellow)
                * choose(6, other)
                * 5_u64.pow(6 - other)
        })
        .sum();
    assert_eq!(clown_out_ways(&box_), 1_679_616 - at_most_two);
    let chance = clown_out_ways(&box_) as f64 / 1_679_616.0;
    assert!((chance - 0.22).abs() < 0.005, "{chance}");
    let chance = clown_out_ways(&easier()) as f64 / 1_679_616.0;
    assert!((chance - 0.135).abs() < 0.001, "{chance}");
}

#[test]
fn convolution_and_walking_through_all_rolls_agree() {
    for components in [shipped(), easier()] {
        let spread = convolution(&components);
        assert_eq!(spread.values().sum::<u64>(), ways(&components, &ALL));
        let count = |wanted: &dyn Fn(&Counts) -> bool| -> u64 {
            spread.iter().filter(|(counts, _)| wanted(counts)).map(|(_, ways)| *ways).sum()
        };
        assert_eq!(count(&|counts| too_many_clowns(counts)), clown_out_ways(&components));
        for bull in &components.bulls {
            let by_spread = count(&|counts| rideable(counts, &bull.moves));
            assert_eq!(by_spread, first_roll_ways(&components, &bull.moves), "{bull:?}");
        }
    }
}

#[test]
fn first_roll_chances_are_those_of_the_rules_file() {
    let box_ = shipped();
    for (dice, expected) in [(3, 0.37), (4, 0.23), (5, 0.12), (6, 0.054), (7, 0.015)] {
        let bulls = box_.bulls.iter().filter(|bull| bull.moves.iter().sum::<usize>() == dice);
        let ways: Vec<u64> = bulls.map(|bull| first_roll_ways(&box_, &bull.moves)).collect();
        let mean = ways.iter().sum::<u64>() as f64 / ways.len() as f64 / 1_679_616.0;
        assert!((mean - expected).abs() < 0.02 * expected + 0.003, "{dice} dice: {mean}");
    }
}

#[test]
fn one_roll_chances_by_hand() {
    use Face::{Buck, Clown, Turn};
    let box_ = shipped();
    // Two Turns and a Buck are wanted; the Turns lie; one red die is rolled: two Bucks of six.
    let needs = |counts: &Counts| rideable(counts, &[2, 1, 0]);
    assert_eq!(ways_that(&box_, &[0], &[Turn, Turn], needs), 2);
    // With two Clowns already there a third spoils it; a yellow die shows Bucks in one of six.
    assert_eq!(ways_that(&box_, &[2], &[Turn, Turn, Clown, Clown], needs), 1);
    assert_eq!(ways_that(&box_, &[2], &[Turn, Turn, Buck, Clown, Clown], too_many_clowns), 2);
    assert_eq!(ways_that(&box_, &[2], &[Turn, Turn, Buck, Clown, Clown], needs), 4);
}
