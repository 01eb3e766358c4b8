//! Reads the structure of a policy file: TOML with parsed expressions, before names are resolved.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::ast::Ast;
use super::expr::settle;
use super::fault::Fault;
use super::parser;
use super::spec::parse_number;
pub use crate::diagnostic::toml_file::MAX_BYTES;
use crate::diagnostic::toml_file::{self, MAX_FAULTS, Value, mistyped};
use crate::diagnostic::{Diagnostic, Source, quoted};
use crate::error::one_of_known;

/// A value and its span in the file.
#[derive(Clone, Debug)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) span: Range<usize>,
}

/// A policy file with known structure; its names are not yet resolved.
#[derive(Debug)]
pub(crate) struct ParsedPolicy {
    pub(crate) game: Option<At<String>>,
    /// The version of the language.
    pub(crate) language: Option<At<f64>>,
    pub(crate) description: Option<String>,
    /// The SPEC of the policy that decides where no rule does.
    pub(crate) base: Option<At<String>>,
    pub(crate) parameters: Vec<ParsedParameter>,
    pub(crate) definitions: Vec<ParsedDefinition>,
    pub(crate) sections: Vec<ParsedSection>,
    /// Unknown top-level keys.
    pub(crate) strays: Vec<At<String>>,
}

/// A line of `[parameters]`.
#[derive(Debug)]
pub(crate) struct ParsedParameter {
    pub(crate) name: At<String>,
    pub(crate) value: At<f64>,
    pub(crate) min: Option<At<f64>>,
    pub(crate) max: Option<At<f64>>,
    pub(crate) step: Option<At<f64>>,
}

/// A line of `[define]`.
#[derive(Debug)]
pub(crate) struct ParsedDefinition {
    pub(crate) name: At<String>,
    /// The names of the arguments; `None` for a value.
    pub(crate) arguments: Option<Vec<String>>,
    pub(crate) expression: ParsedExpression,
}

/// The rules of one decision point.
#[derive(Debug)]
pub(crate) struct ParsedSection {
    pub(crate) name: At<String>,
    pub(crate) rules: Vec<ParsedRule>,
}

/// A rule.
#[derive(Debug)]
pub(crate) struct ParsedRule {
    pub(crate) span: Range<usize>,
    pub(crate) when: Option<ParsedExpression>,
    pub(crate) choose: Option<At<Vec<At<String>>>>,
    pub(crate) only: Option<ParsedExpression>,
    pub(crate) prefer: Option<ParsedExpression>,
}

/// An expression and the place of its text in the file.
#[derive(Debug)]
pub(crate) struct ParsedExpression {
    pub(crate) text: String,
    pub(crate) tree: Option<Ast>,
    pub(crate) place: Place,
}

/// The place of an expression's text in its file.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The span of the value, with quotes.
    pub(crate) value: Range<usize>,
    /// The byte at which the text starts; `None` if escapes make the texts differ.
    start: Option<usize>,
}

impl Place {
    /// Locates `decoded`, the contents of the TOML string at `value`, in the text of the file.
    fn new(file: &str, value: Range<usize>, decoded: &str) -> Self {
        let raw = file.get(value.clone()).unwrap_or("");
        let quotes = if raw.starts_with("'''") || raw.starts_with("\"\"\"") { 3 } else { 1 };
        // A line break directly after three quotes is not part of the text.
        let skipped = match raw.as_bytes().get(quotes..) {
            Some([b'\n', ..]) if quotes == 3 => 1,
            Some([b'\r', b'\n', ..]) if quotes == 3 => 2,
            _ => 0,
        };
        let start = quotes + skipped;
        let exact = raw.get(start..).is_some_and(|rest| rest.starts_with(decoded));
        Self { start: exact.then_some(value.start + start), value }
    }

    /// Maps a span of the expression to a span of the file; the whole value if the texts differ.
    fn locate(&self, span: &Range<usize>) -> Range<usize> {
        match self.start {
            Some(start) => start + span.start..start + span.end,
            None => self.value.clone(),
        }
    }

    /// Returns the fault as a diagnostic of the file.
    pub(crate) fn diagnose(&self, fault: Fault, source: &Arc<Source>) -> Diagnostic {
        Diagnostic {
            severity: fault.severity,
            title: fault.title,
            source: Arc::clone(source),
            span: self.locate(&fault.span),
            label: fault.label,
            help: fault.help,
        }
    }
}

/// The faults of a file so far.
#[derive(Debug)]
pub(crate) struct Faults {
    pub(crate) source: Arc<Source>,
    syntax: Vec<Diagnostic>,
    pub(crate) content: Vec<Diagnostic>,
}

impl Faults {
    /// Reports an error in the contents.
    pub(crate) fn error(&mut self, span: Range<usize>, title: String, help: Option<String>) {
        let help = help.into_iter();
        let fault = Diagnostic::error(&self.source, span, title);
        self.content.push(help.fold(fault, Diagnostic::with_help));
    }

    /// Returns whether the file can be used.
    pub(crate) fn none_is_error(&self) -> bool {
        self.syntax.is_empty() && !self.content.iter().any(Diagnostic::is_error)
    }

    /// Returns all faults in the order of the file.
    ///
    /// A syntax error may hide contents. Therefore, if there is one, a content fault is kept only
    /// if it has a span and is on another line.
    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        let Self { source, syntax, mut content } = self;
        if !syntax.is_empty() {
            let broken: Vec<usize> =
                syntax.iter().map(|fault| source.line(fault.span.start)).collect();
            content.retain(|fault| {
                !fault.span.is_empty() && !broken.contains(&source.line(fault.span.start))
            });
        }
        let mut all: Vec<Diagnostic> = syntax.into_iter().chain(content).collect();
        all.sort_by_key(|fault| (fault.span.start, fault.span.end));
        all.dedup();
        let mut all = folded(&source, all);
        let errors = all.iter().filter(|fault| fault.is_error()).count();
        if all.len() > MAX_FAULTS {
            // Errors have priority if not all faults fit.
            if errors > 0 {
                all.retain(Diagnostic::is_error);
            }
            all.truncate(MAX_FAULTS);
        }
        all
    }
}

/// The top-level keys of a policy file apart from decision points.
pub(crate) const KEYS: [&str; 6] =
    ["game", "language", "description", "base", "parameters", "define"];

/// The version of the policy language.
pub(crate) const LANGUAGE: f64 = 2.0;

/// Merges equal faults into the first, and adds the lines of the others.
fn folded(source: &Source, all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    /// The maximum number of lines that are listed.
    const NAMED: usize = 4;
    let mut merged: Vec<Diagnostic> = Vec::new();
    let mut again: Vec<Vec<usize>> = Vec::new();
    let mut known = HashMap::new();
    for fault in all {
        let key = (fault.is_error(), fault.title.clone(), fault.label.clone(), fault.help.clone());
        let index = *known.entry(key).or_insert(merged.len());
        if let Some(others) = again.get_mut(index) {
            others.push(fault.span.start);
        } else {
            merged.push(fault);
            again.push(Vec::new());
        }
    }
    let with_places = |(fault, others): (Diagnostic, Vec<usize>)| {
        let same = match others.len() {
            0 => return fault,
            1..=NAMED => {
                let lines: Vec<String> =
                    others.iter().map(|start| source.line(*start).to_string()).collect();
                format!("also on line {}", lines.join(", "))
            }
            count => format!("also at {count} other places"),
        };
        let help = fault.help.as_deref().map_or(same.clone(), |help| format!("{help}; {same}"));
        fault.with_help(help)
    };
    merged.into_iter().zip(again).map(with_places).collect()
}

/// Reads the structure of the file.
pub(crate) fn parse(source: &Arc<Source>) -> (ParsedPolicy, Faults) {
    let (table, syntax) = toml_file::parse(source);
    let faults = Faults { source: Arc::clone(source), syntax, content: Vec::new() };
    let mut policy = ParsedPolicy {
        game: None,
        language: None,
        description: None,
        base: None,
        parameters: Vec::new(),
        definitions: Vec::new(),
        sections: Vec::new(),
        strays: Vec::new(),
    };
    let mut reader = Reader { faults };
    for (key, value) in &table {
        let name = At { value: key.get_ref().to_string(), span: key.span() };
        match &*name.value {
            "game" => policy.game = reader.text("game", value),
            "language" => policy.language = reader.number("`language`", value),
            "description" => {
                policy.description = reader.text("description", value).map(|text| text.value);
            }
            "base" => policy.base = reader.text("base", value),
            "parameters" => policy.parameters = reader.parameters(value),
            "define" => policy.definitions = reader.definitions(value),
            _ => match value.get_ref() {
                DeValue::Array(rules) if rules.iter().all(|rule| rule.get_ref().is_table()) => {
                    let rules = rules.iter().filter_map(|rule| reader.rule(rule)).collect();
                    policy.sections.push(ParsedSection { name, rules });
                }
                DeValue::Table(_) => {
                    let title = format!(
                        "the rules {} are a single table, not a list of tables",
                        quoted(&name.value)
                    );
                    let help =
                        format!("write double brackets: `[[{}]]`", name.value.escape_debug());
                    reader.faults.error(name.span, title, Some(help));
                }
                _ => policy.strays.push(name),
            },
        }
    }
    // The TOML table is sorted alphabetically; the file order is restored.
    policy.parameters.sort_by_key(|parameter| parameter.name.span.start);
    policy.definitions.sort_by_key(|definition| definition.name.span.start);
    policy.sections.sort_by_key(|section| section.name.span.start);
    (policy, reader.faults)
}

struct Reader {
    faults: Faults,
}

impl Reader {
    fn text(&mut self, key: &str, value: &Value<'_>) -> Option<At<String>> {
        let Some(text) = value.get_ref().as_str() else {
            let title = mistyped(&format!("`{key}`"), value, "a text");
            self.faults.error(value.span(), title, Some(format!("write `{key} = \"…\"`")));
            return None;
        };
        Some(At { value: text.to_owned(), span: value.span() })
    }

    /// Returns the lines of a table.
    fn table<'v, 'a>(&mut self, name: &str, value: &'v Value<'a>) -> Option<&'v DeTable<'a>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            let title = mistyped(&format!("`{name}`"), value, "a table");
            self.faults.error(value.span(), title, Some(format!("write `[{name}]`")));
        }
        table
    }

    fn definitions(&mut self, value: &Value<'_>) -> Vec<ParsedDefinition> {
        (self.table("define", value).into_iter().flatten())
            .filter_map(|(key, value)| {
                let head = key.get_ref();
                let call = head.strip_suffix(')').and_then(|head| head.split_once('('));
                let arguments = call.map(|(_, list)| match list.trim() {
                    "" => Vec::new(),
                    list => list.split(',').map(|name| name.trim().to_owned()).collect(),
                });
                let name = call.map_or(&**head, |(name, _)| name.trim_end()).to_owned();
                let name = At { value: name, span: key.span() };
                let expression = self.expression(&name.value.escape_debug().to_string(), value)?;
                Some(ParsedDefinition { name, arguments, expression })
            })
            .collect()
    }

    fn parameters(&mut self, value: &Value<'_>) -> Vec<ParsedParameter> {
        (self.table("parameters", value).into_iter().flatten())
            .filter_map(|(key, value)| {
                let name = At { value: key.get_ref().to_string(), span: key.span() };
                self.parameter(name, value)
            })
            .collect()
    }

    fn parameter(&mut self, name: At<String>, value: &Value<'_>) -> Option<ParsedParameter> {
        let shown = quoted(&name.value);
        let Some(table) = value.get_ref().as_table() else {
            let value = self.number(&format!("parameter {shown}"), value)?;
            return Some(ParsedParameter { name, value, min: None, max: None, step: None });
        };
        let (mut number, mut min, mut max, mut step) = (None, None, None, None);
        let mut valid = true;
        for (key, value) in table {
            let slot = match &**key.get_ref() {
                "value" => &mut number,
                "min" => &mut min,
                "max" => &mut max,
                "step" => &mut step,
                other => {
                    let title = format!("parameter {shown} has an unknown key {}", quoted(other));
                    let help = one_of_known(other, &["value", "min", "max", "step"]);
                    self.faults.error(key.span(), title, Some(help));
                    continue;
                }
            };
            *slot = self.number(&format!("`{}` of parameter {shown}", key.get_ref()), value);
            valid &= slot.is_some();
        }
        if !valid {
            return None;
        }
        let Some(number) = number else {
            let title = format!("parameter {shown} has no value");
            let help = format!("write `{} = {{ value = … }}`", name.value.escape_debug());
            self.faults.error(name.span, title, Some(help));
            return None;
        };
        Some(ParsedParameter { name, value: number, min, max, step })
    }

    fn number(&mut self, what: &str, value: &Value<'_>) -> Option<At<f64>> {
        let number = match value.get_ref() {
            DeValue::Integer(number) => {
                match i64::from_str_radix(number.as_str(), number.radix()) {
                    Ok(number) => Some(number as f64),
                    // The number exceeds an `i64`, so it is not exact anyway.
                    Err(_) => number.as_str().parse().ok().filter(|_| number.radix() == 10),
                }
            }
            DeValue::Float(number) => number.as_str().parse().ok(),
            other => {
                let title = mistyped(what, value, "a number");
                let help = match other {
                    DeValue::String(_) => Some("write the number without quotes".to_owned()),
                    DeValue::Boolean(_) => Some("write 1 for true and 0 for false".to_owned()),
                    _ => None,
                };
                self.faults.error(value.span(), title, help);
                return None;
            }
        };
        let number = number.filter(|number: &f64| number.is_finite()).map(settle);
        if number.is_none() {
            self.faults.error(value.span(), format!("{what} is too large or not a number"), None);
        }
        Some(At { value: number?, span: value.span() })
    }

    fn rule(&mut self, value: &Value<'_>) -> Option<ParsedRule> {
        let table = value.get_ref().as_table()?;
        let mut rule =
            ParsedRule { span: value.span(), when: None, choose: None, only: None, prefer: None };
        let mut faulty = false;
        for (key, value) in table {
            match &**key.get_ref() {
                "when" => {
                    rule.when = self.expression("when", value);
                    faulty |= rule.when.is_none();
                }
                "only" => {
                    rule.only = self.expression("only", value);
                    faulty |= rule.only.is_none();
                }
                "prefer" => {
                    rule.prefer = self.expression("prefer", value);
                    faulty |= rule.prefer.is_none();
                }
                "choose" => {
                    rule.choose = self.choose(value);
                    faulty |= rule.choose.is_none();
                }
                other => {
                    faulty = true;
                    let title = format!("unknown key {} in a rule", quoted(other));
                    let help = one_of_known(other, &["when", "choose", "only", "prefer"]);
                    self.faults.error(key.span(), title, Some(help));
                }
            }
        }
        let complete = [&rule.only, &rule.prefer].into_iter().any(Option::is_some);
        if !faulty && rule.choose.is_none() && !complete {
            self.faults.error(
                value.span(),
                "this rule has no `choose`, `only` or `prefer`".to_owned(),
                Some("add `choose = \"ACTION\"` or `prefer = 'EXPRESSION'`".to_owned()),
            );
            return None;
        }
        Some(rule)
    }

    fn expression(&mut self, key: &str, value: &Value<'_>) -> Option<ParsedExpression> {
        let Some(text) = value.get_ref().as_str() else {
            let title = mistyped(&format!("`{key}`"), value, "an expression");
            let help = format!("write it as a text: `{key} = '…'`");
            self.faults.error(value.span(), title, Some(help));
            return None;
        };
        let place = Place::new(&self.faults.source.text, value.span(), text);
        let (tree, faults) = parser::parse(text);
        for fault in faults {
            let fault = place.diagnose(fault, &self.faults.source);
            self.faults.content.push(fault);
        }
        Some(ParsedExpression { text: text.to_owned(), tree, place })
    }

    fn choose(&mut self, value: &Value<'_>) -> Option<At<Vec<At<String>>>> {
        let of = |value: &Value<'_>| {
            let text = value.get_ref().as_str()?;
            Some(At { value: text.to_owned(), span: value.span() })
        };
        let names: Option<Vec<_>> = match value.get_ref() {
            DeValue::Array(names) => names.iter().map(of).collect(),
            _ => of(value).map(|name| vec![name]),
        };
        let help =
            Some("write `choose = \"ACTION\"` or `choose = [\"ONE\", \"OTHER\"]`".to_owned());
        match names {
            None => {
                let title = "`choose` is neither a name nor a list of names".to_owned();
                self.faults.error(value.span(), title, help);
                None
            }
            Some(names) if names.is_empty() => {
                self.faults.error(value.span(), "`choose` is an empty list".to_owned(), help);
                None
            }
            Some(value_names) => Some(At { value: value_names, span: value.span() }),
        }
    }
}

/// Returns the help for an unknown top-level key.
pub(crate) fn suggest_key<'a>(name: &str, sections: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = KEYS.into_iter().chain(sections).collect();
    one_of_known(name, &known)
}

/// Returns the game of a policy file, as its key `game` gives it.
pub fn game_of(source: &Arc<Source>) -> Result<String, Vec<Diagnostic>> {
    let (parsed, mut faults) = parse(source);
    match parsed.game {
        Some(game) => Ok(game.value),
        None => {
            missing_game(&mut faults, None);
            Err(faults.into_diagnostics().into_iter().filter(Diagnostic::is_error).collect())
        }
    }
}

/// Returns the text of a policy file with other values of some parameters; all other text is
/// unchanged.
///
/// ```
/// use pushluck::diagnostic::Source;
/// use pushluck::policy::with_values;
///
/// let text = "[parameters]\nhold = { value = 600, min = 50 } # points\nrisk = 0.5\n";
/// let other = with_values(&Source::new("a.toml", text), &[("hold".to_owned(), 850.0)]);
/// assert_eq!(other, "[parameters]\nhold = { value = 850, min = 50 } # points\nrisk = 0.5\n");
/// ```
pub fn with_values(source: &Arc<Source>, values: &[(String, f64)]) -> String {
    let (parsed, _) = parse(source);
    let mut text = source.text.to_string();
    // Replacement from the end keeps earlier spans valid.
    for parameter in parsed.parameters.iter().rev() {
        if let Some((_, value)) = values.iter().find(|(name, _)| *name == parameter.name.value) {
            text.replace_range(parameter.value.span.clone(), &value.to_string());
        }
    }
    text
}

/// A range of values: the lowest, the highest, and the step if any.
pub(crate) type ValueRange = (f64, f64, Option<f64>);

/// Returns the text of a policy file in which a parameter has this range, and its value (`own` if another
/// than that of the file); a definition of a number becomes a parameter. `None` if the file has no such
/// line. All other text is unchanged.
pub(crate) fn with_range(
    source: &Arc<Source>,
    name: &str,
    own: Option<f64>,
    (min, max, step): ValueRange,
) -> Option<(String, f64)> {
    let (parsed, _) = parse(source);
    let mut text = source.text.to_string();
    // Whether a line consists of a name and this value, and the text between the two.
    let between = |name: &Range<usize>, value: &Range<usize>| {
        let line = line_of(&text, name.start);
        let alone = text[line.start..name.start].trim().is_empty() && value.end <= line.end;
        alone.then(|| text[name.end..value.start].trim())
    };
    let range = |value: f64| {
        let step = step.map_or_else(String::new, |step| format!(", step = {step}"));
        format!("{name} = {{ value = {value}, min = {min}, max = {max}{step} }}")
    };
    if let Some(line) = parsed.parameters.iter().find(|line| line.name.value == name) {
        let numbers = [Some(&line.value), line.min.as_ref(), line.max.as_ref(), line.step.as_ref()];
        let last = numbers.into_iter().flatten().map(|number| number.span.end).max()?;
        let end = match between(&line.name.span, &line.value.span)? {
            "=" => last,
            table if table.starts_with('=') => last + text[last..].find('}')? + 1,
            _ => return None,
        };
        let value = own.unwrap_or(line.value.value);
        // The value of the file stays where the range allows it.
        let kept = if (min..=max).contains(&line.value.value) { line.value.value } else { value };
        text.replace_range(line.name.span.start..end, &range(kept));
        return Some((text, value));
    }
    let defined = parsed.definitions.iter().find(|line| line.name.value == name)?;
    let value = parse_number(&defined.expression.text).filter(|_| defined.arguments.is_none())?;
    between(&defined.name.span, &defined.expression.place.value)
        .filter(|between| *between == "=")?;
    let line = line_of(&text, defined.name.span.start);
    let rest = text[defined.expression.place.value.end..line.end].trim_end().to_owned();
    text.replace_range(line.clone(), "");
    let head = text[..line.start].rfind("[define]").filter(|_| parsed.definitions.len() == 1);
    if let Some(head) = head {
        let Range { start, end } = line_of(&text, head);
        let blank = usize::from(text[end..].starts_with('\n'));
        text.replace_range(start..end + blank, "");
    }
    let added = format!("{}{rest}\n", range(value));
    let source = Source::new(&source.name, text);
    Some((with_lines(&source, &added, None), value))
}

/// The line of a place in a text, with its line break.
fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |line| line + 1);
    start..text[at..].find('\n').map_or(text.len(), |line| at + line + 1)
}

/// Returns the text of a policy file with a rule in front of the rules of its decision point, and with
/// further lines at the end of `[parameters]`. All other text is unchanged.
pub(crate) fn with_rule(source: &Arc<Source>, point: &str, rule: &str, parameters: &str) -> String {
    with_lines(source, parameters, Some((point, rule)))
}

/// Returns the text of a policy file with further lines at the end of `[parameters]`, and with a rule in
/// front of the rules of its decision point.
fn with_lines(source: &Arc<Source>, parameters: &str, rule: Option<(&str, &str)>) -> String {
    let (parsed, _) = parse(source);
    let mut text = source.text.to_string();
    let last = parsed.parameters.last().map(|line| {
        let numbers = [Some(&line.value), line.min.as_ref(), line.max.as_ref(), line.step.as_ref()];
        let last = numbers.into_iter().flatten().map(|number| number.span.end).max();
        line_of(&text, last.unwrap_or(line.value.span.end)).end
    });
    let first =
        parsed.sections.iter().flat_map(|section| &section.rules).map(|rule| rule.span.start);
    let defined = parsed.definitions.first().map(|line| line.name.span.start);
    let defined = defined.and_then(|line| text[..line].rfind("[define]"));
    let first = first.chain(defined).min().map_or(text.len(), |head| above(&text, head));
    let lines = match last {
        Some(_) => parameters.to_owned(),
        None => format!("[parameters]\n{parameters}\n"),
    };
    let mut added = Vec::new();
    if !parameters.is_empty() {
        added.push((last.unwrap_or(first), lines));
    }
    if let Some((point, rule)) = rule {
        let section = parsed.sections.iter().find(|section| section.name.value == point);
        let head = section.and_then(|section| section.rules.first()).map(|rule| rule.span.start);
        added.push((head.map_or(text.len(), |head| above(&text, head)), format!("{rule}\n")));
    }
    // Insertion from the end keeps earlier places valid; at one place parameters come first.
    added.sort_by_key(|(at, _)| *at);
    for (at, lines) in added.into_iter().rev() {
        let gap = if at == text.len() && !text.ends_with("\n\n") { "\n" } else { "" };
        text.insert_str(at, &format!("{gap}{lines}"));
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// Returns the start of the comment lines above a place, or of its own line.
fn above(text: &str, place: usize) -> usize {
    let start = |place: usize| text[..place].rfind('\n').map_or(0, |at| at + 1);
    let mut line = start(place);
    while line > 0 && text[start(line - 1)..line].starts_with('#') {
        line = start(line - 1);
    }
    line
}

/// Reports that the key `game` is missing, unless its value has already been reported.
pub(crate) fn missing_game(faults: &mut Faults, game: Option<&str>) {
    if !faults.content.iter().any(|fault| fault.title.starts_with("`game` ")) {
        let help = match game {
            Some(game) => format!("write `game = \"{game}\"` at the top"),
            None => "policy and edition files are TOML, with `game = \"…\"` at the top".to_owned(),
        };
        let title = "the file does not say which game it is for".to_owned();
        faults.error(0..0, title, Some(help));
    }
}
