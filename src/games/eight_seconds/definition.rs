//! 8 Seconds made ready: its edition, the policies that come with it, and what it can be asked.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::compiled::Game;
use super::edition::{Edition, SHIPPED};
use super::optimal_policy::{OPTIMAL_TURN, Solved, TOKEN};
use super::rules::{Rules, SETTINGS};
use super::state::MAX_PLAYERS;
use super::vocabulary::point;
use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result};
use crate::game::RuleSetting;
use crate::game::edition_schema::Shape;
use crate::game::settings::{Setting, resolve};
use crate::run::{BuiltIn, Case, Definition, OwnParameter, Registered, Shipped, shipped_policies};

/// The game as the command line knows it.
#[derive(Debug)]
pub struct EightSecondsDefinition;

/// The game without its extras, for those who answer them.
pub static EIGHT_SECONDS: Registered<EightSecondsDefinition> = Registered::new();

impl Definition for EightSecondsDefinition {
    type Game = Game;
    type Rules = Rules;

    const ABOUT: &'static str =
        "bull riding with eight dice: Riders, Golden Buckles and the bets of Vegas Showdown";
    const EDITION: &'static str = SHIPPED;
    const SETTINGS: &'static [Setting<Rules>] = SETTINGS;
    const SEATS: RangeInclusive<usize> = 1..=MAX_PLAYERS;
    const DEFAULT_GAMES: u64 = 20_000;
    const BASE: &'static str = "look-ahead";
    const BENCH: &'static [Case] = &[
        Case::turns("look-ahead"),
        Case::games("look-ahead", 2),
        Case::games("look-ahead", 4),
        Case::games("bet-by-roll", 4).with(&["vegas"]),
    ];
    const NO_START: &'static str =
        "its games begin with a fresh deck; `--rules tokens=1` hands out tokens";

    fn edition(source: Arc<Source>) -> Result<Rules, Vec<Diagnostic>> {
        Edition::parse(source).map(|edition| Rules::of(Arc::new(edition)))
    }

    fn limits(rules: &Rules) -> Vec<Diagnostic> {
        rules.edition.limits()
    }

    fn settled(edition: &Rules, settings: &[RuleSetting]) -> Result<Rules> {
        resolve(SETTINGS, edition, settings)?.settled()
    }

    fn text(rules: &Rules) -> (&str, &Arc<Source>) {
        (&rules.edition.name, &rules.edition.source)
    }

    fn shape(rules: &Rules) -> &Shape {
        &rules.edition.shape
    }

    fn proposed(rules: &Rules) -> usize {
        rules.proposed().map(|(_, tables, _)| tables).iter().sum()
    }

    fn rule_sets(rules: &Rules) -> Vec<(String, String)> {
        let edition = &rules.edition;
        let count = |number: usize, what: &str| format!("{number} {what}");
        vec![
            ("(none)".to_owned(), count(edition.bulls.len(), "Bulls and no expansion")),
            ("riders".to_owned(), count(edition.riders.len(), "Riders")),
            ("buckles".to_owned(), count(edition.buckles.len(), "Golden Buckles")),
            ("vegas".to_owned(), "Vegas Showdown".to_owned()),
        ]
    }

    fn game(rules: &Rules, seats: u8) -> Result<Game> {
        Game::new(rules.clone(), seats.into())
    }

    fn shipped() -> &'static [Shipped] {
        shipped_policies![
            "eight-seconds":
            "all-or-nothing",
            "bet-bucked-off",
            "bet-by-bulls",
            "bet-by-roll",
            "bet-dismount",
            "bet-double-down",
            "bet-ride",
            "cautious",
            "first-bull",
            "hold-out",
            "look-ahead",
            "never-bet",
            "token-hoarder",
            "token-spender";
            OPTIMAL_TURN => "The most Bull points in a turn, with `token` points (1 by default) for \
                             each Foul Token gained or spent; places no bets.",
        ]
    }

    /// Those that ride, or with Vegas Showdown those that bet.
    fn by_default(rules: &Rules, policy: &Shipped, decides: &dyn Fn(usize) -> bool) -> bool {
        plays(policy, decides, rules.vegas.is_some())
    }

    fn parameters(policy: &str) -> &'static [OwnParameter] {
        if policy == OPTIMAL_TURN { &[TOKEN] } else { &[] }
    }

    fn built_in() -> Box<dyn BuiltIn<Game>> {
        Box::new(Solved::default())
    }
}

/// Whether a policy is a file that bets, or one that rides.
pub(super) fn plays(policy: &Shipped, decides: &dyn Fn(usize) -> bool, bets: bool) -> bool {
    !policy.text.is_empty() && decides(point::FIRST_BET) == bets
}

/// The rules that `--edition` and `--rules` ask for.
pub(super) fn rules(edition: Option<Arc<Source>>, settings: &[RuleSetting]) -> Result<Rules> {
    let source = edition.unwrap_or_else(|| Source::new("built-in edition", SHIPPED));
    Rules::resolve(Arc::new(Edition::parse(source).map_err(Error::Texts)?), settings)
}
