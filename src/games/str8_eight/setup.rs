//! Str8 Eight made ready: its edition, what `--rules` may set, and the policies that come with it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::edition::{Edition, MAX_LIMIT, MAX_PENALTY, MAX_TARGET, SHIPPED};
use super::engine::{Rules, SEATS, Str8Eight};
use crate::analysis::{Shipped, shipped_policies};
use crate::diagnostic::{Diagnostic, Source};
use crate::error::Result;
use crate::experiment::Setup;
use crate::game::RuleKey;
use crate::game::settings::{Setting, number};

/// The game as the command line knows it.
#[derive(Debug)]
pub struct Title;

/// An edition with settings applied.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The edition, its numbers changed by settings.
    pub edition: Edition,
}

const SETTINGS: &[Setting<Settled>] = &[
    Setting {
        key: RuleKey {
            name: "max_hands",
            values: "N",
            about: "The hands after which a game is given up.",
        },
        set: |rules, value| {
            rules.edition.max_hands = number("max_hands", value, 1, MAX_LIMIT)? as u32;
            Ok(())
        },
        get: |rules| rules.edition.max_hands.to_string(),
    },
    Setting {
        key: RuleKey {
            name: "max_turns",
            values: "N",
            about: "The turns of all players after which a hand ends without a winner.",
        },
        set: |rules, value| {
            rules.edition.max_turns = number("max_turns", value, 1, MAX_LIMIT)? as u32;
            Ok(())
        },
        get: |rules| rules.edition.max_turns.to_string(),
    },
    Setting {
        key: RuleKey {
            name: "pass_penalty",
            values: "POINTS",
            about: "What a pass card left in a hand costs.",
        },
        set: |rules, value| {
            rules.edition.pass_penalty = number("pass_penalty", value, 0, MAX_PENALTY)? as i32;
            Ok(())
        },
        get: |rules| rules.edition.pass_penalty.to_string(),
    },
    Setting {
        key: RuleKey {
            name: "target",
            values: "POINTS",
            about: "The points that end the game, for any number of players; `target=1` ends it with \
                    the first hand that brings somebody points.",
        },
        set: |rules, value| {
            rules.edition.targets = [number("target", value, 1, MAX_TARGET)? as i32; 2];
            Ok(())
        },
        get: |rules| match rules.edition.targets {
            [two, more] if two == more => two.to_string(),
            [two, more] => format!("{two} (two players), {more} (more)"),
        },
    },
];

impl Setup for Title {
    type Game = Str8Eight;
    type Rules = Settled;

    const ABOUT: &'static str = "sequences of eight cards from a deck of multiples";
    const EDITION: &'static str = SHIPPED;
    const SETTINGS: &'static [Setting<Settled>] = SETTINGS;
    const SEATS: RangeInclusive<usize> = 2..=SEATS;
    const DEFAULT_GAMES: u64 = 2_000;
    const BASE: &'static str = "fastest-eight";
    const NO_TURNS: (&'static str, &'static str) = (
        "a turn of Str8 Eight means nothing without the hand around it",
        "play whole games (`--games N`), or single hands by `--rules target=1`",
    );

    fn edition(source: Arc<Source>) -> Result<Settled, Vec<Diagnostic>> {
        Edition::parse(source).map(|edition| Settled { edition })
    }

    fn text(rules: &Settled) -> (&str, &Arc<Source>) {
        (&rules.edition.name, &rules.edition.source)
    }

    fn game(rules: &Settled, seats: u8) -> Str8Eight {
        let Edition { deck, colours, pass_penalty, targets, max_turns, max_hands, .. } =
            rules.edition.clone();
        let target = targets[usize::from(seats > 2)];
        Str8Eight::new(deck, colours, Rules { target, pass_penalty, max_turns, max_hands }, seats)
    }

    fn shipped() -> &'static [Shipped] {
        shipped_policies![
            "str8-eight":
            "fastest-eight";
        ]
    }
}
