//! `pushluck advise`: which dice to keep now, and whether to roll on or to ride.

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{ArgGroup, Args};

use std::sync::Arc;

use crate::cli::Status;
use crate::cli::args::{Format, RulesArgs, WorkArgs};
use crate::cli::deliver;
use crate::cli::out::{self, Output};
use crate::cli::values;
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::experiment::cache::Cache;
use crate::experiment::{AdviseSpec, Asks, Conditions, Dice, Objective, RideSpec};
use crate::games;
use crate::policy::load_text;
use crate::sim::interrupt;
use crate::sim::progress::Watch;

/// The arguments of `pushluck advise`.
#[derive(Args, Clone, Debug)]
#[command(group = ArgGroup::new("decision").args(["roll", "dice"]), after_help = "\
Examples:
  pushluck advise el-ocho --roll 1,5,5,2,3,3,3,8
      the first roll of a turn: which dice to keep for the most points
  pushluck advise el-ocho --rules level=2 --roll 1558 --turn 300 --own 3200 --opponent 5400
      four dice rolled with 300 points set aside: which to keep to win
  pushluck advise el-ocho --dice 3 --turn 700
      stop with 700 points, or roll the other three dice
  pushluck advise eight-seconds --bulls 3-2-2,2-2-1,2-1-0 --roll red=TB,yellow=KC,green=T-,blue=BC
      the first roll of a turn: ride, reroll which dice, at what price, or dismount
  pushluck advise eight-seconds --bulls 1-1-2,2-1-0,1-2-0 --tokens 2
      before the first roll: buy a Bull, or roll")]
pub struct AdviseArgs {
    /// The game (`pushluck list games` names them).
    pub game: String,

    /// The dice on the table. El Ocho: their faces in any order; a face above 9 stands between
    /// commas. 8 Seconds: all dice by colour, T, B, K, C and - for Turn, Buck, Kick, Clown and Blank,
    /// as in red=TC,yellow=BK,green=T-,blue=KC; without it advice is for the first roll.
    #[arg(long, value_name = "DICE", allow_negative_numbers = true, help_heading = "Position")]
    pub roll: Option<String>,

    /// 8 Seconds: the Bulls of the line-up, each by its Turns, Bucks and Kicks, as in 3-2-2,2-1-0.
    #[arg(long, value_name = "BULLS", help_heading = "Position")]
    pub bulls: Option<String>,

    /// 8 Seconds: the Rider's Foul Tokens; none by default.
    #[arg(
        long,
        value_name = "N",
        value_parser = values::points,
        allow_negative_numbers = true,
        help_heading = "Position"
    )]
    pub tokens: Option<u32>,

    /// 8 Seconds: rolls made in this turn, that of `--roll` included; 1 by default.
    #[arg(
        long,
        value_name = "N",
        value_parser = values::points,
        allow_negative_numbers = true,
        help_heading = "Position"
    )]
    pub rolls: Option<u32>,

    /// 8 Seconds: the points that a Foul Token counts; 1 by default.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, help_heading = "Position")]
    pub token: Option<f64>,

    /// The number of dice that may be rolled next: stop, or roll on?
    #[arg(
        long,
        value_name = "N",
        value_parser = values::dice,
        allow_negative_numbers = true,
        help_heading = "Position"
    )]
    pub dice: Option<u32>,

    /// The points set aside in this turn, without those of `--roll`; 0 by default.
    #[arg(
        long = "turn",
        value_name = "POINTS",
        value_parser = values::points,
        allow_negative_numbers = true,
        help_heading = "Position"
    )]
    pub turn_points: Option<u32>,

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

/// What is asked, in the terms of the game.
enum Question {
    Points(AdviseSpec),
    Ride(RideSpec),
}

impl AdviseArgs {
    fn points(&self, game: &str, edition: Option<Arc<Source>>) -> Result<AdviseSpec> {
        let others = [
            ("--bulls", self.bulls.is_some()),
            ("--tokens", self.tokens.is_some()),
            ("--rolls", self.rolls.is_some()),
            ("--token", self.token.is_some()),
        ];
        refuse(game, &others)?;
        let dice = match (&self.roll, self.dice) {
            (Some(text), _) => {
                let faces = values::faces(text).map_err(|fault| {
                    Error::input_help(format!("`--roll {text}` {}", fault.problem), fault.help)
                })?;
                Dice::Rolled(faces.0)
            }
            (None, Some(dice)) => Dice::ToRoll(dice),
            (None, None) => {
                return Err(Error::input_help(
                    "advice is about dice: those on the table, or those that may be rolled next",
                    "add `--roll 1,5,5,2` or `--dice 3`",
                ));
            }
        };
        Ok(AdviseSpec {
            settings: self.rules.settings(),
            edition,
            dice,
            turn_points: self.turn_points.unwrap_or(0),
            own: self.own,
            opponent: self.opponent,
            objective: self.objective,
        })
    }

    fn ride(&self, game: &str, edition: Option<Arc<Source>>) -> Result<RideSpec> {
        let others = [
            ("--dice", self.dice.is_some()),
            ("--turn", self.turn_points.is_some()),
            ("--own", self.own.is_some()),
            ("--opponent", self.opponent.is_some()),
            ("--objective", self.objective.is_some()),
        ];
        refuse(game, &others)?;
        let Some(bulls) = self.bulls.clone() else {
            return Err(Error::input_help(
                "advice is about a line-up: which Bulls lie there?",
                "add `--bulls 3-2-2,2-2-1,2-1-0`, the Turns, Bucks and Kicks of each",
            ));
        };
        Ok(RideSpec {
            settings: self.rules.settings(),
            edition,
            roll: self.roll.clone(),
            bulls,
            tokens: self.tokens.unwrap_or(0).into(),
            rolls: self.rolls.map(u64::from),
            token: self.token,
        })
    }
}

/// Refuses flags that mean nothing in a game.
fn refuse(game: &str, flags: &[(&str, bool)]) -> Result<()> {
    match flags.iter().find(|(_, given)| *given) {
        Some((flag, _)) => Err(Error::input_help(
            format!("`{flag}` means nothing in {game}"),
            "leave it out; `pushluck advise --help` says which flags are for which game",
        )),
        None => Ok(()),
    }
}

/// Solves the position and prints what is best.
///
/// # Errors
///
/// Fails on positions that cannot arise and games that cannot be solved.
pub fn run(args: &AdviseArgs, output: &mut Output<'_>) -> Result<Status> {
    let game = games::game(&args.game)?;
    let edition = args.rules.edition.as_deref();
    let edition = edition.map(|path| load_text(path, "edition")).transpose()?;
    let question = match game.asks() {
        Asks::Points => Question::Points(args.points(game.name(), edition)?),
        Asks::Ride => Question::Ride(args.ride(game.name(), edition)?),
    };
    let (stop, cache) = (interrupt::install()?, Cache::of_user());
    let advice = {
        let bar = args.work.bar("positions solved");
        let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
        let threads = args.work.threads.map(usize::from);
        let conditions = Conditions { threads, stop, watch, cache: cache.folder() };
        match &question {
            Question::Points(spec) => game.advise(spec, conditions)?,
            Question::Ride(spec) => game.advise_ride(spec, conditions)?,
        }
    };
    deliver::print(args.format, None, &[advice.table], &advice.screen, output)?;
    output.finish()?;
    for (warning, help) in &advice.warnings {
        out::warning(warning, help.as_deref());
    }
    Ok(Status::Done)
}
