//! What a game says of itself to be made ready from files and flags.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::analyst::{Card, Conditions, Extra, Verified};
use super::players::{BuiltIn, NoneOfItsOwn, RANDOM};
use super::policies::{OwnParameter, Shipped};
use super::request::VerifySpec;
use super::speed::Case;
use crate::diagnostic::{Diagnostic, Source};
use crate::error::Result;
use crate::game::publish::{Counted, Tell};
use crate::game::schema::Schema;
use crate::game::settings::{Setting, changed, resolve};
use crate::game::shape::Shape;
use crate::game::{RuleKey, RuleSetting};

/// A built-in policy that plays by some rules alone, and then takes the second of two seats.
#[derive(Clone, Copy, Debug)]
pub struct Opponent {
    /// Its name.
    pub policy: &'static str,
    /// The rule that is on where it plays.
    pub rule: &'static str,
}

/// From files and flags to a game.
pub trait Setup: Sync + 'static {
    /// The game.
    type Game: Counted + Tell;
    /// An edition with settings applied.
    type Rules: Clone;

    /// What it is about, in one line.
    const ABOUT: &'static str;
    /// The text of the shipped edition.
    const EDITION: &'static str;
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
    /// The tables of the [extras](Setup::extras).
    const EXTRA_TABLES: &'static [Schema] = &[];
    /// Who may take the second seat, if anybody may.
    const OPPONENT: Option<Opponent> = None;
    /// Makes the card to keep beside the table, where there is one.
    const CARD: Option<Card> = None;
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
    /// The game that begins where `--start` says, of whose keys all are [known](Setup::STARTS) and
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
    /// Refuses rules by which games cannot be compared on one luck.
    ///
    /// # Errors
    ///
    /// Such rules.
    fn comparable(rules: &Self::Rules) -> Result<()> {
        let _ = rules;
        Ok(())
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
    /// What it can be asked beside being played.
    fn extras() -> &'static [&'static dyn Extra] {
        &[]
    }
    /// The policies that come with the program beside those that play any game: files first, then
    /// an [opponent](Setup::OPPONENT).
    fn shipped() -> &'static [Shipped];
    /// Compares the simulator with what is known exactly; `None` where nothing is.
    ///
    /// # Errors
    ///
    /// [`Interrupted`](crate::error::Error::Interrupted), and too little to compare.
    fn verify(
        rules: &Self::Rules,
        spec: &VerifySpec,
        conditions: Conditions<'_>,
    ) -> Result<Option<Verified>> {
        let _ = (rules, spec, conditions);
        Ok(None)
    }
}
