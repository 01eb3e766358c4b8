//! The scoring rules applied to the face counts of one roll.
//!
//! This is the slow reference. It runs once per run for each kind of roll that can score
//! differently; `roll_table` compiles the results into roll classes.

use super::edition::{AllAlike, Joker};
use super::rules::Rules;

/// One legal way to set dice aside, reduced to its score and its number of dice (EO-4, EO-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Keep {
    /// What the kept dice score, in units (see [`Scoring::unit`]).
    pub points: u32,
    /// The number of kept dice, at least 1.
    pub dice: u8,
}

/// The documented order of keeps: more dice first, then more points.
impl Ord for Keep {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (other.dice, other.points).cmp(&(self.dice, self.points))
    }
}

impl PartialOrd for Keep {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The outcome of a roll.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Nothing scores: the turn loses its points (EO-9).
    Bust,
    /// Nothing scores, but the Joker shows: the same dice are rolled again (EO-17).
    Joker,
    /// All dice of the game show one face: the game is won (EO-16).
    Win {
        /// The score of the roll, in units.
        points: u32,
    },
    /// At least one die must be kept (EO-4): the legal keeps, in their documented order.
    Keep(Vec<Keep>),
}

impl Verdict {
    /// The legal keeps; empty for other outcomes.
    pub fn keeps(&self) -> &[Keep] {
        match self {
            Self::Keep(keeps) => keeps,
            _ => &[],
        }
    }
}

/// The scoring rules, with points counted in their greatest common divisor (EO-Q13).
#[derive(Clone, Debug)]
pub struct Scoring {
    /// Points in one unit.
    pub unit: u32,
    dice: u8,
    /// `alike[face][n]`: units for keeping exactly n dice of that face; `None` if not all of them
    /// score.
    pub(super) alike: Vec<Vec<Option<u32>>>,
    /// By face: the smallest number of its dice that scores; `u8::MAX` if none does.
    least: Vec<u8>,
    /// Units of a run of n dice; 0 if such a run does not score.
    pub(super) runs: Vec<u32>,
    /// Units of a roll that wins the game.
    pub(super) win: Option<u32>,
    pub(super) joker: Joker,
    /// The Joker face; 0 if there is none.
    pub(super) joker_face: u8,
}

impl Scoring {
    /// The scoring of `rules`.
    pub fn new(rules: &Rules) -> Self {
        let edition = &rules.edition;
        let level = rules.level();
        let mut set_values = vec![(edition.set_size, 1)];
        set_values.extend(&level.series);
        let figures = (1..=edition.sides)
            .flat_map(|face| {
                let set = edition.sets[usize::from(face)];
                let sets = set_values.iter().map(move |(_, multiple)| set * multiple);
                sets.chain([edition.singles[usize::from(face)]])
            })
            .chain(level.runs.iter().map(|(_, points)| *points))
            .chain(level.all_alike.iter().map(|all| all.points));
        let unit = figures.fold(0, gcd).max(1);

        let all_points = match level.all_alike {
            Some(AllAlike { points, wins: false }) => points / unit,
            _ => 0,
        };
        let alike: Vec<Vec<Option<u32>>> = (0..=edition.sides)
            .map(|face| {
                let face = usize::from(face);
                let single = edition.singles[face] / unit;
                let mut best: Vec<Option<u32>> = vec![Some(0)];
                for n in 1..=usize::from(edition.dice) {
                    // Kept dice score the highest way they can (EO-Q15).
                    let singly = best[n - 1].filter(|_| single > 0).map(|rest| rest + single);
                    let sets = set_values.iter().filter_map(|&(size, multiple)| {
                        let rest = best[n.checked_sub(usize::from(size))?]?;
                        let set = edition.sets[face] / unit * multiple;
                        (set > 0).then_some(rest + set)
                    });
                    let all = (n == usize::from(edition.dice) && face > 0 && all_points > 0)
                        .then_some(all_points);
                    best.push(sets.chain(singly).chain(all).max());
                }
                best
            })
            .collect();
        let least = |alike: &Vec<Option<u32>>| {
            (1..=edition.dice).find(|n| alike[usize::from(*n)].is_some()).unwrap_or(u8::MAX)
        };
        let least = alike.iter().map(least).collect();
        let mut runs = vec![0; usize::from(edition.dice) + 1];
        for &(length, points) in &level.runs {
            runs[usize::from(length)] = points / unit;
        }
        let win = match level.all_alike {
            Some(AllAlike { points, wins: true }) => Some(points / unit),
            _ => None,
        };
        Self {
            unit,
            dice: edition.dice,
            alike,
            least,
            runs,
            win,
            joker: rules.joker,
            joker_face: edition.joker_face.unwrap_or(0),
        }
    }

    /// The outcome of a roll with `counts[face]` dice of each face (index 0 is unused).
    pub fn verdict(&self, counts: &[u8]) -> Verdict {
        let rolled: u8 = counts[1..].iter().sum();
        if let Some(points) = self.win
            && rolled == self.dice
            && counts.contains(&rolled)
        {
            return Verdict::Win { points };
        }
        let mut keeps = self.keeps_without_run(counts);
        let joker_shows =
            counts.get(usize::from(self.joker_face)).is_some_and(|n| *n > 0) && self.joker_face > 0;
        if keeps.is_empty() && joker_shows && self.joker == Joker::Literal {
            return Verdict::Joker;
        }
        if let Some(run) = self.run(counts) {
            // A run takes all rolled dice; if they also score in another way, the higher score
            // counts.
            match keeps.iter_mut().find(|keep| keep.dice == rolled) {
                Some(keep) => keep.points = keep.points.max(run),
                None => keeps.push(Keep { points: run, dice: rolled }),
            }
        }
        if keeps.is_empty() {
            return match (joker_shows, self.joker) {
                (true, Joker::Standard) => Verdict::Joker,
                _ => Verdict::Bust,
            };
        }
        keeps.sort_unstable();
        Verdict::Keep(keeps)
    }

    /// The inputs of [`Self::verdict`] apart from the number of dice. Bits 4f to 4f + 3 hold the
    /// number of dice of face f, or 0 if they are too few to score. Bit 0 is set if all dice of the
    /// game show one face, bit 1 for a run, bit 2 for a Joker.
    pub(super) fn key(&self, counts: &[u8]) -> u128 {
        let mut key = 0;
        for (face, (&count, &least)) in counts.iter().zip(&self.least).enumerate() {
            if count >= least {
                key |= u128::from(count) << (4 * face);
            }
        }
        let alike = counts.contains(&self.dice);
        // The Joker matters only if no face scores.
        let joker = key == 0 && counts.get(usize::from(self.joker_face)) > Some(&0);
        let marks =
            u8::from(alike) | u8::from(self.run(counts).is_some()) << 1 | u8::from(joker) << 2;
        key | u128::from(marks)
    }

    /// Units of the roll as a run of all its dice; `None` if it is not a scoring run.
    pub fn run(&self, counts: &[u8]) -> Option<u32> {
        let rolled: u8 = counts[1..].iter().sum();
        let points = self.runs[usize::from(rolled)];
        (points > 0 && self.is_run(counts)).then_some(points)
    }

    /// The dice that make `keep` of a roll with these counts, as faces in ascending order. There
    /// are several lists if different dice score the same, which the game treats as one keep. Lists
    /// with more dice of low faces come first. The result is empty if the roll has no such keep.
    pub fn dice_of(&self, counts: &[u8], keep: Keep) -> Vec<Vec<u8>> {
        let faces = |kept: &[u8]| -> Vec<u8> {
            let alike = |(face, n): (usize, &u8)| std::iter::repeat_n(face as u8, usize::from(*n));
            kept.iter().enumerate().skip(1).flat_map(alike).collect()
        };
        if !self.verdict(counts).keeps().contains(&keep) {
            return Vec::new();
        }
        if keep.dice == counts[1..].iter().sum::<u8>() {
            return vec![faces(counts)];
        }
        // For the faces so far: the number of kept dice of each, and the rest still to be scored.
        let mut ways = vec![(vec![0], keep)];
        for (alike, &count) in self.alike.iter().zip(counts).skip(1) {
            let extend = |(kept, rest): (Vec<u8>, Keep)| {
                (0..=count).rev().filter_map(move |n| {
                    let rest = Keep {
                        points: rest.points.checked_sub(alike[usize::from(n)]?)?,
                        dice: rest.dice.checked_sub(n)?,
                    };
                    Some(([kept.as_slice(), &[n]].concat(), rest))
                })
            };
            ways = ways.into_iter().flat_map(extend).collect();
        }
        let done = Keep { points: 0, dice: 0 };
        ways.into_iter().filter(|(_, rest)| *rest == done).map(|(kept, _)| faces(&kept)).collect()
    }

    /// The distinct keeps that score as singles or sets.
    fn keeps_without_run(&self, counts: &[u8]) -> Vec<Keep> {
        let mut ways = vec![Keep { points: 0, dice: 0 }];
        for (alike, &count) in self.alike.iter().zip(counts).skip(1) {
            let kept = 1..=usize::from(count);
            let face_ways: Vec<Keep> =
                kept.filter_map(|n| Some(Keep { points: alike[n]?, dice: n as u8 })).collect();
            if face_ways.is_empty() {
                continue;
            }
            for index in 0..ways.len() {
                let way = ways[index];
                ways.extend(face_ways.iter().map(|more| Keep {
                    points: way.points + more.points,
                    dice: way.dice + more.dice,
                }));
            }
            ways.sort_unstable();
            ways.dedup();
        }
        ways.retain(|way| way.dice > 0);
        ways
    }

    /// Whether the faces are consecutive and distinct, without wrap-around (EO-Q6).
    fn is_run(&self, counts: &[u8]) -> bool {
        let shown = &counts[1..];
        let (Some(first), Some(last)) =
            (shown.iter().position(|n| *n > 0), shown.iter().rposition(|n| *n > 0))
        else {
            return false;
        };
        shown[first..=last].iter().all(|n| *n == 1)
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
