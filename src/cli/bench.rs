//! `pushluck bench`: turns, games and decisions per second on this machine.

use clap::Args;

use crate::cli::arguments::{Format, WorkArgs};
use crate::cli::terminal::Output;
use crate::cli::{Status, games, output as results};
use crate::error::Result;
use crate::run::{Conditions, benchmark};
use crate::sim::interrupt;
use crate::sim::progress::Watch;

/// The arguments of `pushluck bench`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck bench
  pushluck bench el-ocho --threads 1
  pushluck bench --format csv > before.csv
      with the slowest and the fastest of several rounds, for comparison with another version

Other work on the machine affects the figures.")]
pub struct BenchArgs {
    /// One game only.
    pub game: Option<String>,

    /// Threads and progress.
    #[command(flatten)]
    pub work: WorkArgs,

    /// The format of standard output.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t, help_heading = "Output")]
    pub format: Format,
}

/// Runs the benchmark and prints its table.
pub(super) fn run(args: &BenchArgs, output: &mut Output<'_>) -> Result<Status> {
    let games = match &args.game {
        Some(name) => vec![games::game(name)?],
        None => games::all().to_vec(),
    };
    let stop = interrupt::install()?;
    let mut speeds = Vec::new();
    for game in games {
        let bar = args.work.bar("rounds");
        let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
        let threads = args.work.threads.map(usize::from);
        speeds.extend(game.bench(Conditions {
            threads,
            stop,
            watch,
            cache: None,
            journal: None,
        })?);
    }
    let screen = benchmark::screen(&speeds);
    results::print(args.format, None, &[benchmark::table(&speeds)], &screen, output)?;
    Ok(Status::Done)
}
