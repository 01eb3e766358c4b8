//! Simultaneous perturbation stochastic approximation: all parameters at once, along a random direction.
//!
//! Spall, "An overview of the simultaneous perturbation method for efficient optimization", Johns Hopkins
//! APL Technical Digest 19 (1998). Differences are scaled by their mean square so far, so that the steps
//! do not depend on the unit of the results.

use super::search::{Meter, Setting, Space};
use crate::error::Result;
use crate::sim::random::{Domain, UnitKey, below};

/// The first probe, in widths of the range, and the exponent of its decline.
const PROBE: f64 = 0.15;
const PROBE_DECLINE: f64 = 0.101;
/// The first step, in widths of the range, the exponent of its decline, and the share of the pairs of
/// probes that delays the decline.
const STEP: f64 = 0.04;
const STEP_DECLINE: f64 = 0.602;
const DELAY: f64 = 0.1;
/// The minimum and maximum number of pairs of probes.
const PAIRS: (u64, u64) = (40, 150);
/// The share of the last pairs whose mean is the result.
const LAST: f64 = 0.3;

/// Searches from `start` with the budget of the meter, with at least `least` blocks for a pair; `number`
/// distinguishes the searches of one seed.
pub(super) fn spsa(
    space: &Space,
    start: &Setting,
    (seed, number): (u64, u64),
    least: u64,
    meter: &mut Meter<'_>,
) -> Result<Setting> {
    let width = |at: usize| (space[at].1 - space[at].0) as f64;
    let place = |at: usize, steps: i64| (steps - space[at].0) as f64 / width(at);
    let steps =
        |at: usize, place: f64| space[at].0 + (place.clamp(0.0, 1.0) * width(at)).round() as i64;
    let budget = meter.left();
    let pairs = (budget / (2 * least)).clamp(PAIRS.0, PAIRS.1);
    let blocks = (budget / (2 * pairs)).max(1);
    let mut rng = UnitKey::new(seed, Domain::Tuning, number).stream(0, 0);
    let mut now: Vec<f64> = (0..space.len()).map(|at| place(at, start[at])).collect();
    let (mut squares, mut count) = (0.0, 0.0);
    let (mut tail, mut in_tail) = (vec![0.0; space.len()], 0.0);
    for pair in 0..pairs {
        let probe = PROBE / (pair as f64 + 1.0).powf(PROBE_DECLINE);
        let signs: Vec<f64> =
            now.iter().map(|_| if below(&mut rng, 2) == 0 { -1.0 } else { 1.0 }).collect();
        // At a bound the pair of probes is turned inward.
        let to = |sign: f64| -> Setting {
            let probes = now.iter().zip(&signs).enumerate();
            let probes = probes.map(|(at, (now, one))| {
                steps(at, now.clamp(probe, 1.0 - probe) + sign * one * probe)
            });
            probes.collect()
        };
        let Some(differences) = meter.play(&[to(-1.0), to(1.0)], blocks)? else { break };
        let difference = differences[1].sum() as f64 / differences[1].n().max(1) as f64;
        squares += difference * difference;
        count += 1.0;
        if squares > 0.0 {
            let delay = DELAY * pairs as f64 + 1.0;
            let step = STEP * (delay / (pair as f64 + delay)).powf(STEP_DECLINE);
            let scaled = difference / (squares / count).sqrt();
            for (now, sign) in now.iter_mut().zip(&signs) {
                *now = (*now + step * scaled * sign).clamp(0.0, 1.0);
            }
        }
        if pair as f64 >= (1.0 - LAST) * pairs as f64 {
            tail.iter_mut().zip(&now).for_each(|(sum, now)| *sum += now);
            in_tail += 1.0;
        }
    }
    let end = |at: usize| if in_tail > 0.0 { tail[at] / in_tail } else { now[at] };
    Ok((0..space.len()).map(|at| steps(at, end(at))).collect())
}
