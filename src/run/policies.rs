//! The policies of a run: found by name or read from files, with labels.

use std::path::Path;
use std::sync::Arc;

use super::registry::{AnyGame, Warning};
use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result, nearest};
use crate::policy::{CheckedPolicy, PolicySpec, bot, parse_spec, several, unique_labels};
use crate::report::{Key, Label, RunRecord};

/// The policies of a game: files in a folder of `policies/`, then built-in policies.
macro_rules! shipped_policies {
    ($folder:literal: $($name:literal),* $(,)?; $($own:expr),* $(,)?) => {
        &[
            $($crate::run::Shipped::file($name, include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/policies/", $folder, "/", $name, ".toml"
            ))),)*
            $($own,)*
        ]
    };
}

pub(crate) use shipped_policies;

/// A shipped policy of a game.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The name of the policy.
    pub name: &'static str,
    /// The text of its file; empty for a built-in policy.
    pub text: &'static str,
    /// The description of a built-in policy; empty for a file, which has its own.
    pub about: &'static str,
    /// The parameters of a built-in policy; a file has its own.
    pub parameters: &'static [OwnParameter],
}

impl Shipped {
    /// Returns a policy file.
    pub const fn file(name: &'static str, text: &'static str) -> Self {
        Self { name, text, about: "", parameters: &[] }
    }

    /// Returns a built-in policy, which [`Options::built_in`](super::Options::built_in) creates.
    pub const fn built_in(
        name: &'static str,
        about: &'static str,
        parameters: &'static [OwnParameter],
    ) -> Self {
        Self { name, text: "", about, parameters }
    }
}

/// A parameter of a built-in policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnParameter {
    /// The name of the parameter.
    pub name: &'static str,
    /// The default value.
    pub default: f64,
    /// The minimum and the maximum.
    pub range: (f64, f64),
    /// Whether the value is a whole number.
    pub whole: bool,
    /// The meaning of the parameter.
    pub about: &'static str,
}

impl OwnParameter {
    /// Checks `value`, given for `what`.
    pub fn check(&self, what: &str, value: f64) -> Result<()> {
        let (low, high) = self.range;
        if (low..=high).contains(&value) && !(self.whole && value.trunc() != value) {
            return Ok(());
        }
        let kind = if self.whole { "a whole number " } else { "" };
        Err(Error::input_help(
            format!("`{what}` cannot be {value}"),
            format!("its value is {kind}from {low} to {high}: {}", self.about),
        ))
    }
}

/// A policy of a run, before it is compiled for the game.
#[derive(Clone, Debug)]
pub struct NamedPolicy {
    /// The label in tables.
    pub label: String,
    /// The name of a built-in policy, or the checked file.
    pub kind: PolicyKind,
    /// The parameters of a built-in policy with their values; a file has its own.
    pub parameters: Vec<(&'static str, f64)>,
    /// The base policy of a searching policy, or of a file that has one.
    pub base: Option<Box<NamedPolicy>>,
}

/// The maximum number of files that are the base of one another.
const MAX_BASES: u32 = 7;

impl NamedPolicy {
    /// Returns the policy of a checked file, with the base that the file names.
    pub(crate) fn of_file(label: String, file: CheckedPolicy, base: Option<Box<Self>>) -> Self {
        let kind = PolicyKind::File(Box::new(file));
        Self { label, kind, parameters: Vec::new(), base }
    }

    /// Returns what decides where no rule of the policy does: in tables, and in sentences.
    pub(crate) fn otherwise(&self) -> (&'static str, &'static str) {
        match (&self.kind, &self.base) {
            (PolicyKind::File(_), Some(_)) => ("base", "by its base"),
            _ => ("default", "by default"),
        }
    }

    /// Returns whether it, or its base, searches.
    pub(crate) fn searches(&self) -> bool {
        let base = self.base.as_deref();
        base.is_some_and(|base| base.searches() || matches!(self.kind, PolicyKind::BuiltIn(_)))
    }

    /// Returns whether it, or its base, is a bot.
    pub(crate) fn asks_a_bot(&self) -> bool {
        let base = self.base.as_deref();
        matches!(self.kind, PolicyKind::Bot(_)) || base.is_some_and(Self::asks_a_bot)
    }

    /// Returns whether this is the built-in policy of this name.
    pub fn is_built_in(&self, name: &str) -> bool {
        matches!(self.kind, PolicyKind::BuiltIn(built_in) if built_in == name)
    }

    /// Returns whether it takes the same decisions as `other`: the same text or built-in policy,
    /// with equal parameters.
    pub(crate) fn plays_as(&self, other: &Self) -> bool {
        let bases = match (&self.base, &other.base) {
            (Some(own), Some(other)) => own.plays_as(other),
            (own, other) => own.is_none() && other.is_none(),
        };
        let kinds = match (&self.kind, &other.kind) {
            (PolicyKind::BuiltIn(own), PolicyKind::BuiltIn(other)) => own == other,
            (PolicyKind::File(own), PolicyKind::File(other)) => {
                own.source.text == other.source.text
            }
            (PolicyKind::Bot(own), PolicyKind::Bot(other)) => own == other,
            _ => false,
        };
        bases && kinds && self.all_parameters() == other.all_parameters()
    }

    /// Returns all parameters with their values, as in tables.
    pub fn all_parameters(&self) -> Label {
        let own = self.parameters.iter().map(|(name, value)| ((*name).to_owned(), *value));
        let file = match &self.kind {
            PolicyKind::BuiltIn(_) | PolicyKind::Bot(_) => &[][..],
            PolicyKind::File(file) => &file.parameters,
        };
        let file = file.iter().map(|own| (own.name.to_string(), own.value));
        let numbers = own.chain(file).map(|(name, value)| (name, value.to_string()));
        let base = self.base.iter().map(|base| ("base".to_owned(), base.label.clone()));
        Label::of_parameters(numbers.chain(base).collect())
    }

    /// Returns the key columns of its overall row; `of` has the key of the run.
    pub fn key(&self, of: &Key) -> Key {
        let (policy, parameters) = (self.label.clone(), self.all_parameters());
        Key { policy, parameters, ..of.clone() }
    }
}

/// The source of a policy.
#[derive(Clone, Debug)]
pub enum PolicyKind {
    /// Built into the program, by name.
    BuiltIn(&'static str),
    /// A policy file, shipped or the user's.
    File(Box<CheckedPolicy>),
    /// The command of a bot.
    Bot(String),
}

/// Adds the sources of the policies to the record, as the list `list`.
pub(crate) fn record_texts(record: &mut RunRecord, list: &str, policies: &[NamedPolicy]) {
    for policy in policies {
        let base = policy.base.as_ref().map(|base| ("base", base.label.clone().into()));
        match &policy.kind {
            PolicyKind::BuiltIn(name) => {
                let mut details = vec![("built_in", (*name).into())];
                if !policy.parameters.is_empty() {
                    let values = policy.parameters.iter();
                    let values: toml::Table =
                        values.map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
                    details.push(("parameters", toml::Value::Table(values)));
                }
                details.extend(base);
                record.add_text(list, &policy.label, &details, "");
            }
            PolicyKind::Bot(command) => {
                record.add_text(list, &policy.label, &[("bot", bot::label(command).into())], "");
            }
            PolicyKind::File(file) => {
                let mut values = toml::Table::new();
                for parameter in &file.parameters {
                    values.insert(parameter.name.to_string(), toml_number(parameter.value));
                }
                let details = [("parameters", toml::Value::Table(values))];
                let details: Vec<_> = details.into_iter().chain(base).collect();
                record.add_text(list, &policy.label, &details, &file.source.text);
            }
        }
        if let Some(base) = &policy.base {
            record_texts(record, "bases", std::slice::from_ref(base));
        }
    }
}

/// Returns a number as written in a policy file.
pub(crate) fn toml_number(number: f64) -> toml::Value {
    const EXACT: f64 = (1_u64 << 53) as f64;
    let whole = number.trunc() == number && number.abs() <= EXACT;
    if whole { (number as i64).into() } else { number.into() }
}

/// Adds the name of the policy to an error of its input.
pub(crate) fn about(policy: &str, error: Error) -> Error {
    match error {
        Error::Input { message, help } => {
            Error::Input { message: format!("`{policy}`: {message}"), help }
        }
        other => other,
    }
}

/// Finds the policies of a run and gives them labels.
pub fn named_policies(game: &dyn AnyGame, specs: &[PolicySpec]) -> Result<Vec<NamedPolicy>> {
    let found: Vec<NamedPolicy> =
        specs.iter().map(|spec| policy(game, spec, 0)).collect::<Result<_>>()?;
    let labels = unique_labels(found.iter().map(|policy| policy.label.clone()).collect());
    Ok(found
        .into_iter()
        .zip(labels)
        .map(|(policy, label)| NamedPolicy { label, ..policy })
        .collect())
}

fn policy(game: &dyn AnyGame, spec: &PolicySpec, depth: u32) -> Result<NamedPolicy> {
    if spec.is_bot {
        let command = spec.name_or_path.clone();
        bot::check_allowed(&command, depth > 0)?;
        let (label, kind) = (bot::label(&command), PolicyKind::Bot(command));
        return Ok(NamedPolicy { label, kind, parameters: Vec::new(), base: None });
    }
    let source = if spec.is_file {
        spec.source()?
    } else {
        let shipped = shipped(game, spec.name())?;
        if shipped.text.is_empty() {
            return built_in(game, shipped, spec, depth);
        }
        shipped_source(game, shipped)
    };
    let checked = CheckedPolicy::from_source(source, game.vocabulary())?;
    let named = |error| about(spec.name(), error);
    let checked = checked.with_parameters(&spec.overrides).map_err(named)?;
    let base = file_base(game, &checked, depth)?.map(Box::new);
    Ok(NamedPolicy::of_file(checked.label(spec.name()), checked, base))
}

/// Returns a warning for a copy of a policy file in another folder, where the relative path of its base
/// names another file.
pub(crate) fn moved_base(file: &CheckedPolicy) -> Option<Warning> {
    let (spec, span) = file.base.as_ref()?;
    let written = file.source.text[span.clone()].trim_matches(['"', '\'']);
    (spec.is_file && Path::new(written).is_relative()).then(|| {
        let name = &file.source.name;
        let warning = format!("the new file names its base `{written}` relative to {name}");
        (warning, Some("keep both in one folder, or change the path".to_owned()))
    })
}

/// Returns the base of a policy file, if it names one. An error has the place in the file.
pub(crate) fn base_of(game: &dyn AnyGame, file: &CheckedPolicy) -> Result<Option<NamedPolicy>> {
    file_base(game, file, 0)
}

fn file_base(game: &dyn AnyGame, file: &CheckedPolicy, depth: u32) -> Result<Option<NamedPolicy>> {
    let Some((spec, span)) = &file.base else { return Ok(None) };
    let found = match depth < MAX_BASES {
        true => policy(game, spec, depth + 1),
        false => Err(Error::input_help(
            format!("more than {MAX_BASES} files are the base of one another"),
            "no policy can be its own base",
        )),
    };
    found.map(Some).map_err(|error| match error {
        Error::Input { .. } | Error::NoPolicy { .. } => {
            let fault = Diagnostic::error(&file.source, span.clone(), error.to_string());
            let help = error.into_help().into_iter();
            Error::Texts(vec![help.fold(fault, Diagnostic::with_help)])
        }
        other => other,
    })
}

/// Returns a built-in policy with its parameters.
fn built_in(
    game: &dyn AnyGame,
    shipped: &Shipped,
    spec: &PolicySpec,
    depth: u32,
) -> Result<NamedPolicy> {
    let Shipped { name, parameters: known, .. } = *shipped;
    let mut parameters: Vec<_> =
        known.iter().map(|parameter| (parameter.name, parameter.default)).collect();
    for (wanted, value) in &spec.overrides {
        let Some(place) = known.iter().position(|parameter| parameter.name == *wanted) else {
            let names: Vec<&str> = known.iter().map(|parameter| parameter.name).collect();
            return Err(Error::input_help(
                format!("the built-in policy `{name}` has no parameter `{wanted}`"),
                match nearest(wanted, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if names.is_empty() => "it has no parameters".to_owned(),
                    None if names.len() == 1 => format!("its only parameter is `{}`", names[0]),
                    None => format!("its parameters are `{}`", names.join("`, `")),
                },
            ));
        };
        let value = *value;
        known[place].check(wanted, value).map_err(|error| about(name, error))?;
        parameters[place].1 = value;
    }
    let changed =
        parameters.iter().zip(known).filter(|((_, value), known)| *value != known.default);
    let mut changed: Vec<String> =
        changed.map(|((name, value), _)| format!("{name}={value}")).collect();
    let base = match (game.base(name), &spec.base) {
        (Some(default), given) => {
            let base = match given {
                Some(given) => policy(game, given, depth)?,
                None => policy(game, &parse_spec(default)?, depth)?,
            };
            if base.label != default {
                changed.push(format!("base={}", base.label));
            }
            Some(Box::new(base))
        }
        (None, _) => None,
    };
    let label = match changed.is_empty() {
        true => name.to_owned(),
        false => format!("{name}:{}", changed.join(",")),
    };
    Ok(NamedPolicy { label, kind: PolicyKind::BuiltIn(name), parameters, base })
}

/// Returns shipped policies selected by kind and by the decision points with rules; a built-in
/// policy decides at every point.
pub(crate) fn shipped_specs(
    game: &dyn AnyGame,
    picked: impl Fn(&Shipped, &dyn Fn(usize) -> bool) -> bool,
) -> Result<Vec<PolicySpec>> {
    let decides = |shipped: &Shipped, point: usize| {
        let source = || shipped_source(game, shipped);
        let checked = || CheckedPolicy::from_source(source(), game.vocabulary());
        shipped.text.is_empty() || checked().is_ok_and(|file| !file.points[point].is_empty())
    };
    let all = game.shipped().iter();
    let picked = all.filter(|shipped| picked(shipped, &|point| decides(shipped, point)));
    picked.map(|shipped| parse_spec(shipped.name)).collect()
}

/// Returns the text of a shipped policy, with its file name for diagnostics.
pub fn shipped_source(game: &dyn AnyGame, shipped: &Shipped) -> Arc<Source> {
    Source::new(format!("policies/{}/{}.toml", game.name(), shipped.name), shipped.text)
}

/// Returns the shipped or built-in policy of this name.
pub fn shipped<'a>(game: &'a dyn AnyGame, name: &str) -> Result<&'a Shipped> {
    let known = || game.shipped().iter().map(|policy| policy.name);
    game.shipped().iter().find(|policy| policy.name == name).ok_or_else(|| {
        let file = [name.to_owned(), format!("{name}.toml")];
        let file = file.iter().find(|file| std::path::Path::new(file).is_file());
        let help = match nearest(name, known()) {
            _ if let Some(file) = file => format!("to use the file of this name, write `./{file}`"),
            _ if let Some(help) = several(name) => help,
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("`pushluck list policies {}` shows all", game.name()),
        };
        Error::NoPolicy { game: game.name(), name: name.to_owned(), help }
    })
}
