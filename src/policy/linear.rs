//! Comparisons of sums of features as tests of one number against a constant.
//!
//! Where everything is whole and stays below 2^53, sums and products are exact, so terms may move:
//! `turn_points < 500 + rolls * 50` is the same as `turn_points - 50 * rolls < 500`. All such tests
//! are brought to the two forms `t >= k` and `t == k`, so that equal tests are found equal. A single
//! feature that is not whole is tested against a constant as it is, or against another feature; nothing
//! else that is not whole is taken apart.

use super::decide::{Env, NoChance, NoFunctions};
use super::expr::{Arithmetic, Comparison, Expr};
use crate::game::Kind;

/// Below this whole numbers and their sums are exact.
const EXACT: i128 = 1 << 53;

/// One side of a comparison.
#[derive(Clone, Debug)]
pub(crate) enum Side {
    /// A sum whose value and all partial values are whole and exact.
    Whole(Linear),
    /// A number that is not whole, or too large to be exact.
    Constant(f64),
    /// A feature of any value.
    Slot(usize),
}

/// A sum of multiples of slots and a constant, whose value stays below 2^53 in whatever order it is
/// summed.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    terms: Vec<Term>,
    constant: i128,
}

#[derive(Clone, Copy, Debug)]
struct Term {
    slot: usize,
    factor: i128,
    /// The values of the slot.
    low: i128,
    high: i128,
}

/// A test of a sum of slots.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Test {
    /// Slots in rising order and what each is multiplied by, never 0.
    pub(crate) terms: Vec<(usize, f64)>,
    /// The number compared with.
    pub(crate) bound: f64,
    /// Whether the sum must equal `bound`; otherwise it must be at least `bound`.
    pub(crate) exact: bool,
}

/// What a comparison comes down to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    /// It is always the same.
    Constant(bool),
    /// It is the test, or its contrary.
    Test { test: Test, negated: bool },
}

/// A comparison of two slots of any values: of their difference, rounded, with 0, whose sign is that of
/// the exact one.
fn differ(sign: Comparison, left: usize, right: usize) -> Literal {
    if left == right {
        return Literal::Constant(sign.holds(0.0, 0.0));
    }
    if left > right {
        return differ(sign.mirrored(), right, left);
    }
    let test = |bound, exact| Literal::Test {
        test: Test { terms: vec![(left, 1.0), (right, -1.0)], bound, exact },
        negated: false,
    };
    let above = 0.0_f64.next_up();
    match sign {
        Comparison::GreaterEqual => test(0.0, false),
        Comparison::Greater => test(above, false),
        Comparison::Less => test(0.0, false).negate(),
        Comparison::LessEqual => test(above, false).negate(),
        Comparison::Equal => test(0.0, true),
        Comparison::NotEqual => test(0.0, true).negate(),
    }
}

impl Literal {
    /// The test that a slot is a number.
    pub(crate) fn slot_is(slot: usize, number: f64) -> Self {
        let test = Test { terms: vec![(slot, 1.0)], bound: number, exact: true };
        Self::Test { test, negated: false }
    }

    fn slot_is_at_least(slot: usize, number: f64) -> Self {
        let test = Test { terms: vec![(slot, 1.0)], bound: number, exact: false };
        Self::Test { test, negated: false }
    }

    pub(crate) fn negate(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Test { test, negated } => Self::Test { test, negated: !negated },
        }
    }
}

/// The value of an expression that looks at nothing.
pub(crate) fn constant(expr: &Expr) -> Option<f64> {
    let mut fixed = true;
    expr.visit(&mut |node| {
        fixed &= !matches!(
            node,
            Expr::State(_)
                | Expr::Action(_)
                | Expr::IsKind { .. }
                | Expr::Call { .. }
                | Expr::Chance { .. }
        );
    });
    let env = Env { functions: &NoFunctions, chance: &NoChance };
    fixed.then(|| expr.eval_tree(&[], &env))
}

/// The number, if it is whole and exact.
fn whole(number: f64) -> Option<i128> {
    (number.trunc() == number && number.abs() < EXACT as f64).then_some(number as i128)
}

/// `expr` as a side of a comparison, if it is one that tests know.
pub(crate) fn side(expr: &Expr) -> Option<Side> {
    if let Some(sum) = linear(expr) {
        return Some(Side::Whole(sum));
    }
    match expr {
        Expr::State(used) | Expr::Action(used) => match used.feature.kind {
            Kind::Truth => None,
            Kind::Integer { .. } | Kind::Real { .. } => Some(Side::Slot(used.slot)),
        },
        _ => constant(expr).map(Side::Constant),
    }
}

/// `expr` as a sum, if all its partial values are whole and exact.
pub(crate) fn linear(expr: &Expr) -> Option<Linear> {
    let sum = match expr {
        Expr::State(used) | Expr::Action(used) => match used.feature.kind {
            Kind::Truth | Kind::Real { .. } => return None,
            Kind::Integer { min, max } => {
                let (low, high) = (i128::from(min), i128::from(max));
                let term = Term { slot: used.slot, factor: 1, low, high };
                Linear { terms: vec![term], constant: 0 }
            }
        },
        Expr::Negate(operand) if constant(expr).is_none() => linear(operand)?.times(-1)?,
        Expr::Arithmetic(sign, left, right) if constant(expr).is_none() => {
            let (left, right) = (linear(left)?, linear(right)?);
            match sign {
                Arithmetic::Add => left.plus(&right)?,
                Arithmetic::Subtract => left.plus(&right.times(-1)?)?,
                Arithmetic::Multiply if right.terms.is_empty() => left.times(right.constant)?,
                Arithmetic::Multiply if left.terms.is_empty() => right.times(left.constant)?,
                _ => return None,
            }
        }
        _ => Linear { terms: Vec::new(), constant: whole(constant(expr)?)? },
    };
    sum.fits().then_some(sum)
}

impl Linear {
    /// The slot that it is, if it is nothing else.
    fn only_slot(&self) -> Option<usize> {
        match (&*self.terms, self.constant) {
            ([term], 0) if term.factor == 1 => Some(term.slot),
            _ => None,
        }
    }

    fn times(mut self, factor: i128) -> Option<Self> {
        for term in &mut self.terms {
            term.factor = term.factor.checked_mul(factor)?;
        }
        self.terms.retain(|term| term.factor != 0);
        self.constant = self.constant.checked_mul(factor)?;
        Some(self)
    }

    fn plus(mut self, other: &Self) -> Option<Self> {
        for term in &other.terms {
            match self.terms.binary_search_by_key(&term.slot, |known| known.slot) {
                Ok(at) => {
                    self.terms[at].factor = self.terms[at].factor.checked_add(term.factor)?;
                }
                Err(at) => self.terms.insert(at, *term),
            }
        }
        self.terms.retain(|term| term.factor != 0);
        self.constant = self.constant.checked_add(other.constant)?;
        Some(self)
    }

    /// The smallest and the largest value of the terms without the constant.
    fn ends(&self) -> Option<(i128, i128)> {
        self.terms.iter().try_fold((0_i128, 0_i128), |(low, high), term| {
            let a = term.factor.checked_mul(term.low)?;
            let b = term.factor.checked_mul(term.high)?;
            Some((low.checked_add(a.min(b))?, high.checked_add(a.max(b))?))
        })
    }

    /// Whether the value, every part of it and every factor are exact.
    fn fits(&self) -> bool {
        let parts = self.terms.iter().try_fold(self.constant.abs(), |sum, term| {
            let most = term.low.abs().max(term.high.abs()).max(1);
            sum.checked_add(term.factor.abs().checked_mul(most)?)
        });
        parts.is_some_and(|parts| parts < EXACT)
    }

    /// The terms and the constant.
    pub(crate) fn parts(&self) -> (Vec<(usize, f64)>, f64) {
        let terms = self.terms.iter().map(|term| (term.slot, term.factor as f64)).collect();
        (terms, self.constant as f64)
    }
}

/// The comparison of two sides as a test, if it is one.
pub(crate) fn compare(sign: Comparison, left: &Side, right: &Side) -> Option<Literal> {
    match (left, right) {
        (Side::Whole(left), Side::Whole(right)) => {
            let difference = left.clone().plus(&right.clone().times(-1)?)?;
            let bound = -difference.constant;
            let sum = Linear { constant: 0, ..difference };
            match sign {
                Comparison::GreaterEqual => at_least(sum, bound),
                Comparison::Greater => at_least(sum, bound + 1),
                Comparison::Less => at_least(sum, bound).map(Literal::negate),
                Comparison::LessEqual => at_least(sum, bound + 1).map(Literal::negate),
                Comparison::Equal => equal(sum, bound),
                Comparison::NotEqual => equal(sum, bound).map(Literal::negate),
            }
        }
        (Side::Whole(sum), Side::Constant(number)) => {
            // Whole numbers lie above it or below it: between the two next to it.
            let number = number.clamp(-2.0 * EXACT as f64, 2.0 * EXACT as f64);
            let next = Linear { terms: Vec::new(), constant: number.ceil() as i128 };
            let sign = match sign {
                Comparison::Equal => return Some(Literal::Constant(false)),
                Comparison::NotEqual => return Some(Literal::Constant(true)),
                Comparison::Greater | Comparison::GreaterEqual => Comparison::GreaterEqual,
                Comparison::Less | Comparison::LessEqual => Comparison::Less,
            };
            compare(sign, &Side::Whole(sum.clone()), &Side::Whole(next))
        }
        (&Side::Constant(left), &Side::Constant(right)) => {
            Some(Literal::Constant(sign.holds(left, right)))
        }
        (&Side::Slot(slot), side) => {
            let number = match side {
                Side::Constant(number) => *number,
                Side::Whole(sum) if sum.terms.is_empty() => sum.constant as f64,
                Side::Whole(sum) => return Some(differ(sign, slot, sum.only_slot()?)),
                Side::Slot(other) => return Some(differ(sign, slot, *other)),
            };
            Some(match sign {
                Comparison::GreaterEqual => Literal::slot_is_at_least(slot, number),
                Comparison::Greater => Literal::slot_is_at_least(slot, number.next_up()),
                Comparison::Less => Literal::slot_is_at_least(slot, number).negate(),
                Comparison::LessEqual => Literal::slot_is_at_least(slot, number.next_up()).negate(),
                Comparison::Equal => Literal::slot_is(slot, number),
                Comparison::NotEqual => Literal::slot_is(slot, number).negate(),
            })
        }
        (left @ (Side::Constant(_) | Side::Whole(_)), right) => {
            compare(sign.mirrored(), right, left)
        }
    }
}

/// The greatest common divisor of the factors, with the sign of the first.
fn unit(sum: &Linear) -> i128 {
    let gcd = sum.terms.iter().fold(0_i128, |gcd, term| {
        let (mut a, mut b) = (gcd, term.factor.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    if sum.terms.first().is_some_and(|term| term.factor < 0) { -gcd } else { gcd }
}

fn divided(mut sum: Linear, by: i128) -> Linear {
    for term in &mut sum.terms {
        term.factor /= by;
    }
    sum
}

fn at_least(sum: Linear, bound: i128) -> Option<Literal> {
    if sum.terms.is_empty() {
        return Some(Literal::Constant(0 >= bound));
    }
    let unit = unit(&sum);
    let sum = divided(sum, unit);
    if unit > 0 {
        // g * t >= k is t >= k / g rounded up.
        test(&sum, -(-bound).div_euclid(unit), false)
    } else {
        // -g * t >= k is t <= -k / g rounded down, the contrary of t >= that + 1.
        test(&sum, (-bound).div_euclid(-unit) + 1, false).map(Literal::negate)
    }
}

fn equal(sum: Linear, bound: i128) -> Option<Literal> {
    if sum.terms.is_empty() {
        return Some(Literal::Constant(bound == 0));
    }
    let unit = unit(&sum);
    if bound % unit != 0 {
        return Some(Literal::Constant(false));
    }
    test(&divided(sum, unit), bound / unit, true)
}

fn test(sum: &Linear, bound: i128, exact: bool) -> Option<Literal> {
    if !sum.fits() {
        return None;
    }
    let (low, high) = sum.ends()?;
    if bound > high || (exact && bound < low) {
        return Some(Literal::Constant(false));
    }
    if bound <= low && (!exact || low == high) {
        return Some(Literal::Constant(true));
    }
    let test = Test { terms: sum.parts().0, bound: bound as f64, exact };
    Some(Literal::Test { test, negated: false })
}
