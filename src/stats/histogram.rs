//! Exact distributions of integers.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::Moments;

/// The count of each integer.
///
/// Integers of absolute value up to 16,384 are counted in two dense lists that grow as needed, so
/// counting a score is one addition in memory; rarer values are in a map. Equality compares the
/// counts, not the order of insertion.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<(i64, u64)>", into = "Vec<(i64, u64)>")]
pub struct Histogram {
    n: u64,
    /// Entry i counts the number i.
    positive: Vec<u64>,
    /// Entry i counts the number -1 - i.
    negative: Vec<u64>,
    far: BTreeMap<i64, u64>,
}

impl Histogram {
    const NEAR: usize = 1 << 14;

    /// Adds `count` occurrences of `value`.
    pub fn add(&mut self, value: i64, count: u64) {
        if count == 0 {
            return;
        }
        self.n += count;
        let (list, index) = if value < 0 {
            (&mut self.negative, !value as usize)
        } else {
            (&mut self.positive, value as usize)
        };
        if let Some(counted) = list.get_mut(index) {
            *counted += count;
        } else if index < Self::NEAR {
            list.resize((index + 1).next_power_of_two(), 0);
            list[index] = count;
        } else {
            *self.far.entry(value).or_default() += count;
        }
    }

    /// The histogram of the values multiplied by `factor`.
    pub fn times(&self, factor: i64) -> Self {
        let mut times = Self::default();
        self.iter().for_each(|(value, count)| times.add(value * factor, count));
        times
    }

    /// The observed values, ascending, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> {
        let far = |range: std::ops::RangeInclusive<i64>| self.far.range(range);
        let negative =
            self.negative.iter().enumerate().rev().map(|(i, &count)| (!(i as i64), count));
        let positive = self.positive.iter().enumerate().map(|(i, &count)| (i as i64, count));
        far(i64::MIN..=-1)
            .map(|(&value, &count)| (value, count))
            .chain(negative.chain(positive).filter(|&(_, count)| count > 0))
            .chain(far(0..=i64::MAX).map(|(&value, &count)| (value, count)))
    }

    /// The number of values counted.
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// The smallest value seen.
    pub fn min(&self) -> Option<i64> {
        self.iter().next().map(|(value, _)| value)
    }

    /// The largest value seen.
    pub fn max(&self) -> Option<i64> {
        self.iter().last().map(|(value, _)| value)
    }

    /// The smallest observed value with at least `percent` % of all values at or below it (the
    /// inverse of the empirical distribution function, definition 1 of Hyndman & Fan, *Sample
    /// quantiles in statistical packages*, The American Statistician 50, 1996). It is computed in
    /// integers.
    ///
    /// # Panics
    ///
    /// If `percent` is more than 100.
    pub fn percentile(&self, percent: u32) -> Option<i64> {
        assert!(percent <= 100, "percentile {percent}");
        let share = u128::from(self.n) * u128::from(percent);
        let mut below = 0u128;
        self.iter().find_map(|(value, count)| {
            below += u128::from(count);
            (below * 100 >= share).then_some(value)
        })
    }

    /// The number of values equal to `value`.
    pub fn count(&self, value: i64) -> u64 {
        let list = if value < 0 { &self.negative } else { &self.positive };
        let index = if value < 0 { !value } else { value };
        let near = usize::try_from(index).ok().and_then(|index| list.get(index));
        near.or_else(|| self.far.get(&value)).copied().unwrap_or(0)
    }

    /// The moments of the values.
    pub fn moments(&self) -> Moments {
        let mut moments = Moments::default();
        self.iter().for_each(|(value, count)| moments.add_times(value, count));
        moments
    }
}

impl PartialEq for Histogram {
    fn eq(&self, other: &Self) -> bool {
        self.n == other.n && self.iter().eq(other.iter())
    }
}

impl Eq for Histogram {}

impl AddAssign<&Self> for Histogram {
    fn add_assign(&mut self, other: &Self) {
        let Self { n, positive, negative, far } = other;
        self.n += n;
        for (list, other) in [(&mut self.positive, positive), (&mut self.negative, negative)] {
            if list.len() < other.len() {
                list.resize(other.len(), 0);
            }
            list.iter_mut().zip(other).for_each(|(counted, count)| *counted += count);
        }
        for (&value, count) in far {
            *self.far.entry(value).or_default() += count;
        }
    }
}

/// From pairs of value and count.
impl From<Vec<(i64, u64)>> for Histogram {
    fn from(counts: Vec<(i64, u64)>) -> Self {
        let mut histogram = Self::default();
        counts.into_iter().for_each(|(value, count)| histogram.add(value, count));
        histogram
    }
}

impl From<Histogram> for Vec<(i64, u64)> {
    fn from(histogram: Histogram) -> Self {
        histogram.iter().collect()
    }
}

impl FromIterator<i64> for Histogram {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        let mut histogram = Self::default();
        values.into_iter().for_each(|value| histogram.add(value, 1));
        histogram
    }
}
