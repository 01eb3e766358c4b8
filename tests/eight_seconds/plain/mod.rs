//! The second implementation of 8 Seconds: a referee written from the rules alone. It shares no
//! code with the engine except the data of edition and settings and the names of decisions and
//! actions.
//!
//! The code is plain: dice are a list of faces, cards are sets, and legal actions are found by
//! trial. Chance and choices come from a [`Table`]; the referee determines the acting seat and its
//! exact legal actions, and applies the rules. Rule ids (`ES-…`, `ES-Q…`) refer to
//! `rules/eight-seconds.md`.

pub(crate) mod buckles;
pub(crate) mod riders;
pub(crate) mod scoring;
pub(crate) mod state;
pub(crate) mod turn;
pub(crate) mod vegas;

pub(crate) use state::{Deck, Referee, Set, Table};
