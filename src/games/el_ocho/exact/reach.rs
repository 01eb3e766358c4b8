//! Reachable states of a turn, and reachable totals of a player.
//!
//! The options of a roll do not depend on the points of the turn, so states are found row by row
//! from the start of the turn. Once more consecutive rows than the largest keep are equal, all
//! later rows are equal.

use super::Solver;
use super::odds::Odds;

/// The states at which a turn can roll, by points below `rows`: one bit per number of dice, bit 0
/// for one die.
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

/// The reachable states of turns up to some number of points: points set aside and dice to roll
/// next.
///
/// Points are in units of the game ([`crate::games::el_ocho::turn::Game::points`]).
#[derive(Clone, Debug)]
pub struct TurnStates {
    /// By points: one bit per number of dice.
    reach: Vec<u16>,
}

impl TurnStates {
    /// Whether a turn can have `points` with `dice` dice to roll. At 0 points only the start of the
    /// turn is reachable, with all dice.
    pub fn contains(&self, points: u32, dice: u8) -> bool {
        self.reach.get(points as usize).is_some_and(|reach| has(*reach, dice))
    }

    /// The reachable points nearest to `points` with `dice` dice to roll: the highest below and the
    /// lowest above.
    pub fn nearest(&self, points: u32, dice: u8) -> (Option<u32>, Option<u32>) {
        nearest(&self.reach, points, |reach| has(*reach, dice))
    }
}

/// The reachable totals below the target.
#[derive(Clone, Debug)]
pub struct Totals {
    can_be: Vec<bool>,
}

impl Totals {
    /// Whether a player can have banked `total` units.
    pub fn contains(&self, total: u32) -> bool {
        self.can_be.get(total as usize).is_some_and(|can_be| *can_be)
    }

    /// The reachable totals nearest to `total`: the highest below and the lowest above.
    pub fn nearest(&self, total: u32) -> (Option<u32>, Option<u32>) {
        nearest(&self.can_be, total, |can_be| *can_be)
    }
}

impl Solver {
    /// The reachable states of turns up to `max_points`, and far enough beyond to find the next
    /// state with each number of dice.
    pub fn turn_states(&self, max_points: u32) -> TurnStates {
        // From any state, each reachable number of dice is reachable without visiting a number of
        // dice twice.
        let beyond = self.odds.dice() * self.odds.most + 1;
        TurnStates { reach: reach(&self.odds, max_points as usize + beyond) }
    }

    /// The reachable totals below the target: sums of turns that can be banked.
    pub fn totals(&self) -> Totals {
        let target = self.game.target as usize;
        let min_bank = self.min_bank();
        let reach = reach(&self.odds, target);
        let banks: Vec<usize> = (min_bank..target).filter(|points| reach[*points] != 0).collect();
        // A penalty may leave any total.
        let mut can_be = vec![self.game.penalty > 0; target];
        can_be[0] = true;
        let entry = self.game.entry as usize;
        let Some(&least) = banks.first() else { return Totals { can_be } };
        let mut run = 0;
        for total in least..target {
            let mut last = banks.iter().take_while(|bank| **bank <= total);
            can_be[total] |=
                last.any(|bank| can_be[total - bank] && (*bank < total || total >= entry));
            run = if can_be[total] { run + 1 } else { 0 };
            if run == least {
                // After `least` consecutive reachable totals, adding the smallest bank reaches all
                // later ones.
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

/// The indices nearest to `at` whose values are `wanted`, below and above it.
fn nearest<T>(row: &[T], at: u32, wanted: impl Fn(&T) -> bool) -> (Option<u32>, Option<u32>) {
    let (below, above) = row.split_at((at as usize).min(row.len()));
    let below = below.iter().rposition(&wanted).map(|place| place as u32);
    let above = above.iter().skip(1).position(wanted).map(|place| at + 1 + place as u32);
    (below, above)
}
