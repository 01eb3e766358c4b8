//! Long Shot made ready: its edition, the policies that come with it, and the solo race.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::compiled::Game;
use super::edition::{Edition, SHIPPED, Set};
use super::rules::{Rules, SETTINGS};
use super::state::MAX_PLAYERS;
use crate::diagnostic::{Diagnostic, Source};
use crate::error::Result;
use crate::game::edition_schema::Shape;
use crate::game::settings::Setting;
use crate::run::{Case, Definition, Opponent, Shipped, shipped_policies};

/// The game as the command line knows it.
#[derive(Debug)]
pub struct LongShotDefinition;

impl Definition for LongShotDefinition {
    type Game = Game;
    type Rules = Rules;

    const ABOUT: &'static str =
        "a race of eight horses: bets, Horse Cards, jockey sets and concessions";
    const EDITION: &'static str = SHIPPED;
    const SETTINGS: &'static [Setting<Rules>] = SETTINGS;
    const SEATS: RangeInclusive<usize> = 2..=MAX_PLAYERS;
    const DEFAULT_GAMES: u64 = 600;
    const BASE: &'static str = "lead-buyer";
    const NO_TURNS: (&'static str, &'static str) = (
        "a turn of Long Shot means nothing without the race around it",
        "play whole games: `--games N`",
    );
    const OPPONENT: Option<Opponent> = Some(Opponent { policy: "roland", rule: "solo" });
    const BENCH: &'static [Case] = &[
        Case::games("random", 2),
        Case::games("random", 4),
        Case::games("value-bettor", 2),
        Case::games("value-bettor", 4),
    ];

    fn edition(source: Arc<Source>) -> Result<Rules, Vec<Diagnostic>> {
        Edition::parse(source).map(|edition| Rules::of(Arc::new(edition)))
    }

    fn text(rules: &Rules) -> (&str, &Arc<Source>) {
        (&rules.edition.name, &rules.edition.source)
    }

    fn shape(rules: &Rules) -> &Shape {
        &rules.edition.shape
    }

    fn proposed(rules: &Rules) -> usize {
        rules.proposed()
    }

    fn rule_sets(rules: &Rules) -> Vec<(String, String)> {
        let of_set = |set: Set| -> String {
            let horses = rules.edition.horses.iter().filter(|horse| horse.set == set);
            horses.map(|horse| horse.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        vec![
            ("horses=set1".to_owned(), of_set(Set::One)),
            ("horses=set2".to_owned(), of_set(Set::Two)),
            ("horses=set3".to_owned(), of_set(Set::Three)),
            ("solo".to_owned(), "one player against Roland".to_owned()),
        ]
    }

    fn seats(rules: &Rules) -> RangeInclusive<usize> {
        rules.seats()
    }

    fn game(rules: &Rules, seats: u8) -> Result<Game> {
        Ok(Game::new(rules.clone(), seats))
    }

    fn shipped() -> &'static [Shipped] {
        shipped_policies![
            "long-shot":
            "blocker",
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
            // The engine follows the Solo Sheet and asks nobody (LS-49).
            "roland" => "Seat 2 of the solo race (`--rules solo`), by the Solo Sheet.",
        ]
    }
}
