//! The sums of a review.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::sim::tally::{Tally, tallies};
use crate::stats::Moments;

/// A group of decisions of the reviewed policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Group {
    /// All decisions.
    All,
    /// Those at a decision point.
    Point(u8),
    /// Those that a rule decided, by decision point.
    Rule(u8, u8),
    /// Those of other rules where this rule would choose the better action.
    Missed(u8, u8),
    /// Those where an action of the first kind was chosen and one of the second kind was better.
    Change(u8, u8, u8),
    /// Those in a third of the game, from 0.
    Third(u8),
    /// Those behind, level or ahead in the score.
    Standing(u8),
}

/// The decisions of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GroupSums {
    pub(super) decisions: u64,
    /// The number of decisions where a better action was found.
    pub(super) better: u64,
    /// The losses per game, of games with such a decision, by [`To`].
    pub(super) losses: [Moments; 2],
}

tallies! {
    GroupSums { decisions, better, losses }
}

/// What a loss is measured against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// The choices of the base.
    Base = 0,
    /// The better actions that were found.
    Found = 1,
}

/// A costly decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Costly {
    /// The gain of the chosen action over the better one: the costliest decision is the first.
    pub(super) gain: i64,
    /// The game, from 0, and the decision in it, from 1.
    pub(super) game: u64,
    pub(super) decision: u64,
    /// The index of the better action.
    pub(super) better: u32,
}

/// The number of costly decisions that are kept.
pub(super) const KEPT: usize = 32;

/// The costliest decisions, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Costliest(pub(super) Vec<Costly>);

impl Tally for Costliest {
    fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
        self.0.sort_unstable();
        self.0.truncate(KEPT);
    }
}

/// The sums over the reviewed games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ReviewSums {
    pub(super) games: u64,
    pub(super) groups: BTreeMap<Group, GroupSums>,
    pub(super) costliest: Costliest,
}

tallies! {
    ReviewSums { games, groups, costliest }
}

impl ReviewSums {
    /// Returns the losses per game of a group, over all games.
    pub(super) fn losses(&self, group: Group, to: To) -> Moments {
        let losses = self.groups.get(&group).map(|sums| sums.losses[to as usize]);
        let mut losses = losses.unwrap_or_default();
        losses.add_times(0, self.games - losses.n());
        losses
    }
}
