//! Arrangements of the eight dice as numbers, and the operations over all of them at once.
//!
//! Dice with equal faces are interchangeable, so a roll is one multiset of faces per kind of die.
//! Blanks must be rolled again, so the same multisets describe what a reroll keeps: the dice that
//! it rolls count as Blanks. An arrangement is one multiset per kind, numbered in mixed radix;
//! expectations over a roll and the choice of dice to keep proceed kind by kind.
//!
//! The multisets of the largest kind run fastest, those with fewer Clowns first. Arrangements that
//! differ only in this kind form a row, and those of a row with at most n Clowns are a prefix of
//! it. Only arrangements with at most two Clowns can be rerolled, and the value is 0 with more
//! Clowns than two plus the tokens available: operations over all arrangements skip the others.

// Closures of iterator adapters need not be inlined into functions that enable wider vectors; loops
// over indices have no such closures.
#![allow(clippy::needless_range_loop)]

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::super::dice::{DICE, Dice, DiceMask, Face, SIDES};
use super::super::edition::Die;

/// One multiset per kind of die, as a number below [`Shape::arrangements`].
pub type Arrangement = usize;

/// The number of dice that show each face, in the order of [`Face::ALL`].
type Faces = [u8; 5];

const BLANK: usize = Face::Blank as usize;
const CLOWN: usize = Face::Clown as usize;

/// Marks a missing multiset: no die shows the face to be turned.
const NONE: u16 = u16::MAX;

/// The largest number of Clowns with which a turn continues (ES-18).
pub const CLOWNS: usize = 2;

/// A power of two above all numbers of moves (see [`moves_number`]), so that an index masked by it
/// needs no bounds check.
pub const MOVES: usize = (DICE + 1).pow(3).next_power_of_two();

/// A loop over this many numbers compiles to one vector instruction.
const LANES: usize = 4;

/// The numbers summed at once, in vectors that stay in registers until the sums are complete.
const BLOCK: usize = 8 * LANES;

/// Encodes Turns, Bucks and Kicks; the encoding is additive.
pub fn moves_number([turns, bucks, kicks]: [u8; 3]) -> usize {
    (usize::from(turns) * (DICE + 1) + usize::from(bucks)) * (DICE + 1) + usize::from(kicks)
}

/// The outcomes of rolling the Blanks of a multiset.
#[derive(Clone, Debug)]
struct Outcomes {
    /// Multisets with their probabilities, those with fewer Clowns first.
    all: Vec<(usize, f64)>,
    /// By n, the number of outcomes with at most n Clowns more than the multiset.
    ends: [usize; DICE + 1],
}

impl Outcomes {
    /// The outcomes with at most `clowns` additional Clowns.
    #[inline(always)]
    fn within(&self, clowns: usize) -> &[(usize, f64)] {
        &self.all[..self.ends[clowns.min(DICE)]]
    }
}

/// Encodes the moves among these faces.
fn moves_of(faces: &Faces) -> usize {
    moves_number([faces[0], faces[1], faces[2]])
}

/// The dice of one kind.
#[derive(Clone, Debug)]
struct Kind {
    /// The dice of this kind.
    dice: DiceMask,
    /// Distance between arrangements whose multisets of this kind are adjacent.
    stride: usize,
    /// The number of multisets, padded to fill vectors if this is the last kind.
    places: usize,
    /// The multisets of faces, ordered by [`in_order`].
    multisets: Vec<Faces>,
    /// For each multiset, the outcomes of rolling its Blanks.
    rolls: Vec<Outcomes>,
    /// For each multiset and face, the multiset with one die of this face turned Blank.
    blanked: Vec<[u16; 4]>,
    /// For each multiset, the multisets with one of its moves turned Blank; they precede it.
    fewer: Vec<Vec<usize>>,
}

/// Orders multisets by Clowns, then by moves. A multiset with a move or a Clown turned Blank
/// therefore precedes the original. The multisets with n Clowns, each with one Clown turned Blank,
/// are in order the first multisets with n - 1 Clowns.
fn in_order(a: &Faces, b: &Faces) -> Ordering {
    let key = |faces: &Faces| (faces[CLOWN], faces[..CLOWN].iter().sum::<u8>(), *faces);
    key(a).cmp(&key(b))
}

impl Kind {
    fn new(dice: DiceMask, faces: &[Face; SIDES]) -> Self {
        let multisets = multisets(dice.count_ones() as u8);
        let place = |wanted: &Faces| place(&multisets, wanted);
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
            let mut all: Vec<(usize, f64)> =
                outcomes.iter().map(|(shown, chance)| (place(shown), *chance)).collect();
            all.sort_unstable_by_key(|(multiset, _)| *multiset);
            let ends = std::array::from_fn(|more| {
                let most = usize::from(multiset[CLOWN]) + more;
                all.partition_point(|(shown, _)| usize::from(multisets[*shown][CLOWN]) <= most)
            });
            Outcomes { all, ends }
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
        let (rolls, blanked): (Vec<_>, Vec<[u16; 4]>) = (rolls.collect(), blanked.collect());
        let fewer = blanked.iter().map(|blanked| {
            let fewer = blanked[..Face::MOVES.len()].iter().filter(|fewer| **fewer != NONE);
            fewer.map(|fewer| usize::from(*fewer)).collect()
        });
        let (fewer, places) = (fewer.collect(), multisets.len());
        Self { dice, stride: 1, places, multisets, rolls, blanked, fewer }
    }

    /// The multiset of an arrangement.
    #[inline]
    fn of(&self, arrangement: Arrangement) -> usize {
        arrangement / self.stride % self.places
    }

    /// The arrangement with one die of this kind turned from `face` to Blank, if any shows it.
    #[inline]
    fn blank(&self, arrangement: Arrangement, face: usize) -> Option<Arrangement> {
        let from = self.of(arrangement);
        let to = *self.blanked.get(from)?.get(face)?;
        (to != NONE).then(|| arrangement + usize::from(to) * self.stride - from * self.stride)
    }

    /// The number of multisets with at most `clowns` Clowns.
    fn within(&self, clowns: usize) -> usize {
        self.multisets.partition_point(|faces| usize::from(faces[CLOWN]) <= clowns)
    }
}

/// The multisets of this number of dice, ordered by [`in_order`].
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
    all.sort_unstable_by(in_order);
    all
}

fn place(multisets: &[Faces], wanted: &Faces) -> usize {
    multisets.binary_search_by(|known| in_order(known, wanted)).unwrap_or_default()
}

/// One multiset of each kind except the last, whose multisets form the row.
#[derive(Clone, Debug)]
struct Row {
    clowns: usize,
    /// Its moves, encoded by [`moves_number`].
    moves: usize,
    /// For each kind with a Clown, the row with one Clown of this kind turned Blank.
    retrieved: Vec<usize>,
    /// Position in a table of its arrangements with at most two Clowns, padded to fill vectors.
    start: usize,
    len: usize,
}

/// All arrangements of a set of dice.
#[derive(Clone, Debug)]
pub struct Shape {
    kinds: Vec<Kind>,
    rows: Vec<Row>,
    /// Length of a row, padded to fill vectors.
    row_len: usize,
    /// By n, the number of arrangements of a row in which the last kind has at most n Clowns.
    within: [usize; DICE + 1],
    /// The moves of each multiset of the last kind, encoded by [`moves_number`].
    moves: Vec<u16>,
    /// Whether each multiset of the last kind has a Blank.
    blanks: Vec<bool>,
    /// The rows with at most two Clowns, those with fewer Clowns first: they become columns when
    /// the matrix is transposed. The last one is repeated to fill vectors.
    columns: Vec<usize>,
    /// By n, the number of columns with at most n Clowns, padded to fill vectors.
    columns_within: [usize; CLOWNS + 1],
    /// For each column, negative infinity if it has no Blank, else 0.
    unrolled: Vec<f64>,
    /// Length of a table.
    table_len: usize,
    /// The probability of each arrangement when all dice are rolled.
    chances: Vec<f64>,
    /// By n, the probability of more than n Clowns when all dice are rolled.
    beyond: [f64; DICE + 1],
    /// Whether the CPU has vectors of four 64-bit numbers (AVX2).
    pub wide: bool,
}

/// The option to spend one token after a roll.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// The value of the token spent.
    pub cost: f64,
    /// The table of the hand with one token less.
    pub table: &'a [f64],
    /// The values of arrangements with one token less.
    pub settled: &'a [f64],
}

/// The smallest length of full vectors that is not below `len`.
fn filled(len: usize) -> usize {
    len.next_multiple_of(LANES)
}

impl Shape {
    /// Returns the arrangements of these dice; dice with equal faces have equal numbers in `kinds`.
    pub fn new(dice: &[Die], kinds: &[u8; DICE]) -> Self {
        let mut found: Vec<(usize, DiceMask)> = Vec::new();
        for (die, &kind) in kinds.iter().enumerate() {
            match found.iter_mut().find(|(known, _)| *known == usize::from(kind)) {
                Some((_, mask)) => *mask |= 1 << die,
                None => found.push((kind.into(), 1 << die)),
            }
        }
        // The largest kind is last, so that rows are long.
        found.sort_by_key(|(kind, mask)| (mask.count_ones(), *kind));
        let kinds = found.into_iter().map(|(first, mask)| Kind::new(mask, &dice[first].faces));
        let mut shape = Self {
            kinds: kinds.collect(),
            rows: Vec::new(),
            row_len: 1,
            within: [0; DICE + 1],
            moves: Vec::new(),
            blanks: Vec::new(),
            columns: Vec::new(),
            columns_within: [0; CLOWNS + 1],
            unrolled: Vec::new(),
            table_len: 0,
            chances: Vec::new(),
            beyond: [0.0; DICE + 1],
            #[cfg(target_arch = "x86_64")]
            wide: std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(not(target_arch = "x86_64"))]
            wide: false,
        };
        if let Some(last) = shape.kinds.last_mut() {
            last.places = filled(last.multisets.len());
            shape.row_len = last.places;
            shape.within = std::array::from_fn(|clowns| last.within(clowns));
            shape.moves = last.multisets.iter().map(|faces| moves_of(faces) as u16).collect();
            shape.blanks = last.multisets.iter().map(|faces| faces[BLANK] > 0).collect();
        }
        let mut arrangements = 1;
        for kind in shape.kinds.iter_mut().rev() {
            kind.stride = arrangements;
            arrangements *= kind.places;
        }
        shape.rows = (0..arrangements / shape.row_len).map(|row| shape.row(row)).collect();
        for row in &mut shape.rows {
            row.start = shape.table_len;
            shape.table_len += row.len;
        }
        shape.lay_columns();
        let (mut chances, mut beyond) = (vec![0.0; arrangements], [0.0; DICE + 1]);
        shape.outcomes(shape.all_blank(), |arrangement, chance| {
            chances[arrangement] += chance;
            beyond[..shape.clowns(arrangement)].iter_mut().for_each(|beyond| *beyond += chance);
        });
        (shape.chances, shape.beyond) = (chances, beyond);
        shape
    }

    fn row(&self, row: usize) -> Row {
        // The first multiset of the last kind has only Blanks.
        let arrangement = row * self.row_len;
        let faces = self.faces(arrangement);
        let clowns = usize::from(faces[CLOWN]);
        let len = CLOWNS.checked_sub(clowns).map_or(0, |more| filled(self.within[more]));
        let others = &self.kinds[..self.kinds.len() - 1];
        let retrieved = others.iter().filter_map(|kind| kind.blank(arrangement, CLOWN));
        Row {
            clowns,
            moves: moves_of(&faces),
            retrieved: retrieved.map(|arrangement| arrangement / self.row_len).collect(),
            start: 0,
            len,
        }
    }

    fn lay_columns(&mut self) {
        let rows = &self.rows;
        let mut columns: Vec<usize> =
            (0..rows.len()).filter(|row| rows[*row].clowns <= CLOWNS).collect();
        columns.sort_by_key(|row| rows[*row].clowns);
        self.columns_within = std::array::from_fn(|clowns| {
            filled(columns.partition_point(|row| rows[*row].clowns <= clowns))
        });
        let last = columns.last().copied().unwrap_or_default();
        columns.resize(filled(columns.len()), last);
        let blanks = |row: usize| self.faces(row * self.row_len)[BLANK];
        let of_last = self.kinds.last().map_or(0, |last| last.dice.count_ones() as u8);
        let unrolled = |row: &usize| if blanks(*row) > of_last { 0.0 } else { f64::NEG_INFINITY };
        self.unrolled = columns.iter().map(unrolled).collect();
        self.columns = columns;
    }

    /// Returns the number of arrangements, including padding.
    pub fn arrangements(&self) -> usize {
        self.chances.len()
    }

    /// Returns the length of a table: values for all arrangements with at most two Clowns, padded.
    pub fn table_len(&self) -> usize {
        self.table_len
    }

    /// Returns the length of a buffer for the operations.
    pub fn room(&self) -> usize {
        self.arrangements().max(self.columns.len() * self.moves.len())
    }

    /// Returns the position in a table of an arrangement with at most two Clowns.
    #[inline]
    pub fn place(&self, arrangement: Arrangement) -> usize {
        self.rows[arrangement / self.row_len].start + arrangement % self.row_len
    }

    /// Returns the arrangement of `dice`.
    pub fn arrangement(&self, dice: Dice) -> Arrangement {
        let arrangement = |kind: &Kind| {
            let counts = dice.counts_of(kind.dice);
            place(&kind.multisets, &Face::ALL.map(|face| counts.of(face))) * kind.stride
        };
        self.kinds.iter().map(arrangement).sum()
    }

    /// Returns the number of dice that show each face.
    pub fn faces(&self, arrangement: Arrangement) -> Faces {
        let mut sum = [0; 5];
        for kind in &self.kinds {
            for (sum, count) in sum.iter_mut().zip(kind.multisets[kind.of(arrangement)]) {
                *sum += count;
            }
        }
        sum
    }

    fn clowns(&self, arrangement: Arrangement) -> usize {
        self.faces(arrangement)[CLOWN].into()
    }

    /// Returns the arrangement before a roll of all dice.
    pub fn all_blank(&self) -> Arrangement {
        // The multiset of only Blanks is the first.
        0
    }

    /// Calls `found` with each outcome of rolling the Blanks of an arrangement, and its
    /// probability.
    pub fn outcomes(&self, arrangement: Arrangement, mut found: impl FnMut(Arrangement, f64)) {
        fn go(
            kinds: &[Kind],
            arrangement: Arrangement,
            at: Arrangement,
            chance: f64,
            found: &mut impl FnMut(Arrangement, f64),
        ) {
            let Some((kind, rest)) = kinds.split_first() else { return found(at, chance) };
            for (multiset, part) in &kind.rolls[kind.of(arrangement)].all {
                go(rest, arrangement, at + multiset * kind.stride, chance * part, found);
            }
        }
        go(&self.kinds, arrangement, 0, 1.0, &mut found);
    }

    /// Returns the arrangements with one Clown turned Blank, each with the dice of the Clown's
    /// kind.
    pub fn retrievals(
        &self,
        arrangement: Arrangement,
    ) -> impl Iterator<Item = (Arrangement, DiceMask)> {
        self.kinds.iter().filter_map(move |kind| Some((kind.blank(arrangement, CLOWN)?, kind.dice)))
    }

    /// Returns the arrangements with one move turned Blank, so that it is rolled too.
    pub fn one_more(&self, arrangement: Arrangement) -> impl Iterator<Item = Arrangement> {
        let faces = 0..Face::MOVES.len();
        self.kinds.iter().flat_map(move |kind| {
            let arrangements = faces.clone().map(move |face| kind.blank(arrangement, face));
            arrangements.flatten()
        })
    }

    /// Returns the dice of a roll that stay, given `kept`, an arrangement in which the dice to roll
    /// are Blanks.
    pub fn kept(&self, dice: Dice, kept: Arrangement) -> DiceMask {
        self.kinds.iter().fold(0, |mask, kind| {
            let multiset = kind.multisets[kind.of(kept)];
            Face::MOVES.into_iter().fold(mask, |mask, face| {
                let shown = dice.showing(face) & kind.dice;
                mask | super::super::dice::lowest(shown, multiset[face as usize])
            })
        })
    }

    /// The largest number of Clowns with which an arrangement can have a positive value after a
    /// later roll.
    fn most(tokens: u8) -> usize {
        (CLOWNS + usize::from(tokens)).min(DICE)
    }
}

/// Operations over all arrangements. `tokens` is the number of tokens available; arrangements with
/// more Clowns than these tokens can retrieve are skipped.
impl Shape {
    /// Computes the value of each arrangement after a later roll: the maximum of `stops` by its
    /// moves (see [`moves_number`]), of its values in `tables`, and of the options of `token`.
    pub fn settle(
        &self,
        tokens: u8,
        stops: &[f64; MOVES],
        tables: &[&[f64]],
        token: Option<Token<'_>>,
        worth: &mut [f64],
    ) {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: `wide` is set only if the CPU has AVX2.
            return unsafe { wide::settle(self, tokens, stops, tables, token, worth) };
        }
        self.settle_all(tokens, stops, tables, token, worth);
    }

    /// Computes a table: the value of the best reroll from each arrangement before its cost, given
    /// the values `worth` after the roll; negative infinity if no die can be rolled. Overwrites
    /// `rooms`.
    pub fn reroll(&self, tokens: u8, worth: &[f64], rooms: &mut [Vec<f64>; 2], table: &mut [f64]) {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: `wide` is set only if the CPU has AVX2.
            return unsafe { wide::reroll(self, tokens, worth, rooms, table) };
        }
        self.reroll_all(tokens, worth, rooms, table);
    }

    /// Returns the value of rolling all dice, given the values `worth` after the roll: first if
    /// three Clowns can be exchanged for `clown_out`, then if they cannot.
    pub fn roll(&self, tokens: u8, worth: &[f64], clown_out: f64) -> (f64, f64) {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: `wide` is set only if the CPU has AVX2.
            return unsafe { wide::roll(self, tokens, worth, clown_out) };
        }
        self.roll_all(tokens, worth, clown_out)
    }

    #[inline(always)]
    fn settle_all(
        &self,
        tokens: u8,
        stops: &[f64; MOVES],
        tables: &[&[f64]],
        token: Option<Token<'_>>,
        worth: &mut [f64],
    ) {
        let most = Self::most(tokens);
        for (worth, row) in worth.chunks_exact_mut(self.row_len).zip(&self.rows) {
            let more = CLOWNS.checked_sub(row.clowns);
            let (stopped, rest) = worth.split_at_mut(more.map_or(0, |more| self.within[more]));
            let moves = &self.moves[..stopped.len()];
            for at in 0..moves.len() {
                stopped[at] = stops[(row.moves + usize::from(moves[at])) % MOVES];
            }
            rest.fill(0.0);
            let worth_at_all = &mut worth[..row.len];
            let (pairs, single) = tables.as_chunks();
            for [one, other] in pairs {
                let (one, other) = (&one[row.start..][..row.len], &other[row.start..][..row.len]);
                raise_by_two(worth_at_all, one, other);
            }
            for table in single {
                raise(worth_at_all, &table[row.start..][..row.len], 0.0);
            }
        }
        let Some(Token { cost, table, settled }) = token else { return };
        for (at, (worth, row)) in worth.chunks_exact_mut(self.row_len).zip(&self.rows).enumerate() {
            let Some(more) = most.checked_sub(row.clowns) else { continue };
            raise(&mut worth[..row.len], &table[row.start..][..row.len], cost);
            let len = filled(self.within[more]);
            for retrieved in &row.retrieved {
                raise(&mut worth[..len], &settled[retrieved * self.row_len..][..len], cost);
            }
            let (settled, mut fewer) = (&settled[at * self.row_len..][..self.row_len], 0);
            for clowns in self.within[..=more].windows(2) {
                let worth = &mut worth[clowns[0]..clowns[1]];
                raise(worth, &settled[fewer..][..worth.len()], cost);
                fewer = clowns[0];
            }
        }
    }

    #[inline(always)]
    fn reroll_all(&self, tokens: u8, worth: &[f64], rooms: &mut [Vec<f64>; 2], table: &mut [f64]) {
        let Some((last, others)) = self.kinds.split_last() else { return };
        let (most, [from, to]) = (Self::most(tokens), rooms);
        for (place, kind) in others.iter().enumerate() {
            let needed = if place + 1 == others.len() { CLOWNS } else { most };
            self.expect(kind, most, needed, if place == 0 { worth } else { from }, to);
            std::mem::swap(from, to);
        }
        self.transpose(if others.is_empty() { worth } else { from }, to);
        self.expect_last(last, most, to, from);
        self.transpose_back(from, table);
        for kind in others {
            self.roll_more(kind, table);
        }
    }

    /// Computes the expectations over a roll of the Blanks of a kind that is not the last one, for
    /// the rows with at most `needed` Clowns.
    #[inline(always)]
    fn expect(&self, kind: &Kind, most: usize, needed: usize, from: &[f64], to: &mut [f64]) {
        let stride = kind.stride;
        for (at, (to, row)) in to.chunks_exact_mut(self.row_len).zip(&self.rows).enumerate() {
            if row.clowns > needed {
                continue;
            }
            let (arrangement, more) = (at * self.row_len, most - row.clowns);
            let multiset = kind.of(arrangement);
            let (to, rest) = to.split_at_mut(filled(self.within[more]));
            sums(
                kind.rolls[multiset].within(more),
                &from[arrangement - multiset * stride..],
                stride,
                to,
            );
            rest.fill(0.0);
        }
    }

    /// Transposes rows to columns.
    #[inline(always)]
    fn transpose(&self, from: &[f64], to: &mut [f64]) {
        let (columns, len) = (self.columns.len(), self.moves.len());
        for (place, rows) in self.columns.as_chunks::<LANES>().0.iter().enumerate() {
            let [a, b, c, d] = rows.map(|row| &from[row * self.row_len..][..len]);
            let to = &mut to[place * LANES..];
            for at in 0..len {
                if let Some(to) = to[at * columns..].first_chunk_mut::<LANES>() {
                    *to = [a[at], b[at], c[at], d[at]];
                }
            }
        }
    }

    /// Computes the values of the best reroll of the last kind from the columns `from`.
    #[inline(always)]
    fn expect_last(&self, last: &Kind, most: usize, from: &[f64], to: &mut [f64]) {
        let columns = self.columns.len();
        for (multiset, rolls) in last.rolls[..self.within[CLOWNS]].iter().enumerate() {
            let clowns = usize::from(last.multisets[multiset][CLOWN]);
            let (before, to) = to.split_at_mut(multiset * columns);
            let to = &mut to[..self.columns_within[CLOWNS - clowns]];
            for (place, to) in to.chunks_mut(BLOCK).enumerate() {
                let at = place * BLOCK;
                let fewest = self.rows[self.columns[at]].clowns;
                sums(rolls.within(most - clowns - fewest), &from[at..], columns, to);
            }
            if !self.blanks[multiset] {
                let unrolled = &self.unrolled[..to.len()];
                for at in 0..to.len() {
                    to[at] += unrolled[at];
                }
            }
            for fewer in &last.fewer[multiset] {
                raise(to, &before[fewer * columns..][..to.len()], 0.0);
            }
        }
    }

    /// Transposes columns back to the rows of a table.
    #[inline(always)]
    fn transpose_back(&self, from: &[f64], table: &mut [f64]) {
        let columns = self.columns.len();
        for (place, rows) in self.columns.as_chunks::<LANES>().0.iter().enumerate() {
            let rows = rows.map(|row| &self.rows[row]);
            let from = &from[place * LANES..];
            let len = self.within[CLOWNS - rows[0].clowns];
            let alike = rows[LANES - 1].clowns == rows[0].clowns;
            let parts = table.get_disjoint_mut(rows.map(|row| row.start..row.start + len));
            match parts {
                Ok([a, b, c, d]) if alike => {
                    for at in 0..len {
                        if let Some(from) = from[at * columns..].first_chunk::<LANES>() {
                            [a[at], b[at], c[at], d[at]] = *from;
                        }
                    }
                }
                // A column is repeated, or the columns differ in length.
                _ => {
                    for (lane, row) in rows.iter().enumerate() {
                        for at in 0..self.within[CLOWNS - row.clowns] {
                            table[row.start + at] = from[at * columns + lane];
                        }
                    }
                }
            }
        }
        for row in self.rows.iter().filter(|row| row.len > 0) {
            let last = self.within[CLOWNS - row.clowns];
            table[row.start + last..row.start + row.len].fill(f64::NEG_INFINITY);
        }
    }

    /// Raises each value of a table to the values of the arrangements in which more dice of a kind
    /// are rolled.
    #[inline(always)]
    fn roll_more(&self, kind: &Kind, table: &mut [f64]) {
        let stride = kind.stride / self.row_len;
        for (at, row) in self.rows.iter().enumerate().filter(|(_, row)| row.len > 0) {
            let multiset = kind.of(at * self.row_len);
            for fewer in &kind.fewer[multiset] {
                // Turning a move Blank does not change the number of Clowns, and so not the length
                // of the row.
                let fewer = &self.rows[at - (multiset - fewer) * stride];
                let (before, here) = table.split_at_mut(row.start);
                raise(&mut here[..row.len], &before[fewer.start..][..row.len], 0.0);
            }
        }
    }

    #[inline(always)]
    fn roll_all(&self, tokens: u8, worth: &[f64], clown_out: f64) -> (f64, f64) {
        let most = Self::most(tokens);
        let [mut stands, mut three, mut out] = [[0.0; LANES]; 3];
        let rows = worth.chunks_exact(self.row_len).zip(self.chances.chunks_exact(self.row_len));
        for ((worth, chances), row) in rows.zip(&self.rows) {
            let Some(more) = most.checked_sub(row.clowns) else { continue };
            let (worth, chances) = (&worth[..self.within[more]], &chances[..self.within[more]]);
            let at = CLOWNS.checked_sub(row.clowns).map_or(0, |more| self.within[more]);
            let (worth, worth_of_three) = worth.split_at(at);
            let (chances, chances_of_three) = chances.split_at(at);
            add_products(&mut stands, chances, worth, 0.0);
            add_products(&mut three, chances_of_three, worth_of_three, 0.0);
            add_products(&mut out, chances_of_three, worth_of_three, clown_out);
        }
        let [stands, three, out] = [stands, three, out].map(|sums| sums.iter().sum::<f64>());
        (stands + out + self.beyond[most] * clown_out, stands + three)
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    //! Compiles the loops of the portable functions to vectors of four numbers. Each result comes
    //! from the same operations in the same order.

    use super::{MOVES, Shape, Token};

    #[target_feature(enable = "avx2")]
    pub(super) fn settle(
        shape: &Shape,
        tokens: u8,
        stops: &[f64; MOVES],
        tables: &[&[f64]],
        token: Option<Token<'_>>,
        worth: &mut [f64],
    ) {
        shape.settle_all(tokens, stops, tables, token, worth);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn reroll(
        shape: &Shape,
        tokens: u8,
        worth: &[f64],
        rooms: &mut [Vec<f64>; 2],
        table: &mut [f64],
    ) {
        shape.reroll_all(tokens, worth, rooms, table);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn roll(shape: &Shape, tokens: u8, worth: &[f64], clown_out: f64) -> (f64, f64) {
        shape.roll_all(tokens, worth, clown_out)
    }
}

/// For each position of `to`, sums `chance * from[multiset * stride + position]` over the terms.
/// The length of `to` fills vectors.
#[inline(always)]
fn sums(terms: &[(usize, f64)], from: &[f64], stride: usize, to: &mut [f64]) {
    let mut at = 0;
    let (blocks, rest) = to.as_chunks_mut::<BLOCK>();
    for to in blocks {
        sum(terms, from, stride, &mut at, to);
    }
    let (halves, rest) = rest.as_chunks_mut::<{ BLOCK / 2 }>();
    for to in halves {
        sum(terms, from, stride, &mut at, to);
    }
    let (quarters, rest) = rest.as_chunks_mut::<{ BLOCK / 4 }>();
    for to in quarters {
        sum(terms, from, stride, &mut at, to);
    }
    for to in rest.as_chunks_mut::<LANES>().0 {
        sum(terms, from, stride, &mut at, to);
    }
}

/// Computes the next `N` sums from position `at`, and advances `at`.
#[inline(always)]
fn sum<const N: usize>(
    terms: &[(usize, f64)],
    from: &[f64],
    stride: usize,
    at: &mut usize,
    to: &mut [f64; N],
) {
    let mut sums = [0.0; N];
    for &(multiset, chance) in terms {
        let Some(from) = from[multiset * stride + *at..].first_chunk::<N>() else { return };
        for lane in 0..N {
            sums[lane] += chance * from[lane];
        }
    }
    *to = sums;
    *at += N;
}

/// Adds the products of `chances` and max(`worth`, `least`), lane by lane.
#[inline(always)]
fn add_products(sums: &mut [f64; LANES], chances: &[f64], worth: &[f64], least: f64) {
    let (pieces, rest) = chances.as_chunks::<LANES>();
    let (worth_pieces, worth_rest) = worth.as_chunks::<LANES>();
    for at in 0..pieces.len().min(worth_pieces.len()) {
        for lane in 0..LANES {
            sums[lane] += pieces[at][lane] * higher(worth_pieces[at][lane], least);
        }
    }
    for at in 0..rest.len().min(worth_rest.len()) {
        sums[at] += rest[at] * higher(worth_rest[at], least);
    }
}

/// Raises each value to its counterpart minus `cost`.
#[inline(always)]
fn raise(values: &mut [f64], to: &[f64], cost: f64) {
    let to = &to[..values.len()];
    for at in 0..to.len() {
        values[at] = higher(values[at], to[at] - cost);
    }
}

/// Raises each value to both of its counterparts.
#[inline(always)]
fn raise_by_two(values: &mut [f64], to: &[f64], or: &[f64]) {
    let (to, or) = (&to[..values.len()], &or[..values.len()]);
    for at in 0..to.len() {
        values[at] = higher(higher(values[at], to[at]), or[at]);
    }
}

/// Returns the larger number.
#[inline(always)]
fn higher(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
