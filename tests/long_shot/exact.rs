//! The race without players, by the numbers of the rules file, and the accuracy of `place_chance`, measured by
//! simulation from random positions of random games; the simulation shares no code with it.

use pushluck::game::contract::{Game as _, RandomSource, Silent};
use pushluck::games::long_shot::chances::Chances;
use pushluck::games::long_shot::edition::{Edition, PLACES};
use pushluck::games::long_shot::state::State;
use pushluck::games::long_shot::track::{Course, Track};

use crate::long_shot::common::{after_rounds, dice, game};

#[test]
fn a_race_without_players_has_the_numbers_of_the_rules_file() {
    const RACES: u32 = 100_000;
    let (game, mut rounds, mut first) = (game("", 2), 0, [0; 8]);
    for number in 0..RACES {
        let (track, lasted) = game.race(&mut dice(3, number.into()));
        rounds += lasted;
        first[usize::from(track.placed[0])] += 1;
    }
    let each = |count: u32| f64::from(count) / f64::from(RACES);
    assert!((each(rounds) - 28.4).abs() < 0.1, "{rounds}");
    for (first, chance) in first.into_iter().zip([0.34, 0.34, 0.12, 0.12, 0.03, 0.03, 0.008, 0.008])
    {
        assert!((each(first) - chance).abs() < 0.006, "{first}");
    }
}

#[test]
fn a_game_without_its_turns_is_the_race_on_the_same_dice() {
    let game = game("", 2);
    for number in 0..100 {
        let (race, rounds) = game.race(&mut dice(1, number));
        let (mut state, mut random) = (game.at_the_gate(), dice(1, number));
        while usize::from(state.track.finishers()) < PLACES {
            state = State { track: state.track, round: state.round, ..game.at_the_gate() };
            let roll = game.draw(&state, &mut random);
            game.happen(&mut state, roll, &mut Silent);
        }
        assert_eq!((state.track, state.round), (race, rounds));
    }
}

/// Plays a race from `track` to its end by dice and boxes only. Returns for each horse its place from 0, or 3
/// past the No Bet line, or 4.
fn race(track: &Track, dice: &mut impl RandomSource) -> [usize; 8] {
    const MOVEMENT: [u8; 6] = [1, 2, 2, 2, 3, 3];
    let (mut at, bars) = (track.positions(), track.bars());
    let mut ends = [4; 8];
    track.placed_in_order().for_each(|(place, horse)| ends[usize::from(horse)] = place);
    let mut placed = usize::from(track.finishers());
    while placed < 3 {
        let rolled = dice.below(8) as usize;
        let spaces = MOVEMENT[dice.below(6) as usize];
        let marked = (0..8).filter(|horse| bars[rolled] >> horse & 1 == 1);
        for (horse, spaces) in [(rolled, spaces)].into_iter().chain(marked.map(|horse| (horse, 1)))
        {
            if ends[horse] < 3 {
                continue;
            }
            at[horse] += spaces;
            if at[horse] >= 16 && placed < 3 {
                ends[horse] = placed;
                placed += 1;
            }
            at[horse] = at[horse].min(15);
        }
    }
    for (end, at) in ends.iter_mut().zip(at) {
        if *end == 4 && at >= 12 {
            *end = 3;
        }
    }
    ends
}

#[test]
fn place_chances_are_close_to_simulated_ones() {
    const RACES: usize = 10_000;
    let game = game("", 4);
    // Absolute errors in percentage points, by place.
    let mut errors: [Vec<f64>; 4] = Default::default();
    let mut dice = dice(7, 0);
    for number in 0..400 {
        let track = after_rounds(&game, number, dice.below(22)).map(|it| it.track);
        let Some(track) = track.filter(|track| track.finishers() < 3) else { continue };
        let chances = game.chances().places(&track);
        let mut counts = [[0_u32; 8]; 5];
        for _ in 0..RACES {
            for (horse, end) in race(&track, &mut dice).into_iter().enumerate() {
                counts[end][horse] += 1;
            }
        }
        for (place, errors) in errors.iter_mut().enumerate() {
            for horse in (0..8).filter(|horse| track.finished >> horse & 1 == 0) {
                let truth = f64::from(counts[place][horse]) / RACES as f64;
                errors.push(100.0 * (f64::from(chances[place][horse]) / 1e6 - truth).abs());
            }
        }
    }
    for ((place, mut errors), most) in errors.into_iter().enumerate().zip([0.45, 0.8, 0.9, 1.1]) {
        assert!(errors.len() > 2_000, "{}", errors.len());
        errors.sort_by(f64::total_cmp);
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        let (twentieth, largest) = (errors[errors.len() * 19 / 20], errors[errors.len() - 1]);
        // Slightly above the values in the documentation of `chances`.
        let close = mean < most && twentieth < 3.0 && largest < 14.0;
        assert!(close, "place {}: {mean:.2}, {twentieth:.1}, {largest:.1} points", place + 1);
    }
}

/// The chances of a race depend neither on vectors nor on the race computed before.
#[test]
fn neither_vectors_nor_order_change_a_chance() {
    let edition = Edition::shipped();
    let (wide, portable) = (Chances::new(&edition), Chances::portable(&edition));
    let (course, mut dice) = (Course::new(15, 11), dice(1, 0));
    let tracks = [(); 1000].map(|()| {
        let bars = [(); 8].map(|()| (dice.below(256) & dice.below(256)) as u8);
        let at = [(); 8].map(|()| dice.below(16) as u8);
        let mut track = Track::new(bars).with_positions(at, &course);
        (0..dice.below(4)).for_each(|_| track.finish(dice.below(8) as u8, &course));
        track
    });
    let places = tracks.map(|track| wide.places(&track));
    for (track, places) in tracks.iter().zip(places).rev() {
        assert_eq!(portable.places(track), places, "{track:?}");
        assert_eq!(wide.places(track), places, "{track:?}");
    }
}
