//! Runs of any game on the contract: from files and flags to a game, its policies and its tables.
//!
//! A game says how it is made ready ([`Setup`]); everything else is written here once, and
//! [`Entry`] is what the command line holds.

use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use crate::analysis::lineups::lineups;
use crate::analysis::{
    Analyst, BenchSpec, Block, Conditions, NamedPolicy, PolicyKind, Results, Run, RunSpec, Shipped,
    Work, named_policies, record_texts,
};
use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result};
use crate::game::decision::{Policy, Random};
use crate::game::publish::{Counted, Tell};
use crate::game::settings::{Setting, changed, resolve};
use crate::game::{RuleKey, Vocabulary};
use crate::policy::play::FilePolicy;
use crate::policy::{PolicySpec, parse_spec};
use crate::report::{RunRecord, Table};
use crate::sim::luck::SCHEME;
use crate::sim::runner::{RunOptions, run};

mod count;
mod tables;
mod transcript;

use count::Games;

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
    /// The game for a number of seats.
    fn game(rules: &Self::Rules, seats: u8) -> Self::Game;
    /// The policies that come with the program, files first.
    fn shipped() -> &'static [Shipped];
}

/// A game on the command line.
#[derive(Debug)]
pub struct Entry<S> {
    keys: OnceLock<Vec<RuleKey>>,
    tables: OnceLock<Vec<(&'static str, &'static str)>>,
    setup: PhantomData<fn() -> S>,
}

impl<S> Entry<S> {
    /// The entry of a game.
    #[must_use]
    pub const fn new() -> Self {
        Self { keys: OnceLock::new(), tables: OnceLock::new(), setup: PhantomData }
    }
}

impl<S> Default for Entry<S> {
    fn default() -> Self {
        Self::new()
    }
}

/// The built-in policy that takes any action.
const RANDOM: &str = "random";

/// The most games of a run.
const MAX_GAMES: u64 = 1 << 52;

type GamePolicy<S> = Arc<dyn Policy<<S as Setup>::Game>>;

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
        let count = match spec.work {
            Work::Games(games) => games.unwrap_or(S::DEFAULT_GAMES),
            Work::Turns(_) => return Err(Error::input_help(S::NO_TURNS.0, S::NO_TURNS.1)),
        };
        let mut specs = spec.policies.clone();
        if specs.is_empty() {
            specs = default_policies(S::shipped())?;
        }
        let policies = named_policies(self, &specs)?;
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
        let games = Games {
            players: policies.iter().map(player::<S>).collect::<Result<_>>()?,
            game,
            figures,
            lineups,
            fixed_seats: spec.fixed_seats,
            seed: spec.seed,
        };
        let changed = changed(S::SETTINGS, &edition, &rules);
        Ok(Prepared { spec: spec.clone(), rules, changed, policies, count, games })
    }
}

/// The policies of a run that names none: every file that is shipped.
fn default_policies(shipped: &[Shipped]) -> Result<Vec<PolicySpec>> {
    let files = shipped.iter().filter(|shipped| !shipped.text.is_empty());
    files.map(|shipped| parse_spec(shipped.name)).collect()
}

/// A policy as one who plays.
fn player<S: Setup>(policy: &NamedPolicy) -> Result<GamePolicy<S>> {
    Ok(match &policy.kind {
        PolicyKind::BuiltIn(name) => {
            debug_assert_eq!(*name, RANDOM, "a built-in policy that nobody plays");
            Arc::new(Random)
        }
        PolicyKind::File(file) => Arc::new(FilePolicy::new(file)),
    })
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

    fn rule_sets(&self, edition: Arc<Source>) -> Result<Vec<(String, String)>> {
        let rules = S::edition(edition).map_err(Error::Texts)?;
        let value = |setting: &Setting<S::Rules>| (setting.get)(&rules);
        let all = S::SETTINGS.iter();
        Ok(all.map(|setting| (setting.key.name.to_owned(), value(setting))).collect())
    }

    fn shipped(&self) -> &'static [Shipped] {
        S::shipped()
    }

    fn tables(&self) -> &[(&'static str, &'static str)] {
        self.tables.get_or_init(tables::own::<S::Game>)
    }

    fn check_edition(&self, source: Arc<Source>) -> Vec<Diagnostic> {
        S::edition(source).err().unwrap_or_default()
    }

    fn prepare(&self, spec: &RunSpec, _: Conditions<'_>) -> Result<Box<dyn Run>> {
        Ok(Box::new(self.prepare_run(spec)?))
    }

    fn bench(&self, spec: &BenchSpec<'_>) -> Result<Vec<Block>> {
        tables::bench(self, S::shipped(), spec)
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
    games: Games<S::Game>,
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
        record.define("players", self.games.lineups[0].len() as i64);
        record.define("fixed_seats", self.games.fixed_seats);
        record.define("confidence", self.spec.level.confidence());
        let (name, source) = S::text(&self.rules);
        record.add_text("editions", name, &[], &source.text);
        record_texts(&mut record, "policies", &self.policies);
        record
    }

    fn units(&self) -> u64 {
        self.count * self.games.lineups.len() as u64
    }

    fn unit_name(&self) -> &'static str {
        "games"
    }

    fn tables(&self) -> Vec<&'static str> {
        tables::names::<S::Game>()
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let Conditions { threads, stop, watch, .. } = conditions;
        let options = RunOptions { units: self.units(), threads, stop, watch };
        Ok(tables::tables(self, run(&self.games, options)?))
    }

    fn samples(&self, units: u64) -> Table {
        tables::samples(self, units.min(self.units()))
    }

    fn transcript(&self, unit: u64) -> String {
        transcript::transcript(self, unit)
    }
}
