//! Exact probabilities of one roll, computed once for the dice of an edition.
//!
//! Before a reroll two probabilities matter: that the dice complete a Bull with at most two Clowns,
//! and that three Clowns show. Both depend only on the number of dice rolled of each kind, on the
//! missing moves and on the number of Clowns allowed. They are therefore sums over one convolution
//! per combination of numbers of dice.

use super::dice::{Counts, DICE, DiceMask, Face, ROLLS, SIDES};

/// Number of sets of missing moves: (Turns, Bucks, Kicks) with a sum of at most 8.
const MISSING: usize = 165;

/// The numbers of new Clowns that are distinguished: 0, 1 and 2.
const CLOWNS: usize = 3;

/// One million, the unit of published chances.
pub const MILLION: u64 = 1_000_000;

/// The tables of one set of dice.
#[derive(Clone, Debug)]
pub struct Chances {
    /// For each set of dice, the number of dice of each kind, encoded as one number.
    kinds: Box<[u8; 256]>,
    /// The position of each triple of missing moves, by [`Counts::moves_index`].
    places: Box<[u8; 729]>,
    /// Ways by numbers of dice, allowed Clowns and missing moves.
    ways: Box<[u32]>,
    /// Number of Clown faces of each die.
    clown_faces: [u8; DICE],
}

/// Ways of some dice by Turns, Bucks, Kicks (each 0–8) and Clowns (0–2; outcomes with more are
/// dropped).
type Cells = Vec<u32>;

const SIDE: usize = DICE + 1;
const CELLS: usize = SIDE * SIDE * SIDE * CLOWNS;

const fn cell(turns: usize, bucks: usize, kicks: usize, clowns: usize) -> usize {
    ((clowns * SIDE + kicks) * SIDE + bucks) * SIDE + turns
}

/// The offset of each face in [`Cells`]; 0 for Blank.
const STEPS: [usize; 5] =
    [cell(1, 0, 0, 0), cell(0, 1, 0, 0), cell(0, 0, 1, 0), cell(0, 0, 0, 1), 0];

/// Convolves `cells` with one more die.
fn roll_one_more(cells: &[u32], faces: &[Face; SIDES]) -> Cells {
    let mut rolled = vec![0; CELLS];
    for (at, &weight) in cells.iter().enumerate().filter(|(_, weight)| **weight > 0) {
        for &face in faces {
            let to = at + STEPS[face as usize];
            if to < CELLS {
                rolled[to] += weight;
            }
        }
    }
    rolled
}

/// Returns all triples of missing moves, in the order of their positions.
pub fn missing_moves() -> impl Iterator<Item = [u8; 3]> {
    let most = DICE as u8;
    (0..=most).flat_map(move |t| {
        (0..=most - t).flat_map(move |b| (0..=most - t - b).map(move |k| [t, b, k]))
    })
}

impl Chances {
    /// Computes the tables of dice with these faces.
    pub fn new(dice: &[[Face; SIDES]; DICE]) -> Self {
        let sorted = dice.map(|mut faces| {
            faces.sort_unstable();
            faces
        });
        // Dice of one kind have the same faces.
        let mut kinds: Vec<([Face; SIDES], DiceMask)> = Vec::new();
        for (die, faces) in sorted.iter().enumerate() {
            match kinds.iter_mut().find(|(known, _)| known == faces) {
                Some((_, mask)) => *mask |= 1 << die,
                None => kinds.push((*faces, 1 << die)),
            }
        }
        let mut states = 1;
        let mut strides = Vec::new();
        for (_, mask) in &kinds {
            strides.push(states);
            states *= mask.count_ones() as usize + 1;
        }
        let state = |set: usize| -> usize {
            let counts = kinds.iter().map(|(_, mask)| (mask & set as u8).count_ones() as usize);
            counts.zip(&strides).map(|(count, stride)| count * stride).sum()
        };
        let mut places = Box::new([0; 729]);
        for (place, [t, b, k]) in missing_moves().enumerate() {
            places[Counts::new([t, b, k, 0, 0]).moves_index()] = place as u8;
        }

        let mut ways = vec![0; states * CLOWNS * MISSING].into_boxed_slice();
        let kinds_of: Box<[u8; 256]> = Box::new(std::array::from_fn(|set| state(set) as u8));
        // Sets with equal numbers of dice of each kind share one convolution.
        let mut cells_of: Vec<Cells> = vec![Vec::new(); states];
        for (set, state) in kinds_of.iter().map(|state| usize::from(*state)).enumerate() {
            if !cells_of[state].is_empty() {
                continue;
            }
            cells_of[state] = if set == 0 {
                let mut nothing = vec![0; CELLS];
                nothing[0] = 1;
                nothing
            } else {
                let (die, fewer) = (set.trailing_zeros() as usize, set & (set - 1));
                roll_one_more(&cells_of[usize::from(kinds_of[fewer])], &sorted[die])
            };
            let sums = at_least(cells_of[state].clone());
            for clowns in 0..CLOWNS {
                let row = (state * CLOWNS + clowns) * MISSING;
                for (place, [t, b, k]) in missing_moves().enumerate() {
                    let outcomes = sums[cell(t.into(), b.into(), k.into(), clowns)];
                    ways[row + place] = outcomes * 6_u32.pow(8 - set.count_ones());
                }
            }
        }
        let clown_faces =
            sorted.map(|faces| faces.iter().filter(|face| **face == Face::Clown).count() as u8);
        Self { kinds: kinds_of, places, ways, clown_faces }
    }

    /// Returns the encoded number of dice of each kind; 0 for no dice.
    #[inline]
    pub fn kinds_of(&self, dice: DiceMask) -> u8 {
        self.kinds[usize::from(dice)]
    }

    /// Returns the number of the 6⁸ equally likely ways in which a roll of the dice of `rolled`
    /// shows at least the `missing` moves and at most `clowns` (0–2) Clowns. Dice that stay count
    /// as rolled with any side, so that rolls of different numbers of dice are comparable.
    #[inline]
    pub fn ways(&self, rolled: DiceMask, missing: Counts, clowns: u8) -> u32 {
        self.ways_of(self.kinds_of(rolled), missing, clowns)
    }

    /// As [`Chances::ways`], by the kinds of the dice.
    #[inline]
    fn ways_of(&self, kinds: u8, missing: Counts, clowns: u8) -> u32 {
        let state = usize::from(kinds);
        let Some(&place) = self.places.get(missing.moves_index()) else { return 0 };
        let clowns = usize::from(clowns).min(CLOWNS - 1);
        self.ways[(state * CLOWNS + clowns) * MISSING + usize::from(place)]
    }

    /// Returns the [`Chances::ways`] of `missing` for all rolls.
    #[inline]
    pub fn row(&self, missing: Counts, clowns: u8) -> Row<'_> {
        let place = self.places.get(missing.moves_index()).copied().unwrap_or(0);
        let clowns = usize::from(clowns).min(CLOWNS - 1);
        Row { kinds: &self.kinds, ways: &self.ways[clowns * MISSING + usize::from(place)..] }
    }

    /// Returns the probability, in rounded parts per million, that rolling `rolled` completes the
    /// `missing` moves of a Bull with at most two Clowns in total, of which `clowns` are not
    /// rolled.
    #[inline]
    pub fn completes(&self, rolled: DiceMask, missing: Counts, clowns: u8) -> u32 {
        match 2_u8.checked_sub(clowns) {
            Some(may_come) => ppm(self.ways(rolled, missing, may_come)),
            None => 0,
        }
    }

    /// Returns the probability, in rounded parts per million, that rolling `rolled` completes the
    /// missing moves of at least one of some Bulls with at most two Clowns in total, of which `clowns`
    /// are not rolled. By inclusion and exclusion: Bulls are complete together if the larger number of
    /// each missing move comes.
    pub fn completes_any(&self, rolled: DiceMask, missing: &[Counts], clowns: u8) -> u32 {
        match 2_u8.checked_sub(clowns) {
            Some(may_come) => {
                let kinds = self.kinds_of(rolled);
                let none = Counts::default();
                ppm(self.union(kinds, missing, none, may_come) as u32)
            }
            None => 0,
        }
    }

    /// The ways to complete `with`, and at least one of `missing` too.
    fn union(&self, kinds: u8, missing: &[Counts], with: Counts, clowns: u8) -> i64 {
        let Some((first, rest)) = missing.split_first() else { return 0 };
        let both = with.max(*first);
        let ways = match usize::from(both.moves()) <= DICE {
            true => i64::from(self.ways_of(kinds, both, clowns)),
            false => 0,
        };
        let more = self.union(kinds, rest, with, clowns);
        // Without ways for the first there are none for it and another.
        if ways == 0 { more } else { ways + more - self.union(kinds, rest, both, clowns) }
    }

    /// Returns the probability, in rounded parts per million, of three or more Clowns in total
    /// after rolling `rolled`, of which `clowns` are not rolled.
    #[inline]
    pub fn three_clowns(&self, rolled: DiceMask, clowns: u8) -> u32 {
        self.three_clowns_of(self.kinds_of(rolled), clowns)
    }

    /// As [`Chances::three_clowns`], by the kinds of the dice.
    #[inline]
    pub fn three_clowns_of(&self, kinds: u8, clowns: u8) -> u32 {
        match 2_u8.checked_sub(clowns) {
            Some(may_come) => ppm(ROLLS - self.ways_of(kinds, Counts::default(), may_come)),
            None => MILLION as u32,
        }
    }

    /// Returns the probability, in rounded parts per million, that rolling `rolled` shows exactly
    /// the `missing` moves and Clowns, as a Golden Buckle needs. It is 0 unless their number equals
    /// the number of dice.
    pub fn shows(&self, rolled: DiceMask, missing: Counts) -> u32 {
        let clowns = missing.of(Face::Clown);
        let dice = rolled.count_ones();
        if u32::from(missing.total()) != dice {
            return 0;
        }
        if u32::from(clowns) == dice {
            let rolled = (0..DICE).filter(|die| rolled >> die & 1 == 1);
            let ways: u32 = rolled.map(|die| u32::from(self.clown_faces[die])).product();
            return ppm(ways * 6_u32.pow(8 - dice));
        }
        let Some(fewer) = clowns.checked_sub(1) else {
            return ppm(self.ways(rolled, missing, 0));
        };
        if clowns > 2 {
            return 0;
        }
        // No die is spare, so with this number of Clowns the moves are exactly the missing ones.
        ppm(self.ways(rolled, missing, clowns) - self.ways(rolled, missing, fewer))
    }

    /// Returns the number of the 6⁸ first rolls that are a Clown Out (ES-31).
    pub fn clown_outs(&self) -> u32 {
        ROLLS - self.ways(u8::MAX, Counts::default(), 2)
    }

    /// Returns the number of the 6⁸ first rolls that ride a Bull with these `moves` (ES-14, ES-19).
    pub fn first_rides(&self, moves: Counts) -> u32 {
        self.ways(u8::MAX, moves, 2)
    }
}

/// The ways of all rolls for given missing moves (see [`Chances::row`]).
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    kinds: &'a [u8; 256],
    ways: &'a [u32],
}

impl Row<'_> {
    /// Returns the ways for a roll of these dice.
    #[inline]
    pub fn of(&self, rolled: DiceMask) -> u32 {
        self.ways[usize::from(self.kinds[usize::from(rolled)]) * (CLOWNS * MISSING)]
    }
}

/// Converts ways out of 6⁸ to parts per million, rounded to nearest.
#[inline]
fn ppm(ways: u32) -> u32 {
    let all = u64::from(ROLLS);
    ((u64::from(ways) * (2 * MILLION) + all) / (2 * all)) as u32
}

/// Converts outcomes to cumulative sums: at least this many of each move and at most this many
/// Clowns.
fn at_least(mut cells: Cells) -> Cells {
    for axis in [cell(1, 0, 0, 0), cell(0, 1, 0, 0), cell(0, 0, 1, 0)] {
        for cells in cells.chunks_exact_mut(axis * SIDE) {
            for at in (0..axis * (SIDE - 1)).rev() {
                cells[at] += cells[at + axis];
            }
        }
    }
    let clown = cell(0, 0, 0, 1);
    for at in clown..CELLS {
        cells[at] += cells[at - clown];
    }
    cells
}
