//! Shares of independent yes-or-no units.

use super::{Estimate, Level, Method};

/// The share of `hits` among `trials` independent units; none without trials.
///
/// With p = hits / n, the standard error is `sqrt(p (1 - p) / n)` and the interval is the score
/// interval of Wilson, *Probable inference, the law of succession, and statistical inference*, JASA
/// 22 (1927):
///
/// ```text
/// (p + z²/2n ± z sqrt(p (1 - p) / n + z²/4n²)) / (1 + z²/n)
/// ```
///
/// It stays within 0 and 1, and reaches exactly 0 without a hit and exactly 1 without a miss, where
/// its other end is about 4/n away from it at 95 %.
///
/// # Panics
///
/// If there are more hits than trials.
#[must_use]
pub fn wilson(hits: u64, trials: u64, level: Level) -> Option<Estimate> {
    assert!(hits <= trials, "{hits} hits in {trials} trials");
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let p = hits as f64 / n;
    let interval = wilson_limits(p, n, level);
    Some(Estimate::new(p, Some((p * (1.0 - p) / n).sqrt()), Some(interval), Method::Wilson, level))
}

/// Wilson's limits for a share `p` of `n` units, where `n` need not be whole.
pub(super) fn wilson_limits(p: f64, n: f64, level: Level) -> (f64, f64) {
    let z = level.z();
    let z2n = z * z / n;
    let center = p + z2n / 2.0;
    let half = z * (p * (1.0 - p) / n + z2n / (4.0 * n)).sqrt();
    let low = if p <= 0.0 { 0.0 } else { (center - half) / (1.0 + z2n) };
    let high = if p >= 1.0 { 1.0 } else { (center + half) / (1.0 + z2n) };
    (low.clamp(0.0, p), high.clamp(p, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn limits(hits: u64, trials: u64, low: f64, high: f64) {
        let estimate = wilson(hits, trials, Level::DEFAULT).unwrap();
        let digits = |x: f64| (x * 1e4).round() / 1e4;
        let found = (digits(estimate.low.unwrap()), digits(estimate.high.unwrap()));
        assert_eq!(found, (low, high), "{hits} of {trials}");
    }

    /// Newcombe, *Two-sided confidence intervals for the single proportion*, Statistics in Medicine
    /// 17 (1998), table I, method 3, and two textbook values.
    #[test]
    fn intervals_are_the_published_ones() {
        limits(81, 263, 0.2553, 0.3662);
        limits(15, 148, 0.0624, 0.1605);
        limits(0, 20, 0.0, 0.1611);
        limits(1, 29, 0.0061, 0.1718);
        limits(0, 10, 0.0, 0.2775);
        limits(10, 10, 0.7225, 1.0);
    }

    #[test]
    fn the_ends_are_reached_exactly() {
        for trials in [1, 2, 7, 1000, 1 << 40, u64::MAX] {
            let none = wilson(0, trials, Level::DEFAULT).unwrap();
            let all = wilson(trials, trials, Level::DEFAULT).unwrap();
            assert_eq!((none.value, none.low, none.std_error), (0.0, Some(0.0), Some(0.0)));
            assert_eq!((all.value, all.high, all.std_error), (1.0, Some(1.0), Some(0.0)));
            assert!(none.high.unwrap() > 0.0);
        }
        assert_eq!(wilson(0, 0, Level::DEFAULT), None);
    }

    #[test]
    fn the_standard_error_is_the_binomial_one() {
        let estimate = wilson(30, 100, Level::DEFAULT).unwrap();
        assert!((estimate.std_error.unwrap() - 0.045_825_756_949_558_4).abs() < 1e-15);
        assert_eq!(estimate.method.name(), "wilson");
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_value(trials in 1u64.., share in 0.0..=1.0, level in 0.001..0.999999) {
            let hits = ((trials as f64 * share) as u64).min(trials);
            let estimate = wilson(hits, trials, Level::new(level).unwrap()).unwrap();
            let (low, high) = (estimate.low.unwrap(), estimate.high.unwrap());
            prop_assert!(0.0 <= low && low <= estimate.value && estimate.value <= high && high <= 1.0);
        }
    }
}
