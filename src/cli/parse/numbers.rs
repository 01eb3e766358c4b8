//! Whole numbers: counts of games, of players and of threads, points, dice.

use std::fmt;
use std::ops::RangeInclusive;

use super::{Fault, Parsed};

/// The largest count: a run of that many units would take months.
pub const MAX_COUNT: u64 = 1_000_000_000_000_000;
/// The largest number of units written as raw rows: they are played again, and kept until written.
pub const MAX_ROWS: u64 = 1_000_000;
/// The largest number of players any of the games takes.
pub const MAX_PLAYERS: u8 = 8;
/// The largest number of threads.
pub const MAX_THREADS: u16 = 1024;

const COUNTS: &str = "write a whole number such as 1_000_000, 250k, 1e6 or 1.5M";

/// A number of games or turns.
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

/// The number of one game or turn among many.
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
pub(super) fn digits(text: &str) -> bool {
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
/// Refuses everything but `1..=MAX_PLAYERS`.
pub fn players(text: &str) -> Parsed<u8> {
    small(text, 1..=MAX_PLAYERS, "players")
}

/// A number of threads.
///
/// Refuses everything but `1..=MAX_THREADS`.
pub fn threads(text: &str) -> Parsed<u16> {
    small(text, 1..=MAX_THREADS, "threads")
}

/// Whole numbers that say how much each of several things counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub Vec<u32>);

/// The largest weight.
const MAX_WEIGHT: u32 = 1000;

/// Weights, joined by commas.
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
