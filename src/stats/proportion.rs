//! Proportions of independent binary units.

use statrs::function::beta::beta_reg;
use statrs::function::gamma::gamma_lr;

use super::{Estimate, Level, Method};

/// With fewer hits or misses than this the interval is Clopper and Pearson's.
const RARE: f64 = 10.0;

/// The proportion of `hits` in `trials` independent units; `None` without trials.
///
/// With p = hits / n, the standard error is `sqrt(p (1 - p) / n)`; it is `None` for p = 0 and p =
/// 1, where it would be 0. The interval is the score interval of Wilson, *Probable inference, the
/// law of succession, and statistical inference*, JASA 22 (1927):
///
/// ```text
/// (p + z²/2n ± z sqrt(p (1 - p) / n + z²/4n²)) / (1 + z²/n)
/// ```
///
/// With fewer than ten hits or misses the interval is the one of Clopper & Pearson, *The use of
/// confidence or fiducial limits illustrated in the case of the binomial*, Biometrika 26 (1934),
/// whose coverage is at least nominal; without a hit its upper limit is about 3.7 / n at 95 %.
///
/// # Panics
///
/// If there are more hits than trials.
pub fn wilson(hits: u64, trials: u64, level: Level) -> Option<Estimate> {
    assert!(hits <= trials, "{hits} hits in {trials} trials");
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let p = hits as f64 / n;
    let error = (p * (1.0 - p) / n).sqrt();
    let (limits, method) = match events_limits(hits as f64, n, n, level) {
        Some(limits) => (limits, Method::ClopperPearson),
        None => (score_limits(p, n, level.z()), Method::Wilson),
    };
    Some(Estimate::new(p, (error > 0.0).then_some(error), Some(limits), method, level))
}

/// Wilson's limits for the proportion `p` of `n` units at `z` standard errors; `n` may be
/// fractional.
pub(super) fn score_limits(p: f64, n: f64, z: f64) -> (f64, f64) {
    let z2n = z * z / n;
    let center = p + z2n / 2.0;
    let half = z * (p * (1.0 - p) / n + z2n / (4.0 * n)).sqrt();
    let low = if p <= 0.0 { 0.0 } else { (center - half) / (1.0 + z2n) };
    let high = if p >= 1.0 { 1.0 } else { (center + half) / (1.0 + z2n) };
    (low.clamp(0.0, p), high.clamp(p, 1.0))
}

/// Clopper and Pearson's limits for the proportion of `hits` in `n`, with effective sample size
/// `effective`; `None` if both hits and misses are at least [`RARE`].
pub(super) fn events_limits(hits: f64, n: f64, effective: f64, level: Level) -> Option<(f64, f64)> {
    if hits.min(n - hits) >= RARE {
        return None;
    }
    let (share, misses) = (hits / n, n - hits);
    if misses < hits {
        let (low, high) = events_limits(misses, n, effective, level)?;
        return Some((1.0 - high, 1.0 - low));
    }
    let (hits, misses) = (share * effective, misses / n * effective);
    let low = if share > 0.0 { tail_is(hits, misses + 1.0, level.tail()) } else { 0.0 };
    let high = tail_is(hits + 1.0, misses, 1.0 - level.tail());
    Some((low.clamp(0.0, share), high.clamp(share, 1.0)))
}

/// The p with I(p; a, b) = `tail` (regularised incomplete beta function), for a small `a`.
/// Bisection, because faster methods do not converge for every b.
fn tail_is(a: f64, b: f64, tail: f64) -> f64 {
    // For larger b the gamma function, the limit, is more accurate.
    const LARGE: f64 = 1e6;
    let below = |p: f64| match b < LARGE {
        true => beta_reg(a, b, p) < tail,
        false => gamma_lr(a, p * b) < tail,
    };
    // The standard deviation of a rare count is about its square root: this is far above any
    // quantile needed.
    let (mut low, mut high) = (0.0, 1.0_f64.min((a + 40.0 * (a + 1.0).sqrt() + 800.0) / b));
    let mut middle = f64::midpoint(low, high);
    // For a tiny `a` the quantile is below the smallest positive double: no number is left between
    // the two.
    while high - low > 1e-10 * high && low < middle && middle < high {
        if below(middle) {
            low = middle
        } else {
            high = middle
        }
        middle = f64::midpoint(low, high);
    }
    middle
}
