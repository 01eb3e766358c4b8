//! Truth tables over a few tests of sums of slots.
//!
//! Most of the cost of a cheap condition is mispredicted branches. So the tests of a condition, or
//! of all rules of a decision point, are all evaluated, without a jump, into the bits of a small
//! number; and a table says what follows from that number.

use super::expr::{Comparison, Expr, Logic, Type};
use super::linear::{self, Literal, Test};
use crate::game::Kind;

/// The most tests one table may have: 256 entries.
pub(crate) const MAX_TESTS: usize = 8;

/// How many nodes one condition may have after comparisons of `min`, `max` and `if` are taken
/// apart; beyond it is compiled to closures.
const MAX_NODES: usize = 500;

/// A truth value for each outcome of the tests: bit `m` holds where the tests come out as `m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bits([u64; 4]);

impl Bits {
    pub(crate) const TRUE: Self = Self([u64::MAX; 4]);
    pub(crate) const FALSE: Self = Self([0; 4]);

    fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// Where test `index` comes out true.
    fn test(index: usize) -> Self {
        const WITHIN_WORD: [u64; 6] = [
            0xaaaa_aaaa_aaaa_aaaa,
            0xcccc_cccc_cccc_cccc,
            0xf0f0_f0f0_f0f0_f0f0,
            0xff00_ff00_ff00_ff00,
            0xffff_0000_ffff_0000,
            0xffff_ffff_0000_0000,
        ];
        match index {
            0..6 => Self([WITHIN_WORD[index]; 4]),
            6 => Self([0, u64::MAX, 0, u64::MAX]),
            _ => Self([0, 0, u64::MAX, u64::MAX]),
        }
    }

    fn zip(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| with(self.0[word], other.0[word])))
    }

    pub(crate) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    fn not(self) -> Self {
        self.xor(Self::TRUE)
    }

    fn choose(self, then: Self, otherwise: Self) -> Self {
        self.and(then).or(self.not().and(otherwise))
    }

    /// The entry for `outcome`, which is below 256.
    #[inline]
    pub(crate) const fn get(&self, outcome: usize) -> bool {
        self.0[(outcome >> 6) & 3] >> (outcome & 63) & 1 != 0
    }
}

/// The tests of a table while it is being made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tests {
    tests: Vec<Test>,
}

impl Tests {
    /// Adds the tests of a truth value. False, and nothing added, if it does not consist of tests
    /// or there would be too many.
    pub(crate) fn add(&mut self, expr: &Expr) -> bool {
        let before = self.tests.len();
        let mut budget = MAX_NODES;
        let added = walk(expr, &mut budget, &mut |literal| {
            if let Literal::Test { test, .. } = literal
                && !self.tests.contains(&test)
            {
                self.tests.push(test);
            }
            (self.tests.len() <= MAX_TESTS).then_some(Bits::FALSE)
        });
        if added.is_none() {
            self.tests.truncate(before);
        }
        added.is_some()
    }

    /// Brings the tests into the order in which they are evaluated.
    pub(crate) fn pack(mut self) -> Packed {
        self.tests.sort_by_key(|test| (test.terms.len(), test.exact));
        let mut packed = Packed {
            least: Vec::new(),
            is: Vec::new(),
            two: Vec::new(),
            more: Vec::new(),
            tests: self,
        };
        for test in &packed.tests.tests {
            let low = test.bound;
            let range = Range { low, high: if test.exact { low } else { f64::INFINITY } };
            match *test.terms {
                [(slot, _)] if test.exact => packed.is.push(One { slot, number: low }),
                [(slot, _)] => packed.least.push(One { slot, number: low }),
                [a, b] => packed.two.push(Two { slots: [a.0, b.0], factors: [a.1, b.1], range }),
                ref terms => packed.more.push(More { terms: terms.into(), range }),
            }
        }
        packed
    }
}

/// Goes through the tests of a truth value; `see` gives their entries in the table.
fn walk(
    expr: &Expr,
    budget: &mut usize,
    see: &mut impl FnMut(Literal) -> Option<Bits>,
) -> Option<Bits> {
    *budget = budget.checked_sub(1)?;
    Some(match expr {
        Expr::Truth(value) => Bits::constant(*value),
        Expr::State(used) | Expr::Action(used) if used.feature.kind == Kind::Truth => {
            see(Literal::slot_is(used.slot, 0.0).negate())?
        }
        Expr::IsKind { kind, slot, .. } => see(Literal::slot_is(*slot, *kind as f64))?,
        Expr::Not(operand) => walk(operand, budget, see)?.not(),
        Expr::Logic(Logic::And, left, right) => {
            walk(left, budget, see)?.and(walk(right, budget, see)?)
        }
        Expr::Logic(Logic::Or, left, right) => {
            walk(left, budget, see)?.or(walk(right, budget, see)?)
        }
        Expr::If(condition, then, otherwise) => {
            let condition = walk(condition, budget, see)?;
            condition.choose(walk(then, budget, see)?, walk(otherwise, budget, see)?)
        }
        Expr::Compare(sign, left, right) if left.kind() == Type::Truth => {
            let differ = walk(left, budget, see)?.xor(walk(right, budget, see)?);
            if *sign == Comparison::Equal { differ.not() } else { differ }
        }
        Expr::Compare(sign, left, right) => compare(*sign, left, right, budget, see)?,
        _ => return None,
    })
}

/// A comparison of integers; sides that are `if`, `min` or `max` are taken apart.
fn compare(
    sign: Comparison,
    left: &Expr,
    right: &Expr,
    budget: &mut usize,
    see: &mut impl FnMut(Literal) -> Option<Bits>,
) -> Option<Bits> {
    *budget = budget.checked_sub(1)?;
    match (left, right) {
        (Expr::If(condition, then, otherwise), other) => {
            let condition = walk(condition, budget, see)?;
            let then = compare(sign, then, other, budget, see)?;
            Some(condition.choose(then, compare(sign, otherwise, other, budget, see)?))
        }
        (Expr::Min(operands) | Expr::Max(operands), other) => {
            // The least is above x if all are; the greatest is above x if one is.
            let above = matches!(sign, Comparison::Greater | Comparison::GreaterEqual);
            let below = matches!(sign, Comparison::Less | Comparison::LessEqual);
            if !above && !below {
                return None;
            }
            let all = above == matches!(left, Expr::Min(_));
            operands.iter().try_fold(Bits::constant(all), |bits, operand| {
                let one = compare(sign, operand, other, budget, see)?;
                Some(if all { bits.and(one) } else { bits.or(one) })
            })
        }
        (_, Expr::If(..) | Expr::Min(_) | Expr::Max(_)) => {
            compare(sign.mirrored(), right, left, budget, see)
        }
        _ => {
            let (left, right) = (linear::side(left)?, linear::side(right)?);
            match linear::compare(sign, &left, &right)? {
                Literal::Constant(value) => Some(Bits::constant(value)),
                literal => see(literal),
            }
        }
    }
}

/// The values from `low` to `high`.
#[derive(Clone, Copy, Debug)]
struct Range {
    low: f64,
    high: f64,
}

impl Range {
    #[inline(always)]
    const fn contains(self, value: f64) -> bool {
        // Both are compared, so that there is no jump.
        (self.low <= value) & (value <= self.high)
    }
}

/// A test of one slot, whose factor is 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct One {
    slot: usize,
    number: f64,
}

/// A test of a sum of multiples of two slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Two {
    slots: [usize; 2],
    factors: [f64; 2],
    range: Range,
}

impl Two {
    #[inline(always)]
    fn holds(&self, slots: &[f64]) -> bool {
        let a = slots[self.slots[0]] * self.factors[0];
        let b = slots[self.slots[1]] * self.factors[1];
        self.range.contains(a + b)
    }
}

/// A test of a longer sum.
#[derive(Clone, Debug)]
struct More {
    terms: Box<[(usize, f64)]>,
    range: Range,
}

/// The test of a condition that has no other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Single {
    Least(One),
    Is(One),
    Two(Two),
}

impl Single {
    /// How it comes out.
    #[inline]
    pub(crate) fn holds(&self, slots: &[f64]) -> bool {
        match self {
            Self::Least(One { slot, number }) => slots[*slot] >= *number,
            Self::Is(One { slot, number }) => slots[*slot] == *number,
            Self::Two(two) => two.holds(slots),
        }
    }
}

/// Tests ready to be evaluated: those of one slot first, then those of two.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    /// Whether a slot is at least a number…
    least: Vec<One>,
    /// …or that number.
    is: Vec<One>,
    two: Vec<Two>,
    more: Vec<More>,
    tests: Tests,
}

impl Packed {
    /// How many outcomes there are.
    pub(crate) fn outcomes(&self) -> usize {
        1 << self.tests.tests.len()
    }

    /// The table of a truth value whose tests are among these.
    pub(crate) fn bits(&self, expr: &Expr) -> Option<Bits> {
        walk(expr, &mut MAX_NODES.clone(), &mut |literal| match literal {
            Literal::Constant(value) => Some(Bits::constant(value)),
            Literal::Test { test, negated } => {
                let index = self.tests.tests.iter().position(|known| *known == test)?;
                let bits = Bits::test(index);
                Some(if negated { bits.not() } else { bits })
            }
        })
    }

    /// The only test there is, if it is of one slot or two.
    pub(crate) fn single(&self) -> Option<Single> {
        match (&*self.least, &*self.is, &*self.two, &*self.more) {
            ([one], [], [], []) => Some(Single::Least(*one)),
            ([], [one], [], []) => Some(Single::Is(*one)),
            ([], [], [two], []) => Some(Single::Two(*two)),
            _ => None,
        }
    }

    /// How the tests come out: bit `i` for test `i`.
    #[inline]
    pub(crate) fn outcome(&self, slots: &[f64]) -> usize {
        let mut outcome = 0;
        for test in self.more.iter().rev() {
            let products = test.terms.iter().map(|&(slot, factor)| slots[slot] * factor);
            let sum: f64 = products.sum();
            outcome = outcome << 1 | usize::from(test.range.contains(sum));
        }
        for test in self.two.iter().rev() {
            outcome = outcome << 1 | usize::from(test.holds(slots));
        }
        for test in self.is.iter().rev() {
            outcome = outcome << 1 | usize::from(slots[test.slot] == test.number);
        }
        for test in self.least.iter().rev() {
            outcome = outcome << 1 | usize::from(slots[test.slot] >= test.number);
        }
        outcome
    }
}
