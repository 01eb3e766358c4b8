//! The input of a policy at a decision, and its output.

use super::expr::greatest;

/// The values that expressions can read at one decision. All values are finite and none is −0.
/// Repeated calls return the same value, so neither the order nor the number of calls matters.
pub trait Facts {
    /// Returns the number of legal actions; at least one.
    fn actions(&self) -> usize;
    /// Returns the kind of an action: an index into
    /// [`DecisionPoint::actions`](crate::game::DecisionPoint::actions).
    fn kind(&self, action: usize) -> usize;
    /// Returns the kinds of the legal actions as a bit mask: bit k for kind k.
    #[inline]
    fn kinds(&self) -> u64 {
        (0..self.actions()).fold(0, |kinds, action| kinds | super::expr::bit(self.kind(action)))
    }
    /// Returns a feature of the state, given by its index in
    /// [`DecisionPoint::state`](crate::game::DecisionPoint::state).
    fn state(&self, feature: usize) -> f64;
    /// Returns a feature of an action, given by its index in
    /// [`DecisionPoint::action`](crate::game::DecisionPoint::action).
    fn action(&self, feature: usize, action: usize) -> f64;
    /// Returns the value of a function, given by its index in
    /// [`Vocabulary::functions`](crate::game::Vocabulary::functions). It must not panic for any
    /// arguments; a value that is not finite counts as 0.
    fn call(&self, function: usize, arguments: &[f64]) -> f64;
    /// Returns the random word of `chance` call number `site`, in the order of the file: uniform
    /// over all 2^64 words.
    fn word(&self, site: usize) -> u64;
}

/// Returns whether `chance(probability)` at `site` is true. For a probability up to 0 it is false
/// and from 1 on it is true, without a draw. Otherwise it is true if the random word is below the
/// probability times 2^64.
///
/// The product is exact, since it changes only the exponent; its fraction is truncated.
#[inline]
pub fn happens(facts: &(impl Facts + ?Sized), site: usize, probability: f64) -> bool {
    const TWO_TO_THE_64: f64 = 18_446_744_073_709_551_616.0;
    if probability >= 1.0 {
        return true;
    }
    probability > 0.0 && facts.word(site) < (probability * TWO_TO_THE_64) as u64
}

/// The chosen action and the rule that chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The index of the action in the list of legal actions.
    pub action: usize,
    /// The rule that decided, as an index into the rules of the decision point.
    pub rule: usize,
}

/// Returns the action with the highest value; the first one in case of ties.
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
        // Two separate selections compile without a branch.
        best = if found > highest { action } else { best };
        highest = greatest(highest, found);
    }
    Some(best)
}
