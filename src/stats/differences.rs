//! Paired comparison with common random numbers: mean difference, interval and p-value.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::proportion::score_limits;
use super::strata::{hall, hall_inverse, skewness};
use super::{Estimate, Level, Method, Moments};

/// The fewest non-zero differences from which the standard error of a mean is estimated. Fewer
/// cannot be significant at 5 %: the two-sided sign test of five has p = 1/16.
const LEAST: u64 = 6;

/// Bounds on 1/κ², below which a mean gets no t interval: the first for bounded differences, which
/// have another interval, the second for unbounded ones.
const BOUNDED: f64 = 6.0;
const UNBOUNDED: f64 = 3.0;

/// Paired differences of two candidates, one integer per independent unit, as sums that merge in
/// any order.
///
/// Absolute values are at most 2^32, as in [`Moments`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differences {
    moments: Moments,
    /// The number of non-zero differences, and the smallest absolute value among them; 0 if none.
    deciding: u64,
    least: u64,
    /// Σ|x|, and Σx⁴ saturating at 2^128 - 1.
    absolute: u128,
    fourths: u128,
    /// The minimum and the maximum; `None` without values.
    range: Option<(i64, i64)>,
}

/// A mean difference with an interval and the corresponding p-value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The mean and its interval.
    pub estimate: Estimate,
    /// The p-value of the null hypothesis that the mean is 0, adjusted for the number of looks. It
    /// is below the error of the level exactly if the interval excludes 0. `None` without an
    /// interval.
    pub p_value: Option<f64>,
}

/// The interval of a mean of bounded values, from the proportions above and below a reference
/// value.
struct Parts {
    n: f64,
    reference: f64,
    /// The mean excess above and below the reference, each with its unit.
    above: (f64, f64),
    below: (f64, f64),
    most: f64,
}

impl Parts {
    /// The limits at the quantile `t`; the interval widens with `t`.
    fn at(&self, t: f64) -> (f64, f64) {
        // Wilson's limits for the proportion of units, with continuity correction.
        let limits = |(mean, unit): (f64, f64)| {
            let share = if unit > 0.0 { mean / unit } else { 0.0 };
            let half = 0.5 / self.n;
            let (low, _) = score_limits((share - half).max(0.0), self.n, t);
            let (_, high) = score_limits((share + half).min(1.0), self.n, t);
            (low.min(share) * unit, high.max(share) * unit)
        };
        let (above, below) = (limits(self.above), limits(self.below));
        let ((up, _), (down, _)) = (self.above, self.below);
        let mean = self.reference + up - down;
        let low = mean - (up - above.0).hypot(below.1 - down);
        let high = mean + (above.1 - up).hypot(down - below.0);
        (low.clamp(-self.most, mean), high.clamp(mean, self.most))
    }

    /// The `t` at which a limit is 0; 0 if the interval never excludes 0.
    fn excludes_zero_below(&self) -> f64 {
        let excludes = |t| {
            let (low, high) = self.at(t);
            low > 0.0 || high < 0.0
        };
        // At this limit the probability is 0 in double precision for any number of units.
        let (mut low, mut high) = (0.0, 1e9_f64);
        if excludes(high) {
            return high;
        }
        while high - low > 1e-9 * high && high > 1e-9 {
            let middle = f64::midpoint(low, high);
            if excludes(middle) { low = middle } else { high = middle }
        }
        low
    }
}

impl Differences {
    /// Adds one difference.
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    /// Adds a difference `times` times.
    pub fn add_times(&mut self, value: i64, times: u64) {
        if times == 0 {
            return;
        }
        let (size, of) = (u128::from(value.unsigned_abs()), u128::from(times));
        let mut moments = Moments::default();
        moments.add_times(value, times);
        *self += Self {
            moments,
            deciding: if size > 0 { times } else { 0 },
            least: value.unsigned_abs(),
            absolute: size * of,
            fourths: size.saturating_pow(4).saturating_mul(of),
            range: Some((value, value)),
        };
    }

    /// Returns the sums of powers.
    pub const fn moments(&self) -> &Moments {
        &self.moments
    }

    /// Returns whether all differences are 0.
    pub const fn all_zero(&self) -> bool {
        self.deciding == 0
    }

    /// The mean difference with its interval and p-value. `most` is the largest difference that the
    /// rules allow, if it is bounded. `None` without values.
    ///
    /// The p-value is the larger of the following two. If it is not below the error of the level,
    /// the interval is widened to contain 0, so that the two never disagree.
    ///
    /// * The p-value of a sign-flip test, conditional on the absolute differences: under the null
    ///   hypothesis each sign is an independent fair coin, so only the m non-zero differences count
    ///   (Pitman, *Significance tests which may be applied to samples from any populations*,
    ///   Supplement to the JRSS 4, 1937). The test is approximated by a normal distribution with
    ///   the variance Σx² of the flipped sum. The continuity correction moves the sum towards 0 by
    ///   half a step between sums (Edwards, *Note on the "correction for continuity"*,
    ///   Psychometrika 13, 1948). The p-value is at least 2^(1 - m), the sign test's probability of
    ///   m equal signs.
    /// * The p-value at which the interval below would end at 0.
    ///
    /// The interval is Hall's (see [`Strata::mean`](super::Strata::mean)) with the skewness
    /// corrected for m. Its degrees of freedom are n / (β - 1) - 1, at most m - 1, where β is the
    /// kurtosis of the n differences: a heavy-tailed variance is estimated less precisely
    /// (Satterthwaite's argument, Biometrics Bulletin 2, 1946, gives 2n / (β - 1); it is halved
    /// because the sample kurtosis of few units is biased downwards).
    ///
    /// If fewer than six differences are non-zero, or an effective number of less than six units
    /// decides the mean (1/κ² < 6), bounded differences get Wilson's intervals, with continuity
    /// correction, of the parts above and below a reference value, combined (Newcombe, *Improved
    /// confidence intervals for the difference between binomial proportions based on paired data*,
    /// Statistics in Medicine 17, 1998, 2635-2650; Zou & Donner, *Construction of confidence limits
    /// about effect measures*, Statistics in Medicine 27, 2008). The reference is 0, or the minimum
    /// or maximum if more than half of the differences are non-zero. Unbounded differences have no
    /// interval with fewer than six non-zero differences or 1/κ² < 3 ([`Method::TooFew`]).
    pub fn judge(&self, most: Option<u64>, level: Level) -> Option<Difference> {
        let n = self.moments.n();
        let (low, high) = self.range?;
        let mean = self.moments.sum() as f64 / n as f64;
        let error = self.moments.std_dev().map(|one| one / (n as f64).sqrt());
        let error = error.filter(|error| *error > 0.0);
        let least = if most.is_some() { BOUNDED } else { UNBOUNDED };
        let m = self.deciding as f64;
        let skewed = || {
            let skewness = skewness(&self.moments.ratio(1))?;
            let skewness = skewness * (m * (m - 1.0)).sqrt() / (m - 2.0);
            let enough = self.deciding >= LEAST && skewness * skewness * least <= 1.0;
            Some((error?, skewness)).filter(|_| enough)
        };
        let (p, limits, method) = match (skewed(), most) {
            (Some((error, skewness)), _) => {
                let limit = |t| mean - error * hall(t, skewness);
                let excludes = hall_inverse(mean / error, skewness) * mean.signum();
                let p = self.p_value(excludes.max(0.0), self.freedom());
                let limits = level.t(self.freedom()).map(|t| (limit(t), limit(-t)));
                (p, limits, Method::T)
            }
            (None, Some(most)) if n > 1 => {
                let parts = self.parts((low as f64, high as f64), most as f64);
                let p = self.p_value(parts.excludes_zero_below(), n - 1);
                (p, level.t(n - 1).map(|t| parts.at(t)), Method::Newcombe)
            }
            _ => {
                return Some(Difference {
                    estimate: Estimate::too_few(mean, level),
                    p_value: None,
                });
            }
        };
        let zero = |(low, high): (f64, f64)| (low.min(0.0), high.max(0.0));
        let limits = if p < level.error() { limits } else { limits.map(zero) };
        Some(Difference {
            estimate: Estimate::new(mean, error, limits, method, level),
            p_value: Some((p * level.split()).min(1.0)),
        })
    }

    /// The degrees of freedom of the standard error; requires at least two non-zero differences.
    fn freedom(&self) -> u64 {
        let sums = self.moments.ratio(1);
        let n = sums.units as f64;
        let mean = sums.y as f64 / n;
        let (second, third) = (sums.yy as f64 / n, sums.yyy as f64 / n);
        let variance = second - mean * mean;
        let fourth = self.fourths as f64 / n - 4.0 * mean * third + 6.0 * mean * mean * second
            - 3.0 * mean.powi(4);
        let excess = (fourth / (variance * variance) - 1.0).max(0.0);
        let freedom = n / excess - 1.0;
        // Infinite if all differences are equally far from the mean; the cast saturates.
        (freedom as u64).clamp(1, self.deciding - 1)
    }

    /// The proportions above and below the reference value.
    fn parts(&self, (low, high): (f64, f64), most: f64) -> Parts {
        let n = self.moments.n() as f64;
        let mean = self.moments.sum() as f64 / n;
        if 2 * self.deciding <= self.moments.n() {
            let absolute = self.absolute as f64;
            // In a sample this small, larger differences may be unobserved.
            let known = self.deciding > 0 && self.moments.n() >= 2 * LEAST;
            let unit = if known { self.squares() / absolute } else { most };
            let [above, below] = [mean, -mean].map(|mean| ((absolute / n + mean) / 2.0, unit));
            return Parts { n, reference: 0.0, above, below, most };
        }
        let reference = if high - mean < mean - low { high } else { low };
        // A small or constant sample does not show the range.
        let known = self.deciding >= LEAST && high > low;
        let unit = if known { high - low } else { 2.0 * most };
        let above = ((mean - reference).max(0.0), unit.min(most - reference));
        let below = ((reference - mean).max(0.0), unit.min(most + reference));
        Parts { n, reference, above, below, most }
    }

    fn squares(&self) -> f64 {
        self.moments.ratio(1).yy as f64
    }

    /// The p-value at one look, of an interval with these degrees of freedom that excludes 0 below
    /// `t`.
    fn p_value(&self, t: f64, freedom: u64) -> f64 {
        Level::beyond(t, freedom).max(self.sign_flip())
    }

    /// The p-value of the sign-flip test.
    fn sign_flip(&self) -> f64 {
        let m = self.deciding;
        if m < 2 {
            return 1.0;
        }
        let sign_test = 0.5_f64.powf(m as f64 - 1.0);
        let lead = (self.moments.sum() as f64).abs() - self.least as f64;
        // With infinite degrees of freedom, Student's t is the normal distribution.
        let p = Level::beyond(lead.max(0.0) / self.squares().sqrt(), u64::MAX);
        p.max(sign_test)
    }
}

impl AddAssign for Differences {
    fn add_assign(&mut self, other: Self) {
        let Self { moments, deciding, least, absolute, fourths, range } = other;
        self.moments += moments;
        self.deciding += deciding;
        self.absolute += absolute;
        self.fourths = self.fourths.saturating_add(fourths);
        if least > 0 && (self.least == 0 || least < self.least) {
            self.least = least;
        }
        let both = self.range.zip(range);
        let both = both.map(|((a, b), (low, high))| (a.min(low), b.max(high)));
        self.range = both.or(self.range).or(range);
    }
}

impl FromIterator<i64> for Differences {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        let mut all = Self::default();
        values.into_iter().for_each(|value| all.add(value));
        all
    }
}
