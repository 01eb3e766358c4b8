//! What can arise at all: the states a turn can come to, and the totals a player can have.
//!
//! What a roll offers does not depend on the points of the turn, so the states are found row by row
//! from the start of the turn. As soon as as many rows as one keep can span are alike, all further
//! ones are too.

use super::Solver;
use super::odds::Odds;

/// Which (points, dice to roll, less one) a turn can stand at when it rolls, below `rows` points: a
/// bit for each number of dice.
pub(super) fn reach(odds: &Odds, rows: usize) -> Vec<u16> {
    let dice = odds.dice();
    let moves: Vec<Vec<(usize, u16)>> = odds
        .rolls
        .iter()
        .map(|rolls| {
            let mut moves: Vec<_> =
                rolls.full.iter().map(|step| (step.points as usize, step.left)).collect();
            moves.sort_unstable();
            moves.dedup();
            moves
        })
        .collect();
    let mut reach = vec![0_u16; rows];
    if let Some(start) = reach.first_mut() {
        *start = 1 << (dice - 1);
    }
    let mut alike = 0;
    for row in 0..rows {
        let here = reach[row];
        alike = if row > 0 && here == reach[row - 1] { alike + 1 } else { 0 };
        if alike > odds.most {
            reach[row..].fill(here);
            break;
        }
        for (index, moves) in moves.iter().enumerate() {
            if here >> index & 1 == 0 {
                continue;
            }
            for &(points, left) in moves {
                if let Some(to) = reach.get_mut(row + points) {
                    *to |= 1 << left;
                }
            }
        }
    }
    reach
}

/// The states that turns can come to, up to some number of points: the points set aside and the
/// dice to roll next.
///
/// Points are in units of the game ([`crate::games::el_ocho::turn::Game::points`]).
#[derive(Clone, Debug)]
pub struct TurnStates {
    /// By points: a bit for each number of dice.
    reach: Vec<u16>,
}

impl TurnStates {
    /// Whether a turn can hold `points` with `dice` dice to roll. At 0 points there is only the
    /// start of the turn, with all dice.
    pub fn contains(&self, points: u32, dice: u8) -> bool {
        self.reach.get(points as usize).is_some_and(|reach| has(*reach, dice))
    }

    /// The points nearest to `points` at which a turn can have `dice` dice to roll: the most below
    /// it and the fewest above it.
    pub fn nearest(&self, points: u32, dice: u8) -> (Option<u32>, Option<u32>) {
        nearest(&self.reach, points, |reach| has(*reach, dice))
    }
}

/// The totals below the target that a player can have.
#[derive(Clone, Debug)]
pub struct Totals {
    can_be: Vec<bool>,
}

impl Totals {
    /// Whether a player can have banked `total` units in all.
    pub fn contains(&self, total: u32) -> bool {
        self.can_be.get(total as usize).is_some_and(|can_be| *can_be)
    }

    /// The totals nearest to `total` that can be: the highest below it and the lowest above it.
    pub fn nearest(&self, total: u32) -> (Option<u32>, Option<u32>) {
        nearest(&self.can_be, total, |can_be| *can_be)
    }
}

impl Solver {
    /// The states that turns can come to, up to `max_points` (and beyond, as far as it takes to
    /// name the next state with each number of dice).
    pub fn turn_states(&self, max_points: u32) -> TurnStates {
        // From a state beyond `max_points` any number of dice that can be had at all can be had
        // without going through the same number twice.
        let beyond = self.odds.dice() * self.odds.most + 1;
        TurnStates { reach: reach(&self.odds, max_points as usize + beyond) }
    }

    /// The totals below the target that a player can have: sums of turns that could be banked.
    pub fn totals(&self) -> Totals {
        let target = self.game.target as usize;
        let min_bank = self.min_bank();
        let reach = reach(&self.odds, target);
        let banks: Vec<usize> = (min_bank..target).filter(|points| reach[*points] != 0).collect();
        let mut can_be = vec![false; target];
        can_be[0] = true;
        let Some(&least) = banks.first() else { return Totals { can_be } };
        let mut run = 0;
        for total in least..target {
            let mut last = banks.iter().take_while(|bank| **bank <= total);
            can_be[total] = last.any(|bank| can_be[total - bank]);
            run = if can_be[total] { run + 1 } else { 0 };
            if run == least {
                // One more of the least turn leads from each of these on to the next ones.
                can_be[total..].fill(true);
                break;
            }
        }
        Totals { can_be }
    }
}

fn has(reach: u16, dice: u8) -> bool {
    dice.checked_sub(1).is_some_and(|index| reach.checked_shr(index.into()).unwrap_or(0) & 1 == 1)
}

/// The places nearest to `at` that are `wanted`, below and above it.
fn nearest<T>(row: &[T], at: u32, wanted: impl Fn(&T) -> bool) -> (Option<u32>, Option<u32>) {
    let (below, above) = row.split_at((at as usize).min(row.len()));
    let below = below.iter().rposition(&wanted).map(|place| place as u32);
    let above = above.iter().skip(1).position(wanted).map(|place| at + 1 + place as u32);
    (below, above)
}
