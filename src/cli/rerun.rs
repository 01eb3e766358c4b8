//! `pushluck rerun`: repeats a recorded run, and compares the bytes of its files.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::cli::Status;
use crate::cli::arguments::WorkArgs;
use crate::cli::repeat::Recorded;
use crate::cli::terminal::Output;
use crate::error::{Error, Result};
use crate::report::RunRecord;
use crate::run::leaderboard::counted;
use crate::sim::interrupt::Why;

/// The arguments of `pushluck rerun`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck rerun results
      repeats the run of results/run.toml, and compares its files
  pushluck rerun results/run.toml --out again
      writes the repeated run to again/ as well")]
pub struct RerunArgs {
    /// A folder of results, or the `run.toml` of one.
    #[arg(value_name = "DIR|FILE", value_hint = ValueHint::AnyPath)]
    pub run: PathBuf,

    /// Write the repeated run to this folder, and keep it.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    pub out: Option<PathBuf>,

    /// Replace the results of a different run in the folder of `--out`.
    #[arg(long, requires = "out", help_heading = "Output")]
    pub force: bool,

    /// Threads and progress.
    #[command(flatten)]
    pub work: WorkArgs,
}

/// Repeats the run, and compares its files with those next to the record.
pub(super) fn run(args: &RerunArgs, output: &mut Output<'_>) -> Result<Status> {
    let path = if args.run.is_dir() { args.run.join(RunRecord::FILE) } else { args.run.clone() };
    let folder = path.parent().unwrap_or(Path::new("."));
    let (recorded, files) = read(&path)?;
    let names: Vec<&str> = files.iter().map(String::as_str).chain([RunRecord::FILE]).collect();
    if args.out.is_none() && !files.iter().any(|name| folder.join(name).exists()) {
        let shown = path.display();
        return Err(Error::input_help(
            format!("the results of {shown} are not next to it, so there is nothing to compare"),
            "name a folder for the repeated run with `--out`",
        ));
    }
    let path_of = |path: &Path| fs::canonicalize(path).ok();
    if args.out.as_ref().is_some_and(|out| out.exists() && path_of(out) == path_of(folder)) {
        return Err(Error::input_help(
            format!("`{}` holds the run that is to be compared", folder.display()),
            "name another folder with `--out`, or leave it out",
        ));
    }
    let temporary =
        tempfile::tempdir().map_err(|error| Error::io("cannot create a folder", error))?;
    let new = args.out.clone().unwrap_or_else(|| temporary.path().join("again"));
    output.line(&recorded.command)?;
    output.finish()?;
    let mut words: Vec<OsString> = vec!["--out".into(), new.clone().into()];
    if args.force {
        words.push("--force".into());
    }
    if files.iter().any(|name| name.ends_with(".png")) {
        words.extend(["--picture".into(), "png".into()]);
    }
    if let Some(threads) = args.work.threads {
        words.extend(["--threads".into(), threads.to_string().into()]);
    }
    if args.work.quiet {
        words.push("--quiet".into());
    }
    if recorded.repeat(words, &mut Output::to(io::sink()))? == Status::Interrupted {
        return Ok(Status::Interrupted);
    }
    let there: Vec<&str> =
        names.iter().copied().filter(|name| folder.join(name).exists()).collect();
    let differs = |name: &&&str| fs::read(folder.join(name)).ok() != fs::read(new.join(name)).ok();
    let different: Vec<&str> = there.iter().filter(differs).copied().collect();
    if different.is_empty() {
        let files = counted(there.len() as u64, "file");
        let missing = match names.len() - there.len() {
            0 => String::new(),
            missing => format!("; {missing} of the record are missing"),
        };
        output.line(format_args!("the same bytes: {files}{missing}"))?;
        return Ok(Status::Done);
    }
    let text = fs::read_to_string(new.join(RunRecord::FILE)).unwrap_or_default();
    Err(Error::Failed(format!(
        "{} of {} files differ: {}; {}",
        different.len(),
        there.len(),
        different.join(", "),
        recorded.difference(&text),
    )))
}

/// Reads a record, and the names of the results listed in it.
fn read(path: &Path) -> Result<(Recorded, Vec<String>)> {
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Error::input_help(
            format!("there is no record {shown}"),
            "name a folder that a run wrote with `--out`, or its `run.toml`",
        ),
        _ => Error::input(format!("cannot read {shown}: {error}")),
    })?;
    let by_time = [Why::Interrupted, Why::OutOfTime].map(Why::name);
    let is_cut_short = RunRecord::stopped(&text).is_some_and(|why| by_time.contains(&&*why));
    let files = RunRecord::results(&text).unwrap_or_default();
    let recorded = Recorded::read(text, path)?;
    if is_cut_short || recorded.is_open() {
        return Err(Error::input_help(
            format!("the run of {shown} ended by its time or by hand, so it cannot be repeated"),
            "a run with a fixed number of games repeats to the byte",
        ));
    }
    Ok((recorded, files))
}
