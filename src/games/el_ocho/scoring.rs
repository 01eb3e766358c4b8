//! The scoring rules applied to the face counts of one roll.
//!
//! This is the slow reference. It runs once per run for each kind of roll that can score
//! differently; `roll_table` compiles the results into roll classes.

use rustc_hash::FxHashMap;

use super::edition::{AllAlike, Joker, MAX_SIDES};
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
    /// Units of a run of n dice that are a whole roll; 0 if such a run does not score.
    pub(super) runs: Vec<u32>,
    /// Runs that score within larger rolls: the first and the last face, and units.
    pub(super) runs_within: Vec<(u8, u8, u32)>,
    /// Patterns of whole rolls: numbers of dice alike in descending order, and units.
    pub(super) patterns: Vec<(Vec<u8>, u32)>,
    /// Units of n dice of which nothing else scores; 0 if they do not score either.
    pub(super) nothing: Vec<u32>,
    /// Whether all scoring dice must be kept.
    pub(super) keep_all: bool,
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
            .chain(
                level
                    .of_a_kind
                    .iter()
                    .chain(&level.runs)
                    .chain(&level.nothing)
                    .map(|(_, points)| *points),
            )
            .chain(level.runs_within.iter().map(|run| run.points))
            .chain(level.patterns.iter().map(|pattern| pattern.points))
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
                    let fixed = level.of_a_kind.iter().filter_map(|&(number, points)| {
                        let rest = best[n.checked_sub(usize::from(number))?]?;
                        (face > 0).then_some(rest + points / unit)
                    });
                    best.push(sets.chain(singly).chain(all).chain(fixed).max());
                }
                best
            })
            .collect();
        let least = |alike: &Vec<Option<u32>>| {
            (1..=edition.dice).find(|n| alike[usize::from(*n)].is_some()).unwrap_or(u8::MAX)
        };
        let least = alike.iter().map(least).collect();
        let by_number = |pairs: &[(u8, u32)]| {
            let mut units = vec![0; usize::from(edition.dice) + 1];
            pairs.iter().for_each(|&(number, points)| units[usize::from(number)] = points / unit);
            units
        };
        let within = level.runs_within.iter().map(|run| (run.first, run.last, run.points / unit));
        let patterns = level.patterns.iter().map(|of| (of.alike.clone(), of.points / unit));
        let win = match level.all_alike {
            Some(AllAlike { points, wins: true }) => Some(points / unit),
            _ => None,
        };
        Self {
            unit,
            dice: edition.dice,
            alike,
            least,
            runs: by_number(&level.runs),
            runs_within: within.collect(),
            patterns: patterns.collect(),
            nothing: by_number(&level.nothing),
            keep_all: level.keep_all,
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
        let joker_shows =
            counts.get(usize::from(self.joker_face)).is_some_and(|n| *n > 0) && self.joker_face > 0;
        if joker_shows && self.joker == Joker::Literal && self.without_runs(counts).len() == 1 {
            return Verdict::Joker;
        }
        let keeps = self.kept(counts).into_iter();
        let mut keeps: Vec<Keep> = keeps.map(|(kept, points)| kept.keep(points)).collect();
        if let Some((_, points)) = self.whole(counts) {
            // The roll takes all dice; if they also score in another way, the higher score counts.
            match keeps.iter_mut().find(|keep| keep.dice == rolled) {
                Some(keep) => keep.points = keep.points.max(points),
                None => keeps.push(Keep { points, dice: rolled }),
            }
        }
        if keeps.is_empty() {
            let nothing = self.nothing[usize::from(rolled)];
            return match (joker_shows, self.joker) {
                (true, Joker::Standard) => Verdict::Joker,
                _ if nothing > 0 => Verdict::Keep(vec![Keep { points: nothing, dice: rolled }]),
                _ => Verdict::Bust,
            };
        }
        keeps.sort_unstable();
        keeps.dedup();
        if self.keep_all {
            keeps.truncate(1);
        }
        Verdict::Keep(keeps)
    }

    /// The inputs of [`Self::verdict`] apart from the number of dice. Bits 4f to 4f + 3 hold the
    /// number of dice of face f, or 0 if they are too few to score. Bit 0 is set if all dice of the
    /// game show one face, bit 1 for a run, bit 2 for a Joker.
    pub(super) fn key(&self, counts: &[u8]) -> u128 {
        let mut key = 0;
        // Runs within a roll and patterns depend on faces that score nothing alone.
        let all = !(self.runs_within.is_empty() && self.patterns.is_empty());
        for (face, (&count, &least)) in counts.iter().zip(&self.least).enumerate() {
            if count >= least || all && face > 0 {
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
    fn run(&self, counts: &[u8]) -> Option<u32> {
        let rolled: u8 = counts[1..].iter().sum();
        let points = self.runs[usize::from(rolled)];
        (points > 0 && self.is_run(counts)).then_some(points)
    }

    /// Units of the roll as a pattern of all its dice; `None` if it is not a scoring pattern.
    fn pattern(&self, counts: &[u8]) -> Option<u32> {
        let shown = |counts: &[u8]| {
            let mut alike: Vec<u8> = counts[1..].iter().copied().filter(|n| *n > 0).collect();
            alike.sort_unstable_by(|a, b| b.cmp(a));
            alike
        };
        // Most games have no patterns.
        let alike = if self.patterns.is_empty() { return None } else { shown(counts) };
        let shows = self.patterns.iter().filter(|(pattern, _)| *pattern == alike);
        shows.map(|(_, units)| *units).max()
    }

    /// What all dice of the roll score together, as a run or as a pattern, in units.
    pub fn whole(&self, counts: &[u8]) -> Option<(Whole, u32)> {
        let run = self.run(counts).map(|units| (Whole::Run, units));
        let pattern = self.pattern(counts).map(|units| (Whole::Pattern, units));
        run.into_iter().chain(pattern).max_by_key(|(_, units)| *units)
    }

    /// The dice that make `keep` of a roll with these counts, as faces in ascending order. There
    /// are several lists if different dice score the same, which the game treats as one keep. Lists
    /// with more dice of low faces come first. The result is empty if the roll has no such keep.
    pub fn dice_of(&self, counts: &[u8], keep: Keep) -> Vec<Vec<u8>> {
        if !self.verdict(counts).keeps().contains(&keep) {
            return Vec::new();
        }
        if keep.dice == counts[1..].iter().sum::<u8>() {
            return vec![Kept::of(counts).faces()];
        }
        let kept = self.kept(counts).into_iter();
        let mut kept: Vec<Kept> = kept
            .filter(|(kept, points)| kept.keep(*points) == keep)
            .map(|(kept, _)| kept)
            .collect();
        kept.sort_unstable_by(|a, b| b.cmp(a));
        kept.into_iter().map(Kept::faces).collect()
    }

    /// The dice that score, apart from whole rolls, with the highest units that they score (EO-Q15).
    fn kept(&self, counts: &[u8]) -> FxHashMap<Kept, u32> {
        let mut kept = self.with_runs(counts, &self.runs_within);
        kept.remove(&Kept::default());
        kept
    }

    /// The dice that score as singles, sets and some of `runs` within the roll; also no dice, with 0
    /// units.
    fn with_runs(&self, counts: &[u8], runs: &[(u8, u8, u32)]) -> FxHashMap<Kept, u32> {
        let mut kept = self.without_runs(counts);
        for (place, &(first, last, units)) in runs.iter().enumerate() {
            let run = usize::from(first)..=usize::from(last);
            if counts[run.clone()].contains(&0) {
                continue;
            }
            let mut rest = counts.to_vec();
            rest[run].iter_mut().for_each(|count| *count -= 1);
            // Further runs come after this one in the list, or are equal to it.
            for (others, more) in self.with_runs(&rest, &runs[place..]) {
                let faces = (first..=last).fold(others, |kept, face| kept.with(face, 1));
                let best = kept.entry(faces).or_default();
                *best = (*best).max(units + more);
            }
        }
        kept
    }

    /// The dice that score as singles and sets; also no dice, with 0 units.
    fn without_runs(&self, counts: &[u8]) -> FxHashMap<Kept, u32> {
        let mut ways = vec![(Kept::default(), 0)];
        for (face, (alike, &count)) in (0..).zip(self.alike.iter().zip(counts)).skip(1) {
            let more: Vec<(u8, u32)> =
                (1..=count).filter_map(|n| Some((n, alike[usize::from(n)]?))).collect();
            for index in 0..ways.len() {
                let (kept, units) = ways[index];
                ways.extend(more.iter().map(|(n, points)| (kept.with(face, *n), units + points)));
            }
        }
        ways.into_iter().collect()
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

/// How all dice of a roll score together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// Consecutive faces (EO-11).
    Run,
    /// Numbers of dice alike, such as three pairs.
    Pattern,
}

/// Some dice: bits 4 (20 − f) to 4 (20 − f) + 3 hold the number of dice of face f, at most 12. The
/// order is by the number of dice of face 1, then of face 2 and so on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Kept(u128);

impl Kept {
    /// All dice of `counts`.
    fn of(counts: &[u8]) -> Self {
        (1..).zip(&counts[1..]).fold(Self::default(), |kept, (face, n)| kept.with(face, *n))
    }

    /// These dice and `n` dice of `face`.
    fn with(self, face: u8, n: u8) -> Self {
        Self(self.0 + (u128::from(n) << (4 * (MAX_SIDES - face))))
    }

    /// The number of dice of `face`.
    fn count(self, face: u8) -> u8 {
        (self.0 >> (4 * (MAX_SIDES - face))) as u8 & 15
    }

    /// The dice, in ascending order.
    fn faces(self) -> Vec<u8> {
        let alike = |face| std::iter::repeat_n(face, self.count(face).into());
        (1..=MAX_SIDES).flat_map(alike).collect()
    }

    fn keep(self, points: u32) -> Keep {
        Keep { points, dice: (1..=MAX_SIDES).map(|face| self.count(face)).sum() }
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
