//! The engine's probabilities against an enumeration of every roll, at most 6⁸ = 1,679,616.

use pushluck::games::eight_seconds::dice::{Counts, Face};
use pushluck::games::eight_seconds::edition::{Die, Edition};

use crate::eight_seconds::common::game_of;
use crate::eight_seconds::follow::easier_edition;

/// The number of dice that show each face, in the order of [`Face::ALL`].
type Faces = [u8; 5];

/// The number of ways in which a roll of `dice` together with the faces `lying` is `wanted`. A face
/// that a die has several times is tried once with that weight.
fn ways(dice: &[&Die], lying: Faces, wanted: &dyn Fn(&Faces) -> bool) -> u64 {
    let Some((die, rest)) = dice.split_first() else { return wanted(&lying).into() };
    let of = |face: Face| {
        let sides = die.faces.iter().filter(|side| **side == face).count() as u64;
        let mut lying = lying;
        lying[face as usize] += 1;
        if sides > 0 { sides * ways(rest, lying, wanted) } else { 0 }
    };
    Face::ALL.into_iter().map(of).sum()
}

/// Whether the dice show three or more Clowns (ES-18).
fn too_many_clowns(lying: &Faces) -> bool {
    lying[3] >= 3
}

/// Whether the dice show the moves of a Bull and at most two Clowns (ES-14, ES-19).
fn rideable(lying: &Faces, moves: [u8; 3]) -> bool {
    !too_many_clowns(lying) && (0..3).all(|face| lying[face] >= moves[face])
}

#[test]
fn es_31_probabilities_equal_an_enumeration_of_every_roll() {
    for edition in [Edition::shipped(), easier_edition()] {
        let game = game_of(edition, "", 2);
        let all: Vec<&Die> = game.dice.iter().collect();
        let clown_outs = ways(&all, [0; 5], &too_many_clowns);
        assert_eq!(u64::from(game.chances.clown_outs()), clown_outs);
        for bull in &game.bulls {
            let [turns, bucks, kicks] = bull.moves;
            let engine = game.chances.first_rides(Counts::new([turns, bucks, kicks, 0, 0]));
            let counted = ways(&all, [0; 5], &|lying| rideable(lying, bull.moves));
            assert_eq!(u64::from(engine), counted, "{bull:?}");
        }
        // One more roll: some dice are rolled, some moves are missing, and some Clowns stay.
        for (case, rolled) in (1..=u8::MAX).step_by(7).chain([u8::MAX]).enumerate() {
            let dice = (0..8).filter(|die| rolled >> die & 1 == 1);
            let dice: Vec<&Die> = dice.map(|die| &game.dice[die]).collect();
            let missing = [case % 3, case / 3 % 3, case / 9 % 2].map(|count| count as u8);
            if usize::from(missing.iter().sum::<u8>()) > dice.len() {
                continue;
            }
            let needed = Counts::new([missing[0], missing[1], missing[2], 0, 0]);
            let all = 6_u64.pow(dice.len() as u32);
            let ppm = |favourable: u64| ((favourable * 2_000_000 + all) / (2 * all)) as u32;
            for clowns in 0..=2_u8 {
                let lying = [0, 0, 0, clowns, 0];
                let rides = ways(&dice, lying, &|lying| rideable(lying, missing));
                assert_eq!(game.chances.completes(rolled, needed, clowns), ppm(rides));
                let out = ways(&dice, lying, &too_many_clowns);
                assert_eq!(game.chances.three_clowns(rolled, clowns), ppm(out));
            }
            // Of several Bulls any one: with the shipped Bulls' moves less some kept ones.
            let bulls: Vec<[u8; 3]> = (game.bulls.iter().skip(case % 5).step_by(5))
                .map(|bull| bull.moves.map(|moves| moves.saturating_sub(case as u8 % 3)))
                .collect();
            let needs: Vec<Counts> =
                bulls.iter().map(|[t, b, k]| Counts::new([*t, *b, *k, 0, 0])).collect();
            let any = ways(&dice, [0, 0, 0, 1, 0], &|lying| {
                bulls.iter().any(|moves| rideable(lying, *moves))
            });
            assert_eq!(game.chances.completes_any(rolled, &needs, 1), ppm(any));
            for needs in [
                [2, 0, 1, 1, 0],
                [1, 1, 1, 1, 0],
                [0, 0, 2, 2, 0],
                [4, 0, 0, 0, 0],
                [0, 0, 0, 4, 0],
            ] {
                let shows = ways(&dice, [0; 5], &|lying| *lying == needs);
                assert_eq!(game.chances.shows(rolled, Counts::new(needs)), ppm(shows));
            }
        }
    }
}
