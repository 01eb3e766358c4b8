//! `pushluck merge`: combines the shards of a run and writes its tables.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::cli::arguments::{OutputArgs, WorkArgs};
use crate::cli::repeat::{Recorded, given};
use crate::cli::terminal::Output;
use crate::cli::{Status, parse};
use crate::error::{Error, Result};
use crate::run::checkpoint::{Part, in_order};

/// The options that the command of the run takes as well.
const OPTIONS: [&str; 7] = ["samples", "force", "picture", "format", "table", "threads", "quiet"];

/// The arguments of `pushluck merge`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck simulate long-shot --games 1M --shard 1/2 --checkpoint 1.part
  pushluck simulate long-shot --games 1M --shard 2/2 --checkpoint 2.part
  pushluck merge 1.part 2.part --out results
      the same files as from one run of a million games")]
pub struct MergeArgs {
    /// The files of all shards, in any order.
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    /// Write the raw rows of the first N games (or turns) to `samples.csv` in the folder of
    /// `--out`; at most 1,000,000.
    #[arg(
        long,
        value_name = "N",
        value_parser = parse::rows,
        requires = "out",
        help_heading = "Output"
    )]
    pub samples: Option<u64>,

    /// Threads and progress.
    #[command(flatten)]
    pub work: WorkArgs,

    /// The output.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Combines the shards and writes the tables of their run.
pub(super) fn run(args: &MergeArgs, output: &mut Output<'_>) -> Result<Status> {
    args.output.check()?;
    let shards = args.files.iter().map(|path| Ok((path.clone(), Part::read(path)?)));
    let shards = in_order(shards.collect::<Result<_>>()?)?;
    let (path, first) = &shards[0];
    let recorded = Recorded::read(first.run.clone(), path)?;
    if !recorded.is_in_parts() {
        let shown = path.display();
        return Err(Error::input(format!("{shown} is of a run that is not played in parts")));
    }
    if args.samples.is_some() && !recorded.is_simulation() {
        let help = "leave `--samples` out";
        return Err(Error::input_help("only a simulation has samples", help));
    }
    let asked = output.asked.take().unwrap_or_default();
    let mut words = given(&asked, &OPTIONS);
    if let Some(out) = &args.output.out {
        words.extend(["--out".into(), out.into()]);
    }
    output.shards = Some(shards);
    recorded.repeat(words, output)
}
