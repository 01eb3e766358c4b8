//! `pushluck compare`: which of several policies or rule sets is better, and by how much.

use clap::Args;

use crate::cli::arguments::{FieldArgs, PartArgs, QuestionArgs, StopArgs};
use crate::cli::carry_out::Long;
use crate::cli::parse::{self, EloBounds, Settings};
use crate::cli::terminal::Output;
use crate::cli::{Status, carry_out, output};
use crate::error::Result;
use crate::policy::specs;
use crate::run::{CompareSpec, Margin, Question};
use crate::stats::Sprt;

/// The arguments of `pushluck compare`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Every candidate takes each seat in turn against the same opponents, and all games of such a \
block use the same random numbers (common random numbers). Differences between candidates then come \
from their decisions and not from their dice or cards, and far fewer games are needed.

Examples:
  pushluck compare str8-eight --policy fastest-eight --policy weigh-every-card
      which is better against the game's default opponents
  pushluck compare long-shot --policy value-bettor --policy no-bets --against lead-buyer --players 4
      three fixed opponents
  pushluck compare str8-eight --policy a.toml --policy b.toml --head-to-head --sprt 0,5
      the two against each other, until a test decides whether a is 5 Elo stronger
  pushluck compare str8-eight --policy fastest-eight --rules target=500 --vs-rules target=1000
      one policy under two rule sets")]
pub struct CompareArgs {
    /// The game (`pushluck list games` shows all).
    pub game: String,

    /// A candidate: a policy by name or as a file, with parameters after the last `:`. By default
    /// every shipped file is a candidate.
    #[arg(long = "policy", value_name = "SPEC", help_heading = "Players")]
    pub policies: Vec<String>,

    /// The number of games of each candidate (of each pair with `--head-to-head`). The default of a
    /// game takes about ten seconds; with `--sprt` it is the number that the test needs.
    #[arg(long, value_name = "N", value_parser = parse::count)]
    pub games: Option<u64>,

    /// Let the candidates play each other, two at a time, in both seat orders with the same random
    /// numbers.
    #[arg(long, help_heading = "Players")]
    pub head_to_head: bool,

    /// Stop when a sequential probability ratio test over pairs of games decides whether the first
    /// candidate is ELO1 or only ELO0 stronger than the second.
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        value_parser = parse::elo_bounds,
        allow_hyphen_values = true
    )]
    pub sprt: Option<EloBounds>,

    /// The probability of accepting ELO1 if ELO0 is true.
    #[arg(
        long,
        value_name = "RATE",
        value_parser = parse::error_rate,
        default_value = "0.05",
        requires = "sprt"
    )]
    pub alpha: f64,

    /// The probability of accepting ELO0 if ELO1 is true.
    #[arg(
        long,
        value_name = "RATE",
        value_parser = parse::error_rate,
        default_value = "0.05",
        requires = "sprt"
    )]
    pub beta: f64,

    /// The largest difference that does not matter, in win rate (0.5%) or in points (20);
    /// candidates are ranked by that figure. A verdict reports for each pair whether one is better
    /// by more than the margin, or both are equivalent within it.
    #[arg(long, value_name = "MARGIN", value_parser = parse::margin)]
    pub margin: Option<Margin>,

    /// Show what differs between the two candidates, the largest effect first: income by source,
    /// actions, busts, scores and lengths, in the same games.
    #[arg(long, conflicts_with_all = ["head_to_head", "vs_rules"])]
    pub why: bool,

    /// Compare the rules with these rules, for each policy. Rules that are not given have the values
    /// of the edition.
    #[arg(
        long,
        value_name = "KEY=VALUE,…",
        value_parser = parse::settings,
        help_heading = "Rules"
    )]
    pub vs_rules: Option<Settings>,

    /// Opponents and players.
    #[command(flatten)]
    pub field: FieldArgs,

    /// The stop conditions.
    #[command(flatten)]
    pub stop: StopArgs,

    /// Checkpoints and shards.
    #[command(flatten)]
    pub parts: PartArgs,

    /// Rules, seed, threads and output.
    #[command(flatten)]
    pub question: QuestionArgs,
}

/// Runs the comparison and writes its tables.
pub(super) fn run(args: &CompareArgs, output: &mut Output<'_>) -> Result<Status> {
    let sprt = args.sprt.map(|EloBounds(elo0, elo1)| Sprt {
        elo0,
        elo1,
        alpha: args.alpha,
        beta: args.beta,
    });
    let field = (&*args.field.against, args.field.players);
    let spec = CompareSpec {
        arena: output::arena(&args.question, field, args.games)?,
        policies: specs(&args.policies)?,
        head_to_head: args.head_to_head,
        versus: args.vs_rules.as_ref().map(|settings| settings.0.clone()),
        sprt,
        margin: args.margin,
        why: args.why,
        stopping: args.stop.stopping(args.games.is_some() || sprt.is_some()),
    };
    let long = Long::new(&args.parts, args.stop.max_time);
    carry_out::answer(&args.game, &Question::Compare(spec), &args.question, long, output)
}
