//! Stratified ratio estimator: strata are parts of a run with fixed numbers of units.

use super::proportion::{events_limits, score_limits};
use super::u448::Wide;
use super::{Estimate, Level, Method, Ratio, wilson};

/// Sums of a ratio per stratum: the games of each matchup and seat, each with a fixed number of
/// units.
///
/// The estimate pools all units. Stratification affects only the standard error: variance between
/// strata does not contribute (Cochran, *Sampling Techniques*, 3rd edition, 1977, sections 5.3 and
/// 6.11, the combined ratio).
#[derive(Clone, Debug, Default)]
pub struct Strata(Vec<Stratum>);

#[derive(Clone, Copy, Debug)]
struct Stratum {
    /// Units dealt to the stratum, including units without an occasion.
    dealt: u64,
    ratio: Ratio,
}

/// A mean has no interval if the effective number of deciding units is below this.
///
/// The effective number is `(Σe²)³ / (Σe³)²` for residuals e. It equals k if k of very many units
/// differ from the others by the same amount.
const LEAST_DECIDING: f64 = 3.0;

impl From<Ratio> for Strata {
    /// One sample of independent units.
    fn from(ratio: Ratio) -> Self {
        Self(vec![Stratum { dealt: ratio.units, ratio }])
    }
}

/// From strata of (units dealt, sums over the units with an occasion).
impl FromIterator<(u64, Ratio)> for Strata {
    /// A stratum of a single unit has no variance estimate. Such strata are merged into one; if
    /// there is only one, it joins the smallest other stratum. The standard error is then too large
    /// rather than too small.
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

    /// The linearised standard error of r = Σy / Σn and its degrees of freedom; `None` for fewer
    /// than two units.
    ///
    /// With residuals e = y - r n, Σ over the units of a stratum, and N units dealt to the stratum:
    ///
    /// ```text
    /// variance = (sum over strata of N / (N - 1) · (Σe² - (Σe)² / N)) / (Σn)²
    /// ```
    ///
    /// The sums are integers, so there is no cancellation, and the variance is exactly zero if all
    /// units of a stratum have the same residual. A unit without an occasion has residual 0. If
    /// only m of very many units had an occasion, the variance is multiplied by `m / (m - 1)`,
    /// since only these m units carry information about it.
    fn std_error(&self, all: &Ratio) -> Option<(f64, u64)> {
        let (n, y) = (all.n, all.y.unsigned_abs());
        let mut sum = 0.0;
        let mut dealt = 0;
        for stratum in &self.0 {
            let part = stratum.ratio;
            // Over the stratum: (Σn)² Σe² = (Σn)² Σy² - 2 Σy Σn Σyn + (Σy)² Σn², and (Σn Σe)².
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
        // 1 if every unit had an occasion.
        let few = m / (m - 1.0) * (units - 1.0) / units;
        let freedom = (m - 1.0 - (strata - 1.0) * m / units).floor().max(1.0);
        let total = n as f64;
        Some(((few * sum).sqrt() / (total * total), freedom as u64))
    }

    /// The ratio r = Σy / Σn with its cluster-robust standard error and a Student's t interval
    /// corrected for skewness; `None` without occasions.
    ///
    /// With residuals e = y - r n over all units and the skewness κ = Σe³ / (Σe²)^(3/2) of their
    /// sum, the limits are
    ///
    /// ```text
    /// r - std_error · g(± t)    g(t) = 3 / κ · (cbrt(1 + κ t - κ² / 6) - 1)
    /// ```
    ///
    /// (Hall, *On the removal of skewness by transformation*, JRSS B 54, 1992, with quantiles of t
    /// in place of normal ones). For κ = 0 this is Student's interval. If 1/κ² < 3, fewer than
    /// three units decide the value, such as one large income among zeros; then, or if all units
    /// are equal, there is no standard error ([`Method::TooFew`]).
    pub fn mean(&self, level: Level) -> Option<Estimate> {
        self.mean_of(2, level)
    }

    /// Like [`Strata::mean`], but without error for fewer than `least` units with an occasion: for
    /// figures dominated by rare large values, which a small sample may miss.
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

    /// The proportion p = Σy / (`scale` · Σn), where y counts hits in parts of 1/`scale` (840 if a
    /// win may be shared by up to eight, 1 for whole hits) and 0 ≤ y ≤ `scale` · n; `None` without
    /// occasions.
    ///
    /// The standard error is the one of [`Strata::mean`]. The interval is Wilson's, or with fewer
    /// than ten hits or misses Clopper and Pearson's, with the effective sample size (Kish, *Survey
    /// Sampling*, 1965, section 8.2; Korn & Graubard, *Confidence intervals for proportions with
    /// small expected number of positive counts*, Survey Methodology 24, 1998):
    ///
    /// ```text
    /// n_effective = p (1 - p) / std_error² · (z / t)²
    /// ```
    ///
    /// where t has the degrees of freedom of the standard error. For Clopper and Pearson's interval
    /// the effective size is at most the number of occasions. If the units show no variance,
    /// because all or none were hits or all had the same proportion of hits, the effective size is
    /// the number of units, as if each were a single occasion. The interval is then too wide rather
    /// than too narrow, and there is no standard error.
    ///
    /// A single stratum of binary units uses [`wilson`].
    ///
    /// # Panics
    ///
    /// If the proportion is not between 0 and 1.
    pub fn proportion(&self, scale: u64, level: Level) -> Option<Estimate> {
        let all = self.pooled();
        if all.n == 0 {
            return None;
        }
        // One sample of units that are each one whole hit or miss.
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

/// κ = Σe³ / (Σe²)^(3/2) with residuals e = y - r n over all units; `None` if all are zero.
pub(super) fn skewness(all: &Ratio) -> Option<f64> {
    // Centred at the integer nearest to r, the sums are small, hence exact although the third
    // powers are kept modulo 2^128.
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

/// Hall's g: maps the quantile `t` of the corrected statistic to the skewed statistic.
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
