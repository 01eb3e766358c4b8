//! Monte Carlo against the exact figures of single turns, at a size where small errors show.
//!
//! The seeds are fixed, so a run always gives the same figures; `--nocapture` shows them.

use pushluck::games::el_ocho::turn::Ending;

use crate::el_ocho::common::{
    Endings, LEVELS, Policy, TurnTally, fastest, game, of_turns, off, tally, turns,
};
use crate::el_ocho::plain::exact::{ExactTurns, TurnDistribution};

const HOLDS: [u32; 6] = [400, 500, 700, 1000, 1500, 2000];

/// Turns of each case.
const TURNS: u64 = 4_000_000;

/// The tallies of all holds on one luck.
fn counted(settings: &str, seed: u64, turns_to_play: u64) -> Vec<TurnTally> {
    let game = game(settings);
    assert_eq!(game.scoring.unit, 50);
    let players = HOLDS.map(Policy::HoldAt);
    of_turns(&tally(&turns(&game, &players, seed, fastest()), turns_to_play, 2))
}

/// The sum of what the turns gained, in points.
fn gained(endings: &Endings) -> f64 {
    let cells = [endings.of(Ending::Banked), endings.of(Ending::Win)];
    let sum = |cells: &[u64]| -> u64 { cells.iter().zip(0..).map(|(n, units)| n * units).sum() };
    cells.into_iter().map(sum).sum::<u64>() as f64 * 50.0
}

/// Pearson's statistic over all endings with at least ten expected turns, the others pooled, as
/// standard errors above its mean.
fn misfit(endings: &Endings, exact: &TurnDistribution, turns: u64) -> f64 {
    let count = |ending, points: u32| {
        endings.of(ending).get(points as usize / 50).copied().unwrap_or_default() as f64
    };
    let banked = exact.banked.iter().map(|(points, p)| (count(Ending::Banked, *points), *p));
    let won = exact.won.iter().map(|(points, p)| (count(Ending::Win, *points), *p));
    let bust = [(endings.lost() as f64, exact.bust)];
    let (mut statistic, mut cells, mut rest) = (0.0, 0, (0.0, 0.0));
    let mut add = |(count, expected): (f64, f64)| {
        statistic += (count - expected).powi(2) / expected;
        cells += 1;
    };
    for (count, probability) in banked.chain(won).chain(bust) {
        let expected = probability * turns as f64;
        if expected < 10.0 {
            rest = (rest.0 + count, rest.1 + expected);
        } else {
            add((count, expected));
        }
    }
    if rest.1 > 1.0 {
        add(rest);
    }
    let freedom = f64::from(cells - 1);
    (statistic - freedom) / (2.0 * freedom).sqrt()
}

#[test]
fn turns_of_hold_at_fit_their_exact_figures() {
    let turns = TURNS;
    let n = turns as f64;
    let mut worst: f64 = 0.0;
    for (seed, case) in (1..).zip(LEVELS) {
        let exact = ExactTurns::new(case.plain);
        for (hold, tally) in HOLDS.into_iter().zip(counted(case.settings, seed, turns)) {
            let what = format!("{}, hold at {hold}, {turns} turns", case.settings);
            let endings = &tally.endings;
            assert_eq!(endings.turns(), turns);
            let value = exact.hold_at(hold);
            let ways = exact.hold_at_distribution(hold);
            let mean = gained(endings) / n;
            let mean_off = (mean - value.mean) / (value.variance / n).sqrt();
            let bust_off = off(endings.lost(), turns, value.bust);
            let misfit = misfit(endings, &ways, turns);
            println!(
                "{what}: mean {mean:.3} ({:.3}; z {mean_off:+.2}), bust {:.6} ({:.6}; z \
                 {bust_off:+.2}), endings z {misfit:+.2}",
                value.mean,
                endings.lost() as f64 / n,
                value.bust,
            );
            assert!(mean_off.abs() <= 4.0, "{what}: mean {mean} for {}, z {mean_off}", value.mean);
            assert!(bust_off.abs() <= 4.0, "{what}: busts for {}, z {bust_off}", value.bust);
            assert!(misfit.abs() <= 4.0, "{what}: endings, z {misfit}");
            for (points, probability) in ways.banked.iter().filter(|(_, p)| **p > 0.02) {
                let count = endings.of(Ending::Banked)[*points as usize / 50];
                let off = off(count, turns, *probability);
                worst = worst.max(off.abs());
                assert!(off.abs() <= 4.0, "{what}: {points} banked {count} times, z {off}");
            }
            for (points, _) in endings.of(Ending::Banked).iter().enumerate().filter(|c| *c.1 > 0) {
                let possible = ways.banked.contains_key(&(points as u32 * 50));
                assert!(possible, "{what}: {} points were banked", points * 50);
            }
        }
    }
    println!("the largest |z| of a single ending or number of dice: {worst:.2}");
}
