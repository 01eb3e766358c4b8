//! Exact solutions of El Ocho: optimal decisions in every position, and exact values of policies.
//!
//! [`Solver`] compiles the rolls of a [`Game`] once (`odds.rs`). Each question is then a dynamic
//! program over turns (`kernel.rs`). Let *t* be the points of the turn and *d* the dice to roll.
//! Joker re-rolls are included by conditioning on rolls that are not Jokers: weights are divided by
//! their number.
//!
//! ```text
//! roll(t, d) = (w_bust · lost + w_win · won + Σ_class w · max_keep best(t + points, dice left)) / w_settled
//! best(t, d) = max(stop(t), roll(t, d))       where stopping is legal, else roll(t, d)
//! ```
//!
//! The objectives differ in the values of stopping, of a bust and of a winning roll:
//!
//! | objective | `stop(t)`                  | `lost`             | `won` | unit              |
//! |-----------|----------------------------|--------------------|-------|-------------------|
//! | turn      | *t*                        | 0                  | *t* + its points | points |
//! | race      | −*V*(own + *t*)            | −*V*(own)          | 0     | turns, negated    |
//! | win       | 1 − *W*(other, own + *t*)  | 1 − *W*(other, own) | 1     | win probability   |
//!
//! The value of a turn, as a function of the value of a bust, is a maximum of linear functions, one
//! per policy of the turn. Their slope is the bust probability, which the dynamic program computes
//! along with the value. A bust leads back to the same totals. Newton's method solves this cycle
//! and ends on the exact linear piece after a few steps. This is the policy iteration of Howard
//! (1960). For two players it takes the place of value iteration in Neller and Presser's *Optimal
//! Play of the Dice Game Pig* (UMAP Journal 25(1), 2004).
//!
//! Values assume games without a turn limit: `max_turns` has no effect on them. `given_up` bounds
//! the probability that a real game reaches the limit.
//!
//! A turn of a million points is banked automatically (`Game::most`), in the values as in the game.

mod against_two;
mod kept;
pub mod kernel;
mod law;
pub mod length;
mod many;
pub mod odds;
mod players;
mod position;
mod race;
mod reach;
mod regret;
mod three;
mod turn;
mod win;

use std::sync::Arc;
use std::time::Instant;

pub use against_two::AgainstTwo;
pub use kernel::MAX_TARGET;
pub use law::{MatchValue, RaceValue, Side, TurnValue};
pub use length::NEGLIGIBLE;
pub use many::Response;
pub use players::{OptimalRace, OptimalThree, OptimalTurn, OptimalWin};
pub use position::Position;
pub use race::RaceSolution;
pub use reach::{Totals, TurnStates};
pub use regret::{Habit, Regret, RegretRow};
pub use three::{Found, MAX_TARGET_OF_THREE, Standing3, ThreeSolution};
pub use turn::{TurnSolution, average_turn};
pub use win::WinSolution;

use strum::{VariantArray, VariantNames};

use crate::error::{Error, Result};
use crate::games::el_ocho::turn::Game;
use crate::sim::interrupt::StopFlag;
use crate::sim::progress::{Progress, Watch};

/// The objective of a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Objective {
    /// The most expected points of one turn.
    #[default]
    Turn,
    /// The fewest expected turns to the target, alone.
    Race,
    /// The highest probability of winning against one opponent with the same objective.
    Win,
}

impl Objective {
    /// The names used on the command line.
    pub const NAMES: &[&str] = <Self as VariantNames>::VARIANTS;

    /// The name used on the command line.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The objective with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        <Self as VariantArray>::VARIANTS.iter().copied().find(|known| known.name() == name)
    }
}

/// Interruption and progress display of a long solve. Neither changes a result.
#[derive(Clone, Copy, Default)]
#[allow(missing_debug_implementations)] // a watcher is a trait object
pub struct Control<'a> {
    /// Interrupts the solve once raised.
    pub stop: Option<&'a StopFlag>,
    /// Displays the number of solved positions.
    pub watch: Option<&'a dyn Watch>,
}

/// Reports the progress of a solve to a [`Control`].
struct Ticker<'a> {
    control: Control<'a>,
    total: u64,
    /// What is shown next to the number of positions.
    headline: String,
    begin: Instant,
    shown: Instant,
}

impl<'a> Ticker<'a> {
    fn new(control: Control<'a>, total: u64) -> Self {
        let begin = Instant::now();
        Self { control, total, headline: String::new(), begin, shown: begin }
    }

    /// Reports `done` solved positions; returns whether to continue.
    fn tick(&mut self, done: u64) -> bool {
        if let Some(watch) = self.control.watch {
            let now = Instant::now();
            if now - self.shown >= watch.interval() {
                self.shown = now;
                watch.show(&Progress {
                    done,
                    total: self.total,
                    elapsed: now - self.begin,
                    headline: &self.headline,
                    stopping: false,
                });
            }
        }
        self.control.stop.is_none_or(|stop| stop.raised().is_none())
    }
}

impl Drop for Ticker<'_> {
    fn drop(&mut self) {
        if let Some(watch) = self.control.watch {
            watch.end();
        }
    }
}

/// A game compiled for exact solutions.
#[derive(Clone, Debug)]
pub struct Solver {
    game: Arc<Game>,
    /// Its compiled rolls.
    pub odds: Arc<odds::Odds>,
}

impl Solver {
    /// Compiles the rolls of `game`.
    pub fn new(game: Arc<Game>) -> Self {
        let odds = Arc::new(odds::Odds::new(&game));
        Self { game, odds }
    }

    /// The fewest units that can be banked, at least 1: a turn that may stop has scored.
    fn min_bank(&self) -> usize {
        self.game.min_bank.max(1) as usize
    }

    /// Checks that exact solutions of games of `players` cover the rules.
    fn covered(&self, players: u8) -> Result<()> {
        let rules = &self.game.rules;
        let refused = |what: &str, off: &str| {
            Err(Error::input_help(
                format!("exact solutions of whole games do not cover {what}"),
                format!("write `--rules {off}`, use `--objective turn`, or `simulate`"),
            ))
        };
        if self.game.penalty > 0 {
            return refused("a penalty for turns without points", "penalty=0");
        }
        if rules.last_turns && players > 1 {
            return refused("last turns after the target is reached", "last_turns=off");
        }
        if self.game.entry > self.game.min_bank && players > 2 {
            return refused("an entry with three players", "entry=0");
        }
        Ok(())
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The probability that a decision to roll `dice` dice busts, including Joker re-rolls, as a
    /// fraction: the number of rolls that bust, and the number of rolls that are not Jokers. `None`
    /// for a number of dice the game does not have.
    pub fn bust_odds(&self, dice: u8) -> Option<(u64, u64)> {
        let rolls = self.odds.rolls.get(usize::from(dice).checked_sub(1)?)?;
        Some((rolls.bust, rolls.settled))
    }
}
