//! Policy files at the decisions of a game: what they look at is filled in, nothing else.

use std::collections::BTreeSet;
use std::fmt;

use super::PolicyKind;
use crate::game::{Actions, Functions, Vocabulary};
use crate::games::deciding::{Choice, DEFAULT_RULE, OwnLuck};
use crate::policy::{Chance, CheckedPolicy, Env, Policy};

/// A decision as a policy file meets it.
pub(crate) trait Asked {
    /// The legal actions, for a policy that looks at some of their features.
    type Looking<'a>: Actions
    where
        Self: 'a;

    /// Which decision point of the vocabulary it is.
    fn point(&self) -> usize;

    /// Writes the state features of `wanted` (bit i for slot i) to their slots.
    fn fill(&self, wanted: u64, slots: &mut [f64]);

    /// The legal actions for a policy that looks only at the action features of `wanted` (bit i for
    /// feature i).
    fn looking_at(&self, wanted: u64) -> Self::Looking<'_>;

    /// What is done where no rule decides.
    fn default_choice(&self) -> Choice;
}

/// The features that the rules of a decision point look at.
#[derive(Clone, Copy, Debug, Default)]
struct Looks {
    any: bool,
    state: u64,
    action: u64,
}

/// A policy from a file, ready to decide.
pub(crate) struct PolicyFile {
    policy: Policy,
    /// By decision point: how many slots it has, and what is looked at.
    points: Vec<(usize, Looks)>,
}

impl fmt::Debug for PolicyFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PolicyFile").field("points", &self.points).finish_non_exhaustive()
    }
}

/// The most slots of a decision point whose decisions are filled in here.
const MAX_SLOTS: usize = 80;

impl PolicyFile {
    /// Makes a checked policy ready.
    pub(crate) fn new(checked: &CheckedPolicy, vocabulary: &Vocabulary) -> Self {
        let policy = checked.compile();
        let looks = policy.points.iter().zip(&checked.points).zip(vocabulary.points);
        let points = looks
            .map(|((point, rules), known)| {
                let (uses, any) = (point.uses(), !rules.is_empty());
                debug_assert!(known.slots() <= MAX_SLOTS, "{} has too many slots", known.name);
                let mask =
                    |set: &BTreeSet<usize>| set.iter().fold(0, |mask, place| mask | 1 << place);
                let (state, action) = (mask(&uses.state), mask(&uses.action));
                (known.slots(), Looks { any, state, action })
            })
            .collect();
        Self { policy, points }
    }

    /// Whether it has rules for a decision point.
    #[inline]
    pub(crate) fn has_rules(&self, point: usize) -> bool {
        self.points[point].1.any
    }

    /// What it does.
    #[inline]
    pub(crate) fn choose(
        &self,
        decision: &impl Asked,
        functions: &dyn Functions,
        luck: &OwnLuck,
    ) -> Choice {
        let point = decision.point();
        let (count, looks) = self.points[point];
        let mut slots = [0.0; MAX_SLOTS];
        let slots = &mut slots[..count];
        decision.fill(looks.state, slots);
        let luck = PolicyLuck(luck);
        let env = Env { functions, chance: &luck };
        match self.policy.points[point].decide(slots, &decision.looking_at(looks.action), &env) {
            Some(decided) => Choice { action: decided.action, rule: decided.rule as u8 },
            None => decision.default_choice(),
        }
    }
}

/// `chance(p)` from a player's own stream.
pub(crate) struct PolicyLuck<'a>(pub(crate) &'a OwnLuck);

impl Chance for PolicyLuck<'_> {
    #[inline]
    fn word(&self, site: usize) -> u64 {
        self.0.word(site)
    }
}

/// Which rule of a policy decided, with its line in the file, as transcripts put it.
pub(crate) fn decided_by(policy: &PolicyKind, point: usize, rule: u8) -> String {
    match policy {
        PolicyKind::BuiltIn(_) => String::new(),
        PolicyKind::File(_) if rule == DEFAULT_RULE => " (by default)".to_owned(),
        PolicyKind::File(file) => {
            let rules = &file.points[point];
            let line = rules.get(usize::from(rule)).map_or(0, |rule| rule.line);
            format!(" (rule {}, line {line})", u32::from(rule) + 1)
        }
    }
}
