//! `pushluck merge`: the tables of a run whose shards were played apart.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::cli::arguments::{OutputArgs, WorkArgs};
use crate::cli::output::{self, Delivery, tables_of};
use crate::cli::simulate::Report;
use crate::cli::terminal::Output;
use crate::cli::{Status, games, parse};
use crate::error::{Error, Result};
use crate::run::cache::Cache;
use crate::run::checkpoint::{Part, in_order};
use crate::run::{Conditions, Played, Question, Request};
use crate::sim::interrupt;
use crate::sim::progress::Watch;

/// The way out where parts of one run are not of the run that this program makes of their request.
const MERGED: &str = "merge them with the version of this program that played them";

/// The arguments of `pushluck merge`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck simulate long-shot --games 1M --shard 1/2 --checkpoint 1.part
  pushluck simulate long-shot --games 1M --shard 2/2 --checkpoint 2.part
  pushluck merge 1.part 2.part --out results
      the same files as of one run of a million games, wherever its two halves were played")]
pub struct MergeArgs {
    /// The files of all shards, in any order.
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    /// Write the first N units, games or turns, as raw rows to `samples.csv` (at most a million).
    #[arg(
        long,
        value_name = "N",
        value_parser = parse::rows,
        requires = "out",
        help_heading = "Output"
    )]
    pub samples: Option<u64>,

    /// How the work is done.
    #[command(flatten)]
    pub work: WorkArgs,

    /// What becomes of the result.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Adds the shards up and writes the tables of their run.
///
/// # Errors
///
/// Files that are not the shards of one run, each once and done, and where the results cannot be written.
pub(super) fn run(args: &MergeArgs, output: &mut Output<'_>) -> Result<Status> {
    args.output.check()?;
    let parts = args.files.iter().map(|path| Ok((path.as_path(), Part::read(path)?)));
    let parts = in_order(parts.collect::<Result<_>>()?)?;
    let (path, first) = &parts[0];
    let game = games::game(&first.game)?;
    let (stop, cache) = (interrupt::install()?, Cache::of_user());
    let threads = args.work.threads.map(usize::from);
    let played: Vec<&Played> = parts.iter().map(|(_, part)| &part.played).collect();
    match &first.request {
        Request::Simulate(spec) => {
            let bar = args.work.bar("positions solved");
            let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
            let conditions = Conditions { threads, stop, watch, cache: cache.folder() };
            let run = game.prepare(spec, conditions)?;
            let record = output::record("simulate", run.record());
            first.check(&record, path, MERGED)?;
            let report = Report::prepare(&args.output, record, &*run, args.samples)?;
            let results = run.results(&run.parts().joined(&played)?)?;
            report.deliver(&*run, results, args.work.quiet, output)
        }
        Request::Compare(spec) => {
            if args.samples.is_some() {
                let help = "leave `--samples` out";
                return Err(Error::input_help("a comparison has no samples", help));
            }
            let study = game.question(&Question::Compare(spec.clone()))?;
            let record = output::record("compare", study.record());
            first.check(&record, path, MERGED)?;
            let delivery =
                Delivery::prepare(&args.output, record, &tables_of(&*study), &study.files())?;
            let conditions = Conditions { threads, stop, watch: None, cache: cache.folder() };
            let parts = study.parts().expect("a comparison is played in parts");
            let found = study.findings(&parts.joined(&played)?, conditions)?;
            delivery.deliver_found(&*study, found, args.work.quiet, output)
        }
    }
}
