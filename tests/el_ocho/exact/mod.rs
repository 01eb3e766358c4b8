//! El Ocho by its exact values: rolls, turns and whole games.

mod inside;
mod plain;
mod policies;
mod solver;
mod turns;
