//! Parsers of the values of flags, with their error messages.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use crate::policy::parse_number;
use crate::run::checkpoint::Shard;
use crate::run::{Varied, Vary};

mod numbers;
mod shares;

use numbers::digits;
pub use numbers::{
    Faces, MAX_COUNT, MAX_PLAYERS, MAX_POINTS, MAX_ROWS, MAX_THREADS, Weights, count, dice, faces,
    ordinal, players, points, rows, threads, weights,
};
pub use shares::{EloBounds, confidence, edge, elo_bounds, error_rate, margin, until};

/// The maximum number of parts of a run.
pub const MAX_SHARDS: u64 = 1_000_000;

/// The error for a value: the text after "`--games 0` …", and the way out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem} ({help})")]
pub struct Fault {
    /// The rest of a sentence that starts with the flag and its value.
    pub problem: String,
    /// The way out.
    pub help: String,
}

impl Fault {
    fn new(problem: impl Into<String>, help: impl Into<String>) -> Self {
        Self { problem: problem.into(), help: help.into() }
    }
}

/// The result of parsing a value.
pub type Parsed<T> = Result<T, Fault>;

/// Parses a time in seconds.
///
/// Rejects everything except numbers from a thousandth to a million.
pub fn seconds(text: &str) -> Parsed<Duration> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=1e6).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| {
        Fault::new("is not a time in seconds", "write a number from 0.001 to 1_000_000, as in 30")
    })
}

/// Parses a time: `90`, `90s`, `2m`, `1.5h`.
///
/// Rejects everything except times from a thousandth of a second to a million seconds.
pub fn time(text: &str) -> Parsed<Duration> {
    let (number, unit) = match text.char_indices().next_back() {
        Some((at, 's')) => (&text[..at], 1.0),
        Some((at, 'm')) => (&text[..at], 60.0),
        Some((at, 'h')) => (&text[..at], 3600.0),
        _ => (text, 1.0),
    };
    let time = number.trim_end().parse().ok().map(|number: f64| number * unit);
    let time = time.filter(|seconds| (0.001..=1e6).contains(seconds));
    time.map(Duration::from_secs_f64).ok_or_else(|| {
        Fault::new("is not a time", "write seconds, minutes or hours: 90s, 2m, 1.5h")
    })
}

/// Parses the number of a part and the number of parts.
///
/// Rejects everything except `I/N` with whole numbers and I in `1..=N`.
pub fn shard(text: &str) -> Parsed<Shard> {
    let parts = text.split_once('/');
    let numbers = parts.and_then(|(own, of)| Some((own.parse().ok()?, of.parse().ok()?)));
    let shard = numbers.filter(|(number, of)| (1..=*of).contains(number) && *of <= MAX_SHARDS);
    shard
        .map(|(number, of)| Shard { number, of })
        .ok_or_else(|| Fault::new("is not a shard", "write I/N with I from 1 to N, as in 3/8"))
}

/// Parses an axis of a grid: `hold=400..2000:50`, `hold=400,600` or `rules.riders=on,off`.
///
/// Rejects an axis without a key or values, and empty ranges.
pub fn vary(text: &str) -> Parsed<Vary> {
    const HELP: &str = "write KEY=FROM..TO:STEP or KEY=VALUE,VALUE,…, as in hold=400..2000:50";
    let named = text.split_once('=').map(|(key, values)| (key.trim(), values.trim()));
    let Some((key, values)) = named.filter(|(key, values)| !key.is_empty() && !values.is_empty())
    else {
        return Err(Fault::new("has no values", HELP));
    };
    let key = key.to_owned();
    let Some((from, rest)) = values.split_once("..") else {
        let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
        if values.iter().any(String::is_empty) {
            return Err(Fault::new("has nothing between two commas", HELP));
        }
        return Ok(Vary { key, values: Varied::List(values) });
    };
    let (to, step) = rest.split_once(':').map_or((rest, None), |(to, step)| (to, Some(step)));
    let number =
        |text: &str| parse_number(text.trim()).ok_or_else(|| Fault::new("is not a range", HELP));
    let (from, to) = (number(from)?, number(to)?);
    let step = step.map(number).transpose()?;
    if to < from || step.is_some_and(|step| step <= 0.0) {
        let help = "the first value must be the lowest, and the step must be above 0";
        return Err(Fault::new("is an empty grid", help));
    }
    Ok(Vary { key, values: Varied::Range(from, to, step) })
}

/// The random seed of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The number.
    pub number: u64,
    /// Whether the seed is `random`: chosen by the operating system.
    pub made_up: bool,
}

/// Parses a seed: a number, or `random`.
pub fn seed(text: &str) -> Parsed<Seed> {
    const HELP: &str = "write a whole number from 0 to 18446744073709551615, or random";
    if text == "random" {
        // The standard library seeds its hashers from the operating system.
        let number = RandomState::new().build_hasher().finish();
        return Ok(Seed { number, made_up: true });
    }
    if !text.is_empty() && digits(text) {
        return match text.replace('_', "").parse() {
            Ok(number) => Ok(Seed { number, made_up: false }),
            Err(_) => Err(Fault::new("is larger than the largest seed", HELP)),
        };
    }
    Err(Fault::new("is not a seed", HELP))
}

/// Settings as typed: `key=value,key,…`. The game interprets them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(pub Vec<(String, Option<String>)>);

/// Parses settings: `key=value,key,…`. A key without a value means on; values of a list are joined
/// with `+`.
///
/// Rejects empty entries, keys, values and list items, and duplicate keys.
pub fn settings(text: &str) -> Parsed<Settings> {
    const HELP: &str = "write key=value,key,…: a key without a value turns the rule on; values of a list are joined with +";
    let mut settings: Vec<(String, Option<String>)> = Vec::new();
    for entry in text.split(',') {
        let (key, value) = match entry.split_once('=') {
            Some((key, value)) => (key.trim(), Some(value.trim())),
            None => (entry.trim(), None),
        };
        let fault = |problem: String| Err(Fault::new(problem, HELP));
        if key.is_empty() {
            return fault(match value {
                Some(value) => format!("has the value `{value}` without a key"),
                None => "has an empty entry".to_owned(),
            });
        }
        if let Some(odd) = key.chars().find(|&c| !(c.is_alphanumeric() || "-_.".contains(c))) {
            return fault(format!("has `{odd}` in the key `{key}`"));
        }
        match value {
            Some("") => return fault(format!("has no value after `{key}=`")),
            Some(value) if value.contains('=') => {
                return fault(format!("has more than one `=` in `{key}={value}`"));
            }
            Some(value) if value.split('+').any(str::is_empty) => {
                return fault(format!("has an empty item in the list `{value}`"));
            }
            _ => {}
        }
        if settings.iter().any(|(known, _)| known == key) {
            return Err(Fault::new(
                format!("sets `{key}` twice"),
                "leave one out; values of a list are joined with +",
            ));
        }
        settings.push((key.to_owned(), value.map(str::to_owned)));
    }
    Ok(Settings(settings))
}
