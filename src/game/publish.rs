//! What a game shows to policies.

use super::Vocabulary;
use super::contract::Game;
use super::decision::Decision;

/// What a game shows to policies.
pub trait Publish: Game {
    /// What a policy may name.
    fn vocabulary() -> &'static Vocabulary;

    /// What several features need and is worked out once for a decision; `()` where nothing is.
    type Sight;

    /// Looks at a decision before its features are asked for.
    fn sight(&self, decision: &Decision<'_, Self>) -> Self::Sight;

    /// The value of state feature `slot` of the decision's point to the seat that decides.
    fn see(&self, decision: &Decision<'_, Self>, sight: &Self::Sight, slot: usize) -> f64;

    /// Writes the action features of the decision's point at the places of `wanted`.
    fn describe(
        &self,
        decision: &Decision<'_, Self>,
        sight: &Self::Sight,
        action: Self::Action,
        wanted: &[usize],
        features: &mut [f64],
    );

    /// The value of action feature `place` alone.
    fn show(
        &self,
        decision: &Decision<'_, Self>,
        sight: &Self::Sight,
        action: Self::Action,
        place: usize,
    ) -> f64 {
        let mut features = vec![0.0; place + 1];
        self.describe(decision, sight, action, &[place], &mut features);
        features[place]
    }

    /// The value of a function of the vocabulary; whatever the arguments, it does not panic.
    fn call(
        &self,
        decision: &Decision<'_, Self>,
        sight: &Self::Sight,
        function: usize,
        args: &[f64],
    ) -> f64 {
        let _ = (decision, sight, function, args);
        0.0
    }

    /// The action taken where no rule of a policy decides.
    fn default(&self, decision: &Decision<'_, Self>) -> Self::Action;
}
