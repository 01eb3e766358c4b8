//! Registers Long Shot: edition, settings, policies, and the solo race.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::compiled::Game;
use super::edition::{Edition, SHIPPED};
use super::rules::{Rules, SETTINGS};
use super::state::MAX_PLAYERS;
use crate::error::Result;
use crate::game::settings::Setting;
use crate::run::{
    Case, Definition, EditionFacts, Editions, Opponent, Options, Shipped, shipped_policies,
};

impl Definition for Game {
    type Rules = Rules;

    const ABOUT: &'static str =
        "a race of eight horses: bets, Horse Cards, jockey sets and concessions";
    const SEATS: RangeInclusive<usize> = 2..=MAX_PLAYERS;

    fn game(rules: &Rules, seats: u8) -> Result<Game> {
        Ok(Game::new(rules.clone(), seats))
    }

    const SETTINGS: &'static [Setting<Rules>] = SETTINGS;
    const POLICIES: &'static [Shipped] = shipped_policies![
        "long-shot":
        "blocker",
        "chain-reaction",
        "cheap-buyer",
        "concession-engine",
        "favourites",
        "jockey-sets",
        "lead-buyer",
        "long-shots",
        "no-bets",
        "one-horse",
        "spread-bets",
        "value-bettor";
        // Roland never decides: the engine applies the Solo Sheet (LS-49).
        Shipped::built_in("roland", "Seat 2 of the solo race (`--rules solo`), by the Solo Sheet.", &[]),
    ];
    const EDITIONS: Option<Editions<Rules>> = Some(Editions {
        rule_sets,
        ..Editions::new(
            SHIPPED,
            |source| Edition::parse(source).map(|edition| Rules::of(Arc::new(edition))),
            |rules| EditionFacts {
                name: &rules.edition.name,
                source: &rules.edition.source,
                shape: &rules.edition.shape,
                proposed: rules.proposed(),
            },
        )
    });
    const OPTIONS: Options<Self> = Options {
        default_games: 600,
        review_games: 100,
        base: "lead-buyer",
        strongest: Some("chain-reaction"),
        no_turns: Some((
            "single turns of Long Shot have no result: a turn depends on the race",
            "play whole games: `--games N`",
        )),
        opponent: Some(Opponent { policy: "roland", rule: "solo" }),
        bench: &[
            Case::games("random", 2),
            Case::games("random", 4),
            Case::games("value-bettor", 2),
            Case::games("value-bettor", 4),
        ],
        seats: Rules::seats,
        ..Options::DEFAULT
    };
}

/// The Horse Cards of each set, and the solo race.
fn rule_sets(rules: &Rules) -> Vec<(String, String)> {
    let set = |set: usize| {
        let horses = rules.edition.horses.iter().filter(|horse| horse.set == Some(set));
        let names: Vec<&str> = horses.map(|horse| horse.name.as_str()).collect();
        (format!("horses=set{}", set + 1), names.join(", "))
    };
    let solo = ("solo".to_owned(), "one player against Roland".to_owned());
    (0..3).map(set).chain([solo]).collect()
}
