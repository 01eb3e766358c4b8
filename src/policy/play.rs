//! Evaluation of policy files at the decisions of any game.

use std::cell::Cell;
use std::sync::Arc;

use super::{CheckedPolicy, Facts, Program};
use crate::game::decision::{self, Choice, Decision};
use crate::game::publish::{Point, Publish};

/// A compiled policy file.
#[derive(Debug)]
pub struct FilePolicy {
    /// The rules of each decision point; `None` for a point without rules.
    points: Vec<Option<Program>>,
}

impl FilePolicy {
    /// Compiles a checked policy.
    pub fn new(checked: &CheckedPolicy) -> Self {
        let compiled = checked.compile().into_iter().zip(&checked.points);
        let points = compiled.map(|(program, rules)| (!rules.is_empty()).then_some(program));
        Self { points: points.collect() }
    }
}

impl FilePolicy {
    /// Returns the choice of the first rule that decides, if any.
    fn decided<G: Publish>(&self, decision: &Decision<'_, G>) -> Option<Choice<G::Action>> {
        let program = self.points[usize::from(decision.point)].as_ref()?;
        let sight = &G::Sight::default();
        let actions = decision.actions();
        let of = decision.published();
        let facts = DecisionFacts { decision, sight, of, actions, kinds: Cell::new(0) };
        let decided = program.decide(&facts)?;
        Some(Choice { action: actions[decided.action], rule: decided.rule as u8 })
    }
}

impl<G: Publish> decision::Policy<G> for FilePolicy {
    fn choose(&self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        let decided = self.decided(decision);
        decided.unwrap_or_else(|| Choice::by_default(decision.default_action()))
    }
}

/// A policy file with a base, another policy that decides where none of its rules does.
#[allow(missing_debug_implementations)] // policies are not
pub struct BasedPolicy<G: Publish> {
    file: FilePolicy,
    base: Arc<dyn decision::Policy<G>>,
}

impl<G: Publish> BasedPolicy<G> {
    /// Compiles a checked policy; `base` is the policy that it names as its base.
    pub fn new(checked: &CheckedPolicy, base: Arc<dyn decision::Policy<G>>) -> Self {
        Self { file: FilePolicy::new(checked), base }
    }
}

impl<G: Publish> decision::Policy<G> for BasedPolicy<G> {
    fn choose(&self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        self.file.decided(decision).unwrap_or_else(|| {
            let own = decision.with(decision.random.of_base());
            Choice::by_default(self.base.choose(&own).action)
        })
    }
}

/// The facts of a decision, as the game publishes them.
struct DecisionFacts<'a, G: Publish> {
    decision: &'a Decision<'a, G>,
    sight: &'a G::Sight,
    of: &'static Point<G>,
    actions: &'a [G::Action],
    /// A cache for the kinds of the actions; 0 if they are not yet computed.
    kinds: Cell<u64>,
}

impl<G: Publish> Facts for DecisionFacts<'_, G> {
    #[inline]
    fn actions(&self) -> usize {
        self.actions.len()
    }

    #[inline]
    fn kind(&self, action: usize) -> usize {
        self.decision.game.kind(self.decision.point, self.actions[action])
    }

    #[inline]
    fn kinds(&self) -> u64 {
        if self.kinds.get() == 0 {
            let kind = |action| self.kind(action) & 63;
            let kinds = (0..self.actions.len()).fold(0, |kinds, action| kinds | 1 << kind(action));
            self.kinds.set(kinds);
        }
        self.kinds.get()
    }

    #[inline]
    fn state(&self, feature: usize) -> f64 {
        let feature = &self.of.state[feature];
        let value = (feature.value)(self.decision, self.sight);
        debug_assert!(feature.words.kind.contains(value), "`{}` is {value}", feature.words.name);
        value
    }

    #[inline]
    fn action(&self, feature: usize, action: usize) -> f64 {
        (self.of.action[feature].value)(self.decision, self.sight, self.actions[action])
    }

    #[inline]
    fn call(&self, function: usize, arguments: &[f64]) -> f64 {
        (G::FUNCTIONS[function].value)(self.decision, self.sight, arguments)
    }

    #[inline]
    fn word(&self, site: usize) -> u64 {
        self.decision.random.word(site)
    }
}
