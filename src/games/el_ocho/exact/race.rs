//! The fewest expected turns to the target in games of one player.
//!
//! *V*(own) = 1 + min over turns of E[*V* after the turn], and *V* = 0 from the target on. A bust
//! leads back to *own*, so *V*(own) = 1 + *F*(*V*(own)). *F* is concave and piecewise linear; its
//! slope is the bust probability. Each Newton step solves the current linear piece. From the first
//! step on, *V* decreases to the fixed point and ends on its piece.

use std::sync::Arc;

use super::kernel::{MAX_TARGET, Scratch};
use super::odds::Odds;
use super::position::{Ask, ILLEGAL, Position, Single};
use super::{Control, Objective, Solver, Ticker};
use crate::error::{Error, Result};

/// The solution of a race.
#[derive(Clone, Debug)]
pub struct RaceSolution {
    odds: Arc<Odds>,
    min_bank: usize,
    entry: usize,
    /// The expected number of turns to the target by own total, in units.
    pub turns: Vec<f64>,
}

impl RaceSolution {
    pub(super) fn from_turns(solver: &Solver, turns: Vec<f64>) -> Self {
        let (min_bank, entry) = (solver.min_bank(), solver.game.entry as usize);
        Self { odds: Arc::clone(&solver.odds), min_bank, entry, turns }
    }

    /// Upper bound on the probability that a race reaches `max_turns`, from any total. The expected
    /// number of remaining turns falls by 1 per turn, so over unfinished races it shrinks by a
    /// factor of at most 1 − 1 / max *V* per turn. It is at least 1 in an unfinished race, so
    /// Markov's inequality applies.
    pub fn given_up(&self, max_turns: u32) -> f64 {
        let most = self.turns.iter().copied().fold(1.0, f64::max);
        (most * (1.0 - 1.0 / most).powf(max_turns.into())).min(1.0)
    }

    /// Solves the turn from a total again (in less than 1 ms). A total at or above the target
    /// counts as the highest total below it.
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
            stop: |row| match self.turns.get(own + row) {
                _ if own == 0 && row > 0 && row < self.entry => ILLEGAL,
                turns => turns.map_or(0.0, |turns| -turns),
            },
        };
        Position::solve(&self.odds, ask, scratch)
    }
}

impl Solver {
    /// Solves for the fewest expected turns to the target. `None` if interrupted.
    ///
    /// # Errors
    ///
    /// Returns an error if the target exceeds [`MAX_TARGET`] units.
    pub fn race(&self, control: Control<'_>) -> Result<Option<RaceSolution>> {
        let target = self.target(1)?;
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

    /// The target in units of games of `players`, or an error if it exceeds [`MAX_TARGET`] or solutions do
    /// not cover the rules.
    pub(super) fn target(&self, players: u8) -> Result<usize> {
        self.covered(players)?;
        let target = self.game.target;
        if target > MAX_TARGET {
            return Err(Error::input_help(
                format!(
                    "a target of {} points is too high for an exact solution: {} units of {} points",
                    self.game.points(target),
                    target,
                    self.game.scoring.unit
                ),
                format!("choose a target of at most {}", self.game.points(MAX_TARGET)),
            ));
        }
        Ok(target as usize)
    }
}
