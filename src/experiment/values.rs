//! What can stand behind a flag, and what is said when something else does.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::RangeInclusive;
use std::time::Duration;

use super::part::Shard;
use super::stopping::{Margin, Until, Width};

use crate::policy::parse_number;

/// The largest count: a run of that many units would take months.
pub const MAX_COUNT: u64 = 1_000_000_000_000_000;
/// The largest number of units written as raw rows: they are played again, and kept until written.
pub const MAX_ROWS: u64 = 1_000_000;
/// The largest number of players any of the games takes.
pub const MAX_PLAYERS: u8 = 8;
/// The most parts of a run.
pub const MAX_SHARDS: u64 = 1_000_000;
/// The largest number of threads.
pub const MAX_THREADS: u16 = 1024;

/// Why a value is refused: what stands behind "`--games 0` …", and the way out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem} ({help})")]
pub struct Fault {
    /// The rest of a sentence that begins with the flag and its value.
    pub problem: String,
    /// The way out.
    pub help: String,
}

impl Fault {
    fn new(problem: impl Into<String>, help: impl Into<String>) -> Self {
        Self { problem: problem.into(), help: help.into() }
    }
}

/// The result of reading a value.
pub type Parsed<T> = Result<T, Fault>;

const COUNTS: &str = "write a whole number such as 1_000_000, 250k, 1e6 or 1.5M";

/// A number of games or turns.
///
/// # Errors
///
/// Refuses everything but whole numbers in `1..=MAX_COUNT`.
pub fn count(text: &str) -> Parsed<u64> {
    match whole(text)? {
        0 => Err(Fault::new("leaves nothing to play", COUNTS)),
        count => Ok(count),
    }
}

/// A number of rows.
///
/// # Errors
///
/// Refuses everything but whole numbers in `1..=MAX_ROWS`.
pub fn rows(text: &str) -> Parsed<u64> {
    match whole(text)? {
        0 => Err(Fault::new("leaves nothing to write", "leave the flag out to write no samples")),
        count if count > MAX_ROWS => {
            let help =
                "the most is 1_000_000: samples are to be looked at, tables count everything";
            Err(Fault::new("is more than a file of samples holds", help))
        }
        count => Ok(count),
    }
}

/// A time in seconds.
///
/// # Errors
///
/// Refuses everything but numbers from a thousandth to a million.
pub fn seconds(text: &str) -> Parsed<Duration> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=1e6).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| {
        Fault::new("is no time in seconds", "write a number from 0.001 to 1_000_000, as in 30")
    })
}

/// Which of how many parts.
///
/// # Errors
///
/// Refuses everything but `I/N` with whole numbers and I in `1..=N`.
pub fn shard(text: &str) -> Parsed<Shard> {
    let parts = text.split_once('/');
    let numbers = parts.and_then(|(own, of)| Some((own.parse().ok()?, of.parse().ok()?)));
    let shard = numbers.filter(|(number, of)| (1..=*of).contains(number) && *of <= MAX_SHARDS);
    shard
        .map(|(number, of)| Shard { number, of })
        .ok_or_else(|| Fault::new("is no part", "write I/N with I from 1 to N, as in 3/8"))
}

/// The number of one game or turn among many.
///
/// # Errors
///
/// As [`count`].
pub fn ordinal(text: &str) -> Parsed<u64> {
    match whole(text)? {
        0 => Err(Fault::new("does not exist", "games and turns count from 1")),
        ordinal => Ok(ordinal),
    }
}

/// A whole number up to [`MAX_COUNT`], exactly: `1_000_000`, `1e6`, `1.5e6`, `1M`, `250k`, `2G`.
fn whole(text: &str) -> Parsed<u64> {
    let not_a_count = || Fault::new("is not a count", COUNTS);
    if let Some(rest) = text.strip_prefix('-')
        && rest.starts_with(|c: char| c.is_ascii_digit() || c == '.')
    {
        return Err(Fault::new("is negative", COUNTS));
    }
    let (mantissa, mut power) = match text.char_indices().next_back() {
        Some((at, 'k' | 'K')) => (&text[..at], 3),
        Some((at, 'm' | 'M')) => (&text[..at], 6),
        Some((at, 'g' | 'G')) => (&text[..at], 9),
        _ => match text.split_once(['e', 'E']) {
            Some((mantissa, power)) => (mantissa, exponent(power).ok_or_else(not_a_count)?),
            None => (text, 0),
        },
    };
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if (before.is_empty() && after.is_empty()) || !(digits(before) && digits(after)) {
        let help =
            if text.contains(',') { "separate thousands with _, as in 1_000_000" } else { COUNTS };
        return Err(Fault::new("is not a count", help));
    }

    let too_large = || {
        Fault::new("is more than can be counted", "the most is 1e15; a run of 1e9 is already long")
    };
    let mut value: u128 = 0;
    for digit in before.bytes().chain(after.bytes()).filter(u8::is_ascii_digit) {
        value = value
            .checked_mul(10)
            .and_then(|value| value.checked_add(u128::from(digit - b'0')))
            .ok_or_else(too_large)?;
    }
    if value == 0 {
        return Ok(0);
    }
    power -= after.bytes().filter(u8::is_ascii_digit).count() as i64;
    while value.is_multiple_of(10) {
        value /= 10;
        power += 1;
    }
    if power < 0 {
        return Err(Fault::new("is not a whole number", COUNTS));
    }
    u32::try_from(power)
        .ok()
        .and_then(|power| 10u128.checked_pow(power))
        .and_then(|factor| value.checked_mul(factor))
        .and_then(|value| u64::try_from(value).ok())
        .filter(|&value| value <= MAX_COUNT)
        .ok_or_else(too_large)
}

/// Digits with single underscores between them, or nothing.
fn digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
        && !text.starts_with('_')
        && !text.ends_with('_')
        && !text.contains("__")
}

/// The number behind the `e`; one that is out of all bounds stays so.
fn exponent(text: &str) -> Option<i64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned.is_empty() || !unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = unsigned.parse::<i64>().unwrap_or(i64::MAX).min(1_000_000);
    Some(if text.starts_with('-') { -size } else { size })
}

/// A small whole number in a range.
fn small<T>(text: &str, range: RangeInclusive<T>, what: &str) -> Parsed<T>
where
    T: Copy + PartialOrd + fmt::Display + TryFrom<u64>,
{
    let (least, most) = (*range.start(), *range.end());
    let help = format!("write a whole number from {least} to {most}");
    match text.parse::<u64>().map(T::try_from) {
        Ok(Ok(number)) if range.contains(&number) => Ok(number),
        Ok(_) => Err(Fault::new(format!("is outside {least} to {most} {what}"), help)),
        Err(_) => Err(Fault::new(format!("is not a number of {what}"), help)),
    }
}

/// A number of players.
///
/// # Errors
///
/// Refuses everything but `1..=MAX_PLAYERS`.
pub fn players(text: &str) -> Parsed<u8> {
    small(text, 1..=MAX_PLAYERS, "players")
}

/// A number of threads.
///
/// # Errors
///
/// Refuses everything but `1..=MAX_THREADS`.
pub fn threads(text: &str) -> Parsed<u16> {
    small(text, 1..=MAX_THREADS, "threads")
}

/// An edge: what the bank keeps of a dollar staked, as a share or in percent (`0.05`, `5%`, `0`).
///
/// # Errors
///
/// Refuses everything but numbers from -1 to 1, or -100 to 100 %.
pub fn edge(text: &str) -> Parsed<f64> {
    share(text)
        .filter(|edge| (-1.0..=1.0).contains(edge))
        .ok_or_else(|| Fault::new("is no edge", "write a share of the stake such as 0, 0.05 or 5%"))
}

/// The values of one axis of a grid. What they mean is for the game to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Vary {
    /// What varies: a parameter of a policy, or `rules.` and a rule.
    pub key: String,
    /// Its values.
    pub values: Varied,
}

/// The values of one axis of a grid.
#[derive(Clone, Debug, PartialEq)]
pub enum Varied {
    /// From the first to at most the second, so far apart; by the step of the parameter where none is
    /// given.
    Range(f64, f64, Option<f64>),
    /// One by one.
    List(Vec<String>),
}

/// An axis of a grid: `hold=400..2000:50`, `hold=400,600` or `rules.stressed=on,off`.
///
/// # Errors
///
/// Refuses what has no key or no values, and ranges that hold nothing.
pub fn vary(text: &str) -> Parsed<Vary> {
    const HELP: &str = "write KEY=FROM..TO:STEP or KEY=VALUE,VALUE,…, as in hold=400..2000:50";
    let named = text.split_once('=').map(|(key, values)| (key.trim(), values.trim()));
    let Some((key, values)) = named.filter(|(key, values)| !key.is_empty() && !values.is_empty())
    else {
        return Err(Fault::new("varies nothing", HELP));
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
        |text: &str| parse_number(text.trim()).ok_or_else(|| Fault::new("is no range", HELP));
    let (from, to) = (number(from)?, number(to)?);
    let step = step.map(number).transpose()?;
    if to < from || step.is_some_and(|step| step <= 0.0) {
        let help = "the first value is the lowest, and the step is above 0";
        return Err(Fault::new("is a grid of no points", help));
    }
    Ok(Vary { key, values: Varied::Range(from, to, step) })
}

/// What is to be known before a run ends: `ci(win) < 0.1%`, `ci(mean) < 5` or `rank settled`.
///
/// # Errors
///
/// Refuses everything else.
pub fn until(text: &str) -> Parsed<Until> {
    const HELP: &str = "write 'ci(win) < 0.1%', 'ci(mean) < 5' or 'rank settled', in quotes";
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if bare == "ranksettled" {
        return Ok(Until::Ranked);
    }
    let parts =
        bare.split_once('<').map(|(of, below)| (of, below.strip_prefix('=').unwrap_or(below)));
    let (of, below) = match parts {
        Some(("ci(win)", below)) => (Width::Win, share(below).filter(|below| *below < 1.0)),
        Some(("ci(mean)", below)) => (Width::Mean, below.parse().ok()),
        _ => return Err(Fault::new("says nothing that can be known", HELP)),
    };
    let below = below.filter(|below: &f64| below.is_finite() && *below > 0.0);
    let width = below.map(|below| Until::Width(of, below));
    width.ok_or_else(|| Fault::new("has no half-width of an interval", HELP))
}

/// A difference too small to matter: `0.5%` of win rates, or `20` points.
///
/// # Errors
///
/// Refuses everything but numbers above 0, and shares of 1 and more.
pub fn margin(text: &str) -> Parsed<Margin> {
    let of = if text.ends_with('%') { Width::Win } else { Width::Mean };
    let margin = share(text).filter(|margin| margin.is_finite() && *margin > 0.0);
    let margin = margin.filter(|margin| of == Width::Mean || *margin < 1.0);
    margin.map(|margin| Margin(of, margin)).ok_or_else(|| {
        Fault::new("is no margin", "write a win rate in percent, as in 0.5%, or points, as in 20")
    })
}

/// A share, or the same in percent.
fn share(text: &str) -> Option<f64> {
    match text.strip_suffix('%') {
        // Moving the point in the text keeps 99.9% exactly the number that 0.999 is.
        Some(percent) => format!("{}e-2", percent.trim_end()).parse().ok(),
        None => text.parse().ok(),
    }
}

/// A time: `90`, `90s`, `2m`, `1.5h`.
///
/// # Errors
///
/// Refuses everything but times from a thousandth of a second to a million seconds.
pub fn time(text: &str) -> Parsed<Duration> {
    let (number, unit) = match text.char_indices().next_back() {
        Some((at, 's')) => (&text[..at], 1.0),
        Some((at, 'm')) => (&text[..at], 60.0),
        Some((at, 'h')) => (&text[..at], 3600.0),
        _ => (text, 1.0),
    };
    let time = number.trim_end().parse().ok().map(|number: f64| number * unit);
    let time = time.filter(|seconds| (0.001..=1e6).contains(seconds));
    time.map(Duration::from_secs_f64)
        .ok_or_else(|| Fault::new("is no time", "write seconds, minutes or hours: 90s, 2m, 1.5h"))
}

/// Two differences in Elo, the lower first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloBounds(pub f64, pub f64);

/// The bounds of a sequential test: `0,5`.
///
/// # Errors
///
/// Refuses everything but two numbers from -1000 to 1000, the lower first.
pub fn elo_bounds(text: &str) -> Parsed<EloBounds> {
    const HELP: &str = "write two differences in Elo, the lower first, as in 0,5 or -3,1";
    let bounds = text.split_once(',').and_then(|(low, high)| {
        let number = |text: &str| text.trim().parse::<f64>().ok();
        Some(EloBounds(number(low)?, number(high)?))
    });
    let sound = |EloBounds(low, high): &EloBounds| {
        low < high && [low, high].iter().all(|elo| elo.abs() <= 1000.0)
    };
    bounds.filter(sound).ok_or_else(|| Fault::new("are no bounds of a test", HELP))
}

/// The chance of an error, as a share or in percent: `0.05`, `5%`.
///
/// # Errors
///
/// Refuses everything but what lies between 0 and a half.
pub fn error_rate(text: &str) -> Parsed<f64> {
    share(text).filter(|rate| *rate >= 1e-9 && *rate < 0.5).ok_or_else(|| {
        Fault::new("is no error rate", "write a share below 0.5, such as 0.05 or 5%")
    })
}

/// Whole numbers that say how much each of several things counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub Vec<u32>);

/// The largest weight.
const MAX_WEIGHT: u32 = 1000;

/// Weights, joined by commas.
///
/// # Errors
///
/// Refuses everything but whole numbers up to 1000, and weights that are all 0.
pub fn weights(text: &str) -> Parsed<Weights> {
    const HELP: &str = "write whole numbers from 0 to 1000, one of them above 0, as in 3,1,0";
    let numbers = text.split(',').map(|number| number.trim().parse().ok());
    let numbers: Option<Vec<u32>> = numbers.collect();
    let known = |numbers: &Vec<u32>| {
        numbers.iter().all(|number| *number <= MAX_WEIGHT) && numbers.iter().any(|n| *n > 0)
    };
    let found = numbers.filter(known).map(Weights);
    found.ok_or_else(|| Fault::new("are no weights", HELP))
}

/// The most points that anything in a game holds: no target is higher.
pub const MAX_POINTS: u32 = 1_000_000;

/// A number of points.
///
/// # Errors
///
/// Refuses everything but whole numbers in `0..=MAX_POINTS`.
pub fn points(text: &str) -> Parsed<u32> {
    const HELP: &str = "write a whole number such as 450 or 3_200";
    if text.is_empty() || !digits(text) {
        return Err(Fault::new("is not a number of points", HELP));
    }
    let points = text.replace('_', "").parse().ok().filter(|points| *points <= MAX_POINTS);
    points.ok_or_else(|| Fault::new("is more than a game goes on for", "the most is 1_000_000"))
}

/// A number of dice. How many there are is for the game to say.
///
/// # Errors
///
/// Refuses everything but whole numbers.
pub fn dice(text: &str) -> Parsed<u32> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Fault::new("is not a number of dice", "write a whole number such as 3"));
    }
    // One that is out of all bounds stays so.
    Ok(text.parse().unwrap_or(u32::MAX))
}

/// The faces of dice as they were typed. Which faces there are is for the game to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faces(pub Vec<u32>);

/// The faces of dice: `1,5,5,12` or `1 5 5 12`, or written together where each is one digit, `1552`.
/// A comma at the end does no harm, so that `12,` is one die.
///
/// # Errors
///
/// Refuses everything else, and no dice at all.
pub fn faces(text: &str) -> Parsed<Faces> {
    const HELP: &str = "write the faces that the dice show, as in 1,5,5,2 or 1552";
    let text = text.trim();
    let listed = text.strip_suffix(',').unwrap_or(text);
    if listed.is_empty() {
        return Err(Fault::new("shows no dice", HELP));
    }
    let number = |face: &str| -> Parsed<u32> {
        let face = face.trim();
        if face.is_empty() {
            return Err(Fault::new("has nothing between two commas", HELP));
        }
        if !face.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Fault::new(format!("has `{face}`, which is no face of a die"), HELP));
        }
        Ok(face.parse().unwrap_or(u32::MAX))
    };
    let faces: Parsed<Vec<u32>> = if text.contains(',') {
        listed.split(',').map(number).collect()
    } else if text.contains(char::is_whitespace) {
        text.split_whitespace().map(number).collect()
    } else {
        text.char_indices().map(|(at, face)| number(&text[at..at + face.len_utf8()])).collect()
    };
    faces.map(Faces)
}

/// The level of the intervals, as a share or in percent: `0.95`, `95%`.
///
/// # Errors
///
/// Refuses everything but 0.5 to 0.999999.
pub fn confidence(text: &str) -> Parsed<f64> {
    const HELP: &str =
        "write a share from 0.5 to 0.999999, such as 0.95, or the same in percent, 95%";
    match share(text) {
        Some(level) if (0.5..=0.999_999).contains(&level) => Ok(level),
        Some(level) if level.is_finite() => Err(Fault::new("is no level for an interval", HELP)),
        _ => Err(Fault::new("is not a level of confidence", HELP)),
    }
}

/// Where the luck of a run comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The number.
    pub number: u64,
    /// Whether nobody named it: the operating system made it up.
    pub made_up: bool,
}

/// A seed: a number, or `random`.
///
/// # Errors
///
/// Refuses everything else.
pub fn seed(text: &str) -> Parsed<Seed> {
    const HELP: &str = "write a whole number from 0 to 18446744073709551615, or random";
    if text == "random" {
        // The standard library keys its hashers from the operating system.
        let number = RandomState::new().build_hasher().finish();
        return Ok(Seed { number, made_up: true });
    }
    if !text.is_empty() && digits(text) {
        return match text.replace('_', "").parse() {
            Ok(number) => Ok(Seed { number, made_up: false }),
            Err(_) => Err(Fault::new("is larger than a seed can be", HELP)),
        };
    }
    Err(Fault::new("is not a seed", HELP))
}

/// Settings as they were typed: `key=value,key,…`. What they mean is for the game to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(pub Vec<(String, Option<String>)>);

/// Settings: `key=value,key,…`. A bare key has no value and means on; the values of a list join
/// with `+`.
///
/// # Errors
///
/// Refuses empty entries, keys, values and list items, and a key that stands twice.
pub fn settings(text: &str) -> Parsed<Settings> {
    const HELP: &str = "write key=value,key,…: a bare key means on, values of a list join with +";
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
            Some("") => return fault(format!("has no value behind `{key}=`")),
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
                "leave one out; the values of a list join with +",
            ));
        }
        settings.push((key.to_owned(), value.map(str::to_owned)));
    }
    Ok(Settings(settings))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem<T: fmt::Debug>(parsed: Parsed<T>) -> String {
        parsed.expect_err("a fault").problem
    }

    #[test]
    fn counts_are_typed_as_people_write_them() {
        for (text, number) in [
            ("1", 1),
            ("1_000_000", 1_000_000),
            ("1000000", 1_000_000),
            ("1e6", 1_000_000),
            ("1E6", 1_000_000),
            ("1e+6", 1_000_000),
            ("1.5e6", 1_500_000),
            ("1_0.5_0e2", 1050),
            (".5k", 500),
            ("5.k", 5000),
            ("1M", 1_000_000),
            ("1m", 1_000_000),
            ("250k", 250_000),
            ("0.25K", 250),
            ("2G", 2_000_000_000),
            ("3000e-3", 3),
            ("7.000", 7),
            ("007", 7),
            ("1e15", MAX_COUNT),
            ("1000000G", MAX_COUNT),
            ("0.000000000000001e30", MAX_COUNT),
        ] {
            assert_eq!(count(text), Ok(number), "{text}");
        }
    }

    #[test]
    fn everything_else_is_no_count() {
        for text in [
            "", "abc", "1x", "M", "e6", "1e", "1e+", "1e6M", "1e6e6", "1Mk", "_1", "1_", "1__0",
            ".", ".k", "1.2.3", "1 000", "1,000", "0x10", "NaN", "inf", "+5", "--3", "-", "-x",
            "½", "1e½",
        ] {
            assert_eq!(problem(count(text)), "is not a count", "{text}");
        }
        for text in ["0", "0.0", "0e9", "0M", "0e-9", "000"] {
            assert_eq!(problem(count(text)), "leaves nothing to play", "{text}");
        }
        for text in ["-3", "-1e6", "-0", "-.5"] {
            assert_eq!(problem(count(text)), "is negative", "{text}");
        }
        for text in ["1.5", "1e-3", "1.0005k", "3001e-3", "1e-99999999999999999999"] {
            assert_eq!(problem(count(text)), "is not a whole number", "{text}");
        }
        let endless = "9".repeat(200);
        for text in [
            "1e30",
            "1000000000000001",
            "1e16",
            "9e99999999999999999999",
            "18446744073709551617",
            &endless,
        ] {
            assert_eq!(problem(count(text)), "is more than can be counted", "{text}");
        }
        assert!(count("1,000").expect_err("a fault").help.contains("1_000_000"));
        assert_eq!(problem(ordinal("0")), "does not exist");
        assert_eq!(problem(rows("0")), "leaves nothing to write");
        assert_eq!(rows("1M"), Ok(MAX_ROWS));
        assert_eq!(problem(rows("1000001")), "is more than a file of samples holds");
    }

    #[test]
    fn players_and_threads_have_bounds() {
        assert_eq!(players("1"), Ok(1));
        assert_eq!(players("8"), Ok(8));
        for text in ["0", "9", "256", "99999999999"] {
            assert_eq!(problem(players(text)), "is outside 1 to 8 players", "{text}");
        }
        for text in ["two", "", "-1", "1.5"] {
            assert_eq!(problem(players(text)), "is not a number of players", "{text}");
        }
        assert_eq!(threads("1024"), Ok(1024));
        for text in ["0", "1025", "70000"] {
            assert_eq!(problem(threads(text)), "is outside 1 to 1024 threads", "{text}");
        }
    }

    #[test]
    fn points_are_whole() {
        for (text, number) in [("0", 0), ("450", 450), ("3_200", 3200), ("1000000", MAX_POINTS)] {
            assert_eq!(points(text), Ok(number), "{text}");
        }
        for text in ["", "-50", "4.5", "1e3", "_", "1__0", "many", "½", "1 000", "1,000"] {
            assert_eq!(problem(points(text)), "is not a number of points", "{text}");
        }
        for text in ["1000001", "99999999999999999999"] {
            assert_eq!(problem(points(text)), "is more than a game goes on for", "{text}");
        }
    }

    #[test]
    fn dice_are_counted_and_their_faces_listed() {
        assert_eq!(dice("3"), Ok(3));
        assert_eq!(dice("99999999999"), Ok(u32::MAX));
        for text in ["", "-1", "two", "1.5", "1_0"] {
            assert_eq!(problem(dice(text)), "is not a number of dice", "{text}");
        }
        for (text, listed) in [
            ("1552", &[1, 5, 5, 2][..]),
            ("1,5,5,2", &[1, 5, 5, 2]),
            (" 1, 5 ,5,2,", &[1, 5, 5, 2]),
            ("1 5  5 2", &[1, 5, 5, 2]),
            ("12,3", &[12, 3]),
            ("12,", &[12]),
            ("12", &[1, 2]),
            ("0", &[0]),
            ("99999999999,", &[u32::MAX]),
        ] {
            assert_eq!(faces(text), Ok(Faces(listed.to_vec())), "{text}");
        }
        for text in ["", " ", ",", " , "] {
            assert_eq!(problem(faces(text)), "shows no dice", "{text}");
        }
        for text in ["1,,2", ",1", "1, ,2", "1,,"] {
            assert_eq!(problem(faces(text)), "has nothing between two commas", "{text}");
        }
        for (text, odd) in [("1a", "a"), ("1,five", "five"), ("-15", "-"), ("½", "½"), ("1 x", "x")]
        {
            let expected = format!("has `{odd}`, which is no face of a die");
            assert_eq!(problem(faces(text)), expected, "{text}");
        }
    }

    #[test]
    fn a_run_ends_when_something_is_known() {
        let win = |below| Ok(Until::Width(Width::Win, below));
        for (text, what) in [
            ("ci(win) < 0.1%", win(0.001)),
            ("ci(win)<0.001", win(0.001)),
            ("ci( win ) <= 2 %", win(0.02)),
            ("ci(mean) < 5", Ok(Until::Width(Width::Mean, 5.0))),
            ("rank settled", Ok(Until::Ranked)),
        ] {
            assert_eq!(until(text), what, "{text}");
        }
        for (text, what) in [
            ("ci(wins) < 0.1%", "says nothing that can be known"),
            ("ci(win)", "says nothing that can be known"),
            ("", "says nothing that can be known"),
            ("ci(win) < 0", "has no half-width of an interval"),
            ("ci(win) < 1", "has no half-width of an interval"),
            ("ci(mean) < nan", "has no half-width of an interval"),
            ("ci(mean) < 5%", "has no half-width of an interval"),
        ] {
            assert_eq!(problem(until(text)), what, "{text}");
        }
        let shown = |text| until(text).map(|until| until.to_string());
        assert_eq!(shown("ci(win)<0.0007"), Ok("ci(win) < 0.07%".to_owned()));
        assert_eq!(shown("ci(mean)<=2.50"), Ok("ci(mean) < 2.5".to_owned()));
    }

    #[test]
    fn margins_are_of_wins_or_of_points() {
        for (text, shown) in [("0.5%", "0.5%"), ("20", "20"), ("2.50 %", "2.5%")] {
            assert_eq!(margin(text).map(|margin| margin.to_string()), Ok(shown.to_owned()));
        }
        for text in ["", "%", "0", "-1", "100%", "inf", "x"] {
            assert_eq!(problem(margin(text)), "is no margin", "{text}");
        }
    }

    #[test]
    fn times_have_units() {
        for (text, seconds) in [("90", 90.0), ("90s", 90.0), ("2m", 120.0), ("1.5 h", 5400.0)] {
            assert_eq!(time(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
        for text in ["", "m", "0", "-1s", "1d", "1e9h", "nan"] {
            assert_eq!(problem(time(text)), "is no time", "{text}");
        }
    }

    #[test]
    fn confidence_is_a_share_or_in_percent() {
        for (text, level) in [
            ("0.95", 0.95),
            ("95%", 0.95),
            ("99.9%", 0.999),
            (".5", 0.5),
            ("99 %", 0.99),
            ("9e-1", 0.9),
        ] {
            assert_eq!(confidence(text), Ok(level), "{text}");
        }
        for text in ["0", "1", "95", "100%", "-0.95", "0.9999999", "0.49"] {
            assert_eq!(problem(confidence(text)), "is no level for an interval", "{text}");
        }
        for text in ["", "%", "high", "NaN", "inf", "0.9e%"] {
            assert_eq!(problem(confidence(text)), "is not a level of confidence", "{text}");
        }
    }

    #[test]
    fn a_seed_is_a_number_or_random() {
        for (text, number) in [("0", 0), ("1_000", 1000), ("18446744073709551615", u64::MAX)] {
            assert_eq!(seed(text), Ok(Seed { number, made_up: false }));
        }
        let random = || seed("random").expect("a seed");
        assert!(random().made_up);
        assert_ne!(random().number, random().number);
        assert_eq!(problem(seed("18446744073709551616")), "is larger than a seed can be");
        for text in ["", "-1", "1.5", "Random", "seed", "_", "1e6"] {
            assert_eq!(problem(seed(text)), "is not a seed", "{text}");
        }
    }

    #[test]
    fn weights_are_whole_numbers() {
        assert_eq!(weights("3, 0,1000"), Ok(Weights(vec![3, 0, 1000])));
        for text in ["", "0,0", "1,", "-1", "1.5", "1001", "1;2"] {
            assert_eq!(problem(weights(text)), "are no weights", "{text}");
        }
    }

    #[test]
    fn settings_are_keys_with_or_without_a_value() {
        let pair = |key: &str, value: Option<&str>| (key.to_owned(), value.map(str::to_owned));
        assert_eq!(
            settings("level=2, stressed,vegas=a+b"),
            Ok(Settings(vec![
                pair("level", Some("2")),
                pair("stressed", None),
                pair("vegas", Some("a+b")),
            ]))
        );
        assert_eq!(settings("own=-5"), Ok(Settings(vec![pair("own", Some("-5"))])));
        for (text, expected) in [
            ("", "has an empty entry"),
            ("level=2,", "has an empty entry"),
            ("=2", "has the value `2` without a key"),
            ("level=", "has no value behind `level=`"),
            ("level==2", "has more than one `=` in `level==2`"),
            ("vegas=a++b", "has an empty item in the list `a++b`"),
            ("le vel=2", "has ` ` in the key `le vel`"),
            ("level=2,level=1", "sets `level` twice"),
            ("stressed,stressed", "sets `stressed` twice"),
        ] {
            assert_eq!(problem(settings(text)), expected, "{text}");
        }
    }
}
