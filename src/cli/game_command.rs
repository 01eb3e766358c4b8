//! `pushluck solve`, `advise` and `balance`: the commands that only some games have, each with
//! arguments of its own.

use std::fmt;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

use crate::cli::arguments::{LongArgs, OutputArgs, WorkArgs};
use crate::cli::carry_out::{Long, Task};
use crate::cli::parse::Seed;
use crate::cli::terminal::{self, Output};
use crate::cli::{Status, advise, games};
use crate::error::{Error, Result};
use crate::experiment::Experiments;
use crate::run::Extra;

/// A command that only some games have. A program without such a game does not have the command.
#[derive(Debug)]
struct Asking {
    name: &'static str,
    about: &'static str,
    /// The end of the error message for a game without this command, after the name of the game.
    lacking: &'static str,
    /// Whether its runs may be split into parts.
    in_parts: bool,
}

const COMMANDS: [Asking; 3] = [
    Asking {
        name: "solve",
        about: "Solve a game exactly: optimal play, and the regret of policies",
        lacking: "cannot be solved exactly",
        in_parts: false,
    },
    Asking {
        name: ADVISE,
        about: "Rank the legal actions of a decision: exactly where solved, else by playouts",
        lacking: "",
        in_parts: false,
    },
    Asking {
        name: "balance",
        about: "Measure the house edge of every bet, and find break-even payouts",
        lacking: "has no payouts to balance",
        in_parts: true,
    },
];

/// The command that every game has; some add ways to describe a position.
const ADVISE: &str = "advise";

impl Asking {
    /// Returns whether a program of these games has the command.
    fn exists(&self) -> bool {
        self.name == ADVISE || self.games().next().is_some()
    }

    /// Returns the games that have the command with arguments of their own.
    fn games(&self) -> impl Iterator<Item = (&'static str, &'static dyn Extra)> {
        let extras = |game: &&'static dyn Experiments| {
            let (name, extras) = (game.name(), game.extras().iter());
            extras.map(move |extra| (name, *extra))
        };
        games::all().iter().flat_map(extras).filter(|(_, extra)| extra.command() == self.name)
    }

    fn command(&self) -> Command {
        let own = |name: &str| self.games().find(|(of, _)| *of == name).map(|(_, extra)| extra);
        let asked = |name: &&'static str| self.name == ADVISE || own(name).is_some();
        let names = games::all().iter().map(|game| game.name()).filter(asked);
        let games = names.map(|name| {
            let command = Command::new(name);
            let command = match own(name) {
                Some(extra) => extra.arguments(command),
                None => command,
            };
            let command = if self.name == ADVISE { advise::arguments(command) } else { command };
            let command = if self.in_parts { LongArgs::augment_args(command) } else { command };
            // The argument groups would replace the description.
            let about = command.get_about().cloned().unwrap_or_default();
            OutputArgs::augment_args(WorkArgs::augment_args(command)).about(about)
        });
        Command::new(self.name)
            .about(self.about)
            .subcommand_value_name("GAME")
            .subcommand_help_heading("Games")
            .subcommand_required(true)
            .arg_required_else_help(true)
            .disable_help_subcommand(true)
            .allow_external_subcommands(true)
            .subcommands(games)
    }

    /// Returns the error for a game without this command.
    fn refusal(&self, game: &str) -> Error {
        let name = match games::game(game) {
            Ok(game) => game.name(),
            Err(error) => return error,
        };
        let able: Vec<&str> = self.games().map(|(name, _)| name).collect();
        Error::input_help(
            format!("{name} {}", self.lacking),
            format!(
                "`pushluck {}` is for {}; `pushluck simulate {name}` compares strategies for this one",
                self.name,
                able.join(" and ")
            ),
        )
    }
}

/// The arguments of one of these commands.
#[derive(Clone)]
pub struct ExtraArgs {
    command: &'static Asking,
    game: String,
    matches: ArgMatches,
}

impl fmt::Debug for ExtraArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExtraArgs")
            .field("command", &self.command.name)
            .field("game", &self.game)
            .finish_non_exhaustive()
    }
}

impl FromArgMatches for ExtraArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        let command = COMMANDS.iter().find(|command| command.name == name).ok_or_else(missing)?;
        let (game, matches) = matches.subcommand().ok_or_else(missing)?;
        Ok(Self { command, game: game.to_owned(), matches: matches.clone() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for ExtraArgs {
    fn augment_subcommands(command: Command) -> Command {
        let asked = COMMANDS.iter().filter(|command| command.exists());
        command.subcommands(asked.map(Asking::command))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        COMMANDS.iter().any(|command| command.name == name)
    }
}

/// Runs the command of the game, and writes and prints its result.
pub(super) fn run(args: &ExtraArgs, output: &mut Output<'_>) -> Result<Status> {
    let ExtraArgs { command, game, matches } = args;
    let own = command.games().find(|(name, _)| name == game);
    let any = games::game(game).ok().filter(|_| command.name == ADVISE);
    if own.is_none() && any.is_none() {
        return Err(command.refusal(game));
    }
    let (work, results) = (typed::<WorkArgs>(matches)?, typed::<OutputArgs>(matches)?);
    results.check()?;
    let alone = |extra: &dyn Extra| extra.arguments(Command::new(command.name));
    let extra = match (own, any) {
        (Some((_, extra)), Some(_)) if !advise::is_asked(&alone(extra), matches)? => extra,
        (_, Some(any)) => return advise::run(any, matches, (&work, &results), output),
        (Some((_, extra)), None) => extra,
        (None, None) => return Err(command.refusal(game)),
    };
    let run = extra.prepare(matches)?;
    if let Ok(Some(seed)) = matches.try_get_one::<Seed>("seed") {
        let _ = terminal::seed(*seed);
    }
    let args = command.in_parts.then(|| typed::<LongArgs>(matches)).transpose()?;
    let (command, run, work, results) = (command.name, &*run, &work, &results);
    let long = args.as_ref().map(Long::from);
    Task { command, run, work, output: results, samples: None, long }.carry_out(output)
}

/// Returns a parsed group of arguments.
fn typed<T: FromArgMatches>(matches: &ArgMatches) -> Result<T> {
    T::from_arg_matches(matches).map_err(|error| Error::Failed(error.to_string()))
}
