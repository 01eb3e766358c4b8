//! `pushluck balance`: what the bets of a game are worth, and which payouts would be fair.

use clap::Args;

use crate::cli::Status;
use crate::cli::args::{OutputArgs, RulesArgs, SeedArgs, WorkArgs};
use crate::cli::deliver::{self, Delivered, Delivery};
use crate::cli::out::{self, Output};
use crate::cli::values::{self, Settings, Weights};
use crate::error::Result;
use crate::experiment::cache::Cache;
use crate::experiment::{BalanceSpec, Conditions, Work};
use crate::games;
use crate::policy::{load_text, parse_spec};
use crate::report::{RunRecord, count};
use crate::sim::interrupt;
use crate::sim::progress::Watch;
use crate::stats::Level;

/// The arguments of `pushluck balance`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck balance eight-seconds
      what every bet of Vegas Showdown is worth at every turn of whole games, under the
      shipped riding policies, and what the shipped betting strategies take home
  pushluck balance eight-seconds --policy look-ahead --policy cautious --weights 3,1 --fair 5%
      which payouts would leave bettors a loss of 5 % against such Riders
  pushluck balance eight-seconds --dice-sets --out balance
      what holds for every set of dice of the edition, with tables and pictures in balance/
  pushluck balance eight-seconds --turns 100k --start tokens=2
      first turns alone, the Rider having two Foul Tokens")]
pub struct BalanceArgs {
    /// The game (`pushluck list games` names them).
    pub game: String,

    /// A policy by which every seat rides, as in `simulate`; may be given more than once (the
    /// shipped riding policies without it).
    #[arg(long = "policy", value_name = "SPEC")]
    pub policies: Vec<String>,

    /// How often a game of each riding policy counts in the mix of Riders: a whole number for each,
    /// in their order (without it all count alike).
    #[arg(long, value_name = "W,W,…", value_parser = values::weights)]
    pub weights: Option<Weights>,

    /// A strategy by which the players at the table bet and trade tokens; may be given more than
    /// once. Without it nobody bets where bets are measured, and the shipped betting strategies do
    /// where money is.
    #[arg(long = "bettors", value_name = "SPEC")]
    pub bettors: Vec<String>,

    /// The number of whole games of each riding policy (20k without `--turns`).
    #[arg(long, value_name = "N", value_parser = values::count, allow_negative_numbers = true)]
    pub games: Option<u64>,

    /// Measure the first turns of games alone, so many of each riding policy, and not every turn of
    /// whole games.
    #[arg(
        long,
        value_name = "N",
        value_parser = values::count,
        conflicts_with = "games",
        allow_negative_numbers = true
    )]
    pub turns: Option<u64>,

    /// With `--turns`: the Rider's Foul Tokens at the start, as in `tokens=2`.
    #[arg(long, value_name = "KEY=VALUE", value_parser = values::settings)]
    pub start: Option<Settings>,

    /// The number of players, 2 to 8 (4 without it).
    #[arg(long, value_name = "N", value_parser = values::players, allow_negative_numbers = true)]
    pub players: Option<u8>,

    /// Measure with every set of dice of the edition, and tell what holds for all of them.
    #[arg(long)]
    pub dice_sets: bool,

    /// Look for payouts in whole dollars at which bettors lose this share of the stake: a share, or
    /// in percent.
    #[arg(long, value_name = "EDGE", value_parser = values::edge, allow_negative_numbers = true)]
    pub fair: Option<f64>,

    /// The level of the intervals, as a share or in percent.
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = values::confidence,
        default_value = "0.95",
        allow_negative_numbers = true
    )]
    pub confidence: f64,

    /// What is played.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// Where the luck comes from.
    #[command(flatten)]
    pub seed: SeedArgs,

    /// How the work is done.
    #[command(flatten)]
    pub work: WorkArgs,

    /// What becomes of the result.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Measures and writes the tables.
///
/// # Errors
///
/// Fails on input that names nothing known, and where the results cannot be written.
pub fn run(args: &BalanceArgs, output: &mut Output<'_>) -> Result<Status> {
    args.output.check()?;
    let game = games::game(&args.game)?;
    let edition = args.rules.edition.as_deref();
    let spec = BalanceSpec {
        settings: args.rules.settings(),
        edition: edition.map(|path| load_text(path, "edition")).transpose()?,
        policies: args.policies.iter().map(|text| parse_spec(text)).collect::<Result<_>>()?,
        weights: args.weights.as_ref().map(|weights| weights.0.clone()),
        bettors: args.bettors.iter().map(|text| parse_spec(text)).collect::<Result<_>>()?,
        players: args.players.map(usize::from),
        start: args.start.as_ref().map_or_else(Vec::new, |start| start.0.clone()),
        dice_sets: args.dice_sets,
        seed: args.seed.number(),
        work: args.turns.map_or(Work::Games(args.games), Work::Turns),
        fair: args.fair,
        level: Level::new(args.confidence).unwrap_or(Level::DEFAULT),
    };
    let prepared = game.prepare_balance(&spec)?;
    let record = deliver::record("balance", prepared.record());
    let mut delivery =
        Delivery::prepare(&args.output, record, &prepared.tables(), &prepared.files())?;
    let (stop, cache) = (interrupt::install()?, Cache::of_user());
    interrupt::keep();
    let found = {
        let bar = args.work.bar(if args.turns.is_some() { "turns" } else { "games" });
        let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
        let threads = args.work.threads.map(usize::from);
        prepared.study(Conditions { threads, stop, watch, cache: cache.folder() })?
    };
    delivery.conclude("complete", found.stopped.is_none());
    if let Some((why, _, done)) = found.stopped {
        delivery.conclude("units", RunRecord::count(done));
        delivery.conclude("stopped", why.name());
    }
    let result = Delivered {
        tables: &found.tables,
        files: &found.pictures,
        screen: &found.screen,
        warnings: &found.warnings,
        hint: "`--out DIR` writes all tables as CSV files, and the pictures",
    };
    delivery.deliver(&result, args.work.quiet, output)?;
    Ok(match found.stopped {
        None => Status::Done,
        Some((_, units, done)) => {
            out::warning(
                format_args!(
                    "interrupted after {} {units} of what was being measured: it stands here as a \
                     run of that length, and what would have followed is missing",
                    count(done)
                ),
                None,
            );
            Status::Interrupted
        }
    })
}
