//! What policies see of a turn, and the functions they may call.

use std::sync::{Arc, OnceLock};

use super::edition::{MAX_DICE, MAX_POINTS};
use super::exact::{Solver, TurnSolution};
use super::scoring::{Keep, Verdict};
use super::turn::{Game, Standing, TurnState};
use super::vocabulary::{BUST_PROBABILITY, OPPONENT_TOTAL, OPPONENTS, TURN_VALUE, slot};
use crate::error::Result;
use crate::game::whole;

/// The chance that the decision to roll `dice` dice loses the turn, Jokers followed to their end,
/// as the weights of losing rolls and of rolls that are no Joker (EO-9, EO-17).
fn bust_weights(game: &Game, dice: u8) -> (u64, u64) {
    let classes = game.table(dice).classes();
    let weight = |verdict: &Verdict| {
        classes.iter().filter(|class| class.verdict == *verdict).map(|class| class.weight).sum()
    };
    let joker: u64 = weight(&Verdict::Joker);
    (weight(&Verdict::Bust), game.table(dice).total() - joker)
}

/// Units as points.
#[inline]
pub(super) fn points(game: &Game, units: u32) -> f64 {
    game.points(units) as f64
}

/// The value of a state feature of the decisions of a turn.
#[inline]
pub(super) fn of_turn(game: &Game, standing: &Standing, turn: TurnState, slot: usize) -> f64 {
    match slot {
        slot::TURN_POINTS => points(game, turn.points),
        slot::DICE => f64::from(turn.dice),
        slot::ROLLS_MADE => f64::from(turn.rolls),
        slot::OWN_TOTAL => points(game, standing.own),
        slot::BEST_OPPONENT_TOTAL => points(game, standing.best_other()),
        slot::TURNS_TAKEN => f64::from(standing.turns_taken),
        slot::TARGET => f64::from(game.rules.target),
        slot::MIN_BANK => f64::from(game.rules.min_bank),
        _ => f64::from(standing.players),
    }
}

/// The value of a feature of what is kept of so many dice.
#[inline]
pub(super) fn of_keep(game: &Game, dice: u8, keep: Keep, place: usize) -> f64 {
    match (place, dice - keep.dice) {
        (0, _) => points(game, keep.points),
        (1, _) => f64::from(keep.dice),
        (_, 0) => f64::from(game.dice()),
        (_, left) => f64::from(left),
    }
}

/// The functions of one game.
#[derive(Debug)]
pub(super) struct Functions {
    game: Arc<Game>,
    /// By number of dice.
    busts: [f64; MAX_DICE as usize + 1],
    /// The best turn, once somebody asks for it; nothing where there is none.
    turn: OnceLock<Option<TurnSolution>>,
}

impl Functions {
    pub(super) fn new(game: &Arc<Game>) -> Self {
        let mut busts = [0.0; MAX_DICE as usize + 1];
        for dice in 1..=game.dice() {
            let (bust, of) = bust_weights(game, dice);
            busts[usize::from(dice)] = bust as f64 / of.max(1) as f64;
        }
        Self { game: Arc::clone(game), busts, turn: OnceLock::new() }
    }

    /// Finds the best turn.
    ///
    /// # Errors
    ///
    /// As [`Solver::turn`].
    pub(super) fn solve(&self) -> Result<()> {
        let solved = Solver::new(Arc::clone(&self.game)).turn()?;
        self.turn.get_or_init(|| Some(solved));
        Ok(())
    }

    fn turn_value(&self, turn_points: i64, dice: i64) -> f64 {
        let solve = || Solver::new(Arc::clone(&self.game)).turn().ok();
        let Some(turn) = self.turn.get_or_init(solve) else { return 0.0 };
        // Far beyond what a turn can hold, so that nothing is out of range.
        let units = turn_points.max(0) / i64::from(self.game.scoring.unit);
        let units = units.min(i64::from(MAX_POINTS)) as u32;
        let value = u8::try_from(dice).ok().and_then(|dice| turn.position.best(units, dice));
        value.map_or(0.0, |value| (value * 1000.0).round() / 1000.0)
    }
}

impl Functions {
    /// The value of a function of the vocabulary, where the opponents have these totals.
    pub(super) fn call(&self, function: usize, args: &[f64], opponents: &[f64; OPPONENTS]) -> f64 {
        let index = usize::try_from(whole(args[0])).unwrap_or(usize::MAX);
        match function {
            OPPONENT_TOTAL => {
                index.checked_sub(1).and_then(|ahead| opponents.get(ahead)).copied().unwrap_or(0.0)
            }
            BUST_PROBABILITY => self.busts.get(index).copied().unwrap_or(0.0),
            TURN_VALUE => self.turn_value(whole(args[0]), whole(args[1])),
            _ => 0.0,
        }
    }
}
