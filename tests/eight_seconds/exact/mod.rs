//! 8 Seconds by its exact values: the chances of the dice and the solved turn.

mod odds;
mod optimal;
mod optimal_parts;
mod reroll_targets;
