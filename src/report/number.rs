//! Numbers as text.

use crate::stats::{Estimate, Method};

/// The significant digits of a number in a table.
const DIGITS: usize = 9;

/// A number with at most nine significant digits, as a plain decimal without trailing zeros; `None`
/// for an infinity or a NaN.
pub fn significant(value: f64) -> Option<String> {
    if !value.is_finite() {
        return None;
    }
    if value == 0.0 {
        return Some("0".to_owned());
    }
    let scientific = format!("{:.*e}", DIGITS - 1, value.abs());
    let (mantissa, exponent) = scientific.split_once('e')?;
    let digits = mantissa.replace('.', "");
    let digits = digits.trim_end_matches('0');
    // The number of digits before the decimal point.
    let point = exponent.parse::<i32>().ok()? + 1;
    let before = usize::try_from(point).unwrap_or(0);
    let decimal = if point <= 0 {
        format!("0.{}{digits}", "0".repeat(point.unsigned_abs() as usize))
    } else if let Some((whole, fraction)) = digits.split_at_checked(before)
        && !fraction.is_empty()
    {
        format!("{whole}.{fraction}")
    } else {
        format!("{digits:0<before$}")
    };
    Some(if value < 0.0 { format!("-{decimal}") } else { decimal })
}

/// A number for the screen: integers with thousands separators, others as in [`significant`]; empty
/// for an infinity or a NaN.
pub fn plain(value: f64) -> String {
    let whole = value.round();
    // From 2^53 on every double is an integer; separators would not help.
    if value.is_finite() && (value - whole).abs() < 1e-9 && whole.abs() < 9e15 {
        let sign = if whole < 0.0 { "-" } else { "" };
        return format!("{sign}{}", count(whole.abs() as u64));
    }
    significant(value).unwrap_or_default()
}

/// A count for the screen, with thousands separators: `1,000,000`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut marked = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            marked.push(',');
        }
        marked.push(digit);
    }
    marked
}

/// Returns a number with five significant digits, at most four of them after the decimal point.
pub(crate) fn five_digits(value: f64) -> String {
    let before = if value.abs() < 1.0 { 1 } else { value.abs().log10() as usize + 1 };
    format!("{value:.*}", 5_usize.saturating_sub(before))
}

/// The unit of an estimate on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Percent, for proportions and probabilities.
    Percent,
    /// Unchanged: points, turns, money.
    Plain,
}

/// An estimate for the screen: `34.21 ± 0.09 %`, the value and the half-width of its interval,
/// formatted as a column of one ([`estimates`]).
pub fn estimate(estimate: &Estimate, unit: Unit) -> String {
    estimates(std::slice::from_ref(estimate), unit).swap_remove(0)
}

/// The estimates of a column for the screen: `34.21 ± 0.09 %`, the value and the half-width of its
/// interval, all rounded at the same decimal place.
///
/// The largest value has three significant digits. It has more if the narrowest half-width would
/// round to 0 or, in a column without percentages, have a rounding error above one third. No value
/// has digits below a hundredth of its standard error or more than two significant digits of it. An
/// interval that is markedly asymmetric, as near 0 and 1, is shown by its limits: `0 % (0 to 31)`.
/// Values without standard error have at most two decimals. An exact mean is shown in full; an
/// exact integer in a plain column is always shown as an integer: `33.33 %`, `400 (no interval)`, `2`.
pub fn estimates(column: &[Estimate], unit: Unit) -> Vec<String> {
    let (scale, sign) = match unit {
        Unit::Percent => (100.0, " %"),
        Unit::Plain => (1.0, ""),
    };
    let places = common_places(column, scale, if unit == Unit::Percent { 1.0 } else { 1.5 });
    let texts: Vec<(String, Option<String>)> = column
        .iter()
        .map(|estimate| {
            let value = estimate.value * scale;
            let short = || significant((value * 100.0).round() / 100.0).unwrap_or_default() + sign;
            let (Some(low), Some(high)) = (estimate.low, estimate.high) else {
                let why = if estimate.method == Method::TooFew { " (no interval)" } else { "" };
                return (short() + why, None);
            };
            // A value fixed by the rules, in a column of estimates.
            if estimate.method == Method::Exact && unit == Unit::Plain && value.fract() == 0.0 {
                return (short(), None);
            }
            let Some(places) = places else {
                let full = || significant(value).unwrap_or_default();
                return (if unit == Unit::Percent { short() } else { full() }, None);
            };
            let (below, above) = (estimate.value - low, high - estimate.value);
            if (above - below).abs() > 0.1 * (above + below) {
                let limits = [low, high].map(|limit| rounded(limit * scale, places));
                let text =
                    format!("{}{sign} ({} to {})", rounded(value, places), limits[0], limits[1]);
                return (text, None);
            }
            let half = estimate.spread().map(|_| rounded((high - low) / 2.0 * scale, places));
            (rounded(value, places), half)
        })
        .collect();
    let halves = texts.iter().filter_map(|(_, half)| half.as_deref());
    let width = halves.map(str::len).max().unwrap_or(0);
    let text = |(value, half): (String, Option<String>)| match half {
        Some(half) => format!("{value} ± {half:>width$}{sign}"),
        None => value,
    };
    texts.into_iter().map(text).collect()
}

/// The decimal place at which the estimates of a column are rounded; `None` without standard
/// errors. A half-width with a leading digit below `whole` has a second digit.
fn common_places(column: &[Estimate], scale: f64, whole: f64) -> Option<i32> {
    let spreads = column.iter().filter_map(Estimate::spread).filter(|spread| *spread > 0.0);
    let spreads: Vec<f64> = spreads.map(|spread| spread * scale).collect();
    let least = spreads.iter().copied().reduce(f64::min)?;
    let most = spreads.iter().copied().fold(least, f64::max);
    let halves = column.iter().filter_map(|one| Some((one.high? - one.low?) / 2.0 * scale));
    let half = halves.filter(|half| *half > 0.0).reduce(f64::min).unwrap_or(least);
    let largest = column.iter().map(|one| (one.value * scale).abs()).fold(0.0, f64::max);
    let digits = |of: f64| if of > 0.0 { of.log10().floor() as i32 } else { 0 };
    let of_width = -digits(half / whole);
    Some((2 - digits(largest)).max(of_width).min(places(least)).min(places(most) + 1))
}

/// The decimal place of the second significant digit of `error`: 3 for 0.012, -1 for 120.
fn places(error: f64) -> i32 {
    (1 - error.log10().floor() as i32).clamp(-15, DIGITS as i32)
}

/// `value` rounded at a decimal place, which may be before the point.
fn rounded(value: f64, places: i32) -> String {
    let text = if let Ok(places) = usize::try_from(places) {
        format!("{value:.places$}")
    } else {
        let step = 10f64.powi(-places);
        format!("{:.0}", (value / step).round() * step)
    };
    match text.strip_prefix('-') {
        Some(zero) if zero.chars().all(|c| matches!(c, '0' | '.')) => zero.to_owned(),
        _ => text,
    }
}
