//! `pushluck advise`: the best action at a decision of any game, by exact values or playouts.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches, ValueHint};

use crate::cli::arguments::{LevelArgs, OpeningArgs, OutputArgs, RulesArgs, SeedArgs, WorkArgs};
use crate::cli::carry_out::{self, Task};
use crate::cli::terminal::{self, Output};
use crate::cli::{Status, interactive, parse};
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::policy::{parse_spec, specs};
use crate::run::{AdviceSpec, AnyGame, At, RunSpec, Work};
use crate::sim::interrupt;

/// The arguments of `pushluck advise GAME` that every game has.
#[derive(Args, Clone, Debug)]
#[command(
    about = "Rank the legal actions of a position or of a decision of a game",
    after_help = "\
Examples:
  pushluck trace long-shot --policy value-bettor --game 1
      the decisions of a game, numbered
  pushluck advise long-shot --policy value-bettor --game 1 --decision 12 --for 5s
      the best action at decision 12, and what that of value-bettor costs
  pushluck advise str8-eight --position my-position.txt
      the best action in a position of your own (`pushluck help advice`)
  pushluck advise str8-eight --interactive --seat 2
      advice for seat 2 during a game"
)]
pub(super) struct AdviceArgs {
    /// The game of the decision, counted from 1, as in `trace` with the same options.
    #[arg(
        long,
        value_name = "G",
        value_parser = parse::ordinal,
        requires = "decision",
        help_heading = "Decision"
    )]
    game: Option<u64>,

    /// The decision of this game, counted from 1; `trace` numbers them.
    #[arg(
        long,
        value_name = "K",
        value_parser = parse::ordinal,
        requires = "game",
        help_heading = "Decision"
    )]
    decision: Option<u64>,

    /// A policy of the game of `--game`, as in `trace`. With `--position`, the policy that is asked for
    /// its choice there.
    #[arg(long = "policy", value_name = "SPEC", help_heading = "Players")]
    policies: Vec<String>,

    /// The number of players, 1 to 8.
    #[arg(long, value_name = "N", value_parser = parse::players, help_heading = "Players")]
    players: Option<u8>,

    /// Keep every policy in its seat, as in `trace`.
    #[arg(long, help_heading = "Players")]
    fixed_seats: bool,

    /// The policy that plays every seat in the playouts. The default is the strongest shipped file;
    /// where the game is solved, exact values need no playouts.
    #[arg(long, value_name = "SPEC", help_heading = "Players")]
    base: Option<String>,

    /// The maximum number of worlds, in each of which every remaining action is played to the end of
    /// the game. Playouts end earlier if the best action is settled. The default is 20,000.
    #[arg(long, value_name = "N", value_parser = parse::count, help_heading = "Running")]
    playouts: Option<u64>,

    /// Stop after this time, as in 5s or 2m. The result names the number of worlds, with which
    /// `--playouts` repeats it.
    #[arg(long = "for", value_name = "TIME", value_parser = parse::time, help_heading = "Running")]
    limit: Option<Duration>,

    /// Follow a live game: type what happens, and get advice whenever the seat of `--seat` decides. An advice takes 5 s, or `--for`.
    #[arg(
        long,
        conflicts_with_all = ["game", "decision", "fixed_seats", "out", "format", "table"],
        help_heading = "Live game"
    )]
    interactive: bool,

    /// The seat that gets advice.
    #[arg(
        long,
        value_name = "N",
        value_parser = parse::players,
        default_value = "1",
        requires = "interactive",
        help_heading = "Live game"
    )]
    seat: u8,

    /// Keep the answers in this file, and continue after those that it contains.
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        requires = "interactive",
        help_heading = "Live game"
    )]
    session: Option<PathBuf>,

    /// Rules and edition.
    #[command(flatten)]
    rules: RulesArgs,

    /// The position, or the start of the game of `--game`.
    #[command(flatten)]
    opening: OpeningArgs,

    /// The seed.
    #[command(flatten)]
    seed: SeedArgs,

    /// The confidence level.
    #[command(flatten)]
    level: LevelArgs,
}

/// The flags that select a decision of a game.
const DECISION: [&str; 4] = ["game", "decision", "position", "interactive"];

/// The maximum number of worlds with `--for` alone.
const UNLIMITED: u64 = 1 << 24;

/// Adds the arguments that the command of a game does not have yet.
pub(super) fn arguments(command: Command) -> Command {
    let all = AdviceArgs::augment_args(Command::new("advise"));
    if command.get_arguments().next().is_none() {
        return all.name(command.get_name().to_owned());
    }
    let known = |id: &clap::Id| command.get_arguments().any(|known| known.get_id() == id);
    let more: Vec<_> = all.get_arguments().filter(|one| !known(one.get_id())).cloned().collect();
    command.args(more)
}

/// Returns whether the command line asks for a decision in the way of every game; `own` is the command
/// with the arguments of this game alone.
///
/// # Errors
///
/// If it also has flags with which only this game describes a position.
pub(super) fn is_asked(own: &Command, matches: &ArgMatches) -> Result<bool> {
    let given = |id: &str| matches.value_source(id) == Some(clap::parser::ValueSource::CommandLine);
    let Some(flag) = DECISION.into_iter().find(|id| given(id)) else { return Ok(false) };
    let all = AdviceArgs::augment_args(Command::new("advise"));
    let all = OutputArgs::augment_args(WorkArgs::augment_args(all));
    let known = |id: &str| all.get_arguments().any(|known| known.get_id() == id);
    let other = matches.ids().map(clap::Id::as_str);
    let own = |id: &&str| own.get_arguments().any(|own| own.get_id() == id);
    match other.filter(|id| own(id) && !known(id)).find(|id| given(id)) {
        None => Ok(true),
        Some(id) => Err(Error::input_help(
            format!("`--{}` and `--{flag}` describe two decisions", id.replace('_', "-")),
            "leave one of them out",
        )),
    }
}

/// Advises on the decision.
pub(super) fn run(
    game: &dyn AnyGame,
    matches: &ArgMatches,
    (work, results): (&WorkArgs, &OutputArgs),
    output: &mut Output<'_>,
) -> Result<Status> {
    let args =
        AdviceArgs::from_arg_matches(matches).map_err(|error| Error::Failed(error.to_string()))?;
    let mut position = args.opening.position()?;
    let at = match (args.game.zip(args.decision), position.take()) {
        (None, from) if args.interactive => {
            position = from;
            At::Position(Source::new("start", "start"))
        }
        (Some((number, decision)), from) => {
            position = from;
            At::Game { number, decision }
        }
        (None, Some(text)) => At::Position(text),
        (None, None) => {
            let name = game.name();
            return Err(Error::input_help(
                "`advise` needs a decision",
                format!(
                    "`pushluck trace {name} --game 1` shows the decisions of a game; write `--game 1 \
                     --decision K`, or describe a position with `--position`"
                ),
            ));
        }
    };
    let run = RunSpec {
        settings: args.rules.settings(),
        edition: args.rules.edition()?,
        policies: specs(&args.policies)?,
        players: args.players.map(usize::from),
        fixed_seats: args.fixed_seats,
        start: args.opening.start.settings(),
        position,
        seed: terminal::seed(args.seed.seed),
        work: Work::Games(None),
        level: args.level.level(),
        ..RunSpec::default()
    };
    let base = args.base.as_deref().map(parse_spec).transpose()?;
    let limit = match (args.limit, args.interactive && args.playouts.is_none()) {
        (None, true) => Some(interactive::TIME),
        (limit, _) => limit,
    };
    let playouts = args.playouts.or(limit.map(|_| UNLIMITED));
    let spec = AdviceSpec { run, at, base, playouts };
    if args.interactive {
        let followed = carry_out::conditions(work, "positions solved", |conditions| {
            game.follow(&spec, args.seat - 1, conditions)
        })?;
        return interactive::run(followed, (args.session.as_deref(), limit), work, output);
    }
    let run = carry_out::conditions(work, "positions solved", |conditions| {
        game.advise(&spec, conditions)
    })?;
    limit.into_iter().for_each(interrupt::after);
    let run = &*run;
    Task { command: "advise", run, work, output: results, samples: None, long: None }
        .carry_out(output)
}
