//! The fewest expected turns to the target, alone.
//!
//! *V*(own) = 1 + min over turns of E[*V* where the turn leads], and 0 from the target on. A lost
//! turn leads back to *own* itself, so *V*(own) = 1 + *F*(*V*(own)) with *F* concave and piecewise
//! linear, its slope the probability of losing the turn. Newton's step solves the linear piece at
//! hand; from the first step on *V* falls toward the fixed point and stops on its piece.

use std::sync::Arc;

use super::kernel::{MAX_TARGET, Scratch};
use super::odds::Odds;
use super::position::{Ask, Position, Single};
use super::{Control, Objective, Solver, Ticker};
use crate::error::{Error, Result};

/// The shortest race.
#[derive(Clone, Debug)]
pub struct RaceSolution {
    odds: Arc<Odds>,
    min_bank: usize,
    /// The expected number of turns to the target by own total, in units.
    pub turns: Vec<f64>,
}

impl RaceSolution {
    pub(super) fn from_turns(solver: &Solver, turns: Vec<f64>) -> Self {
        Self { odds: Arc::clone(&solver.odds), min_bank: solver.min_bank(), turns }
    }

    /// At most so likely a race is given up before its end, wherever it begins. The turns to go are
    /// one fewer after each turn on average, so among the races under way they shrink by the factor
    /// 1 − 1 / most at least, and as long as a race is under way they are at least one.
    pub fn given_up(&self, max_turns: u32) -> f64 {
        let most = self.turns.iter().copied().fold(1.0, f64::max);
        (most * (1.0 - 1.0 / most).powf(max_turns.into())).min(1.0)
    }

    /// The turn from a total, solved anew (under a millisecond). A total at the target or beyond
    /// counts as the last below it.
    pub fn position(&self, own: u32) -> Position {
        let own = (own as usize).min(self.turns.len() - 1);
        self.solve_turn(own, self.turns[own], &mut Scratch::default())
    }

    fn solve_turn(&self, own: usize, lost: f64, scratch: &mut Scratch<Single>) -> Position {
        let target = self.turns.len();
        let ask = Ask {
            objective: Objective::Race,
            scale: -1.0,
            rows: (target - own).max(self.min_bank),
            min_bank: self.min_bank,
            lost: -lost,
            won: (0.0, 0.0),
            stop: |row| self.turns.get(own + row).map_or(0.0, |turns| -turns),
        };
        Position::solve(&self.odds, ask, scratch)
    }
}

impl Solver {
    /// Solves for the fewest expected turns to the target. `None`: it was stopped.
    ///
    /// # Errors
    ///
    /// A target beyond [`MAX_TARGET`] units.
    pub fn race(&self, control: Control<'_>) -> Result<Option<RaceSolution>> {
        let target = self.target()?;
        let mut solution = RaceSolution::from_turns(self, vec![0.0; target]);
        let mut ticker = Ticker::new(control, target as u64);
        let mut scratch = Scratch::default();
        for own in (0..target).rev() {
            if !ticker.tick((target - 1 - own) as u64) {
                return Ok(None);
            }
            let mut turns = solution.turns.get(own + 1).map_or(2.0, |turns| turns + 0.1);
            for round in 0..100 {
                let turn = solution.solve_turn(own, turns, &mut scratch);
                // The linear piece: 1 + (value - bust * turns) + bust * V = V.
                let next = (1.0 - turn.start - turn.bust * turns) / (1.0 - turn.bust);
                let change = (next - turns).abs();
                turns = next;
                if round > 0 && change <= 1e-13 * turns {
                    break;
                }
            }
            if !turns.is_finite() {
                return Err(Error::input("under these rules the target cannot be reached"));
            }
            solution.turns[own] = turns;
        }
        Ok(Some(solution))
    }

    /// The target in units, if it is small enough.
    pub(super) fn target(&self) -> Result<usize> {
        let target = self.game.target;
        if target > MAX_TARGET {
            return Err(Error::input_help(
                format!(
                    "a target of {} points is too far to solve: {} units of {} points",
                    self.game.points(target),
                    target,
                    self.game.scoring.unit
                ),
                format!("the most is {}", self.game.points(MAX_TARGET)),
            ));
        }
        Ok(target as usize)
    }
}
