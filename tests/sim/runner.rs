//! Tests of the runner: a run counts a prefix of its units for any threads, batches and time of a
//! stop.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use pushluck::sim::interrupt::{StopFlag, Why};
use pushluck::sim::progress::{Progress, Watch};
use pushluck::sim::random::mix;
use pushluck::sim::runner::{Beside, Look, Outcome, RunOptions, Simulation, pool, run, run_on};
use pushluck::sim::tally::Tally;

/// A sum that detects a unit that is missing, played twice or played under a wrong number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    units: u64,
    hashes: u64,
}

impl Tally for Sum {
    fn merge(&mut self, other: Self) {
        self.units += other.units;
        self.hashes = self.hashes.wrapping_add(other.hashes);
    }
}

/// The sum over the first `units` units.
fn expected(units: u64) -> Sum {
    let hashes = (1..=units).fold(0u64, |sum, unit| sum.wrapping_add(mix(unit)));
    Sum { units, hashes }
}

/// A simulation that hashes the number of each unit. `before` is called before each piece; the
/// piece is abandoned, as if stopped, if `before` returns false.
struct Toy<'a> {
    len: fn(u64) -> u64,
    before: &'a (dyn Fn(&Range<u64>) -> bool + Sync),
}

impl Simulation for Toy<'_> {
    type Tally = Sum;
    type Worker = Vec<u64>;

    fn worker(&self) -> Vec<u64> {
        Vec::new()
    }

    fn empty(&self) -> Sum {
        Sum::default()
    }

    fn batch_len(&self, first_unit: u64) -> u64 {
        (self.len)(first_unit)
    }

    fn run_batch(
        &self,
        worker: &mut Vec<u64>,
        units: Range<u64>,
        tally: &mut Sum,
        _: &StopFlag,
    ) -> bool {
        if !(self.before)(&units) {
            return false;
        }
        worker.clear();
        worker.extend(units.map(|unit| mix(unit + 1)));
        tally.units += worker.len() as u64;
        tally.hashes = worker.iter().fold(tally.hashes, |sum, &one| sum.wrapping_add(one));
        true
    }

    fn headline(&self, so_far: &Sum, units: u64) -> String {
        assert_eq!(so_far.units, units);
        format!("{units} counted")
    }
}

const CONSTANT: fn(u64) -> u64 = |_| 16;
/// Short pieces first, then longer ones; the first lengths are 0.
const GROWING: fn(u64) -> u64 = |first| (first / 3).min(40);

fn options(units: u64, threads: usize, stop: &StopFlag) -> RunOptions<'_> {
    RunOptions { units, threads: Some(threads), stop, watch: None }
}

/// Runs the toy simulation and checks that the tally is the sum over the units done.
fn play(
    len: fn(u64) -> u64,
    options: RunOptions<'_>,
    before: &(dyn Fn(&Range<u64>) -> bool + Sync),
) -> (u64, Option<Why>) {
    let Outcome { tally, units_done, stopped } = run(&Toy { len, before }, options).expect("a run");
    assert_eq!(tally, expected(units_done));
    (units_done, stopped)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no panic")
}

#[test]
fn results_do_not_depend_on_threads_and_batches() {
    for (len, threads) in
        [CONSTANT, GROWING].into_iter().flat_map(|len| [1, 2, 7].map(|n| (len, n)))
    {
        let (seen, stop) = (Mutex::new(Vec::new()), StopFlag::new());
        let whole = play(len, options(10_007, threads, &stop), &|piece| {
            lock(&seen).push((piece.start, piece.end));
            true
        });
        assert_eq!(whole, (10_007, None));
        // Pieces are consecutive, and none is longer than `len`.
        let mut seen = seen.into_inner().expect("no panic");
        seen.sort_unstable();
        let mut start = 0;
        for piece in seen {
            assert!(piece.0 == start && piece.1 <= start + len(start).max(1), "{piece:?}");
            start = piece.1;
        }
        assert_eq!(start, 10_007);
    }
}

#[test]
fn a_pool_has_no_more_threads_than_the_machine_can_use() {
    let offered = thread::available_parallelism().map_or(1, usize::from);
    let threads = |wanted, units| pool(wanted, units).expect("a pool").current_num_threads();
    assert_eq!(threads(Some(1024), u64::MAX), 1024.min(4 * offered));
    assert_eq!(threads(None, u64::MAX), offered);
    assert_eq!(threads(Some(3), u64::MAX), 3.min(4 * offered));
    assert_eq!(threads(Some(1024), 2), 2);
}

#[test]
fn an_unfinished_batch_and_all_later_ones_are_dropped() {
    for threads in [1, 2, 4] {
        let stop = StopFlag::new();
        // One unit ends only by the stop.
        let endless = |piece: &Range<u64>| {
            while piece.contains(&7000) && stop.raised().is_none() {
                thread::yield_now();
            }
            !piece.contains(&7000)
        };
        let (done, stopped) = thread::scope(|scope| {
            let run = scope.spawn(|| play(CONSTANT, options(1 << 40, threads, &stop), &endless));
            thread::sleep(Duration::from_millis(50));
            stop.raise(Why::Interrupted);
            run.join().expect("no panic")
        });
        assert!(done <= 7000 && stopped == Some(Why::Interrupted), "{done}");
    }
}

#[test]
fn a_stopped_run_counts_exactly_a_prefix() {
    for (len, threads) in
        [CONSTANT, GROWING].into_iter().flat_map(|len| [1, 2, 7].map(|n| (len, n)))
    {
        let (stop, taken) = (StopFlag::new(), AtomicUsize::new(0));
        let (done, stopped) = play(len, options(1_000_000, threads, &stop), &|_| {
            if taken.fetch_add(1, Ordering::Relaxed) + 1 == 20 {
                stop.raise(Why::Interrupted);
            }
            true
        });
        assert!(done < 1_000_000 && stopped == Some(Why::Interrupted), "{done}");
    }
    // A stop after the last batch was taken has no effect.
    let stop = StopFlag::new();
    let last = |piece: &Range<u64>| {
        if piece.end == 16 {
            stop.raise(Why::Interrupted);
        }
        true
    };
    assert_eq!(play(CONSTANT, options(16, 1, &stop), &last), (16, None));
    // A stop before the run leaves nothing; an interruption takes precedence over other reasons.
    assert!(stop.raise(Why::Interrupted) && !stop.raise(Why::OutOfTime));
    assert_eq!(play(CONSTANT, options(16, 2, &stop), &last), (0, Some(Why::Interrupted)));
    // A run of no units plays nothing.
    let nothing = |_: &Range<u64>| panic!("nothing to play");
    assert_eq!(play(CONSTANT, options(0, 4, &StopFlag::new()), &nothing), (0, None));
}

#[test]
fn a_panic_in_a_batch_ends_the_run() {
    let played = AtomicU64::new(0);
    let before = |piece: &Range<u64>| {
        played.fetch_add(1, Ordering::Relaxed);
        assert!(piece.start < 160, "a panic on purpose");
        true
    };
    let stop = StopFlag::new();
    let options = options(u64::MAX, 2, &stop);
    assert!(catch_unwind(AssertUnwindSafe(|| play(CONSTANT, options, &before))).is_err());
    assert!(played.into_inner() < 1000);
}

#[derive(Default)]
struct Watcher {
    lines: Mutex<Vec<(u64, String)>>,
    ended: AtomicUsize,
}

impl Watch for Watcher {
    fn show(&self, progress: &Progress<'_>) {
        assert!(progress.total == 4000 && !progress.stopping);
        lock(&self.lines).push((progress.done, progress.headline.to_owned()));
    }

    fn end(&self) {
        self.ended.fetch_add(1, Ordering::Relaxed);
    }

    fn interval(&self) -> Duration {
        Duration::ZERO
    }
}

#[test]
fn observers_see_the_running_estimate() {
    let watcher = Watcher::default();
    let stop = StopFlag::new();
    // No worker continues before a line was shown.
    let before = |_: &Range<u64>| {
        while lock(&watcher.lines).is_empty() {
            thread::yield_now();
        }
        true
    };
    let options = RunOptions { watch: Some(&watcher), ..options(4000, 3, &stop) };
    assert_eq!(play(CONSTANT, options, &before), (4000, None));
    let lines = watcher.lines.into_inner().expect("no panic");
    assert!(!lines.is_empty() && lines.is_sorted());
    assert!(lines.iter().all(|(done, line)| *line == format!("{done} counted")));
    assert_eq!(watcher.ended.into_inner(), 1);
}

#[test]
fn a_check_may_end_a_run_and_shows_how_far_it_is_from_the_end() {
    let watcher = Watcher::default();
    let stop = StopFlag::new();
    let options = RunOptions { watch: Some(&watcher), ..options(4000, 2, &stop) };
    let shown = || lock(&watcher.lines).iter().any(|(_, line)| line.ends_with("; 500 of 3000"));
    // No worker continues after the first check before its text was shown.
    let before = |piece: &Range<u64>| {
        while piece.start >= 500 && !shown() {
            thread::yield_now();
        }
        true
    };
    let enough = |sum: &Sum, _| sum.units >= 3000;
    let far = |sum: &Sum| format!("{} of 3000", sum.units);
    let look = Look { after: &|units| (units / 500 + 1) * 500, enough: &enough, far: &far };
    let toy = Toy { len: CONSTANT, before: &before };
    let beside = Beside { keep: None, look: Some(look) };
    let outcome = run_on(&toy, options, (toy.empty(), 0), beside).expect("a run");
    assert_eq!((outcome.units_done, outcome.stopped), (3000, Some(Why::Settled)));
}
