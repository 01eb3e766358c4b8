//! Stop conditions of runs without a fixed length.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::prepared::Prepared;
use super::standard_tables::{WIN, strata, win_rate};
use super::tally::Sums;
use super::{Definition, Played, Work};
use crate::error::{Error, Result};
use crate::report::{RunRecord, significant};
use crate::sim::interrupt::Why;
use crate::stats::{Estimate, Level, Looks, settled, wins_settled};

/// A run with a stop condition or a time limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stopping {
    /// The stop condition.
    pub until: Option<Until>,
    /// The maximum number of games of each matchup, or with `turns` of turns of each policy; by default a thousand times the default number.
    pub at_most: Option<u64>,
    /// Whether the run plays single turns.
    pub turns: bool,
}

/// A stop condition.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Until {
    /// Every interval of one kind has a half-width below this.
    Width(Width, f64),
    /// Every pair of policies is significantly different.
    Ranked,
}

/// The largest difference that does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Margin(pub Width, pub f64);

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |value: f64| significant(value).unwrap_or_default();
        match *self {
            Self(Width::Win, margin) => write!(f, "{}%", number(margin * 100.0)),
            Self(Width::Mean, margin) => f.write_str(&number(margin)),
        }
    }
}

/// The kind of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Width {
    /// Win rates.
    Win,
    /// Mean scores.
    Mean,
}

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |value: f64| significant(value).unwrap_or_default();
        match *self {
            Self::Width(Width::Win, below) => write!(f, "ci(win) < {}%", number(below * 100.0)),
            Self::Width(Width::Mean, below) => write!(f, "ci(mean) < {}", number(below)),
            Self::Ranked => f.write_str("rank settled"),
        }
    }
}

/// The default maximum of games with a stop condition, as a multiple of the default number of
/// games.
pub(crate) const AT_MOST: u64 = 1000;

/// The stop conditions of a prepared run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stops {
    pub until: Option<Until>,
    /// The maximum number of units.
    pub most: u64,
    /// The flag of the stop condition; `None` for a fixed number of units.
    pub bound: Option<&'static str>,
}

impl Stops {
    /// Returns the looks: the numbers of units at which the condition is checked.
    pub(crate) const fn looks(self) -> Looks {
        Looks::new(self.most)
    }

    /// The level of its intervals. If counts determine the length of the run, the intervals are
    /// valid at every look, and at all interruptions between looks, which share the error of one
    /// look.
    pub(crate) fn level(self, level: Level) -> Level {
        level.over_looks(if self.until.is_some() { self.looks().number() + 1 } else { 1 })
    }

    /// Returns the level of the intervals of the played units, given the `level` of the run.
    pub(crate) fn level_of<S>(self, level: Level, played: &Played<S>) -> Level {
        match played.stopped {
            Some(Why::Interrupted | Why::OutOfTime) if self.until.is_some() => {
                level.interrupted(played.interrupted)
            }
            _ => level,
        }
    }

    /// Adds the stop conditions to the record: at most `number` of `units`.
    pub(crate) fn record(self, record: &mut RunRecord, (number, units): (u64, &str)) {
        if let Some(until) = self.until {
            record.define("until", until.to_string());
        }
        let name = self.bound.map_or(units, |bound| bound.trim_start_matches('-'));
        record.define(&name.replace('-', "_"), RunRecord::count(number));
    }

    /// Returns the progress towards the stop condition, with the widest half-width: `±0.34 %, until
    /// ci(win) < 0.1%`.
    pub fn far(self, widest: impl FnOnce(Width) -> Option<f64>) -> String {
        let Some(until) = self.until else { return String::new() };
        let now = match until {
            Until::Ranked => None,
            Until::Width(of, _) => widest(of).map(|widest| match of {
                Width::Win => format!("±{:.2} %, ", widest * 100.0),
                Width::Mean => format!("±{widest:.2}, "),
            }),
        };
        format!("{}until {until}", now.unwrap_or_default())
    }

    /// Returns why the run ended, for the record: the reason of an early end, or the limit that was
    /// reached (`max-games`). `None` if a fixed number of units was played in full.
    pub(crate) fn reason(self, stopped: Option<Why>) -> Option<String> {
        match (stopped, self.until, self.bound) {
            (Some(Why::Settled), Some(until), _) => Some(until.to_string()),
            (Some(why), ..) => Some(why.name().to_owned()),
            (None, _, bound) => bound.map(|bound| bound.trim_start_matches('-').to_owned()),
        }
    }

    /// Returns a sentence on the reason of the end; `units` is for example `320 games of each
    /// matchup`. `None` if the reason is obvious.
    pub(crate) fn told(self, stopped: Option<Why>, units: &str) -> Option<String> {
        match (stopped, self.until) {
            (Some(Why::Settled), Some(until)) => {
                Some(format!("Stopped after {units}: `{until}` is reached."))
            }
            (Some(Why::OutOfTime), Some(until)) => {
                Some(format!("Out of time after {units}: `{until}` is not reached."))
            }
            (Some(Why::OutOfTime), None) => Some(format!("Out of time after {units}.")),
            (None, Some(until)) => {
                Some(format!("`{until}` is not reached within {units}, the maximum."))
            }
            _ => None,
        }
    }
}

/// Returns the stop conditions of a run with `default` games by default, and whether it plays
/// single turns.
pub(crate) fn stops(work: Work, default: u64) -> (Stops, bool) {
    let exactly = |most| Stops { until: None, most, bound: None };
    match work {
        Work::Games(games) => (exactly(games.unwrap_or(default)), false),
        Work::Turns(turns) => (exactly(turns), true),
        Work::Until(Stopping { until, at_most, turns }) => {
            let most = at_most.unwrap_or(default.saturating_mul(AT_MOST));
            let bound = Some(if turns { "--turns" } else { "--max-games" });
            (Stops { until, most, bound }, turns)
        }
    }
}

/// Rejects stop conditions that can never be met or always hold, for a number of policies and seats
/// or for single turns; `fixed` is set for fixed seats.
pub(crate) fn check(
    until: Option<Until>,
    policies: usize,
    (seats, fixed): (Option<usize>, bool),
) -> Result<()> {
    let Some(until) = until else { return Ok(()) };
    let alone = policies == 1;
    let why = match (until, seats) {
        (Until::Width(Width::Win, _), None) => "a single turn has no winner",
        (Until::Width(Width::Win, _), Some(1)) => "there are no opponents",
        (Until::Width(Width::Win, _), _) if alone => "a policy against itself has a fixed win rate",
        (Until::Ranked, _) if alone => "a single policy has no rank",
        (Until::Ranked, _) if fixed => {
            "with fixed seats the effects of seat and policy cannot be separated"
        }
        _ => return Ok(()),
    };
    let help = "`--until 'ci(mean) < 5'` stops at this precision of mean scores";
    Err(Error::input_help(format!("`--until '{until}'` is not possible here: {why}"), help))
}

/// Returns the largest half-width; `None` if an interval is not yet known.
pub(crate) fn widest(of: impl IntoIterator<Item = Option<Estimate>>) -> Option<f64> {
    let mut widths = of.into_iter().map(|one| one.and_then(|one| one.half_width()));
    widths.try_fold(0.0, |widest: f64, width| Some(widest.max(width?)))
}

impl<S: Definition> Prepared<S> {
    /// Returns the points of single turns, by policy.
    fn gains<'a>(&'a self, sums: &'a Sums) -> impl Iterator<Item = Option<Estimate>> + 'a {
        let (level, unit) = (self.spec.level, (S::COUNTED.unit)(&self.job.game));
        sums.turns
            .iter()
            .map(move |turns| Some(turns.gains.moments().mean(level)?.scaled(unit as f64)))
    }

    /// Returns the win rate or mean score of each policy.
    fn rates<'a>(
        &'a self,
        sums: &'a Sums,
        of: Width,
    ) -> impl Iterator<Item = Option<Estimate>> + 'a {
        let (level, unit) = (self.spec.level, (S::COUNTED.unit)(&self.job.game));
        let seats = self.job.lineups[0].len() as u64;
        (0..self.policies.len()).map(move |policy| {
            let (all, _) = sums.games.of_policy(&self.job.lineups, policy);
            match of {
                Width::Win => win_rate(&strata(&all, |games| games.wins), WIN as u64, seats, level),
                Width::Mean => {
                    Some(strata(&all, |games| games.scores).mean(level)?.scaled(unit as f64))
                }
            }
        })
    }

    /// Returns the largest half-width of the intervals in the stop condition.
    pub(crate) fn widest(&self, sums: &Sums, of: Width) -> Option<f64> {
        match self.alone {
            true => widest(self.gains(sums)),
            false => widest(self.rates(sums, of)),
        }
    }

    /// Returns whether every pair of policies is significantly different.
    fn is_ranked(&self, sums: &Sums) -> bool {
        let level = self.spec.level;
        if self.alone {
            return settled(&self.gains(sums).flatten().collect::<Vec<_>>(), level);
        }
        let lineups = &self.job.lineups;
        if lineups[0].len() == 1 {
            let scores = self.rates(sums, Width::Mean);
            return settled(&scores.flatten().collect::<Vec<_>>(), level);
        }
        let policies = 0..self.policies.len();
        let wins: Vec<_> = policies.map(|policy| sums.games.of_policy(lineups, policy).1).collect();
        wins_settled(&wins, WIN as u64, level)
    }

    /// Returns whether the stop condition holds.
    pub(crate) fn is_enough(&self, sums: &Sums) -> bool {
        match self.stops.until {
            None => false,
            Some(Until::Width(of, below)) => {
                self.widest(sums, of).is_some_and(|widest| widest < below)
            }
            Some(Until::Ranked) => self.is_ranked(sums),
        }
    }
}
