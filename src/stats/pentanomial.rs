//! Paired games of two opponents: each pair is played from both seats with the same random numbers.

use std::array;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use super::{Estimate, Level, Moments};

/// The Elo difference of a score share; `None` for 0 and 1.
pub fn elo(share: f64) -> Option<f64> {
    let elo = -400.0 * (1.0 / share - 1.0).log10();
    // Avoids −0.
    (share > 0.0 && elo.is_finite()).then_some(elo + 0.0)
}

/// The expected score share of an Elo difference.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Counts of pairs by the first opponent's score: 0, ½, 1, 1½, 2 points.
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

    /// The results of pairs in quarters of the points of a pair.
    fn quarters(&self) -> Moments {
        let mut quarters = Moments::default();
        (0..).zip(self.0).for_each(|(quarter, pairs)| quarters.add_times(quarter, pairs));
        quarters
    }

    /// The Elo difference; its interval is the transformed interval of the mean result of a pair.
    /// `None` without pairs or if one opponent won all games.
    pub fn elo(&self, level: Level) -> Option<Estimate> {
        let mean = self.quarters().mean(level)?.scaled(0.25);
        let value = elo(mean.value)?;
        // Delta method: the slope of the Elo curve.
        let slope = 400.0 / std::f64::consts::LN_10 / (mean.value * (1.0 - mean.value));
        let limits = mean.low.and_then(elo).zip(mean.high.and_then(elo));
        let error = mean.std_error.map(|error| error * slope);
        Some(Estimate::new(value, error, limits, mean.method, level))
    }

    /// The likelihood of superiority (LOS) of the first opponent, from 0 to 1; `None` without
    /// pairs.
    ///
    /// Φ of (mean result - ½) / standard error, as in Fishtest and fastchess. If all pairs had the
    /// same result, there is no standard error; the value is then the posterior probability, under
    /// a uniform prior, that a share of pairs exceeds ½: 1 - 2⁻⁽ⁿ⁺¹⁾.
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

    /// The generalised log-likelihood ratio of `elo1` against `elo0`: of the maximum-likelihood
    /// distributions over the five results with these means.
    ///
    /// Van den Bergh, *Comparing the approximations for the generalized log likelihood ratio of a
    /// multinomial distribution* (cantate.be/Fishtest). As in Fishtest, a result with count 0 is
    /// counted as 0.001.
    fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        let counts = self.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let pairs: f64 = counts.iter().sum();
        let [zero, one] = [elo0, elo1].map(|elo| likeliest(counts.map(|n| n / pairs), share(elo)));
        counts.iter().zip(one.iter().zip(zero)).map(|(n, (one, zero))| n * (one / zero).ln()).sum()
    }
}

/// The maximum-likelihood distribution with the mean `mean`, strictly between 0 and 1, given
/// non-zero frequencies of the five results.
///
/// p / (1 + x (a - mean)) for each result a, with x solved for the mean.
fn likeliest(frequencies: [f64; 5], mean: f64) -> [f64; 5] {
    let excess = [0.0, 0.25, 0.5, 0.75, 1.0].map(|result| result - mean);
    let of = |x: f64| array::from_fn(|at| frequencies[at] / (1.0 + x * excess[at]));
    let off = |x: f64| of(x).iter().zip(excess).map(|(p, excess)| p * excess).sum::<f64>();
    // Between the poles the mean error falls from +∞ to -∞.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        *(if off(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    of(0.5 * (low + high))
}

/// Sequential probability ratio test of the Elo difference of two opponents.
///
/// Wald, *Sequential tests of statistical hypotheses*, Annals of Mathematical Statistics 16 (1945);
/// over pairs of games, as in tests of chess engines (Fishtest, fastchess).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The Elo difference under the null hypothesis.
    pub elo0: f64,
    /// The Elo difference under the alternative, larger than `elo0`.
    pub elo1: f64,
    /// The probability of accepting `elo1` if `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` if `elo1` is true.
    pub beta: f64,
}

/// The decision of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `elo0` is accepted.
    Null,
    /// `elo1` is accepted.
    Alternative,
}

impl Sprt {
    /// The lower and upper limits of the log-likelihood ratio.
    pub fn limits(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the observed pairs.
    pub fn ratio(&self, pairs: &Pentanomial) -> f64 {
        pairs.log_likelihood_ratio(self.elo0, self.elo1)
    }

    /// The accepted hypothesis; `None` while the test is undecided.
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<Verdict> {
        let ((low, high), ratio) = (self.limits(), self.ratio(pairs));
        match ratio {
            _ if ratio >= high => Some(Verdict::Alternative),
            _ if ratio <= low => Some(Verdict::Null),
            _ => None,
        }
    }
}
