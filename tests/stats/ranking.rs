//! Significant differences between estimates and between win rates.

use pushluck::stats::{
    Estimate, Level, Moments, Ratio, beats_each, most_wins, settled, wilson, winner, wins_settled,
};

const LEVEL: Level = Level::DEFAULT;

/// `wins` wins in `games` games of one matchup.
fn matchup(wins: u64, games: u64) -> Ratio {
    Ratio::of_counts(wins, games)
}

/// Wins of several policies in one matchup, whose games all have one winner.
fn wins(wins: &[u64]) -> Vec<Vec<Ratio>> {
    let games = wins.iter().sum();
    wins.iter().map(|wins| vec![matchup(*wins, games)]).collect()
}

fn shares(hits: &[u64], trials: u64) -> Vec<Estimate> {
    hits.iter().map(|&hits| wilson(hits, trials, LEVEL).unwrap()).collect()
}

#[test]
fn four_games_show_no_difference_and_a_few_more_do() {
    // Of two equal policies one wins all of 5 games in 6 % of runs, all of 6 games in 3 %.
    let cases: [(&[u64], _); 12] = [
        (&[4, 0], None),
        (&[5, 0], None),
        (&[6, 0], Some(0)),
        (&[1, 9], Some(1)),
        (&[2, 9], None),
        (&[7, 0, 0], Some(0)),
        (&[6, 0, 0], None),
        (&[60, 40], None),
        (&[61, 39], Some(0)),
        (&[0, 0], None),
        (&[9], None),
        (&[], None),
    ];
    for (counts, best) in cases {
        assert_eq!(most_wins(&wins(counts), 1, LEVEL), best, "{counts:?}");
    }
}

/// Compared with the exact test: the probability of a significant difference between equal
/// policies, summed over the binomial distribution.
#[test]
fn equal_policies_differ_significantly_no_more_often_than_the_level_allows() {
    for confidence in [0.8, 0.9, 0.95, 0.99, 0.999, 0.999_999] {
        let level = Level::new(confidence).unwrap();
        for games in (1..100).chain([333, 1000]) {
            let mut chance = 0.5f64.powi(games as i32); // of no win at all
            let mut different = 0.0;
            for won in 0..=games {
                if most_wins(&wins(&[won, games - won]), 1, level).is_some() {
                    different += chance;
                }
                chance *= (games - won) as f64 / (won + 1) as f64;
            }
            assert!(different <= 1.0 - confidence, "{games} games at {confidence}: {different}");
        }
    }
}

#[test]
fn a_shared_win_counts_by_its_share() {
    // Games that one of the two wins together with two others.
    let thirds = |games: u64, wins: u64| -> Vec<Ratio> {
        vec![(0..games).map(|game| (if game < wins { 280 } else { 0 }, 1)).collect()]
    };
    let best = |games| most_wins(&[thirds(games, games), thirds(games, 0)], 840, LEVEL);
    assert_eq!((best(8), best(20)), (None, Some(0)));
    // A policy that shares all wins with the other is not better.
    assert_eq!(most_wins(&[thirds(50, 50), thirds(50, 50)], 840, LEVEL), None);
}

#[test]
fn matchups_without_the_other_are_independent() {
    let never = Ratio::default();
    let best = |a: u64, b: u64, games: u64| {
        let own = vec![matchup(games / 2, games), matchup(a, 8 * games), never];
        let other = vec![matchup(games / 2, games), never, matchup(b, 8 * games)];
        most_wins(&[own, other], 1, LEVEL)
    };
    // 86 % against 80 % of 900 games, and of 90.
    assert_eq!((best(724, 670, 100), best(72, 67, 10)), (Some(0), None));
    assert_eq!(best(8, 0, 1), Some(0));
}

#[test]
fn the_best_of_all_need_not_beat_each() {
    // The first wins 90 % against the third and loses to the second.
    let never = Ratio::default();
    let won = |wins: [u64; 3]| -> [Ratio; 3] { wins.map(|wins| matchup(wins, 100)) };
    let [ab, ac, bc] = won([30, 90, 55]);
    let [ba, ca, cb] = won([70, 10, 45]);
    let wins = [vec![ab, ac, never], vec![ba, never, bc], vec![never, ca, cb]];
    assert_eq!(beats_each(&wins, 1, LEVEL), None);
    let [bc, cb] = [75, 25].map(|wins| matchup(wins, 100));
    let wins = [vec![ab, ac, never], vec![ba, never, bc], vec![never, ca, cb]];
    assert_eq!(beats_each(&wins, 1, LEVEL), Some(1));
    // Its lead over the first is too small to be the best of all.
    assert_eq!(most_wins(&wins, 1, LEVEL), None);
    assert_eq!(beats_each(&wins[..1], 1, LEVEL), None);
}

#[test]
fn a_ranking_is_settled_once_every_pair_differs() {
    let of = |counts: &[u64]| wins_settled(&wins(counts), 1, LEVEL);
    assert!(of(&[100, 200, 400]) && of(&[400, 100, 200]) && of(&[9]));
    assert!(!of(&[100, 110, 400]));
    assert!(settled(&shares(&[100, 200, 400], 1000), LEVEL));
    assert!(!settled(&shares(&[100, 110, 400], 1000), LEVEL));
    // Forty looks need a larger difference.
    assert!(of(&[61, 39]) && !wins_settled(&wins(&[61, 39]), 1, LEVEL.over_looks(40)));
}

#[test]
fn a_clear_lead_wins_and_a_narrow_one_does_not() {
    let exact = |value| Estimate::exact(value, LEVEL);
    let one = |value| Moments::from_iter([value]).mean(LEVEL).unwrap();
    let many = |first| [vec![first], vec![480; 51]].concat();
    for (estimates, best) in [
        (shares(&[300, 500, 200], 1000), Some(1)),
        (shares(&[480, 500, 200], 1000), None),
        (shares(&[500, 500], 1000), None),
        // No rival, or no error.
        (vec![], None),
        (shares(&[9], 10), None),
        (vec![one(1), one(1000)], None),
        // Both standard errors are zero, both intervals are wide.
        (shares(&[0, 2], 2), None),
        (shares(&[0, 200], 200), Some(1)),
        // More rivals need a larger lead.
        (shares(&[570, 480], 1000), Some(0)),
        (shares(&many(570), 1000), None),
        // Exact values need no lead.
        (vec![exact(0.5), exact(0.500_001)], Some(1)),
        (vec![exact(0.5), exact(0.5)], None),
    ] {
        assert_eq!(winner(&estimates, LEVEL), best, "{estimates:?}");
    }
}
