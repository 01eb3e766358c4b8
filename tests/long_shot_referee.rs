//! Long Shot by the referee of `plain_long_shot`: worked cases of its rules, and the race that
//! nobody pushes.

mod long_shot;
mod plain_long_shot;

#[path = "long_shot_referee/abilities.rs"]
mod abilities;
#[path = "long_shot_referee/bonuses.rs"]
mod bonuses;
#[path = "long_shot_referee/features.rs"]
mod features;
#[path = "long_shot_referee/follow.rs"]
mod follow;
#[path = "long_shot_referee/games.rs"]
mod games;
#[path = "long_shot_referee/race.rs"]
mod race;
#[path = "long_shot_referee/scene.rs"]
mod scene;
#[path = "long_shot_referee/scoring.rs"]
mod scoring;
#[path = "long_shot_referee/sheet.rs"]
mod sheet;
#[path = "long_shot_referee/solo.rs"]
mod solo;
#[path = "long_shot_referee/unpushed.rs"]
mod unpushed;
