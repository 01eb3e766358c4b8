//! `pushluck tune`: searches the parameters of a policy file, and estimates the winner from new
//! games.

use clap::Args;

use crate::cli::arguments::{LongArgs, QuestionArgs};
use crate::cli::terminal::Output;
use crate::cli::{Status, carry_out, output, parse};
use crate::error::{Error, Result};
use crate::policy::parse_spec;
use crate::run::{Question, TuneSpec, Vary};

/// The arguments of `pushluck tune`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
All parameters with a range (`min` and `max`) are searched, one at a time and all at once. The winner \
is then estimated from games with new random numbers, and each parameter is changed alone, to show what \
it does. With `--out` the file is written with its new values; comments and everything else stay as \
they are.

Examples:
  pushluck tune str8-eight --policy my/policy.toml --out tuned
      tuned/policy-tuned.toml, and its gain over the original
  pushluck tune long-shot --policy value-bettor --against lead-buyer --against favourites
      with three players")]
pub struct TuneArgs {
    /// The game (`pushluck list games` shows all).
    pub game: String,

    /// The policy file to tune, or the name of a shipped one.
    #[arg(long, value_name = "SPEC", help_heading = "Players")]
    pub policy: String,

    /// Search only this parameter, in this range (the step is optional). May be given several times. A
    /// definition that is a number becomes a parameter.
    #[arg(long, value_name = "KEY=FROM..TO:STEP", value_parser = parse::vary)]
    pub vary: Vec<Vary>,

    /// The opponents: one policy for all other seats, or one for each of them. The default depends
    /// on the game.
    #[arg(long, alias = "field", value_name = "SPEC", help_heading = "Players")]
    pub against: Vec<String>,

    /// The number of players in a game, 1 to 8.
    #[arg(long, value_name = "N", value_parser = parse::players, help_heading = "Players")]
    pub players: Option<u8>,

    /// The total number of games: three fifths for the search, the rest for the changes of each
    /// parameter and for the new estimate. The default of a game takes a minute or two.
    #[arg(long, value_name = "N", value_parser = parse::count)]
    pub games: Option<u64>,

    /// The number of independent searches that share the games; the best of all their ends wins. With
    /// `--shard I/N` it is N.
    #[arg(long, value_name = "N", value_parser = parse::count, conflicts_with = "sensitivity")]
    pub searches: Option<u64>,

    /// Only measure what each parameter does alone, over its range; search nothing.
    #[arg(long)]
    pub sensitivity: bool,

    /// A time limit, after which the file has the best setting so far, checkpoints and shards.
    #[command(flatten)]
    pub long: LongArgs,

    /// Rules, seed, threads and output.
    #[command(flatten)]
    pub question: QuestionArgs,
}

/// Runs the search and writes its result.
pub(super) fn run(args: &TuneArgs, output: &mut Output<'_>) -> Result<Status> {
    let shard = args.long.parts.shard;
    let of = shard.map_or(1, |shard| shard.of);
    let searches = args.searches.unwrap_or(of);
    if shard.is_some() && searches != of {
        return Err(Error::input_help(
            format!("`--shard I/{of}` is one of {of} searches, not of {searches}"),
            format!("write `--shard I/{searches}`, or leave `--searches` out"),
        ));
    }
    let question = Question::Tune(TuneSpec {
        arena: output::arena(&args.question, (&args.against, args.players), args.games)?,
        policy: parse_spec(&args.policy)?.with_text()?,
        vary: args.vary.clone(),
        searches,
        sensitivity: args.sensitivity,
    });
    let long = (&args.long).into();
    carry_out::answer(&args.game, &question, &args.question, long, output)
}
