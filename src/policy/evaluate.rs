//! Values of the legal actions of a decision: exact values, or playouts in common worlds.

use crate::game::contract::{Game, Silent};
use crate::game::decision::{ActionList, Decision, Policy};
use crate::game::play::{Streams, play_until};
use crate::sim::interrupt;
use crate::sim::random::{Domain, UnitKey, WORLD};

/// The exact values of a solved game, and the policy that maximises them.
pub trait Exact<G: Game>: Policy<G> {
    /// Returns the win probability of the deciding seat after each legal action if everyone plays
    /// optimally from then on; `None` if this decision is not solved.
    fn values(&self, decision: &Decision<'_, G>) -> Option<Vec<f64>>;
}

/// The end of a playout for the deciding seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// Its share of the win, in parts of [`WIN`](crate::game::contract::WIN).
    pub(crate) win: i64,
    /// Its score.
    pub(crate) score: i64,
}

/// Plays a decision to the end of the game in numbered worlds. In a world, the information that is
/// hidden from the deciding seat is dealt again, and all actions meet the same random numbers.
pub(crate) struct Playouts<'a, G: Game> {
    pub(crate) game: &'a G,
    /// The position of the decision.
    pub(crate) from: &'a G::State,
    /// The deciding seat.
    pub(crate) seat: u8,
    /// The policies that continue, by seat.
    pub(crate) players: &'a [&'a dyn Policy<G>],
    /// The seed of the worlds.
    pub(crate) seed: u64,
}

impl<G: Game> Playouts<'_, G> {
    fn unit(&self, world: u64) -> UnitKey {
        UnitKey::new(self.seed, Domain::Search, world)
    }

    /// Returns the position of the decision in a world.
    pub(crate) fn deal(&self, world: u64) -> G::State {
        self.game.hide(self.from, self.seat, &mut self.unit(world).stream(WORLD, 0))
    }

    /// Plays an action in a world that was [dealt](Self::deal). The end of a game that is stopped at
    /// a limit has no winner.
    pub(crate) fn play(
        &self,
        world: u64,
        mut state: G::State,
        action: G::Action,
        actions: &mut ActionList<G::Action>,
    ) -> Ended {
        let Self { game, seat, players, .. } = *self;
        game.act(&mut state, action, &mut Silent);
        let mut streams = Streams::new(self.unit(world));
        let decide = |decision: &Decision<'_, G>| {
            players[usize::from(decision.seat)].choose(decision).action
        };
        let stop = |_: &G::State| interrupt::in_vain();
        let finished =
            play_until(game, &mut state, &mut streams, decide, &mut Silent, actions, stop);
        let ranking = game.ranking(&state);
        let won = finished && ranking.winners >> seat & 1 == 1;
        Ended {
            win: if won { ranking.parts(seat) } else { 0 },
            score: ranking.scores[usize::from(seat)].into(),
        }
    }
}
