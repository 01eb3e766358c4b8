//! Two or more that met the same luck.

use strum::IntoStaticStr;

use super::{Level, Moments};

/// How one stands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Judgement {
    /// It is above it, with a margin by more than that.
    Better,
    /// It is below it, with a margin by more than that.
    Worse,
    /// They are nearer to each other than the margin.
    Equivalent,
    /// None of these is known.
    Undecided,
}

impl Judgement {
    /// The word for it in tables.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Where the interval of a difference lies: above the margin, below it, or within it. Only one of
    /// these is true, so they need no adjustment for being three (Goeman, Solari & Stijnen,
    /// *Three-sided hypothesis testing: simultaneous testing of superiority, equivalence and
    /// inferiority*, Statistics in Medicine 29, 2010).
    pub fn with_margin((low, high): (f64, f64), margin: f64) -> Self {
        match margin {
            _ if low > margin => Self::Better,
            _ if high < -margin => Self::Worse,
            _ if low > -margin && high < margin => Self::Equivalent,
            _ => Self::Undecided,
        }
    }

    /// The same the other way round.
    pub const fn turned(self) -> Self {
        match self {
            Self::Better => Self::Worse,
            Self::Worse => Self::Better,
            same => same,
        }
    }
}

/// p values adjusted for being several, so that the chance of any false alarm among them stays below
/// the level that each is held to; in the order given.
///
/// Holm, *A simple sequentially rejective multiple test procedure*, Scandinavian Journal of
/// Statistics 6 (1979): the smallest of m is multiplied by m, the next by m - 1, and none is below
/// one before it. It holds whatever the dependence among them.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut largest = 0.0_f64;
    for (rank, place) in order.into_iter().enumerate() {
        let tests = (p_values.len() - rank) as f64;
        largest = largest.max(tests * p_values[place]).min(1.0);
        adjusted[place] = largest;
    }
    adjusted
}

/// How many times the games two would have needed on luck of their own, for the same interval of
/// their difference: (var a + var b) / var (a - b), of values, unit by unit. None where the
/// differences do not vary.
pub fn variance_ratio(a: &Moments, b: &Moments, differences: &Moments) -> Option<f64> {
    let variance = |of: &Moments| Some(of.std_dev()?.powi(2));
    let ratio = (variance(a)? + variance(b)?) / variance(differences)?;
    ratio.is_finite().then_some(ratio)
}

/// The groups in which so many stand, best first, of whom some pairs are `different`: whoever shares
/// a group cannot be told apart. By member, the numbers of its groups from 0.
///
/// Piepho, *An algorithm for a letter-based representation of all-pairwise comparisons*, Journal of
/// Computational and Graphical Statistics 13 (2004): a group that holds a different pair is split
/// in two, each without one of them, and a group within another is dropped.
pub fn groups(members: usize, different: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<bool>> = vec![vec![true; members]];
    for a in 0..members {
        for b in (a + 1..members).filter(|b| different(a, *b)) {
            let (split, mut kept): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group| group[a] && group[b]);
            for group in split {
                for left_out in [b, a] {
                    let mut part = group.clone();
                    part[left_out] = false;
                    kept.push(part);
                }
            }
            let within = |a: &[bool], b: &[bool]| a.iter().zip(b).all(|(a, b)| *b || !*a);
            let of = kept.clone();
            let mut place = 0;
            kept.retain(|group| {
                let own = place;
                place += 1;
                !of.iter().enumerate().any(|(other, bigger)| {
                    other != own && within(group, bigger) && (group != bigger || other < own)
                })
            });
            groups = kept;
        }
    }
    let first = |group: &Vec<bool>| group.iter().map(|member| !member).collect::<Vec<_>>();
    groups.sort_by_key(first);
    let of = |member: usize| (0..groups.len()).filter(|group| groups[*group][member]).collect();
    (0..members).map(of).collect()
}

/// Which of several may be the best, each of them known by sums over the same parts of a run: part p
/// has `units[p]` units of luck that all of them met. Over all runs the best one is left out no more
/// often than the level allows, however many there are.
///
/// Whoever falls behind the one that came first by more than chance explains is left out, by a
/// one-sided t test of their difference over the parts with the error divided by the number of
/// rivals: the screening of Nelson, Swann, Goldsman & Song, *Simple procedures for selecting the best
/// simulated system when the number of alternatives is large*, Operations Research 49 (2001), with
/// Bonferroni's inequality, as they share their luck.
pub fn may_be_best<P: AsRef<[i64]>>(sums: &[P], units: &[u64], level: Level) -> Vec<bool> {
    let total = |of: &P| of.as_ref().iter().map(|sum| i128::from(*sum)).sum::<i128>();
    let Some(first) = (0..sums.len()).rev().max_by_key(|of| total(&sums[*of])) else {
        return Vec::new();
    };
    let all: u64 = units.iter().sum();
    let parts = units.iter().filter(|units| **units > 0).count() as u64;
    let error = 2.0 * level.tail() / (sums.len() as f64 - 1.0).max(1.0);
    let may = |own: &P| {
        let mean = (total(&sums[first]) - total(own)) as f64 / all as f64;
        if mean <= 0.0 || parts < 2 {
            return true;
        }
        // Parts weigh as many units as they have.
        let each = sums[first].as_ref().iter().zip(own.as_ref()).zip(units);
        let squares: f64 = each
            .filter(|(_, units)| **units > 0)
            .map(|((best, own), units)| {
                let units = *units as f64;
                units * ((best - own) as f64 / units - mean).powi(2)
            })
            .sum();
        let std_error = (squares / (parts - 1) as f64 / all as f64).sqrt();
        let one_sided = Level::beyond(mean / std_error, parts - 1) / 2.0;
        std_error <= 0.0 || one_sided >= error
    };
    sums.iter().map(may).collect()
}
