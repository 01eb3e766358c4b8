//! Decisions of a policy in play, with the values of their actions by playouts.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::game::contract::{MAX_SEATS, Silent};
use crate::game::decision::{ActionList, Decision, Policy};
use crate::game::position::Placed;
use crate::policy::evaluate::Playouts;
use crate::run::Definition;
use crate::run::simulate::{Deal, Taken};
use crate::run::worlds::{spread, world_seed};
use crate::sim::interrupt::StopFlag;
use crate::sim::random::{Domain, UnitKey, below};
use crate::sim::runner::Simulation;
use crate::sim::seating::{Lineup, Seating};
use crate::sim::tally::Tally;

/// The number of worlds in which the actions of a decision are played to the end of the game.
const WORLDS: u64 = 12;

/// The number of decisions that are taken from a game.
pub(super) const DECISIONS: u32 = 4;

/// A decision with the values of its actions, or of some spread over a long list.
#[derive(Clone, Debug)]
pub(super) struct Sampled {
    /// The game and the decision in it, which order the decisions.
    place: (u64, u64),
    pub(super) point: usize,
    /// The number of decisions of the game that this one represents.
    pub(super) weight: f64,
    pub(super) kinds: Vec<usize>,
    /// How much each action is better than the chosen one, in the deciding figure per game.
    pub(super) gains: Vec<f64>,
    /// The features of the state, and those of each action.
    pub(super) state: Vec<f64>,
    pub(super) actions: Vec<Vec<f64>>,
}

/// Sampled decisions, and the number of playouts that valued them.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    pub(super) decisions: Vec<Sampled>,
    pub(super) playouts: u64,
}

impl Tally for Samples {
    fn merge(&mut self, other: Self) {
        self.decisions.extend(other.decisions);
        self.decisions.sort_by_key(|decision| decision.place);
        self.playouts += other.playouts;
    }
}

/// Games whose decisions are sampled.
pub(super) struct Sampler<'a, S: Definition> {
    pub(super) game: &'a S,
    /// The sampled policy, then its opponents.
    pub(super) players: &'a [Arc<dyn Policy<S>>],
    pub(super) lineup: [Lineup; 1],
    pub(super) from: Option<&'a Placed<S::State>>,
    pub(super) seed: u64,
    pub(super) fixed_seats: bool,
    /// Whether scores decide instead of wins.
    pub(super) scores: bool,
}

impl<S: Definition> Sampler<'_, S> {
    /// Plays a game; `taken` receives the decisions of the sampled policy with several legal actions.
    fn play(
        &self,
        number: u64,
        list: &mut ActionList<S::Action>,
        stop: &StopFlag,
        mut taken: impl FnMut(Taken<'_, S>, &[usize; MAX_SEATS]),
    ) {
        let seating = Seating { lineups: &self.lineup, fixed: self.fixed_seats, seed: self.seed };
        let mut policies = [0; MAX_SEATS];
        policies.iter_mut().zip(seating.policies(number)).for_each(|(seat, policy)| *seat = policy);
        let (game, players, random) = (self.game, self.players, (self.seed, number));
        let deal = Deal { game, players, from: self.from, policies, random };
        let own = |one: Taken<'_, S>| {
            if one.policy == 0 && stop.raised().is_none() && one.decision.count() > 1 {
                taken(one, &policies);
            }
        };
        deal.play(&mut Silent, list, own, || stop.raised().is_some());
    }

    /// Returns the values of the actions of a decision.
    fn valued(
        &self,
        taken: &Taken<'_, S>,
        policies: &[usize; MAX_SEATS],
        place: (u64, u64),
        playouts: &mut ActionList<S::Action>,
    ) -> Sampled {
        let decision = taken.decision;
        let &Decision { game, state, seat, point, .. } = decision;
        let actions = decision.actions();
        let chosen = actions.iter().position(|one| *one == taken.choice.action).unwrap_or(0);
        let among = spread(actions.len(), &[chosen]);
        let chosen = among.iter().position(|one| *one == chosen).unwrap_or(0);
        let seats = usize::from(game.seats());
        let players: Vec<&dyn Policy<S>> =
            policies[..seats].iter().map(|policy| &*self.players[*policy]).collect();
        let seed = world_seed(self.seed, place.0, place.1);
        let worlds = Playouts { game, from: state, seat, players: &players, seed };
        let mut sums = vec![0; among.len()];
        for world in 0..WORLDS {
            let start = worlds.deal(world);
            for (sum, action) in sums.iter_mut().zip(&among) {
                let ended = worlds.play(world, start, actions[*action], playouts);
                *sum += if self.scores { ended.score } else { ended.win };
            }
        }
        let gain = |sum: &i64| (sum - sums[chosen]) as f64 / WORLDS as f64;
        let published = decision.published();
        let sight = S::Sight::default();
        let state = published.state.iter().map(|feature| (feature.value)(decision, &sight));
        let of_action = |action: &usize| {
            let each = published.action.iter();
            each.map(|feature| (feature.value)(decision, &sight, actions[*action])).collect()
        };
        Sampled {
            place,
            point: usize::from(point),
            weight: 1.0,
            kinds: among.iter().map(|action| game.kind(point, actions[*action])).collect(),
            gains: sums.iter().map(gain).collect(),
            state: state.collect(),
            actions: among.iter().map(of_action).collect(),
        }
    }
}

impl<S: Definition> Simulation for Sampler<'_, S> {
    type Tally = Samples;
    type Worker = [ActionList<S::Action>; 2];

    fn worker(&self) -> Self::Worker {
        [ActionList::default(), ActionList::default()]
    }

    fn empty(&self) -> Samples {
        Samples::default()
    }

    fn batch_len(&self, _: u64) -> u64 {
        1
    }

    fn run_batch(
        &self,
        [list, playouts]: &mut Self::Worker,
        units: Range<u64>,
        tally: &mut Samples,
        stop: &StopFlag,
    ) -> bool {
        for number in units {
            let mut count = 0;
            self.play(number, list, stop, |_, _| count += 1);
            let mut random = UnitKey::new(self.seed, Domain::Tuning, number).stream(0, 0);
            let mut picked = BTreeSet::new();
            while picked.len() < DECISIONS.min(count) as usize {
                picked.insert(below(&mut random, count));
            }
            let (mut at, first) = (0, tally.decisions.len());
            self.play(number, list, stop, |taken, policies| {
                if picked.contains(&at) {
                    let place = (number, u64::from(at) + 1);
                    let sampled = self.valued(&taken, policies, place, playouts);
                    tally.playouts += WORLDS * sampled.gains.len() as u64;
                    tally.decisions.push(sampled);
                }
                at += 1;
            });
            let weight = f64::from(count) / picked.len().max(1) as f64;
            tally.decisions[first..].iter_mut().for_each(|one| one.weight = weight);
            if stop.raised().is_some() {
                return false;
            }
        }
        true
    }
}
