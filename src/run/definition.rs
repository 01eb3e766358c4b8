//! What a game says of itself to be made ready from files and flags.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::benchmark::Case;
use super::policies::{OwnParameter, Shipped};
use super::policy_factory::{BuiltIn, NoneOfItsOwn, RANDOM};
use super::registry::{Card, Conditions, Extra, Verified};
use super::request::VerifySpec;
use crate::diagnostic::{Diagnostic, Source};
use crate::error::Result;
use crate::game::count::Count;
use crate::game::describe::Describe;
use crate::game::edition_schema::Shape;
use crate::game::settings::{Setting, changed, resolve};
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

/// From files and flags to a game.
pub trait Definition: Sync + 'static {
    /// The game.
    type Game: Count + Describe;
    /// An edition with settings applied.
    type Rules: Clone;

    /// What it is about, in one line.
    const ABOUT: &'static str;
    /// The text of the shipped edition.
    const EDITION: &'static str;
    /// The game whose editions it is played with, where that is another one.
    const EDITION_OF: Option<&'static str> = None;
    /// What `--rules` may set.
    const SETTINGS: &'static [Setting<Self::Rules>];
    /// How many may play.
    const SEATS: RangeInclusive<usize>;
    /// Games for each matchup when no number is given: some ten seconds for the default matchups.
    const DEFAULT_GAMES: u64;
    /// The policy file that rollouts play on with when none is named.
    const BASE: &'static str;
    /// Why single turns cannot be played, where they cannot, and what to do instead.
    const NO_TURNS: (&'static str, &'static str) =
        ("a turn means nothing without the game around it", "play whole games: `--games N`");
    /// What `--start` may set.
    const STARTS: &'static [RuleKey] = &[];
    /// What is said where it may set nothing.
    const NO_START: &'static str = "its games begin at the beginning";
    /// Who may take the second seat, if anybody may.
    const OPPONENT: Option<Opponent> = None;
    /// What `bench` measures.
    const BENCH: &'static [Case] = &[Case::games(RANDOM.name, 2), Case::games(Self::BASE, 2)];

    /// Reads and checks an edition.
    ///
    /// # Errors
    ///
    /// All faults of the text, at least one.
    fn edition(source: Arc<Source>) -> Result<Self::Rules, Vec<Diagnostic>>;
    /// What an edition that can be read does not allow, for what is found only when it is played with:
    /// errors for what every run meets, warnings for what is met by other rules.
    fn limits(rules: &Self::Rules) -> Vec<Diagnostic> {
        let _ = rules;
        Vec::new()
    }
    /// The rules of an edition with the user's settings.
    ///
    /// # Errors
    ///
    /// Unknown settings, and those that do not go together, or not with the edition.
    fn settled(edition: &Self::Rules, settings: &[RuleSetting]) -> Result<Self::Rules> {
        resolve(Self::SETTINGS, edition, settings)
    }
    /// The settings that differ from those of an edition.
    fn changed(edition: &Self::Rules, rules: &Self::Rules) -> Vec<String> {
        changed(Self::SETTINGS, edition, rules)
    }
    /// The name of the edition, and its text.
    fn text(rules: &Self::Rules) -> (&str, &Arc<Source>);
    /// What the game asks an edition file for.
    fn shape(rules: &Self::Rules) -> &Shape;
    /// The number of tables of the edition whose values are invented.
    fn proposed(rules: &Self::Rules) -> usize;
    /// The rule sets, as (setting, what it has).
    fn rule_sets(rules: &Self::Rules) -> Vec<(String, String)> {
        let _ = rules;
        Vec::new()
    }
    /// How many may play by these rules.
    fn seats(rules: &Self::Rules) -> RangeInclusive<usize> {
        let _ = rules;
        Self::SEATS
    }
    /// The game for a number of seats.
    ///
    /// # Errors
    ///
    /// Rules that so many cannot play by.
    fn game(rules: &Self::Rules, seats: u8) -> Result<Self::Game>;
    /// The game that begins where `--start` says, of whose keys all are [known](Definition::STARTS) and
    /// some are set, and what tells that in the record; `alone` where turns are played alone.
    ///
    /// # Errors
    ///
    /// A position that cannot be.
    fn starting(
        game: Self::Game,
        start: &[RuleSetting],
        alone: bool,
    ) -> Result<(Self::Game, Vec<i64>)> {
        let _ = (start, alone);
        Ok((game, Vec::new()))
    }
    /// The edition and the rules that differ from it, in one line.
    fn told(rules: &Self::Rules, changed: &[String]) -> String {
        let (name, source) = Self::text(rules);
        let name = source.edition_title(name, Self::EDITION);
        [name].into_iter().chain(changed.iter().cloned()).collect::<Vec<_>>().join(", ")
    }
    /// Whether a policy plays where none is named; `decides` tells whether it has rules for a decision
    /// point.
    fn by_default(rules: &Self::Rules, policy: &Shipped, decides: &dyn Fn(usize) -> bool) -> bool {
        let _ = (rules, decides);
        !policy.text.is_empty()
    }
    /// The parameters of a built-in policy of its own.
    fn parameters(policy: &str) -> &'static [OwnParameter] {
        let _ = policy;
        &[]
    }
    /// Those of its built-in policies that are made ready for each run.
    fn built_in() -> Box<dyn BuiltIn<Self::Game>> {
        Box::new(NoneOfItsOwn)
    }
    /// The policies that come with the program beside those that play any game: files first, then
    /// an [opponent](Definition::OPPONENT).
    fn shipped() -> &'static [Shipped];
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
