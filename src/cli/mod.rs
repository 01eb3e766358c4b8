//! The command line: parsing of arguments, one file per command, and exit codes.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{
    ArgMatches, ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand,
    ValueEnum as _,
};
use colorchoice_clap::Color;

use crate::error::{Error, INTERRUPTED, Result};
use crate::experiment::Experiments;
use crate::policy::bot::{self, Allowed};

use terminal::Output;

mod advise;
pub mod arguments;
mod bench;
mod cache;
mod card;
mod carry_out;
mod check;
mod compare;
mod completions;
mod diff;
mod features;
mod game_command;
pub mod games;
mod help;
mod interactive;
mod learn;
mod list;
mod man;
mod merge;
mod output;
mod page;
mod page_file;
pub mod parse;
mod policy;
mod repeat;
mod report;
mod rerun;
mod resumable;
mod review;
mod schema;
mod simulate;
mod sweep;
mod tables;
mod terminal;
mod trace;
mod tune;
pub mod verify;

/// The arguments of `pushluck`.
#[derive(Parser, Clone, Debug)]
#[command(
    version = env!("PUSHLUCK_VERSION"),
    about = "Monte Carlo strategy analyzer for push-your-luck tabletop games",
    long_about = None,
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    max_term_width = 100,
    after_help = "\
Examples:
  pushluck list games
      all games
  pushluck simulate el-ocho
      a round robin of the shipped policies: win rates, scores, bust probabilities
  pushluck simulate el-ocho --policy hold-at:hold=600 --turns 10M --out results
      ten million turns of one policy, all tables as CSV in results/
  pushluck compare str8-eight --policy fastest-eight --policy weigh-every-card
      which of two policies is better, and by how much
  pushluck solve el-ocho --rules level=2
      when to stop rolling, exactly
  pushluck card el-ocho --rules level=2 --out card.html
      a page to print that shows when to stop rolling
  pushluck advise el-ocho --roll 1,5,5,2,3,3,3,8
      which of these dice to keep, and whether to roll again
  pushluck trace el-ocho --policy hold-at --game 1
      the first game, move by move
  pushluck review el-ocho --policy hold-at
      where the policy loses, and what would be better
  pushluck help policies
      a page of the guide: how to write a policy

Exit codes: 0 done, 1 something failed, 2 the input is wrong, 130 interrupted

Environment:
  PUSHLUCK_CACHE
      the folder of cached exact solutions; by default `pushluck` in the cache folder of the \
system; an empty value disables the cache
  PAGER
      the program that shows pages of `pushluck help` on a terminal; by default `less`; an empty \
value disables it
  NO_COLOR
      disables colours, unless `--color` is given

Files:
  DIR/run.toml
      the record of a run: rules, seed, texts of editions and policies; it is written last, so a \
folder of results without it is incomplete
  DIR/*.csv
      the tables (`pushluck help tables`)
  NAME.toml
      your policies and editions (`pushluck help policies`)"
)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,

    /// When to use colours.
    #[command(flatten)]
    pub color: Color,

    /// Start bots that policy files or records name, not only those of the command line.
    #[arg(long, global = true, help_heading = "Players")]
    pub allow_bots: bool,
}

/// The commands.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Simulate games between policies, or single turns: win rates, scores and bust rates.
    Simulate(Box<simulate::SimulateArgs>),
    /// Compare policies or rules with common random numbers: which is better, and by how much.
    Compare(Box<compare::CompareArgs>),
    /// Measure a policy over a grid of parameters or rules, with common random numbers.
    Sweep(Box<sweep::SweepArgs>),
    /// Tune the parameters of a policy file, then measure the best setting in new games.
    Tune(Box<tune::TuneArgs>),
    /// Learn rules that make a policy file stronger, one at a time.
    Learn(Box<learn::LearnArgs>),
    /// Review the decisions of a policy: where it loses, and what would be better.
    Review(Box<review::ReviewArgs>),
    /// Commands of single games.
    #[command(flatten)]
    Extra(game_command::ExtraArgs),
    /// Make a reference card for players: when to stop and what to keep.
    Card(card::CardArgs),
    /// Show folders of results side by side: one HTML page with pictures and tables.
    Report(report::ReportArgs),
    /// Show one game or turn of a simulation, move by move.
    Trace(Box<trace::TraceArgs>),
    /// Merge the shards of a run.
    Merge(Box<merge::MergeArgs>),
    /// Repeat a recorded run, and compare the bytes of its files.
    Rerun(Box<rerun::RerunArgs>),
    /// Show in which figures two folders of results differ beyond their errors.
    Diff(diff::DiffArgs),
    /// Validate policy files and editions (the dice, cards and points of a game).
    Check(check::CheckArgs),
    /// Check the simulator against exact values.
    Verify(Box<verify::VerifyArgs>),
    /// Write a commented policy file to start from.
    Policy(policy::PolicyArgs),
    /// Print the JSON Schema of policy or edition files, for editors.
    Schema(schema::SchemaArgs),
    /// List games, rules, policies, features, tables and editions.
    List(list::ListArgs),
    /// Benchmark this machine: turns, games and decisions per second.
    Bench(bench::BenchArgs),
    /// Show or clear the exact solutions on disk.
    Cache(cache::CacheArgs),
    /// Print a completion script for a shell.
    Completions(completions::CompletionsArgs),
    /// Print the manual page (`pushluck man | man -l -`).
    Man,
    /// Explain a command, or print a page of the guide.
    Help(help::HelpArgs),
}

/// The status of a command that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The command is complete.
    Done,
    /// The command was interrupted; its partial result is written.
    Interrupted,
}

impl Command {
    fn run(&self, output: &mut Output<'_>) -> Result<Status> {
        match self {
            Self::Simulate(args) => simulate::run(args, output),
            Self::Compare(args) => compare::run(args, output),
            Self::Sweep(args) => sweep::run(args, output),
            Self::Tune(args) => tune::run(args, output),
            Self::Learn(args) => learn::run(args, output),
            Self::Review(args) => review::run(args, output),
            Self::Extra(args) => game_command::run(args, output),
            Self::Card(args) => card::run(args, output),
            Self::Report(args) => report::run(args, output),
            Self::Trace(args) => trace::run(args, output),
            Self::Merge(args) => merge::run(args, output),
            Self::Diff(args) => diff::run(args, output),
            Self::Rerun(args) => rerun::run(args, output),
            Self::Verify(args) => verify::run(args, output),
            Self::Check(args) => check::run(args, output),
            Self::Policy(args) => policy::run(args, output),
            Self::Schema(args) => schema::run(args, output),
            Self::List(args) => list::run(args, output),
            Self::Bench(args) => bench::run(args, output),
            Self::Cache(args) => cache::run(args, output),
            Self::Completions(args) => completions::run(args, output),
            Self::Man => man::run(output),
            Self::Help(args) => help::run(args, output),
        }
    }
}

/// Runs the program with `games` on the arguments of the process.
///
/// A program with its own games is `run_cli(&[&PIG])`, with a `static PIG` that is
/// [`Registered`](crate::run::Registered). Later calls in the same process use the games of the
/// first.
pub fn run_cli(games: &[&'static dyn Experiments]) -> ExitCode {
    games::start_with(games);
    outlive_file_size_limit();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let mut output = Output::stdout();
    let ended = completions::answered(&arguments).and_then(|answered| match parse(&arguments) {
        _ if answered => Ok(0),
        Ok((cli, matches)) => {
            output.asked = Some(matches);
            cli.color.write_global();
            if cli.allow_bots {
                bot::allow(Allowed::All);
            }
            cli.command.run(&mut output).map(|status| match status {
                Status::Done => 0,
                Status::Interrupted => INTERRUPTED,
            })
        }
        Err(error) => explain(&error, &arguments, &mut output),
    });
    bot::end_all();
    let ended = bot::failure().and(ended);
    // Output before a failure is shown as well.
    let finished = output.finish();
    let ended = ended.map_err(of_another_game);
    let code = ended.and_then(|code| finished.map(|()| code)).unwrap_or_else(|error| {
        if !error.is_closed_pipe() {
            terminal::complain(&error);
        }
        error.exit_code()
    });
    ExitCode::from(code)
}

/// Returns the whole command line. Each argument completes its values. A negative number is a
/// value, so that the parser of the argument reports it.
pub fn command() -> clap::Command {
    fn taught(command: clap::Command) -> clap::Command {
        command
            .mut_args(|argument| match argument.get_action().takes_values() {
                true => {
                    completions::taught(argument).allow_negative_numbers(true).ignore_case(true)
                }
                false => argument,
            })
            .mut_subcommands(taught)
    }
    let colour = |flag: clap::Arg| flag.help("When to use colours").help_heading("Output");
    taught(Cli::command().mut_arg("color", colour))
}

fn parse(arguments: &[OsString]) -> Result<(Cli, ArgMatches), clap::Error> {
    let matches = command().try_get_matches_from(arguments)?;
    Ok((Cli::from_arg_matches(&matches)?, matches))
}

/// Makes a write beyond the file-size limit fail like any other write, instead of ending the
/// program with an incomplete set of files.
fn outlive_file_size_limit() {
    #[cfg(unix)]
    {
        // The flag is unused: its handler only prevents the signal from ending the program. An
        // error leaves the default handler.
        let caught = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, caught);
    }
}

/// Prints a message of the argument parser: help and version to stdout, errors to stderr. Returns
/// the exit code.
fn explain(error: &clap::Error, arguments: &[OsString], output: &mut Output<'_>) -> Result<u8> {
    let fault = fault_of_value(error).or_else(|| misplaced(error, arguments));
    if let Some(fault) = fault.or_else(|| meant(error, arguments)) {
        return Err(fault);
    }
    if let Some(color) = colour_said(arguments) {
        Color { color }.write_global();
    }
    let text = error.render();
    if error.use_stderr() {
        terminal::say(text.ansi());
        return Ok(2);
    }
    if terminal::colour_on_stdout() {
        output.styled(text.ansi())?
    } else {
        output.styled(text)?
    };
    Ok(0)
}

/// Adds to the error for an unknown policy the games that have one of this name.
fn of_another_game(error: Error) -> Error {
    let Error::NoPolicy { game, name, .. } = &error else { return error };
    let has = |other: &&&dyn Experiments| other.shipped().iter().any(|one| one.name == *name);
    let others: Vec<&str> = games::all().iter().filter(has).map(|other| other.name()).collect();
    if others.is_empty() {
        return error;
    }
    let help = format!(
        "it is a policy of {}; `pushluck list policies {game}` names those of {game}",
        others.join(" and ")
    );
    Error::input_help(error.to_string(), help)
}

/// Returns the value of `--color` on a command line with errors.
fn colour_said(arguments: &[OsString]) -> Option<ColorChoice> {
    let texts: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let behind = texts.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
    let within = texts.iter().filter_map(|text| text.strip_prefix("--color="));
    behind.chain(within).find_map(|said| ColorChoice::from_str(said, false).ok())
}

/// Returns whether the command of this line has a flag `--policy`.
fn takes_policies(arguments: &[OsString]) -> bool {
    let mut command = &command();
    for argument in arguments.iter().skip(1).filter_map(|argument| argument.to_str()) {
        let Some(inner) = command.find_subcommand(argument) else { break };
        command = inner;
    }
    command.get_arguments().any(|argument| argument.get_long() == Some("policy"))
}

/// Returns the error for a rule given as a flag, for dice given as several values, and for policies
/// without a flag.
fn misplaced(error: &clap::Error, arguments: &[OsString]) -> Option<Error> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let typed = |text: &str| arguments.iter().any(|argument| argument == text);
    let Some(name) = unknown.strip_prefix("--") else {
        let game = games::all().iter().find(|game| typed(game.name()));
        let key = unknown.split_once('=').map(|(key, _)| key);
        if game.is_some_and(|game| game.rules().iter().any(|rule| Some(rule.name) == key)) {
            let help = format!("write `--rules` before it: `--rules {unknown}`");
            return Some(Error::input_help(format!("`{unknown}` follows no flag"), help));
        }
        let number = unknown.parse::<f64>().is_ok();
        if number && typed("--roll") {
            let help = "join the dice with commas, as in `--roll 1,5,5`";
            return Some(Error::input_help(
                "`--roll` takes one value, but several were given",
                help,
            ));
        }
        if number || unknown.starts_with('-') || !takes_policies(arguments) {
            return None;
        }
        let alone = arguments.iter().skip_while(|argument| *argument != unknown.as_str());
        let alone =
            alone.map_while(|argument| argument.to_str().filter(|text| !text.starts_with('-')));
        let flags: Vec<String> = alone.map(|name| format!("--policy {name}")).collect();
        let help = format!("each policy follows a flag: `{}`", flags.join(" "));
        return Some(Error::input_help(format!("`{unknown}` follows no flag"), help));
    };
    let name = name.split('=').next()?.replace('-', "_");
    let game = games::all().iter().find(|game| typed(game.name()))?;
    let rule = game.rules().iter().find(|rule| rule.name == name)?;
    let help = format!("write `--rules {name}=VALUE`, where VALUE is {}", rule.values);
    Some(Error::input_help(format!("there is no flag `{unknown}`"), help))
}

/// Other names that users may try, and the flags they may mean; each command has some of these
/// flags.
const CALLED: [(&str, &[&str]); 8] = [
    ("--points", &["turn", "own"]),
    ("--score", &["own", "turn"]),
    ("--scores", &["own", "opponent"]),
    ("--total", &["own"]),
    ("--me", &["own"]),
    ("--them", &["opponent"]),
    ("--turns", &["games"]),
    ("--games", &["turns"]),
];

/// Returns the error for a command without a game, and for a flag under another name.
fn meant(error: &clap::Error, arguments: &[OsString]) -> Option<Error> {
    let mut asked = command();
    asked.build();
    for argument in arguments.iter().skip(1) {
        if let Some(command) = asked.find_subcommand(argument) {
            asked = command.clone();
        }
    }
    let of_games = asked.get_subcommand_value_name() == Some("GAME");
    let no_game = || {
        let known = games::all().iter().map(|game| game.name().to_owned());
        let known: Vec<String> = match of_games {
            true => asked.get_subcommands().map(|game| game.get_name().to_owned()).collect(),
            false => known.collect(),
        };
        let line = asked.get_bin_name().unwrap_or_default();
        let help = format!("write `{line} GAME …` with one of: {}", known.join(", "));
        Some(Error::input_help(format!("`{line}` needs a game"), help))
    };
    match (error.kind(), error.get(ContextKind::InvalidArg)?) {
        (ErrorKind::MissingRequiredArgument, ContextValue::Strings(missing)) => {
            missing.iter().any(|missing| missing == "<GAME>").then(no_game)?
        }
        (ErrorKind::UnknownArgument, ContextValue::String(_)) if of_games => no_game(),
        (ErrorKind::UnknownArgument, ContextValue::String(unknown)) => {
            let unknown = unknown.split('=').next()?;
            let (_, names) = CALLED.iter().find(|(called, _)| *called == unknown)?;
            let flags = names.iter().filter_map(|name| {
                let flag = asked.get_arguments().find(|flag| flag.get_long() == Some(name))?;
                Some(format!("`--{name}`: {}", flag.get_help()?))
            });
            let flags: Vec<String> = flags.collect();
            let message = format!("this command has no flag `{unknown}`");
            (!flags.is_empty()).then(|| Error::input_help(message, flags.join("; or ")))
        }
        _ => None,
    }
}

/// Returns the error of a value that a parser of this program rejected.
fn fault_of_value(error: &clap::Error) -> Option<Error> {
    if error.kind() != ErrorKind::ValueValidation {
        return None;
    }
    let parse::Fault { problem, help } =
        std::error::Error::source(error)?.downcast_ref::<parse::Fault>()?;
    let string = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let value = string(ContextKind::InvalidValue)?;
    // `--games <N>`, as clap formats it
    let flag = string(ContextKind::InvalidArg)?.split(' ').next()?;
    Some(Error::input_help(format!("`{flag} {value}` {problem}"), help))
}
