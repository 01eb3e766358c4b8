//! The dice that are rolled for a Bull.

use pushluck::game::bits::each;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::dice::{Face, ROLLS};
use pushluck::games::eight_seconds::state::State;
use pushluck::sim::random::mix;

use crate::eight_seconds::common::game;

/// Rolls with at most two Clowns, each with a Bull to aim at.
fn samples(game: &Game, count: u64) -> impl Iterator<Item = (State, u8)> {
    let sample = |sample: u64| {
        let mut state = game.table();
        state.turn.dice = game.roll_number((mix(sample) % u64::from(ROLLS)) as u32);
        (state, (mix(!sample) % game.bulls.len() as u64) as u8)
    };
    let clowns = |state: &State| state.turn.dice.counts().of(Face::Clown);
    (0..count).map(sample).filter(move |(state, _)| clowns(state) <= 2)
}

/// Where chances and numbers are equal, the better colour is rolled: of a green and a yellow
/// Turn to spare for a Bull that lacks a Buck the green one, which has fewer Clowns, and of two
/// that have as many the one with more moves.
#[test]
fn of_equal_chances_and_numbers_the_better_colour_is_rolled() {
    let game = game("", 2);
    let mut ties = 0;
    for (state, bull) in samples(&game, 20_000) {
        let aimed = game.aim_bull(&state, bull);
        // Rolling another die of the same face in place of one that is rolled.
        let rolled = |face: Face| state.turn.dice.showing(face) & aimed.reroll;
        for face in Face::MOVES {
            let kept = state.turn.dice.showing(face) & !aimed.reroll;
            for out in each(rolled(face)) {
                for within in each(kept) {
                    let other = aimed.reroll & !(1 << out) | 1 << within;
                    if game.chances.ways(other, aimed.missing, 2 - aimed.clowns)
                        != game.chances.ways(aimed.reroll, aimed.missing, 2 - aimed.clowns)
                    {
                        continue;
                    }
                    let faces = |die| (game.clown_faces(die), -i16::from(game.move_faces(die)));
                    assert!(
                        faces(out) <= faces(within),
                        "{out} for {within}: {:?}",
                        state.turn.dice
                    );
                    ties += u32::from(faces(out) < faces(within));
                }
            }
        }
    }
    assert!(ties > 100, "{ties}");
}

/// Against every set of dice that could be kept: the dice that follow from an aim are the best
/// or nearly so. Rarely it would help to roll a die that the aim needs for a better one.
#[test]
fn the_dice_that_follow_from_an_aim_ride_as_often_as_any() {
    let game = game("", 2);
    let (mut aims, mut best_aims, mut lost, mut worst) = (0, 0, 0, 0);
    for (state, bull) in samples(&game, 4000) {
        let aimed = game.aim_bull(&state, bull);
        let (movable, forced) = (game.movable(&state), game.forced(&state));
        let best = (0..=u8::MAX)
            .filter(|kept| kept & !movable == 0)
            .map(|kept| {
                let reroll = forced | movable & !kept;
                let missing =
                    state.turn.dice.counts_of(!reroll).missing(game.needs[usize::from(bull)]);
                game.chances.completes(reroll, missing, aimed.clowns)
            })
            .max()
            .unwrap();
        // A Bull that can be ridden already is the best aim with nothing rolled.
        if best == 1_000_000 {
            continue;
        }
        aims += 1;
        best_aims += u32::from(aimed.chance == best);
        lost += best - aimed.chance;
        worst = worst.max(best - aimed.chance);
    }
    assert!(best_aims * 100 >= aims * 93, "{best_aims} of {aims}");
    assert!(lost / aims < 500 && worst < 50_000, "{lost} {worst}");
}
