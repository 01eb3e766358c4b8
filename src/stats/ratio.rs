//! Ratio estimator for clustered data: y per occasion n, with sums per independent unit.

use std::iter::Sum;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::{Estimate, Level, Moments, Strata};

/// Sums over units of a quantity y and a number n of occasions: points and turns of a game, wins
/// and seats, busts and rolls.
///
/// Units are independent clusters; occasions within a unit may be correlated. A unit with n = 0
/// carries no information about the ratio and is not counted.
///
/// The sums are exact for up to 2^64 units with y and n of absolute value up to 2^32. The third
/// powers are kept modulo 2^128; they only measure skewness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratio {
    /// Units with n > 0.
    pub units: u64,
    /// Σn, the number of occasions.
    pub n: u128,
    /// Σy.
    pub y: i128,
    /// Σn².
    pub nn: u128,
    /// Σy².
    pub yy: u128,
    /// Σyn.
    pub ny: i128,
    /// Σy³, modulo 2^128 like the following sums.
    pub yyy: i128,
    /// Σy²n.
    pub nyy: i128,
    /// Σyn².
    pub nny: i128,
    /// Σn³.
    pub nnn: i128,
}

impl Ratio {
    /// Adds one unit with `n` occasions and the sum `y`.
    pub fn add(&mut self, y: i64, n: u64) {
        if n == 0 {
            debug_assert_eq!(y, 0, "a unit without occasions has a sum of {y}");
            return;
        }
        if n == 1 && (y == 0 || y == 1) {
            return self.add_trial(y);
        }
        let (wide_y, wide_n) = (i128::from(y), i128::from(n));
        let (yy, nn, ny) = (wide_y * wide_y, wide_n * wide_n, wide_y * wide_n);
        *self += Self {
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
        };
    }

    /// Adds a single trial, the most frequent kind of unit; all powers are equal.
    #[inline]
    fn add_trial(&mut self, hit: i64) {
        self.units += 1;
        self.n += 1;
        self.nn += 1;
        self.nnn = self.nnn.wrapping_add(1);
        if hit == 1 {
            self.y += 1;
            self.yy += 1;
            self.ny += 1;
            for cubes in [&mut self.yyy, &mut self.nyy, &mut self.nny] {
                *cubes = cubes.wrapping_add(1);
            }
        }
    }

    /// `hits` successes in `trials` independent trials.
    pub fn of_counts(hits: u64, trials: u64) -> Self {
        let mut moments = Moments::default();
        moments.add_times(1, hits);
        moments.add_times(0, trials - hits);
        moments.ratio(1)
    }

    /// The ratio r = Σy / Σn of one sample of independent units; see [`Strata::mean`].
    pub fn mean(&self, level: Level) -> Option<Estimate> {
        Strata::from(*self).mean(level)
    }

    /// The proportion p = Σy / (`scale` · Σn) of one sample of independent units; see
    /// [`Strata::proportion`].
    ///
    /// # Panics
    ///
    /// If the proportion is not between 0 and 1.
    pub fn proportion(&self, scale: u64, level: Level) -> Option<Estimate> {
        Strata::from(*self).proportion(scale, level)
    }
}

impl AddAssign for Ratio {
    fn add_assign(&mut self, other: Self) {
        let Self { units, n, y, nn, yy, ny, yyy, nyy, nny, nnn } = other;
        self.units += units;
        self.n += n;
        self.y += y;
        self.nn += nn;
        self.yy += yy;
        self.ny += ny;
        self.yyy = self.yyy.wrapping_add(yyy);
        self.nyy = self.nyy.wrapping_add(nyy);
        self.nny = self.nny.wrapping_add(nny);
        self.nnn = self.nnn.wrapping_add(nnn);
    }
}

/// Adds ratios of disjoint sets of units.
impl Sum for Ratio {
    fn sum<I: Iterator<Item = Self>>(ratios: I) -> Self {
        ratios.fold(Self::default(), |mut all, ratio| {
            all += ratio;
            all
        })
    }
}

/// Adds one unit per (y, n) pair.
impl FromIterator<(i64, u64)> for Ratio {
    fn from_iter<I: IntoIterator<Item = (i64, u64)>>(units: I) -> Self {
        let mut ratio = Self::default();
        units.into_iter().for_each(|(y, n)| ratio.add(y, n));
        ratio
    }
}
