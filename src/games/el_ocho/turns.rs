//! Single turns, policy by policy on the same luck.

use std::sync::Arc;

use super::fast::Isa;
use super::tally::TurnTally;
use super::turn::{Game, OwnLuck, Player, Standing, TurnEnd, Watch, play_until};
use crate::sim::interrupt::StopFlag;
use crate::sim::luck::{Domain, UnitLuck};
use crate::sim::runner::Tally;

/// Turns that share a stream: part of what a seed means, so never a setting.
pub const BLOCK: u64 = 1 << 14;

/// A run of single turns.
#[allow(missing_debug_implementations)] // players are trait objects
pub struct Turns {
    /// The rules.
    pub game: Arc<Game>,
    /// The policies; all meet the same luck.
    pub players: Vec<Arc<dyn Player>>,
    /// How the table stands when each turn begins.
    pub standing: Standing,
    /// The seed of the run.
    pub seed: u64,
    /// The instructions to use; `None` plays every turn by the loop.
    pub isa: Option<Isa>,
}

impl Turns {
    pub(super) fn own_luck(&self, turn: u64) -> OwnLuck {
        let unit = UnitLuck::new(self.seed, Domain::PolicyInTurns, turn / BLOCK);
        OwnLuck::new(unit.turn(turn % BLOCK))
    }

    /// Plays turn `turn` (from 0) of a policy on the general engine.
    pub fn replay(&self, policy: usize, turn: u64, watch: &mut impl Watch) -> TurnEnd {
        self.replay_until(policy, turn, watch, &StopFlag::new())
    }

    pub(super) fn replay_until(
        &self,
        policy: usize,
        turn: u64,
        watch: &mut impl Watch,
        stop: &StopFlag,
    ) -> TurnEnd {
        let luck = UnitLuck::new(self.seed, Domain::Turns, turn / BLOCK);
        let mut rng = luck.turn(turn % BLOCK).rng();
        let word = || rand::Rng::next_u32(&mut rng);
        let player = &*self.players[policy];
        let mut own = self.own_luck(turn);
        let start = self.game.start();
        play_until(&self.game, player, &self.standing, start, word, &mut own, watch, stop)
    }
}

/// What a run of single turns counts, by policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnsTally {
    /// By policy.
    pub players: Vec<TurnTally>,
}

impl Tally for TurnsTally {
    fn merge(&mut self, other: Self) {
        for (into, from) in self.players.iter_mut().zip(&other.players) {
            into.merge(from);
        }
    }
}
