//! The exact chances of the dice, counted in a plain way.

use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::dice::{Counts as EngineCounts, Face};
use pushluck::games::eight_seconds::edition::{Die, Edition};
use pushluck::games::eight_seconds::event::Event;

use crate::eight_seconds::common::{Random, events, game_of, play_turn};
use crate::eight_seconds::follow::easier_edition;
use crate::eight_seconds::plain::odds::{Counts, rideable, too_many_clowns, ways};

/// All rolls of eight dice.
const ALL: f64 = 1_679_616.0;

/// The dice of a game, two of each colour.
fn all(game: &Game) -> Vec<&Die> {
    game.dice.iter().collect()
}

/// Ways of all eight dice to ride a Bull on the first roll.
fn first_roll_ways(game: &Game, moves: [u8; 3]) -> u64 {
    ways(&all(game), &[], |counts| rideable(counts, moves))
}

#[test]
fn es_31_first_roll_clown_out_ways() {
    // Two dice with two Clowns of six faces, six dice with one: counted by hand.
    let choose = |n: u64, k: u32| [1, n, n * (n - 1) / 2][k as usize];
    let at_most_two = (0..=2).flat_map(|yellow| (0..=2 - yellow).map(move |other| (yellow, other)));
    let at_most_two: u64 = at_most_two
        .map(|(yellow, other)| {
            let yellow = choose(2, yellow) * 2_u64.pow(yellow) * 4_u64.pow(2 - yellow);
            yellow * choose(6, other) * 5_u64.pow(6 - other)
        })
        .sum();
    let game = game_of(Edition::shipped(), "", 1);
    assert_eq!(ways(&all(&game), &[], too_many_clowns), 1_679_616 - at_most_two);
    for (game, expected) in [(game, 0.22), (game_of(easier_edition(), "", 1), 0.135)] {
        let chance = ways(&all(&game), &[], too_many_clowns) as f64 / ALL;
        assert!((chance - expected).abs() < 0.005, "{chance}");
    }
}

#[test]
fn first_roll_chances_are_those_of_the_rules_file() {
    let game = game_of(Edition::shipped(), "", 1);
    for (dice, expected) in [(3, 0.37), (4, 0.23), (5, 0.12), (6, 0.054), (7, 0.015)] {
        let bulls = game.bulls.iter().filter(|bull| bull.dice() == dice);
        let ways: Vec<u64> = bulls.map(|bull| first_roll_ways(&game, bull.moves)).collect();
        let mean = ways.iter().sum::<u64>() as f64 / ways.len() as f64 / ALL;
        assert!((mean - expected).abs() < 0.02 * expected + 0.003, "{dice} dice: {mean}");
    }
}

#[test]
fn the_engines_chances_are_those_of_every_roll_counted() {
    for edition in [Edition::shipped(), easier_edition()] {
        let game = game_of(edition, "", 2);
        let clown_outs = ways(&all(&game), &[], too_many_clowns);
        assert_eq!(u64::from(game.chances.clown_outs()), clown_outs);
        for bull in &game.bulls {
            let [turns, bucks, kicks] = bull.moves;
            let engine = game.chances.first_rides(EngineCounts::new([turns, bucks, kicks, 0, 0]));
            assert_eq!(u64::from(engine), first_roll_ways(&game, bull.moves), "{bull:?}");
        }
        // One more roll: some dice are rolled, some moves are missing, some Clowns lie there.
        for (case, rolled) in (1..=u8::MAX).step_by(7).enumerate() {
            let dice = (0..8).filter(|die| rolled >> die & 1 == 1);
            let dice: Vec<&Die> = dice.map(|die| &game.dice[die]).collect();
            let missing = [case % 3, case / 3 % 3, case / 9 % 2].map(|count| count as u8);
            if usize::from(missing.iter().sum::<u8>()) > dice.len() {
                continue;
            }
            let needed = EngineCounts::new([missing[0], missing[1], missing[2], 0, 0]);
            let all = 6_u64.pow(dice.len() as u32);
            let ppm = |favourable: u64| ((favourable * 2_000_000 + all) / (2 * all)) as u32;
            for clowns in 0..=2_u8 {
                let kept = vec![Face::Clown; clowns.into()];
                let rides = ways(&dice, &kept, |counts| rideable(counts, missing));
                assert_eq!(game.chances.completes(rolled, needed, clowns), ppm(rides));
                let out = ways(&dice, &kept, too_many_clowns);
                assert_eq!(game.chances.three_clowns(rolled, clowns), ppm(out));
            }
            for needs in [[2, 0, 1, 1], [1, 1, 1, 1], [0, 0, 2, 2], [4, 0, 0, 0], [0, 0, 0, 4]] {
                let [turns, bucks, kicks, clowns] = needs;
                let needs = [turns, bucks, kicks, clowns, 0];
                let shows = ways(&dice, &[], |counts| *counts == needs);
                assert_eq!(game.chances.shows(rolled, EngineCounts::new(needs)), ppm(shows));
            }
        }
    }
}

#[test]
fn the_engines_first_rolls_come_as_often_as_counted() {
    const TURNS: u64 = 20_000;
    for edition in [Edition::shipped(), easier_edition()] {
        let game = game_of(edition, "", 1);
        let first = |turn: u64| -> Counts {
            let steps = play_turn(&game, None, &[&Random], 4, turn).steps;
            let mut rolls = events(&steps).filter_map(|(event, _)| match event {
                Event::Rolled { dice, .. } => Some(dice.counts()),
                _ => None,
            });
            let counts = rolls.next().expect("a roll");
            Face::ALL.map(|face| counts.of(face))
        };
        let rolls: Vec<Counts> = (0..TURNS).map(first).collect();
        // A check of its own for each quantity: four standard errors.
        let agrees = |what: &str, ways: u64, wanted: &dyn Fn(&Counts) -> bool| {
            let chance = ways as f64 / ALL;
            let error = (chance * (1.0 - chance) / TURNS as f64).sqrt();
            let share = rolls.iter().filter(|counts| wanted(counts)).count() as f64 / TURNS as f64;
            assert!((share - chance).abs() < 4.0 * error, "{what}: {share} of {chance}");
        };
        agrees("Clown Out", ways(&all(&game), &[], too_many_clowns), &too_many_clowns);
        for bull in &game.bulls {
            let ways = first_roll_ways(&game, bull.moves);
            agrees(&format!("{bull:?}"), ways, &|counts| rideable(counts, bull.moves));
        }
    }
}
