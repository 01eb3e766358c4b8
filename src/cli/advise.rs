//! `pushluck advise`: which dice to keep now, and whether to roll on.

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{ArgGroup, Args};

use crate::analysis::{self, AdviseSpec, Conditions, Dice};
use crate::cli::Status;
use crate::cli::args::{Format, RulesArgs, WorkArgs};
use crate::cli::deliver;
use crate::cli::out::{self, Output};
use crate::cli::values::{self, Faces};
use crate::error::Result;
use crate::exact::Objective;
use crate::exact::cache::Cache;
use crate::policy::load_text;
use crate::sim::interrupt;
use crate::sim::progress::Watch;

/// The arguments of `pushluck advise`.
#[derive(Args, Clone, Debug)]
#[command(group = ArgGroup::new("decision").required(true).args(["roll", "dice"]), after_help = "\
Examples:
  pushluck advise el-ocho --roll 1,5,5,2,3,3,3,8
      the first roll of a turn: which dice to keep for the most points
  pushluck advise el-ocho --rules level=2 --roll 1558 --turn 300 --own 3200 --opponent 5400
      four dice rolled with 300 points set aside: which to keep to win
  pushluck advise el-ocho --dice 3 --turn 700
      stop with 700 points, or roll the other three dice")]
pub struct AdviseArgs {
    /// The game (`pushluck list games` names them).
    pub game: String,

    /// The dice on the table, by their faces in any order: which to keep? A face above 9 stands
    /// between commas.
    #[arg(
        long,
        value_name = "FACES",
        value_parser = values::faces,
        allow_negative_numbers = true,
        help_heading = "Position"
    )]
    pub roll: Option<Faces>,

    /// The number of dice that may be rolled next: stop, or roll on?
    #[arg(
        long,
        value_name = "N",
        value_parser = values::dice,
        allow_negative_numbers = true,
        help_heading = "Position"
    )]
    pub dice: Option<u32>,

    /// The points set aside in this turn, without those of `--roll`.
    #[arg(
        long = "turn",
        value_name = "POINTS",
        value_parser = values::points,
        default_value = "0",
        allow_negative_numbers = true,
        help_heading = "Position"
    )]
    pub turn_points: u32,

    /// Your banked total.
    #[arg(
        long,
        value_name = "POINTS",
        value_parser = values::points,
        allow_negative_numbers = true,
        help_heading = "Position"
    )]
    pub own: Option<u32>,

    /// The banked total of your only opponent, or of the best one.
    #[arg(
        long,
        value_name = "POINTS",
        value_parser = values::points,
        allow_negative_numbers = true,
        help_heading = "Position"
    )]
    pub opponent: Option<u32>,

    /// What to make best: the points of this turn, the turns to the target alone, or the chance of
    /// winning against one opponent who plays the best way too. Without it `win` where `--opponent`
    /// is given, `race` where only `--own` is, else `turn`.
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = PossibleValuesParser::new(Objective::NAMES)
            .try_map(|name| Objective::from_name(&name).ok_or("is no objective")),
    )]
    pub objective: Option<Objective>,

    /// What is played.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// How the work is done.
    #[command(flatten)]
    pub work: WorkArgs,

    /// What stdout gets.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t, help_heading = "Output")]
    pub format: Format,
}

/// Solves the position and prints what is best.
///
/// # Errors
///
/// Fails on positions that cannot arise and games that cannot be solved.
pub fn run(args: &AdviseArgs, output: &mut Output<'_>) -> Result<Status> {
    let game = analysis::game(&args.game)?;
    let edition = args.rules.edition.as_deref();
    let spec = AdviseSpec {
        settings: args.rules.settings(),
        edition: edition.map(|path| load_text(path, "edition")).transpose()?,
        dice: match (&args.roll, args.dice) {
            (Some(faces), _) => Dice::Rolled(faces.0.clone()),
            (None, dice) => Dice::ToRoll(dice.unwrap_or(0)),
        },
        turn_points: args.turn_points,
        own: args.own,
        opponent: args.opponent,
        objective: args.objective,
    };
    let (stop, cache) = (interrupt::install()?, Cache::of_user());
    let advice = {
        let bar = args.work.bar("positions solved");
        let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
        let threads = args.work.threads.map(usize::from);
        game.advise(&spec, Conditions { threads, stop, watch, cache: cache.folder() })?
    };
    deliver::print(args.format, None, &[advice.table], &advice.screen, output)?;
    output.finish()?;
    for (warning, help) in &advice.warnings {
        out::warning(warning, help.as_deref());
    }
    Ok(Status::Done)
}
