//! The rules that `--rules` may set. Each is declared once with a reader and a writer of its value,
//! from which follow the edition's defaults and the changed settings.

use super::{RuleKey, RuleSetting};
use crate::error::{Error, Result, did_you_mean, nearest};

/// A rule of a game whose rules have type `R`.
#[derive(Debug)]
pub struct Setting<R: 'static> {
    /// The name, values and meaning.
    pub key: RuleKey,
    /// Parses a value and sets it; a bare key has no value.
    pub set: fn(&mut R, Option<&str>) -> Result<()>,
    /// Returns the value in the form in which it would be set.
    pub get: fn(&R) -> String,
}

impl<R> Setting<R> {
    /// Declares a rule by its name, documented values, meaning, reader and writer.
    pub const fn new(
        name: &'static str,
        values: &'static str,
        about: &'static str,
        set: fn(&mut R, Option<&str>) -> Result<()>,
        get: fn(&R) -> String,
    ) -> Self {
        Self { key: RuleKey { name, values, about }, set, get }
    }

    /// Returns whether `value` is a word that this rule takes. Numbers and `on` and `off`, which
    /// many rules take, do not count.
    fn takes(&self, value: &str) -> bool {
        let mut words = self.key.values.split(['|', ',']).map(|word| {
            let word = word.trim().trim_start_matches("or ");
            word.trim_end_matches(" joined with +")
        });
        let plain = value.parse::<u32>().is_err() && !matches!(value, "on" | "off");
        plain && words.any(|word| word == value)
    }
}

/// Returns the rules of an edition with the user's settings applied.
///
/// # Errors
///
/// Fails for an unknown rule, a rule set twice, and an invalid value.
pub fn resolve<R: Clone>(known: &[Setting<R>], edition: &R, settings: &[RuleSetting]) -> Result<R> {
    let mut rules = edition.clone();
    for (index, (key, value)) in settings.iter().enumerate() {
        let Some(setting) = known.iter().find(|setting| setting.key.name == key) else {
            let names = || known.iter().map(|setting| setting.key.name);
            let help = match nearest(key, names()) {
                _ if let Some(of) = known.iter().find(|setting| setting.takes(key)) => {
                    format!("write `{}={key}`", of.key.name)
                }
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the rules are: {}", names().collect::<Vec<_>>().join(", ")),
            };
            return Err(Error::input_help(format!("there is no rule `{key}`"), help));
        };
        if settings[..index].iter().any(|(earlier, _)| earlier == key) {
            return Err(Error::input(format!("the rule `{key}` is given twice")));
        }
        (setting.set)(&mut rules, value.as_deref())?;
    }
    Ok(rules)
}

/// Returns the settings that differ from the edition, as `key=value`, in the order of their names.
pub fn changed<R>(known: &[Setting<R>], edition: &R, rules: &R) -> Vec<String> {
    let mut changed: Vec<String> = known
        .iter()
        .filter(|setting| (setting.get)(edition) != (setting.get)(rules))
        .map(|setting| format!("{}={}", setting.key.name, (setting.get)(rules)))
        .collect();
    changed.sort_unstable();
    changed
}

/// Returns all settings with their values.
pub fn values<R>(known: &[Setting<R>], rules: &R) -> Vec<(String, String)> {
    known.iter().map(|setting| (setting.key.name.to_owned(), (setting.get)(rules))).collect()
}

/// Declares a [`Setting`](crate::contract::Setting) whose value is a whole number in a range, kept
/// in a field of the rules.
#[macro_export]
macro_rules! whole_setting {
    ($name:literal, $values:literal, $about:literal, $least:literal..=$most:expr,
     $($field:ident).+: $type:ty $(,)?) => {
        $crate::contract::Setting::new(
            $name,
            $values,
            $about,
            |rules, value| {
                let number = $crate::contract::number($name, value, $least, $most as i64)?;
                rules.$($field).+ = number as $type;
                Ok(())
            },
            |rules| rules.$($field).+.to_string(),
        )
    };
}

/// Declares a [`Setting`] that is on or off, kept in a field.
macro_rules! on_off {
    ($name:literal, $values:literal, $about:literal, $($field:ident).+ $(,)?) => {
        $crate::game::settings::Setting::new(
            $name,
            $values,
            $about,
            |rules, value| {
                rules.$($field).+ = $crate::game::settings::on_or_off($name, value)?;
                Ok(())
            },
            |rules| $crate::game::settings::on(rules.$($field).+),
        )
    };
}

/// Declares a [`Setting`] whose value is one of several names, kept in a field; a bare key is the
/// first name.
macro_rules! one_of {
    ($name:literal, $about:literal, $($field:ident).+,
     $first:literal => $value:expr $(, $more:literal => $values:expr)+ $(,)?) => {
        $crate::game::settings::Setting::new(
            $name,
            concat!($first $(, "|", $more)+),
            $about,
            |rules, value| {
                let names = [$first $(, $more)+];
                let name = value.unwrap_or($first);
                let place = $crate::game::settings::choice($name, name, &names)?;
                rules.$($field).+ = [$value $(, $values)+][place];
                Ok(())
            },
            |rules| {
                let known = [($value, $first) $(, ($values, $more))+];
                let now = known.into_iter().find(|(value, _)| *value == rules.$($field).+);
                now.map_or("", |(_, name)| name).to_owned()
            },
        )
    };
}

pub use whole_setting;

pub(crate) use {on_off, one_of};

/// Returns the error for the rule `key` without a value; `example` is a valid value.
pub(crate) fn needs(key: &str, example: &str) -> Error {
    let help = format!("write `--rules {key}={example}`");
    Error::input_help(format!("the rule `{key}` needs a value"), help)
}

/// Parses the value of a rule as a whole number from `low` to `high`.
///
/// # Errors
///
/// Fails if the value is missing or not such a number.
pub fn number(key: &str, value: Option<&str>, low: i64, high: i64) -> Result<i64> {
    let text = value.ok_or_else(|| needs(key, &low.max(1).to_string()))?;
    let number = text.replace('_', "").parse().ok();
    number.filter(|number| (low..=high).contains(number)).ok_or_else(|| {
        Error::input_help(
            format!("`{key}={text}` is not a whole number from {low} to {high}"),
            format!("write one such as `{key}={}`", 1000.clamp(low, high)),
        )
    })
}

/// Returns the index of `value` in `known`.
pub(crate) fn choice(key: &str, value: &str, known: &[&str]) -> Result<usize> {
    known.iter().position(|name| *name == value).ok_or_else(|| {
        let all = || format!("the values are: {}", known.join(", "));
        let help = did_you_mean(value, known.iter().copied(), all);
        Error::input_help(format!("the rule `{key}` has no value `{value}`"), help)
    })
}

/// Parses a switch; a bare key means on.
pub(crate) fn on_or_off(key: &str, value: Option<&str>) -> Result<bool> {
    Ok(choice(key, value.unwrap_or("on"), &["on", "off"])? == 0)
}

/// Returns the value of a switch as text.
pub(crate) fn on(on: bool) -> String {
    if on { "on" } else { "off" }.to_owned()
}
