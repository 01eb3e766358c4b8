//! Long Shot by the referee of `plain_long_shot`: every rule by its id, in rounds laid down by hand
//! which the engine plays and the referee follows, so that what is expected is expected of both;
//! whole games, which it follows too; worked cases of abilities and of Roland; and the race that
//! nobody pushes.

mod long_shot;
mod plain_long_shot;

#[path = "long_shot_referee/abilities.rs"]
mod abilities;
#[path = "long_shot_referee/actions.rs"]
mod actions;
#[path = "long_shot_referee/features.rs"]
mod features;
#[path = "long_shot_referee/follow.rs"]
mod follow;
#[path = "long_shot_referee/games.rs"]
mod games;
#[path = "long_shot_referee/readings.rs"]
mod readings;
#[path = "long_shot_referee/rolands.rs"]
mod rolands;
#[path = "long_shot_referee/scene.rs"]
mod scene;
#[path = "long_shot_referee/scoring.rs"]
mod scoring;
#[path = "long_shot_referee/setup_race.rs"]
mod setup_race;
#[path = "long_shot_referee/solo.rs"]
mod solo;
#[path = "long_shot_referee/table.rs"]
mod table;
#[path = "long_shot_referee/unpushed.rs"]
mod unpushed;
