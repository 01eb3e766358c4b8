//! The tests of what a user sees, of the rules of every game, and of the house: one folder a game or a room.

mod browser;
mod cli;
mod decisions;
mod diagnostic;
mod editions;
mod eight_seconds;
mod eight_seven_central;
mod el_ocho;
mod experiments;
mod follow;
mod game;
mod library;
mod live;
mod long_shot;
mod pig;
mod players;
mod policy;
mod program;
mod recount;
mod report;
mod rooms;
mod run;
mod sim;
mod stats;
mod str8_eight;

mod words;
