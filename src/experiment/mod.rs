//! Runs of any game on the contract: from files and flags to a game, its policies and its tables.
//!
//! A game says how it is made ready ([`Setup`]); everything else is written here once, and
//! [`Entry`] is what the command line holds. A request becomes a job (matchups, and games of each of
//! them), a job is played into sums, and sums become a report: tables, and what a person reads.

use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result};
use crate::game::publish::{Counted, Tell};
use crate::game::settings::{Setting, changed, resolve};
use crate::game::{RuleKey, Vocabulary};
use crate::policy::parse_spec;
use crate::report::{RunRecord, Table};
use crate::sim::interrupt::StopFlag;
use crate::sim::luck::SCHEME;
use crate::sim::runner::{RunOptions, run};

pub mod arguments;
pub mod cache;
pub(crate) mod files;
pub(crate) mod games;
mod job;
pub(crate) mod lineups;
pub(crate) mod players;
mod policies;
pub(crate) mod ranking;
mod report;
mod request;
pub(crate) mod speed;
mod sums;
mod title;
mod transcript;
pub(crate) mod trials;
pub mod values;

use job::Job;
use lineups::lineups;
use players::{RANDOM, SEARCHES};
pub use policies::{
    NamedPolicy, OwnParameter, PolicyKind, Shipped, named_policies, shipped, shipped_source,
};
pub(crate) use policies::{about, record_texts, shipped_policies};
pub use request::{BenchSpec, RunSpec, VerifySpec, Work};
pub use title::{
    Analyst, Ask, Block, Conditions, Extra, Figure, Findings, Results, Run, Study, Verified,
    Warning,
};

/// From files and flags to a game.
pub trait Setup: Sync + 'static {
    /// The game.
    type Game: Counted + Tell;
    /// An edition with settings applied.
    type Rules: Clone;

    /// What it is about, in one line.
    const ABOUT: &'static str;
    /// The text of the shipped edition.
    const EDITION: &'static str;
    /// What `--rules` may set.
    const SETTINGS: &'static [Setting<Self::Rules>];
    /// How many may play.
    const SEATS: RangeInclusive<usize>;
    /// Games for each matchup when no number is given: some ten seconds for the default matchups.
    const DEFAULT_GAMES: u64;
    /// The policy file that rollouts play on with when none is named.
    const BASE: &'static str;
    /// Why single turns cannot be played, and what to do instead.
    const NO_TURNS: (&'static str, &'static str);

    /// Reads and checks an edition.
    ///
    /// # Errors
    ///
    /// All faults of the text, at least one.
    fn edition(source: Arc<Source>) -> Result<Self::Rules, Vec<Diagnostic>>;
    /// The name of the edition, and its text.
    fn text(rules: &Self::Rules) -> (&str, &Arc<Source>);
    /// The tables of the edition whose values are invented.
    fn proposed(rules: &Self::Rules) -> usize;
    /// The game for a number of seats.
    fn game(rules: &Self::Rules, seats: u8) -> Self::Game;
    /// The policy files that come with the program.
    fn shipped() -> &'static [Shipped];
    /// Compares the simulator with what is known exactly; `None` where nothing is.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`], and too little to compare.
    fn verify(rules: &Self::Rules, spec: &VerifySpec, stop: &StopFlag) -> Result<Option<Verified>> {
        let _ = (rules, spec, stop);
        Ok(None)
    }
}

/// A game on the command line.
#[derive(Debug)]
pub struct Entry<S> {
    keys: OnceLock<Vec<RuleKey>>,
    tables: OnceLock<Vec<(&'static str, &'static str)>>,
    policies: OnceLock<Vec<Shipped>>,
    setup: PhantomData<fn() -> S>,
}

impl<S> Entry<S> {
    /// The entry of a game.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            keys: OnceLock::new(),
            tables: OnceLock::new(),
            policies: OnceLock::new(),
            setup: PhantomData,
        }
    }
}

impl<S> Default for Entry<S> {
    fn default() -> Self {
        Self::new()
    }
}

/// The most games of a run.
const MAX_GAMES: u64 = 1 << 52;

impl<S: Setup> Entry<S> {
    /// The rules of an edition, and the same with the user's settings.
    fn settled(
        edition: Option<&Arc<Source>>,
        settings: &[crate::game::RuleSetting],
    ) -> Result<(S::Rules, S::Rules)> {
        let shipped = || Source::new("built-in edition", S::EDITION);
        let source = edition.map_or_else(shipped, Arc::clone);
        let edition = S::edition(source).map_err(Error::Texts)?;
        let rules = resolve(S::SETTINGS, &edition, settings)?;
        Ok((edition, rules))
    }

    fn prepare_run(&self, spec: &RunSpec) -> Result<Prepared<S>> {
        let (edition, rules) = Self::settled(spec.edition.as_ref(), &spec.settings)?;
        if let Some((key, _)) = spec.start.first() {
            let message = format!("{} cannot start with `{key}`", self.name());
            return Err(Error::input_help(message, "its games begin at the beginning"));
        }
        let mut specs = spec.policies.clone();
        if specs.is_empty() {
            specs = S::shipped().iter().map(|file| parse_spec(file.name)).collect::<Result<_>>()?;
        }
        let policies = named_policies(self, &specs)?;
        let default = players::games(&policies, S::DEFAULT_GAMES);
        let count = match spec.work {
            Work::Games(games) => games.unwrap_or(default),
            Work::Turns(_) => return Err(Error::input_help(S::NO_TURNS.0, S::NO_TURNS.1)),
        };
        let lineups = lineups(policies.len(), spec, *S::SEATS.end())?;
        let seats = lineups[0].len();
        if !S::SEATS.contains(&seats) {
            let (low, high) = (S::SEATS.start(), S::SEATS.end());
            let message = format!("{} is for {low} to {high} players, not {seats}", self.name());
            return Err(Error::input_help(message, "give another `--players N`"));
        }
        if count.checked_mul(lineups.len() as u64).is_none_or(|games| games > MAX_GAMES) {
            return Err(Error::input("so many games in all cannot be counted"));
        }
        let game = S::game(&rules, seats as u8);
        let figures = game.figures();
        let job = Job {
            players: policies.iter().map(players::player).collect(),
            game,
            figures,
            lineups,
            fixed_seats: spec.fixed_seats,
            seed: spec.seed,
        };
        let changed = changed(S::SETTINGS, &edition, &rules);
        Ok(Prepared { spec: spec.clone(), rules, changed, policies, count, job })
    }
}

impl<S: Setup> Analyst for Entry<S> {
    fn name(&self) -> &'static str {
        <S::Game as crate::game::publish::Publish>::vocabulary().game
    }

    fn about(&self) -> &'static str {
        S::ABOUT
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        <S::Game as crate::game::publish::Publish>::vocabulary()
    }

    fn rules(&self) -> &[RuleKey] {
        self.keys.get_or_init(|| S::SETTINGS.iter().map(|setting| setting.key).collect())
    }

    fn starts(&self) -> &'static [RuleKey] {
        &[]
    }

    fn edition(&self) -> &'static str {
        S::EDITION
    }

    fn rule_sets(&self, _: Arc<Source>) -> Result<Vec<(String, String)>> {
        Ok(Vec::new())
    }

    fn defaults(&self, edition: Arc<Source>) -> Result<Vec<(&'static str, String)>> {
        let rules = S::edition(edition).map_err(Error::Texts)?;
        let all = S::SETTINGS.iter();
        Ok(all.map(|setting| (setting.key.name, (setting.get)(&rules))).collect())
    }

    fn shipped(&self) -> &[Shipped] {
        self.policies.get_or_init(|| {
            S::shipped().iter().chain([&RANDOM]).chain(&SEARCHES).copied().collect()
        })
    }

    fn parameters(&self, policy: &str) -> &'static [OwnParameter] {
        players::parameters(policy)
    }

    fn base(&self, policy: &str) -> Option<&'static str> {
        players::base(policy, S::BASE)
    }

    fn tables(&self) -> &[(&'static str, &'static str)] {
        self.tables.get_or_init(report::own::<S::Game>)
    }

    fn check_edition(&self, source: Arc<Source>) -> Vec<Diagnostic> {
        S::edition(source).err().unwrap_or_default()
    }

    fn prepare(&self, spec: &RunSpec, _: Conditions<'_>) -> Result<Box<dyn Run>> {
        Ok(Box::new(self.prepare_run(spec)?))
    }

    fn verify(&self, spec: &VerifySpec, conditions: Conditions<'_>) -> Result<Option<Verified>> {
        let (_, rules) = Self::settled(spec.edition.as_ref(), &spec.settings)?;
        S::verify(&rules, spec, conditions.stop)
    }

    fn bench(&self, spec: &BenchSpec<'_>) -> Result<Vec<Block>> {
        report::bench(self, S::BASE, spec)
    }
}

/// A run made ready.
struct Prepared<S: Setup> {
    spec: RunSpec,
    rules: S::Rules,
    /// The rules that differ from the edition's.
    changed: Vec<String>,
    policies: Vec<NamedPolicy>,
    /// Games for each matchup.
    count: u64,
    job: Job<S::Game>,
}

impl<S: Setup> Prepared<S> {
    /// What is played, in one line.
    fn what(&self) -> String {
        let name = S::text(&self.rules).0.to_owned();
        [name].into_iter().chain(self.changed.iter().cloned()).collect::<Vec<_>>().join(", ")
    }
}

impl<S: Setup> Run for Prepared<S> {
    fn record(&self) -> RunRecord {
        let mut record = RunRecord::default();
        record.define("game", <S::Game as crate::game::publish::Publish>::vocabulary().game);
        let changed: Vec<toml::Value> = self.changed.iter().cloned().map(Into::into).collect();
        record.define("rules", changed);
        record.define("seed", RunRecord::count(self.spec.seed));
        record.define("randomness", i64::from(SCHEME));
        record.define("games", RunRecord::count(self.count));
        record.define("players", self.job.lineups[0].len() as i64);
        record.define("fixed_seats", self.job.fixed_seats);
        record.define("confidence", self.spec.level.confidence());
        record.define("proposed", S::proposed(&self.rules) as i64);
        let (name, source) = S::text(&self.rules);
        record.add_text("editions", name, &[], &source.text);
        record_texts(&mut record, "policies", &self.policies);
        record
    }

    fn units(&self) -> u64 {
        self.count * self.job.lineups.len() as u64
    }

    fn unit_name(&self) -> &'static str {
        "games"
    }

    fn tables(&self) -> Vec<&'static str> {
        report::names::<S::Game>()
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let Conditions { threads, stop, watch, .. } = conditions;
        let options = RunOptions { units: self.units(), threads, stop, watch };
        Ok(report::tables(self, run(&self.job, options)?))
    }

    fn samples(&self, units: u64) -> Table {
        report::samples(self, units.min(self.units()))
    }

    fn is_slow(&self) -> bool {
        players::search(&self.policies)
    }

    fn transcript(&self, unit: u64) -> String {
        transcript::transcript(self, unit)
    }
}
