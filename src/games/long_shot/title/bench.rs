//! How fast Long Shot is played on this machine.

use super::LongShot;
use crate::error::Result;
use crate::experiment::speed::{self, Case};
use crate::experiment::{BenchSpec, Block};

const CASES: [Case<'static>; 4] = [
    Case { what: "games of 2 players", policy: "random", rules: &[], players: Some(2) },
    Case { what: "games of 4 players", policy: "random", rules: &[], players: Some(4) },
    Case {
        what: "games of 2 players, place_chance",
        policy: "value-bettor",
        rules: &[],
        players: Some(2),
    },
    Case {
        what: "games of 4 players, place_chance",
        policy: "value-bettor",
        rules: &[],
        players: Some(4),
    },
];

/// Measures games on the threads asked for.
pub(super) fn bench(spec: &BenchSpec<'_>) -> Result<Vec<Block>> {
    speed::bench(&LongShot, "Long Shot", &CASES, spec)
}
