//! The typed tree of an expression, and its meaning.
//!
//! A tree comes out of the checker with every name looked up and every type checked, so that its
//! evaluation cannot fail. [`Expr::eval_tree`] is the reference meaning: the compiled form must
//! agree with it, and exact solvers walk it.

use std::ops::{BitOr, BitOrAssign};
use std::sync::Arc;

use super::decide::Env;
use crate::game::{Feature, Kind};

/// A sign between two integers that gives an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// `+`, saturating.
    Add,
    /// `-`, saturating.
    Subtract,
    /// `*`, saturating.
    Multiply,
    /// `/`, truncating toward zero; by zero it gives 0.
    Divide,
    /// `%`, with the sign of the dividend; by zero it gives 0.
    Remainder,
}

impl Arithmetic {
    /// The value of `left sign right`.
    #[inline]
    #[must_use]
    pub const fn apply(self, left: i64, right: i64) -> i64 {
        match self {
            Self::Add => left.saturating_add(right),
            Self::Subtract => left.saturating_sub(right),
            Self::Multiply => left.saturating_mul(right),
            Self::Divide if right == 0 => 0,
            Self::Divide => left.saturating_div(right),
            Self::Remainder if right == 0 => 0,
            Self::Remainder => left.wrapping_rem(right),
        }
    }

    /// How the sign is written.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        }
    }
}

/// A sign between two integers, or two truth values, that gives a truth value.
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
    /// Whether `left sign right`.
    #[inline]
    #[must_use]
    pub const fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
        }
    }

    /// How the sign is written.
    #[must_use]
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

/// A sign between two truth values that gives a truth value. Both sides are free of side effects,
/// so whether the right one is evaluated cannot be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Logic {
    /// `&&`
    And,
    /// `||`
    Or,
}

impl Logic {
    /// How the sign is written.
    #[must_use]
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
    /// A 64-bit integer.
    Integer,
    /// True or false.
    Truth,
}

impl Type {
    /// The type with its article, as messages name it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Integer => "an integer",
            Self::Truth => "a truth value",
        }
    }
}

/// A feature of the state or of an action in an expression.
#[derive(Clone, Copy, Debug)]
pub struct FeatureUse {
    /// Which of the decision point's state or action features it is.
    pub index: usize,
    /// Where its value stands at a decision.
    pub slot: usize,
    /// Its description.
    pub feature: &'static Feature,
}

impl PartialEq for FeatureUse {
    fn eq(&self, other: &Self) -> bool {
        (self.index, self.slot, self.feature.name) == (other.index, other.slot, other.feature.name)
    }
}

/// A checked expression. Operands have the types that the signs want; only the checker makes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// An integer.
    Integer(i64),
    /// `true` or `false`.
    Truth(bool),
    /// A parameter of the policy with the value it has in this policy.
    Parameter {
        /// Which of the policy's parameters.
        index: usize,
        /// Its name.
        name: Arc<str>,
        /// Its value.
        value: i64,
    },
    /// A feature of the state.
    State(FeatureUse),
    /// A feature of an action; only in `prefer`.
    Action(FeatureUse),
    /// `-a`, saturating.
    Negate(Box<Expr>),
    /// `!a`
    Not(Box<Expr>),
    /// `abs(a)`, saturating.
    Abs(Box<Expr>),
    /// `min(a, b, …)`; at least one.
    Min(Vec<Expr>),
    /// `max(a, b, …)`; at least one.
    Max(Vec<Expr>),
    /// Two integers to an integer.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// Two integers to a truth value; for `==` and `!=` also two truth values.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// Two truth values to a truth value.
    Logic(Logic, Box<Expr>, Box<Expr>),
    /// `if condition then a else b`; `a` and `b` have one type.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A function of the game.
    Call {
        /// Which of the vocabulary's functions.
        function: usize,
        /// Its name.
        name: &'static str,
        /// Its arguments, as many as it takes.
        arguments: Vec<Expr>,
    },
    /// `chance(p)`: true with probability `p` in a million.
    Chance {
        /// The number of this call among those of its decision point, in the order of the file.
        site: usize,
        /// The probability in parts per million; below 0 means never, above a million always.
        parts_per_million: Box<Expr>,
    },
}

impl Expr {
    /// The type of the expression.
    #[must_use]
    pub fn kind(&self) -> Type {
        match self {
            Self::State(used) | Self::Action(used) => match used.feature.kind {
                Kind::Integer { .. } => Type::Integer,
                Kind::Truth => Type::Truth,
            },
            Self::If(_, then, _) => then.kind(),
            Self::Truth(_)
            | Self::Not(_)
            | Self::Compare(..)
            | Self::Logic(..)
            | Self::Chance { .. } => Type::Truth,
            _ => Type::Integer,
        }
    }

    /// The value at a decision whose slots are `slots`, by walking the tree: the reference meaning.
    /// Truth values are 0 and 1.
    ///
    /// Action features are read from their slots, so an expression that uses them wants those
    /// filled by [`Actions::describe`](crate::game::Actions::describe) first.
    ///
    /// # Panics
    ///
    /// When `slots` is shorter than the decision point's [`slots`](crate::game::DecisionPoint::slots).
    #[must_use]
    pub fn eval_tree(&self, slots: &[i64], env: &Env<'_>) -> i64 {
        let eval = |expr: &Self| expr.eval_tree(slots, env);
        match self {
            Self::Integer(value) | Self::Parameter { value, .. } => *value,
            Self::Truth(value) => i64::from(*value),
            Self::State(used) | Self::Action(used) => match used.feature.kind {
                Kind::Integer { .. } => slots[used.slot],
                Kind::Truth => i64::from(slots[used.slot] != 0),
            },
            Self::Negate(operand) => eval(operand).saturating_neg(),
            Self::Not(operand) => i64::from(eval(operand) == 0),
            Self::Abs(operand) => eval(operand).saturating_abs(),
            Self::Min(operands) => operands.iter().map(eval).min().unwrap_or(0),
            Self::Max(operands) => operands.iter().map(eval).max().unwrap_or(0),
            Self::Arithmetic(sign, left, right) => sign.apply(eval(left), eval(right)),
            Self::Compare(sign, left, right) => i64::from(sign.holds(eval(left), eval(right))),
            Self::Logic(Logic::And, left, right) => i64::from(eval(left) != 0 && eval(right) != 0),
            Self::Logic(Logic::Or, left, right) => i64::from(eval(left) != 0 || eval(right) != 0),
            Self::If(condition, then, otherwise) => {
                if eval(condition) != 0 {
                    eval(then)
                } else {
                    eval(otherwise)
                }
            }
            Self::Call { function, arguments, .. } => {
                let arguments: Vec<i64> = arguments.iter().map(eval).collect();
                env.functions.call(*function, &arguments, slots)
            }
            Self::Chance { site, parts_per_million } => {
                i64::from(env.happens(*site, eval(parts_per_million)))
            }
        }
    }

    /// What the expression may look at.
    #[must_use]
    pub fn uses(&self) -> Uses {
        let mut uses = Uses::default();
        self.visit(&mut |expr| match expr {
            Self::State(used) => uses.state |= bit(used.index),
            Self::Action(used) => uses.action |= bit(used.index),
            Self::Call { function, .. } => uses.functions |= bit(*function),
            Self::Chance { .. } => uses.chance = true,
            _ => {}
        });
        uses
    }

    /// Calls `see` for every node, parents before children.
    pub fn visit(&self, see: &mut impl FnMut(&Self)) {
        see(self);
        match self {
            Self::Negate(a) | Self::Not(a) | Self::Abs(a) => a.visit(see),
            Self::Chance { parts_per_million, .. } => parts_per_million.visit(see),
            Self::Min(list) | Self::Max(list) | Self::Call { arguments: list, .. } => {
                list.iter().for_each(|a| a.visit(see));
            }
            Self::Arithmetic(_, a, b) | Self::Compare(_, a, b) | Self::Logic(_, a, b) => {
                a.visit(see);
                b.visit(see);
            }
            Self::If(a, b, c) => [a, b, c].into_iter().for_each(|a| a.visit(see)),
            Self::Integer(_)
            | Self::Truth(_)
            | Self::Parameter { .. }
            | Self::State(_)
            | Self::Action(_) => {}
        }
    }

    /// Gives every parameter in the tree the value that `value` names for its index.
    pub(crate) fn set_parameters(&mut self, values: &[i64]) {
        match self {
            Self::Parameter { index, value, .. } => *value = values[*index],
            Self::Negate(a) | Self::Not(a) | Self::Abs(a) => a.set_parameters(values),
            Self::Chance { parts_per_million, .. } => parts_per_million.set_parameters(values),
            Self::Min(list) | Self::Max(list) | Self::Call { arguments: list, .. } => {
                list.iter_mut().for_each(|a| a.set_parameters(values));
            }
            Self::Arithmetic(_, a, b) | Self::Compare(_, a, b) | Self::Logic(_, a, b) => {
                a.set_parameters(values);
                b.set_parameters(values);
            }
            Self::If(a, b, c) => [a, b, c].into_iter().for_each(|a| a.set_parameters(values)),
            Self::Integer(_) | Self::Truth(_) | Self::State(_) | Self::Action(_) => {}
        }
    }
}

/// What an expression, a rule or a decision point of a policy may look at: a game need not work
/// out the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Uses {
    /// Bit `i` stands for state feature `i`.
    pub state: u64,
    /// Bit `j` stands for action feature `j`.
    pub action: u64,
    /// Bit `f` stands for function `f`.
    pub functions: u64,
    /// Whether there is a `chance(p)`.
    pub chance: bool,
}

impl BitOr for Uses {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self {
            state: self.state | other.state,
            action: self.action | other.action,
            functions: self.functions | other.functions,
            chance: self.chance | other.chance,
        }
    }
}

impl BitOrAssign for Uses {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// The bit that stands for `index`; [`faults`](super::vocabulary::faults) keeps games below 64.
pub(crate) const fn bit(index: usize) -> u64 {
    if index < 64 { 1 << index } else { 0 }
}
