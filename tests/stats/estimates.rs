//! Levels, proportions, means and ratios.

use proptest::prelude::*;
use pushluck::stats::{Estimate, Level, Method, Moments, Ratio, Strata, wilson};

use super::close;

const LEVEL: Level = Level::DEFAULT;
/// Confidence levels from 50 % to one error in a million.
const CONFIDENCES: [f64; 6] = [0.5, 0.9, 0.95, 0.99, 0.999, 0.999_999];

fn level(confidence: f64) -> Level {
    Level::new(confidence).expect("a level")
}

/// The estimate without its limits.
fn parts(estimate: Estimate) -> (f64, Option<f64>, Option<f64>, Method) {
    (estimate.value, estimate.std_error, estimate.low, estimate.method)
}

fn one_each(values: &[i64]) -> (u64, Ratio) {
    (values.len() as u64, Ratio::from_iter(values.iter().map(|y| (*y, 1))))
}

#[test]
fn quantiles_are_the_tabulated_ones() {
    for wrong in [0.0, 1.0, -0.1, 1.5, 95.0, f64::NAN, f64::INFINITY] {
        assert_eq!(Level::new(wrong), None, "{wrong}");
    }
    for (confidence, z) in [
        (0.5, 0.674_489_750_196_081_7),
        (0.9, 1.644_853_626_951_472_2),
        (0.95, 1.959_963_984_540_054),
        (0.99, 2.575_829_303_548_900_4),
        (0.999, 3.290_526_731_491_925_6),
    ] {
        close(level(confidence).z(), z, 1e-13);
    }
    // The smallest double as error still yields a finite quantile.
    assert!(level(1.0 - f64::EPSILON / 2.0).bonferroni(1000).z() < 10.0);
    assert!(level(f64::MIN_POSITIVE).z() < 1e-12);
    for (df, t) in [
        (1, 12.706_204_736_174_7),
        (2, 4.302_652_729_749_46),
        (5, 2.570_581_835_636_31),
        (10, 2.228_138_851_986_27),
        (30, 2.042_272_456_301_24),
        (120, 1.979_930_405_082_42),
        (1000, 1.962_339_080_826_41),
    ] {
        close(LEVEL.t(df).unwrap(), t, 1e-10);
    }
    close(level(0.99).t(10).unwrap(), 3.169_272_672_616_4, 1e-10);
    assert_eq!(LEVEL.t(0), None);
}

/// From 10,000 degrees of freedom on, quantiles and tail probabilities of t are expansions.
#[test]
fn a_quantile_of_t_and_the_probability_beyond_it_are_inverses() {
    for confidence in CONFIDENCES {
        let level = level(confidence);
        let (below, above) = (level.t(9_999), level.t(10_000));
        close(below.unwrap(), above.unwrap(), 2e-7);
        assert!(below > above);
        close(level.t(u64::MAX).unwrap(), level.z(), 1e-15);
        for df in [1, 5, 30, 9_999, 10_000, 1 << 40] {
            close(Level::beyond(level.t(df).unwrap(), df), 1.0 - confidence, 1e-6);
        }
    }
    assert_eq!(Level::beyond(0.0, 7), 1.0);
}

#[test]
fn comparisons_and_looks_share_the_error() {
    let five = LEVEL.bonferroni(5);
    close(five.confidence(), 0.99, 1e-15);
    close(five.z(), level(0.99).z(), 1e-13);
    assert_eq!(LEVEL.bonferroni(0), LEVEL);
    let looks = LEVEL.over_looks(5);
    assert_eq!((looks.confidence(), looks.looks()), (0.95, 5));
    close(looks.z(), level(0.99).z(), 1e-13);
    close(looks.bonferroni(10).z(), LEVEL.bonferroni(50).z(), 1e-13);
    assert_eq!(LEVEL.over_looks(0), LEVEL);
    // All interruptions together use the error of one look.
    let all: f64 = (1..10_000).map(|time| 5.0 / looks.interrupted(time).split()).sum();
    assert!((0.999..1.0).contains(&all), "{all}");
}

/// Newcombe, *Two-sided confidence intervals for the single proportion*, Statistics in Medicine 17
/// (1998), table I, methods 3 and 5, and two textbook values.
#[test]
fn intervals_of_proportions_are_the_published_ones() {
    for (hits, trials, low, high) in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1684),
        (1, 29, 0.0009, 0.1776),
        (0, 10, 0.0, 0.3085),
        (10, 10, 0.6915, 1.0),
        // At the switch of methods: 9 events are rare, 10 are not.
        (9, 100, 0.0420, 0.1640),
        (10, 100, 0.0552, 0.1744),
        (91, 100, 0.8360, 0.9580),
    ] {
        let estimate = wilson(hits, trials, LEVEL).unwrap();
        let digits = |x: Option<f64>| (x.unwrap() * 1e4).round() / 1e4;
        assert_eq!(
            (digits(estimate.low), digits(estimate.high)),
            (low, high),
            "{hits} of {trials}"
        );
        let rare = hits.min(trials - hits) < 10;
        let method = if rare { Method::ClopperPearson } else { Method::Wilson };
        assert_eq!(estimate.method, method, "{hits} of {trials}");
    }
    assert_eq!(wilson(0, 0, LEVEL), None);
}

#[test]
fn proportions_of_any_number_of_trials_have_an_interval() {
    for trials in [1, 2, 7, 1000, 1 << 40, u64::MAX] {
        let none = wilson(0, trials, LEVEL).unwrap();
        let all = wilson(trials, trials, LEVEL).unwrap();
        assert_eq!((none.value, none.low, none.std_error), (0.0, Some(0.0), None));
        assert_eq!((all.value, all.high, all.std_error), (1.0, Some(1.0), None));
        assert!(none.high.unwrap() > 0.0);
    }
    // Garwood's limits for a count of 5: 1.6235 and 11.6683.
    for trials in [400_000, 999_000, 1_001_000, 1 << 40, u64::MAX] {
        let estimate = wilson(5, trials, LEVEL).unwrap();
        let [low, high] = [estimate.low, estimate.high].map(|limit| limit.unwrap() * trials as f64);
        assert!((low - 1.6235).abs() < 2e-4 && (high - 11.6683).abs() < 2e-4, "{trials}");
    }
}

/// Student's own sample: hours of sleep gained (Biometrika 6, 1908), in tenths of an hour.
#[test]
fn the_mean_of_students_sleepers_is_known() {
    let moments = Moments::from_iter([12, 24, 13, 13, 0, 10, 18, 8, 46, 14]);
    let estimate = moments.mean(LEVEL).unwrap();
    close(estimate.value, 15.8, 1e-15);
    close(moments.std_dev().unwrap(), 12.299_954_8, 1e-8);
    close(estimate.std_error.unwrap(), 3.889_587, 1e-6);
    // Student's own limits are 7.00 and 24.60; the sample is skewed to the right.
    assert!((7.1..11.0).contains(&estimate.low.unwrap()));
    assert!((24.7..60.0).contains(&estimate.high.unwrap()));
    assert_eq!(estimate.method, Method::T);
    assert_eq!(Moments::default().mean(LEVEL), None);
}

#[test]
fn the_smallest_variance_of_the_largest_sums_is_exact() {
    let mut moments = Moments::default();
    moments.add_times(-(1 << 32), 1 << 63);
    assert_eq!(parts(moments.mean(LEVEL).unwrap()).1, None);
    moments.add(-(1 << 32) + 1);
    assert!(moments.std_dev().unwrap() > 0.0);
    // r = 4e9 with residuals ±1, in a run of 2^40 units.
    let mut ratio = Ratio::from_iter([(4_000_000_001, 1), (3_999_999_999, 1)]);
    for _ in 0..39 {
        ratio += ratio;
    }
    let mean = ratio.mean(LEVEL).unwrap();
    assert_eq!(mean.value, 4e9);
    close(mean.std_error.unwrap(), 2f64.powi(-20), 1e-12);
    // r = 1/2: half of 2^63 units of 2^32 occasions have y = 0.
    let mut ratio = Ratio::from_iter([(1 << 31, 1 << 31), (0, 1 << 31)]);
    for _ in 0..62 {
        ratio += ratio;
    }
    close(ratio.mean(LEVEL).unwrap().std_error.unwrap(), 0.5 * 2f64.powf(-31.5), 1e-12);
}

/// Computed by hand: y = 3, 5, 10 in n = 1, 2, 3; r = 3, the residuals are 0, -1 and 1, so SE =
/// sqrt(3/2 · 2) / 6.
#[test]
fn ratios_computed_by_hand() {
    let mean = Ratio::from_iter([(3, 1), (5, 2), (10, 3)]).mean(LEVEL).unwrap();
    assert_eq!((mean.value, mean.method), (3.0, Method::T));
    close(mean.std_error.unwrap(), 3f64.sqrt() / 6.0, 1e-15);
    close(mean.high.unwrap() - 3.0, 4.302_652_729_749_46 * 3f64.sqrt() / 6.0, 1e-10);
    // A win, a loss and a win shared by two: residuals 1/2, -1/2, 0, so sqrt(3/2 · 1/2) / 3.
    let share = Ratio::from_iter([(840, 1), (0, 1), (420, 1)]).proportion(840, LEVEL).unwrap();
    assert_eq!(share.value, 0.5);
    close(share.std_error.unwrap(), 0.75f64.sqrt() / 3.0, 1e-15);
    // Units of three occasions each.
    let values = [-3, 0, 5, 10];
    let ratio = Ratio::from_iter(values.map(|value| (value, 3)));
    assert_eq!(Moments::from_iter(values).ratio(3), ratio);
}

#[test]
fn single_trials_are_binomial_and_clusters_count_once() {
    let ratio = Ratio::from_iter((0..1000).map(|i| (i64::from(i % 10 < 3), 1)));
    let plain = wilson(300, 1000, LEVEL).unwrap();
    assert_eq!(ratio.proportion(1, LEVEL).unwrap(), plain);
    assert_eq!(Ratio::of_counts(300, 1000), ratio);
    // In two strata for two seats: N / (N - 1) instead of 1, and t instead of z.
    let half = Ratio::of_counts(150, 500);
    let strata: Strata = [(500, half), (500, half)].into_iter().collect();
    let share = strata.proportion(1, LEVEL).unwrap();
    close(share.std_error.unwrap(), plain.std_error.unwrap() * (500f64 / 499.0).sqrt(), 1e-13);
    close(share.low.unwrap(), plain.low.unwrap(), 1e-3);
    assert_eq!(share.method, Method::WilsonCluster);
    // Each of 400 units has four equal occasions: the effective sample size is 400, not 1,600.
    let units = (0..400).map(|i| if i % 4 == 0 { (4, 4) } else { (0, 4) });
    let share = Ratio::from_iter(units).proportion(1, LEVEL).unwrap();
    close(share.high.unwrap(), wilson(100, 400, LEVEL).unwrap().high.unwrap(), 1e-3);
}

#[test]
fn units_without_variance_count_once_each() {
    for (unit, units, scale, hits) in
        [((840, 2), 1000, 840, 500), ((0, 5), 10, 1, 0), ((5, 5), 10, 1, 10)]
    {
        let share = Ratio::from_iter(vec![unit; units]).proportion(scale, LEVEL).unwrap();
        let plain = wilson(hits, units as u64, LEVEL).unwrap();
        assert_eq!((share.value, share.std_error), (plain.value, None));
        assert_eq!((share.low, share.high), (plain.low, plain.high));
    }
    // A proportion that has no exact double.
    let share = Ratio::from_iter([(1, 3), (2, 6)]).proportion(1, LEVEL).unwrap();
    assert!(share.std_error.is_none() && share.low.unwrap() < 0.1);
    // Limits so near to 0 and 1 that no other double is between.
    for (hits, of) in [(1, 1000), (999, 1000), (1, 1_000_000)] {
        let share = Ratio::from_iter([(hits, of)]).proportion(1, LEVEL).unwrap();
        assert!(share.low.unwrap() <= share.value && share.high.unwrap() >= share.value);
        assert!(share.low == Some(0.0) || share.high == Some(1.0), "{share:?}");
    }
    let one = Ratio::from_iter([(2, 4)]);
    let share = one.proportion(1, LEVEL).unwrap();
    assert!(share.low.unwrap() < 0.1 && share.high.unwrap() > 0.9);
    assert_eq!(parts(one.mean(LEVEL).unwrap()), (0.5, None, None, Method::TooFew));
    // Units without occasions do not count.
    assert_eq!(Ratio::from_iter([(0, 0), (0, 1), (0, 0)]).units, 1);
    assert_eq!(Ratio::from_iter([(0, 0)]).mean(LEVEL), None);
    assert_eq!(Ratio::default().proportion(840, LEVEL), None);
}

#[test]
fn a_mean_decided_by_few_units_has_no_error() {
    let with = |many: i64, few: i64| {
        let values = (0..100).map(|i| if i < few { 7 } else { many });
        Ratio::from_iter(values.map(|y| (y, 1))).mean(LEVEL).unwrap()
    };
    for (many, few) in [(0, 0), (0, 1), (0, 2), (40, 1), (0, 99), (0, 100)] {
        let (_, error, low, method) = parts(with(many, few));
        assert_eq!((error, low, method), (None, None, Method::TooFew), "{few} others than {many}");
    }
    let mean = with(0, 4);
    assert_eq!(mean.method, Method::T);
    // As asymmetric as for four events, where Clopper and Pearson's limits are 0.077 and 0.695.
    assert!((0.05..0.12).contains(&mean.low.unwrap()), "{mean:?}");
    assert!((0.6..0.9).contains(&mean.high.unwrap()), "{mean:?}");
}

/// Two strata of means 2 and 12: the variances of their means are 2/4 and 2/4, each with weight one
/// half. As one sample, the error would be 5.3 times as large.
#[test]
fn differences_between_strata_do_not_increase_the_error() {
    let strata: Strata =
        [one_each(&[0, 2, 2, 4]), one_each(&[10, 12, 12, 14])].into_iter().collect();
    let mean = strata.mean(LEVEL).unwrap();
    assert_eq!(mean.value, 7.0);
    let error = f64::sqrt((8.0 / 3.0) / 4.0 / 4.0 * 2.0);
    close(mean.std_error.unwrap(), error, 1e-14);
    // Symmetric, so t with 6 degrees of freedom.
    close(mean.high.unwrap() - 7.0, 2.446_911_851 * error, 1e-8);
    assert!(strata.pooled().mean(LEVEL).unwrap().std_error.unwrap() > 3.0 * error);
    // 10 % of one seat's games and 90 % of the other's: 50 ± 4.2 %, not 50 ± 6.9 %.
    let of = |wins| Ratio::from_iter((0..100).map(|i| (i64::from(i < wins), 1)));
    let strata: Strata = [(100, of(10)), (100, of(90))].into_iter().collect();
    let share = strata.proportion(1, LEVEL).unwrap();
    assert_eq!((share.value, share.method), (0.5, Method::WilsonCluster));
    close(share.std_error.unwrap(), (0.09 * 100.0 / 99.0 / 200.0_f64).sqrt(), 1e-12);
    close(share.high.unwrap() - 0.5, 0.042, 0.02);
}

#[test]
fn strata_of_one_unit_are_merged() {
    for (strata, pooled) in [
        (vec![vec![3], vec![5], vec![10]], vec![3, 5, 10]),
        (vec![vec![1, 2, 3, 4], vec![9]], vec![1, 2, 3, 4, 9]),
    ] {
        let together: Strata = strata.iter().map(|units| one_each(units)).collect();
        assert_eq!(together.mean(LEVEL), one_each(&pooled).1.mean(LEVEL));
    }
}

/// The limits of Hall's interval, with `(1 + x)^(1/3) - 1` written out.
fn hall(value: f64, error: f64, t: f64, skewness: f64) -> [f64; 2] {
    [t, -t].map(|t| {
        let inner = 1.0 + skewness * (t - skewness / 6.0);
        value
            - error * if skewness.abs() < 1e-6 { t } else { 3.0 / skewness * (inner.cbrt() - 1.0) }
    })
}

proptest! {
    #[test]
    fn the_interval_of_a_proportion_contains_the_value(
        trials in 1u64..,
        share in 0.0..=1.0,
        confidence in 0.001..0.999_999,
    ) {
        let hits = ((trials as f64 * share) as u64).min(trials);
        let estimate = wilson(hits, trials, level(confidence)).unwrap();
        let (low, high) = (estimate.low.unwrap(), estimate.high.unwrap());
        prop_assert!(0.0 <= low && low <= estimate.value && estimate.value <= high && high <= 1.0);
    }

    /// Compares error, degrees of freedom and skewness with values from the residuals of all units.
    #[test]
    fn the_interval_of_a_mean_follows_from_the_residuals(
        strata in prop::collection::vec(
            prop::collection::vec((-1000i64..1000, 0u64..5), 2..12),
            1..5,
        ),
    ) {
        let clean = |(y, n): (i64, u64)| if n == 0 { (0, 0) } else { (y, n) };
        let strata: Vec<Vec<_>> =
            strata.into_iter().map(|units| units.into_iter().map(clean).collect()).collect();
        let tally = |units: &Vec<_>| (units.len() as u64, Ratio::from_iter(units.iter().copied()));
        let sum = |f: fn(&(i64, u64)) -> f64| strata.iter().flatten().map(f).sum::<f64>();
        let (y, n) = (sum(|unit| unit.0 as f64), sum(|unit| unit.1 as f64));
        let m = sum(|unit| f64::from(u8::from(unit.1 > 0)));
        prop_assume!(m >= 2.0);
        let residual = |unit: &(i64, u64)| unit.0 as f64 - y / n * unit.1 as f64;
        let power = |power: i32| strata.iter().flatten().map(|u| residual(u).powi(power)).sum::<f64>();
        let (mut variance, mut dealt) = (0.0, 0.0);
        for units in &strata {
            let size = units.len() as f64;
            let mean = units.iter().map(residual).sum::<f64>() / size;
            let squares = units.iter().map(|unit| (residual(unit) - mean).powi(2)).sum::<f64>();
            variance += size / (size - 1.0) * squares;
            dealt += size;
        }
        variance *= m / (m - 1.0) * (dealt - 1.0) / dealt / (n * n);
        let skewness = power(3) / power(2).powf(1.5);
        let mean = strata.iter().map(tally).collect::<Strata>().mean(LEVEL).unwrap();
        let Some(error) = mean.std_error else {
            let few = power(2) < 1e-6 || variance < 1e-12 || 3.0 * skewness * skewness > 0.999;
            prop_assert!(few && mean.method == Method::TooFew, "{} {}", variance, skewness);
            return Ok(());
        };
        prop_assert!((error - variance.sqrt()).abs() <= 1e-9 * variance.sqrt().max(1e-3));
        let freedom = (m - 1.0 - (strata.len() as f64 - 1.0) * m / dealt).floor().max(1.0);
        let [low, high] = hall(mean.value, error, LEVEL.t(freedom as u64).unwrap(), skewness);
        let near = |found: Option<f64>, known: f64| (found.unwrap() - known).abs() <= 1e-6 * known.abs().max(1.0);
        prop_assert!(near(mean.low, low) && near(mean.high, high), "{:?} {} {}", mean, low, high);
    }
}
