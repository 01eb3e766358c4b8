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
    /// By total in units.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;
    use crate::games::el_ocho::tests_support::{PIG, edition, game, level};
    use crate::games::el_ocho::turn::{Game, TurnState};

    fn solver(game: Arc<Game>) -> Solver {
        Solver::new(game)
    }

    /// Two coins: a 1 scores one unit, a pair two.
    const COINS: &str = r#"
game = "el-ocho"
name = "Coins"
[dice]
count = 2
sides = 2
from = "PROPOSED"
[target]
points = 20
from = "PROPOSED"
[minimum_bank]
points = 4
from = "PROPOSED"
[max_turns]
turns = 100
from = "PROPOSED"
[singles]
points = { 1 = 2 }
from = "PROPOSED"
[sets]
size = 2
points = { 1 = 4, 2 = 4 }
from = "PROPOSED"
[defaults]
level = "1"
[level.1]
joker = "off"
from = "PROPOSED"
"#;

    /// The states by walking every keep of every class, without rows or bits.
    fn walk(game: &Game, max_points: u32) -> BTreeSet<(u32, u8)> {
        let mut seen = BTreeSet::new();
        let mut open = vec![game.start()];
        while let Some(state) = open.pop() {
            if state.points > max_points || !seen.insert((state.points, state.dice)) {
                continue;
            }
            let classes = game.table(state.dice).classes();
            let keeps: BTreeSet<_> = classes.iter().flat_map(|class| class.keeps()).collect();
            open.extend(keeps.iter().map(|keep| game.after_keep(state, **keep)));
        }
        seen
    }

    #[test]
    fn the_states_of_a_turn_are_those_that_keeps_lead_to() {
        let games = [
            level("1", 8000),
            level("2", 8000),
            game(&["level=2", "joker=literal"]),
            edition(PIG, &[]),
            edition(COINS, &[]),
        ];
        for game in games {
            let states = solver(Arc::clone(&game)).turn_states(400);
            let walked = walk(&game, 400);
            for points in 0..=400 {
                for dice in 0..=20 {
                    let there = walked.contains(&(points, dice));
                    assert_eq!(states.contains(points, dice), there, "{points} {dice}");
                }
            }
        }
    }

    #[test]
    fn the_nearest_states_are_named_however_far_they_are() {
        for game in [level("1", 8000), level("2", 8000), edition(COINS, &[])] {
            let solver = solver(Arc::clone(&game));
            let walked = walk(&game, 600);
            for asked in [0, 1, 5, 7, 8, 20, 119] {
                let states = solver.turn_states(asked);
                for dice in 1..=game.dice() {
                    let of = || walked.iter().filter(|state| state.1 == dice).map(|state| state.0);
                    let below = of().filter(|points| *points < asked).max();
                    let above = of().find(|points| *points > asked);
                    assert_eq!(states.nearest(asked, dice), (below, above), "{asked} {dice}");
                }
            }
        }
    }

    #[test]
    fn eo_10_all_dice_again_take_four_hundred_points() {
        let states = solver(level("1", 8000)).turn_states(40);
        assert!(states.contains(0, 8) && !states.contains(0, 3));
        assert_eq!(states.nearest(1, 8), (Some(0), Some(8)));
        // Five of eight dice score at least five fifties.
        assert_eq!(states.nearest(0, 3), (None, Some(5)));
    }

    #[test]
    fn a_number_of_dice_that_is_never_left_is_never_there() {
        let states = solver(edition(COINS, &[])).turn_states(100);
        assert!((0..=100).all(|points| states.contains(points, 2) == (points % 2 == 0)));
        assert!((0..=100).all(|points| states.contains(points, 1) == (points % 2 == 1)));
        assert_eq!(states.nearest(50, 3), (None, None));
        assert_eq!(states.nearest(50, 0), (None, None));
        let most = u32::MAX >> 12;
        let far = solver(level("1", 8000)).turn_states(most);
        assert!((1..=8).all(|dice| far.contains(most, dice)));
    }

    #[test]
    fn totals_are_sums_of_turns_that_could_be_banked() {
        // From 400 on a turn can hold every multiple of 50.
        let totals = solver(level("1", 8000)).totals();
        assert!((0..160).all(|total| totals.contains(total) == (total == 0 || total >= 8)));
        assert!(!totals.contains(160), "the target is no total to play on from");
        assert_eq!(totals.nearest(3), (Some(0), Some(8)));
        assert_eq!(totals.nearest(500), (Some(159), None));
        // Nothing below the target can be banked.
        let totals = solver(game(&["target=400"])).totals();
        assert_eq!(totals.nearest(0), (None, None));
        for game in [
            edition(PIG, &[]),
            edition(COINS, &[]),
            edition(COINS, &["min_bank=6", "target=60"]),
            game(&["min_bank=1000", "target=5000"]),
        ] {
            let totals = solver(Arc::clone(&game)).totals();
            let walked = walk(&game, game.target);
            let mut sums = BTreeSet::from([0]);
            for total in 0..game.target {
                let banks = walked.iter().filter(|state| state.0 >= game.min_bank);
                if sums.contains(&total) {
                    sums.extend(banks.map(|state| total + state.0));
                }
                assert_eq!(totals.contains(total), sums.contains(&total), "{total}");
            }
        }
    }

    #[test]
    fn what_a_keep_leads_to_is_there() {
        let game = level("2", 8000);
        let states = solver(Arc::clone(&game)).turn_states(1000);
        for dice in 1..=8 {
            for points in (0..200).filter(|points| states.contains(*points, dice)) {
                let state = TurnState { points, dice, rolls: 1 };
                for class in game.table(dice).classes() {
                    for keep in class.keeps() {
                        let to = game.after_keep(state, *keep);
                        assert!(states.contains(to.points, to.dice));
                    }
                }
            }
        }
    }
}
