//! The sums of a run: integers with one schema for all games.
//!
//! Sums with the same schema can be added in any order: over batches, threads and other parts of a
//! run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::simulate::Taken;
use super::standard_tables::{GameTally, RuleTally};
use super::turn_endings::EndingSums;
use crate::game::DecisionPoint;
use crate::game::count::{Count, Declarations, MAX_BUSTS, Share};
use crate::game::decision::{Choice, DEFAULT_RULE};
use crate::game::publish::vocabulary;
use crate::sim::seating::Lineup;
use crate::sim::tally::{Tally, sums, tallies};
use crate::stats::{Differences, Histogram, Moments, Pentanomial, Ratio};

/// The sums of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Wins, scores, lengths and busts, by matchup, policy and seat.
    pub games: GameTally,
    /// Other counts, by policy.
    pub policies: Vec<PolicySums>,
    /// The figures of games, by matchup.
    pub(super) of_games: Figures<usize>,
    /// Points of single turns, by policy.
    pub turns: Vec<OfTurns>,
}

/// Counts of one policy over single turns, in addition to its [`PolicySums`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfTurns {
    /// Points of a turn.
    pub gains: Histogram,
    /// Busts by situation, per turn.
    pub busts: [Ratio; MAX_BUSTS],
}

/// Counts of one policy over all its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicySums {
    /// By decision point: the number of decisions of each rule.
    pub rules: RuleTally,
    /// By decision point and kind of action: the number of choices.
    pub(crate) actions: Vec<Vec<u64>>,
    /// Its figures, by matchup and first seat.
    pub(super) figures: Figures<(usize, usize)>,
    /// By [trial](Declarations::trial): hits and occasions.
    pub trials: Vec<(u64, u64)>,
    /// Endings of its turns.
    pub endings: EndingSums,
}

/// Figures by stratum; the number of games of each stratum is fixed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Figures<K: Ord>(BTreeMap<K, Part>);

/// Games, and for each figure its sum against occasions, per game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Part {
    games: u64,
    figures: Vec<Ratio>,
}

impl<K: Ord> Figures<K> {
    /// Counts a game of a stratum: the sum of each figure, and its occasions.
    pub(super) fn add(&mut self, part: K, game: impl ExactSizeIterator<Item = (i64, i64)>) {
        if game.len() == 0 {
            return;
        }
        let into = self.0.entry(part).or_default();
        into.games += 1;
        into.figures.resize(game.len(), Ratio::default());
        for (into, (sum, among)) in into.figures.iter_mut().zip(game) {
            into.add(sum, among as u64);
        }
    }

    /// Returns whether each stratum has `count` figures.
    fn has(&self, count: usize) -> bool {
        self.0.values().all(|part| part.figures.len() == count)
    }

    /// Returns a figure by stratum.
    pub(super) fn parts(&self, figure: usize) -> impl Iterator<Item = (u64, Ratio)> {
        self.0.values().map(move |part| (part.games, part.figures[figure]))
    }
}

impl<K: Ord + Clone + Send> Tally for Figures<K> {
    fn merge(&mut self, other: Self) {
        Tally::merge(&mut self.0, other.0);
    }
}

sums!(Differences, Moments, Pentanomial, Ratio);

impl Tally for Histogram {
    fn merge(&mut self, other: Self) {
        *self += &other;
    }
}

tallies! {
    Sums { games, policies, of_games, turns }
    OfTurns { gains, busts }
    PolicySums { rules, actions, figures, trials, endings }
    Part { games, figures }
}

impl PolicySums {
    /// Returns empty sums.
    fn new(points: &[DecisionPoint], trials: usize) -> Self {
        Self {
            rules: RuleTally::new(points.len()),
            actions: points.iter().map(|point| vec![0; point.actions.len()]).collect(),
            figures: Figures::default(),
            trials: vec![(0, 0); trials],
            endings: EndingSums::default(),
        }
    }

    /// Adds occasions and hits of a trial.
    #[inline]
    pub(crate) fn trial(&mut self, trial: Share, (happened, among): (u64, u64)) {
        let (times, all) = &mut self.trials[trial.figure()];
        *times += happened;
        *all += among;
    }

    /// Counts the trials of a game or a single turn, from the sums of its seats.
    pub(super) fn count_trials(&mut self, declared: &Declarations, sums: &[(i64, i64)]) {
        for (.., place) in &declared.trials {
            let (happened, among) = sums[*place];
            self.trial(Share::at(*place), (happened as u64, among as u64));
        }
    }

    /// Counts a decision: the rule that decided, and the choice.
    #[inline(always)]
    pub(super) fn count<G: Count>(&mut self, game: &G, taken: &Taken<'_, G>) {
        let Choice { action, rule } = taken.choice;
        let rule = (rule != DEFAULT_RULE).then_some(usize::from(rule));
        let point = taken.decision.point;
        self.rules.count(point.into(), rule);
        self.chose(point.into(), game.kind(point, action), 1);
    }

    /// Counts decisions at `point` with an action of this kind.
    #[inline]
    pub(crate) fn chose(&mut self, point: usize, kind: usize, by: u64) {
        self.actions[point][kind] += by;
    }
}

impl Sums {
    /// Returns empty sums for a number of policies in these matchups.
    pub(crate) fn of<G: Count>(game: &G, lineups: &[Lineup], policies: usize) -> Self {
        Self::new::<G>(&Declarations::of(game).0, lineups, policies)
    }

    /// Returns the sums with the declared figures of a game.
    pub(crate) fn new<G: Count>(
        declared: &Declarations,
        lineups: &[Lineup],
        policies: usize,
    ) -> Self {
        let policy = PolicySums::new(vocabulary::<G>().points, declared.trial_places());
        let turns = vec![OfTurns::default(); policies];
        let (games, policies) = (GameTally::new(lineups), vec![policy; policies]);
        Self { games, policies, of_games: Figures::default(), turns }
    }
}

impl Sums {
    /// Returns whether both have the same schema, with these declared figures and this number of
    /// kinds of turn endings.
    pub(super) fn fits(&self, other: &Self, declared: &Declarations, ways: usize) -> bool {
        let kinds = |sums: &PolicySums| sums.actions.iter().map(Vec::len).collect::<Vec<_>>();
        let alike = |(own, other): (&PolicySums, &PolicySums)| {
            own.rules.fits(&other.rules)
                && kinds(own) == kinds(other)
                && own.trials.len() == other.trials.len()
                && other.figures.has(declared.of_policies.len())
                && other.endings.has(ways)
        };
        self.games.fits(&other.games)
            && self.policies.len() == other.policies.len()
            && self.turns.len() == other.turns.len()
            && self.policies.iter().zip(&other.policies).all(alike)
            && other.of_games.has(declared.of_games.len())
    }
}
