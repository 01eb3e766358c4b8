//! Where everything meets: a game, the policies at its table, the runner, the estimates and the
//! tables they fill.
//!
//! The rooms below know one another only through this one. A game gives an [`Analyst`], which is
//! all that the command line knows of it: what can be named, and how a [`RunSpec`] becomes a
//! [`Run`].

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result, nearest};
use crate::exact::Objective;
use crate::experiment::Entry;
use crate::game::{RuleKey, RuleSetting, Vocabulary};
use crate::games::{eight_seven_central, str8_eight};
use crate::policy::{CheckedPolicy, PolicySpec, load, parse_spec, unique_labels};
use crate::report::plot::HeatMap;
use crate::report::{Grid, RunRecord, Table};
use crate::sim::interrupt::{StopFlag, Why};
use crate::sim::progress::Watch;
use crate::stats::Level;

/// The policies of a game: files in a folder of `policies/`, then those that are built in, as name
/// and what they do.
macro_rules! shipped_policies {
    ($folder:literal: $($name:literal),* $(,)?; $($own:expr => $about:expr),* $(,)?) => {
        &[
            $($crate::analysis::Shipped {
                name: $name,
                text: include_str!(concat!(
                    env!("CARGO_MANIFEST_DIR"), "/policies/", $folder, "/", $name, ".toml"
                )),
                about: "",
            },)*
            $($crate::analysis::Shipped { name: $own, text: "", about: $about },)*
        ]
    };
}

pub(crate) use shipped_policies;

pub mod eight_seconds;
pub mod el_ocho;
pub(crate) mod files;
pub(crate) mod games;
pub(crate) mod lineups;
pub mod long_shot;
pub(crate) mod ranking;
pub(crate) mod speed;
pub(crate) mod trials;

/// 8/7 Central on the command line.
static EIGHT_SEVEN_CENTRAL: Entry<eight_seven_central::setup::Title> = Entry::new();

/// Str8 Eight on the command line.
static STR8_EIGHT: Entry<str8_eight::setup::Title> = Entry::new();

/// Every game, in alphabetic order.
pub static GAMES: &[&dyn Analyst] = &[
    &eight_seconds::EightSeconds,
    &EIGHT_SEVEN_CENTRAL,
    &el_ocho::ElOcho,
    &long_shot::LongShot,
    &STR8_EIGHT,
];

/// The game of that name.
///
/// # Errors
///
/// There is none; a near name is suggested.
pub fn game(name: &str) -> Result<&'static dyn Analyst> {
    let names = || GAMES.iter().map(|game| game.name());
    GAMES.iter().copied().find(|game| game.name() == name).ok_or_else(|| {
        Error::input_help(
            format!("there is no game `{name}`"),
            match nearest(name, names()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the games are: {}", names().collect::<Vec<_>>().join(", ")),
            },
        )
    })
}

/// A policy that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// The text of its file; empty for a policy that is built in.
    pub text: &'static str,
    /// What a built-in policy does; empty for a file, which says so itself.
    pub about: &'static str,
}

/// A parameter of a built-in policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnParameter {
    /// Its name.
    pub name: &'static str,
    /// Its value where none is given.
    pub default: f64,
    /// The lowest and the highest value it may have.
    pub range: (f64, f64),
    /// Whether only whole numbers mean anything.
    pub whole: bool,
    /// What it means.
    pub about: &'static str,
}

impl OwnParameter {
    /// Whether `value`, given for `what`, may be.
    ///
    /// # Errors
    ///
    /// It lies out of range.
    pub fn check(&self, what: &str, value: f64) -> Result<()> {
        let (low, high) = self.range;
        if (low..=high).contains(&value) && !(self.whole && value.trunc() != value) {
            return Ok(());
        }
        let kind = if self.whole { "a whole number " } else { "" };
        Err(Error::input_help(
            format!("`{what}` cannot be {value}"),
            format!("it may be {kind}from {low} to {high}: {}", self.about),
        ))
    }
}

/// What the command line knows of a game.
pub trait Analyst: Sync {
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
    /// The text of the shipped edition.
    fn edition(&self) -> &'static str;
    /// The rule sets of an edition, as (setting, what it has).
    ///
    /// # Errors
    ///
    /// An edition that cannot be used.
    fn rule_sets(&self, edition: Arc<Source>) -> Result<Vec<(String, String)>>;
    /// What the rules are in an edition, as (rule, value), for those that it sets.
    ///
    /// # Errors
    ///
    /// An edition that cannot be used.
    fn defaults(&self, edition: Arc<Source>) -> Result<Vec<(&'static str, String)>> {
        let _ = edition;
        Ok(Vec::new())
    }
    /// The policies that come with the program, files first.
    fn shipped(&self) -> &[Shipped];
    /// The parameters of a built-in policy.
    fn parameters(&self, policy: &str) -> &'static [OwnParameter] {
        let _ = policy;
        &[]
    }
    /// Whom a built-in policy that searches plays on with where nobody is named; `None` for one that
    /// does not search.
    fn base(&self, policy: &str) -> Option<&'static str> {
        let _ = policy;
        None
    }
    /// The game tables beside the common ones, as (name, what it holds).
    fn tables(&self) -> &[(&'static str, &'static str)];
    /// What is wrong with an edition file, if anything.
    fn check_edition(&self, source: Arc<Source>) -> Vec<Diagnostic>;
    /// Makes a run ready; what its policies need solved is solved here.
    ///
    /// # Errors
    ///
    /// Anything the user asked for that cannot be, and an interruption.
    fn prepare(&self, spec: &RunSpec, conditions: Conditions<'_>) -> Result<Box<dyn Run>>;
    /// Makes an exact solution ready.
    ///
    /// # Errors
    ///
    /// Anything the user asked for that cannot be, and games that nobody has solved.
    fn prepare_solve(&self, spec: &SolveSpec) -> Result<Box<dyn Study>> {
        let _ = spec;
        Err(Error::input_help(
            format!("{} cannot be solved exactly", self.name()),
            format!("`pushluck simulate {}` plays it", self.name()),
        ))
    }
    /// Says what is best in one position.
    ///
    /// # Errors
    ///
    /// A position that cannot arise, an interruption, and games that nobody has solved.
    fn advise(&self, spec: &AdviseSpec, conditions: Conditions<'_>) -> Result<Advice> {
        let _ = (spec, conditions);
        Err(Error::input_help(
            format!("{} is not solved, so nobody knows what is best", self.name()),
            format!("`pushluck simulate {}` compares ways to play it", self.name()),
        ))
    }
    /// What its advice is about.
    fn asks(&self) -> Asks {
        Asks::Points
    }
    /// Says what is best in one position of a ride.
    ///
    /// # Errors
    ///
    /// A position that cannot arise, and games that nobody rides in.
    fn advise_ride(&self, spec: &RideSpec, conditions: Conditions<'_>) -> Result<Advice> {
        let _ = (spec, conditions);
        Err(Error::input(format!("{} has no Bulls", self.name())))
    }
    /// Makes ready the measurement of what bets pay.
    ///
    /// # Errors
    ///
    /// Anything the user asked for that cannot be, and games without bets of that kind.
    fn prepare_balance(&self, spec: &BalanceSpec) -> Result<Box<dyn Study>> {
        let _ = spec;
        Err(Error::input_help(
            format!("{} has no payouts to balance", self.name()),
            "the game with such bets is eight-seconds",
        ))
    }
    /// Compares the simulator with every exact figure there is; `None` for a game without any.
    ///
    /// # Errors
    ///
    /// Anything the user asked for that cannot be, and [`Error::Interrupted`].
    fn verify(&self, spec: &VerifySpec, conditions: Conditions<'_>) -> Result<Option<Verified>> {
        let _ = (spec, conditions);
        Ok(None)
    }
    /// Measures the engines.
    ///
    /// # Errors
    ///
    /// Instructions that this machine lacks.
    fn bench(&self, spec: &BenchSpec<'_>) -> Result<Vec<Block>>;
}

impl fmt::Debug for dyn Analyst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Analyst({})", self.name())
    }
}

/// What to measure with.
#[derive(Clone, Copy, Debug)]
pub struct BenchSpec<'a> {
    /// The instructions to use, by name; the best there are by default.
    pub isa: Option<&'a str>,
    /// The number of threads; as many as the machine has by default.
    pub threads: Option<usize>,
}

/// How much to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Whole games for each table; the game's default where no number is given.
    Games(Option<u64>),
    /// Single turns of each policy alone.
    Turns(u64),
}

/// A run as the user asked for it.
#[derive(Clone, Debug)]
pub struct RunSpec {
    /// What `--rules` sets.
    pub settings: Vec<RuleSetting>,
    /// Another edition than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// The policies; the game's choice where there are none.
    pub policies: Vec<PolicySpec>,
    /// The number of seats, where it is given.
    pub players: Option<usize>,
    /// Whether policies keep their seats.
    pub fixed_seats: bool,
    /// What `--start` sets.
    pub start: Vec<RuleSetting>,
    /// The seed.
    pub seed: u64,
    /// How much to play.
    pub work: Work,
    /// The level of the intervals.
    pub level: Level,
}

/// An exact solution as the user asked for it.
#[derive(Clone, Debug)]
pub struct SolveSpec {
    /// What `--rules` sets.
    pub settings: Vec<RuleSetting>,
    /// Another edition than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// What `--start` sets: the turn of which every decision is told.
    pub start: Vec<RuleSetting>,
    /// What is made best.
    pub objective: Objective,
    /// The policy of the opponent, where it is known.
    pub against: Option<PolicySpec>,
    /// Policies to be valued.
    pub policies: Vec<PolicySpec>,
    /// Whether it is told which of their decisions cost most.
    pub regret: bool,
    /// What a token counts, in games with tokens.
    pub token: Option<f64>,
    /// Turns of each policy, where policies are valued by playing them.
    pub turns: Option<u64>,
    /// The seed of these turns.
    pub seed: u64,
    /// The level of the intervals.
    pub level: Level,
}

/// A measurement of payouts as the user asked for it.
#[derive(Clone, Debug)]
pub struct BalanceSpec {
    /// What `--rules` sets.
    pub settings: Vec<RuleSetting>,
    /// Another edition than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// Those who ride; the game's choice where there are none.
    pub policies: Vec<PolicySpec>,
    /// How often a game of each of them counts in the mix; all alike without it.
    pub weights: Option<Vec<u32>>,
    /// Those who bet at the table; nobody where there are none.
    pub bettors: Vec<PolicySpec>,
    /// The number of seats.
    pub players: Option<usize>,
    /// What `--start` sets.
    pub start: Vec<RuleSetting>,
    /// Whether every set of dice of the edition is measured.
    pub dice_sets: bool,
    /// The seed.
    pub seed: u64,
    /// How much to play.
    pub work: Work,
    /// What bettors are to lose for a dollar staked on any bet.
    pub fair: Option<f64>,
    /// The level of the intervals.
    pub level: Level,
}

/// Something to be found out, made ready.
pub trait Study {
    /// What defines it, for `run.toml`.
    fn record(&self) -> RunRecord;
    /// The names of the tables it makes, in their order.
    fn tables(&self) -> Vec<&'static str>;
    /// The names of the files that it makes beside them, in their order, where they are known.
    fn files(&self) -> Vec<String> {
        Vec::new()
    }
    /// Finds it.
    ///
    /// # Errors
    ///
    /// What cannot be solved, and [`Error::Interrupted`].
    fn study(&self, conditions: Conditions<'_>) -> Result<Findings>;
}

/// What a study gives.
#[derive(Debug)]
pub struct Findings {
    /// The tables, as they are written to files.
    pub tables: Vec<Table>,
    /// Pictures, by the names of their files.
    pub pictures: Vec<(String, Vec<u8>)>,
    /// What a person reads.
    pub screen: Vec<Block>,
    /// What the user should know.
    pub warnings: Vec<Warning>,
    /// Why that is not all that was asked for, if it is not, in what units it was counted, and how
    /// many of them were played.
    pub stopped: Option<(Why, &'static str, u64)>,
}

/// One position of a turn, as the user put it.
#[derive(Clone, Debug)]
pub struct AdviseSpec {
    /// What `--rules` sets.
    pub settings: Vec<RuleSetting>,
    /// Another edition than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// The dice on the table, or in the hand.
    pub dice: Dice,
    /// The points set aside in this turn, without the dice that have just been rolled.
    pub turn_points: u32,
    /// The player's banked total, where it is given.
    pub own: Option<u32>,
    /// The opponent's banked total, where it is given.
    pub opponent: Option<u32>,
    /// What is to be made best; without it what the given totals allow.
    pub objective: Option<Objective>,
}

/// What a question to `advise` is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Dice that score points ([`AdviseSpec`]).
    Points,
    /// Dice that ride Bulls ([`RideSpec`]).
    Ride,
}

/// One position of a ride, as the user put it.
#[derive(Clone, Debug)]
pub struct RideSpec {
    /// What `--rules` sets.
    pub settings: Vec<RuleSetting>,
    /// Another edition than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// The dice on the table, by colour; before the first roll there are none.
    pub roll: Option<String>,
    /// The line-up, by the moves of its Bulls.
    pub bulls: String,
    /// The Rider's tokens.
    pub tokens: u64,
    /// Rolls made in this turn; one where it is not given.
    pub rolls: Option<u64>,
    /// What a token counts.
    pub token: Option<f64>,
}

/// The dice that a decision is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dice {
    /// They have been rolled and show these faces, in any order: which to keep?
    Rolled(Vec<u32>),
    /// So many may be rolled next: stop, or roll on?
    ToRoll(u32),
}

/// What is best in one position.
#[derive(Debug)]
pub struct Advice {
    /// Every choice with its worth, the best first.
    pub table: Table,
    /// What a person reads.
    pub screen: Vec<Block>,
    /// What the user should know.
    pub warnings: Vec<Warning>,
}

/// What is to be verified.
#[derive(Clone, Debug)]
pub struct VerifySpec {
    /// What `--rules` sets.
    pub settings: Vec<RuleSetting>,
    /// Another edition than the shipped one.
    pub edition: Option<Arc<Source>>,
    /// The seed.
    pub seed: u64,
    /// Turns, or rolls, for each figure about them.
    pub turns: u64,
    /// Games for each figure about them.
    pub games: u64,
}

/// An exact figure and what the simulator says of it.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The game.
    pub game: &'static str,
    /// The rules, as in tables.
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
        Self { game, rules: rules.to_owned(), what, n, estimate, exact, std_error, z }
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

/// A run made ready.
pub trait Run {
    /// What defines it, for `run.toml`.
    fn record(&self) -> RunRecord;
    /// The number of its units.
    fn units(&self) -> u64;
    /// What a unit is called, in the plural.
    fn unit_name(&self) -> &'static str;
    /// The names of the tables it makes, in their order.
    fn tables(&self) -> Vec<&'static str>;
    /// Carries it out.
    ///
    /// # Errors
    ///
    /// The system refuses to start threads.
    fn run(&self, conditions: Conditions<'_>) -> Result<Results>;
    /// The first units as raw rows.
    fn samples(&self, units: u64) -> Table;
    /// Whether units take so long that nobody waits for samples of a run that was stopped.
    fn is_slow(&self) -> bool {
        false
    }
    /// A readable transcript of unit `unit` (from 0), whether or not the run is that long.
    fn transcript(&self, unit: u64) -> String;
}

/// What a run gives.
#[derive(Debug)]
pub struct Results {
    /// The tables, as they are written to files.
    pub tables: Vec<Table>,
    /// What a person reads.
    pub screen: Vec<Block>,
    /// What the user should know.
    pub warnings: Vec<Warning>,
    /// The units played.
    pub units_done: u64,
    /// Why that is less than asked for, if it is.
    pub stopped: Option<Why>,
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

/// A policy at the table, before the game takes it.
#[derive(Clone, Debug)]
pub struct NamedPolicy {
    /// What tables call it.
    pub label: String,
    /// The name of a built-in policy, or the file.
    pub kind: PolicyKind,
    /// The parameters of a built-in policy with their values; a file has its own.
    pub parameters: Vec<(&'static str, f64)>,
    /// Whom a policy that searches plays on with.
    pub base: Option<Box<NamedPolicy>>,
}

impl NamedPolicy {
    /// Whether it is the built-in policy of that name.
    #[must_use]
    pub fn is_built_in(&self, name: &str) -> bool {
        matches!(self.kind, PolicyKind::BuiltIn(built_in) if built_in == name)
    }

    /// All parameters with their values, as tables tell them: `key=value;…`.
    #[must_use]
    pub fn parameters_text(&self) -> String {
        let own = self.parameters.iter().map(|(name, value)| format!("{name}={value}"));
        let file = match &self.kind {
            PolicyKind::BuiltIn(_) => &[][..],
            PolicyKind::File(file) => &file.parameters,
        };
        let file = file.iter().map(|own| format!("{}={}", own.name, own.value));
        let base = self.base.iter().map(|base| format!("base={}", base.label));
        own.chain(file).chain(base).collect::<Vec<_>>().join(";")
    }
}

/// Where a policy comes from.
#[derive(Clone, Debug)]
pub enum PolicyKind {
    /// Built into the program, by name.
    BuiltIn(&'static str),
    /// A policy file, shipped or the user's.
    File(Box<CheckedPolicy>),
}

/// Writes down where the policies come from, in the list `list`.
pub(crate) fn record_texts(record: &mut RunRecord, list: &str, policies: &[NamedPolicy]) {
    for policy in policies {
        match &policy.kind {
            PolicyKind::BuiltIn(name) => {
                let mut details = vec![("built_in", (*name).into())];
                if !policy.parameters.is_empty() {
                    let values = policy.parameters.iter();
                    let values: toml::Table =
                        values.map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
                    details.push(("parameters", toml::Value::Table(values)));
                }
                if let Some(base) = &policy.base {
                    details.push(("base", base.label.clone().into()));
                }
                record.add_text(list, &policy.label, &details, "");
                if let Some(base) = &policy.base {
                    record_texts(record, "bases", std::slice::from_ref(base));
                }
            }
            PolicyKind::File(file) => {
                let mut values = toml::Table::new();
                for parameter in &file.parameters {
                    values.insert(parameter.name.to_string(), toml_number(parameter.value));
                }
                let details = [("parameters", toml::Value::Table(values))];
                record.add_text(list, &policy.label, &details, &file.source.text);
            }
        }
    }
}

/// A number as a person would write it in a file.
fn toml_number(number: f64) -> toml::Value {
    const EXACT: f64 = (1_u64 << 53) as f64;
    let whole = number.trunc() == number && number.abs() <= EXACT;
    if whole { (number as i64).into() } else { number.into() }
}

/// An error of the user's input, with the policy that it is about.
pub(crate) fn about(policy: &str, error: Error) -> Error {
    match error {
        Error::Input { message, help } => {
            Error::Input { message: format!("`{policy}`: {message}"), help }
        }
        other => other,
    }
}

/// Finds the policies of a run and labels them.
///
/// # Errors
///
/// A policy that does not exist, is broken, belongs to another game or lacks a parameter.
pub fn named_policies(game: &dyn Analyst, specs: &[PolicySpec]) -> Result<Vec<NamedPolicy>> {
    let found: Vec<NamedPolicy> =
        specs.iter().map(|spec| policy(game, spec)).collect::<Result<_>>()?;
    let labels = unique_labels(found.iter().map(|policy| policy.label.clone()).collect());
    Ok(found
        .into_iter()
        .zip(labels)
        .map(|(policy, label)| NamedPolicy { label, ..policy })
        .collect())
}

fn policy(game: &dyn Analyst, spec: &PolicySpec) -> Result<NamedPolicy> {
    let source = if spec.is_file {
        load(spec.name_or_path.as_ref())?
    } else {
        let shipped = shipped(game, spec.name())?;
        if shipped.text.is_empty() {
            return built_in(game, shipped.name, spec);
        }
        shipped_source(game, shipped)
    };
    let checked = CheckedPolicy::from_source(source, game.vocabulary())?;
    let named = |error| about(spec.name(), error);
    let checked = checked.with_parameters(&spec.overrides).map_err(named)?;
    let (label, kind) = (checked.label(spec.name()), PolicyKind::File(Box::new(checked)));
    Ok(NamedPolicy { label, kind, parameters: Vec::new(), base: None })
}

/// A built-in policy with its parameters.
fn built_in(game: &dyn Analyst, name: &'static str, spec: &PolicySpec) -> Result<NamedPolicy> {
    let known = game.parameters(name);
    let mut parameters: Vec<_> =
        known.iter().map(|parameter| (parameter.name, parameter.default)).collect();
    for (wanted, value) in &spec.overrides {
        let Some(place) = known.iter().position(|parameter| parameter.name == *wanted) else {
            let names: Vec<&str> = known.iter().map(|parameter| parameter.name).collect();
            return Err(Error::input_help(
                format!("the built-in policy `{name}` has no parameter `{wanted}`"),
                match nearest(wanted, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if names.is_empty() => "it has no parameters at all".to_owned(),
                    None => format!("it has `{}`", names.join("`, `")),
                },
            ));
        };
        let value = *value;
        known[place].check(wanted, value).map_err(|error| about(name, error))?;
        parameters[place].1 = value;
    }
    let changed =
        parameters.iter().zip(known).filter(|((_, value), known)| *value != known.default);
    let mut changed: Vec<String> =
        changed.map(|((name, value), _)| format!("{name}={value}")).collect();
    let base = match (game.base(name), &spec.base) {
        (Some(default), given) => {
            let base = match given {
                Some(given) => policy(game, given)?,
                None => policy(game, &parse_spec(default)?)?,
            };
            if base.label != default {
                changed.push(format!("base={}", base.label));
            }
            Some(Box::new(base))
        }
        (None, _) => None,
    };
    let label = match changed.is_empty() {
        true => name.to_owned(),
        false => format!("{name}:{}", changed.join(",")),
    };
    Ok(NamedPolicy { label, kind: PolicyKind::BuiltIn(name), parameters, base })
}

/// The text of a shipped policy under the name it is shown with.
#[must_use]
pub fn shipped_source(game: &dyn Analyst, shipped: &Shipped) -> Arc<Source> {
    Source::new(format!("policies/{}/{}.toml", game.name(), shipped.name), shipped.text)
}

/// The shipped or built-in policy of that name.
///
/// # Errors
///
/// There is none; a near name is suggested.
pub fn shipped<'a>(game: &'a dyn Analyst, name: &str) -> Result<&'a Shipped> {
    let known = || game.shipped().iter().map(|policy| policy.name);
    game.shipped().iter().find(|policy| policy.name == name).ok_or_else(|| {
        let help = match nearest(name, known()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if std::path::Path::new(name).is_file() => {
                format!("for the file of that name write `./{name}`")
            }
            None => format!("`pushluck list policies {}` names them all", game.name()),
        };
        Error::input_help(format!("{} has no policy `{name}`", game.name()), help)
    })
}
