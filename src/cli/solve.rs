//! `pushluck solve`: the best play, exactly, and what a policy loses against it.

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;

use crate::cli::Status;
use crate::cli::args::{OutputArgs, RulesArgs, SeedArgs, StartArgs, WorkArgs};
use crate::cli::deliver::{self, Delivered, Delivery};
use crate::cli::out::Output;
use crate::cli::values;
use crate::error::Result;
use crate::experiment::cache::Cache;
use crate::experiment::{Conditions, Objective, SolveSpec};
use crate::games;
use crate::policy::{load_text, parse_spec};
use crate::sim::interrupt;
use crate::sim::progress::Watch;
use crate::stats::Level;

/// The arguments of `pushluck solve`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck solve el-ocho --rules level=2
      when to stop, for the most points in a turn
  pushluck solve el-ocho --objective win --start own=7000,opponent=7600
      when to stop to win, with these totals at the start of the turn
  pushluck solve el-ocho --policy my/policy.toml --regret
      what a policy of your own is worth, and which of its habits cost most
  pushluck solve el-ocho --objective win --against hold-at --out results
      the best reply to a known opponent, all tables in results/
  pushluck solve eight-seconds --regret
      what turns of 8 Seconds are worth, and what riding policies lose by which habits")]
pub struct SolveArgs {
    /// The game (`pushluck list games` names them).
    pub game: String,

    /// What to make best: the points of a turn, the turns to the target alone, or the chance of
    /// winning against one opponent who plays the best way too.
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = PossibleValuesParser::new(Objective::NAMES)
            .map(|name| Objective::from_name(&name).unwrap_or_default()),
        default_value = Objective::Turn.name(),
    )]
    pub objective: Objective,

    /// With `--objective win`: the best reply to an opponent who plays by this policy.
    #[arg(long, value_name = "SPEC")]
    pub against: Option<String>,

    /// A policy to be valued exactly beside the optimum, as in `simulate`; may be given more than
    /// once.
    #[arg(long = "policy", value_name = "SPEC")]
    pub policies: Vec<String>,

    /// Tell which decisions of the policies cost them how much.
    #[arg(long)]
    pub regret: bool,

    /// 8 Seconds: the points that a Foul Token counts, 1 by default: a token that is left at the end
    /// is a point.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub token: Option<f64>,

    /// 8 Seconds: the turns of each policy, whose decisions are set against the best ones; 10,000 by
    /// default.
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub turns: Option<u64>,

    /// The luck of these turns.
    #[command(flatten)]
    pub seed: SeedArgs,

    /// What is played.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// The totals at the start of the turn that is shown.
    #[command(flatten)]
    pub start: StartArgs,

    /// How the work is done.
    #[command(flatten)]
    pub work: WorkArgs,

    /// What becomes of the result.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Solves and writes the tables.
///
/// # Errors
///
/// Fails on input that names nothing known or cannot be solved, and where the results cannot be
/// written.
pub fn run(args: &SolveArgs, output: &mut Output<'_>) -> Result<Status> {
    args.output.check()?;
    let game = games::game(&args.game)?;
    let edition = args.rules.edition.as_deref();
    let spec = SolveSpec {
        settings: args.rules.settings(),
        edition: edition.map(|path| load_text(path, "edition")).transpose()?,
        start: args.start.settings(),
        objective: args.objective,
        against: args.against.as_deref().map(parse_spec).transpose()?,
        policies: args.policies.iter().map(|text| parse_spec(text)).collect::<Result<_>>()?,
        regret: args.regret,
        token: args.token,
        turns: args.turns,
        seed: args.seed.number(),
        level: Level::DEFAULT,
    };
    let prepared = game.prepare_solve(&spec)?;
    let record = deliver::record("solve", prepared.record());
    let mut delivery =
        Delivery::prepare(&args.output, record, &prepared.tables(), &prepared.files())?;

    let (stop, cache) = (interrupt::install()?, Cache::of_user());
    let solved = {
        let bar = args.work.bar("positions");
        let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
        let threads = args.work.threads.map(usize::from);
        prepared.study(Conditions { threads, stop, watch, cache: cache.folder() })?
    };
    debug_assert!(solved.tables.iter().map(|table| table.name()).eq(prepared.tables()));
    debug_assert!(solved.pictures.iter().map(|(name, _)| name).eq(&prepared.files()));
    delivery.conclude("complete", true);
    let result = Delivered {
        tables: &solved.tables,
        files: &solved.pictures,
        screen: &solved.screen,
        warnings: &solved.warnings,
        hint: "`--out DIR` writes every decision to CSV files",
    };
    delivery.deliver(&result, args.work.quiet, output)?;
    Ok(Status::Done)
}
