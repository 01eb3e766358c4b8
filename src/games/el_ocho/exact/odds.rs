//! The rolls of a game in the form the solver reads: integer weights and merged lists of options.
//!
//! For each number of dice, each roll class is reduced to its list of options (points, dice left).
//! If more points in a turn never have a lower value, only the highest-scoring keep for each number
//! of dice left matters. Equal lists are merged, and lists with a common prefix share it in a trie,
//! so that the maximum over the prefix is computed once. At level 2 of El Ocho, 10228 keeps of 1249
//! classes become 2639 steps. If the condition fails ([`super::kernel::rises`] checks it), the
//! lists with all keeps are used.
//!
//! More dice to roll for the same points are *not* assumed to be better: all dice with few points
//! may have a lower value.

use std::collections::BTreeMap;

use crate::games::el_ocho::scoring::{Keep, Verdict};
use crate::games::el_ocho::turn::Game;

/// One option, as a node of the trie in depth-first order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Units of the kept dice.
    pub points: u32,
    /// The number of dice to roll next, minus 1.
    pub left: u16,
    /// The number of options before it in the list.
    pub depth: u16,
    /// The number of rolls whose list ends at this option; below 2^32, so exact.
    pub weight: f64,
}

/// All rolls of one number of dice.
#[derive(Clone, Debug)]
pub struct Rolls {
    /// The number of rolls that are not Jokers: the divisor of all weights.
    pub settled: u64,
    /// The number of rolls that bust.
    pub bust: u64,
    /// The rolls that win the game: (units, number of rolls).
    pub wins: Vec<(u32, u64)>,
    /// The trie without dominated keeps.
    pub pruned: Vec<Step>,
    /// The trie with all keeps.
    pub full: Vec<Step>,
}

impl Rolls {
    /// The bust probability.
    pub fn bust_chance(&self) -> f64 {
        self.bust as f64 / self.settled as f64
    }

    /// The number of rolls that win the game.
    pub fn win_weight(&self) -> u64 {
        self.wins.iter().map(|(_, weight)| weight).sum()
    }

    /// The sum of the units of all rolls that win the game.
    pub fn win_points(&self) -> f64 {
        self.wins.iter().map(|&(points, weight)| f64::from(points) * weight as f64).sum()
    }
}

/// The rolls of all numbers of dice.
#[derive(Clone, Debug)]
pub struct Odds {
    /// By number of dice minus 1.
    pub rolls: Vec<Rolls>,
    /// The maximum units of one keep.
    pub most: usize,
    /// The length of the longest list of options.
    pub depth: usize,
}

impl Odds {
    /// Compiles the rolls of `game`.
    pub fn new(game: &Game) -> Self {
        let rolls = (1..=game.dice()).map(|dice| rolls(game, dice)).collect::<Vec<_>>();
        let steps = || rolls.iter().flat_map(|rolls| &rolls.full);
        let most = steps().map(|step| step.points as usize).max().unwrap_or(0);
        let depth = steps().map(|step| usize::from(step.depth) + 1).max().unwrap_or(1);
        Self { rolls, most, depth }
    }

    /// The number of dice of the game.
    pub fn dice(&self) -> usize {
        self.rolls.len()
    }
}

/// The number of dice to roll, minus 1, after keeping `keep` of `dice` dice.
fn left(game_dice: u8, dice: u8, keep: Keep) -> u16 {
    let left = dice - keep.dice;
    u16::from(if left == 0 { game_dice } else { left }) - 1
}

fn rolls(game: &Game, dice: u8) -> Rolls {
    let table = game.table(dice);
    let mut joker = 0;
    let mut bust = 0;
    let mut wins = BTreeMap::new();
    let mut pruned: BTreeMap<Vec<(u16, u32)>, u64> = BTreeMap::new();
    let mut full = pruned.clone();
    for class in table.classes() {
        match &class.verdict {
            Verdict::Joker => joker += class.weight,
            Verdict::Bust => bust += class.weight,
            Verdict::Win { points } => *wins.entry(*points).or_insert(0) += class.weight,
            Verdict::Keep(keeps) => {
                let mut all: Vec<(u16, u32)> = keeps
                    .iter()
                    .map(|keep| (left(game.dice(), dice, *keep), keep.points))
                    .collect();
                // Many dice left come first, since lists share these options. The keep of all dice
                // (all dice are rolled again) distinguishes lists, so it comes last.
                let last = (keeps.first().map_or(0, |keep| keep.dice)) == dice;
                let again = last.then(|| all.remove(0));
                all.sort_unstable_by(|a, b| b.cmp(a));
                all.extend(again);
                *full.entry(all.clone()).or_insert(0) += class.weight;
                // For equal dice left, the most points come first, except for the keep of all dice.
                let mut best: Vec<(u16, u32)> = Vec::new();
                for option in all {
                    match best.iter_mut().find(|known| known.0 == option.0) {
                        Some(known) => known.1 = known.1.max(option.1),
                        None => best.push(option),
                    }
                }
                *pruned.entry(best).or_insert(0) += class.weight;
            }
        }
    }
    Rolls {
        settled: table.total() - joker,
        bust,
        wins: wins.into_iter().collect(),
        pruned: trie(&pruned),
        full: trie(&full),
    }
}

/// The lists as a trie, in depth-first order.
fn trie(lists: &BTreeMap<Vec<(u16, u32)>, u64>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut before: &[(u16, u32)] = &[];
    for (list, &weight) in lists {
        let shared = list.iter().zip(before).take_while(|(a, b)| a == b).count();
        for (depth, &(left, points)) in list.iter().enumerate().skip(shared) {
            steps.push(Step { points, left, depth: depth as u16, weight: 0.0 });
        }
        // Lists are distinct and sorted, so the last step is the end of this list.
        if let Some(last) = steps.last_mut() {
            last.weight = weight as f64;
        }
        before = list;
    }
    steps
}
