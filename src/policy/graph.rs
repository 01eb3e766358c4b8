//! The expressions of a decision point as a graph of values: equal ones are one node.

use rustc_hash::{FxHashMap, FxHashSet};

use super::expr::{Arithmetic, Comparison, Expr, Logic, Type, greatest, least, settle};

/// A node of the graph, by its number. Operands have smaller numbers than what they are operands of.
pub(super) type Value = u32;

/// The false truth value, which is the number 0: the first node of every graph.
pub(super) const ZERO: Value = 0;

/// The true truth value, which is the number 1: the second node of every graph.
pub(super) const ONE: Value = 1;

/// What computes a number from one.
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

/// What computes a number from two. Truth values are 0 and 1.
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

/// How a value comes about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// A number, by its bits.
    Number(u64),
    /// A feature of the state.
    State(u32),
    /// A feature of the action.
    Action(u32),
    Unary(Unary, Value),
    Binary(Binary, Value, Value),
    /// The second value where the first is true, else the third.
    If(Value, Value, Value),
    /// A function of the game.
    Call(u32, Box<[Value]>),
    /// The site and the probability.
    Chance(u32, Value),
}

impl Node {
    /// The values it is computed from, from left to right.
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

/// What a value depends on, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// The position alone.
    Decision,
    /// A feature of the action, beside the position: it is the same at all actions at which that is the same.
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
    /// By feature of an action the one that it depends on.
    keys: Box<[Option<u32>]>,
    /// The kind of the action that expressions are added for.
    pub(super) kind: usize,
}

impl Graph {
    /// A graph without expressions, where feature i of an action depends on the feature `keys[i]` alone, if
    /// there is one.
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

    /// What a value depends on.
    pub(super) fn level(&self, value: Value) -> Level {
        self.levels[value as usize]
    }

    /// Whether a value may differ between actions.
    pub(super) fn of_action(&self, value: Value) -> bool {
        self.level(value) != Level::Decision
    }

    pub(super) fn node(&self, value: Value) -> &Node {
        &self.nodes[value as usize]
    }

    /// The number that a value always is.
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

    /// A feature of the action that others depend on.
    pub(super) fn key(&self, feature: u32) -> Value {
        self.known[&Node::Action(feature)]
    }

    /// A feature of the action.
    fn feature(&mut self, feature: u32) -> Value {
        self.node_of(Node::Action(feature))
    }

    /// The feature of the action that is itself what others depend on.
    pub(super) fn is_key(&self, value: Value) -> bool {
        matches!(self.node(value), Node::Action(feature) if self.keys[*feature as usize] == Some(*feature))
    }

    /// The value of an expression at actions of the kind that is set.
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
                // `(a && b) && c` as `a && (b && c)`: what is looked at later stands deeper.
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

    /// Whether all of some truth values are true, looked at from left to right.
    pub(super) fn all(&mut self, parts: Vec<Value>) -> Value {
        self.chain(Binary::And, parts).unwrap_or(ONE)
    }

    fn chain(&mut self, sign: Binary, parts: Vec<Value>) -> Option<Value> {
        parts.into_iter().rev().reduce(|rest, value| self.binary(sign, value, rest))
    }

    /// The number of features of an action that a value looks at.
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

    /// The opposite of a truth value; no number is unordered.
    fn not(&mut self, operand: Value) -> Value {
        match *self.node(operand) {
            Node::Binary(Binary::Equal, a, b) => self.binary(Binary::NotEqual, a, b),
            Node::Binary(Binary::NotEqual, a, b) => self.binary(Binary::Equal, a, b),
            Node::Binary(Binary::Less, a, b) => self.binary(Binary::LessEqual, b, a),
            Node::Binary(Binary::LessEqual, a, b) => self.binary(Binary::Less, b, a),
            _ => self.binary(Binary::Equal, operand, ZERO),
        }
    }

    /// An operation; what is the same to the last bit is one value.
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

/// The operands of a chain of one sign, from left to right.
fn operands_of<'e>(sign: Logic, expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Logic(own, left, right) if *own == sign => {
            operands_of(sign, left, found);
            operands_of(sign, right, found);
        }
        _ => found.push(expr),
    }
}
