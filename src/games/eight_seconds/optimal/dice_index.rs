//! How the eight dice can lie, as numbers, and the operations over all of them at once.
//!
//! Dice with equal faces are alike, so a roll is for each kind of die a multiset of faces. Blanks
//! have to be rolled again, so the same multisets tell what a reroll keeps: the dice that it rolls
//! stand as Blanks. A lie is one multiset for each kind, numbered in mixed radix; expectations over
//! a roll and the choice of dice to keep go kind by kind.
//!
//! The multisets of the largest kind run fastest, those with fewer Clowns first. So the lies that
//! differ in it alone are a row, and the lies of a row with at most n Clowns are its first ones.
//! Only lies with at most two Clowns can be rolled on from, and with more Clowns than two and
//! the tokens at hand a lie is worth nothing: operations over all lies pass over the rest.

// Adapters of iterators are functions of their own, which the compiler need not make part of one that
// may use wider vectors; with indices it has nothing to decide.
#![allow(clippy::needless_range_loop)]

use std::cmp::Ordering;
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

/// The most Clowns with which a turn goes on (ES-18).
pub const CLOWNS: usize = 2;

/// More than all numbers of moves (see [`moves_number`]), and a power of two, so that none needs to be
/// compared with it.
pub const MOVES: usize = (DICE + 1).pow(3).next_power_of_two();

/// A loop over this many numbers becomes one vector instruction.
const LANES: usize = 4;

/// The numbers that are summed at once, in vectors that stay in registers until the sums are
/// complete.
const BLOCK: usize = 8 * LANES;

/// The number of some Turns, Bucks and Kicks: the number of a sum is the sum of the numbers.
pub fn moves_number([turns, bucks, kicks]: [u8; 3]) -> usize {
    (usize::from(turns) * (DICE + 1) + usize::from(bucks)) * (DICE + 1) + usize::from(kicks)
}

/// What comes of rolling the Blanks of a multiset.
#[derive(Clone, Debug)]
struct Outcomes {
    /// Multisets with their chances, those with fewer Clowns first.
    all: Vec<(usize, f64)>,
    /// By n, how many of them have at most n Clowns more than the multiset.
    ends: [usize; DICE + 1],
}

impl Outcomes {
    /// Those with at most `clowns` more.
    #[inline(always)]
    fn within(&self, clowns: usize) -> &[(usize, f64)] {
        &self.all[..self.ends[clowns.min(DICE)]]
    }
}

/// The number of the moves among these faces.
fn moves_of(faces: &Faces) -> usize {
    moves_number([faces[0], faces[1], faces[2]])
}

/// The dice of one kind.
#[derive(Clone, Debug)]
struct Kind {
    /// Which dice they are.
    dice: DiceMask,
    /// How far apart the lies are that differ by one here.
    stride: usize,
    /// The lies that differ here alone, and those between that are none.
    places: usize,
    /// The multisets of faces, see [`in_order`].
    multisets: Vec<Faces>,
    /// For each multiset what comes of rolling its Blanks.
    rolls: Vec<Outcomes>,
    /// For each multiset and face: the multiset with one such die turned Blank.
    blanked: Vec<[u16; 4]>,
    /// For each multiset those in which a move of it is to be rolled as well; they stand before it.
    fewer: Vec<Vec<usize>>,
}

/// Multisets with fewer Clowns come first, then those with fewer moves. So with a move or a Clown
/// turned Blank a multiset stands before itself, and all those with n Clowns become, with one
/// Clown turned Blank, the first of those with a Clown fewer, in order.
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

    /// The multiset of a lie.
    #[inline]
    fn of(&self, lie: Lie) -> usize {
        lie / self.stride % self.places
    }

    /// The lie with one die of this kind that shows `face` turned Blank, if there is one.
    #[inline]
    fn blank(&self, lie: Lie, face: usize) -> Option<Lie> {
        let from = self.of(lie);
        let to = *self.blanked.get(from)?.get(face)?;
        (to != NONE).then(|| lie + usize::from(to) * self.stride - from * self.stride)
    }

    /// How many multisets have at most `clowns` Clowns.
    fn within(&self, clowns: usize) -> usize {
        self.multisets.partition_point(|faces| usize::from(faces[CLOWN]) <= clowns)
    }
}

/// The multisets of a number of dice, see [`in_order`].
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

/// The lies of all kinds but the last: those of the last kind are a row.
#[derive(Clone, Debug)]
struct Row {
    clowns: usize,
    /// The number of its moves, see [`moves_number`].
    moves: usize,
    /// The row with a Clown turned Blank, for each kind that has one.
    retrieved: Vec<usize>,
    /// Where its lies are in a table: those with at most two Clowns, and a few more to fill vectors.
    start: usize,
    len: usize,
}

/// All lies of a set of dice.
#[derive(Clone, Debug)]
pub struct Shape {
    kinds: Vec<Kind>,
    rows: Vec<Row>,
    /// The lies of a row, and those up to the next one that are none.
    row_len: usize,
    /// By n, the number of lies of a row in which the last kind has at most n Clowns.
    within: [usize; DICE + 1],
    /// The number of the moves of each multiset of the last kind, see [`moves_number`].
    moves: Vec<u16>,
    /// Whether each multiset of the last kind has a Blank.
    blanks: Vec<bool>,
    /// The rows with at most two Clowns, those with fewer Clowns first: the columns of lies once they
    /// are turned. The last one comes again to fill vectors.
    columns: Vec<usize>,
    /// By n, the columns that have at most n Clowns, and a few more to fill vectors.
    columns_within: [usize; CLOWNS + 1],
    /// For each column negative infinity where it has no Blank, 0 where it has.
    unrolled: Vec<f64>,
    /// The length of a table.
    table_len: usize,
    /// The chance of each lie when all dice are rolled.
    chances: Vec<f64>,
    /// By n, the chance of more than n Clowns then.
    beyond: [f64; DICE + 1],
    /// Whether this machine has vectors of four 64-bit numbers.
    pub wide: bool,
}

/// What a token at hand brings after a roll.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// What it counts.
    pub cost: f64,
    /// The table of what is left with a token less.
    pub table: &'a [f64],
    /// What lies are worth with a token less.
    pub settled: &'a [f64],
}

/// The next length that fills vectors.
fn filled(len: usize) -> usize {
    len.next_multiple_of(LANES)
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
        // The largest kind last: rows are long.
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
        let mut lies = 1;
        for kind in shape.kinds.iter_mut().rev() {
            kind.stride = lies;
            lies *= kind.places;
        }
        shape.rows = (0..lies / shape.row_len).map(|row| shape.row(row)).collect();
        for row in &mut shape.rows {
            row.start = shape.table_len;
            shape.table_len += row.len;
        }
        shape.lay_columns();
        let (mut chances, mut beyond) = (vec![0.0; lies], [0.0; DICE + 1]);
        shape.outcomes(shape.all_blank(), |lie, chance| {
            chances[lie] += chance;
            beyond[..shape.clowns(lie)].iter_mut().for_each(|beyond| *beyond += chance);
        });
        (shape.chances, shape.beyond) = (chances, beyond);
        shape
    }

    fn row(&self, row: usize) -> Row {
        // The first multiset of the last kind is all Blanks.
        let lie = row * self.row_len;
        let faces = self.faces(lie);
        let clowns = usize::from(faces[CLOWN]);
        let len = CLOWNS.checked_sub(clowns).map_or(0, |more| filled(self.within[more]));
        let others = &self.kinds[..self.kinds.len() - 1];
        let retrieved = others.iter().filter_map(|kind| kind.blank(lie, CLOWN));
        Row {
            clowns,
            moves: moves_of(&faces),
            retrieved: retrieved.map(|lie| lie / self.row_len).collect(),
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

    /// How many lies there are; some of these numbers are none.
    pub fn lies(&self) -> usize {
        self.chances.len()
    }

    /// The length of a table: of numbers for all lies with at most two Clowns.
    pub fn table_len(&self) -> usize {
        self.table_len
    }

    /// The room that operations take.
    pub fn room(&self) -> usize {
        self.lies().max(self.columns.len() * self.moves.len())
    }

    /// Where a lie with at most two Clowns is in a table.
    #[inline]
    pub fn place(&self, lie: Lie) -> usize {
        self.rows[lie / self.row_len].start + lie % self.row_len
    }

    /// The lie of `dice`.
    pub fn lie(&self, dice: Dice) -> Lie {
        let lie = |kind: &Kind| {
            let counts = dice.counts_of(kind.dice);
            place(&kind.multisets, &Face::ALL.map(|face| counts.of(face))) * kind.stride
        };
        self.kinds.iter().map(lie).sum()
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

    fn clowns(&self, lie: Lie) -> usize {
        self.faces(lie)[CLOWN].into()
    }

    /// The lie before a roll of all dice.
    pub fn all_blank(&self) -> Lie {
        // A multiset of Blanks alone is the first.
        0
    }

    /// What comes of rolling the Blanks of a lie.
    pub fn outcomes(&self, lie: Lie, mut found: impl FnMut(Lie, f64)) {
        fn go(kinds: &[Kind], lie: Lie, at: Lie, chance: f64, found: &mut impl FnMut(Lie, f64)) {
            let Some((kind, rest)) = kinds.split_first() else { return found(at, chance) };
            for (multiset, part) in &kind.rolls[kind.of(lie)].all {
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

    /// The Clowns beyond which lies are worth nothing after a later roll.
    fn most(tokens: u8) -> usize {
        (CLOWNS + usize::from(tokens)).min(DICE)
    }
}

/// The operations over all lies. `tokens` are those at hand; lies with more Clowns than can be
/// retrieved by them are passed over.
impl Shape {
    /// What each lie is worth after a later roll: `stops` by its moves (see [`moves_number`]), what
    /// tables say of the same lie, and what the tokens bring.
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
            // SAFETY: `wide` says that the machine has AVX2.
            return unsafe { wide::settle(self, tokens, stops, tables, token, worth) };
        }
        self.settle_all(tokens, stops, tables, token, worth);
    }

    /// Makes a table: what the best reroll from each lie is worth, once it is paid for, by what lies are
    /// `worth` after it; negative infinity where nothing can be rolled. `rooms` are written over.
    pub fn reroll(&self, tokens: u8, worth: &[f64], rooms: &mut [Vec<f64>; 2], table: &mut [f64]) {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: `wide` says that the machine has AVX2.
            return unsafe { wide::reroll(self, tokens, worth, rooms, table) };
        }
        self.reroll_all(tokens, worth, rooms, table);
    }

    /// What rolling all dice is worth by what lies are worth after that roll: where three Clowns can
    /// be turned into `clown_out`, and where they cannot.
    pub fn roll(&self, tokens: u8, worth: &[f64], clown_out: f64) -> (f64, f64) {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: `wide` says that the machine has AVX2.
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
        self.turn(if others.is_empty() { worth } else { from }, to);
        self.expect_last(last, most, to, from);
        self.turn_back(from, table);
        for kind in others {
            self.roll_more(kind, table);
        }
    }

    /// The expectations over a roll of the Blanks of a kind that is not the last one, for the rows
    /// with at most `needed` Clowns.
    #[inline(always)]
    fn expect(&self, kind: &Kind, most: usize, needed: usize, from: &[f64], to: &mut [f64]) {
        let stride = kind.stride;
        for (at, (to, row)) in to.chunks_exact_mut(self.row_len).zip(&self.rows).enumerate() {
            if row.clowns > needed {
                continue;
            }
            let (lie, more) = (at * self.row_len, most - row.clowns);
            let multiset = kind.of(lie);
            let (to, rest) = to.split_at_mut(filled(self.within[more]));
            sums(kind.rolls[multiset].within(more), &from[lie - multiset * stride..], stride, to);
            rest.fill(0.0);
        }
    }

    /// Turns rows into columns.
    #[inline(always)]
    fn turn(&self, from: &[f64], to: &mut [f64]) {
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

    /// What the best reroll of the last kind is worth, by the columns `from`.
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

    /// Turns columns into the rows of a table.
    #[inline(always)]
    fn turn_back(&self, from: &[f64], table: &mut [f64]) {
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
                // One column stands there more than once, or their lengths differ.
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

    /// Raises each number of a table to those of the lies in which more dice of a kind are rolled.
    #[inline(always)]
    fn roll_more(&self, kind: &Kind, table: &mut [f64]) {
        let stride = kind.stride / self.row_len;
        for (at, row) in self.rows.iter().enumerate().filter(|(_, row)| row.len > 0) {
            let multiset = kind.of(at * self.row_len);
            for fewer in &kind.fewer[multiset] {
                // A move less leaves as many Clowns, and so as many numbers.
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
    //! The compiler turns the loops of the portable forms into vectors of four numbers; each number
    //! is the result of the same operations in the same order.

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

/// The sums over multisets, with their chances, of rows of `from` that are `stride` apart. The length
/// of `to` fills vectors.
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

/// The sums from `at` on, and where the next ones are.
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

/// Adds the products of chances and what is worth at least `least`, in parts that vectors hold.
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

/// Raises each value to its counterpart less `cost`.
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

/// The higher of two numbers.
#[inline(always)]
fn higher(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
