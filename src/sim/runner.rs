//! The parallel runner: units in, one tally out, the same for any number of threads.
//!
//! Workers take batches of units in order from one cursor, as many units at a time as take a tenth
//! of a second, and hand in each batch with a tally of its own. A batch is added to the
//! total as soon as all before it are; where a run is stopped, a batch that was not finished is
//! dropped, and all after it. So what has been counted is exactly a prefix of the units and equals a
//! run of that length, and nobody waits for a long batch. Tallies hold integers, so the order in
//! which they are added does not show.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::sim::interrupt::{StopFlag, Underway, Why};
use crate::sim::progress::{Progress, Watch};

/// Units in a piece unless the simulation says otherwise.
pub const BATCH: u64 = 1024;

/// How long a batch should take: short enough that little is lost when one is dropped and that a stop
/// is not felt, long enough that handing in costs nothing (some megabytes where many policies meet).
const BATCH_TIME: Duration = Duration::from_millis(100);

/// What units add up to: integers only, so that the order of merging does not matter.
pub trait Tally: Clone + Send {
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

    /// The length of the piece that begins at `first_unit`, at least one: what suits the engine (the
    /// turns of one stream, say). A batch is several pieces, or part of one that takes long.
    fn batch_len(&self, first_unit: u64) -> u64 {
        let _ = first_unit;
        BATCH
    }

    /// Whether players hurry to the end once a stop is asked for, as those do who search, so that what
    /// they play then is no sample.
    fn hurries(&self) -> bool {
        false
    }

    /// Plays `units` and adds them to `tally`.
    fn run_batch(&self, worker: &mut Self::Worker, units: Range<u64>, tally: &mut Self::Tally);

    /// The same, but gives up soon after `stop` is raised: then it says `false`, and `tally` and
    /// `worker` are of no use any more. To be written where a unit can take long.
    fn run_until(
        &self,
        worker: &mut Self::Worker,
        units: Range<u64>,
        tally: &mut Self::Tally,
        stop: &StopFlag,
    ) -> bool {
        self.run_batch(worker, units, tally);
        !self.hurries() || stop.raised().is_none()
    }

    /// The running estimate as one short line, from what is counted so far; empty by default.
    fn headline(&self, so_far: &Self::Tally, units: u64) -> String {
        let _ = (so_far, units);
        String::new()
    }
}

/// How a simulation is run: nothing in it changes the result.
#[derive(Clone, Copy)]
pub struct RunOptions<'a> {
    /// The number of units to play.
    pub units: u64,
    /// The number of threads; without it as many as the machine offers.
    pub threads: Option<usize>,
    /// Stops the run once raised.
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
    /// Why it ended there, if not because these are all that were asked for.
    pub stopped: Option<Why>,
}

impl<T> Outcome<T> {
    /// What all units add up to.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] where not all of them were played.
    pub(crate) fn whole(self) -> Result<T> {
        if self.stopped.is_some() { Err(Error::Interrupted) } else { Ok(self.tally) }
    }
}

/// Looks at what a run has counted so far, now and then.
pub struct Keep<'a, T> {
    /// The time between two looks.
    pub every: Duration,
    /// Takes what has been counted, and the unit before which it ends.
    pub keep: &'a (dyn Fn(T, u64) + Sync),
}

impl<T> fmt::Debug for Keep<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keep").field("every", &self.every).finish_non_exhaustive()
    }
}

/// Looks at what a run has counted at fixed numbers of units, and ends it once it has seen enough.
pub struct Look<'a, T> {
    /// The number of units after which it looks next, above the one it is given.
    pub after: &'a dyn Fn(u64) -> u64,
    /// Whether that is enough: what so many units add up to.
    pub enough: &'a dyn Fn(&T, u64) -> bool,
    /// How far it is from enough, in a few words.
    pub far: &'a dyn Fn(&T) -> String,
}

impl<T> fmt::Debug for Look<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Look").finish_non_exhaustive()
    }
}

/// What happens beside the playing.
#[derive(Debug)]
pub struct Beside<'a, T> {
    /// Who keeps what has been counted.
    pub keep: Option<Keep<'a, T>>,
    /// Who may end the run early.
    pub look: Option<Look<'a, T>>,
}

impl<T> Beside<'_, T> {
    /// Nothing.
    pub const NOTHING: Self = Self { keep: None, look: None };
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
    run_on(simulation, options, (simulation.empty(), 0), Beside::NOTHING)
}

/// Plays on to `options.units` what stopped before unit `so_far.1`, when `so_far.0` had been counted.
///
/// # Errors
///
/// As [`run`].
///
/// # Panics
///
/// As [`run`].
pub fn run_on<S: Simulation>(
    simulation: &S,
    options: RunOptions<'_>,
    (so_far, first): (S::Tally, u64),
    Beside { keep, look }: Beside<'_, S::Tally>,
) -> Result<Outcome<S::Tally>> {
    let RunOptions { units, threads, stop, watch } = options;
    let begin = Instant::now();
    let pool = pool(threads, units.saturating_sub(first))?;
    let _underway = Underway::of(stop);
    let total = Total { tally: so_far, units: first, early: BTreeMap::new(), far: String::new() };
    let total = Mutex::new(total);
    let show = |watch: &dyn Watch| {
        let total = lock(&total);
        watch.show(&Progress {
            done: total.units - first,
            total: units - first,
            elapsed: begin.elapsed(),
            headline: &total.headline(simulation),
            stopping: stop.raised().is_some(),
        });
    };
    let store = |keep: &Keep<'_, S::Tally>| {
        let (tally, units) = {
            let total = lock(&total);
            (total.tally.clone(), total.units)
        };
        (keep.keep)(tally, units);
    };
    let settled = thread::scope(|scope| {
        let (show, store) = (&show, &store);
        let _shows = watch.map(|watch| every(scope, || watch.interval(), move || show(watch)));
        let _stores = keep.map(|keep| every(scope, move || keep.every, move || store(&keep)));
        play(simulation, &pool, &total, (units, stop), look.as_ref())
    });
    if let Some(watch) = watch {
        watch.end();
    }
    let Total { tally, units: units_done, early, .. } =
        total.into_inner().unwrap_or_else(PoisonError::into_inner);
    debug_assert!(early.is_empty() || stop.raised().is_some(), "a gap in what was played");
    let stopped = match settled {
        true => Some(Why::Settled),
        false => stop.raised().filter(|_| units_done < units),
    };
    Ok(Outcome { tally, units_done, stopped })
}

/// Acts after each interval, from a thread of its own that a unit of minutes does not hold up, until
/// what is returned is dropped.
fn every<'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    interval: impl Fn() -> Duration + Send + 'scope,
    act: impl Fn() + Send + 'scope,
) -> mpsc::Sender<()> {
    let (over, ticks) = mpsc::channel();
    scope.spawn(move || {
        while ticks.recv_timeout(interval()) == Err(RecvTimeoutError::Timeout) {
            act();
        }
    });
    over
}

/// Plays to unit `units` and hands in to `total`, from one look to the next; says whether one of them
/// saw enough.
fn play<S: Simulation>(
    simulation: &S,
    pool: &rayon::ThreadPool,
    total: &Mutex<Total<S::Tally>>,
    (units, stop): (u64, &StopFlag),
    look: Option<&Look<'_, S::Tally>>,
) -> bool {
    let mut at = lock(total).units;
    // A run may be gone on with from where it had seen enough.
    let mut looks = look.is_some_and(|look| at > 0 && (look.after)(at - 1) == at);
    loop {
        if let Some(look) = look.filter(|_| looks) {
            let mut total = lock(total);
            if (look.enough)(&total.tally, at) {
                return true;
            }
            total.far = (look.far)(&total.tally);
        }
        if at >= units {
            return false;
        }
        let end = look.map_or(units, |look| (look.after)(at).clamp(at + 1, units));
        let abandoned = AtomicBool::new(false);
        let cursor = Cursor { next: AtomicU64::new(at), end, abandoned };
        pool.broadcast(|_| work(simulation, &cursor, pool.current_num_threads(), stop, total));
        if lock(total).units < end {
            return false;
        }
        (at, looks) = (end, true);
    }
}

/// Takes batches and hands them in until there are none.
fn work<S: Simulation>(
    simulation: &S,
    cursor: &Cursor,
    workers: usize,
    stop: &StopFlag,
    total: &Mutex<Total<S::Tally>>,
) {
    let _guard = AbandonOnPanic(&cursor.abandoned);
    let mut worker = simulation.worker();
    let mut length = 1;
    while stop.raised().is_none()
        && let Some(batch) = cursor.take(|first| {
            // Toward the end nobody takes so much that the others have to wait.
            let share = (cursor.end - first) / (2 * workers as u64) + 1;
            batch_len(simulation, first, length.min(share))
        })
    {
        let started = Instant::now();
        let mut tally = simulation.empty();
        let mut first = batch.start;
        while first < batch.end {
            let end = batch.end.min(first.saturating_add(simulation.batch_len(first).max(1)));
            if !simulation.run_until(&mut worker, first..end, &mut tally, stop) {
                return;
            }
            first = end;
        }
        length = next_length(batch.end - batch.start, started.elapsed());
        lock(total).hand_in(batch, tally);
    }
}

/// The length of a batch from `first` on that should have `wanted` units: so many whole pieces, or
/// part of one.
fn batch_len(simulation: &impl Simulation, first: u64, wanted: u64) -> u64 {
    let mut length = simulation.batch_len(first).max(1);
    if length > wanted {
        return wanted;
    }
    while length < wanted {
        length += match simulation.batch_len(first.saturating_add(length)).max(1) {
            piece if length.saturating_add(piece) > wanted => break,
            piece => piece,
        };
    }
    length
}

/// How many units the next batch should have, after one of `length` units that took so long.
fn next_length(length: u64, took: Duration) -> u64 {
    let right = length as f64 * (BATCH_TIME.as_secs_f64() / took.as_secs_f64().max(1e-9));
    (right as u64).clamp(1, length.saturating_mul(4))
}

/// The most threads for each that the machine offers: each costs memory and time of its own, and more
/// make nothing faster.
const MOST_THREADS: usize = 4;

/// A pool of its own for at most so many pieces of work: the global one belongs to nobody, and reads
/// the environment. Without a number of threads it has as many as the machine offers, and never more
/// than four times as many.
///
/// # Errors
///
/// Fails where the system refuses to start the threads.
pub fn pool(threads: Option<usize>, units: u64) -> Result<rayon::ThreadPool> {
    let offered = thread::available_parallelism().map_or(1, usize::from);
    let useful = usize::try_from(units).unwrap_or(usize::MAX).clamp(1, MOST_THREADS * offered);
    let threads = threads.unwrap_or(offered).clamp(1, useful);
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
    /// The next batch, of a length that follows from its start.
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

/// What all workers have handed in.
struct Total<T> {
    /// What units `0..units` add up to.
    tally: T,
    units: u64,
    /// Batches handed in before one that comes first, by their first unit, with their end; neighbours
    /// are one, so there are no more of them than workers.
    early: BTreeMap<u64, (u64, T)>,
    /// How far it was from enough at the last look.
    far: String,
}

impl<T: Tally> Total<T> {
    /// The running estimate, and how far it is from enough.
    fn headline(&self, simulation: &impl Simulation<Tally = T>) -> String {
        let estimate = simulation.headline(&self.tally, self.units);
        let between = if estimate.is_empty() || self.far.is_empty() { "" } else { "; " };
        format!("{estimate}{between}{}", self.far)
    }

    /// Takes in the batch of `units`.
    fn hand_in(&mut self, units: Range<u64>, tally: T) {
        if units.start != self.units {
            let before = self.early.range_mut(..units.start).next_back();
            match before.filter(|(_, (end, _))| *end == units.start) {
                Some((_, (end, early))) => {
                    *end = units.end;
                    early.merge(tally);
                }
                None => _ = self.early.insert(units.start, (units.end, tally)),
            }
            return;
        }
        self.tally.merge(tally);
        self.units = units.end;
        while let Some((end, tally)) = self.early.remove(&self.units) {
            self.tally.merge(tally);
            self.units = end;
        }
    }
}

/// A lock is poisoned only when a worker panicked, and then the panic is what `run` ends with.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::random::mix;
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
    fn batches_are_pieces_in_order_whoever_takes_them() {
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
                assert_eq!(batch.0, start);
                assert!(batch.1 <= start + GROWING(start).max(1));
                start = batch.1;
            }
            assert_eq!(start, 1000);
        }
    }

    #[test]
    fn the_length_of_a_batch_follows_its_cost() {
        let toy = Toy { len: CONSTANT, before: &|_| () };
        // Part of a piece, one piece, and as many whole ones as are wanted.
        for (first, wanted, length) in [(0, 5, 5), (0, 16, 16), (32, 50, 48), (0, 1600, 1600)] {
            assert_eq!(batch_len(&toy, first, wanted), length);
        }
        assert_eq!(next_length(1000, BATCH_TIME), 1000);
        assert_eq!(next_length(1000, BATCH_TIME * 100), 10);
        assert_eq!(next_length(3, BATCH_TIME * 100), 1);
        assert_eq!(next_length(1000, Duration::ZERO), 4000);
        assert_eq!(next_length(u64::MAX, Duration::ZERO), u64::MAX);
    }

    #[test]
    fn early_batches_wait_for_those_before_them() {
        let batch = |units: Range<u64>| {
            let mut sum = Sum::default();
            Toy { len: CONSTANT, before: &|_| () }.run_batch(&mut Vec::new(), units, &mut sum);
            sum
        };
        let empty = Sum::default();
        let far = String::new();
        let mut total = Total { tally: empty, units: 0, early: BTreeMap::new(), far };
        for (units, done, waiting) in
            [(10..20, 0, 1), (20..30, 0, 1), (40..50, 0, 2), (0..10, 30, 1), (30..40, 50, 0)]
        {
            total.hand_in(units.clone(), batch(units));
            assert_eq!((total.units, total.early.len()), (done, waiting));
            assert_eq!(total.tally, expected(done));
        }
    }

    /// A simulation in which some unit never ends.
    struct Endless(u64);

    impl Simulation for Endless {
        type Tally = Sum;
        type Worker = ();

        fn worker(&self) {}

        fn empty(&self) -> Sum {
            Sum::default()
        }

        fn run_batch(&self, (): &mut (), units: Range<u64>, tally: &mut Sum) {
            self.run_until(&mut (), units, tally, &StopFlag::new());
        }

        fn run_until(
            &self,
            (): &mut (),
            units: Range<u64>,
            tally: &mut Sum,
            stop: &StopFlag,
        ) -> bool {
            if units.contains(&self.0) {
                // Endless but for the stop.
                while stop.raised().is_none() {
                    thread::yield_now();
                }
                return false;
            }
            Toy { len: CONSTANT, before: &|_| () }.run_batch(&mut Vec::new(), units, tally);
            true
        }

        fn headline(&self, _: &Sum, _: u64) -> String {
            String::new()
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
    fn an_unfinished_batch_is_dropped_and_all_after_it() {
        for threads in [1, 2, 4] {
            let stop = StopFlag::new();
            let outcome = thread::scope(|scope| {
                let run = scope.spawn(|| run(&Endless(7000), options(1 << 40, threads, &stop)));
                thread::sleep(Duration::from_millis(50));
                stop.raise(Why::Interrupted);
                run.join().expect("no panic").expect("a run")
            });
            assert_eq!(outcome.stopped, Some(Why::Interrupted));
            assert!(outcome.units_done <= 7000, "{}", outcome.units_done);
            assert_eq!(outcome.tally, expected(outcome.units_done));
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
        let last = |batch: &Range<u64>| {
            if batch.end == 16 {
                stop.raise(Why::Interrupted);
            }
        };
        let toy = Toy { len: CONSTANT, before: &last };
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
            // Nobody goes on before something was shown.
            let before = |_: &Range<u64>| {
                while lock(&watcher.lines).is_empty() {
                    thread::yield_now();
                }
            };
            let outcome = run(&Toy { len: CONSTANT, before: &before }, options).expect("a run");
            assert_eq!(outcome.tally, expected(4000));
            let lines = watcher.lines.into_inner().expect("no panic");
            assert!(!lines.is_empty());
            assert!(lines.is_sorted());
            assert!(lines.iter().all(|(done, line)| *line == format!("{done} counted")));
            assert_eq!(watcher.ended.into_inner(), 1);
        }
    }

    #[test]
    fn whoever_watches_sees_how_far_it_is_from_enough() {
        let watcher = Watcher::default();
        let stop = StopFlag::new();
        let options = RunOptions { watch: Some(&watcher), ..options(4000, 2, &stop) };
        let said = || lock(&watcher.lines).iter().any(|(_, line)| line.ends_with("; 500 of 3000"));
        // Nobody goes on from the first look before that was shown.
        let before = |batch: &Range<u64>| {
            while batch.start >= 500 && !said() {
                thread::yield_now();
            }
        };
        let enough = |sum: &Sum, _| sum.units >= 3000;
        let far = |sum: &Sum| format!("{} of 3000", sum.units);
        let look = Look { after: &|units| (units / 500 + 1) * 500, enough: &enough, far: &far };
        let toy = Toy { len: CONSTANT, before: &before };
        let beside = Beside { keep: None, look: Some(look) };
        let outcome = run_on(&toy, options, (toy.empty(), 0), beside).expect("a run");
        assert_eq!((outcome.units_done, outcome.stopped), (3000, Some(Why::Settled)));
    }
}
