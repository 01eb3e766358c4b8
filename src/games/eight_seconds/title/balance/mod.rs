//! `balance`: what each bet of Vegas Showdown is worth to bettor, bank and Rider, and which payouts
//! would be fair.

use std::path::Path;
use std::sync::Arc;

use super::count::Run;
use super::solutions::Players;
use super::{EightSeconds, default_policies, rules};
use crate::error::{Error, Result};
use crate::experiment::{
    BalanceSpec, Conditions, Findings, NamedPolicy, Study, Work, named_policies, record_texts,
};
use crate::games::eight_seconds::decision::Player;
use crate::games::eight_seconds::play::Game;
use crate::games::eight_seconds::rules::Rules;
use crate::games::eight_seconds::vocabulary::VOCABULARY;
use crate::policy::PolicySpec;
use crate::report::RunRecord;
use crate::sim::interrupt::Why;
use crate::sim::luck::SCHEME;
use crate::sim::runner::{RunOptions, run};

mod bets;
mod count;
mod fair;
mod pictures;
mod screen;
mod tables;

use count::{BalanceTally, Part, Seated, Tables};
pub(super) use tables::TABLES;

/// Games of each riding policy, where no number is given: some ten seconds on two cores of a small
/// server.
const DEFAULT_GAMES: u64 = 20_000;

/// Players at the table, where no number is given.
const DEFAULT_PLAYERS: usize = 4;

/// The riding policies of a run that names none, in the order of tables and pictures.
fn riding_policies() -> Result<Vec<PolicySpec>> {
    default_policies(false)
}

/// A measurement made ready.
pub(super) struct Balance {
    spec: BalanceSpec,
    /// The rules, by set of dice; first those that were asked for.
    rules: Vec<Rules>,
    /// Those who ride.
    policies: Vec<NamedPolicy>,
    /// How often a game of each counts in the mix.
    weights: Vec<u32>,
    /// Those who bet at the table.
    bettors: Vec<NamedPolicy>,
    players: usize,
    /// Games, or turns, of each riding policy.
    count: u64,
    part: Part,
}

impl Balance {
    pub(super) fn new(spec: &BalanceSpec) -> Result<Self> {
        let mut settings = spec.settings.clone();
        if !settings.iter().any(|(key, _)| key == "vegas") {
            settings.push(("vegas".to_owned(), None));
        }
        let asked = rules(spec.edition.as_ref(), &settings)?;
        let Some(vegas) = asked.vegas else {
            return Err(Error::input_help(
                "without Vegas Showdown there are no bets",
                "leave `vegas=off` out",
            ));
        };
        if spec.players == Some(1) {
            return Err(Error::input_help(
                "nobody bets on the turns of a single player",
                "give `--players` 2 to 8",
            ));
        }
        let turns = matches!(spec.work, Work::Turns(_));
        if turns && !spec.bettors.is_empty() {
            return Err(Error::input_help(
                "`--turns` plays first turns alone, at which nobody gains by bettors at the table",
                "leave `--bettors` out, or play whole games with `--games`",
            ));
        }
        let tied = vegas.pots || vegas.limited || vegas.diminishing;
        if tied && (turns || spec.bettors.is_empty() || spec.fair.is_some() || spec.dice_sets) {
            return Err(Error::input_help(
                "pots, limited options and diminishing returns tie the payout of a bet to the bets \
                 of others, so bettors beside the table cannot be paid by them",
                "`--bettors SPEC` alone tells where the money of whole games goes under these rules",
            ));
        }
        let part = match (turns, start(&asked, &spec.start)?) {
            (true, tokens) => Part::FirstTurn(tokens),
            (false, None) => Part::Games,
            (false, Some(_)) => {
                return Err(Error::input_help(
                    "whole games begin with the tokens of the rules",
                    "`--rules tokens=1` hands out tokens to everybody; `--start tokens=N` goes with \
                     `--turns`",
                ));
            }
        };
        let policies = match &spec.policies[..] {
            [] => riding_policies()?,
            given => given.to_vec(),
        };
        let policies = named_policies(&EightSeconds, &policies)?;
        let weights = match &spec.weights {
            None => vec![1; policies.len()],
            Some(weights) if weights.len() == policies.len() => weights.clone(),
            Some(weights) => {
                let labels: Vec<&str> = policies.iter().map(|policy| &*policy.label).collect();
                return Err(Error::input_help(
                    format!("{} weights for {} riding policies", weights.len(), policies.len()),
                    format!("give one for each of {}, in this order", labels.join(", ")),
                ));
            }
        };
        let bettors = match &spec.bettors[..] {
            [] => default_policies(true)?,
            given => given.to_vec(),
        };
        let bettors = named_policies(&EightSeconds, &bettors)?;
        let sets = if spec.dice_sets { asked.edition.dice_sets.len() } else { 0 };
        let others = (0..sets).filter(|set| *set != asked.dice).map(|set| asked.with_dice(set));
        let others = others.collect::<Result<Vec<_>>>()?;
        let count = match spec.work {
            Work::Turns(turns) => turns,
            Work::Games(games) => games.unwrap_or(DEFAULT_GAMES),
        };
        Ok(Self {
            spec: spec.clone(),
            rules: [asked].into_iter().chain(others).collect(),
            policies,
            weights,
            bettors,
            players: spec.players.unwrap_or(DEFAULT_PLAYERS),
            count,
            part,
        })
    }

    fn turns(&self) -> bool {
        matches!(self.part, Part::FirstTurn(_))
    }

    /// What is counted, in the plural.
    fn units(&self) -> &'static str {
        if self.turns() { "turns" } else { "games" }
    }

    /// Whether bets are settled for bettors beside the table.
    fn beside(&self) -> bool {
        self.rules[0].vegas.is_some_and(|v| !(v.pots || v.limited || v.diminishing))
    }

    /// Tables of each riding policy, with bettors at them or none; and those who ride.
    fn seat(
        &self,
        rules: &Rules,
        beside: bool,
        bettors: &[NamedPolicy],
        cache: Option<&Path>,
    ) -> Result<(Tables, Players)> {
        let game = Arc::new(Game::new(rules.clone(), self.players)?);
        let bettors = Players::new(bettors, &game, cache)?;
        let riders = Players::new(&self.policies, &game, cache)?;
        let bets: Vec<Option<Arc<dyn Player>>> = match &bettors[..] {
            [] => vec![None],
            some => some.iter().cloned().map(Some).collect(),
        };
        let runs = riders.iter().map(|rides| {
            let seated = |bets: &Option<Arc<dyn Player>>| -> Arc<dyn Player> {
                Arc::new(Seated { rides: Arc::clone(rides), bets: bets.clone() })
            };
            Run {
                game: Arc::clone(&game),
                players: Players::of(bets.iter().map(seated).collect()),
                // Everybody meets everybody as the seats turn.
                lineups: (0..bets.len())
                    .map(|first| (first..first + self.players).map(|at| at % bets.len()).collect())
                    .collect(),
                fixed_seats: false,
                seed: self.spec.seed,
            }
        });
        let tables = Tables {
            runs: runs.collect(),
            weights: self.weights.clone(),
            part: self.part,
            beside,
            bettors: bettors.len(),
        };
        Ok((tables, riders))
    }
}

/// The tokens of `--start`, if they are set.
fn start(rules: &Rules, settings: &[(String, Option<String>)]) -> Result<Option<u16>> {
    let mut tokens = None;
    for (key, value) in settings {
        if key != "tokens" {
            return Err(Error::input_help(
                format!("balance cannot start with `{key}`"),
                "`--start tokens=N` sets the Rider's tokens",
            ));
        }
        let most = u16::from(rules.edition.tokens);
        let number = value.as_deref().and_then(|value| value.parse().ok());
        tokens = Some(number.filter(|number| *number <= most).ok_or_else(|| {
            let value = value.as_deref().unwrap_or_default();
            Error::input_help(
                format!("`tokens={value}` is no number of tokens"),
                format!("the box has {most}"),
            )
        })?);
    }
    Ok(tokens)
}

/// What was measured.
struct Measured<'a> {
    /// Bets beside the table, by set of dice.
    beside: Vec<(&'a Rules, BalanceTally)>,
    /// Money in whole games with bettors at the table.
    takings: Option<BalanceTally>,
    /// Why it is not complete, in what units it was counted, and how many were played.
    stopped: Option<(Why, &'static str, u64)>,
}

impl Study for Balance {
    fn record(&self) -> RunRecord {
        let mut record = RunRecord::default();
        let rules = &self.rules[0];
        record.define("game", VOCABULARY.game);
        let changed: Vec<toml::Value> = rules.changed().into_iter().map(Into::into).collect();
        record.define("rules", changed);
        record.define("seed", RunRecord::count(self.spec.seed));
        record.define("randomness", i64::from(SCHEME));
        record.define(self.units(), RunRecord::count(self.count));
        record.define("players", self.players as i64);
        if let Part::FirstTurn(Some(tokens)) = self.part {
            record.define("start_tokens", i64::from(tokens));
        }
        let weights: Vec<toml::Value> =
            self.weights.iter().map(|weight| i64::from(*weight).into()).collect();
        record.define("weights", weights);
        record.define("bettors_seated", !self.spec.bettors.is_empty());
        record.define("dice_sets", self.spec.dice_sets);
        if let Some(edge) = self.spec.fair {
            record.define("fair", edge);
        }
        record.define("confidence", self.spec.level.confidence());
        let edition = &rules.edition;
        record.add_text("editions", &edition.name, &[], &edition.source.text);
        record_texts(&mut record, "policies", &self.policies);
        if !self.turns() {
            record_texts(&mut record, "bettors", &self.bettors);
        }
        record
    }

    fn tables(&self) -> Vec<&'static str> {
        tables::names(self)
    }

    fn files(&self) -> Vec<String> {
        let rules = self.rules.iter().filter(|_| self.beside());
        rules.flat_map(|rules| pictures::files(self, rules)).collect()
    }

    fn study(&self, conditions: Conditions<'_>) -> Result<Findings> {
        let Conditions { threads, stop, watch, cache } = conditions;
        let mut measured = Measured { beside: Vec::new(), takings: None, stopped: None };
        let mut warnings = Vec::new();
        let seated = !self.spec.bettors.is_empty();
        let at_table = if seated { &self.bettors[..] } else { &[] };
        let mut jobs: Vec<(Option<&Rules>, (Tables, Players))> = Vec::new();
        if self.beside() {
            for (place, rules) in self.rules.iter().enumerate() {
                let bettors = if place == 0 { at_table } else { &[] };
                jobs.push((Some(rules), self.seat(rules, true, bettors, cache)?));
            }
        }
        let told = seated && self.beside();
        if !(self.turns() || told) {
            jobs.push((None, self.seat(&self.rules[0], false, &self.bettors, cache)?));
        }
        for (rules, (tables, riders)) in jobs {
            let options = RunOptions { units: self.count, threads, stop, watch };
            let outcome = run(&tables, options)?;
            warnings.extend(riders.save(cache));
            if outcome.units_done > 0 {
                match rules {
                    Some(rules) => {
                        if seated && measured.beside.is_empty() {
                            measured.takings = Some(outcome.tally.clone());
                        }
                        measured.beside.push((rules, outcome.tally));
                    }
                    None => measured.takings = Some(outcome.tally),
                }
            }
            if let Some(why) = outcome.stopped {
                if measured.beside.is_empty() && measured.takings.is_none() {
                    return Err(Error::Interrupted);
                }
                measured.stopped = Some((why, self.units(), outcome.units_done));
                break;
            }
        }
        Ok(Findings { warnings, ..tables::findings(self, &measured) })
    }
}
