//! 8 Seconds for the analyst: who rides and bets, what is counted, which tables it fills.

use std::sync::{Arc, LazyLock};

use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result};
use crate::experiment::lineups::lineups;
use crate::experiment::players;
use crate::experiment::{
    Analyst, Ask, BenchSpec, Block, Conditions, Extra, NamedPolicy, OwnParameter, Results, RunSpec,
    Shipped, Verified, VerifySpec, Work, named_policies, record_texts, shipped_source,
};
use crate::game::{RuleKey, RuleSetting, Vocabulary};
use crate::games::eight_seconds::edition::{Edition, SHIPPED};
use crate::games::eight_seconds::play::Game;
use crate::games::eight_seconds::rules::{Rules, SETTINGS};
use crate::games::eight_seconds::state::MAX_PLAYERS;
use crate::games::eight_seconds::vocabulary::{VOCABULARY, point};
use crate::policy::{CheckedPolicy, PolicySpec, parse_spec};
use crate::report::{RunRecord, Table};
use crate::sim::luck::SCHEME;
use crate::sim::runner::{RunOptions, run};

mod advise;
mod balance;
pub mod bench;
mod count;
pub mod player;
mod samples;
mod solutions;
mod solve;
mod tables;
mod transcript;
mod verify;

use advise::{Advice, AdviseArgs};
use balance::{Balance, BalanceArgs};
use count::{Games, Run, Turns};
use solutions::Players;
use solve::{Solve, SolveArgs};

/// Games for each table when no number is given: some ten seconds for the default tables on two
/// cores of a small server.
const DEFAULT_GAMES: u64 = 20_000;

/// The built-in policy that takes any action.
const RANDOM: &str = "random";

/// The policy that rollouts play on with when none is named.
const BASE: &str = "look-ahead";

/// The built-in policy that makes the most of a turn.
const OPTIMAL_TURN: &str = "optimal-turn";

/// What it counts a token. A token left at the end is a point (ES-37), and one that is used was
/// worth more, so a point is the least it is worth to a Rider who wants a high score.
const TOKEN: OwnParameter = OwnParameter {
    name: "token",
    default: 1.0,
    range: (0.0, 10.0),
    whole: false,
    about: "the points that a Foul Token counts in the worth of a turn",
};

/// The most units of a run.
const MAX_UNITS: u64 = 1 << 52;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct EightSeconds;

impl Analyst for EightSeconds {
    fn name(&self) -> &'static str {
        VOCABULARY.game
    }

    fn about(&self) -> &'static str {
        "bull riding with eight dice: Riders, Golden Buckles and the bets of Vegas Showdown"
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn rules(&self) -> &'static [RuleKey] {
        static KEYS: LazyLock<Vec<RuleKey>> =
            LazyLock::new(|| SETTINGS.iter().map(|setting| setting.key).collect());
        &KEYS
    }

    fn defaults(&self, edition: Arc<Source>) -> Result<Vec<(&'static str, String)>> {
        let rules = Rules::of(Arc::new(Edition::parse(edition).map_err(Error::Texts)?));
        Ok(SETTINGS.iter().map(|setting| (setting.key.name, (setting.get)(&rules))).collect())
    }

    fn starts(&self) -> &'static [RuleKey] {
        &[]
    }

    fn edition(&self) -> &'static str {
        SHIPPED
    }

    fn rule_sets(&self, edition: Arc<Source>) -> Result<Vec<(String, String)>> {
        let edition = Edition::parse(edition).map_err(Error::Texts)?;
        let count = |number: usize, what: &str| format!("{number} {what}");
        Ok(vec![
            ("(none)".to_owned(), count(edition.bulls.len(), "Bulls and no expansion")),
            ("riders".to_owned(), count(edition.riders.len(), "Riders")),
            ("buckles".to_owned(), count(edition.buckles.len(), "Golden Buckles")),
            ("vegas".to_owned(), "Vegas Showdown".to_owned()),
        ])
    }

    fn shipped(&self) -> &'static [Shipped] {
        crate::experiment::shipped_policies![
            "eight-seconds":
            "all-or-nothing",
            "bet-bucked-off",
            "bet-by-bulls",
            "bet-by-roll",
            "bet-dismount",
            "bet-double-down",
            "bet-ride",
            "cautious",
            "first-bull",
            "hold-out",
            "look-ahead",
            "never-bet",
            "token-hoarder",
            "token-spender";
            OPTIMAL_TURN => "The most Bull points in a turn, with `token` points (1 by default) for \
                             each Foul Token gained or spent; places no bets.",
            RANDOM => "Every legal action is equally likely.",
            players::SEARCHES[0].name => players::SEARCHES[0].about,
            players::SEARCHES[1].name => players::SEARCHES[1].about,
        ]
    }

    fn parameters(&self, policy: &str) -> &'static [OwnParameter] {
        if policy == OPTIMAL_TURN { &[TOKEN] } else { players::parameters(policy) }
    }

    fn base(&self, policy: &str) -> Option<&'static str> {
        players::base(policy, BASE)
    }

    fn tables(&self) -> &'static [(&'static str, &'static str)] {
        const TABLES: &[(&str, &str)] = &{
            let [outcomes, riders, buckles, ratings] = tables::TABLES;
            let [seen, payouts, accounts, fair, gamblers, money, flows] = balance::TABLES;
            let [turns, line_ups, values, losses] = solve::TABLES;
            [
                outcomes, riders, buckles, ratings, seen, payouts, accounts, fair, gamblers, money,
                flows, turns, line_ups, values, losses,
            ]
        };
        TABLES
    }

    fn check_edition(&self, source: Arc<Source>) -> Vec<Diagnostic> {
        Edition::parse(source).map_or_else(|faults| faults, |edition| edition.limits())
    }

    fn prepare(
        &self,
        spec: &RunSpec,
        conditions: Conditions<'_>,
    ) -> Result<Box<dyn crate::experiment::Run>> {
        Ok(Box::new(Prepared::new(spec, conditions)?))
    }

    fn extras(&self) -> &'static [&'static dyn Extra] {
        const SOLVE: Ask<SolveArgs> =
            Ask { command: "solve", prepare: |args| Ok(Box::new(Solve::new(args)?)) };
        const ADVISE: Ask<AdviseArgs> =
            Ask { command: "advise", prepare: |args| Ok(Box::new(Advice::new(args)?)) };
        const BALANCE: Ask<BalanceArgs> =
            Ask { command: "balance", prepare: |args| Ok(Box::new(Balance::new(args)?)) };
        &[&SOLVE, &ADVISE, &BALANCE]
    }

    fn verify(&self, spec: &VerifySpec, conditions: Conditions<'_>) -> Result<Option<Verified>> {
        verify::verify(spec, conditions).map(|figures| Some(figures.into()))
    }

    fn bench(&self, spec: &BenchSpec<'_>) -> Result<Vec<Block>> {
        bench::bench(spec)
    }
}

/// Reads the rules that `--edition` and `--rules` ask for.
fn rules(edition: Option<&Arc<Source>>, settings: &[RuleSetting]) -> Result<Rules> {
    let edition = match edition {
        Some(source) => Edition::parse(Arc::clone(source)).map_err(Error::Texts)?,
        None => Edition::shipped(),
    };
    Rules::resolve(Arc::new(edition), settings)
}

/// The policies of a run that names none: those about what is played.
fn default_policies(vegas: bool) -> Result<Vec<PolicySpec>> {
    let mut specs = Vec::new();
    for shipped in EightSeconds.shipped().iter().filter(|shipped| !shipped.text.is_empty()) {
        let source = shipped_source(&EightSeconds, shipped);
        let checked = CheckedPolicy::from_source(source, &VOCABULARY)?;
        let rides = !checked.points[point::ACT].is_empty();
        if rides != vegas {
            specs.push(parse_spec(shipped.name)?);
        }
    }
    Ok(specs)
}

/// A run of 8 Seconds made ready.
struct Prepared {
    spec: RunSpec,
    policies: Vec<NamedPolicy>,
    /// Games for each table, or turns.
    count: u64,
    engine: Engine,
}

/// What plays.
enum Engine {
    Games(Games),
    Turns(Turns),
}

impl Prepared {
    fn new(spec: &RunSpec, conditions: Conditions<'_>) -> Result<Self> {
        let rules = rules(spec.edition.as_ref(), &spec.settings)?;
        if let Some((key, _)) = spec.start.first() {
            return Err(Error::input_help(
                format!("eight-seconds cannot start with `{key}`"),
                "its games begin with a fresh deck; `--rules tokens=1` hands out tokens",
            ));
        }
        let mut specs = spec.policies.clone();
        if specs.is_empty() {
            specs = default_policies(rules.vegas.is_some())?;
        }
        let policies = named_policies(&EightSeconds, &specs)?;
        let alone = matches!(spec.work, Work::Turns(_));
        if alone && spec.players.is_some_and(|players| players != 1) {
            return Err(Error::input_help(
                "`--turns` plays each policy alone, so there are no other players",
                "leave `--players` out, or play whole games with `--games`",
            ));
        }
        let lineups = if alone {
            (0..policies.len()).map(|policy| vec![policy]).collect()
        } else {
            lineups(policies.len(), spec, MAX_PLAYERS)?
        };
        let count = match spec.work {
            Work::Turns(turns) => turns,
            Work::Games(games) => games.unwrap_or_else(|| players::games(&policies, DEFAULT_GAMES)),
        };
        let tables = if alone { 1 } else { lineups.len() as u64 };
        if count.checked_mul(tables).is_none_or(|units| units > MAX_UNITS) {
            return Err(Error::input("so many games in all cannot be counted"));
        }
        let game = Arc::new(Game::new(rules, lineups[0].len())?);
        let run = Run {
            players: Players::new(&policies, &game, conditions.cache)?,
            game,
            lineups,
            fixed_seats: spec.fixed_seats,
            seed: spec.seed,
        };
        let engine = if alone { Engine::Turns(Turns(run)) } else { Engine::Games(Games(run)) };
        Ok(Self { spec: spec.clone(), policies, count, engine })
    }

    fn run(&self) -> &Run {
        match &self.engine {
            Engine::Games(Games(run)) | Engine::Turns(Turns(run)) => run,
        }
    }

    /// The rules that differ from the edition's, as tables tell them.
    fn changed(&self) -> String {
        self.run().game.rules.changed().join(";")
    }
}

impl crate::experiment::Run for Prepared {
    fn record(&self) -> RunRecord {
        let mut record = RunRecord::default();
        let rules = &self.run().game.rules;
        record.define("game", VOCABULARY.game);
        let changed: Vec<toml::Value> = rules.changed().into_iter().map(Into::into).collect();
        record.define("rules", changed);
        record.define("seed", RunRecord::count(self.spec.seed));
        record.define("randomness", i64::from(SCHEME));
        let count = RunRecord::count(self.count);
        match &self.engine {
            Engine::Turns(_) => record.define("turns", count),
            Engine::Games(Games(run)) => {
                record.define("games", count);
                record.define("players", run.lineups[0].len() as i64);
                record.define("fixed_seats", self.spec.fixed_seats);
            }
        }
        record.define("confidence", self.spec.level.confidence());
        let edition = &rules.edition;
        record.add_text("editions", &edition.name, &[], &edition.source.text);
        record_texts(&mut record, "policies", &self.policies);
        record
    }

    fn units(&self) -> u64 {
        match &self.engine {
            Engine::Games(Games(run)) => self.count * run.lineups.len() as u64,
            Engine::Turns(_) => self.count,
        }
    }

    fn unit_name(&self) -> &'static str {
        match &self.engine {
            Engine::Games(_) => "games",
            Engine::Turns(_) => "turns",
        }
    }

    fn tables(&self) -> Vec<&'static str> {
        tables::names(self)
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let Conditions { threads, stop, watch, cache } = conditions;
        let options = RunOptions { units: self.units(), threads, stop, watch };
        let mut results = match &self.engine {
            Engine::Games(games) => tables::games(self, run(games, options)?),
            Engine::Turns(turns) => tables::turns(self, run(turns, options)?),
        };
        results.warnings.extend(self.run().players.save(cache));
        Ok(results)
    }

    fn samples(&self, units: u64) -> Table {
        samples::samples(self, units.min(self.units()))
    }

    fn is_slow(&self) -> bool {
        players::search(&self.policies)
    }

    fn transcript(&self, unit: u64) -> String {
        transcript::transcript(self, unit)
    }
}
