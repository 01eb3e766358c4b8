//! Comparisons of sums of features as tests of one number against a constant.
//!
//! Where the ranges of the features show that no sum can saturate, a comparison such as
//! `turn_points < 500 + rolls * 50` is the same as `turn_points - 50 * rolls < 500`. All such tests
//! are brought to the two forms `t >= k` and `t == k`, so that equal tests are found equal.

use super::expr::{Arithmetic, Comparison, Expr};
use super::range::Interval;
use crate::game::Kind;

/// A sum of multiples of slots and a constant, whose value never leaves the 64-bit integers.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    terms: Vec<Term>,
    constant: i128,
}

#[derive(Clone, Copy, Debug)]
struct Term {
    slot: usize,
    factor: i128,
    range: Interval,
}

/// A test of a sum of slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    /// Slots in rising order and what each is multiplied by, never 0.
    pub(crate) terms: Vec<(usize, i64)>,
    /// The number compared with.
    pub(crate) bound: i64,
    /// Whether the sum must equal `bound`; otherwise it must be at least `bound`.
    pub(crate) exact: bool,
}

/// What a comparison comes down to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Literal {
    /// It is always the same.
    Constant(bool),
    /// It is the test, or its contrary.
    Test { test: Test, negated: bool },
}

impl Literal {
    fn negate(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Test { test, negated } => Self::Test { test, negated: !negated },
        }
    }
}

/// `expr` as a sum, if it is one that cannot saturate.
pub(crate) fn linear(expr: &Expr) -> Option<Linear> {
    let sum = match expr {
        Expr::Integer(value) | Expr::Parameter { value, .. } => {
            Linear { terms: Vec::new(), constant: i128::from(*value) }
        }
        Expr::State(used) | Expr::Action(used) => match used.feature.kind {
            Kind::Truth => return None,
            kind @ Kind::Integer { .. } => {
                let term = Term { slot: used.slot, factor: 1, range: Interval::of_feature(kind) };
                Linear { terms: vec![term], constant: 0 }
            }
        },
        Expr::Negate(operand) => linear(operand)?.times(-1)?,
        Expr::Arithmetic(Arithmetic::Add, left, right) => linear(left)?.plus(&linear(right)?)?,
        Expr::Arithmetic(Arithmetic::Subtract, left, right) => {
            linear(left)?.plus(&linear(right)?.times(-1)?)?
        }
        Expr::Arithmetic(Arithmetic::Multiply, left, right) => {
            let (left, right) = (linear(left)?, linear(right)?);
            if right.terms.is_empty() {
                left.times(right.constant)?
            } else if left.terms.is_empty() {
                right.times(left.constant)?
            } else {
                return None;
            }
        }
        _ => return None,
    };
    sum.fits().then_some(sum)
}

impl Linear {
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
            let ends = [term.range.low, term.range.high];
            let [a, b] = ends.map(|end| term.factor.checked_mul(i128::from(end)));
            let (a, b) = (a?, b?);
            Some((low.checked_add(a.min(b))?, high.checked_add(a.max(b))?))
        })
    }

    /// Whether the value and every factor are 64-bit integers.
    fn fits(&self) -> bool {
        let fits = |value: i128| i64::try_from(value).is_ok();
        let whole = self.ends().is_some_and(|(low, high)| {
            let ends = [low, high].map(|end| end.checked_add(self.constant).is_some_and(fits));
            ends == [true, true]
        });
        whole && self.terms.iter().all(|term| fits(term.factor)) && fits(self.constant)
    }

    /// The terms and the constant, for computing the value with wrapping arithmetic.
    pub(crate) fn parts(&self) -> Option<(Vec<(usize, i64)>, i64)> {
        let terms: Option<Vec<_>> = (self.terms.iter())
            .map(|term| Some((term.slot, i64::try_from(term.factor).ok()?)))
            .collect();
        Some((terms?, i64::try_from(self.constant).ok()?))
    }
}

/// The comparison of two sums as a test, if its sum stays within the 64-bit integers.
pub(crate) fn compare(sign: Comparison, left: &Linear, right: &Linear) -> Option<Literal> {
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

/// The test that a slot is not 0.
pub(crate) fn truth(slot: usize) -> Literal {
    Literal::Test { test: Test { terms: vec![(slot, 1)], bound: 0, exact: true }, negated: true }
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
    let (terms, _) = sum.parts()?;
    let test = Test { terms, bound: i64::try_from(bound).ok()?, exact };
    Some(Literal::Test { test, negated: false })
}
