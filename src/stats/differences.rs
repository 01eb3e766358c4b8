//! How two compare that met the same random numbers: the mean difference, its interval and p value.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::proportion::score_limits;
use super::strata::{hall, hall_inverse, skewness};
use super::{Estimate, Level, Method, Moments};

/// The fewest units that differ from which the error of a mean is estimated. Fewer cannot be
/// significant at 5 %: five coins fall alike with probability 1/16.
const LEAST: u64 = 6;

/// A mean whose 1/κ² is below this is not given a t interval: the first where the differences are
/// bounded, so that another is at hand, the second where they are not.
const BOUNDED: f64 = 6.0;
const UNBOUNDED: f64 = 3.0;

/// Differences of two, one whole number for each independent unit, as sums that add in any order.
///
/// Values stay within 2^32 either way, as those of [`Moments`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differences {
    moments: Moments,
    /// The number of differences other than 0, and the smallest of these without its sign; 0 if none.
    deciding: u64,
    least: u64,
    /// Σ|x|, and Σx⁴ up to 2^128 - 1.
    absolute: u128,
    fourths: u128,
    /// The lowest and the highest; none without values.
    range: Option<(i64, i64)>,
}

/// A mean difference with an interval, and the p value that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The mean, and its interval.
    pub estimate: Estimate,
    /// The p value of the hypothesis that the mean is 0, at all looks together; it is below the error
    /// of the level exactly where there is an interval and it excludes 0. None where there is no
    /// interval.
    pub p_value: Option<f64>,
}

/// The interval of a mean of bounded values from the shares above and below a reference value.
struct Parts {
    n: f64,
    reference: f64,
    /// The mean excess above the reference and below it, each with the unit it is counted in.
    above: (f64, f64),
    below: (f64, f64),
    most: f64,
}

impl Parts {
    /// The limits at `t`; they lie further out for a larger `t`.
    fn at(&self, t: f64) -> (f64, f64) {
        // Wilson's limits of the share of units, with the continuity correction.
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

    /// The `t` at which one of them is 0; 0 if they never exclude it.
    fn excludes_zero_below(&self) -> f64 {
        let excludes = |t| {
            let (low, high) = self.at(t);
            low > 0.0 || high < 0.0
        };
        // A probability of 0 to all digits, whatever the number of units.
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
    /// Counts one difference.
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    /// Counts a difference `times` times.
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

    /// Their sums of powers.
    pub const fn moments(&self) -> &Moments {
        &self.moments
    }

    /// Whether all of them are 0.
    pub const fn all_zero(&self) -> bool {
        self.deciding == 0
    }

    /// The mean difference with its interval and p value; `most` is the largest difference that the
    /// rules allow, where there is one. None without values.
    ///
    /// The p value is the larger of two, and the interval is widened to contain 0 where the p value is
    /// not below the error of the level, so that the two never disagree:
    ///
    /// * that of a sign-flip test given the sizes of the differences: two equal candidates swap the
    ///   sign of each with a toss of a coin, so only the m units that differ count. Pitman
    ///   (*Significance tests which may be applied to samples from any populations*, Supplement to
    ///   the JRSS 4, 1937), approximated by a normal distribution with the variance Σx² that the
    ///   flips give their sum, the sum nearer to 0 by half a step between sums for continuity
    ///   (Edwards, *Note on the "correction for continuity"*, Psychometrika 13, 1948). It is never
    ///   below 2^(1 - m), with which m coins fall alike.
    /// * that at which the interval for a mean difference other than 0 would end at 0.
    ///
    /// That interval is Hall's (see [`Strata::mean`](super::Strata::mean)) with the skewness corrected
    /// for m and n / (β - 1) - 1 degrees of freedom, at most m - 1, where β is the kurtosis of the n
    /// differences: the variance of heavy-tailed ones is known less well (Satterthwaite's reasoning,
    /// Biometrics Bulletin 2, 1946, gives 2n / (β - 1); half of it because the kurtosis of few units
    /// comes out too small). Where fewer than six units differ or one to six
    /// units decide the mean (1/κ² < 6) and the differences are bounded, it is composed of Wilson's
    /// intervals, with continuity correction, of the parts above and below a reference value
    /// (Newcombe, *Improved confidence intervals for the difference between binomial proportions
    /// based on paired data*, Statistics in Medicine 17, 1998, 2635-2650; Zou & Donner,
    /// *Construction of confidence limits about effect measures*, Statistics in Medicine 27, 2008):
    /// the reference is 0, or the lowest or highest difference where more than half of the units
    /// differ. Unbounded differences have no interval there, nor where 1/κ² < 3
    /// ([`Method::TooFew`]).
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

    /// The degrees of freedom of the standard error, where at least two units differ.
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
        // Infinite where all lie as far from the mean; a cast of it is the largest number.
        (freedom as u64).clamp(1, self.deciding - 1)
    }

    /// The parts above and below the reference value.
    fn parts(&self, (low, high): (f64, f64), most: f64) -> Parts {
        let n = self.moments.n() as f64;
        let mean = self.moments.sum() as f64 / n;
        if 2 * self.deciding <= self.moments.n() {
            let absolute = self.absolute as f64;
            // In so few units, larger differences may not have been seen yet.
            let known = self.deciding > 0 && self.moments.n() >= 2 * LEAST;
            let unit = if known { self.squares() / absolute } else { most };
            let [above, below] = [mean, -mean].map(|mean| ((absolute / n + mean) / 2.0, unit));
            return Parts { n, reference: 0.0, above, below, most };
        }
        let reference = if high - mean < mean - low { high } else { low };
        // Of few, or where all are equal, it is not known how far others would lie.
        let known = self.deciding >= LEAST && high > low;
        let unit = if known { high - low } else { 2.0 * most };
        let above = ((mean - reference).max(0.0), unit.min(most - reference));
        let below = ((reference - mean).max(0.0), unit.min(most + reference));
        Parts { n, reference, above, below, most }
    }

    fn squares(&self) -> f64 {
        self.moments.ratio(1).yy as f64
    }

    /// The p value at one look, where the interval with this freedom excludes 0 below `t`.
    fn p_value(&self, t: f64, freedom: u64) -> f64 {
        Level::beyond(t, freedom).max(self.coins())
    }

    /// The p value of the sign-flip test.
    fn coins(&self) -> f64 {
        let m = self.deciding;
        if m < 2 {
            return 1.0;
        }
        let alike = 0.5_f64.powf(m as f64 - 1.0);
        let lead = (self.moments.sum() as f64).abs() - self.least as f64;
        // Student's t with so many degrees of freedom is the normal distribution.
        let p = Level::beyond(lead.max(0.0) / self.squares().sqrt(), u64::MAX);
        p.max(alike)
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
