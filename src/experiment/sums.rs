//! What a run adds up: integers under one schema, whatever the game.
//!
//! Sums of the same schema add, in any order: over batches and threads, and wherever else parts of a
//! run are put together.

use std::ops::AddAssign;

use crate::experiment::games::{GameTally, RuleTally};
use crate::game::DecisionPoint;
use crate::sim::runner::Tally;
use crate::sim::seating::Lineup;
use crate::stats::Ratio;

/// What is counted: it says how long each list of the sums is, and what stands at each place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schema<'a> {
    /// The matchups.
    pub(super) lineups: &'a [Lineup],
    /// The number of policies.
    pub(super) policies: usize,
    /// The decision points of the game.
    pub(super) points: &'a [DecisionPoint],
    /// The number of the game's own figures.
    pub(super) figures: usize,
}

/// What a run adds up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sums {
    /// Wins, scores, lengths and busts, by matchup, policy and seat.
    pub(super) games: GameTally,
    /// The rest, by policy.
    pub(super) policies: Vec<PolicySums>,
}

/// What is counted of one policy over all its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PolicySums {
    /// By decision point: how often each rule decided.
    pub(super) rules: RuleTally,
    /// By decision point and kind of action: how often it was chosen among several.
    pub(super) actions: Vec<Vec<u64>>,
    /// By figure: so much against occasions, game by game.
    pub(super) figures: Vec<Ratio>,
}

impl Sums {
    /// Of nothing.
    pub(super) fn new(schema: Schema<'_>) -> Self {
        let policy = PolicySums {
            rules: RuleTally::new(schema.points.len()),
            actions: schema.points.iter().map(|point| vec![0; point.actions.len()]).collect(),
            figures: vec![Ratio::default(); schema.figures],
        };
        Self { games: GameTally::new(schema.lineups), policies: vec![policy; schema.policies] }
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        let Self { games, policies } = other;
        self.games.merge(&games);
        debug_assert_eq!(self.policies.len(), policies.len(), "another schema");
        for (into, from) in self.policies.iter_mut().zip(policies) {
            let PolicySums { rules, actions, figures } = from;
            into.rules.merge(&rules);
            let kinds = into.actions.iter_mut().flatten().zip(actions.into_iter().flatten());
            kinds.for_each(|(into, from)| *into += from);
            into.figures.iter_mut().zip(figures).for_each(|(into, from)| *into += from);
        }
    }
}

impl Tally for Sums {
    fn merge(&mut self, other: Self) {
        *self += other;
    }
}
