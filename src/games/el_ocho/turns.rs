//! Single turns, policy by policy on the same luck.

use std::sync::Arc;

use rand_pcg::Pcg32;

use super::engine::{Action, Position, Seated};
use super::fast::Isa;
use super::matches::until_turn_ends;
use super::player::Player;
use super::turn::Standing;
use crate::game::contract::{Log, Stream};
use crate::game::decision::{ActionList, Choice, Decision, Policy as _};
use crate::game::play::{Streams, play_until};
use crate::sim::interrupt::StopFlag;
use crate::sim::random::UnitKey;

/// A run of single turns.
#[allow(missing_debug_implementations)] // players are trait objects
pub struct Turns {
    /// The game.
    pub game: Seated,
    /// The policies; all meet the same luck.
    pub players: Vec<Arc<Player>>,
    /// How the table stands when each turn begins.
    pub standing: Standing,
    /// The seed of the run.
    pub seed: u64,
    /// The instructions to use; `None` plays every turn by the loop.
    pub isa: Option<Isa>,
}

impl Turns {
    /// Plays a turn by the loop from where it stands; breaks off once `stop` is raised.
    pub(super) fn play_on(
        &self,
        policy: usize,
        turn: u64,
        (mut at, rng): (Position, Pcg32),
        (log, mut taken): (
            &mut impl Log<Seated>,
            impl FnMut(&Decision<'_, Seated>, Choice<Action>),
        ),
        stop: &StopFlag,
    ) {
        let unit = UnitKey::of_turn(self.seed, turn);
        let decide = |decision: &Decision<'_, Seated>| {
            let choice = self.players[policy].choose(decision);
            taken(decision, choice);
            choice.action
        };
        let name = Stream { purpose: 0, index: self.game.turn(&at) };
        let mut streams = Streams::resumed(unit, name, rng);
        let done = until_turn_ends(&at, stop);
        play_until(
            &self.game,
            &mut at,
            &mut streams,
            decide,
            log,
            &mut ActionList::default(),
            done,
        );
    }
}
