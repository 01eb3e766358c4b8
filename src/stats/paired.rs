//! Comparisons of two or more candidates with common random numbers.

use strum::IntoStaticStr;

use super::{Level, Moments};

/// The result of comparing one candidate to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Judgement {
    /// Significantly above the other, by more than the margin if one is given.
    Better,
    /// Significantly below the other, by more than the margin if one is given.
    Worse,
    /// The difference is within the margin.
    Equivalent,
    /// None of these is established.
    Undecided,
}

impl Judgement {
    /// Returns the name in tables.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Compares the interval of a difference with the margin: above it, below its negative, or
    /// within. At most one of the three is true, so they need no adjustment for multiplicity
    /// (Goeman, Solari & Stijnen, *Three-sided hypothesis testing: simultaneous testing of
    /// superiority, equivalence and inferiority*, Statistics in Medicine 29, 2010).
    pub fn with_margin((low, high): (f64, f64), margin: f64) -> Self {
        match margin {
            _ if low > margin => Self::Better,
            _ if high < -margin => Self::Worse,
            _ if low > -margin && high < margin => Self::Equivalent,
            _ => Self::Undecided,
        }
    }

    /// The judgement with the candidates swapped.
    pub const fn turned(self) -> Self {
        match self {
            Self::Better => Self::Worse,
            Self::Worse => Self::Better,
            same => same,
        }
    }
}

/// Holm-adjusted p-values, in the given order: the familywise error rate stays below the level
/// applied to each.
///
/// Holm, *A simple sequentially rejective multiple test procedure*, Scandinavian Journal of
/// Statistics 6 (1979): the smallest of m is multiplied by m, the next by m - 1, and so on; the
/// adjusted values do not decrease. Valid under any dependence.
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

/// The ratio of games needed with independent random numbers to games needed with common random
/// numbers for the same half-width of the difference: (var a + var b) / var (a - b), of values per
/// unit. `None` if the differences do not vary.
pub fn variance_ratio(a: &Moments, b: &Moments, differences: &Moments) -> Option<f64> {
    let variance = |of: &Moments| Some(of.std_dev()?.powi(2));
    let ratio = (variance(a)? + variance(b)?) / variance(differences)?;
    ratio.is_finite().then_some(ratio)
}

/// Compact letter display of `members` candidates, best first: two candidates share a group if they
/// are not significantly `different`. Returns the groups of each member, numbered from 0.
///
/// Piepho, *An algorithm for a letter-based representation of all-pairwise comparisons*, Journal of
/// Computational and Graphical Statistics 13 (2004): a group with a different pair is split into
/// two, each without one of the pair, and a group contained in another is dropped.
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

/// Which candidates may be the best, from batch means with common random numbers: batch p has
/// `units[p]` units. Over all runs the truly best candidate is excluded with at most the error
/// probability of the level, for any number of candidates.
///
/// A candidate is excluded if it is significantly below the observed best, by a one-sided t test of
/// the batch mean differences with the error divided by the number of rivals: the screening
/// procedure of Nelson, Swann, Goldsman & Song, *Simple procedures for selecting the best simulated
/// system when the number of alternatives is large*, Operations Research 49 (2001), with
/// Bonferroni's inequality because candidates share random numbers.
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
        // Batches are weighted by their number of units.
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
