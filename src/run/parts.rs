//! Units that are played in parts: their sums have a type while they are played, and are bytes where
//! they are stored.

use std::ops::Range;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::registry::{Conditions, Results};
use crate::error::{Error, Result};
use crate::sim::interrupt::Why;
use crate::sim::runner::{Keep, Outcome};
use crate::sim::tally::Tally;

/// Units of a run that were played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played<S = Vec<u8>> {
    /// Which, counted from 0.
    pub units: Range<u64>,
    /// What they add up to; in a stored part, as the run writes it.
    pub sums: S,
    /// Why they end there, if not because they are all that were asked for.
    pub stopped: Option<Why>,
    /// How many times the run was broken off and gave what it had until then.
    pub interrupted: u64,
}

impl<S> Played<S> {
    /// The units from `first` on, after the run was broken off `before` times.
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

/// Units that may be played in parts, which add up to the same as all of them at once.
pub trait Parts {
    /// The number of units, and what they are called, in the plural.
    fn units(&self) -> (u64, &'static str);
    /// The flag that looks at all units together, so that none can be played apart, if one does.
    fn looks(&self) -> Option<String>;
    /// Of no units, before unit `first`.
    fn nothing(&self, first: u64) -> Played;
    /// Plays on from `so_far` to the unit before `end`; `keep` is shown what was played now and then.
    fn play(
        &self,
        so_far: &Played,
        end: u64,
        keep: Keep<'_, Played>,
        conditions: Conditions<'_>,
    ) -> Result<Played>;
    /// What comes of neighbouring parts.
    fn results(&self, parts: &[&Played], conditions: Conditions<'_>) -> Result<Results>;
}

/// Units that add up to sums of a type.
pub trait Additive {
    type Sums: Serialize + DeserializeOwned + Tally;

    /// The number of units, and what they are called, in the plural.
    fn all_units(&self) -> (u64, &'static str);
    /// The flag that looks at all units together, if one does.
    fn looks(&self) -> Option<String>;
    /// Of no units.
    fn empty(&self) -> Self::Sums;
    /// Whether sums that were read are of such units.
    fn fits(&self, sums: &Self::Sums) -> bool;
    /// Plays `units`, and adds them to what was played before them.
    fn play_on(
        &self,
        so_far: Self::Sums,
        units: Range<u64>,
        keep: Option<Keep<'_, Self::Sums>>,
        conditions: Conditions<'_>,
    ) -> Result<Outcome<Self::Sums>>;
    /// What comes of what was played.
    fn results_of(&self, played: Played<Self::Sums>, conditions: Conditions<'_>)
    -> Result<Results>;
}

/// Plays all units in one go.
pub(crate) fn play_all<T: Additive>(run: &T, conditions: Conditions<'_>) -> Result<Results> {
    let outcome = run.play_on(run.empty(), 0..run.all_units().0, None, conditions)?;
    run.results_of(Played::new(0, outcome, 0), conditions)
}

/// What a stored part adds up to.
fn sums<T: Additive>(run: &T, part: &Played) -> Result<T::Sums> {
    let sums = postcard::from_bytes(&part.sums).ok().filter(|sums| run.fits(sums));
    sums.ok_or_else(|| {
        let help = "go on with the program that wrote it";
        Error::input_help("what was played is of another run", help)
    })
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
