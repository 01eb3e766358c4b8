//! The parallel runner: plays numbered units into one tally, which is identical for any number of
//! threads.
//!
//! Workers take batches of units in order from a shared cursor; a batch takes about a tenth of a
//! second and has its own tally. A batch is added to the total as soon as all earlier batches are.
//! If a run is stopped, unfinished batches and all later ones are dropped. The counted units are
//! therefore always a prefix: the result equals a run of that length. Tallies hold integers, so the
//! order of additions does not change the result.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::sim::interrupt::{StopFlag, Underway, Why};
use crate::sim::progress::{Progress, Watch};
use crate::sim::tally::Tally;

/// The number of units in a piece by default.
pub const BATCH: u64 = 1024;

/// The target duration of a batch: short enough to lose little work and to stop without delay, long
/// enough to make the cost of merging negligible (tallies of many policies take some megabytes).
const BATCH_TIME: Duration = Duration::from_millis(100);

/// A simulation that is played unit by unit.
///
/// The contribution of a unit to the tally depends only on its number, never on its batch, the
/// worker or the units played before.
pub trait Simulation: Sync {
    /// The counts of a run.
    type Tally: Tally;
    /// Scratch buffers of a thread; never part of the result.
    type Worker: Send;

    /// Creates the scratch buffers for a thread.
    fn worker(&self) -> Self::Worker;

    /// Creates an empty tally.
    fn empty(&self) -> Self::Tally;

    /// Returns the length of the piece that begins at `first_unit`, at least one: a number of units
    /// that suits the engine (such as the turns of one stream). A batch consists of several pieces,
    /// or of part of a slow one.
    fn batch_len(&self, first_unit: u64) -> u64 {
        let _ = first_unit;
        BATCH
    }

    /// Plays `units` and adds them to `tally`. If units can be slow, or policies search, it gives
    /// up soon after `stop` is raised and returns `false`; `tally` and `worker` must not be used
    /// after that.
    fn run_batch(
        &self,
        worker: &mut Self::Worker,
        units: Range<u64>,
        tally: &mut Self::Tally,
        stop: &StopFlag,
    ) -> bool;

    /// Returns the running estimate as one short line; empty by default.
    fn headline(&self, so_far: &Self::Tally, units: u64) -> String {
        let _ = (so_far, units);
        String::new()
    }
}

/// Options of a run. Only `units` and `stop` affect the result.
#[derive(Clone, Copy)]
#[allow(missing_debug_implementations)]
pub struct RunOptions<'a> {
    /// The number of units to play.
    pub units: u64,
    /// The number of threads; by default the available parallelism.
    pub threads: Option<usize>,
    /// Stops the run once raised.
    pub stop: &'a StopFlag,
    /// The observer of the progress.
    pub watch: Option<&'a dyn Watch>,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Outcome<T> {
    /// The sum over units `0..units_done`.
    pub tally: T,
    /// The number of units played.
    pub units_done: u64,
    /// The reason why the run ended early; `None` if all requested units were played.
    pub stopped: Option<Why>,
}

impl<T> Outcome<T> {
    /// Returns the sum over all units, or [`Error::Interrupted`] if the run ended early.
    pub(crate) fn whole(self) -> Result<T> {
        if self.stopped.is_some() { Err(Error::Interrupted) } else { Ok(self.tally) }
    }
}

/// Saves the counts of a run at intervals.
#[allow(missing_debug_implementations)]
pub struct Keep<'a, T> {
    /// The time between two calls of `keep`.
    pub every: Duration,
    /// Receives the tally and the number of units it covers.
    pub keep: &'a (dyn Fn(T, u64) + Sync),
}

/// A sequential stopping rule: checks the counts after fixed numbers of units and may end the run.
#[allow(missing_debug_implementations)]
pub struct Look<'a, T> {
    /// Returns the number of units at the next check, greater than its argument.
    pub after: &'a dyn Fn(u64) -> u64,
    /// Whether the run may end; takes the tally and the number of units it covers.
    pub enough: &'a dyn Fn(&T, u64) -> bool,
    /// Describes in a few words how far the run is from its end.
    pub far: &'a dyn Fn(&T) -> String,
}

/// Optional hooks of a run.
#[allow(missing_debug_implementations)]
pub struct Beside<'a, T> {
    /// Saves the counts at intervals.
    pub keep: Option<Keep<'a, T>>,
    /// May end the run early.
    pub look: Option<Look<'a, T>>,
}

impl<T> Beside<'_, T> {
    /// No hooks.
    pub const NOTHING: Self = Self { keep: None, look: None };
}

/// Plays units `0..options.units` of `simulation`.
///
/// # Panics
///
/// Panics if a batch panics; the other workers stop at their next batch.
pub fn run<S: Simulation>(simulation: &S, options: RunOptions<'_>) -> Result<Outcome<S::Tally>> {
    run_on(simulation, options, (simulation.empty(), 0), Beside::NOTHING)
}

/// Resumes a run: `(so_far, first)` are the tally and the number of units already counted;
/// plays units `first..options.units`.
///
/// # Panics
///
/// Panics if a batch panics, like [`run`].
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
    debug_assert!(early.is_empty() || stop.raised().is_some(), "a gap in the units played");
    let stopped = match settled {
        true => Some(Why::Settled),
        false => stop.raised().filter(|_| units_done < units),
    };
    Ok(Outcome { tally, units_done, stopped })
}

/// Calls `act` after each interval on a separate thread, which slow units do not delay, until the
/// returned sender is dropped.
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

/// Plays up to unit `units` from check to check and merges the batches into `total`. Returns
/// whether a check of `look` ended the run.
fn play<S: Simulation>(
    simulation: &S,
    pool: &rayon::ThreadPool,
    total: &Mutex<Total<S::Tally>>,
    (units, stop): (u64, &StopFlag),
    look: Option<&Look<'_, S::Tally>>,
) -> bool {
    let mut at = lock(total).units;
    // A resumed run may begin at a check: it is then repeated.
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
        let cursor = Cursor { next: AtomicU64::new(at), end };
        pool.broadcast(|_| work(simulation, &cursor, pool.current_num_threads(), stop, total));
        if lock(total).units < end {
            return false;
        }
        (at, looks) = (end, true);
    }
}

/// Plays batches and merges them until none are left.
fn work<S: Simulation>(
    simulation: &S,
    cursor: &Cursor,
    workers: usize,
    stop: &StopFlag,
    total: &Mutex<Total<S::Tally>>,
) {
    let _guard = AbandonOnPanic(cursor);
    let mut worker = simulation.worker();
    let mut length = 1;
    while stop.raised().is_none()
        && let Some(batch) = cursor.take(|first| {
            // Batches get shorter toward the end, so all workers finish at about the same time.
            let share = (cursor.end - first) / (2 * workers as u64) + 1;
            batch_len(simulation, first, length.min(share))
        })
    {
        let started = Instant::now();
        let mut tally = simulation.empty();
        let mut first = batch.start;
        while first < batch.end {
            let end = batch.end.min(first.saturating_add(simulation.batch_len(first).max(1)));
            if !simulation.run_batch(&mut worker, first..end, &mut tally, stop) {
                return;
            }
            first = end;
        }
        length = next_length(batch.end - batch.start, started.elapsed());
        lock(total).hand_in(batch, tally);
    }
}

/// The length of a batch that begins at `first` and should have about `wanted` units: whole pieces,
/// or part of one.
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

/// The length of the next batch for a duration of [`BATCH_TIME`], if `length` units took `took`; at
/// most four times `length`.
fn next_length(length: u64, took: Duration) -> u64 {
    let target = length as f64 * (BATCH_TIME.as_secs_f64() / took.as_secs_f64().max(1e-9));
    (target as u64).clamp(1, length.saturating_mul(4))
}

/// The maximum number of threads per available hardware thread; more threads only cost memory and
/// time.
const MOST_THREADS: usize = 4;

/// The workers of a thread that wait for another program: while one waits, others play on, and what they ask
/// goes there together.
const WAITING: usize = 16;

/// Whether workers wait for another program.
static WAIT: AtomicBool = AtomicBool::new(false);

/// Says that policies of this process wait for another program.
pub(crate) fn workers_wait() {
    WAIT.store(true, Ordering::Relaxed);
}

/// Creates a thread pool for at most `units` units of work. The default number of threads is the
/// available parallelism; the maximum is `MOST_THREADS` times that. The global rayon pool is not
/// used, because it reads the environment.
pub fn pool(threads: Option<usize>, units: u64) -> Result<rayon::ThreadPool> {
    let offered = thread::available_parallelism().map_or(1, usize::from);
    let useful = usize::try_from(units).unwrap_or(usize::MAX).clamp(1, MOST_THREADS * offered);
    let waiting = if WAIT.load(Ordering::Relaxed) { WAITING } else { 1 };
    let threads = threads.unwrap_or(offered).clamp(1, useful) * waiting;
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("worker-{index}"))
        .build()
        .map_err(|error| Error::Failed(format!("cannot start {threads} threads: {error}")))
}

/// Hands out batches in order of their units.
struct Cursor {
    next: AtomicU64,
    end: u64,
}

impl Cursor {
    /// Returns the next batch; `len` returns the length of a batch for its first unit.
    fn take(&self, len: impl Fn(u64) -> u64) -> Option<Range<u64>> {
        let after = |start: u64| start.saturating_add(len(start).max(1)).min(self.end);
        let next = |start| (start < self.end).then(|| after(start));
        let start = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok()?;
        Some(start..after(start))
    }
}

/// Moves the cursor to the end if a worker panics, so the other workers stop: the result is lost.
struct AbandonOnPanic<'a>(&'a Cursor);

impl Drop for AbandonOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.next.store(u64::MAX, Ordering::Relaxed);
        }
    }
}

/// The merged batches of all workers.
struct Total<T> {
    /// The sum over units `0..units`.
    tally: T,
    units: u64,
    /// Batches that wait for an earlier one: by first unit, the end and the tally. Adjacent batches
    /// are merged, so there are never more entries than workers.
    early: BTreeMap<u64, (u64, T)>,
    /// The text of [`Look::far`] at the last check.
    far: String,
}

impl<T: Tally> Total<T> {
    /// The running estimate and the text of [`Look::far`].
    fn headline(&self, simulation: &impl Simulation<Tally = T>) -> String {
        let estimate = simulation.headline(&self.tally, self.units);
        let between = if estimate.is_empty() || self.far.is_empty() { "" } else { "; " };
        format!("{estimate}{between}{}", self.far)
    }

    /// Merges the batch of `units`.
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

/// Locks a mutex. It is poisoned only if a worker panicked; `run` then propagates that panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
