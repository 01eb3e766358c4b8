//! Playouts of one decision on all threads: the results of its actions in common worlds.
//!
//! A [`Question`] is answered in two stages, each in new worlds. A race drops actions that are clearly
//! behind. The others are then measured until one of them is settled as the best; their values are free
//! of the bias of picking the best of many estimates.

use std::cmp::Reverse;
use std::ops::Range;

use super::Conditions;
use crate::error::Result;
use crate::game::contract::{Game, WIN};
use crate::game::decision::ActionList;
use crate::policy::evaluate::{Ended, Playouts};
use crate::report::{Unit, estimate};
use crate::sim::interrupt::{StopFlag, Why};
use crate::sim::random::{Domain, UnitKey};
use crate::sim::runner::{Beside, Look, Outcome, RunOptions, Simulation, run_on};
use crate::sim::tally::tallies;
use crate::stats::{Difference, Differences, Estimate, Level, Moments};

/// The figure by which actions are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Figure {
    /// The share of the win.
    Win,
    /// The score, in games of one player.
    Score,
}

impl Figure {
    fn of(self, ended: Ended) -> i64 {
        match self {
            Self::Win => ended.win,
            Self::Score => ended.score,
        }
    }

    /// Returns an estimate or a difference in its unit: shares of wins, or points.
    fn scaled(self, estimate: Estimate) -> Estimate {
        match self {
            Self::Win => estimate.scaled(1.0 / WIN as f64),
            Self::Score => estimate,
        }
    }
}

/// The results of some actions in worlds.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorldSums {
    pub(crate) worlds: u64,
    wins: Vec<Moments>,
    scores: Vec<Moments>,
    /// The differences of all pairs in the figure: the later action less the earlier one.
    pairs: Vec<Differences>,
}

tallies! {
    WorldSums { worlds, wins, scores, pairs }
}

impl WorldSums {
    fn new(actions: usize) -> Self {
        let pairs = vec![Differences::default(); actions * actions.saturating_sub(1) / 2];
        let each = || vec![Moments::default(); actions];
        Self { worlds: 0, wins: each(), scores: each(), pairs }
    }

    fn add(&mut self, figure: Figure, ended: &[Ended]) {
        self.worlds += 1;
        let mut pairs = self.pairs.iter_mut();
        for (at, one) in ended.iter().enumerate() {
            self.wins[at].add(one.win);
            self.scores[at].add(one.score);
            for before in &ended[..at] {
                if let Some(pair) = pairs.next() {
                    pair.add(figure.of(*one) - figure.of(*before));
                }
            }
        }
    }

    /// Returns the win probability after an action.
    pub(crate) fn win(&self, action: usize, level: Level) -> Option<Estimate> {
        self.wins[action].ratio(1).proportion(WIN as u64, level)
    }

    /// Returns the mean score after an action.
    pub(crate) fn score(&self, action: usize, level: Level) -> Option<Estimate> {
        self.scores[action].mean(level)
    }

    /// Returns the sum of the figure of an action.
    pub(crate) fn total(&self, figure: Figure, action: usize) -> i128 {
        match figure {
            Figure::Win => self.wins[action].sum(),
            Figure::Score => self.scores[action].sum(),
        }
    }

    /// Returns the action with the highest mean; the first one in case of ties.
    pub(crate) fn best(&self, figure: Figure) -> usize {
        (0..self.wins.len()).rev().max_by_key(|at| self.total(figure, *at)).unwrap_or(0)
    }

    /// Returns whether no action is better than the best one by more than the margin.
    fn is_settled(&self, figure: Figure, margin: f64, level: Level) -> bool {
        let best = self.best(figure);
        let others = (0..self.wins.len()).filter(|at| *at != best);
        let level = level.bonferroni((self.wins.len() as u64).saturating_sub(1).max(1));
        let low = |at| self.lead(figure, (best, at), level).and_then(|lead| lead.low);
        self.worlds > 0 && others.map(low).all(|low| low.is_some_and(|low| low >= -margin))
    }

    /// Returns how much an action is better than another one in the figure.
    pub(crate) fn lead(
        &self,
        figure: Figure,
        (action, over): (usize, usize),
        level: Level,
    ) -> Option<Estimate> {
        let (low, high) = (action.min(over), action.max(over));
        let pair = self.pairs.get(high.checked_sub(1)? * high / 2 + low)?;
        let most = (figure == Figure::Win).then_some(WIN as u64);
        let Difference { estimate, .. } = pair.judge(most, level)?;
        let estimate = if action < over { estimate.negated() } else { estimate };
        Some(figure.scaled(estimate))
    }
}

/// Actions to play in numbered worlds.
pub(crate) struct Worlds<'a, G: Game> {
    pub(crate) playouts: &'a Playouts<'a, G>,
    pub(crate) actions: Vec<G::Action>,
    pub(crate) figure: Figure,
}

impl<G: Game> Worlds<'_, G> {
    /// Plays some worlds; `look` may end the run early.
    pub(crate) fn play(
        &self,
        worlds: Range<u64>,
        look: Option<Look<'_, WorldSums>>,
        conditions: Conditions<'_>,
    ) -> Result<Outcome<WorldSums>> {
        let Conditions { threads, stop, watch, .. } = conditions;
        let options = RunOptions { units: worlds.end, threads, stop, watch };
        run_on(self, options, (self.empty(), worlds.start), Beside { keep: None, look })
    }
}

impl<G: Game> Simulation for Worlds<'_, G> {
    type Tally = WorldSums;
    type Worker = (ActionList<G::Action>, Vec<Ended>);

    fn worker(&self) -> Self::Worker {
        (ActionList::default(), Vec::new())
    }

    fn empty(&self) -> WorldSums {
        WorldSums::new(self.actions.len())
    }

    fn batch_len(&self, _: u64) -> u64 {
        1
    }

    fn run_batch(
        &self,
        (list, ended): &mut Self::Worker,
        worlds: Range<u64>,
        tally: &mut WorldSums,
        stop: &StopFlag,
    ) -> bool {
        for world in worlds {
            let start = self.playouts.deal(world);
            ended.clear();
            for action in &self.actions {
                ended.push(self.playouts.play(world, start, *action, list));
                if stop.raised().is_some() {
                    return false;
                }
            }
            tally.add(self.figure, ended);
        }
        true
    }
}

/// The worlds of each round of a race, and the maximum number of actions after it.
pub(crate) type Race = (&'static [u64], usize);

/// The confidence at which an action is dropped in a race.
const DROP: f64 = 0.997;

/// The worlds of the first check whether the best action is settled; a power of two.
const FIRST: u64 = 256;

/// The maximum number of actions that are measured; of more, some spread over the list are.
const MOST: usize = 64;

/// The difference in win probability that does not matter.
const MARGIN: f64 = 0.002;

/// Which action of a decision is best?
pub(crate) struct Question<'a, G: Game> {
    pub(crate) playouts: Playouts<'a, G>,
    /// The legal actions.
    pub(crate) actions: &'a [G::Action],
    /// The action of the policy that was asked; it is never dropped.
    pub(crate) chosen: usize,
    pub(crate) race: Race,
    /// The maximum number of worlds.
    pub(crate) most: u64,
    pub(crate) level: Level,
}

/// The value of an action.
pub(crate) struct Value {
    /// Its index among the legal actions.
    pub(crate) action: usize,
    pub(crate) win: Option<Estimate>,
    pub(crate) score: Option<Estimate>,
    /// How much the best action is better, if this one was measured to the end.
    pub(crate) loss: Option<Estimate>,
    /// The number of worlds; 0 if exact.
    pub(crate) worlds: u64,
}

impl Value {
    /// Returns the deciding estimate as text: `53.1 ± 0.8 %`.
    pub(crate) fn text(&self) -> String {
        let (win, score) = (self.win.as_ref(), self.score.as_ref());
        let win = win.map(|win| estimate(win, Unit::Percent));
        win.or(score.map(|score| estimate(score, Unit::Plain))).unwrap_or_default()
    }

    /// Returns the value by which actions are ranked.
    fn rank(&self) -> f64 {
        self.win.or(self.score).map_or(0.0, |one| one.value)
    }
}

/// The values of the measured actions: the best first, and dropped ones after all others.
pub(crate) struct Answer {
    pub(crate) values: Vec<Value>,
    /// Whether no action is better than the first one by more than `margin`.
    pub(crate) settled: bool,
    pub(crate) margin: f64,
    pub(crate) level: Level,
    /// The number of worlds in both stages; 0 if exact.
    pub(crate) worlds: u64,
    pub(crate) stopped: Option<Why>,
}

impl Answer {
    /// Returns exact win probabilities, the best first.
    pub(crate) fn solved(values: &[f64], level: Level) -> Self {
        let best = values.iter().copied().fold(0.0, f64::max);
        let value = |(action, win): (usize, &f64)| Value {
            action,
            win: Some(Estimate::exact(*win, level)),
            score: None,
            loss: Some(Estimate::exact(best - win, level)),
            worlds: 0,
        };
        let mut values: Vec<Value> = values.iter().enumerate().map(value).collect();
        values.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
        Self { values, settled: true, margin: 0.0, level, worlds: 0, stopped: None }
    }
}

/// Returns the indices of the actions to measure: all, or some spread over a long list and `always`.
pub(crate) fn spread(actions: usize, always: &[usize]) -> Vec<usize> {
    if actions <= MOST {
        return (0..actions).collect();
    }
    let spread = (0..MOST - 2).map(|at| at * (actions - 1) / (MOST - 3));
    let mut some: Vec<usize> = spread.chain(always.iter().copied()).collect();
    some.sort_unstable();
    some.dedup();
    some
}

/// Returns the seed of the worlds of a decision of a game: decisions count from 1, and 0 is a position
/// without a game.
pub(crate) fn world_seed(seed: u64, game: u64, decision: u64) -> u64 {
    UnitKey::new(seed, Domain::Review, game).place(0, decision)
}

impl<G: Game> Question<'_, G> {
    fn figure(&self) -> Figure {
        if self.playouts.game.seats() > 1 { Figure::Win } else { Figure::Score }
    }

    fn worlds(&self, of: &[usize]) -> Worlds<'_, G> {
        let actions = of.iter().map(|action| self.actions[*action]).collect();
        Worlds { playouts: &self.playouts, actions, figure: self.figure() }
    }

    /// Answers the question. A time limit or an interruption ends it early.
    pub(crate) fn answer(&self, conditions: Conditions<'_>) -> Result<Answer> {
        let figure = self.figure();
        let margin = if figure == Figure::Win { MARGIN } else { 0.0 };
        let answer = |values, settled, level, worlds, stopped: Option<Why>| {
            let stopped = stopped.filter(|why| *why != Why::Settled);
            Ok(Answer { values, settled, margin, level, worlds, stopped })
        };
        let (mut racing, mut done) = (spread(self.actions.len(), &[self.chosen]), 0);
        let mut dropped: Vec<Value> = Vec::new();
        for (round, length) in self.race.0.iter().enumerate() {
            if racing.len() <= 2 {
                break;
            }
            let worlds = done..self.most.min(done + length);
            let outcome = self.worlds(&racing).play(worlds, None, conditions)?;
            done = outcome.units_done;
            let mut values = self.values(&racing, &outcome.tally, None, self.level);
            if outcome.stopped.is_some() || done == self.most {
                values.append(&mut dropped);
                return answer(values, false, self.level, done, outcome.stopped);
            }
            let last = round + 1 == self.race.0.len();
            let most = if last { self.race.1 } else { usize::MAX };
            racing = self.kept(&racing, &outcome.tally, most);
            values.retain(|value| !racing.contains(&value.action));
            values.append(&mut dropped);
            dropped = values;
        }
        let first = done;
        // Checks at doubled numbers of worlds; at an interruption between them the error of one more.
        let checks = (self.most.saturating_sub(first) / FIRST).max(1).ilog2() + 2;
        let level = self.level.over_looks(u64::from(checks) + 1);
        let settled = |sums: &WorldSums| sums.is_settled(figure, margin, level);
        let look = Look {
            after: &|worlds| {
                first + FIRST.max((worlds.saturating_sub(first) + 1).next_power_of_two())
            },
            enough: &|sums, _| settled(sums),
            far: &|_| String::new(),
        };
        let worlds = first..self.most;
        let outcome = self.worlds(&racing).play(worlds, Some(look), conditions)?;
        let sums = outcome.tally;
        let best = (sums.worlds > 0).then(|| sums.best(figure));
        let mut values = self.values(&racing, &sums, best, level);
        values.append(&mut dropped);
        answer(values, best.is_some() && settled(&sums), level, outcome.units_done, outcome.stopped)
    }

    /// Returns the actions that stay in a race, the best first: those that are not clearly behind, at
    /// most `most`, and the chosen one.
    fn kept(&self, racing: &[usize], sums: &WorldSums, most: usize) -> Vec<usize> {
        let (figure, strict) = (self.figure(), Level::new(DROP).unwrap_or(self.level));
        let best = sums.best(figure);
        let behind = |at: usize| {
            let lead = sums.lead(figure, (best, at), strict);
            lead.and_then(|lead| lead.low).is_some_and(|low| low > 0.0)
        };
        let mut order: Vec<usize> = (0..racing.len()).collect();
        order.sort_by_key(|at| Reverse(sums.total(figure, *at)));
        let places = order.into_iter().enumerate();
        let stays = |(place, at): &(usize, usize)| {
            racing[*at] == self.chosen || *place < most && !behind(*at)
        };
        places.filter(stays).map(|(_, at)| racing[at]).collect()
    }

    /// Returns the values of some actions, the best first; with the losses to the `best`, if given.
    fn values(
        &self,
        actions: &[usize],
        sums: &WorldSums,
        best: Option<usize>,
        level: Level,
    ) -> Vec<Value> {
        let figure = self.figure();
        let loss = |at| match best? {
            best if best == at => Some(Estimate::exact(0.0, level)),
            best => sums.lead(figure, (best, at), level),
        };
        let value = |(at, action): (usize, &usize)| Value {
            action: *action,
            win: sums.win(at, level).filter(|_| figure == Figure::Win),
            score: sums.score(at, level),
            loss: loss(at),
            worlds: sums.worlds,
        };
        let mut values: Vec<Value> = actions.iter().enumerate().map(value).collect();
        values.retain(|value| value.worlds > 0);
        values.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
        values
    }
}
