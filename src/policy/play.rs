//! Policy files at the decisions of any game: what they look at is filled in, nothing else.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;

use super::{Chance, CheckedPolicy, Env, Policy};
use crate::game::decision::{self, Choice, DEFAULT_RULE, Decision, OwnLuck};
use crate::game::publish::{Kinds, Publish};
use crate::game::{Actions, Functions};

/// A policy from a file, ready to play.
pub struct FilePolicy {
    policy: Policy,
    points: Vec<Reads>,
    /// The points that it has no rules for: bit p for point p.
    silent: u64,
}

/// What the rules of a decision point look at.
#[derive(Clone, Debug)]
struct Reads {
    slots: usize,
    /// The slots of the state features.
    state: Vec<usize>,
    any: bool,
}

thread_local! {
    /// The slots of the decision that is made. Those that a policy looks at are written before.
    static SLOTS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

impl fmt::Debug for FilePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FilePolicy").field("points", &self.points).finish_non_exhaustive()
    }
}

impl FilePolicy {
    /// Makes a checked policy ready.
    #[must_use]
    pub fn new(checked: &CheckedPolicy) -> Self {
        let policy = checked.compile();
        let known = policy.points.iter().zip(&checked.points).zip(checked.vocabulary.points);
        let points: Vec<Reads> = known
            .map(|((point, rules), known)| {
                let uses = point.uses();
                Reads {
                    slots: known.slots(),
                    state: uses.state.iter().copied().collect(),
                    any: !rules.is_empty(),
                }
            })
            .collect();
        let silent = points.iter().enumerate().filter(|(_, point)| !point.any);
        let silent = silent.fold(0, |all, (point, _)| all | 1 << point);
        Self { policy, points, silent }
    }

    fn decide<G: Publish>(
        &self,
        decision: &Decision<'_, G>,
        luck: &OwnLuck,
        slots: &mut [f64],
    ) -> Choice {
        let point = usize::from(decision.point);
        let reads = &self.points[point];
        let sight = &decision.game.sight(decision);
        for slot in &reads.state {
            slots[*slot] = decision.game.see(decision, sight, *slot);
        }
        let chance = OwnChance(luck);
        let env = Env { functions: &Calls { decision, sight }, chance: &chance };
        let rules = &self.policy.points[point];
        let sorted = G::SORTED_BY_KIND && rules.by_kind();
        let actions =
            Looking { decision, sight, kinds: sorted.then(|| decision.game.kinds(decision)) };
        match rules.decide(slots, &actions, &env) {
            Some(decided) => Choice { action: decided.action, rule: decided.rule as u8 },
            None => default(decision),
        }
    }
}

fn default<G: Publish>(decision: &Decision<'_, G>) -> Choice {
    Choice { action: decision.game.default(decision), rule: DEFAULT_RULE }
}

impl<G: Publish> decision::Policy<G> for FilePolicy {
    fn choose(&self, decision: &Decision<'_, G>, luck: &OwnLuck) -> Choice {
        let Reads { slots, any, .. } = self.points[usize::from(decision.point)];
        if !any {
            return default(decision);
        }
        SLOTS.with_borrow_mut(|all| {
            if all.len() < slots {
                all.resize(slots, 0.0);
            }
            self.decide(decision, luck, &mut all[..slots])
        })
    }

    fn unlisting(&self) -> u64 {
        self.silent
    }

    fn unlisted(
        &self,
        game: &G,
        state: &G::State,
        (seat, point): (u8, u8),
    ) -> Option<(G::Action, usize)> {
        game.usual(state, seat, point)
    }

    fn speaks(&self, point: u8) -> bool {
        self.points[usize::from(point)].any
    }
}

/// The functions of a game at a decision.
struct Calls<'a, G: Publish> {
    decision: &'a Decision<'a, G>,
    sight: &'a G::Sight,
}

impl<G: Publish> Functions for Calls<'_, G> {
    fn call(&self, function: usize, args: &[f64], _: &[f64]) -> f64 {
        self.decision.game.call(self.decision, self.sight, function, args)
    }
}

/// The legal actions.
struct Looking<'a, G: Publish> {
    decision: &'a Decision<'a, G>,
    sight: &'a G::Sight,
    /// Where those of each kind lie, if they are sorted by kind and it matters.
    kinds: Option<Kinds>,
}

impl<G: Publish> Actions for Looking<'_, G> {
    #[inline]
    fn len(&self) -> usize {
        self.decision.actions.len()
    }

    #[inline]
    fn kind(&self, index: usize) -> usize {
        self.decision.game.kind(self.decision.point, self.decision.actions[index])
    }

    #[inline]
    fn describe(&self, index: usize, wanted: &[usize], features: &mut [f64]) {
        let action = self.decision.actions[index];
        self.decision.game.describe(self.decision, self.sight, action, wanted, features);
    }

    #[inline]
    fn sorted_by_kind(&self) -> bool {
        G::SORTED_BY_KIND
    }

    #[inline]
    fn kinds(&self) -> u64 {
        self.kinds.as_ref().map_or(0, Kinds::there)
    }

    #[inline]
    fn of_kind(&self, kind: usize) -> Range<usize> {
        self.kinds.as_ref().map_or(0..0, |kinds| kinds.range(kind))
    }
}

/// `chance(p)` from a policy's own stream.
struct OwnChance<'a>(&'a OwnLuck);

impl Chance for OwnChance<'_> {
    #[inline]
    fn word(&self, site: usize) -> u64 {
        self.0.word(site)
    }
}
