//! Single turns of each policy alone, all on the same luck: a unit is one turn of every policy.

use std::ops::Range;

use super::job::{Job, Notes, Taken, Worker};
use super::sums::PolicySums;
use crate::game::publish::{Counted, MAX_SITUATIONS};
use crate::sim::interrupt::StopFlag;
use crate::sim::runner::{Simulation, Tally};
use crate::stats::{Histogram, Ratio};

/// A job whose policies play turns.
pub(super) struct Turns<'a, G: Counted>(pub(super) &'a Job<G>);

/// What turns add up to, by policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TurnSums(pub(super) Vec<OfTurns>);

/// What is counted of one policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OfTurns {
    /// What a turn brought.
    pub(super) gains: Histogram,
    /// By situation: how often it happened, turn by turn.
    pub(super) situations: [Ratio; MAX_SITUATIONS],
    /// The rest, as of games; each policy is a part of its own.
    pub(super) sums: PolicySums,
}

impl Tally for TurnSums {
    fn merge(&mut self, other: Self) {
        for (into, from) in self.0.iter_mut().zip(other.0) {
            let OfTurns { gains, situations, sums } = from;
            into.gains += &gains;
            into.situations.iter_mut().zip(situations).for_each(|(into, from)| *into += from);
            into.sums += sums;
        }
    }
}

impl<G: Counted> Turns<'_, G> {
    /// Counts a turn of a policy, unless a stop is asked for before it is over.
    fn count(
        &self,
        turn: (usize, u64),
        worker: &mut Worker<G>,
        tally: &mut OfTurns,
        stop: &StopFlag,
    ) -> bool {
        let game = &*self.0.game;
        let Worker { actions, counts } = worker;
        let mut notes = Notes { game, counts };
        let sums = &mut tally.sums;
        let count = |Taken { point, action, rule, .. }: Taken<'_, G>| {
            sums.decision(point, game.kind(point, action), rule);
        };
        let end = self.0.play_alone(turn, &mut notes, actions, count, || stop.raised().is_some());
        let Some(end) = end.filter(|_| stop.raised().is_none()) else {
            counts.clear();
            return false;
        };
        tally.gains.add(game.gained(&end), 1);
        let situations = counts.take_situations(0);
        for (into, (happened, among)) in tally.situations.iter_mut().zip(situations) {
            into.add(happened.into(), among.into());
        }
        let figures = self.0.of_policies.iter().map(|figure| counts.take(0, *figure));
        tally.sums.figures.add((turn.0, 0), figures);
        // What is told of other seats and of the game is not of this turn alone.
        counts.clear();
        true
    }
}

impl<G: Counted> Simulation for Turns<'_, G> {
    type Tally = TurnSums;
    type Worker = Worker<G>;

    fn worker(&self) -> Worker<G> {
        self.0.worker()
    }

    fn empty(&self) -> TurnSums {
        let of_policy = OfTurns {
            gains: Histogram::default(),
            situations: Default::default(),
            sums: PolicySums::new(G::vocabulary().points),
        };
        TurnSums(vec![of_policy; self.0.players.len()])
    }

    fn batch_len(&self, unit: u64) -> u64 {
        self.0.batch_len(unit)
    }

    fn run_batch(&self, worker: &mut Worker<G>, units: Range<u64>, tally: &mut TurnSums) {
        self.run_until(worker, units, tally, &StopFlag::new());
    }

    /// One policy after another, each of them through all units.
    fn run_until(
        &self,
        worker: &mut Worker<G>,
        units: Range<u64>,
        tally: &mut TurnSums,
        stop: &StopFlag,
    ) -> bool {
        let mut all = tally.0.iter_mut().enumerate();
        all.all(|(policy, tally)| {
            units.clone().all(|unit| self.count((policy, unit), worker, tally, stop))
        })
    }

    fn headline(&self, _: &TurnSums, _: u64) -> String {
        String::new()
    }
}
