//! Stops a run early: the flag that workers check, and the signals and timers that raise it.

use std::io::Write as _;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::time::Duration;
use std::{io, process, thread};

use serde::{Deserialize, Serialize};

use crate::error::{Error, INTERRUPTED, Result};

/// The reason why a run ended before all its units were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Why {
    /// Ctrl-C, or a signal to terminate or hang up.
    Interrupted,
    /// The time limit.
    OutOfTime,
    /// The stop condition holds.
    Settled,
}

impl Why {
    /// Returns the name of the reason in `run.toml`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Interrupted => "interrupted",
            Self::OutOfTime => "max-time",
            Self::Settled => "settled",
        }
    }
}

/// A request to stop a run. It cannot be reset.
#[derive(Debug, Default)]
pub struct StopFlag {
    /// One bit per reason.
    raised: AtomicU8,
}

impl StopFlag {
    /// Creates a flag that is not raised.
    pub const fn new() -> Self {
        Self { raised: AtomicU8::new(0) }
    }

    /// Raises the flag; returns whether it had been raised before for this reason.
    pub fn raise(&self, why: Why) -> bool {
        let bit = 1 << why as u8;
        self.raised.fetch_or(bit, Ordering::Relaxed) & bit != 0
    }

    /// Returns the reason why the flag is raised, if any; an interruption takes precedence.
    #[inline]
    pub fn raised(&self) -> Option<Why> {
        let raised = self.raised.load(Ordering::Relaxed);
        if raised == 0 {
            return None;
        }
        let reasons = [Why::Interrupted, Why::OutOfTime, Why::Settled];
        reasons.into_iter().find(|why| raised >> *why as u8 & 1 == 1)
    }
}

static FLAG: StopFlag = StopFlag::new();

/// Whether the command may have a result to write.
static KEEPS: AtomicBool = AtomicBool::new(false);

/// The time in which a command without a result may end on its own after a signal.
const PATIENCE: Duration = Duration::from_millis(700);

/// Installs handlers with which Ctrl-C (and the signals to terminate and hang up) raise the
/// returned flag. Signals that are ignored at program start, as under `nohup`, stay ignored. A
/// second signal ends the program at once with [`INTERRUPTED`]. If there is no result to keep (see
/// [`keep`]), the first signal ends the program after `PATIENCE`.
///
/// The process has one such flag; further calls return the same flag.
pub fn install() -> Result<&'static StopFlag> {
    static INSTALLED: OnceLock<Result<(), String>> = OnceLock::new();
    INSTALLED
        .get_or_init(listen)
        .clone()
        .map(|()| &FLAG)
        .map_err(|error| Error::Failed(format!("cannot listen for Ctrl-C: {error}")))
}

/// The number of active runs that the flag of the process stops.
static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Counts an active run in [`RUNS`] while it exists.
#[derive(Debug)]
pub(crate) struct Underway(());

impl Underway {
    /// Registers a run stopped by `stop`; `None` unless `stop` is the flag of the process.
    pub(crate) fn of(stop: &StopFlag) -> Option<Self> {
        std::ptr::eq(stop, &FLAG).then(|| {
            RUNS.fetch_add(1, Ordering::Relaxed);
            Self(())
        })
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        RUNS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Whether the unfinished work of the current run will be dropped, because the flag of the process
/// is raised. Always false outside a run: replays for samples or transcripts are played to their
/// end.
pub(crate) fn in_vain() -> bool {
    FLAG.raised().is_some() && RUNS.load(Ordering::Relaxed) > 0
}

/// Declares that there may be a result to write: from now on the first signal ends only the run.
pub fn keep() {
    KEEPS.store(true, Ordering::Relaxed);
}

/// Stops the run after `time`.
pub fn after(time: Duration) {
    thread::spawn(move || {
        thread::sleep(time);
        FLAG.raise(Why::OutOfTime);
    });
}

/// Ends the run of the process, whose result cannot be used.
pub(crate) fn give_up() {
    FLAG.raise(Why::Interrupted);
}

fn caught() {
    if FLAG.raise(Why::Interrupted) {
        process::exit(INTERRUPTED.into());
    }
    if !KEEPS.load(Ordering::Relaxed) {
        thread::spawn(|| {
            thread::sleep(PATIENCE);
            if !KEEPS.load(Ordering::Relaxed) {
                let _ = writeln!(io::stderr(), "error: {}", Error::Interrupted);
                process::exit(INTERRUPTED.into());
            }
        });
    }
}

#[cfg(unix)]
fn listen() -> Result<(), String> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| !is_ignored(*signal));
    let mut signals =
        signal_hook::iterator::Signals::new(wanted).map_err(|error| error.to_string())?;
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || signals.forever().for_each(|_| caught()))
        .map(|_| ())
        .map_err(|error| error.to_string())
}

/// Whether this signal was already ignored when the program started.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: without a new action, `sigaction` only writes the current action to `action`, which
    // is read only if the call succeeded (returned 0).
    unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(not(unix))]
fn listen() -> Result<(), String> {
    ctrlc::set_handler(caught).map_err(|error| error.to_string())
}
