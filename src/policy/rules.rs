//! Checks a parsed policy file against the vocabulary of its game.

use std::ops::Range;
use std::sync::Arc;

use super::ast::{Ast, Node};
use super::check::{self, Checked, Placed, Scope, Seen, knows};
use super::checked::{CheckedPolicy, CheckedRule, Parameter};
use super::expr::{Type, bit};
use super::fault::Fault;
use super::file::{
    At, Faults, LANGUAGE, ParsedDefinition, ParsedExpression, ParsedParameter, ParsedPolicy,
    ParsedRule, missing_game, suggest_key,
};
use super::spec::{PolicySpec, parse_spec};
use super::{file, lexer};
use crate::diagnostic::{Diagnostic, Severity, Source, quoted};
use crate::error::{nearest, one_of_known};
use crate::game::decision::MAX_RULES;
use crate::game::{DecisionPoint, Vocabulary};

/// Reads a policy file and checks it against the vocabulary of a game.
///
/// Without a policy, the diagnostics contain at least one error; with a policy, they are only
/// warnings. Diagnostics are in the order of the file.
///
/// # Panics
///
/// Panics in builds with debug assertions if the vocabulary is invalid (`vocabulary::faults`).
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
    if !is_for(&parsed, vocabulary, faults) {
        return None;
    }
    top_level(&parsed, &source, vocabulary, faults);
    let parameters: Vec<Parameter> =
        parsed.parameters.iter().map(|line| parameter(line, vocabulary, faults)).collect();
    let definitions = &parsed.definitions;
    for definition in definitions {
        names_of_definition(definition, definitions, &parameters, vocabulary, faults);
    }
    cycles(definitions, faults);
    let mut seen = Seen {
        parameters: vec![false; parameters.len()],
        definitions: vec![false; definitions.len()],
        ..Seen::default()
    };
    let mut points: Vec<Vec<CheckedRule>> = vec![Vec::new(); vocabulary.points.len()];
    for section in parsed.sections {
        let Some(index) = point_named(section.name, vocabulary, faults) else { continue };
        let mut rules = Rules {
            source: &source,
            faults,
            scope: Scope {
                vocabulary,
                point: &vocabulary.points[index],
                parameters: &parameters,
                definitions,
                actions: false,
                sites: 0,
                named_sites: Vec::new(),
                seen,
            },
            taken: 0,
        };
        points[index] = rules.all(section.rules);
        seen = rules.scope.seen;
    }
    for (definition, _) in definitions.iter().zip(&seen.definitions).filter(|(_, used)| !*used) {
        let used = &mut seen.parameters;
        unused_definition(definition, definitions, &parsed.parameters, used, vocabulary, faults);
    }
    let base = parsed.base.and_then(|base| base_named(base, &source, faults));
    let description = parsed.description.unwrap_or_default();
    let game = vocabulary.game;
    let policy = CheckedPolicy { game, description, base, parameters, points, source, vocabulary };
    if faults.none_is_error() {
        warn_idle(&policy, &parsed.parameters, &seen.parameters, faults);
    }
    Some(policy)
}

/// Reports missing and unknown keys outside the rules.
fn top_level(
    parsed: &ParsedPolicy,
    source: &Arc<Source>,
    vocabulary: &Vocabulary,
    faults: &mut Faults,
) {
    if parsed.description.as_deref().is_none_or(|text| text.trim().is_empty()) {
        let fault = Diagnostic::warning(source, 0..0, "the policy has no description")
            .with_help("add `description = \"…\"`, which lists show");
        faults.content.push(fault);
    }
    let points = || vocabulary.points.iter().map(|point| point.name);
    for stray in &parsed.strays {
        let help = match points().find(|point| *point == stray.value) {
            Some(point) => format!("rules are written as tables: `[[{point}]]`"),
            None => suggest_key(&stray.value, points()),
        };
        let title = format!("unknown key {}", quoted(&stray.value));
        faults.error(stray.span.clone(), title, Some(help));
    }
}

/// Returns the SPEC of the base with the span of its text; a path is relative to the file.
fn base_named(
    base: At<String>,
    source: &Source,
    faults: &mut Faults,
) -> Option<(PolicySpec, Range<usize>)> {
    match parse_spec(&base.value) {
        Ok(spec) => Some((spec.relative_to(&source.name), base.span)),
        Err(error) => {
            faults.error(base.span, error.to_string(), error.into_help());
            None
        }
    }
}

/// Returns the decision point of a section of rules.
fn point_named(name: At<String>, vocabulary: &Vocabulary, faults: &mut Faults) -> Option<usize> {
    let points = vocabulary.points.iter().map(|point| point.name);
    let index = points.clone().position(|point| point == name.value);
    if index.is_none() {
        let title = format!("{} has no decision {}", vocabulary.game, quoted(&name.value));
        let help = suggest_key(&name.value, points);
        faults.error(name.span, title, Some(help));
    }
    index
}

/// Returns whether the file is a policy for this game, in this version of the language.
fn is_for(parsed: &ParsedPolicy, vocabulary: &Vocabulary, faults: &mut Faults) -> bool {
    let understood = has_language(parsed, faults);
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
            // The rest cannot be checked against another game.
            return false;
        }
        Some(_) => {}
    }
    understood
}

/// Warns of unused parameters and of a policy without rules.
fn warn_idle(
    policy: &CheckedPolicy,
    lines: &[ParsedParameter],
    used: &[bool],
    faults: &mut Faults,
) {
    for ((parameter, line), used) in policy.parameters.iter().zip(lines).zip(used) {
        if !used {
            let title = format!("parameter {} is not used", quoted(&parameter.name));
            let span = line.name.span.clone();
            faults.content.push(Diagnostic::warning(&policy.source, span, title));
        }
    }
    if policy.points.iter().all(Vec::is_empty) {
        let fault = Diagnostic::warning(&policy.source, 0..0, "the policy has no rules")
            .with_label(match policy.base {
                None => "the defaults of the game decide everything",
                Some(_) => "its base decides everything",
            });
        faults.content.push(fault);
    }
}

/// Returns whether the file has the right `language`. In another version the contents have another
/// meaning, so no other faults of them are reported.
fn has_language(parsed: &ParsedPolicy, faults: &mut Faults) -> bool {
    let unreadable = faults.content.iter().any(|fault| fault.title.starts_with("`language` "));
    let name = parsed.strays.iter().find(|key| key.value == "name");
    let edition = name.filter(|_| parsed.language.is_none());
    let other = parsed.language.as_ref().is_some_and(|language| language.value != LANGUAGE);
    if unreadable || other || edition.is_some() {
        let keys =
            |fault: &Diagnostic| ["`game` ", "`language` "].map(|key| fault.title.starts_with(key));
        faults.content.retain(|fault| keys(fault).contains(&true));
    }
    if let Some(name) = edition {
        let title = "this is an edition, not a policy".to_owned();
        let help = "name it with `--edition`; a policy file has no key `name`";
        faults.error(name.span.clone(), title, Some(help.to_owned()));
        return false;
    }
    let Some(language) = &parsed.language else {
        if !unreadable {
            let at = parsed.game.as_ref().map_or(0..0, |game| game.span.clone());
            let title = format!("the file does not say `language = {LANGUAGE}`");
            let help = format!(
                "write `language = {LANGUAGE}` below `game` (a file of version 0.1 needs more \
                 changes: see `pushluck help policies`)"
            );
            faults.error(at, title, Some(help));
        }
        return !unreadable;
    };
    if language.value != LANGUAGE {
        let title = format!("`language` {} is not supported by this version", language.value);
        faults.error(language.span.clone(), title, Some(format!("write `language = {LANGUAGE}`")));
    }
    language.value == LANGUAGE
}

/// Checks that the names of a definition and of its arguments are valid and free.
fn names_of_definition(
    definition: &ParsedDefinition,
    definitions: &[ParsedDefinition],
    parameters: &[Parameter],
    vocabulary: &'static Vocabulary,
    faults: &mut Faults,
) {
    let At { value: name, span } = &definition.name;
    let in_file = |name: &str| {
        let parameter = parameters.iter().any(|parameter| *parameter.name == *name);
        let other = || {
            let mut others = definitions.iter().filter(|other| other.name.span != *span);
            others.any(|other| other.name.value == name)
        };
        match parameter {
            true => Some("a parameter".to_owned()),
            false => other().then(|| "another definition".to_owned()),
        }
    };
    let clash = meaning(name, vocabulary).or_else(|| in_file(name));
    check_name(name, "definition", clash, span, faults);
    for (place, argument) in definition.arguments.iter().flatten().enumerate() {
        let twice = definition.arguments.iter().flatten().take(place).any(|one| one == argument);
        let clash = twice.then(|| "another argument".to_owned());
        let clash = clash.or_else(|| meaning(argument, vocabulary)).or_else(|| in_file(argument));
        check_name(argument, "argument", clash, span, faults);
    }
}

/// Reports a name that is invalid or already used.
fn check_name(
    name: &str,
    what: &str,
    clash: Option<String>,
    span: &Range<usize>,
    faults: &mut Faults,
) {
    let shown = quoted(name);
    if !lexer::is_name(name) {
        let a = if what == "argument" { "an" } else { "a" };
        faults.error(
            span.clone(),
            format!("{shown} cannot be the name of {a} {what}"),
            Some("use letters, digits and `_`, beginning with a letter".to_owned()),
        );
    } else if let Some(clash) = clash {
        faults.error(
            span.clone(),
            format!("{what} {shown} has the name of {clash}"),
            Some(format!("give the {what} another name")),
        );
    }
}

/// Calls `see` for every node of a tree.
fn nodes<'t>(tree: &'t Ast, see: &mut impl FnMut(&'t Ast)) {
    see(tree);
    match &tree.node {
        Node::Name(_) | Node::Number(_) | Node::Truth(_) => {}
        Node::Unary { operand, .. } => nodes(operand, see),
        Node::Binary { left, right, .. } => {
            nodes(left, see);
            nodes(right, see);
        }
        Node::Call { arguments, .. } => arguments.iter().for_each(|argument| nodes(argument, see)),
        Node::If { condition, then, otherwise } => {
            [condition, then, otherwise].into_iter().for_each(|part| nodes(part, see));
        }
    }
}

/// Calls `see` for every name of a value in a tree.
fn names<'t>(tree: &'t Ast, see: &mut impl FnMut(&'t str, &Range<usize>)) {
    nodes(tree, &mut |node| {
        if let Node::Name(name) = &node.node {
            see(name, &node.span);
        }
    });
}

/// Returns the definitions that a definition uses, in order.
fn used_by(definition: &ParsedDefinition, definitions: &[ParsedDefinition]) -> Vec<usize> {
    let mut used = Vec::new();
    if let Some(tree) = &definition.expression.tree {
        nodes(tree, &mut |node| {
            let name = match &node.node {
                Node::Name(name) | Node::Call { name, .. } => name,
                _ => return,
            };
            if !definition.arguments.iter().flatten().any(|argument| argument == name) {
                used.extend(definitions.iter().position(|known| known.name.value == *name));
            }
        });
    }
    used.sort_unstable();
    used.dedup();
    used
}

/// Reports definitions that use themselves, once per cycle.
fn cycles(definitions: &[ParsedDefinition], faults: &mut Faults) {
    let uses = definitions.iter().map(|definition| used_by(definition, definitions));
    let uses: Vec<Vec<usize>> = uses.collect();
    let mut done = vec![false; definitions.len()];
    for start in 0..definitions.len() {
        // Depth-first search: the path from `start` and, for each step, the next use to try.
        let mut path = vec![(start, 0)];
        while let Some(&mut (at, ref mut next)) = path.last_mut() {
            let Some(&to) = uses[at].get(*next).filter(|_| !done[at]) else {
                done[at] = true;
                path.pop();
                continue;
            };
            *next += 1;
            if let Some(first) = path.iter().position(|(on, _)| *on == to) {
                let name = |index: usize| &*definitions[index].name.value;
                let cycle: Vec<&str> =
                    path[first..].iter().map(|(on, _)| name(*on)).chain([name(to)]).collect();
                faults.error(
                    definitions[to].name.span.clone(),
                    format!("definition {} uses itself", quoted(name(to))),
                    Some(format!("break the cycle `{}`", cycle.join("` → `"))),
                );
            } else if !done[to] {
                path.push((to, 0));
            }
        }
    }
}

/// Reports an unused definition, and its unknown names.
fn unused_definition(
    definition: &ParsedDefinition,
    definitions: &[ParsedDefinition],
    parameters: &[ParsedParameter],
    used: &mut [bool],
    vocabulary: &'static Vocabulary,
    faults: &mut Faults,
) {
    let Some(tree) = &definition.expression.tree else { return };
    let source = Arc::clone(&faults.source);
    let mut unknown = Vec::new();
    names(tree, &mut |name, span| {
        if let Some(index) = parameters.iter().position(|known| known.name.value == name) {
            used[index] = true;
            return;
        }
        let known = definition.arguments.iter().flatten().any(|argument| argument == name)
            || definitions.iter().any(|known| known.name.value == name)
            || vocabulary.points.iter().any(|point| knows(point, name));
        if !known {
            let title = format!("unknown name {}", quoted(name));
            unknown.push(Fault::error(span.clone(), title));
        }
    });
    for fault in unknown {
        faults.content.push(definition.expression.place.diagnose(fault, &source));
    }
    let At { value: name, span } = &definition.name;
    let title = format!("definition {} is not used", quoted(name));
    faults.content.push(Diagnostic::warning(&source, span.clone(), title));
}

fn parameter(
    line: &ParsedParameter,
    vocabulary: &'static Vocabulary,
    faults: &mut Faults,
) -> Parameter {
    let name = &line.name.value;
    let shown = quoted(name);
    check_name(name, "parameter", meaning(name, vocabulary), &line.name.span, faults);
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
    if let Some(step) = line.step.as_ref().filter(|step| step.value <= 0.0) {
        let title = format!("`step` of parameter {shown} is not above 0");
        faults.error(step.span.clone(), title, None);
    }
    Parameter {
        name: name.as_str().into(),
        value,
        default: value,
        min: line.min.as_ref().map(|min| min.value),
        max: line.max.as_ref().map(|max| max.value),
        step: line.step.as_ref().map(|step| step.value),
    }
}

/// Returns the meaning of `name` in the language or in the game, as text for messages.
fn meaning(name: &str, vocabulary: &'static Vocabulary) -> Option<String> {
    if lexer::RESERVED.contains(&name) {
        return Some("a reserved word of the language".to_owned());
    }
    if vocabulary.functions.iter().any(|function| function.name == name) {
        return Some("a function of the game".to_owned());
    }
    (vocabulary.points.iter())
        .find(|point| knows(point, name))
        .map(|point| format!("a feature at `{}`", point.name))
}

/// The rules of one decision point.
struct Rules<'a> {
    source: &'a Arc<Source>,
    faults: &'a mut Faults,
    scope: Scope<'a>,
    /// The kinds of action that earlier rules without a condition take: if one of them is legal, no
    /// later rule is reached.
    taken: u64,
}

impl Rules<'_> {
    /// Checks the rules of the decision point.
    fn all(&mut self, rules: Vec<ParsedRule>) -> Vec<CheckedRule> {
        if let Some(beyond) = rules.get(MAX_RULES) {
            let title = format!("a decision point takes at most {MAX_RULES} rules");
            let fault = Diagnostic::error(self.source, beyond.span.clone(), title)
                .with_label(format!(
                    "rule {} of {}: the number of a rule is stored in one byte",
                    MAX_RULES + 1,
                    rules.len()
                ))
                .with_help("merge rules with the same `choose`: join their conditions with `||`");
            self.faults.content.push(fault);
            // The unchecked rules may use the definitions.
            self.scope.seen.definitions.fill(true);
        }
        rules.into_iter().take(MAX_RULES).map(|rule| self.rule(rule)).collect()
    }

    fn rule(&mut self, rule: ParsedRule) -> CheckedRule {
        let point = self.scope.point;
        let when = rule.when.as_ref().and_then(|when| self.expression(when, "when", Type::Truth));
        let choose = rule.choose.as_ref().map(|names| self.kinds(&names.value));
        let only = rule.only.as_ref().and_then(|only| self.expression(only, "only", Type::Truth));
        let prefer =
            rule.prefer.as_ref().and_then(|prefer| self.expression(prefer, "prefer", Type::Number));

        let all = bit(point.actions.len()).wrapping_sub(1);
        let kinds = (choose.as_ref())
            .map_or(all, |kinds| kinds.iter().fold(0, |mask, &kind| mask | bit(kind)));
        let holds = |parsed: &Option<ParsedExpression>, checked: &Option<Checked>| match checked {
            Some(checked) => checked.interval.constant() == Some(1.0),
            // If there is an expression without a result, it is faulty and may be anything.
            None => parsed.is_none(),
        };
        let unconditional = holds(&rule.when, &when) && holds(&rule.only, &only);
        if kinds != 0 && kinds & !self.taken == 0 {
            let fault =
                Diagnostic::warning(self.source, rule.span.clone(), "this rule can never decide")
                    .with_label("an earlier rule always decides first")
                    .with_help("give one of them a `when`, or move this rule up");
            self.faults.content.push(fault);
        } else if unconditional {
            let always = |kind: &usize| kinds & bit(*kind) != 0 && point.actions[*kind].always;
            let decides = (0..point.actions.len()).any(|kind| always(&kind));
            self.taken |= if decides { all } else { kinds };
        }
        CheckedRule {
            line: self.source.line(rule.span.start),
            span: rule.span,
            when: when.map(|checked| checked.expr),
            choose,
            only: only.map(|checked| checked.expr),
            prefer: prefer.map(|checked| checked.expr),
            when_text: rule.when.map(|when| one_line(&when.text)),
        }
    }

    fn expression(
        &mut self,
        parsed: &ParsedExpression,
        key: &'static str,
        wanted: Type,
    ) -> Option<Checked> {
        let tree = parsed.tree.as_ref()?;
        let mut faults: Vec<Placed> = Vec::new();
        self.scope.actions = key != "when";
        let checked = check::check(tree, key, wanted, &mut self.scope, &mut faults);
        if wanted == Type::Truth
            && let Some(checked) = &checked
            && checked.interval.constant() == Some(0.0)
        {
            // If the whole condition is one comparison, one warning is enough.
            let same = faults.iter().position(|(within, fault)| {
                within.is_none() && fault.severity == Severity::Warning && fault.span == tree.span
            });
            let mut fault =
                Fault::warning(tree.span.clone(), "this rule can never decide").label("never true");
            if let Some((_, same)) = same.map(|index| faults.remove(index)) {
                if !same.label.is_empty() {
                    fault.label = format!("never true: {}", same.label);
                }
                fault.help = same.help;
            }
            faults.push((None, fault));
        }
        for (within, fault) in faults {
            let place = match within {
                Some(definition) => &self.scope.definitions[definition].expression.place,
                None => &parsed.place,
            };
            self.faults.content.push(place.diagnose(fault, self.source));
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
            let known: Vec<&str> = actions.iter().map(|kind| kind.name).collect();
            let help = one_of_known(name, &known);
            let title = format!("unknown action {} at `{point}`", quoted(name));
            self.faults.error(span.clone(), title, Some(help));
        }
        found
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
