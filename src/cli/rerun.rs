//! `pushluck rerun`: repeats a recorded run, and compares the bytes of its files.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};
use toml::{Table, Value};

use crate::cli::arguments::WorkArgs;
use crate::cli::repeat::{WITHOUT, texts};
use crate::cli::terminal::Output;
use crate::cli::{Status, parse};
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::policy::{bot, read_instead};
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
    let recorded = Recorded::read(&path)?;
    let names: Vec<&str> =
        recorded.files.iter().map(String::as_str).chain([RunRecord::FILE]).collect();
    if args.out.is_none() && !recorded.files.iter().any(|name| folder.join(name).exists()) {
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
    if recorded.repeated(args, &new)? == Status::Interrupted {
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

/// The commands that write records.
const COMMANDS: [&str; 10] = [
    "simulate", "compare", "sweep", "tune", "learn", "review", "solve", "advise", "balance",
    "verify",
];

/// A recorded run.
struct Recorded {
    text: String,
    /// Its definition.
    run: Table,
    /// Its command, and the texts of the files in it.
    command: String,
    texts: Vec<Arc<Source>>,
    /// The names of its results.
    files: Vec<String>,
}

impl Recorded {
    fn read(path: &Path) -> Result<Self> {
        let shown = path.display();
        let text = fs::read_to_string(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => Error::input_help(
                format!("there is no record {shown}"),
                "name a folder that a run wrote with `--out`, or its `run.toml`",
            ),
            _ => Error::input(format!("cannot read {shown}: {error}")),
        })?;
        let (run, files) = RunRecord::defined(&text)
            .zip(RunRecord::results(&text))
            .ok_or_else(|| Error::input(format!("{shown} is not the record of a run")))?;
        let repeat = RunRecord::repeat_of(&text);
        let command = repeat.get("command").and_then(Value::as_str).unwrap_or_default().to_owned();
        if command.is_empty() {
            let version = run.get("version").and_then(Value::as_str).unwrap_or("unknown");
            return Err(Error::input_help(
                format!("{shown} does not name its command; it is from version {version}"),
                "repeat the run by hand with `--out`; its record then names the command",
            ));
        }
        let by_time = [Why::Interrupted, Why::OutOfTime].map(Why::name);
        let is_cut_short = RunRecord::stopped(&text).is_some_and(|why| by_time.contains(&&*why));
        if run.get("games").is_some_and(Value::is_str) || is_cut_short {
            return Err(Error::input_help(
                format!(
                    "the run of {shown} ended by its time or by hand, so it cannot be repeated"
                ),
                "a run with a fixed number of games repeats to the byte",
            ));
        }
        let texts = texts_of(&repeat, &run);
        Ok(Self { text, run, command, texts, files })
    }

    /// Repeats the run and writes it to the folder `new`.
    fn repeated(&self, args: &RerunArgs, new: &Path) -> Result<Status> {
        let words = shlex::split(&self.command).unwrap_or_default();
        self.check(&words)?;
        let mut words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
        words.extend(["--out".into(), new.into()]);
        if args.force {
            words.push("--force".into());
        }
        if self.files.iter().any(|name| name.ends_with(".png")) {
            words.extend(["--picture".into(), "png".into()]);
        }
        if let Some(threads) = args.work.threads {
            words.extend(["--threads".into(), threads.to_string().into()]);
        }
        if args.work.quiet {
            words.push("--quiet".into());
        }
        read_instead(self.texts.clone());
        bot::trust_no_record();
        let (cli, matches) = parse(&words).map_err(|error| {
            let version = self.run.get("version").and_then(Value::as_str).unwrap_or_default();
            Error::input_help(
                format!("this version does not understand the command: {}", error.kind()),
                format!("it is from version {version}, and this is {}", env!("CARGO_PKG_VERSION")),
            )
        })?;
        let mut unseen = Output::to(io::sink());
        unseen.asked = Some(matches);
        cli.command.run(&mut unseen)
    }

    /// Refuses a command that a run does not record, as it may come from a stranger: one that writes elsewhere.
    fn check(&self, words: &[String]) -> Result<()> {
        let command = self.run.get("command").and_then(Value::as_str);
        let is_recorded = words.get(1).map(String::as_str) == command;
        let is_other = |word: &&String| {
            let flag = word.split('=').next().unwrap_or_default().trim_start_matches("--");
            WITHOUT.contains(&flag.replace('-', "_").as_str()) && word.starts_with("--")
        };
        match words.iter().find(is_other) {
            None if is_recorded && command.is_some_and(|name| COMMANDS.contains(&name)) => Ok(()),
            _ => Err(Error::input_help(
                format!("`{}` is not a command that a record has", self.command),
                "look at the `[repeat]` of the record: it was edited",
            )),
        }
    }

    /// What differs in the definition of the run whose record has the text `new`.
    fn difference(&self, new: &str) -> String {
        let run = RunRecord::defined(new).unwrap_or_default();
        let record = RunRecord { run, ..RunRecord::default() };
        match record.same_run(&self.text) {
            true => "the run is defined alike, so the program or the files are changed".to_owned(),
            false => record.difference(&self.text),
        }
    }
}

/// The texts of the files of a command: in its own table, or in the definition of the run.
fn texts_of(repeat: &Table, run: &Table) -> Vec<Arc<Source>> {
    let files = repeat.get("files").and_then(Value::as_array).into_iter().flatten();
    let text_of = |file: &Table| {
        let text = |table: &Table| table.get("text")?.as_str().map(ToOwned::to_owned);
        let same = |known: &&Table| known.get("hash") == file.get("hash");
        let name = file.get("name")?.as_str()?;
        Some(Source::new(name, text(file).or_else(|| text(texts(run).find(same)?))?))
    };
    files.filter_map(Value::as_table).filter_map(text_of).collect()
}
