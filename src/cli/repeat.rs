//! The command that repeats a run, in `run.toml`: without what does not change the numbers, with the seed and
//! the counts that the run had, and with the names of its files in place of their paths. It is run again by
//! `rerun` and `merge`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches};
use toml::{Table, Value};

use crate::cli::Status;
use crate::cli::terminal::Output;
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::policy::{bot, parse_spec, read_instead, texts_read};
use crate::report::RunRecord;

/// Options that do not change the numbers. A run that `--max-time` ended is not repeated.
const WITHOUT: [&str; 13] = [
    "allow_bots",
    "max_time",
    "out",
    "force",
    "picture",
    "format",
    "table",
    "threads",
    "quiet",
    "checkpoint",
    "checkpoint_every",
    "resume",
    "shard",
];

/// Returns the `[repeat]` of the record of a run, `run` being its definition.
pub(super) fn repeat(asked: &ArgMatches, run: &Table) -> Table {
    let files = named_files();
    let mut command = &super::command();
    let (mut matches, mut words) = (asked, vec![command.get_name().to_owned()]);
    while let Some((name, inner)) = matches.subcommand() {
        let Some(found) = command.find_subcommand(name) else { break };
        words.push(name.to_owned());
        (command, matches) = (found, inner);
    }
    let arguments = command.get_arguments();
    let arguments = arguments.filter(|argument| !WITHOUT.contains(&argument.get_id().as_str()));
    words.extend(arguments.flat_map(|argument| spelled(argument, matches, run, &files)));
    let mut repeat = Table::new();
    let words: Vec<_> = words.iter().map(|word| quoted(word)).collect();
    let line = words.join(" ");
    repeat.insert("command".to_owned(), line.into());
    let known = hashes(run);
    let once: BTreeMap<&str, &Source> =
        files.iter().map(|(name, source)| (name.as_str(), &**source)).collect();
    let entries: Vec<Value> =
        once.into_iter().map(|(name, source)| entry(name, source, &known)).collect();
    if !entries.is_empty() {
        repeat.insert("files".to_owned(), entries.into());
    }
    repeat
}

/// A word as a shell reads it, with quotes only where it needs them.
fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./:=,%+@".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.into();
    }
    // Words of a command line have no NUL, the only error.
    shlex::try_quote(word).unwrap_or_default()
}

/// A file of the command: its text only if the definition of the run does not have it.
fn entry(name: &str, source: &Source, known: &BTreeSet<String>) -> Value {
    let hash = RunRecord::hash(&source.text);
    let mut entry = Table::new();
    entry.insert("name".to_owned(), name.into());
    if !known.contains(&hash) {
        entry.insert("text".to_owned(), source.text.clone().into());
    }
    entry.insert("hash".to_owned(), hash.into());
    Value::Table(entry)
}

/// The hashes of the texts in the definition of a run.
fn hashes(run: &Table) -> BTreeSet<String> {
    texts(run).filter_map(|text| Some(text.get("hash")?.as_str()?.to_owned())).collect()
}

/// The texts in the definition of a run: those of editions and of policies.
fn texts(run: &Table) -> impl Iterator<Item = &Table> {
    let lists = run.values().filter_map(Value::as_array);
    lists.flatten().filter_map(Value::as_table).filter(|text| text.contains_key("hash"))
}

/// The files that were read, each with a name of its own: the file name, behind a number if other files have
/// it too. Files of the same file name and text share theirs.
fn named_files() -> Vec<(String, Arc<Source>)> {
    let mut named: Vec<(String, Arc<Source>)> = Vec::new();
    for source in texts_read() {
        if named.iter().any(|(_, known)| known.name == source.name) {
            continue;
        }
        let file = Path::new(&source.name).file_name();
        let file = file.map_or(source.name.clone(), |file| file.to_string_lossy().into_owned());
        // Otherwise it would name a shipped policy or edition.
        let file = if file.ends_with(".toml") { file } else { format!("./{file}") };
        let is_taken = |name: &str| {
            named.iter().any(|(taken, known)| taken == name && known.text != source.text)
        };
        let numbered = (2..).map(|number| format!("{number}/{}", file.trim_start_matches("./")));
        let name = std::iter::once(file.clone()).chain(numbered).find(|name| !is_taken(name));
        named.push((name.unwrap_or(file), source));
    }
    named
}

/// The words of an argument: none unless it was given, or the record has its value.
fn spelled(
    argument: &Arg,
    matches: &ArgMatches,
    run: &Table,
    files: &[(String, Arc<Source>)],
) -> Vec<String> {
    let id = argument.get_id().as_str();
    let flag = argument.get_long().map(|long| format!("--{long}"));
    if matches!(argument.get_action(), ArgAction::SetTrue) {
        let given = matches.try_get_one::<bool>(id).ok().flatten().is_some_and(|given| *given);
        return flag.filter(|_| given).into_iter().collect();
    }
    let given = || {
        let raw = matches.try_get_raw(id).ok().flatten().into_iter().flatten();
        let by_default = argument.get_default_values();
        raw.filter(|value| !by_default.iter().any(|default| default == value))
            .map(|value| in_files(&value.to_string_lossy(), files))
            .collect()
    };
    // Numbers beyond the integers of TOML are texts.
    let counted = |value: &Value| match value {
        Value::Integer(number) => Some(number.to_string()),
        Value::String(text) => text.parse::<u64>().ok().map(|number| number.to_string()),
        _ => None,
    };
    let number = ["seed", "games", "turns", "max_games", "searches"]
        .contains(&id)
        .then(|| run.get(id).and_then(counted))
        .flatten();
    let number = number.map(|number| vec![number]);
    let values: Vec<String> = number.or_else(|| numbers(id, matches)).unwrap_or_else(given);
    let by_default: Vec<_> =
        argument.get_default_values().iter().map(|value| value.to_str()).collect();
    let shown =
        values.into_iter().filter(|value| id == "seed" || !by_default.contains(&Some(value)));
    shown.flat_map(|value| flag.clone().into_iter().chain([value])).collect()
}

/// The values of an argument that takes numbers, in one spelling.
fn numbers(id: &str, matches: &ArgMatches) -> Option<Vec<String>> {
    fn shown<N: ToString + Clone + Send + Sync + 'static>(
        id: &str,
        matches: &ArgMatches,
    ) -> Option<Vec<String>> {
        let numbers = matches.try_get_many::<N>(id).ok()??;
        Some(numbers.map(ToString::to_string).collect())
    }
    shown::<u64>(id, matches)
        .or_else(|| shown::<u8>(id, matches))
        .or_else(|| shown::<f64>(id, matches))
}

/// A value with the names of files in place of their paths.
fn in_files(value: &str, files: &[(String, Arc<Source>)]) -> String {
    let mut paths = vec![value.to_owned()];
    let mut spec = parse_spec(value).ok();
    while let Some(policy) = spec {
        paths.extend(policy.is_file.then_some(policy.name_or_path));
        spec = policy.base.map(|base| *base);
    }
    let found = files.iter().find(|(_, source)| paths.contains(&source.name));
    found.map_or_else(|| value.to_owned(), |(name, source)| value.replacen(&source.name, name, 1))
}

/// Returns the options of these names in the arguments of a subcommand, as they were given.
pub(super) fn given(asked: &ArgMatches, names: &[&str]) -> Vec<OsString> {
    let program = super::command();
    let Some((name, matches)) = asked.subcommand() else { return Vec::new() };
    let arguments =
        program.find_subcommand(name).into_iter().flat_map(clap::Command::get_arguments);
    let arguments = arguments.filter(|argument| names.contains(&argument.get_id().as_str()));
    let words = arguments.flat_map(|argument| spelled(argument, matches, &Table::new(), &[]));
    words.map(OsString::from).collect()
}

/// The commands that write records.
const COMMANDS: [&str; 10] = [
    "simulate", "compare", "sweep", "tune", "learn", "review", "solve", "advise", "balance",
    "verify",
];

/// A recorded run.
pub(super) struct Recorded {
    text: String,
    /// Its definition.
    run: Table,
    /// Its command, and the texts of the files in it.
    pub(super) command: String,
    texts: Vec<Arc<Source>>,
}

impl Recorded {
    /// Reads a record from its text, which is in this file.
    pub(super) fn read(text: String, path: &Path) -> Result<Self> {
        let shown = path.display();
        let run = RunRecord::defined(&text)
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
        let texts = texts_of(&repeat, &run);
        Ok(Self { text, run, command, texts })
    }

    /// Whether the number of games was open, so that the run ended by its time.
    pub(super) fn is_open(&self) -> bool {
        self.run.get("games").is_some_and(Value::is_str)
    }

    /// Whether it is a run of `simulate`.
    pub(super) fn is_simulation(&self) -> bool {
        self.run.get("command").and_then(Value::as_str) == Some("simulate")
    }

    /// Whether its command has parts.
    pub(super) fn is_in_parts(&self) -> bool {
        let mut command = &super::command();
        for word in shlex::split(&self.command).unwrap_or_default().iter().skip(1) {
            let Some(found) = command.find_subcommand(word) else { break };
            command = found;
        }
        command.get_arguments().any(|argument| argument.get_id() == "checkpoint")
    }

    /// Runs the command with more options. It reads the recorded texts in place of files.
    pub(super) fn repeat(&self, more: Vec<OsString>, output: &mut Output<'_>) -> Result<Status> {
        let words = shlex::split(&self.command).unwrap_or_default();
        self.check(&words)?;
        let words = words.into_iter().map(OsString::from).chain(more);
        read_instead(self.texts.clone());
        bot::trust_no_record();
        let (cli, matches) = super::parse(&words.collect::<Vec<_>>()).map_err(|error| {
            let version = self.run.get("version").and_then(Value::as_str).unwrap_or_default();
            Error::input_help(
                format!("this version does not understand the command: {}", error.kind()),
                format!("it is from version {version}, and this is {}", env!("CARGO_PKG_VERSION")),
            )
        })?;
        output.asked = Some(matches);
        cli.command.run(output)
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
    pub(super) fn difference(&self, new: &str) -> String {
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
