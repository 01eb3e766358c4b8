//! `pushluck completions`: completion of arguments in a shell. The printed script calls the
//! program, which completes games, policies, rules and tables.

use std::ffi::{OsStr, OsString};

use clap::{Arg, Args};
use clap_complete::Shell;
use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _,
};
use clap_complete::env::{CompleteEnv, Shells};

use crate::cli::terminal::{self, Output};
use crate::cli::{Status, games, help};
use crate::error::{Error, Result};
use crate::experiment::Experiments;
use crate::game::RuleKey;
use crate::report::schema::Schema;
use crate::run::Shipped;

/// Set by the script when it requests completions.
const VARIABLE: &str = "PUSHLUCK_COMPLETE";

/// The arguments of `pushluck completions`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  echo 'source <(pushluck completions bash)' >> ~/.bashrc
  echo 'source <(pushluck completions zsh)' >> ~/.zshrc
  pushluck completions fish > ~/.config/fish/completions/pushluck.fish")]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Prints the script.
pub(super) fn run(args: &CompletionsArgs, output: &mut Output<'_>) -> Result<Status> {
    let shells = Shells::builtins();
    let name = args.shell.to_string();
    let shell = shells
        .completer(&name)
        .ok_or_else(|| Error::Failed(format!("there is no completion script for {name}")))?;
    shell
        .write_registration(VARIABLE, "pushluck", "pushluck", "pushluck", output)
        .map_err(terminal::refused)?;
    Ok(Status::Done)
}

/// Answers a request of the script. Returns false if the script did not call the program.
pub(super) fn answered(arguments: &[OsString]) -> Result<bool> {
    CompleteEnv::with_factory(super::command)
        .var(VARIABLE)
        .try_complete(arguments, std::env::current_dir().ok().as_deref())
        .map_err(|_| Error::input(format!("`{VARIABLE}` is set to an unknown shell")))
}

/// Adds completions to an argument, according to its name and the name of its value.
pub(super) fn taught(argument: Arg) -> Arg {
    let id = argument.get_id().as_str();
    let value = argument.get_value_names().and_then(<[_]>::first).map(|name| name.as_str());
    match (id, value) {
        ("game" | "game_name", Some("GAME")) => argument.add(ArgValueCandidates::new(all_games)),
        ("rules" | "vs_rules", _) => argument.add(ArgValueCompleter::new(rules)),
        ("table", _) => argument.add(ArgValueCandidates::new(tables)),
        ("topic", _) => argument.add(ArgValueCandidates::new(topics)),
        ("from", Some("NAME")) => argument.add(ArgValueCandidates::new(policies)),
        (_, Some("SPEC")) => argument.add(ArgValueCompleter::new(specs)),
        _ => argument,
    }
}

/// Returns the game of the command line, or all games if it names none.
fn meant() -> Vec<&'static dyn Experiments> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let named = |game: &&&'static dyn Experiments| words.iter().any(|word| word == game.name());
    match games::all().iter().find(named) {
        Some(game) => vec![*game],
        None => games::all().to_vec(),
    }
}

fn candidate(value: impl Into<OsString>, about: &str) -> CompletionCandidate {
    let about = about.split('\n').next().unwrap_or_default().to_owned();
    CompletionCandidate::new(value).help((!about.is_empty()).then(|| about.into()))
}

fn all_games() -> Vec<CompletionCandidate> {
    games::all().iter().map(|game| candidate(game.name(), game.about())).collect()
}

fn policies() -> Vec<CompletionCandidate> {
    let shipped = meant().into_iter().flat_map(|game| game.shipped());
    let about = |text: &str| {
        let table = text.parse::<toml::Table>().ok()?;
        Some(table.get("description")?.as_str()?.to_owned())
    };
    let described =
        |policy: &Shipped| about(policy.text).unwrap_or_else(|| policy.about.to_owned());
    shipped.map(|policy| candidate(policy.name, &described(policy))).collect()
}

/// Completes policies by name, and policy files.
fn specs(current: &OsStr) -> Vec<CompletionCandidate> {
    let is_policy = |path: &std::path::Path| path.extension().is_some_and(|end| end == "toml");
    let files = PathCompleter::file().filter(is_policy).complete(current);
    let begun = current.to_string_lossy();
    let fits =
        |policy: &CompletionCandidate| policy.get_value().to_string_lossy().starts_with(&*begun);
    policies().into_iter().filter(fits).chain(files).collect()
}

/// Completes the last rule of a list, or its value.
fn rules(current: &OsStr) -> Vec<CompletionCandidate> {
    let typed = current.to_string_lossy();
    let (before, begun) = typed.split_at(typed.rfind(',').map_or(0, |comma| comma + 1));
    let mut keys: Vec<&RuleKey> = meant().into_iter().flat_map(|game| game.rules()).collect();
    keys.sort_by_key(|key| key.name);
    keys.dedup_by_key(|key| key.name);
    let Some((name, value)) = begun.split_once('=') else {
        let fitting = keys.into_iter().filter(|key| key.name.starts_with(begun));
        return fitting.map(|key| candidate(format!("{before}{}=", key.name), key.about)).collect();
    };
    // `on|off` is a list of values, `1 to 32` is not.
    let listed = |key: &&&RuleKey| key.name == name && !key.values.contains(' ');
    let values = keys.iter().find(listed).into_iter().flat_map(|key| key.values.split('|'));
    let fitting = values.filter(|one| one.starts_with(value));
    fitting.map(|value| candidate(format!("{before}{name}={value}"), "")).collect()
}

fn tables() -> Vec<CompletionCandidate> {
    let mut tables: Vec<Schema> = meant().into_iter().flat_map(|game| game.tables()).collect();
    tables.sort_by_key(|table| table.name);
    tables.dedup_by_key(|table| table.name);
    tables.into_iter().map(|table| candidate(table.name, table.about)).collect()
}

fn topics() -> Vec<CompletionCandidate> {
    help::pages().into_iter().map(CompletionCandidate::new).collect()
}
