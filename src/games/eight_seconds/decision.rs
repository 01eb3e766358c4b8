//! The actions of a decision.

use super::compiled::Game;
use crate::game::decision;

/// One legal action of a decision point.
///
/// | bits | meaning                                                             |
/// |------|---------------------------------------------------------------------|
/// | 0–7  | the argument (a card, a number, a set of dice; see [`kind`](super::vocabulary::kind))        |
/// | 8–15 | the kind: an index into the actions of the decision point           |
///
/// So the documented order is that of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub u16);

impl Action {
    /// The action of this kind with this argument.
    #[inline]
    pub const fn new(kind: u8, argument: u8) -> Self {
        Self((kind as u16) << 8 | argument as u16)
    }

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Its argument.
    #[inline]
    pub const fn argument(self) -> u8 {
        self.0 as u8
    }
}

/// A decision of this game. What it tells is what the seat that decides may know: neither face-down
/// bets nor the Riders of others that were not kept.
pub type Decision<'a> = decision::Decision<'a, Game>;
