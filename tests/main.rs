//! The tests of what a user sees, of the rules of every game, and of the house: one folder a game.

mod cli;
mod editions;
mod eight_seconds;
mod eight_seven_central;
mod el_ocho;
mod experiments;
mod library;
mod long_shot;
mod pig;
mod players;
mod program;
mod recount;
mod rooms;
mod str8_eight;
