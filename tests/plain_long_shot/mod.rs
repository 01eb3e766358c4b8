//! The second account of Long Shot: a referee written from the rules alone, sharing no code with
//! the crate.
//!
//! Everything here is the plain way: a sheet is a few lists, the track a list of spaces, legal
//! actions are listed by trying everything. Luck and decisions come from a [`Table`]; the referee
//! tells it whose decision it is and exactly which actions are legal, applies the rules and counts
//! every card, mark and dollar before each decision. It is the yardstick for the fast engine.
//! Horses, rows, columns and places count from 1 as on the sheets; seats count from 0 in the order
//! of turns. Rule ids (`LS-…`, `LS-A…`) are those of `rules/long-shot.md`.
#![allow(dead_code, unreachable_pub, reason = "each test binary takes only the part it needs")]

pub mod abilities;
pub mod bonuses;
pub mod components;
pub mod race;
pub mod scoring;
pub mod sheet;
pub mod solo;
pub mod state;
pub mod table;
pub mod turn;
pub mod unpushed;

pub use components::{Cell, Components, Tile};
pub use scoring::Score;
pub use state::{Config, Referee};
pub use table::{Action, Ask, Point, Table};
