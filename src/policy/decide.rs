//! What a decision is made of at run time, and what comes out of it.

use std::fmt;

use crate::game::Functions;

/// What an expression may look at beside the slots of its decision.
#[derive(Clone, Copy)]
pub struct Env<'a> {
    /// The game's functions.
    pub functions: &'a dyn Functions,
    /// What decides `chance(p)`.
    pub chance: &'a dyn Chance,
}

impl Env<'_> {
    /// Whether `chance(parts_per_million)` at `site` is true: never from 0 down and always from a
    /// million up, without asking [`Chance`].
    #[inline]
    #[must_use]
    pub fn happens(&self, site: usize, parts_per_million: i64) -> bool {
        match parts_per_million {
            ..=0 => false,
            1_000_000.. => true,
            _ => self.chance.happens(site, parts_per_million),
        }
    }
}

impl fmt::Debug for Env<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Env").finish_non_exhaustive()
    }
}

/// The luck of a policy that mixes its actions.
///
/// Call sites are numbered within a decision point, in the order of the file. There is one number
/// to be drawn for each decision and site, so that neither the order of evaluation nor repeated
/// evaluation can matter: two calls with the same site during one decision must agree with one
/// uniform number below a million, compared with `parts_per_million`.
pub trait Chance {
    /// Whether the number drawn for `site` at this decision lies below `parts_per_million`, which
    /// is in `1..1_000_000`.
    fn happens(&self, site: usize, parts_per_million: i64) -> bool;
}

/// For policies without `chance`: nothing ever happens.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoChance;

impl Chance for NoChance {
    /// False.
    ///
    /// # Panics
    ///
    /// In builds with debug assertions, since whoever uses this has seen that the policy does
    /// without ([`Uses::chance`](super::Uses::chance)).
    fn happens(&self, site: usize, _: i64) -> bool {
        debug_assert!(false, "chance site {site} is asked under NoChance");
        false
    }
}

/// For games without functions.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFunctions;

impl Functions for NoFunctions {
    /// 0.
    fn call(&self, _: usize, _: &[i64], _: &[i64]) -> i64 {
        0
    }
}

/// The action taken and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The index of the action in the list of legal actions.
    pub action: usize,
    /// The rule that decided: an index into the rules of the decision point.
    pub rule: usize,
}

/// The action of the highest value, ties to the first.
#[inline]
pub(crate) fn best_action(
    actions: impl IntoIterator<Item = usize>,
    mut value: impl FnMut(usize) -> i64,
) -> Option<usize> {
    let mut actions = actions.into_iter();
    let mut best = actions.next()?;
    let mut highest = value(best);
    for action in actions {
        let found = value(action);
        // Written as two choices, which need no jump.
        best = if found > highest { action } else { best };
        highest = highest.max(found);
    }
    Some(best)
}
