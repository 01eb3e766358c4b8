//! The plain engine of Long Shot: a referee written only from the rules, without code of the crate.
//!
//! The data are simple: a sheet is a few sets and lists, the track a list of spaces; legal actions are found by
//! trying each one. Chance and decisions come from a [`Table`]; the referee determines the seat that decides
//! and its legal actions, and applies the rules. Horses, cells and places count from 1 as on the sheets;
//! seats count from 0 in turn order. Rule ids (`LS-…`, `LS-A…`) are those of `rules/long-shot.md`.

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
