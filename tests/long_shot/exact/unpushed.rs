//! The race that nobody pushes: plain accounts of it against each other, the figures of the rules
//! file, and the engine's races.

use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::{Edition, SHIPPED};

use crate::long_shot::common::dice;
use crate::long_shot::follow::{edition, game};
use crate::long_shot::plain::Components;
use crate::long_shot::plain::unpushed::{
    Field, Outlook, Shares, certainly_running, exact, mean_crossing, positions_after, simulate,
    step_of,
};

/// The edition that ships.
fn shipped() -> Components {
    Components::of_toml(SHIPPED)
}

/// Standard errors that two figures may lie apart.
const WIDE: f64 = 4.5;

/// That a share of so many races is a chance, or as near as luck lets it be.
#[track_caller]
fn assert_near(share: f64, chance: f64, races: f64, what: &str) {
    let error = (chance * (1.0 - chance) / races).sqrt();
    assert!((share - chance).abs() <= WIDE * error + 1e-9, "{what}: {share}, not {chance}");
}

#[track_caller]
fn assert_same(simulated: &Outlook, exact: &Outlook, races: f64) {
    for (number, (shares, chances)) in simulated.horses.iter().zip(&exact.horses).enumerate() {
        let horse = number + 1;
        for place in 0..3 {
            let what = format!("horse {horse} in place {}", place + 1);
            assert_near(shares.places[place], chances.places[place], races, &what);
        }
        let what = format!("horse {horse} past the line");
        assert_near(shares.past_line, chances.past_line, races, &what);
    }
    let error = (exact.variance_of_rounds / races).sqrt();
    let apart = (simulated.mean_rounds - exact.mean_rounds).abs();
    assert!(apart <= WIDE * error, "{} rounds, not {}", simulated.mean_rounds, exact.mean_rounds);
    let ratio = simulated.variance_of_rounds / exact.variance_of_rounds;
    assert!((ratio - 1.0).abs() < 0.1, "variances are as {ratio}");
}

#[test]
fn a_short_race_is_exactly_what_it_is_by_simulation() {
    for spaces in [1, 2, 3] {
        let track = short(spaces);
        assert_same(&simulate(&track, 200_000, 1), &exact(&track), 200_000.0);
    }
}

/// The box with a track of so few spaces.
fn short(spaces: usize) -> Components {
    Components { spaces, no_bet: spaces - 1, ..shipped() }
}

#[test]
fn the_figures_of_the_rules_file() {
    let outlook = simulate(&shipped(), 100_000, 2);
    assert!((outlook.mean_rounds - 28.4).abs() < 0.1, "{}", outlook.mean_rounds);
    let first = [0.34, 0.34, 0.12, 0.12, 0.03, 0.03, 0.008, 0.008];
    for (shares, first) in outlook.horses.iter().zip(first) {
        assert!((shares.places[0] - first).abs() < 0.006, "{shares:?}");
    }
}

#[test]
fn a_horse_alone_steps_by_its_dice_and_its_marks() {
    let track = shipped();
    // 1/8 of the rolls are its own; it is marked on so many other cards.
    let marked = [3.0, 3.0, 2.0, 2.0, 1.0, 1.0, 0.0, 0.0];
    for (place, marked) in marked.iter().enumerate() {
        let steps = step_of(&track, place + 1);
        let mean: f64 = steps.iter().enumerate().map(|(step, chance)| step as f64 * chance).sum();
        assert!((mean - (13.0 / 6.0 + marked) / 8.0).abs() < 1e-12);
        assert!((steps.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn a_horse_alone_is_where_the_simulation_finds_it() {
    let track = shipped();
    let rounds = certainly_running(&track);
    assert_eq!(rounds, 9, "three horses take 48 steps, at most five a round");
    // All 48 rolls, nine times over, are too many to walk through; two rounds are not.
    let mut counts = [[0_u32; 17]; 8];
    for first in &track.horse_die {
        for first_spaces in &track.movement_die {
            for second in &track.horse_die {
                for second_spaces in &track.movement_die {
                    let mut field = Field::start();
                    field.round(&track, *first, *first_spaces);
                    field.round(&track, *second, *second_spaces);
                    for (horse, position) in field.positions.iter().enumerate() {
                        counts[horse][*position] += 1;
                    }
                }
            }
        }
    }
    for horse in 1..=8 {
        let exact = positions_after(&track, horse, 2);
        for (position, chance) in exact.iter().enumerate() {
            let counted = f64::from(counts[horse - 1][position]) / 2304.0;
            assert!((counted - chance).abs() < 1e-12, "horse {horse} on {position}");
        }
        assert!((positions_after(&track, horse, rounds).iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn favourites_cross_sooner() {
    let track = shipped();
    let means: Vec<f64> = (1..=8).map(|horse| mean_crossing(&track, horse)).collect();
    for pair in [[0, 2], [2, 4], [4, 6]] {
        assert!(means[pair[0]] < means[pair[1]], "{means:?}");
    }
    // No sooner than the spaces over the mean step, and at most one step later.
    let speed = (13.0 / 6.0 + 3.0) / 8.0;
    assert!(means[0] >= 16.0 / speed && means[0] <= 19.0 / speed, "{means:?}");
}

/// The engine's unpushed races, counted.
fn engine(game: &Game, races: u32) -> Outlook {
    let (mut horses, mut sum, mut squares) = ([Shares::default(); 8], 0.0, 0.0);
    for number in 0..races {
        let end = game.race(&mut dice(3, number.into()));
        for (place, horse) in end.placed.iter().enumerate() {
            horses[usize::from(*horse)].places[place] += 1.0;
        }
        let edition = &game.rules.edition;
        for (horse, position) in end.track.positions().iter().enumerate() {
            if (edition.no_bet + 1..=edition.spaces).contains(position) {
                horses[horse].past_line += 1.0;
            }
        }
        let rounds = f64::from(end.rounds);
        sum += rounds;
        squares += rounds * rounds;
    }
    let count = f64::from(races);
    for shares in &mut horses {
        shares.past_line /= count;
        shares.places = shares.places.map(|place| place / count);
    }
    let mean_rounds = sum / count;
    let variance_of_rounds = (squares / count - mean_rounds * mean_rounds) * count / (count - 1.0);
    Outlook { horses, mean_rounds, variance_of_rounds }
}

/// The shipped edition with a track of so few spaces.
fn short_edition(spaces: usize) -> Edition {
    let text = SHIPPED.replace("spaces = 15 ", &format!("spaces = {spaces} "));
    edition("short", text.replace("no_bet = 11 ", &format!("no_bet = {} ", spaces - 1)))
}

#[test]
fn the_engines_short_races_are_exact() {
    for spaces in [2, 3] {
        let game = game(short_edition(spaces), "", 2);
        assert_same(&engine(&game, 200_000), &exact(&short(spaces)), 200_000.0);
    }
}

#[test]
fn the_engines_races_are_those_of_the_simulation() {
    let races = 200_000;
    let game = game(Edition::shipped(), "", 2);
    // Two simulations of so many races each differ as one of half as many from the truth.
    assert_same(&engine(&game, races), &simulate(&shipped(), races, 4), f64::from(races) / 2.0);
}

#[test]
fn the_engines_horses_are_where_they_must_be_after_nine_rounds() {
    let (races, rounds) = (200_000, certainly_running(&shipped()));
    let game = game(Edition::shipped(), &format!("max_turns={rounds}"), 2);
    let mut counts = [[0.0; 17]; 8];
    for number in 0..races {
        let end = game.race(&mut dice(5, number));
        for (horse, position) in end.track.positions().iter().enumerate() {
            counts[horse][usize::from(*position)] += 1.0;
        }
    }
    for horse in 1..=8 {
        let exact = positions_after(&shipped(), horse, rounds);
        for (position, chance) in exact.iter().enumerate() {
            let share = counts[horse - 1][position] / races as f64;
            // Where less than a race or so is expected, the normal error says nothing.
            if chance * races as f64 > 5.0 {
                assert_near(share, *chance, races as f64, &format!("horse {horse} on {position}"));
            }
        }
    }
}
