//! The parallel runner: units in, one tally out, the same for any number of threads.
//!
//! Workers take batches of units in order from one cursor, as many units at a time as take a tenth
//! of a second, and hand in each batch with a tally of its own. A batch is added to the
//! total as soon as all before it are; where a run is stopped, a batch that was not finished is
//! dropped, and all after it. So what has been counted is exactly a prefix of the units and equals a
//! run of that length, and nobody waits for a long batch. Tallies hold integers, so the order in
//! which they are added does not show.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::sim::interrupt::{StopFlag, Underway, Why};
use crate::sim::progress::{Progress, Watch};
use crate::sim::tally::Tally;

/// Units in a piece unless the simulation says otherwise.
pub const BATCH: u64 = 1024;

/// How long a batch should take: short enough that little is lost when one is dropped and that a stop
/// is not felt, long enough that handing in costs nothing (some megabytes where many policies meet).
const BATCH_TIME: Duration = Duration::from_millis(100);

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

    /// Plays `units` and adds them to `tally`. Where a unit can take long, it gives up soon after `stop`
    /// is raised; so do players who search, whose play is no sample then. Then it says `false`, and
    /// `tally` and `worker` are of no use any more.
    fn run_batch(
        &self,
        worker: &mut Self::Worker,
        units: Range<u64>,
        tally: &mut Self::Tally,
        stop: &StopFlag,
    ) -> bool;

    /// The running estimate as one short line, from what is counted so far; nothing by default.
    fn headline(&self, so_far: &Self::Tally, units: u64) -> String {
        let _ = (so_far, units);
        String::new()
    }
}

/// How a simulation is run: nothing in it changes the result.
#[derive(Clone, Copy)]
#[allow(missing_debug_implementations)]
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
    pub(crate) fn whole(self) -> Result<T> {
        if self.stopped.is_some() { Err(Error::Interrupted) } else { Ok(self.tally) }
    }
}

/// Looks at what a run has counted so far, now and then.
#[allow(missing_debug_implementations)]
pub struct Keep<'a, T> {
    /// The time between two looks.
    pub every: Duration,
    /// Takes what has been counted, and the unit before which it ends.
    pub keep: &'a (dyn Fn(T, u64) + Sync),
}

/// Looks at what a run has counted at fixed numbers of units, and ends it once it has seen enough.
#[allow(missing_debug_implementations)]
pub struct Look<'a, T> {
    /// The number of units after which it looks next, above the one it is given.
    pub after: &'a dyn Fn(u64) -> u64,
    /// Whether that is enough: what so many units add up to.
    pub enough: &'a dyn Fn(&T, u64) -> bool,
    /// How far it is from enough, in a few words.
    pub far: &'a dyn Fn(&T) -> String,
}

/// What happens beside the playing.
#[allow(missing_debug_implementations)]
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
/// # Panics
///
/// Panics if a batch does; the other workers stop at their next batch.
pub fn run<S: Simulation>(simulation: &S, options: RunOptions<'_>) -> Result<Outcome<S::Tally>> {
    run_on(simulation, options, (simulation.empty(), 0), Beside::NOTHING)
}

/// Plays on to `options.units` what stopped before unit `so_far.1`, when `so_far.0` had been counted.
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
        let cursor = Cursor { next: AtomicU64::new(at), end };
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
    let _guard = AbandonOnPanic(cursor);
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
            if !simulation.run_batch(&mut worker, first..end, &mut tally, stop) {
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
}

impl Cursor {
    /// The next batch, of a length that follows from its start.
    fn take(&self, len: impl Fn(u64) -> u64) -> Option<Range<u64>> {
        let after = |start: u64| start.saturating_add(len(start).max(1)).min(self.end);
        let next = |start| (start < self.end).then(|| after(start));
        let start = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok()?;
        Some(start..after(start))
    }
}

/// Leaves nothing for the other workers where one has panicked, as the result is lost.
struct AbandonOnPanic<'a>(&'a Cursor);

impl Drop for AbandonOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.next.store(u64::MAX, Ordering::Relaxed);
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
