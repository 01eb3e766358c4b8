//! Solutions as policies.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::three::cell;
use super::{Position, RaceSolution, Solver, ThreeSolution, TurnSolution, WinSolution};
use crate::error::Result;
use crate::game::contract::Game as _;
use crate::game::decision::{Choice, Decision, Policy};
use crate::games::el_ocho::engine::{Action, Seated};
use crate::games::el_ocho::scoring::Keep;
use crate::games::el_ocho::turn::{Game, Seen, Sight, Standing, TurnState};
use crate::policy::evaluate::Exact;

/// The rule index of optimal policies, which have a single rule.
const RULE: u8 = 0;

impl Position {
    /// The index of the best of `keeps` after a roll of `state.dice` dice; the first of equal ones.
    pub fn choose_keep(&self, game: &Game, state: TurnState, keeps: &[Keep]) -> usize {
        let mut best = (0, f64::NEG_INFINITY);
        for (action, keep) in keeps.iter().enumerate() {
            let to = game.after_keep(state, *keep);
            let value = self.inner_best(to.points, to.dice).unwrap_or(f64::NEG_INFINITY);
            if value > best.1 {
                best = (action, value);
            }
        }
        best.0
    }

    fn choose(&self, decision: &Decision<'_, Seated>) -> Choice<Action> {
        let &Decision { game, state, .. } = decision;
        let (turn, keeps) = (state.turn, game.keeps(state));
        let own = state.totals[usize::from(decision.seat)];
        let may_stop = turn.points >= game.rules.least(own);
        let action = match state.rolled() {
            Some(_) => {
                let keep = keeps[self.choose_keep(&game.rules, turn, keeps)];
                Action::keeping(keep, turn.dice)
            }
            None if may_stop && self.stops(turn.points, turn.dice) => Action::Stop,
            None => Action::Roll,
        };
        Choice { action, rule: RULE }
    }
}

fn standing(decision: &Decision<'_, Seated>) -> Standing {
    decision.state.standing(decision.game.seats(), decision.seat)
}

/// Maximizes the expected points of each turn and ignores the totals (so it may roll where it could
/// stop and win).
impl Policy<Seated> for TurnSolution {
    fn choose(&self, decision: &Decision<'_, Seated>) -> Choice<Action> {
        self.after(decision.state.lost[usize::from(decision.seat)]).choose(decision)
    }
}

/// Maximizes the expected points of each turn where they depend on the total: with an entry, or if points
/// beyond the target do not count.
#[derive(Debug)]
pub struct OptimalTurn {
    solver: Solver,
    /// By own total, from the highest one that makes a difference on alike.
    turns: Vec<OnceLock<TurnSolution>>,
}

impl OptimalTurn {
    /// The policy of `solver`.
    ///
    /// # Errors
    ///
    /// As [`Solver::turn`].
    pub fn new(solver: Solver) -> Result<Self> {
        let game = solver.game();
        let totals = if game.rules.beyond_target { 2 } else { game.target as usize };
        let turns: Vec<_> = (0..totals).map(|_| OnceLock::new()).collect();
        // The turn from 0 points has the most states.
        let first = turns[0].set(solver.turn()?);
        debug_assert!(first.is_ok());
        Ok(Self { solver, turns })
    }

    /// The inputs of its decisions.
    pub fn sight(&self) -> Sight {
        let lost = self.solver.game().penalty > 0;
        Sight::of(Seen { points: true, own: true, lost, ..Seen::NOTHING })
    }
}

impl Policy<Seated> for OptimalTurn {
    fn choose(&self, decision: &Decision<'_, Seated>) -> Choice<Action> {
        let own = decision.state.totals[usize::from(decision.seat)];
        let own = own.min(self.turns.len() as u32 - 1);
        let turn = self.turns[own as usize]
            .get_or_init(|| self.solver.turn_from(own).expect("the turn from 0 points was solved"));
        turn.choose(decision)
    }
}

impl TurnSolution {
    /// The inputs of its decisions.
    pub const SIGHT: Sight = Sight::of(Seen { points: true, ..Seen::NOTHING });

    /// The inputs of its decisions, with lost turns if the rules have a penalty for them.
    pub fn sight(&self) -> Sight {
        let lost = !self.after_lost.is_empty();
        Sight::of(Seen { points: true, lost, ..Seen::NOTHING })
    }
}

/// Minimizes the expected number of turns to the target and ignores the other players.
#[derive(Debug)]
pub struct OptimalRace {
    solution: Arc<RaceSolution>,
    positions: Vec<OnceLock<Position>>,
}

impl OptimalRace {
    /// The policy of a solution.
    pub fn new(solution: Arc<RaceSolution>) -> Self {
        let positions = solution.turns.iter().map(|_| OnceLock::new()).collect();
        Self { solution, positions }
    }

    fn position(&self, standing: &Standing) -> &Position {
        let own = (standing.own as usize).min(self.positions.len() - 1);
        self.positions[own].get_or_init(|| self.solution.position(own as u32))
    }

    /// The inputs of its decisions.
    pub const SIGHT: Sight = Sight::of(Seen { points: true, own: true, ..Seen::NOTHING });
}

impl Policy<Seated> for OptimalRace {
    fn choose(&self, decision: &Decision<'_, Seated>) -> Choice<Action> {
        self.position(&standing(decision)).choose(decision)
    }
}

/// The maximum memory for the positions of one policy, in bytes.
const MEMORY: usize = 256 << 20;

/// Positions of a policy, solved on first use.
#[derive(Debug)]
struct Positions {
    /// Identifies the policy in [`LAST`].
    id: u64,
    /// By standing.
    solved: Vec<OnceLock<Box<Position>>>,
    used: AtomicUsize,
}

thread_local! {
    /// The last position that was not cached for lack of memory, with the policy and the standing.
    static LAST: RefCell<Option<(u64, usize, Position)>> = const { RefCell::new(None) };
}

impl Positions {
    fn new(standings: usize) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let solved = (0..standings).map(|_| OnceLock::new()).collect();
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { id, solved, used: AtomicUsize::new(0) }
    }

    /// Looks at the position of a standing.
    fn with<T>(
        &self,
        standing: usize,
        solve: impl Fn() -> Position,
        look: impl FnOnce(&Position) -> T,
    ) -> T {
        if let Some(position) = self.solved[standing].get() {
            return look(position);
        }
        if self.used.load(Ordering::Relaxed) < MEMORY {
            let position = self.solved[standing].get_or_init(|| {
                let position = Box::new(solve());
                self.used.fetch_add(position.size(), Ordering::Relaxed);
                position
            });
            return look(position);
        }
        LAST.with_borrow_mut(|kept| {
            let (id, at, position) = kept.get_or_insert_with(|| (u64::MAX, 0, solve()));
            if (*id, *at) != (self.id, standing) {
                (*id, *at, *position) = (self.id, standing, solve());
            }
            look(position)
        })
    }
}

/// Maximizes the probability of winning against one optimal opponent. With more players it
/// considers only the best of the others' totals, which is not exact.
#[derive(Debug)]
pub struct OptimalWin {
    solution: Arc<WinSolution>,
    positions: Positions,
}

impl OptimalWin {
    /// The policy of a solution.
    pub fn new(solution: Arc<WinSolution>) -> Self {
        let positions = Positions::new(solution.values().len());
        Self { solution, positions }
    }

    fn with_position<T>(&self, standing: &Standing, look: impl FnOnce(&Position) -> T) -> T {
        let last = self.solution.target() - 1;
        let (own, other) = (standing.own.min(last), standing.best_other().min(last));
        let cell = own as usize * (last as usize + 1) + other as usize;
        self.positions.with(cell, || self.solution.position(own, other), look)
    }

    /// The inputs of its decisions.
    pub const SIGHT: Sight =
        Sight::of(Seen { points: true, own: true, best_other: true, ..Seen::NOTHING });
}

impl Policy<Seated> for OptimalWin {
    fn choose(&self, decision: &Decision<'_, Seated>) -> Choice<Action> {
        self.with_position(&standing(decision), |position| position.choose(decision))
    }
}

impl Exact<Seated> for OptimalWin {
    fn values(&self, decision: &Decision<'_, Seated>) -> Option<Vec<f64>> {
        let &Decision { game, state, .. } = decision;
        let turn = state.turn;
        self.with_position(&standing(decision), |position| {
            let value = |action: &Action| match *action {
                Action::Stop => position.stop(turn.points),
                Action::Roll => position.roll(turn.points, turn.dice),
                Action::Keep(keep) | Action::BigEight(keep) => {
                    let to = game.rules.after_keep(turn, keep);
                    position.best(to.points, to.dice)
                }
            };
            decision.actions().iter().map(value).collect()
        })
    }
}

/// Maximizes the probability of winning against two opponents who do the same.
#[derive(Debug)]
pub struct OptimalThree {
    solution: Arc<ThreeSolution>,
    positions: Positions,
}

impl ThreeSolution {
    /// The inputs of its decisions.
    pub const SIGHT: Sight =
        Sight::of(Seen { points: true, own: true, others: true, ..Seen::NOTHING });
}

impl OptimalThree {
    /// The policy of a solution.
    pub fn new(solution: Arc<ThreeSolution>) -> Self {
        let positions = Positions::new((solution.target() as usize).pow(3));
        Self { solution, positions }
    }
}

impl Policy<Seated> for OptimalThree {
    fn choose(&self, decision: &Decision<'_, Seated>) -> Choice<Action> {
        let standing = standing(decision);
        let last = self.solution.target() - 1;
        let totals = [standing.own, standing.others[0], standing.others[1]];
        let totals = totals.map(|total| total.min(last));
        let cell = cell(self.solution.target() as usize, totals.map(|total| total as usize));
        let solve = || self.solution.position(totals);
        self.positions.with(cell, solve, |position| position.choose(decision))
    }
}
