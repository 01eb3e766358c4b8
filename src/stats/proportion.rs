//! Shares of independent yes-or-no units.

use statrs::function::beta::beta_reg;
use statrs::function::gamma::gamma_lr;

use super::{Estimate, Level, Method};

/// With fewer hits or misses than this the interval is that of Clopper and Pearson.
const RARE: f64 = 10.0;

/// The share of `hits` among `trials` independent units; none without trials.
///
/// With p = hits / n, the standard error is `sqrt(p (1 - p) / n)`, which says nothing where all or
/// none are hits, and is left out. The interval is the score interval of Wilson, *Probable
/// inference, the law of succession, and statistical inference*, JASA 22 (1927):
///
/// ```text
/// (p + z²/2n ± z sqrt(p (1 - p) / n + z²/4n²)) / (1 + z²/n)
/// ```
///
/// With fewer than ten hits or misses it is that of Clopper & Pearson, *The use of confidence or
/// fiducial limits illustrated in the case of the binomial*, Biometrika 26 (1934), which holds at
/// least as often as it promises; without a hit its upper end is about 3.7 / n at 95 %.
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

/// Wilson's limits for a share `p` of `n` units, where `n` need not be whole, at `z` standard errors.
pub(super) fn score_limits(p: f64, n: f64, z: f64) -> (f64, f64) {
    let z2n = z * z / n;
    let center = p + z2n / 2.0;
    let half = z * (p * (1.0 - p) / n + z2n / (4.0 * n)).sqrt();
    let low = if p <= 0.0 { 0.0 } else { (center - half) / (1.0 + z2n) };
    let high = if p >= 1.0 { 1.0 } else { (center + half) / (1.0 + z2n) };
    (low.clamp(0.0, p), high.clamp(p, 1.0))
}

/// The limits of Clopper and Pearson for the share of `hits` among `n`, as sure as if only
/// `effective` of them were independent; none where hits and misses are many.
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

/// The p at which the regularised incomplete beta function I(p; a, b) is `tail`, for an `a` that is
/// not large: by halving, as quicker ways do not end for every b.
fn tail_is(a: f64, b: f64, tail: f64) -> f64 {
    // Beyond this the gamma function, which is the limit, is the more exact of the two.
    const LARGE: f64 = 1e6;
    let below = |p: f64| match b < LARGE {
        true => beta_reg(a, b, p) < tail,
        false => gamma_lr(a, p * b) < tail,
    };
    // The spread of a rare count is about its root: this is far above any quantile that is asked.
    let (mut low, mut high) = (0.0, 1.0_f64.min((a + 40.0 * (a + 1.0).sqrt() + 800.0) / b));
    let mut middle = f64::midpoint(low, high);
    // The quantile of a tiny `a` is less than any number but 0: then nothing lies between the two.
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
