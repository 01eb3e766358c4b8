//! `pushluck compare`: which of several is better, and by how much.

use clap::Args;

use crate::cli::arguments::{FieldArgs, PartArgs, QuestionArgs, StopArgs};
use crate::cli::carry_out::{Long, Task};
use crate::cli::output;
use crate::cli::parse::{self, EloBounds, Settings};
use crate::cli::terminal::Output;
use crate::cli::{Status, games};
use crate::error::Result;
use crate::policy::specs;
use crate::run::{CompareSpec, Margin, Question, Request};
use crate::stats::Sprt;

/// The arguments of `pushluck compare`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Every candidate takes each seat in turn against the same opponents, and all games of such a \
block share their luck (common random numbers): so candidates differ by what they do, not by what \
they are dealt, and far fewer games tell them apart.

Examples:
  pushluck compare str8-eight --policy fastest-eight --policy weigh-every-card
      which is better against the game's default opponents
  pushluck compare long-shot --policy value-bettor --policy no-bets --against lead-buyer --players 4
      three fixed opponents
  pushluck compare str8-eight --policy a.toml --policy b.toml --head-to-head --sprt 0,5
      the two against each other, until it is known whether a is 5 Elo stronger
  pushluck compare str8-eight --policy fastest-eight --rules target=500 --vs-rules target=1000
      one policy under two rule sets")]
pub struct CompareArgs {
    /// The game (`pushluck list games` names them).
    pub game: String,

    /// A candidate, by name or as a file, with parameters behind the last `:`; without any, every
    /// shipped file is one.
    #[arg(long = "policy", value_name = "SPEC", help_heading = "Players")]
    pub policies: Vec<String>,

    /// The number of games of each candidate (of each pair with `--head-to-head`); without it a
    /// number that the game sets, of about ten seconds, and with `--sprt` as many as it takes.
    #[arg(long, value_name = "N", value_parser = parse::count)]
    pub games: Option<u64>,

    /// Let the candidates meet each other, two at a time, each once in either seat on the same luck.
    #[arg(long, help_heading = "Players")]
    pub head_to_head: bool,

    /// Stop as soon as it is known whether the first candidate is ELO1 stronger than the second, or
    /// ELO0: a sequential probability ratio test over pairs of games.
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        value_parser = parse::elo_bounds,
        allow_hyphen_values = true
    )]
    pub sprt: Option<EloBounds>,

    /// The probability of accepting ELO1 where ELO0 is true.
    #[arg(
        long,
        value_name = "RATE",
        value_parser = parse::error_rate,
        default_value = "0.05",
        requires = "sprt"
    )]
    pub alpha: f64,

    /// The probability of accepting ELO0 where ELO1 is true.
    #[arg(
        long,
        value_name = "RATE",
        value_parser = parse::error_rate,
        default_value = "0.05",
        requires = "sprt"
    )]
    pub beta: f64,

    /// The difference that is too small to matter, in win rate (0.5%) or in points (20), by which
    /// candidates are then ranked: verdicts say who is better or worse by more than that, and who is
    /// equivalent within it.
    #[arg(long, value_name = "MARGIN", value_parser = parse::margin)]
    pub margin: Option<Margin>,

    /// Compare the rules with these, for each policy; what is not named is the edition's.
    #[arg(
        long,
        value_name = "KEY=VALUE,…",
        value_parser = parse::settings,
        help_heading = "Rules"
    )]
    pub vs_rules: Option<Settings>,

    /// Where they are measured.
    #[command(flatten)]
    pub field: FieldArgs,

    /// What ends it.
    #[command(flatten)]
    pub stop: StopArgs,

    /// Whether it is played in parts.
    #[command(flatten)]
    pub parts: PartArgs,

    /// How it is answered.
    #[command(flatten)]
    pub question: QuestionArgs,
}

/// Plays and writes the comparison.
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
        stopping: args.stop.stopping(args.games.is_some() || sprt.is_some()),
    };
    let game = games::game(&args.game)?;
    let question = Question::Compare(spec.clone());
    let run = game.question(&question)?;
    let (request, parts, max_time) = (&Request::Compare(spec), &args.parts, args.stop.max_time);
    let long = Some(Long { game, request, parts, max_time });
    let task = Task::of_question(question.command(), &*run, &args.question);
    Task { long, ..task }.carry_out(output)
}
