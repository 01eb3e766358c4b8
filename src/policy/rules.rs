//! Checks a parsed policy file against the vocabulary of its game.

use std::ops::Range;
use std::sync::Arc;

use super::check::{self, Checked, Scope};
use super::checked::{CheckedPolicy, CheckedRule, Parameter};
use super::expr::{Type, bit};
use super::file::{
    At, Faults, ParsedExpression, ParsedParameter, ParsedPolicy, ParsedRule, missing_game,
    suggest_key,
};
use super::{file, lexer};
use crate::diagnostic::{Diagnostic, Severity, Source, quoted};
use crate::error::nearest;
use crate::game::{DecisionPoint, Vocabulary};
use crate::games::deciding::MAX_RULES;

/// Reads a policy file and checks it against the vocabulary of a game.
///
/// Without a policy there is at least one error among the diagnostics; beside a policy there are
/// only warnings. The diagnostics are in the order of the file.
///
/// # Panics
///
/// In builds with debug assertions, when the vocabulary itself is not sound
/// ([`vocabulary::faults`](super::vocabulary::faults)).
#[must_use]
pub fn parse_and_check(
    source: Arc<Source>,
    vocabulary: &'static Vocabulary,
) -> (Option<CheckedPolicy>, Vec<Diagnostic>) {
    debug_assert_eq!(super::vocabulary::faults(vocabulary), [""; 0], "in {}", vocabulary.game);
    let (parsed, mut faults) = file::parse(&source);
    let policy = check(parsed, source, vocabulary, &mut faults);
    let policy = policy.filter(|_| faults.none_is_error());
    (policy, faults.into_diagnostics())
}

fn check(
    parsed: ParsedPolicy,
    source: Arc<Source>,
    vocabulary: &'static Vocabulary,
    faults: &mut Faults,
) -> Option<CheckedPolicy> {
    match &parsed.game {
        None => missing_game(faults, Some(vocabulary.game)),
        Some(game) if game.value != vocabulary.game => {
            let title = format!(
                "this is a policy for {}, not for `{}`",
                quoted(&game.value),
                vocabulary.game
            );
            let help = nearest(&game.value, [vocabulary.game])
                .map(|known| format!("did you mean `{known}`?"));
            faults.error(game.span.clone(), title, help);
            // Nothing else in it can be expected to fit.
            return None;
        }
        Some(_) => {}
    }
    if parsed.description.as_deref().is_none_or(|text| text.trim().is_empty()) {
        let fault = Diagnostic::warning(&source, 0..0, "the policy has no description")
            .with_help("add `description = \"…\"`: tables and lists show it");
        faults.content.push(fault);
    }
    let sections = || vocabulary.points.iter().map(|point| point.name);
    for stray in &parsed.strays {
        let help = match vocabulary.points.iter().find(|point| point.name == stray.value) {
            Some(point) => format!("rules are written as tables: `[[{}]]`", point.name),
            None => suggest_key(&stray.value, sections()),
        };
        let title = format!("unknown key {}", quoted(&stray.value));
        faults.error(stray.span.clone(), title, Some(help));
    }
    let parameters = parameters(&parsed.parameters, vocabulary, faults);
    let mut used = vec![false; parameters.len()];
    let mut points: Vec<Vec<CheckedRule>> = vec![Vec::new(); vocabulary.points.len()];
    for section in parsed.sections {
        let Some(index) = vocabulary.points.iter().position(|p| p.name == section.name.value)
        else {
            let title = format!(
                "{} has no decision point {}",
                vocabulary.game,
                quoted(&section.name.value)
            );
            let help = suggest_key(&section.name.value, sections());
            faults.error(section.name.span, title, Some(help));
            continue;
        };
        let mut rules = Rules {
            source: &source,
            faults,
            scope: Scope {
                vocabulary,
                point: &vocabulary.points[index],
                parameters: &parameters,
                used,
                sites: 0,
                actions: false,
            },
            taken: 0,
        };
        if let Some(beyond) = section.rules.get(MAX_RULES) {
            let title = format!("a decision point takes at most {MAX_RULES} rules");
            let help = "join the conditions of rules that choose the same by `||`".to_owned();
            rules.faults.error(beyond.span.clone(), title, Some(help));
        }
        points[index] = section.rules.into_iter().map(|rule| rules.rule(rule)).collect();
        used = rules.scope.used;
    }
    if faults.none_is_error() {
        // The parameters of the file come first, in its order.
        for ((parameter, line), used) in parameters.iter().zip(&parsed.parameters).zip(&used) {
            if parameter.model.is_none() && !used {
                let title = format!("parameter {} is not used", quoted(&parameter.name));
                let span = line.name.span.clone();
                faults.content.push(Diagnostic::warning(&source, span, title));
            }
        }
        if points.iter().all(Vec::is_empty) {
            let fault = Diagnostic::warning(&source, 0..0, "the policy has no rules")
                .with_label("the defaults of the game decide everything");
            faults.content.push(fault);
        }
    }
    Some(CheckedPolicy {
        game: vocabulary.game,
        description: parsed.description.unwrap_or_default(),
        parameters,
        points,
        source,
        vocabulary,
    })
}

/// The parameters of the file, then the model parameters it does not set.
fn parameters(
    parsed: &[ParsedParameter],
    vocabulary: &'static Vocabulary,
    faults: &mut Faults,
) -> Vec<Parameter> {
    let mut parameters: Vec<Parameter> =
        parsed.iter().map(|line| parameter(line, vocabulary, faults)).collect();
    for (index, model) in vocabulary.model.iter().enumerate() {
        if parameters.iter().all(|parameter| parameter.model != Some(index)) {
            parameters.push(Parameter {
                name: model.name.into(),
                value: model.default,
                default: model.default,
                min: Some(model.min),
                max: Some(model.max),
                step: None,
                model: Some(index),
                listed: false,
            });
        }
    }
    parameters
}

fn parameter(
    line: &ParsedParameter,
    vocabulary: &'static Vocabulary,
    faults: &mut Faults,
) -> Parameter {
    let name = &line.name.value;
    let shown = quoted(name);
    if !lexer::is_name(name) {
        faults.error(
            line.name.span.clone(),
            format!("{shown} cannot be the name of a parameter"),
            Some("use letters, digits and `_`, beginning with a letter".to_owned()),
        );
    } else if let Some(clash) = meaning(name, vocabulary) {
        faults.error(
            line.name.span.clone(),
            format!("parameter {shown} has the name of {clash}"),
            Some("give the parameter another name".to_owned()),
        );
    }
    let At { value, ref span } = line.value;
    if let (Some(min), Some(max)) = (&line.min, &line.max)
        && min.value > max.value
    {
        let title = format!("`min` of parameter {shown} is larger than its `max`");
        faults.error(min.span.clone(), title, None);
    } else if let Some(min) = line.min.as_ref().filter(|min| value < min.value) {
        let title = format!("parameter {shown} is below its `min` of {}", min.value);
        faults.error(span.clone(), title, None);
    } else if let Some(max) = line.max.as_ref().filter(|max| value > max.value) {
        let title = format!("parameter {shown} is above its `max` of {}", max.value);
        faults.error(span.clone(), title, None);
    }
    if let Some(step) = line.step.as_ref().filter(|step| step.value <= 0) {
        let title = format!("`step` of parameter {shown} is not above 0");
        faults.error(step.span.clone(), title, None);
    }
    let model = vocabulary.model.iter().position(|model| model.name == name);
    let (mut min, mut max) =
        (line.min.as_ref().map(|min| min.value), line.max.as_ref().map(|max| max.value));
    if let Some(model) = model.map(|index| &vocabulary.model[index]) {
        for given in [Some(&line.value), line.min.as_ref(), line.max.as_ref()].into_iter().flatten()
        {
            if !(model.min..=model.max).contains(&given.value) {
                let title = format!("{} does not take {shown} = {}", vocabulary.game, given.value);
                let help = format!("it may be from {} to {} {}", model.min, model.max, model.unit);
                faults.error(given.span.clone(), title, Some(help.trim_end().to_owned()));
            }
        }
        min = min.or(Some(model.min));
        max = max.or(Some(model.max));
    }
    Parameter {
        name: name.as_str().into(),
        value,
        default: value,
        min,
        max,
        step: line.step.as_ref().map(|step| step.value),
        model,
        listed: true,
    }
}

/// What `name` already means in the language or in the game, as messages name it.
fn meaning(name: &str, vocabulary: &'static Vocabulary) -> Option<String> {
    if lexer::RESERVED.contains(&name) {
        return Some("a word of the language".to_owned());
    }
    if vocabulary.functions.iter().any(|function| function.name == name) {
        return Some("a function of the game".to_owned());
    }
    (vocabulary.points.iter())
        .find(|point| point.state.iter().chain(point.action).any(|feature| feature.name == name))
        .map(|point| format!("a feature at `{}`", point.name))
}

/// The rules of one decision point.
struct Rules<'a> {
    source: &'a Arc<Source>,
    faults: &'a mut Faults,
    scope: Scope<'a>,
    /// The kinds of action that rules without a condition have chosen: where one of them is legal,
    /// no later rule is reached.
    taken: u64,
}

impl Rules<'_> {
    fn rule(&mut self, rule: ParsedRule) -> CheckedRule {
        let point = self.scope.point;
        let when = rule.when.as_ref().and_then(|when| self.expression(when, "when", Type::Truth));
        let choose = rule.choose.as_ref().map(|names| self.kinds(&names.value));
        let prefer = rule
            .prefer
            .as_ref()
            .and_then(|prefer| self.expression(prefer, "prefer", Type::Integer));

        let all = bit(point.actions.len()).wrapping_sub(1);
        let kinds = (choose.as_ref())
            .map_or(all, |kinds| kinds.iter().fold(0, |mask, &kind| mask | bit(kind)));
        let condition = match (&rule.when, &when) {
            (None, _) => Some(1),
            (Some(_), Some(when)) => when.interval.constant(),
            // It is faulty, so nothing is known of it.
            (Some(_), None) => None,
        };
        if kinds != 0 && kinds & !self.taken == 0 {
            let fault =
                Diagnostic::warning(self.source, rule.span.clone(), "this rule can never decide")
                    .with_label("the rules before it always decide")
                    .with_help("give one of them a `when`, or move this rule up");
            self.faults.content.push(fault);
        } else if condition == Some(1) {
            let always = |kind: &usize| kinds & bit(*kind) != 0 && point.actions[*kind].always;
            let decides = (0..point.actions.len()).any(|kind| always(&kind));
            self.taken |= if decides { all } else { kinds };
        }
        CheckedRule {
            line: self.source.line(rule.span.start),
            span: rule.span,
            when: when.map(|checked| checked.expr),
            choose,
            prefer: prefer.map(|checked| checked.expr),
            when_text: rule.when.map(|when| one_line(&when.text)),
            prefer_text: rule.prefer.map(|prefer| one_line(&prefer.text)),
        }
    }

    fn expression(
        &mut self,
        parsed: &ParsedExpression,
        key: &'static str,
        wanted: Type,
    ) -> Option<Checked> {
        let tree = parsed.tree.as_ref()?;
        let mut faults = Vec::new();
        self.scope.actions = key == "prefer";
        let checked = check::check(tree, key, wanted, &mut self.scope, &mut faults);
        if key == "when"
            && let Some(checked) = &checked
            && checked.interval.constant() == Some(0)
        {
            // One warning is enough where the condition is one comparison.
            let same = faults
                .iter()
                .position(|fault| fault.severity == Severity::Warning && fault.span == tree.span);
            let mut fault = Diagnostic::warning(
                self.source,
                parsed
                    .place
                    .diagnose(super::fault::Fault::warning(tree.span.clone(), ""), self.source)
                    .span,
                "this rule can never decide",
            )
            .with_label("never true");
            if let Some(same) = same.map(|index| faults.remove(index)) {
                if !same.label.is_empty() {
                    fault.label = format!("never true: {}", same.label);
                }
                fault.help = same.help;
            }
            self.faults.content.push(fault);
        }
        for fault in faults {
            self.faults.content.push(parsed.place.diagnose(fault, self.source));
        }
        checked
    }

    fn kinds(&mut self, names: &[At<String>]) -> Vec<usize> {
        let mut kinds: Vec<usize> =
            names.iter().filter_map(|name| self.kind(&name.value, &name.span)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    fn kind(&mut self, name: &str, span: &Range<usize>) -> Option<usize> {
        let DecisionPoint { actions, name: point, .. } = *self.scope.point;
        let found = actions.iter().position(|kind| kind.name == name);
        if found.is_none() {
            let known = || actions.iter().map(|kind| kind.name);
            let help = match nearest(name, known()) {
                Some(known) => format!("did you mean `{known}`?"),
                None => format!("known are `{}`", known().collect::<Vec<_>>().join("`, `")),
            };
            let title = format!("unknown action {} at `{point}`", quoted(name));
            self.faults.error(span.clone(), title, Some(help));
        }
        found
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
