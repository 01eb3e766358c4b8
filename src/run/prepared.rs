//! A run made ready: played, whole or in parts, and told.

use std::cell::RefCell;
use std::ops::Range;

use serde::Serialize;

use super::definition::Definition;
use super::leaderboard::counted;
use super::policies::{NamedPolicy, record_texts};
use super::policy_factory::{self, BuiltIn};
use super::registry::{Block, Conditions, Parts, Played, Results, Run, Warning};
use super::request::RunSpec;
use super::simulate::Job;
use super::single_turns::Turns;
use super::stop_rule::Stops;
use super::tally::Sums;
use super::{report, transcript};
use crate::error::{Error, Result};
use crate::game::count::Count;
use crate::game::publish::Publish;
use crate::game::settings::values;
use crate::report::{Key, Label, RunRecord, Table};
use crate::sim::interrupt::Why;
use crate::sim::random::SCHEME;
use crate::sim::runner::{Beside, Keep, Look, RunOptions, Simulation as _, run_on};

/// What was played of some units, as parts of a run hold it.
pub(crate) fn played(
    units: Range<u64>,
    sums: &impl Serialize,
    (stopped, before): (Option<Why>, u64),
) -> Played {
    let broken_off = match stopped {
        Some(Why::Interrupted | Why::OutOfTime) => before + 1,
        _ => before,
    };
    Played { units, sums: postcard::to_stdvec(sums).expect("integers"), stopped, broken_off }
}

/// Neighbouring parts as one, with what they add up to.
pub(crate) fn joined(parts: &[&Played], sums: &impl Serialize) -> Played {
    let (first, last) = (parts.first(), parts.last());
    let units = first.map_or(0, |part| part.units.start)..last.map_or(0, |part| part.units.end);
    let broken_off = parts.iter().map(|part| part.broken_off).sum();
    Played { broken_off, ..played(units, sums, (last.and_then(|part| part.stopped), 0)) }
}

/// What is said of what was played of another run.
pub(crate) fn of_another_run() -> Error {
    Error::input_help("what was played is of another run", "go on with the program that wrote it")
}

/// A run made ready.
pub(super) struct Prepared<S: Definition> {
    pub(super) spec: RunSpec,
    pub(super) rules: S::Rules,
    /// The rules that differ from the edition's.
    pub(super) changed: Vec<String>,
    pub(super) policies: Vec<NamedPolicy>,
    /// Those of them that were made ready for this run.
    pub(super) own: Box<dyn BuiltIn<S::Game>>,
    /// What there is to say of them.
    pub(super) warnings: RefCell<Vec<Warning>>,
    /// Whether the last of them takes the second seat of every game.
    pub(super) opponent: bool,
    /// Games for each matchup, or turns: how many, or what ends them.
    pub(super) stops: Stops,
    /// Whether turns are played alone.
    pub(super) alone: bool,
    /// Where games begin, if not at the beginning.
    pub(super) start: Vec<i64>,
    pub(super) job: Job<S::Game>,
}

impl<S: Definition> Prepared<S> {
    /// What is played, in one line.
    pub(super) fn what(&self) -> String {
        S::told(&self.rules, &self.changed)
    }

    /// The same, as rows of tables begin.
    pub(super) fn key(&self) -> Key {
        key::<S>(&self.rules, &self.changed, self.job.lineups[0].len())
    }
}

/// What is played, as rows of tables begin: by an edition and the rules that differ from it.
pub(crate) fn key<S: Definition>(rules: &S::Rules, changed: &[String], players: usize) -> Key {
    Key {
        game: <S::Game as Publish>::NAME.to_owned(),
        edition: S::text(rules).0.to_owned(),
        rules: Label::of_rules(changed, values(S::SETTINGS, rules)),
        players: players as u32,
        ..Key::default()
    }
}

/// The record of a game by these rules and with this seed, begun.
pub(crate) fn begun<S: Definition>(changed: &[String], seed: u64) -> RunRecord {
    let mut record = RunRecord::begun(<S::Game as Publish>::NAME, changed.to_vec());
    record.define("seed", RunRecord::count(seed));
    record.define("randomness", i64::from(SCHEME));
    record
}

/// Writes down the edition, and how much of it is invented.
pub(crate) fn record_edition<S: Definition>(record: &mut RunRecord, rules: &S::Rules) {
    record.define("proposed", S::proposed(rules) as i64);
    let (name, source) = S::text(rules);
    record.add_text("editions", name, &[], &source.text);
}

impl<S: Definition> Prepared<S> {
    /// The units in which every matchup plays once.
    fn each(&self) -> u64 {
        if self.alone { 1 } else { self.job.lineups.len() as u64 }
    }

    /// What was played adds up to.
    fn sums(&self, played: &Played) -> Result<Sums> {
        let sums: Option<Sums> = postcard::from_bytes(&played.sums).ok();
        let Job { of_policies, of_games, .. } = &self.job;
        let ways = <S::Game as Count>::ENDINGS.map_or(0, |endings| endings.ways.len());
        let lengths = [of_policies.len(), of_games.len(), ways];
        sums.filter(|sums| self.job.empty().fits(sums, lengths)).ok_or_else(of_another_run)
    }
}

impl<S: Definition> Parts for Prepared<S> {
    fn units(&self) -> (u64, &'static str) {
        (Run::units(self), self.unit_name())
    }

    fn looks(&self) -> Option<String> {
        self.stops.until.map(|until| format!("--until '{until}'"))
    }

    fn nothing(&self, first: u64) -> Played {
        played(first..first, &self.job.empty(), (None, 0))
    }

    fn play(
        &self,
        so_far: &Played,
        end: u64,
        keep: Option<Keep<'_, Played>>,
        conditions: Conditions<'_>,
    ) -> Result<Played> {
        let Conditions { threads, stop, watch, .. } = conditions;
        let (Range { start, end: done }, before) = (so_far.units.clone(), so_far.broken_off);
        let options = RunOptions { units: end, threads, stop, watch };
        let every = keep.as_ref().map(|keep| keep.every);
        let show = |sums: Sums, units: u64| {
            let played = |keep: &Keep<'_, Played>| {
                (keep.keep)(played(start..units, &sums, (None, before)), units);
            };
            keep.iter().for_each(played);
        };
        let keep = every.map(|every| Keep { every, keep: &show });
        let after = |units: u64| self.stops.looks().after(units / self.each()) * self.each();
        let enough = |sums: &Sums, _| self.is_enough(sums);
        let far = |sums: &Sums| self.stops.far(|of| self.widest(sums, of));
        let look = self.stops.until.map(|_| Look { after: &after, enough: &enough, far: &far });
        let (so_far, beside) = ((self.sums(so_far)?, done), Beside { keep, look });
        let outcome = match self.alone {
            true => run_on(&Turns(&self.job), options, so_far, beside),
            false => run_on(&self.job, options, so_far, beside),
        }?;
        *self.warnings.borrow_mut() = self.own.finish(conditions);
        Ok(played(start..outcome.units_done, &outcome.tally, (outcome.stopped, before)))
    }

    fn joined(&self, parts: &[&Played]) -> Result<Played> {
        let mut sums = self.job.empty();
        for part in parts {
            sums += self.sums(part)?;
        }
        Ok(joined(parts, &sums))
    }
}

impl<S: Definition> Run for Prepared<S> {
    fn record(&self) -> RunRecord {
        let mut record = begun::<S>(&self.changed, self.spec.seed);
        self.stops.record(&mut record, (self.stops.most, self.unit_name()));
        if !self.alone {
            record.define("players", self.job.lineups[0].len() as i64);
            record.define("fixed_seats", self.job.fixed_seats);
        }
        if !self.start.is_empty() {
            let start: Vec<toml::Value> = self.start.iter().map(|one| (*one).into()).collect();
            record.define("start", start);
        }
        record.define("confidence", self.spec.level.confidence());
        record_edition::<S>(&mut record, &self.rules);
        record_texts(&mut record, "policies", &self.policies);
        record
    }

    fn units(&self) -> u64 {
        self.stops.most * self.each()
    }

    fn unit_name(&self) -> &'static str {
        if self.alone { "turns" } else { "games" }
    }

    fn tables(&self) -> Vec<&'static str> {
        report::names(self)
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let all = self.play(&self.nothing(0), Run::units(self), None, conditions)?;
        self.results(&all)
    }

    fn parts(&self) -> &dyn Parts {
        self
    }

    fn results(&self, played: &Played) -> Result<Results> {
        let (sums, level) = (self.sums(played)?, self.stops.told_at(self.spec.level, played));
        let mut results = match self.alone {
            true => report::turns(self, &sums, (played, level)),
            false => report::tables(self, sums, (played, level)),
        };
        results.warnings.extend(self.warnings.borrow().iter().cloned());
        let number =
            counted(played.units.end / self.each(), self.unit_name().trim_end_matches('s'));
        let units = match self.alone {
            true => format!("{number} of each policy"),
            false => format!("{number} of each matchup"),
        };
        results.screen.extend(self.stops.told(played.stopped, &units).map(Block::Note));
        Ok(results)
    }

    fn concluded(&self, units: u64, stopped: Option<Why>) -> Vec<(&'static str, toml::Value)> {
        let Some(reason) = self.stops.reason(stopped) else { return Vec::new() };
        let each = (!self.alone).then(|| ("games_each", RunRecord::count(units / self.each())));
        each.into_iter().chain([("stopped", reason.into())]).collect()
    }

    fn samples(&self, units: u64) -> Table {
        report::samples(self, units.min(Run::units(self)))
    }

    fn is_slow(&self) -> bool {
        policy_factory::search(&self.policies)
    }

    fn transcript(&self, unit: u64) -> String {
        transcript::transcript(self, unit)
    }
}
