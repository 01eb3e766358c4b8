//! The actions of a decision.

use super::compiled::Game;
use super::dice::Face;
use super::vocabulary::kind;
use crate::game::decision;

/// A legal action of a decision point.
///
/// | bits | meaning                                                             |
/// |------|---------------------------------------------------------------------|
/// | 0–7  | the argument: a card, a number, a set of dice ([`kind`])            |
/// | 8–15 | the kind: an index into the actions of the decision point           |
///
/// Actions are listed in the order of these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub u16);

impl Action {
    /// Returns the action of this kind with this argument.
    #[inline]
    pub const fn new(kind: u8, argument: u8) -> Self {
        Self((kind as u16) << 8 | argument as u16)
    }

    #[inline]
    pub const fn kind(self) -> u8 {
        (self.0 >> 8) as u8
    }

    #[inline]
    pub const fn argument(self) -> u8 {
        self.0 as u8
    }

    /// The die and the face of an action at [`CHANGE_DIE`](super::vocabulary::point::CHANGE_DIE);
    /// `None` for pass.
    pub(super) fn change(self) -> Option<(u8, Face)> {
        let (die, face) = (self.argument() / 8, self.argument() % 8);
        (self.kind() != kind::PASS).then(|| (die, Face::new(face.into())))
    }
}

/// A decision of this game.
pub type Decision<'a> = decision::Decision<'a, Game>;
