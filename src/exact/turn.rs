//! The most expected points of one turn.
//!
//! Turns have no end in principle: after a Big 8 all dice are rolled again. That stopping is right
//! from some number of points on follows from the rolls alone. Let *β(d)* be the probability that
//! rolling *d* dice loses the turn and *Φ(d)* what can be added without any risk: 0 for dice that
//! can bust, else the fixed point of
//!
//! ```text
//! Φ(d) = E max over keeps of (points + Φ(dice left))
//! ```
//!
//! Let *g(d)* be the same expectation over the rolls that do not bust. Then a decision to roll at
//! *t* points adds at most *g(d)* − *t β(d)* to *t* + *Φ(d)*. Points only grow, so from
//!
//! ```text
//! t ≥ N = max over risky d of g(d) / β(d)
//! ```
//!
//! on, nothing beats stopping (after rolling on where that is free), and what rolls add telescopes:
//! the value there is *t* + *Φ(d)*, exactly. All rows below *N* are solved, so nothing is cut off.
//! Only where *N* is beyond `MAX_ROWS` are the rows above taken as stopping; what that can cost is
//! then bounded by solving again with the most that could be gained there, max *g* / min *β*.

use super::kernel::Scratch;
use super::odds::Odds;
use super::position::{Ask, Position, Tail};
use super::{Objective, Solver};
use crate::error::{Error, Result};

/// The most rows of turn points that are solved one by one.
const MAX_ROWS: usize = 1 << 17;

/// The best turn.
#[derive(Clone, Debug)]
pub struct TurnSolution {
    /// What each decision is worth, in points.
    pub position: Position,
    /// The expected points of a turn. A roll that wins the game counts what it scores.
    pub value: f64,
    /// How far [`Self::value`] may be below the truth because the tail was cut off, in points; 0
    /// where it was not, and then rounding is all the error there is.
    pub error_bound: f64,
    /// The probability that the turn loses its points.
    pub bust: f64,
    /// By number of dice to roll (less one): the units from which stopping is right; `None` where
    /// rolling always is.
    pub thresholds: Vec<Option<u32>>,
}

/// What is free of risk, and what a roll gives.
struct Gains {
    /// *Φ* by dice.
    free: Vec<f64>,
    /// *g* by dice.
    gain: Vec<f64>,
    /// *β* by dice.
    risk: Vec<f64>,
}

impl Gains {
    fn new(odds: &Odds) -> Result<Self> {
        let dice = odds.dice();
        let mut free = vec![0.0; dice];
        let mut stack = vec![f64::NEG_INFINITY; odds.depth + 1];
        let mut gain_of = |index: usize, free: &[f64]| {
            let rolls = &odds.rolls[index];
            let mut sum = rolls.win_points();
            for step in &rolls.pruned {
                let depth = usize::from(step.depth);
                let option = f64::from(step.points) + free[usize::from(step.left)];
                stack[depth + 1] = stack[depth].max(option);
                sum += step.weight * stack[depth + 1];
            }
            sum / rolls.settled as f64
        };
        // Gauss-Seidel from below: it converges upward, or grows without bound.
        let safe: Vec<usize> = (0..dice).filter(|index| odds.rolls[*index].bust == 0).collect();
        for round in 0.. {
            let mut change: f64 = 0.0;
            for &index in &safe {
                let value = gain_of(index, &free);
                change = change.max(value - free[index]);
                free[index] = value;
            }
            if change <= 1e-13 * free.iter().fold(1.0, |most: f64, value| most.max(*value)) {
                break;
            }
            if round == 20_000 {
                return Err(Error::input_help(
                    "a turn of this edition can go on scoring without risk, so it has no best value",
                    "solve for `race` or `win`",
                ));
            }
        }
        let gain = (0..dice).map(|index| gain_of(index, &free)).collect();
        let risk = odds.rolls.iter().map(|rolls| rolls.bust_chance()).collect();
        Ok(Self { free, gain, risk })
    }

    /// *N*.
    fn rows(&self) -> usize {
        let ratios = self.gain.iter().zip(&self.risk).filter(|(_, risk)| **risk > 0.0);
        let most = ratios.map(|(gain, risk)| gain / risk).fold(0.0, f64::max);
        most.ceil() as usize + 1
    }

    /// The most that rolling on can add from any state, however little is at stake.
    fn most(&self) -> f64 {
        let gain = self.gain.iter().copied().fold(0.0, f64::max);
        let risk = self.risk.iter().copied().filter(|risk| *risk > 0.0).fold(1.0, f64::min);
        gain / risk
    }
}

impl Solver {
    /// Solves for the most expected points of one turn.
    ///
    /// # Errors
    ///
    /// An edition in which a turn can go on scoring without risk.
    pub fn turn(&self) -> Result<TurnSolution> {
        let gains = Gains::new(&self.odds)?;
        let unit = f64::from(self.game.scoring.unit);
        let min_bank = self.game.min_bank as usize;
        let needed = gains.rows().max(min_bank);
        let rows = needed.min(MAX_ROWS.max(min_bank));
        let mut scratch = Scratch::new();
        let mut solve = |extra: f64| {
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
            let beyond = |row: usize, index: usize| row as f64 + gains.free[index] + extra;
            Position::solve_with(
                &self.odds,
                ask,
                &mut scratch,
                tail.collect(),
                beyond,
                self.odds.most,
            )
        };
        let position = solve(0.0);
        let error_bound =
            if rows < needed { solve(gains.most()).start() - position.start() } else { 0.0 };
        Ok(TurnSolution {
            value: position.start(),
            error_bound,
            bust: position.bust(),
            thresholds: (1..=self.game.dice()).map(|dice| position.threshold(dice)).collect(),
            position,
        })
    }
}
