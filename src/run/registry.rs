//! The interface between the command line and games: play and further abilities.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::benchmark::Speed;
use super::follow::Follow;
use super::journal::Journal;
use super::parts::Parts;
use super::policies::Shipped;
use super::request::{AdviceSpec, RunSpec, VerifySpec};
use super::transcript::Details;
use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result};
use crate::game::position::FieldAbout;
use crate::game::{RuleKey, RuleSetting, Vocabulary};
use crate::report::plot::HeatMap;
use crate::report::schema::Schema;
use crate::report::{Grid, RunRecord, Table};
use crate::sim::interrupt::{StopFlag, Why};
use crate::sim::progress::Watch;

/// A game of the command line.
pub trait AnyGame: Sync {
    /// Returns the name on the command line.
    fn name(&self) -> &'static str;
    /// Returns the description in one line.
    fn about(&self) -> &'static str;
    /// Returns the vocabulary of its policies.
    fn vocabulary(&self) -> &'static Vocabulary;
    /// Returns the settings of `--rules`.
    fn rules(&self) -> &[RuleKey];
    /// Returns the settings of `--start`.
    fn starts(&self) -> &'static [RuleKey];
    /// Returns the names and texts of the shipped editions. The first one, called as the game, is played
    /// without `--edition`; the list is empty for a game without editions.
    fn editions(&self) -> Vec<(&'static str, &'static str)>;
    /// Returns the rule sets of an edition (by default the shipped one), as (setting, description).
    fn rule_sets(&self, edition: Option<&Arc<Source>>) -> Result<Vec<(String, String)>>;
    /// Returns the settings of an edition (by default the shipped one), as (setting, value).
    fn defaults(&self, edition: Option<&Arc<Source>>) -> Result<Vec<(&'static str, String)>>;
    /// Returns the shipped policies, files first.
    fn shipped(&self) -> &[Shipped];
    /// Returns the default base policy of a searching built-in policy; `None` for other policies.
    fn base(&self, policy: &str) -> Option<&'static str>;
    /// Returns all tables of the game; raw rows have several schemas with one name.
    fn tables(&self) -> Vec<Schema>;
    /// Returns the errors and warnings of an edition file.
    fn check_edition(&self, source: Arc<Source>) -> Result<Vec<Diagnostic>>;
    /// Returns the JSON Schema of its editions.
    fn edition_schema(&self) -> Result<serde_json::Value>;
    /// Prepares a run; this solves positions that its policies need.
    fn prepare(&self, spec: &RunSpec, conditions: Conditions<'_>) -> Result<Box<dyn GameRun>>;
    /// Returns the fields of its positions as text, for two players; none if it has no such texts.
    fn positions(&self) -> Vec<FieldAbout>;
    /// Prepares advice at one decision.
    fn advise(&self, spec: &AdviceSpec, conditions: Conditions<'_>) -> Result<Box<dyn Run>>;
    /// Follows a live game with advice for a seat, counted from 0.
    fn follow(
        &self,
        spec: &AdviceSpec,
        seat: u8,
        conditions: Conditions<'_>,
    ) -> Result<Box<dyn Follow>>;
    /// Returns its further abilities.
    fn extras(&self) -> &'static [&'static dyn Extra];
    /// Returns the function that makes the card; `None` for a game without a card.
    fn card(&self) -> Option<Card>;
    /// Returns the function that makes the page that advises during a game; `None` for a game without
    /// this page.
    fn page(&self) -> Option<Card>;
    /// Compares the simulator with all exact values; `None` for a game without exact values.
    fn verify(&self, spec: &VerifySpec, conditions: Conditions<'_>) -> Result<Option<Verified>>;
    /// Measures the speed of the game.
    fn bench(&self, conditions: Conditions<'_>) -> Result<Vec<Speed>>;
}

impl fmt::Debug for dyn AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyGame({})", self.name())
    }
}

/// How a run is executed. Only `stop` can change a result: it ends the run early.
#[derive(Clone, Copy)]
pub struct Conditions<'a> {
    /// The number of threads.
    pub threads: Option<usize>,
    /// The flag that stops the run.
    pub stop: &'a StopFlag,
    /// The observer of progress, if any.
    pub watch: Option<&'a dyn Watch>,
    /// The cache of solutions.
    pub cache: Option<&'a Path>,
    /// The known measurements of a search, if it is resumed.
    pub journal: Option<&'a Journal<'a>>,
}

impl Conditions<'_> {
    /// Returns why the run was stopped.
    pub(crate) fn why(&self) -> Why {
        self.stop.raised().unwrap_or(Why::Interrupted)
    }
}

impl fmt::Debug for Conditions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conditions")
            .field("threads", &self.threads)
            .field("cache", &self.cache)
            .finish_non_exhaustive()
    }
}

/// Makes the card of a game, or the page that advises during it, for an edition and rules: HTML,
/// with warnings.
pub type Card =
    fn(Option<&Arc<Source>>, &[RuleSetting], Conditions<'_>) -> Result<(String, Vec<Warning>)>;

/// A prepared task: games to play, a question about policies, or a position to solve.
pub trait Run {
    /// Returns the record that defines the task.
    fn record(&self) -> RunRecord;
    /// Returns the names of its tables, in order.
    fn tables(&self) -> Vec<&'static str>;
    /// Returns the names of its other files, in order, as far as known in advance.
    fn files(&self) -> Vec<String> {
        Vec::new()
    }
    /// Returns the number of units, if an interrupted run equals a run of fewer units.
    fn units(&self) -> Option<u64> {
        None
    }
    /// Returns the name of its units, in the plural.
    fn unit_name(&self) -> &'static str;
    /// Returns the task as units that can be played in parts, if possible.
    fn parts(&self) -> Option<&dyn Parts> {
        None
    }
    /// Returns whether an interrupted task has results.
    fn keeps(&self) -> bool {
        self.parts().is_some()
    }
    /// Returns a sentence on what `--out` writes.
    fn hint(&self) -> Option<&'static str> {
        None
    }
    /// Executes the task.
    fn run(&self, conditions: Conditions<'_>) -> Result<Results>;
}

/// A run of games or turns that can be shown one by one.
pub trait GameRun: Run {
    /// Returns the first units as raw rows.
    fn samples(&self, units: u64) -> Table;
    /// Returns whether units are too slow to replay the samples of an interrupted run.
    fn is_slow(&self) -> bool;
    /// Returns a readable transcript of unit `unit` (from 0), for any length of the run.
    ///
    /// # Errors
    ///
    /// If values are requested and the run is interrupted, or their base policy cannot be prepared.
    fn transcript(&self, unit: u64, details: Details, conditions: Conditions<'_>)
    -> Result<String>;
}

/// The results of a task.
#[derive(Debug, Default)]
pub struct Results {
    /// The tables, as written to files.
    pub tables: Vec<Table>,
    /// Pictures and other files, by name.
    pub files: Vec<(String, Vec<u8>)>,
    /// The screen.
    pub screen: Vec<Block>,
    /// Warnings.
    pub warnings: Vec<Warning>,
    /// The number of played units, if units are counted.
    pub units_done: u64,
    /// The reason of an early end, if any.
    pub stopped: Option<Why>,
    /// Further entries of `[result]` in `run.toml`.
    pub concluded: Vec<(&'static str, toml::Value)>,
}

/// A warning, with a way out if any.
pub type Warning = (String, Option<String>);

/// A block of a screen.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading.
    Title(String),
    /// A table.
    Grid(Grid),
    /// A heat map in blocks of colour.
    Map(Box<HeatMap>),
    /// A note under a table.
    Note(String),
}

/// A command of single games, for example an exact solution.
pub trait Extra: Sync {
    /// Returns the command (`solve`).
    fn command(&self) -> &'static str;
    /// Adds its arguments to the command.
    fn arguments(&self, command: clap::Command) -> clap::Command;
    /// Prepares the task of the parsed arguments.
    fn prepare(&self, matches: &clap::ArgMatches) -> Result<Box<dyn Run>>;
}

/// An [`Extra`] with the arguments `A`.
#[derive(Debug)]
pub struct Ask<A> {
    /// The command.
    pub command: &'static str,
    /// Prepares the task.
    pub prepare: fn(A) -> Result<Box<dyn Run>>,
}

impl<A: clap::Args> Extra for Ask<A> {
    fn command(&self) -> &'static str {
        self.command
    }

    fn arguments(&self, command: clap::Command) -> clap::Command {
        A::augment_args(command)
    }

    fn prepare(&self, matches: &clap::ArgMatches) -> Result<Box<dyn Run>> {
        let args =
            A::from_arg_matches(matches).map_err(|error| Error::Failed(error.to_string()))?;
        (self.prepare)(args)
    }
}

/// An exact value and its estimate by the simulator.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The game.
    pub game: &'static str,
    /// The name of the edition.
    pub edition: String,
    /// The rules that differ from the edition.
    pub rules: String,
    /// The description of the figure.
    pub what: String,
    /// The number of rolls, turns or games of the estimate.
    pub n: u64,
    /// The estimate of the simulator.
    pub estimate: f64,
    /// The exact value.
    pub exact: f64,
    /// The standard error of the estimate.
    pub std_error: f64,
    /// The deviation of the estimate from the exact value, in standard errors.
    pub z: f64,
}

/// The result of `verify`.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// The compared figures.
    pub figures: Vec<Figure>,
    /// Sentences on figures that were not compared, with reasons.
    pub left_out: Vec<String>,
}

impl Verified {
    /// Returns the result with the name of the edition.
    pub(crate) fn of_edition(mut self, name: &str) -> Self {
        self.figures.iter_mut().for_each(|figure| name.clone_into(&mut figure.edition));
        self
    }
}

impl From<Vec<Figure>> for Verified {
    fn from(figures: Vec<Figure>) -> Self {
        Self { figures, left_out: Vec::new() }
    }
}

impl Figure {
    /// Returns a figure with the deviation of the two values in standard errors.
    pub(crate) fn new(
        game: &'static str,
        rules: &str,
        what: String,
        n: u64,
        (estimate, exact, std_error): (f64, f64, f64),
    ) -> Self {
        let z = match estimate - exact {
            0.0 => 0.0,
            distance => distance / std_error,
        };
        let (edition, rules) = (String::new(), rules.to_owned());
        Self { game, edition, rules, what, n, estimate, exact, std_error, z }
    }
}
