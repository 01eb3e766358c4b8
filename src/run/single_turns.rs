//! Single turns of each policy with common random numbers: a unit is one turn of every policy.

use std::ops::Range;

use super::simulate::{Job, Notes, Taken, Worker};
use super::tally::{OfTurns, Sums};
use crate::game::count::Count;
use crate::sim::interrupt::StopFlag;
use crate::sim::runner::Simulation;

/// A job of single turns.
pub(super) struct Turns<'a, G: Count>(pub(super) &'a Job<G>);

impl<G: Count> Turns<'_, G> {
    /// Plays and counts a turn of a policy, unless a stop is requested before its end.
    fn count(
        &self,
        turn: (usize, u64),
        worker: &mut Worker<G>,
        tally: &mut Sums,
        stop: &StopFlag,
    ) -> bool {
        let Job { game, figures, declared, .. } = self.0;
        let Worker { actions, counts } = worker;
        let mut notes = Notes { game: &**game, figures, counts };
        let (sums, turns) = (&mut tally.policies[turn.0], &mut tally.turns[turn.0]);
        let count = |taken: Taken<'_, G>| sums.count(&**game, &taken);
        let end = self.0.play_alone(turn, &mut notes, actions, count, || stop.raised().is_some());
        let Some(end) = end.filter(|_| stop.raised().is_none()) else {
            counts.clear();
            return false;
        };
        turns.gains.add((G::COUNTED.turn_gain)(game, &end), 1);
        // Figures of other seats and of the game do not belong to a single turn.
        let own = counts.of(0);
        for (into, (.., bust)) in turns.busts.iter_mut().zip(&declared.busts) {
            into.add(own[*bust].0, own[*bust].1 as u64);
        }
        sums.count_trials(declared, own);
        for (way, held) in counts.turns(0) {
            sums.endings.part((turn.0, 0)).add_alone((*way).into(), *held, 1);
        }
        sums.figures.add((turn.0, 0), declared.of_policies.iter().map(|figure| own[*figure]));
        counts.clear();
        true
    }
}

impl<G: Count> Simulation for Turns<'_, G> {
    type Tally = Sums;
    type Worker = Worker<G>;

    fn worker(&self) -> Worker<G> {
        self.0.worker()
    }

    fn empty(&self) -> Sums {
        self.0.empty()
    }

    fn batch_len(&self, unit: u64) -> u64 {
        self.0.batch_len(unit)
    }

    /// One policy after another, each through all units.
    fn run_batch(
        &self,
        worker: &mut Worker<G>,
        units: Range<u64>,
        tally: &mut Sums,
        stop: &StopFlag,
    ) -> bool {
        if let Some(engine) = &self.0.engine {
            return engine.run_batch(units, tally, stop);
        }
        (0..self.0.players.len())
            .all(|policy| units.clone().all(|unit| self.count((policy, unit), worker, tally, stop)))
    }

    fn headline(&self, so_far: &Sums, _: u64) -> String {
        let Some(OfTurns { gains, .. }) = so_far.turns.first() else { return String::new() };
        let mean = gains.moments().sum() as f64 / gains.n().max(1) as f64;
        let mean = mean * (G::COUNTED.unit)(&self.0.game) as f64;
        self.0.labels.first().map_or_else(String::new, |label| {
            format!("{label}: {mean:.1} {}", G::COUNTED.turn_score)
        })
    }
}
