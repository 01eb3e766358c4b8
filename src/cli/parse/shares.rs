//! Parsers of shares: confidence levels, error rates, margins and stop conditions.

use super::{Fault, Parsed};
use crate::run::stop_rule::{Margin, Until, Width};

/// Parses a share, also in percent.
fn share(text: &str) -> Option<f64> {
    match text.strip_suffix('%') {
        // Moving the decimal point in the text makes 99.9% exactly equal to 0.999.
        Some(percent) => format!("{}e-2", percent.trim_end()).parse().ok(),
        None => text.parse().ok(),
    }
}

/// Parses a house edge: the share of a stake that the bank keeps, as a share or in percent (`0.05`,
/// `5%`, `0`).
///
/// Rejects everything except numbers from -1 to 1, or -100 to 100 %.
pub fn edge(text: &str) -> Parsed<f64> {
    share(text).filter(|edge| (-1.0..=1.0).contains(edge)).ok_or_else(|| {
        Fault::new(
            "is not a share of the stake",
            "write a share such as 0 or 0.05, or a percentage such as 5%",
        )
    })
}

/// Parses a stop condition: `ci(win) < 0.1%`, `ci(mean) < 5` or `rank settled`.
///
/// Rejects everything else, and an ambiguous half-width of win rates without `%`: 0.1 may mean 0.1
/// % or 10 %. A value below 0.01 is a share, because such a small percentage would need more games
/// than a run has.
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
        _ => return Err(Fault::new("is not a stop condition", HELP)),
    };
    let below = below.filter(|below: &f64| below.is_finite() && *below > 0.0);
    let below = below.ok_or_else(|| Fault::new("has no half-width of an interval", HELP))?;
    if of == Width::Win && below >= 0.01 && !bare.ends_with('%') {
        let [percent, share] = [below / 100.0, below].map(|below| Until::Width(of, below));
        let help = format!("write '{percent}' or '{share}'");
        return Err(Fault::new("can be read as a percentage or as a share", help));
    }
    Ok(Until::Width(of, below))
}

/// Parses a margin, the largest difference that does not matter: `0.5%` of win rates, or `20`
/// points.
///
/// Rejects everything except numbers above 0, and shares of 1 and more.
pub fn margin(text: &str) -> Parsed<Margin> {
    let of = if text.ends_with('%') { Width::Win } else { Width::Mean };
    let margin = share(text).filter(|margin| margin.is_finite() && *margin > 0.0);
    let margin = margin.filter(|margin| of == Width::Mean || *margin < 1.0);
    margin.map(|margin| Margin(of, margin)).ok_or_else(|| {
        Fault::new(
            "is not a margin",
            "write a win rate in percent, as in 0.5%, or points, as in 20",
        )
    })
}

/// Two differences in Elo, the lower first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloBounds(pub f64, pub f64);

/// Parses the bounds of a sequential test: `0,5`.
///
/// Rejects everything except two numbers from -1000 to 1000, the lower first.
pub fn elo_bounds(text: &str) -> Parsed<EloBounds> {
    const HELP: &str = "write two differences in Elo, the lower first, as in 0,5 or -3,1";
    let bounds = text.split_once(',').and_then(|(low, high)| {
        let number = |text: &str| text.trim().parse::<f64>().ok();
        Some(EloBounds(number(low)?, number(high)?))
    });
    let valid = |EloBounds(low, high): &EloBounds| {
        low < high && [low, high].iter().all(|elo| elo.abs() <= 1000.0)
    };
    bounds.filter(valid).ok_or_else(|| Fault::new("is not a pair of bounds, the lower first", HELP))
}

/// Parses an error probability, as a share or in percent: `0.05`, `5%`.
///
/// Rejects everything except values between 0 and 0.5.
pub fn error_rate(text: &str) -> Parsed<f64> {
    share(text).filter(|rate| *rate >= 1e-9 && *rate < 0.5).ok_or_else(|| {
        Fault::new("is not an error rate", "write a share below 0.5, such as 0.05 or 5%")
    })
}

/// Parses a confidence level, as a share or in percent: `0.95`, `95%`.
///
/// Rejects everything except 0.5 to 0.999999.
pub fn confidence(text: &str) -> Parsed<f64> {
    const HELP: &str =
        "write a share from 0.5 to 0.999999, such as 0.95, or the same in percent, 95%";
    match share(text) {
        Some(level) if (0.5..=0.999_999).contains(&level) => Ok(level),
        Some(level) if level.is_finite() => {
            Err(Fault::new("is not a valid confidence level", HELP))
        }
        _ => Err(Fault::new("is not a confidence level", HELP)),
    }
}
