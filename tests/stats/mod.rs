//! Estimates and intervals against published values and direct computations.

mod estimates;
mod pairs;
mod ranking;

use std::ops::AddAssign;

use proptest::prelude::*;
use pushluck::stats::{Differences, Histogram, Looks, Moments, Ratio};

#[track_caller]
fn close(a: f64, b: f64, relative: f64) {
    assert!((a - b).abs() <= relative * b.abs(), "{a} is not {b}");
}

/// Values on both sides of the limit between lists and map in a histogram.
#[test]
fn the_whole_range_of_numbers_is_counted() {
    let values = [i64::MIN, -1 << 14, (-1 << 14) - 1, -1, 0, 1, (1 << 14) - 1, 1 << 14, i64::MAX];
    let histogram = Histogram::from_iter(values);
    let mut sorted = values;
    sorted.sort_unstable();
    assert!(histogram.iter().eq(sorted.map(|value| (value, 1))));
    assert!(values.iter().all(|&value| histogram.count(value) == 1));
    assert_eq!((histogram.count(7), histogram.n()), (0, 9));
}

#[test]
fn looks_are_on_one_grid_and_end_with_the_run() {
    for (most, number) in [(1, 1), (128, 1), (129, 2), (192, 2), (193, 3)] {
        let looks = Looks::new(most);
        assert_eq!((looks.number(), looks.after(most - 1)), (number, most), "{most}");
    }
    assert!(Looks::new(u64::MAX).number() < 100);
    assert_eq!(Looks::new(u64::MAX).after(u64::MAX - 1), u64::MAX);
    // The next look does not depend on earlier ones: a run can be resumed from any count.
    let looks = Looks::new(100_000);
    let mut at = 0;
    while at < 100_000 {
        let next = looks.after(at);
        assert!((at..next).step_by(7).all(|played| looks.after(played) == next));
        at = next;
    }
}

/// Whether the tallies of two parts, added in either order, equal the tally of the whole.
fn merges<V: Copy, T: FromIterator<V> + Clone + PartialEq>(
    values: &[V],
    cut: usize,
    add: impl Fn(&mut T, &T),
) -> bool {
    let of = |values: &[V]| values.iter().copied().collect::<T>();
    let (a, b) = values.split_at(cut.min(values.len()));
    let (a, b) = (of(a), of(b));
    let (mut ab, mut ba) = (a.clone(), b.clone());
    add(&mut ab, &b);
    add(&mut ba, &a);
    ab == of(values) && ba == of(values)
}

fn add<T: AddAssign + Copy>(into: &mut T, other: &T) {
    *into += *other;
}

proptest! {
    #[test]
    fn merging_is_counting_all(
        values in prop::collection::vec(
            prop_oneof![-40i64..40, -20_000i64..20_000, -(1i64 << 32)..1 << 32],
            0..40,
        ),
        units in prop::collection::vec((-(1i64 << 32)..1 << 32, 1u64..1 << 32), 0..30),
        cut in 0usize..40,
    ) {
        prop_assert!(merges::<_, Moments>(&values, cut, add));
        prop_assert!(merges::<_, Differences>(&values, cut, add));
        prop_assert!(merges::<_, Histogram>(&values, cut, |into, other| *into += other));
        prop_assert!(merges::<_, Ratio>(&units, cut, add));
    }

    #[test]
    fn a_histogram_is_a_sorted_list(
        mut values in prop::collection::vec(prop_oneof![-40i64..40, -(1i64 << 31)..1 << 31], 0..60),
        percent in 0u32..=100,
    ) {
        let histogram = Histogram::from_iter(values.clone());
        values.sort_unstable();
        prop_assert_eq!(histogram.min(), values.first().copied());
        prop_assert_eq!(histogram.max(), values.last().copied());
        let rank = (values.len() * percent as usize).div_ceil(100).max(1);
        prop_assert_eq!(histogram.percentile(percent), values.get(rank - 1).copied());
        prop_assert_eq!(histogram.moments(), Moments::from_iter(values));
    }
}
