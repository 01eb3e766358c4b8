//! `pushluck learn`: puts rules in front of a policy file, one at a time, as long as each wins more games.

use std::time::Duration;

use clap::Args;

use crate::cli::arguments::{CheckpointArgs, QuestionArgs};
use crate::cli::carry_out::Long;
use crate::cli::terminal::Output;
use crate::cli::{Status, carry_out, output, parse};
use crate::error::Result;
use crate::policy::parse_spec;
use crate::run::{LearnSpec, Question};

/// The arguments of `pushluck learn`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Each round samples decisions of the policy, values their actions by playouts, races the rules that \
would gain most there, and keeps the best one if it also wins more in new games. It ends when no rule \
does. The thresholds of the rules are then tuned, and the result is estimated in new games. With \
`--out` the policy file is written with its rules, each with a sentence that explains it and with what \
it gained; all other text stays as it is.

Examples:
  pushluck learn eight-seconds --out learnt
      learnt/NAME-learnt.toml: the strongest shipped file with more rules
  pushluck learn long-shot --base my/policy.toml --players 2,4 --for 10m --out learnt
      rules that win more with two players and with four")]
pub struct LearnArgs {
    /// The game (`pushluck list games` shows all).
    pub game: String,

    /// The policy to improve: a file, or the name of a shipped or built-in one; by default the strongest
    /// shipped file.
    #[arg(long, value_name = "SPEC", help_heading = "Players")]
    pub base: Option<String>,

    /// The opponents: one policy for all other seats, or one for each of them. By default the policy
    /// without learnt rules.
    #[arg(long, alias = "field", value_name = "SPEC", help_heading = "Players")]
    pub against: Vec<String>,

    /// The numbers of players at which every rule must win more games, as in 2,4.
    #[arg(
        long,
        value_name = "N,…",
        value_parser = parse::players,
        value_delimiter = ',',
        help_heading = "Players"
    )]
    pub players: Vec<u8>,

    /// The maximum number of rules to learn.
    #[arg(long, value_name = "N", value_parser = parse::count)]
    pub max_rules: Option<u64>,

    /// The number of games of a round, half of them in the race and half to confirm its winner; up to
    /// six times as many playouts come first. A second round without a rule takes twice as many.
    #[arg(long, value_name = "N", value_parser = parse::count)]
    pub games: Option<u64>,

    /// Learn for about this time, as in 10m; without `--games` it sets the size of the rounds. The screen
    /// says which `--games` and `--max-rules` repeat it.
    #[arg(long = "for", value_name = "TIME", value_parser = parse::time, help_heading = "Running")]
    pub limit: Option<Duration>,

    /// Checkpoints.
    #[command(flatten)]
    pub checkpoint: CheckpointArgs,

    /// Rules, seed, threads and output.
    #[command(flatten)]
    pub question: QuestionArgs,
}

/// Learns rules and writes the result.
pub(super) fn run(args: &LearnArgs, output: &mut Output<'_>) -> Result<Status> {
    let mut players: Vec<usize> =
        args.players.iter().map(|players| usize::from(*players)).collect();
    players.sort_unstable();
    players.dedup();
    let question = Question::Learn(LearnSpec {
        arena: output::arena(&args.question, (&args.against, None), args.games)?,
        base: args.base.as_deref().map(|base| parse_spec(base)?.with_text()).transpose()?,
        players,
        rules: args.max_rules.map(|rules| rules as usize),
        limit: args.limit,
    });
    let long = Long { checkpoint: &args.checkpoint, shard: None, max_time: None };
    carry_out::answer(&args.game, &question, &args.question, long, output)
}
