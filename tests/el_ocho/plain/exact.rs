//! Exact figures of El Ocho: single rolls as integers, turns as the solution of a Markov chain.
//!
//! A roll of `d` dice is taken as a vector of face counts; of the `8^d` ordered rolls,
//! `d! / (c1! … c8!)` have the counts `c`, so all weights are whole numbers.

use std::collections::BTreeMap;

use super::rules::{Counts, DICE, PlainRules, Verdict};

/// What rolling a number of dice leads to, as weights out of `total`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RollTable {
    /// The number of dice.
    pub(crate) dice: usize,
    /// All ordered rolls, `8^dice`.
    pub(crate) total: u64,
    /// Those that bust.
    pub(crate) bust: u64,
    /// Those that must be rolled again.
    pub(crate) joker: u64,
    /// Those that win the game at once.
    pub(crate) win: u64,
    /// The others, by the points and the dice of keeping everything that scores.
    pub(crate) keeps: BTreeMap<(u32, usize), u64>,
}

/// The exact table of one roll of `dice` dice.
pub(crate) fn roll_table(rules: &PlainRules, dice: usize) -> RollTable {
    let mut table = RollTable {
        dice,
        total: 8_u64.pow(dice as u32),
        bust: 0,
        joker: 0,
        win: 0,
        keeps: BTreeMap::new(),
    };
    for_each_counts(dice, &mut |counts, weight| {
        let roll: Vec<u8> =
            (1..=8).zip(counts).flat_map(|(face, &n)| vec![face; usize::from(n)]).collect();
        match rules.verdict(&roll) {
            Verdict::Bust => table.bust += weight,
            Verdict::Joker => table.joker += weight,
            Verdict::InstantWin { .. } => table.win += weight,
            Verdict::Keeps(keeps) => {
                *table.keeps.entry((keeps[0].points, keeps[0].dice)).or_default() += weight;
            }
        }
    });
    table
}

/// Calls `visit` with every vector of face counts of `dice` dice and the number of its orders.
pub(crate) fn for_each_counts(dice: usize, visit: &mut impl FnMut(&Counts, u64)) {
    fn place(face: usize, left: usize, counts: &mut Counts, visit: &mut impl FnMut(&Counts)) {
        if face == counts.len() - 1 {
            counts[face] = left as u8;
            visit(counts);
        } else {
            for here in 0..=left {
                counts[face] = here as u8;
                place(face + 1, left - here, counts, visit);
            }
        }
    }

    let factorial = |n: u64| (1..=n).product::<u64>();
    place(0, dice, &mut [0; 8], &mut |counts| {
        let same: u64 = counts.iter().map(|&count| factorial(count.into())).product();
        visit(counts, factorial(dice as u64) / same);
    });
}

/// The roll tables for 1 to 8 dice; the table of `d` dice is at `d - 1`.
pub(crate) fn roll_tables(rules: &PlainRules) -> [RollTable; DICE] {
    std::array::from_fn(|index| roll_table(rules, index + 1))
}

/// What one turn of a policy is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TurnValue {
    /// Expected points; a bust counts 0, an instant win the points before it and its 8000.
    pub(crate) mean: f64,
    /// The variance of the points.
    pub(crate) variance: f64,
    /// The probability that the turn loses its points.
    pub(crate) bust: f64,
    /// The probability that the turn wins the game at once (EO-16).
    pub(crate) win: f64,
}

/// Every way a turn can end, with its probability, and how often the dice are rolled on the way.
#[derive(Clone, Debug)]
pub(crate) struct TurnDistribution {
    /// The probability of a bust.
    pub(crate) bust: f64,
    /// The probability of banking each number of points.
    pub(crate) banked: BTreeMap<u32, f64>,
    /// The probability of an instant win, by the points of the turn with its 8000.
    pub(crate) won: BTreeMap<u32, f64>,
    /// The expected number of decisions to roll `d` dice in a turn, at `d`; the first roll counts.
    pub(crate) decisions: [f64; DICE + 1],
    /// The expected number of rolls of `d` dice, which adds the rolls after Jokers.
    pub(crate) rolls: [f64; DICE + 1],
    /// The expected number of Jokers with `d` dice.
    pub(crate) jokers: [f64; DICE + 1],
    /// The probability that the turn busts rolling `d` dice.
    pub(crate) busts: [f64; DICE + 1],
}

/// The value of a single turn; for many, [`ExactTurns`] counts the rolls only once.
pub(crate) fn hold_at_turn(rules: &PlainRules, hold: u32) -> TurnValue {
    ExactTurns::new(*rules).hold_at(hold)
}

/// Turns of a player who keeps everything and stops from `hold` points on, but never below the
/// least that can be banked (EO-Q9).
#[derive(Clone, Debug)]
pub(crate) struct ExactTurns {
    rules: PlainRules,
    tables: [RollTable; DICE],
}

impl ExactTurns {
    /// Counts the rolls of one to eight dice.
    pub(crate) fn new(rules: PlainRules) -> Self {
        Self { rules, tables: roll_tables(&rules) }
    }

    /// The value of the turn, solved backward from the states next to stopping.
    pub(crate) fn hold_at(&self, hold: u32) -> TurnValue {
        /// Expected points and their square, chances of a bust and a win, from one state on.
        #[derive(Clone, Copy, Default)]
        struct Ahead {
            points: f64,
            square: f64,
            bust: f64,
            win: f64,
        }

        let stop_from = hold.max(self.rules.min_bank);
        // Each kept die adds points, so a state depends only on states with more points.
        let mut ahead: BTreeMap<u32, [Ahead; DICE]> = BTreeMap::new();
        for points in (0..stop_from).step_by(50).collect::<Vec<_>>().into_iter().rev() {
            let here = std::array::from_fn(|index| {
                let table = &self.tables[index];
                // Jokers repeat the roll: what follows is the roll given that it is none.
                let total = (table.total - table.joker) as f64;
                let certain = |points: u32| {
                    let points = f64::from(points);
                    Ahead { points, square: points * points, bust: 0.0, win: 0.0 }
                };
                let mut sum = Ahead::default();
                let mut add = |weight: u64, next: Ahead| {
                    let chance = weight as f64 / total;
                    sum.points += chance * next.points;
                    sum.square += chance * next.square;
                    sum.bust += chance * next.bust;
                    sum.win += chance * next.win;
                };
                add(table.bust, Ahead { bust: 1.0, ..Ahead::default() });
                add(table.win, Ahead { win: 1.0, ..certain(points + 8000) });
                for (&(gained, kept), &weight) in &table.keeps {
                    let next = points + gained;
                    if next >= stop_from {
                        add(weight, certain(next));
                    } else {
                        add(weight, ahead[&next][dice_left(table.dice, kept) - 1]);
                    }
                }
                sum
            });
            ahead.insert(points, here);
        }
        let start = ahead[&0][DICE - 1];
        TurnValue {
            mean: start.points,
            variance: start.square - start.points * start.points,
            bust: start.bust,
            win: start.win,
        }
    }

    /// All ends of the turn, which is followed forward from its start.
    pub(crate) fn hold_at_distribution(&self, hold: u32) -> TurnDistribution {
        let stop_from = hold.max(self.rules.min_bank);
        let mut end = TurnDistribution {
            bust: 0.0,
            banked: BTreeMap::new(),
            won: BTreeMap::new(),
            decisions: [0.0; DICE + 1],
            rolls: [0.0; DICE + 1],
            jokers: [0.0; DICE + 1],
            busts: [0.0; DICE + 1],
        };
        let mut open = BTreeMap::from([((0, DICE), 1.0)]);
        // The smallest points first: nothing that comes later can add to that state again.
        while let Some(((points, dice), reached)) = open.pop_first() {
            let table = &self.tables[dice - 1];
            let decided = (table.total - table.joker) as f64;
            end.decisions[dice] += reached;
            end.rolls[dice] += reached * table.total as f64 / decided;
            end.jokers[dice] += reached * table.joker as f64 / decided;
            let bust = reached * table.bust as f64 / decided;
            end.bust += bust;
            end.busts[dice] += bust;
            if table.win > 0 {
                *end.won.entry(points + 8000).or_default() += reached * table.win as f64 / decided;
            }
            for (&(gained, kept), &weight) in &table.keeps {
                let chance = reached * weight as f64 / decided;
                let next = points + gained;
                if next >= stop_from {
                    *end.banked.entry(next).or_default() += chance;
                } else {
                    *open.entry((next, dice_left(dice, kept))).or_default() += chance;
                }
            }
        }
        end
    }
}

/// The dice to roll after keeping `kept` of `rolled`: all eight once each has scored (EO-10).
fn dice_left(rolled: usize, kept: usize) -> usize {
    if kept == rolled { DICE } else { rolled - kept }
}
