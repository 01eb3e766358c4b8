//! A game on the command line: from a request to a run made ready.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use super::benchmark::{self, Case, Speed};
use super::definition::{Definition, Extras, Opponent};
use super::lineups::lineups;
use super::policies::{OwnParameter, Shipped, named_policies, shipped_specs};
use super::policy_factory::{self, RANDOM, SEARCHES};
use super::prepared::{Prepared, key};
use super::registry::{AnyGame, Card, Conditions, Extra, Run, Verified};
use super::request::{RunSpec, VerifySpec};
use super::simulate::Job;
use super::{report, stop_rule};
use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result, nearest};
use crate::game::contract::{Game as _, Silent};
use crate::game::publish::{Publish as _, vocabulary};
use crate::game::{RuleKey, RuleSetting, Vocabulary};
use crate::policy::{PolicySpec, parse_spec};
use crate::report::schema::Schema;
use crate::report::schemas::COMMON;
use crate::sim::seating::Lineup;

/// A game on the command line.
#[allow(missing_debug_implementations)] // functions
pub struct Registered<S: Definition> {
    keys: OnceLock<Vec<RuleKey>>,
    policies: OnceLock<Vec<Shipped>>,
    extras: Extras<S>,
}

impl<S: Definition> Registered<S> {
    /// A game that can be played.
    #[must_use]
    pub const fn new() -> Self {
        Self::with(Extras::NONE)
    }

    /// A game that can be asked more than that.
    #[must_use]
    pub const fn with(extras: Extras<S>) -> Self {
        Self { keys: OnceLock::new(), policies: OnceLock::new(), extras }
    }
}

impl<S: Definition> Default for Registered<S> {
    fn default() -> Self {
        Self::new()
    }
}

/// The most games of a run.
pub(crate) const MAX_GAMES: u64 = 1 << 52;

impl<S: Definition> Registered<S> {
    /// The rules of an edition, and the same with the user's settings.
    pub(crate) fn settled(
        edition: Option<&Arc<Source>>,
        settings: &[RuleSetting],
    ) -> Result<(S::Rules, S::Rules)> {
        let shipped = || Source::new("built-in edition", S::EDITION);
        let source = edition.map_or_else(shipped, Arc::clone);
        let edition = S::edition(source).map_err(Error::Texts)?;
        let rules = S::settled(&edition, settings)?;
        Ok((edition, rules))
    }

    pub(super) fn prepare_run(
        &self,
        spec: &RunSpec,
        conditions: Conditions<'_>,
    ) -> Result<Prepared<S>> {
        let (edition, rules) = Self::settled(spec.edition.as_ref(), &spec.settings)?;
        self.check_start(&spec.start)?;
        let opponent = Self::opponent(&rules);
        let specs = self.policies(&spec.policies, &rules, opponent)?;
        let policies = named_policies(self, &specs)?;
        let default = policy_factory::games(&policies, S::DEFAULT_GAMES);
        let (stops, alone) = stop_rule::stops(spec.work, default);
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
        let ready =
            policies.iter().map(|one| policy_factory::ready(one, &mut *own, &game, conditions));
        let players = ready.collect::<Result<_>>()?;
        let fixed_seats = spec.fixed_seats || opponent.is_some();
        stop_rule::check(stops.until, policies.len(), (seats, spec.fixed_seats))?;
        let mut job = Job::new(&game, players, lineups, fixed_seats, spec.seed);
        job.games = count;
        job.searches = policy_factory::search(&policies);
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
    pub(crate) fn game(
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
    pub(crate) fn opponent(rules: &S::Rules) -> Option<Opponent> {
        let on = |opponent: &Opponent| {
            let mut settings = S::SETTINGS.iter();
            settings.any(|one| one.key.name == opponent.rule && (one.get)(rules) == "on")
        };
        S::OPPONENT.filter(on)
    }

    /// The policies asked for, or those that play by default; then the opponent, named or not.
    pub(crate) fn policies(
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

impl<S: Definition> AnyGame for Registered<S> {
    fn name(&self) -> &'static str {
        S::Game::NAME
    }

    fn about(&self) -> &'static str {
        S::ABOUT
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        vocabulary::<S::Game>()
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
        if own.is_empty() { policy_factory::parameters(policy) } else { own }
    }

    fn base(&self, policy: &str) -> Option<&'static str> {
        policy_factory::base(policy, S::BASE)
    }

    fn tables(&self) -> Vec<Schema> {
        let run: Vec<Schema> = report::all::<S::Game>().collect();
        let others =
            COMMON.into_iter().filter(|schema| !run.iter().any(|own| own.name == schema.name));
        let own =
            self.extras.tables.iter().copied().flatten().copied().chain(report::raw::<S::Game>());
        run.iter().copied().chain(others).chain(own).collect()
    }

    fn check_edition(&self, source: Arc<Source>) -> Vec<Diagnostic> {
        S::edition(source).map_or_else(|faults| faults, |rules| S::limits(&rules))
    }

    fn edition_schema(&self) -> Result<serde_json::Value> {
        let rules = S::edition(Source::new("built-in edition", S::EDITION));
        Ok(S::shape(&rules.map_err(Error::Texts)?).schema(S::EDITION_OF.unwrap_or(self.name())))
    }

    fn prepare(&self, spec: &RunSpec, conditions: Conditions<'_>) -> Result<Box<dyn Run>> {
        Ok(Box::new(self.prepare_run(spec, conditions)?))
    }

    fn extras(&self) -> &'static [&'static dyn Extra] {
        self.extras.commands
    }

    fn card(&self) -> Option<Card> {
        self.extras.card
    }

    fn verify(&self, spec: &VerifySpec, conditions: Conditions<'_>) -> Result<Option<Verified>> {
        let Some(verify) = self.extras.verify else { return Ok(None) };
        let (edition, rules) = Self::settled(spec.edition.as_ref(), &spec.settings)?;
        let changed = S::changed(&edition, &rules).join(";");
        let found = verify(&rules, &changed, spec, conditions)?;
        Ok(Some(found.of_edition(S::text(&rules).0)))
    }

    fn bench(&self, conditions: Conditions<'_>) -> Result<Vec<Speed>> {
        let begun = Instant::now();
        let measured = |(number, case): (usize, &Case)| {
            let (edition, rules) = Self::settled(None, &case.settings())?;
            let key = key::<S>(&rules, &S::changed(&edition, &rules), case.players());
            benchmark::measure(self, (case, key), (number, S::BENCH.len()), (begun, conditions))
        };
        S::BENCH.iter().enumerate().map(measured).collect()
    }
}
