//! `balance`: what each bet of Vegas Showdown is worth to bettor, bank and Rider, and which payouts
//! would be fair.

use std::sync::Arc;

use clap::Args;

use super::definition::{EIGHT_SECONDS, plays, rules};
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
use crate::run::policy_factory::ready;
use crate::run::{
    Ask, BuiltIn as _, Conditions, Job, NamedPolicy, Results, Run, named_policies, record_edition,
    record_texts, shipped_specs,
};
use crate::sim::interrupt::Why;
use crate::sim::random::SCHEME;
use crate::sim::runner::{RunOptions, run};
use crate::stats::{Estimate, Level};

pub mod bets;
mod count;
mod fair;
pub mod money;
pub mod pictures;
mod screen;
mod tables;

use count::{BalanceTally, Counted, Figures, Part, Seated, Tables};
use fair::FairFor;
use money::{Account, Kind, Money};
pub(crate) use tables::TABLES;

/// `pushluck balance` for this game.
pub(crate) const COMMAND: Ask<BalanceArgs> =
    Ask { command: "balance", prepare: |args| Ok(Box::new(Balance::new(args)?)) };

/// Games of each riding policy, where no number is given: some ten seconds on two cores of a small
/// server.
const DEFAULT_GAMES: u64 = 20_000;

/// Players at the table, where no number is given.
const DEFAULT_PLAYERS: usize = 4;

/// The name of the mix among policies.
const MIX: &str = "mix";

/// The arguments of `pushluck balance eight-seconds`.
#[derive(Args, Clone, Debug)]
#[command(
    about = "What the bets of Vegas Showdown are worth, and which payouts are fair",
    after_help = "\
Examples:
  pushluck balance eight-seconds
      what every bet of Vegas Showdown is worth at every turn of whole games, under the
      shipped riding policies, and what the shipped betting strategies take home
  pushluck balance eight-seconds --policy look-ahead --policy cautious --weights 3,1 --fair 5%
      which payouts would give the bank a house edge of 5 % while such Riders ride
  pushluck balance eight-seconds --fair 5% --fair-for bettor
      which payouts would leave bettors a loss of 5 %
  pushluck balance eight-seconds --dice-sets --out balance
      what holds for every set of dice of the edition, with tables and pictures in balance/
  pushluck balance eight-seconds --turns 100k --start tokens=2
      first turns alone, the Rider having two Foul Tokens"
)]
pub(crate) struct BalanceArgs {
    /// A policy by which every seat rides, as in `simulate`; may be given more than once (the
    /// shipped riding policies without it).
    #[arg(long = "policy", value_name = "SPEC")]
    policies: Vec<String>,

    /// How often a game of each riding policy counts in the mix of Riders: a whole number for each,
    /// in their order (without it all count alike).
    #[arg(long, value_name = "W,W,…", value_parser = parse::weights)]
    weights: Option<Weights>,

    /// A strategy by which the players at the table bet and trade tokens; may be given more than
    /// once. Without it nobody bets where bets are measured, and the shipped betting strategies do
    /// where money is.
    #[arg(long = "bettors", value_name = "SPEC")]
    bettors: Vec<String>,

    /// The number of whole games of each riding policy (20k without `--turns`).
    #[arg(long, value_name = "N", value_parser = parse::count)]
    games: Option<u64>,

    /// Measure the first turns of games alone, so many of each riding policy, and not every turn of
    /// whole games.
    #[arg(long, value_name = "N", value_parser = parse::count, conflicts_with = "games")]
    turns: Option<u64>,

    /// With `--turns`: the Rider's Foul Tokens at the start, as in `tokens=2`.
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse::settings)]
    start: Option<Settings>,

    /// The number of players, 2 to 8 (4 without it).
    #[arg(long, value_name = "N", value_parser = parse::players)]
    players: Option<u8>,

    /// Measure with every set of dice of the edition, and tell what holds for all of them.
    #[arg(long)]
    dice_sets: bool,

    /// Look for payouts in whole dollars with this edge, a share of the stake such as `0.05` or
    /// `5%`: by default the house edge, what the bank gains.
    #[arg(long, value_name = "EDGE", value_parser = parse::edge)]
    fair: Option<f64>,

    /// Whose edge that is: what the bank gains, or what bettors lose. The two differ on a Ride, where
    /// the stake of a right bet goes to the Rider.
    #[arg(long, value_name = "WHO", value_enum, default_value_t, requires = "fair")]
    fair_for: FairFor,

    /// The level of the intervals, as a share or in percent.
    #[arg(long, value_name = "LEVEL", value_parser = parse::confidence, default_value = "0.95")]
    confidence: f64,

    /// What is played.
    #[command(flatten)]
    rules: RulesArgs,

    /// Where the luck comes from.
    #[command(flatten)]
    seed: SeedArgs,
}

/// A measurement that was asked for.
pub(super) struct Balance {
    args: BalanceArgs,
    level: Level,
    /// The rules, by set of dice; first those that were asked for.
    rules: Vec<Rules>,
    /// Those who ride.
    policies: Vec<NamedPolicy>,
    /// How often a game of each counts in the mix.
    weights: Vec<u32>,
    /// Those who bet at the table.
    bettors: Vec<NamedPolicy>,
    figures: Figures,
    players: usize,
    /// Games, or turns, of each riding policy.
    count: u64,
    part: Part,
}

/// The policies that were asked for, or those shipped that ride or bet.
fn policies(given: &[String], bets: bool) -> Result<Vec<NamedPolicy>> {
    let specs = match given {
        [] => shipped_specs(&EIGHT_SECONDS, |policy, decides| plays(policy, decides, bets))?,
        given => specs(given)?,
    };
    named_policies(&EIGHT_SECONDS, &specs)
}

/// How often a game of each policy counts in the mix.
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
                format!("give one for each of {}, in this order", labels.join(", ")),
            ))
        }
    }
}

impl Balance {
    pub(super) fn new(args: BalanceArgs) -> Result<Self> {
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
                    "`--rules tokens=1` hands out tokens to everybody; `--start tokens=N` goes with \
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
            args,
        })
    }

    fn turns(&self) -> bool {
        matches!(self.part, Part::FirstTurn(_))
    }

    /// What is counted, in the plural.
    fn units(&self) -> &'static str {
        if self.turns() { "turns" } else { "games" }
    }

    /// Whether there are several riding policies, and so a mix of them.
    fn several(&self) -> bool {
        self.policies.len() > 1
    }

    /// Dollars of a bet (ES-70).
    fn stake(&self) -> i64 {
        self.rules[0].edition.vegas.stake
    }

    /// Whether bets are settled for bettors beside the table.
    fn beside(&self) -> bool {
        self.rules[0].vegas.is_some_and(|v| !(v.pots || v.limited || v.diminishing))
    }

    /// Tables of each riding policy, with these bettors or none; and what was solved for those who
    /// ride.
    fn seat(
        &self,
        rules: &Rules,
        beside: bool,
        bettors: &[NamedPolicy],
        conditions: Conditions<'_>,
    ) -> Result<(Tables<'_>, Solved)> {
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
            // Everybody meets everybody as the seats turn.
            let lineups = (0..bets.len())
                .map(|first| (first..first + self.players).map(|at| at % bets.len()).collect())
                .collect();
            let players = bets.iter().map(seated).collect();
            Job::new(&game, players, lineups, false, self.args.seed.seed.number)
        });
        let runs = runs.collect();
        Ok((Tables { balance: self, runs, beside, seated: !bettors.is_empty() }, solved))
    }
}

/// Refuses what bettors cannot be measured under.
fn check(args: &BalanceArgs, asked: &Rules) -> Result<()> {
    let Some(vegas) = asked.vegas else {
        return Err(Error::input_help(
            "without Vegas Showdown there are no bets",
            "leave `vegas=off` out",
        ));
    };
    if args.players == Some(1) {
        return Err(Error::input_help(
            "nobody bets on the turns of a single player",
            "give `--players` 2 to 8",
        ));
    }
    let turns = args.turns.is_some();
    if turns && !args.bettors.is_empty() {
        return Err(Error::input_help(
            "`--turns` plays first turns alone, at which nobody gains by bettors at the table",
            "leave `--bettors` out, or play whole games with `--games`",
        ));
    }
    let tied = vegas.pots || vegas.limited || vegas.diminishing;
    if tied && (turns || args.bettors.is_empty() || args.fair.is_some() || args.dice_sets) {
        return Err(Error::input_help(
            "pots, limited options and diminishing returns tie the payout of a bet to the bets of \
             others, so bettors beside the table cannot be paid by them",
            "`--bettors SPEC` alone tells where the money of whole games goes under these rules",
        ));
    }
    Ok(())
}

/// The tokens of `--start`, if they are set.
pub(super) fn start(rules: &Rules, settings: Option<&Settings>) -> Result<Option<u16>> {
    let mut tokens = None;
    for (key, value) in settings.into_iter().flat_map(|Settings(all)| all) {
        if key != "tokens" {
            return Err(Error::input_help(
                format!("a turn cannot start with `{key}`"),
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

/// What was measured by one set of rules.
struct Measured<'a> {
    balance: &'a Balance,
    rules: &'a Rules,
    tally: BalanceTally,
    /// The games or turns played.
    units: u64,
}

impl<'a> Measured<'a> {
    /// The label and what was counted of each policy.
    fn policies(&self) -> impl Iterator<Item = (&'a str, &Counted)> {
        self.balance.policies.iter().map(|policy| &*policy.label).zip(&self.tally.policies)
    }

    /// Those, and the mix where there is one.
    fn rows(&self) -> impl Iterator<Item = (&'a str, &Counted)> {
        self.policies().chain(self.balance.several().then_some((MIX, &self.tally.mix)))
    }

    /// What an account gains for a dollar staked on a bet.
    fn gain(
        &self,
        counted: &Counted,
        class: usize,
        kind: Kind,
        account: Account,
    ) -> Option<Estimate> {
        kind.account(kind.of(&counted.bets[class]), account, self.balance.level)
    }

    /// The same under each policy under which the bet was placed.
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

    /// What the bettor gains under each policy.
    fn values(&self, class: usize, kind: Kind) -> impl Iterator<Item = (&'a str, Estimate)> {
        self.gains(class, kind, Account::Bettor)
    }

    /// What was counted of a bet over the mix.
    fn mixed(&self, kind: Kind) -> &Money {
        kind.of(&self.tally.mix.bets[0])
    }

    /// What an account gains over the mix.
    fn mix(&self, kind: Kind, account: Account) -> Option<Estimate> {
        self.gain(&self.tally.mix, 0, kind, account)
    }
}

/// What was measured.
#[derive(Default)]
struct Found<'a> {
    /// Bets beside the table, by set of dice.
    beside: Vec<Measured<'a>>,
    /// Money in whole games with bettors at the table.
    takings: Option<Measured<'a>>,
    /// The units played of the last of them, where it is not complete.
    units_done: u64,
    /// Why it is not complete.
    stopped: Option<Why>,
}

impl Run for Balance {
    fn record(&self) -> RunRecord {
        let rules = &self.rules[0];
        let mut record = RunRecord::begun(Game::NAME, rules.changed());
        record.define("seed", RunRecord::count(self.args.seed.seed.number));
        record.define("randomness", i64::from(SCHEME));
        record.define(self.units(), RunRecord::count(self.count));
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
        let rules = self.rules.iter().filter(|_| self.beside());
        rules.flat_map(|rules| pictures::files(self, rules)).collect()
    }

    fn unit_name(&self) -> &'static str {
        self.units()
    }

    fn keeps(&self) -> bool {
        true
    }

    fn hint(&self) -> Option<&'static str> {
        Some("`--out DIR` writes all tables as CSV files, and the pictures")
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let Conditions { threads, stop, watch, .. } = conditions;
        let (mut found, mut warnings) = (Found::default(), Vec::new());
        let seated = !self.args.bettors.is_empty();
        let at_table = if seated { &self.bettors[..] } else { &[] };
        let mut jobs = Vec::new();
        if self.beside() {
            for (place, rules) in self.rules.iter().enumerate() {
                let bettors = if place == 0 { at_table } else { &[] };
                jobs.push((rules, self.seat(rules, true, bettors, conditions)?));
            }
        }
        // Where nobody was asked to bet, the shipped strategies do in games of their own.
        if !(self.turns() || seated && self.beside()) {
            let rules = &self.rules[0];
            jobs.push((rules, self.seat(rules, false, &self.bettors, conditions)?));
        }
        for (rules, (tables, solved)) in jobs {
            let options = RunOptions { units: self.count, threads, stop, watch };
            let outcome = run(&tables, options)?;
            warnings.extend(solved.finish(conditions));
            if outcome.units_done > 0 {
                let units = outcome.units_done;
                let measured =
                    || Measured { balance: self, rules, tally: outcome.tally.clone(), units };
                if tables.seated {
                    found.takings = Some(measured());
                }
                if tables.beside {
                    found.beside.push(measured());
                }
            }
            if let Some(why) = outcome.stopped {
                if found.beside.is_empty() && found.takings.is_none() {
                    return Err(Error::Interrupted);
                }
                (found.units_done, found.stopped) = (outcome.units_done, Some(why));
                break;
            }
        }
        Ok(Results { warnings, ..tables::results(self, &found) })
    }
}
