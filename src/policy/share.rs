//! What a rule works out once: the parts of its expressions that look at the position alone, once for
//! all actions, and those that come up several times, once for an action.

use super::expr::{Expr, FeatureUse, Type};
use super::linear::{constant, linear};
use crate::game::{DecisionPoint, Feature, Kind};

/// A value that is worked out before it is looked at.
static SHARED: Feature =
    Feature { name: "", kind: Kind::Real { min: f64::MIN, max: f64::MAX }, unit: "", about: "" };

/// Expressions that are worked out into slots, the first one first.
pub(super) type Steps = Vec<(usize, Expr)>;

/// The expressions of a rule, which look at slots in place of what they share.
#[derive(Default)]
pub(super) struct Shared {
    /// What looks at the position alone.
    pub(super) of_state: Steps,
    /// Each expression, after what it is the first to look at.
    pub(super) parts: Vec<(Steps, Expr)>,
    /// What stands in slots.
    known: Steps,
}

/// Finds what the parts of a rule share, which are worked out in this order.
pub(super) fn share(point: &DecisionPoint, parts: &[Expr]) -> Shared {
    let mut all = Vec::new();
    parts.iter().for_each(|part| part.visit(&mut |expr| all.push(expr.clone())));
    all.retain(takes_work);
    let mut shared = Shared::default();
    for part in parts {
        let (mut part, mut steps) = (part.clone(), Vec::new());
        shared.replace(point, &all, &mut part, &mut steps);
        shared.parts.push((steps, part));
    }
    shared
}

/// Whether an expression is a number that takes more than a sum, and always the same at an action.
fn takes_work(expr: &Expr) -> bool {
    let fixed = |expr: &Expr| {
        let uses = expr.uses();
        !uses.chance && uses.functions.is_empty() && !uses.kinds
    };
    let leaf = matches!(expr, Expr::State(_) | Expr::Action(_));
    let number = !leaf && expr.kind() == Type::Number;
    number && fixed(expr) && linear(expr).is_none() && constant(expr).is_none()
}

impl Shared {
    /// Puts slots in place of what is shared; `steps` gains what was not known before.
    fn replace(&mut self, of: &DecisionPoint, all: &[Expr], expr: &mut Expr, steps: &mut Steps) {
        let of_state = expr.uses().action.is_empty();
        let often = all.iter().filter(|other| *other == expr).count();
        if often == 0 || !of_state && often == 1 {
            return expr.operands_mut().for_each(|operand| self.replace(of, all, operand, steps));
        }
        let before = self.known.iter().find(|(_, known)| known == expr).map(|(slot, _)| *slot);
        let slot = before.or_else(|| self.name(of, all, expr, steps));
        if let Some(slot) = slot {
            *expr = Expr::State(FeatureUse { index: slot, slot, feature: &SHARED });
        }
    }

    /// Finds a slot for an expression, if there is one left.
    fn name(
        &mut self,
        of: &DecisionPoint,
        all: &[Expr],
        expr: &Expr,
        steps: &mut Steps,
    ) -> Option<usize> {
        let mut work = expr.clone();
        let of_state = expr.uses().action.is_empty();
        if !of_state {
            work.operands_mut().for_each(|operand| self.replace(of, all, operand, steps));
        }
        let slot = of.kind_slot() + 1 + self.known.len();
        if self.known.len() == DecisionPoint::SHARED {
            return None;
        }
        self.known.push((slot, expr.clone()));
        if of_state { &mut self.of_state } else { steps }.push((slot, work));
        Some(slot)
    }
}
