//! Runs of any game on the contract: from files and flags to a game, its policies and its tables.
//!
//! A game says how it is made ready ([`Setup`]); everything else is written here once, and
//! [`Entry`] is what the command line holds. A request becomes a job (matchups, and games of each of
//! them), a job is played into sums, and sums become a report: tables, and what a person reads.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::ops::{Range, RangeInclusive};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result, nearest};
use crate::game::contract::{Game, Silent};
use crate::game::publish::{Counted, Publish, Tell};
use crate::game::schema::Schema;
use crate::game::settings::{Setting, changed, resolve, values};
use crate::game::shape::Shape;
use crate::game::{RuleKey, RuleSetting, Vocabulary};
use crate::policy::{PolicySpec, parse_spec};
use crate::report::schema::{ACTIONS, COMMON};
use crate::report::{Key, Label, RunRecord, Table};
use crate::sim::interrupt::Why;
use crate::sim::luck::SCHEME;
pub use crate::sim::runner::Keep;
use crate::sim::runner::{Beside, Look, RunOptions, Simulation as _, run_on};
use crate::sim::seating::Lineup;

pub(crate) mod arguments;
mod blocks;
pub mod cache;
mod compare;
mod contest;
pub(crate) mod endings;
pub mod games;
mod job;
pub(crate) mod lineups;
pub(crate) mod part;
pub(crate) mod players;
mod policies;
pub(crate) mod ranking;
mod report;
mod request;
pub(crate) mod speed;
mod stopping;
mod sums;
mod sweep;
mod title;
pub(crate) mod transcript;
pub(crate) mod trials;
mod tune;
mod turns;
pub mod values;

pub(crate) use job::{AnyEngine, Engine, Job, Taken};
use lineups::lineups;
pub use players::BuiltIn;
use players::{NoneOfItsOwn, RANDOM, SEARCHES};
pub(crate) use policies::shipped_specs;
pub use policies::{
    NamedPolicy, OwnParameter, PolicyKind, Shipped, named_policies, shipped, shipped_source,
};
pub(crate) use policies::{about, record_texts, shipped_policies};
use ranking::counted;
pub(crate) use report::proposed;
pub use request::{
    Arena, CompareSpec, Question, Request, RunSpec, SweepSpec, TuneSpec, VerifySpec, Work,
};
pub use speed::{Case, Speed};
use stopping::Stops;
pub use stopping::{Margin, Stopping, Until, Width};
pub use sums::{OfTurns, PolicySums, Sums};
pub use title::{
    Analyst, Ask, Block, Card, Conditions, Extra, Figure, Findings, Parts, Played, Results, Run,
    Study, Verified, Warning,
};
use turns::Turns;

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
    /// Why single turns cannot be played, where they cannot, and what to do instead.
    const NO_TURNS: (&'static str, &'static str) =
        ("a turn means nothing without the game around it", "play whole games: `--games N`");
    /// What `--start` may set.
    const STARTS: &'static [RuleKey] = &[];
    /// What is said where it may set nothing.
    const NO_START: &'static str = "its games begin at the beginning";
    /// The tables of the [extras](Setup::extras).
    const EXTRA_TABLES: &'static [Schema] = &[];
    /// Who may take the second seat, if anybody may.
    const OPPONENT: Option<Opponent> = None;
    /// Makes the card to keep beside the table, where there is one.
    const CARD: Option<Card> = None;
    /// What `bench` measures.
    const BENCH: &'static [Case] = &[Case::games(RANDOM.name, 2), Case::games(Self::BASE, 2)];

    /// Reads and checks an edition.
    ///
    /// # Errors
    ///
    /// All faults of the text, at least one.
    fn edition(source: Arc<Source>) -> Result<Self::Rules, Vec<Diagnostic>>;
    /// What an edition that can be read does not allow, for what is found only when it is played with:
    /// errors for what every run meets, warnings for what is met by other rules.
    fn limits(rules: &Self::Rules) -> Vec<Diagnostic> {
        let _ = rules;
        Vec::new()
    }
    /// The rules of an edition with the user's settings.
    ///
    /// # Errors
    ///
    /// Unknown settings, and those that do not go together, or not with the edition.
    fn settled(edition: &Self::Rules, settings: &[RuleSetting]) -> Result<Self::Rules> {
        resolve(Self::SETTINGS, edition, settings)
    }
    /// The settings that differ from those of an edition.
    fn changed(edition: &Self::Rules, rules: &Self::Rules) -> Vec<String> {
        changed(Self::SETTINGS, edition, rules)
    }
    /// The name of the edition, and its text.
    fn text(rules: &Self::Rules) -> (&str, &Arc<Source>);
    /// What the game asks an edition file for.
    fn shape(rules: &Self::Rules) -> &Shape;
    /// The number of tables of the edition whose values are invented.
    fn proposed(rules: &Self::Rules) -> usize;
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
    ///
    /// # Errors
    ///
    /// Rules that so many cannot play by.
    fn game(rules: &Self::Rules, seats: u8) -> Result<Self::Game>;
    /// The game that begins where `--start` says, of whose keys all are [known](Setup::STARTS) and
    /// some are set, and what tells that in the record; `alone` where turns are played alone.
    ///
    /// # Errors
    ///
    /// A position that cannot be.
    fn starting(
        game: Self::Game,
        start: &[RuleSetting],
        alone: bool,
    ) -> Result<(Self::Game, Vec<i64>)> {
        let _ = (start, alone);
        Ok((game, Vec::new()))
    }
    /// The edition and the rules that differ from it, in one line.
    fn told(rules: &Self::Rules, changed: &[String]) -> String {
        let (name, source) = Self::text(rules);
        let name = source.edition_title(name, Self::EDITION);
        [name].into_iter().chain(changed.iter().cloned()).collect::<Vec<_>>().join(", ")
    }
    /// Refuses rules by which games cannot be compared on one luck.
    ///
    /// # Errors
    ///
    /// Such rules.
    fn comparable(rules: &Self::Rules) -> Result<()> {
        let _ = rules;
        Ok(())
    }
    /// Whether a policy plays where none is named; `decides` tells whether it has rules for a decision
    /// point.
    fn by_default(rules: &Self::Rules, policy: &Shipped, decides: &dyn Fn(usize) -> bool) -> bool {
        let _ = (rules, decides);
        !policy.text.is_empty()
    }
    /// The parameters of a built-in policy of its own.
    fn parameters(policy: &str) -> &'static [OwnParameter] {
        let _ = policy;
        &[]
    }
    /// Those of its built-in policies that are made ready for each run.
    fn built_in() -> Box<dyn BuiltIn<Self::Game>> {
        Box::new(NoneOfItsOwn)
    }
    /// What it can be asked beside being played.
    fn extras() -> &'static [&'static dyn Extra] {
        &[]
    }
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
    policies: OnceLock<Vec<Shipped>>,
    setup: PhantomData<fn() -> S>,
}

impl<S> Entry<S> {
    /// The entry of a game.
    #[must_use]
    pub const fn new() -> Self {
        Self { keys: OnceLock::new(), policies: OnceLock::new(), setup: PhantomData }
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
        let rules = S::settled(&edition, settings)?;
        Ok((edition, rules))
    }

    fn prepare_run(&self, spec: &RunSpec, conditions: Conditions<'_>) -> Result<Prepared<S>> {
        let (edition, rules) = Self::settled(spec.edition.as_ref(), &spec.settings)?;
        self.check_start(&spec.start)?;
        let opponent = Self::opponent(&rules);
        let specs = self.policies(&spec.policies, &rules, opponent)?;
        let policies = named_policies(self, &specs)?;
        let default = players::games(&policies, S::DEFAULT_GAMES);
        let (stops, alone) = stopping::stops(spec.work, default);
        let count = stops.most;
        let lineups = match opponent {
            _ if alone => one_by_one(policies.len(), spec)?,
            Some(opponent) => against(opponent, policies.len(), spec)?,
            None => lineups(policies.len(), spec, *S::SEATS.end())?,
        };
        let tables = if alone { 1 } else { lineups.len() as u64 };
        if count.checked_mul(tables).is_none_or(|games| games > MAX_GAMES) {
            return Err(Error::input("so many games in all cannot be counted"));
        }
        let seats = (!alone).then_some(lineups[0].len());
        let (game, start) = self.game((&edition, &rules), seats, &spec.start)?;
        let mut own = S::built_in();
        let ready = policies.iter().map(|one| players::ready(one, &mut *own, &game, conditions));
        let players = ready.collect::<Result<_>>()?;
        let fixed_seats = spec.fixed_seats || opponent.is_some();
        stopping::check(stops.until, policies.len(), (seats, spec.fixed_seats))?;
        let mut job = Job::new(&game, players, lineups, fixed_seats, spec.seed);
        job.searches = players::search(&policies);
        job.labels = policies.iter().map(|policy| policy.label.clone()).collect();
        job.engine = own.engine(&job, alone)?;
        let changed = S::changed(&edition, &rules);
        let (mut spec, opponent) = (spec.clone(), opponent.is_some());
        spec.level = stops.level(spec.level);
        Ok(Prepared {
            warnings: RefCell::default(),
            spec,
            rules,
            changed,
            policies,
            own,
            opponent,
            stops,
            alone,
            start,
            job,
        })
    }

    /// The game for so many seats, or for turns played alone, that begins at `start`; and what tells
    /// that in the record.
    fn game(
        &self,
        (edition, rules): (&S::Rules, &S::Rules),
        seats: Option<usize>,
        start: &[RuleSetting],
    ) -> Result<(Arc<S::Game>, Vec<i64>)> {
        let of_rules = S::seats(rules);
        let (low, high) = (*of_rules.start(), of_rules.end());
        let alone = seats.is_none();
        let seats = seats.unwrap_or(low);
        if !of_rules.contains(&seats) {
            let message = format!("{} is for {low} to {high} players, not {seats}", self.name());
            return Err(Error::input_help(message, "give another `--players N`"));
        }
        let game = S::game(rules, seats as u8).map_err(|error| {
            let faults = S::limits(edition);
            if faults.iter().any(Diagnostic::is_error) { Error::Texts(faults) } else { error }
        })?;
        let (game, start) = match start {
            [] => (game, Vec::new()),
            start => S::starting(game, start, alone)?,
        };
        if alone && game.alone(&mut Silent).is_none() {
            return Err(Error::input_help(S::NO_TURNS.0, S::NO_TURNS.1));
        }
        Ok((Arc::new(game), start))
    }

    /// Refuses what games cannot start with.
    pub(crate) fn check_start(&self, start: &[RuleSetting]) -> Result<()> {
        let known = || S::STARTS.iter().map(|key| key.name);
        let Some((key, _)) = start.iter().find(|(key, _)| !known().any(|name| name == key)) else {
            return Ok(());
        };
        let help = match nearest(key, known()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if S::STARTS.is_empty() => S::NO_START.to_owned(),
            None => format!("it takes `{}`", known().collect::<Vec<_>>().join("` and `")),
        };
        Err(Error::input_help(format!("{} cannot start with `{key}`", self.name()), help))
    }

    /// Who takes the second seat by these rules, if anybody does.
    fn opponent(rules: &S::Rules) -> Option<Opponent> {
        let on = |opponent: &Opponent| {
            let mut settings = S::SETTINGS.iter();
            settings.any(|one| one.key.name == opponent.rule && (one.get)(rules) == "on")
        };
        S::OPPONENT.filter(on)
    }

    /// The policies asked for, or those that play by default; then the opponent, named or not.
    fn policies(
        &self,
        asked: &[PolicySpec],
        rules: &S::Rules,
        opponent: Option<Opponent>,
    ) -> Result<Vec<PolicySpec>> {
        let mut specs = asked.to_vec();
        if let Some(Opponent { policy, rule }) = S::OPPONENT {
            specs.retain(|spec| spec.is_file || spec.name() != policy);
            if opponent.is_none() && specs.len() < asked.len() {
                let message = format!("`{policy}` plays by the rule `{rule}` alone");
                return Err(Error::input_help(message, format!("add `--rules {rule}`")));
            }
        }
        if asked.is_empty() {
            specs = shipped_specs(self, |policy, decides| S::by_default(rules, policy, decides))?;
        }
        let opponent = opponent.map(|opponent| parse_spec(opponent.policy));
        specs.extend(opponent.transpose()?);
        Ok(specs)
    }
}

/// Each policy alone.
fn one_by_one(policies: usize, spec: &RunSpec) -> Result<Vec<Lineup>> {
    if spec.players.is_some_and(|players| players != 1) {
        return Err(Error::input_help(
            "`--turns` plays each policy alone, so there are no other players",
            "leave `--players` out, or play whole games with `--games`",
        ));
    }
    Ok((0..policies).map(|policy| vec![policy]).collect())
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
        S::STARTS
    }

    fn edition(&self) -> &'static str {
        S::EDITION
    }

    fn rule_sets(&self, edition: Arc<Source>) -> Result<Vec<(String, String)>> {
        let rules = S::edition(edition).map_err(Error::Texts)?;
        let faults = S::limits(&rules);
        match faults.iter().any(Diagnostic::is_error) {
            true => Err(Error::Texts(faults)),
            false => Ok(S::rule_sets(&rules)),
        }
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
        let own = S::parameters(policy);
        if own.is_empty() { players::parameters(policy) } else { own }
    }

    fn base(&self, policy: &str) -> Option<&'static str> {
        players::base(policy, S::BASE)
    }

    fn tables(&self) -> Vec<Schema> {
        let run: Vec<Schema> = report::all::<S::Game>().collect();
        let others =
            COMMON.into_iter().filter(|schema| !run.iter().any(|own| own.name == schema.name));
        let others = others.filter(|schema| <S::Game as Counted>::ACTIONS || *schema != ACTIONS);
        let own = S::EXTRA_TABLES.iter().copied().chain(report::raw::<S::Game>());
        run.iter().copied().chain(others).chain(own).collect()
    }

    fn check_edition(&self, source: Arc<Source>) -> Vec<Diagnostic> {
        S::edition(source).map_or_else(|faults| faults, |rules| S::limits(&rules))
    }

    fn edition_schema(&self) -> Result<serde_json::Value> {
        let rules = S::edition(Source::new("built-in edition", S::EDITION));
        Ok(S::shape(&rules.map_err(Error::Texts)?).schema(self.name()))
    }

    fn prepare(&self, spec: &RunSpec, conditions: Conditions<'_>) -> Result<Box<dyn Run>> {
        Ok(Box::new(self.prepare_run(spec, conditions)?))
    }

    fn extras(&self) -> &'static [&'static dyn Extra] {
        S::extras()
    }

    fn card(&self) -> Option<Card> {
        S::CARD
    }

    fn question(&self, question: &Question) -> Result<Box<dyn Study>> {
        match question {
            Question::Compare(spec) => compare::prepare(self, spec),
            Question::Sweep(spec) => sweep::prepare(self, spec),
            Question::Tune(spec) => tune::prepare(self, spec),
        }
    }

    fn verify(&self, spec: &VerifySpec, conditions: Conditions<'_>) -> Result<Option<Verified>> {
        let (_, rules) = Self::settled(spec.edition.as_ref(), &spec.settings)?;
        let found = S::verify(&rules, spec, conditions)?;
        Ok(found.map(|found| found.of_edition(S::text(&rules).0)))
    }

    fn bench(&self, conditions: Conditions<'_>) -> Result<Vec<Speed>> {
        let begun = Instant::now();
        let measured = |(number, case): (usize, &Case)| {
            let (edition, rules) = Self::settled(None, &case.settings())?;
            let key = key::<S>(&rules, &S::changed(&edition, &rules), case.players());
            speed::measure(self, (case, key), (number, S::BENCH.len()), (begun, conditions))
        };
        S::BENCH.iter().enumerate().map(measured).collect()
    }
}

/// What was played of some units, as parts of a run hold it.
fn played(
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
fn joined(parts: &[&Played], sums: &impl Serialize) -> Played {
    let (first, last) = (parts.first(), parts.last());
    let units = first.map_or(0, |part| part.units.start)..last.map_or(0, |part| part.units.end);
    let broken_off = parts.iter().map(|part| part.broken_off).sum();
    Played { broken_off, ..played(units, sums, (last.and_then(|part| part.stopped), 0)) }
}

/// What is said of what was played of another run.
fn of_another_run() -> Error {
    Error::input_help("what was played is of another run", "go on with the program that wrote it")
}

/// A run made ready.
struct Prepared<S: Setup> {
    spec: RunSpec,
    rules: S::Rules,
    /// The rules that differ from the edition's.
    changed: Vec<String>,
    policies: Vec<NamedPolicy>,
    /// Those of them that were made ready for this run.
    own: Box<dyn BuiltIn<S::Game>>,
    /// What there is to say of them.
    warnings: RefCell<Vec<Warning>>,
    /// Whether the last of them takes the second seat of every game.
    opponent: bool,
    /// Games for each matchup, or turns: how many, or what ends them.
    stops: Stops,
    /// Whether turns are played alone.
    alone: bool,
    /// Where games begin, if not at the beginning.
    start: Vec<i64>,
    job: Job<S::Game>,
}

impl<S: Setup> Prepared<S> {
    /// What is played, in one line.
    fn what(&self) -> String {
        S::told(&self.rules, &self.changed)
    }

    /// The same, as rows of tables begin.
    fn key(&self) -> Key {
        key::<S>(&self.rules, &self.changed, self.job.lineups[0].len())
    }
}

/// What is played, as rows of tables begin: by an edition and the rules that differ from it.
pub(crate) fn key<S: Setup>(rules: &S::Rules, changed: &[String], players: usize) -> Key {
    Key {
        game: <S::Game as Publish>::vocabulary().game.to_owned(),
        edition: S::text(rules).0.to_owned(),
        rules: Label::of_rules(changed, values(S::SETTINGS, rules)),
        players: players as u32,
        ..Key::default()
    }
}

/// The record of a game by these rules and with this seed, begun.
fn begun<S: Setup>(changed: &[String], seed: u64) -> RunRecord {
    let mut record = RunRecord::default();
    record.define("game", <S::Game as Publish>::vocabulary().game);
    let changed: Vec<toml::Value> = changed.iter().cloned().map(Into::into).collect();
    record.define("rules", changed);
    record.define("seed", RunRecord::count(seed));
    record.define("randomness", i64::from(SCHEME));
    record
}

/// Writes down the edition, and how much of it is invented.
pub(crate) fn record_edition<S: Setup>(record: &mut RunRecord, rules: &S::Rules) {
    record.define("proposed", S::proposed(rules) as i64);
    let (name, source) = S::text(rules);
    record.add_text("editions", name, &[], &source.text);
}

impl<S: Setup> Prepared<S> {
    /// The units in which every matchup plays once.
    fn each(&self) -> u64 {
        if self.alone { 1 } else { self.job.lineups.len() as u64 }
    }

    /// What was played adds up to.
    fn sums(&self, played: &Played) -> Result<Sums> {
        let sums: Option<Sums> = postcard::from_bytes(&played.sums).ok();
        let Job { of_policies, of_games, .. } = &self.job;
        let ways = <S::Game as Counted>::ENDINGS.map_or(0, |endings| endings.ways.len());
        let lengths = [of_policies.len(), of_games.len(), ways];
        sums.filter(|sums| self.job.empty().fits(sums, lengths)).ok_or_else(of_another_run)
    }
}

impl<S: Setup> Parts for Prepared<S> {
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

impl<S: Setup> Run for Prepared<S> {
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
        players::search(&self.policies)
    }

    fn transcript(&self, unit: u64) -> String {
        transcript::transcript(self, unit)
    }
}
