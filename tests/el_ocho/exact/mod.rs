//! El Ocho against exact values: rolls, turns and whole games.

mod advise;
mod inside;
mod plain;
mod policies;
mod solver;
mod three;
mod turns;
