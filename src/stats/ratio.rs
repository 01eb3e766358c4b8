//! Shares and means whose parts hang together: so much of y for each n, unit by unit.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::{Estimate, Level, Strata};

/// Per-unit sums of a quantity y and of a number n of occasions: points and turns of a game, wins
/// and seats, busts and rolls.
///
/// The units are independent; what happens within one need not be. A unit with n = 0 says nothing
/// about the ratio and is not counted.
///
/// The sums are exact for up to 2^64 units in which y and n stay within 2^32 either way. The third
/// powers, which only tell how skewed the units are, are kept modulo 2^128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratio(RatioSums);

/// What a [`Ratio`] is made of; see [`Ratio::of_sums`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatioSums {
    /// Units with n > 0.
    pub units: u64,
    /// Σn.
    pub n: u128,
    /// Σy.
    pub y: i128,
    /// Σn².
    pub nn: u128,
    /// Σy².
    pub yy: u128,
    /// Σyn.
    pub ny: i128,
    /// Σy³, modulo 2^128 as the sums that follow.
    pub yyy: i128,
    /// Σy²n.
    pub nyy: i128,
    /// Σyn².
    pub nny: i128,
    /// Σn³.
    pub nnn: i128,
}

impl Ratio {
    /// Counts one unit with `n` occasions that came to `y` together.
    pub fn add(&mut self, y: i64, n: u64) {
        if n == 0 {
            debug_assert_eq!(y, 0, "a unit without occasions cannot come to {y}");
            return;
        }
        if n == 1 && (y == 0 || y == 1) {
            return self.add_trial(y);
        }
        let (wide_y, wide_n) = (i128::from(y), i128::from(n));
        let (yy, nn, ny) = (wide_y * wide_y, wide_n * wide_n, wide_y * wide_n);
        *self += Self(RatioSums {
            units: 1,
            n: n.into(),
            y: wide_y,
            nn: nn as u128,
            yy: yy as u128,
            ny,
            yyy: yy.wrapping_mul(wide_y),
            nyy: yy.wrapping_mul(wide_n),
            nny: nn.wrapping_mul(wide_y),
            nnn: nn.wrapping_mul(wide_n),
        });
    }

    /// Counts a single trial, which is what most units are: all powers are the same.
    #[inline]
    fn add_trial(&mut self, hit: i64) {
        let into = &mut self.0;
        into.units += 1;
        into.n += 1;
        into.nn += 1;
        into.nnn = into.nnn.wrapping_add(1);
        if hit == 1 {
            into.y += 1;
            into.yy += 1;
            into.ny += 1;
            for cubes in [&mut into.yyy, &mut into.nyy, &mut into.nny] {
                *cubes = cubes.wrapping_add(1);
            }
        }
    }

    /// Independent trials, and how many of them were hits.
    pub fn of_counts(hits: u64, trials: u64) -> Self {
        let (hits, trials) = (i128::from(hits), i128::from(trials));
        Self(RatioSums {
            units: trials as u64,
            n: trials as u128,
            y: hits,
            nn: trials as u128,
            yy: hits as u128,
            ny: hits,
            yyy: hits,
            nyy: hits,
            nny: hits,
            nnn: trials,
        })
    }

    /// The sums of units counted elsewhere: for tallies that keep them apart.
    pub const fn of_sums(sums: RatioSums) -> Self {
        Self(sums)
    }

    /// What it is made of.
    pub const fn sums(&self) -> &RatioSums {
        &self.0
    }

    /// The number of units that had an occasion.
    pub const fn units(&self) -> u64 {
        self.0.units
    }

    /// The number of occasions over all units.
    pub const fn n(&self) -> u128 {
        self.0.n
    }

    /// Σy².
    pub(super) const fn squares(&self) -> u128 {
        self.0.yy
    }

    /// The total over all units.
    pub const fn total(&self) -> i128 {
        self.0.y
    }

    /// The ratio r = Σy / Σn as one sample of independent units: see [`Strata::mean`].
    pub fn mean(&self, level: Level) -> Option<Estimate> {
        Strata::from(*self).mean(level)
    }

    /// The share p = Σy / (`scale` · Σn) as one sample of independent units: see
    /// [`Strata::proportion`].
    ///
    /// # Panics
    ///
    /// If the share is not between 0 and 1.
    pub fn proportion(&self, scale: u64, level: Level) -> Option<Estimate> {
        Strata::from(*self).proportion(scale, level)
    }
}

impl AddAssign for Ratio {
    fn add_assign(&mut self, other: Self) {
        let into = &mut self.0;
        let RatioSums { units, n, y, nn, yy, ny, yyy, nyy, nny, nnn } = other.0;
        into.units += units;
        into.n += n;
        into.y += y;
        into.nn += nn;
        into.yy += yy;
        into.ny += ny;
        into.yyy = into.yyy.wrapping_add(yyy);
        into.nyy = into.nyy.wrapping_add(nyy);
        into.nny = into.nny.wrapping_add(nny);
        into.nnn = into.nnn.wrapping_add(nnn);
    }
}

/// Counts (y, n) pairs.
impl FromIterator<(i64, u64)> for Ratio {
    fn from_iter<I: IntoIterator<Item = (i64, u64)>>(units: I) -> Self {
        let mut ratio = Self::default();
        units.into_iter().for_each(|(y, n)| ratio.add(y, n));
        ratio
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Method, Moments, wilson};
    use proptest::prelude::*;

    #[track_caller]
    fn close(a: f64, b: f64, relative: f64) {
        assert!((a - b).abs() <= relative * b.abs(), "{a} is not {b}");
    }

    /// By hand: y = 3, 5, 10 in n = 1, 2, 3; r = 3, the residuals are 0, -1 and 1, so
    /// SE = sqrt(3/2 · 2) / 6.
    #[test]
    fn a_ratio_computed_by_hand() {
        let ratio = Ratio::from_iter([(3, 1), (5, 2), (10, 3)]);
        let mean = ratio.mean(Level::DEFAULT).unwrap();
        assert_eq!(mean.value, 3.0);
        close(mean.std_error.unwrap(), 3f64.sqrt() / 6.0, 1e-15);
        close(mean.high.unwrap() - 3.0, 4.302_652_729_749_46 * 3f64.sqrt() / 6.0, 1e-10);
        assert_eq!(mean.method, Method::T);
    }

    /// Cochran's thirty households (*Sampling Techniques*, 3rd edition, table 3.5): with one
    /// occasion a unit the ratio is a plain mean.
    #[test]
    fn with_one_occasion_a_unit_it_is_the_plain_mean() {
        let values = [5, -6, 3, 3, 2, 3, 3, 3, 4, -4, 3, 2, 7, 4, 3, 5, 4, 4, 3, 3];
        let ratio = Ratio::from_iter(values.map(|y| (y, 1)));
        let plain = Moments::from_iter(values).mean(Level::DEFAULT).unwrap();
        let mean = ratio.mean(Level::DEFAULT).unwrap();
        close(mean.std_error.unwrap(), plain.std_error.unwrap(), 1e-14);
        close(mean.low.unwrap(), plain.low.unwrap(), 1e-13);
    }

    #[test]
    fn independent_single_trials_are_nearly_the_binomial_ones() {
        let ratio = Ratio::from_iter((0..1000).map(|i| (i64::from(i % 10 < 3), 1)));
        let share = ratio.proportion(1, Level::DEFAULT).unwrap();
        let plain = wilson(300, 1000, Level::DEFAULT).unwrap();
        assert_eq!(share, plain);
        assert_eq!(Ratio::of_counts(300, 1000), ratio);
        // As two seats' games: N / (N - 1) against 1, and t for z.
        let half = Ratio::of_counts(150, 500);
        let strata: crate::stats::Strata = [(500, half), (500, half)].into_iter().collect();
        let share = strata.proportion(1, Level::DEFAULT).unwrap();
        close(share.std_error.unwrap(), plain.std_error.unwrap() * (500f64 / 499.0).sqrt(), 1e-13);
        close(share.low.unwrap(), plain.low.unwrap(), 1e-3);
        assert_eq!(share.method.name(), "wilson-cluster");
    }

    #[test]
    fn units_that_repeat_themselves_count_once() {
        // Each of 400 units is four equal occasions: the information of 400, not of 1,600.
        let units = (0..400).map(|i| if i % 4 == 0 { (4, 4) } else { (0, 4) });
        let share = Ratio::from_iter(units).proportion(1, Level::DEFAULT).unwrap();
        let plain = wilson(100, 400, Level::DEFAULT).unwrap();
        close(share.high.unwrap(), plain.high.unwrap(), 1e-3);
    }

    #[test]
    fn shared_wins_count_in_parts() {
        // Two seats: a win, a loss, a shared win.
        let ratio = Ratio::from_iter([(840, 1), (0, 1), (420, 1)]);
        let share = ratio.proportion(840, Level::DEFAULT).unwrap();
        assert_eq!(share.value, 0.5);
        // Residuals 1/2, -1/2, 0: sqrt(3/2 · 1/2) / 3.
        close(share.std_error.unwrap(), 0.75f64.sqrt() / 3.0, 1e-15);
    }

    #[test]
    fn units_of_one_and_the_same_rate_count_once_each() {
        let ratio = Ratio::from_iter([(840, 2); 1000]);
        let share = ratio.proportion(840, Level::DEFAULT).unwrap();
        let plain = wilson(500, 1000, Level::DEFAULT).unwrap();
        assert_eq!((share.value, share.std_error), (0.5, None));
        assert_eq!((share.low, share.high), (plain.low, plain.high));
        // A rate that no double holds.
        let share = Ratio::from_iter([(1, 3), (2, 6)]).proportion(1, Level::DEFAULT).unwrap();
        assert_eq!(share.std_error, None);
        assert!(share.low.unwrap() < 0.1);
    }

    #[test]
    fn where_the_variance_says_nothing_the_units_count() {
        let level = Level::DEFAULT;
        let none = Ratio::from_iter([(0, 5); 10]).proportion(1, level).unwrap();
        assert_eq!((none.std_error, none.low), (None, Some(0.0)));
        assert_eq!(none.high, wilson(0, 10, level).unwrap().high);
        let all = Ratio::from_iter([(5, 5); 10]).proportion(1, level).unwrap();
        assert_eq!((all.low, all.high), (wilson(10, 10, level).unwrap().low, Some(1.0)));
        let one = Ratio::from_iter([(2, 4)]).proportion(1, level).unwrap();
        assert_eq!((one.value, one.std_error), (0.5, None));
        assert!(one.low.unwrap() < 0.1 && one.high.unwrap() > 0.9);
        let one = Ratio::from_iter([(2, 4)]).mean(level).unwrap();
        assert_eq!((one.value, one.std_error, one.low), (0.5, None, None));
        assert_eq!(one.method, Method::TooFew);
    }

    #[test]
    fn units_without_occasions_do_not_count() {
        let ratio = Ratio::from_iter([(0, 0), (0, 1), (0, 0)]);
        assert_eq!(ratio.units(), 1);
        assert_eq!(Ratio::from_iter([(0, 0)]).mean(Level::DEFAULT), None);
        assert_eq!(Ratio::default().proportion(840, Level::DEFAULT), None);
    }

    #[test]
    fn a_small_spread_about_a_large_ratio_is_kept() {
        // r = 4e9 with residuals ±1, in a run of 2^40 units.
        let mut ratio = Ratio::from_iter([(4_000_000_001, 1), (3_999_999_999, 1)]);
        for _ in 0..39 {
            ratio += ratio;
        }
        assert_eq!(ratio.units(), 1 << 40);
        let mean = ratio.mean(Level::DEFAULT).unwrap();
        assert_eq!(mean.value, 4e9);
        close(mean.std_error.unwrap(), 2f64.powi(-20), 1e-12);
    }

    fn units() -> impl Strategy<Value = Vec<(i64, u64)>> {
        prop::collection::vec((-(1i64 << 32)..1 << 32, 1u64..1 << 32), 0..30)
    }

    proptest! {
        #[test]
        fn merging_is_counting_all(units in units(), first in 0usize..30, second in 0usize..30) {
            let (first, second) = (first.min(second).min(units.len()), first.max(second).min(units.len()));
            let part = |range: std::ops::Range<usize>| Ratio::from_iter(units[range].to_vec());
            let (a, b, c) = (part(0..first), part(first..second), part(second..units.len()));
            let sum = |parts: [Ratio; 3]| parts.into_iter().fold(Ratio::default(), |mut sum, part| { sum += part; sum });
            let mut bc = b;
            bc += c;
            let mut right = a;
            right += bc;
            prop_assert_eq!(sum([a, b, c]), Ratio::from_iter(units.clone()));
            prop_assert_eq!(sum([c, a, b]), right);
        }

        #[test]
        fn the_error_is_that_of_the_residuals(units in prop::collection::vec((-1000i64..1000, 1u64..50), 2..30)) {
            let mean = Ratio::from_iter(units.clone()).mean(Level::DEFAULT).unwrap();
            let residuals: f64 = units.iter().map(|&(y, n)| (y as f64 - mean.value * n as f64).powi(2)).sum();
            let (count, n) = (units.len() as f64, units.iter().map(|&(_, n)| n as f64).sum::<f64>());
            let expected = (count / (count - 1.0) * residuals).sqrt() / n;
            let Some(error) = mean.std_error else {
                prop_assert_eq!(mean.method, Method::TooFew);
                return Ok(());
            };
            prop_assert!((error - expected).abs() <= 1e-9 * expected.max(1e-3), "{} is not {}", error, expected);
        }
    }
}
