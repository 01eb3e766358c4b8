//! An expression as it was written: names not yet looked up, types not yet checked.

use std::ops::Range;

/// A node and the bytes of the expression it covers.
#[derive(Clone, Debug)]
pub(crate) struct Ast {
    pub(crate) node: Node,
    pub(crate) span: Range<usize>,
    /// The longest path down to a leaf, so that every walk down the tree is bounded.
    pub(crate) depth: usize,
}

/// What a node is.
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

/// A sign in front of its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnarySign {
    Negate,
    Not,
}

/// A sign between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinarySign {
    Arithmetic(super::expr::Arithmetic),
    Comparison(super::expr::Comparison),
    Logic(super::expr::Logic),
}
