//! Arguments that several commands share.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};

use super::parse::{self, Seed, Settings};
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::game::RuleSetting;
use crate::policy::load_text;
use crate::run::checkpoint::Shard;
use crate::run::{Stopping, Until};
use crate::sim::progress::Bar;
use crate::stats::Level;

/// What is played.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Rules")]
pub struct RulesArgs {
    /// Rules that differ from the edition's: a bare key means on, values of a list join with `+`
    /// (`pushluck list rules` names them all); may be given several times.
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = parse::settings)]
    pub rules: Vec<Settings>,

    /// A file of component data in place of the built-in edition.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub edition: Option<PathBuf>,
}

impl RulesArgs {
    /// What `--rules` sets.
    pub fn settings(&self) -> Vec<RuleSetting> {
        self.rules.iter().flat_map(|settings| settings.0.clone()).collect()
    }

    /// The text of the file of `--edition`.
    pub fn edition(&self) -> Result<Option<Arc<Source>>> {
        self.edition.as_deref().map(|path| load_text(path, "edition")).transpose()
    }
}

/// Who plays.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Players")]
pub struct TableArgs {
    /// A policy, by name or as a file (with a `/` or ending in `.toml`), with parameters behind the
    /// last `:`, as in `hold-at:hold=600`. Given once it fills every seat, given k times it makes
    /// games of k seats.
    #[arg(long = "policy", value_name = "SPEC")]
    pub policies: Vec<String>,

    /// The number of players, 1 to 8; with more policies than that, every combination meets.
    #[arg(long, value_name = "N", value_parser = parse::players)]
    pub players: Option<u8>,

    /// Keep every policy on its seat, in the order in which they are named, instead of rotating from
    /// game to game. Each combination then plays in that order alone: for the reverse order name them
    /// the other way round.
    #[arg(long)]
    pub fixed_seats: bool,
}

/// Where candidates are measured.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Players")]
pub struct FieldArgs {
    /// The opponents: a policy for all seats that are not the candidate's, or one for each, in
    /// order; without it a default of the game.
    #[arg(long, alias = "field", value_name = "SPEC")]
    pub against: Vec<String>,

    /// The number of players in a game, the candidate among them, 1 to 8.
    #[arg(long, value_name = "N", value_parser = parse::players)]
    pub players: Option<u8>,
}

/// Where the game begins.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Rules")]
pub struct StartArgs {
    /// Play on from this position, as in `own=7000,opponent=6500`.
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = parse::settings)]
    pub start: Option<Settings>,
}

impl StartArgs {
    /// What `--start` sets.
    pub fn settings(&self) -> Vec<RuleSetting> {
        self.start.as_ref().map_or_else(Vec::new, |settings| settings.0.clone())
    }
}

/// Where the luck comes from.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Running")]
pub struct SeedArgs {
    /// The random seed, a whole number; or `random`, which prints the seed it took.
    #[arg(long, value_name = "S", value_parser = parse::seed, default_value = "1")]
    pub seed: Seed,
}

/// How the work is done; nothing here changes a result.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Running")]
pub struct WorkArgs {
    /// The number of threads, 1 to 1024, at most four times what the machine offers; without it as
    /// many as the machine offers. The result does not depend on it.
    #[arg(long, value_name = "T", value_parser = parse::threads)]
    pub threads: Option<u16>,

    /// Suppress progress and hints.
    #[arg(long)]
    pub quiet: bool,
}

impl WorkArgs {
    /// The progress bar of work in `units`, where somebody looks.
    pub fn bar(&self, units: &'static str) -> Option<Bar> {
        if self.quiet { None } else { Bar::on_terminal(units) }
    }
}

/// What becomes of the result.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write all tables and the record of the run, `run.toml`, to this folder.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,

    /// Replace the results of a different run in that folder.
    #[arg(long, requires = "out")]
    pub force: bool,

    /// The format of standard output.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub format: Format,

    /// The one table that `--format csv` prints, by the name of its file without `.csv`.
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,
}

impl OutputArgs {
    /// Refuses flags that do not go together, before anything is played.
    pub fn check(&self) -> Result<()> {
        match &self.table {
            Some(table) if self.format != Format::Csv => Err(Error::input_help(
                format!("`--table {table}` picks a table for `--format csv` only"),
                format!("add `--format csv`, or leave `--table {table}` out"),
            )),
            _ => Ok(()),
        }
    }
}

/// What ends a run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Stopping")]
pub struct StopArgs {
    /// Stop when this is known: 'ci(win) < 0.1%', the half-width of the interval of every win rate;
    /// 'ci(mean) < 5', the same of mean scores; or 'rank settled', who is better than whom. Looks at
    /// fixed numbers of games only, and its intervals allow for that.
    #[arg(long, value_name = "WHAT", value_parser = parse::until, conflicts_with = "games")]
    pub until: Option<Until>,

    /// The most games for that, or for `--max-time` (a thousand times as many as without either).
    #[arg(long, value_name = "N", value_parser = parse::count, conflicts_with = "games")]
    pub max_games: Option<u64>,

    /// Stop after this time, as in 90s, 2m or 1.5h. How much is played then depends on the machine.
    #[arg(long, value_name = "TIME", value_parser = parse::time)]
    pub max_time: Option<Duration>,
}

impl StopArgs {
    /// What ends a run, where its length is not `given`.
    pub fn stopping(&self, given: bool) -> Option<Stopping> {
        let Self { until, max_games, max_time } = *self;
        let open = until.is_some() || max_games.is_some() || max_time.is_some() && !given;
        open.then_some(Stopping { until, at_most: max_games, turns: false })
    }
}

/// How a run is played that takes more than one sitting, or more than one machine.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Long runs")]
pub struct PartArgs {
    /// Keep what has been counted in this file, so that a run that is cut off can go on.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub checkpoint: Option<PathBuf>,

    /// The seconds between two writes of that file, which is written at the end too.
    #[arg(long, value_name = "SECONDS", value_parser = parse::seconds, default_value = "30")]
    pub checkpoint_every: Duration,

    /// Go on from such a file with the same run; it is kept up unless `--checkpoint` names another.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub resume: Option<PathBuf>,

    /// Play part I of N alone, into the file of `--checkpoint`; `pushluck merge` puts all N together.
    #[arg(
        long,
        value_name = "I/N",
        value_parser = parse::shard,
        conflicts_with_all = ["out", "table", "format"]
    )]
    pub shard: Option<Shard>,
}

/// What is told of chance.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct LevelArgs {
    /// The level of the intervals, as a share or in percent.
    #[arg(long, value_name = "LEVEL", value_parser = parse::confidence, default_value = "0.95")]
    pub confidence: f64,
}

impl LevelArgs {
    /// The level.
    pub fn level(&self) -> Level {
        Level::new(self.confidence).unwrap_or(Level::DEFAULT)
    }
}

/// What is told of chance.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct SamplingArgs {
    /// How sure intervals are.
    #[command(flatten)]
    pub level: LevelArgs,

    /// Write the first N units, games or turns, as raw rows to `samples.csv` (at most a million).
    #[arg(long, value_name = "N", value_parser = parse::rows, requires = "out")]
    pub samples: Option<u64>,
}

/// How a question about policies and rules is answered.
#[derive(Args, Clone, Debug)]
pub struct QuestionArgs {
    /// What is played.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// Where the luck comes from.
    #[command(flatten)]
    pub seed: SeedArgs,

    /// How the work is done.
    #[command(flatten)]
    pub work: WorkArgs,

    /// How sure intervals are.
    #[command(flatten)]
    pub level: LevelArgs,

    /// What becomes of the result.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The format of standard output.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Tables for people.
    #[default]
    Table,
    /// One table for programs, as it would be written to a file.
    Csv,
    /// All tables as one JSON array.
    Json,
}
