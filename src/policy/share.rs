//! What a rule works out once: the parts of its expressions that look at the position alone, once for
//! all actions, and those that come up several times, once for an action.

use super::code::constant;
use super::expr::{Expr, FeatureUse, Type};
use crate::game::{DecisionPoint, Feature, Kind};

/// A value that is worked out before it is looked at.
static SHARED: Feature =
    Feature { name: "", kind: Kind::Real { min: f64::MIN, max: f64::MAX }, unit: "", about: "" };

/// Expressions that are worked out into slots, the first one first.
pub(super) type Steps = Vec<(usize, Expr)>;

/// The expressions of a rule, which look at slots in place of what they share.
pub(super) struct Shared {
    /// What looks at the position alone.
    pub(super) of_state: Steps,
    /// By case its expressions, each after what it is the first to look at.
    pub(super) cases: Vec<Vec<(Steps, Expr)>>,
}

/// Finds what the expressions of a rule share. Each case of them is worked out at other actions, in the
/// order given.
pub(super) fn share(point: &DecisionPoint, mut cases: Vec<Vec<Expr>>) -> Shared {
    let mut known = Known { first: point.kind_slot() + 1, steps: Vec::new() };
    cases.iter_mut().flatten().for_each(|part| known.replace_of_state(part));
    let shared = cases.into_iter().map(|parts| {
        let mut all = Vec::new();
        parts.iter().for_each(|part| part.visit(&mut |expr| all.push(expr.clone())));
        all.retain(takes_work);
        let mut known = known.clone();
        let shared = parts.into_iter().map(|mut part| {
            let mut steps = Vec::new();
            known.replace_of_action(&all, &mut part, &mut steps);
            (steps, part)
        });
        shared.collect()
    });
    Shared { cases: shared.collect(), of_state: known.steps.clone() }
}

/// Whether an expression is a computed number that is always the same at an action.
fn takes_work(expr: &Expr) -> bool {
    let fixed = |expr: &Expr| {
        let uses = expr.uses();
        !uses.chance && uses.functions.is_empty() && !uses.kinds
    };
    let leaf = matches!(expr, Expr::State(_) | Expr::Action(_));
    let number = !leaf && expr.kind() == Type::Number;
    number && fixed(expr) && constant(expr).is_none()
}

/// What stands in slots.
#[derive(Clone)]
struct Known {
    /// The first slot that there is for it.
    first: usize,
    steps: Steps,
}

impl Known {
    /// The slot of an expression that is known, or else one that is free.
    fn slot_of(&self, expr: &Expr) -> (Option<usize>, Option<usize>) {
        let known = self.steps.iter().find(|(_, known)| known == expr).map(|(slot, _)| *slot);
        let free = self.steps.len() < DecisionPoint::SHARED;
        (known, free.then_some(self.first + self.steps.len()))
    }

    /// Puts slots in place of what looks at the position alone.
    fn replace_of_state(&mut self, expr: &mut Expr) {
        if !takes_work(expr) || !expr.uses().action.is_empty() {
            return expr.operands_mut().for_each(|operand| self.replace_of_state(operand));
        }
        let (known, free) = self.slot_of(expr);
        let Some(slot) = known.or(free) else { return };
        let work = look_at(expr, slot);
        if known.is_none() {
            self.steps.push((slot, work));
        }
    }

    /// Puts slots in place of what comes up several times among `all`; `steps` gains what was not known
    /// before.
    fn replace_of_action(&mut self, all: &[Expr], expr: &mut Expr, steps: &mut Steps) {
        if all.iter().filter(|other| *other == expr).count() < 2 {
            let operands = expr.operands_mut();
            return operands.for_each(|operand| self.replace_of_action(all, operand, steps));
        }
        let known = self.slot_of(expr).0;
        let mut work = expr.clone();
        if known.is_none() {
            let operands = work.operands_mut();
            operands.for_each(|operand| self.replace_of_action(all, operand, steps));
        }
        let Some(slot) = known.or(self.slot_of(expr).1) else { return };
        let whole = look_at(expr, slot);
        if known.is_none() {
            self.steps.push((slot, whole));
            steps.push((slot, work));
        }
    }
}

/// Makes an expression look at a slot; tells what it was.
fn look_at(expr: &mut Expr, slot: usize) -> Expr {
    std::mem::replace(expr, Expr::State(FeatureUse { index: slot, slot, feature: &SHARED }))
}
