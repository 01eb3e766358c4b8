//! Exact chances by trying every face of every die.
//!
//! Eight six-sided dice fall in 6⁸ = 1,679,616 ways, few enough to walk through. Dice of one face
//! many times over are walked once with that weight, which is the same count.

use super::components::{Components, FACES, Face, Moves};

/// How many of each face lie on the table, in the order of [`FACES`].
pub(crate) type Counts = [usize; 5];

/// Calls `each` with the counts of every outcome of rolling these dice and its number of ways.
pub(crate) fn every_roll(
    components: &Components,
    dice: &[usize],
    each: &mut dyn FnMut(&Counts, u64),
) {
    walk(components, dice, &mut [0; 5], 1, each);
}

fn walk(
    components: &Components,
    dice: &[usize],
    counts: &mut Counts,
    ways: u64,
    each: &mut dyn FnMut(&Counts, u64),
) {
    let Some((die, rest)) = dice.split_first() else {
        return each(counts, ways);
    };
    for (place, face) in FACES.iter().enumerate() {
        let sides = components.dice[*die].faces.iter().filter(|side| *side == face).count();
        if sides > 0 {
            counts[place] += 1;
            walk(components, rest, counts, ways * sides as u64, each);
            counts[place] -= 1;
        }
    }
}

/// All ordered outcomes of rolling these dice.
pub(crate) fn ways(components: &Components, dice: &[usize]) -> u64 {
    dice.iter().map(|die| components.dice[*die].faces.len() as u64).product()
}

/// Ways in which the roll of `dice`, added to the faces `kept`, is what `wanted` asks for.
pub(crate) fn ways_that(
    components: &Components,
    dice: &[usize],
    kept: &[Face],
    wanted: impl Fn(&Counts) -> bool,
) -> u64 {
    let mut lying = [0; 5];
    for face in kept {
        lying[FACES.iter().position(|known| known == face).expect("a face")] += 1;
    }
    let mut favourable = 0;
    every_roll(components, dice, &mut |counts, ways| {
        let mut all = lying;
        for (place, count) in counts.iter().enumerate() {
            all[place] += count;
        }
        if wanted(&all) {
            favourable += ways;
        }
    });
    favourable
}

/// Whether three or more Clowns lie (ES-18).
pub(crate) fn too_many_clowns(counts: &Counts) -> bool {
    counts[3] >= 3
}

/// Whether the moves of a Bull lie, and not too many Clowns (ES-14, ES-19).
pub(crate) fn rideable(counts: &Counts, moves: &Moves) -> bool {
    !too_many_clowns(counts) && (0..3).all(|face| counts[face] >= moves[face])
}

/// Ways of all eight dice to show a first-roll Clown Out, of [`ways`].
pub(crate) fn clown_out_ways(components: &Components) -> u64 {
    let all: Vec<usize> = (0..components.dice.len()).collect();
    ways_that(components, &all, &[], too_many_clowns)
}

/// Ways of all eight dice to ride a Bull on the first roll.
pub(crate) fn first_roll_ways(components: &Components, moves: &Moves) -> u64 {
    let all: Vec<usize> = (0..components.dice.len()).collect();
    ways_that(components, &all, &[], |counts| rideable(counts, moves))
}

/// The same by convolution: the distribution of the counts, grown die by die.
pub(crate) fn convolution(components: &Components) -> std::collections::BTreeMap<Counts, u64> {
    let mut spread = std::collections::BTreeMap::from([([0; 5], 1)]);
    for die in &components.dice {
        let mut next = std::collections::BTreeMap::new();
        for (counts, ways) in &spread {
            for side in &die.faces {
                let mut counts: Counts = *counts;
                counts[FACES.iter().position(|face| face == side).expect("a face")] += 1;
                *next.entry(counts).or_insert(0) += ways;
            }
        }
        spread = next;
    }
    spread
}
