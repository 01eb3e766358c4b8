//! Exact distributions of whole numbers.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::Moments;

/// How often each whole number was seen.
///
/// Numbers of up to 16,384 either way are counted in two plain lists that grow as needed, so that
/// counting a score costs one addition in memory; the rare others are in a map. Two histograms are
/// equal if they count the same numbers, whatever came first.
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

    /// Counts `value` `count` times.
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

    /// The same of numbers that are so many times as large.
    pub fn times(&self, factor: i64) -> Self {
        let mut times = Self::default();
        self.iter().for_each(|(value, count)| times.add(value * factor, count));
        times
    }

    /// The numbers seen, ascending, each with its count.
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

    /// The smallest value with at least `percent` of a hundred of all values at or below it (the
    /// inverse of the empirical distribution function, definition 1 of Hyndman & Fan, *Sample
    /// quantiles in statistical packages*, The American Statistician 50, 1996). It is always a
    /// value that was seen, and computed in whole numbers.
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

    /// Number, sum and sum of squares of the values.
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

/// The numbers seen, each with its count.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_has_no_percentiles() {
        let empty = Histogram::default();
        assert_eq!((empty.min(), empty.max(), empty.percentile(50)), (None, None, None));
    }

    #[test]
    fn percentiles_are_values_with_enough_below() {
        let histogram = Histogram::from_iter(1..=100);
        for percent in 1..=100 {
            assert_eq!(histogram.percentile(percent), Some(i64::from(percent)));
        }
        assert_eq!(histogram.percentile(0), Some(1));
        // Half of four values are at or below 2.
        let histogram = Histogram::from_iter([1, 2, 3, 4]);
        assert_eq!(histogram.percentile(50), Some(2));
        assert_eq!(histogram.percentile(51), Some(3));
        assert_eq!(histogram.percentile(5), Some(1));
    }

    #[test]
    fn the_whole_range_of_numbers_is_counted() {
        let values =
            [i64::MIN, -1 << 14, (-1 << 14) - 1, -1, 0, 1, (1 << 14) - 1, 1 << 14, i64::MAX];
        let histogram = Histogram::from_iter(values);
        let mut sorted = values;
        sorted.sort_unstable();
        assert!(histogram.iter().eq(sorted.map(|value| (value, 1))));
        assert!(values.iter().all(|&value| histogram.count(value) == 1));
        assert_eq!(histogram.count(7), 0);
        assert_eq!(histogram.n(), 9);
    }

    fn values() -> impl Strategy<Value = Vec<i64>> {
        let value = prop_oneof![-40i64..40, -20_000i64..20_000, -(1i64 << 40)..1 << 40];
        prop::collection::vec(value, 0..60)
    }

    proptest! {
        #[test]
        fn merging_is_counting_all(values in values(), cut in 0usize..60) {
            let (a, b) = values.split_at(cut.min(values.len()));
            let (a, b) = (Histogram::from_iter(a.to_vec()), Histogram::from_iter(b.to_vec()));
            let (mut ab, mut ba) = (a.clone(), b.clone());
            ab += &b;
            ba += &a;
            prop_assert_eq!(&ab, &ba);
            prop_assert_eq!(&ab, &Histogram::from_iter(values.clone()));
        }

        #[test]
        fn it_is_a_sorted_list(mut values in values(), percent in 1u32..=100) {
            let histogram = Histogram::from_iter(values.clone());
            values.sort_unstable();
            prop_assert_eq!(histogram.min(), values.first().copied());
            prop_assert_eq!(histogram.max(), values.last().copied());
            let rank = (values.len() * percent as usize).div_ceil(100);
            prop_assert_eq!(histogram.percentile(percent), rank.checked_sub(1).map(|rank| values[rank]));
            prop_assert_eq!(histogram.moments(), Moments::from_iter(values));
        }
    }
}
