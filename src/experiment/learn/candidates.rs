//! Rules that gain most over the choices of a policy at sampled decisions.
//!
//! A rule takes one kind of action (or any), keeps the actions that pass up to three tests, and takes the
//! one with the most or least of a feature: a clause of a decision list (Rivest, "Learning decision lists",
//! 1987; Fern, Yoon and Givan, "Approximate policy iteration with a policy language bias", 2006). Rules are
//! ranked by a lower bound of their total gain.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::sample::Sampled;
use crate::game::{DecisionPoint, Feature, Kind};

/// The maximum number of tests of a rule.
const TESTS: usize = 3;

/// The maximum number of thresholds of a feature.
const CUTS: usize = 24;

/// The number of rules that get a further test, and the number of tests tried for each.
const BEAM: usize = 60;
const BRANCHES: usize = 4;

/// The maximum number of thresholds of an action feature in the first test of a rule.
const ACTION_CUTS: usize = 5;

/// The number of rules with at most two tests that are rated by all decisions.
const PROMISING: usize = 400;

/// A further test must raise the lower bound by this factor.
const WORTH: f64 = 1.05;

/// The correlation of the gains of two rules above which one of them is enough.
const ALIKE: f64 = 0.9;

/// A comparison of a feature with a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Test {
    /// The index of the feature: those of the state, then those of an action.
    pub(super) feature: usize,
    /// Whether the feature must be at least the threshold, else below it.
    pub(super) above: bool,
    pub(super) threshold: f64,
    /// The number of thresholds up to this one.
    bin: u8,
}

/// A rule for one decision point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Rule {
    pub(super) point: usize,
    /// The kind of action; `None` for any.
    pub(super) kind: Option<usize>,
    pub(super) tests: Vec<Test>,
    /// The action feature that decides, and whether the highest value is best; `None` for the first action.
    pub(super) prefer: Option<(usize, bool)>,
}

/// A rule with its gains.
struct Rated {
    rule: Rule,
    /// By decision.
    gains: Vec<f64>,
    bound: f64,
}

/// No action.
const NONE: usize = usize::MAX;

/// The sampled decisions of one point, with features in bins.
struct Point<'a> {
    index: usize,
    words: &'a DecisionPoint,
    decisions: Vec<&'a Sampled>,
    /// The index of the first action of each decision among all actions.
    first: Vec<usize>,
    /// The thresholds by feature.
    cuts: Vec<Vec<f64>>,
    /// The number of thresholds that a value reaches: by decision, and by action.
    state: Vec<Vec<u8>>,
    actions: Vec<Vec<u8>>,
}

/// How rules are rated: by how many decisions, and by how many standard errors below the total gain.
struct Measure {
    decisions: usize,
    errors: f64,
}

const SKETCH: Measure = Measure { decisions: 2500, errors: 1.0 };
const ALL: Measure = Measure { decisions: usize::MAX, errors: 2.0 };

impl Measure {
    /// Returns the lower bound of a sum with this sum of squares.
    fn bound(&self, sum: f64, squares: f64) -> f64 {
        sum - self.errors * squares.sqrt()
    }
}

/// Returns a rule with one more test.
fn with(rule: &Rule, test: Option<Test>) -> Rule {
    let tests = rule.tests.iter().copied().chain(test).collect();
    Rule { tests, ..rule.clone() }
}

/// Returns thresholds between the values of a feature: all values, or some spread over them.
fn cuts(feature: &Feature, mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    let most = values.len().saturating_sub(1);
    let mut distinct = values.clone();
    distinct.dedup();
    // The lowest value separates nothing.
    let mut cuts = match distinct.len() {
        0 => Vec::new(),
        few if few <= CUTS => distinct.split_off(1),
        _ => (1..=CUTS).map(|at| values[at * most / (CUTS + 1)]).collect(),
    };
    if matches!(feature.kind, Kind::Real { .. }) {
        cuts.iter_mut().for_each(|cut| *cut = rounded(*cut));
    }
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    let lowest = values.first().copied().unwrap_or_default();
    cuts.retain(|cut| *cut > lowest);
    cuts
}

/// Returns a number with three significant digits.
pub(super) fn rounded(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

impl<'a> Point<'a> {
    fn new(index: usize, words: &'a DecisionPoint, all: &'a [Sampled]) -> Self {
        let decisions: Vec<&Sampled> = all.iter().filter(|one| one.point == index).collect();
        let mut first = Vec::new();
        let mut count = 0;
        for decision in &decisions {
            first.push(count);
            count += decision.kinds.len();
        }
        let states = (0..words.state.len())
            .map(|at| cuts(&words.state[at], decisions.iter().map(|one| one.state[at]).collect()));
        let of_actions = (0..words.action.len()).map(|at| {
            let values = decisions.iter().flat_map(|one| &one.actions).map(|of| of[at]);
            cuts(&words.action[at], values.collect())
        });
        let cuts: Vec<Vec<f64>> = states.chain(of_actions).collect();
        let bins = |values: &[f64], cuts: &[Vec<f64>]| -> Vec<u8> {
            let each = values.iter().zip(cuts);
            each.map(|(value, cuts)| cuts.partition_point(|cut| cut <= value) as u8).collect()
        };
        let (of_state, of_action) = cuts.split_at(words.state.len());
        let state = decisions.iter().map(|one| bins(&one.state, of_state)).collect();
        let every = decisions.iter().flat_map(|one| &one.actions);
        let actions = every.map(|values| bins(values, of_action)).collect();
        Self { index, words, decisions, first, cuts, state, actions }
    }

    /// Returns the range of the thresholds of a feature.
    fn range(&self, feature: usize) -> (f64, f64) {
        let cuts = &self.cuts[feature];
        (cuts.first().copied().unwrap_or_default(), cuts.last().copied().unwrap_or_default())
    }

    /// Returns the action that a rule takes at a decision; [`NONE`] if it does not decide.
    fn taken(&self, rule: &Rule, at: usize) -> usize {
        let (decision, states) = (self.decisions[at], self.words.state.len());
        let passes = |test: &Test, bins: &[u8], of: usize| (bins[of] >= test.bin) == test.above;
        let mut of_state = rule.tests.iter().filter(|test| test.feature < states);
        if !of_state.all(|test| passes(test, &self.state[at], test.feature)) {
            return NONE;
        }
        let (mut best, mut highest) = (NONE, f64::NEG_INFINITY);
        for (action, kind) in decision.kinds.iter().enumerate() {
            let bins = &self.actions[self.first[at] + action];
            let mut of_action = rule.tests.iter().filter(|test| test.feature >= states);
            if rule.kind.is_some_and(|wanted| wanted != *kind)
                || !of_action.all(|test| passes(test, bins, test.feature - states))
            {
                continue;
            }
            let value = rule.prefer.map_or(0.0, |(feature, up)| {
                let value = decision.actions[action][feature];
                if up { value } else { -value }
            });
            if value > highest {
                (best, highest) = (action, value);
            }
        }
        best
    }

    /// Returns the gain of taking an action of a decision.
    fn gain(&self, at: usize, action: usize) -> f64 {
        match action {
            NONE => 0.0,
            action => self.decisions[at].gains[action] * self.decisions[at].weight,
        }
    }

    fn rated(&self, rule: Rule, by: &Measure) -> Rated {
        let gain = |at| self.gain(at, self.taken(&rule, at));
        let gains: Vec<f64> = (0..self.decisions.len().min(by.decisions)).map(gain).collect();
        let squares = gains.iter().map(|gain| gain * gain).sum();
        let bound = by.bound(gains.iter().sum(), squares);
        Rated { rule, gains, bound }
    }

    /// Returns tests of action features, with some of their thresholds.
    fn action_tests(&self) -> impl Iterator<Item = Test> {
        let states = self.words.state.len();
        let of_action = self.cuts.iter().enumerate().skip(states);
        of_action.flat_map(|(feature, cuts)| {
            let steps = cuts.iter().enumerate().step_by(cuts.len().div_ceil(ACTION_CUTS).max(1));
            steps.flat_map(move |(number, threshold)| {
                [true, false].map(|above| {
                    let bin = number as u8 + 1;
                    Test { feature, above, threshold: *threshold, bin }
                })
            })
        })
    }

    /// Returns a rule with each of the tests that would raise its lower bound most. The effect of a test
    /// of an action is that on the action which the rule takes without it.
    fn branches(&self, of: &Rated, by: &Measure) -> Vec<Rule> {
        let taken: Vec<usize> = (0..of.gains.len()).map(|at| self.taken(&of.rule, at)).collect();
        let states = self.words.state.len();
        let mut found: Vec<(f64, Test)> = Vec::new();
        for (feature, cuts) in self.cuts.iter().enumerate() {
            let mut sums = [[0.0; 2]; CUTS + 1];
            for (at, action) in taken.iter().enumerate().filter(|(_, action)| **action != NONE) {
                let bin = match feature.checked_sub(states) {
                    None => self.state[at][feature],
                    Some(feature) => self.actions[self.first[at] + action][feature],
                };
                let gain = of.gains[at];
                sums[usize::from(bin)][0] += gain;
                sums[usize::from(bin)][1] += gain * gain;
            }
            let all = sums.iter().fold([0.0; 2], |[a, b], [c, d]| [a + c, b + d]);
            let mut below = [0.0; 2];
            let mut best: Option<(f64, Test)> = None;
            for (number, threshold) in cuts.iter().enumerate() {
                below = [below[0] + sums[number][0], below[1] + sums[number][1]];
                let reached = [all[0] - below[0], (all[1] - below[1]).max(0.0)];
                for (above, [sum, squares]) in [(true, reached), (false, below)] {
                    let alike = |test: &Test| test.feature == feature && test.above == above;
                    if of.rule.tests.iter().any(alike) {
                        continue;
                    }
                    let bound = by.bound(sum, squares);
                    if best.is_none_or(|(best, _)| bound > best) {
                        let (threshold, bin) = (*threshold, number as u8 + 1);
                        best = Some((bound, Test { feature, above, threshold, bin }));
                    }
                }
            }
            found.extend(best);
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.into_iter().take(BRANCHES).map(|(_, test)| with(&of.rule, Some(test))).collect()
    }

    /// Returns the best rules, those with the highest lower bounds first.
    fn rules(&self) -> Vec<Rated> {
        let mut kinds: Vec<usize> =
            self.decisions.iter().flat_map(|one| one.kinds.iter().copied()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let any = (kinds.len() > 1).then_some(None);
        let of_action = &self.cuts[self.words.state.len()..];
        let decides = |feature: &usize| !of_action[*feature].is_empty();
        let features = (0..of_action.len()).filter(decides);
        let prefers: Vec<Option<(usize, bool)>> = [None]
            .into_iter()
            .chain(features.flat_map(|at| [Some((at, true)), Some((at, false))]))
            .collect();
        let kinds = kinds.into_iter().map(Some).chain(any);
        let takes: Vec<Rule> = kinds
            .flat_map(|kind| prefers.iter().map(move |prefer| (kind, *prefer)))
            .filter(|(kind, prefer)| kind.is_some() || prefer.is_some())
            .map(|(kind, prefer)| Rule { point: self.index, kind, tests: Vec::new(), prefer })
            .collect();
        // Often two tests gain where neither does alone. Some decisions show which pairs may gain.
        let tests: Vec<Option<Test>> =
            [None].into_iter().chain(self.action_tests().map(Some)).collect();
        let promising = |test: &Option<Test>| {
            let sketched = |rule: &Rule| {
                let of = self.rated(with(rule, *test), &SKETCH);
                let branches = self.branches(&of, &SKETCH);
                let further = branches.into_iter().map(|rule| self.rated(rule, &SKETCH));
                let all =
                    further.chain([of]).filter(|one| one.gains.iter().any(|gain| *gain != 0.0));
                all.map(|one| (one.bound, one.rule)).collect::<Vec<_>>()
            };
            takes.iter().flat_map(sketched).collect::<Vec<_>>()
        };
        let mut first: Vec<(f64, Rule)> = tests.par_iter().flat_map_iter(promising).collect();
        first.sort_by(|a, b| b.0.total_cmp(&a.0));
        first.truncate(PROMISING);
        let mut rules: Vec<Rated> =
            first.into_par_iter().map(|(_, rule)| self.rated(rule, &ALL)).collect();
        let mut found = Vec::new();
        while !rules.is_empty() {
            rules = diverse(rules, BEAM, ALIKE);
            let better = |of: &Rated| {
                let branches =
                    if of.rule.tests.len() < TESTS { self.branches(of, &ALL) } else { Vec::new() };
                let rated = branches.into_iter().map(|rule| self.rated(rule, &ALL));
                rated.filter(|one| one.bound > of.bound.max(0.0) * WORTH).collect::<Vec<_>>()
            };
            let further = rules.par_iter().flat_map_iter(better).collect();
            found.append(&mut rules);
            rules = further;
        }
        found.retain(|one| one.bound > 0.0);
        diverse(found, BEAM, ALIKE)
    }
}

/// Returns the best `most` rules whose gains are not `alike` those of a better one.
fn diverse(mut rules: Vec<Rated>, most: usize, alike: f64) -> Vec<Rated> {
    let size = |rule: &Rated| rule.rule.tests.len();
    rules.sort_by(|a, b| b.bound.total_cmp(&a.bound).then(size(a).cmp(&size(b))));
    let mut kept: Vec<Rated> = Vec::new();
    for rule in rules {
        if kept.len() == most {
            break;
        }
        if !kept.iter().any(|better| correlation(&rule.gains, &better.gains) > alike) {
            kept.push(rule);
        }
    }
    kept
}

/// Returns the uncentred correlation of the gains of two rules at some decisions.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let product = |a: &[f64], b: &[f64]| {
        a.iter().zip(b).take(SKETCH.decisions).map(|(a, b)| a * b).sum::<f64>()
    };
    let of = (product(a, a) * product(b, b)).sqrt();
    if of > 0.0 { product(a, b) / of } else { 0.0 }
}

/// A rule, and the lowest and highest threshold that its tests could have.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Candidate {
    pub(super) rule: Rule,
    pub(super) ranges: Vec<(f64, f64)>,
}

/// Returns at most `most` different rules that would gain most at the sampled decisions.
pub(super) fn candidates(
    points: &[DecisionPoint],
    sampled: &[Sampled],
    most: usize,
) -> Vec<Candidate> {
    let mut all: Vec<(f64, Candidate)> = Vec::new();
    for (index, words) in points.iter().enumerate() {
        let point = Point::new(index, words, sampled);
        for Rated { rule, bound, .. } in point.rules() {
            let ranges = rule.tests.iter().map(|test| point.range(test.feature)).collect();
            all.push((bound, Candidate { rule, ranges }));
        }
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().take(most).map(|(_, candidate)| candidate).collect()
}
