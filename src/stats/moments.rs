//! Means of integers, one per independent unit.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::u448::Wide;
use super::{Estimate, Level, Ratio};

/// The number, the sum and the sums of second and third powers of integers.
///
/// The sums are exact for up to 2^64 values with absolute value up to 2^32, except the third
/// powers, which are kept modulo 2^128 and only measure skewness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    n: u64,
    sum: i128,
    squares: u128,
    cubes: i128,
}

impl Moments {
    /// Counts one value.
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    /// Counts a value `times` times.
    pub fn add_times(&mut self, value: i64, times: u64) {
        let (wide, times_wide) = (i128::from(value), i128::from(times));
        self.n += times;
        self.sum += wide * times_wide;
        self.squares += u128::from(value.unsigned_abs()).pow(2) * u128::from(times);
        let cube = (wide * wide).wrapping_mul(wide);
        self.cubes = self.cubes.wrapping_add(cube.wrapping_mul(times_wide));
    }

    /// The number of values.
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// The sum of the values.
    pub const fn sum(&self) -> i128 {
        self.sum
    }

    /// `n Σx² - (Σx)²`: n (n - 1) times the sample variance.
    fn scaled_squares(&self) -> f64 {
        let sum = self.sum.unsigned_abs();
        Wide::product(self.n.into(), self.squares, 1).minus(Wide::product(sum, sum, 1)).to_f64()
    }

    /// The sample standard deviation `sqrt(Σ(x - x̄)² / (n - 1))`; `None` for fewer than two
    /// values.
    pub fn std_dev(&self) -> Option<f64> {
        (self.n >= 2).then(|| (self.scaled_squares() / self.n as f64 / (self.n - 1) as f64).sqrt())
    }

    /// The mean in standard errors; infinite if the values have no variance, and 0 if they are 0.
    pub(crate) fn in_errors(&self) -> f64 {
        let (n, sum) = (self.n as f64, self.sum as f64);
        match self.std_dev() {
            Some(deviation) if deviation > 0.0 => sum / n.sqrt() / deviation,
            _ if self.sum != 0 => f64::INFINITY.copysign(sum),
            _ => 0.0,
        }
    }

    /// The mean with its standard error and interval ([`Ratio::mean`]); `None` without values.
    ///
    /// The values must come from independent units.
    pub fn mean(&self, level: Level) -> Option<Estimate> {
        self.ratio(1).mean(level)
    }

    /// The p-value of Student's t test of the null hypothesis that the mean is 0; `None` for fewer
    /// than two values.
    pub fn t_test(&self) -> Option<f64> {
        if self.n < 2 || self.squares == 0 {
            return (self.n >= 2).then_some(1.0);
        }
        let error = (self.scaled_squares() / (self.n - 1) as f64).sqrt();
        let sum = self.sum.unsigned_abs() as f64;
        Some(if sum > 0.0 { Level::beyond(sum / error, self.n - 1) } else { 1.0 })
    }

    /// The values as clusters of `occasions` occasions each.
    pub fn ratio(&self, occasions: u64) -> Ratio {
        let Self { n, sum, squares, cubes } = *self;
        let each = i128::from(occasions);
        let (units, square) = (i128::from(n), each.wrapping_mul(each));
        Ratio {
            units: n,
            n: (units * each) as u128,
            y: sum,
            nn: units.wrapping_mul(square) as u128,
            yy: squares,
            ny: sum * each,
            yyy: cubes,
            nyy: (squares as i128).wrapping_mul(each),
            nny: sum.wrapping_mul(square),
            nnn: units.wrapping_mul(square).wrapping_mul(each),
        }
    }
}

impl AddAssign for Moments {
    fn add_assign(&mut self, other: Self) {
        let Self { n, sum, squares, cubes } = other;
        self.n += n;
        self.sum += sum;
        self.squares += squares;
        self.cubes = self.cubes.wrapping_add(cubes);
    }
}

impl FromIterator<i64> for Moments {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        let mut moments = Self::default();
        values.into_iter().for_each(|value| moments.add(value));
        moments
    }
}
