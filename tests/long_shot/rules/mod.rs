//! Every rule of Long Shot by its id: rounds laid down by hand which the engine plays and the plain
//! engine follows, so that what is expected is expected of both.

mod actions;
mod readings;
mod rolands;
mod scene;
mod scoring;
mod setup_race;
mod solo;
