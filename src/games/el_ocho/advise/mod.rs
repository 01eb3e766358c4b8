//! `advise`: which dice to keep now, and whether to roll again.
//!
//! A `Question` is a reachable position; the exact solution of its turn yields the value of each
//! choice. Of equal choices, the first in the documented order is advised, as optimal policies do.

mod describe;
pub mod question;
mod table;

use std::sync::Arc;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{ArgGroup, Args};

use super::definition::compile;
use super::pictures::advice_map;
use super::solved_policies::{Solutions, played_out};
use super::stop_ranges::{stop_conditions, stretches};
use crate::cli::arguments::RulesArgs;
use crate::cli::parse;
use crate::error::{Error, Result};
use crate::game::publish::Publish as _;
use crate::games::el_ocho::engine::Seated;
use crate::games::el_ocho::exact::{Objective, Position, Solver};
use crate::games::el_ocho::scoring::{Keep, Verdict};
use crate::games::el_ocho::turn::{Game, TurnState};
use crate::report::RunRecord;
use crate::run::{Ask, Block, Conditions, Results, Run};

use question::{Question, Thrown};

pub(crate) use table::TABLE;

pub(crate) const COMMAND: Ask<AdviseArgs> =
    Ask { command: "advise", prepare: |args| Ok(Box::new(Advice::new(&args)?)) };

/// The arguments of `pushluck advise el-ocho`.
#[derive(Args, Clone, Debug)]
#[command(
    about = "Advise which dice to keep, and whether to roll again",
    group = ArgGroup::new("step").args(["roll", "dice"]),
    after_help = "\
Examples:
  pushluck advise el-ocho --roll 1,5,5,2,3,3,3,8
      the first roll of a turn: which dice to keep for the most points
  pushluck advise el-ocho --rules level=2 --roll 1558 --turn 300 --own 3200 --opponent 5400
      four dice rolled with 300 points set aside: which to keep to win
  pushluck advise el-ocho --dice 3 --turn 700
      stop with 700 points, or roll the other three dice
  pushluck advise el-ocho --dice 3 --turn 700 --own 6000 --opponent 7000,6500
      the same among three players, the next one with 7000 points
  pushluck advise el-ocho --dice 3 --turn 700 --own 6000 --opponent 7000,6500,3000,5000
      among five, by the best of the others' totals; from simulated games"
)]
pub(crate) struct AdviseArgs {
    /// The faces of the dice just rolled, in any order; faces above 9 need commas.
    #[arg(long, value_name = "DICE", help_heading = "Position")]
    roll: Option<String>,

    /// The number of dice to roll next, to decide whether to stop or roll.
    #[arg(long, value_name = "N", value_parser = parse::dice, help_heading = "Position")]
    dice: Option<u32>,

    /// Points set aside in this turn, without the dice of `--roll`.
    #[arg(
        long = "turn",
        value_name = "POINTS",
        value_parser = parse::points,
        default_value = "0",
        help_heading = "Position"
    )]
    turn_points: u32,

    /// Your banked total.
    #[arg(long, value_name = "POINTS", value_parser = parse::points, help_heading = "Position")]
    own: Option<u32>,

    /// The banked total of your opponent. With more players, the totals of all others in the order of their
    /// turns, as in 5400,3000.
    #[arg(
        long,
        value_name = "POINTS",
        value_parser = parse::points,
        value_delimiter = ',',
        help_heading = "Position"
    )]
    opponent: Vec<u32>,

    /// Objective: the points of this turn, the number of turns to the target alone, or the win
    /// probability against optimal opponents. The default is `win` with `--opponent`, `race`
    /// with `--own` alone, else `turn`.
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = PossibleValuesParser::new(Objective::NAMES)
            .try_map(|name| Objective::from_name(&name).ok_or("unknown objective")),
    )]
    objective: Option<Objective>,

    /// The rules and the edition.
    #[command(flatten)]
    rules: RulesArgs,
}

/// The name of the picture.
const PICTURE: &str = "advice.svg";

/// The maximum number of totals, or of pairs of totals, for which another level is solved in
/// addition to the level asked about: some tenths of a second.
const QUICK: u64 = 1 << 12;
/// The maximum if the solution is cached, and so computed only once: some seconds.
const KEPT: u64 = 1 << 16;

/// A question about a reachable position.
#[derive(Debug)]
pub(super) struct Advice {
    game: Arc<Game>,
    question: Question,
    /// The other levels, if no level was named.
    others: Vec<Other>,
}

/// The same question at another level.
#[derive(Debug)]
struct Other {
    level: String,
    /// `None` if the position is unreachable at this level.
    asked: Option<(Arc<Game>, Question)>,
}

impl Advice {
    pub(super) fn new(args: &AdviseArgs) -> Result<Self> {
        let game = compile(args.rules.edition()?.as_ref(), &args.rules.settings())?;
        let question = Question::new(args, &Solver::new(Arc::clone(&game)))?;
        let (edition, settings) = (args.rules.edition()?, args.rules.settings());
        let ask = |level: &str| {
            let own = ("level".to_owned(), Some(level.to_owned()));
            let game = compile(edition.as_ref(), &[&settings[..], &[own]].concat())?;
            let question = Question::new(args, &Solver::new(Arc::clone(&game)))?;
            Ok::<_, Error>((game, question))
        };
        let others = game.rules.other_levels(&settings).into_iter();
        let others =
            others.map(|level| Other { level: level.to_owned(), asked: ask(level).ok() }).collect();
        Ok(Self { game, question, others })
    }

    /// If no level was named: the level of the advice, and whether other levels have the same
    /// advice.
    fn levels(&self, answer: &Answer, conditions: Conditions<'_>) -> Option<Block> {
        let own = describe::action(&self.game, &self.question, answer);
        let (mut text, mut differ) = (String::new(), false);
        for other in &self.others {
            let ask = format!("`--rules level={}`", other.level);
            let level = &other.level;
            text += &match other.action(conditions) {
                Some(action) if action == own => {
                    format!(" Level {level} has the same advice ({ask}).")
                }
                Some(action) => {
                    differ = true;
                    format!(" Level {level} has different advice: {action} ({ask}).")
                }
                None => format!(" Level {level} may have different advice: add {ask}."),
            };
        }
        let text =
            format!("This is for level {}, the default.{text}", self.game.rules.level().name);
        match differ {
            _ if self.others.is_empty() => None,
            true => Some(Block::Title(text)),
            false => Some(Block::Note(text)),
        }
    }
}

impl Other {
    /// The advised action; `None` if the position is unreachable or takes too long to solve.
    fn action(&self, conditions: Conditions<'_>) -> Option<String> {
        let (game, question) = self.asked.as_ref()?;
        let totals = u64::from(game.target);
        let size = match question.objective {
            Objective::Turn => 0,
            Objective::Race => totals,
            Objective::Win if question.players > 2 => totals.saturating_pow(3),
            Objective::Win => totals.saturating_mul(totals),
        };
        if size > if conditions.cache.is_some() { KEPT } else { QUICK } {
            return None;
        }
        let solutions = Solutions::new(game, conditions);
        let position = position(game, question, &solutions).ok()?;
        let answer = Answer::new(solutions.solver(), &position, question);
        Some(describe::action(game, question, &answer))
    }
}

fn position(game: &Game, question: &Question, solutions: &Solutions<'_>) -> Result<Position> {
    Ok(match question.objective {
        Objective::Turn => solutions.turn_from(question.own)?.position.clone(),
        Objective::Race => {
            let race = solutions.race()?;
            played_out(game, race.given_up(game.rules.max_turns))?;
            race.position(question.own)
        }
        Objective::Win => {
            if let Some(third) = question.third {
                let totals = [question.own, question.opponent, third];
                let three = solutions.three_from(totals)?;
                played_out(game, three.given_up)?;
                return Ok(three.position(totals));
            }
            let many = question.players > 3;
            let win =
                if many { &solutions.many(question.players)?.solution } else { solutions.win()? };
            played_out(game, win.given_up)?;
            win.position(question.own, question.opponent)
        }
    })
}

impl Run for Advice {
    fn record(&self) -> RunRecord {
        let Self { game, question, .. } = self;
        let rules = &game.rules;
        let mut record = RunRecord::begun(Seated::NAME, rules.changed());
        question.record(game, &mut record);
        let edition = &rules.edition;
        record.add_text("editions", &edition.name, &[], &edition.source.text);
        record
    }

    fn tables(&self) -> Vec<&'static str> {
        vec![TABLE.name]
    }

    fn files(&self) -> Vec<String> {
        vec![PICTURE.to_owned()]
    }

    fn unit_name(&self) -> &'static str {
        "positions solved"
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let Self { game, question, .. } = self;
        let solutions = Solutions::new(game, conditions);
        let solver = solutions.solver();
        let position = position(game, question, &solutions)?;
        let answer = Answer::new(solver, &position, question);
        let table = table::table(game, question, &answer);
        let mut screen = describe::screen(game, question, &answer, |dice| {
            // Up to the first reachable row from which on the decision is constant.
            let rows = position.rows;
            let states = solver.turn_states(rows);
            let beyond = states.nearest(rows, dice).1.filter(|_| !states.contains(rows, dice));
            let stretches = stretches(&position, &states, beyond.unwrap_or(rows) + 1, dice);
            stop_conditions(game, &position, &stretches)
        });
        let what = describe::finding(&screen);
        screen.extend(self.levels(&answer, conditions));
        let here = match &answer {
            // After the best keep.
            Answer::Choices(choices) => choices.first().map(|best| (best.points, best.dice)),
            _ => None,
        };
        let (units, dice) = here.unwrap_or((question.points, question.state().dice));
        let map = advice_map(solver, &position, (&what, units, dice));
        Ok(Results {
            files: vec![(PICTURE.to_owned(), map.svg().into_bytes())],
            tables: vec![table],
            screen,
            warnings: solutions.warnings(),
            ..Results::default()
        })
    }
}

/// A decision to stop or roll, after a keep if dice were rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The dice kept; `None` if no dice were rolled.
    pub keep: Option<Keep>,
    /// Units set aside in this turn, including the keep.
    pub points: u32,
    /// The number of dice to roll next.
    pub dice: u8,
    /// Value of stopping; `None` if illegal.
    stop: Option<f64>,
    roll: f64,
    /// The bust probability of the next roll, including Joker re-rolls.
    risk: f64,
    /// Whether stopping is at least as good as rolling.
    pub stops: bool,
    /// The units from which stopping is always optimal with this number of dice to roll.
    stop_from: Option<u32>,
}

impl Choice {
    fn new(solver: &Solver, position: &Position, state: TurnState, keep: Option<Keep>) -> Self {
        let TurnState { points, dice, .. } = state;
        // A turn begins with a roll, even if the minimum bank is 0.
        let stop = position.stop(points).filter(|_| points > 0);
        Self {
            keep,
            points,
            dice,
            stop,
            // `roll` is never `None`: questions and keeps have a valid number of dice.
            roll: position.roll(points, dice).unwrap_or(f64::NAN),
            risk: risk(solver, dice),
            stops: stop.is_some() && position.stops(points, dice),
            stop_from: position.threshold(dice),
        }
    }

    /// The higher of the values of stopping and rolling.
    fn value(&self) -> f64 {
        self.stop.filter(|_| self.stops).unwrap_or(self.roll)
    }
}

fn risk(solver: &Solver, dice: u8) -> f64 {
    let (bust, settled) = solver.bust_odds(dice).unwrap_or((0, 1));
    bust as f64 / settled as f64
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// There is a decision: the choices, best first; at least one.
    Choices(Vec<Choice>),
    /// The roll busts; the value of that.
    Bust(f64),
    /// The roll is a Joker: the same dice are rolled again.
    Joker {
        /// Value of rolling the dice again.
        roll: f64,
        /// The bust probability, including further Jokers.
        risk: f64,
    },
    /// The roll wins the game.
    Win {
        /// The score of the roll, in units.
        points: u32,
        /// Value in the unit of the objective.
        value: f64,
    },
}

impl Answer {
    /// The answer at a solved position.
    pub fn new(solver: &Solver, position: &Position, question: &Question) -> Self {
        let (game, state) = (solver.game(), question.state());
        let Thrown::Rolled(counts) = &question.thrown else {
            return Self::Choices(vec![Choice::new(solver, position, state, None)]);
        };
        match game.scoring.verdict(counts) {
            Verdict::Keep(keeps) => Self::Choices(ranked(solver, position, state, &keeps)),
            Verdict::Bust => Self::Bust(position.lost()),
            Verdict::Joker => Self::Joker {
                roll: position.roll(state.points, state.dice).unwrap_or(f64::NAN),
                risk: risk(solver, state.dice),
            },
            Verdict::Win { points } => {
                let value = match question.objective {
                    Objective::Turn => {
                        game.points((state.points + points).min(game.room(question.own))) as f64
                    }
                    Objective::Race => 0.0,
                    Objective::Win => 1.0,
                };
                Self::Win { points, value }
            }
        }
    }
}

fn ranked(solver: &Solver, position: &Position, state: TurnState, keeps: &[Keep]) -> Vec<Choice> {
    let game = solver.game();
    let choice =
        |keep: &Keep| Choice::new(solver, position, game.after_keep(state, *keep), Some(*keep));
    let mut choices: Vec<Choice> = keeps.iter().map(choice).collect();
    let fewer_is_better = position.objective == Objective::Race;
    choices.sort_by(|a, b| {
        let order = a.value().total_cmp(&b.value());
        if fewer_is_better { order } else { order.reverse() }
    });
    choices
}
