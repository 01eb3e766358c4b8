//! `only` and `prefer` of a rule, made ready for each kind of action: where the kind is known, much of
//! them is settled and fewer features are looked at.

use std::collections::BTreeSet;
use std::ops::Range;

use super::checked::CheckedRule;
use super::code::{Condition, Value, constant, operands};
use super::compile::{Reads, Seen, reads};
use super::decide::{Actions, Env};
use super::expr::{Expr, Logic, Uses, bit};
use super::share::share;
use crate::game::DecisionPoint;

/// What a rule looks for among actions.
#[derive(Debug)]
pub(super) struct Cases {
    /// The kinds of action that it can take.
    kinds: u64,
    /// Whether the kind of an action matters.
    by_kind: bool,
    /// The features of the state that it looks at.
    reads: Reads,
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
    /// Whether there is an action of a kind that the rule can take.
    #[inline]
    pub(super) fn possible<A: Actions>(&self, actions: &A) -> bool {
        self.kinds == u64::MAX || self.kinds & actions.kinds() != 0
    }

    /// The action that is taken.
    #[inline(never)]
    pub(super) fn take<A: Actions>(
        &self,
        seen: &mut Seen<'_>,
        actions: &A,
        env: &Env<'_>,
    ) -> Option<usize> {
        let (mut best, mut highest) = (None, f64::NEG_INFINITY);
        let (mut ready, mut weighed) = (false, usize::MAX);
        for action in 0..actions.len() {
            let kind = if self.by_kind { actions.kind(action) } else { 0 };
            if self.kinds >> (kind & 63) & 1 == 0 || kind == weighed {
                continue;
            }
            let case = match &*self.cases {
                [case] => case,
                cases => &cases[usize::from(self.of_kind[kind])],
            };
            let Case { only, prefer, alike } = case;
            let prefer = prefer.as_ref().filter(|_| actions.len() > 1);
            if !(ready || only.is_empty() && prefer.is_none()) {
                seen.look(self.reads, actions);
                work_out(&self.once, seen.slots, env);
                ready = true;
            }
            let holds = only.iter().all(|(needs, condition)| {
                self.show(action, needs, seen.slots, actions, env);
                condition.holds(seen.slots, env)
            });
            if !holds {
                continue;
            }
            let Some((needs, value)) = prefer else { return Some(action) };
            self.show(action, needs, seen.slots, actions, env);
            let found = value.get(seen.slots, env);
            if found > highest {
                (best, highest) = (Some(action), found);
            }
            if *alike {
                weighed = kind;
            }
        }
        best
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

/// The cases of a rule.
pub(super) fn cases(of: &DecisionPoint, rule: &CheckedRule) -> Cases {
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
    let parts: Vec<Vec<Expr>> = parts.collect();
    let reads = reads(parts.iter().flatten());
    let shared = share(of, parts);
    let made = shared.cases.into_iter().zip(&differing);
    let all = taken.len() == of.actions.len();
    Cases {
        kinds: if all { u64::MAX } else { taken.iter().fold(0, |mask, kind| mask | bit(*kind)) },
        by_kind: !all || differing.len() > 1,
        reads,
        once: steps(&shared.of_state),
        cases: made.map(|(parts, (_, prefer))| case(parts, prefer.as_ref())).collect(),
        of_kind,
        features: of.state.len()..of.kind_slot(),
    }
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
fn join(conjuncts: &[&Expr]) -> Option<Expr> {
    conjuncts
        .iter()
        .map(|&conjunct| conjunct.clone())
        .reduce(|all, next| Expr::Logic(Logic::And, Box::new(all), Box::new(next)))
}
