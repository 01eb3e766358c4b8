//! The game as the command line knows it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::engine::Stressed;
use super::rules::{Model, Rules, SETTINGS};
use super::state::SEATS;
use crate::diagnostic::{Diagnostic, Source};
use crate::error::Result;
use crate::game::contract::Game as _;
use crate::game::edition_schema::Shape;
use crate::game::settings::Setting;
use crate::game::{RuleKey, RuleSetting};
use crate::games::el_ocho::definition::{ElOchoDefinition, start_totals};
use crate::games::el_ocho::edition::SHIPPED;
use crate::run::{Definition, Shipped, shipped_policies};

/// The game on the command line.
#[derive(Debug)]
pub struct ElOchoStressedDefinition;

impl Definition for ElOchoStressedDefinition {
    type Game = Stressed;
    type Rules = Rules;

    const ABOUT: &'static str =
        "El Ocho's variant for the stressed: call the score of one roll first";
    const EDITION: &'static str = SHIPPED;
    const EDITION_OF: Option<&'static str> = Some("el-ocho");
    const SETTINGS: &'static [Setting<Rules>] = SETTINGS;
    const SEATS: RangeInclusive<usize> = 1..=SEATS;
    const DEFAULT_GAMES: u64 = 100_000;
    const BASE: &'static str = "steady-hand";
    const STARTS: &'static [RuleKey] = &[
        RuleKey {
            name: "opponent",
            values: "points, or a list like 5400+3000",
            about: "The totals of the other seats from seat 2 on; one number is for all of them \
                    (default 0).",
        },
        RuleKey { name: "own", values: "points", about: "The total of seat 1 (default 0)." },
    ];

    fn edition(source: Arc<Source>) -> Result<Rules, Vec<Diagnostic>> {
        ElOchoDefinition::edition(source).map(|dice| Rules { dice, model: Model::DEFAULT })
    }

    fn shape(rules: &Rules) -> &Shape {
        ElOchoDefinition::shape(&rules.dice)
    }

    fn limits(rules: &Rules) -> Vec<Diagnostic> {
        ElOchoDefinition::limits(&rules.dice)
    }

    fn told(rules: &Rules, changed: &[String]) -> String {
        format!("Stressed {}", ElOchoDefinition::told(&rules.dice, changed))
    }

    fn text(rules: &Rules) -> (&str, &Arc<Source>) {
        ElOchoDefinition::text(&rules.dice)
    }

    fn proposed(rules: &Rules) -> usize {
        ElOchoDefinition::proposed(&rules.dice)
    }

    fn rule_sets(rules: &Rules) -> Vec<(String, String)> {
        ElOchoDefinition::rule_sets(&rules.dice)
    }

    fn game(rules: &Rules, seats: u8) -> Result<Stressed> {
        Stressed::new(rules, seats)
    }

    fn starting(game: Stressed, start: &[RuleSetting], _: bool) -> Result<(Stressed, Vec<i64>)> {
        let totals = start_totals(&game.dice, start, game.seats().into())?;
        let points = totals.iter().map(|units| game.dice.points(*units)).collect();
        Ok((game.starting(totals), points))
    }

    fn shipped() -> &'static [Shipped] {
        shipped_policies!["el-ocho-stressed": "quick-tongue", "steady-hand";]
    }
}
