//! The definition of Str8 Eight for the program: its edition, the settings of `--rules`, the
//! shipped policies and default options.

use std::ops::RangeInclusive;

use super::edition::{Edition, MAX_LIMIT, MAX_PENALTY, MAX_TARGET, SHIPPED};
use super::engine::{SEATS, Str8Eight};
use crate::error::Result;
use crate::game::settings::{Setting, number, on_off, whole_setting};
use crate::run::{Definition, EditionFacts, Editions, Options, Shipped, shipped_policies};

const SETTINGS: &[Setting<Edition>] = &[
    on_off!(
        "keep_taken",
        "on|off",
        "`on`: a card taken from the discard pile must not be discarded in the same turn.",
        rules.keep_taken,
    ),
    whole_setting!(
        "max_hands",
        "N",
        "Number of hands after which a game ends without a winner.",
        1..=MAX_LIMIT,
        rules.max_hands: u32,
    ),
    whole_setting!(
        "max_turns",
        "N",
        "Number of turns, of all players together, after which a hand ends without a winner.",
        1..=MAX_LIMIT,
        rules.max_turns: u32,
    ),
    whole_setting!(
        "pass_penalty",
        "POINTS",
        "Penalty in points for each pass card left in a hand.",
        0..=MAX_PENALTY,
        rules.pass_penalty: i32,
    ),
    Setting::new(
        "target",
        "POINTS",
        "Points that end the game; the default depends on the number of players. `target=1` ends the \
         game with the first hand in which a player scores points.",
        |edition, value| {
            let end = number("target", value, 1, MAX_TARGET);
            end.map(|end| edition.rules.targets = [end as i32; 2])
        },
        |edition| match edition.rules.targets {
            [two, more] if two == more => two.to_string(),
            [two, more] => format!("{two} (two players), {more} (more)"),
        },
    ),
];

impl Definition for Str8Eight {
    type Rules = Edition;

    const ABOUT: &'static str = "hands of cards, laid as sequences of eight numbers";
    const SEATS: RangeInclusive<usize> = 2..=SEATS;

    fn game(edition: &Edition, seats: u8) -> Result<Str8Eight> {
        let Edition { deck, colours, rules, .. } = edition.clone();
        Ok(Str8Eight::new(deck, colours, rules, seats))
    }

    const SETTINGS: &'static [Setting<Edition>] = SETTINGS;
    const POLICIES: &'static [Shipped] = shipped_policies![
        "str8-eight":
        "fastest-eight",
        "highest-total",
        "colour-purist",
        "low-hand-keeper",
        "pass-card-spoiler",
        "discard-watcher",
        "weigh-every-card";
    ];
    const EDITIONS: Option<Editions<Edition>> =
        Some(Editions::new(SHIPPED, Edition::parse, |edition| EditionFacts {
            name: &edition.name,
            source: &edition.source,
            shape: &edition.shape,
            proposed: edition.proposed,
        }));
    const OPTIONS: Options<Self> = Options {
        default_games: 200,
        review_games: 12,
        base: "fastest-eight",
        strongest: Some("weigh-every-card"),
        no_turns: Some((
            "single turns of Str8 Eight have no result: a turn depends on the hand",
            "play whole games with `--games N`, or single hands with `--rules target=1`",
        )),
        ..Options::DEFAULT
    };
}
