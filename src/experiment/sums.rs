//! What a run adds up: integers under one schema, whatever the game.
//!
//! Sums of the same schema add, in any order: over batches and threads, and wherever else parts of a
//! run are put together.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::experiment::games::{GameTally, RuleTally};
use crate::game::DecisionPoint;
use crate::game::decision::DEFAULT_RULE;
use crate::game::publish::MAX_SITUATIONS;
use crate::sim::runner::Tally;
use crate::sim::seating::Lineup;
use crate::stats::{Histogram, Ratio};

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
pub(crate) struct Sums {
    /// Wins, scores, lengths and busts, by matchup, policy and seat.
    pub(super) games: GameTally,
    /// The rest, by policy.
    pub(super) policies: Vec<PolicySums>,
    /// The figures of games, by matchup.
    pub(super) of_games: Figures<usize>,
    /// What turns played alone brought, by policy.
    pub(super) turns: Vec<OfTurns>,
}

/// What is counted of one policy over turns played alone, beside its [`PolicySums`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OfTurns {
    /// What a turn brought.
    pub(super) gains: Histogram,
    /// By situation: how often it happened, turn by turn.
    pub(super) situations: [Ratio; MAX_SITUATIONS],
}

/// What is counted of one policy over all its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PolicySums {
    /// By decision point: how often each rule decided.
    pub(super) rules: RuleTally,
    /// By decision point and kind of action: how often it was chosen among several.
    pub(super) actions: Vec<Vec<u64>>,
    /// Its figures, by matchup and the first seat that it fills.
    pub(super) figures: Figures<(usize, usize)>,
}

/// Figures by parts of the run whose games are fixed in number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Figures<K: Ord>(BTreeMap<K, Part>);

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
    pub(super) fn parts(&self, figure: usize) -> impl Iterator<Item = (u64, Ratio)> {
        self.0.values().map(move |part| (part.games, part.figures[figure]))
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

impl PolicySums {
    /// Of nothing, with these decision points.
    pub(super) fn new(points: &[DecisionPoint]) -> Self {
        Self {
            rules: RuleTally::new(points.len()),
            actions: points.iter().map(|point| vec![0; point.actions.len()]).collect(),
            figures: Figures::default(),
        }
    }

    /// Counts a decision at `point`: what was chosen, and the rule that decided.
    #[inline]
    pub(super) fn decision(&mut self, point: u8, kind: usize, rule: u8) {
        let (rule, point) =
            ((rule != DEFAULT_RULE).then_some(usize::from(rule)), usize::from(point));
        self.rules.count(point, rule);
        self.actions[point][kind] += 1;
    }
}

impl AddAssign for PolicySums {
    fn add_assign(&mut self, other: Self) {
        let Self { rules, actions, figures } = other;
        self.rules.merge(&rules);
        let kinds = self.actions.iter_mut().flatten().zip(actions.into_iter().flatten());
        kinds.for_each(|(into, from)| *into += from);
        self.figures += figures;
    }
}

impl Sums {
    /// Of nothing.
    pub(super) fn new(schema: Schema<'_>) -> Self {
        let policy = PolicySums::new(schema.points);
        let games = GameTally::new(schema.lineups);
        let turns = vec![OfTurns::default(); schema.policies];
        let policies = vec![policy; schema.policies];
        Self { games, policies, of_games: Figures::default(), turns }
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
            && self.turns.len() == other.turns.len()
            && self.policies.iter().zip(&other.policies).all(alike)
            && self.of_games.has(of_games)
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        let Self { games, policies, of_games, turns } = other;
        self.of_games += of_games;
        self.games.merge(&games);
        debug_assert_eq!(self.policies.len(), policies.len(), "another schema");
        self.policies.iter_mut().zip(policies).for_each(|(into, from)| *into += from);
        for (into, OfTurns { gains, situations }) in self.turns.iter_mut().zip(turns) {
            into.gains += &gains;
            into.situations.iter_mut().zip(situations).for_each(|(into, from)| *into += from);
        }
    }
}

impl Tally for Sums {
    fn merge(&mut self, other: Self) {
        *self += other;
    }
}
