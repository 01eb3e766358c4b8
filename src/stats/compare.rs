//! Who is ahead, and whether that can be told.

use super::{Estimate, Level, Ratio};

/// Whether two estimates differ by more than their errors explain, at `z` standard errors:
///
/// ```text
/// |a - b| > z (error of a + error of b)
/// ```
///
/// The standard error of a difference is at most the sum of the two, whatever the correlation; so
/// the rule holds for seats of the same games and for policies on the same luck alike, at the price
/// of being slow to speak. An error is the standard error or, if that is larger, what the interval
/// reaches towards the other value, in standard errors: none of two hits has a standard error of 0,
/// and an interval up to 0.66. Without an error, nothing can be told.
fn separated(a: &Estimate, b: &Estimate, z: f64) -> bool {
    let (low, high) = if a.value < b.value { (a, b) } else { (b, a) };
    let above = error(low, low.high.map(|limit| limit - low.value));
    let below = error(high, high.low.map(|limit| high.value - limit));
    let errors = above.zip(below).map(|(above, below)| above + below);
    errors.is_some_and(|errors| high.value - low.value > z * errors)
}

fn error(estimate: &Estimate, reach: Option<f64>) -> Option<f64> {
    let z = estimate.level.z();
    let from_reach = reach.filter(|_| z > 0.0).map(|reach| reach / z);
    // Where one of the two is unknown, the other stands.
    estimate.std_error.into_iter().chain(from_reach).reduce(f64::max)
}

/// The index of the estimate that is larger than every other by more than the errors explain
/// (see [`separated`]); none if it cannot be told, or if there is no other.
///
/// The level holds over all comparisons with the rivals together ([`Level::bonferroni`]).
pub fn winner(estimates: &[Estimate], level: Level) -> Option<usize> {
    let rivals = estimates.len().checked_sub(1).filter(|&rivals| rivals > 0)?;
    let z = level.bonferroni(rivals as u64).z();
    let (best, leader) =
        estimates.iter().enumerate().max_by(|(_, a), (_, b)| a.value.total_cmp(&b.value))?;
    let ahead = |(index, rival)| index == best || separated(leader, rival, z);
    estimates.iter().enumerate().all(ahead).then_some(best)
}

/// The index of the policy whose win rate is above every other's by more than chance explains; none
/// if it cannot be told, or if there is no other.
///
/// `wins` are those of each policy by table, in parts of 1/`scale`, against its seats there, game by
/// game. The level holds over all comparisons with the rivals together ([`Level::bonferroni`]):
/// among equal policies, one stands out in no more than 5 % of all runs at 95 %, of however few
/// games.
pub fn most_wins(wins: &[Vec<Ratio>], scale: u64, level: Level) -> Option<usize> {
    let rivals = wins.len().checked_sub(1).filter(|&rivals| rivals > 0)?;
    let z = level.bonferroni(rivals as u64).z();
    (0..wins.len()).find(|&best| {
        let mut others = wins.iter().enumerate().filter(|(index, _)| *index != best);
        others.all(|(_, rival)| wins_more(&wins[best], rival, scale as f64, z))
    })
}

/// Whether all win rates differ by more than chance explains, so that it is known who comes where;
/// `wins` are those of [`most_wins`]. The level holds over all pairs together ([`Level::bonferroni`]).
pub fn wins_settled(wins: &[Vec<Ratio>], scale: u64, level: Level) -> bool {
    all_apart(wins, level, |a, b, z| {
        wins_more(a, b, scale as f64, z) || wins_more(b, a, scale as f64, z)
    })
}

/// The same of estimates, told apart as [`separated`] tells.
pub fn settled(estimates: &[Estimate], level: Level) -> bool {
    all_apart(estimates, level, separated)
}

fn all_apart<T>(of: &[T], level: Level, apart: impl Fn(&T, &T, f64) -> bool) -> bool {
    let pairs = of.len() * of.len().saturating_sub(1) / 2;
    let z = level.bonferroni(pairs as u64).z();
    of.iter().enumerate().all(|(at, a)| of[at + 1..].iter().all(|b| apart(a, b, z)))
}

/// Whether the win rate of one is above that of another by more than chance explains, at `z`
/// standard errors.
///
/// At a table where both sit, a game that one of the two wins is a toss of a coin if they are equal:
/// each adds its square to the variance (McNemar, *Note on the sampling error of the difference
/// between correlated proportions*, Psychometrika 12, 1947). One win is taken off the lead for
/// continuity (Edwards, *Note on the "correction for continuity"*, Psychometrika 13, 1948): so the
/// two are told apart no more often than by the exact test, however few the wins. Tables where only
/// one of them sits are independent; their variance is that of a share, with a win and a loss added
/// so that few games are not taken for sure (Agresti & Caffo, *Simple and effective confidence
/// intervals for proportions*, The American Statistician 54, 2000).
fn wins_more(own: &[Ratio], other: &[Ratio], scale: f64, z: f64) -> bool {
    let all = |of: &[Ratio]| of.iter().copied().sum::<Ratio>();
    let seats = |of: &[Ratio]| all(of).n as f64;
    let rate = |of: &[Ratio]| all(of).y as f64 / scale / seats(of);
    let variance = |of: &[Ratio], beside: &[Ratio]| {
        let (mut together, mut won, mut alone) = (0.0, 0.0, 0.0);
        for (table, beside) in of.iter().zip(beside) {
            if beside.n > 0 {
                together += table.yy as f64 / (scale * scale);
            } else {
                won += table.y as f64 / scale;
                alone += table.n as f64;
            }
        }
        let share = (won + 1.0) / (alone + 2.0);
        (together + alone * share * (1.0 - share)) / seats(of).powi(2)
    };
    let one_win = (1.0 / seats(own) + 1.0 / seats(other)) / 2.0;
    let lead = rate(own) - rate(other) - one_win;
    lead > z * (variance(own, other) + variance(other, own)).sqrt()
}
