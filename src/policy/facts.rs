//! What a policy may look at in a decision, and what comes out of it.

use super::expr::greatest;

/// What expressions may look at in one decision. All values are finite and none is −0; each is the same
/// however often it is asked for, so that neither the order nor the number of looks matters.
pub trait Facts {
    /// The number of legal actions; at least one.
    fn actions(&self) -> usize;
    /// The kind of an action: an index into [`DecisionPoint::actions`](crate::game::DecisionPoint::actions).
    fn kind(&self, action: usize) -> usize;
    /// The kinds of the legal actions: bit k for kind k.
    #[inline]
    fn kinds(&self) -> u64 {
        (0..self.actions()).fold(0, |kinds, action| kinds | super::expr::bit(self.kind(action)))
    }
    /// A feature of the state: an index into [`DecisionPoint::state`](crate::game::DecisionPoint::state).
    fn state(&self, feature: usize) -> f64;
    /// A feature of an action: an index into [`DecisionPoint::action`](crate::game::DecisionPoint::action).
    fn action(&self, feature: usize, action: usize) -> f64;
    /// The value of function `function` (an index into
    /// [`Vocabulary::functions`](crate::game::Vocabulary::functions)). Must not panic, whatever the
    /// arguments; a value that is not finite counts as 0.
    fn call(&self, function: usize, arguments: &[f64]) -> f64;
    /// The word drawn for the call of `chance` numbered `site` in the order of the file: uniform among
    /// all 2^64.
    fn word(&self, site: usize) -> u64;
}

/// Whether `chance(probability)` at `site` is true: never from 0 down and always from 1 up, without a
/// draw; else where the word drawn lies below the probability times 2^64.
///
/// The product is exact, since it only moves the exponent; a fraction is cut off.
#[inline]
pub fn happens(facts: &(impl Facts + ?Sized), site: usize, probability: f64) -> bool {
    const TWO_TO_THE_64: f64 = 18_446_744_073_709_551_616.0;
    if probability >= 1.0 {
        return true;
    }
    probability > 0.0 && facts.word(site) < (probability * TWO_TO_THE_64) as u64
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
