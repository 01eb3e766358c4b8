//! The second account of 8 Seconds: a referee written from the rules alone, sharing no code with
//! the crate.
//!
//! Everything here is the plain way: dice are a `Vec` of faces, a deck is a list of cards, legal
//! actions are listed by trying everything. Luck and decisions come from a [`Table`]; the referee
//! tells it whose decision it is and exactly which actions are legal, applies the rules and counts
//! every card, token and dollar after each step. It is the yardstick for the fast engine. Rule ids
//! (`ES-…`, `ES-Q…`) are those of `rules/eight-seconds.md`.

pub(crate) mod buckles;
pub(crate) mod components;
pub(crate) mod odds;
pub(crate) mod riders;
pub(crate) mod scoring;
pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod turn;
pub(crate) mod vegas;

pub(crate) use components::{Components, Face};
pub(crate) use state::{Config, Referee, Rules};
pub(crate) use table::{Action, Ask, Deck, Payment, Point, Table, Trade};
pub(crate) use turn::Ending;
pub(crate) use vegas::Outcome;
