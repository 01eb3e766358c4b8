//! The definition of a game for the program: its rules, editions and policies, as data.

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

/// A built-in opponent that plays only under one rule, always in seat 2 of two.
#[derive(Clone, Copy, Debug)]
pub struct Opponent {
    /// The name of the policy.
    pub policy: &'static str,
    /// The rule that enables the opponent.
    pub rule: &'static str,
}

/// The definition of a game for the program: how rules become a game, and the shipped policies and
/// editions. The first four items are required.
pub trait Definition: Count + Describe {
    /// The rules, as set by `--rules` and editions. The default is the game without settings, with
    /// its shipped edition if it has editions.
    type Rules: Clone + Default;

    /// A description of the game in one line.
    const ABOUT: &'static str;
    /// The possible numbers of players.
    const SEATS: RangeInclusive<usize>;

    /// Returns the game for a number of seats.
    ///
    /// # Errors
    ///
    /// If the rules do not allow this number of seats.
    fn game(rules: &Self::Rules, seats: u8) -> Result<Self>;

    /// The settings of `--rules`.
    const SETTINGS: &'static [Setting<Self::Rules>] = &[];
    /// The shipped policies of the game: files, then built-in policies.
    const POLICIES: &'static [Shipped] = &[];
    /// The edition files of the game, if its components are data.
    const EDITIONS: Option<Editions<Self::Rules>> = None;
    /// Options that most games do not set.
    const OPTIONS: Options<Self> = Options::DEFAULT;

    /// Returns the rules of an edition with the user's settings.
    ///
    /// # Errors
    ///
    /// If a setting is unknown, or contradicts another setting or the edition.
    fn settled(edition: &Self::Rules, settings: &[RuleSetting]) -> Result<Self::Rules> {
        resolve(Self::SETTINGS, edition, settings)
    }
}

/// How a game reads its edition files, and facts about an edition.
#[allow(missing_debug_implementations)] // functions
pub struct Editions<R: 'static> {
    /// The text of the edition that is played without `--edition`.
    pub text: &'static str,
    /// The names and texts of the other shipped editions.
    pub more: &'static [(&'static str, &'static str)],
    /// The game in the `game` key of the files, if it is another game.
    pub of: Option<&'static str>,
    /// Reads and checks an edition. An invalid edition returns all its errors, at least one.
    pub read: fn(Arc<Source>) -> Result<R, Vec<Diagnostic>>,
    /// Returns the edition of some rules.
    pub facts: fn(&R) -> EditionFacts<'_>,
    /// Limits of the engine that an edition exceeds: errors if every run would fail, warnings if only
    /// some settings would.
    pub limits: fn(&R) -> Vec<Diagnostic>,
    /// Returns the rule sets of the edition, as (setting, description).
    pub rule_sets: fn(&R) -> Vec<(String, String)>,
    /// Returns the rules of the edition with which some rules are compared to report different
    /// settings.
    pub baseline: fn(&R, &R) -> R,
    /// Returns a line with the edition and the settings that differ; `None` for the usual line.
    pub title: fn(&R, &[String]) -> Option<String>,
}

impl<R: Clone> Editions<R> {
    /// Editions without special functions.
    pub const fn new(
        text: &'static str,
        read: fn(Arc<Source>) -> Result<R, Vec<Diagnostic>>,
        facts: fn(&R) -> EditionFacts<'_>,
    ) -> Self {
        Self {
            text,
            more: &[],
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

/// The edition of some rules.
#[derive(Clone, Copy, Debug)]
pub struct EditionFacts<'a> {
    /// The name of the edition.
    pub name: &'a str,
    /// The text of the edition.
    pub source: &'a Arc<Source>,
    /// The tables and keys of its format.
    pub shape: &'a Shape,
    /// The number of its tables in use with PROPOSED values.
    pub proposed: usize,
}

/// Whether a policy is a default under some rules; the last argument returns whether it has rules
/// for a decision point.
pub type ByDefault<R> = fn(&R, &Shipped, &dyn Fn(usize) -> bool) -> bool;

/// Options that most games do not set.
#[allow(missing_debug_implementations)] // functions
pub struct Options<D: Definition> {
    /// The default number of games per matchup: about ten seconds for the default matchups.
    pub default_games: u64,
    /// The default number of games of a review by playouts: a minute or two.
    pub review_games: u64,
    /// The default base policy of searching policies.
    pub base: &'static str,
    /// The strongest shipped file, which plays the playouts of advice and reviews; the base if `None`.
    pub strongest: Option<&'static str>,
    /// The built-in policy that plays the solution, if the game is solved.
    pub solved: Option<&'static str>,
    /// The reason why single turns cannot be played, and the alternative; `None` if they can.
    pub no_turns: Option<(&'static str, &'static str)>,
    /// The settings of `--start`.
    pub starts: Starts<D>,
    /// The opponent that a rule enables, if any.
    pub opponent: Option<Opponent>,
    /// The cases of `bench`; by default `random` and [`Options::base`] with two players.
    pub bench: &'static [Case],
    /// Returns the numbers of players under some rules.
    pub seats: fn(&D::Rules) -> RangeInclusive<usize>,
    /// Whether a policy is a default.
    pub by_default: ByDefault<D::Rules>,
    /// The built-in policies that are prepared for each run.
    pub built_in: fn() -> Box<dyn BuiltIn<D>>,
}

impl<D: Definition> Options<D> {
    /// Returns the policy that plays the playouts of advice and reviews by default.
    pub(crate) fn playing(&self) -> &'static str {
        self.strongest.unwrap_or(self.base)
    }

    /// No options.
    pub const DEFAULT: Self = Self {
        default_games: 10_000,
        review_games: 200,
        base: RANDOM.name,
        strongest: None,
        solved: None,
        no_turns: None,
        starts: Starts {
            keys: &[],
            refused: "its games always start at the beginning",
            begin: |game, _, _| Ok((game, Vec::new())),
        },
        opponent: None,
        bench: &[],
        seats: |_| D::SEATS,
        by_default: |_, policy, _| !policy.text.is_empty(),
        built_in: || Box::new(NoneOfItsOwn),
    };
}

/// Returns a game with the start position of the settings (at least one), and the record of the
/// position; the flag is set for single turns. An impossible position is an error.
pub type Begin<G> = fn(G, &[RuleSetting], bool) -> Result<(G, Vec<i64>)>;

/// Start positions of games.
#[allow(missing_debug_implementations)] // functions
pub struct Starts<G> {
    /// The settings of `--start`.
    pub keys: &'static [RuleKey],
    /// The help if there are no such settings.
    pub refused: &'static str,
    /// Sets the start position of a game.
    pub begin: Begin<G>,
}

/// Abilities of a game in addition to play; listed with the game, so that they can depend on its
/// definition.
#[allow(missing_debug_implementations)] // functions
pub struct Extras<D: Definition> {
    /// Commands of this game.
    pub commands: &'static [&'static dyn Extra],
    /// The tables of these commands.
    pub tables: &'static [&'static [Schema]],
    /// Makes the card.
    pub card: Option<Card>,
    /// Makes the page that advises during a game.
    pub page: Option<Card>,
    /// Compares the simulator with exact values.
    pub verify: Option<Verify<D>>,
}

/// Compares the simulator with exact values under some rules; the text lists their differences from
/// the edition. An [interruption](crate::error::Error::Interrupted) and a comparison without
/// figures are errors.
pub(super) type Verify<D> =
    fn(&<D as Definition>::Rules, &str, &VerifySpec, Conditions<'_>) -> Result<Verified>;

impl<D: Definition> Extras<D> {
    /// No abilities.
    pub const NONE: Self =
        Self { commands: &[], tables: &[], card: None, page: None, verify: None };
}
