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
//!
//! With a penalty for *n* turns without points in a row, the turns after 0, 1, … *n* − 1 lost ones differ.
//! Let *p*, *b* be the points and the bust probability of each of them. The average of all turns is
//!
//! ```text
//! g = Σ w_i (p_i − [i = n − 1] b_i · penalty) / Σ w_i       w_i = b_0 · … · b_(i − 1)
//! ```
//!
//! and the value of a bust after *i* lost turns is *h*(i + 1), or −penalty after the last one, with
//! *h*(i) = *p*_i + *b*_i · lost_i − *g* relative to a turn with points. The solver alternates between the
//! best turns for given values of a bust and these values (Howard 1960).

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
    /// The value of each decision, in points. With a penalty for lost turns, values include what a bust
    /// costs in later turns.
    pub position: Position,
    /// The same after 1, 2, … turns without points in a row; empty without a penalty for them.
    pub after_lost: Vec<Position>,
    /// The expected points of a turn; with a penalty, on average over all turns. A winning roll counts its
    /// points.
    pub value: f64,
    /// The bust probability of the turn; with a penalty, on average over all turns.
    pub bust: f64,
    /// By number of dice to roll (minus 1): the units from which stopping is optimal; `None` if
    /// rolling always is.
    pub thresholds: Vec<Option<u32>>,
}

/// The average points and bust probability of turns, given those of the turns after 0, 1, … lost ones and
/// the penalty after the last of them.
pub fn average_turn(turns: &[(f64, f64)], penalty: f64) -> (f64, f64) {
    let (mut often, mut points, mut busts, mut all) = (1.0, 0.0, 0.0, 0.0);
    for (lost, &(gained, bust)) in turns.iter().enumerate() {
        let paid = if lost + 1 == turns.len() { bust * penalty } else { 0.0 };
        points += often * (gained - paid);
        busts += often * bust;
        all += often;
        often *= bust;
    }
    (points / all, busts / all)
}

/// The maximum number of improvements of turns with a penalty; three or four are typical.
const ROUNDS: usize = 100;

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

impl TurnSolution {
    /// The values after `lost` turns without points in a row.
    pub fn after(&self, lost: u8) -> &Position {
        let after = self.after_lost.len().min(lost.into());
        if after == 0 { &self.position } else { &self.after_lost[after - 1] }
    }
}

impl Solver {
    /// Solves for the most expected points of one turn of a player without points.
    ///
    /// # Errors
    ///
    /// Returns an error if stopping is optimal only from more units on than can be solved.
    pub fn turn(&self) -> Result<TurnSolution> {
        self.turn_from(0)
    }

    /// Solves for the most expected points of one turn of a player with `own` units. The total matters only
    /// for an entry and if points beyond the target do not count.
    ///
    /// # Errors
    ///
    /// As [`Self::turn`].
    pub fn turn_from(&self, own: u32) -> Result<TurnSolution> {
        let game = &self.game;
        let least = game.least(own).max(1) as usize;
        let solve = |lost: f64| match game.rules.beyond_target {
            true => self.open_turn(least, lost),
            false => self.closed_turn(least, game.room(own), lost),
        };
        let turns = if game.penalty > 0 { game.rules.lost_in_a_row().into() } else { 1 };
        let penalty = f64::from(game.penalty);
        let mut lost = vec![0.0; turns];
        lost[turns - 1] = -penalty;
        for _ in 0..ROUNDS {
            let positions = lost.iter().map(|lost| solve(*lost)).collect::<Result<Vec<_>>>()?;
            let found: Vec<(f64, f64)> = positions
                .iter()
                .zip(&lost)
                .map(|(turn, lost)| (turn.start - turn.bust * lost, turn.bust))
                .collect();
            let (mean, bust) = average_turn(&found, penalty);
            let before = lost.clone();
            for at in (1..turns).rev() {
                let (points, bust) = found[at];
                lost[at - 1] = points + bust * lost[at] - mean;
            }
            let change = lost.iter().zip(&before).map(|(new, old)| (new - old).abs());
            if change.fold(0.0, f64::max) > 1e-12 * (1.0 + penalty) {
                continue;
            }
            let mut positions = positions.into_iter();
            let position = positions.next().expect("a turn");
            return Ok(TurnSolution {
                value: mean * f64::from(game.scoring.unit),
                bust,
                thresholds: (1..=game.dice()).map(|dice| position.threshold(dice)).collect(),
                position,
                after_lost: positions.collect(),
            });
        }
        Err(Error::input("the turns after lost ones cannot be solved under these rules"))
    }

    /// The turn with the most expected points, apart from totals and lost turns.
    ///
    /// # Errors
    ///
    /// As [`Self::turn`].
    pub fn free_turn(&self) -> Result<Position> {
        self.open_turn(self.min_bank(), 0.0)
    }

    /// The turn with the most expected points of a player whose points all count, with at least `least`
    /// units to bank and `lost` as the value of a bust, which is at most 0.
    fn open_turn(&self, least: usize, lost: f64) -> Result<Position> {
        let gains = Gains::new(&self.odds);
        let most = self.game.most as usize;
        let rows = gains.rows(most).max(least);
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
            scale: self.game.scoring.unit.into(),
            rows,
            min_bank: least,
            lost,
            won: (0.0, 1.0),
            stop: |row| row as f64,
        };
        let tail = gains.gain.iter().zip(&gains.risk);
        let tail =
            tail.map(|(gain, risk)| Tail { base: gain + risk * lost, per_point: 1.0 - risk });
        let mut position = Position::solve_with(
            &self.odds,
            ask,
            &mut Scratch::default(),
            tail.collect(),
            |row, _| row as f64,
            self.odds.most,
        );
        position.most = self.game.most;
        Ok(position)
    }

    /// The same for a player of whose points only `room` count.
    fn closed_turn(&self, least: usize, room: u32, lost: f64) -> Result<Position> {
        let wins = self.odds.rolls.iter().flat_map(|rolls| &rolls.wins);
        if wins.map(|(points, _)| *points).any(|points| points < room) {
            return Err(Error::input(
                "the optimal turn cannot be solved: a roll that wins scores less than the target, and \
                 points beyond the target do not count",
            ));
        }
        let ask = Ask {
            objective: Objective::Turn,
            scale: self.game.scoring.unit.into(),
            rows: (room as usize).max(least),
            min_bank: least,
            lost,
            won: (room.into(), 0.0),
            stop: |row: usize| (row as f64).min(room.into()),
        };
        Ok(Position::solve(&self.odds, ask, &mut Scratch::default()))
    }
}
