//! A figure with its error.

use strum::IntoStaticStr;

use super::Level;

/// How an interval was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Method {
    /// Wilson's score interval for independent yes-or-no units.
    Wilson,
    /// Wilson's score interval with the number of units that would be as informative if they were
    /// independent.
    WilsonCluster,
    /// Clopper and Pearson's interval for rare events, which may take an effective number of units as
    /// [`Method::WilsonCluster`] does.
    ClopperPearson,
    /// Student's t interval for a mean, corrected for skewness.
    T,
    /// Newcombe's interval for a paired difference of bounded values that few units decide
    /// (`Differences::judge`).
    Newcombe,
    /// Any of these at every look at a run that may stop early, together at the level
    /// ([`Level::over_looks`]).
    ConfidenceSequence,
    /// No interval: all units of a mean were equal, or all but a few.
    TooFew,
    /// No interval is needed: the value was computed, not sampled.
    Exact,
}

impl Method {
    /// The name in the `method` column of the tables.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A value, how far it may be off, and by which reckoning. No field is ever an infinity or a NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value itself.
    pub value: f64,
    /// Its standard error, where the data yield one.
    pub std_error: Option<f64>,
    /// The lower limit of the interval; there is none exactly where there is no upper one.
    pub low: Option<f64>,
    /// The upper limit of the interval.
    pub high: Option<f64>,
    /// How the interval was made.
    pub method: Method,
    /// The level of the interval.
    pub level: Level,
}

impl Estimate {
    /// A value without error.
    ///
    /// # Panics
    ///
    /// If the value is an infinity or a NaN.
    pub fn exact(value: f64, level: Level) -> Self {
        Self::new(value, Some(0.0), Some((value, value)), Method::Exact, level)
    }

    /// A value of whose error nothing is known.
    pub(super) fn too_few(value: f64, level: Level) -> Self {
        Self::new(value, None, None, Method::TooFew, level)
    }

    /// The same in another unit; `by` is not negative.
    pub(crate) fn scaled(self, by: f64) -> Self {
        Self {
            value: self.value * by,
            std_error: self.std_error.map(|error| error * by),
            low: self.low.map(|low| low * by),
            high: self.high.map(|high| high * by),
            ..self
        }
    }

    /// The same with the interval cut to a range.
    pub(crate) fn within(self, least: f64, most: f64) -> Self {
        let inside = |limit: Option<f64>| limit.map(|limit| limit.clamp(least, most));
        Self { low: inside(self.low), high: inside(self.high), ..self }
    }

    /// The same of the opposite value.
    pub(crate) fn negated(self) -> Self {
        let [low, high] = [self.high, self.low].map(|limit| limit.map(|limit| -limit));
        Self { value: -self.value, low, high, ..self }
    }

    /// Every estimate is made here. An error or an interval that is no number is none.
    pub(super) fn new(
        value: f64,
        std_error: Option<f64>,
        interval: Option<(f64, f64)>,
        method: Method,
        level: Level,
    ) -> Self {
        assert!(value.is_finite(), "an estimate of {value}");
        let interval = interval.filter(|(low, high)| low.is_finite() && high.is_finite());
        let method = match method {
            Method::TooFew | Method::Exact => method,
            _ if level.looks() > 1 => Method::ConfidenceSequence,
            _ => method,
        };
        Self {
            value,
            std_error: std_error.filter(|error| error.is_finite()),
            low: interval.map(|(low, _)| low),
            high: interval.map(|(_, high)| high),
            method,
            level,
        }
    }

    /// How far the interval reaches from the value, on the side where it reaches further; none where
    /// there is no interval.
    pub fn half_width(&self) -> Option<f64> {
        self.low.zip(self.high).map(|(low, high)| (self.value - low).max(high - self.value))
    }

    /// A standard error to judge by: the larger of the standard error and of what the interval's
    /// width amounts to in standard errors of a normal distribution.
    ///
    /// The two differ where the plain standard error is too good to be true: 1 hit of 10 has a
    /// standard error of 0.09 and an interval from 0.003 to 0.45.
    pub fn spread(&self) -> Option<f64> {
        let z = self.level.z();
        let limits = self.low.zip(self.high).filter(|_| z > 0.0);
        let from_width = limits.map(|(low, high)| (high - low) / (2.0 * z));
        // Where one of the two is unknown, the other stands.
        self.std_error.into_iter().chain(from_width).reduce(f64::max)
    }
}
