//! Decisions as policies receive them, the trait of policies, and the policies' own random numbers.

use std::cell::{Cell, OnceCell};

use rand::Rng as _;
use rand_pcg::Pcg32;

use super::contract::{Game, Menu};
use crate::sim::random;
use crate::sim::random::{BASE_POLICY, POLICY, UnitKey};

/// The rule number of a choice that no rule made: the game's default action, or a policy without
/// rules.
pub const DEFAULT_RULE: u8 = u8::MAX;

/// The maximum number of rules of a policy at one decision point.
pub const MAX_RULES: usize = 250;

/// An action that a policy chose, and the rule that chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice<A> {
    /// The chosen action.
    pub action: A,
    /// The number of the rule that decided, or [`DEFAULT_RULE`].
    pub rule: u8,
}

impl<A> Choice<A> {
    /// Returns a choice without a rule.
    #[inline]
    pub fn by_default(action: A) -> Self {
        Self { action, rule: DEFAULT_RULE }
    }
}

/// A decision: the position and the seat that decides. Legal actions are listed on first use.
#[allow(missing_debug_implementations)] // games are not
pub struct Decision<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The whole position. A policy must not read what its seat cannot know.
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

/// Memory for the list of legal actions, reused from decision to decision.
#[allow(missing_debug_implementations)] // scratch
pub struct ActionList<A> {
    listed: OnceCell<Vec<A>>,
    /// The memory of the previous list.
    spare: Cell<Vec<A>>,
}

impl<A> Default for ActionList<A> {
    fn default() -> Self {
        Self { listed: OnceCell::new(), spare: Cell::default() }
    }
}

impl<'a, G: Game> Decision<'a, G> {
    /// Returns a decision of a seat at a point; its legal actions are listed in `list` on first
    /// use.
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

    /// Returns a decision whose legal actions are known.
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

    /// Returns the decision with other random numbers.
    pub(crate) fn with(&self, random: OwnRandom) -> Self {
        let &Self { game, state, seat, point, legal, .. } = self;
        Self { game, state, seat, point, random, legal }
    }

    /// Returns the legal actions in the documented order; at least one.
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

    /// Returns the number of legal actions, without listing them.
    #[must_use]
    pub fn count(&self) -> usize {
        Menu::nth(self.game, self.state, 0).0
    }

    /// Returns a uniformly random legal action, without listing all of them.
    #[inline]
    #[must_use]
    pub fn any_action(&self) -> G::Action {
        let action = Menu::any(self.game, self.state, &self.random);
        action.expect("one of the actions that were counted")
    }
}

/// A strategy: a policy file, a search, or a policy written in Rust.
pub trait Policy<G: Game>: Send + Sync {
    /// Chooses one of the legal actions.
    fn choose(&self, decision: &Decision<'_, G>) -> Choice<G::Action>;
}

/// The policy that chooses uniformly among the legal actions.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<G: Game> Policy<G> for Random {
    #[inline]
    fn choose(&self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        Choice::by_default(decision.any_action())
    }
}

/// The random numbers of a policy, independent of dice and cards.
#[derive(Clone, Copy, Debug)]
pub struct OwnRandom {
    unit: UnitKey,
    purpose: u64,
    /// The number of the decision of the seat in the unit: each decision has its own draws.
    decision: u64,
    /// How many files refer to the policy that draws, one through the other, as their base.
    depth: u64,
}

/// The bit of an index of a stream from which on it holds the depth; the decision is in the bits below,
/// and the site in the lowest 16.
const DEPTH: u32 = 42;

impl OwnRandom {
    /// Returns the random numbers of a seat's policy at its decision number `decision` of a unit,
    /// from 0.
    #[inline]
    #[must_use]
    pub fn new(unit: UnitKey, seat: u8, decision: u64) -> Self {
        Self { unit, purpose: POLICY + u64::from(seat), decision, depth: 0 }
    }

    /// Returns random numbers for a policy that uses none.
    pub(crate) fn unused() -> Self {
        Self::new(UnitKey::of_game(0, 0), 0, 0)
    }

    /// Returns random numbers of a second policy at the same decision (the base of a search),
    /// independent of these.
    #[must_use]
    pub(crate) fn apart(self) -> Self {
        Self { purpose: self.purpose + (BASE_POLICY - POLICY), ..self }
    }

    /// Returns random numbers of the base of a policy file at the same decision, independent of these.
    #[must_use]
    pub(crate) fn of_base(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }

    /// Returns a uniform number below `bound` (not 0) from draw number `site` of this decision. The
    /// same site always returns the same number.
    #[inline]
    #[must_use]
    pub fn below(&self, site: usize, bound: u32) -> u32 {
        random::below(&mut self.rng(site), bound)
    }

    /// Returns a uniform index of `count` actions (not 0), from draw 0 of this decision.
    #[inline]
    #[must_use]
    pub fn one_of(&self, count: usize) -> usize {
        self.below(0, count as u32) as usize
    }

    /// Returns the uniform 64-bit word of draw number `site` of this decision; it decides
    /// `chance(p)`.
    #[inline]
    #[must_use]
    pub fn word(&self, site: usize) -> u64 {
        let mut rng = self.rng(site);
        u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32())
    }

    #[inline]
    fn rng(&self, site: usize) -> Pcg32 {
        self.unit.stream(self.purpose, self.depth << DEPTH | self.decision << 16 | site as u64)
    }
}
