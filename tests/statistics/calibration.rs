//! Calibration of intervals and p-values: many runs, one seed each, of cases with known truth. The
//! coverage of a 95 % interval must be 93.5 to 96.5 %; that of a run with a stop condition at least
//! 95 %, even if it stops as soon as the truth is outside.
//!
//! CI runs few games; `PUSHLUCK_STATISTICS=full` makes 2,000 runs of every case and prints the rows
//! of `reports/calibration.csv`, one test after another:
//!
//! ```console
//! $ PUSHLUCK_STATISTICS=full cargo test --test statistics calibration -- --nocapture --test-threads 1
//! ```

use pushluck::report::Table;
use pushluck::run::{Arena, RunSpec, Stopping, Until, Width, Work};
use pushluck::stats::{Estimate, Level, Looks, Moments, Ratio, wilson};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Dxsm;

use crate::paired::copies;
use crate::{compare, full, play, spec};

const RUNS: u64 = 2_000;

/// The required coverage of an interval for a fixed number of units, and of a run with a stop
/// condition.
const FIXED: (f64, f64) = (0.935, 0.965);
const STOPPED: (f64, f64) = (0.95, 1.0);

/// Levels of El Ocho, with the points and bust probability of a turn of `hold-at:hold=600`, as
/// shown by `pushluck verify el-ocho`.
const HOLD_AT_600: [(&str, f64, f64); 2] =
    [("1", 457.158193, 0.464362837), ("2", 642.906572, 0.297108485)];

/// The number of runs of real games.
fn runs() -> u64 {
    if full() { RUNS } else { 150 }
}

/// Collects failed cases; prints all.
#[derive(Default)]
struct Report {
    faults: Vec<String>,
}

impl Report {
    /// One case: whether the interval of each run contained the truth; `None` for no interval.
    fn case(&mut self, (case, figure): (&str, &str), promised: (f64, f64), held: &[Option<bool>]) {
        let told: Vec<bool> = held.iter().copied().flatten().collect();
        let covered = told.iter().filter(|held| **held).count();
        let share = covered as f64 / told.len() as f64;
        // Three standard errors of the coverage for a reduced number of runs.
        let error =
            if held.len() as u64 >= RUNS { 0.0 } else { 3.0 * (0.0475 / told.len() as f64).sqrt() };
        let (low, high) = promised;
        let row = format!("{case},{figure},{low},{high},{},{covered},{share:.4}", told.len());
        println!("{row}");
        if !(low - error..=high + error).contains(&share) || told.len() * 10 < held.len() * 9 {
            self.faults.push(row);
        }
    }

    /// p-values of equal policies: the Kolmogorov distance to the uniform distribution exceeds 1.95
    /// / √n with probability 1/1000.
    fn uniform(&mut self, (case, figure): (&str, &str), mut values: Vec<f64>) {
        values.sort_by(f64::total_cmp);
        let n = values.len() as f64;
        let deviation = |(rank, p): (usize, &f64)| {
            let (below, above) = (rank as f64 / n, (rank as f64 + 1.0) / n);
            (p - below).max(above - p)
        };
        let distance = values.iter().enumerate().map(deviation).fold(0.0, f64::max);
        let most = 1.95 / n.sqrt();
        let row = format!("{case},{figure},0,{most:.4},{n},,{distance:.4}");
        println!("{row}");
        if distance >= most {
            self.faults.push(row);
        }
    }

    fn end(self) {
        assert!(self.faults.is_empty(), "\n{}", self.faults.join("\n"));
    }
}

fn holds(estimate: &Estimate, truth: f64) -> Option<bool> {
    estimate.low.zip(estimate.high).map(|(low, high)| low <= truth && truth <= high)
}

/// True with probability `percent` in 100, up to 2^-57.
fn chance(random: &mut Pcg64Dxsm, percent: u64) -> bool {
    random.next_u64() % 100 < percent
}

/// Exponential up to rounding, with mean 499.5.
fn waiting(random: &mut Pcg64Dxsm) -> i64 {
    let uniform = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    (-500.0 * (1.0 - uniform).ln()).floor() as i64
}

/// Turns and points of a game of 1 to 8 turns with a shared drift, so that a naive interval fails:
/// 3.5 points per turn.
fn game(random: &mut Pcg64Dxsm) -> (i64, u64) {
    let turns = random.next_u64() % 8 + 1;
    let drift = (random.next_u64() % 6) as i64;
    ((0..turns).map(|_| drift + (random.next_u64() % 3) as i64).sum(), turns)
}

/// Six trials with a common success rate of 10 or 50 %: 30 % overall.
fn cluster(random: &mut Pcg64Dxsm) -> (i64, u64) {
    let percent = if chance(random, 50) { 10 } else { 50 };
    ((0..6).filter(|_| chance(random, percent)).count() as i64, 6)
}

/// Zero, one or four trials, with a rate correlated with their number: 36 % overall.
fn uneven_cluster(random: &mut Pcg64Dxsm) -> (i64, u64) {
    let (trials, percent) = [(0, 0), (1, 20), (4, 40)][(random.next_u64() % 3) as usize];
    ((0..trials).filter(|_| chance(random, percent)).count() as i64, trials)
}

/// Half a win in a fifth of the games, a full one in two fifths.
fn shared_win(random: &mut Pcg64Dxsm) -> (i64, u64) {
    ([840, 840, 420, 0, 0][(random.next_u64() % 5) as usize], 1)
}

fn share(hits: usize, trials: u64, level: Level) -> Estimate {
    wilson(hits as u64, trials, level).expect("trials")
}

#[test]
fn intervals_of_known_distributions_cover() {
    let mut report = Report::default();
    let mut random = Pcg64Dxsm::seed_from_u64(2026);
    let level = Level::DEFAULT;
    let mut case = |what, truth, run: &mut dyn FnMut(&mut Pcg64Dxsm) -> Estimate| {
        let held: Vec<_> = (0..RUNS).map(|_| holds(&run(&mut random), truth)).collect();
        report.case(what, FIXED, &held);
    };
    case(("30 % of 200", "wilson"), 0.3, &mut |random| {
        share((0..200).filter(|_| chance(random, 30)).count(), 200, level)
    });
    case(("5 % of 1000", "wilson"), 0.05, &mut |random| {
        share((0..1000).filter(|_| chance(random, 5)).count(), 1000, level)
    });
    case(("two dice 20 times", "mean"), 7.0, &mut |random| {
        let die = |random: &mut Pcg64Dxsm| (random.next_u64() % 6) as i64 + 1;
        let sums = (0..20).map(|_| die(random) + die(random));
        Moments::from_iter(sums).mean(level).expect("a mean")
    });
    // The coverage of Student's own interval is 92 %.
    case(("exponential 20 times", "mean"), 499.5, &mut |random| {
        Moments::from_iter((0..20).map(|_| waiting(random))).mean(level).expect("a mean")
    });
    case(("100 games that drift", "ratio"), 3.5, &mut |random| {
        Ratio::from_iter((0..100).map(|_| game(random))).mean(level).expect("a ratio")
    });
    case(("150 clusters", "wilson-cluster"), 0.3, &mut |random| {
        Ratio::from_iter((0..150).map(|_| cluster(random))).proportion(1, level).expect("a share")
    });
    case(("300 uneven clusters", "wilson-cluster"), 0.36, &mut |random| {
        let units = (0..300).map(|_| uneven_cluster(random));
        Ratio::from_iter(units).proportion(1, level).expect("a share")
    });
    case(("200 games with shared wins", "wilson-cluster"), 0.5, &mut |random| {
        let games = (0..200).map(|_| shared_win(random));
        Ratio::from_iter(games).proportion(840, level).expect("a share")
    });
    report.end();
}

/// Runs of 5,000 units that stop at the first look at which the interval misses the truth, the
/// worst possible stop condition. With intervals for a fixed number of units, about a quarter would
/// miss, as the second case shows.
#[test]
fn no_rule_of_stopping_spoils_a_confidence_sequence() {
    const UNITS: u64 = 5_000;
    let mut report = Report::default();
    let looks = Looks::new(UNITS);
    let sequence = Level::DEFAULT.over_looks(looks.number());
    let mut case =
        |what: &str, truth, draw: &mut dyn FnMut(&mut Pcg64Dxsm) -> (i64, u64), of: Of| {
            let mut random = Pcg64Dxsm::seed_from_u64(2027);
            let mut held = vec![[true; 2]; RUNS as usize];
            for held in &mut held {
                let (mut ratio, mut units) = (Ratio::default(), 0);
                while units < UNITS {
                    let look = looks.after(units);
                    (units..look).for_each(|_| {
                        let (y, n) = draw(&mut random);
                        ratio.add(y, n);
                    });
                    units = look;
                    for (held, level) in held.iter_mut().zip([sequence, Level::DEFAULT]) {
                        *held &= holds(&of(&ratio, level), truth).unwrap_or(true);
                    }
                }
            }
            let of = |which: usize| held.iter().map(|held| Some(held[which])).collect::<Vec<_>>();
            report.case((what, "confidence-sequence"), STOPPED, &of(0));
            report.case((what, "fixed interval watched"), (0.0, 0.9), &of(1));
        };
    case("30 %", 0.3, &mut |random| (i64::from(chance(random, 30)), 1), proportion);
    case("2 %", 0.02, &mut |random| (i64::from(chance(random, 2)), 1), proportion);
    case("exponential", 499.5, &mut |random| (waiting(random), 1), mean);
    case("games that drift", 3.5, &mut game, mean);
    case("clusters", 0.3, &mut cluster, proportion);
    report.end();
}

type Of = fn(&Ratio, Level) -> Estimate;

fn proportion(ratio: &Ratio, level: Level) -> Estimate {
    ratio.proportion(1, level).expect("a share")
}

fn mean(ratio: &Ratio, level: Level) -> Estimate {
    ratio.mean(level).expect("a mean")
}

/// Whether the interval of the matching row contains the truth.
fn row_holds(tables: &[Table], name: &str, of: &[(&str, &str)], truth: f64) -> Option<bool> {
    let table = tables.iter().find(|table| table.name() == name).expect("a table");
    let limit = |column: &str| table.number(of, column);
    limit("ci_low").zip(limit("ci_high")).map(|(low, high)| low <= truth && truth <= high)
}

/// Single turns of El Ocho against exact values, and games of 8 Seconds between equal policies.
#[test]
fn intervals_of_runs_cover() {
    let mut report = Report::default();
    for (level, mean, bust) in HOLD_AT_600 {
        let spec = |seed| spec(&[("level", level)], &["hold-at:hold=600"], seed, Work::Turns(250));
        let runs: Vec<_> =
            (1..=runs()).map(|seed| play("el-ocho", &spec(seed), 2).tables).collect();
        let of = |table: &str, of: &[(&str, &str)], truth: f64| -> Vec<_> {
            runs.iter().map(|tables| row_holds(tables, table, of, truth)).collect()
        };
        let what = format!("250 turns of El Ocho at level {level}");
        let held = of("expected_scores", &[("unit", "turn")], mean);
        report.case((&what, "mean"), FIXED, &held);
        let held = of("bust_probabilities", &[("situation", "turn")], bust);
        report.case((&what, "bust rate"), FIXED, &held);
    }
    let wins = |work: &dyn Fn(u64) -> RunSpec| -> Vec<_> {
        let of = [("policy", "random")];
        let held =
            |seed| row_holds(&play("eight-seconds", &work(seed), 2).tables, "win_rates", &of, 0.5);
        (1..=runs()).map(held).collect()
    };
    let fixed = wins(&|seed| spec(&[], &["random", "random"], seed, Work::Games(Some(300))));
    report.case(("300 games of 8 Seconds", "win rate"), FIXED, &fixed);
    let stopped = wins(&|seed| {
        let until = Until::Width(Width::Win, 0.07);
        let stopping = Stopping { until: Some(until), at_most: Some(2_000), turns: false };
        spec(&[], &["random", "random"], seed, Work::Until(stopping))
    });
    report.case(("8 Seconds until ci(win) < 7%", "win rate"), STOPPED, &stopped);
    report.end();
}

/// Two equal policies of 8 Seconds that toss different coins.
#[test]
fn comparisons_of_equal_policies_are_calibrated() {
    let mut report = Report::default();
    let folder = tempfile::tempdir().expect("a folder");
    let names = copies(folder.path(), ("eight-seconds", ["act", "dismount"]), 30.0);
    let found = |seed: u64, games: Option<u64>, stopping: Option<Stopping>| {
        let arena = Arena { seed, games, ..Arena::default() };
        compare("eight-seconds", &names, arena, stopping, 2)
    };
    let fixed: Vec<_> = (1..=runs()).map(|seed| found(seed, Some(200), None)).collect();
    let until = Until::Width(Width::Mean, 1.0);
    let stopping = Stopping { until: Some(until), at_most: Some(1_000), turns: false };
    let stopped: Vec<_> = (1..=runs()).map(|seed| found(seed, None, Some(stopping))).collect();
    for (figure, name) in [("win_rate_difference", "win rate"), ("score_difference", "score")] {
        let of = [("figure", figure)];
        let held = |tables: &[Vec<Table>]| -> Vec<_> {
            tables.iter().map(|tables| row_holds(tables, "comparisons", &of, 0.0)).collect()
        };
        let what = format!("paired difference of {name}");
        report.case(("200 games of 8 Seconds each", &what), FIXED, &held(&fixed));
        report.case(("8 Seconds until ci(mean) < 1", &what), STOPPED, &held(&stopped));
    }
    // Only scores: wins are too few and too discrete for a continuous distribution.
    let p = |tables: &Vec<Table>| {
        let of = [("figure", "score_difference")];
        tables[0].number(&of, "p_value").expect("a p-value")
    };
    report.uniform(("200 games of 8 Seconds each", "p values"), fixed.iter().map(p).collect());
    report.end();
}
