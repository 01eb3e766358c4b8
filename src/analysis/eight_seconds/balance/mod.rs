//! `balance`: what each bet of Vegas Showdown is worth, and which payouts would make it fair.

use std::path::Path;
use std::sync::Arc;

use super::count::Run;
use super::solutions::Players;
use super::{EightSeconds, default_policies, rules};
use crate::analysis::{
    BalanceSpec, Conditions, Findings, NamedPolicy, Study, Work, named_policies, record_texts,
};
use crate::error::{Error, Result};
use crate::games::eight_seconds::edition::{Payoff, Vegas};
use crate::games::eight_seconds::play::Game;
use crate::games::eight_seconds::rules::Rules;
use crate::games::eight_seconds::state::MAX_PLAYERS;
use crate::games::eight_seconds::vocabulary::VOCABULARY;
use crate::report::RunRecord;
use crate::sim::luck::SCHEME;
use crate::sim::runner::{RunOptions, Simulation, run};

mod count;
mod tables;

use count::{BalanceTally, BettingGames, Kind, ProbedTurns};
use tables::Measured;
pub(super) use tables::TABLES;

/// Turns, where no number is given.
const DEFAULT_TURNS: u64 = 200_000;

/// A measurement made ready.
pub(super) struct Balance {
    spec: BalanceSpec,
    rules: Rules,
    policies: Vec<NamedPolicy>,
    /// Turns alone, or games for each number of players.
    count: u64,
    /// The numbers of players; one for turns.
    tables: Vec<usize>,
}

impl Balance {
    pub(super) fn new(spec: &BalanceSpec) -> Result<Self> {
        let mut settings = spec.settings.clone();
        if !settings.iter().any(|(key, _)| key == "vegas") {
            settings.push(("vegas".to_owned(), None));
        }
        let rules = rules(spec.edition.as_ref(), &settings)?;
        let Some(vegas) = rules.vegas else {
            return Err(Error::input_help(
                "without Vegas Showdown there are no bets",
                "leave `vegas=off` out",
            ));
        };
        let turns = matches!(spec.work, Work::Turns(_) | Work::Games(None));
        if turns && (vegas.pots || vegas.limited || vegas.diminishing) {
            return Err(Error::input_help(
                "pots, limited options and diminishing returns tie bets to one another and to \
                 earlier turns, so turns alone say nothing of them",
                "add `--games N`",
            ));
        }
        if turns && spec.players.is_some() {
            return Err(Error::input_help(
                "`--turns` puts six gamblers beside each Rider, so there are no other players",
                "leave `--players` out, or play whole games with `--games`",
            ));
        }
        if spec.players == Some(1) {
            return Err(Error::input_help(
                "nobody bets on the turns of a single player",
                "give `--players` 2 to 8",
            ));
        }
        let mut specs = spec.policies.clone();
        if specs.is_empty() {
            specs = default_policies(!turns)?;
        }
        let policies = named_policies(&EightSeconds, &specs)?;
        let (count, tables) = match spec.work {
            Work::Turns(turns) => (turns, vec![1]),
            Work::Games(None) => (DEFAULT_TURNS, vec![1]),
            Work::Games(Some(games)) => (
                games,
                spec.players.map_or_else(|| (2..=MAX_PLAYERS).collect(), |players| vec![players]),
            ),
        };
        Ok(Self { spec: spec.clone(), rules, policies, count, tables })
    }

    fn turns(&self) -> bool {
        self.tables == [1]
    }

    /// What plays with so many players, under the payoffs given.
    fn run(&self, players: usize, vegas: Option<Vegas>, cache: Option<&Path>) -> Result<Run> {
        let mut rules = self.rules.clone();
        if let Some(vegas) = vegas {
            let mut edition = (*rules.edition).clone();
            edition.vegas = vegas;
            rules.edition = Arc::new(edition);
        }
        let lineups = match self.turns() {
            true => (0..self.policies.len()).map(|policy| vec![policy]).collect(),
            // Everybody meets everybody as the seats turn.
            false => (0..self.policies.len())
                .map(|first| {
                    (first..first + players).map(|seat| seat % self.policies.len()).collect()
                })
                .collect(),
        };
        let game = Arc::new(Game::new(rules, if self.turns() { MAX_PLAYERS } else { players })?);
        Ok(Run {
            players: Players::new(&self.policies, &game, cache)?,
            game,
            lineups,
            fixed_seats: false,
            seed: self.spec.seed,
        })
    }

    fn measure(
        &self,
        players: usize,
        vegas: Option<Vegas>,
        conditions: Conditions<'_>,
    ) -> Result<BalanceTally> {
        let run = self.run(players, vegas, conditions.cache)?;
        match self.turns() {
            true => self.count(&ProbedTurns(run), self.count, conditions),
            false => {
                let tables = run.lineups.len() as u64;
                self.count(&BettingGames(run), self.count * tables, conditions)
            }
        }
    }

    fn count<S: Simulation<Tally = BalanceTally>>(
        &self,
        simulation: &S,
        units: u64,
        conditions: Conditions<'_>,
    ) -> Result<BalanceTally> {
        let Conditions { threads, stop, watch, .. } = conditions;
        let outcome = run(simulation, RunOptions { units, threads, stop, watch })?;
        match outcome.stopped {
            None => Ok(outcome.tally),
            Some(_) => Err(Error::Interrupted),
        }
    }

    /// The payoffs in whole dollars that bring each bet of `tally` as near as possible to an edge.
    fn fair(&self, tally: &BalanceTally, edge: f64) -> Vegas {
        let mut vegas = self.rules.edition.vegas;
        let [bucked_off, dismount, ride] =
            [&mut vegas.bucked_off, &mut vegas.dismount, &mut vegas.ride];
        for (bet, payoff) in [bucked_off, dismount, ride].into_iter().enumerate() {
            // First and second bets pay alike.
            let shift = |kinds: &[Kind]| {
                let (mut net, mut staked, mut won) = (0.0, 0.0, 0.0);
                for money in tally
                    .bets
                    .iter()
                    .flat_map(|bets| kinds.iter().map(move |kind| bets[bet][*kind as usize]))
                {
                    net += money.net.total() as f64;
                    staked += money.net.n() as f64;
                    won += money.won as f64;
                }
                // The gamblers' net loss is to be `edge` of the stakes.
                if won > 0.0 { (-edge * staked - net) / won } else { 0.0 }
            };
            let moved = |dollars, by: f64| (dollars as f64 + by).round().max(0.0) as i64;
            *payoff = Payoff {
                single: moved(payoff.single, shift(&[Kind::First, Kind::Second])),
                double: moved(payoff.double, shift(&[Kind::Double])),
                slope: payoff.slope,
            };
        }
        vegas
    }
}

impl Study for Balance {
    fn record(&self) -> RunRecord {
        let mut record = RunRecord::default();
        record.define("game", VOCABULARY.game);
        let changed: Vec<toml::Value> = self.rules.changed().into_iter().map(Into::into).collect();
        record.define("rules", changed);
        record.define("seed", RunRecord::count(self.spec.seed));
        record.define("randomness", i64::from(SCHEME));
        record.define(if self.turns() { "turns" } else { "games" }, RunRecord::count(self.count));
        if !self.turns() {
            let players: Vec<toml::Value> =
                self.tables.iter().map(|players| (*players as i64).into()).collect();
            record.define("players", players);
        }
        if let Some(edge) = self.spec.fair {
            record.define("fair", edge);
        }
        record.define("confidence", self.spec.level.confidence());
        let edition = &self.rules.edition;
        record.add_text("editions", &edition.name, &[], &edition.source.text);
        record_texts(&mut record, "policies", &self.policies);
        record
    }

    fn tables(&self) -> Vec<&'static str> {
        tables::names(self)
    }

    fn study(&self, conditions: Conditions<'_>) -> Result<Findings> {
        let mut measured = Vec::new();
        for players in &self.tables {
            let now = self.measure(*players, None, conditions)?;
            let fair = match self.spec.fair {
                None => None,
                Some(edge) => {
                    let vegas = self.fair(&now, edge);
                    Some((vegas, self.measure(*players, Some(vegas), conditions)?))
                }
            };
            measured.push(Measured { players: *players, now, fair });
        }
        Ok(tables::findings(self, &measured))
    }
}
