//! `only` and `prefer` of a rule, made ready for each kind of action: where the kind is known, much of
//! them is settled and fewer features are looked at.

use std::collections::BTreeSet;
use std::ops::Range;

use super::checked::CheckedRule;
use super::code::{Condition, Value, operands};
use super::decide::{Actions, Env};
use super::expr::{Expr, Logic, Uses, bit};
use super::linear::constant;
use super::share::share;
use crate::game::DecisionPoint;
use crate::game::bits::each;

/// What a rule looks for among actions.
#[derive(Debug)]
pub(super) struct Cases {
    /// What must be known that is the same for all actions.
    once: Box<[Step]>,
    /// The cases that differ.
    cases: Box<[Case]>,
    /// By kind of action its case.
    of_kind: Box<[u8]>,
    /// The slots of action features.
    features: Range<usize>,
}

/// What a rule looks for among actions of some kinds.
#[derive(Debug)]
struct Case {
    /// The parts of `only`, all of which must hold.
    only: Box<[(Needs, Condition)]>,
    /// How much an action is preferred; nothing where the first one is taken.
    prefer: Option<(Needs, Value)>,
    /// Whether all these actions are preferred alike.
    alike: bool,
}

/// A value that is worked out into a slot.
#[derive(Debug)]
struct Step {
    slot: usize,
    value: Value,
}

/// What a part of a rule needs of an action beside what the parts before it needed.
#[derive(Debug)]
struct Needs {
    /// Action features.
    reads: Box<[usize]>,
    steps: Box<[Step]>,
}

/// Works values out, each into its slot.
#[inline]
fn work_out(steps: &[Step], slots: &mut [f64], env: &Env<'_>) {
    for step in steps {
        slots[step.slot] = step.value.get(slots, env);
    }
}

impl Cases {
    /// Whether the rule takes the first action that there is.
    pub(super) fn take_first(&self) -> bool {
        self.cases.iter().all(|case| case.only.is_empty() && case.prefer.is_none())
    }

    /// Whether it matters of which kind an action is.
    pub(super) fn differ(&self) -> bool {
        self.cases.len() > 1
    }

    /// The action that is taken of those of some kinds, or of all.
    #[inline(never)]
    pub(super) fn take<A: Actions>(
        &self,
        kinds: Option<u64>,
        slots: &mut [f64],
        actions: &A,
        env: &Env<'_>,
    ) -> Option<usize> {
        work_out(&self.once, slots, env);
        let (mut best, mut highest) = (None, f64::NEG_INFINITY);
        for (kind, range) in self.ranges(kinds, actions) {
            let Case { only, prefer, alike } = &self.cases[usize::from(self.of_kind[kind])];
            for action in range {
                let holds = only.iter().all(|(needs, condition)| {
                    self.show(action, needs, slots, actions, env);
                    condition.holds(slots, env)
                });
                if !holds {
                    continue;
                }
                let Some((needs, value)) = prefer else { return Some(action) };
                self.show(action, needs, slots, actions, env);
                let found = value.get(slots, env);
                if found > highest {
                    (best, highest) = (Some(action), found);
                }
                if *alike {
                    break;
                }
            }
        }
        best
    }

    /// The actions to look at, and of which kind they are where it matters.
    #[inline]
    fn ranges<A: Actions>(
        &self,
        kinds: Option<u64>,
        actions: &A,
    ) -> impl Iterator<Item = (usize, Range<usize>)> {
        let (among, sorted) = (kinds.unwrap_or(u64::MAX), actions.sorted_by_kind());
        let whole = self.cases.len() == 1 && kinds.is_none();
        let mut there = each(if whole || !sorted { 0 } else { actions.kinds() & among });
        let mut rest = if sorted && !whole { 0..0 } else { 0..actions.len() };
        std::iter::from_fn(move || {
            if whole {
                return (!rest.is_empty()).then(|| (0, std::mem::take(&mut rest)));
            }
            if sorted {
                return there.next().map(|kind| (kind.into(), actions.of_kind(kind.into())));
            }
            let action = rest.find(|action| among & bit(actions.kind(*action)) != 0)?;
            Some((actions.kind(action), action..action + 1))
        })
    }

    /// Writes what a part of the rule needs of an action.
    #[inline(always)]
    fn show<A: Actions>(
        &self,
        action: usize,
        needs: &Needs,
        slots: &mut [f64],
        actions: &A,
        env: &Env<'_>,
    ) {
        if !needs.reads.is_empty() {
            actions.describe(action, &needs.reads, &mut slots[self.features.clone()]);
        }
        work_out(&needs.steps, slots, env);
    }
}

/// The cases of a rule, and the kinds of action it can take, if not all.
pub(super) fn cases(of: &DecisionPoint, rule: &CheckedRule) -> (Cases, Option<u64>) {
    let kinds = || 0..of.actions.len();
    let chosen = |kind: &usize| rule.choose.as_ref().is_none_or(|kinds| kinds.contains(kind));
    let only = |kind: usize| rule.only.as_ref().map(|only| only.of_kind(kind));
    let never = |kind: &usize| only(*kind).is_some_and(|only| constant(&only) == Some(0.0));
    let taken: Vec<usize> = kinds().filter(|kind| chosen(kind) && !never(kind)).collect();
    let mut differing: Vec<(Option<Expr>, Option<Expr>)> = Vec::new();
    let mut of_kind = vec![0; of.actions.len()].into_boxed_slice();
    for kind in &taken {
        let only = only(*kind).filter(|only| constant(only).is_none());
        let case = (only, rule.prefer.as_ref().map(|prefer| prefer.of_kind(*kind)));
        let known = differing.iter().position(|known| *known == case);
        of_kind[*kind] = known.unwrap_or(differing.len()) as u8;
        if known.is_none() {
            differing.push(case);
        }
    }
    // Where no action is preferred to another, the first is taken.
    let indifferent = |(_, prefer): &(Option<Expr>, Option<Expr>)| {
        *prefer == differing[0].1 && prefer.as_ref().is_none_or(alike)
    };
    if differing.iter().all(indifferent) {
        differing.iter_mut().for_each(|(_, prefer)| *prefer = None);
    }
    let parts = differing
        .iter()
        .map(|(only, prefer)| only.iter().flat_map(conditions).chain(prefer.clone()).collect());
    let shared = share(of, parts.collect());
    let made = shared.cases.into_iter().zip(&differing);
    let cases = Cases {
        once: steps(&shared.of_state),
        cases: made.map(|(parts, (_, prefer))| case(parts, prefer.as_ref())).collect(),
        of_kind,
        features: of.state.len()..of.kind_slot(),
    };
    let all = taken.len() == of.actions.len();
    (cases, (!all).then(|| taken.iter().fold(0, |mask, kind| mask | bit(*kind))))
}

/// Whether an expression is the same at all actions of a kind; a function may look at them.
fn alike(expr: &Expr) -> bool {
    let uses = expr.uses();
    uses.action.is_empty() && uses.functions.is_empty()
}

/// The parts of `only`: what looks at one feature comes first, as most often it settles that no other
/// need be known.
fn conditions(only: &Expr) -> impl Iterator<Item = Expr> + use<> {
    let mut conjuncts = Vec::new();
    operands(Logic::And, only, &mut conjuncts);
    let (one, more): (Vec<&Expr>, _) =
        conjuncts.into_iter().partition(|conjunct| conjunct.uses().action.len() <= 1);
    [join(&one), join(&more)].into_iter().flatten()
}

fn case(mut parts: Vec<(Vec<(usize, Expr)>, Expr)>, prefer: Option<&Expr>) -> Case {
    let mut known = BTreeSet::new();
    let mut needs = |work: &[(usize, Expr)], part: &Expr| {
        let all = work.iter().map(|(_, expr)| expr).chain([part]);
        let uses = all.fold(Uses::default(), |uses, expr| uses | expr.uses());
        let reads = uses.action.into_iter().filter(|feature| known.insert(*feature)).collect();
        Needs { reads, steps: steps(work) }
    };
    let last = prefer.and_then(|_| parts.pop());
    Case {
        only: parts.iter().map(|(work, part)| (needs(work, part), Condition::new(part))).collect(),
        prefer: last.map(|(work, part)| (needs(&work, &part), Value::new(&part))),
        alike: prefer.is_some_and(alike),
    }
}

fn steps(work: &[(usize, Expr)]) -> Box<[Step]> {
    work.iter().map(|(slot, expr)| Step { slot: *slot, value: Value::new(expr) }).collect()
}

/// All of `conjuncts` as one expression.
pub(super) fn join(conjuncts: &[&Expr]) -> Option<Expr> {
    conjuncts
        .iter()
        .map(|&conjunct| conjunct.clone())
        .reduce(|all, next| Expr::Logic(Logic::And, Box::new(all), Box::new(next)))
}
