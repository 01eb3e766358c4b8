//! Significant differences between estimates and between win rates of policies.

use super::{Estimate, Level, Ratio};

/// Whether two estimates differ significantly at `z` standard errors, whatever their correlation:
///
/// ```text
/// |a - b| > z (error of a + error of b)
/// ```
///
/// The standard error of a difference is at most the sum of the two standard errors. The rule is
/// therefore valid for seats of the same games and for policies with common random numbers, but
/// conservative. `error` is the standard error or, if larger, the distance of the limit towards the
/// other value divided by z: 0 of 2 hits has a standard error of 0 and an interval up to 0.66.
/// Without errors the result is `false`.
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
    // If one of the two is unknown, the other counts.
    estimate.std_error.into_iter().chain(from_reach).reduce(f64::max)
}

/// The index of the estimate that is significantly larger than every other (see [`separated`]);
/// `None` if there is no such estimate or no other.
///
/// The level holds for all comparisons with the rivals simultaneously ([`Level::bonferroni`]).
pub fn winner(estimates: &[Estimate], level: Level) -> Option<usize> {
    let rivals = estimates.len().checked_sub(1).filter(|&rivals| rivals > 0)?;
    let z = level.bonferroni(rivals as u64).z();
    let (best, leader) =
        estimates.iter().enumerate().max_by(|(_, a), (_, b)| a.value.total_cmp(&b.value))?;
    let ahead = |(index, rival)| index == best || separated(leader, rival, z);
    estimates.iter().enumerate().all(ahead).then_some(best)
}

/// The index of the policy whose win rate is significantly above every other's; `None` if there is
/// no such policy or no other.
///
/// `wins[policy][matchup]` are wins in parts of 1/`scale` against the seats of the policy, with
/// games as units. The level holds for all comparisons with the rivals simultaneously
/// ([`Level::bonferroni`]): among equal policies, one is reported in at most 5 % of runs at 95 %,
/// however few the games.
pub fn most_wins(wins: &[Vec<Ratio>], scale: u64, level: Level) -> Option<usize> {
    ahead_of_all(wins, level, |own, rival, z| wins_more(own, rival, scale as f64, z))
}

/// The index of the policy that wins significantly more than each other one in the matchups of both;
/// `None` if there is no such policy or no other. Arguments and level as in [`most_wins`].
pub fn beats_each(wins: &[Vec<Ratio>], scale: u64, level: Level) -> Option<usize> {
    ahead_of_all(wins, level, |own, rival, z| {
        let both = own.iter().zip(rival).filter(|(own, rival)| own.n > 0 && rival.n > 0);
        let (own, rival): (Vec<Ratio>, Vec<Ratio>) = both.unzip();
        !own.is_empty() && wins_more(&own, &rival, scale as f64, z)
    })
}

/// The index of the policy for which `ahead` holds against every other, at the level of all these comparisons.
fn ahead_of_all(
    wins: &[Vec<Ratio>],
    level: Level,
    ahead: impl Fn(&[Ratio], &[Ratio], f64) -> bool,
) -> Option<usize> {
    let rivals = wins.len().checked_sub(1).filter(|&rivals| rivals > 0)?;
    let z = level.bonferroni(rivals as u64).z();
    (0..wins.len()).find(|&best| {
        let mut others = wins.iter().enumerate().filter(|(index, _)| *index != best);
        others.all(|(_, rival)| ahead(&wins[best], rival, z))
    })
}

/// Whether all win rates differ significantly, so that the ranking is complete; `wins` as in
/// [`most_wins`]. The level holds for all pairs simultaneously ([`Level::bonferroni`]).
pub fn wins_settled(wins: &[Vec<Ratio>], scale: u64, level: Level) -> bool {
    all_differ(wins, level, |a, b, z| {
        wins_more(a, b, scale as f64, z) || wins_more(b, a, scale as f64, z)
    })
}

/// Whether all estimates differ significantly (see [`separated`]); the level holds for all pairs.
pub fn settled(estimates: &[Estimate], level: Level) -> bool {
    all_differ(estimates, level, separated)
}

fn all_differ<T>(of: &[T], level: Level, differ: impl Fn(&T, &T, f64) -> bool) -> bool {
    let pairs = of.len() * of.len().saturating_sub(1) / 2;
    let z = level.bonferroni(pairs as u64).z();
    of.iter().enumerate().all(|(at, a)| of[at + 1..].iter().all(|b| differ(a, b, z)))
}

/// Whether one win rate is significantly above another at `z` standard errors.
///
/// In a matchup with both policies, a game won by one of the two is a fair coin toss under the null
/// hypothesis: its squared win is added to the variance (McNemar, *Note on the sampling error of
/// the difference between correlated proportions*, Psychometrika 12, 1947). The lead is reduced by
/// one win for continuity (Edwards, *Note on the "correction for continuity"*, Psychometrika 13,
/// 1948), so the test rejects no more often than the exact test, however few the wins. Matchups
/// with only one of the policies are independent; their variance is that of a proportion with one
/// win and one loss added, because the plain variance of few games is too small (Agresti & Caffo,
/// *Simple and effective confidence intervals for proportions*, The American Statistician 54,
/// 2000).
fn wins_more(own: &[Ratio], other: &[Ratio], scale: f64, z: f64) -> bool {
    let all = |of: &[Ratio]| of.iter().copied().sum::<Ratio>();
    let seats = |of: &[Ratio]| all(of).n as f64;
    let rate = |of: &[Ratio]| all(of).y as f64 / scale / seats(of);
    let variance = |of: &[Ratio], rival: &[Ratio]| {
        let (mut shared, mut won, mut separate) = (0.0, 0.0, 0.0);
        for (matchup, rival) in of.iter().zip(rival) {
            if rival.n > 0 {
                shared += matchup.yy as f64 / (scale * scale);
            } else {
                won += matchup.y as f64 / scale;
                separate += matchup.n as f64;
            }
        }
        let share = (won + 1.0) / (separate + 2.0);
        (shared + separate * share * (1.0 - share)) / seats(of).powi(2)
    };
    let one_win = (1.0 / seats(own) + 1.0 / seats(other)) / 2.0;
    let lead = rate(own) - rate(other) - one_win;
    lead > z * (variance(own, other) + variance(other, own)).sqrt()
}
