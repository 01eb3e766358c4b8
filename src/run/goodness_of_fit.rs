//! Tests of `verify`: trials against exact probabilities, and counts against exact weights.

use super::Figure;
use crate::sim::tally::Tally;

/// The minimum variance of hits for a z-score; below, the normal approximation is too inaccurate.
pub(crate) const LEAST_VARIANCE: f64 = 10.0;

/// The minimum expected count of a cell; cells with fewer are pooled.
const LEAST_EXPECTED: f64 = 10.0;

/// Bernoulli trials, each with its own exact probability: a number of equally likely ways out of a
/// fixed number.
///
/// The probability of each trial is known before the trial. Hits minus expected hits is therefore a
/// martingale, for any dependence between trials, and the variances of its steps add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trials {
    pub(crate) n: u64,
    hits: u64,
    among: u32,
    /// The sum of the favourable ways.
    ways: u128,
    /// The sum of favourable ways times unfavourable ways.
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
    /// Returns no trials, with `among` ways in total.
    pub(crate) fn new(among: u32) -> Self {
        Self { n: 0, hits: 0, among, ways: 0, spread: 0 }
    }

    /// Adds a trial with this number of favourable ways, and whether it hit.
    pub(crate) fn add(&mut self, hit: bool, ways: u32) {
        debug_assert!(ways <= self.among);
        self.n += 1;
        self.hits += u64::from(hit);
        self.ways += u128::from(ways);
        self.spread += u128::from(ways) * u128::from(self.among - ways);
    }

    /// Returns the share of hits and the mean probability; `None` if the variance is too small.
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

/// Returns Pearson's statistic of counts against expected counts, with rare cells pooled: the
/// statistic, its degrees of freedom and its z-score. `None` if only one cell is left.
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
    // Wilson and Hilferty (1931): the cube root is approximately normal.
    let spread = 2.0 / (9.0 * freedom);
    let z = ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
    Some((statistic, freedom, z))
}
