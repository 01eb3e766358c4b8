//! What `verify` compares: trials with exact chances, and counts with exact weights.

use super::Figure;
use crate::sim::tally::Tally;

/// Hits that vary less than this are too far from normal for a z score.
pub(crate) const LEAST_VARIANCE: f64 = 10.0;

/// A cell that fewer are expected in is put together with others like it.
const LEAST_EXPECTED: f64 = 10.0;

/// Yes-or-no trials, each with an exact chance of its own, in ways of a fixed number of equally
/// likely ones.
///
/// The chance of each trial is known before it is made, so hits less what was to be expected is a sum
/// of steps without drift, however the trials depend on each other, and the variances of the steps
/// add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trials {
    pub(crate) n: u64,
    hits: u64,
    among: u32,
    /// The sum of the ways.
    ways: u128,
    /// The sum of ways times ways that are left.
    spread: u128,
}

impl Tally for Trials {
    fn merge(&mut self, other: Self) {
        debug_assert_eq!(self.among, other.among);
        self.n += other.n;
        self.hits += other.hits;
        self.ways += other.ways;
        self.spread += other.spread;
    }
}

impl Trials {
    /// None yet, with chances in ways of `among`.
    pub(crate) fn new(among: u32) -> Self {
        Self { n: 0, hits: 0, among, ways: 0, spread: 0 }
    }

    /// A trial that hits in so many ways, and whether it did.
    pub(crate) fn add(&mut self, hit: bool, ways: u32) {
        debug_assert!(ways <= self.among);
        self.n += 1;
        self.hits += u64::from(hit);
        self.ways += u128::from(ways);
        self.spread += u128::from(ways) * u128::from(self.among - ways);
    }

    /// The share of hits against the chance on average; nothing where there are too few to tell.
    pub(crate) fn figure(&self, game: &'static str, rules: &str, what: String) -> Option<Figure> {
        let among = f64::from(self.among);
        let variance = self.spread as f64 / among.powi(2);
        if variance < LEAST_VARIANCE {
            return None;
        }
        let n = self.n as f64;
        let shares = (self.hits as f64 / n, self.ways as f64 / among / n, variance.sqrt() / n);
        Some(Figure::new(game, rules, what, self.n, shares))
    }
}

/// Pearson's statistic of counts against the counts to be expected, rare cells together: the
/// statistic, its degrees of freedom, and how far off it is as a z score. Nothing where only one cell
/// is left.
pub(crate) fn chi_squared(cells: impl IntoIterator<Item = (u64, f64)>) -> Option<(f64, f64, f64)> {
    let (mut statistic, mut number, mut rare) = (0.0, 0.0, (0.0, 0.0));
    let mut add = |count: f64, expected: f64| {
        statistic += (count - expected).powi(2) / expected;
        number += 1.0;
    };
    for (count, expected) in cells {
        match expected < LEAST_EXPECTED {
            true => rare = (rare.0 + count as f64, rare.1 + expected),
            false => add(count as f64, expected),
        }
    }
    if rare.1 > 0.0 {
        add(rare.0, rare.1);
    }
    let freedom: f64 = number - 1.0;
    if freedom < 1.0 {
        return None;
    }
    // Wilson and Hilferty (1931): the cube root is close to normal.
    let spread = 2.0 / (9.0 * freedom);
    let z = ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
    Some((statistic, freedom, z))
}
