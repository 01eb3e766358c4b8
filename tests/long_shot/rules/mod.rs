//! Every rule of Long Shot by its id: prescribed rounds that the engine plays and the plain engine follows,
//! so that each expectation tests both.

mod actions;
mod readings;
mod rolands;
mod scene;
mod scoring;
mod setup_race;
mod solo;
