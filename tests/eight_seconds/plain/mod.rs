//! The second account of 8 Seconds: a referee written from the rules alone, which shares no code with the
//! engine but the data of its edition and settings and the names of decisions and actions.
//!
//! Everything here is the plain way: dice are a row of faces, cards are sets, legal actions are listed by
//! trying everything. Chance and choices come from a [`Table`]; the referee says whose decision it is and
//! exactly which actions are legal, and applies the rules. Rule ids
//! (`ES-…`, `ES-Q…`) are those of `rules/eight-seconds.md`.

pub(crate) mod buckles;
pub(crate) mod riders;
pub(crate) mod scoring;
pub(crate) mod state;
pub(crate) mod turn;
pub(crate) mod vegas;

pub(crate) use state::{Deck, Referee, Set, Table};
