//! Chances of rerolls and first rolls, against all outcomes one by one.

use pushluck::games::eight_seconds::chances::{Chances, missing_moves};
use pushluck::games::eight_seconds::dice::*;

use pushluck::games::eight_seconds::edition::Edition;

fn dice() -> [[Face; SIDES]; DICE] {
    let edition = Edition::shipped();
    std::array::from_fn(|die| edition.dice[die].faces)
}

/// What every outcome of the dice of `rolled` shows, by brute force.
fn rolls(dice: &[[Face; SIDES]; DICE], rolled: DiceMask) -> Vec<Counts> {
    let rolled: Vec<usize> = (0..DICE).filter(|die| rolled >> die & 1 == 1).collect();
    (0..6_usize.pow(rolled.len() as u32))
        .map(|number| {
            let mut counts = [0; 5];
            for (place, &die) in rolled.iter().enumerate() {
                counts[dice[die][number / 6_usize.pow(place as u32) % 6] as usize] += 1;
            }
            Counts::new(counts)
        })
        .collect()
}

#[test]
fn chances_of_a_reroll_are_those_of_brute_force() {
    let dice = dice();
    let chances = Chances::new(&dice);
    for rolled in [0_u8, 1, 0b100, 0b1_0001, 0b11, 0b0101_0101, 0b1110_1001, 0b1111_1000] {
        let all = rolls(&dice, rolled);
        for missing in missing_moves() {
            let missing = Counts::new([missing[0], missing[1], missing[2], 0, 0]);
            for clowns in 0..3 {
                let fits =
                    |roll: &&Counts| roll.contains(missing) && roll.of(Face::Clown) + clowns <= 2;
                let expected = all.iter().filter(fits).count();
                let ways = chances.ways(rolled, missing, 2 - clowns);
                let found = ways / 6_u32.pow(8 - rolled.count_ones());
                assert_eq!(found as usize, expected, "{rolled:b} {missing:?} {clowns}");
                let exact = expected as f64 / all.len() as f64 * 1e6;
                let told = f64::from(chances.completes(rolled, missing, clowns));
                assert!((told - exact).abs() <= 0.5 + 1e-6, "{told} {exact}");
            }
        }
        for clowns in 0..4 {
            let bust = |roll: &&Counts| roll.of(Face::Clown) + clowns > 2;
            let exact = all.iter().filter(bust).count() as f64 / all.len() as f64 * 1e6;
            let told = f64::from(chances.three_clowns(rolled, clowns));
            assert!((told - exact).abs() <= 0.5 + 1e-6, "{told} {exact}");
        }
        for needs in [[2, 0, 1, 1], [1, 1, 1, 1], [0, 0, 2, 2], [4, 0, 0, 0], [0, 0, 0, 4]] {
            let [t, b, k, c] = needs;
            let needs = Counts::new([t, b, k, c, 0]);
            let exactly = all.iter().filter(|roll| **roll == needs).count();
            let exact = exactly as f64 / all.len() as f64 * 1e6;
            let told = f64::from(chances.shows(rolled, needs));
            assert!((told - exact).abs() <= 0.5 + 1e-6, "{rolled:b} {told} {exact}");
        }
    }
}

/// All 6⁸ first rolls of the shipped dice, one by one.
#[test]
fn first_rolls_are_those_of_brute_force() {
    let dice = dice();
    let chances = Chances::new(&dice);
    let all = rolls(&dice, u8::MAX);
    let clown_outs = all.iter().filter(|roll| roll.of(Face::Clown) >= 3).count();
    assert_eq!(chances.clown_outs() as usize, clown_outs);
    // The rules file gives 0.22.
    assert!((clown_outs as f64 / all.len() as f64 - 0.22).abs() < 0.005);
    for bull in Edition::shipped().bulls {
        let [t, b, k] = bull.moves;
        let moves = Counts::new([t, b, k, 0, 0]);
        let rides = |roll: &&Counts| roll.contains(moves) && roll.of(Face::Clown) <= 2;
        assert_eq!(chances.first_rides(moves) as usize, all.iter().filter(rides).count());
    }
}
