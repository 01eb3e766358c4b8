//! `pushluck sweep`: which values of a parameter or a rule are best.

use clap::Args;

use crate::cli::arguments::{FieldArgs, LongArgs, QuestionArgs};
use crate::cli::terminal::Output;
use crate::cli::{Status, carry_out, output, parse};
use crate::error::Result;
use crate::policy::parse_spec;
use crate::run::{Question, SweepSpec, Vary};

/// The arguments of `pushluck sweep`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Every point of the grid plays in the same seats, against the same opponents and with the same \
random numbers, so that differences come from the values alone.

Examples:
  pushluck sweep str8-eight --policy weigh-every-card --vary greed=0..2:0.25
      a curve over one parameter
  pushluck sweep str8-eight --policy weigh-every-card --vary greed=0..2:0.5 --vary care=0..50:10
      a map over two
  pushluck sweep str8-eight --policy fastest-eight --vary rules.target=500,1000,1500
      the effect of a rule on one policy")]
pub struct SweepArgs {
    /// The game (`pushluck list games` shows all).
    pub game: String,

    /// The policy whose parameters vary, by name or as a file.
    #[arg(long, value_name = "SPEC", help_heading = "Players")]
    pub policy: String,

    /// A parameter of the policy, or `rules.` and a rule, with a range (the step is optional if the
    /// policy file has one) or values joined by commas. May be given twice.
    #[arg(long, value_name = "KEY=FROM..TO:STEP", value_parser = parse::vary, required = true)]
    pub vary: Vec<Vary>,

    /// The number of games at each point. The default of a game takes about ten seconds.
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

/// Runs the sweep and writes its tables.
pub(super) fn run(args: &SweepArgs, output: &mut Output<'_>) -> Result<Status> {
    let field = (&*args.field.against, args.field.players);
    let question = Question::Sweep(SweepSpec {
        arena: output::arena(&args.question, field, args.games)?,
        policy: parse_spec(&args.policy)?.with_text()?,
        vary: args.vary.clone(),
    });
    let long = (&args.long).into();
    carry_out::answer(&args.game, &question, &args.question, long, output)
}
