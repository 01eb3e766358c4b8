//! The definition of 8 Seconds: name, seats, settings, editions and shipped policies.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::compiled::Game;
use super::edition::{Edition, SHIPPED};
use super::optimal_policy::{OPTIMAL_TURN, Solved, TOKEN};
use super::rules::{Rules, SETTINGS};
use super::state::MAX_PLAYERS;
use super::vocabulary::point;
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::game::RuleSetting;
use crate::game::settings::{Setting, resolve};
use crate::run::{
    Case, Definition, EditionFacts, Editions, Options, Registered, Shipped, Starts,
    shipped_policies,
};

/// The game without its extra commands, which refer to it.
pub static EIGHT_SECONDS: Registered<Game> = Registered::new();

impl Definition for Game {
    type Rules = Rules;

    const ABOUT: &'static str =
        "bull riding with eight dice: Riders, Golden Buckles and the bets of Vegas Showdown";
    const SEATS: RangeInclusive<usize> = 1..=MAX_PLAYERS;

    fn game(rules: &Rules, seats: u8) -> Result<Game> {
        Game::new(rules.clone(), seats.into())
    }

    const SETTINGS: &'static [Setting<Rules>] = SETTINGS;
    const POLICIES: &'static [Shipped] = shipped_policies![
        "eight-seconds":
        "all-or-nothing",
        "bet-and-retrieve",
        "bet-bucked-off",
        "bet-by-bulls",
        "bet-by-roll",
        "bet-dismount",
        "bet-double-down",
        "bet-ride",
        "cautious",
        "clown-retriever",
        "first-bull",
        "hold-out",
        "look-ahead",
        "never-bet",
        "token-hoarder",
        "token-spender";
        Shipped::built_in(
            OPTIMAL_TURN,
            "Maximizes the Bull points of each turn plus `token` points (1 by default) for each Foul \
             Token gained, less as many for each spent; places no bets.",
            &[TOKEN],
        ),
    ];
    const EDITIONS: Option<Editions<Rules>> = Some(Editions {
        limits: |rules| rules.edition.limits(),
        rule_sets,
        ..Editions::new(
            SHIPPED,
            |source| Edition::parse(source).map(|edition| Rules::of(Arc::new(edition))),
            |rules| EditionFacts {
                name: &rules.edition.name,
                source: &rules.edition.source,
                shape: &rules.edition.shape,
                proposed: rules.proposed().map(|(_, tables, _)| tables).iter().sum(),
            },
        )
    });
    const OPTIONS: Options<Self> = Options {
        default_games: 20_000,
        review_games: 2_000,
        base: "look-ahead",
        strongest: Some("clown-retriever"),
        starts: Starts {
            refused: "its games begin with a fresh deck; `--rules tokens=1` gives each player a token",
            ..Options::<Self>::DEFAULT.starts
        },
        bench: &[
            Case::turns("look-ahead"),
            Case::games("look-ahead", 2),
            Case::games("look-ahead", 4),
            Case::games("bet-by-roll", 4).with(&["vegas"]),
        ],
        // Default policies: those that ride, or with Vegas Showdown those that bet.
        by_default: |rules, policy, decides| plays(policy, decides, rules.vegas.is_some()),
        built_in: || Box::new(Solved::default()),
        ..Options::DEFAULT
    };

    fn settled(edition: &Rules, settings: &[RuleSetting]) -> Result<Rules> {
        resolve(SETTINGS, edition, settings)?.settled()
    }
}

/// The base game, and each expansion.
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

/// Whether a policy is a file that bets (if `bets`) or rides (if not).
fn plays(policy: &Shipped, decides: &dyn Fn(usize) -> bool, bets: bool) -> bool {
    !policy.text.is_empty() && decides(point::FIRST_BET) == bets
}

/// The files that ride as another except for learnt rules.
const REFINED: [&str; 2] = ["clown-retriever", "bet-and-retrieve"];

/// Whether a file is in a mix by default: it bets or rides, and no other file rides nearly as it does, as the
/// mix would count that riding twice.
pub(super) fn mixes(policy: &Shipped, decides: &dyn Fn(usize) -> bool, bets: bool) -> bool {
    plays(policy, decides, bets) && !REFINED.contains(&policy.name)
}

/// Returns the rules for `--edition` and `--rules`.
pub(super) fn rules(edition: Option<Arc<Source>>, settings: &[RuleSetting]) -> Result<Rules> {
    let source = edition.unwrap_or_else(|| Source::new("built-in edition", SHIPPED));
    Rules::resolve(Arc::new(Edition::parse(source).map_err(Error::Texts)?), settings)
}
