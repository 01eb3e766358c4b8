//! `pushluck balance`: what the bets of a game are worth, and which payouts would be fair.

use clap::Args;

use crate::analysis::{self, BalanceSpec, Conditions, Work};
use crate::cli::Status;
use crate::cli::args::{OutputArgs, RulesArgs, SeedArgs, WorkArgs};
use crate::cli::deliver::{self, Delivered, Delivery};
use crate::cli::out::Output;
use crate::cli::values;
use crate::error::Result;
use crate::exact::cache::Cache;
use crate::policy::{load_text, parse_spec};
use crate::sim::interrupt;
use crate::sim::progress::Watch;
use crate::stats::Level;

/// The arguments of `pushluck balance`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck balance eight-seconds
      what every bet of Vegas Showdown is worth under the shipped ways to ride
  pushluck balance eight-seconds --policy look-ahead --turns 1M --fair 5% --out balance
      which payoffs would leave the bank 5 % under one Rider, all tables in balance/
  pushluck balance eight-seconds --policy bet-by-roll --policy never-bet --games 100k
      what betting does to the money of 2 to 8 players")]
pub struct BalanceArgs {
    /// The game (`pushluck list games` names them).
    pub game: String,

    /// A policy that rides and, in whole games, bets, as in `simulate`; may be given more than once.
    #[arg(long = "policy", value_name = "SPEC")]
    pub policies: Vec<String>,

    /// The number of single turns of each Rider, with gamblers beside it who lay every bet that can
    /// be laid (200k without `--games`).
    #[arg(
        long,
        value_name = "N",
        value_parser = values::count,
        conflicts_with = "games",
        allow_negative_numbers = true
    )]
    pub turns: Option<u64>,

    /// The number of whole games for each number of players, in which the policies ride and bet.
    #[arg(long, value_name = "N", value_parser = values::count, allow_negative_numbers = true)]
    pub games: Option<u64>,

    /// The number of players in whole games; without it 2 to 8.
    #[arg(long, value_name = "N", value_parser = values::players, allow_negative_numbers = true)]
    pub players: Option<u8>,

    /// Look for payoffs in whole dollars that bring the edge of every bet as near to this as can
    /// be, and play anew under them: a share of the stake, or in percent.
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
    let game = analysis::game(&args.game)?;
    let edition = args.rules.edition.as_deref();
    let spec = BalanceSpec {
        settings: args.rules.settings(),
        edition: edition.map(|path| load_text(path, "edition")).transpose()?,
        policies: args.policies.iter().map(|text| parse_spec(text)).collect::<Result<_>>()?,
        players: args.players.map(usize::from),
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
        let bar = args.work.bar(if args.games.is_some() { "games" } else { "turns" });
        let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
        let threads = args.work.threads.map(usize::from);
        prepared.study(Conditions { threads, stop, watch, cache: cache.folder() })?
    };
    delivery.conclude("complete", true);
    let result = Delivered {
        tables: &found.tables,
        files: &found.pictures,
        screen: &found.screen,
        warnings: &found.warnings,
        hint: "`--out DIR` writes all tables as CSV files and a chart",
    };
    delivery.deliver(&result, args.work.quiet, output)?;
    Ok(Status::Done)
}
