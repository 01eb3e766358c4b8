//! Experiments with the policies and rules of any game: comparisons on the same luck, sweeps of
//! parameters, and the search for better ones.

use crate::error::Result;
use crate::game::frame::{Analyst, Entry, Question, Setup, Study};

mod blocks;
mod compare;
mod contest;
mod sweep;
mod tune;

/// A game with which experiments can be made.
pub trait Experiments: Analyst {
    /// Makes the answer to a question about its policies and rules ready.
    ///
    /// # Errors
    ///
    /// Anything the user asked for that cannot be.
    fn question(&self, question: &Question) -> Result<Box<dyn Study>>;
}

impl<S: Setup> Experiments for Entry<S> {
    fn question(&self, question: &Question) -> Result<Box<dyn Study>> {
        match question {
            Question::Compare(spec) => compare::prepare(self, spec),
            Question::Sweep(spec) => sweep::prepare(self, spec),
            Question::Tune(spec) => tune::prepare(self, spec),
        }
    }
}
