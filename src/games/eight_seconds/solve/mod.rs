//! `solve`: the value of a turn under optimal play, and the regret of policies.
//!
//! The turn follows the base game: it counts Bull points, plus `--token` points for each Foul Token
//! gained less each token spent (see [`crate::games::eight_seconds::optimal`]). Every line-up of a
//! fresh deck is solved. The regret of a policy is the mean over simulated turns of the exact
//! losses of its decisions.

use std::ops::Range;
use std::sync::Arc;

use clap::Args;

use super::balance::start;
use super::definition::{EIGHT_SECONDS, mixes, rules};
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

/// `pushluck solve eight-seconds`.
pub(crate) const COMMAND: Ask<SolveArgs> =
    Ask { command: "solve", prepare: |args| Ok(Box::new(Solve::new(args)?)) };

/// The largest number of tokens for which line-ups are valued.
const MOST_TOKENS: u8 = 3;

/// The arguments of `pushluck solve eight-seconds`.
#[derive(Args, Clone, Debug)]
#[command(
    about = "Solve turns, and measure the regret of riding policies by kind of decision",
    after_help = "\
Examples:
  pushluck solve eight-seconds --regret
      the value of turns, and the regret of the shipped riding policies by kind of decision
  pushluck solve eight-seconds --regret --start tokens=2
      the same for turns that begin with two Foul Tokens
  pushluck solve eight-seconds --policy my/rider.toml --turns 100k --out results
      the regret of your own policy, with all tables in results/"
)]
pub(crate) struct SolveArgs {
    /// Policy whose decisions are compared with optimal play, as in `simulate`; repeatable
    /// (default: the shipped riding policies).
    #[arg(long = "policy", value_name = "SPEC")]
    policies: Vec<String>,

    /// Report the loss of each policy by kind of decision.
    #[arg(long)]
    regret: bool,

    /// Points that a Foul Token counts; a token left at the end scores 1 point.
    #[arg(long, value_name = "POINTS", default_value_t = TOKEN.default)]
    token: f64,

    /// Number of turns per policy.
    #[arg(long, value_name = "N", value_parser = parse::count, default_value = "10k")]
    turns: u64,

    /// The Rider's Foul Tokens at the start of these turns, as in `tokens=2` (default: the tokens
    /// of the rules).
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse::settings)]
    start: Option<Settings>,

    /// Random numbers of these turns.
    #[command(flatten)]
    seed: SeedArgs,

    /// Rules.
    #[command(flatten)]
    rules: RulesArgs,
}

/// A request.
pub(super) struct Solve {
    args: SolveArgs,
    game: Arc<Game>,
    policies: Vec<NamedPolicy>,
    /// Tokens at the start of the policies' turns, at most [`MOST_TOKENS`].
    start: u8,
}

/// Confidence level of the intervals of regret.
const LEVEL: Level = Level::DEFAULT;

impl Solve {
    pub(super) fn new(args: SolveArgs) -> Result<Self> {
        let rules = rules(args.rules.edition()?, &args.rules.settings())?;
        knows(&rules, "`solve`")?;
        if rules.vegas.is_some() {
            return Err(Error::input_help(
                "`solve` covers only the base game; bets and money are not valued",
                "leave `vegas` out of `--rules`; `pushluck balance eight-seconds` measures bets",
            ));
        }
        TOKEN.check("--token", args.token)?;
        let specs = match &args.policies[..] {
            [] => shipped_specs(&EIGHT_SECONDS, |policy, decides| mixes(policy, decides, false))?,
            given => specs(given)?,
        };
        let policies = named_policies(&EIGHT_SECONDS, &specs)?;
        let start = start(&rules, args.start.as_ref())?.unwrap_or(rules.tokens.into());
        if start > MOST_TOKENS.into() {
            return Err(Error::input_help(
                format!("turns that start with {start} tokens cannot be solved"),
                format!("set `--start tokens=N` to at most {MOST_TOKENS}"),
            ));
        }
        let mut game = Game::new(rules, 1)?;
        game.tokens_alone = Some(start);
        Ok(Self { args, game: Arc::new(game), policies, start: start as u8 })
    }

    /// Whether the sets of three bought Bulls exceed the policy's limit: from 14 Bulls outside the
    /// line-up at most 364 sets can be drawn.
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
        Some("`--out DIR` writes all tables as CSV files.")
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let optimal = Optimal::new(Arc::clone(&self.game), self.args.token);
        // Losses are measured only against exact values; three tokens take some minutes.
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
    /// Without tokens, the value of a Clown Out after which the highest Bull is discarded and all
    /// dice are rolled; `None` for a single Bull.
    start_over: Option<f64>,
}

/// The values of a line-up with a number of tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct TurnValue {
    /// The value of rolling at once.
    rolling: f64,
    /// The value of buying a Bull and then playing optimally; `None` without a token or a Bull to
    /// buy.
    buying: Option<f64>,
    /// Whether `buying` is exact rather than a lower bound.
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
        // The most tokens first: the values with fewer tokens are computed on the way.
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

/// Line-ups with their positions, in any order.
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
