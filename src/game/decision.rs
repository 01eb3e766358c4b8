//! A decision as a policy meets it, and who decides.

use std::cell::{Cell, OnceCell};

use rand::Rng as _;
use rand_pcg::Pcg32;

use super::contract::{Game, Menu};
use crate::sim::random;
use crate::sim::random::{BASE_POLICY, POLICY, UnitKey};

/// "No rule of the policy decided": the game's default did, or there are no rules.
pub const DEFAULT_RULE: u8 = u8::MAX;

/// The most rules a policy may have at one decision point.
pub const MAX_RULES: usize = 250;

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// The rule of the policy that decided, or [`DEFAULT_RULE`].
    pub rule: u8,
}

impl<A> Choice<A> {
    /// A choice by no rule.
    #[inline]
    pub fn by_default(action: A) -> Self {
        Self { action, rule: DEFAULT_RULE }
    }
}

/// A decision: the position and the seat that decides. Its legal actions are listed on first use.
#[allow(missing_debug_implementations)] // games are not
pub struct Decision<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The whole position; a policy that looks at what its seat cannot know cheats.
    pub state: &'a G::State,
    /// The seat that decides.
    pub seat: u8,
    /// The decision point.
    pub point: u8,
    /// The policy's own random numbers.
    pub random: OwnRandom,
    legal: Legal<'a, G::Action>,
}

/// The legal actions of a decision: known, or listed on first use.
enum Legal<'a, A> {
    Known(&'a [A]),
    Listed(&'a ActionList<A>),
}

impl<A> Clone for Legal<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Legal<'_, A> {}

/// Where the legal actions of one decision after another are listed.
#[allow(missing_debug_implementations)] // scratch
pub struct ActionList<A> {
    listed: OnceCell<Vec<A>>,
    /// The memory of the list before.
    spare: Cell<Vec<A>>,
}

impl<A> Default for ActionList<A> {
    fn default() -> Self {
        Self { listed: OnceCell::new(), spare: Cell::default() }
    }
}

impl<'a, G: Game> Decision<'a, G> {
    /// A decision of a seat at a point; its actions are listed in `list` once they are looked at.
    #[inline]
    pub fn new(
        game: &'a G,
        state: &'a G::State,
        (seat, point): (u8, u8),
        random: OwnRandom,
        list: &'a mut ActionList<G::Action>,
    ) -> Self {
        if let Some(before) = list.listed.take() {
            list.spare.set(before);
        }
        Self { game, state, seat, point, random, legal: Legal::Listed(list) }
    }

    /// A decision whose legal actions are known.
    #[inline]
    pub(crate) fn among(
        game: &'a G,
        state: &'a G::State,
        (seat, point): (u8, u8),
        random: OwnRandom,
        actions: &'a [G::Action],
    ) -> Self {
        Self { game, state, seat, point, random, legal: Legal::Known(actions) }
    }

    /// The same decision with other random numbers.
    pub(crate) fn with(&self, random: OwnRandom) -> Self {
        let &Self { game, state, seat, point, legal, .. } = self;
        Self { game, state, seat, point, random, legal }
    }

    /// The legal actions, in the documented order; at least one.
    #[inline]
    pub fn actions(&self) -> &'a [G::Action] {
        match self.legal {
            Legal::Known(actions) => actions,
            Legal::Listed(list) => list.listed.get_or_init(|| {
                let mut actions = list.spare.take();
                actions.clear();
                Menu::list(self.game, self.state, &mut actions);
                actions
            }),
        }
    }

    /// The number of legal actions, without listing them.
    #[must_use]
    pub fn count(&self) -> usize {
        Menu::nth(self.game, self.state, 0).0
    }

    /// One of the legal actions, each equally likely, without listing them.
    #[inline]
    #[must_use]
    pub fn any_action(&self) -> G::Action {
        let action = Menu::any(self.game, self.state, &self.random);
        action.expect("one of the actions that were counted")
    }
}

/// Someone who decides: a policy file, a search, a policy written in Rust.
pub trait Policy<G: Game>: Send + Sync {
    /// Which of the legal actions to take.
    fn choose(&self, decision: &Decision<'_, G>) -> Choice<G::Action>;
}

/// Every legal action is equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<G: Game> Policy<G> for Random {
    #[inline]
    fn choose(&self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        Choice::by_default(decision.any_action())
    }
}

/// The random numbers a policy uses for itself, apart from dice and cards.
#[derive(Clone, Copy, Debug)]
pub struct OwnRandom {
    unit: UnitKey,
    purpose: u64,
    /// Numbers the decisions of a seat in the unit, so that each has its own draws.
    decision: u64,
}

impl OwnRandom {
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
