//! `pushluck`: a Monte Carlo strategy analyzer for push-your-luck tabletop games.

pub mod diagnostic;
pub mod error;
pub mod game;
pub mod games;
pub mod policy;
pub mod report;
pub mod sim;
pub mod stats;
