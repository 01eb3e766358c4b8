//! What a run adds up: integers under one schema, whatever the game.
//!
//! Sums of the same schema add, in any order: over batches and threads, and wherever else parts of a
//! run are put together.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::experiment::games::{GameTally, RuleTally};
use crate::game::DecisionPoint;
use crate::sim::runner::Tally;
use crate::sim::seating::Lineup;
use crate::stats::{Ratio, Strata};

/// What is counted: it says how long each list of the sums is, and what stands at each place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schema<'a> {
    /// The matchups.
    pub(super) lineups: &'a [Lineup],
    /// The number of policies.
    pub(super) policies: usize,
    /// The decision points of the game.
    pub(super) points: &'a [DecisionPoint],
}

/// What a run adds up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sums {
    /// Wins, scores, lengths and busts, by matchup, policy and seat.
    pub(super) games: GameTally,
    /// The rest, by policy.
    pub(super) policies: Vec<PolicySums>,
    /// The figures of games, by matchup.
    pub(super) of_games: Figures<usize>,
}

/// What is counted of one policy over all its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PolicySums {
    /// By decision point: how often each rule decided.
    pub(super) rules: RuleTally,
    /// By decision point and kind of action: how often it was chosen among several.
    pub(super) actions: Vec<Vec<u64>>,
    /// Its figures, by matchup and the first seat that it fills.
    pub(super) figures: Figures<(usize, usize)>,
}

/// Figures by parts of the run whose games are fixed in number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Figures<K: Ord>(BTreeMap<K, Part>);

/// Games, and by figure so much against occasions, game by game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Part {
    games: u64,
    figures: Vec<Ratio>,
}

impl<K: Ord> Figures<K> {
    /// Counts a game of a part: so much of each figure, on so many occasions.
    pub(super) fn add(&mut self, part: K, game: impl ExactSizeIterator<Item = (i64, u64)>) {
        let into = self.0.entry(part).or_default();
        into.games += 1;
        into.figures.resize(game.len(), Ratio::default());
        for (into, (sum, among)) in into.figures.iter_mut().zip(game) {
            into.add(sum, among);
        }
    }

    /// Whether there are `count` figures in each part.
    fn has(&self, count: usize) -> bool {
        self.0.values().all(|part| part.figures.len() == count)
    }

    /// A figure, part by part.
    pub(super) fn strata(&self, figure: usize) -> Strata {
        self.0.values().map(|part| (part.games, part.figures[figure])).collect()
    }
}

impl<K: Ord> AddAssign for Figures<K> {
    fn add_assign(&mut self, other: Self) {
        for (part, Part { games, figures }) in other.0 {
            let into = self.0.entry(part).or_default();
            into.games += games;
            into.figures.resize(figures.len(), Ratio::default());
            into.figures.iter_mut().zip(figures).for_each(|(into, from)| *into += from);
        }
    }
}

impl Sums {
    /// Of nothing.
    pub(super) fn new(schema: Schema<'_>) -> Self {
        let policy = PolicySums {
            rules: RuleTally::new(schema.points.len()),
            actions: schema.points.iter().map(|point| vec![0; point.actions.len()]).collect(),
            figures: Figures::default(),
        };
        let games = GameTally::new(schema.lineups);
        Self { games, policies: vec![policy; schema.policies], of_games: Figures::default() }
    }
}

impl Sums {
    /// Whether both are sums of the same schema, where each policy has so many figures and each game.
    pub(super) fn fits(&self, other: &Self, (of_policies, of_games): (usize, usize)) -> bool {
        let kinds = |sums: &PolicySums| sums.actions.iter().map(Vec::len).collect::<Vec<_>>();
        let alike = |(own, other): (&PolicySums, &PolicySums)| {
            own.rules.fits(&other.rules)
                && kinds(own) == kinds(other)
                && own.figures.has(of_policies)
        };
        self.games.fits(&other.games)
            && self.policies.len() == other.policies.len()
            && self.policies.iter().zip(&other.policies).all(alike)
            && self.of_games.has(of_games)
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        let Self { games, policies, of_games } = other;
        self.of_games += of_games;
        self.games.merge(&games);
        debug_assert_eq!(self.policies.len(), policies.len(), "another schema");
        for (into, from) in self.policies.iter_mut().zip(policies) {
            let PolicySums { rules, actions, figures } = from;
            into.rules.merge(&rules);
            let kinds = into.actions.iter_mut().flatten().zip(actions.into_iter().flatten());
            kinds.for_each(|(into, from)| *into += from);
            into.figures += figures;
        }
    }
}

impl Tally for Sums {
    fn merge(&mut self, other: Self) {
        *self += other;
    }
}
