//! Experiments with the policies and rules of any game: comparisons on the same luck, sweeps of
//! parameters, and the search for better ones.

use crate::error::{Error, Result, did_you_mean};
use crate::run::{AnyGame, Definition, Question, Registered, Run};

mod blocks;
mod compare;
mod contest;
mod sweep;
pub mod tune;

/// A game with which experiments can be made.
pub trait Experiments: AnyGame {
    /// Makes the answer to a question about its policies and rules ready.
    fn question(&self, question: &Question) -> Result<Box<dyn Run>>;
}

impl<S: Definition> Experiments for Registered<S> {
    fn question(&self, question: &Question) -> Result<Box<dyn Run>> {
        match question {
            Question::Compare(spec) => compare::prepare(self, spec),
            Question::Sweep(spec) => sweep::prepare(self, spec),
            Question::Tune(spec) => tune::prepare(self, spec),
        }
    }
}

/// The game of that name among some.
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
