//! The most expected points of one turn.
//!
//! A turn ends at a million points at the latest, where it is banked by itself, so all there is could
//! be solved row by row. Mostly stopping is right from far fewer on, and that follows from the rolls
//! alone. Let *β(d)* be the probability that rolling *d* dice loses the turn, and *g(d)* the
//! expected points of the best keep where it does not. Then a decision to roll at *t* points and stop
//! after it adds *g(d)* − *t β(d)*. Where every number of dice can bust, points only grow, and so
//! from
//!
//! ```text
//! t ≥ N = max over d of g(d) / β(d)
//! ```
//!
//! on nothing beats stopping. Rows below *N* are solved (all of them, where some number of dice
//! cannot bust), so nothing is cut off.

use super::kernel::Scratch;
use super::odds::Odds;
use super::position::{Ask, Position, Tail};
use super::{Objective, Solver};
use crate::error::{Error, Result};

/// The most cells (rows of turn points times dice) that are solved; some hundred megabytes.
const MAX_CELLS: usize = 1 << 22;

/// The most steps of rolls that are walked: some ten seconds.
const MAX_STEPS: usize = 1 << 33;

/// The best turn.
#[derive(Clone, Debug)]
pub struct TurnSolution {
    /// What each decision is worth, in points.
    pub position: Position,
    /// The expected points of a turn. A roll that wins the game counts what it scores.
    pub value: f64,
    /// The probability that the turn loses its points.
    pub bust: f64,
    /// By number of dice to roll (less one): the units from which stopping is right; `None` where
    /// rolling always is.
    pub thresholds: Vec<Option<u32>>,
}

/// What rolling each number of dice gives and risks.
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
    /// An edition in which stopping is right only from very many units of points on.
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
                    "the best turn cannot be solved: it may be right to roll on with {} points, and \
                     with these dice turns are solved up to {}",
                    self.game.points(rows as u32 - 1),
                    self.game.points(limit as u32)
                ),
                "points in larger steps are easier to solve; `simulate` compares policies",
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
