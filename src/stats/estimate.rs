//! A value with its standard error and interval.

use strum::IntoStaticStr;

use super::Level;

/// The method of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Method {
    /// Wilson's score interval for independent binary units.
    Wilson,
    /// Wilson's score interval with the effective sample size of clustered units.
    WilsonCluster,
    /// Clopper and Pearson's interval for rare events, with an effective sample size for clustered
    /// units.
    ClopperPearson,
    /// Student's t interval for a mean, corrected for skewness.
    T,
    /// Newcombe's interval for a paired difference of bounded values decided by few units
    /// (`Differences::judge`).
    Newcombe,
    /// Any of these at every look at a run with a stop condition, valid at all looks simultaneously
    /// ([`Level::over_looks`]).
    ConfidenceSequence,
    /// No interval: all units of a mean are equal, or all but a few.
    TooFew,
    /// No sampling error: the value is computed exactly.
    Exact,
}

impl Method {
    /// Returns the value of the `method` column of tables.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A value with its standard error, interval and method. No field is ever an infinity or a NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// The standard error, if the data yield one.
    pub std_error: Option<f64>,
    /// The lower limit of the interval; `None` exactly if there is no upper limit.
    pub low: Option<f64>,
    /// The upper limit of the interval.
    pub high: Option<f64>,
    /// The method of the interval.
    pub method: Method,
    /// The level of the interval.
    pub level: Level,
}

impl Estimate {
    /// An exact value, with standard error 0.
    ///
    /// # Panics
    ///
    /// If the value is an infinity or a NaN.
    pub fn exact(value: f64, level: Level) -> Self {
        Self::new(value, Some(0.0), Some((value, value)), Method::Exact, level)
    }

    /// A value without standard error and interval.
    pub(super) fn too_few(value: f64, level: Level) -> Self {
        Self::new(value, None, None, Method::TooFew, level)
    }

    /// The estimate in another unit; `by` is not negative.
    pub(crate) fn scaled(self, by: f64) -> Self {
        Self {
            value: self.value * by,
            std_error: self.std_error.map(|error| error * by),
            low: self.low.map(|low| low * by),
            high: self.high.map(|high| high * by),
            ..self
        }
    }

    /// The estimate with its interval clamped to a range.
    pub(crate) fn within(self, least: f64, most: f64) -> Self {
        let inside = |limit: Option<f64>| limit.map(|limit| limit.clamp(least, most));
        Self { low: inside(self.low), high: inside(self.high), ..self }
    }

    /// The estimate of the negated value.
    pub(crate) fn negated(self) -> Self {
        let [low, high] = [self.high, self.low].map(|limit| limit.map(|limit| -limit));
        Self { value: -self.value, low, high, ..self }
    }

    /// The only constructor. An error or an interval that is not finite becomes `None`.
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

    /// The half-width of the interval, on its wider side; `None` without an interval.
    pub fn half_width(&self) -> Option<f64> {
        self.low.zip(self.high).map(|(low, high)| (self.value - low).max(high - self.value))
    }

    /// The larger of the standard error and that of a normal interval of the same width.
    ///
    /// The two differ if the plain standard error is too small: 1 hit of 10 has a standard error of
    /// 0.09 and an interval from 0.003 to 0.45.
    pub fn spread(&self) -> Option<f64> {
        let z = self.level.z();
        let limits = self.low.zip(self.high).filter(|_| z > 0.0);
        let from_width = limits.map(|(low, high)| (high - low) / (2.0 * z));
        // If one of the two is unknown, the other counts.
        self.std_error.into_iter().chain(from_width).reduce(f64::max)
    }
}
