//! How sure an interval is to hold.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The confidence of a two-sided interval, strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Level {
    confidence: f64,
    /// 1 - confidence, kept apart because the subtraction loses digits near 1.
    alpha: f64,
    /// At how many looks at a run under way the intervals are to hold together.
    looks: u64,
    /// Of the error of a look, one part in so many.
    parts: u64,
}

impl Level {
    /// 95 %, the level where none is asked for.
    pub const DEFAULT: Self = Self { confidence: 0.95, alpha: 0.05, looks: 1, parts: 1 };

    /// The degrees of freedom from which on [`Level::t`] is an expansion about the normal quantile.
    const LARGE: u64 = 10_000;

    /// A level of `confidence` (0.95 for 95 %); none unless `0 < confidence < 1`.
    pub fn new(confidence: f64) -> Option<Self> {
        (confidence > 0.0 && confidence < 1.0).then_some(Self {
            confidence,
            alpha: 1.0 - confidence,
            looks: 1,
            parts: 1,
        })
    }

    /// The confidence, such as 0.95.
    pub const fn confidence(self) -> f64 {
        self.confidence
    }

    /// The level at which each of `comparisons` intervals must stand, so that all of them together
    /// hold at this level (Bonferroni): the error is divided by their number.
    ///
    /// Dunn, *Multiple comparisons among means*, JASA 56 (1961).
    pub fn bonferroni(self, comparisons: u64) -> Self {
        let alpha = self.alpha / comparisons.max(1) as f64;
        Self { confidence: 1.0 - alpha, alpha, ..self }
    }

    /// The same confidence for the intervals of a run that is looked at so many times, all of them
    /// together: whichever look a run ends with, its interval holds at this level.
    ///
    /// These are repeated confidence intervals (Jennison & Turnbull, *Interim analyses: the repeated
    /// confidence interval approach*, JRSS B 51, 1989) with the error spent evenly over the looks
    /// (Bonferroni), a confidence sequence over a fixed grid. On looks that lie as far apart as those
    /// of `Looks` it is within a few percent of what the correlation of neighbours
    /// would allow, and every interval keeps the small-sample form it has for a fixed length.
    pub const fn over_looks(self, looks: u64) -> Self {
        Self { looks: if looks == 0 { 1 } else { looks }, ..self }
    }

    /// The same for what is told where a run is broken off for the `time`-th time, between the looks at
    /// it: one look's error is for all such times together, and they have 1/2, 1/6, 1/12, … of it, which
    /// add up to one however many there are.
    pub const fn interrupted(self, time: u64) -> Self {
        Self { parts: time.saturating_mul(time.saturating_add(1)), ..self }
    }

    /// At how many looks its intervals hold together.
    pub const fn looks(self) -> u64 {
        self.looks
    }

    /// How many times as small its error is at one look.
    pub const fn split(self) -> f64 {
        self.looks as f64 * self.parts as f64
    }

    /// The error of one look.
    pub(super) const fn error(self) -> f64 {
        self.alpha / self.split()
    }

    /// The error on either side: half of what is missing to certainty, at one look.
    pub(super) const fn tail(self) -> f64 {
        self.error() / 2.0
    }

    /// The two-sided quantile of the standard normal distribution: |Z| stays below it with this
    /// confidence (1.96 at 95 %).
    pub fn z(self) -> f64 {
        // The lower tail, as 1 - alpha / 2 would lose the digits of a small alpha.
        Normal::standard().inverse_cdf(self.tail()).abs()
    }

    /// The two-sided quantile of Student's t distribution with `df` degrees of freedom; none for
    /// `df` = 0, or where it is too large to be a number.
    ///
    /// From 10,000 degrees of freedom on it is the expansion about the normal quantile z
    /// (Abramowitz & Stegun, *Handbook of Mathematical Functions*, 26.7.5), exact there to twelve
    /// digits at the usual levels:
    ///
    /// ```text
    /// t = z + (z³ + z) / 4df + (5z⁵ + 16z³ + 3z) / 96df² + (3z⁷ + 19z⁵ + 17z³ - 15z) / 384df³
    /// ```
    pub fn t(self, df: u64) -> Option<f64> {
        let t = if df >= Self::LARGE {
            let (z, df) = (self.z(), df as f64);
            let z2 = z * z;
            let first = z * (z2 + 1.0) / 4.0;
            let second = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
            let third = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
            z + (first + (second + third / df) / df) / df
        } else {
            StudentsT::new(0.0, 1.0, df as f64).ok()?.inverse_cdf(self.tail()).abs()
        };
        t.is_finite().then_some(t)
    }

    /// How likely Student's t with `df` degrees of freedom, at least one, is to lie at least as far
    /// from 0 as `t`: what [`Level::t`] is the inverse of.
    ///
    /// From 10,000 degrees of freedom on `t` is turned into a normal value first (Wallace, *Bounds on
    /// normal approximations to Student's and the chi-square distributions*, Annals of Mathematical
    /// Statistics 30, 1959):
    ///
    /// ```text
    /// z = (8 df + 1) / (8 df + 3) · sqrt(df · ln(1 + t² / df))
    /// ```
    pub fn beyond(t: f64, df: u64) -> f64 {
        let freedom = df as f64;
        if df >= Self::LARGE {
            let scale = (8.0 * freedom + 1.0) / (8.0 * freedom + 3.0);
            let z = scale * (freedom * (t * t / freedom).ln_1p()).sqrt();
            return 2.0 * Normal::standard().cdf(-z);
        }
        let below = StudentsT::new(0.0, 1.0, freedom).map(|student| student.cdf(-t.abs()));
        below.map_or(1.0, |below| (2.0 * below).min(1.0))
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::DEFAULT
    }
}
