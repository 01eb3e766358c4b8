//! `pushluck review`: where a policy loses.

use clap::Args;

use crate::cli::arguments::{FieldArgs, LongArgs, QuestionArgs};
use crate::cli::terminal::Output;
use crate::cli::{Status, carry_out, output, parse};
use crate::error::Result;
use crate::policy::parse_spec;
use crate::run::{Question, ReviewSpec};

/// The arguments of `pushluck review`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The policy plays its games, and each of its decisions is compared with a better action: exactly where \
the game is solved, else by playouts. The result says how much win rate it loses by decision point, by \
rule of its file and by situation, and shows its ten costliest decisions.

Examples:
  pushluck review long-shot --policy my/policy.toml
      where it loses against the game's default opponent
  pushluck review el-ocho --policy hold-at --rules level=2
      exact losses against optimal play
  pushluck review str8-eight --policy fastest-eight --against weigh-every-card --players 3 --out lost
      two opponents, all tables as CSV in lost/")]
pub struct ReviewArgs {
    /// The game (`pushluck list games` shows all).
    pub game: String,

    /// The policy to review: a name or a file, with parameters after the last `:`.
    #[arg(long, value_name = "SPEC", help_heading = "Players")]
    pub policy: String,

    /// The policy that continues in the seat of the reviewed one after each action. The default is
    /// the strongest shipped file; where the game is solved, exact values need no playouts.
    #[arg(long, value_name = "SPEC", help_heading = "Players")]
    pub base: Option<String>,

    /// The number of games to review. The default of a game takes a minute or two.
    #[arg(long, value_name = "N", value_parser = parse::count)]
    pub games: Option<u64>,

    /// Opponents and players.
    #[command(flatten)]
    pub field: FieldArgs,

    /// A time limit, checkpoints and shards.
    #[command(flatten)]
    pub long: LongArgs,

    /// Rules, seed, threads and output.
    #[command(flatten)]
    pub question: QuestionArgs,
}

/// Runs the review and writes its tables.
pub(super) fn run(args: &ReviewArgs, output: &mut Output<'_>) -> Result<Status> {
    let field = (&*args.field.against, args.field.players);
    let spec = ReviewSpec {
        arena: output::arena(&args.question, field, args.games)?,
        policy: parse_spec(&args.policy)?.with_text()?,
        base: args.base.as_deref().map(|base| parse_spec(base)?.with_text()).transpose()?,
    };
    let long = (&args.long).into();
    carry_out::answer(&args.game, &Question::Review(spec), &args.question, long, output)
}
