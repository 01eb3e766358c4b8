//! The most expected points of one turn.
//!
//! A turn is banked automatically at a million points, so all states could be solved row by row.
//! Usually stopping is optimal from far fewer points on, by a bound from the rolls alone. Let
//! *β(d)* be the probability that rolling *d* dice busts, and *g(d)* the expected points of the
//! largest keep, with 0 for a bust. Rolling once at *t* points and then stopping adds *g(d)* − *t
//! β(d)* on average. If every number of dice can bust, points only grow, so from
//!
//! ```text
//! t ≥ N = max over d of g(d) / β(d)
//! ```
//!
//! on, stopping is optimal. Only rows below *N* are solved (all rows if some number of dice cannot
//! bust), and the solution is exact.

use super::kernel::Scratch;
use super::odds::Odds;
use super::position::{Ask, Position, Tail};
use super::{Objective, Solver};
use crate::error::{Error, Result};

/// The maximum number of cells (rows times dice): some hundred megabytes.
const MAX_CELLS: usize = 1 << 22;

/// The maximum number of steps of rolls: about ten seconds.
const MAX_STEPS: usize = 1 << 33;

/// The turn with the most expected points.
#[derive(Clone, Debug)]
pub struct TurnSolution {
    /// The value of each decision, in points.
    pub position: Position,
    /// The expected points of a turn. A winning roll counts its points.
    pub value: f64,
    /// The bust probability of the turn.
    pub bust: f64,
    /// By number of dice to roll (minus 1): the units from which stopping is optimal; `None` if
    /// rolling always is.
    pub thresholds: Vec<Option<u32>>,
}

/// The expected gain and the bust probability of rolling each number of dice.
struct Gains {
    /// *g* by dice.
    gain: Vec<f64>,
    /// *β* by dice.
    risk: Vec<f64>,
}

impl Gains {
    fn new(odds: &Odds) -> Self {
        let mut stack = vec![0.0_f64; odds.depth + 1];
        let gain = odds.rolls.iter().map(|rolls| {
            let mut sum = rolls.win_points();
            for step in &rolls.pruned {
                let depth = usize::from(step.depth);
                stack[depth + 1] = stack[depth].max(f64::from(step.points));
                sum += step.weight * stack[depth + 1];
            }
            sum / rolls.settled as f64
        });
        Self {
            gain: gain.collect(),
            risk: odds.rolls.iter().map(|rolls| rolls.bust_chance()).collect(),
        }
    }

    /// *N*, at most `most`.
    fn rows(&self, most: usize) -> usize {
        let ratios = self.gain.iter().zip(&self.risk).map(|(gain, risk)| gain / risk);
        match ratios.fold(0.0, f64::max).ceil() {
            rows if rows < most as f64 => rows as usize + 1,
            _ => most,
        }
    }
}

impl Solver {
    /// Solves for the most expected points of one turn.
    ///
    /// # Errors
    ///
    /// Returns an error if stopping is optimal only from more units on than can be solved.
    pub fn turn(&self) -> Result<TurnSolution> {
        let gains = Gains::new(&self.odds);
        let unit = f64::from(self.game.scoring.unit);
        let (min_bank, most) = (self.min_bank(), self.game.most as usize);
        let rows = gains.rows(most).max(min_bank);
        let steps: usize = self.odds.rolls.iter().map(|rolls| rolls.pruned.len()).sum();
        let limit = (MAX_CELLS / self.odds.dice())
            .saturating_sub(self.odds.most)
            .min(MAX_STEPS / steps.max(1));
        if rows > limit {
            return Err(Error::input_help(
                format!(
                    "the optimal turn cannot be solved: rolling may be optimal at {} points, and \
                     with these dice turns are solved up to {}",
                    self.game.points(rows as u32 - 1),
                    self.game.points(limit as u32)
                ),
                "use points in larger steps, or compare policies with `simulate`",
            ));
        }
        let ask = Ask {
            objective: Objective::Turn,
            scale: unit,
            rows,
            min_bank,
            lost: 0.0,
            won: (0.0, 1.0),
            stop: |row| row as f64,
        };
        let tail = gains.gain.iter().zip(&gains.risk);
        let tail = tail.map(|(gain, risk)| Tail { base: *gain, per_point: 1.0 - risk });
        let mut position = Position::solve_with(
            &self.odds,
            ask,
            &mut Scratch::default(),
            tail.collect(),
            |row, _| row as f64,
            self.odds.most,
        );
        position.most = self.game.most;
        Ok(TurnSolution {
            value: position.start(),
            bust: position.bust,
            thresholds: (1..=self.game.dice()).map(|dice| position.threshold(dice)).collect(),
            position,
        })
    }
}
