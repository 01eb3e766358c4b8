//! Monte Carlo against the exact figures of single turns, at a size where small errors show.
//!
//! The seeds are fixed, so a run always gives the same figures; `--nocapture` shows them.

use crate::el_ocho::common::anyone::hold_at;
use crate::el_ocho::common::{Endings, LEVELS, fastest, game, of_turns, off, tally, turns};
use crate::el_ocho::plain::exact;

const HOLDS: [u32; 6] = [400, 500, 700, 1000, 1500, 2000];

/// Turns of each case.
const TURNS: u64 = 4_000_000;

/// Pearson's statistic over all endings with at least ten expected turns, the others pooled, as
/// standard errors above its mean.
fn misfit(endings: &Endings, exact: &exact::Turn) -> f64 {
    let count = |cells: &[u64], points: u32| cells.get(points as usize / 50).copied().unwrap_or(0);
    let banked = exact.banked.iter().map(|(points, p)| (count(&endings.banked, *points), p));
    let won = exact.won.iter().map(|(points, p)| (count(&endings.wins, *points), p));
    let (mut statistic, mut cells, mut rest) = (0.0, 0, (0.0, 0.0));
    let mut add = |(count, expected): (f64, f64)| {
        statistic += (count - expected).powi(2) / expected;
        cells += 1;
    };
    for (count, probability) in banked.chain(won).chain([(endings.lost(), &exact.bust)]) {
        let (count, expected) = (count as f64, probability * TURNS as f64);
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
    for (seed, case) in (1..).zip(LEVELS) {
        let tables = exact::roll_tables(&case.plain);
        let run = turns(&game(case.settings), &HOLDS.map(hold_at), seed, fastest());
        let counted = of_turns(&tally(&run, TURNS, 2));
        for (hold, endings) in HOLDS.into_iter().zip(counted.iter().map(|of| &of.endings)) {
            let what = format!("{}, hold at {hold}", case.settings);
            assert_eq!(endings.turns(), TURNS);
            let exact = exact::hold_at(&case.plain, &tables, hold);
            let gained = endings.gains().map(|(units, turns)| units * turns).sum::<u64>() * 50;
            let mean = gained as f64 / TURNS as f64;
            let variance = exact.mean(2) - exact.mean(1).powi(2);
            let mean_off = (mean - exact.mean(1)) / (variance / TURNS as f64).sqrt();
            let bust_off = off(endings.lost(), TURNS, exact.bust);
            let misfit = misfit(endings, &exact);
            println!(
                "{what}: z of mean {mean_off:+.2}, busts {bust_off:+.2}, endings {misfit:+.2}"
            );
            for off in [mean_off, bust_off, misfit] {
                assert!(off.abs() <= 4.0, "{what}: {mean_off} {bust_off} {misfit}");
            }
            for (points, probability) in exact.banked.iter().filter(|(_, p)| **p > 0.02) {
                let off = off(endings.banked[*points as usize / 50], TURNS, *probability);
                assert!(off.abs() <= 4.0, "{what}: {points} banked, z {off}");
            }
            for (units, _) in (0..).zip(&endings.banked).filter(|(_, turns)| **turns > 0) {
                assert!(exact.banked.contains_key(&(units * 50)), "{what}: {units} units banked");
            }
        }
    }
}
