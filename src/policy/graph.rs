//! The expressions of a decision point as a graph of values, in which equal expressions share a
//! node.

use rustc_hash::{FxHashMap, FxHashSet};

use super::expr::{Arithmetic, Comparison, Expr, Logic, Type, greatest, least, settle};

/// The index of a node of the graph. The operands of a node have smaller indices.
pub(super) type Value = u32;

/// The truth value false and the number 0: the first node of every graph.
pub(super) const ZERO: Value = 0;

/// The truth value true and the number 1: the second node of every graph.
pub(super) const ONE: Value = 1;

/// An operation on one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Unary {
    Abs,
    Floor,
}

impl Unary {
    #[inline]
    pub(super) fn apply(self, operand: f64) -> f64 {
        match self {
            Self::Abs => operand.abs(),
            Self::Floor => settle(operand.floor()),
        }
    }
}

/// An operation on two numbers. Truth values are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Binary {
    Arithmetic(Arithmetic),
    Min,
    Max,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    And,
    Or,
}

const ADD: Binary = Binary::Arithmetic(Arithmetic::Add);
const SUBTRACT: Binary = Binary::Arithmetic(Arithmetic::Subtract);

impl Binary {
    #[inline]
    pub(super) fn apply(self, left: f64, right: f64) -> f64 {
        let truth = |holds: bool| f64::from(u8::from(holds));
        match self {
            Self::Arithmetic(sign) => sign.apply(left, right),
            Self::Min => least(left, right),
            Self::Max => greatest(left, right),
            Self::Equal => truth(left == right),
            Self::NotEqual => truth(left != right),
            Self::Less => truth(left < right),
            Self::LessEqual => truth(left <= right),
            Self::And => truth(left != 0.0 && right != 0.0),
            Self::Or => truth(left != 0.0 || right != 0.0),
        }
    }
}

/// The computation of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// A constant, by its bits.
    Number(u64),
    /// A feature of the state.
    State(u32),
    /// A feature of the action.
    Action(u32),
    Unary(Unary, Value),
    Binary(Binary, Value, Value),
    /// The second value if the first is true, otherwise the third.
    If(Value, Value, Value),
    /// A function of the game.
    Call(u32, Box<[Value]>),
    /// A call of `chance`: the site and the probability.
    Chance(u32, Value),
}

impl Node {
    /// Returns the operands from left to right.
    pub(super) fn operands(&self) -> impl Iterator<Item = Value> {
        let (some, list): ([Option<Value>; 3], &[Value]) = match self {
            Self::Number(_) | Self::State(_) | Self::Action(_) => ([None; 3], &[]),
            Self::Unary(_, a) | Self::Chance(_, a) => ([Some(*a), None, None], &[]),
            Self::Binary(_, a, b) => ([Some(*a), Some(*b), None], &[]),
            Self::If(a, b, c) => ([Some(*a), Some(*b), Some(*c)], &[]),
            Self::Call(_, list) => ([None; 3], list),
        };
        some.into_iter().flatten().chain(list.iter().copied())
    }
}

/// The dependencies of a value, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// Only the position.
    Decision,
    /// The position and a key feature of the action: the value is equal for actions with equal
    /// keys.
    Key(u32),
    /// The action.
    Action,
}

impl Level {
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Key(one), Self::Key(two)) if one != two => Self::Action,
            _ => self.max(other),
        }
    }
}

/// The values of a decision point.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    levels: Vec<Level>,
    known: FxHashMap<Node, Value>,
    /// For each feature of an action its key feature, if any.
    keys: Box<[Option<u32>]>,
    /// The kind of action for which expressions are added.
    pub(super) kind: usize,
}

impl Graph {
    /// Returns a graph without expressions. Feature i of an action depends only on feature
    /// `keys[i]`, if present.
    pub(super) fn new(keys: Box<[Option<u32>]>) -> Self {
        let (nodes, levels) = (Vec::new(), Vec::new());
        let mut graph = Self { nodes, levels, known: FxHashMap::default(), keys, kind: 0 };
        let constants = (graph.number(0.0), graph.number(1.0));
        debug_assert_eq!(constants, (ZERO, ONE));
        for key in graph.keys.clone().into_iter().flatten() {
            graph.feature(key);
        }
        graph
    }

    /// Returns the dependencies of a value.
    pub(super) fn level(&self, value: Value) -> Level {
        self.levels[value as usize]
    }

    /// Returns whether a value may differ between actions.
    pub(super) fn of_action(&self, value: Value) -> bool {
        self.level(value) != Level::Decision
    }

    pub(super) fn node(&self, value: Value) -> &Node {
        &self.nodes[value as usize]
    }

    /// Returns the number if the value is constant.
    pub(super) fn constant(&self, value: Value) -> Option<f64> {
        match self.node(value) {
            Node::Number(bits) => Some(f64::from_bits(*bits)),
            _ => None,
        }
    }

    fn number(&mut self, number: f64) -> Value {
        self.node_of(Node::Number(number.to_bits()))
    }

    fn node_of(&mut self, node: Node) -> Value {
        if let Some(known) = self.known.get(&node) {
            return *known;
        }
        let level = match node {
            Node::Action(feature) => self.keys[feature as usize].map_or(Level::Action, Level::Key),
            _ => {
                let levels = node.operands().map(|operand| self.level(operand));
                levels.fold(Level::Decision, Level::join)
            }
        };
        let value = self.nodes.len() as Value;
        self.nodes.push(node.clone());
        self.levels.push(level);
        self.known.insert(node, value);
        value
    }

    /// Returns the value of a key feature of the action.
    pub(super) fn key(&self, feature: u32) -> Value {
        self.known[&Node::Action(feature)]
    }

    /// A feature of the action.
    fn feature(&mut self, feature: u32) -> Value {
        self.node_of(Node::Action(feature))
    }

    /// Returns whether a value is a key feature of the action.
    pub(super) fn is_key(&self, value: Value) -> bool {
        matches!(self.node(value), Node::Action(feature) if self.keys[*feature as usize] == Some(*feature))
    }

    /// Adds an expression, for actions of the current kind, and returns its value.
    pub(super) fn add(&mut self, expr: &Expr) -> Value {
        match expr {
            Expr::Number(number) | Expr::Parameter { value: number, .. } => self.number(*number),
            Expr::Truth(holds) => self.truth(*holds),
            Expr::State(used) => self.node_of(Node::State(used.index as u32)),
            Expr::Action(used) => self.feature(used.index as u32),
            Expr::IsKind { kind, .. } => self.truth(*kind == self.kind),
            Expr::Negate(operand) => {
                let operand = self.add(operand);
                self.binary(SUBTRACT, ZERO, operand)
            }
            Expr::Not(operand) => {
                let operand = self.add(operand);
                self.not(operand)
            }
            Expr::Abs(operand) => self.unary(Unary::Abs, operand),
            Expr::Floor(operand) => self.unary(Unary::Floor, operand),
            Expr::Min(operands) => self.fold(Binary::Min, operands),
            Expr::Max(operands) => self.fold(Binary::Max, operands),
            Expr::Arithmetic(sign, left, right) => {
                let (left, right) = (self.add(left), self.add(right));
                self.binary(Binary::Arithmetic(*sign), left, right)
            }
            Expr::Compare(sign, left, right) => {
                let (left, right) = (self.add(left), self.add(right));
                let (sign, left, right) = match sign {
                    Comparison::Equal => (Binary::Equal, left, right),
                    Comparison::NotEqual => (Binary::NotEqual, left, right),
                    Comparison::Less => (Binary::Less, left, right),
                    Comparison::LessEqual => (Binary::LessEqual, left, right),
                    Comparison::Greater => (Binary::Less, right, left),
                    Comparison::GreaterEqual => (Binary::LessEqual, right, left),
                };
                self.binary(sign, left, right)
            }
            Expr::Logic(sign, ..) => {
                // `(a && b) && c` becomes `a && (b && c)`: operands that are evaluated later are
                // nested deeper.
                let mut operands = Vec::new();
                operands_of(*sign, expr, &mut operands);
                let values: Vec<Value> = operands.into_iter().map(|expr| self.add(expr)).collect();
                let sign = if *sign == Logic::And { Binary::And } else { Binary::Or };
                self.chain(sign, values).unwrap_or(ONE)
            }
            Expr::If(condition, then, otherwise) => {
                let condition = self.add(condition);
                match self.constant(condition) {
                    Some(0.0) => self.add(otherwise),
                    Some(_) => self.add(then),
                    None => {
                        let (then, otherwise) = (self.add(then), self.add(otherwise));
                        match (then, otherwise) {
                            (ONE, ZERO) => condition,
                            (ZERO, ONE) => self.not(condition),
                            _ if then == otherwise => then,
                            _ => self.node_of(Node::If(condition, then, otherwise)),
                        }
                    }
                }
            }
            Expr::Call { function, arguments, kind, .. } => {
                let arguments = arguments.iter().map(|argument| self.add(argument)).collect();
                let value = self.node_of(Node::Call(*function as u32, arguments));
                match Type::of(*kind) {
                    Type::Number => value,
                    Type::Truth => self.binary(Binary::NotEqual, value, ZERO),
                }
            }
            Expr::Chance { site, probability } => {
                let probability = self.add(probability);
                match self.constant(probability) {
                    Some(never) if never <= 0.0 => ZERO,
                    Some(always) if always >= 1.0 => ONE,
                    _ => self.node_of(Node::Chance(*site as u32, probability)),
                }
            }
        }
    }

    /// Returns the conjunction of truth values, evaluated from left to right.
    pub(super) fn all(&mut self, parts: Vec<Value>) -> Value {
        self.chain(Binary::And, parts).unwrap_or(ONE)
    }

    fn chain(&mut self, sign: Binary, parts: Vec<Value>) -> Option<Value> {
        parts.into_iter().rev().reduce(|rest, value| self.binary(sign, value, rest))
    }

    /// Returns the number of features of an action that a value reads.
    pub(super) fn features(&self, value: Value) -> usize {
        let (mut found, mut seen, mut open) = (0, FxHashSet::default(), vec![value]);
        while let Some(value) = open.pop() {
            if self.of_action(value) && seen.insert(value) {
                found += usize::from(matches!(self.node(value), Node::Action(_)));
                open.extend(self.node(value).operands());
            }
        }
        found
    }

    fn truth(&self, holds: bool) -> Value {
        if holds { ONE } else { ZERO }
    }

    fn unary(&mut self, sign: Unary, operand: &Expr) -> Value {
        let operand = self.add(operand);
        match self.constant(operand) {
            Some(operand) => self.number(sign.apply(operand)),
            None => self.node_of(Node::Unary(sign, operand)),
        }
    }

    fn fold(&mut self, sign: Binary, operands: &[Expr]) -> Value {
        let values: Vec<Value> = operands.iter().map(|operand| self.add(operand)).collect();
        let whole = values.into_iter();
        whole.reduce(|left, right| self.binary(sign, left, right)).unwrap_or(ZERO)
    }

    /// Returns the negation of a truth value. Comparisons can be inverted, because no number is
    /// NaN.
    fn not(&mut self, operand: Value) -> Value {
        match *self.node(operand) {
            Node::Binary(Binary::Equal, a, b) => self.binary(Binary::NotEqual, a, b),
            Node::Binary(Binary::NotEqual, a, b) => self.binary(Binary::Equal, a, b),
            Node::Binary(Binary::Less, a, b) => self.binary(Binary::LessEqual, b, a),
            Node::Binary(Binary::LessEqual, a, b) => self.binary(Binary::Less, b, a),
            _ => self.binary(Binary::Equal, operand, ZERO),
        }
    }

    /// Adds an operation, simplified where the result is equal to the last bit.
    fn binary(&mut self, sign: Binary, left: Value, right: Value) -> Value {
        match (sign, self.constant(left), self.constant(right)) {
            (_, Some(left), Some(right)) => return self.number(sign.apply(left, right)),
            (Binary::And, Some(0.0), _) | (Binary::And, _, Some(0.0)) => return ZERO,
            (Binary::Or, Some(0.0), _) | (Binary::And, Some(_), _) => return right,
            (Binary::Or, _, Some(0.0)) | (Binary::And, _, Some(_)) => return left,
            (Binary::Or, Some(_), _) | (Binary::Or, _, Some(_)) => return ONE,
            _ => {}
        }
        // `(0 - a) + b` is `b - a`.
        let negated = |value: Value| match *self.node(value) {
            Node::Binary(SUBTRACT, ZERO, of) => Some(of),
            _ => None,
        };
        match (sign, negated(left), negated(right)) {
            (ADD, Some(less), _) => self.binary(SUBTRACT, right, less),
            (ADD, None, Some(less)) => self.binary(SUBTRACT, left, less),
            (Binary::And | Binary::Or | Binary::Min | Binary::Max, ..) if left == right => left,
            _ => self.node_of(Node::Binary(sign, left, right)),
        }
    }
}

/// Collects the operands of a chain of one operator, from left to right.
fn operands_of<'e>(sign: Logic, expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Logic(own, left, right) if *own == sign => {
            operands_of(sign, left, found);
            operands_of(sign, right, found);
        }
        _ => found.push(expr),
    }
}
