//! Policy files at the decisions of any game: what they look at is filled in, nothing else.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;

use super::{Actions, Chance, CheckedPolicy, Env, Functions, Policy};
use crate::game::decision::{self, Choice, Decision, OwnLuck};
use crate::game::publish::Publish;

/// A policy from a file, ready to play.
pub struct FilePolicy {
    policy: Policy,
    points: Vec<Reads>,
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
        Self { policy, points }
    }

    fn decide<G: Publish>(
        &self,
        decision: &Decision<'_, G>,
        slots: &mut [f64],
    ) -> Choice<G::Action> {
        let point = usize::from(decision.point);
        let reads = &self.points[point];
        let (of, sight) = (decision.published(), &G::Sight::default());
        for slot in &reads.state {
            slots[*slot] = (of.state[*slot].value)(decision, sight);
        }
        let chance = OwnChance(&decision.random);
        let env = Env { functions: &Calls { decision, sight }, chance: &chance };
        let rules = &self.policy.points[point];
        let looking = Looking::new(decision, sight, rules.by_kind());
        match rules.decide(slots, &looking, &env) {
            Some(decided) => {
                Choice { action: looking.actions[decided.action], rule: decided.rule as u8 }
            }
            None => Choice::by_default(decision.default_action()),
        }
    }
}

impl<G: Publish> decision::Policy<G> for FilePolicy {
    fn choose(&self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        let Reads { slots, any, .. } = self.points[usize::from(decision.point)];
        if !any {
            return Choice::by_default(decision.default_action());
        }
        SLOTS.with_borrow_mut(|all| {
            if all.len() < slots {
                all.resize(slots, 0.0);
            }
            self.decide(decision, &mut all[..slots])
        })
    }
}

/// The functions of a game at a decision.
struct Calls<'a, G: Publish> {
    decision: &'a Decision<'a, G>,
    sight: &'a G::Sight,
}

impl<G: Publish> Functions for Calls<'_, G> {
    fn call(&self, function: usize, args: &[f64], _: &[f64]) -> f64 {
        (G::FUNCTIONS[function].value)(self.decision, self.sight, args)
    }
}

/// The legal actions.
struct Looking<'a, G: Publish> {
    decision: &'a Decision<'a, G>,
    sight: &'a G::Sight,
    actions: &'a [G::Action],
    /// The first action of each kind, where the kinds matter and never fall in the documented order.
    kinds: Option<Kinds>,
}

impl<'a, G: Publish> Looking<'a, G> {
    #[inline]
    fn new(decision: &'a Decision<'a, G>, sight: &'a G::Sight, by_kind: bool) -> Self {
        let actions = decision.actions();
        let kind = |action: &G::Action| decision.game.kind(decision.point, *action);
        let kinds = if by_kind { Kinds::of(actions.iter().map(kind)) } else { None };
        Self { decision, sight, actions, kinds }
    }
}

impl<G: Publish> Actions for Looking<'_, G> {
    #[inline]
    fn len(&self) -> usize {
        self.actions.len()
    }

    #[inline]
    fn kind(&self, index: usize) -> usize {
        self.decision.game.kind(self.decision.point, self.actions[index])
    }

    #[inline]
    fn describe(&self, index: usize, wanted: &[usize], features: &mut [f64]) {
        let (of, action) = (self.decision.published(), self.actions[index]);
        for place in wanted {
            features[*place] = (of.action[*place].value)(self.decision, self.sight, action);
        }
    }

    #[inline]
    fn sorted_by_kind(&self) -> bool {
        self.kinds.is_some()
    }

    #[inline]
    fn kinds(&self) -> u64 {
        self.kinds.as_ref().map_or(0, |kinds| kinds.present)
    }

    #[inline]
    fn of_kind(&self, kind: usize) -> Range<usize> {
        self.kinds.as_ref().map_or(0..0, |kinds| kinds.range(kind))
    }
}

/// Where the actions of each kind begin in a list that is sorted by kind.
///
/// | part | bits | what |
/// |---|---|---|
/// | `present` | 64 | bit k: there are actions of kind k |
/// | `begins` | 16 × 8 | the first action of kind k, where there are any |
/// | `count` | 32 | the number of actions |
#[derive(Clone, Copy)]
struct Kinds {
    present: u64,
    begins: u128,
    count: u32,
}

impl Kinds {
    /// The most kinds, and the last place where one may begin.
    const MOST: usize = 16;
    const LAST: u32 = 255;

    /// Of actions of these kinds; `None` where they are not sorted, or do not fit.
    #[inline]
    fn of(kinds: impl Iterator<Item = usize>) -> Option<Self> {
        let (mut all, mut last) = (Self { present: 0, begins: 0, count: 0 }, usize::MAX);
        for kind in kinds {
            if kind != last {
                let behind = all.present >> (kind & 63) != 0;
                if behind || kind >= Self::MOST || all.count > Self::LAST {
                    return None;
                }
                all.present |= 1 << kind;
                all.begins |= u128::from(all.count) << (8 * kind);
                last = kind;
            }
            all.count += 1;
        }
        Some(all)
    }

    /// The first action of any of these kinds; without one the number of actions.
    #[inline]
    fn begin(&self, kinds: u64) -> usize {
        match self.present & kinds {
            0 => self.count as usize,
            kinds => usize::from((self.begins >> (8 * kinds.trailing_zeros())) as u8),
        }
    }

    /// The actions of a kind, by their indices.
    #[inline]
    fn range(&self, kind: usize) -> Range<usize> {
        self.begin(!0 << (kind & 63))..self.begin(!1 << (kind & 63))
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
