//! `pushluck tune`: search the parameters of a policy file, and estimate the winner anew.

use clap::Args;

use crate::cli::arguments::QuestionArgs;
use crate::cli::terminal::Output;
use crate::cli::{Status, carry_out, output, parse};
use crate::error::Result;
use crate::policy::parse_spec;
use crate::run::{Question, TuneSpec};

/// The arguments of `pushluck tune`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
All parameters that have a range (`min` and `max`) are searched together by iterated racing. The winner \
is then estimated anew, on luck that the search never met; with --out the file is written with its new \
values, its comments and all else as they are.

Examples:
  pushluck tune str8-eight --policy my/policy.toml --out tuned
      tuned/policy-tuned.toml, and what it gains over the start
  pushluck tune long-shot --policy value-bettor --against lead-buyer --against favourites
      with three players")]
pub struct TuneArgs {
    /// The game (`pushluck list games` names them).
    pub game: String,

    /// The policy file to tune, or a shipped one by name.
    #[arg(long, value_name = "SPEC", help_heading = "Players")]
    pub policy: String,

    /// The opponents: a policy for all other seats, or one for each; without it a default of the
    /// game.
    #[arg(long, alias = "field", value_name = "SPEC", help_heading = "Players")]
    pub against: Vec<String>,

    /// The number of players in a game, 1 to 8.
    #[arg(long, value_name = "N", value_parser = parse::players, help_heading = "Players")]
    pub players: Option<u8>,

    /// The number of games in all: three quarters are for the search, the rest for the new estimate;
    /// without it a number that the game sets, of a minute or two.
    #[arg(long, value_name = "N", value_parser = parse::count)]
    pub games: Option<u64>,

    /// How it is answered.
    #[command(flatten)]
    pub question: QuestionArgs,
}

/// Searches, and writes what was found.
pub(super) fn run(args: &TuneArgs, output: &mut Output<'_>) -> Result<Status> {
    let question = Question::Tune(TuneSpec {
        arena: output::arena(&args.question, (&args.against, args.players), args.games)?,
        policy: parse_spec(&args.policy)?.with_text()?,
    });
    carry_out::answer(&args.game, &question, &args.question, output)
}
