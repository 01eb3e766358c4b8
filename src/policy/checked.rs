//! A policy with resolved names and checked types; its evaluation cannot fail.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use super::expr::{Expr, Uses};
use super::facts::{Decision, Facts, best_action};
use super::program::{Program, compile};
use super::range::Interval;
use super::spec::PolicySpec;
use crate::diagnostic::{Diagnostic, Source, quoted};
use crate::error::{Error, Result, did_you_mean};
use crate::game::Vocabulary;

/// A named number that can be set without editing the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The name.
    pub name: Arc<str>,
    /// The value in this policy.
    pub value: f64,
    /// The value in the file.
    pub default: f64,
    /// The smallest allowed value, if any.
    pub min: Option<f64>,
    /// The largest allowed value, if any.
    pub max: Option<f64>,
    /// The step between values to try, if the file gives one.
    pub step: Option<f64>,
}

impl Parameter {
    /// Returns the range of values assumed when the file is analyzed.
    pub(crate) fn interval(&self) -> Interval {
        match (self.min, self.max) {
            (None, None) => Interval::point(self.value),
            (min, max) => Interval::new(min.unwrap_or(f64::MIN), max.unwrap_or(f64::MAX)),
        }
    }

    /// Returns whether `value` is allowed.
    pub fn allows(&self, value: f64) -> bool {
        self.min.is_none_or(|min| min <= value) && self.max.is_none_or(|max| value <= max)
    }

    /// Returns the allowed values as text: `from 400 to 8000`.
    pub fn range_text(&self) -> String {
        match (self.min, self.max) {
            (Some(min), Some(max)) => format!("from {min} to {max}"),
            (Some(min), None) => format!("at least {min}"),
            (None, Some(max)) => format!("at most {max}"),
            (None, None) => "any number".to_owned(),
        }
    }
}

/// One rule of a checked policy.
#[derive(Clone, Debug)]
pub struct CheckedRule {
    /// The condition on the state; a rule without one always applies.
    pub when: Option<Expr>,
    /// The kinds of action to which the rule is limited (indices into
    /// [`DecisionPoint::actions`](crate::game::DecisionPoint::actions)), sorted and distinct.
    pub choose: Option<Vec<usize>>,
    /// The condition on an action.
    pub only: Option<Expr>,
    /// The value of an action; the rule takes the action with the highest value.
    pub prefer: Option<Expr>,
    /// The span of the head of the rule in its file.
    pub span: Range<usize>,
    /// The line of the file, from 1, at which the rule starts.
    pub line: usize,
    /// The text of `when`, with white space collapsed.
    pub when_text: Option<String>,
}

impl CheckedRule {
    /// Returns what the rule may read.
    pub fn uses(&self) -> Uses {
        self.expressions().fold(Uses::default(), |uses, expr| uses | expr.uses())
    }

    /// Returns the expressions of the rule.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        self.when.iter().chain(&self.only).chain(&self.prefer)
    }
}

/// A policy whose names are published by its game and whose types are correct.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckedPolicy {
    /// The name of its game.
    pub game: &'static str,
    /// The description in the file; may be empty.
    pub description: String,
    /// The policy that decides where no rule does, and the span of its SPEC in the file; without one
    /// the defaults of the game decide.
    pub base: Option<(PolicySpec, Range<usize>)>,
    /// The parameters, in the order of the file.
    pub parameters: Vec<Parameter>,
    /// The rules of each decision point, in the order of the game's vocabulary.
    pub points: Vec<Vec<CheckedRule>>,
    /// The text of the file.
    pub source: Arc<Source>,
    /// The names that the policy may use.
    pub vocabulary: &'static Vocabulary,
}

impl CheckedPolicy {
    /// Reads and checks a policy that must be valid, such as one built into the binary.
    pub fn from_source(source: Arc<Source>, vocabulary: &'static Vocabulary) -> Result<Self> {
        let (policy, mut faults) = super::parse_and_check(source, vocabulary);
        policy.ok_or_else(|| {
            faults.retain(Diagnostic::is_error);
            Error::Texts(faults)
        })
    }

    /// Returns the policy with other values of some parameters.
    pub fn with_parameters(&self, overrides: &[(String, f64)]) -> Result<Self> {
        let mut policy = self.clone();
        let mut seen = HashSet::new();
        for (name, value) in overrides {
            let known = policy.parameters.iter_mut().find(|parameter| *parameter.name == **name);
            let Some(parameter) = known else { return Err(self.unknown_parameter(name)) };
            if !seen.insert(name) {
                return Err(Error::input(format!("parameter `{name}` is given twice")));
            }
            if !parameter.allows(*value) {
                return Err(Error::input_help(
                    format!("parameter `{name}` cannot be {value}"),
                    format!("allowed values: {}", parameter.range_text()),
                ));
            }
            parameter.value = *value;
        }
        let values: Vec<f64> = policy.parameters.iter().map(|parameter| parameter.value).collect();
        for rule in policy.points.iter_mut().flatten() {
            for expr in rule.when.iter_mut().chain(&mut rule.only).chain(&mut rule.prefer) {
                expr.set_parameters(&values);
            }
        }
        Ok(policy)
    }

    pub(crate) fn unknown_parameter(&self, name: &str) -> Error {
        let known: Vec<&str> = self.parameters.iter().map(|parameter| &*parameter.name).collect();
        let message = format!("{} has no parameter {}", self.source.name, quoted(name));
        let help = did_you_mean(name, known.iter().copied(), || match known[..] {
            [] => "it has no parameters".to_owned(),
            [only] => format!("its only parameter is `{only}`"),
            _ => format!("its parameters are `{}`", known.join("`, `")),
        });
        Error::input_help(message, help)
    }

    /// Returns the value of a parameter, if the policy has one of this name.
    pub fn parameter(&self, name: &str) -> Option<f64> {
        self.parameters.iter().find(|known| &*known.name == name).map(|known| known.value)
    }

    /// Returns `name` with the parameters that differ from their defaults: `hold-at:hold=600`.
    pub fn label(&self, name: &str) -> String {
        let mut label = name.to_owned();
        let mut mark = ':';
        for parameter in &self.parameters {
            if parameter.value != parameter.default {
                let _ = write!(label, "{mark}{}={}", parameter.name, parameter.value);
                mark = ',';
            }
        }
        label
    }

    /// Returns what the rules of decision point `point` may read.
    ///
    /// # Panics
    ///
    /// Panics if the game has no such decision point.
    pub fn uses(&self, point: usize) -> Uses {
        self.points[point].iter().fold(Uses::default(), |uses, rule| uses | rule.uses())
    }

    /// Evaluates the trees of decision point `point`; returns the rule that decides and the action
    /// that it takes. This defines the meaning of [`Program::decide`].
    ///
    /// # Panics
    ///
    /// Panics if the game has no such decision point.
    pub fn decide_tree(&self, point: usize, facts: &impl Facts) -> Option<Decision> {
        self.points[point].iter().enumerate().find_map(|(rule, checked)| {
            if checked.when.as_ref().is_some_and(|when| when.eval_tree(0, facts) == 0.0) {
                return None;
            }
            let value = |expr: &Option<Expr>, action: usize| {
                expr.as_ref().map_or(1.0, |expr| expr.eval_tree(action, facts))
            };
            let taken = |action: &usize| {
                checked.choose.as_ref().is_none_or(|kinds| kinds.contains(&facts.kind(*action)))
                    && value(&checked.only, *action) != 0.0
            };
            let legal = (0..facts.actions()).filter(taken);
            let action = best_action(legal, |action| value(&checked.prefer, action));
            action.map(|action| Decision { action, rule })
        })
    }

    /// Compiles the rules of each decision point for fast evaluation; [`Self::decide_tree`] defines
    /// their meaning.
    pub fn compile(&self) -> Vec<Program> {
        let points = self.points.iter().zip(self.vocabulary.points);
        points.map(|(rules, point)| compile(rules, point)).collect()
    }
}
