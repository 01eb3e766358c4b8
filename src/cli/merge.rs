//! `pushluck merge`: combines the shards of a run and writes its tables.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::cli::arguments::{OutputArgs, WorkArgs};
use crate::cli::carry_out::{self, Task};
use crate::cli::terminal::Output;
use crate::cli::{Status, games, parse};
use crate::error::{Error, Result};
use crate::policy::bot;
use crate::report::RunRecord;
use crate::run::checkpoint::{Part, in_order};
use crate::run::{Played, Request, Run};
use crate::sim::interrupt;

/// The help if the parts come from another version of the program.
const MERGED: &str = "merge them with the version of pushluck that made them";

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
    bot::trust_no_record();
    let parts = args.files.iter().map(|path| Ok((path.as_path(), Part::read(path)?)));
    let parts = in_order(parts.collect::<Result<_>>()?)?;
    let (path, first) = &parts[0];
    let game = games::game(&first.game)?;
    let MergeArgs { work, output: results, .. } = args;
    let (prepared, asked);
    let (command, run, samples): (_, &dyn Run, _) = match &first.request {
        Request::Simulate(spec) => {
            prepared = carry_out::conditions(work, "positions solved", |conditions| {
                game.prepare(spec, conditions)
            })?;
            let samples = args.samples.map(|samples| (&*prepared, samples));
            ("simulate", &*prepared, samples)
        }
        Request::Question(_) if args.samples.is_some() => {
            let help = "leave `--samples` out";
            return Err(Error::input_help("only a simulation has samples", help));
        }
        Request::Question(question) => {
            asked = game.question(question)?;
            (question.command(), &*asked, None)
        }
    };
    let task = Task { command, run, work, output: results, samples, long: None };
    let mut record = task.record(output);
    record.repeat = RunRecord::repeat_of(&first.run);
    if let (Some(samples), Some(toml::Value::String(line))) =
        (args.samples, record.repeat.get_mut("command"))
    {
        line.push_str(&format!(" --samples {samples}"));
    }
    first.check(&record, path, MERGED)?;
    let delivery = task.prepare(record)?;
    let played: Vec<&Played> = parts.iter().map(|(_, part)| &part.played).collect();
    let parts = run.parts().expect("it was played in parts");
    // The results of a search take games of their own.
    interrupt::keep();
    let results = carry_out::conditions(work, run.unit_name(), |how| parts.results(&played, how))?;
    task.deliver(delivery, results, output)
}
