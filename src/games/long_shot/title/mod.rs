//! Long Shot for the analyst: who bets and buys, what is counted, which tables it fills.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result};
use crate::experiment::lineups::lineups;
use crate::experiment::players;
use crate::experiment::{
    Analyst, BenchSpec, Block, Conditions, NamedPolicy, OwnParameter, PolicyKind, Results, RunSpec,
    Shipped, Verified, VerifySpec, Work, named_policies, record_texts,
};
use crate::game::{RuleKey, RuleSetting, Vocabulary};
use crate::games::long_shot::decision::{Player, RandomPlayer, Roland};
use crate::games::long_shot::edition::{Edition, SHIPPED, Set};
use crate::games::long_shot::play::Game;
use crate::games::long_shot::rules::{KEYS, Rules};
use crate::games::long_shot::state::MAX_PLAYERS;
use crate::games::long_shot::vocabulary::VOCABULARY;
use crate::policy::{PolicySpec, parse_spec};
use crate::report::{RunRecord, Table};
use crate::sim::luck::SCHEME;
use crate::sim::runner::{RunOptions, run};
use crate::sim::seating::Lineup;

pub mod bench;
mod count;
pub mod player;
mod samples;
mod tables;
mod transcript;
mod verify;

use count::Games;
use player::{ContractPlayer, FilePlayer};

/// Games for each table when no number is given: some ten seconds for the default tables on two
/// cores of a small server.
const DEFAULT_GAMES: u64 = 600;

/// The built-in policy that takes any action.
const RANDOM: &str = "random";

/// The built-in policy of the solo race.
const ROLAND: &str = "roland";

/// The policy that rollouts play on with when none is named.
const BASE: &str = "lead-buyer";

/// The most games of a run.
const MAX_GAMES: u64 = 1 << 52;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct LongShot;

impl Analyst for LongShot {
    fn name(&self) -> &'static str {
        VOCABULARY.game
    }

    fn about(&self) -> &'static str {
        "a race of eight horses: bets, Horse Cards, jockey sets and concessions"
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn rules(&self) -> &'static [RuleKey] {
        KEYS
    }

    fn starts(&self) -> &'static [RuleKey] {
        &[]
    }

    fn edition(&self) -> &'static str {
        SHIPPED
    }

    fn rule_sets(&self, edition: Arc<Source>) -> Result<Vec<(String, String)>> {
        let edition = Edition::parse(edition).map_err(Error::Texts)?;
        let of_set = |set: Set| -> String {
            let horses = edition.horses.iter().filter(|horse| horse.set == set);
            horses.map(|horse| horse.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        Ok(vec![
            ("horses=set1".to_owned(), of_set(Set::One)),
            ("horses=set2".to_owned(), of_set(Set::Two)),
            ("horses=set3".to_owned(), of_set(Set::Three)),
            ("solo".to_owned(), "one player against Roland".to_owned()),
        ])
    }

    fn shipped(&self) -> &'static [Shipped] {
        crate::experiment::shipped_policies![
            "long-shot":
            "blocker",
            "cheap-buyer",
            "concession-engine",
            "favourites",
            "jockey-sets",
            "lead-buyer",
            "long-shots",
            "no-bets",
            "one-horse",
            "spread-bets",
            "value-bettor";
            RANDOM => "Every legal action is equally likely.",
            ROLAND => "Seat 2 of the solo race (`--rules solo`), by the Solo Sheet.",
            players::SEARCHES[0].name => players::SEARCHES[0].about,
            players::SEARCHES[1].name => players::SEARCHES[1].about,
        ]
    }

    fn parameters(&self, policy: &str) -> &'static [OwnParameter] {
        players::parameters(policy)
    }

    fn base(&self, policy: &str) -> Option<&'static str> {
        players::base(policy, BASE)
    }

    fn tables(&self) -> &'static [(&'static str, &'static str)] {
        &tables::TABLES
    }

    fn check_edition(&self, source: Arc<Source>) -> Vec<Diagnostic> {
        Edition::parse(source).err().unwrap_or_default()
    }

    fn prepare(
        &self,
        spec: &RunSpec,
        _: Conditions<'_>,
    ) -> Result<Box<dyn crate::experiment::Run>> {
        Ok(Box::new(Prepared::new(spec)?))
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

/// The policies of a run that names none: every file that is shipped.
fn default_policies() -> Result<Vec<PolicySpec>> {
    let files = LongShot.shipped().iter().filter(|shipped| !shipped.text.is_empty());
    files.map(|shipped| parse_spec(shipped.name)).collect()
}

/// A policy as a player.
fn player(policy: &NamedPolicy) -> Result<Arc<dyn Player>> {
    Ok(match &policy.kind {
        PolicyKind::BuiltIn(name) if *name == ROLAND => Arc::new(Roland),
        PolicyKind::BuiltIn(_) if policy.base.is_some() => {
            Arc::new(ContractPlayer(players::player(policy)))
        }
        PolicyKind::BuiltIn(_) => Arc::new(RandomPlayer),
        PolicyKind::File(file) => Arc::new(FilePlayer::new(file)),
    })
}

/// The tables of the solo race: each policy in seat 1 against Roland, who is the last of them.
fn solo_lineups(policies: usize, spec: &RunSpec) -> Result<Vec<Lineup>> {
    if spec.players.is_some_and(|players| players != 2) {
        return Err(Error::input_help(
            "the solo race has one player and Roland",
            "leave `--players` out",
        ));
    }
    if policies < 2 {
        return Err(Error::input_help(
            "nobody plays against Roland",
            "name another policy: Roland takes seat 2 of the solo race by himself",
        ));
    }
    Ok((0..policies - 1).map(|policy| vec![policy, policies - 1]).collect())
}

/// A run of Long Shot made ready.
struct Prepared {
    spec: RunSpec,
    policies: Vec<NamedPolicy>,
    /// Games for each table.
    count: u64,
    games: Games,
}

impl Prepared {
    fn new(spec: &RunSpec) -> Result<Self> {
        let rules = rules(spec.edition.as_ref(), &spec.settings)?;
        if let Some((key, _)) = spec.start.first() {
            return Err(Error::input_help(
                format!("long-shot cannot start with `{key}`"),
                "its games begin at the gate; `--rules money=N` hands out other sums",
            ));
        }
        let Work::Games(count) = spec.work else {
            return Err(Error::input_help(
                "a turn of Long Shot means nothing without the race around it",
                "play whole games: `--games N`",
            ));
        };
        let mut specs = spec.policies.clone();
        let names_roland = |spec: &PolicySpec| !spec.is_file && spec.name_or_path == ROLAND;
        if rules.solo {
            // He sits in seat 2 whether he is named or not.
            specs.retain(|spec| !names_roland(spec));
        } else if specs.iter().any(names_roland) {
            return Err(Error::input_help(
                "`roland` plays the solo race alone",
                "add `--rules solo`",
            ));
        }
        if specs.is_empty() && spec.policies.is_empty() {
            specs = default_policies()?;
        }
        if rules.solo {
            specs.push(parse_spec(ROLAND)?);
        }
        let policies = named_policies(&LongShot, &specs)?;
        let count = count.unwrap_or_else(|| players::games(&policies, DEFAULT_GAMES));
        let lineups = match rules.solo {
            true => solo_lineups(policies.len(), spec)?,
            false => lineups(policies.len(), spec, MAX_PLAYERS)?,
        };
        if count.checked_mul(lineups.len() as u64).is_none_or(|games| games > MAX_GAMES) {
            return Err(Error::input("so many games in all cannot be counted"));
        }
        let fixed_seats = spec.fixed_seats || rules.solo;
        let games = Games {
            game: Arc::new(Game::new(rules, lineups[0].len())?),
            players: policies.iter().map(player).collect::<Result<_>>()?,
            lineups,
            fixed_seats,
            seed: spec.seed,
        };
        Ok(Self { spec: spec.clone(), policies, count, games })
    }

    /// The rules that differ from the edition's, as tables tell them.
    fn changed(&self) -> String {
        self.games.game.rules.changed().join(";")
    }
}

impl crate::experiment::Run for Prepared {
    fn record(&self) -> RunRecord {
        let mut record = RunRecord::default();
        let rules = &self.games.game.rules;
        record.define("game", VOCABULARY.game);
        let changed: Vec<toml::Value> = rules.changed().into_iter().map(Into::into).collect();
        record.define("rules", changed);
        record.define("seed", RunRecord::count(self.spec.seed));
        record.define("randomness", i64::from(SCHEME));
        record.define("games", RunRecord::count(self.count));
        record.define("players", self.games.lineups[0].len() as i64);
        record.define("fixed_seats", self.games.fixed_seats);
        record.define("confidence", self.spec.level.confidence());
        let edition = &rules.edition;
        record.add_text("editions", &edition.name, &[], &edition.source.text);
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
        tables::names()
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let Conditions { threads, stop, watch, .. } = conditions;
        let options = RunOptions { units: self.units(), threads, stop, watch };
        Ok(tables::tables(self, run(&self.games, options)?))
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
