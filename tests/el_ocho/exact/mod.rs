//! El Ocho against exact values: rolls, turns and whole games.

mod advise;
mod inside;
mod many;
mod plain;
mod policies;
mod solver;
mod three;
mod turns;
