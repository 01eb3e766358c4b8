//! What a decision is made of at run time, and what comes out of it.

use std::fmt;

use super::expr::{bit, greatest};

/// What an expression may look at beside the slots of its decision.
#[derive(Clone, Copy)]
pub struct Env<'a> {
    /// The game's functions.
    pub functions: &'a dyn Functions,
    /// What decides `chance(p)`.
    pub chance: &'a dyn Chance,
}

impl Env<'_> {
    /// Whether `chance(probability)` at `site` is true: never from 0 down and always from 1 up,
    /// without asking [`Chance`]; else where the word drawn lies below the probability times 2^64.
    ///
    /// The product is exact, since it only moves the exponent; a fraction is cut off.
    #[inline]
    pub fn happens(&self, site: usize, probability: f64) -> bool {
        const TWO_TO_THE_64: f64 = 18_446_744_073_709_551_616.0;
        if probability >= 1.0 {
            return true;
        }
        probability > 0.0 && self.chance.word(site) < (probability * TWO_TO_THE_64) as u64
    }
}

impl fmt::Debug for Env<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Env").finish_non_exhaustive()
    }
}

/// The luck of a policy that mixes its actions.
///
/// Call sites are numbered within a decision point, in the order of the file. There is one word to
/// be drawn for each decision and site, so that neither the order of evaluation nor repeated
/// evaluation can matter.
pub trait Chance {
    /// The word drawn for `site` at this decision: uniform among all 2^64, and the same however
    /// often it is asked for.
    fn word(&self, site: usize) -> u64;
}

/// For policies without `chance`.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoChance;

impl Chance for NoChance {
    /// The largest word, so that nothing happens.
    ///
    /// # Panics
    ///
    /// In builds with debug assertions, since whoever uses this has seen that the policy does
    /// without ([`Uses::chance`](super::Uses::chance)).
    fn word(&self, site: usize) -> u64 {
        debug_assert!(false, "chance site {site} is asked under NoChance");
        u64::MAX
    }
}

/// For games without functions.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFunctions;

impl Functions for NoFunctions {
    /// 0.
    fn call(&self, _: usize, _: &[f64], _: &[f64]) -> f64 {
        0.0
    }
}

/// The game's side of the functions in its [`Vocabulary`](crate::game::Vocabulary).
pub trait Functions {
    /// The value of function `function` (an index into [`Vocabulary::functions`](crate::game::Vocabulary::functions)) for `args`, at a
    /// decision whose slots are `slots`. Must not panic, whatever the arguments.
    fn call(&self, function: usize, args: &[f64], slots: &[f64]) -> f64;
}

/// The legal actions of one decision, in the documented order, and the features. There is always at
/// least one.
pub trait Actions {
    /// How many there are.
    fn len(&self) -> usize;
    /// Whether there is none (never, at a decision).
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The kind of action `index`: an index into [`DecisionPoint::actions`](crate::game::DecisionPoint::actions).
    fn kind(&self, index: usize) -> usize;
    /// The kinds that are there: bit k for kind k.
    #[inline]
    fn kinds(&self) -> u64 {
        (0..self.len()).fold(0, |kinds, index| kinds | bit(self.kind(index)))
    }
    /// Writes features of the state into their slots: those of `wanted`, bit i for feature i. Nothing to
    /// do where all are there from the start.
    fn look(&self, wanted: u64, slots: &mut [f64]) {
        let _ = (wanted, slots);
    }
    /// Writes the action features of action `index` at the places of `wanted`, and others if it likes,
    /// to `features` (as long as [`DecisionPoint::action`](crate::game::DecisionPoint::action)).
    fn describe(&self, index: usize, wanted: &[usize], features: &mut [f64]);
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
    mut value: impl FnMut(usize) -> f64,
) -> Option<usize> {
    let mut actions = actions.into_iter();
    let mut best = actions.next()?;
    let mut highest = value(best);
    for action in actions {
        let found = value(action);
        // Written as two choices, which need no jump.
        best = if found > highest { action } else { best };
        highest = greatest(highest, found);
    }
    Some(best)
}
