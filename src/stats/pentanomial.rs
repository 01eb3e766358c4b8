//! Two who meet in pairs of games, each once in either seat on the same luck.

use std::array;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use super::{Estimate, Level, Moments};

/// The Elo difference of one who gets so large a share of the points; none for all of them or none.
pub fn elo(share: f64) -> Option<f64> {
    let elo = -400.0 * (1.0 / share - 1.0).log10();
    // No −0.
    (share > 0.0 && elo.is_finite()).then_some(elo + 0.0)
}

/// The share of the points that an Elo difference stands for.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Pairs of games by what the first of the two got of them: 0, half a point, 1, 1½, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(into, from)| *into += from);
    }
}

impl Pentanomial {
    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The results of pairs in quarters of all points.
    fn quarters(&self) -> Moments {
        let mut quarters = Moments::default();
        (0..).zip(self.0).for_each(|(quarter, pairs)| quarters.add_times(quarter, pairs));
        quarters
    }

    /// The Elo difference, its interval the one of the mean result of a pair; none without pairs, or
    /// where all games had one winner.
    pub fn elo(&self, level: Level) -> Option<Estimate> {
        let mean = self.quarters().mean(level)?.scaled(0.25);
        let value = elo(mean.value)?;
        // By the slope of the curve.
        let slope = 400.0 / std::f64::consts::LN_10 / (mean.value * (1.0 - mean.value));
        let limits = mean.low.and_then(elo).zip(mean.high.and_then(elo));
        let error = mean.std_error.map(|error| error * slope);
        Some(Estimate::new(value, error, limits, mean.method, level))
    }

    /// The probability that the first of the two is the stronger one (LOS, the likelihood of
    /// superiority), from 0 to 1; none without pairs.
    ///
    /// Φ of the distance of the mean result from a half in standard errors, as Fishtest and fastchess
    /// compute it. Where all pairs had one result there is no standard error: then the posterior of a
    /// share of pairs, uniform before, that lies above a half, 1 - 2⁻⁽ⁿ⁺¹⁾.
    pub fn superiority(&self) -> Option<f64> {
        let mean = self.quarters().mean(Level::DEFAULT)?;
        let ahead = mean.value - 2.0;
        Some(match mean.std_error.filter(|error| *error > 0.0) {
            Some(error) => Normal::standard().cdf(ahead / error),
            None if ahead == 0.0 => 0.5,
            None => {
                let sure = 1.0 - 0.5_f64.powf(self.pairs() as f64 + 1.0);
                if ahead > 0.0 { sure } else { 1.0 - sure }
            }
        })
    }

    /// The generalised log-likelihood ratio of a difference of `elo1` against one of `elo0`: of the
    /// distributions over the five results that have these means, each the likeliest.
    ///
    /// Van den Bergh, *Comparing the approximations for the generalized log likelihood ratio of a
    /// multinomial distribution* (cantate.be/Fishtest), as Fishtest computes it: a result that never
    /// came counts as a thousandth.
    fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        let counts = self.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let pairs: f64 = counts.iter().sum();
        let [zero, one] = [elo0, elo1].map(|elo| likeliest(counts.map(|n| n / pairs), share(elo)));
        counts.iter().zip(one.iter().zip(zero)).map(|(n, (one, zero))| n * (one / zero).ln()).sum()
    }
}

/// The likeliest distribution with the mean `mean`, strictly between 0 and 1, where the five results
/// came with these frequencies, none of them 0.
///
/// It is p / (1 + x (a - mean)) for results a, where x makes the mean right.
fn likeliest(frequencies: [f64; 5], mean: f64) -> [f64; 5] {
    let excess = [0.0, 0.25, 0.5, 0.75, 1.0].map(|result| result - mean);
    let of = |x: f64| array::from_fn(|at| frequencies[at] / (1.0 + x * excess[at]));
    let off = |x: f64| of(x).iter().zip(excess).map(|(p, excess)| p * excess).sum::<f64>();
    // Between the poles it falls from +∞ to -∞.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        *(if off(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    of(0.5 * (low + high))
}

/// A sequential probability ratio test of the Elo difference of two.
///
/// Wald, *Sequential tests of statistical hypotheses*, Annals of Mathematical Statistics 16 (1945);
/// over pairs of games as chess engines are tested (Fishtest, fastchess).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// That of the alternative, which is larger.
    pub elo1: f64,
    /// The chance to accept `elo1` where `elo0` is true.
    pub alpha: f64,
    /// The chance to accept `elo0` where `elo1` is true.
    pub beta: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `elo0` is accepted.
    Null,
    /// `elo1` is accepted.
    Alternative,
}

impl Sprt {
    /// The limits of the log-likelihood ratio.
    pub fn limits(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of what came.
    pub fn ratio(&self, pairs: &Pentanomial) -> f64 {
        pairs.log_likelihood_ratio(self.elo0, self.elo1)
    }

    /// Which hypothesis is accepted, if one is.
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<Verdict> {
        let ((low, high), ratio) = (self.limits(), self.ratio(pairs));
        match ratio {
            _ if ratio >= high => Some(Verdict::Alternative),
            _ if ratio <= low => Some(Verdict::Null),
            _ => None,
        }
    }
}
