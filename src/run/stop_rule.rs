//! When a run ends that is not told how long it is to be.

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

/// A run that ends when something is known, or when time is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stopping {
    /// What is to be known.
    pub until: Option<Until>,
    /// The most games of each matchup; a thousand times as many as a run has otherwise where no
    /// number is given.
    pub at_most: Option<u64>,
    /// Whether turns are played alone.
    pub turns: bool,
}

/// What is to be known before a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Until {
    /// Each value of a kind, with an interval that reaches less far than this.
    Width(Width, f64),
    /// Who is better than whom.
    Ranked,
}

/// A difference too small to matter.
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

/// What has an interval.
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

/// How many times the games of a run without a number are played at most until something is known.
pub(crate) const AT_MOST: u64 = 1000;

/// How a run made ready may end before all its units are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stops {
    pub until: Option<Until>,
    /// The most units.
    pub most: u64,
    /// The flag that says so; none where exactly so many are asked for.
    pub bound: Option<&'static str>,
}

impl Stops {
    /// The looks, of which those that decide are as many as there are.
    pub(crate) const fn looks(self) -> Looks {
        Looks::new(self.most)
    }

    /// The level of its intervals: where what was counted decides how long it is, at every look and
    /// at one more, where it may be broken off between two.
    pub(crate) fn level(self, level: Level) -> Level {
        level.over_looks(if self.until.is_some() { self.looks().number() + 1 } else { 1 })
    }

    /// The level of the intervals of what was played, where those of the run are of `level`.
    pub(crate) fn level_of<S>(self, level: Level, played: &Played<S>) -> Level {
        match played.stopped {
            Some(Why::Interrupted | Why::OutOfTime) if self.until.is_some() => {
                level.interrupted(played.interrupted)
            }
            _ => level,
        }
    }

    /// Writes down what it is to end with: `number` of what is called `units` at most.
    pub(crate) fn record(self, record: &mut RunRecord, (number, units): (u64, &str)) {
        if let Some(until) = self.until {
            record.define("until", until.to_string());
        }
        let name = self.bound.map_or(units, |bound| bound.trim_start_matches('-'));
        record.define(&name.replace('-', "_"), RunRecord::count(number));
    }

    /// How far it is from its end, for people who wait for that, by how far the widest interval
    /// reaches: `±0.34 %, until ci(win) < 0.1%`.
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

    /// Why a run ended, in a word for its record; nothing where it has as many units as were asked for.
    pub(crate) fn reason(self, stopped: Option<Why>) -> Option<String> {
        match (stopped, self.until, self.bound) {
            (Some(Why::Settled), Some(until), _) => Some(until.to_string()),
            (Some(why), ..) => Some(why.name().to_owned()),
            (None, _, bound) => bound.map(|bound| bound.trim_start_matches('-').to_owned()),
        }
    }

    /// Why a run ended, in a sentence; it had `units`, as `320 games of each matchup`. Nothing where
    /// that goes without saying.
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
                Some(format!("`{until}` is not reached within {units}, the most allowed."))
            }
            _ => None,
        }
    }
}

/// How a run of so much work ends, where it has `default` games without a number; and whether turns
/// are played alone.
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

/// Refuses what will never be known, or is known beforehand, of so many policies at a table of so many
/// seats, or of their turns; `fixed` says whether everybody keeps a seat.
pub(crate) fn check(
    until: Option<Until>,
    policies: usize,
    (seats, fixed): (Option<usize>, bool),
) -> Result<()> {
    let Some(until) = until else { return Ok(()) };
    let alone = policies == 1;
    let why = match (until, seats) {
        (Until::Width(Width::Win, _), None) => "nobody wins a turn",
        (Until::Width(Width::Win, _), Some(1)) => "nobody plays against anybody",
        (Until::Width(Width::Win, _), _) if alone => "a policy that meets itself wins its share",
        (Until::Ranked, _) if alone => "a policy alone has no rank",
        (Until::Ranked, _) if fixed => {
            "with fixed seats nobody can tell what a seat is worth from what a policy is worth"
        }
        _ => return Ok(()),
    };
    let help = "`--until 'ci(mean) < 5'` ends it when mean scores are known so well";
    Err(Error::input_help(format!("`--until '{until}'` makes no sense here: {why}"), help))
}

/// How far the widest interval reaches; nothing where one cannot be told yet.
pub(crate) fn widest(of: impl IntoIterator<Item = Option<Estimate>>) -> Option<f64> {
    let mut widths = of.into_iter().map(|one| one.and_then(|one| one.half_width()));
    widths.try_fold(0.0, |widest: f64, width| Some(widest.max(width?)))
}

impl<S: Definition> Prepared<S> {
    /// What turns played alone bring, by policy.
    fn gains<'a>(&'a self, sums: &'a Sums) -> impl Iterator<Item = Option<Estimate>> + 'a {
        let (level, unit) = (self.spec.level, (S::COUNTED.unit)(&self.job.game));
        sums.turns
            .iter()
            .map(move |turns| Some(turns.gains.moments().mean(level)?.scaled(unit as f64)))
    }

    /// The win rate or mean score of each policy.
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

    /// How far the widest interval reaches of those that are to be narrow.
    pub(crate) fn widest(&self, sums: &Sums, of: Width) -> Option<f64> {
        match self.alone {
            true => widest(self.gains(sums)),
            false => widest(self.rates(sums, of)),
        }
    }

    /// Whether every two policies are told apart.
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

    /// Whether what was to be known is known.
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
