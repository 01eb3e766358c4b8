//! Estimates, intervals and tests from integer tallies: proportions, means, ratios, distributions,
//! comparisons.
//!
//! A tally holds integers only and merges by addition, so its value depends neither on the number
//! of threads nor on the order of merging. Floating point begins in [`Estimate`], which never holds
//! an infinity or a NaN: a standard error or an interval that the data do not yield is `None`.
//!
//! | What is counted | Tally | Estimate | [`Method`] |
//! |---|---|---|---|
//! | independent binary units (a turn busts) | two counts | [`wilson`] | `wilson` |
//! | proportions within clusters (a seat wins, turns of one game bust) | [`Ratio`] | [`Ratio::proportion`] | `wilson-cluster` |
//! | either of them with fewer than ten hits or misses | | | `clopper-pearson` |
//! | one score per unit | [`Moments`], [`Histogram`] | [`Moments::mean`] | `t` |
//! | a score per turn, with games as clusters | [`Ratio`] | [`Ratio::mean`] | `t` |
//! | a paired difference | [`Differences`] | [`Differences::judge`] | `t` |
//! | a bounded paired difference decided by few units | | | `newcombe` |
//! | a mean of units that are equal, all or all but a few | | | `too-few` |
//!
//! Candidates with common random numbers are compared by [`Differences`], one per shared unit
//! ([`Differences::judge`], [`holm`], [`variance_ratio`], [`groups`], [`may_be_best`]). Two
//! opponents in pairs of games are compared by [`Pentanomial`], and sequentially by [`Sprt`].
//!
//! A run with a stop condition is evaluated at fixed looks ([`Looks`]); its intervals are valid at
//! all looks simultaneously ([`Level::over_looks`], `confidence-sequence`).
//!
//! Pooled figures over parts with fixed numbers of units (matchups, seats) are [`Strata`] of one
//! [`Ratio`] each, with the same two estimates.

mod compare;
mod differences;
mod estimate;
mod histogram;
mod interim;
mod level;
mod moments;
mod paired;
mod pentanomial;
mod proportion;
mod ratio;
mod strata;
mod u448;

pub use compare::{beats_each, most_wins, settled, winner, wins_settled};
pub use differences::{Difference, Differences};
pub use estimate::{Estimate, Method};
pub use histogram::Histogram;
pub use interim::Looks;
pub use level::Level;
pub use moments::Moments;
pub use paired::{Judgement, groups, holm, may_be_best, variance_ratio};
pub use pentanomial::{Pentanomial, Sprt, Verdict, elo};
pub use proportion::wilson;
pub use ratio::Ratio;
pub use strata::Strata;
