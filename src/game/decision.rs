//! A decision as a policy meets it, and who decides.

use rand::Rng as _;
use rand_pcg::Pcg32;

use super::contract::Game;
use crate::sim::random;
use crate::sim::random::{BASE_POLICY, POLICY, UnitKey};

/// "No rule of the policy decided": the game's default did, or there are no rules.
pub const DEFAULT_RULE: u8 = u8::MAX;

/// The most rules a policy may have at one decision point.
pub const MAX_RULES: usize = 250;

/// What was chosen: the action by its place among the legal ones, and the rule that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The action.
    pub action: usize,
    /// The rule of the policy that decided, or [`DEFAULT_RULE`].
    pub rule: u8,
}

/// A decision: the position, the seat that decides and what it may do.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The whole position; a policy that looks at what its seat cannot know cheats.
    pub state: &'a G::State,
    /// The seat that decides.
    pub seat: u8,
    /// The decision point.
    pub point: u8,
    /// The legal actions, in the documented order; at least one.
    pub actions: &'a [G::Action],
}

/// Someone who decides: a policy file, a search, a policy written in Rust.
pub trait Policy<G: Game>: Send + Sync {
    /// Which of the legal actions to take.
    fn choose(&self, decision: &Decision<'_, G>, luck: &OwnLuck) -> Choice;

    /// Whether it looks at nothing but how many there are, and takes each as likely
    /// ([`OwnLuck::one_of`]).
    fn blind(&self) -> bool {
        false
    }

    /// The decision points at which [`Policy::unlisted`] may answer: bit p for point p.
    fn unlisting(&self) -> u64 {
        0
    }

    /// The action taken at a decision of a seat at a point, where the legal ones need not be listed for it,
    /// and how many there are.
    fn unlisted(&self, game: &G, state: &G::State, asked: (u8, u8)) -> Option<(G::Action, usize)> {
        let _ = (game, state, asked);
        None
    }

    /// Whether it has something to say at a decision point that is [not put to
    /// everybody](Game::unasked).
    fn speaks(&self, point: u8) -> bool {
        let _ = point;
        true
    }
}

/// Every legal action is equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<G: Game> Policy<G> for Random {
    #[inline]
    fn choose(&self, decision: &Decision<'_, G>, luck: &OwnLuck) -> Choice {
        Choice { action: luck.one_of(decision.actions.len()), rule: DEFAULT_RULE }
    }

    fn blind(&self) -> bool {
        true
    }
}

/// The random numbers a policy uses for itself, apart from dice and cards.
#[derive(Clone, Copy, Debug)]
pub struct OwnLuck {
    unit: UnitKey,
    purpose: u64,
    /// Numbers the decisions of a seat in the unit, so that each has its own draws.
    decision: u64,
}

impl OwnLuck {
    /// Those of the policy of a seat in a unit, at its decision of that number, from 0.
    #[inline]
    #[must_use]
    pub fn new(unit: UnitKey, seat: u8, decision: u64) -> Self {
        Self { unit, purpose: POLICY + u64::from(seat), decision }
    }

    /// Those of a policy that uses none.
    pub(crate) fn unused() -> Self {
        Self::new(UnitKey::of_game(0, 0), 0, 0)
    }

    /// Those of another policy at the same decision, so that neither meets the draws of the other.
    #[must_use]
    pub(crate) fn apart(self) -> Self {
        Self { purpose: self.purpose + (BASE_POLICY - POLICY), ..self }
    }

    /// A number below `bound`, uniform, from the draw numbered `site` of this decision. The same
    /// site gives the same number however often it is asked. `bound` is not 0.
    #[inline]
    #[must_use]
    pub fn below(&self, site: usize, bound: u32) -> u32 {
        random::below(&mut self.rng(site), bound)
    }

    /// One of `count` actions, each equally likely, by the first draw of this decision; `count` is
    /// not 0.
    #[inline]
    #[must_use]
    pub fn one_of(&self, count: usize) -> usize {
        self.below(0, count as u32) as usize
    }

    /// The 64-bit word numbered `site` of this decision, uniform: what `chance(p)` is decided by.
    #[inline]
    #[must_use]
    pub fn word(&self, site: usize) -> u64 {
        let mut rng = self.rng(site);
        u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32())
    }

    #[inline]
    fn rng(&self, site: usize) -> Pcg32 {
        self.unit.stream(self.purpose, self.decision << 16 | site as u64)
    }
}
