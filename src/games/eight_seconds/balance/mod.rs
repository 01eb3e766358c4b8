//! `balance`: measures the value of each bet of Vegas Showdown to bettor, bank and Rider, and finds
//! fair payouts.
//!
//! Input: riding policies, betting strategies and rules. Output: tables, pictures and a screen.
//! Every seat rides by one policy; hypothetical bettors place every legal bet (see [`bets`]).

use std::mem;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clap::Args;

use super::definition::{EIGHT_SECONDS, mixes, rules};
use super::optimal_policy::Solved;
use crate::cli::arguments::{RulesArgs, SeedArgs};
use crate::cli::parse::{self, Settings, Weights};
use crate::error::{Error, Result};
use crate::game::decision::Policy;
use crate::game::publish::Publish as _;
use crate::games::eight_seconds::compiled::Game;
use crate::games::eight_seconds::rules::Rules;
use crate::policy::specs;
use crate::report::RunRecord;
use crate::run::leaderboard::counted;
use crate::run::parts::{Additive, play_all};
use crate::run::policy_factory::ready;
use crate::run::{
    Ask, BuiltIn as _, Conditions, Job, Keep, NamedPolicy, Parts, Played, Results, Run, Warning,
    named_policies, record_edition, record_texts, shipped_specs,
};
use crate::sim::random::SCHEME;
use crate::sim::runner::{Beside, Outcome, RunOptions, run_on};
use crate::stats::{Estimate, Level};

pub mod bets;
mod count;
mod fair;
pub mod money;
pub mod pictures;
mod screen;
mod tables;

use count::{All, BalanceTally, Counted, Figures, Part, Seated, Tables};
use fair::FairFor;
use money::{Account, Kind, Money};
pub(crate) use tables::TABLES;

/// `pushluck balance eight-seconds`.
pub(crate) const COMMAND: Ask<BalanceArgs> =
    Ask { command: "balance", prepare: |args| Ok(Box::new(Balance::new(args)?)) };

/// Default number of games per riding policy: about ten seconds on two cores of a small server.
const DEFAULT_GAMES: u64 = 20_000;

/// Default number of players.
const DEFAULT_PLAYERS: usize = 4;

/// Label of the mix in rows over all riding policies.
const MIX: &str = "mix";

/// The arguments of `pushluck balance eight-seconds`.
#[derive(Args, Clone, Debug)]
#[command(
    about = "Measure the value of the bets of Vegas Showdown, and find fair payouts",
    after_help = "\
Examples:
  pushluck balance eight-seconds
      the value of every bet of Vegas Showdown in every turn of whole games, under the \
shipped riding policies, and the money that the shipped betting strategies win
  pushluck balance eight-seconds --policy look-ahead --policy cautious --weights 3,1 --fair 5%
      payouts that give the bank a house edge of 5 % over this mix of Riders
  pushluck balance eight-seconds --fair 5% --fair-for bettor
      payouts at which bettors lose 5 % of the stake
  pushluck balance eight-seconds --dice-sets --out balance
      results that hold for every set of dice of the edition, with tables and pictures in balance/
  pushluck balance eight-seconds --turns 100k --start tokens=2
      first turns only, with two Foul Tokens for the Rider"
)]
pub(crate) struct BalanceArgs {
    /// Riding policy of every seat, as in `simulate`; repeatable (default: the shipped riding
    /// policies).
    #[arg(long = "policy", value_name = "SPEC")]
    policies: Vec<String>,

    /// Weights of the riding policies in the mix: one whole number each, in their order (default:
    /// equal weights).
    #[arg(long, value_name = "W,W,…", value_parser = parse::weights)]
    weights: Option<Weights>,

    /// Strategy by which the players at the table bet and trade tokens; repeatable. Without this
    /// option, no player bets in games that measure bets, and the shipped betting strategies play
    /// the games that measure money.
    #[arg(long = "bettors", value_name = "SPEC")]
    bettors: Vec<String>,

    /// Number of whole games per riding policy (20k without `--turns`).
    #[arg(long, value_name = "N", value_parser = parse::count)]
    games: Option<u64>,

    /// Measure only first turns, N per riding policy, instead of every turn of whole games.
    #[arg(long, value_name = "N", value_parser = parse::count, conflicts_with = "games")]
    turns: Option<u64>,

    /// With `--turns`: the Rider's Foul Tokens at the start, as in `tokens=2`.
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse::settings)]
    start: Option<Settings>,

    /// Number of players, 2 to 8 (default: 4).
    #[arg(long, value_name = "N", value_parser = parse::players)]
    players: Option<u8>,

    /// Measure with every set of dice of the edition, and report which results hold for all of them.
    #[arg(long)]
    dice_sets: bool,

    /// Find payouts in whole dollars with this edge, a share of the stake such as `0.05` or `5%`.
    /// By default this is the house edge, the bank's gain.
    #[arg(long, value_name = "EDGE", value_parser = parse::edge)]
    fair: Option<f64>,

    /// Whose edge `--fair` means: the bank's gain or the bettors' loss. They differ for a bet on a
    /// Ride, whose stake goes to the Rider when the bet wins.
    #[arg(long, value_name = "WHO", value_enum, default_value_t, requires = "fair")]
    fair_for: FairFor,

    /// Confidence level of the intervals, as a share or in percent.
    #[arg(long, value_name = "LEVEL", value_parser = parse::confidence, default_value = "0.95")]
    confidence: f64,

    /// Rules.
    #[command(flatten)]
    rules: RulesArgs,

    /// Random numbers.
    #[command(flatten)]
    seed: SeedArgs,
}

/// A requested measurement.
struct Balance {
    args: BalanceArgs,
    level: Level,
    /// The rules of each set of dice; the requested set is first.
    rules: Vec<Rules>,
    /// The riding policies.
    policies: Vec<NamedPolicy>,
    /// The weight of each riding policy in the mix.
    weights: Vec<u32>,
    /// The betting strategies of the players at the table.
    bettors: Vec<NamedPolicy>,
    figures: Figures,
    players: usize,
    /// Games, or turns, per riding policy.
    count: u64,
    part: Part,
    /// Warnings about the cache of solutions.
    warnings: Mutex<Vec<Warning>>,
}

/// Returns the given policies, or else the shipped policies that bet or that ride.
fn policies(given: &[String], bets: bool) -> Result<Vec<NamedPolicy>> {
    let specs = match given {
        [] => shipped_specs(&EIGHT_SECONDS, |policy, decides| mixes(policy, decides, bets))?,
        given => specs(given)?,
    };
    named_policies(&EIGHT_SECONDS, &specs)
}

/// Returns the weight of each policy in the mix.
fn weights(given: Option<&Weights>, policies: &[NamedPolicy]) -> Result<Vec<u32>> {
    match given {
        None => Ok(vec![1; policies.len()]),
        Some(Weights(weights)) if weights.len() == policies.len() => Ok(weights.clone()),
        Some(Weights(weights)) => {
            let labels: Vec<&str> = policies.iter().map(|policy| &*policy.label).collect();
            let riding = match policies.len() {
                1 => "1 riding policy".to_owned(),
                several => format!("{several} riding policies"),
            };
            Err(Error::input_help(
                format!("{} for {riding}", counted(weights.len() as u64, "weight")),
                format!("give one weight per policy, in this order: {}", labels.join(", ")),
            ))
        }
    }
}

impl Balance {
    fn new(args: BalanceArgs) -> Result<Self> {
        let mut settings = args.rules.settings();
        if !settings.iter().any(|(key, _)| key == "vegas") {
            settings.push(("vegas".to_owned(), None));
        }
        let asked = rules(args.rules.edition()?, &settings)?;
        check(&args, &asked)?;
        let part = match (args.turns.is_some(), start(&asked, args.start.as_ref())?) {
            (true, tokens) => Part::FirstTurn(tokens),
            (false, None) => Part::Games,
            (false, Some(_)) => {
                return Err(Error::input_help(
                    "whole games begin with the tokens of the rules",
                    "give each player tokens with `--rules tokens=1`, or use `--start tokens=N` with \
                     `--turns`",
                ));
            }
        };
        let (riders, bettors) = (policies(&args.policies, false)?, policies(&args.bettors, true)?);
        let weights = weights(args.weights.as_ref(), &riders)?;
        let sets = if args.dice_sets { asked.edition.dice_sets.len() } else { 0 };
        let others = (0..sets).filter(|set| *set != asked.dice).map(|set| asked.with_dice(set));
        let others = others.collect::<Result<Vec<_>>>()?;
        Ok(Self {
            level: Level::new(args.confidence).unwrap_or(Level::DEFAULT),
            rules: [asked].into_iter().chain(others).collect(),
            policies: riders,
            weights,
            figures: Figures::new(bettors.len()),
            bettors,
            players: args.players.map_or(DEFAULT_PLAYERS, usize::from),
            count: args.turns.or(args.games).unwrap_or(DEFAULT_GAMES),
            part,
            warnings: Mutex::default(),
            args,
        })
    }

    fn turns(&self) -> bool {
        matches!(self.part, Part::FirstTurn(_))
    }

    /// Whether there are at least two riding policies, and therefore a mix.
    fn several(&self) -> bool {
        self.policies.len() > 1
    }

    /// Stake of a bet in dollars (ES-70).
    fn stake(&self) -> i64 {
        self.rules[0].edition.vegas.stake
    }

    /// Whether hypothetical bettors can be paid: the payout of a bet does not depend on other bets.
    fn hypothetical(&self) -> bool {
        self.rules[0].vegas.is_some_and(|v| !(v.pots || v.limited || v.diminishing))
    }

    fn warnings(&self) -> MutexGuard<'_, Vec<Warning>> {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what is measured, in order.
    fn measurements(&self) -> Vec<Measurement<'_>> {
        let seated = !self.args.bettors.is_empty();
        let mut all = Vec::new();
        if self.hypothetical() {
            for (place, rules) in self.rules.iter().enumerate() {
                let bettors = if seated && place == 0 { &self.bettors[..] } else { &[] };
                all.push(Measurement { rules, hypothetical: true, bettors });
            }
        }
        // Without `--bettors`, the shipped betting strategies play separate games.
        if !(self.turns() || seated && self.hypothetical()) {
            let rules = &self.rules[0];
            all.push(Measurement { rules, hypothetical: false, bettors: &self.bettors });
        }
        all
    }

    /// Returns one job per riding policy, and the solutions that these policies use.
    fn seat(
        &self,
        measurement: Measurement<'_>,
        conditions: Conditions<'_>,
    ) -> Result<(Tables<'_>, Solved)> {
        let Measurement { rules, hypothetical, bettors } = measurement;
        let mut game = Game::new(rules.clone(), self.players)?;
        if let Part::FirstTurn(tokens) = self.part {
            game.tokens_alone = tokens;
        }
        let game = Arc::new(game);
        let mut solved = Solved::default();
        let mut seated = |policies: &[NamedPolicy]| -> Result<Vec<Arc<dyn Policy<Game>>>> {
            policies.iter().map(|one| ready(one, &mut solved, &game, conditions)).collect()
        };
        let mut bets: Vec<_> = seated(bettors)?.into_iter().map(Some).collect();
        if bets.is_empty() {
            bets.push(None);
        }
        let runs = seated(&self.policies)?.into_iter().map(|rides| {
            let seated = |bets: &Option<Arc<dyn Policy<Game>>>| -> Arc<dyn Policy<Game>> {
                Arc::new(Seated { rides: Arc::clone(&rides), bets: bets.clone() })
            };
            // Rotating the strategies over the seats makes each of them meet each other one.
            let lineups = (0..bets.len())
                .map(|first| (first..first + self.players).map(|at| at % bets.len()).collect())
                .collect();
            let players = bets.iter().map(seated).collect();
            Job::new(&game, players, lineups, false, self.args.seed.seed.number)
        });
        let runs = runs.collect();
        Ok((Tables { balance: self, runs, hypothetical, seated: !bettors.is_empty() }, solved))
    }
}

/// Rejects requests that the rules or the other options rule out.
fn check(args: &BalanceArgs, asked: &Rules) -> Result<()> {
    let Some(vegas) = asked.vegas else {
        return Err(Error::input_help(
            "without Vegas Showdown there are no bets",
            "leave out `vegas=off`",
        ));
    };
    if args.players == Some(1) {
        return Err(Error::input_help(
            "a single player has no opponents who could bet on the turn",
            "set `--players` to a number from 2 to 8",
        ));
    }
    let turns = args.turns.is_some();
    if turns && !args.bettors.is_empty() {
        return Err(Error::input_help(
            "`--turns` plays only first turns, which have no results for `--bettors`",
            "leave out `--bettors`, or play whole games with `--games`",
        ));
    }
    let tied = vegas.pots || vegas.limited || vegas.diminishing;
    if tied && (turns || args.bettors.is_empty() || args.fair.is_some() || args.dice_sets) {
        return Err(Error::input_help(
            "under pots, limited options and diminishing returns the payout of a bet depends on \
             other bets, so single bets cannot be measured",
            "use `--bettors SPEC` without `--turns`, `--fair` and `--dice-sets` to measure the money \
             of whole games",
        ));
    }
    Ok(())
}

/// Returns the tokens of `--start`, if any.
pub(super) fn start(rules: &Rules, settings: Option<&Settings>) -> Result<Option<u16>> {
    let mut tokens = None;
    for (key, value) in settings.into_iter().flat_map(|Settings(all)| all) {
        if key != "tokens" {
            return Err(Error::input_help(
                format!("`--start` has no setting `{key}` here"),
                "`--start tokens=N` sets the Rider's tokens",
            ));
        }
        let most = u16::from(rules.edition.tokens);
        let number = value.as_deref().and_then(|value| value.parse().ok());
        tokens = Some(number.filter(|number| *number <= most).ok_or_else(|| {
            let value = value.as_deref().unwrap_or_default();
            Error::input_help(
                format!("`tokens={value}` is not a number of tokens from 0 to {most}"),
                format!("set a number up to {most}, the tokens in the box"),
            )
        })?);
    }
    Ok(tokens)
}

/// A measurement: hypothetical bets, the money of bettors at the table, or both in the same games.
struct Measurement<'a> {
    rules: &'a Rules,
    /// Whether hypothetical bets are counted.
    hypothetical: bool,
    /// The bettors at the table; without any, no player bets.
    bettors: &'a [NamedPolicy],
}

/// The results under one set of rules.
#[derive(Clone)]
struct Measured<'a> {
    balance: &'a Balance,
    rules: &'a Rules,
    tally: BalanceTally,
    /// Number of games or turns played.
    units: u64,
}

impl<'a> Measured<'a> {
    /// Each policy's label and counts.
    fn policies(&self) -> impl Iterator<Item = (&'a str, &Counted)> {
        self.balance.policies.iter().map(|policy| &*policy.label).zip(&self.tally.policies)
    }

    /// Each policy's label and counts, then those of the mix if there is one.
    fn rows(&self) -> impl Iterator<Item = (&'a str, &Counted)> {
        self.policies().chain(self.balance.several().then_some((MIX, &self.tally.mix)))
    }

    /// Returns an account's gain per dollar staked on a bet.
    fn gain(
        &self,
        counted: &Counted,
        class: usize,
        kind: Kind,
        account: Account,
    ) -> Option<Estimate> {
        kind.account(kind.of(&counted.bets[class]), account, self.balance.level)
    }

    /// An account's gain under each policy under which the bet was placed.
    fn gains(
        &self,
        class: usize,
        kind: Kind,
        account: Account,
    ) -> impl Iterator<Item = (&'a str, Estimate)> {
        self.policies().filter_map(move |(label, counted)| {
            Some((label, self.gain(counted, class, kind, account)?))
        })
    }

    /// The bettor's gain under each policy.
    fn values(&self, class: usize, kind: Kind) -> impl Iterator<Item = (&'a str, Estimate)> {
        self.gains(class, kind, Account::Bettor)
    }

    /// Returns the counts of a bet over the mix.
    fn mixed(&self, kind: Kind) -> &Money {
        kind.of(&self.tally.mix.bets[0])
    }

    /// Returns an account's gain over the mix.
    fn mix(&self, kind: Kind, account: Account) -> Option<Estimate> {
        self.gain(&self.tally.mix, 0, kind, account)
    }
}

/// Results of the whole command.
#[derive(Default)]
struct Found<'a> {
    /// Results of the hypothetical bets, by set of dice.
    hypothetical: Vec<Measured<'a>>,
    /// Money of whole games with bettors at the table.
    takings: Option<Measured<'a>>,
}

impl Run for Balance {
    fn record(&self) -> RunRecord {
        let rules = &self.rules[0];
        let mut record = RunRecord::begun(Game::NAME, rules.changed());
        record.define("seed", RunRecord::count(self.args.seed.seed.number));
        record.define("randomness", i64::from(SCHEME));
        record.define(self.unit_name(), RunRecord::count(self.count));
        record.define("players", self.players as i64);
        if let Part::FirstTurn(Some(tokens)) = self.part {
            record.define("start_tokens", i64::from(tokens));
        }
        let weights: Vec<toml::Value> =
            self.weights.iter().map(|weight| i64::from(*weight).into()).collect();
        record.define("weights", weights);
        record.define("bettors_seated", !self.args.bettors.is_empty());
        record.define("dice_sets", self.args.dice_sets);
        if let Some(edge) = self.args.fair {
            record.define("fair", edge);
            record.define("fair_for", self.args.fair_for.name());
        }
        record.define("confidence", self.level.confidence());
        record_edition::<Game>(&mut record, rules);
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
        let rules = self.rules.iter().filter(|_| self.hypothetical());
        rules.flat_map(|rules| pictures::files(self, rules)).collect()
    }

    fn units(&self) -> Option<u64> {
        Some(self.count)
    }

    fn unit_name(&self) -> &'static str {
        if self.turns() { "turns" } else { "games" }
    }

    fn hint(&self) -> Option<&'static str> {
        Some("`--out DIR` writes all tables as CSV files, and the pictures.")
    }

    fn parts(&self) -> Option<&dyn Parts> {
        Some(self)
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        play_all(self, conditions)
    }
}

impl Additive for Balance {
    type Sums = Vec<BalanceTally>;

    fn all_units(&self) -> (u64, &'static str) {
        (self.count, self.unit_name())
    }

    fn looks(&self) -> Option<String> {
        None
    }

    fn empty(&self) -> Vec<BalanceTally> {
        vec![BalanceTally::empty(self); self.measurements().len()]
    }

    fn fits(&self, sums: &Vec<BalanceTally>) -> bool {
        let empty = self.empty();
        sums.len() == empty.len() && sums.iter().zip(&empty).all(|(one, empty)| one.fits(empty))
    }

    fn play_on(
        &self,
        so_far: Vec<BalanceTally>,
        units: Range<u64>,
        keep: Option<Keep<'_, Vec<BalanceTally>>>,
        conditions: Conditions<'_>,
    ) -> Result<Outcome<Vec<BalanceTally>>> {
        let Conditions { threads, stop, watch, .. } = conditions;
        let mut tables = Vec::new();
        let mut solutions = Vec::new();
        for measurement in self.measurements() {
            let (seated, solved) = self.seat(measurement, conditions)?;
            tables.push(seated);
            solutions.push(solved);
        }
        let options = RunOptions { units: units.end, threads, stop, watch };
        let beside = Beside { keep, look: None };
        let outcome = run_on(&All(tables), options, (so_far, units.start), beside)?;
        let warnings = solutions.into_iter().flat_map(|solved| solved.finish(conditions));
        self.warnings().extend(warnings);
        Ok(outcome)
    }

    fn results_of(&self, played: Played<Vec<BalanceTally>>, _: Conditions<'_>) -> Result<Results> {
        let Played { units, sums, stopped, .. } = played;
        let units = units.end;
        if units == 0 {
            return Err(Error::Interrupted);
        }
        let mut found = Found::default();
        for (Measurement { rules, hypothetical, bettors }, tally) in
            self.measurements().into_iter().zip(sums)
        {
            let measured = Measured { balance: self, rules, tally, units };
            if !bettors.is_empty() {
                found.takings = Some(measured.clone());
            }
            if hypothetical {
                found.hypothetical.push(measured);
            }
        }
        let warnings = mem::take(&mut *self.warnings());
        let results = tables::results(self, &found);
        Ok(Results { warnings, units_done: units, stopped, ..results })
    }
}
