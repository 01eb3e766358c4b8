//! Compiles the values of a decision point to closures, which evaluate in the written order.
//!
//! A value that is read in several places, or that is the same for several actions, has a *cell*:
//! the first read computes it, later reads load it. All other values are computed where they are
//! read. So no unused value is computed, and no costly value is computed twice.

use std::array;
use std::cell::Cell;
use std::fmt;

use rustc_hash::FxHashSet;

use super::expr::{Arithmetic, greatest, least, settle};
use super::facts::{Facts, happens};
use super::graph::{Binary, Graph, Level, Node, Value, ZERO};
use super::vocabulary::MAX_ARGUMENTS;
use crate::game::{Feature, Kind};

/// The data that closures read.
pub(super) struct View<'a> {
    /// Computed values; NaN for a value that is not yet computed.
    pub(super) cells: &'a [Cell<f64>],
    pub(super) shared: &'a [Shared],
    pub(super) facts: &'a dyn Facts,
    /// The index of the current action.
    pub(super) action: usize,
}

pub(super) type Code<T> = Box<dyn Fn(&View<'_>) -> T + Send + Sync>;

/// The computation of a value with a cell.
pub(super) enum Shared {
    State(usize),
    Action(usize),
    Code(Code<f64>),
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shared")
    }
}

impl View<'_> {
    /// Returns the value of a cell; an empty cell is first filled with shared value `index`.
    #[inline(always)]
    fn get(&self, cell: usize, index: usize) -> f64 {
        let known = self.cells[cell].get();
        if known.is_nan() { self.find(cell, index) } else { known }
    }

    #[inline(never)]
    fn find(&self, cell: usize, index: usize) -> f64 {
        let value = match &self.shared[index] {
            Shared::State(feature) => self.facts.state(*feature),
            Shared::Action(feature) => self.facts.action(*feature, self.action),
            Shared::Code(code) => code(self),
        };
        self.cells[cell].set(value);
        value
    }
}

/// The storage of a value.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// None: the value is computed at each read.
    Inline,
    /// A cell, filled by a shared value.
    Cell { cell: usize, index: usize },
    /// A cell for each value of a key feature of the action.
    Keyed(Keyed),
}

/// A cell for each value of a key feature of the action.
#[derive(Clone, Copy, Debug)]
struct Keyed {
    /// The first cell, for the smallest value `min` of the key, and the number of further values.
    first: usize,
    min: i64,
    more: usize,
    index: usize,
    /// The cell of the key, and the shared value that computes it.
    key: (usize, usize),
}

impl Keyed {
    #[inline(always)]
    fn get(&self, view: &View<'_>) -> f64 {
        let (cell, index) = self.key;
        let place = (view.get(cell, index) as i64 - self.min) as usize;
        view.get(self.first + place.min(self.more), self.index)
    }
}

/// The number of reads of a value, and the highest level of a reader.
#[derive(Clone, Copy)]
struct Looks {
    count: u32,
    level: Level,
}

/// The values of a decision point with their storage.
pub(super) struct Codes {
    pub(super) graph: Graph,
    places: Vec<Place>,
    /// By value: whether it has a cell.
    keeps: Vec<bool>,
    /// The values that are computed into cells.
    shared: Vec<Value>,
    /// The number of cells.
    pub(super) cells: usize,
}

impl Codes {
    /// Assigns storage to the values. `roots` are the values that rules read, each with whether it
    /// is read for each action.
    pub(super) fn new(graph: Graph, roots: &[(Value, bool)], features: &[Feature]) -> Self {
        let count = graph.nodes.len();
        let mut looks = vec![Looks { count: 0, level: Level::Decision }; count];
        for (value, at_action) in roots {
            let level = if *at_action { Level::Action } else { Level::Decision };
            looks[*value as usize].add(1, level);
        }
        let mut codes = Self {
            places: vec![Place::Inline; count],
            keeps: vec![false; count],
            shared: Vec::new(),
            cells: 0,
            graph,
        };
        for value in (0..count as Value).rev() {
            let (own, Looks { count, level }) = (codes.graph.level(value), looks[value as usize]);
            let kept = (count > 1 || count == 1 && own < level) && takes_long(&codes.graph, value);
            codes.keeps[value as usize] |= kept;
            if let Level::Key(key) = own
                && kept
            {
                let key = codes.graph.key(key);
                codes.keeps[key as usize] = true;
            }
            let (count, level) = if kept { (1, own) } else { (count, level) };
            for operand in codes.graph.node(value).operands().filter(|_| count > 0) {
                looks[operand as usize].add(count, level);
            }
        }
        for (value, at_action) in roots {
            for feature in codes.certain(*value, *at_action) {
                codes.keeps[feature as usize] = true;
            }
        }
        codes.place(features);
        codes
    }

    /// Returns the features that every evaluation of a value reads: features of the action if
    /// `at_action`, otherwise features of the state.
    fn certain(&self, value: Value, at_action: bool) -> Vec<Value> {
        let (mut found, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![value]);
        while let Some(value) = open.pop() {
            if !seen.insert(value) || at_action && !self.graph.of_action(value) {
                continue;
            }
            match (self.graph.level(value), self.graph.node(value)) {
                (Level::Key(key), _) if self.keeps[value as usize] && !self.graph.is_key(value) => {
                    open.push(self.graph.key(key));
                }
                (_, Node::State(_) | Node::Action(_)) => found.push(value),
                (_, Node::Binary(Binary::And | Binary::Or, first, _) | Node::If(first, ..)) => {
                    open.push(*first);
                }
                (_, node) => open.extend(node.operands()),
            }
        }
        found
    }

    /// Returns the cells and indices of the features that every evaluation of a value reads.
    pub(super) fn reads(&self, value: Value, at_action: bool) -> Box<[(usize, usize)]> {
        let reads = self.certain(value, at_action).into_iter().filter_map(|value| {
            match (self.places[value as usize], self.graph.node(value)) {
                (Place::Cell { cell, .. }, Node::State(feature) | Node::Action(feature)) => {
                    Some((cell, *feature as usize))
                }
                _ => None,
            }
        });
        reads.collect()
    }

    /// Assigns cells to all values that have one.
    fn place(&mut self, features: &[Feature]) {
        let kept = (0..self.keeps.len() as Value).filter(|value| self.keeps[*value as usize]);
        // Key features come first, because keyed values refer to their cells.
        let (keys, others): (Vec<Value>, Vec<Value>) =
            kept.partition(|value| self.graph.is_key(*value));
        for value in keys.into_iter().chain(others) {
            self.places[value as usize] = match self.graph.level(value) {
                Level::Key(key) if !self.graph.is_key(value) => self.keyed(value, key, features),
                _ => self.cell(value, 1),
            };
        }
    }

    /// Assigns the next `count` cells to a value.
    fn cell(&mut self, value: Value, count: usize) -> Place {
        let (cell, index) = (self.cells, self.shared.len());
        self.cells += count;
        self.shared.push(value);
        Place::Cell { cell, index }
    }

    fn keyed(&mut self, value: Value, key: u32, features: &[Feature]) -> Place {
        let Kind::Integer { min, max } = features[key as usize].kind else {
            unreachable!("the vocabulary is valid")
        };
        let more = (max - min) as usize;
        let of_key = self.graph.key(key) as usize;
        match (self.cell(value, more + 1), self.places[of_key]) {
            (Place::Cell { cell: first, index }, Place::Cell { cell, index: of_key }) => {
                Place::Keyed(Keyed { first, min, more, index, key: (cell, of_key) })
            }
            _ => unreachable!("both have cells"),
        }
    }

    /// Returns the computations of all values with cells.
    pub(super) fn shared(&self) -> Box<[Shared]> {
        let shared = self.shared.iter().map(|value| match self.graph.node(*value) {
            Node::State(feature) => Shared::State(*feature as usize),
            Node::Action(feature) => Shared::Action(*feature as usize),
            _ => Shared::Code(self.number_here(*value)),
        });
        shared.collect()
    }

    /// Returns the cells that change from action to action, among the cells that some values read.
    pub(super) fn of_action(&self, values: impl Iterator<Item = Value>) -> Vec<usize> {
        let (mut found, mut seen, mut open) =
            (Vec::new(), FxHashSet::default(), values.collect::<Vec<_>>());
        while let Some(value) = open.pop() {
            if !self.graph.of_action(value) || !seen.insert(value) {
                continue;
            }
            match self.places[value as usize] {
                Place::Cell { cell, .. } => found.push(cell),
                Place::Keyed(keyed) => found.push(keyed.key.0),
                Place::Inline => {}
            }
            open.extend(self.graph.node(value).operands());
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Compiles a value as a truth value.
    pub(super) fn truth(&self, value: Value) -> Code<bool> {
        match self.places[value as usize] {
            Place::Inline => self.truth_here(value),
            Place::Cell { cell, index } => Box::new(move |view| view.get(cell, index) != 0.0),
            Place::Keyed(keyed) => Box::new(move |view| keyed.get(view) != 0.0),
        }
    }

    /// Compiles a value as a truth value that is computed at each read.
    fn truth_here(&self, value: Value) -> Code<bool> {
        match *self.graph.node(value) {
            Node::Binary(Binary::Equal, of, ZERO) => {
                let code = self.truth(of);
                Box::new(move |view| !code(view))
            }
            Node::Binary(Binary::NotEqual, of, ZERO) => self.truth(of),
            Node::Binary(Binary::Equal, a, b) => self.of_two(a, b, |a, b| a == b),
            Node::Binary(Binary::NotEqual, a, b) => self.of_two(a, b, |a, b| a != b),
            Node::Binary(Binary::Less, a, b) => self.of_two(a, b, |a, b| a < b),
            Node::Binary(Binary::LessEqual, a, b) => self.of_two(a, b, |a, b| a <= b),
            Node::Binary(sign @ (Binary::And | Binary::Or), ..) => self.chain(sign, value),
            Node::If(condition, then, otherwise) => {
                let condition = self.truth(condition);
                let (then, otherwise) = (self.truth(then), self.truth(otherwise));
                Box::new(move |view| if condition(view) { then(view) } else { otherwise(view) })
            }
            Node::Chance(site, probability) => {
                let (site, probability) = (site as usize, self.number(probability));
                Box::new(move |view| happens(view.facts, site, probability(view)))
            }
            _ => {
                let code = self.number_here(value);
                Box::new(move |view| code(view) != 0.0)
            }
        }
    }

    /// Compiles a chain of `&&` or `||` with short-circuit evaluation.
    fn chain(&self, sign: Binary, value: Value) -> Code<bool> {
        let (mut codes, mut rest) = (Vec::new(), value);
        while let Node::Binary(of, first, more) = *self.graph.node(rest)
            && of == sign
            && (rest == value || matches!(self.places[rest as usize], Place::Inline))
        {
            codes.push(self.truth(first));
            rest = more;
        }
        codes.push(self.truth(rest));
        let and = sign == Binary::And;
        match <[Code<bool>; 2]>::try_from(codes) {
            Ok([first, second]) if and => Box::new(move |view| first(view) && second(view)),
            Ok([first, second]) => Box::new(move |view| first(view) || second(view)),
            Err(codes) if and => Box::new(move |view| codes.iter().all(|code| code(view))),
            Err(codes) => Box::new(move |view| codes.iter().any(|code| code(view))),
        }
    }

    /// Compiles a value as a number.
    pub(super) fn number(&self, value: Value) -> Code<f64> {
        match self.places[value as usize] {
            Place::Inline => self.number_here(value),
            Place::Cell { cell, index } => Box::new(move |view| view.get(cell, index)),
            Place::Keyed(keyed) => Box::new(move |view| keyed.get(view)),
        }
    }

    /// Compiles a value as a number that is computed at each read.
    fn number_here(&self, value: Value) -> Code<f64> {
        match *self.graph.node(value) {
            Node::Number(bits) => Box::new(move |_| f64::from_bits(bits)),
            Node::State(feature) => Box::new(move |view| view.facts.state(feature as usize)),
            Node::Action(feature) => {
                Box::new(move |view| view.facts.action(feature as usize, view.action))
            }
            Node::Unary(sign, operand) => {
                let operand = self.number(operand);
                Box::new(move |view| sign.apply(operand(view)))
            }
            Node::Binary(Binary::Arithmetic(sign), a, b) => {
                // One closure per operator avoids a dispatch at run time.
                macro_rules! of_sign {
                    ($($sign:ident)*) => {
                        match sign {
                            $(Arithmetic::$sign => {
                                self.of_two(a, b, |a, b| Arithmetic::$sign.apply(a, b))
                            })*
                        }
                    };
                }
                of_sign!(Add Subtract Multiply Divide Quotient Remainder)
            }
            Node::Binary(Binary::Min, a, b) => self.of_two(a, b, least),
            Node::Binary(Binary::Max, a, b) => self.of_two(a, b, greatest),
            Node::If(condition, then, otherwise) => {
                let condition = self.truth(condition);
                let (then, otherwise) = (self.number(then), self.number(otherwise));
                Box::new(move |view| if condition(view) { then(view) } else { otherwise(view) })
            }
            Node::Binary(..) | Node::Chance(..) => {
                let code = self.truth_here(value);
                Box::new(move |view| f64::from(u8::from(code(view))))
            }
            Node::Call(function, ref arguments) => {
                call(function as usize, arguments.iter().map(|value| self.number(*value)).collect())
            }
        }
    }

    fn side(&self, value: Value) -> Side {
        match (self.graph.constant(value), self.places[value as usize]) {
            (Some(number), _) => Side::Number(number),
            (None, Place::Cell { cell, index }) => Side::Cell(cell, index),
            _ => Side::Code(self.number(value)),
        }
    }

    /// Compiles an operation on two numbers.
    fn of_two<T: 'static>(
        &self,
        left: Value,
        right: Value,
        make: impl Fn(f64, f64) -> T + Send + Sync + 'static,
    ) -> Code<T> {
        match (self.side(left), self.side(right)) {
            (Side::Number(a), Side::Cell(b, of_b)) => {
                Box::new(move |view| make(a, view.get(b, of_b)))
            }
            (Side::Number(a), Side::Code(b)) => Box::new(move |view| make(a, b(view))),
            (Side::Cell(a, of_a), Side::Number(b)) => {
                Box::new(move |view| make(view.get(a, of_a), b))
            }
            (Side::Cell(a, of_a), Side::Cell(b, of_b)) => {
                Box::new(move |view| make(view.get(a, of_a), view.get(b, of_b)))
            }
            (Side::Cell(a, of_a), Side::Code(b)) => {
                Box::new(move |view| make(view.get(a, of_a), b(view)))
            }
            (Side::Code(a), Side::Number(b)) => Box::new(move |view| make(a(view), b)),
            (Side::Code(a), Side::Cell(b, of_b)) => {
                Box::new(move |view| make(a(view), view.get(b, of_b)))
            }
            (Side::Code(a), Side::Code(b)) => Box::new(move |view| make(a(view), b(view))),
            (Side::Number(_), Side::Number(_)) => unreachable!("the graph computes it"),
        }
    }
}

/// One operand of a binary operation.
enum Side {
    Number(f64),
    Cell(usize, usize),
    Code(Code<f64>),
}

impl Looks {
    fn add(&mut self, count: u32, level: Level) {
        self.count = self.count.saturating_add(count);
        self.level = self.level.max(level);
    }
}

/// Returns whether computing a value takes longer than checking whether its cell is filled.
fn takes_long(graph: &Graph, value: Value) -> bool {
    let leaf = |value| match graph.node(value) {
        Node::Number(_) | Node::State(_) => true,
        Node::Action(_) => !matches!(graph.level(value), Level::Key(_)),
        _ => false,
    };
    match graph.node(value) {
        Node::Number(_) => false,
        Node::Unary(..) | Node::Binary(..) => !graph.node(value).operands().all(leaf),
        _ => true,
    }
}

/// Compiles a call of a function of the game.
fn call(function: usize, arguments: Vec<Code<f64>>) -> Code<f64> {
    fn of<const N: usize>(function: usize, arguments: [Code<f64>; N]) -> Code<f64> {
        Box::new(move |view| {
            let values = array::from_fn::<_, N, _>(|place| arguments[place](view));
            settle(view.facts.call(function, &values))
        })
    }
    let arguments = match <[Code<f64>; 1]>::try_from(arguments) {
        Ok(arguments) => return of(function, arguments),
        Err(arguments) => arguments,
    };
    let arguments = match <[Code<f64>; 2]>::try_from(arguments) {
        Ok(arguments) => return of(function, arguments),
        Err(arguments) => arguments,
    };
    assert!(arguments.len() <= MAX_ARGUMENTS, "the vocabulary is valid");
    Box::new(move |view| {
        let mut values = [0.0; MAX_ARGUMENTS];
        values.iter_mut().zip(&arguments).for_each(|(value, code)| *value = code(view));
        settle(view.facts.call(function, &values[..arguments.len()]))
    })
}
