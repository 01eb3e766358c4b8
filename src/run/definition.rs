//! What the program needs to offer a game: its rules, editions and policies, as data.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::benchmark::Case;
use super::policies::Shipped;
use super::policy_factory::{BuiltIn, NoneOfItsOwn, RANDOM};
use super::registry::{Card, Conditions, Extra, Verified};
use super::request::VerifySpec;
use crate::diagnostic::{Diagnostic, Source};
use crate::error::Result;
use crate::game::count::Count;
use crate::game::describe::Describe;
use crate::game::edition_schema::Shape;
use crate::game::settings::{Setting, resolve};
use crate::game::{RuleKey, RuleSetting};
use crate::report::schema::Schema;

/// A built-in policy that plays by some rules alone, and then takes the second of two seats.
#[derive(Clone, Copy, Debug)]
pub struct Opponent {
    /// Its name.
    pub policy: &'static str,
    /// The rule that is on where it plays.
    pub rule: &'static str,
}

/// What the program needs to offer a game: how its rules become a game, and what comes with it. The
/// first four items are required.
pub trait Definition: Count + Describe {
    /// What `--rules` and editions set. The default is the game with nothing set, by its shipped edition
    /// if it has editions.
    type Rules: Clone + Default;

    /// What it is about, in one line.
    const ABOUT: &'static str;
    /// The numbers of players.
    const SEATS: RangeInclusive<usize>;

    /// The game for a number of seats.
    ///
    /// # Errors
    ///
    /// Rules that do not work with that many seats.
    fn game(rules: &Self::Rules, seats: u8) -> Result<Self>;

    /// What `--rules` may set.
    const SETTINGS: &'static [Setting<Self::Rules>] = &[];
    /// The policies that come with the game: files, then built-in ones.
    const POLICIES: &'static [Shipped] = &[];
    /// Its edition files, if its cards and numbers are data.
    const EDITIONS: Option<Editions<Self::Rules>> = None;
    /// Everything else that most games leave alone.
    const OPTIONS: Options<Self> = Options::DEFAULT;

    /// The rules of an edition with the user's settings.
    ///
    /// # Errors
    ///
    /// Unknown settings, and those that contradict each other or the edition.
    fn settled(edition: &Self::Rules, settings: &[RuleSetting]) -> Result<Self::Rules> {
        resolve(Self::SETTINGS, edition, settings)
    }
}

/// How a game reads its edition files, and what it says of one.
#[allow(missing_debug_implementations)] // functions
pub struct Editions<R: 'static> {
    /// The text of the shipped edition.
    pub text: &'static str,
    /// The game that the files name, where they belong to another one.
    pub of: Option<&'static str>,
    /// Reads and checks an edition; all its faults, at least one, where it cannot be used.
    pub read: fn(Arc<Source>) -> Result<R, Vec<Diagnostic>>,
    /// The edition behind some rules.
    pub facts: fn(&R) -> EditionFacts<'_>,
    /// Limits of the engine that an edition exceeds: errors if every run would fail, warnings if only
    /// some settings would.
    pub limits: fn(&R) -> Vec<Diagnostic>,
    /// The rule sets to choose from, as (setting, what it has).
    pub rule_sets: fn(&R) -> Vec<(String, String)>,
    /// The rules of an edition (first) that some rules are compared with, to say which settings
    /// differ.
    pub baseline: fn(&R, &R) -> R,
    /// The edition and the settings that differ from it, in one line; nothing for the usual line.
    pub title: fn(&R, &[String]) -> Option<String>,
}

impl<R: Clone> Editions<R> {
    /// Editions with nothing special.
    pub const fn new(
        text: &'static str,
        read: fn(Arc<Source>) -> Result<R, Vec<Diagnostic>>,
        facts: fn(&R) -> EditionFacts<'_>,
    ) -> Self {
        Self {
            text,
            of: None,
            read,
            facts,
            limits: |_| Vec::new(),
            rule_sets: |_| Vec::new(),
            baseline: |edition, _| edition.clone(),
            title: |_, _| None,
        }
    }
}

/// The edition behind some rules.
#[derive(Clone, Copy, Debug)]
pub struct EditionFacts<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its text.
    pub source: &'a Arc<Source>,
    /// The tables and keys that it may have.
    pub shape: &'a Shape,
    /// The number of its tables in play whose values are invented.
    pub proposed: usize,
}

/// Whether a policy plays by some rules where none is named; the last argument says whether it has rules for
/// a decision point.
pub type ByDefault<R> = fn(&R, &Shipped, &dyn Fn(usize) -> bool) -> bool;

/// What most games leave alone.
#[allow(missing_debug_implementations)] // functions
pub struct Options<D: Definition> {
    /// Games for each matchup when no number is given: about ten seconds for the default matchups.
    pub default_games: u64,
    /// The policy that rollouts play on with when none is named.
    pub base: &'static str,
    /// Why single turns cannot be played, where they cannot, and what to do instead.
    pub no_turns: (&'static str, &'static str),
    /// What `--start` may set.
    pub starts: Starts<D>,
    /// Who may take the second seat by a rule.
    pub opponent: Option<Opponent>,
    /// What `bench` measures; `random` and [`Options::base`] with two players where it is empty.
    pub bench: &'static [Case],
    /// The numbers of players by some rules.
    pub seats: fn(&D::Rules) -> RangeInclusive<usize>,
    /// Whether a policy plays where none is named.
    pub by_default: ByDefault<D::Rules>,
    /// Its built-in policies that are prepared for each run.
    pub built_in: fn() -> Box<dyn BuiltIn<D>>,
}

impl<D: Definition> Options<D> {
    /// Nothing special.
    pub const DEFAULT: Self = Self {
        default_games: 10_000,
        base: RANDOM.name,
        no_turns: (
            "a turn means nothing without the game around it",
            "play whole games: `--games N`",
        ),
        starts: Starts {
            keys: &[],
            refused: "its games begin at the beginning",
            begin: |game, _, _| Ok((game, Vec::new())),
        },
        opponent: None,
        bench: &[],
        seats: |_| D::SEATS,
        by_default: |_, policy, _| !policy.text.is_empty(),
        built_in: || Box::new(NoneOfItsOwn),
    };
}

/// Makes a game that begins where settings, at least one, say, and the numbers that record it; the flag is
/// set for single turns. It fails for a position that is impossible.
pub type Begin<G> = fn(G, &[RuleSetting], bool) -> Result<(G, Vec<i64>)>;

/// Where games may begin other than at the beginning.
#[allow(missing_debug_implementations)] // functions
pub struct Starts<G> {
    /// What `--start` may set.
    pub keys: &'static [RuleKey],
    /// What is said where it may set nothing.
    pub refused: &'static str,
    /// Moves the start of a game.
    pub begin: Begin<G>,
}

/// What a game can be asked beside being played; listed with the game, so that what answers may know how
/// the game is defined.
#[allow(missing_debug_implementations)] // functions
pub struct Extras<D: Definition> {
    /// Commands of its own.
    pub commands: &'static [&'static dyn Extra],
    /// The tables of those commands.
    pub tables: &'static [&'static [Schema]],
    /// Makes the card to keep beside the table.
    pub card: Option<Card>,
    /// Compares the simulator with exact values.
    pub verify: Option<Verify<D>>,
}

/// Compares the simulator with exact values by some rules, whose differences from the edition are given as
/// text. It fails where it is [interrupted](crate::error::Error::Interrupted) and where there is too
/// little to compare.
pub(super) type Verify<D> =
    fn(&<D as Definition>::Rules, &str, &VerifySpec, Conditions<'_>) -> Result<Verified>;

impl<D: Definition> Extras<D> {
    /// Nothing.
    pub const NONE: Self = Self { commands: &[], tables: &[], card: None, verify: None };
}
