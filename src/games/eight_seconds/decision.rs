//! A decision as the one who decides sees it, and who can decide.

use std::fmt::Debug;

use super::aims::Sight;
use super::due::Due;
use super::edition::Rider;
use super::play::Game;
use super::state::{NONE, State};
use super::vocabulary::{ACTION_FEATURES, See, VOCABULARY, kind, point};
use crate::game::{Actions, decision};
pub use crate::games::deciding::{Choice, DEFAULT_RULE, OwnLuck};

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

/// One decision: what the seat that decides may know, and its legal actions.
///
/// Everything is computed when it is asked for. There is no way from here to the state itself, so
/// neither face-down bets nor the order of a deck can be seen.
pub struct Decision<'a> {
    pub(super) game: &'a Game,
    pub(super) state: &'a State,
    pub(super) seat: u8,
    pub(super) point: usize,
    pub(super) actions: &'a [Action],
    pub(super) sight: &'a Sight,
}

impl Debug for Decision<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Decision")
            .field("point", &VOCABULARY.points[self.point].name)
            .field("seat", &self.seat)
            .field("actions", &self.actions)
            .finish_non_exhaustive()
    }
}

impl<'a> Decision<'a> {
    pub(super) fn new(
        game: &'a Game,
        state: &'a State,
        seat: u8,
        point: usize,
        actions: &'a [Action],
        sight: &'a Sight,
    ) -> Self {
        Self { game, state, seat, point, actions, sight }
    }

    /// The same decision as policies of any game meet it.
    #[inline]
    pub(super) fn of(asked: &decision::Decision<'a, Game>, sight: &'a Sight) -> Self {
        let decision::Decision { game, state, seat, point, actions } = *asked;
        Self { game, state, seat, point: point.into(), actions, sight }
    }

    /// The same decision as policies of any game meet it.
    pub(crate) fn asked(&self) -> decision::Decision<'a, Game> {
        let Self { game, state, seat, point, actions, .. } = *self;
        decision::Decision { game, state, seat, point: point as u8, actions }
    }

    /// Which decision point it is (see [`point`]).
    #[must_use]
    pub fn point(&self) -> usize {
        self.point
    }

    /// The seat that decides.
    #[must_use]
    pub fn seat(&self) -> u8 {
        self.seat
    }

    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// The legal actions in their documented order; there are at least two.
    #[must_use]
    pub fn legal(&self) -> &'a [Action] {
        self.actions
    }

    /// The legal actions for a policy that looks only at the action features of `wanted` (bit i for
    /// feature i); the others are left as they are.
    #[must_use]
    pub fn looking_at(&self, wanted: u64) -> Looking<'_, 'a> {
        Looking { decision: self, wanted }
    }

    /// Writes the state features of `wanted` (bit i for slot i) to their slots. Bits beyond the
    /// features of the decision point are passed over.
    #[inline]
    pub fn fill(&self, wanted: u64, slots: &mut [f64]) {
        let known = VOCABULARY.points[self.point].state.len();
        let mut left = if known < 64 { wanted & ((1 << known) - 1) } else { wanted };
        while left != 0 {
            let slot = left.trailing_zeros() as usize;
            left &= left - 1;
            if let Some(place) = slots.get_mut(slot) {
                *place = self.see(See::ALL[slot]);
            }
        }
    }

    /// The action that is taken where no rule of a policy decides (see
    /// [`DecisionPoint::default`](crate::game::DecisionPoint::default)).
    #[must_use]
    pub fn default_action(&self) -> usize {
        let of_kind = |kind: u8| self.actions.iter().position(|action| action.kind() == kind);
        let last_of = |kind: u8| self.actions.iter().rposition(|action| action.kind() == kind);
        let found = match self.point {
            // As good as drawing lots, so that without a rule no Rider is preferred.
            point::KEEP_RIDER => match self.state.due.last() {
                Some(Due::KeepRider { riders: [first, _], .. }) => {
                    self.actions.iter().position(|action| action.argument() == first)
                }
                _ => None,
            },
            point::ACT => last_of(kind::RIDE).or_else(|| of_kind(kind::BUCKLE)).or_else(|| {
                let cheap = self.see(See::RerollByBull) + self.see(See::RerollFree) > 0.0;
                of_kind(kind::REROLL)
                    .filter(|_| cheap)
                    .or_else(|| of_kind(kind::DISMOUNT))
                    .or_else(|| of_kind(kind::FINISH))
                    .or_else(|| of_kind(kind::GIVE_UP))
            }),
            point::BUCKED_OFF => of_kind(kind::COMEBACK),
            point::FREE_REROLL => {
                let poor = self.see(See::Clowns) >= 3.0 || self.see(See::Rideable) == 0.0;
                of_kind(kind::AGAIN).filter(|_| poor)
            }
            point::AIM => self.default_aim(),
            point::KEEP_DICE => {
                let by_aim = self.game.unasked(self.state, Due::KeepDice);
                self.actions.iter().position(|action| Some(*action) == by_aim)
            }
            _ => None,
        };
        found.unwrap_or(0)
    }

    /// The default as a choice.
    #[must_use]
    pub fn default_choice(&self) -> Choice {
        Choice { action: self.default_action(), rule: DEFAULT_RULE }
    }

    /// The Bull of the most points times chance, of equals the first; else the last action.
    fn default_aim(&self) -> Option<usize> {
        let mut best = None;
        for (index, action) in self.actions.iter().enumerate() {
            if action.kind() == kind::AIM_BULL {
                let aimed = self.sight.aim_bull(self.game, self.state, action.argument());
                let value = aimed.value();
                if best.is_none_or(|(highest, _)| value > highest) {
                    best = Some((value, index));
                }
            }
        }
        best.map(|(_, index)| index).or(self.actions.len().checked_sub(1))
    }

    /// The Rider of a seat, if it has one.
    pub(super) fn rider_of(&self, seat: u8) -> Option<&'a Rider> {
        let rider = self.state.seats[usize::from(seat)].rider;
        (rider != NONE).then(|| &self.game.rules.edition.riders[usize::from(rider)])
    }
}

impl Actions for Decision<'_> {
    #[inline]
    fn len(&self) -> usize {
        self.actions.len()
    }

    #[inline]
    fn kind(&self, index: usize) -> usize {
        usize::from(self.actions[index].kind())
    }

    fn describe(&self, index: usize, features: &mut [f64]) {
        self.looking_at(u64::MAX).describe(index, features);
    }
}

/// The legal actions of a decision for a policy that looks at some of their features.
#[derive(Debug)]
pub struct Looking<'d, 'a> {
    decision: &'d Decision<'a>,
    wanted: u64,
}

impl Actions for Looking<'_, '_> {
    #[inline]
    fn len(&self) -> usize {
        self.decision.actions.len()
    }

    #[inline]
    fn kind(&self, index: usize) -> usize {
        usize::from(self.decision.actions[index].kind())
    }

    #[inline]
    fn describe(&self, index: usize, features: &mut [f64]) {
        let action = self.decision.actions[index];
        let count = features.len().min(ACTION_FEATURES);
        self.decision.describe_action(action, self.wanted, &mut features[..count]);
    }
}

/// Someone who decides. Implemented by policy files and by policies written in Rust.
pub trait Player: Send + Sync + Debug {
    /// Which of the legal actions to take. A choice beyond them counts as the default.
    fn choose(&self, decision: &Decision<'_>, luck: &OwnLuck) -> Choice;

    /// Whether the player has something to say at a decision point (see [`point`]). Where it has
    /// not, the game's default is taken without asking, and at [`point::KEEP_DICE`] and
    /// [`point::RETRIEVE_DIE`] nobody is told of a decision.
    fn has_rules(&self, point: usize) -> bool;
}

/// The built-in policy `random`: every legal action is equally likely.
#[derive(Clone, Copy, Debug)]
pub struct RandomPlayer;

impl Player for RandomPlayer {
    fn choose(&self, decision: &Decision<'_>, luck: &OwnLuck) -> Choice {
        let action = luck.below(0, decision.legal().len() as u32) as usize;
        Choice { action, rule: DEFAULT_RULE }
    }

    fn has_rules(&self, _point: usize) -> bool {
        true
    }
}
