//! Units that are played in parts. Their sums have a type during play and are bytes in files.

use std::ops::Range;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::registry::{Conditions, Results};
use crate::error::{Error, Result};
use crate::sim::interrupt::Why;
use crate::sim::runner::{Keep, Outcome};
use crate::sim::tally::Tally;

/// Played units of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played<S = Vec<u8>> {
    /// The range of units, from 0.
    pub units: Range<u64>,
    /// Their sums; in a stored part as bytes.
    pub sums: S,
    /// The reason of an early end, if any.
    pub stopped: Option<Why>,
    /// The number of interruptions with interim results.
    pub interrupted: u64,
}

impl<S> Played<S> {
    /// Returns an empty part that starts at `first`, after `before` interruptions.
    fn new(first: u64, outcome: Outcome<S>, before: u64) -> Self {
        let Outcome { tally: sums, units_done, stopped, .. } = outcome;
        let interrupted = matches!(stopped, Some(Why::Interrupted | Why::OutOfTime));
        let interrupted = before + u64::from(interrupted);
        Self { units: first..units_done, sums, stopped, interrupted }
    }
}

impl<S: Serialize> Played<S> {
    fn stored(self) -> Played {
        let Self { units, sums, stopped, interrupted } = self;
        let sums = postcard::to_stdvec(&sums).expect("integers");
        Played { units, sums, stopped, interrupted }
    }
}

/// A number of units that is not known in advance.
pub const OPEN: u64 = u64::MAX;

/// Units that can be played in parts; the sums of the parts equal those of the whole run.
pub trait Parts {
    /// Returns the number of units ([`OPEN`] if it is not known), and their name in the plural.
    fn units(&self) -> (u64, &'static str);
    /// Returns the flag that needs all units together and so excludes shards, if any.
    fn looks(&self) -> Option<String>;
    /// Returns an empty part that starts at unit `first`.
    fn nothing(&self, first: u64) -> Played;
    /// Plays from the end of `so_far` to `end` (exclusive); `keep` gets the part at intervals.
    fn play(
        &self,
        so_far: &Played,
        end: u64,
        keep: Keep<'_, Played>,
        conditions: Conditions<'_>,
    ) -> Result<Played>;
    /// Returns the results of adjacent parts.
    fn results(&self, parts: &[&Played], conditions: Conditions<'_>) -> Result<Results>;
}

/// Units with sums of a type.
pub trait Additive {
    type Sums: Serialize + DeserializeOwned + Tally;

    /// Returns the number of units, and their name in the plural.
    fn all_units(&self) -> (u64, &'static str);
    /// Returns the flag that needs all units together, if any.
    fn looks(&self) -> Option<String>;
    /// Returns empty sums.
    fn empty(&self) -> Self::Sums;
    /// Returns whether sums from a file fit these units.
    fn fits(&self, sums: &Self::Sums) -> bool;
    /// Plays `units`, and adds them to the part before them.
    fn play_on(
        &self,
        so_far: Self::Sums,
        units: Range<u64>,
        keep: Option<Keep<'_, Self::Sums>>,
        conditions: Conditions<'_>,
    ) -> Result<Outcome<Self::Sums>>;
    /// Returns the results of a part.
    fn results_of(&self, played: Played<Self::Sums>, conditions: Conditions<'_>)
    -> Result<Results>;
}

/// Plays all units in one part.
pub(crate) fn play_all<T: Additive>(run: &T, conditions: Conditions<'_>) -> Result<Results> {
    let outcome = run.play_on(run.empty(), 0..run.all_units().0, None, conditions)?;
    run.results_of(Played::new(0, outcome, 0), conditions)
}

/// Returns the sums of a stored part.
fn sums<T: Additive>(run: &T, part: &Played) -> Result<T::Sums> {
    let sums = postcard::from_bytes(&part.sums).ok().filter(|sums| run.fits(sums));
    sums.ok_or_else(unreadable)
}

/// Returns the error of a stored part that this run cannot read.
pub(super) fn unreadable() -> Error {
    let help = "resume with the version of pushluck that wrote it";
    Error::input_help("the stored counts are of another run", help)
}

impl<T: Additive> Parts for T {
    fn units(&self) -> (u64, &'static str) {
        self.all_units()
    }

    fn looks(&self) -> Option<String> {
        Additive::looks(self)
    }

    fn nothing(&self, first: u64) -> Played {
        Played { units: first..first, sums: self.empty(), stopped: None, interrupted: 0 }.stored()
    }

    fn play(
        &self,
        so_far: &Played,
        end: u64,
        keep: Keep<'_, Played>,
        conditions: Conditions<'_>,
    ) -> Result<Played> {
        let (Range { start, end: done }, interrupted) = (so_far.units.clone(), so_far.interrupted);
        let store = |sums: T::Sums, units: u64| {
            let played = Played { units: start..units, sums, stopped: None, interrupted };
            (keep.keep)(played.stored(), units);
        };
        let typed = Keep { every: keep.every, keep: &store };
        let outcome = self.play_on(sums(self, so_far)?, done..end, Some(typed), conditions)?;
        Ok(Played::new(start, outcome, interrupted).stored())
    }

    fn results(&self, parts: &[&Played], conditions: Conditions<'_>) -> Result<Results> {
        let (first, last) = (parts.first(), parts.last());
        let units = first.map_or(0, |part| part.units.start)..last.map_or(0, |part| part.units.end);
        let mut all = self.empty();
        for part in parts {
            all.merge(sums(self, part)?);
        }
        let stopped = last.and_then(|part| part.stopped);
        let interrupted = parts.iter().map(|part| part.interrupted).sum();
        self.results_of(Played { units, sums: all, stopped, interrupted }, conditions)
    }
}
