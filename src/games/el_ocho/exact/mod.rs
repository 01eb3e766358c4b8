//! The dice game solved exactly: the best decision in every position, and what a policy is worth.
//!
//! [`Solver`] compiles the rolls of a [`Game`] once (`odds.rs`); every question is then a dynamic
//! program over turns (`kernel.rs`). With *t* the points of the turn, *d* the dice to roll and the
//! Jokers followed to their end (a roll given that it is none, so weights are divided by the
//! number of rolls that are no Joker),
//!
//! ```text
//! roll(t, d) = (w_bust · lost + w_win · won + Σ_class w · max_keep best(t + points, dice left)) / w_settled
//! best(t, d) = max(stop(t), roll(t, d))       where stopping is legal, else roll(t, d)
//! ```
//!
//! and the objectives differ in what stopping, losing the turn and winning are worth:
//!
//! | objective | `stop(t)`                  | `lost`             | `won` | unit              |
//! |-----------|----------------------------|--------------------|-------|-------------------|
//! | turn      | *t*                        | 0                  | *t* + its points | points |
//! | race      | −*V*(own + *t*)            | −*V*(own)          | 0     | turns, negated    |
//! | win       | 1 − *W*(other, own + *t*)  | 1 − *W*(other, own) | 1     | chance of winning |
//!
//! As a function of what losing the turn is worth, the value of a turn is a maximum of linear
//! functions, one a policy, whose slope is the probability of losing the turn; the dynamic program
//! carries that slope along. So the cycles that losing a turn makes (back to the same totals) are
//! solved by Newton's steps, which end after a few rounds on the exact piece: the policy iteration
//! of Howard (1960), for two players that of Neller and Presser's *Optimal Play of the Dice Game
//! Pig* (UMAP Journal 25(1), 2004) with Newton's steps in place of value iteration.
//!
//! A game is taken to go on until it ends: `max_turns` plays no part in the values. How likely it is
//! at most that a game is given up before, so that they are not those of the game as it is played,
//! stands beside them (`given_up`).
//!
//! A turn of a million points is banked by itself (`Game::most`), in the values as in the game.

mod kept;
pub mod kernel;
mod law;
pub mod length;
pub mod odds;
mod players;
mod position;
mod race;
mod reach;
mod regret;
mod turn;
mod win;

use std::sync::Arc;
use std::time::Instant;

pub use kernel::MAX_TARGET;
pub use law::{MatchValue, RaceValue, Side, TurnValue};
pub use length::NEGLIGIBLE;
pub use players::{OptimalRace, OptimalWin};
pub use position::Position;
pub use race::RaceSolution;
pub use reach::{Totals, TurnStates};
pub use regret::{Habit, Regret, RegretRow};
pub use turn::TurnSolution;
pub use win::WinSolution;

use strum::{VariantArray, VariantNames};

use crate::games::el_ocho::turn::Game;
use crate::sim::interrupt::StopFlag;
use crate::sim::progress::{Progress, Watch};

/// What a solution makes best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Objective {
    /// The most expected points of one turn.
    #[default]
    Turn,
    /// The fewest expected turns to the target, alone.
    Race,
    /// The highest probability of winning against one opponent who does the same.
    Win,
}

impl Objective {
    /// The names used on the command line.
    pub const NAMES: &[&str] = <Self as VariantNames>::VARIANTS;

    /// The name used on the command line.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The objective of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        <Self as VariantArray>::VARIANTS.iter().copied().find(|known| known.name() == name)
    }
}

/// Who may stop a long solve, and who wants to see how far it is. Nothing in it changes a result.
#[derive(Clone, Copy, Default)]
#[allow(missing_debug_implementations)] // a watcher is a trait object
pub struct Control<'a> {
    /// Ends the solve early once raised.
    pub stop: Option<&'a StopFlag>,
    /// Sees the number of positions solved.
    pub watch: Option<&'a dyn Watch>,
}

/// Tells a [`Control`] how far a solve is.
struct Ticker<'a> {
    control: Control<'a>,
    total: u64,
    begin: Instant,
    shown: Instant,
}

impl<'a> Ticker<'a> {
    fn new(control: Control<'a>, total: u64) -> Self {
        let begin = Instant::now();
        Self { control, total, begin, shown: begin }
    }

    /// Shows that `done` positions are solved; whether to go on.
    fn tick(&mut self, done: u64) -> bool {
        if let Some(watch) = self.control.watch {
            let now = Instant::now();
            if now - self.shown >= watch.interval() {
                self.shown = now;
                watch.show(&Progress {
                    done,
                    total: self.total,
                    elapsed: now - self.begin,
                    headline: "",
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
    /// Its rolls.
    pub odds: Arc<odds::Odds>,
}

impl Solver {
    /// Compiles the rolls of `game`.
    pub fn new(game: Arc<Game>) -> Self {
        let odds = Arc::new(odds::Odds::new(&game));
        Self { game, odds }
    }

    /// The least units that can be banked: a turn that may stop has scored.
    fn min_bank(&self) -> usize {
        self.game.min_bank.max(1) as usize
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The probability that a decision to roll `dice` dice loses the turn, Jokers followed to
    /// their end: the number of rolls that lose it, and of those that are no Joker. `None` for a
    /// number of dice the game does not have.
    pub fn bust_odds(&self, dice: u8) -> Option<(u64, u64)> {
        let rolls = self.odds.rolls.get(usize::from(dice).checked_sub(1)?)?;
        Some((rolls.bust, rolls.settled))
    }
}
