//! The syntax tree of an expression, before names are resolved and types are checked.

use std::ops::Range;

/// A node and its span in bytes of the expression.
#[derive(Clone, Debug)]
pub(crate) struct Ast {
    pub(crate) node: Node,
    pub(crate) span: Range<usize>,
    /// The length of the longest path to a leaf, which bounds every recursion over the tree.
    pub(crate) depth: usize,
}

/// The contents of a node.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Number(f64),
    Truth(bool),
    Name(String),
    Call { name: String, name_span: Range<usize>, arguments: Vec<Ast> },
    Unary { sign: UnarySign, operand: Box<Ast> },
    Binary { sign: BinarySign, left: Box<Ast>, right: Box<Ast> },
    If { condition: Box<Ast>, then: Box<Ast>, otherwise: Box<Ast> },
}

/// A prefix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnarySign {
    Negate,
    Not,
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinarySign {
    Arithmetic(super::expr::Arithmetic),
    Comparison(super::expr::Comparison),
    Logic(super::expr::Logic),
}
