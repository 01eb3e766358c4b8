//! The values of `--rules`, read and refused in the same words for every game.

use crate::error::{Error, Result, nearest};

/// The rule `key` came without a value; `example` is one.
pub(super) fn needs(key: &str, example: &str) -> Error {
    Error::input_help(
        format!("the rule `{key}` needs a value"),
        format!("write `--rules {key}={example}`"),
    )
}

/// A whole number from `low` to `high`.
pub(super) fn number(key: &str, value: Option<&str>, low: u32, high: u32) -> Result<u32> {
    let text = value.ok_or_else(|| needs(key, &high.min(4).to_string()))?;
    let number = text.replace('_', "").parse().ok();
    number.filter(|number| (low..=high).contains(number)).ok_or_else(|| {
        Error::input(format!("`{key}={text}` is not a whole number from {low} to {high}"))
    })
}

/// The place of `value` among `known`.
pub(super) fn choice(key: &str, value: &str, known: &[&str]) -> Result<usize> {
    known.iter().position(|name| *name == value).ok_or_else(|| {
        Error::input_help(
            format!("the rule `{key}` has no value `{value}`"),
            match nearest(value, known.iter().copied()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("one of: {}", known.join(", ")),
            },
        )
    })
}

/// A bare key means on.
pub(super) fn on_or_off(key: &str, value: Option<&str>) -> Result<bool> {
    Ok(choice(key, value.unwrap_or("on"), &["on", "off"])? == 0)
}
