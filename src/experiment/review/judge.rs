//! What a decision costs: the best action against the chosen one, in win probability.
//!
//! Where the game is solved, values are exact. Else a race of the actions in some worlds picks the
//! better action, and new worlds measure how much better it is, so that the loss is free of the bias of
//! picking the best of many estimates.

use std::sync::Arc;

use crate::game::contract::{MAX_SEATS, WIN};
use crate::game::count::Count;
use crate::game::decision::{ActionList, Decision, Policy};
use crate::policy::evaluate::{Exact, Playouts};
use crate::policy::search::{self, Round};
use crate::run::worlds::{spread, world_seed};

/// The number of worlds of the race, and of the measurement after it.
pub(super) const RACE: u32 = 16;
pub(super) const WORLDS: u32 = 32;

/// The unit of exact losses.
const EXACT: f64 = 1e-6;

/// The policies around a reviewed one.
pub(super) struct Judge<'a, S: Count> {
    pub(super) game: &'a S,
    /// Continues in the reviewed seat.
    pub(super) base: &'a dyn Policy<S>,
    pub(super) exact: Option<Arc<dyn Exact<S>>>,
    pub(super) seed: u64,
}

/// A judged decision. Losses are in the unit of the judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    /// The index of the better action; of the chosen one if none was found.
    pub(super) better: usize,
    /// How much the better action wins more than the chosen one.
    pub(super) loss: i64,
    /// How much the choice of the base wins more than the chosen one.
    pub(super) of_base: i64,
}

impl<S: Count> Judge<'_, S> {
    /// Returns the unit of losses, as a win probability.
    pub(super) fn unit(&self) -> f64 {
        match self.exact {
            Some(_) => EXACT,
            None => 1.0 / (WIN * i64::from(WORLDS)) as f64,
        }
    }

    /// Judges a choice, given the number of the game and of the decision, and the policies of the other
    /// seats.
    pub(super) fn judge<'b>(
        &'b self,
        decision: &Decision<'_, S>,
        chosen: usize,
        (number, count): (u64, u64),
        mut players: [&'b dyn Policy<S>; MAX_SEATS],
        list: &mut ActionList<S::Action>,
    ) -> Judged {
        let &Decision { game, state, seat, .. } = decision;
        let actions = decision.actions();
        let of_base = search::base_choice(self.base, decision).unwrap_or(chosen);
        if let Some(values) = self.exact.as_ref().and_then(|exact| exact.values(decision)) {
            let better = search::best(values.iter().copied());
            // Equal actions have equal values up to rounding.
            let loss = |over: usize| ((values[over] - values[chosen]) / EXACT).round() as i64;
            let better = if loss(better) == 0 { chosen } else { better };
            return Judged { better, loss: loss(better), of_base: loss(of_base) };
        }
        players[usize::from(seat)] = self.base;
        let players = &players[..usize::from(game.seats())];
        let seed = world_seed(self.seed, number, count);
        let playouts = Playouts { game, from: state, seat, players, seed };
        let mut candidates = spread(actions.len(), &[chosen, of_base]);
        let at = |action: usize, of: &[usize]| of.iter().position(|one| *one == action);
        let mut dealt = None;
        let mut play = |action: usize, world: u32| {
            let world = u64::from(world);
            let start = match dealt {
                Some((known, start)) if known == world => start,
                _ => playouts.deal(world),
            };
            dealt = Some((world, start));
            playouts.play(world, start, actions[action], list).win
        };
        let until = |round: Round| (RACE * round.number).div_ceil(round.of);
        let kept = at(chosen, &candidates);
        let value = |action: usize, world: u32| play(candidates[action], world) as f64;
        let better = search::race(candidates.len(), kept, until, value);
        let better = candidates[better];
        candidates.clear();
        candidates.extend([chosen, better, of_base]);
        candidates.dedup();
        let mut sums = [0; 3];
        for world in RACE..RACE + WORLDS {
            for (place, action) in candidates.iter().enumerate() {
                if candidates.len() > 1 {
                    sums[place] += play(*action, world);
                }
            }
        }
        let sum = |action: usize| at(action, &candidates).map_or(0, |place| sums[place]);
        Judged { better, loss: sum(better) - sum(chosen), of_base: sum(of_base) - sum(chosen) }
    }
}
