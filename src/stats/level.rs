//! Confidence levels, their quantiles, and their division over comparisons and looks.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The confidence of a two-sided interval, strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Level {
    confidence: f64,
    /// 1 - confidence, stored separately because the subtraction loses digits near 1.
    alpha: f64,
    /// The number of looks at which the intervals are simultaneously valid.
    looks: u64,
    /// The divisor of one look's error for an interim report.
    parts: u64,
}

impl Level {
    /// 95 %, the default level.
    pub const DEFAULT: Self = Self { confidence: 0.95, alpha: 0.05, looks: 1, parts: 1 };

    /// From this many degrees of freedom on, [`Level::t`] is an expansion around the normal
    /// quantile.
    const LARGE: u64 = 10_000;

    /// A level of `confidence` (0.95 for 95 %); `None` unless `0 < confidence < 1`.
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

    /// The level of each of `comparisons` intervals for which all of them hold simultaneously at
    /// this level (Bonferroni): the error is divided by their number.
    ///
    /// Dunn, *Multiple comparisons among means*, JASA 56 (1961).
    pub fn bonferroni(self, comparisons: u64) -> Self {
        let alpha = self.alpha / comparisons.max(1) as f64;
        Self { confidence: 1.0 - alpha, alpha, ..self }
    }

    /// The same confidence for a run with `looks` looks: the interval at any look at which the run
    /// stops is valid at this level.
    ///
    /// These are repeated confidence intervals (Jennison & Turnbull, *Interim analyses: the
    /// repeated confidence interval approach*, JRSS B 51, 1989) with the error divided evenly over
    /// the looks (Bonferroni): a confidence sequence over a fixed grid. With the spacing of `Looks`
    /// the half-width is within a few percent of what the correlation of neighbouring looks would
    /// allow, and every interval keeps its small-sample form for a fixed sample size.
    pub const fn over_looks(self, looks: u64) -> Self {
        Self { looks: if looks == 0 { 1 } else { looks }, ..self }
    }

    /// The level of the `time`-th interim report, between looks, of a run that is interrupted. The
    /// error of one look covers all interim reports: they get 1/2, 1/6, 1/12, … of it, which add up
    /// to at most 1 for any number of reports.
    pub const fn interrupted(self, time: u64) -> Self {
        Self { parts: time.saturating_mul(time.saturating_add(1)), ..self }
    }

    /// The number of looks at which the intervals are simultaneously valid.
    pub const fn looks(self) -> u64 {
        self.looks
    }

    /// The divisor of the error at one look.
    pub const fn split(self) -> f64 {
        self.looks as f64 * self.parts as f64
    }

    /// The error probability at one look.
    pub(super) const fn error(self) -> f64 {
        self.alpha / self.split()
    }

    /// The error probability of one tail at one look.
    pub(super) const fn tail(self) -> f64 {
        self.error() / 2.0
    }

    /// The two-sided quantile z of the standard normal distribution: |Z| < z with this confidence
    /// (1.96 at 95 %).
    pub fn z(self) -> f64 {
        // Uses the lower tail, because 1 - alpha / 2 loses the digits of a small alpha.
        Normal::standard().inverse_cdf(self.tail()).abs()
    }

    /// The two-sided quantile of Student's t distribution with `df` degrees of freedom; `None` for
    /// `df` = 0 or if it is not finite.
    ///
    /// From 10,000 degrees of freedom on it is the expansion around the normal quantile z
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

    /// The two-sided tail probability P(|T| ≥ |t|) of Student's t with `df` ≥ 1 degrees of freedom:
    /// the inverse of [`Level::t`].
    ///
    /// From 10,000 degrees of freedom on, `t` is first transformed to a normal value (Wallace,
    /// *Bounds on normal approximations to Student's and the chi-square distributions*, Annals of
    /// Mathematical Statistics 30, 1959):
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
