//! Every rule of Long Shot by its id: rounds laid down by hand which the engine plays and the plain
//! engine follows, so that what is expected is expected of both; and worked cases of abilities and of
//! Roland on the plain engine.

mod abilities;
mod actions;
mod readings;
mod rolands;
pub(crate) mod scene;
mod scoring;
mod setup_race;
mod solo;
mod table;
