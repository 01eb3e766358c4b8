//! Expressions as closures, which compute in the written order.

use std::fmt;

use super::decide::{Env, NoChance, NoFunctions};
use super::expr::{Arithmetic, Comparison, Expr, Logic, Type, greatest, least, negate, settle};
use super::vocabulary::MAX_ARGUMENTS;

/// The inputs of a closure.
struct View<'a> {
    slots: &'a [f64],
    env: &'a Env<'a>,
}

type Code<T> = Box<dyn Fn(&View<'_>) -> T + Send + Sync>;

/// A compiled condition.
pub struct Condition(Code<bool>);

impl Condition {
    /// Compiles a truth value.
    pub fn new(expr: &Expr) -> Self {
        Self(truth(expr))
    }

    /// Whether it holds at a decision whose slots are `slots`.
    ///
    /// # Panics
    ///
    /// When `slots` is shorter than the decision point says.
    #[inline]
    pub fn holds(&self, slots: &[f64], env: &Env<'_>) -> bool {
        self.0(&View { slots, env })
    }
}

impl fmt::Debug for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Condition")
    }
}

/// A compiled number.
pub struct Value(Code<f64>);

impl Value {
    /// Compiles a number. A truth value counts as 0 or 1.
    pub fn new(expr: &Expr) -> Self {
        Self(number(expr))
    }

    /// Its value at a decision whose slots are `slots`.
    ///
    /// # Panics
    ///
    /// When `slots` is shorter than the decision point says.
    #[inline]
    pub fn get(&self, slots: &[f64], env: &Env<'_>) -> f64 {
        self.0(&View { slots, env })
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Value")
    }
}

/// The value of an expression that looks at nothing.
pub(super) fn constant(expr: &Expr) -> Option<f64> {
    let mut fixed = true;
    expr.visit(&mut |node| {
        fixed &= !matches!(
            node,
            Expr::State(_)
                | Expr::Action(_)
                | Expr::IsKind { .. }
                | Expr::Call { .. }
                | Expr::Chance { .. }
        );
    });
    let env = Env { functions: &NoFunctions, chance: &NoChance };
    fixed.then(|| expr.eval_tree(&[], &env))
}

fn truth(expr: &Expr) -> Code<bool> {
    if let Some(value) = constant(expr) {
        return Box::new(move |_| value != 0.0);
    }
    match expr {
        Expr::Not(operand) => {
            let operand = truth(operand);
            Box::new(move |view| !operand(view))
        }
        Expr::Logic(sign, ..) => chain(*sign, expr),
        Expr::If(condition, then, otherwise) => {
            let (condition, then, otherwise) = (truth(condition), truth(then), truth(otherwise));
            Box::new(move |view| if condition(view) { then(view) } else { otherwise(view) })
        }
        Expr::Compare(sign, left, right) if left.kind() == Type::Truth => {
            let (left, right, equal) = (truth(left), truth(right), *sign == Comparison::Equal);
            Box::new(move |view| (left(view) == right(view)) == equal)
        }
        Expr::Compare(sign, left, right) => compare(*sign, left, right),
        Expr::Chance { site, probability } => {
            let (site, probability) = (*site, number(probability));
            Box::new(move |view| view.env.happens(site, probability(view)))
        }
        Expr::State(used) | Expr::Action(used) => {
            let slot = used.slot;
            Box::new(move |view| view.slots[slot] != 0.0)
        }
        Expr::IsKind { kind, slot, .. } => {
            let (kind, slot) = (*kind as f64, *slot);
            Box::new(move |view| view.slots[slot] == kind)
        }
        Expr::Call { function, arguments, .. } => {
            let code = call(*function, arguments);
            Box::new(move |view| code(view) != 0.0)
        }
        _ => {
            let code = number(expr);
            Box::new(move |view| code(view) != 0.0)
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

/// A chain of `&&` or `||`, as far as it still matters.
fn chain(sign: Logic, expr: &Expr) -> Code<bool> {
    let (mut all, and) = (Vec::new(), sign == Logic::And);
    operands(sign, expr, &mut all);
    all.retain(|operand| constant(operand) != Some(f64::from(u8::from(and))));
    let codes: Vec<Code<bool>> = all.into_iter().map(truth).collect();
    match <[Code<bool>; 2]>::try_from(codes) {
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
    Code(Code<f64>),
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
) -> Code<T> {
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

/// A comparison of numbers.
fn compare(sign: Comparison, left: &Expr, right: &Expr) -> Code<bool> {
    macro_rules! with {
        ($($sign:ident)*) => {
            match sign {
                $(Comparison::$sign => of_two(left, right, |a, b| Comparison::$sign.holds(a, b)),)*
            }
        };
    }
    with!(Equal NotEqual Less LessEqual Greater GreaterEqual)
}

fn number(expr: &Expr) -> Code<f64> {
    if let Some(value) = constant(expr) {
        return Box::new(move |_| value);
    }
    match expr {
        _ if expr.kind() == Type::Truth => {
            let code = truth(expr);
            Box::new(move |view| f64::from(u8::from(code(view))))
        }
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
        Expr::If(condition, then, otherwise) => {
            let (condition, then, otherwise) = (truth(condition), number(then), number(otherwise));
            Box::new(move |view| if condition(view) { then(view) } else { otherwise(view) })
        }
        Expr::Call { function, arguments, .. } => call(*function, arguments),
        Expr::State(used) | Expr::Action(used) => {
            let slot = used.slot;
            Box::new(move |view| view.slots[slot])
        }
        _ => unreachable!("a number is one of these"),
    }
}

fn extreme(operands: &[Expr], pick: fn(f64, f64) -> f64) -> Code<f64> {
    match operands {
        [left, right] => {
            let (left, right) = (number(left), number(right));
            Box::new(move |view| pick(left(view), right(view)))
        }
        _ => {
            let operands: Box<[Code<f64>]> = operands.iter().map(number).collect();
            Box::new(move |view| operands.iter().map(|code| code(view)).reduce(pick).unwrap_or(0.0))
        }
    }
}

fn arithmetic(sign: Arithmetic, left: &Expr, right: &Expr) -> Code<f64> {
    macro_rules! with {
        ($($sign:ident)*) => {
            match sign {
                $(Arithmetic::$sign => of_two(left, right, |a, b| Arithmetic::$sign.apply(a, b)),)*
            }
        };
    }
    with!(Add Subtract Multiply Divide Quotient Remainder)
}

fn call(function: usize, arguments: &[Expr]) -> Code<f64> {
    let codes: Box<[Code<f64>]> = arguments.iter().map(number).collect();
    macro_rules! call {
        ($view:ident, $arguments:expr) => {
            settle($view.env.functions.call(function, $arguments, $view.slots))
        };
    }
    match <[Code<f64>; 1]>::try_from(codes.into_vec()) {
        Ok([a]) => Box::new(move |view| call!(view, &[a(view)])),
        Err(codes) => match <[Code<f64>; 2]>::try_from(codes) {
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
