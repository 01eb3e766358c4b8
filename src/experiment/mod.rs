//! Runs of any game on the contract: from files and flags to a game, its policies and its tables.
//!
//! A game says how it is made ready ([`Setup`]); everything else is written here once, and
//! [`Entry`] is what the command line holds. A request becomes a job (matchups, and games of each of
//! them), a job is played into sums, and sums become a report: tables, and what a person reads.

use std::marker::PhantomData;
use std::ops::{Range, RangeInclusive};
use std::sync::{Arc, OnceLock};

use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result};
use crate::game::publish::{Counted, Of, Publish, Tell};
use crate::game::settings::{Setting, changed, resolve};
use crate::game::{RuleKey, Vocabulary};
use crate::policy::{PolicySpec, parse_spec};
use crate::report::{RunRecord, Table};
use crate::sim::interrupt::Why;
use crate::sim::luck::SCHEME;
pub use crate::sim::runner::Keep;
use crate::sim::runner::{RunOptions, Simulation as _, run_on};
use crate::sim::seating::Lineup;

pub mod arguments;
pub mod cache;
pub(crate) mod files;
pub mod games;
mod job;
pub(crate) mod lineups;
pub mod part;
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
use sums::Sums;
pub use title::{
    Analyst, Ask, Block, Conditions, Extra, Figure, Findings, Played, Results, Run, Study,
    Verified, Warning,
};

/// A built-in policy that plays by some rules alone, and then takes the second of two seats.
#[derive(Clone, Copy, Debug)]
pub struct Opponent {
    /// Its name.
    pub policy: &'static str,
    /// The rule that is on where it plays.
    pub rule: &'static str,
}

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
    /// Who may take the second seat, if anybody may.
    const OPPONENT: Option<Opponent> = None;
    /// Who is measured by `bench`, with how many players.
    const BENCH: &'static [(&'static str, usize)] = &[(RANDOM.name, 2), (Self::BASE, 2)];

    /// Reads and checks an edition.
    ///
    /// # Errors
    ///
    /// All faults of the text, at least one.
    fn edition(source: Arc<Source>) -> Result<Self::Rules, Vec<Diagnostic>>;
    /// The name of the edition, and its text.
    fn text(rules: &Self::Rules) -> (&str, &Arc<Source>);
    /// The tables of the edition whose values are invented, where they are counted.
    fn proposed(rules: &Self::Rules) -> Option<usize>;
    /// The rule sets, as (setting, what it has).
    fn rule_sets(rules: &Self::Rules) -> Vec<(String, String)> {
        let _ = rules;
        Vec::new()
    }
    /// How many may play by these rules.
    fn seats(rules: &Self::Rules) -> RangeInclusive<usize> {
        let _ = rules;
        Self::SEATS
    }
    /// The game for a number of seats.
    fn game(rules: &Self::Rules, seats: u8) -> Self::Game;
    /// The policies that come with the program beside those that play any game: files first, then
    /// an [opponent](Setup::OPPONENT).
    fn shipped() -> &'static [Shipped];
    /// Compares the simulator with what is known exactly; `None` where nothing is.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`], and too little to compare.
    fn verify(
        rules: &Self::Rules,
        spec: &VerifySpec,
        conditions: Conditions<'_>,
    ) -> Result<Option<Verified>> {
        let _ = (rules, spec, conditions);
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
        let opponent = Self::opponent(&rules);
        let specs = Self::policies(&spec.policies, opponent)?;
        let policies = named_policies(self, &specs)?;
        let default = players::games(&policies, S::DEFAULT_GAMES);
        let count = match spec.work {
            Work::Games(games) => games.unwrap_or(default),
            Work::Turns(_) => return Err(Error::input_help(S::NO_TURNS.0, S::NO_TURNS.1)),
        };
        let of_rules = S::seats(&rules);
        let lineups = match opponent {
            Some(opponent) => against(opponent, policies.len(), spec)?,
            None => lineups(policies.len(), spec, *S::SEATS.end())?,
        };
        let seats = lineups[0].len();
        if !of_rules.contains(&seats) {
            let (low, high) = (of_rules.start(), of_rules.end());
            let message = format!("{} is for {low} to {high} players, not {seats}", self.name());
            return Err(Error::input_help(message, "give another `--players N`"));
        }
        if count.checked_mul(lineups.len() as u64).is_none_or(|games| games > MAX_GAMES) {
            return Err(Error::input("so many games in all cannot be counted"));
        }
        let game = S::game(&rules, seats as u8);
        let figures = game.figures();
        let places = |of| {
            let figures = figures.iter().enumerate();
            let of = figures.filter(|(_, figure)| S::Game::TABLES[figure.table].of == of);
            of.map(|(place, _)| place).collect()
        };
        let job = Job {
            players: policies.iter().map(players::player).collect(),
            game,
            of_policies: places(Of::Policies),
            of_games: places(Of::Games),
            figures,
            lineups,
            fixed_seats: spec.fixed_seats || opponent.is_some(),
            searches: players::search(&policies),
            seed: spec.seed,
        };
        let changed = changed(S::SETTINGS, &edition, &rules);
        let (spec, opponent) = (spec.clone(), opponent.is_some());
        Ok(Prepared { spec, rules, changed, policies, opponent, count, job })
    }

    /// Who takes the second seat by these rules, if anybody does.
    fn opponent(rules: &S::Rules) -> Option<Opponent> {
        let on = |opponent: &Opponent| {
            let mut settings = S::SETTINGS.iter();
            settings.any(|one| one.key.name == opponent.rule && (one.get)(rules) == "on")
        };
        S::OPPONENT.filter(on)
    }

    /// The policies asked for, or every file that is shipped; then the opponent, named or not.
    fn policies(asked: &[PolicySpec], opponent: Option<Opponent>) -> Result<Vec<PolicySpec>> {
        let mut specs = asked.to_vec();
        if let Some(Opponent { policy, rule }) = S::OPPONENT {
            specs.retain(|spec| spec.is_file || spec.name() != policy);
            if opponent.is_none() && specs.len() < asked.len() {
                let message = format!("`{policy}` plays by the rule `{rule}` alone");
                return Err(Error::input_help(message, format!("add `--rules {rule}`")));
            }
        }
        if asked.is_empty() {
            let files = S::shipped().iter().filter(|shipped| !shipped.text.is_empty());
            specs = files.map(|file| parse_spec(file.name)).collect::<Result<_>>()?;
        }
        let opponent = opponent.map(|opponent| parse_spec(opponent.policy));
        specs.extend(opponent.transpose()?);
        Ok(specs)
    }
}

/// Each policy in the first seat against an opponent, who is the last of them.
fn against(opponent: Opponent, policies: usize, spec: &RunSpec) -> Result<Vec<Lineup>> {
    let Opponent { policy, rule } = opponent;
    if spec.players.is_some_and(|players| players != 2) {
        return Err(Error::input_help(
            format!("by the rule `{rule}` one player meets `{policy}`"),
            "leave `--players` out",
        ));
    }
    if policies < 2 {
        return Err(Error::input_help(
            format!("nobody plays against `{policy}`"),
            format!("name another policy: `{policy}` takes seat 2 by itself"),
        ));
    }
    Ok((0..policies - 1).map(|policy| vec![policy, policies - 1]).collect())
}

impl<S: Setup> Analyst for Entry<S> {
    fn name(&self) -> &'static str {
        S::Game::vocabulary().game
    }

    fn about(&self) -> &'static str {
        S::ABOUT
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        S::Game::vocabulary()
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
        S::edition(edition).map(|rules| S::rule_sets(&rules)).map_err(Error::Texts)
    }

    fn defaults(&self, edition: Arc<Source>) -> Result<Vec<(&'static str, String)>> {
        let rules = S::edition(edition).map_err(Error::Texts)?;
        let all = S::SETTINGS.iter();
        Ok(all.map(|setting| (setting.key.name, (setting.get)(&rules))).collect())
    }

    fn shipped(&self) -> &[Shipped] {
        self.policies.get_or_init(|| {
            let (files, own): (Vec<_>, Vec<_>) =
                S::shipped().iter().partition(|shipped| !shipped.text.is_empty());
            let all = files.into_iter().chain([&RANDOM]).chain(own).chain(&SEARCHES);
            all.copied().collect()
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
        S::verify(&rules, spec, conditions)
    }

    fn bench(&self, spec: &BenchSpec<'_>) -> Result<Vec<Block>> {
        report::bench(self, S::BENCH, spec)
    }
}

/// What was played of some units, as parts of a run hold it.
fn played(units: Range<u64>, sums: &Sums, stopped: Option<Why>) -> Played {
    Played { units, sums: postcard::to_stdvec(sums).expect("integers"), stopped }
}

/// A run made ready.
struct Prepared<S: Setup> {
    spec: RunSpec,
    rules: S::Rules,
    /// The rules that differ from the edition's.
    changed: Vec<String>,
    policies: Vec<NamedPolicy>,
    /// Whether the last of them takes the second seat of every game.
    opponent: bool,
    /// Games for each matchup.
    count: u64,
    job: Job<S::Game>,
}

impl<S: Setup> Prepared<S> {
    /// What is played, in one line.
    fn what(&self) -> String {
        let (name, source) = S::text(&self.rules);
        let name = source.edition_title(name, S::EDITION);
        [name].into_iter().chain(self.changed.iter().cloned()).collect::<Vec<_>>().join(", ")
    }
}

impl<S: Setup> Prepared<S> {
    /// What was played adds up to.
    fn sums(&self, played: &Played) -> Result<Sums> {
        let sums: Option<Sums> = postcard::from_bytes(&played.sums).ok();
        let figures = (self.job.of_policies.len(), self.job.of_games.len());
        sums.filter(|sums| self.job.empty().fits(sums, figures)).ok_or_else(|| {
            let help = "go on with the program that wrote it";
            Error::input_help("what was played is of another run", help)
        })
    }
}

impl<S: Setup> Run for Prepared<S> {
    fn record(&self) -> RunRecord {
        let mut record = RunRecord::default();
        record.define("game", S::Game::vocabulary().game);
        let changed: Vec<toml::Value> = self.changed.iter().cloned().map(Into::into).collect();
        record.define("rules", changed);
        record.define("seed", RunRecord::count(self.spec.seed));
        record.define("randomness", i64::from(SCHEME));
        record.define("games", RunRecord::count(self.count));
        record.define("players", self.job.lineups[0].len() as i64);
        record.define("fixed_seats", self.job.fixed_seats);
        record.define("confidence", self.spec.level.confidence());
        if let Some(proposed) = S::proposed(&self.rules) {
            record.define("proposed", proposed as i64);
        }
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
        let all = self.play(&self.nothing(0), self.units(), None, conditions)?;
        self.results(&all)
    }

    fn nothing(&self, first: u64) -> Played {
        played(first..first, &self.job.empty(), None)
    }

    fn play(
        &self,
        so_far: &Played,
        end: u64,
        keep: Option<Keep<'_, Played>>,
        conditions: Conditions<'_>,
    ) -> Result<Played> {
        let Conditions { threads, stop, watch, .. } = conditions;
        let Range { start, end: done } = so_far.units;
        let options = RunOptions { units: end, threads, stop, watch };
        let every = keep.as_ref().map(|keep| keep.every);
        let show = |sums: Sums, units: u64| {
            keep.iter().for_each(|keep| (keep.keep)(played(start..units, &sums, None), units));
        };
        let keep = every.map(|every| Keep { every, keep: &show });
        let outcome = run_on(&self.job, options, (self.sums(so_far)?, done), keep)?;
        Ok(played(start..outcome.units_done, &outcome.tally, outcome.stopped))
    }

    fn joined(&self, parts: &[&Played]) -> Result<Played> {
        let mut sums = self.job.empty();
        for part in parts {
            sums += self.sums(part)?;
        }
        let (first, last) = (parts.first(), parts.last());
        let units = first.map_or(0, |part| part.units.start)..last.map_or(0, |part| part.units.end);
        Ok(played(units, &sums, None))
    }

    fn results(&self, played: &Played) -> Result<Results> {
        Ok(report::tables(self, self.sums(played)?, (played.units.end, played.stopped)))
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
