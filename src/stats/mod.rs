//! From tallies to estimates: proportions, means, ratios, distributions and who is ahead.
//!
//! A tally holds integers only and merges by addition, so that its value depends neither on the
//! number of threads nor on the order in which their parts come together. Floating point begins in
//! [`Estimate`], which never holds an infinity or a NaN: where the data do not yield a standard
//! error or an interval, there is none.
//!
//! | What is counted | Tally | Estimate | [`Method`] |
//! |---|---|---|---|
//! | independent yes or no (a turn busts) | two counts | [`wilson`] | `wilson` |
//! | shares of units that hang together (a seat wins, turns of one game bust) | [`Ratio`] | [`Ratio::proportion`] | `wilson-cluster` |
//! | either of them with fewer than ten hits or misses | | | `clopper-pearson` |
//! | a score a unit | [`Moments`], [`Histogram`] | [`Moments::mean`] | `t` |
//! | a score a turn, where the unit is the game | [`Ratio`] | [`Ratio::mean`] | `t` |
//! | a paired difference | [`Differences`] | [`Differences::judge`] | `t` |
//! | a bounded one that few units decide | | | `newcombe` |
//! | a mean whose units are equal, all or all but a few | | | `too-few` |
//!
//! Two that met the same luck are compared by their [`Differences`], one for each unit of luck
//! ([`Differences::judge`], [`holm`], [`variance_ratio`], [`groups`], [`may_be_best`]); two that met each other in
//! pairs of games by [`Pentanomial`], also while they play ([`Sprt`]).
//!
//! A run that may stop early is looked at on a fixed grid ([`Looks`]), and its intervals hold at all
//! looks together ([`Level::over_looks`], `confidence-sequence`).
//!
//! What is pooled over parts of a run with fixed numbers of units (matchups, seats) is a [`Strata`]
//! of one [`Ratio`] each, with the same two estimates.

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

pub use compare::{most_wins, settled, winner, wins_settled};
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
