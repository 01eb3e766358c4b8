//! The parallel runner: units in, one tally out, the same for any number of threads.
//!
//! Units `0..n` are cut into batches by a schedule that depends on nothing but the number of the
//! unit ([`Simulation::batch_len`]). Workers take batches in order from one cursor and finish
//! whatever they took, so what has been counted when a run is stopped is exactly a prefix of the
//! units and equals a run of that length. Each worker counts for itself; tallies hold integers, so
//! the order in which they are added does not show.

use std::fmt;
use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::sim::interrupt::{StopFlag, Why};
use crate::sim::progress::{Progress, Watch};

/// Units in a batch unless the simulation says otherwise.
pub const BATCH: u64 = 1024;

/// What units add up to: integers only, so that the order of merging does not matter.
pub trait Tally: Send {
    /// Adds what `other` has counted.
    fn merge(&mut self, other: Self);
}

/// Something that can be played unit by unit.
///
/// What a unit adds to the tally depends on its number alone, never on the batch it is in, on the
/// worker or on what was played before.
pub trait Simulation: Sync {
    /// What is counted.
    type Tally: Tally;
    /// Scratch of one thread (buffers); never part of the result.
    type Worker: Send;

    /// The scratch of one more thread.
    fn worker(&self) -> Self::Worker;

    /// A tally of nothing.
    fn empty(&self) -> Self::Tally;

    /// The length of the batch that begins at `first_unit`, at least one. A batch is the longest
    /// that an interruption has to wait, and the shortest that a thread takes at a time: some
    /// milliseconds are right.
    fn batch_len(&self, first_unit: u64) -> u64 {
        let _ = first_unit;
        BATCH
    }

    /// Plays `units` and adds them to `tally`.
    fn run_batch(&self, worker: &mut Self::Worker, units: Range<u64>, tally: &mut Self::Tally);

    /// The running estimate as one short line, from what is counted so far.
    fn headline(&self, so_far: &Self::Tally, units: u64) -> String;
}

/// How a simulation is run: nothing in it changes the result.
#[derive(Clone, Copy)]
pub struct RunOptions<'a> {
    /// The number of units to play.
    pub units: u64,
    /// The number of threads; without it as many as the machine offers.
    pub threads: Option<usize>,
    /// Stops the run at the next batch once raised.
    pub stop: &'a StopFlag,
    /// Who wants to see how far the run is.
    pub watch: Option<&'a dyn Watch>,
}

impl fmt::Debug for RunOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { units, threads, stop, watch } = self;
        f.debug_struct("RunOptions")
            .field("units", units)
            .field("threads", threads)
            .field("stop", stop)
            .field("watch", &watch.is_some())
            .finish()
    }
}

/// What a run gives.
#[derive(Clone, Debug)]
pub struct Outcome<T> {
    /// What units `0..units_done` add up to.
    pub tally: T,
    /// The number of units played.
    pub units_done: u64,
    /// Why that is less than was asked for, if it is.
    pub stopped: Option<Why>,
    /// How long it took.
    pub elapsed: Duration,
}

/// Plays units `0..options.units` of `simulation`.
///
/// # Errors
///
/// Fails where the system refuses to start the threads.
///
/// # Panics
///
/// Panics if a batch does; the other workers stop at their next batch.
pub fn run<S: Simulation>(simulation: &S, options: RunOptions<'_>) -> Result<Outcome<S::Tally>> {
    let RunOptions { units, threads, stop, watch } = options;
    let begin = Instant::now();
    let pool = pool(threads, units)?;
    let cursor = Cursor { next: AtomicU64::new(0), end: units, abandoned: AtomicBool::new(false) };
    let total = Mutex::new(Total { tally: simulation.empty(), units: 0, shown: begin });

    pool.broadcast(|_| {
        let _guard = AbandonOnPanic(&cursor.abandoned);
        let mut worker = simulation.worker();
        let mut own = Own { tally: simulation.empty(), units: 0, handed_in: begin };
        while stop.raised().is_none()
            && let Some(batch) = cursor.take(|first| simulation.batch_len(first))
        {
            own.units += batch.end - batch.start;
            simulation.run_batch(&mut worker, batch, &mut own.tally);
            let Some(watch) = watch else { continue };
            let now = Instant::now();
            if now - own.handed_in < watch.interval() {
                continue;
            }
            // Somebody else is drawing: there is no hurry.
            let Some(mut total) = try_lock(&total) else { continue };
            total.take_in(&mut own, simulation.empty());
            own.handed_in = now;
            if now - total.shown >= watch.interval() {
                total.shown = now;
                watch.show(&Progress {
                    done: total.units,
                    total: units,
                    elapsed: now - begin,
                    headline: &simulation.headline(&total.tally, total.units),
                    stopping: stop.raised().is_some(),
                });
            }
        }
        lock(&total).take_in(&mut own, simulation.empty());
    });

    if let Some(watch) = watch {
        watch.end();
    }
    let Total { tally, units: units_done, .. } =
        total.into_inner().unwrap_or_else(PoisonError::into_inner);
    debug_assert_eq!(units_done, cursor.next.into_inner(), "a prefix, without a gap");
    let stopped = if units_done < units { stop.raised() } else { None };
    Ok(Outcome { tally, units_done, stopped, elapsed: begin.elapsed() })
}

/// A pool of its own for at most so many pieces of work: the global one belongs to nobody, and reads
/// the environment. Without a number of threads it has as many as the machine offers.
///
/// # Errors
///
/// Fails where the system refuses to start the threads.
pub fn pool(threads: Option<usize>, units: u64) -> Result<rayon::ThreadPool> {
    let offered = || thread::available_parallelism().map_or(1, usize::from);
    let useful = usize::try_from(units).unwrap_or(usize::MAX).max(1);
    let threads = threads.unwrap_or_else(offered).clamp(1, useful);
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("worker-{index}"))
        .build()
        .map_err(|error| Error::Failed(format!("cannot start {threads} threads: {error}")))
}

/// Hands out batches in the order of their units.
struct Cursor {
    next: AtomicU64,
    end: u64,
    abandoned: AtomicBool,
}

impl Cursor {
    /// The next batch. Its length is a function of its start, so the start is all that has to be
    /// agreed upon.
    fn take(&self, len: impl Fn(u64) -> u64) -> Option<Range<u64>> {
        let after = |start: u64| start.saturating_add(len(start).max(1)).min(self.end);
        let start = self
            .next
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |start| {
                let open = start < self.end && !self.abandoned.load(Ordering::Relaxed);
                open.then(|| after(start))
            })
            .ok()?;
        Some(start..after(start))
    }
}

/// Keeps the other workers from playing on for hours when the result is lost anyway.
struct AbandonOnPanic<'a>(&'a AtomicBool);

impl Drop for AbandonOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// What one worker has counted and not handed in.
struct Own<T> {
    tally: T,
    units: u64,
    handed_in: Instant,
}

/// What all workers have handed in.
struct Total<T> {
    tally: T,
    units: u64,
    shown: Instant,
}

impl<T: Tally> Total<T> {
    fn take_in(&mut self, own: &mut Own<T>, empty: T) {
        self.tally.merge(mem::replace(&mut own.tally, empty));
        self.units += mem::take(&mut own.units);
    }
}

// A lock is poisoned only when a worker panicked, and then the panic is what `run` ends with.

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn try_lock<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::luck::mix;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicUsize;

    /// A sum that would notice a unit left out, played twice or under another number.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    struct Sum {
        units: u64,
        hashes: u64,
    }

    impl Tally for Sum {
        fn merge(&mut self, other: Self) {
            let Self { units, hashes } = other;
            self.units += units;
            self.hashes = self.hashes.wrapping_add(hashes);
        }
    }

    /// A simulation that hashes the number of each unit.
    struct Toy<'a> {
        len: fn(u64) -> u64,
        before: &'a (dyn Fn(&Range<u64>) + Sync),
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

        fn run_batch(&self, worker: &mut Vec<u64>, units: Range<u64>, tally: &mut Sum) {
            (self.before)(&units);
            worker.clear();
            worker.extend(units.map(|unit| mix(unit + 1)));
            tally.units += worker.len() as u64;
            tally.hashes = worker.iter().fold(tally.hashes, |sum, &one| sum.wrapping_add(one));
        }

        fn headline(&self, so_far: &Sum, units: u64) -> String {
            assert_eq!(so_far.units, units);
            format!("{units} counted")
        }
    }

    const CONSTANT: fn(u64) -> u64 = |_| 16;
    /// Short batches first, then longer ones, and some that claim to be empty.
    const GROWING: fn(u64) -> u64 = |first| (first / 3).min(40);

    fn expected(units: u64) -> Sum {
        let hashes = (1..=units).fold(0u64, |sum, unit| sum.wrapping_add(mix(unit)));
        Sum { units, hashes }
    }

    fn options(units: u64, threads: usize, stop: &StopFlag) -> RunOptions<'_> {
        RunOptions { units, threads: Some(threads), stop, watch: None }
    }

    #[test]
    fn the_number_of_threads_does_not_show() {
        for len in [CONSTANT, GROWING] {
            for threads in [1, 2, 7] {
                let toy = Toy { len, before: &|_| () };
                let stop = StopFlag::new();
                let outcome = run(&toy, options(10_007, threads, &stop)).expect("a run");
                assert_eq!(outcome.tally, expected(10_007));
                assert_eq!(outcome.units_done, 10_007);
                assert_eq!(outcome.stopped, None);
            }
        }
    }

    #[test]
    fn batches_follow_the_schedule_whoever_takes_them() {
        for threads in [1, 3] {
            let seen = Mutex::new(Vec::new());
            let toy =
                Toy { len: GROWING, before: &|batch| lock(&seen).push((batch.start, batch.end)) };
            let stop = StopFlag::new();
            run(&toy, options(1000, threads, &stop)).expect("a run");
            let mut seen = seen.into_inner().expect("no panic");
            seen.sort_unstable();
            let mut start = 0;
            for batch in seen {
                let end = (start + GROWING(start).max(1)).min(1000);
                assert_eq!(batch, (start, end));
                start = end;
            }
            assert_eq!(start, 1000);
        }
    }

    #[test]
    fn a_stopped_run_counts_exactly_a_prefix() {
        for len in [CONSTANT, GROWING] {
            for threads in [1, 2, 7] {
                let stop = StopFlag::new();
                let taken = AtomicUsize::new(0);
                let toy = Toy {
                    len,
                    before: &|_| {
                        if taken.fetch_add(1, Ordering::Relaxed) + 1 == 20 {
                            stop.raise(Why::Interrupted);
                        }
                    },
                };
                let outcome = run(&toy, options(1_000_000, threads, &stop)).expect("a run");
                assert_eq!(outcome.stopped, Some(Why::Interrupted));
                assert!(outcome.units_done < 1_000_000);
                assert_eq!(outcome.tally, expected(outcome.units_done));
                if threads == 1 {
                    let after = (0..20).fold(0, |start, _| start + len(start).max(1));
                    assert_eq!(outcome.units_done, after);
                }
                // And equals the shorter run.
                let toy = Toy { len, before: &|_| () };
                let shorter = run(&toy, options(outcome.units_done, 3, &StopFlag::new()));
                assert_eq!(shorter.expect("a run").tally, outcome.tally);
            }
        }
    }

    #[test]
    fn a_stop_that_comes_after_the_last_batch_was_taken_changes_nothing() {
        let stop = StopFlag::new();
        let toy = Toy { len: CONSTANT, before: &|_| _ = stop.raise(Why::Interrupted) };
        let outcome = run(&toy, options(16, 1, &stop)).expect("a run");
        assert_eq!((outcome.units_done, outcome.stopped), (16, None));
    }

    #[test]
    fn a_stop_that_comes_first_leaves_nothing() {
        let stop = StopFlag::new();
        stop.raise(Why::Interrupted);
        let outcome = run(&Toy { len: CONSTANT, before: &|_| () }, options(16, 2, &stop));
        let outcome = outcome.expect("a run");
        assert_eq!((outcome.units_done, outcome.stopped), (0, Some(Why::Interrupted)));
        assert_eq!(outcome.tally, Sum::default());
    }

    #[test]
    fn no_units_are_no_work() {
        let toy = Toy { len: CONSTANT, before: &|_| panic!("nothing to play") };
        let outcome = run(&toy, options(0, 4, &StopFlag::new())).expect("a run");
        assert_eq!((outcome.units_done, outcome.stopped), (0, None));
        assert_eq!(outcome.tally, Sum::default());
    }

    #[test]
    fn the_last_units_of_all_can_be_counted() {
        let cursor = Cursor {
            next: AtomicU64::new(u64::MAX - 5),
            end: u64::MAX,
            abandoned: AtomicBool::new(false),
        };
        assert_eq!(cursor.take(|_| u64::MAX), Some(u64::MAX - 5..u64::MAX));
        assert_eq!(cursor.take(|_| 1), None);
    }

    #[test]
    fn a_panic_in_a_batch_ends_the_run() {
        let played = AtomicU64::new(0);
        let toy = Toy {
            len: CONSTANT,
            before: &|batch| {
                played.fetch_add(1, Ordering::Relaxed);
                assert!(batch.start < 160, "the end of the world");
            },
        };
        let stop = StopFlag::new();
        let options = options(u64::MAX, 2, &stop);
        let caught = catch_unwind(AssertUnwindSafe(|| run(&toy, options)));
        assert!(caught.is_err());
        assert!(played.into_inner() < 1000);
    }

    #[derive(Default)]
    struct Watcher {
        lines: Mutex<Vec<(u64, String)>>,
        ended: AtomicUsize,
    }

    impl Watch for Watcher {
        fn show(&self, progress: &Progress<'_>) {
            assert_eq!(progress.total, 4000);
            assert!(!progress.stopping);
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
    fn whoever_watches_sees_the_running_estimate() {
        for threads in [1, 3] {
            let watcher = Watcher::default();
            let stop = StopFlag::new();
            let options = RunOptions { watch: Some(&watcher), ..options(4000, threads, &stop) };
            let outcome = run(&Toy { len: CONSTANT, before: &|_| () }, options).expect("a run");
            assert_eq!(outcome.tally, expected(4000));
            let lines = watcher.lines.into_inner().expect("no panic");
            assert!(!lines.is_empty());
            assert!(lines.is_sorted_by(|a, b| a.0 < b.0));
            assert!(lines.iter().all(|(done, line)| *line == format!("{done} counted")));
            if threads == 1 {
                assert_eq!(lines.len(), 250);
            }
            assert_eq!(watcher.ended.into_inner(), 1);
        }
    }
}
