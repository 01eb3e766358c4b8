//! Exact chances by trying every face of every die: at most 6⁸ = 1,679,616 rolls. Faces that a die has
//! several times are tried once with that weight.

use pushluck::games::eight_seconds::dice::Face;
use pushluck::games::eight_seconds::edition::Die;

/// How many of each face lie on the table, in the order of [`Face::ALL`].
pub(crate) type Counts = [u8; 5];

/// Calls `each` with the counts of every outcome of rolling these dice beside those that lie there, and
/// its number of ways.
fn walk(dice: &[&Die], counts: &mut Counts, ways: u64, each: &mut dyn FnMut(&Counts, u64)) {
    let Some((die, rest)) = dice.split_first() else {
        return each(counts, ways);
    };
    for face in Face::ALL {
        let sides = die.faces.iter().filter(|side| **side == face).count();
        if sides > 0 {
            counts[face as usize] += 1;
            walk(rest, counts, ways * sides as u64, each);
            counts[face as usize] -= 1;
        }
    }
}

/// Ways in which a roll of `dice` beside the faces `kept` is what `wanted` asks for, of 6 for each die.
pub(crate) fn ways(dice: &[&Die], kept: &[Face], wanted: impl Fn(&Counts) -> bool) -> u64 {
    let mut counts = [0; 5];
    kept.iter().for_each(|face| counts[*face as usize] += 1);
    let mut favourable = 0;
    walk(dice, &mut counts, 1, &mut |counts, ways| {
        favourable += if wanted(counts) { ways } else { 0 };
    });
    favourable
}

/// Whether three or more Clowns lie (ES-18).
pub(crate) fn too_many_clowns(counts: &Counts) -> bool {
    counts[3] >= 3
}

/// Whether the moves of a Bull lie, and not too many Clowns (ES-14, ES-19).
pub(crate) fn rideable(counts: &Counts, moves: [u8; 3]) -> bool {
    !too_many_clowns(counts) && (0..3).all(|face| counts[face] >= moves[face])
}
