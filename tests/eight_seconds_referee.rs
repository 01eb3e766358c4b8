//! 8 Seconds by the referee of `plain_eight_seconds`: worked cases of its rules, and the exact
//! chances of its dice.

mod eight_seconds;
mod plain_eight_seconds;

#[path = "eight_seconds_referee/base.rs"]
mod base;
#[path = "eight_seconds_referee/buckles.rs"]
mod buckles;
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
#[path = "eight_seconds_referee/vegas.rs"]
mod vegas;
