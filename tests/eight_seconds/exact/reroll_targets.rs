//! The dice that are rolled for a Bull.

use pushluck::games::eight_seconds::dice::{Face, ROLLS};
use pushluck::sim::random::mix;

use crate::eight_seconds::common::game;

/// Against every set of dice that could be kept: the dice that follow from an aim are the best
/// or nearly so. Rarely it would help to roll a die that the aim needs for a better one.
#[test]
fn the_dice_that_follow_from_an_aim_ride_as_often_as_any() {
    let game = game("", 2);
    let (mut aims, mut best_aims, mut lost, mut worst) = (0, 0, 0, 0);
    for sample in 0..4000 {
        let mut state = game.table();
        state.turn.dice = game.roll_number((mix(sample) % u64::from(ROLLS)) as u32);
        let bull = (mix(!sample) % game.bulls.len() as u64) as u8;
        if state.turn.dice.counts().of(Face::Clown) > 2 {
            continue;
        }
        let aimed = game.aim_bull(&state, bull);
        let (movable, forced) = (game.movable(&state), game.forced(&state));
        let chance = |kept: u8| {
            let reroll = forced | movable & !kept;
            let lying = state.turn.dice.counts_of(!reroll);
            let missing = lying.missing(game.needs[usize::from(bull)]);
            game.chances.completes(reroll, missing, aimed.clowns)
        };
        let kept = (0..=u8::MAX).filter(|kept| kept & !movable == 0);
        let best = kept.map(chance).max().expect("a set of dice");
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

/// What an aim promises is kept by the faces that the dice show: it is the same when it is looked at again, and for
/// other dice of equal faces.
#[test]
fn what_an_aim_promises_is_that_of_its_dice() {
    for rules in ["", "dice=more-clowns"] {
        let game = game(rules, 2);
        let mut state = game.table();
        for sample in (0..3000).chain(0..3000) {
            state.turn.dice = game.roll_number((mix(sample) % u64::from(ROLLS)) as u32);
            let look = game.look(&state);
            for bull in 0..game.bulls.len() as u8 {
                let (aimed, prospect) = (game.aim_bull(&state, bull), look.prospect(bull));
                assert_eq!(prospect.chance, aimed.chance);
                assert_eq!(prospect.points, aimed.points);
                assert_eq!(prospect.clowns, aimed.clowns);
                assert_eq!(prospect.rolled, game.chances.kinds_of(aimed.reroll));
                assert_eq!(look.reroll(bull), aimed.reroll);
            }
        }
    }
}
