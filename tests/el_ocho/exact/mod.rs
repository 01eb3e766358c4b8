//! El Ocho by its exact values: rolls, turns and whole games.

mod plain;
mod policies;
mod solver;
mod turns;
