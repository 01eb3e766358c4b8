//! Parsers of whole numbers: counts of games, players and threads, points, dice.

use std::fmt;
use std::ops::RangeInclusive;

use super::{Fault, Parsed};

/// The largest count: a run of this length would take months.
pub const MAX_COUNT: u64 = 1_000_000_000_000_000;
/// The largest number of raw rows: their units are replayed and kept in memory until written.
pub const MAX_ROWS: u64 = 1_000_000;
/// The largest number of players of any game.
pub const MAX_PLAYERS: u8 = 8;
/// The largest number of threads.
pub const MAX_THREADS: u16 = 1024;

const COUNTS: &str = "write a whole number from 1, such as 1_000_000, 250k, 1e6 or 1.5M";

/// Parses a number of games or turns.
///
/// Rejects everything except whole numbers in `1..=MAX_COUNT`.
pub fn count(text: &str) -> Parsed<u64> {
    match whole(text)? {
        0 => Err(Fault::new("is too small", COUNTS)),
        count => Ok(count),
    }
}

/// Parses a number of rows.
///
/// Rejects everything except whole numbers in `1..=MAX_ROWS`.
pub fn rows(text: &str) -> Parsed<u64> {
    match whole(text)? {
        0 => Err(Fault::new("has nothing to write", "leave the flag out to write no samples")),
        count if count > MAX_ROWS => {
            let help =
                "the maximum is 1_000_000: samples are for inspection; tables count all games";
            Err(Fault::new("is more rows than `samples.csv` can have", help))
        }
        count => Ok(count),
    }
}

/// Parses the number of one game or turn.
pub fn ordinal(text: &str) -> Parsed<u64> {
    match whole(text)? {
        0 => Err(Fault::new("does not exist", "games and turns count from 1")),
        ordinal => Ok(ordinal),
    }
}

/// Parses a whole number up to [`MAX_COUNT`], exactly: `1_000_000`, `1e6`, `1.5e6`, `1M`, `250k`,
/// `2G`.
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
        Fault::new(
            "is more than the largest count",
            "the maximum is 1e15; a run of 1e9 is already long",
        )
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

/// Returns whether the text is empty or consists of digits with single underscores between them.
pub(super) fn digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
        && !text.starts_with('_')
        && !text.ends_with('_')
        && !text.contains("__")
}

/// Returns the number after the `e`, clamped far outside the valid range.
fn exponent(text: &str) -> Option<i64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned.is_empty() || !unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = unsigned.parse::<i64>().unwrap_or(i64::MAX).min(1_000_000);
    Some(if text.starts_with('-') { -size } else { size })
}

/// Parses a small whole number in a range.
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

/// Parses a number of players.
///
/// Rejects everything except `1..=MAX_PLAYERS`.
pub fn players(text: &str) -> Parsed<u8> {
    small(text, 1..=MAX_PLAYERS, "players")
}

/// Parses a number of threads.
///
/// Rejects everything except `1..=MAX_THREADS`.
pub fn threads(text: &str) -> Parsed<u16> {
    small(text, 1..=MAX_THREADS, "threads")
}

/// Whole-number weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub Vec<u32>);

/// The largest weight.
const MAX_WEIGHT: u32 = 1000;

/// Parses weights, joined by commas.
///
/// Rejects everything except whole numbers up to 1000, and weights that are all 0.
pub fn weights(text: &str) -> Parsed<Weights> {
    const HELP: &str = "write whole numbers from 0 to 1000, one of them above 0, as in 3,1,0";
    let numbers = text.split(',').map(|number| number.trim().parse().ok());
    let numbers: Option<Vec<u32>> = numbers.collect();
    let known = |numbers: &Vec<u32>| {
        numbers.iter().all(|number| *number <= MAX_WEIGHT) && numbers.iter().any(|n| *n > 0)
    };
    let found = numbers.filter(known).map(Weights);
    found.ok_or_else(|| Fault::new("are not weights", HELP))
}

/// The largest number of points in a game, also the highest target.
pub const MAX_POINTS: u32 = 1_000_000;

/// Parses a number of points.
///
/// Rejects everything except whole numbers in `0..=MAX_POINTS`.
pub fn points(text: &str) -> Parsed<u32> {
    const HELP: &str = "write a whole number such as 450 or 3_200";
    if text.is_empty() || !digits(text) {
        return Err(Fault::new("is not a number of points", HELP));
    }
    let points = text.replace('_', "").parse().ok().filter(|points| *points <= MAX_POINTS);
    points.ok_or_else(|| Fault::new("is too many points", "the maximum is 1_000_000"))
}

/// Parses a number of dice. The game checks the limit.
///
/// Rejects everything except whole numbers.
pub fn dice(text: &str) -> Parsed<u32> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Fault::new("is not a number of dice", "write a whole number such as 3"));
    }
    // A larger number is clamped to a value outside the valid range.
    Ok(text.parse().unwrap_or(u32::MAX))
}

/// The faces of dice as typed. The game checks them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faces(pub Vec<u32>);

/// Parses the faces of dice: `1,5,5,12` or `1 5 5 12`, or without separators if each is one digit,
/// `1552`. A comma at the end is allowed, so that `12,` is one die.
///
/// Rejects everything else, and an empty list.
pub fn faces(text: &str) -> Parsed<Faces> {
    const HELP: &str = "write the faces that the dice show, as in 1,5,5,2 or 1552";
    let text = text.trim();
    let listed = text.strip_suffix(',').unwrap_or(text);
    if listed.is_empty() {
        return Err(Fault::new("is empty", HELP));
    }
    let number = |face: &str| -> Parsed<u32> {
        let face = face.trim();
        if face.is_empty() {
            return Err(Fault::new("has nothing between two commas", HELP));
        }
        if !face.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Fault::new(format!("has `{face}`, which is not a face of a die"), HELP));
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
