//! The second account of 8 Seconds: a referee written from the rules alone, sharing no code with
//! the crate.
//!
//! Everything here is the plain way: dice are a `Vec` of faces, a deck is a list of cards, legal
//! actions are listed by trying everything. Luck and decisions come from a [`Table`]; the referee
//! tells it whose decision it is and exactly which actions are legal, applies the rules and counts
//! every card, token and dollar after each step. It is the yardstick for the fast engine. Rule ids
//! (`ES-…`, `ES-Q…`) are those of `rules/eight-seconds.md`.
#![allow(dead_code, unreachable_pub, reason = "each test binary takes only the part it needs")]

pub mod buckles;
pub mod components;
pub mod odds;
pub mod riders;
pub mod scoring;
pub mod state;
pub mod table;
pub mod turn;
pub mod vegas;

pub use components::{Components, Face};
pub use state::{Config, Referee, Rules};
pub use table::{Action, Ask, Deck, Payment, Point, Table, Trade};
pub use turn::Ending;
pub use vegas::Outcome;
