//! What the decisions of several games share: the choice, a policy's own chance, and how features
//! and kinds of action are written down.

use rand::Rng as _;
use rand_pcg::Pcg32;

use crate::game::{ActionKind, Feature, Kind};
use crate::games::sets;
use crate::sim::luck::{TurnKey, below};

/// "No rule of the policy decided": the game's default did.
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

/// The chance a policy uses for itself, apart from dice and cards.
#[derive(Clone, Copy, Debug)]
pub struct OwnLuck {
    key: TurnKey,
    /// Numbers the decisions under the key, so that each has its own draws.
    decision: u64,
}

impl OwnLuck {
    /// The luck of the decisions that share `key`; the first of them is number 0.
    #[inline]
    #[must_use]
    pub fn new(key: TurnKey) -> Self {
        Self { key, decision: 0 }
    }

    /// The same at decision `decision`.
    #[inline]
    #[must_use]
    pub fn at(self, decision: u64) -> Self {
        Self { decision, ..self }
    }

    /// Goes on to the next decision.
    #[inline]
    pub(super) fn next_decision(&mut self) {
        self.decision += 1;
    }

    /// A number below `bound`, uniform, from the draw numbered `site` of this decision. The same
    /// site gives the same number however often it is asked.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is zero.
    #[inline]
    #[must_use]
    pub fn below(&self, site: usize, bound: u32) -> u32 {
        below(&mut self.rng(site), bound)
    }

    /// One of `count` actions, each equally likely, by the first draw of this decision; `count` is
    /// not 0. Not the same number as [`OwnLuck::below`] gives, but sooner: it divides nothing.
    #[inline]
    #[must_use]
    pub fn one_of(&self, count: usize) -> usize {
        sets::below(&mut self.rng(0), count as u32) as usize
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
        self.key.fork(self.decision << 16 | site as u64).rng()
    }
}

/// Truth values of features.
pub(super) const TRUTH: Kind = Kind::Truth;

/// Whole numbers from 0 to `max`.
pub(super) const fn to(max: i64) -> Kind {
    Kind::Integer { min: 0, max }
}

/// Numbers from 0 to `max`.
pub(super) const fn up_to(max: f64) -> Kind {
    Kind::Real { min: 0.0, max }
}

/// Probabilities.
pub(super) const CHANCE: Kind = up_to(1.0);

/// A feature.
pub(super) const fn feature(
    name: &'static str,
    kind: Kind,
    unit: &'static str,
    about: &'static str,
) -> Feature {
    Feature { name, kind, unit, about }
}

/// A kind of action that is not always legal.
pub(super) const fn one_of(name: &'static str, about: &'static str) -> ActionKind {
    ActionKind { name, about, always: false }
}

/// A kind of action that is legal at every decision of its point.
pub(super) const fn always(name: &'static str, about: &'static str) -> ActionKind {
    ActionKind { name, about, always: true }
}

/// Writes down a list of features once: as an enum whose numbers are their places, and as the
/// list that a vocabulary publishes.
macro_rules! features {
    ($(#[$attr:meta])* $enum:ident, $list:ident:
     $($id:ident $name:literal $kind:expr, $unit:literal, $about:literal;)*) => {
        $(#[$attr])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum $enum {
            $(#[doc = $about] $id,)*
        }

        impl $enum {
            /// All of them, in the order of their places.
            pub const ALL: &[Self] = &[$(Self::$id,)*];
        }

        const $list: &[crate::game::Feature] = &[$(crate::game::Feature {
            name: $name, kind: $kind, unit: $unit, about: $about,
        },)*];
    };
}

pub(super) use features;
