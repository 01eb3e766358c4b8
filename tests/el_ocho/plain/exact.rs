//! Exact figures of El Ocho: single rolls as integers, turns as solutions of a Markov chain.
//!
//! Of the `8^d` ordered rolls of `d` dice, `d! / (c1! … c8!)` have face counts `c`, so all weights
//! are integers.

use std::collections::BTreeMap;

use super::rules::{DICE, PlainRules, Verdict};

/// The outcomes of rolling a number of dice, as weights out of `total`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RollTable {
    /// The number of ordered rolls, `8^dice`.
    pub(crate) total: u64,
    pub(crate) bust: u64,
    /// Rolls that must be rolled again.
    pub(crate) joker: u64,
    /// Rolls that win the game at once.
    pub(crate) win: u64,
    /// The other rolls, by points and number of all scoring dice.
    pub(crate) keeps: BTreeMap<(u32, usize), u64>,
}

/// The exact table of one roll of `dice` dice.
pub(crate) fn roll_table(rules: &PlainRules, dice: usize) -> RollTable {
    let mut table = RollTable {
        total: 8_u64.pow(dice as u32),
        bust: 0,
        joker: 0,
        win: 0,
        keeps: BTreeMap::new(),
    };
    for_each_roll(dice, |roll, weight| match rules.verdict(roll) {
        Verdict::Bust => table.bust += weight,
        Verdict::Joker => table.joker += weight,
        Verdict::InstantWin { .. } => table.win += weight,
        Verdict::Keeps(keeps) => {
            *table.keeps.entry((keeps[0].points, keeps[0].dice)).or_default() += weight;
        }
    });
    table
}

/// Calls `visit` with every sorted roll of `dice` dice and its number of permutations.
pub(crate) fn for_each_roll(dice: usize, mut visit: impl FnMut(&[u8], u64)) {
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    let mut roll = vec![1; dice];
    loop {
        let same: u64 = roll.chunk_by(|a, b| a == b).map(|alike| factorial(alike.len())).product();
        visit(&roll, factorial(dice) / same);
        // The next sorted roll: raise the last die below 8, and set all later dice to its face.
        let Some(place) = roll.iter().rposition(|face| *face < 8) else { return };
        let face = roll[place] + 1;
        roll[place..].fill(face);
    }
}

/// The roll tables for 1 to 8 dice; the table of `d` dice is at `d - 1`.
pub(crate) fn roll_tables(rules: &PlainRules) -> [RollTable; DICE] {
    std::array::from_fn(|index| roll_table(rules, index + 1))
}

/// The distribution of the endings of a turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turn {
    pub(crate) bust: f64,
    /// The probability of banking each number of points.
    pub(crate) banked: BTreeMap<u32, f64>,
    /// The probability of an instant win, by points of the turn including its 8000.
    pub(crate) won: BTreeMap<u32, f64>,
}

impl Turn {
    /// The expected points of the turn; a bust counts 0.
    pub(crate) fn mean(&self) -> f64 {
        let ways = self.banked.iter().chain(&self.won);
        ways.map(|(points, chance)| f64::from(*points) * chance).sum()
    }
}

/// The turn of a player who keeps everything and stops from `hold` points on, but never below the
/// minimum bank (EO-Q9).
pub(crate) fn hold_at(rules: &PlainRules, tables: &[RollTable; DICE], hold: u32) -> Turn {
    let stop_from = hold.max(rules.min_bank);
    let mut end = Turn::default();
    let mut open = BTreeMap::from([((0, DICE), 1.0)]);
    // Smallest points first: later states cannot add to this state.
    while let Some(((points, dice), reached)) = open.pop_first() {
        let table = &tables[dice - 1];
        // Jokers repeat the roll, so probabilities are conditional on rolls that are not Jokers.
        let decided = (table.total - table.joker) as f64;
        end.bust += reached * table.bust as f64 / decided;
        if table.win > 0 {
            *end.won.entry(points + 8000).or_default() += reached * table.win as f64 / decided;
        }
        for (&(gained, kept), &weight) in &table.keeps {
            let chance = reached * weight as f64 / decided;
            let next = points + gained;
            if next >= stop_from {
                *end.banked.entry(next).or_default() += chance;
            } else {
                // All eight again once each has scored (EO-10).
                let left = if kept == dice { DICE } else { dice - kept };
                *open.entry((next, left)).or_default() += chance;
            }
        }
    }
    end
}
