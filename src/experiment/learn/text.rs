//! A learnt rule as text: its lines of a policy file, and the sentence that explains it.

use std::sync::Arc;

use super::candidates::{Rule, Test, rounded};
use crate::diagnostic::Source;
use crate::game::{DecisionPoint, Feature, Kind};
use crate::policy::{CheckedPolicy, with_rule};

/// The beginning of the comment above a learnt rule.
const COMMENT: &str = "# Learnt rule ";

/// Returns a policy file that plays as a built-in policy.
pub(super) fn on_built_in(game: &str, policy: &str) -> String {
    format!(
        "game = \"{game}\"\nlanguage = 2\n\
         description = \"Plays as {policy} where no learnt rule decides.\"\nbase = \"{policy}\"\n\n"
    )
}

/// The number of steps across the observed values of a feature.
const STEPS: f64 = 50.0;

/// A rule in the words of its game.
pub(super) struct Worded<'a> {
    rule: &'a Rule,
    point: &'a DecisionPoint,
    /// The number of the rule in its file.
    pub(super) number: usize,
}

impl<'a> Worded<'a> {
    pub(super) fn new(rule: &'a Rule, file: &'a CheckedPolicy) -> Self {
        Self::numbered(rule, file, 1 + file.source.text.matches(COMMENT).count())
    }

    /// Returns the rule that has a number in its file.
    pub(super) fn numbered(rule: &'a Rule, file: &'a CheckedPolicy, number: usize) -> Self {
        Self { rule, point: &file.vocabulary.points[rule.point], number }
    }

    /// Returns the rule with thresholds by the names of their parameters.
    pub(super) fn tuned(&self, values: &[(String, f64)]) -> Rule {
        let mut rule = self.rule.clone();
        for test in &mut rule.tests {
            let name = self.parameter(test);
            let value = values.iter().find(|(parameter, _)| Some(parameter) == name.as_ref());
            test.threshold = value.map_or(test.threshold, |(_, value)| *value);
        }
        rule
    }

    fn feature(&self, test: &Test) -> &'a Feature {
        let DecisionPoint { state, action, .. } = self.point;
        state.get(test.feature).unwrap_or_else(|| &action[test.feature - state.len()])
    }

    /// Returns the tests of the state, or those of an action.
    fn tests(&self, of_state: bool) -> impl Iterator<Item = &Test> {
        let states = self.point.state.len();
        self.rule.tests.iter().filter(move |test| (test.feature < states) == of_state)
    }

    /// Returns the name of the parameter of a test; a truth value has none.
    fn parameter(&self, test: &Test) -> Option<String> {
        let feature = self.feature(test);
        let end = if test.above { "from" } else { "below" };
        (feature.kind != Kind::Truth).then(|| format!("{}_{end}_{}", feature.name, self.number))
    }

    /// Returns the names of the parameters of the rule.
    pub(super) fn parameters(&self) -> Vec<String> {
        self.rule.tests.iter().filter_map(|test| self.parameter(test)).collect()
    }

    fn condition(&self, of_state: bool) -> String {
        let condition = |test: &Test| {
            let name = self.feature(test).name;
            match (self.parameter(test), test.above) {
                (Some(parameter), true) => format!("{name} >= {parameter}"),
                (Some(parameter), false) => format!("{name} < {parameter}"),
                (None, true) => name.to_owned(),
                (None, false) => format!("!{name}"),
            }
        };
        self.tests(of_state).map(condition).collect::<Vec<_>>().join(" && ")
    }

    /// Returns the tests of a kind in words: `own_total is at least 600`.
    fn in_words(&self, of_state: bool) -> String {
        let words = |test: &Test| {
            let (name, threshold) = (self.feature(test).name, test.threshold);
            match (self.parameter(test), test.above) {
                (Some(_), true) => format!("`{name}` is at least {threshold}"),
                (Some(_), false) => format!("`{name}` is below {threshold}"),
                (None, true) => format!("`{name}` holds"),
                (None, false) => format!("`{name}` does not hold"),
            }
        };
        self.tests(of_state).map(words).collect::<Vec<_>>().join(" and ")
    }

    /// Returns the sentence that explains the rule.
    pub(super) fn sentence(&self) -> String {
        let when = match self.in_words(true) {
            none if none.is_empty() => String::new(),
            tests => format!("if {tests}, "),
        };
        let kind = match self.rule.kind {
            Some(kind) => format!("`{}`", self.point.actions[kind].name),
            None => "any action".to_owned(),
        };
        let only = match self.in_words(false) {
            none if none.is_empty() => String::new(),
            tests => format!(" for which {tests}"),
        };
        let prefer = match self.rule.prefer {
            Some((feature, up)) => {
                let most = if up { "highest" } else { "lowest" };
                format!(", with the {most} `{}`", self.point.action[feature].name)
            }
            None => String::new(),
        };
        format!("At `{}`: {when}choose {kind}{only}{prefer}.", self.point.name)
    }

    /// Returns the lines of the parameters.
    fn parameter_lines(&self, ranges: &[(f64, f64)]) -> String {
        let line = |(test, (low, high)): (&Test, &(f64, f64))| {
            let name = self.parameter(test)?;
            let value = test.threshold;
            let (min, max) = (low.min(value), high.max(value));
            let whole = matches!(self.feature(test).kind, Kind::Integer { .. });
            let step = if whole { 1.0 } else { rounded((max - min) / STEPS) };
            let range = match max > min {
                true => format!("{{ value = {value}, min = {min}, max = {max}, step = {step} }}"),
                false => format!("{{ value = {value} }}"),
            };
            Some(format!("{name} = {range}\n"))
        };
        self.rule.tests.iter().zip(ranges).filter_map(line).collect()
    }

    /// Returns the text of a policy file with this rule in front of those of its decision point.
    /// `ranges` are the observed values of the features of its tests; `gain` is a sentence about what it
    /// gained.
    pub(super) fn added(&self, source: &Arc<Source>, ranges: &[(f64, f64)], gain: &str) -> String {
        let mut lines = format!("{COMMENT}{}. {}\n", self.number, self.sentence());
        if !gain.is_empty() {
            lines += &format!("# {gain}\n");
        }
        lines += &format!("[[{}]]\n", self.point.name);
        let text = |key: &str, value: String| match value.is_empty() {
            true => String::new(),
            false => format!("{key} = '{value}'\n"),
        };
        lines += &text("when", self.condition(true));
        if let Some(kind) = self.rule.kind {
            lines += &format!("choose = \"{}\"\n", self.point.actions[kind].name);
        }
        lines += &text("only", self.condition(false));
        let prefer = self.rule.prefer.map(|(feature, up)| {
            let Feature { name, kind, .. } = self.point.action[feature];
            match (kind, up) {
                (Kind::Truth, true) => format!("if {name} then 1 else 0"),
                (Kind::Truth, false) => format!("if {name} then 0 else 1"),
                (_, true) => name.to_owned(),
                (_, false) => format!("-{name}"),
            }
        });
        lines += &text("prefer", prefer.unwrap_or_default());
        with_rule(source, self.point.name, &lines, &self.parameter_lines(ranges))
    }
}
