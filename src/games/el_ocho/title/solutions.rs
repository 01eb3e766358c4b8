//! The exact solutions of one game, each found when it is first asked for, and the players they
//! make.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use super::player;
use crate::error::{Error, Result};
use crate::experiment::cache::{Cache, Cached};
use crate::experiment::{Conditions, NamedPolicy, PolicyKind, Warning, players};
use crate::game::decision::Policy;
use crate::games::el_ocho::edition::MAX_TURNS;
use crate::games::el_ocho::exact::{
    Control, NEGLIGIBLE, OptimalRace, OptimalTurn, OptimalWin, RaceSolution, Solver, TurnSolution,
    WinSolution,
};
use crate::games::el_ocho::game::Seated;
use crate::games::el_ocho::player::{AnyAction, Player};
use crate::games::el_ocho::turn::{Game, Sight};
use crate::sim::runner::pool;

/// The built-in policy that plays each turn for the most expected points.
pub(super) const OPTIMAL_TURN: &str = "optimal-turn";
/// The built-in policy that plays for the fewest turns to the target.
pub(super) const OPTIMAL_RACE: &str = "optimal-race";
/// The built-in policy that plays for the highest probability of winning against one opponent.
pub(super) const OPTIMAL_WIN: &str = "optimal-win";

/// The built-in policy that takes any action.
pub(super) const RANDOM: &str = "random";

/// The solutions of one game.
pub(super) struct Solutions<'a> {
    game: Arc<Game>,
    seated: Seated,
    conditions: Conditions<'a>,
    cache: Cache,
    solver: OnceCell<Solver>,
    turn: OnceCell<Arc<TurnSolution>>,
    race: OnceCell<Arc<RaceSolution>>,
    win: OnceCell<Arc<WinSolution>>,
    warnings: RefCell<Vec<Warning>>,
}

impl<'a> Solutions<'a> {
    /// Nothing solved yet. Solutions that take a while are kept in the
    /// cache of the conditions.
    pub(super) fn new(game: &Arc<Game>, conditions: Conditions<'a>) -> Self {
        Self {
            game: Arc::clone(game),
            seated: Seated::new(game, 1),
            conditions,
            cache: conditions.cache.map_or_else(Cache::none, Cache::at),
            solver: OnceCell::new(),
            turn: OnceCell::new(),
            race: OnceCell::new(),
            win: OnceCell::new(),
            warnings: RefCell::default(),
        }
    }

    /// Who may stop a solve, and who watches it.
    pub(super) fn control(&self) -> Control<'a> {
        Control { stop: Some(self.conditions.stop), watch: self.conditions.watch }
    }

    /// What came up on the way; taken, so that nothing is said twice.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        self.warnings.take()
    }

    /// Does `work` on as many threads as the user allows.
    ///
    /// # Errors
    ///
    /// The system refuses to start threads; [`Error::Interrupted`] where the work was stopped
    /// (`None`).
    pub(super) fn on_threads<T: Send>(
        &self,
        work: impl FnOnce() -> Result<Option<T>> + Send,
    ) -> Result<T> {
        pool(self.conditions.threads, u64::MAX)?.install(work)?.ok_or(Error::Interrupted)
    }

    /// The compiled game.
    ///
    /// # Errors
    ///
    /// The stressed variant, which has no turns.
    pub(super) fn solver(&self) -> Result<&Solver> {
        found(&self.solver, || Solver::new(Arc::clone(&self.game)))
    }

    /// The best turn.
    ///
    /// # Errors
    ///
    /// As [`Solver::turn`].
    pub(super) fn turn(&self) -> Result<&Arc<TurnSolution>> {
        found(&self.turn, || Ok(Arc::new(self.solver()?.turn()?)))
    }

    /// The shortest race.
    ///
    /// # Errors
    ///
    /// As [`Solver::race`], and [`Error::Interrupted`].
    pub(super) fn race(&self) -> Result<&Arc<RaceSolution>> {
        found(&self.race, || {
            let (solver, control, cache) = (self.solver()?, self.control(), &self.cache);
            Ok(self.keep(self.on_threads(|| cache.race(solver, control))?))
        })
    }

    /// The best play against one opponent who does the same.
    ///
    /// # Errors
    ///
    /// As [`Solver::win`], and [`Error::Interrupted`].
    pub(super) fn win(&self) -> Result<&Arc<WinSolution>> {
        found(&self.win, || {
            let (solver, control, cache) = (self.solver()?, self.control(), &self.cache);
            Ok(self.keep(self.on_threads(|| cache.win(solver, control))?))
        })
    }

    fn keep<T>(&self, cached: Cached<T>) -> Arc<T> {
        if let Some(warning) = cached.warning {
            let help = format!(
                "set {} to a folder that can be written, or to nothing to do without",
                crate::experiment::cache::VARIABLE
            );
            self.warnings.borrow_mut().push((warning, Some(help)));
        }
        Arc::new(cached.solution)
    }

    /// The game for so many seats.
    pub(super) fn seated(&self, seats: usize) -> Seated {
        self.seated.with(seats as u8)
    }

    /// Who plays by a policy.
    ///
    /// # Errors
    ///
    /// What [`player::file`] refuses, and games that cannot be solved.
    pub(super) fn player(&self, policy: &NamedPolicy) -> Result<Arc<Player>> {
        let new = |policy, sight| Player::new(&self.seated, policy, sight);
        Ok(Arc::new(match &policy.kind {
            PolicyKind::File(file) => player::file(file, &self.seated)?,
            PolicyKind::BuiltIn(OPTIMAL_TURN) => {
                new(Arc::new(OptimalTurn::new(Arc::clone(self.turn()?))), OptimalTurn::SIGHT)
            }
            PolicyKind::BuiltIn(OPTIMAL_RACE) => {
                new(Arc::new(OptimalRace::new(Arc::clone(self.race()?))), OptimalRace::SIGHT)
            }
            PolicyKind::BuiltIn(OPTIMAL_WIN) => {
                new(Arc::new(OptimalWin::new(Arc::clone(self.win()?))), OptimalWin::SIGHT)
            }
            PolicyKind::BuiltIn(_) => match &policy.base {
                Some(base) => {
                    let base: Arc<dyn Policy<Seated>> = self.player(base)?;
                    new(players::searching(policy, base), Sight::ALL)
                }
                None => new(Arc::new(AnyAction), Sight::ALL),
            },
        }))
    }
}

/// Refuses values of games that are played to their end where a game may be given up before: with
/// probability `given_up` at most.
pub(super) fn played_out(game: &Game, given_up: f64) -> Result<()> {
    if given_up <= NEGLIGIBLE {
        return Ok(());
    }
    Err(Error::input_help(
        format!(
            "games may be longer than max_turns={} allows, and solutions are of games that are played \
             to their end",
            game.rules.max_turns
        ),
        format!("write `--rules max_turns={MAX_TURNS}`, or use `simulate`"),
    ))
}

/// What is in the cell, found first where it is empty.
fn found<T>(cell: &OnceCell<T>, find: impl FnOnce() -> Result<T>) -> Result<&T> {
    if let Some(known) = cell.get() {
        return Ok(known);
    }
    let new = find()?;
    Ok(cell.get_or_init(|| new))
}
