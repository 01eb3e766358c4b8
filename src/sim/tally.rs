//! Tallies: mergeable sums of what units contribute.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A sum over units. It holds integers only, so the order of merging does not change the result.
pub trait Tally: Clone + Send {
    /// Adds `other` to this tally.
    fn merge(&mut self, other: Self);
}

/// Implements [`Tally`] by `+=`.
macro_rules! sums {
    ($($sum:ty),*) => {$(
        impl $crate::sim::tally::Tally for $sum {
            #[inline]
            fn merge(&mut self, other: Self) {
                *self += other;
            }
        }
    )*};
}

/// Implements [`Tally`] field by field; all fields must be listed.
macro_rules! tallies {
    ($($tally:ty { $($field:tt),* })*) => {$(
        impl $crate::sim::tally::Tally for $tally {
            #[inline]
            fn merge(&mut self, other: Self) {
                let Self { $($field: _),* } = &other;
                $($crate::sim::tally::Tally::merge(&mut self.$field, other.$field);)*
            }
        }
    )*};
}

pub(crate) use {sums, tallies};

sums!(u64, u128, i64);

impl<A: Tally, B: Tally> Tally for (A, B) {
    fn merge(&mut self, other: Self) {
        self.0.merge(other.0);
        self.1.merge(other.1);
    }
}

impl<T: Tally, const N: usize> Tally for [T; N] {
    #[inline]
    fn merge(&mut self, other: Self) {
        self.iter_mut().zip(other).for_each(|(into, from)| into.merge(from));
    }
}

/// Merges element by element; elements missing on one side count as zero.
impl<T: Tally> Tally for Vec<T> {
    fn merge(&mut self, other: Self) {
        let both = self.len().min(other.len());
        let mut other = other.into_iter();
        self.iter_mut().zip(other.by_ref().take(both)).for_each(|(into, from)| into.merge(from));
        self.extend(other);
    }
}

impl<K: Ord + Clone + Send, T: Tally> Tally for BTreeMap<K, T> {
    fn merge(&mut self, other: Self) {
        for (key, from) in other {
            match self.entry(key) {
                Entry::Vacant(entry) => drop(entry.insert(from)),
                Entry::Occupied(mut entry) => entry.get_mut().merge(from),
            }
        }
    }
}
