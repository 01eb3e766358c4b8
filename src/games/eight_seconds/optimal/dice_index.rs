//! How the eight dice can lie, as numbers, and the operations over all of them at once.
//!
//! Dice with equal faces are alike, so a roll is for each kind of die a multiset of faces. Blanks
//! have to be rolled again, so the same multisets tell what a reroll keeps: the dice that it rolls
//! stand as Blanks. A lie is one multiset for each kind, numbered in mixed radix; expectations over
//! a roll and the choice of dice to keep go kind by kind.

use std::collections::BTreeMap;

use super::super::dice::{DICE, Dice, DiceMask, Face, SIDES};
use super::super::edition::Die;

/// One of each kind of die: a number below [`Shape::lies`].
pub type Lie = usize;

/// How many dice show each face, in the order of [`Face::ALL`].
type Faces = [u8; 5];

const BLANK: usize = Face::Blank as usize;
const CLOWN: usize = Face::Clown as usize;

/// No multiset: a die that would change is not there.
const NONE: u16 = u16::MAX;

/// Ways to show up to eight moves: (Turns, Bucks, Kicks) of sum at most 8.
pub const MOVES: usize = 165;

/// A loop over this many numbers becomes one vector instruction.
const LANES: usize = 4;

/// The lies that are summed at once, in vectors that stay in registers until the sums are complete.
const BLOCK: usize = 8 * LANES;

/// The dice of one kind.
#[derive(Clone, Debug)]
struct Kind {
    /// Which dice they are.
    dice: DiceMask,
    /// How far apart the lies are that differ by one here.
    stride: usize,
    /// The multisets of faces, in ascending order.
    multisets: Vec<Faces>,
    /// For each multiset what comes of rolling its Blanks: multisets with their chances.
    rolls: Vec<Vec<(usize, f64)>>,
    /// For each multiset and face: the multiset with one such die turned Blank.
    blanked: Vec<[u16; 4]>,
    /// Each multiset with each of those in which a move of it is to be rolled as well.
    with_moves: Vec<(usize, usize)>,
}

impl Kind {
    fn new(dice: DiceMask, faces: &[Face; SIDES]) -> Self {
        let multisets = multisets(dice.count_ones() as u8);
        let place = |wanted: &Faces| multisets.binary_search(wanted).unwrap_or_default();
        let rolls = multisets.iter().map(|multiset| {
            let mut kept = *multiset;
            kept[BLANK] = 0;
            let mut outcomes = BTreeMap::from([(kept, 1.0)]);
            for _ in 0..multiset[BLANK] {
                let mut next = BTreeMap::new();
                for (outcome, chance) in &outcomes {
                    for face in faces {
                        let mut shown: Faces = *outcome;
                        shown[*face as usize] += 1;
                        *next.entry(shown).or_insert(0.0) += chance / SIDES as f64;
                    }
                }
                outcomes = next;
            }
            outcomes.iter().map(|(shown, chance)| (place(shown), *chance)).collect()
        });
        let blanked = multisets.iter().map(|multiset| {
            std::array::from_fn(|face| {
                let mut turned = *multiset;
                match turned[face].checked_sub(1) {
                    None => NONE,
                    Some(fewer) => {
                        turned[face] = fewer;
                        turned[BLANK] += 1;
                        place(&turned) as u16
                    }
                }
            })
        });
        let (rolls, blanked): (Vec<Vec<_>>, Vec<[u16; 4]>) = (rolls.collect(), blanked.collect());
        let fewer = blanked.iter().enumerate().flat_map(|(multiset, blanked)| {
            let fewer = blanked[..Face::MOVES.len()].iter().filter(|fewer| **fewer != NONE);
            fewer.map(move |fewer| (multiset, usize::from(*fewer)))
        });
        let with_moves = fewer.collect();
        Self { dice, stride: 1, multisets, rolls, blanked, with_moves }
    }

    /// The multiset of a lie.
    #[inline]
    fn of(&self, lie: Lie) -> usize {
        lie / self.stride % self.multisets.len()
    }

    /// The lie with one die of this kind that shows `face` turned Blank, if there is one.
    #[inline]
    fn blank(&self, lie: Lie, face: usize) -> Option<Lie> {
        let from = self.of(lie);
        let to = self.blanked[from][face];
        (to != NONE).then(|| lie + usize::from(to) * self.stride - from * self.stride)
    }
}

/// The multisets of so many dice, in ascending order.
fn multisets(dice: u8) -> Vec<Faces> {
    let mut all = Vec::new();
    for turns in 0..=dice {
        for bucks in 0..=dice - turns {
            for kicks in 0..=dice - turns - bucks {
                let left = dice - turns - bucks - kicks;
                all.extend((0..=left).map(|clowns| [turns, bucks, kicks, clowns, left - clowns]));
            }
        }
    }
    all
}

/// All lies of a set of dice.
#[derive(Clone, Debug)]
pub struct Shape {
    kinds: Vec<Kind>,
    lies: usize,
    /// For each lie the number of the moves that it shows, below [`MOVES`]; that number itself
    /// where three Clowns lie there.
    moves: Box<[u8]>,
    /// For each lie whether dice can be rolled for certain: at most two Clowns, and a Blank. In
    /// this order the last kind runs slowest, see [`Shape::reroll_all`].
    rolls: Box<[bool]>,
    /// The lies that come up when all dice are rolled, with their chances; the first kind runs
    /// fastest.
    rolled: Box<[(Lie, f64)]>,
    /// Those of them with at most two Clowns.
    plain: Box<[(Lie, f64)]>,
    /// Whether this machine has vectors of four 64-bit numbers.
    pub wide: bool,
}

impl Shape {
    /// The lies of these dice, of which those with equal faces have equal numbers in `kinds`.
    pub fn new(dice: &[Die], kinds: &[u8; DICE]) -> Self {
        let mut found: Vec<(usize, DiceMask)> = Vec::new();
        for (die, &kind) in kinds.iter().enumerate() {
            match found.iter_mut().find(|(known, _)| *known == usize::from(kind)) {
                Some((_, mask)) => *mask |= 1 << die,
                None => found.push((kind.into(), 1 << die)),
            }
        }
        // The largest kind last, its multisets side by side: rows between lies that differ in
        // another kind are long.
        found.sort_by_key(|(kind, mask)| (mask.count_ones(), *kind));
        let kinds = found.into_iter().map(|(first, mask)| Kind::new(mask, &dice[first].faces));
        let mut kinds: Vec<Kind> = kinds.collect();
        let mut lies = 1;
        for kind in kinds.iter_mut().rev() {
            kind.stride = lies;
            lies *= kind.multisets.len();
        }
        let places: Vec<[u8; 3]> = all_moves().collect();
        let mut shape = Self {
            kinds,
            lies,
            moves: Box::default(),
            rolls: Box::default(),
            rolled: Box::default(),
            plain: Box::default(),
            #[cfg(target_arch = "x86_64")]
            wide: std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(not(target_arch = "x86_64"))]
            wide: false,
        };
        shape.moves = (0..lies)
            .map(|lie| match shape.faces(lie) {
                [.., clowns, _] if clowns > 2 => MOVES as u8,
                [t, b, k, ..] => places.binary_search(&[t, b, k]).unwrap_or_default() as u8,
            })
            .collect();
        let mut rolls = vec![false; lies];
        for (lie, rolls) in rolls.iter_mut().enumerate() {
            let faces = shape.faces(lie);
            *rolls = faces[CLOWN] <= 2 && faces[BLANK] > 0;
        }
        let mut turned = rolls.clone();
        turn(&rolls, &mut turned, shape.side_by_side());
        shape.rolls = turned.into();
        let mut chances = vec![0.0; lies];
        shape.outcomes(shape.all_blank(), |lie, chance| chances[lie] += chance);
        // Sums depend on the order of their terms in the last bit.
        let in_order = (0..lies).map(|number| {
            let place = |(lie, number), kind: &Kind| {
                let all = kind.multisets.len();
                (lie + number % all * kind.stride, number / all)
            };
            shape.kinds.iter().fold((0, number), place).0
        });
        let rolled = in_order.map(|lie| (lie, chances[lie])).filter(|(_, chance)| *chance > 0.0);
        shape.rolled = rolled.collect();
        let plain = shape.rolled.iter().copied().filter(|(lie, _)| shape.moves(*lie) < MOVES);
        shape.plain = plain.collect();
        shape
    }

    /// How many lies there are.
    pub fn lies(&self) -> usize {
        self.lies
    }

    /// The lie of `dice`.
    pub fn lie(&self, dice: Dice) -> Lie {
        let place = |kind: &Kind| {
            let counts = dice.counts_of(kind.dice);
            let faces = Face::ALL.map(|face| counts.of(face));
            kind.multisets.binary_search(&faces).unwrap_or_default() * kind.stride
        };
        self.kinds.iter().map(place).sum()
    }

    /// How many dice show each face.
    pub fn faces(&self, lie: Lie) -> Faces {
        let mut sum = [0; 5];
        for kind in &self.kinds {
            for (sum, count) in sum.iter_mut().zip(kind.multisets[kind.of(lie)]) {
                *sum += count;
            }
        }
        sum
    }

    /// The number of the moves that a lie shows, [`MOVES`] where three Clowns lie there.
    pub fn moves(&self, lie: Lie) -> usize {
        self.moves[lie].into()
    }

    /// The lie before a roll of all dice.
    pub fn all_blank(&self) -> Lie {
        // A multiset of Blanks alone is the first.
        0
    }

    /// The lies that come up when all dice are rolled, with their chances.
    pub fn rolled(&self) -> &[(Lie, f64)] {
        &self.rolled
    }

    /// Those of [`Shape::rolled`] with at most two Clowns.
    pub fn plain(&self) -> &[(Lie, f64)] {
        &self.plain
    }

    /// What comes of rolling the Blanks of a lie.
    pub fn outcomes(&self, lie: Lie, mut found: impl FnMut(Lie, f64)) {
        fn go(kinds: &[Kind], lie: Lie, at: Lie, chance: f64, found: &mut impl FnMut(Lie, f64)) {
            let Some((kind, rest)) = kinds.split_first() else { return found(at, chance) };
            for (multiset, part) in &kind.rolls[kind.of(lie)] {
                go(rest, lie, at + multiset * kind.stride, chance * part, found);
            }
        }
        go(&self.kinds, lie, 0, 1.0, &mut found);
    }

    /// The lies with one Clown turned Blank, each with the dice of the kind it may be.
    pub fn retrievals(&self, lie: Lie) -> impl Iterator<Item = (Lie, DiceMask)> {
        self.kinds.iter().filter_map(move |kind| Some((kind.blank(lie, CLOWN)?, kind.dice)))
    }

    /// The lies with one move to be rolled as well.
    pub fn one_more(&self, lie: Lie) -> impl Iterator<Item = Lie> {
        let faces = 0..Face::MOVES.len();
        self.kinds.iter().flat_map(move |kind| {
            let lies = faces.clone().map(move |face| kind.blank(lie, face));
            lies.flatten()
        })
    }

    /// The dice of a roll that `kept`, a lie with the dice to roll as Blanks, leaves where they
    /// are.
    pub fn kept(&self, dice: Dice, kept: Lie) -> DiceMask {
        self.kinds.iter().fold(0, |mask, kind| {
            let multiset = kind.multisets[kind.of(kept)];
            Face::MOVES.into_iter().fold(mask, |mask, face| {
                let shown = dice.showing(face) & kind.dice;
                mask | super::super::dice::lowest(shown, multiset[face as usize])
            })
        })
    }

    /// Raises `values` to what is gained by retrieving a Clown for `cost`, where `below` is what
    /// lies are worth with a token less.
    pub fn retrieve(&self, values: &mut [f64], below: &[f64], cost: f64) {
        for kind in &self.kinds {
            let (stride, all) = (kind.stride, kind.stride * kind.multisets.len());
            for (values, below) in values.chunks_exact_mut(all).zip(below.chunks_exact(all)) {
                for (multiset, values) in values.chunks_exact_mut(stride).enumerate() {
                    let to = kind.blanked[multiset][CLOWN];
                    if to != NONE {
                        raise(values, &below[usize::from(to) * stride..][..stride], cost);
                    }
                }
            }
        }
    }

    /// Turns `values`, the worths of what comes, into what the best reroll from each lie is worth;
    /// negative infinity where nothing can be rolled. `room` is as long and written over.
    pub fn reroll(&self, values: &mut Vec<f64>, room: &mut Vec<f64>) {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: `wide` says that the machine has AVX2.
            return unsafe { wide::reroll(self, values, room) };
        }
        self.reroll_all(values, room);
    }

    /// The number of consecutive lies that differ in the last kind alone.
    fn side_by_side(&self) -> usize {
        self.kinds.last().map_or(1, |kind| kind.multisets.len())
    }

    /// For the last kind the values are turned: what would be single numbers side by side becomes
    /// rows as long as all other kinds make them.
    #[inline(always)]
    fn reroll_all(&self, values: &mut Vec<f64>, room: &mut Vec<f64>) {
        let Some((last, others)) = self.kinds.split_last() else { return };
        for kind in others {
            kind.expect(values, room, kind.stride);
            std::mem::swap(values, room);
        }
        let (columns, rows) = (self.side_by_side(), self.lies / self.side_by_side());
        turn(values, room, columns);
        last.expect(room, values, rows);
        for (value, rolls) in values.iter_mut().zip(&self.rolls) {
            *value = if *rolls { *value } else { f64::NEG_INFINITY };
        }
        last.roll_more(values, rows);
        turn(values, room, rows);
        std::mem::swap(values, room);
        for kind in others {
            kind.roll_more(values, kind.stride);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::Shape;

    /// The compiler turns the loops of the portable form into vectors of four numbers; each number
    /// is the result of the same operations in the same order.
    #[target_feature(enable = "avx2")]
    pub(super) fn reroll(shape: &Shape, values: &mut Vec<f64>, room: &mut Vec<f64>) {
        shape.reroll_all(values, room);
    }
}

impl Kind {
    /// The expectation of `from` over a roll of the Blanks of this kind.
    #[inline(always)]
    fn expect(&self, from: &[f64], to: &mut [f64], stride: usize) {
        let all = stride * self.multisets.len();
        for (from, to) in from.chunks_exact(all).zip(to.chunks_exact_mut(all)) {
            for (row, to) in self.rolls.iter().zip(to.chunks_exact_mut(stride)) {
                if let [(multiset, _)] = row[..] {
                    to.copy_from_slice(&from[multiset * stride..][..stride]);
                    continue;
                }
                let (blocks, rest) = to.as_chunks_mut::<BLOCK>();
                let (pieces, rest) = rest.as_chunks_mut::<LANES>();
                let mut at = 0;
                blocks.iter_mut().for_each(|to| sum(row, from, stride, &mut at, to));
                pieces.iter_mut().for_each(|to| sum(row, from, stride, &mut at, to));
                let rest = rest.iter_mut().map(std::array::from_mut);
                rest.for_each(|to| sum(row, from, stride, &mut at, to));
            }
        }
    }

    /// Raises each value to those of the lies in which more dice of this kind are rolled.
    #[inline(always)]
    fn roll_more(&self, values: &mut [f64], stride: usize) {
        for values in values.chunks_exact_mut(stride * self.multisets.len()) {
            // With a move fewer a multiset stands before this one and is done.
            for &(multiset, fewer) in &self.with_moves {
                let (before, here) = values.split_at_mut(multiset * stride);
                raise(&mut here[..stride], &before[fewer * stride..][..stride], 0.0);
            }
        }
    }
}

/// The sums over the multisets of `row` for the lies from `at` on, and where the next ones are.
#[inline(always)]
fn sum<const N: usize>(
    row: &[(usize, f64)],
    from: &[f64],
    stride: usize,
    at: &mut usize,
    to: &mut [f64; N],
) {
    let mut sums = [0.0; N];
    for (multiset, chance) in row {
        let from = &from[multiset * stride + *at..][..N];
        for (sum, from) in sums.iter_mut().zip(from) {
            *sum += chance * from;
        }
    }
    *to = sums;
    *at += N;
}

/// Turns rows into columns: `from` has rows of `columns` values.
#[inline(always)]
fn turn<T: Copy>(from: &[T], to: &mut [T], columns: usize) {
    let (rows, piece) = (from.len() / columns, LANES * columns);
    let pieces = from.chunks_exact(piece);
    let (rest, first) = (pieces.remainder(), rows / LANES * LANES);
    for (place, piece) in pieces.enumerate() {
        let (ab, cd) = piece.split_at(2 * columns);
        let ((a, b), (c, d)) = (ab.split_at(columns), cd.split_at(columns));
        let four = a.iter().zip(b).zip(c.iter().zip(d));
        for (to, ((a, b), (c, d))) in to.chunks_exact_mut(rows).zip(four) {
            to[place * LANES..][..LANES].copy_from_slice(&[*a, *b, *c, *d]);
        }
    }
    for (row, from) in rest.chunks_exact(columns).enumerate() {
        for (column, value) in from.iter().enumerate() {
            to[column * rows + first + row] = *value;
        }
    }
}

/// Raises each value to its counterpart less `cost`. Rows are short: without pieces of a constant
/// length each number would be an instruction of its own.
#[inline(always)]
pub fn raise(values: &mut [f64], to: &[f64], cost: f64) {
    let (pieces, rest) = values.as_chunks_mut::<LANES>();
    let (to_pieces, to_rest) = to.as_chunks::<LANES>();
    for (values, to) in pieces.iter_mut().zip(to_pieces) {
        *values = std::array::from_fn(|lane| higher(values[lane], to[lane] - cost));
    }
    for (value, to) in rest.iter_mut().zip(to_rest) {
        *value = higher(*value, to - cost);
    }
}

/// The higher of two numbers.
#[inline(always)]
fn higher(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// Every way to show moves, in the order of their numbers.
pub fn all_moves() -> impl Iterator<Item = [u8; 3]> {
    let most = DICE as u8;
    (0..=most).flat_map(move |t| {
        (0..=most - t).flat_map(move |b| (0..=most - t - b).map(move |k| [t, b, k]))
    })
}
