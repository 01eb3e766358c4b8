//! The actions of a decision, and which of them is taken by default.

use super::agenda::Due;
use super::compiled::Game;
use super::edition::Rider;
use super::state::NONE;
use super::vocabulary::{See, kind, point};
use crate::game::decision;

/// One legal action of a decision point.
///
/// | bits | meaning                                                             |
/// |------|---------------------------------------------------------------------|
/// | 0–7  | the argument (a card, a number, a set of dice; see [`kind`])        |
/// | 8–15 | the kind: an index into the actions of the decision point           |
///
/// So the documented order is that of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub u16);

impl Action {
    /// The action of this kind with this argument.
    #[inline]
    #[must_use]
    pub const fn new(kind: u8, argument: u8) -> Self {
        Self((kind as u16) << 8 | argument as u16)
    }

    /// Its kind.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Its argument.
    #[inline]
    #[must_use]
    pub const fn argument(self) -> u8 {
        self.0 as u8
    }
}

/// A decision of this game. What it tells is what the seat that decides may know: neither face-down
/// bets nor the Riders of others that were not kept.
pub type Decision<'a> = decision::Decision<'a, Game>;

impl<'a> Decision<'a> {
    /// The action that is taken where no rule of a policy decides (see
    /// [`DecisionPoint::default`](crate::game::DecisionPoint::default)).
    #[must_use]
    pub fn default_action(&self) -> Action {
        match usize::from(self.point) {
            // What the aim keeps, and the last die that shows a Clown.
            point::KEEP_DICE | point::RETRIEVE_DIE => {
                let known =
                    self.state.due.last().and_then(|due| self.game.by_default(self.state, due));
                return known.unwrap_or_else(|| self.actions()[0]);
            }
            _ => {}
        }
        let actions = self.actions();
        let first_of = |kind: u8| actions.iter().find(|action| action.kind() == kind);
        let last_of = |kind: u8| actions.iter().rfind(|action| action.kind() == kind);
        let found = match usize::from(self.point) {
            // As good as drawing lots, so that without a rule no Rider is preferred.
            point::KEEP_RIDER => match self.state.due.last() {
                Some(Due::KeepRider { riders: [first, _], .. }) => {
                    actions.iter().find(|action| action.argument() == first)
                }
                _ => None,
            },
            point::ACT => last_of(kind::RIDE).or_else(|| first_of(kind::BUCKLE)).or_else(|| {
                let cheap = self.see(See::RerollByBull) + self.see(See::RerollFree) > 0.0;
                first_of(kind::REROLL)
                    .filter(|_| cheap)
                    .or_else(|| first_of(kind::DISMOUNT))
                    .or_else(|| first_of(kind::FINISH))
                    .or_else(|| first_of(kind::GIVE_UP))
            }),
            point::BUCKED_OFF => first_of(kind::COMEBACK),
            point::FREE_REROLL => {
                let poor = self.see(See::Clowns) >= 3.0 || self.see(See::Rideable) == 0.0;
                first_of(kind::AGAIN).filter(|_| poor)
            }
            point::AIM => self.default_aim(),
            _ => None,
        };
        *found.unwrap_or(&actions[0])
    }

    /// The Bull of the most points times chance, of equals the first; else the last action.
    fn default_aim(&self) -> Option<&Action> {
        let mut best = None;
        for action in self.actions().iter().filter(|action| action.kind() == kind::AIM_BULL) {
            let value = self.game.known_aim(self.state, action.argument()).value();
            if best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, action));
            }
        }
        best.map(|(_, action)| action).or(self.actions().last())
    }

    /// The Rider of a seat, if it has one.
    pub(super) fn rider_of(&self, seat: u8) -> Option<&'a Rider> {
        let rider = self.state.seats[usize::from(seat)].rider;
        (rider != NONE).then(|| &self.game.rules.edition.riders[usize::from(rider)])
    }
}
