//! The variant's definition: edition, settings, shipped policies and starting totals.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::engine::Stressed;
use super::rules::{Rules, SETTINGS};
use super::state::SEATS;
use crate::error::Result;
use crate::game::RuleKey;
use crate::game::contract::Game as _;
use crate::game::settings::Setting;
use crate::games::el_ocho::definition::{self as el_ocho, start_totals};
use crate::games::el_ocho::edition::{Edition, MORE, SHIPPED};
use crate::games::el_ocho::rules::Rules as Dice;
use crate::run::{Definition, EditionFacts, Editions, Options, Shipped, Starts, shipped_policies};

impl Definition for Stressed {
    type Rules = Rules;

    const ABOUT: &'static str =
        "El Ocho's variant for stressed players: call the score of one roll first";
    const SEATS: RangeInclusive<usize> = 1..=SEATS;

    fn game(rules: &Rules, seats: u8) -> Result<Stressed> {
        Stressed::new(rules, seats)
    }

    const SETTINGS: &'static [Setting<Rules>] = SETTINGS;
    const POLICIES: &'static [Shipped] =
        shipped_policies!["el-ocho-stressed": "quick-tongue", "steady-hand";];
    const EDITIONS: Option<Editions<Rules>> = Some(Editions {
        of: Some("el-ocho"),
        more: MORE,
        limits: |rules| el_ocho::limits(&rules.dice),
        rule_sets: |rules| el_ocho::rule_sets(&rules.dice),
        title: |rules, changed| Some(format!("Stressed {}", rules.dice.title_of(changed))),
        ..Editions::new(
            SHIPPED,
            |source| Edition::parse(source).map(|edition| Rules::of(Dice::of(Arc::new(edition)))),
            |Rules { dice, .. }| EditionFacts {
                name: &dice.edition.name,
                source: &dice.edition.source,
                shape: &dice.edition.shape,
                proposed: 0,
            },
        )
    });
    const OPTIONS: Options<Self> = Options {
        default_games: 100_000,
        review_games: 2_000,
        base: "steady-hand",
        starts: Starts {
            keys: &[
                RuleKey {
                    name: "opponent",
                    values: "points, or a list like 5400+3000",
                    about: "The totals of the other seats from seat 2 on; one number applies to all of \
                            them (default 0).",
                },
                RuleKey {
                    name: "own",
                    values: "points",
                    about: "The total of seat 1 (default 0).",
                },
            ],
            begin: |game, start, _| {
                let totals = start_totals(&game.dice, start, game.seats().into())?;
                let points = totals.iter().map(|units| game.dice.points(*units)).collect();
                Ok((game.starting(totals), points))
            },
            ..Options::<Self>::DEFAULT.starts
        },
        ..Options::DEFAULT
    };
}
