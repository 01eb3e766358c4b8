//! Interval analysis: which values an expression can take.

use super::expr::{Arithmetic, Comparison};
use crate::game::Kind;

/// The integers `low..=high`, or for a truth value 0 and 1 for false and true. Never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) low: i64,
    pub(crate) high: i64,
}

impl Interval {
    /// Every integer.
    pub(crate) const ALL: Self = Self { low: i64::MIN, high: i64::MAX };
    /// False and true.
    pub(crate) const TRUTH: Self = Self { low: 0, high: 1 };

    pub(crate) const fn new(low: i64, high: i64) -> Self {
        if low <= high { Self { low, high } } else { Self { low: high, high: low } }
    }

    pub(crate) const fn point(value: i64) -> Self {
        Self { low: value, high: value }
    }

    pub(crate) fn truth(value: bool) -> Self {
        Self::point(i64::from(value))
    }

    pub(crate) fn of_feature(kind: Kind) -> Self {
        match kind {
            Kind::Integer { min, max } => Self::new(min, max),
            Kind::Truth => Self::TRUTH,
        }
    }

    /// The only value, if there is only one.
    pub(crate) fn constant(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    pub(crate) const fn contains(self, value: i64) -> bool {
        self.low <= value && value <= self.high
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The smallest interval round `values`; `ALL` if there is none.
    fn hull(values: impl IntoIterator<Item = i64>) -> Self {
        values.into_iter().map(Self::point).reduce(Self::union).unwrap_or(Self::ALL)
    }

    pub(crate) fn negate(self) -> Self {
        Self { low: self.high.saturating_neg(), high: self.low.saturating_neg() }
    }

    /// Of a truth value.
    pub(crate) fn not(self) -> Self {
        Self { low: 1 - self.high, high: 1 - self.low }
    }

    pub(crate) fn abs(self) -> Self {
        let ends = Self::hull([self.low.saturating_abs(), self.high.saturating_abs()]);
        if self.contains(0) { Self { low: 0, ..ends } } else { ends }
    }

    pub(crate) fn min(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    pub(crate) fn max(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    /// Of two truth values.
    pub(crate) fn and(self, other: Self) -> Self {
        self.min(other)
    }

    /// Of two truth values.
    pub(crate) fn or(self, other: Self) -> Self {
        self.max(other)
    }

    pub(crate) fn arithmetic(sign: Arithmetic, left: Self, right: Self) -> Self {
        let corners = |right: Self| {
            let pairs = [left.low, left.high].map(|a| [right.low, right.high].map(|b| (a, b)));
            Self::hull(pairs.into_iter().flatten().map(|(a, b)| sign.apply(a, b)))
        };
        match sign {
            // Each is monotone in each operand, so its ends lie at corners.
            Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply => corners(right),
            // Monotone where the divisor keeps its sign.
            Arithmetic::Divide => [
                (right.low < 0).then(|| corners(Self::new(right.low, right.high.min(-1)))),
                (right.high > 0).then(|| corners(Self::new(right.low.max(1), right.high))),
                right.contains(0).then(|| Self::point(0)),
            ]
            .into_iter()
            .flatten()
            .reduce(Self::union)
            .unwrap_or(Self::ALL),
            Arithmetic::Remainder => {
                let largest = right.low.unsigned_abs().max(right.high.unsigned_abs());
                let below = i64::try_from(largest.saturating_sub(1)).unwrap_or(i64::MAX);
                Self { low: left.low.clamp(-below, 0), high: left.high.clamp(0, below) }
            }
        }
    }

    /// The truth values that the comparison can have.
    pub(crate) fn compare(sign: Comparison, left: Self, right: Self) -> Self {
        match sign {
            Comparison::Less if left.high < right.low => Self::truth(true),
            Comparison::Less if left.low >= right.high => Self::truth(false),
            Comparison::Equal if left.high < right.low || right.high < left.low => {
                Self::truth(false)
            }
            Comparison::Equal if left.constant().is_some() && left == right => Self::truth(true),
            Comparison::Less | Comparison::Equal => Self::TRUTH,
            Comparison::NotEqual => Self::compare(Comparison::Equal, left, right).not(),
            Comparison::Greater => Self::compare(Comparison::Less, right, left),
            Comparison::GreaterEqual => Self::compare(Comparison::Less, left, right).not(),
            Comparison::LessEqual => Self::compare(Comparison::Less, right, left).not(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNS: [Arithmetic; 5] = [
        Arithmetic::Add,
        Arithmetic::Subtract,
        Arithmetic::Multiply,
        Arithmetic::Divide,
        Arithmetic::Remainder,
    ];
    const COMPARISONS: [Comparison; 6] = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessEqual,
        Comparison::Greater,
        Comparison::GreaterEqual,
    ];

    /// All intervals with ends in -4..=4, and some at the ends of the integers.
    fn intervals() -> Vec<Interval> {
        let small = (-4..=4).flat_map(|low| (low..=4).map(move |high| Interval { low, high }));
        let large = [
            Interval { low: i64::MIN, high: i64::MIN + 2 },
            Interval { low: i64::MAX - 2, high: i64::MAX },
        ];
        small.chain(large).collect()
    }

    fn values(of: Interval) -> impl Iterator<Item = i64> {
        of.low..=of.high
    }

    #[test]
    fn every_value_lies_in_its_interval() {
        for left in intervals() {
            assert!(values(left).all(|a| left.abs().contains(a.saturating_abs())));
            assert!(values(left).all(|a| left.negate().contains(a.saturating_neg())));
            for right in intervals() {
                for (a, b) in values(left).flat_map(|a| values(right).map(move |b| (a, b))) {
                    for sign in SIGNS {
                        let range = Interval::arithmetic(sign, left, right);
                        assert!(range.contains(sign.apply(a, b)), "{a} {} {b}", sign.text());
                    }
                    for sign in COMPARISONS {
                        let range = Interval::compare(sign, left, right);
                        let holds = i64::from(sign.holds(a, b));
                        assert!(range.contains(holds), "{a} {} {b}", sign.text());
                    }
                }
            }
        }
    }

    #[test]
    fn comparisons_of_separate_intervals_are_decided() {
        let (low, high) = (Interval::new(1, 6), Interval::new(7, 9));
        assert_eq!(Interval::compare(Comparison::Less, low, high).constant(), Some(1));
        assert_eq!(Interval::compare(Comparison::GreaterEqual, low, high).constant(), Some(0));
        assert_eq!(Interval::compare(Comparison::Equal, low, high).constant(), Some(0));
        assert_eq!(Interval::compare(Comparison::LessEqual, low, low).constant(), None);
    }
}
