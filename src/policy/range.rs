//! Interval analysis: the range of values of an expression.

use super::expr::{Arithmetic, Comparison, negate, settle};
use crate::game::Kind;

/// The numbers from `low` to `high`; for truth values 0 is false and 1 is true. Never empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Whether all values are whole numbers.
    pub(crate) whole: bool,
}

impl Interval {
    /// All numbers.
    pub(crate) const ALL: Self = Self { low: f64::MIN, high: f64::MAX, whole: false };
    /// False and true.
    pub(crate) const TRUTH: Self = Self { low: 0.0, high: 1.0, whole: true };

    pub(crate) const fn new(low: f64, high: f64) -> Self {
        if low <= high {
            Self { low, high, whole: false }
        } else {
            Self { low: high, high: low, whole: false }
        }
    }

    pub(crate) fn point(value: f64) -> Self {
        Self { low: value, high: value, whole: value.trunc() == value }
    }

    pub(crate) fn truth(value: bool) -> Self {
        Self::point(f64::from(u8::from(value)))
    }

    pub(crate) fn of(kind: Kind) -> Self {
        match kind {
            Kind::Integer { min, max } => Self { whole: true, ..Self::new(min as f64, max as f64) },
            Kind::Real { min, max } => Self::new(min, max),
            Kind::Truth => Self::TRUTH,
        }
    }

    /// Returns the value of an interval with a single value.
    pub(crate) fn constant(self) -> Option<f64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns whether the intervals are disjoint.
    pub(crate) fn misses(self, other: Self) -> bool {
        self.high < other.low || other.high < self.low
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            whole: self.whole && other.whole,
        }
    }

    pub(crate) fn negate(self) -> Self {
        Self { low: negate(self.high), high: negate(self.low), ..self }
    }

    /// Negates a truth value.
    pub(crate) fn not(self) -> Self {
        Self { low: 1.0 - self.high, high: 1.0 - self.low, whole: true }
    }

    pub(crate) fn abs(self) -> Self {
        let (low, high) = (self.low.abs(), self.high.abs());
        let least = if self.low <= 0.0 && self.high >= 0.0 { 0.0 } else { low.min(high) };
        Self { low: least, high: low.max(high), ..self }
    }

    pub(crate) fn floor(self) -> Self {
        Self { low: settle(self.low.floor()), high: settle(self.high.floor()), whole: true }
    }

    pub(crate) fn min(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.min(other.high),
            whole: self.whole && other.whole,
        }
    }

    pub(crate) fn max(self, other: Self) -> Self {
        Self {
            low: self.low.max(other.low),
            high: self.high.max(other.high),
            whole: self.whole && other.whole,
        }
    }

    /// The truth values of `self && other`.
    pub(crate) fn and(self, other: Self) -> Self {
        self.min(other)
    }

    /// The truth values of `self || other`.
    pub(crate) fn or(self, other: Self) -> Self {
        self.max(other)
    }

    pub(crate) fn arithmetic(sign: Arithmetic, left: Self, right: Self) -> Self {
        let whole = left.whole && right.whole;
        match sign {
            // Each operation is monotone in each operand, and so is rounding: the extremes are at
            // corners.
            Arithmetic::Add => Self::corners(left, right, whole, |a, b| a + b),
            Arithmetic::Subtract => Self::corners(left, right, whole, |a, b| a - b),
            Arithmetic::Multiply => Self::corners(left, right, whole, |a, b| a * b),
            Arithmetic::Divide => Self::quotient(left, right, false, |a, b| a / b),
            Arithmetic::Quotient => Self::quotient(left, right, true, |a, b| (a / b).trunc()),
            Arithmetic::Remainder => {
                let largest = right.low.abs().max(right.high.abs());
                let below = if whole { (largest - 1.0).max(0.0) } else { largest };
                Self { low: left.low.clamp(-below, 0.0), high: left.high.clamp(0.0, below), whole }
                    .settled()
            }
        }
    }

    fn settled(self) -> Self {
        Self { low: settle(self.low), high: settle(self.high), ..self }
    }

    /// Returns the interval of the values at the corners. If one of them is not finite, the
    /// result is all numbers, because evaluation replaces such values by 0.
    fn corners(left: Self, right: Self, whole: bool, value: impl Fn(f64, f64) -> f64) -> Self {
        let ends = |side: Self| [side.low, side.high];
        let values = ends(left).map(|a| ends(right).map(|b| value(a, b)));
        let values = values.as_flattened();
        if !values.iter().all(|value| value.is_finite()) {
            return Self { whole, ..Self::ALL };
        }
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Self { low, high, whole }.settled()
    }

    /// Returns the interval of a division, which is monotone as long as the divisor keeps its sign.
    fn quotient(left: Self, right: Self, whole: bool, value: impl Fn(f64, f64) -> f64) -> Self {
        let by_zero = right.low <= 0.0 && right.high >= 0.0;
        if !by_zero {
            return Self::corners(left, right, whole, value);
        }
        if !right.whole {
            return Self { whole, ..Self::ALL };
        }
        let below = (right.low <= -1.0)
            .then(|| Self::corners(left, Self::new(right.low, -1.0), whole, &value));
        let above = (right.high >= 1.0)
            .then(|| Self::corners(left, Self::new(1.0, right.high), whole, &value));
        below.into_iter().chain(above).fold(Self::point(0.0), Self::union)
    }

    /// Returns the truth values that the comparison can have.
    pub(crate) fn compare(sign: Comparison, left: Self, right: Self) -> Self {
        match sign {
            Comparison::Less if left.high < right.low => Self::truth(true),
            Comparison::Less if left.low >= right.high => Self::truth(false),
            Comparison::Equal if left.misses(right) => Self::truth(false),
            Comparison::Equal
                if left.constant().is_some() && left.constant() == right.constant() =>
            {
                Self::truth(true)
            }
            Comparison::Less | Comparison::Equal => Self::TRUTH,
            Comparison::NotEqual => Self::compare(Comparison::Equal, left, right).not(),
            Comparison::Greater => Self::compare(Comparison::Less, right, left),
            Comparison::GreaterEqual => Self::compare(Comparison::Less, left, right).not(),
            Comparison::LessEqual => Self::compare(Comparison::Less, right, left).not(),
        }
    }
}
