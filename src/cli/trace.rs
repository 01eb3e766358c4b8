//! `pushluck trace`: one game or turn of a simulation, move by move.

use clap::{ArgGroup, Args};

use crate::cli::simulate::PlayArgs;
use crate::cli::terminal::Output;
use crate::cli::{Status, games, parse};
use crate::error::Result;
use crate::run::cache::Cache;
use crate::run::{Conditions, Details, Work};
use crate::sim::interrupt;
use crate::stats::Level;

/// The arguments of `pushluck trace`.
#[derive(Args, Clone, Debug)]
#[command(group = ArgGroup::new("unit").required(true).args(["game", "turn"]), after_help = "\
Examples:
  pushluck trace el-ocho --policy hold-at --seed 7 --game 41
      game 41 of `simulate` with the same policies, rules and seed
  pushluck trace el-ocho --policy hold-at:hold=600 --turn 3
      turn 3 of `simulate --turns`
  pushluck trace str8-eight --policy weigh-every-card --game 1 --values
      the three best actions at each decision, and what they win")]
pub struct TraceArgs {
    /// The game (`pushluck list games` shows all).
    #[arg(value_name = "GAME")]
    pub game_name: String,

    /// The game to show, counted from 1.
    #[arg(long, value_name = "G", value_parser = parse::ordinal)]
    pub game: Option<u64>,

    /// The single turn to show, counted from 1.
    #[arg(long, value_name = "T", value_parser = parse::ordinal, conflicts_with = "fixed_seats")]
    pub turn: Option<u64>,

    /// Show the position at each decision as text, as its seat knows it (`pushluck help advice`).
    #[arg(long, help_heading = "Output")]
    pub positions: bool,

    /// Show the three best actions at each decision: exact where the game is solved, else by at most
    /// this number of playouts of each action with the strongest shipped file in every seat.
    #[arg(
        long,
        value_name = "N",
        value_parser = parse::count,
        num_args = 0..=1,
        default_missing_value = "1000",
        conflicts_with = "turn",
        help_heading = "Output"
    )]
    pub values: Option<u64>,

    /// Policies, rules, start position and seed.
    #[command(flatten)]
    pub play: PlayArgs,
}

/// Prints the transcript.
pub(super) fn run(args: &TraceArgs, output: &mut Output<'_>) -> Result<Status> {
    let game = games::game(&args.game_name)?;
    let (work, unit) = match (args.turn, args.game) {
        (Some(turn), _) => (Work::Turns(turn), turn),
        (None, game) => (Work::Games(None), game.unwrap_or(1)),
    };
    let spec = args.play.spec(work, Level::DEFAULT)?;
    let stop = interrupt::install()?;
    let cache = Cache::of_user();
    let conditions =
        Conditions { threads: None, stop, watch: None, cache: cache.folder(), journal: None };
    let prepared = game.prepare(&spec, conditions)?;
    let details = Details { positions: args.positions, values: args.values };
    output.text(prepared.transcript(unit - 1, details, conditions)?)?;
    Ok(Status::Done)
}
