//! `solve`: what a turn played best is worth, and what policies lose against it.
//!
//! The turn is that of the base game: Bull points, and `--token` points for each Foul Token gained
//! less those spent (see [`crate::games::eight_seconds::optimal`]). Every line-up of a fresh deck is
//! solved; what policies lose is the mean over simulated turns of the exact losses of their
//! decisions.

use std::ops::Range;
use std::sync::Arc;

use clap::Args;

use super::balance::start;
use super::definition::{EIGHT_SECONDS, plays, rules};
use super::optimal_policy::{OPTIMAL_TURN, Solved, TOKEN, knows, load, save};
use crate::cli::arguments::{RulesArgs, SeedArgs};
use crate::cli::parse::{self, Settings};
use crate::error::{Error, Result};
use crate::game::publish::Publish as _;
use crate::games::eight_seconds::cards::Bulls;
use crate::games::eight_seconds::compiled::Game;
use crate::games::eight_seconds::optimal::{Hand, Optimal, Pool, for_each_set};
use crate::policy::specs;
use crate::report::RunRecord;
use crate::run::policy_factory::ready;
use crate::run::{
    Ask, Conditions, Job, NamedPolicy, Results, Run, named_policies, proposed, record_edition,
    record_texts, shipped_specs,
};
use crate::sim::interrupt::StopFlag;
use crate::sim::random::SCHEME;
use crate::sim::runner::{RunOptions, Simulation, run};
use crate::sim::tally::Tally;
use crate::stats::Level;

mod losses;
mod tables;

use losses::Losses;
pub(crate) use tables::TABLES;
pub(super) use tables::moves;

/// `pushluck solve` for this game.
pub(crate) const COMMAND: Ask<SolveArgs> =
    Ask { command: "solve", prepare: |args| Ok(Box::new(Solve::new(args)?)) };

/// Line-ups are valued with up to so many tokens.
const MOST_TOKENS: u8 = 3;

/// The arguments of `pushluck solve eight-seconds`.
#[derive(Args, Clone, Debug)]
#[command(
    about = "What turns are worth, and what riding policies lose by which habits",
    after_help = "\
Examples:
  pushluck solve eight-seconds --regret
      what turns are worth, and what the shipped riding policies lose by which habits
  pushluck solve eight-seconds --regret --start tokens=2
      the same for turns that begin with two Foul Tokens
  pushluck solve eight-seconds --policy my/rider.toml --turns 100k --out results
      what a policy of your own loses, all tables in results/"
)]
pub(crate) struct SolveArgs {
    /// A policy whose decisions are set against the best ones, as in `simulate`; may be given more
    /// than once (the shipped riding policies without it).
    #[arg(long = "policy", value_name = "SPEC")]
    policies: Vec<String>,

    /// Describe which decisions of the policies cost them how much.
    #[arg(long)]
    regret: bool,

    /// The points that a Foul Token counts: one that is left at the end is a point.
    #[arg(long, value_name = "POINTS", default_value_t = TOKEN.default)]
    token: f64,

    /// The turns of each policy.
    #[arg(long, value_name = "N", value_parser = parse::count, default_value = "10k")]
    turns: u64,

    /// The Rider's Foul Tokens at the start of these turns, as in `tokens=2`; those of the rules
    /// without it.
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse::settings)]
    start: Option<Settings>,

    /// The luck of these turns.
    #[command(flatten)]
    seed: SeedArgs,

    /// What is played.
    #[command(flatten)]
    rules: RulesArgs,
}

/// What was asked for.
pub(super) struct Solve {
    args: SolveArgs,
    game: Arc<Game>,
    policies: Vec<NamedPolicy>,
    /// The tokens that the turns of the policies begin with, at most [`MOST_TOKENS`].
    start: u8,
}

/// The level of the intervals of what policies lose.
const LEVEL: Level = Level::DEFAULT;

impl Solve {
    pub(super) fn new(args: SolveArgs) -> Result<Self> {
        let rules = rules(args.rules.edition()?, &args.rules.settings())?;
        knows(&rules, "`solve`")?;
        if rules.vegas.is_some() {
            return Err(Error::input_help(
                "`solve` is about the base game: bets and money are not valued",
                "leave `vegas` out of --rules; `pushluck balance eight-seconds` measures bets",
            ));
        }
        TOKEN.check("--token", args.token)?;
        let specs = match &args.policies[..] {
            [] => shipped_specs(&EIGHT_SECONDS, |policy, decides| plays(policy, decides, false))?,
            given => specs(given)?,
        };
        let policies = named_policies(&EIGHT_SECONDS, &specs)?;
        let start = start(&rules, args.start.as_ref())?.unwrap_or(rules.tokens.into());
        if start > MOST_TOKENS.into() {
            return Err(Error::input_help(
                format!("turns are not solved from {start} tokens"),
                format!("`--start tokens=N` is for up to {MOST_TOKENS}"),
            ));
        }
        let mut game = Game::new(rules, 1)?;
        game.tokens_alone = Some(start);
        Ok(Self { args, game: Arc::new(game), policies, start: start as u8 })
    }

    /// Whether three Bulls to be bought are more sets than the policy considers: from 14 Bulls that
    /// do not lie there at most 364 can be drawn.
    fn deep(&self) -> bool {
        self.start == MOST_TOKENS && self.game.bulls.len() > 17
    }
}

impl Run for Solve {
    fn record(&self) -> RunRecord {
        let rules = &self.game.rules;
        let mut record = RunRecord::begun(Game::NAME, rules.changed());
        record.define("objective", "turn");
        record.define("token", self.args.token);
        record.define("turns", RunRecord::count(self.args.turns));
        record.define("start_tokens", i64::from(self.start));
        record.define("seed", RunRecord::count(self.args.seed.seed.number));
        record.define("randomness", i64::from(SCHEME));
        record.define("confidence", LEVEL.confidence());
        record_edition::<Game>(&mut record, rules);
        record_texts(&mut record, "policies", &self.policies);
        record
    }

    fn tables(&self) -> Vec<&'static str> {
        TABLES.iter().map(|table| table.name).collect()
    }

    fn unit_name(&self) -> &'static str {
        "positions"
    }

    fn hint(&self) -> Option<&'static str> {
        Some("`--out DIR` writes every decision to CSV files")
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let optimal = Optimal::new(Arc::clone(&self.game), self.args.token);
        // What is lost is told against exact values alone; three tokens take some minutes.
        let optimal = Arc::new(if self.deep() { optimal.deep() } else { optimal });
        load(&optimal, conditions.cache);
        let line_ups = LineUps::new(&optimal);
        let mut line_ups = carry_out(&line_ups, line_ups.all.len() as u64, conditions)?.0;
        let warning = save(&optimal, conditions.cache);
        line_ups.sort_unstable_by_key(|(place, _)| *place);
        let line_ups: Vec<Valued> = line_ups.into_iter().map(|(_, valued)| valued).collect();
        let (game, mut own) = (&self.game, Solved::default());
        let policies = self.policies.iter();
        let players: Result<_> =
            policies.map(|one| ready(one, &mut own, game, conditions)).collect();
        let lineups = (0..self.policies.len()).map(|policy| vec![policy]).collect();
        let job = Job::new(game, players?, lineups, true, self.args.seed.seed.number);
        let losses = Losses { optimal: &optimal, job };
        let lost = carry_out(&losses, self.args.turns, conditions)?;
        let mut findings = tables::results(self, &line_ups, &lost);
        findings.screen.extend(proposed::<Game>(&self.game.rules));
        findings.warnings.extend(warning);
        Ok(findings)
    }
}

/// Runs all units of a simulation.
pub(super) fn carry_out<S: Simulation>(
    simulation: &S,
    units: u64,
    conditions: Conditions<'_>,
) -> Result<S::Tally> {
    let Conditions { threads, stop, watch, .. } = conditions;
    run(simulation, RunOptions { units, threads, stop, watch })?.whole()
}

/// The values of a line-up.
#[derive(Clone, Debug, PartialEq)]
struct Valued {
    bulls: Bulls,
    /// By tokens.
    turns: [TurnValue; MOST_TOKENS as usize + 1],
    /// Without tokens, a Clown Out whose highest Bull is given up for a roll of all dice; nothing
    /// for a single Bull.
    start_over: Option<f64>,
}

/// The values of a line-up with a number of tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct TurnValue {
    /// Rolling at once.
    rolling: f64,
    /// Buying a Bull and going on best; nothing without a token or a Bull to buy.
    buying: Option<f64>,
    /// Whether that is exact, or a lower bound.
    exact: bool,
}

impl TurnValue {
    fn best(&self) -> f64 {
        self.buying.map_or(self.rolling, |buying| buying.max(self.rolling))
    }

    /// Whether a Bull should be bought.
    fn buys(&self) -> bool {
        self.buying.is_some_and(|buying| buying > self.rolling)
    }
}

/// Every line-up of a fresh deck.
struct LineUps<'a> {
    optimal: &'a Optimal,
    all: Vec<Bulls>,
}

impl<'a> LineUps<'a> {
    fn new(optimal: &'a Optimal) -> Self {
        let mut all = Vec::new();
        for_each_set(optimal.game().all_bulls, 3, &mut |bulls| all.push(bulls));
        Self { optimal, all }
    }

    fn value(&self, bulls: Bulls) -> Valued {
        let (optimal, game) = (self.optimal, self.optimal.game());
        let pool = Pool::of(game.all_bulls & !bulls);
        let mut turns = [TurnValue::default(); MOST_TOKENS as usize + 1];
        // The most tokens first: the values of fewer are found on the way.
        for (tokens, value) in turns.iter_mut().enumerate().rev() {
            let hand = Hand::new(bulls, tokens as u8, u8::MAX);
            let (rolling, buying) = (optimal.rolling(hand).first, optimal.buying(hand, pool));
            *value = TurnValue { rolling, buying, exact: optimal.exact(hand, pool) };
        }
        let top = game.highest(bulls).filter(|_| bulls.count_ones() > 1);
        let given_up = top.into_iter().flat_map(|top| game.equal_in_points(bulls, top));
        let left = given_up.map(|bull| Hand::new(bulls & !(1 << bull), 0, u8::MAX));
        let start_over = left.map(|hand| optimal.rolling(hand).again).reduce(f64::max);
        Valued { bulls, turns, start_over }
    }
}

/// Line-ups by their places, in any order.
#[derive(Clone)]
struct OfLineUps(Vec<(u64, Valued)>);

impl Tally for OfLineUps {
    fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }
}

impl Simulation for LineUps<'_> {
    type Tally = OfLineUps;
    type Worker = ();

    fn worker(&self) {}

    fn empty(&self) -> OfLineUps {
        OfLineUps(Vec::new())
    }

    fn batch_len(&self, _: u64) -> u64 {
        1
    }

    fn run_batch(
        &self,
        (): &mut (),
        units: Range<u64>,
        tally: &mut OfLineUps,
        _: &StopFlag,
    ) -> bool {
        tally.0.extend(units.map(|unit| (unit, self.value(self.all[unit as usize]))));
        true
    }
}
