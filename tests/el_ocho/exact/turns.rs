//! Simulated single turns against their exact figures, with samples large enough to reveal small
//! errors.
//!
//! The seeds are fixed, so all runs have the same figures; `--nocapture` prints them.

use crate::el_ocho::common::anyone::hold_at;
use crate::el_ocho::common::{Endings, LEVELS, fastest, game, of_turns, tally, turns};
use crate::el_ocho::plain::exact;

const HOLDS: [u32; 6] = [400, 500, 700, 1000, 1500, 2000];

/// The number of turns per case.
const TURNS: u64 = 4_000_000;

/// Pearson's chi-squared statistic over all endings with at least ten expected turns (the others
/// are pooled), in standard errors above its mean.
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
        for (hold, endings) in HOLDS.into_iter().zip(&counted) {
            let exact = exact::hold_at(&case.plain, &tables, hold);
            let misfit = misfit(endings, &exact);
            println!("{}, hold at {hold}: {misfit:+.2} standard errors", case.settings);
            assert!(misfit.abs() <= 4.0, "{}, hold at {hold}: {misfit}", case.settings);
            for (units, _) in (0..).zip(&endings.banked).filter(|(_, turns)| **turns > 0) {
                assert!(exact.banked.contains_key(&(units * 50)), "{units} units banked");
            }
        }
    }
}
