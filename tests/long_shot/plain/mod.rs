//! The second account of Long Shot: a referee written from the rules alone, sharing no code with
//! the crate.
//!
//! Everything here is the plain way: a sheet is a few lists, the track a list of spaces, legal
//! actions are listed by trying everything. Luck and decisions come from a [`Table`]; the referee
//! says whose decision it is and exactly which actions are legal, and applies the rules.
//! Horses, cells and places count from 1 as on the sheets; seats count from 0 in the order
//! of turns. Rule ids (`LS-…`, `LS-A…`) are those of `rules/long-shot.md`.

pub(crate) mod abilities;
pub(crate) mod bonuses;
pub(crate) mod components;
pub(crate) mod race;
pub(crate) mod scoring;
pub(crate) mod sheet;
pub(crate) mod solo;
pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod turn;

pub(crate) use components::{Cell, Components};
pub(crate) use scoring::Score;
pub(crate) use state::{Config, Referee};
pub(crate) use table::{Action, Ask, Table};
