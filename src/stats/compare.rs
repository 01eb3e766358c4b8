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
pub fn separated(a: &Estimate, b: &Estimate, z: f64) -> bool {
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
    let seats = |of: &[Ratio]| of.iter().map(Ratio::n).sum::<u128>() as f64;
    let rate = |of: &[Ratio]| of.iter().map(Ratio::total).sum::<i128>() as f64 / scale / seats(of);
    let variance = |of: &[Ratio], beside: &[Ratio]| {
        let (mut together, mut won, mut alone) = (0.0, 0.0, 0.0);
        for (table, beside) in of.iter().zip(beside) {
            if beside.n() > 0 {
                together += table.squares() as f64 / (scale * scale);
            } else {
                won += table.total() as f64 / scale;
                alone += table.n() as f64;
            }
        }
        let share = (won + 1.0) / (alone + 2.0);
        (together + alone * share * (1.0 - share)) / seats(of).powi(2)
    };
    let one_win = (1.0 / seats(own) + 1.0 / seats(other)) / 2.0;
    let lead = rate(own) - rate(other) - one_win;
    lead > z * (variance(own, other) + variance(other, own)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Moments, wilson};

    /// So many games won among as many as all of them won together, at one table.
    fn wins(wins: &[u64]) -> Vec<Vec<Ratio>> {
        let games = wins.iter().sum();
        let rate = |&wins: &u64| (0..games).map(|game| (i64::from(game < wins), 1)).collect();
        wins.iter().map(|wins| vec![rate(wins)]).collect()
    }

    #[test]
    fn four_games_tell_nobody_apart_and_some_more_do() {
        // Of two equal policies one wins all of 5 games in 6 % of all runs, all of 6 in 3 %.
        for (counts, best) in [
            (vec![4, 0], None),
            (vec![5, 0], None),
            (vec![6, 0], Some(0)),
            (vec![1, 9], Some(1)),
            (vec![2, 9], None),
            (vec![7, 0, 0], Some(0)),
            (vec![6, 0, 0], None),
            (vec![60, 40], None),
            (vec![61, 39], Some(0)),
            (vec![0, 0], None),
            (vec![9], None),
            (vec![], None),
        ] {
            assert_eq!(most_wins(&wins(&counts), 1, Level::DEFAULT), best, "{counts:?}");
        }
    }

    /// Against the exact test: the chance that equal policies part so far as to be told apart,
    /// summed over the binomial distribution.
    #[test]
    fn equal_policies_are_told_apart_in_no_more_than_the_errors_share() {
        for confidence in [0.8, 0.9, 0.95, 0.99, 0.999, 0.999_999] {
            let level = Level::new(confidence).unwrap();
            for games in (1..100).chain([333, 1000]) {
                let mut chance = 0.5f64.powi(games); // of no win at all
                let mut told = 0.0;
                for won in 0..=games {
                    let ratio = |won: i32| {
                        let (n, y) = (games as u128, won as u128);
                        Ratio::of_sums(crate::stats::RatioSums {
                            units: games as u64,
                            n,
                            y: y as i128,
                            nn: n,
                            yy: y,
                            ny: y as i128,
                            ..Default::default()
                        })
                    };
                    if most_wins(&[vec![ratio(won)], vec![ratio(games - won)]], 1, level).is_some()
                    {
                        told += chance;
                    }
                    chance *= f64::from(games - won) / f64::from(won + 1);
                }
                assert!(told <= 1.0 - confidence, "{games} games at {confidence}: {told}");
            }
        }
    }

    #[test]
    fn a_shared_win_tells_as_little_as_it_weighs() {
        // Games that one of the two wins together with two others.
        let thirds = |games: u64, wins: u64| -> Vec<Ratio> {
            vec![(0..games).map(|game| (if game < wins { 280 } else { 0 }, 1)).collect()]
        };
        let best =
            |games| most_wins(&[thirds(games, games), thirds(games, 0)], 840, Level::DEFAULT);
        assert_eq!((best(8), best(20)), (None, Some(0)));
        // One who shares all wins with the other is not better.
        assert_eq!(most_wins(&[thirds(50, 50), thirds(50, 50)], 840, Level::DEFAULT), None);
    }

    #[test]
    fn tables_without_the_other_are_independent() {
        let table = |wins: u64, games: u64| -> Ratio {
            (0..games).map(|game| (i64::from(game < wins), 1)).collect()
        };
        let never = Ratio::default();
        let best = |a: u64, b: u64, games: u64| {
            let own = vec![table(games / 2, games), table(a, 8 * games), never];
            let other = vec![table(games / 2, games), never, table(b, 8 * games)];
            most_wins(&[own, other], 1, Level::DEFAULT)
        };
        // 86 % against 80 % of 900 games, and of 90.
        assert_eq!((best(724, 670, 100), best(72, 67, 10)), (Some(0), None));
        assert_eq!(best(8, 0, 1), Some(0));
    }

    #[test]
    fn a_ranking_is_settled_once_every_pair_is_told_apart() {
        let of = |counts: &[u64]| wins_settled(&wins(counts), 1, Level::DEFAULT);
        assert!(of(&[100, 200, 400]) && of(&[400, 100, 200]) && of(&[9]));
        assert!(!of(&[100, 110, 400]));
        assert!(settled(&shares(&[100, 200, 400], 1000), Level::DEFAULT));
        assert!(!settled(&shares(&[100, 110, 400], 1000), Level::DEFAULT));
        // Forty looks ask for more.
        assert!(of(&[61, 39]) && !wins_settled(&wins(&[61, 39]), 1, Level::DEFAULT.over_looks(40)));
    }

    fn shares(hits: &[u64], trials: u64) -> Vec<Estimate> {
        hits.iter().map(|&hits| wilson(hits, trials, Level::DEFAULT).unwrap()).collect()
    }

    #[test]
    fn a_clear_lead_wins_and_a_narrow_one_does_not() {
        assert_eq!(winner(&shares(&[300, 500, 200], 1000), Level::DEFAULT), Some(1));
        assert_eq!(winner(&shares(&[480, 500, 200], 1000), Level::DEFAULT), None);
        assert_eq!(winner(&shares(&[500, 500], 1000), Level::DEFAULT), None);
    }

    #[test]
    fn there_is_no_winner_without_a_rival_or_an_error() {
        assert_eq!(winner(&[], Level::DEFAULT), None);
        assert_eq!(winner(&shares(&[9], 10), Level::DEFAULT), None);
        let one = |value| Moments::from_iter([value]).mean(Level::DEFAULT).unwrap();
        assert_eq!(winner(&[one(1), one(1000)], Level::DEFAULT), None);
    }

    #[test]
    fn two_of_two_against_none_of_two_is_no_proof() {
        // Both standard errors are zero, both intervals are wide.
        assert_eq!(winner(&shares(&[0, 2], 2), Level::DEFAULT), None);
        assert_eq!(winner(&shares(&[0, 200], 200), Level::DEFAULT), Some(1));
    }

    #[test]
    fn more_rivals_ask_for_a_larger_lead() {
        let mut hits = vec![570, 480];
        assert_eq!(winner(&shares(&hits, 1000), Level::DEFAULT), Some(0));
        hits.extend([480; 50]);
        assert_eq!(winner(&shares(&hits, 1000), Level::DEFAULT), None);
    }

    #[test]
    fn exact_values_need_no_margin() {
        let exact = |value| Estimate::exact(value, Level::DEFAULT);
        assert_eq!(winner(&[exact(0.5), exact(0.500_001)], Level::DEFAULT), Some(1));
        assert_eq!(winner(&[exact(0.5), exact(0.5)], Level::DEFAULT), None);
    }
}
