//! Prints a typed tree as the shortest text with the same meaning.

use std::fmt;

use super::expr::{Arithmetic, Expr, Logic};

/// Returns the precedence of a node; a higher number binds tighter.
fn strength(expr: &Expr) -> u8 {
    match expr {
        Expr::If(..) => 0,
        Expr::Logic(Logic::Or, ..) => 1,
        Expr::Logic(Logic::And, ..) => 2,
        Expr::Compare(..) => 3,
        Expr::Arithmetic(Arithmetic::Add | Arithmetic::Subtract, ..) => 4,
        Expr::Arithmetic(..) => 5,
        Expr::Negate(_) | Expr::Not(_) => 6,
        _ => 7,
    }
}

/// Writes `expr`, in parentheses if its precedence is below `least`.
fn write(f: &mut fmt::Formatter<'_>, expr: &Expr, least: u8) -> fmt::Result {
    if strength(expr) < least {
        f.write_str("(")?;
        write(f, expr, 0)?;
        return f.write_str(")");
    }
    let mut two = |sign: &str, left: &Expr, right: &Expr, left_least: u8, right_least: u8| {
        write(f, left, left_least)?;
        write!(f, " {sign} ")?;
        write(f, right, right_least)
    };
    match expr {
        // Binary operators are left-associative.
        Expr::Arithmetic(sign, left, right) => {
            let own = strength(expr);
            two(sign.text(), left, right, own, own + 1)
        }
        Expr::Logic(sign, left, right) => {
            let own = strength(expr);
            two(sign.text(), left, right, own, own + 1)
        }
        // Comparisons are not associative.
        Expr::Compare(sign, left, right) => two(sign.text(), left, right, 4, 4),
        Expr::Number(value) => write!(f, "{value}"),
        Expr::Truth(value) => write!(f, "{value}"),
        Expr::Parameter { name, .. } => f.write_str(name),
        Expr::State(used) | Expr::Action(used) => f.write_str(used.feature.name),
        Expr::Negate(operand) => {
            f.write_str("-")?;
            // `-5` is a number; `-(5)` is a sign before a number.
            let number = matches!(**operand, Expr::Number(0.0..));
            write(f, operand, if number { 8 } else { 6 })
        }
        Expr::Not(operand) => {
            f.write_str("!")?;
            write(f, operand, 6)
        }
        Expr::IsKind { name, .. } => write!(f, "is_{name}"),
        Expr::Abs(operand) => call(f, "abs", std::slice::from_ref(operand)),
        Expr::Floor(operand) => call(f, "floor", std::slice::from_ref(operand)),
        Expr::Min(operands) => call(f, "min", operands),
        Expr::Max(operands) => call(f, "max", operands),
        Expr::Call { name, arguments, .. } => call(f, name, arguments),
        Expr::Chance { probability, .. } => call(f, "chance", std::slice::from_ref(probability)),
        Expr::If(condition, then, otherwise) => {
            f.write_str("if ")?;
            write(f, condition, 0)?;
            f.write_str(" then ")?;
            write(f, then, 0)?;
            f.write_str(" else ")?;
            write(f, otherwise, 0)
        }
    }
}

fn call(f: &mut fmt::Formatter<'_>, name: &str, arguments: &[impl AsRef<Expr>]) -> fmt::Result {
    write!(f, "{name}(")?;
    for (index, argument) in arguments.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write(f, argument.as_ref(), 0)?;
    }
    f.write_str(")")
}

impl AsRef<Self> for Expr {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl fmt::Display for Expr {
    /// Writes the expression as in a policy file, with the fewest parentheses. Parsing the text
    /// again returns an equal tree.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self, 0)
    }
}
