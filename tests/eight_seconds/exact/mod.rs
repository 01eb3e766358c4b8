//! Exact values of 8 Seconds: probabilities of the dice, and the solved turn.

mod odds;
mod optimal;
mod optimal_parts;
mod reroll_targets;
