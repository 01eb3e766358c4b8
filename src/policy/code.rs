//! Expressions as code: tables of tests where they consist of those, closures where not.

use std::fmt;

use super::decide::Env;
use super::expr::{Arithmetic, Comparison, Expr, Logic, Type, greatest, least, negate, settle};
use super::linear::{constant, linear};
use super::table::{Bits, Packed, Single, Tests};
use super::vocabulary::MAX_ARGUMENTS;

/// The inputs of a closure.
struct View<'a> {
    slots: &'a [f64],
    env: &'a Env<'a>,
}

type NumberCode = Box<dyn Fn(&View<'_>) -> f64 + Send + Sync>;
type TruthCode = Box<dyn Fn(&View<'_>) -> bool + Send + Sync>;

/// A compiled condition.
pub struct Condition {
    code: ConditionCode,
}

enum ConditionCode {
    Constant(bool),
    /// A test, and how it is to come out.
    Single(Single, bool),
    Table {
        packed: Packed,
        bits: Bits,
    },
    Closure(TruthCode),
}

impl Condition {
    /// Compiles a truth value. A number counts as true where it is not 0.
    pub fn new(expr: &Expr) -> Self {
        Self { code: condition(expr) }
    }

    /// Whether it holds at a decision whose slots are `slots`.
    ///
    /// # Panics
    ///
    /// When `slots` is shorter than the decision point says.
    #[inline]
    pub fn holds(&self, slots: &[f64], env: &Env<'_>) -> bool {
        match &self.code {
            ConditionCode::Constant(value) => *value,
            ConditionCode::Single(test, held) => test.holds(slots) == *held,
            ConditionCode::Table { packed, bits } => bits.get(packed.outcome(slots)),
            ConditionCode::Closure(code) => code(&View { slots, env }),
        }
    }
}

impl fmt::Debug for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.code {
            ConditionCode::Constant(_) => "Condition(constant)",
            ConditionCode::Single(..) | ConditionCode::Table { .. } => "Condition(table)",
            ConditionCode::Closure(_) => "Condition(closures)",
        })
    }
}

/// A compiled number.
pub struct Value {
    code: ValueCode,
}

enum ValueCode {
    /// A sum of multiples of two slots: what most preferences are.
    Pair {
        slots: [usize; 2],
        factors: [f64; 2],
        constant: f64,
    },
    Closure(NumberCode),
}

impl Value {
    /// Compiles a number. A truth value counts as 0 or 1.
    pub fn new(expr: &Expr) -> Self {
        let parts = linear(expr).map(|sum| sum.parts());
        let code = match parts.as_ref().map(|(terms, constant)| (&terms[..], *constant)) {
            Some((&[(a, by_a), (b, by_b)], constant)) => {
                ValueCode::Pair { slots: [a, b], factors: [by_a, by_b], constant }
            }
            Some((&[(slot, by)], constant)) => {
                ValueCode::Pair { slots: [slot, slot], factors: [by, 0.0], constant }
            }
            _ => ValueCode::Closure(number(expr)),
        };
        Self { code }
    }

    /// Its value at a decision whose slots are `slots`.
    ///
    /// # Panics
    ///
    /// When `slots` is shorter than the decision point says.
    #[inline]
    pub fn get(&self, slots: &[f64], env: &Env<'_>) -> f64 {
        match &self.code {
            ValueCode::Pair { slots: [a, b], factors: [by_a, by_b], constant } => {
                slots[*a] * by_a + slots[*b] * by_b + constant
            }
            ValueCode::Closure(code) => code(&View { slots, env }),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Value")
    }
}

fn condition(expr: &Expr) -> ConditionCode {
    if expr.kind() == Type::Number {
        let code = number(expr);
        return ConditionCode::Closure(Box::new(move |view| code(view) != 0.0));
    }
    let mut tests = Tests::default();
    if tests.add(expr) {
        let packed = tests.pack();
        if let Some(bits) = packed.bits(expr) {
            return match bits {
                Bits::TRUE => ConditionCode::Constant(true),
                Bits::FALSE => ConditionCode::Constant(false),
                _ => match packed.single() {
                    Some(test) => ConditionCode::Single(test, bits.get(1)),
                    None => ConditionCode::Table { packed, bits },
                },
            };
        }
    }
    ConditionCode::Closure(truth(expr))
}

/// The condition as a closure.
fn boxed(expr: &Expr) -> TruthCode {
    match condition(expr) {
        ConditionCode::Constant(value) => Box::new(move |_| value),
        ConditionCode::Single(test, held) => Box::new(move |view| test.holds(view.slots) == held),
        ConditionCode::Table { packed, bits } => {
            Box::new(move |view| bits.get(packed.outcome(view.slots)))
        }
        ConditionCode::Closure(code) => code,
    }
}

/// A truth value that is no table as a whole.
fn truth(expr: &Expr) -> TruthCode {
    match expr {
        Expr::Not(operand) => {
            let operand = boxed(operand);
            Box::new(move |view| !operand(view))
        }
        Expr::Logic(sign, ..) => chain(*sign, expr),
        Expr::If(condition, then, otherwise) => {
            let (condition, then, otherwise) = (boxed(condition), boxed(then), boxed(otherwise));
            Box::new(move |view| if condition(view) { then(view) } else { otherwise(view) })
        }
        Expr::Compare(sign, left, right) if left.kind() == Type::Truth => {
            let (left, right, equal) = (boxed(left), boxed(right), *sign == Comparison::Equal);
            Box::new(move |view| (left(view) == right(view)) == equal)
        }
        Expr::Compare(sign, left, right) => compare(*sign, left, right),
        Expr::Chance { site, probability } => {
            let (site, probability) = (*site, number(probability));
            Box::new(move |view| view.env.happens(site, probability(view)))
        }
        Expr::Call { function, arguments, .. } => {
            let code = call(*function, arguments);
            Box::new(move |view| code(view) != 0.0)
        }
        other => {
            // Constants and features are tables; only a vocabulary beyond the limits comes here.
            let other = other.clone();
            Box::new(move |view| other.eval_tree(view.slots, view.env) != 0.0)
        }
    }
}

/// The operands of a chain of one sign, from left to right.
pub(super) fn operands<'e>(sign: Logic, expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Logic(own, left, right) if *own == sign => {
            operands(sign, left, found);
            operands(sign, right, found);
        }
        _ => found.push(expr),
    }
}

/// A chain of `&&` or `||`: what can be tables goes together into as few as possible, and is
/// evaluated first; the rest follows while it still matters.
fn chain(sign: Logic, expr: &Expr) -> TruthCode {
    let mut all = Vec::new();
    operands(sign, expr, &mut all);
    let join = |group: &[&Expr]| {
        let mut group = group.iter().map(|&operand| operand.clone());
        let first = group.next().unwrap_or(Expr::Truth(sign == Logic::And));
        group.fold(first, |joined, next| Expr::Logic(sign, Box::new(joined), Box::new(next)))
    };
    let mut codes: Vec<TruthCode> = Vec::new();
    let mut rest: Vec<TruthCode> = Vec::new();
    let mut tests = Tests::default();
    let mut group: Vec<&Expr> = Vec::new();
    for operand in all {
        if tests.add(operand) {
            group.push(operand);
            continue;
        }
        let mut fresh = Tests::default();
        if fresh.add(operand) {
            codes.push(boxed(&join(&group)));
            (tests, group) = (fresh, vec![operand]);
        } else {
            rest.push(boxed(operand));
        }
    }
    if !group.is_empty() {
        codes.push(boxed(&join(&group)));
    }
    codes.append(&mut rest);
    let and = sign == Logic::And;
    match <[TruthCode; 2]>::try_from(codes) {
        Ok([first, second]) if and => Box::new(move |view| first(view) && second(view)),
        Ok([first, second]) => Box::new(move |view| first(view) || second(view)),
        Err(codes) if and => Box::new(move |view| codes.iter().all(|code| code(view))),
        Err(codes) => Box::new(move |view| codes.iter().any(|code| code(view))),
    }
}

/// One side of an operation.
enum Side {
    Slot(usize),
    Constant(f64),
    Code(NumberCode),
}

fn side(expr: &Expr) -> Side {
    match expr {
        Expr::State(used) | Expr::Action(used) if expr.kind() == Type::Number => {
            Side::Slot(used.slot)
        }
        _ => constant(expr).map_or_else(|| Side::Code(number(expr)), Side::Constant),
    }
}

/// What an operation makes of two numbers.
fn of_two<T: 'static>(
    left: &Expr,
    right: &Expr,
    make: impl Fn(f64, f64) -> T + Send + Sync + 'static,
) -> Box<dyn Fn(&View<'_>) -> T + Send + Sync> {
    match (side(left), side(right)) {
        (Side::Slot(a), Side::Slot(b)) => Box::new(move |view| make(view.slots[a], view.slots[b])),
        (Side::Slot(a), Side::Constant(b)) => Box::new(move |view| make(view.slots[a], b)),
        (Side::Slot(a), Side::Code(b)) => Box::new(move |view| make(view.slots[a], b(view))),
        (Side::Constant(a), Side::Slot(b)) => Box::new(move |view| make(a, view.slots[b])),
        (Side::Constant(a), Side::Constant(b)) => Box::new(move |_| make(a, b)),
        (Side::Constant(a), Side::Code(b)) => Box::new(move |view| make(a, b(view))),
        (Side::Code(a), Side::Slot(b)) => Box::new(move |view| make(a(view), view.slots[b])),
        (Side::Code(a), Side::Constant(b)) => Box::new(move |view| make(a(view), b)),
        (Side::Code(a), Side::Code(b)) => Box::new(move |view| make(a(view), b(view))),
    }
}

/// A comparison of numbers that is no test of sums.
fn compare(sign: Comparison, left: &Expr, right: &Expr) -> TruthCode {
    macro_rules! with {
        ($($sign:ident)*) => {
            match sign {
                $(Comparison::$sign => of_two(left, right, |a, b| Comparison::$sign.holds(a, b)),)*
            }
        };
    }
    with!(Equal NotEqual Less LessEqual Greater GreaterEqual)
}

fn number(expr: &Expr) -> NumberCode {
    if let Some(value) = constant(expr) {
        return Box::new(move |_| value);
    }
    if let Some((terms, constant)) = linear(expr).map(|sum| sum.parts()) {
        return sum(&terms, constant);
    }
    match expr {
        Expr::Negate(operand) => {
            let operand = number(operand);
            Box::new(move |view| negate(operand(view)))
        }
        Expr::Abs(operand) => {
            let operand = number(operand);
            Box::new(move |view| operand(view).abs())
        }
        Expr::Floor(operand) => {
            let operand = number(operand);
            Box::new(move |view| settle(operand(view).floor()))
        }
        Expr::Min(operands) => extreme(operands, least),
        Expr::Max(operands) => extreme(operands, greatest),
        Expr::Arithmetic(sign, left, right) => arithmetic(*sign, left, right),
        Expr::If(condition, then, otherwise) if expr.kind() == Type::Number => {
            let (condition, then, otherwise) = (boxed(condition), number(then), number(otherwise));
            Box::new(move |view| if condition(view) { then(view) } else { otherwise(view) })
        }
        Expr::Call { function, arguments, .. } if expr.kind() == Type::Number => {
            call(*function, arguments)
        }
        Expr::State(used) | Expr::Action(used) if expr.kind() == Type::Number => {
            let slot = used.slot;
            Box::new(move |view| view.slots[slot])
        }
        _ => {
            let code = boxed(expr);
            Box::new(move |view| f64::from(u8::from(code(view))))
        }
    }
}

/// A sum that is exact in whatever order it is taken.
fn sum(terms: &[(usize, f64)], constant: f64) -> NumberCode {
    match *terms {
        [(slot, 1.0)] if constant == 0.0 => Box::new(move |view| view.slots[slot]),
        [(slot, factor)] => Box::new(move |view| view.slots[slot] * factor + constant),
        [(a, by_a), (b, by_b)] => {
            Box::new(move |view| view.slots[a] * by_a + view.slots[b] * by_b + constant)
        }
        ref terms => {
            let terms: Box<[(usize, f64)]> = terms.into();
            Box::new(move |view| {
                terms.iter().fold(constant, |sum, &(slot, factor)| sum + view.slots[slot] * factor)
            })
        }
    }
}

fn extreme(operands: &[Expr], pick: fn(f64, f64) -> f64) -> NumberCode {
    match operands {
        [left, right] => {
            let (left, right) = (number(left), number(right));
            Box::new(move |view| pick(left(view), right(view)))
        }
        _ => {
            let operands: Box<[NumberCode]> = operands.iter().map(number).collect();
            Box::new(move |view| operands.iter().map(|code| code(view)).reduce(pick).unwrap_or(0.0))
        }
    }
}

fn arithmetic(sign: Arithmetic, left: &Expr, right: &Expr) -> NumberCode {
    macro_rules! with {
        ($($sign:ident)*) => {
            match sign {
                $(Arithmetic::$sign => of_two(left, right, |a, b| Arithmetic::$sign.apply(a, b)),)*
            }
        };
    }
    with!(Add Subtract Multiply Divide Quotient Remainder)
}

fn call(function: usize, arguments: &[Expr]) -> NumberCode {
    let codes: Box<[NumberCode]> = arguments.iter().map(number).collect();
    macro_rules! call {
        ($view:ident, $arguments:expr) => {
            settle($view.env.functions.call(function, $arguments, $view.slots))
        };
    }
    match <[NumberCode; 1]>::try_from(codes.into_vec()) {
        Ok([a]) => Box::new(move |view| call!(view, &[a(view)])),
        Err(codes) => match <[NumberCode; 2]>::try_from(codes) {
            Ok([a, b]) => Box::new(move |view| call!(view, &[a(view), b(view)])),
            Err(codes) => {
                assert!(codes.len() <= MAX_ARGUMENTS, "no vocabulary has so many");
                Box::new(move |view| {
                    let mut values = [0.0; MAX_ARGUMENTS];
                    for (value, code) in values.iter_mut().zip(&codes) {
                        *value = code(view);
                    }
                    call!(view, &values[..codes.len()])
                })
            }
        },
    }
}
