//! A game of the command line: from a request to a prepared run.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use super::benchmark::{self, Case, Speed};
use super::definition::{Definition, EditionFacts, Editions, Extras, Opponent, Starts};
use super::follow::{Follow, Followed};
use super::lineups::lineups;
use super::policies::{Shipped, named_policies, shipped_specs};
use super::policy_factory::{self, RANDOM, SEARCHES};
use super::prepared::{Prepared, key};
use super::registry::{AnyGame, Card, Conditions, Extra, GameRun, Run, Verified};
use super::request::{AdviceSpec, RunSpec, VerifySpec};
use super::simulate::Job;
use super::{advice, report, stop_rule};
use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result, nearest};
use crate::game::contract::{Game, Next, Silent};
use crate::game::position::{self, FieldAbout, Placed, fields};
use crate::game::publish::vocabulary;
use crate::game::{RuleKey, RuleSetting, Vocabulary, settings};
use crate::policy::{PolicySpec, parse_spec};
use crate::report::schema::Schema;
use crate::report::schemas::COMMON;
use crate::sim::seating::Lineup;

/// A game of the command line.
#[allow(missing_debug_implementations)] // functions
pub struct Registered<S: Definition> {
    keys: OnceLock<Vec<RuleKey>>,
    policies: OnceLock<Vec<Shipped>>,
    extras: Extras<S>,
}

impl<S: Definition> Registered<S> {
    /// Returns a game that can be played.
    pub const fn new() -> Self {
        Self::with(Extras::NONE)
    }

    /// Returns a game with further abilities.
    pub const fn with(extras: Extras<S>) -> Self {
        Self { keys: OnceLock::new(), policies: OnceLock::new(), extras }
    }
}

impl<S: Definition> Default for Registered<S> {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the error for `--edition` with a game without editions.
fn no_editions<S: Definition>() -> Error {
    let message = format!("{} has no editions", S::NAME);
    Error::input_help(message, "`--rules` changes its settings")
}

fn titled(name: String, changed: &[String]) -> String {
    [name].into_iter().chain(changed.iter().cloned()).collect::<Vec<_>>().join(", ")
}

/// The maximum number of games of a run.
pub(crate) const MAX_GAMES: u64 = 1 << 52;

impl<S: Definition> Registered<S> {
    /// Returns the rules of an edition (by default the shipped one), without settings.
    fn of_edition(edition: Option<&Arc<Source>>) -> Result<S::Rules> {
        match (edition, S::EDITIONS) {
            (None, _) => Ok(S::Rules::default()),
            (Some(source), Some(editions)) => {
                (editions.read)(Arc::clone(source)).map_err(Error::Texts)
            }
            (Some(_), None) => Err(no_editions::<S>()),
        }
    }

    /// Returns the rules of an edition, without and with the user's settings.
    pub(crate) fn settled(
        edition: Option<&Arc<Source>>,
        settings: &[RuleSetting],
    ) -> Result<(S::Rules, S::Rules)> {
        let edition = Self::of_edition(edition)?;
        let rules = S::settled(&edition, settings)?;
        Ok((edition, rules))
    }

    /// Returns the settings in which some rules differ from an edition.
    pub(crate) fn changed(edition: &S::Rules, rules: &S::Rules) -> Vec<String> {
        match S::EDITIONS {
            Some(editions) => {
                settings::changed(S::SETTINGS, &(editions.baseline)(edition, rules), rules)
            }
            None => settings::changed(S::SETTINGS, edition, rules),
        }
    }

    /// Returns the edition (or the game if it has no editions) and the settings that differ, in one
    /// line.
    pub(crate) fn title(rules: &S::Rules, changed: &[String]) -> String {
        let Some(editions) = S::EDITIONS else { return titled(Self::edition_name(rules), changed) };
        (editions.title)(rules, changed).unwrap_or_else(|| {
            let EditionFacts { name, source, .. } = (editions.facts)(rules);
            titled(source.edition_title(name, editions.text), changed)
        })
    }

    /// Returns the name of the edition, or of the game if it has no editions.
    pub(crate) fn edition_name(rules: &S::Rules) -> String {
        let name = |editions: Editions<S::Rules>| (editions.facts)(rules).name.to_owned();
        S::EDITIONS.map_or_else(|| S::NAME.to_owned(), name)
    }

    /// Returns the number of tables in use with PROPOSED values.
    pub(crate) fn proposed(rules: &S::Rules) -> usize {
        S::EDITIONS.map_or(0, |editions| (editions.facts)(rules).proposed)
    }

    /// Returns the limits of the engine that the edition exceeds.
    fn limits(rules: &S::Rules) -> Vec<Diagnostic> {
        S::EDITIONS.map_or_else(Vec::new, |editions| (editions.limits)(rules))
    }

    /// Returns a run with its job, for tests of engines.
    #[doc(hidden)]
    pub fn prepare_run(&self, spec: &RunSpec, conditions: Conditions<'_>) -> Result<Prepared<S>> {
        let (edition, rules) = Self::settled(spec.edition.as_ref(), &spec.settings)?;
        let opponent = Self::opponent(&rules);
        let specs = self.policies(&spec.policies, &rules, opponent)?;
        let policies = named_policies(self, &specs)?;
        let default = policy_factory::games(&policies, S::OPTIONS.default_games);
        let (stops, alone) = stop_rule::stops(spec.work, default);
        let count = stops.most;
        let lineups = match opponent {
            _ if alone => one_by_one(policies.len(), spec)?,
            Some(opponent) => against(opponent, policies.len(), spec)?,
            None => lineups(policies.len(), spec, *S::SEATS.end())?,
        };
        let tables = if alone { 1 } else { lineups.len() as u64 };
        if count.checked_mul(tables).is_none_or(|games| games > MAX_GAMES) {
            return Err(Error::input("the total number of games is too large to count"));
        }
        let seats = (!alone).then_some(lineups[0].len());
        let opening = (&*spec.start, spec.position.as_ref());
        let Opened { game, start, from } = self.game((&edition, &rules), seats, opening)?;
        let mut own = (S::OPTIONS.built_in)();
        if spec.strength && (spec.position.is_some() || !own.is_solved(&game)) {
            return Err(Error::input_help(
                "`--strength` needs a game that is solved for this number of players, from its start",
                "leave it out, or play El Ocho with two or three players",
            ));
        }
        let ready =
            policies.iter().map(|one| policy_factory::ready(one, &mut *own, &game, conditions));
        let players = ready.collect::<Result<_>>()?;
        let fixed_seats = spec.fixed_seats || opponent.is_some();
        stop_rule::check(stops.until, policies.len(), (seats, spec.fixed_seats))?;
        let mut job = Job::new(&game, players, lineups, fixed_seats, spec.seed);
        job.games = count;
        job.searches = policy_factory::is_slow(&policies);
        job.labels = policies.iter().map(|policy| policy.label.clone()).collect();
        job.engine = if from.is_none() { own.engine(&job, alone)? } else { None };
        job.from = from;
        let changed = Self::changed(&edition, &rules);
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

    /// Returns the game for a number of seats or for single turns, with its start position.
    pub(crate) fn game(
        &self,
        (edition, rules): (&S::Rules, &S::Rules),
        seats: Option<usize>,
        (start, position): (&[RuleSetting], Option<&Arc<Source>>),
    ) -> Result<Opened<S>> {
        let of_rules = (S::OPTIONS.seats)(rules);
        let (low, high) = (*of_rules.start(), of_rules.end());
        let alone = seats.is_none();
        let seats = seats.unwrap_or(low);
        if !of_rules.contains(&seats) {
            let message = format!("{} is for {low} to {high} players, not {seats}", self.name());
            return Err(Error::input_help(message, "change `--players N`"));
        }
        let game = S::game(rules, seats as u8).map_err(|error| {
            let faults = Self::limits(edition);
            if faults.iter().any(Diagnostic::is_error) { Error::Texts(faults) } else { error }
        })?;
        let named = S::OPTIONS.starts.keys;
        let own = |(key, _): &RuleSetting| named.iter().any(|own| own.name == *key);
        let text = match start {
            [] => position.cloned(),
            start if start.iter().any(own) || fields(&game).is_empty() => None,
            start => fields_of(start),
        };
        let (game, record) = match start {
            start if !start.is_empty() && text.is_none() => {
                self.check_start(start)?;
                (S::OPTIONS.starts.begin)(game, start, alone)?
            }
            _ => (game, Vec::new()),
        };
        if alone && text.is_some() {
            return Err(Error::input_help(
                "a position is one of a game, but `--turns` plays single turns",
                "play whole games: `--games N`",
            ));
        }
        let from =
            text.map(|text| position::read(&game, &text)).transpose().map_err(Error::Texts)?;
        if from.is_some_and(|from| matches!(game.next(&from.state), Next::Over { .. })) {
            return Err(Error::input_help(
                "in this position the game is over",
                "describe an earlier one",
            ));
        }
        if alone && game.alone(&mut Silent).is_none() {
            let (reason, help) = S::OPTIONS.no_turns.unwrap_or((
                "a single turn has no meaning without its game",
                "play whole games: `--games N`",
            ));
            return Err(Error::input_help(reason, help));
        }
        Ok(Opened { game: Arc::new(game), start: record, from })
    }

    /// Rejects unknown settings of a start position.
    pub(crate) fn check_start(&self, start: &[RuleSetting]) -> Result<()> {
        let Starts { keys, refused, .. } = S::OPTIONS.starts;
        let known = || keys.iter().map(|key| key.name);
        let Some((key, _)) = start.iter().find(|(key, _)| !known().any(|name| name == key)) else {
            return Ok(());
        };
        let help = match nearest(key, known()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if keys.is_empty() => refused.to_owned(),
            None => format!("its settings are `{}`", known().collect::<Vec<_>>().join("` and `")),
        };
        Err(Error::input_help(
            format!("a position of {} has no setting `{key}`", self.name()),
            help,
        ))
    }

    /// Returns the opponent that the rules put in seat 2, if any.
    pub(crate) fn opponent(rules: &S::Rules) -> Option<Opponent> {
        let on = |opponent: &Opponent| {
            let mut settings = S::SETTINGS.iter();
            settings.any(|one| one.key.name == opponent.rule && (one.get)(rules) == "on")
        };
        S::OPTIONS.opponent.filter(on)
    }

    /// Returns the requested or default policies, followed by the opponent if there is one.
    pub(crate) fn policies(
        &self,
        asked: &[PolicySpec],
        rules: &S::Rules,
        opponent: Option<Opponent>,
    ) -> Result<Vec<PolicySpec>> {
        let mut specs = asked.to_vec();
        if let Some(Opponent { policy, rule }) = S::OPTIONS.opponent {
            specs.retain(|spec| spec.is_file || spec.name() != policy);
            if opponent.is_none() && specs.len() < asked.len() {
                let message = format!("`{policy}` plays only under the rule `{rule}`");
                return Err(Error::input_help(message, format!("add `--rules {rule}`")));
            }
        }
        if asked.is_empty() {
            specs = shipped_specs(self, |policy, decides| {
                (S::OPTIONS.by_default)(rules, policy, decides)
            })?;
        }
        let opponent = opponent.map(|opponent| parse_spec(opponent.policy));
        specs.extend(opponent.transpose()?);
        Ok(specs)
    }
}

/// A game with its start position, if not the usual one.
pub(crate) struct Opened<S: Game> {
    pub(crate) game: Arc<S>,
    /// The record of a start position that is part of the game.
    pub(crate) start: Vec<i64>,
    /// The start position, if it was given as text or by fields of a text.
    pub(crate) from: Option<Placed<S::State>>,
}

/// Returns settings of a start position as the text of a position; `None` for a setting without a value.
fn fields_of(start: &[RuleSetting]) -> Option<Arc<Source>> {
    let field = |(key, value): &RuleSetting| Some(format!("{key}={}", value.as_ref()?));
    let fields: Vec<String> = start.iter().map(field).collect::<Option<_>>()?;
    Some(Source::new("--start", fields.join(" ")))
}

/// Returns the matchups of single turns: each policy alone.
fn one_by_one(policies: usize, spec: &RunSpec) -> Result<Vec<Lineup>> {
    if spec.players.is_some_and(|players| players != 1) {
        return Err(Error::input_help(
            "`--turns` plays each policy alone, so there are no other players",
            "leave `--players` out, or play whole games with `--games`",
        ));
    }
    Ok((0..policies).map(|policy| vec![policy]).collect())
}

/// Returns the matchups of each policy in seat 1 against the opponent, which is the last policy.
fn against(opponent: Opponent, policies: usize, spec: &RunSpec) -> Result<Vec<Lineup>> {
    let Opponent { policy, rule } = opponent;
    if spec.players.is_some_and(|players| players != 2) {
        return Err(Error::input_help(
            format!("under the rule `{rule}` one player plays against `{policy}`"),
            "leave `--players` out",
        ));
    }
    if policies < 2 {
        return Err(Error::input_help(
            format!("`{policy}` has no opponent"),
            format!("give another policy; `{policy}` is always in seat 2"),
        ));
    }
    Ok((0..policies - 1).map(|policy| vec![policy, policies - 1]).collect())
}

impl<S: Definition> AnyGame for Registered<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn about(&self) -> &'static str {
        S::ABOUT
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        vocabulary::<S>()
    }

    fn rules(&self) -> &[RuleKey] {
        self.keys.get_or_init(|| S::SETTINGS.iter().map(|setting| setting.key).collect())
    }

    fn starts(&self) -> &'static [RuleKey] {
        S::OPTIONS.starts.keys
    }

    fn editions(&self) -> Vec<(&'static str, &'static str)> {
        let of = |editions: Editions<S::Rules>| {
            [(S::NAME, editions.text)].into_iter().chain(editions.more.iter().copied())
        };
        S::EDITIONS.into_iter().flat_map(of).collect()
    }

    fn rule_sets(&self, edition: Option<&Arc<Source>>) -> Result<Vec<(String, String)>> {
        let rules = Self::of_edition(edition)?;
        let faults = Self::limits(&rules);
        match faults.iter().any(Diagnostic::is_error) {
            true => Err(Error::Texts(faults)),
            false => Ok(S::EDITIONS.map_or_else(Vec::new, |editions| (editions.rule_sets)(&rules))),
        }
    }

    fn defaults(&self, edition: Option<&Arc<Source>>) -> Result<Vec<(&'static str, String)>> {
        let rules = Self::of_edition(edition)?;
        let all = S::SETTINGS.iter();
        Ok(all.map(|setting| (setting.key.name, (setting.get)(&rules))).collect())
    }

    fn shipped(&self) -> &[Shipped] {
        self.policies.get_or_init(|| {
            let (files, own): (Vec<_>, Vec<_>) =
                S::POLICIES.iter().partition(|shipped| !shipped.text.is_empty());
            let all = files.into_iter().chain([&RANDOM]).chain(own).chain(&SEARCHES);
            all.copied().collect()
        })
    }

    fn base(&self, policy: &str) -> Option<&'static str> {
        policy_factory::base(policy, S::OPTIONS.base)
    }

    fn tables(&self) -> Vec<Schema> {
        let run: Vec<Schema> = report::all::<S>().collect();
        let others =
            COMMON.into_iter().filter(|schema| !run.iter().any(|own| own.name == schema.name));
        let [games, turns] = report::raw::<S>();
        let turns = S::OPTIONS.no_turns.is_none().then_some(turns);
        let own = self.extras.tables.iter().copied().flatten().copied();
        let own = own.chain([games]).chain(turns);
        run.iter().copied().chain(others).chain(own).collect()
    }

    fn check_edition(&self, source: Arc<Source>) -> Result<Vec<Diagnostic>> {
        let editions = S::EDITIONS.ok_or_else(no_editions::<S>)?;
        Ok((editions.read)(source).map_or_else(|faults| faults, |rules| (editions.limits)(&rules)))
    }

    fn edition_schema(&self) -> Result<serde_json::Value> {
        let editions = S::EDITIONS.ok_or_else(no_editions::<S>)?;
        let mut shape = (editions.facts)(&S::Rules::default()).shape.clone();
        for (name, text) in editions.more {
            let rules = (editions.read)(Source::new(*name, *text)).map_err(Error::Texts)?;
            shape.learn((editions.facts)(&rules).shape.clone());
        }
        Ok(shape.schema(editions.of.unwrap_or(self.name())))
    }

    fn prepare(&self, spec: &RunSpec, conditions: Conditions<'_>) -> Result<Box<dyn GameRun>> {
        Ok(Box::new(self.prepare_run(spec, conditions)?))
    }

    fn positions(&self) -> Vec<FieldAbout> {
        let seats = (*S::SEATS.start()).max(2) as u8;
        S::game(&S::Rules::default(), seats).map_or_else(|_| Vec::new(), |game| fields(&game))
    }

    fn advise(&self, spec: &AdviceSpec, conditions: Conditions<'_>) -> Result<Box<dyn Run>> {
        Ok(Box::new(advice::prepare(self, spec, conditions)?))
    }

    fn follow(
        &self,
        spec: &AdviceSpec,
        seat: u8,
        conditions: Conditions<'_>,
    ) -> Result<Box<dyn Follow>> {
        Ok(Box::new(Followed::new(advice::follow(self, spec, conditions)?, seat)?))
    }

    fn extras(&self) -> &'static [&'static dyn Extra] {
        self.extras.commands
    }

    fn card(&self) -> Option<Card> {
        self.extras.card
    }

    fn page(&self) -> Option<Card> {
        self.extras.page
    }

    fn verify(&self, spec: &VerifySpec, conditions: Conditions<'_>) -> Result<Option<Verified>> {
        let Some(verify) = self.extras.verify else { return Ok(None) };
        let (edition, rules) = Self::settled(spec.edition.as_ref(), &spec.settings)?;
        let changed = Self::changed(&edition, &rules).join(";");
        let found = verify(&rules, &changed, spec, conditions)?;
        Ok(Some(found.of_edition(&Self::edition_name(&rules))))
    }

    fn bench(&self, conditions: Conditions<'_>) -> Result<Vec<Speed>> {
        let begun = Instant::now();
        let usual = [Case::games(RANDOM.name, 2), Case::games(S::OPTIONS.base, 2)];
        let cases = if S::OPTIONS.bench.is_empty() { &usual } else { S::OPTIONS.bench };
        let measured = |(number, case): (usize, &Case)| {
            let (edition, rules) = Self::settled(None, &case.settings())?;
            let key = key::<S>(&rules, &Self::changed(&edition, &rules), case.players());
            benchmark::measure(self, (case, key), (number, cases.len()), (begun, conditions))
        };
        cases.iter().enumerate().map(measured).collect()
    }
}
