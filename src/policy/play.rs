//! Policy files at the decisions of any game: what they look at is filled in, nothing else.

use std::cell::{Cell, RefCell};

use super::{Actions, Chance, CheckedPolicy, Env, Functions, compile};
use crate::game::bits::each;
use crate::game::decision::{self, Choice, Decision, OwnLuck};
use crate::game::publish::{Point, Publish};

/// A policy from a file, ready to play.
#[derive(Debug)]
pub struct FilePolicy {
    /// The rules of each decision point, and the slots that they need; `None` where there are none.
    points: Vec<Option<(compile::Point, usize)>>,
}

thread_local! {
    /// The slots of the decision that is made. Those that a rule looks at are written before.
    static SLOTS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

impl FilePolicy {
    /// Compiles a checked policy.
    pub fn new(checked: &CheckedPolicy) -> Self {
        let compiled = checked.compile().points.into_iter().zip(&checked.points);
        let points = compiled
            .zip(checked.vocabulary.points)
            .map(|((point, rules), known)| (!rules.is_empty()).then(|| (point, known.slots())));
        Self { points: points.collect() }
    }
}

impl<G: Publish> decision::Policy<G> for FilePolicy {
    fn choose(&self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        let Some((rules, slots)) = &self.points[usize::from(decision.point)] else {
            return Choice::by_default(decision.default_action());
        };
        let sight = &G::Sight::default();
        let chance = OwnChance(&decision.random);
        let env = Env { functions: &Calls { decision, sight }, chance: &chance };
        let actions = decision.actions();
        let of = decision.published();
        let looking = Looking { decision, sight, of, actions, kinds: Cell::new(0) };
        let decided = SLOTS.with_borrow_mut(|all| {
            if all.len() < *slots {
                all.resize(*slots, 0.0);
            }
            rules.decide(&mut all[..*slots], &looking, &env)
        });
        match decided {
            Some(decided) => Choice { action: actions[decided.action], rule: decided.rule as u8 },
            None => Choice::by_default(decision.default_action()),
        }
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

/// The legal actions and the features.
struct Looking<'a, G: Publish> {
    decision: &'a Decision<'a, G>,
    sight: &'a G::Sight,
    of: &'static Point<G>,
    actions: &'a [G::Action],
    /// The kinds of the actions; 0 as long as they are not known.
    kinds: Cell<u64>,
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
    fn kinds(&self) -> u64 {
        if self.kinds.get() == 0 {
            let kind = |index| self.kind(index) & 63;
            let kinds = (0..self.len()).fold(0, |kinds, index| kinds | 1 << kind(index));
            self.kinds.set(kinds);
        }
        self.kinds.get()
    }

    #[inline]
    fn look(&self, wanted: u64, slots: &mut [f64]) {
        for slot in each(wanted).map(usize::from) {
            let feature = &self.of.state[slot];
            let value = (feature.value)(self.decision, self.sight);
            debug_assert!(
                feature.words.kind.contains(value),
                "`{}` is {value}",
                feature.words.name
            );
            slots[slot] = value;
        }
    }

    #[inline]
    fn describe(&self, index: usize, wanted: &[usize], features: &mut [f64]) {
        let action = self.actions[index];
        for place in wanted {
            features[*place] = (self.of.action[*place].value)(self.decision, self.sight, action);
        }
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
