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
