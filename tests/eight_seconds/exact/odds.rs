//! The exact chances of the dice, counted in two plain ways.

use pushluck::games::eight_seconds::dice::{Counts as EngineCounts, Face as EngineFace};
use pushluck::games::eight_seconds::edition::{Edition, SHIPPED};
use pushluck::games::eight_seconds::event::Event;
use pushluck::games::eight_seconds::state::State;

use crate::eight_seconds::common::{Watch, play_turn, random};
use crate::eight_seconds::follow::set_up::{components as in_engine_order, easier_edition, game};
use crate::eight_seconds::plain::Components;
use crate::eight_seconds::plain::components::Face;
use crate::eight_seconds::plain::odds::{
    Counts, clown_out_ways, convolution, first_roll_ways, rideable, too_many_clowns, ways,
    ways_that,
};

fn shipped() -> Components {
    Components::of_toml(SHIPPED)
}

fn easier() -> Components {
    Components::of_toml(include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/editions/eight-seconds-easier.toml"
    )))
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

/// The engine's tables of an edition against the count of every roll.
fn engine_agrees(edition: Edition) {
    let box_ = Components::of_toml(&edition.source.text);
    let game = game(edition, "", 2);
    assert_eq!(u64::from(game.chances.clown_outs()), clown_out_ways(&box_));
    for bull in &game.bulls {
        let moves = bull.moves.map(usize::from);
        let [turns, bucks, kicks] = bull.moves;
        let engine = game.chances.first_rides(EngineCounts::new([turns, bucks, kicks, 0, 0]));
        assert_eq!(u64::from(engine), first_roll_ways(&box_, &moves), "{moves:?}");
    }
    // One more roll: some dice are rolled, some moves are missing, some Clowns lie there.
    let box_ = in_engine_order(&game);
    for (case, rolled) in (1..=u8::MAX).step_by(7).enumerate() {
        let dice: Vec<usize> = (0..8).filter(|die| rolled >> die & 1 == 1).collect();
        let missing: [usize; 3] = [case % 3, case / 3 % 3, case / 9 % 2];
        if missing.iter().sum::<usize>() > dice.len() {
            continue;
        }
        let needed = EngineCounts::new([missing[0], missing[1], missing[2], 0, 0].map(|n| n as u8));
        let all = ways(&box_, &dice);
        let ppm = |favourable: u64| ((favourable * 2_000_000 + all) / (2 * all)) as u32;
        for clowns in 0..=2_u8 {
            let kept = vec![Face::Clown; clowns.into()];
            let rides = ways_that(&box_, &dice, &kept, |counts| rideable(counts, &missing));
            assert_eq!(game.chances.completes(rolled, needed, clowns), ppm(rides));
            let out = ways_that(&box_, &dice, &kept, too_many_clowns);
            assert_eq!(game.chances.three_clowns(rolled, clowns), ppm(out));
        }
    }
}

#[test]
fn the_engines_chances_are_those_of_every_roll_counted() {
    engine_agrees(Edition::shipped());
    engine_agrees(easier_edition());
}

#[test]
fn the_engines_first_rolls_come_as_often_as_counted() {
    for edition in [Edition::shipped(), easier_edition()] {
        let game = game(edition, "", 1);
        let box_ = in_engine_order(&game);
        let turns = 40_000;
        let mut rolls = FirstRolls { rolls: Vec::new() };
        for turn in 0..turns {
            play_turn(&game, None, &[random()], (4, turn), &mut rolls);
        }
        assert_eq!(rolls.rolls.len() as u64, turns);
        // A check of its own for each quantity: four standard errors.
        let agrees = |what: &str, chance: f64, seen: usize| {
            let error = (chance * (1.0 - chance) / turns as f64).sqrt();
            let share = seen as f64 / turns as f64;
            assert!((share - chance).abs() < 4.0 * error, "{what}: {share} of {chance}");
        };
        let of_all = |ways: u64| ways as f64 / 1_679_616.0;
        let count = |wanted: &dyn Fn(&Counts) -> bool| {
            rolls.rolls.iter().filter(|counts| wanted(counts)).count()
        };
        agrees("Clown Out", of_all(clown_out_ways(&box_)), count(&too_many_clowns));
        for bull in &box_.bulls {
            let seen = count(&|counts| rideable(counts, &bull.moves));
            let what = format!("{:?}", bull.moves);
            agrees(&what, of_all(first_roll_ways(&box_, &bull.moves)), seen);
        }
    }
}

/// The faces of the first roll of every turn.
struct FirstRolls {
    rolls: Vec<Counts>,
}

impl Watch for FirstRolls {
    fn told(&mut self, state: &State, event: &Event) {
        if let Event::Rolled { dice, .. } = event
            && state.turn.rolls == 1
        {
            self.rolls.push(EngineFace::ALL.map(|face| dice.counts().of(face).into()));
        }
    }
}
