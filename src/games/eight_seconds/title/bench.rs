//! How fast 8 Seconds is played on this machine.

use super::EightSeconds;
use crate::error::Result;
use crate::experiment::speed::{self, Case};
use crate::experiment::{BenchSpec, Block};

const CASES: [Case<'static>; 4] = [
    Case { what: "turns alone", policy: "look-ahead", rules: &[], players: None },
    Case { what: "games of 2 players", policy: "look-ahead", rules: &[], players: Some(2) },
    Case { what: "games of 4 players", policy: "look-ahead", rules: &[], players: Some(4) },
    Case {
        what: "games of 4 players, Vegas",
        policy: "bet-by-roll",
        rules: &["vegas"],
        players: Some(4),
    },
];

/// Measures turns and games of policies from files on the threads asked for.
pub(super) fn bench(spec: &BenchSpec<'_>) -> Result<Vec<Block>> {
    speed::bench(&EightSeconds, "8 Seconds", &CASES, spec)
}
