//! The dice rolled for a Bull.

use pushluck::games::eight_seconds::dice::{Face, ROLLS};
use pushluck::sim::random::mix;

use crate::eight_seconds::common::game;

/// Compares the dice of an aim with every set of dice that could be kept: they are the best or
/// nearly the best. Rarely, rolling a die that the aim needs for a better one would help.
#[test]
fn the_dice_of_an_aim_ride_as_often_as_any() {
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
        // If the Bull can be ridden now, the best aim rolls no dice.
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

/// The cached value of an aim is equal at a second lookup, and for other dice with equal faces.
#[test]
fn cached_prospects_equal_those_of_the_dice() {
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
