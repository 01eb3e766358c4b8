//! Ratios over strata: parts of a run whose numbers of units are fixed beforehand.

use super::proportion::{events_limits, score_limits};
use super::u448::Wide;
use super::{Estimate, Level, Method, Ratio, wilson};

/// Per-unit sums of a ratio, stratum by stratum: the games of each matchup and seat, of which a run
/// plays a fixed number each.
///
/// The estimate is that of all units together. What the strata are for is its error: how much they
/// differ from one another adds nothing to it (Cochran, *Sampling Techniques*, 3rd edition, 1977,
/// sections 5.3 and 6.11, the combined ratio).
#[derive(Clone, Debug, Default)]
pub struct Strata(Vec<Stratum>);

#[derive(Clone, Copy, Debug)]
struct Stratum {
    /// Units dealt to the stratum, those without an occasion among them.
    dealt: u64,
    ratio: Ratio,
}

/// A mean that fewer units than this decide has no error.
///
/// The number of deciding units is `(Σe²)³ / (Σe³)²` for residuals e: k, where k of very many units
/// differ from the others and by the same amount.
const LEAST_DECIDING: f64 = 3.0;

impl From<Ratio> for Strata {
    /// One sample of independent units.
    fn from(ratio: Ratio) -> Self {
        Self(vec![Stratum { dealt: ratio.units, ratio }])
    }
}

/// Of strata as (units dealt to it, sums over those of them that had an occasion).
impl FromIterator<(u64, Ratio)> for Strata {
    /// A stratum of a single unit says nothing about its error. Such strata are put together, and
    /// with the smallest of the others if only one unit comes together that way: the error is then
    /// rather too large than too small.
    fn from_iter<I: IntoIterator<Item = (u64, Ratio)>>(strata: I) -> Self {
        let mut large = Vec::new();
        let mut rest = Stratum { dealt: 0, ratio: Ratio::default() };
        for (dealt, ratio) in strata {
            debug_assert!(ratio.units <= dealt, "{} of {dealt} units", ratio.units);
            match dealt {
                0 => {}
                1 => {
                    rest.dealt += 1;
                    rest.ratio += ratio;
                }
                _ => large.push(Stratum { dealt, ratio }),
            }
        }
        if rest.dealt == 1
            && let Some(into) = large.iter_mut().min_by_key(|stratum| stratum.dealt)
        {
            into.dealt += 1;
            into.ratio += rest.ratio;
        } else if rest.dealt > 0 {
            large.push(rest);
        }
        Self(large)
    }
}

impl Strata {
    /// All units as one sample.
    pub fn pooled(&self) -> Ratio {
        self.0.iter().map(|stratum| stratum.ratio).sum()
    }

    /// The linearised standard error of r = Σy / Σn, and its degrees of freedom; none for fewer
    /// than two units.
    ///
    /// With residuals e = y - r n, of which Σ runs over the units of a stratum and N is the number
    /// dealt to it:
    ///
    /// ```text
    /// variance = (sum over strata of N / (N - 1) · (Σe² - (Σe)² / N)) / (Σn)²
    /// ```
    ///
    /// The sums are taken in whole numbers, so nothing is lost by cancellation, and they are
    /// exactly zero where all units of a stratum have one residual. A unit without an occasion has
    /// the residual 0. Where only some of the units had one, it is they who must tell the error: the
    /// variance is raised to `m / (m - 1)` of the plain sum if m of very many did.
    fn std_error(&self, all: &Ratio) -> Option<(f64, u64)> {
        let (n, y) = (all.n, all.y.unsigned_abs());
        let mut sum = 0.0;
        let mut dealt = 0;
        for stratum in &self.0 {
            let part = stratum.ratio;
            // (Σn)² Σe² = (Σn)² Σy² - 2 Σy Σn Σyn + (Σy)² Σn², and (Σn Σe)², over the stratum.
            let squares = Wide::product(n, n, part.yy).plus(Wide::product(y, y, part.nn));
            let cross = Wide::product(y, n, part.ny.unsigned_abs());
            let cross = cross.plus(cross);
            let squares = match (all.y < 0) == (part.ny < 0) {
                true => squares.minus(cross),
                false => squares.plus(cross),
            };
            let (from_y, from_n) =
                (Wide::product(n, part.y.unsigned_abs(), 1), Wide::product(y, part.n, 1));
            let drift = match (all.y < 0) == (part.y < 0) {
                true => from_y.difference(from_n),
                false => from_y.plus(from_n),
            };
            let spread = squares.times(stratum.dealt.into()).minus(drift.squared()).to_f64();
            sum += spread / (stratum.dealt.max(2) - 1) as f64;
            dealt += stratum.dealt;
        }
        let (m, strata, units) = (all.units as f64, self.0.len() as f64, dealt as f64);
        if all.units < 2 {
            return None;
        }
        // 1 where every unit had an occasion.
        let few = m / (m - 1.0) * (units - 1.0) / units;
        let freedom = (m - 1.0 - (strata - 1.0) * m / units).floor().max(1.0);
        let total = n as f64;
        Some(((few * sum).sqrt() / (total * total), freedom as u64))
    }

    /// The ratio r = Σy / Σn, with the standard error that holds although the occasions within a
    /// unit depend on each other and a Student's t interval corrected for skewness; none without
    /// occasions.
    ///
    /// With residuals e = y - r n over all units and the skewness κ = Σe³ / (Σe²)^(3/2) of their
    /// sum, the limits are
    ///
    /// ```text
    /// r - std_error · g(± t)    g(t) = 3 / κ · (cbrt(1 + κ t - κ² / 6) - 1)
    /// ```
    ///
    /// (Hall, *On the removal of skewness by transformation*, JRSS B 54, 1992, with the quantiles
    /// of t for normal ones), which is Student's interval where κ = 0. With 1/κ² < 3 the value is
    /// decided by fewer than three units, one large income among zeros, say; then, or where all
    /// units are equal, nothing is said of the error ([`Method::TooFew`]).
    pub fn mean(&self, level: Level) -> Option<Estimate> {
        self.mean_of(2, level)
    }

    /// The same, which says nothing of its error for fewer than `least` units with an occasion: for
    /// figures that rare large values decide, of which a small sample may have seen none.
    pub fn mean_of(&self, least: u64, level: Level) -> Option<Estimate> {
        let all = self.pooled();
        if all.n == 0 {
            return None;
        }
        let value = all.y as f64 / all.n as f64;
        let interval = || {
            let (error, freedom) = self.std_error(&all).filter(|(error, _)| *error > 0.0)?;
            let skewness = skewness(&all)?;
            if all.units < least || skewness * skewness * LEAST_DECIDING > 1.0 {
                return None;
            }
            let t = level.t(freedom)?;
            let limit = |t| value - error * hall(t, skewness);
            Some(Estimate::new(value, Some(error), Some((limit(t), limit(-t))), Method::T, level))
        };
        Some(interval().unwrap_or_else(|| Estimate::too_few(value, level)))
    }

    /// The share p = Σy / (`scale` · Σn), where y counts hits in parts of 1/`scale` (840 where a
    /// win may be shared by up to eight, 1 where hits are whole) and 0 ≤ y ≤ `scale` · n; none
    /// without occasions.
    ///
    /// The standard error is that of [`Strata::mean`]; the interval is Wilson's, or with fewer than
    /// ten hits or misses that of Clopper and Pearson, with the effective number of independent
    /// occasions (Kish, *Survey Sampling*, 1965, section 8.2; Korn & Graubard, *Confidence intervals
    /// for proportions with small expected number of positive counts*, Survey Methodology 24, 1998):
    ///
    /// ```text
    /// n_effective = p (1 - p) / std_error² · (z / t)²
    /// ```
    ///
    /// where t has the degrees of freedom of the standard error. Clopper and Pearson's takes no more
    /// than the occasions there were. Where the units tell no error, because all of them or none
    /// were hits or all had the same share of them, the effective number is the number of units, as
    /// if each had been worth no more than a single occasion; the interval is rather too wide than
    /// too narrow, and there is no standard error.
    ///
    /// A single stratum of units that are each one hit or miss is [`wilson`]'s.
    ///
    /// # Panics
    ///
    /// If the share is not between 0 and 1.
    pub fn proportion(&self, scale: u64, level: Level) -> Option<Estimate> {
        let all = self.pooled();
        if all.n == 0 {
            return None;
        }
        // One sample of units that are each a whole hit or none at all.
        let binary = all.yy == all.y.unsigned_abs() * u128::from(scale);
        if self.0.len() == 1 && binary && all.n == u128::from(all.units) && all.y >= 0 {
            return wilson((all.y as u128 / u128::from(scale)) as u64, all.units, level);
        }
        let (n, scale) = (all.n as f64, scale as f64);
        let hits = all.y as f64 / scale;
        let p = hits / n;
        assert!((0.0..=1.0).contains(&p), "a share of {p}");
        let error = self.std_error(&all).filter(|(error, _)| *error > 0.0);
        let error = error.map(|(error, freedom)| (error / scale, freedom));
        let effective = error
            .and_then(|(error, freedom)| {
                let narrower = level.z() / level.t(freedom)?;
                Some(p * (1.0 - p) / (error * error) * narrower * narrower)
            })
            .filter(|effective| effective.is_finite())
            .unwrap_or(all.units as f64);
        let (limits, method) = match events_limits(hits, n, effective.min(n), level) {
            Some(limits) => (limits, Method::ClopperPearson),
            None => (score_limits(p, effective, level.z()), Method::WilsonCluster),
        };
        Some(Estimate::new(p, error.map(|(error, _)| error), Some(limits), method, level))
    }
}

/// κ = Σe³ / (Σe²)^(3/2) with residuals e = y - r n over all units; none where they are all zero.
pub(super) fn skewness(all: &Ratio) -> Option<f64> {
    // About the whole number next to r the sums are small, and exact although the third powers are
    // kept modulo 2^128.
    let whole = (all.y as f64 / all.n as f64).round() as i128;
    let times = |sum: i128, factor: i128| sum.wrapping_mul(factor);
    let (n, yy, nn) = (all.n as i128, all.yy as i128, all.nn as i128);
    let square = whole.wrapping_mul(whole);
    let sum =
        |parts: &[i128]| parts.iter().fold(0_i128, |sum, part| sum.wrapping_add(*part)) as f64;
    let y2 = sum(&[yy, times(all.ny, -2 * whole), times(nn, square)]);
    let yn = sum(&[all.ny, times(nn, -whole)]);
    let y3 = sum(&[
        all.yyy,
        times(all.nyy, -3 * whole),
        times(times(all.nny, 3), square),
        times(times(all.nnn, -whole), square),
    ]);
    let y2n = sum(&[all.nyy, times(all.nny, -2 * whole), times(all.nnn, square)]);
    let yn2 = sum(&[all.nny, times(all.nnn, -whole)]);
    let rest = sum(&[all.y, times(n, -whole)]) / all.n as f64;
    let second = y2 - rest * (2.0 * yn - rest * all.nn as f64);
    let third = y3 - rest * (3.0 * y2n - rest * (3.0 * yn2 - rest * all.nnn as f64));
    (second > 0.0).then(|| third / (second * second.sqrt())).filter(|skewness| skewness.is_finite())
}

/// Hall's g: where the skewed statistic stands whose corrected one stands at `t`.
pub(super) fn hall(t: f64, skewness: f64) -> f64 {
    if skewness.abs() < 1e-8 {
        return t;
    }
    let inner = skewness * (t - skewness / 6.0);
    // cbrt(1 + x) - 1 without cancellation.
    let root = (1.0 + inner).cbrt();
    3.0 * inner / (root * root + root + 1.0) / skewness
}

/// The inverse of [`hall`].
pub(super) fn hall_inverse(g: f64, skewness: f64) -> f64 {
    let third = skewness * g / 3.0;
    // ((1 + third)³ - 1) / skewness without cancellation.
    g * (1.0 + third * (1.0 + third / 3.0)) + skewness / 6.0
}
