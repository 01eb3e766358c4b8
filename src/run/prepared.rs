//! A prepared run: played as a whole or in parts, and reported.

use std::cell::RefCell;
use std::ops::Range;

use super::definition::Definition;
use super::leaderboard::counted;
use super::parts::{Additive, Parts, Played, play_all};
use super::policies::{NamedPolicy, record_texts};
use super::policy_factory::{self, BuiltIn, Strength};
use super::registered::Registered;
use super::registry::{Block, Conditions, GameRun, Results, Run, Warning};
use super::request::RunSpec;
use super::simulate::Job;
use super::single_turns::Turns;
use super::stop_rule::Stops;
use super::tally::Sums;
use super::transcript::Details;
use super::{EditionFacts, pictures, report, transcript};
use crate::error::{Error, Result};
use crate::game::position::{self, Placed};
use crate::game::settings::values;
use crate::report::{Key, Label, RunRecord, Table};
use crate::sim::interrupt::Why;
use crate::sim::random::SCHEME;
use crate::sim::runner::{Beside, Keep, Look, Outcome, RunOptions, Simulation as _, run_on};

/// The hint on `--out` for runs of games.
pub(crate) const IN_TABLES: &str =
    "`--out DIR` writes all tables as CSV, with confidence intervals";

/// A prepared run.
#[allow(missing_debug_implementations)] // players are trait objects
pub struct Prepared<S: Definition> {
    pub(super) spec: RunSpec,
    pub(super) rules: S::Rules,
    /// The rules that differ from the edition.
    pub(super) changed: Vec<String>,
    pub(super) policies: Vec<NamedPolicy>,
    /// The policies prepared for this run.
    pub(super) own: Box<dyn BuiltIn<S>>,
    /// Warnings about the policies.
    pub(super) warnings: RefCell<Vec<Warning>>,
    /// Whether the last policy is the opponent in seat 2 of every game.
    pub(super) opponent: bool,
    /// The number of games per matchup (or turns), or their stop condition.
    pub(super) stops: Stops,
    /// Whether the run plays single turns.
    pub(super) alone: bool,
    /// The start position, if not the usual one.
    pub(super) start: Vec<i64>,
    pub job: Job<S>,
}

impl<S: Definition> Prepared<S> {
    /// Returns the edition and rules in one line.
    pub(super) fn what(&self) -> String {
        let title = Registered::<S>::title(&self.rules, &self.changed);
        let start = self.spec.start.iter().map(|(key, value)| match value {
            Some(value) => format!("{key}={value}"),
            None => key.clone(),
        });
        match start.collect::<Vec<_>>().join(",") {
            none if none.is_empty() && self.spec.position.is_some() => {
                format!("{title}, from a position")
            }
            none if none.is_empty() => title,
            start => format!("{title}, start {start}"),
        }
    }

    /// Returns the key of the run for tables.
    pub(super) fn key(&self) -> Key {
        key::<S>(&self.rules, &self.changed, self.job.lineups[0].len())
    }
}

/// Returns the key of a run: game, edition and the rules that differ from it.
pub(crate) fn key<S: Definition>(rules: &S::Rules, changed: &[String], players: usize) -> Key {
    Key {
        game: S::NAME.to_owned(),
        edition: Registered::<S>::edition_name(rules),
        rules: Label::of_rules(changed, values(S::SETTINGS, rules)),
        players: players as u32,
        ..Key::default()
    }
}

/// Returns the beginning of the record of a run with these rules and this seed.
pub(crate) fn begun<S: Definition>(changed: &[String], seed: u64) -> RunRecord {
    let mut record = RunRecord::begun(S::NAME, changed.to_vec());
    record.define("seed", RunRecord::count(seed));
    record.define("randomness", i64::from(SCHEME));
    record
}

/// Returns the text of a start position for the record, without comments and in one form.
pub(crate) fn record_position<S: Definition>(
    game: &S,
    from: Option<&Placed<S::State>>,
) -> Option<String> {
    from.and_then(|from| position::write(game, &from.state, from.seen_by))
}

/// Adds the edition and its number of PROPOSED tables to the record.
pub(crate) fn record_edition<S: Definition>(record: &mut RunRecord, rules: &S::Rules) {
    record.define("proposed", Registered::<S>::proposed(rules) as i64);
    if let Some(editions) = S::EDITIONS {
        let EditionFacts { name, source, .. } = (editions.facts)(rules);
        record.add_text("editions", name, &[], &source.text);
    }
}

impl<S: Definition> Prepared<S> {
    /// Returns the exact strength of each policy, if asked for, and warnings about policies without one.
    fn strengths(
        &self,
        conditions: Conditions<'_>,
    ) -> Result<(Vec<Option<Strength>>, Vec<Warning>)> {
        let (mut strengths, mut refused) = (Vec::new(), Vec::new());
        // The policies share the solutions that the first one needs.
        let mut own = (S::OPTIONS.built_in)();
        for policy in self.policies.iter().filter(|_| self.spec.strength) {
            let (message, help) = match own.strength(policy, &self.job.game, conditions) {
                Err(Error::Input { message, help }) => (message, help),
                // The games are played, and their results are kept.
                Err(Error::Interrupted) => ("the run was stopped".to_owned(), None),
                found => {
                    strengths.push(found?);
                    continue;
                }
            };
            strengths.push(None);
            refused.push((format!("no exact strength of `{}`: {message}", policy.label), help));
        }
        Ok((strengths, refused))
    }

    /// Returns the number of units that contain one game of each matchup.
    fn each(&self) -> u64 {
        if self.alone { 1 } else { self.job.lineups.len() as u64 }
    }
}

impl<S: Definition> Additive for Prepared<S> {
    type Sums = Sums;

    fn all_units(&self) -> (u64, &'static str) {
        (self.stops.most * self.each(), self.unit_name())
    }

    fn looks(&self) -> Option<String> {
        self.stops.until.map(|until| format!("--until '{until}'"))
    }

    fn empty(&self) -> Sums {
        self.job.empty()
    }

    fn fits(&self, sums: &Sums) -> bool {
        let ways = S::COUNTED.endings.map_or(0, |endings| endings.ways.len());
        self.job.empty().fits(sums, &self.job.declared, ways)
    }

    fn play_on(
        &self,
        so_far: Sums,
        units: Range<u64>,
        keep: Option<Keep<'_, Sums>>,
        conditions: Conditions<'_>,
    ) -> Result<Outcome<Sums>> {
        let Conditions { threads, stop, watch, .. } = conditions;
        let options = RunOptions { units: units.end, threads, stop, watch };
        let after = |units: u64| self.stops.looks().after(units / self.each()) * self.each();
        let enough = |sums: &Sums, _| self.is_enough(sums);
        let far = |sums: &Sums| self.stops.far(|of| self.widest(sums, of));
        let look = self.stops.until.map(|_| Look { after: &after, enough: &enough, far: &far });
        let (so_far, beside) = ((so_far, units.start), Beside { keep, look });
        let outcome = match self.alone {
            true => run_on(&Turns(&self.job), options, so_far, beside),
            false => run_on(&self.job, options, so_far, beside),
        }?;
        *self.warnings.borrow_mut() = self.own.finish(conditions);
        Ok(outcome)
    }

    fn results_of(&self, played: Played<Sums>, conditions: Conditions<'_>) -> Result<Results> {
        let level = self.stops.level_of(self.spec.level, &played);
        let Played { units: Range { end: units, .. }, sums, stopped, .. } = played;
        match stopped {
            Some(Why::Interrupted) if units == 0 => return Err(Error::Interrupted),
            Some(_) if units == 0 => {
                return Err(Error::input_help(
                    format!(
                        "the time limit was reached before the first of the {}",
                        self.unit_name()
                    ),
                    "give a longer `--max-time`",
                ));
            }
            _ => {}
        }
        let (strengths, refused) = self.strengths(conditions)?;
        let mut results = match self.alone {
            true => report::turns(self, &sums, units, level),
            false => report::tables(self, sums, units, level, &strengths),
        };
        results.warnings.extend(refused);
        results.warnings.extend(self.warnings.borrow().iter().cloned());
        let each = units / self.each();
        let number = counted(each, self.unit_name().trim_end_matches('s'));
        let of_each = match self.alone {
            true => format!("{number} of each policy"),
            false => format!("{number} of each matchup"),
        };
        results.screen.extend(self.stops.told(stopped, &of_each).map(Block::Note));
        results.files = pictures::pictures(self, &results.tables, &results.screen);
        results.concluded.push(("units", RunRecord::count(units)));
        if let Some(reason) = self.stops.reason(stopped) {
            if !self.alone {
                results.concluded.push(("games_each", RunRecord::count(each)));
            }
            results.concluded.push(("stopped", reason.into()));
        }
        Ok(Results { units_done: units, stopped, ..results })
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
        if let Some(position) = record_position(&*self.job.game, self.job.from.as_ref()) {
            record.define("position", position);
        }
        if !self.start.is_empty() {
            let start: Vec<toml::Value> = self.start.iter().map(|one| (*one).into()).collect();
            record.define("start", start);
        }
        record.define("confidence", self.spec.level.confidence());
        record_edition::<S>(&mut record, &self.rules);
        record_texts(&mut record, "policies", &self.policies);
        if self.spec.strength {
            record.define("strength", true);
        }
        record
    }

    fn units(&self) -> Option<u64> {
        Some(self.all_units().0)
    }

    fn unit_name(&self) -> &'static str {
        if self.alone { "turns" } else { "games" }
    }

    fn tables(&self) -> Vec<&'static str> {
        report::names(self)
    }

    fn files(&self) -> Vec<String> {
        pictures::files(self)
    }

    fn parts(&self) -> Option<&dyn Parts> {
        Some(self)
    }

    fn hint(&self) -> Option<&'static str> {
        Some(IN_TABLES)
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        play_all(self, conditions)
    }
}

impl<S: Definition> GameRun for Prepared<S> {
    fn samples(&self, units: u64) -> Table {
        report::samples(self, units.min(self.all_units().0))
    }

    fn is_slow(&self) -> bool {
        policy_factory::is_slow(&self.policies)
    }

    fn transcript(
        &self,
        unit: u64,
        details: Details,
        conditions: Conditions<'_>,
    ) -> Result<String> {
        transcript::transcript(self, unit, details, conditions)
    }
}
