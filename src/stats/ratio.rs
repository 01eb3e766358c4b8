//! Shares and means whose parts hang together: so much of y for each n, unit by unit.

use std::ops::AddAssign;

use super::proportion::wilson_limits;
use super::wide::Wide;
use super::{Estimate, Level, Method};

/// Per-unit sums of a quantity y and of a number n of occasions: points and turns of a game, wins
/// and seats, busts and rolls.
///
/// The units are independent; what happens within one need not be. A unit with n = 0 says nothing
/// about the ratio and is not counted.
///
/// The sums are exact for up to 2^64 units in which y and n stay within 2^32 either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratio {
    units: u64,
    sum_n: u128,
    sum_y: i128,
    sum_nn: u128,
    sum_yy: u128,
    sum_ny: i128,
}

/// What a [`Ratio`] is made of; see [`Ratio::of_sums`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
}

impl Ratio {
    /// Counts one unit with `n` occasions that came to `y` together.
    pub fn add(&mut self, y: i64, n: u64) {
        if n == 0 {
            debug_assert_eq!(y, 0, "a unit without occasions cannot come to {y}");
            return;
        }
        self.units += 1;
        self.sum_n += u128::from(n);
        self.sum_y += i128::from(y);
        self.sum_nn += u128::from(n).pow(2);
        self.sum_yy += u128::from(y.unsigned_abs()).pow(2);
        self.sum_ny += i128::from(y) * i128::from(n);
    }

    /// The sums of units counted elsewhere: for tallies that keep them apart.
    #[must_use]
    pub const fn of_sums(sums: RatioSums) -> Self {
        let RatioSums { units, n, y, nn, yy, ny } = sums;
        Self { units, sum_n: n, sum_y: y, sum_nn: nn, sum_yy: yy, sum_ny: ny }
    }

    /// The number of units that had an occasion.
    #[must_use]
    pub const fn units(&self) -> u64 {
        self.units
    }

    /// The number of occasions over all units.
    #[must_use]
    pub const fn n(&self) -> u128 {
        self.sum_n
    }

    /// Σy².
    pub(super) const fn squares(&self) -> u128 {
        self.sum_yy
    }

    /// The total over all units.
    #[must_use]
    pub const fn total(&self) -> i128 {
        self.sum_y
    }

    fn value(&self) -> Option<f64> {
        (self.sum_n > 0).then(|| self.sum_y as f64 / self.sum_n as f64)
    }

    /// The linearised standard error of Σy / Σn; none for fewer than two units.
    ///
    /// The squared residuals are summed in whole numbers:
    /// `(Σn)² Σ(y - r n)² = (Σn)² Σy² - 2 Σy Σn Σyn + (Σy)² Σn²`. So nothing is lost by
    /// cancellation, and the sum is exactly zero where all units have one rate.
    fn std_error(&self) -> Option<f64> {
        if self.units < 2 {
            return None;
        }
        let (n, y) = (self.sum_n, self.sum_y.unsigned_abs());
        let squares = Wide::product(n, n, self.sum_yy).plus(Wide::product(y, y, self.sum_nn));
        let cross = Wide::product(y, n, self.sum_ny.unsigned_abs());
        let cross = cross.plus(cross);
        let residual = if (self.sum_y < 0) == (self.sum_ny < 0) {
            squares.minus(cross)
        } else {
            squares.plus(cross)
        };
        let (n, units) = (n as f64, self.units as f64);
        Some((units / (units - 1.0) * residual.to_f64()).sqrt() / (n * n))
    }

    /// The ratio r = Σy / Σn, with the standard error that holds although the occasions within a
    /// unit depend on each other, and Student's t interval with N - 1 degrees of freedom for N
    /// units; none without occasions.
    ///
    /// ```text
    /// std_error = sqrt(N / (N - 1) · Σ(y - r n)²) / Σn
    /// ```
    ///
    /// Cochran, *Sampling Techniques*, 3rd edition (1977), sections 2.11 and 6.4: the linearised
    /// (delta method) variance of a ratio. A single unit has no error that could be told.
    #[must_use]
    pub fn mean(&self, level: Level) -> Option<Estimate> {
        Some(Estimate::student(self.value()?, self.std_error(), self.units, level))
    }

    /// The share p = Σy / (`scale` · Σn), where y counts hits in parts of 1/`scale` (840 where a
    /// win may be shared by up to eight, 1 where hits are whole) and 0 ≤ y ≤ `scale` · n; none
    /// without occasions.
    ///
    /// The standard error is that of [`Ratio::mean`]; the interval is Wilson's with the effective
    /// number of independent occasions (Kish, *Survey Sampling*, 1965, section 8.2; Korn &
    /// Graubard, *Confidence intervals for proportions with small expected number of positive
    /// counts*, Survey Methodology 24, 1998):
    ///
    /// ```text
    /// n_effective = p (1 - p) / std_error²
    /// ```
    ///
    /// That says nothing where all units are all hits or all misses, or where there is but one.
    /// Then the effective number is the number of units, as if each had been worth no more than a
    /// single occasion; the interval is rather too wide than too narrow. Where every unit has one
    /// and the same rate strictly between 0 and 1 (a policy against itself wins once in each game),
    /// nothing varies, and the interval is the value.
    ///
    /// # Panics
    ///
    /// If the share is not between 0 and 1.
    #[must_use]
    pub fn proportion(&self, scale: u64, level: Level) -> Option<Estimate> {
        let scale = scale as f64;
        let p = self.value()? / scale;
        assert!((0.0..=1.0).contains(&p), "a share of {p}");
        let std_error = self.std_error().map(|error| error / scale);
        let interval = match std_error {
            Some(error) if p > 0.0 && p < 1.0 => {
                if error > 0.0 {
                    wilson_limits(p, p * (1.0 - p) / (error * error), level)
                } else {
                    (p, p)
                }
            }
            _ => wilson_limits(p, self.units as f64, level),
        };
        Some(Estimate::new(p, std_error, Some(interval), Method::WilsonCluster, level))
    }
}

impl AddAssign for Ratio {
    fn add_assign(&mut self, other: Self) {
        let Self { units, sum_n, sum_y, sum_nn, sum_yy, sum_ny } = other;
        self.units += units;
        self.sum_n += sum_n;
        self.sum_y += sum_y;
        self.sum_nn += sum_nn;
        self.sum_yy += sum_yy;
        self.sum_ny += sum_ny;
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
    use crate::stats::{Moments, wilson};
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
        close(share.value, plain.value, 0.0);
        // N / (N - 1) against 1.
        close(share.std_error.unwrap(), plain.std_error.unwrap() * (1000f64 / 999.0).sqrt(), 1e-13);
        close(share.low.unwrap(), plain.low.unwrap(), 1e-4);
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
    fn a_policy_against_itself_has_no_error() {
        let ratio = Ratio::from_iter([(840, 2); 1000]);
        let share = ratio.proportion(840, Level::DEFAULT).unwrap();
        let found = (share.value, share.std_error, share.low, share.high);
        assert_eq!(found, (0.5, Some(0.0), Some(0.5), Some(0.5)));
        // A rate that no double holds.
        let share = Ratio::from_iter([(1, 3), (2, 6)]).proportion(1, Level::DEFAULT).unwrap();
        assert_eq!((share.std_error, share.low), (Some(0.0), Some(share.value)));
    }

    #[test]
    fn where_the_variance_says_nothing_the_units_count() {
        let level = Level::DEFAULT;
        let none = Ratio::from_iter([(0, 5); 10]).proportion(1, level).unwrap();
        assert_eq!((none.std_error, none.low), (Some(0.0), Some(0.0)));
        assert_eq!(none.high, wilson(0, 10, level).unwrap().high);
        let all = Ratio::from_iter([(5, 5); 10]).proportion(1, level).unwrap();
        assert_eq!((all.low, all.high), (wilson(10, 10, level).unwrap().low, Some(1.0)));
        let one = Ratio::from_iter([(2, 4)]).proportion(1, level).unwrap();
        assert_eq!((one.value, one.std_error), (0.5, None));
        assert!(one.low.unwrap() < 0.1 && one.high.unwrap() > 0.9);
        let one = Ratio::from_iter([(2, 4)]).mean(level).unwrap();
        assert_eq!((one.value, one.std_error, one.low), (0.5, None, None));
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
            let error = mean.std_error.unwrap();
            prop_assert!((error - expected).abs() <= 1e-9 * expected.max(1e-3), "{} is not {}", error, expected);
        }
    }
}
