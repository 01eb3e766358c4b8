//! The games, one folder each, and what several of them share.

use crate::error::{Error, Result, nearest};
use crate::experiment::Experiments;
use crate::game::frame::Entry;

pub mod eight_seconds;
pub mod eight_seven_central;
pub mod el_ocho;
pub mod long_shot;
pub mod str8_eight;

/// 8/7 Central on the command line.
static EIGHT_SEVEN_CENTRAL: Entry<eight_seven_central::setup::Title> = Entry::new();

/// Long Shot on the command line.
static LONG_SHOT: Entry<long_shot::setup::Title> = Entry::new();

/// Str8 Eight on the command line.
static STR8_EIGHT: Entry<str8_eight::setup::Title> = Entry::new();

/// Every game, in alphabetic order.
pub static GAMES: &[&dyn Experiments] = &[
    &eight_seconds::setup::EIGHT_SECONDS,
    &EIGHT_SEVEN_CENTRAL,
    &el_ocho::setup::EL_OCHO,
    &LONG_SHOT,
    &STR8_EIGHT,
];

/// The game of that name.
///
/// # Errors
///
/// There is none; a near name is suggested.
pub fn game(name: &str) -> Result<&'static dyn Experiments> {
    let names = || GAMES.iter().map(|game| game.name());
    GAMES.iter().copied().find(|game| game.name() == name).ok_or_else(|| {
        Error::input_help(
            format!("there is no game `{name}`"),
            // `El Ocho` is near, too.
            match nearest(&name.to_lowercase().replace([' ', '_'], "-"), names()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the games are: {}", names().collect::<Vec<_>>().join(", ")),
            },
        )
    })
}
