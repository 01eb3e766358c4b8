//! What the command line knows of a game and of what it can be asked, whatever the game.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::benchmark::Speed;
use super::parts::Parts;
use super::policies::Shipped;
use super::request::{RunSpec, VerifySpec};
use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result};
use crate::game::{RuleKey, RuleSetting, Vocabulary};
use crate::report::plot::HeatMap;
use crate::report::schema::Schema;
use crate::report::{Grid, RunRecord, Table};
use crate::sim::interrupt::{StopFlag, Why};
use crate::sim::progress::Watch;

/// What the command line knows of a game.
pub trait AnyGame: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// What it is about, in one line.
    fn about(&self) -> &'static str;
    /// What its policies may name.
    fn vocabulary(&self) -> &'static Vocabulary;
    /// What `--rules` may set.
    fn rules(&self) -> &[RuleKey];
    /// What `--start` may set.
    fn starts(&self) -> &'static [RuleKey];
    /// The text of the shipped edition, for a game that has editions.
    fn edition(&self) -> Option<&'static str>;
    /// The rule sets of an edition, or of the shipped one, as (setting, what it has).
    fn rule_sets(&self, edition: Option<&Arc<Source>>) -> Result<Vec<(String, String)>>;
    /// The settings of an edition, or of the shipped one, as (setting, value).
    fn defaults(&self, edition: Option<&Arc<Source>>) -> Result<Vec<(&'static str, String)>>;
    /// The policies that come with the program, files first.
    fn shipped(&self) -> &[Shipped];
    /// Whom a built-in policy that searches plays on with where nobody is named; `None` for one that
    /// does not search.
    fn base(&self, policy: &str) -> Option<&'static str>;
    /// All tables that there are of it; raw rows come in several forms of one name.
    fn tables(&self) -> Vec<Schema>;
    /// The faults of an edition file.
    fn check_edition(&self, source: Arc<Source>) -> Result<Vec<Diagnostic>>;
    /// The JSON Schema of its editions.
    fn edition_schema(&self) -> Result<serde_json::Value>;
    /// Makes a run ready; what its policies need solved is solved here.
    fn prepare(&self, spec: &RunSpec, conditions: Conditions<'_>) -> Result<Box<dyn GameRun>>;
    /// What it can be asked beside being played.
    fn extras(&self) -> &'static [&'static dyn Extra];
    /// Makes the card to keep beside the table, where there is one.
    fn card(&self) -> Option<Card>;
    /// Compares the simulator with every exact figure there is; `None` for a game without any.
    fn verify(&self, spec: &VerifySpec, conditions: Conditions<'_>) -> Result<Option<Verified>>;
    /// Measures how fast it is played.
    fn bench(&self, conditions: Conditions<'_>) -> Result<Vec<Speed>>;
}

impl fmt::Debug for dyn AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyGame({})", self.name())
    }
}

/// How a run is carried out; nothing here changes a result.
#[derive(Clone, Copy)]
pub struct Conditions<'a> {
    /// The number of threads.
    pub threads: Option<usize>,
    /// What stops it.
    pub stop: &'a StopFlag,
    /// Who watches it.
    pub watch: Option<&'a dyn Watch>,
    /// Where solutions that take a while are kept from one run to the next; nowhere without it.
    pub cache: Option<&'a Path>,
}

impl fmt::Debug for Conditions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conditions")
            .field("threads", &self.threads)
            .field("cache", &self.cache)
            .finish_non_exhaustive()
    }
}

/// Makes the card of a game by an edition and rules: a page of HTML, and what the user should know.
pub type Card =
    fn(Option<&Arc<Source>>, &[RuleSetting], Conditions<'_>) -> Result<(String, Vec<Warning>)>;

/// A prepared piece of work: games to be played, a question about policies, a position to be solved.
pub trait Run {
    /// What defines it, for `run.toml`.
    fn record(&self) -> RunRecord;
    /// The names of the tables it makes, in their order.
    fn tables(&self) -> Vec<&'static str>;
    /// The names of the files that it makes beside them, in their order, where they are known.
    fn files(&self) -> Vec<String> {
        Vec::new()
    }
    /// The number of its units, where a run that is cut off is the same as one of fewer units.
    fn units(&self) -> Option<u64> {
        None
    }
    /// What a unit is called, in the plural.
    fn unit_name(&self) -> &'static str;
    /// The run as units that may be played in parts, where they may.
    fn parts(&self) -> Option<&dyn Parts> {
        None
    }
    /// Whether it gives results where it is interrupted.
    fn keeps(&self) -> bool {
        self.parts().is_some()
    }
    /// What `--out` would give beyond the screen.
    fn hint(&self) -> Option<&'static str> {
        None
    }
    /// Carries it out.
    fn run(&self, conditions: Conditions<'_>) -> Result<Results>;
}

/// A run of games or turns, each of which can be shown.
pub trait GameRun: Run {
    /// The first units as raw rows.
    fn samples(&self, units: u64) -> Table;
    /// Whether units take so long that nobody waits for samples of a run that was stopped.
    fn is_slow(&self) -> bool;
    /// A readable transcript of unit `unit` (from 0), whether or not the run is that long.
    fn transcript(&self, unit: u64) -> String;
}

/// What a run gives.
#[derive(Debug, Default)]
pub struct Results {
    /// The tables, as they are written to files.
    pub tables: Vec<Table>,
    /// Pictures and other files, by their names.
    pub files: Vec<(String, Vec<u8>)>,
    /// What a person reads.
    pub screen: Vec<Block>,
    /// What the user should know.
    pub warnings: Vec<Warning>,
    /// The units played, where they are counted.
    pub units_done: u64,
    /// Why it ended there, if not because these are all that were asked for.
    pub stopped: Option<Why>,
    /// What else became of it, for `run.toml`.
    pub concluded: Vec<(&'static str, toml::Value)>,
}

/// What the user should know, and the way out if there is one.
pub type Warning = (String, Option<String>);

/// A piece of what stands on the screen.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading.
    Title(String),
    /// A table.
    Grid(Grid),
    /// A map in blocks of colour.
    Map(Box<HeatMap>),
    /// A remark under a table.
    Note(String),
}

/// What a game can be asked beside being played: its exact solution, say.
pub trait Extra: Sync {
    /// The command that asks it (`solve`).
    fn command(&self) -> &'static str;
    /// Adds its own arguments to those of the command.
    fn arguments(&self, command: clap::Command) -> clap::Command;
    /// Makes the answer to what was typed ready.
    fn prepare(&self, matches: &clap::ArgMatches) -> Result<Box<dyn Run>>;
}

/// An [`Extra`] whose arguments are `A`.
#[derive(Debug)]
pub struct Ask<A> {
    /// The command that asks it.
    pub command: &'static str,
    /// Makes the answer ready.
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

/// An exact figure and what the simulator says of it.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The game.
    pub game: &'static str,
    /// The name of the edition.
    pub edition: String,
    /// The rules that differ from the edition's.
    pub rules: String,
    /// What it is, in words.
    pub what: String,
    /// Rolls, turns or games behind the estimate.
    pub n: u64,
    /// What the simulator gives.
    pub estimate: f64,
    /// What it should be.
    pub exact: f64,
    /// The standard error of the estimate.
    pub std_error: f64,
    /// How many standard errors the estimate is above the exact figure.
    pub z: f64,
}

/// What `verify` found.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// What was compared.
    pub figures: Vec<Figure>,
    /// What was not, and why, in sentences.
    pub left_out: Vec<String>,
}

impl Verified {
    /// The same of an edition of that name.
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
    /// The figure whose z score is the distance of the two in standard errors.
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
