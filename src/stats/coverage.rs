//! Do the intervals hold what they promise? Each test makes 2,000 small seeded runs whose truth is
//! known: an interval of 95 % must hold it in 93.5 to 96.5 % of them.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Dxsm;

use super::{Estimate, Level, Moments, Ratio, wilson};

const RUNS: u32 = 2_000;

#[track_caller]
fn covers(truth: f64, mut run: impl FnMut(&mut Pcg64Dxsm) -> Estimate) {
    let mut luck = Pcg64Dxsm::seed_from_u64(2026);
    let limits = |estimate: Estimate| estimate.low.zip(estimate.high);
    let runs: Vec<_> = (0..RUNS).filter_map(|_| limits(run(&mut luck))).collect();
    // Some may have too few units that decide.
    assert!(runs.len() as u32 > RUNS / 10 * 9, "{} of {RUNS} say something", runs.len());
    let held = runs.iter().filter(|(low, high)| *low <= truth && truth <= *high).count();
    let share = held as f64 / runs.len() as f64;
    assert!((0.935..=0.965).contains(&share), "covered in {:.2} % of the runs", 100.0 * share);
}

/// True with probability `percent` in a hundred, but for 2^-57.
fn chance(luck: &mut Pcg64Dxsm, percent: u64) -> bool {
    luck.next_u64() % 100 < percent
}

#[test]
fn wilson_covers() {
    covers(0.3, |luck| {
        let hits = (0..200).filter(|_| chance(luck, 30)).count();
        wilson(hits as u64, 200, Level::DEFAULT).unwrap()
    });
}

#[test]
fn wilson_covers_a_rare_event() {
    covers(0.05, |luck| {
        let hits = (0..1000).filter(|_| chance(luck, 5)).count();
        wilson(hits as u64, 1000, Level::DEFAULT).unwrap()
    });
}

#[test]
fn the_t_interval_of_a_mean_covers() {
    // The sum of two dice, twenty times.
    covers(7.0, |luck| {
        let die = |luck: &mut Pcg64Dxsm| (luck.next_u64() % 6) as i64 + 1;
        let sums = (0..20).map(|_| die(luck) + die(luck));
        Moments::from_iter(sums).mean(Level::DEFAULT).unwrap()
    });
}

#[test]
fn the_t_interval_of_a_skewed_mean_covers() {
    // Exponential but for rounding: Student's own interval covers 92 %.
    covers(499.5, |luck| {
        let waits = (0..20).map(|_| {
            let uniform = (luck.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            (-500.0 * (1.0 - uniform).ln()).floor() as i64
        });
        Moments::from_iter(waits).mean(Level::DEFAULT).unwrap()
    });
}

#[test]
fn the_t_interval_of_a_ratio_covers() {
    // Games of 1 to 8 turns; all turns of a game share a drift, so a naive interval would fail.
    covers(3.5, |luck| {
        let games = (0..100).map(|_| {
            let turns = luck.next_u64() % 8 + 1;
            let drift = (luck.next_u64() % 6) as i64;
            let points = (0..turns).map(|_| drift + (luck.next_u64() % 3) as i64).sum();
            (points, turns)
        });
        Ratio::from_iter(games).mean(Level::DEFAULT).unwrap()
    });
}

#[test]
fn the_wilson_interval_of_clusters_covers() {
    // Units of six trials that succeed with 10 or 50 % all together: 30 % on the whole.
    covers(0.3, |luck| {
        let units = (0..150).map(|_| {
            let percent = if chance(luck, 50) { 10 } else { 50 };
            ((0..6).filter(|_| chance(luck, percent)).count() as i64, 6)
        });
        Ratio::from_iter(units).proportion(1, Level::DEFAULT).unwrap()
    });
}

#[test]
fn the_wilson_interval_of_clusters_of_any_size_covers() {
    // Some units have no trial at all, and their number of trials goes with their rate.
    covers((1.0 * 0.2 + 4.0 * 0.4) / 5.0, |luck| {
        let units = (0..300).map(|_| {
            let (trials, percent) = [(0, 0), (1, 20), (4, 40)][(luck.next_u64() % 3) as usize];
            let hits = (0..trials).filter(|_| chance(luck, percent)).count();
            (hits as i64, trials)
        });
        Ratio::from_iter(units).proportion(1, Level::DEFAULT).unwrap()
    });
}

#[test]
fn shared_wins_cover() {
    // Half a win in a fifth of the games, a whole one in two fifths.
    covers(0.5, |luck| {
        let games = (0..200).map(|_| ([840, 840, 420, 0, 0][(luck.next_u64() % 5) as usize], 1));
        Ratio::from_iter(games).proportion(840, Level::DEFAULT).unwrap()
    });
}
