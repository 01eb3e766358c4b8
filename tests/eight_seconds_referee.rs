//! 8 Seconds by the referee of `plain_eight_seconds`: every rule by its id, in turns laid down by
//! hand which the engine plays and the referee follows, so that what is expected is expected of both;
//! whole games, which it follows too; and the exact chances of the dice.
//!
//! Dice are written as letters in the order of the game's dice: yellow, yellow, green, green, blue,
//! blue, red, red.

mod eight_seconds;
mod plain_eight_seconds;

#[path = "eight_seconds_referee/buckles.rs"]
mod buckles;
#[path = "eight_seconds_referee/clown_out.rs"]
mod clown_out;
#[path = "eight_seconds_referee/ends.rs"]
mod ends;
#[path = "eight_seconds_referee/follow.rs"]
mod follow;
#[path = "eight_seconds_referee/games.rs"]
mod games;
#[path = "eight_seconds_referee/odds.rs"]
mod odds;
#[path = "eight_seconds_referee/riders.rs"]
mod riders;
#[path = "eight_seconds_referee/scene.rs"]
mod scene;
#[path = "eight_seconds_referee/set_up.rs"]
mod set_up;
#[path = "eight_seconds_referee/turn.rs"]
mod turn;
#[path = "eight_seconds_referee/vegas.rs"]
mod vegas;
