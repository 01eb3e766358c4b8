//! Arguments that several commands share.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};

use super::games;
use super::parse::{self, Seed, Settings};
use crate::diagnostic::Source;
use crate::error::{Error, Result, did_you_mean};
use crate::game::RuleSetting;
use crate::policy::load_text;
use crate::run::checkpoint::Shard;
use crate::run::{Stopping, Until};
use crate::sim::progress::Bar;
use crate::stats::Level;

/// The rules of a run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Rules")]
pub struct RulesArgs {
    /// Rules that differ from those of the edition (`pushluck list rules` shows all). A key without
    /// a value turns the rule on; values of a list are joined with `+`. May be given several times.
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = parse::settings)]
    pub rules: Vec<Settings>,

    /// A shipped edition (`pushluck list editions`), or a file of component data.
    #[arg(long, value_name = "NAME|FILE", value_hint = ValueHint::FilePath)]
    pub edition: Option<PathBuf>,
}

impl RulesArgs {
    /// Returns the settings of `--rules`.
    pub fn settings(&self) -> Vec<RuleSetting> {
        self.rules.iter().flat_map(|settings| settings.0.clone()).collect()
    }

    /// Returns the text of `--edition`.
    pub fn edition(&self) -> Result<Option<Arc<Source>>> {
        self.edition.as_deref().map(edition).transpose()
    }
}

/// Returns the text of the shipped edition or of the file that `--edition` names.
pub(super) fn edition(named: &Path) -> Result<Arc<Source>> {
    let name = named.to_str().unwrap_or_default();
    if let Some((name, text)) = games::edition(name) {
        return Ok(Source::new(name, text));
    }
    if name.contains(['/', '.']) || named.exists() {
        return load_text(named, "edition");
    }
    let message = format!("there is no shipped edition and no file `{}`", named.display());
    Err(no_edition(message, name))
}

/// Returns the error for a name that no shipped edition has.
pub(super) fn no_edition(message: String, name: &str) -> Error {
    let all = || "`pushluck list editions` lists the shipped ones".to_owned();
    Error::input_help(message, did_you_mean(name, games::editions().map(|(name, _)| name), all))
}

/// The policies of a run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Players")]
pub struct TableArgs {
    /// A policy: a name or a file (with a `/` or ending in `.toml`), with parameters after the last
    /// `:`, as in `hold-at:hold=600`, or a program as in `bot:python3 mine.py` (`pushluck help bots`). One
    /// policy fills every seat; k policies make games of k players.
    #[arg(long = "policy", value_name = "SPEC")]
    pub policies: Vec<String>,

    /// The number of players, 1 to 8. With more policies than players, every combination is a
    /// matchup.
    #[arg(long, value_name = "N", value_parser = parse::players)]
    pub players: Option<u8>,

    /// Keep every policy in its seat, in the order of the options, instead of rotating the seats
    /// from game to game. Each combination is played in this order only; for the reverse order,
    /// give the options in reverse order.
    #[arg(long)]
    pub fixed_seats: bool,
}

/// The opponents and players of candidates.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Players")]
pub struct FieldArgs {
    /// The opponents: one policy for all other seats, or one for each of them, in order. The
    /// default depends on the game.
    #[arg(long, alias = "field", value_name = "SPEC")]
    pub against: Vec<String>,

    /// The number of players in a game, including the candidate, 1 to 8.
    #[arg(long, value_name = "N", value_parser = parse::players)]
    pub players: Option<u8>,
}

/// The start position of a run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Rules")]
pub struct StartArgs {
    /// Start from this position, as in `own=7000,opponent=6500` for El Ocho; other games take the
    /// fields of `pushluck list positions GAME`.
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = parse::settings)]
    pub start: Option<Settings>,
}

impl StartArgs {
    /// Returns the settings of `--start`.
    pub fn settings(&self) -> Vec<RuleSetting> {
        self.start.as_ref().map_or_else(Vec::new, |settings| settings.0.clone())
    }
}

/// The start position of games: named parts of it, or the whole.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Rules")]
pub struct OpeningArgs {
    /// Named parts of the start position.
    #[command(flatten)]
    pub start: StartArgs,

    /// A position, as text or as a file of text (`pushluck help advice`): games start there, with
    /// hidden cards dealt again in each.
    #[arg(long, value_name = "TEXT|FILE", conflicts_with = "start")]
    pub position: Option<String>,
}

impl OpeningArgs {
    /// Returns the text of `--position`.
    pub fn position(&self) -> Result<Option<Arc<Source>>> {
        let read = |text: &String| match text.contains('=') || text.trim() == "start" {
            true => Ok(Source::new("--position", text.as_str())),
            false => load_text(Path::new(text), "position"),
        };
        self.position.as_ref().map(read).transpose()
    }
}

/// The random seed of a run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Running")]
pub struct SeedArgs {
    /// The random seed: a whole number, or `random`, which prints the seed that it chose.
    #[arg(long, value_name = "S", value_parser = parse::seed, default_value = "1")]
    pub seed: Seed,
}

/// Options of execution; they do not change results.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Running")]
pub struct WorkArgs {
    /// The number of threads, 1 to 1024 and at most four times the number of processors; by default
    /// the number of processors. Results do not depend on it.
    #[arg(long, value_name = "T", value_parser = parse::threads)]
    pub threads: Option<u16>,

    /// Suppress progress and hints.
    #[arg(long)]
    pub quiet: bool,
}

impl WorkArgs {
    /// Returns the progress bar of work in `units`; it is hidden if stderr is not a terminal or
    /// with `--quiet`.
    pub fn bar(&self, units: &'static str) -> Option<Bar> {
        if self.quiet { None } else { Bar::on_terminal(units) }
    }
}

/// The output of a run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write all tables and the record of the run, `run.toml`, to this folder.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,

    /// Replace the results of a different run in the folder of `--out`.
    #[arg(long, requires = "out")]
    pub force: bool,

    /// The format of the pictures in the folder of `--out`: `png` writes a PNG next to each SVG.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t, requires = "out")]
    pub picture: Picture,

    /// The format of standard output.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub format: Format,

    /// The table to show in place of the summary, as in `rule_use`; with `--format csv`, the table to
    /// print (`pushluck list tables` shows all).
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,
}

impl OutputArgs {
    /// Rejects flags that contradict each other, before the run starts.
    pub fn check(&self) -> Result<()> {
        match &self.table {
            Some(table) if self.format == Format::Json => Err(Error::input_help(
                format!("`--format json` prints all tables, not only `{table}`"),
                format!("write `--format csv`, or leave `--table {table}` out"),
            )),
            _ => Ok(()),
        }
    }
}

/// The stop conditions of a run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Stopping")]
pub struct StopArgs {
    /// Stop when this condition holds: 'ci(win) < 0.1%' for the half-width of the confidence
    /// interval of every win rate, 'ci(mean) < 5' for that of every mean score, or 'rank settled' when every pair of
    /// policies is significantly different. The intervals allow for repeated checks.
    #[arg(long, value_name = "WHAT", value_parser = parse::until, conflicts_with = "games")]
    pub until: Option<Until>,

    /// The maximum number of games with `--until` or `--max-time` (by default 1000 times the
    /// default of `--games`).
    #[arg(long, value_name = "N", value_parser = parse::count, conflicts_with = "games")]
    pub max_games: Option<u64>,

    /// Stop after this time, as in 90s, 2m or 1.5h. The number of games then depends on the
    /// machine.
    #[arg(long, value_name = "TIME", value_parser = parse::time)]
    pub max_time: Option<Duration>,
}

impl StopArgs {
    /// Returns the stop condition, if any. `--max-time` alone makes one only if the number of games or
    /// turns is not `given`.
    pub fn stopping(&self, given: bool) -> Option<Stopping> {
        let Self { until, max_games, max_time } = *self;
        let open = until.is_some() || max_games.is_some() || max_time.is_some() && !given;
        open.then_some(Stopping { until, at_most: max_games, turns: false })
    }
}

/// Options of runs that are interrupted and resumed.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Long runs")]
pub struct CheckpointArgs {
    /// Save the intermediate counts to this file during the run, so that an interrupted run can be
    /// resumed.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub checkpoint: Option<PathBuf>,

    /// The seconds between two writes of the checkpoint; it is also written at the end.
    #[arg(long, value_name = "SECONDS", value_parser = parse::seconds, default_value = "30")]
    pub checkpoint_every: Duration,

    /// Resume the same run from a checkpoint file, and update this file unless `--checkpoint` names
    /// another.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub resume: Option<PathBuf>,
}

/// Options of runs that are interrupted and resumed, or split over several machines.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Long runs")]
pub struct PartArgs {
    /// The checkpoint.
    #[command(flatten)]
    pub checkpoint: CheckpointArgs,

    /// Play only shard I of N and save it to the file of `--checkpoint`; `pushluck merge` combines
    /// all N shards.
    #[arg(
        long,
        value_name = "I/N",
        value_parser = parse::shard,
        conflicts_with_all = ["out", "table", "format"]
    )]
    pub shard: Option<Shard>,
}

/// Options of long runs: a time, and parts.
#[derive(Args, Clone, Debug)]
pub struct LongArgs {
    /// Stop after this time, as in 90s, 2m or 1.5h. The length of the run then depends on the
    /// machine.
    #[arg(long, value_name = "TIME", value_parser = parse::time, help_heading = "Stopping")]
    pub max_time: Option<Duration>,

    /// Checkpoints and shards.
    #[command(flatten)]
    pub parts: PartArgs,
}

/// The confidence level.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct LevelArgs {
    /// The confidence level of the intervals, as a share or in percent.
    #[arg(long, value_name = "LEVEL", value_parser = parse::confidence, default_value = "0.95")]
    pub confidence: f64,
}

impl LevelArgs {
    /// Returns the level; the default if the value is invalid.
    pub fn level(&self) -> Level {
        Level::new(self.confidence).unwrap_or(Level::DEFAULT)
    }
}

/// The confidence level and raw samples.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct SamplingArgs {
    /// The confidence level.
    #[command(flatten)]
    pub level: LevelArgs,

    /// Write the raw rows of the first N games (or turns) to `samples.csv` in the folder of
    /// `--out`; at most 1,000,000.
    #[arg(long, value_name = "N", value_parser = parse::rows, requires = "out")]
    pub samples: Option<u64>,
}

/// Options that comparisons, sweeps and tuning share.
#[derive(Args, Clone, Debug)]
pub struct QuestionArgs {
    /// The rules.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// The start position.
    #[command(flatten)]
    pub opening: OpeningArgs,

    /// The seed.
    #[command(flatten)]
    pub seed: SeedArgs,

    /// Threads and progress.
    #[command(flatten)]
    pub work: WorkArgs,

    /// The confidence level.
    #[command(flatten)]
    pub level: LevelArgs,

    /// The output.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The format of pictures.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Picture {
    /// SVG: sharp at every size, with values under the pointer.
    #[default]
    Svg,
    /// SVG, and PNG for programs that do not take SVG.
    Png,
}

/// The format of standard output.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Tables for people.
    #[default]
    Table,
    /// One table as CSV, for programs.
    Csv,
    /// All tables as one JSON array.
    Json,
    /// The tables for people as Markdown.
    Markdown,
}
