//! The typed tree of an expression, and its meaning.
//!
//! The checker resolves all names and checks all types, so the evaluation of a tree cannot fail.
//! [`Expr::eval_tree`] defines the meaning; the compiled form must agree with it to the last bit.
//!
//! Numbers are 64-bit floats. Each operation is rounded once, in the written order, and [`settle`]
//! removes infinities, NaN and −0 from all results.

use std::collections::BTreeSet;
use std::ops::{BitOr, BitOrAssign};
use std::sync::Arc;

use super::facts::{Facts, happens};
use crate::game::{Feature, Kind};

/// Returns the number as the language represents it: 0 for infinities, NaN and −0.
#[inline]
pub const fn settle(number: f64) -> f64 {
    // Adding 0 changes only −0.
    if number.is_finite() { number + 0.0 } else { 0.0 }
}

/// A binary operator from numbers to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`; a division by zero gives 0.
    Divide,
    /// `div`: the quotient truncated toward zero; a division by zero gives 0.
    Quotient,
    /// `mod`: the exact remainder, with the sign of the dividend; a division by zero gives 0.
    Remainder,
}

impl Arithmetic {
    /// Returns the value of `left sign right`.
    #[inline]
    pub fn apply(self, left: f64, right: f64) -> f64 {
        settle(match self {
            Self::Add => left + right,
            Self::Subtract => left - right,
            Self::Multiply => left * right,
            // Division by zero gives infinity or NaN, which `settle` maps to 0.
            Self::Divide => left / right,
            Self::Quotient => (left / right).trunc(),
            Self::Remainder => left % right,
        })
    }

    /// Returns the text of the operator.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Quotient => "div",
            Self::Remainder => "mod",
        }
    }
}

/// A binary operator from two numbers, or two truth values, to a truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Comparison {
    /// Returns whether `left sign right` is true.
    #[inline]
    pub const fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
        }
    }

    /// Returns the text of the operator.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
        }
    }
}

/// A binary operator from truth values to a truth value. Operands have no side effects, so
/// short-circuit evaluation does not change the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Logic {
    /// `&&`
    And,
    /// `||`
    Or,
}

impl Logic {
    /// Returns the text of the operator.
    pub const fn text(self) -> &'static str {
        match self {
            Self::And => "&&",
            Self::Or => "||",
        }
    }
}

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A 64-bit float.
    Number,
    /// True or false.
    Truth,
}

impl Type {
    /// Returns the type of the values of a kind.
    pub const fn of(kind: Kind) -> Self {
        match kind {
            Kind::Integer { .. } | Kind::Real { .. } => Self::Number,
            Kind::Truth => Self::Truth,
        }
    }

    /// Returns the type with its article, as in messages.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Truth => "a truth value",
        }
    }
}

/// A feature of the state or of an action in an expression.
#[derive(Clone, Copy, Debug)]
pub struct FeatureUse {
    /// The index of the feature among the state or action features of the decision point.
    pub index: usize,
    /// The documentation of the feature.
    pub feature: &'static Feature,
}

impl PartialEq for FeatureUse {
    fn eq(&self, other: &Self) -> bool {
        (self.index, self.feature.name) == (other.index, other.feature.name)
    }
}

/// A checked expression, built only by the checker. Operands have the types that their operators
/// require.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number.
    Number(f64),
    /// `true` or `false`.
    Truth(bool),
    /// A parameter of the policy, with its value in this policy.
    Parameter {
        /// The index of the parameter.
        index: usize,
        /// Its name.
        name: Arc<str>,
        /// Its value.
        value: f64,
    },
    /// A feature of the state.
    State(FeatureUse),
    /// A feature of an action; only in `only` and `prefer`.
    Action(FeatureUse),
    /// Whether the action is of this kind; only in `only` and `prefer`.
    IsKind {
        /// The index of the kind among the kinds of the decision point.
        kind: usize,
        /// Its name.
        name: &'static str,
    },
    /// `-a`
    Negate(Box<Expr>),
    /// `!a`
    Not(Box<Expr>),
    /// `abs(a)`
    Abs(Box<Expr>),
    /// `floor(a)`
    Floor(Box<Expr>),
    /// `min(a, b, …)`; at least one.
    Min(Vec<Expr>),
    /// `max(a, b, …)`; at least one.
    Max(Vec<Expr>),
    /// A number from two numbers.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// A truth value from two numbers or, for `==` and `!=`, from two truth values.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// A truth value from two truth values.
    Logic(Logic, Box<Expr>, Box<Expr>),
    /// `if condition then a else b`; `a` and `b` have the same type.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A call of a function of the game.
    Call {
        /// The index of the function in the vocabulary.
        function: usize,
        /// Its name.
        name: &'static str,
        /// The kind of its value.
        kind: Kind,
        /// The arguments, one per parameter.
        arguments: Vec<Expr>,
    },
    /// `chance(p)`: true with probability `p`.
    Chance {
        /// The number of this call among the `chance` calls of its decision point, in the order of
        /// the file.
        site: usize,
        /// The probability; up to 0 means never, from 1 on means always.
        probability: Box<Expr>,
    },
}

impl Expr {
    /// Returns the type of the expression.
    pub fn kind(&self) -> Type {
        match self {
            Self::State(used) | Self::Action(used) => Type::of(used.feature.kind),
            Self::Call { kind, .. } => Type::of(*kind),
            Self::If(_, then, _) => then.kind(),
            Self::Truth(_)
            | Self::IsKind { .. }
            | Self::Not(_)
            | Self::Compare(..)
            | Self::Logic(..)
            | Self::Chance { .. } => Type::Truth,
            _ => Type::Number,
        }
    }

    /// Returns the value for an action by evaluating the tree, which defines the meaning. Truth
    /// values are 0 and 1. An expression without features of the action has the same value for
    /// every action.
    pub fn eval_tree(&self, action: usize, facts: &impl Facts) -> f64 {
        let eval = |expr: &Self| expr.eval_tree(action, facts);
        let holds = |expr: &Self| expr.eval_tree(action, facts) != 0.0;
        let truth = |value: bool| f64::from(u8::from(value));
        match self {
            Self::Number(value) | Self::Parameter { value, .. } => *value,
            Self::Truth(value) => truth(*value),
            Self::State(used) => facts.state(used.index),
            Self::Action(used) => facts.action(used.index, action),
            Self::IsKind { kind, .. } => truth(facts.kind(action) == *kind),
            Self::Negate(operand) => negate(eval(operand)),
            Self::Not(operand) => truth(!holds(operand)),
            Self::Abs(operand) => eval(operand).abs(),
            Self::Floor(operand) => settle(eval(operand).floor()),
            Self::Min(operands) => operands.iter().map(eval).reduce(least).unwrap_or(0.0),
            Self::Max(operands) => operands.iter().map(eval).reduce(greatest).unwrap_or(0.0),
            Self::Arithmetic(sign, left, right) => sign.apply(eval(left), eval(right)),
            Self::Compare(sign, left, right) => truth(sign.holds(eval(left), eval(right))),
            Self::Logic(Logic::And, left, right) => truth(holds(left) && holds(right)),
            Self::Logic(Logic::Or, left, right) => truth(holds(left) || holds(right)),
            Self::If(condition, then, otherwise) => {
                if holds(condition) {
                    eval(then)
                } else {
                    eval(otherwise)
                }
            }
            Self::Call { function, arguments, kind, .. } => {
                let arguments: Vec<f64> = arguments.iter().map(eval).collect();
                let value = settle(facts.call(*function, &arguments));
                match Type::of(*kind) {
                    Type::Number => value,
                    Type::Truth => truth(value != 0.0),
                }
            }
            Self::Chance { site, probability } => truth(happens(facts, *site, eval(probability))),
        }
    }

    /// Returns what the expression may read.
    pub fn uses(&self) -> Uses {
        let mut uses = Uses::default();
        self.visit(&mut |expr| match expr {
            Self::State(used) => _ = uses.state.insert(used.index),
            Self::Action(used) => _ = uses.action.insert(used.index),
            Self::IsKind { .. } => uses.kinds = true,
            Self::Call { function, .. } => _ = uses.functions.insert(*function),
            Self::Chance { .. } => uses.chance = true,
            _ => {}
        });
        uses
    }

    /// Returns the operands of the node, from left to right.
    pub(super) fn operands(&self) -> impl Iterator<Item = &Self> {
        let (list, some): (&[Self], [Option<&Self>; 3]) = match self {
            Self::Negate(a) | Self::Not(a) | Self::Abs(a) | Self::Floor(a) => {
                (&[], [Some(a), None, None])
            }
            Self::Chance { probability, .. } => (&[], [Some(probability), None, None]),
            Self::Min(list) | Self::Max(list) | Self::Call { arguments: list, .. } => {
                (list, [None; 3])
            }
            Self::Arithmetic(_, a, b) | Self::Compare(_, a, b) | Self::Logic(_, a, b) => {
                (&[], [Some(a), Some(b), None])
            }
            Self::If(a, b, c) => (&[], [Some(a), Some(b), Some(c)]),
            Self::Number(_)
            | Self::Truth(_)
            | Self::Parameter { .. }
            | Self::State(_)
            | Self::Action(_)
            | Self::IsKind { .. } => (&[], [None; 3]),
        };
        list.iter().chain(some.into_iter().flatten())
    }

    /// Calls `see` for every node, parents before children.
    pub fn visit(&self, see: &mut impl FnMut(&Self)) {
        see(self);
        for operand in self.operands() {
            operand.visit(see);
        }
    }

    /// Returns the operands of the node, from left to right, as mutable references.
    pub(super) fn operands_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        let (list, some): (&mut [Self], [Option<&mut Self>; 3]) = match self {
            Self::Negate(a) | Self::Not(a) | Self::Abs(a) | Self::Floor(a) => {
                (&mut [], [Some(a), None, None])
            }
            Self::Chance { probability, .. } => (&mut [], [Some(probability), None, None]),
            Self::Min(list) | Self::Max(list) | Self::Call { arguments: list, .. } => {
                (list, [None, None, None])
            }
            Self::Arithmetic(_, a, b) | Self::Compare(_, a, b) | Self::Logic(_, a, b) => {
                (&mut [], [Some(a), Some(b), None])
            }
            Self::If(a, b, c) => (&mut [], [Some(a), Some(b), Some(c)]),
            Self::Number(_)
            | Self::Truth(_)
            | Self::Parameter { .. }
            | Self::State(_)
            | Self::Action(_)
            | Self::IsKind { .. } => (&mut [], [None, None, None]),
        };
        list.iter_mut().chain(some.into_iter().flatten())
    }

    /// Sets every parameter in the tree to the value at its index.
    pub(crate) fn set_parameters(&mut self, values: &[f64]) {
        if let Self::Parameter { index, value, .. } = self {
            *value = values[*index];
        }
        self.operands_mut().for_each(|operand| operand.set_parameters(values));
    }
}

/// Returns `-a`; 0 stays 0.
#[inline]
pub(crate) const fn negate(number: f64) -> f64 {
    0.0 - number
}

/// Returns the smaller of two numbers, neither of them NaN or −0.
#[inline]
pub(crate) const fn least(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// Returns the larger of two numbers, neither of them NaN or −0.
#[inline]
pub(crate) const fn greatest(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// What an expression, a rule or a decision point of a policy may read; a game need not compute
/// anything else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Uses {
    /// State features by index.
    pub state: BTreeSet<usize>,
    /// Action features by index.
    pub action: BTreeSet<usize>,
    /// Whether the kind of an action is read.
    pub kinds: bool,
    /// Functions by index.
    pub functions: BTreeSet<usize>,
    /// Whether there is a call of `chance`.
    pub chance: bool,
}

impl BitOr for Uses {
    type Output = Self;

    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl BitOrAssign for Uses {
    fn bitor_assign(&mut self, other: Self) {
        self.state.extend(other.state);
        self.action.extend(other.action);
        self.functions.extend(other.functions);
        self.kinds |= other.kinds;
        self.chance |= other.chance;
    }
}

/// Returns the bit of kind `index`; [`faults`](super::vocabulary::faults) ensures at most 64 kinds.
pub(crate) const fn bit(index: usize) -> u64 {
    if index < 64 { 1 << index } else { 0 }
}
