//! The list of games, one folder each, with the commands, tables, cards and `verify` checks that a
//! game adds to those of every game.

use crate::error::Result;
use crate::experiment::{self, Experiments};
use crate::run::{Extras, Registered};

pub mod eight_seconds;
pub mod eight_seven_central;
pub mod el_ocho;
pub mod el_ocho_stressed;
pub mod long_shot;
pub mod str8_eight;

static EIGHT_SECONDS: Registered<eight_seconds::compiled::Game> = Registered::with(Extras {
    commands: &[
        &eight_seconds::solve::COMMAND,
        &eight_seconds::advise::COMMAND,
        &eight_seconds::balance::COMMAND,
    ],
    tables: &[
        &eight_seconds::balance::TABLES,
        &eight_seconds::solve::TABLES,
        &[eight_seconds::advise::TABLE],
    ],
    card: None,
    page: None,
    verify: Some(eight_seconds::verify::verify),
});

static EIGHT_SEVEN_CENTRAL: Registered<eight_seven_central::engine::EightSevenCentral> =
    Registered::with(Extras { verify: Some(eight_seven_central::verify::verify), ..Extras::NONE });

static EL_OCHO: Registered<el_ocho::engine::Seated> = Registered::with(Extras {
    commands: &[&el_ocho::solve::COMMAND, &el_ocho::advise::COMMAND],
    tables: &[&el_ocho::solve::TABLES, &[el_ocho::advise::TABLE]],
    card: Some(el_ocho::card::page),
    page: Some(el_ocho::pocket::page),
    verify: Some(el_ocho::verify::verify),
});

static EL_OCHO_STRESSED: Registered<el_ocho_stressed::engine::Stressed> = Registered::new();

static LONG_SHOT: Registered<long_shot::compiled::Game> =
    Registered::with(Extras { verify: Some(long_shot::verify::verify), ..Extras::NONE });

static STR8_EIGHT: Registered<str8_eight::engine::Str8Eight> =
    Registered::with(Extras { verify: Some(str8_eight::verify::verify), ..Extras::NONE });

/// All games in alphabetic order.
pub static GAMES: &[&dyn Experiments] =
    &[&EIGHT_SECONDS, &EIGHT_SEVEN_CENTRAL, &EL_OCHO, &EL_OCHO_STRESSED, &LONG_SHOT, &STR8_EIGHT];

/// Returns the game called `name`.
///
/// # Errors
///
/// Fails if no game has this name; the error suggests a similar name.
pub fn game(name: &str) -> Result<&'static dyn Experiments> {
    experiment::named(GAMES, name)
}
