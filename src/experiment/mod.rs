//! Experiments with the policies and rules of any game: comparisons with common random numbers, sweeps of
//! parameters, parameter tuning, reviews of decisions, and learnt rules.

use crate::error::{Error, Result, did_you_mean};
use crate::run::{AnyGame, Definition, Question, Registered, Run};

mod blocks;
mod compare;
mod contest;
mod learn;
mod review;
mod sweep;
pub mod tune;

/// A game that experiments can be run on.
pub trait Experiments: AnyGame {
    /// Prepares an experiment.
    ///
    /// # Errors
    ///
    /// If policies, rules or options of the experiment do not fit the game.
    fn question(&self, question: &Question) -> Result<Box<dyn Run>>;
}

impl<S: Definition> Experiments for Registered<S> {
    fn question(&self, question: &Question) -> Result<Box<dyn Run>> {
        match question {
            Question::Compare(spec) => compare::prepare(self, spec),
            Question::Sweep(spec) => sweep::prepare(self, spec),
            Question::Tune(spec) => tune::prepare(self, spec),
            Question::Review(spec) => review::prepare(self, spec),
            Question::Learn(spec) => learn::prepare(self, spec),
        }
    }
}

/// The beginning of the first line of a policy file that an interrupted search wrote.
const INTERRUPTED: &str = "# Interrupted: ";

/// Marks the text of a policy file as that of an interrupted search, which may find more.
fn unfinished(more: &str, text: &str) -> String {
    format!(
        "{INTERRUPTED}{more} may win more, and the strength is not yet estimated in full.\n{text}"
    )
}

/// Returns the text of a policy file without that mark.
fn finished(text: &str) -> &str {
    match text.split_once('\n') {
        Some((first, rest)) if first.starts_with(INTERRUPTED) => rest,
        _ => text,
    }
}

/// Returns the game called `name`.
///
/// # Errors
///
/// If there is no such game; the help names the nearest.
pub fn named(games: &[&'static dyn Experiments], name: &str) -> Result<&'static dyn Experiments> {
    let names = || games.iter().map(|game| game.name());
    games.iter().copied().find(|game| game.name() == name).ok_or_else(|| {
        Error::input_help(
            format!("there is no game `{name}`"),
            // `El Ocho` is near, too.
            did_you_mean(&name.to_lowercase().replace([' ', '_'], "-"), names(), || {
                format!("the games are: {}", names().collect::<Vec<_>>().join(", "))
            }),
        )
    })
}
