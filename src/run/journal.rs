//! The measurements of a search in their order. What a search measures next depends on what it measured, so
//! it is resumed by repeating it: known measurements are returned without playing their games.

use std::fmt;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::parts::{Played, unreadable};
use super::registry::{Conditions, Results};
use crate::error::{Error, Result};
use crate::sim::interrupt::Why;
use crate::sim::runner::Keep;

/// The measurements of a search so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Measured {
    /// The measurements, encoded with postcard.
    entries: Vec<Vec<u8>>,
    /// The games played for them.
    games: u64,
}

impl Measured {
    /// Adds the measurements of the next part of the search.
    fn append(&mut self, more: Self) {
        self.entries.extend(more.entries);
        self.games += more.games;
    }
}

/// Saves measurements at intervals: the interval, and the function that saves.
type Saves<'a> = (Duration, &'a (dyn Fn(&Measured) + Sync));

struct State {
    measured: Measured,
    /// The number of measurements that this run has asked for.
    asked: usize,
    saved: Instant,
}

/// Returns measurements that are known, and records new ones.
pub struct Journal<'a> {
    state: Mutex<State>,
    saves: Option<Saves<'a>>,
}

impl fmt::Debug for Journal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal").finish_non_exhaustive()
    }
}

impl<'a> Journal<'a> {
    fn new(measured: Measured, saves: Option<Saves<'a>>) -> Self {
        Self { state: Mutex::new(State { measured, asked: 0, saved: Instant::now() }), saves }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns all measurements.
    fn into_measured(self) -> Measured {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).measured
    }

    /// Returns the next measurement: the known one, or else that of `measure`, with the games it took.
    fn next<T: Serialize + DeserializeOwned>(
        &self,
        measure: impl FnOnce() -> Result<(T, u64)>,
    ) -> Result<T> {
        let known = {
            let mut state = self.state();
            state.asked += 1;
            state.measured.entries.get(state.asked - 1).cloned()
        };
        if let Some(known) = known {
            return postcard::from_bytes(&known).map_err(|_| unreadable());
        }
        let (value, games) = measure()?;
        let mut state = self.state();
        state.measured.entries.push(postcard::to_stdvec(&value).expect("plain data"));
        state.measured.games += games;
        if let Some((_, save)) = self.saves.filter(|(every, _)| state.saved.elapsed() >= *every) {
            save(&state.measured);
            state.saved = Instant::now();
        }
        Ok(value)
    }
}

/// Measures something, or returns it from the journal if there is one that knows it; `measure` returns
/// the games it took too.
pub(crate) fn measured<T: Serialize + DeserializeOwned>(
    journal: Option<&Journal<'_>>,
    measure: impl FnOnce() -> Result<(T, u64)>,
) -> Result<T> {
    match journal {
        Some(journal) => journal.next(measure),
        None => Ok(measure()?.0),
    }
}

/// Returns a part of a search.
fn part(units: Range<u64>, measured: &Measured) -> Played {
    let sums = postcard::to_stdvec(measured).expect("plain data");
    Played { units, sums, stopped: None, interrupted: 0 }
}

/// Returns an empty part of a search that starts at unit `first`.
pub(crate) fn nothing(first: u64) -> Played {
    part(first..first, &Measured::default())
}

fn stored(part: &Played) -> Result<Measured> {
    postcard::from_bytes(&part.sums).map_err(|_| unreadable())
}

/// Continues a part of a search, whose units are games, to `end`. `search` returns why it stopped early.
pub(crate) fn resumed(
    so_far: &Played,
    end: u64,
    keep: Keep<'_, Played>,
    conditions: Conditions<'_>,
    search: impl FnOnce(Conditions<'_>) -> Result<Option<Why>>,
) -> Result<Played> {
    let first = so_far.units.start;
    // Its number of games is not known in advance; only a complete part has all its units.
    let reached = |measured: &Measured| first..(first + measured.games).min(end - 1).max(first);
    let save = |measured: &Measured| {
        let units = reached(measured);
        (keep.keep)(part(units.clone(), measured), units.end);
    };
    let journal = Journal::new(stored(so_far)?, Some((keep.every, &save)));
    let stopped = match search(Conditions { journal: Some(&journal), ..conditions }) {
        Err(Error::Interrupted) => Some(conditions.why()),
        stopped => stopped?,
    };
    let measured = journal.into_measured();
    let units = if stopped.is_some() { reached(&measured) } else { first..end };
    let interrupted = so_far.interrupted + u64::from(stopped.is_some());
    Ok(Played { stopped, interrupted, ..part(units, &measured) })
}

/// Returns the results of a search from its parts.
pub(crate) fn results(
    parts: &[&Played],
    conditions: Conditions<'_>,
    search: impl FnOnce(Conditions<'_>) -> Result<Results>,
) -> Result<Results> {
    let mut all = Measured::default();
    for part in parts {
        all.append(stored(part)?);
    }
    let journal = Journal::new(all, None);
    search(Conditions { journal: Some(&journal), ..conditions })
}
