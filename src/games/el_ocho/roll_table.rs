//! Roll classes: all rolls of d dice, grouped by their [`Verdict`].
//!
//! A turn depends on a roll only through its verdict. The multisets of faces are enumerated once,
//! each weighted by its number of ordered rolls, and multisets with equal verdicts form a class. A
//! draw yields a class and a *rank* within it. The map from draws to (class, rank) is a bijection
//! onto the ordered rolls, and [`RollTable::decode`] returns the dice of a roll. One table look-up
//! thus replaces the dice, and each draw still is a definite roll.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::scoring::{Keep, Scoring, Verdict};

/// All rolls of d dice with one verdict.
#[derive(Clone, Debug)]
pub struct Class {
    /// The outcome of these rolls.
    pub verdict: Verdict,
    /// The number of ordered rolls in the class.
    pub weight: u64,
    /// The multisets of faces in the class, as indices into the table's members.
    members: Range<usize>,
}

impl Class {
    /// The legal keeps; empty if there is no decision.
    pub fn keeps(&self) -> &[Keep] {
        self.verdict.keeps()
    }
}

/// One multiset of faces.
#[derive(Clone, Debug)]
struct Member {
    /// Index of its first count in [`RollTable::counts`].
    start: usize,
    /// The number of ordered rolls with these counts.
    weight: u64,
}

/// A column of an alias table. A column holds `2^(bits - index_bits)` of the `2^bits` draws.
///
/// Draws whose next 16 bits are less than `threshold` belong to class `below`, the others to class
/// `above`. Thresholds are multiples of the weight of one roll, so the table is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The limit between the two classes, 0 to 2^16.
    pub threshold: u32,
    /// The class of draws below the threshold.
    pub below: u16,
    /// The class of draws from the threshold on.
    pub above: u16,
    /// The rank of the first draw of the column within class `below`.
    below_rank: u64,
    /// The rank of the first draw at the threshold within class `above`.
    above_rank: u64,
}

/// The method that maps a draw to its class.
#[derive(Clone, Debug)]
enum Sampler {
    /// For 2^n rolls: one look-up (Walker's alias method with integer weights).
    Alias(Vec<Column>),
    /// For any number of rolls: binary search in the first draws of the classes.
    Sorted(Vec<u64>),
}

/// The classes of all rolls of d dice, with a sampler.
#[derive(Clone, Debug)]
pub struct RollTable {
    dice: u8,
    sides: u8,
    /// The number of ordered rolls, `sides^dice`.
    total: u64,
    classes: Vec<Class>,
    /// Sorted by class.
    members: Vec<Member>,
    /// The counts of all multisets, `sides + 1` each; index 0 of each is unused.
    counts: Vec<u8>,
    sampler: Sampler,
    /// For the alias table: the number of bits of a draw that select the column.
    index_bits: u32,
    /// The number of bits a draw needs, if the number of rolls is a power of two.
    bits: Option<u32>,
}

/// The maximum number of bits of a draw that select an alias column.
const MAX_INDEX_BITS: u32 = 14;

/// The maximum number of keeps over all classes of one table. Eight eight-sided dice with a
/// different value for every face have a fifth of that.
const MAX_OPTIONS: usize = 1 << 20;

impl RollTable {
    /// Enumerates the rolls of `dice` dice.
    ///
    /// Returns `None` if the table would be too large.
    pub fn new(scoring: &Scoring, dice: u8, sides: u8) -> Option<Self> {
        // Verdicts are slow, so each key computes its verdict once.
        let mut by_key: FxHashMap<u128, usize> = FxHashMap::default();
        let mut by_verdict: BTreeMap<Verdict, usize> = BTreeMap::new();
        let mut found: Vec<Vec<Member>> = Vec::new();
        let (mut all_counts, mut options) = (Vec::new(), 0);
        let mut counts = vec![0; usize::from(sides) + 1];
        each_multiset(&mut counts, 1, (dice, 1), &mut |counts, weight| {
            if options > MAX_OPTIONS {
                return;
            }
            let class = *by_key.entry(scoring.key(counts)).or_insert_with(|| {
                let verdict = by_verdict.entry(scoring.verdict(counts));
                *verdict.or_insert_with_key(|verdict| {
                    options += 1 + verdict.keeps().len();
                    found.push(Vec::new());
                    found.len() - 1
                })
            });
            found[class].push(Member { start: all_counts.len(), weight });
            all_counts.extend_from_slice(counts);
        });
        if options > MAX_OPTIONS {
            return None;
        }
        let mut classes = Vec::new();
        let mut members = Vec::new();
        for (verdict, class) in by_verdict {
            let start = members.len();
            let weight = found[class].iter().map(|member| member.weight).sum();
            members.append(&mut found[class]);
            classes.push(Class { verdict, weight, members: start..members.len() });
        }
        let total = u64::from(sides).pow(u32::from(dice));
        debug_assert_eq!(total, classes.iter().map(|class| class.weight).sum::<u64>());

        let bits = total.is_power_of_two().then(|| total.trailing_zeros());
        let alias_bits = bits.and_then(|bits| {
            let for_classes = classes.len().next_power_of_two().trailing_zeros();
            let index_bits = for_classes.max(bits.saturating_sub(16)).max(1);
            (index_bits <= MAX_INDEX_BITS).then_some((bits, index_bits.min(bits)))
        });
        let (sampler, index_bits) = match alias_bits {
            Some((bits, index_bits)) => {
                let weights: Vec<u64> = classes.iter().map(|class| class.weight).collect();
                (Sampler::Alias(alias_columns(&weights, bits, index_bits)), index_bits)
            }
            None => {
                let starts = classes.iter().scan(0, |next, class| {
                    let start = *next;
                    *next += class.weight;
                    Some(start)
                });
                (Sampler::Sorted(starts.collect()), 0)
            }
        };
        let counts = all_counts;
        Some(Self { dice, sides, total, classes, members, counts, sampler, index_bits, bits })
    }

    /// The number of dice.
    pub fn dice(&self) -> u8 {
        self.dice
    }

    /// The number of ordered rolls: the sum of the weights of the classes.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The classes. A class is identified by its index.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The columns of the alias table and the number of bits of a draw that select one, if the
    /// table uses the alias method.
    pub fn alias(&self) -> Option<(&[Column], u32)> {
        match &self.sampler {
            Sampler::Alias(columns) => Some((columns, self.index_bits)),
            Sampler::Sorted(_) => None,
        }
    }

    /// Draws one roll from uniform 32-bit words: its class, and its rank among the rolls of the
    /// class. Every ordered roll is equally likely.
    ///
    /// If the number of rolls is a power of two, the top bits of one word determine the roll.
    /// Otherwise words from the largest multiple of that number on are rejected.
    pub fn draw(&self, mut word: impl FnMut() -> u32) -> (usize, u64) {
        match &self.sampler {
            Sampler::Alias(columns) => {
                let word = u64::from(word());
                let column = &columns[(word >> (32 - self.index_bits)) as usize];
                let next = ((word << self.index_bits) & 0xffff_ffff) >> 16;
                // log2 of the weight of one roll, in units of 2^-16 of a column.
                let spare = 16 + self.index_bits - self.bits.unwrap_or(0);
                if next < u64::from(column.threshold) {
                    (usize::from(column.below), column.below_rank + (next >> spare))
                } else {
                    let beyond = next - u64::from(column.threshold);
                    (usize::from(column.above), column.above_rank + (beyond >> spare))
                }
            }
            Sampler::Sorted(starts) => {
                let draw = match self.bits {
                    Some(0) => 0,
                    Some(bits) => u64::from(word() >> (32 - bits)),
                    None => {
                        let limit = (1 << 32) / self.total * self.total;
                        loop {
                            let word = u64::from(word());
                            if word < limit {
                                break word % self.total;
                            }
                        }
                    }
                };
                let class = starts.partition_point(|start| *start <= draw) - 1;
                (class, draw - starts[class])
            }
        }
    }

    /// The class of a roll of this number of dice; `None` if a face is not on the dice.
    pub fn class_of(&self, roll: &[u8]) -> Option<usize> {
        let mut counts = vec![0_u8; usize::from(self.sides) + 1];
        roll.iter().try_for_each(|face| {
            *counts.get_mut(usize::from(*face)).filter(|_| *face > 0)? += 1;
            Some(())
        })?;
        let shows = |member: &Member| self.counts[member.start..][1..counts.len()] == counts[1..];
        self.classes.iter().position(|class| self.members[class.members.clone()].iter().any(shows))
    }

    /// The ordered roll of `rank` in class `class`: one face per die.
    ///
    /// # Panics
    ///
    /// Panics if there is no such class or rank.
    pub fn decode(&self, class: usize, mut rank: u64) -> Vec<u8> {
        let members = &self.members[self.classes[class].members.clone()];
        let member = members
            .iter()
            .find(|member| {
                let here = rank < member.weight;
                if !here {
                    rank -= member.weight;
                }
                here
            })
            .expect("a rank within the class");
        let mut left = self.counts[member.start..][..=usize::from(self.sides)].to_vec();
        let mut roll = Vec::with_capacity(usize::from(self.dice));
        for _ in 0..self.dice {
            for face in 1..=self.sides {
                let slot = usize::from(face);
                if left[slot] == 0 {
                    continue;
                }
                left[slot] -= 1;
                let rolls = arrangements(&left);
                if rank < rolls {
                    roll.push(face);
                    break;
                }
                rank -= rolls;
                left[slot] += 1;
            }
        }
        roll
    }
}

/// Calls `each` with every multiset of `dice` dice over the faces from `face` on and its number of
/// ordered rolls. `ways` is the number of ways to place the dice of the lower faces.
fn each_multiset(
    counts: &mut Vec<u8>,
    face: usize,
    (dice, ways): (u8, u64),
    each: &mut impl FnMut(&[u8], u64),
) {
    if face + 1 == counts.len() {
        counts[face] = dice;
        each(counts, ways);
        counts[face] = 0;
        return;
    }
    let mut ways = ways;
    for n in 0..=dice {
        counts[face] = n;
        each_multiset(counts, face + 1, (dice - n, ways), each);
        // Exact: the previous ways times a binomial coefficient.
        ways = ways * u64::from(dice - n) / u64::from(n + 1);
    }
    counts[face] = 0;
}

/// The number of ordered rolls with these counts (multinomial coefficient).
fn arrangements(counts: &[u8]) -> u64 {
    let mut placed = 0;
    let mut ways = 1;
    for &count in counts {
        for n in 1..=u64::from(count) {
            placed += 1;
            // Exact: each intermediate result is a product of binomial coefficients.
            ways = ways * placed / n;
        }
    }
    ways
}

/// Walker's alias table in integers (Vose's construction): `2^index_bits` columns share the
/// `2^bits` draws evenly, and each column holds draws of at most two classes.
fn alias_columns(weights: &[u64], bits: u32, index_bits: u32) -> Vec<Column> {
    let columns = 1_usize << index_bits;
    let capacity = 1_u64 << (bits - index_bits);
    let mut left = weights.to_vec();
    left.resize(columns, 0);
    let (mut large, mut small): (Vec<usize>, Vec<usize>) =
        (0..columns).rev().partition(|class| left[*class] >= capacity);
    let mut parts: Vec<(u64, usize, usize)> = vec![(capacity, 0, 0); columns];
    while let Some(class) = small.pop() {
        let Some(&donor) = large.last() else {
            // The weights sum to columns * capacity, so each small class has a donor.
            unreachable!("weights that do not sum to the number of draws");
        };
        parts[class] = (left[class], class, donor);
        left[donor] -= capacity - left[class];
        if left[donor] < capacity {
            large.pop();
            small.push(donor);
        }
    }
    for class in large {
        parts[class] = (capacity, class, class);
    }
    let mut ranks = vec![0; columns];
    let scale = 16 - (bits - index_bits);
    parts
        .into_iter()
        .map(|(below, class, donor)| {
            let class = if below == 0 { donor } else { class };
            let below_rank = ranks[class];
            ranks[class] += below;
            let above_rank = ranks[donor];
            ranks[donor] += capacity - below;
            Column {
                threshold: (below << scale) as u32,
                below: class as u16,
                above: donor as u16,
                below_rank,
                above_rank,
            }
        })
        .collect()
}
