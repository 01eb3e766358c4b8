//! `pushluck simulate`: simulates games between policies, or single turns, and writes the tables.

use clap::Args;

use crate::cli::arguments::{
    OpeningArgs, OutputArgs, PartArgs, RulesArgs, SamplingArgs, SeedArgs, StopArgs, TableArgs,
    WorkArgs,
};
use crate::cli::carry_out::{self, Long, Task};
use crate::cli::terminal::{self, Output};
use crate::cli::{Status, games, parse};
use crate::error::Result;
use crate::policy::specs;
use crate::run::{GameRun, RunSpec, Stopping, Work};
use crate::stats::Level;

/// The arguments of `pushluck simulate`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck simulate el-ocho
      two players, a round robin of the shipped policies
  pushluck simulate el-ocho --policy hold-at:hold=600 --policy hold-at:hold=900 --games 1M
      two thresholds against each other
  pushluck simulate el-ocho --policy my/policy.toml --turns 10M --out results
      single turns of your policy, all tables as CSV in results/")]
pub struct SimulateArgs {
    /// The game (`pushluck list games` shows all).
    pub game: String,

    /// The number of games of each matchup, as in 1_000_000, 1e6 or 1M. By default, a number that
    /// takes about ten seconds in total.
    #[arg(long, value_name = "N", value_parser = parse::count, conflicts_with = "turns")]
    pub games: Option<u64>,

    /// Simulate this number of single turns of each policy instead of whole games. Each turn starts
    /// from the opening position; all policies get the same random numbers.
    #[arg(long, value_name = "N", value_parser = parse::count, conflicts_with = "fixed_seats")]
    pub turns: Option<u64>,

    /// Show the exact strength of each policy: how often it wins against optimal play, and what the best
    /// response gains against it. In El Ocho with two or three players; to 8,000 points half a minute
    /// of processor time for each policy, with three players many minutes.
    #[arg(long, conflicts_with = "turns")]
    pub strength: bool,

    /// Policies, rules, start position and seed.
    #[command(flatten)]
    pub play: PlayArgs,

    /// Threads and progress.
    #[command(flatten)]
    pub work: WorkArgs,

    /// The stop conditions.
    #[command(flatten)]
    pub stop: StopArgs,

    /// Checkpoints and shards.
    #[command(flatten)]
    pub parts: PartArgs,

    /// The confidence level and raw samples.
    #[command(flatten)]
    pub sampling: SamplingArgs,

    /// The output.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Policies, rules, start position and seed.
#[derive(Args, Clone, Debug)]
pub struct PlayArgs {
    /// The policies.
    #[command(flatten)]
    pub table: TableArgs,

    /// The rules.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// The start position.
    #[command(flatten)]
    pub opening: OpeningArgs,

    /// The seed.
    #[command(flatten)]
    pub seed: SeedArgs,
}

impl PlayArgs {
    /// Returns the requested run.
    pub(super) fn spec(&self, work: Work, level: Level) -> Result<RunSpec> {
        let Self { table, rules, opening, seed } = self;
        Ok(RunSpec {
            settings: rules.settings(),
            edition: rules.edition()?,
            policies: specs(&table.policies)?,
            players: table.players.map(usize::from),
            fixed_seats: table.fixed_seats,
            start: opening.start.settings(),
            position: opening.position()?,
            seed: terminal::seed(seed.seed),
            work,
            level,
            ..RunSpec::default()
        })
    }
}

/// Runs the simulation and writes the tables.
pub(super) fn run(args: &SimulateArgs, output: &mut Output<'_>) -> Result<Status> {
    args.output.check()?;
    let game = games::game(&args.game)?;
    let stopping = args.stop.stopping(args.games.or(args.turns).is_some());
    let work = match (stopping, args.turns) {
        (Some(stopping), None) => Work::Until(stopping),
        (Some(stopping), most) => Work::Until(Stopping { at_most: most, turns: true, ..stopping }),
        (None, Some(turns)) => Work::Turns(turns),
        (None, None) => Work::Games(args.games),
    };
    let level = args.sampling.level.level();
    let spec = RunSpec { strength: args.strength, ..args.play.spec(work, level)? };
    let run = carry_out::conditions(&args.work, "positions solved", |conditions| {
        game.prepare(&spec, conditions)
    })?;
    let (run, named) = (&*run, spec.policies.len());
    let seats = run.record().run.get("players").and_then(toml::Value::as_integer);
    if named > 2 && spec.players.is_none() && seats == Some(named as i64) && !args.work.quiet {
        terminal::note(format_args!(
            "{named} policies make games of {named} players; with `--players 2` every pair is a matchup"
        ));
    }
    let samples = args.sampling.samples.map(|samples| (run as &dyn GameRun, samples));
    let (work, max_time) = (&args.work, args.stop.max_time);
    let long = Some(Long::new(&args.parts, max_time));
    Task { command: "simulate", run, work, output: &args.output, samples, long }.carry_out(output)
}
