//! How fast 8 Seconds is played on this machine.

use super::EightSeconds;
use crate::error::Result;
use crate::experiment::speed;
use crate::experiment::{BenchSpec, Block, Case};

const CASES: &[Case] = &[
    Case::turns("look-ahead"),
    Case::games("look-ahead", 2),
    Case::games("look-ahead", 4),
    Case::games("bet-by-roll", 4).with(&["vegas"]),
];

/// Measures turns and games of policies from files on the threads asked for.
pub(super) fn bench(spec: &BenchSpec<'_>) -> Result<Vec<Block>> {
    speed::bench(&EightSeconds, CASES, spec)
}
