//! Stopping a run early: the flag that workers look at, and the signals that raise it.

use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, INTERRUPTED, Result};

/// Why a run ended before its last unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// Somebody pressed Ctrl-C, or the system asked the program to end.
    Interrupted,
}

impl Why {
    /// The word for it in `run.toml`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Interrupted => "interrupted",
        }
    }
}

/// Asks a run to stop at the next batch. Once raised it stays raised.
#[derive(Debug, Default)]
pub struct StopFlag {
    interrupted: AtomicBool,
}

impl StopFlag {
    /// A flag that nobody has raised.
    #[must_use]
    pub const fn new() -> Self {
        Self { interrupted: AtomicBool::new(false) }
    }

    /// Asks for a stop; tells whether that had been asked before.
    pub fn raise(&self, why: Why) -> bool {
        match why {
            Why::Interrupted => self.interrupted.swap(true, Ordering::Relaxed),
        }
    }

    /// Whether a stop is asked for, and why.
    #[inline]
    #[must_use]
    pub fn raised(&self) -> Option<Why> {
        self.interrupted.load(Ordering::Relaxed).then_some(Why::Interrupted)
    }
}

/// Lets Ctrl-C (and the signals to terminate and hang up) raise the flag that is returned. A second
/// signal ends the program at once with [`INTERRUPTED`].
///
/// There is one such flag for the process; calling this again returns it.
///
/// # Errors
///
/// Fails where the system does not allow signals to be caught.
pub fn install() -> Result<&'static StopFlag> {
    static FLAG: StopFlag = StopFlag::new();
    static INSTALLED: OnceLock<Result<(), String>> = OnceLock::new();
    INSTALLED
        .get_or_init(|| {
            ctrlc::set_handler(|| {
                if FLAG.raise(Why::Interrupted) {
                    process::exit(INTERRUPTED.into());
                }
            })
            .map_err(|error| error.to_string())
        })
        .clone()
        .map(|()| &FLAG)
        .map_err(|error| Error::Failed(format!("cannot listen for Ctrl-C: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_stays_raised() {
        let flag = StopFlag::new();
        assert_eq!(flag.raised(), None);
        assert!(!flag.raise(Why::Interrupted));
        assert!(flag.raise(Why::Interrupted));
        assert_eq!(flag.raised(), Some(Why::Interrupted));
    }

    #[test]
    fn the_handler_is_installed_once_for_the_process() {
        let first = install().expect("a handler");
        let second = install().expect("the same handler");
        assert!(std::ptr::eq(first, second));
        assert_eq!(first.raised(), None);
    }
}
