//! Solutions as policies.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::{Position, RaceSolution, TurnSolution, WinSolution};
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
        let may_stop = turn.points >= game.rules.min_bank;
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
        self.position.choose(decision)
    }
}

impl TurnSolution {
    /// The inputs of its decisions.
    pub const SIGHT: Sight = Sight::of(Seen { points: true, ..Seen::NOTHING });
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

/// The maximum memory for cached positions of an [`OptimalWin`], in bytes.
const MEMORY: usize = 256 << 20;

/// Maximizes the probability of winning against one optimal opponent. With more players it
/// considers only the best of the others' totals, which is not exact.
#[derive(Debug)]
pub struct OptimalWin {
    solution: Arc<WinSolution>,
    /// Identifies this policy in [`LAST`].
    id: u64,
    /// By own total and opponent's total, solved on first use.
    positions: Vec<OnceLock<Box<Position>>>,
    used: AtomicUsize,
}

thread_local! {
    /// The last position that was not cached for lack of memory, with the policy and the pair of
    /// totals.
    static LAST: RefCell<Option<(u64, usize, Position)>> = const { RefCell::new(None) };
}

impl OptimalWin {
    /// The policy of a solution.
    pub fn new(solution: Arc<WinSolution>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let positions = solution.values().iter().map(|_| OnceLock::new()).collect();
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { solution, id, positions, used: AtomicUsize::new(0) }
    }

    fn with_position<T>(&self, standing: &Standing, look: impl FnOnce(&Position) -> T) -> T {
        let last = self.solution.target() - 1;
        let (own, other) = (standing.own.min(last), standing.best_other().min(last));
        let cell = own as usize * (last as usize + 1) + other as usize;
        if let Some(position) = self.positions[cell].get() {
            return look(position);
        }
        if self.used.load(Ordering::Relaxed) < MEMORY {
            let position = self.positions[cell].get_or_init(|| {
                let position = Box::new(self.solution.position(own, other));
                self.used.fetch_add(position.size(), Ordering::Relaxed);
                position
            });
            return look(position);
        }
        LAST.with_borrow_mut(|kept| {
            let (id, at, position) =
                kept.get_or_insert_with(|| (u64::MAX, 0, self.solution.position(own, other)));
            if (*id, *at) != (self.id, cell) {
                *position = self.solution.position(own, other);
                (*id, *at) = (self.id, cell);
            }
            look(position)
        })
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
