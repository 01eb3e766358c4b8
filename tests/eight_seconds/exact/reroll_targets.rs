//! The dice that are rolled for a Bull.

use pushluck::game::bits::each;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::dice::Face;

use std::sync::Arc;

use pushluck::games::eight_seconds::edition::Edition;
use pushluck::games::eight_seconds::rules::Rules;
use pushluck::sim::random::mix;

/// Where chances and numbers are equal, the better colour is rolled: of a green and a yellow
/// Turn to spare for a Bull that lacks a Buck the green one, which has fewer Clowns, and of two
/// that have as many the one with more moves.
#[test]
fn of_equal_chances_and_numbers_the_better_colour_is_rolled() {
    let rules = Rules::of(Arc::new(Edition::shipped()));
    let game = Game::new(rules, 2).unwrap();
    let colour = |die: u32| game.dice[die as usize].colour.as_str();
    let (mut state, mut ties) = (game.table(), 0);
    for sample in 0..20_000_u64 {
        let number = mix(sample) % u64::from(pushluck::games::eight_seconds::dice::ROLLS);
        state.turn.dice = game.roll_number(number as u32);
        let bull = (mix(!sample) % game.bulls.len() as u64) as u8;
        let aimed = game.aim_bull(&state, bull);
        if aimed.reroll == 0 || aimed.clowns > 2 {
            continue;
        }
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
                        "{} for {}",
                        colour(out.into()),
                        colour(within.into())
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
    let rules = Rules::of(Arc::new(Edition::shipped()));
    let game = Game::new(rules, 2).unwrap();
    let mut state = game.table();
    let (mut aims, mut best_aims, mut lost, mut worst) = (0, 0, 0, 0);
    for sample in 0..4000_u64 {
        let number = mix(sample) % u64::from(pushluck::games::eight_seconds::dice::ROLLS);
        state.turn.dice = game.roll_number(number as u32);
        let clowns = state.turn.dice.counts().of(Face::Clown);
        if clowns > 2 {
            continue;
        }
        let bull = (mix(!sample) % game.bulls.len() as u64) as u8;
        let aimed = game.aim_bull(&state, bull);
        let (movable, forced) = (game.movable(&state), game.forced(&state));
        let best = (0..=u8::MAX)
            .filter(|kept| kept & !movable == 0)
            .map(|kept| {
                let reroll = forced | movable & !kept;
                let missing =
                    state.turn.dice.counts_of(!reroll).missing(game.needs[usize::from(bull)]);
                game.chances.completes(reroll, missing, clowns)
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
