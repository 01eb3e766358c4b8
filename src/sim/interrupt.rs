//! Stopping a run early: the flag that workers look at, and the signals that raise it.

use std::io::Write as _;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::time::Duration;
use std::{io, process, thread};

use serde::{Deserialize, Serialize};

use crate::error::{Error, INTERRUPTED, Result};

/// Why a run ended where it did, if not because all its units were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Why {
    /// Somebody pressed Ctrl-C, or the system asked the program to end.
    Interrupted,
    /// The time it was given is over.
    OutOfTime,
    /// What was to be known is known.
    Settled,
}

impl Why {
    /// The word for it in `run.toml`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Interrupted => "interrupted",
            Self::OutOfTime => "max-time",
            Self::Settled => "settled",
        }
    }
}

/// Asks a run to stop. Once raised it stays raised.
#[derive(Debug, Default)]
pub struct StopFlag {
    /// A bit for each reason.
    raised: AtomicU8,
}

impl StopFlag {
    /// A flag that nobody has raised.
    pub const fn new() -> Self {
        Self { raised: AtomicU8::new(0) }
    }

    /// Asks for a stop; tells whether that had been asked before for this reason.
    pub fn raise(&self, why: Why) -> bool {
        let bit = 1 << why as u8;
        self.raised.fetch_or(bit, Ordering::Relaxed) & bit != 0
    }

    /// Whether a stop is asked for, and why: an interruption before anything else.
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

/// Whether there may be a result to write.
static KEEPS: AtomicBool = AtomicBool::new(false);

/// How long a command without a result has to end by itself.
const PATIENCE: Duration = Duration::from_millis(700);

/// Lets Ctrl-C (and the signals to terminate and hang up) raise the flag that is returned; signals
/// that are ignored when the program starts, as under `nohup`, stay so. A second signal ends the
/// program at once with [`INTERRUPTED`], and so does the first one, after `PATIENCE`, where there
/// is nothing to keep (see [`keep`]).
///
/// There is one such flag for the process; calling this again returns it.
pub fn install() -> Result<&'static StopFlag> {
    static INSTALLED: OnceLock<Result<(), String>> = OnceLock::new();
    INSTALLED
        .get_or_init(listen)
        .clone()
        .map(|()| &FLAG)
        .map_err(|error| Error::Failed(format!("cannot listen for Ctrl-C: {error}")))
}

/// Runs under way that are stopped by the flag of the process.
static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Says while it lasts that a run is under way which drops what it has not finished.
#[derive(Debug)]
pub(crate) struct Underway(());

impl Underway {
    /// Of a run that `stop` stops; nothing where that is not the flag of the process.
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

/// Whether what a run finds out from now on is dropped, since the process was asked to end. Never
/// outside a run: what is played again for samples or a transcript is played to its end.
pub(crate) fn in_vain() -> bool {
    FLAG.raised().is_some() && RUNS.load(Ordering::Relaxed) > 0
}

/// From here on there may be something to write: the first signal ends nothing but the run.
pub fn keep() {
    KEEPS.store(true, Ordering::Relaxed);
}

/// Stops the run once so much time has passed.
pub fn after(time: Duration) {
    thread::spawn(move || {
        thread::sleep(time);
        FLAG.raise(Why::OutOfTime);
    });
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

/// Whether somebody who started the program had this signal ignored.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: without a new action the call changes nothing and only writes the present one to
    // `action`, which is read where it says that it did.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(not(unix))]
fn listen() -> Result<(), String> {
    ctrlc::set_handler(caught).map_err(|error| error.to_string())
}
