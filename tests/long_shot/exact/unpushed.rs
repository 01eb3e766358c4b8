//! The engine's race that nobody pushes, against exact values and the figures of the rules file.

use pushluck::game::contract::{Game as _, Silent};
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::{Edition, PLACES};
use pushluck::games::long_shot::rules::Rules;
use pushluck::games::long_shot::state::State;

use crate::long_shot::common::{dice, edition, game, rules};
use crate::long_shot::plain::Components;
use crate::long_shot::plain::unpushed::{Outlook, Shares, exact};

/// Standard errors that two figures may lie apart.
const WIDE: f64 = 4.5;

/// That a share of so many races is a chance, or as near as luck lets it be.
#[track_caller]
fn assert_near(share: f64, chance: f64, races: f64, what: &str) {
    let error = (chance * (1.0 - chance) / races).sqrt();
    assert!((share - chance).abs() <= WIDE * error + 1e-9, "{what}: {share}, not {chance}");
}

/// The engine's unpushed races, counted.
fn engine(rules: Rules, races: u32) -> Outlook {
    let game = Game::new(rules, 2);
    let (mut horses, mut sum, mut squares) = ([Shares::default(); 8], 0.0, 0.0);
    let share = 1.0 / f64::from(races);
    for number in 0..races {
        let (track, rounds) = game.race(&mut dice(3, number.into()));
        for (place, horse) in track.placed_in_order() {
            horses[usize::from(horse)].places[place] += share;
        }
        let edition = &game.rules.edition;
        for (shares, position) in horses.iter_mut().zip(track.positions()) {
            if (edition.no_bet + 1..=edition.spaces).contains(&position) {
                shares.past_line += share;
            }
        }
        let rounds = f64::from(rounds);
        sum += rounds * share;
        squares += rounds * rounds * share;
    }
    Outlook { horses, mean_rounds: sum, variance_of_rounds: squares - sum * sum }
}

#[test]
fn short_races_are_exact() {
    const RACES: u32 = 200_000;
    for spaces in [2, 3] {
        let edition = edition(&[
            ("spaces = 15 ", &format!("spaces = {spaces} ")),
            ("no_bet = 11 ", &format!("no_bet = {} ", spaces - 1)),
        ]);
        let exact = exact(&Components::of_toml(&edition.source.text));
        let (engine, races) = (engine(rules(edition, ""), RACES), f64::from(RACES));
        for (horse, (shares, chances)) in engine.horses.iter().zip(&exact.horses).enumerate() {
            for place in 0..3 {
                let what = format!("horse {} in place {}", horse + 1, place + 1);
                assert_near(shares.places[place], chances.places[place], races, &what);
            }
            let what = format!("horse {} past the line", horse + 1);
            assert_near(shares.past_line, chances.past_line, races, &what);
        }
        let error = (exact.variance_of_rounds / races).sqrt();
        let apart = (engine.mean_rounds - exact.mean_rounds).abs();
        assert!(apart <= WIDE * error, "{}, not {}", engine.mean_rounds, exact.mean_rounds);
        let ratio = engine.variance_of_rounds / exact.variance_of_rounds;
        assert!((ratio - 1.0).abs() < 0.1, "variances are as {ratio}");
    }
}

#[test]
fn the_figures_of_the_rules_file() {
    let outlook = engine(rules(Edition::shipped(), ""), 100_000);
    assert!((outlook.mean_rounds - 28.4).abs() < 0.1, "{}", outlook.mean_rounds);
    let first = [0.34, 0.34, 0.12, 0.12, 0.03, 0.03, 0.008, 0.008];
    for (shares, first) in outlook.horses.iter().zip(first) {
        assert!((shares.places[0] - first).abs() < 0.006, "{shares:?}");
    }
}

#[test]
fn a_game_without_its_turns_is_the_race_on_the_same_dice() {
    let game = game("", 2);
    for number in 0..100 {
        let (race, rounds) = game.race(&mut dice(1, number));
        let (mut state, mut luck) = (game.at_the_gate(), dice(1, number));
        while usize::from(state.track.finishers()) < PLACES {
            state = State { track: state.track, round: state.round, ..game.at_the_gate() };
            let roll = game.draw(&state, &mut luck);
            game.happen(&mut state, roll, &mut Silent);
        }
        assert_eq!((state.track, state.round), (race, rounds));
    }
}
