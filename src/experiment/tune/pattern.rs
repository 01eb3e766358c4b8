//! Coordinate pattern search: one parameter at a time, up and down, by steps that grow after success and
//! shrink after failure.

use super::search::{Meter, Setting, Space, clamped};
use crate::error::Result;
use crate::stats::Moments;

/// The rounds of a trial.
const ROUNDS: usize = 6;
/// A candidate is dropped at this difference to the best, and taken at the others, in standard errors.
const DROPPED: f64 = -1.0;
const TAKEN: f64 = 2.5;
const TAKEN_LAST: f64 = 1.0;
/// The factors of a step.
const AFTER_SUCCESS: f64 = 1.5;
const AFTER_FAILURE: f64 = 0.5;

/// Returns the first candidate that is better than `best`, in rounds of `blocks`; `None` if there is none.
fn trial(
    best: &Setting,
    mut candidates: Vec<Setting>,
    blocks: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Setting>> {
    let mut sums = vec![Moments::default(); candidates.len()];
    for round in 1..=ROUNDS {
        let settings: Vec<Setting> = [best].into_iter().chain(&candidates).cloned().collect();
        let Some(differences) = meter.play(&settings, blocks)? else { return Ok(None) };
        sums.iter_mut().zip(&differences[1..]).for_each(|(sum, more)| *sum += *more);
        let taken = if round == ROUNDS { TAKEN_LAST } else { TAKEN };
        let leader =
            (0..sums.len()).max_by(|a, b| sums[*a].in_errors().total_cmp(&sums[*b].in_errors()));
        if let Some(leader) = leader.filter(|at| sums[*at].in_errors() >= taken) {
            return Ok(Some(candidates.swap_remove(leader)));
        }
        // Candidates that play as the best one does have no effect.
        let stays = |sum: &Moments| sum.in_errors() > DROPPED && sum.std_dev() != Some(0.0);
        let mut each = sums.iter().map(stays).collect::<Vec<_>>().into_iter();
        candidates.retain(|_| each.next().unwrap_or(false));
        sums.retain(stays);
        if candidates.is_empty() {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Searches from `start` until no step of any parameter is better or the budget of the meter is spent.
pub(super) fn pattern(
    space: &Space,
    start: Setting,
    blocks: u64,
    meter: &mut Meter<'_>,
) -> Result<Setting> {
    let mut best = start;
    let width = |at: usize| (space[at].1 - space[at].0) as f64;
    let mut steps: Vec<f64> = (0..space.len()).map(|at| (width(at) / 4.0).max(1.0)).collect();
    let mut up = vec![true; space.len()];
    loop {
        let (mut moved, mut smallest) = (false, true);
        for at in 0..space.len() {
            let step = (steps[at].round() as i64).max(1);
            smallest &= step == 1;
            let signs = if up[at] { [1, -1] } else { [-1, 1] };
            let to = signs.map(|sign| {
                let mut to = best.clone();
                to[at] = clamped(to[at] + sign * step, space[at]);
                to
            });
            let candidates: Vec<Setting> = to.into_iter().filter(|to| *to != best).collect();
            if candidates.is_empty() {
                continue;
            }
            match trial(&best, candidates, blocks, meter)? {
                Some(better) => {
                    up[at] = better[at] > best[at];
                    steps[at] = (steps[at] * AFTER_SUCCESS).min(width(at) / 2.0);
                    best = better;
                    meter.passed(&best);
                    moved = true;
                }
                None if meter.is_spent() => return Ok(best),
                None => steps[at] *= AFTER_FAILURE,
            }
        }
        if smallest && !moved {
            return Ok(best);
        }
    }
}
