//! Looks up the names of an expression and checks its types.

use std::ops::Range;

use super::ast::{Ast, BinarySign, Node, UnarySign};
use super::checked::Parameter;
use super::expr::{Arithmetic, Comparison, Expr, FeatureUse, Logic, Type};
use super::fault::Fault;
use super::range::Interval;
use crate::diagnostic::quoted;
use crate::error::nearest;
use crate::game::{DecisionPoint, Feature, Vocabulary};

/// What the names in an expression stand for, and what its checking leaves behind.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) vocabulary: &'static Vocabulary,
    pub(crate) point: &'static DecisionPoint,
    pub(crate) parameters: &'a [Parameter],
    /// Whether an expression has used the parameter.
    pub(crate) used: Vec<bool>,
    /// How many calls of `chance` the decision point has so far.
    pub(crate) sites: usize,
    /// Whether this is a `prefer`, which may look at actions.
    pub(crate) actions: bool,
}

/// A checked expression and the values it can take.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) expr: Expr,
    pub(crate) interval: Interval,
}

/// The functions every game has: name, how to call it.
const BUILT_IN: [(&str, &str); 4] =
    [("min", "min(a, b)"), ("max", "max(a, b)"), ("abs", "abs(a)"), ("chance", "chance(250_000)")];

/// Checks that `ast` is of type `wanted`, for `key` (`when` or `prefer`). Without a result there is
/// an error among `faults`.
pub(crate) fn check(
    ast: &Ast,
    key: &str,
    wanted: Type,
    scope: &mut Scope<'_>,
    faults: &mut Vec<Fault>,
) -> Option<Checked> {
    Checker { scope, faults }.want(ast, wanted, &quoted(key))
}

struct Checker<'s, 'a> {
    scope: &'s mut Scope<'a>,
    faults: &'s mut Vec<Fault>,
}

type Found = Option<Checked>;

impl Checker<'_, '_> {
    /// The expression, which must be of type `wanted` since it is an operand of `role`.
    fn want(&mut self, ast: &Ast, wanted: Type, role: &str) -> Found {
        let found = self.any(ast)?;
        let kind = found.expr.kind();
        if kind == wanted {
            return Some(found);
        }
        let help = match wanted {
            Type::Truth => format!("compare it: `{} != 0`", operand(&found.expr)),
            Type::Integer => {
                format!("choose a number: `if {} then 1 else 0`", short(&found.expr, "…"))
            }
        };
        self.faults.push(
            Fault::error(ast.span.clone(), format!("{role} needs {}", wanted.text()))
                .label(format!("this is {}", kind.text()))
                .help(help),
        );
        None
    }

    fn any(&mut self, ast: &Ast) -> Found {
        match &ast.node {
            Node::Integer(value) => {
                Some(Checked { expr: Expr::Integer(*value), interval: Interval::point(*value) })
            }
            Node::Truth(value) => {
                Some(Checked { expr: Expr::Truth(*value), interval: Interval::truth(*value) })
            }
            Node::Name(name) => self.name(name, &ast.span),
            Node::Call { name, name_span, arguments } => {
                self.call(name, name_span, &ast.span, arguments)
            }
            Node::Unary { sign: UnarySign::Negate, operand } => {
                let operand = self.want(operand, Type::Integer, "`-`")?;
                Some(Checked {
                    interval: operand.interval.negate(),
                    expr: Expr::Negate(Box::new(operand.expr)),
                })
            }
            Node::Unary { sign: UnarySign::Not, operand } => {
                let operand = self.want(operand, Type::Truth, "`!`")?;
                Some(Checked {
                    interval: operand.interval.not(),
                    expr: Expr::Not(Box::new(operand.expr)),
                })
            }
            Node::Binary { sign, left, right } => match *sign {
                BinarySign::Arithmetic(sign) => self.arithmetic(sign, left, right),
                BinarySign::Comparison(sign) => self.comparison(sign, left, right, &ast.span),
                BinarySign::Logic(sign) => {
                    let role = quoted(sign.text());
                    let left = self.want(left, Type::Truth, &role);
                    let right = self.want(right, Type::Truth, &role);
                    let (left, right) = (left?, right?);
                    let interval = match sign {
                        Logic::And => left.interval.and(right.interval),
                        Logic::Or => left.interval.or(right.interval),
                    };
                    let expr = Expr::Logic(sign, Box::new(left.expr), Box::new(right.expr));
                    Some(Checked { expr, interval })
                }
            },
            Node::If { condition, then, otherwise } => self.choice(condition, then, otherwise),
        }
    }

    fn arithmetic(&mut self, sign: Arithmetic, left: &Ast, right: &Ast) -> Found {
        let role = quoted(sign.text());
        let divisor = right.span.clone();
        let left = self.want(left, Type::Integer, &role);
        let right = self.want(right, Type::Integer, &role);
        let (left, right) = (left?, right?);
        let divides = matches!(sign, Arithmetic::Divide | Arithmetic::Remainder);
        if divides && right.interval == Interval::point(0) {
            self.faults.push(
                Fault::warning(divisor, format!("{role} by zero"))
                    .label("always 0, and so is the result"),
            );
        }
        Some(Checked {
            interval: Interval::arithmetic(sign, left.interval, right.interval),
            expr: Expr::Arithmetic(sign, Box::new(left.expr), Box::new(right.expr)),
        })
    }

    fn comparison(
        &mut self,
        sign: Comparison,
        left: &Ast,
        right: &Ast,
        span: &Range<usize>,
    ) -> Found {
        let role = quoted(sign.text());
        let (left, right) = if matches!(sign, Comparison::Equal | Comparison::NotEqual) {
            let (left, right) = (self.any(left), self.any(right));
            let (left, right) = (left?, right?);
            if left.expr.kind() != right.expr.kind() {
                let title = format!(
                    "cannot compare {} with {}",
                    left.expr.kind().text(),
                    right.expr.kind().text()
                );
                self.faults.push(
                    Fault::error(span.clone(), title)
                        .help("both sides of a comparison have the same type"),
                );
                return None;
            }
            (left, right)
        } else {
            let left = self.want(left, Type::Integer, &role);
            let right = self.want(right, Type::Integer, &role);
            (left?, right?)
        };
        let interval = Interval::compare(sign, left.interval, right.interval);
        if let Some(value) = interval.constant() {
            let title = match value {
                0 => "this comparison is never true",
                _ => "this comparison is always true",
            };
            let mut fault = Fault::warning(span.clone(), title);
            if left.expr.kind() == Type::Integer {
                fault = fault.label(explain(&left, &right));
            }
            self.faults.push(fault.maybe_help(self.widen(&left.expr, &right.expr)));
        }
        let expr = Expr::Compare(sign, Box::new(left.expr), Box::new(right.expr));
        Some(Checked { expr, interval })
    }

    /// The way out where a comparison is constant because a parameter has no range.
    fn widen(&self, left: &Expr, right: &Expr) -> Option<String> {
        let mut fixed = None;
        for side in [left, right] {
            side.visit(&mut |expr| {
                if let Expr::Parameter { index, name, value } = expr
                    && self.scope.parameters[*index].interval().constant().is_some()
                {
                    fixed.get_or_insert_with(|| (name.clone(), *value));
                }
            });
        }
        let (name, value) = fixed?;
        Some(format!(
            "if `{name}` is meant to vary, say how far: `{name} = {{ value = {value}, min = …, max = … }}`"
        ))
    }

    fn choice(&mut self, condition: &Ast, then: &Ast, otherwise: &Ast) -> Found {
        let condition = self.want(condition, Type::Truth, "`if`");
        let (span, then, otherwise) = (&otherwise.span, self.any(then), self.any(otherwise));
        let (condition, then, otherwise) = (condition?, then?, otherwise?);
        if then.expr.kind() != otherwise.expr.kind() {
            let title = "`then` and `else` have different types";
            let label = format!(
                "this is {}, the value of `then` is {}",
                otherwise.expr.kind().text(),
                then.expr.kind().text()
            );
            self.faults.push(Fault::error(span.clone(), title).label(label));
            return None;
        }
        let interval = match condition.interval.constant() {
            Some(0) => otherwise.interval,
            Some(_) => then.interval,
            None => then.interval.union(otherwise.interval),
        };
        let expr =
            Expr::If(Box::new(condition.expr), Box::new(then.expr), Box::new(otherwise.expr));
        Some(Checked { expr, interval })
    }

    fn name(&mut self, name: &str, span: &Range<usize>) -> Found {
        if let Some(index) = self.scope.parameters.iter().position(|known| &*known.name == name) {
            self.scope.used[index] = true;
            let parameter = &self.scope.parameters[index];
            return Some(Checked {
                interval: parameter.interval(),
                expr: Expr::Parameter {
                    index,
                    name: parameter.name.clone(),
                    value: parameter.value,
                },
            });
        }
        let point = self.scope.point;
        let of_feature = |feature: &Feature, expr| {
            Some(Checked { interval: Interval::of_feature(feature.kind), expr })
        };
        if let Some((index, feature)) = find(point.state, name) {
            return of_feature(feature, Expr::State(FeatureUse { index, slot: index, feature }));
        }
        if self.scope.actions
            && let Some((index, feature)) = find(point.action, name)
        {
            let slot = point.state.len() + index;
            return of_feature(feature, Expr::Action(FeatureUse { index, slot, feature }));
        }
        let fault = self.unknown_name(name, span.clone());
        self.faults.push(fault);
        None
    }

    /// Why `name` is no value here.
    fn unknown_name(&self, name: &str, span: Range<usize>) -> Fault {
        let Scope { point, vocabulary, .. } = *self.scope;
        if find(point.action, name).is_some() {
            return Fault::error(span, format!("{} describes an action", quoted(name)))
                .label("not known before an action is looked at")
                .help("only `prefer` can look at it");
        }
        if let Some(usage) = self.usage(name) {
            return Fault::error(span, format!("{} is a function", quoted(name)))
                .help(format!("call it: `{usage}`"));
        }
        let fault = Fault::error(span, format!("unknown name {}", quoted(name)))
            .label(format!("not known at `{}` of {}", point.name, vocabulary.game));
        let elsewhere = |other: &&DecisionPoint| {
            find(other.state, name).or_else(|| find(other.action, name)).is_some()
        };
        if let Some(other) = vocabulary.points.iter().find(elsewhere) {
            return fault.help(format!("it is a feature at `{}`", other.name));
        }
        let action: &[Feature] = if self.scope.actions { point.action } else { &[] };
        let known = (self.scope.parameters.iter().map(|parameter| &*parameter.name))
            .chain(point.state.iter().chain(action).map(|feature| feature.name));
        match nearest(name, known) {
            Some(known) => fault.help(format!("did you mean `{known}`?")),
            None => fault
                .help(format!("`pushluck list features {}` names the features", vocabulary.game)),
        }
    }

    /// How the function `name` is called, if there is one.
    fn usage(&self, name: &str) -> Option<String> {
        let built_in = BUILT_IN.iter().find(|known| known.0 == name);
        let game = || self.scope.vocabulary.functions.iter().find(|known| known.name == name);
        built_in
            .map(|known| known.1.to_owned())
            .or_else(|| Some(format!("{name}({})", game()?.parameters.join(", "))))
    }

    fn call(
        &mut self,
        name: &str,
        name_span: &Range<usize>,
        span: &Range<usize>,
        arguments: &[Ast],
    ) -> Found {
        let functions = self.scope.vocabulary.functions;
        let function = functions.iter().position(|known| known.name == name);
        if function.is_none() && !BUILT_IN.iter().any(|known| known.0 == name) {
            let fault = self.unknown_function(name, name_span.clone());
            self.faults.push(fault);
            // Look into the arguments all the same, for what else is wrong.
            for argument in arguments {
                let _ = self.any(argument);
            }
            return None;
        }
        let role = format!("`{name}(…)`");
        let checked: Vec<Found> =
            arguments.iter().map(|argument| self.want(argument, Type::Integer, &role)).collect();
        let (least, most) = match (name, function) {
            (_, Some(function)) => {
                let count = functions[function].parameters.len();
                (count, count)
            }
            ("min" | "max", _) => (1, usize::MAX),
            _ => (1, 1),
        };
        if !(least..=most).contains(&arguments.len()) {
            let number = |count| match count {
                1 => "1 argument".to_owned(),
                _ => format!("{count} arguments"),
            };
            let wanted =
                if most > least { "at least 1 argument".to_owned() } else { number(least) };
            self.faults.push(
                Fault::error(span.clone(), format!("`{name}` takes {wanted}"))
                    .label(format!("found {}", number(arguments.len())))
                    .maybe_help(self.usage(name).map(|usage| format!("call it as `{usage}`"))),
            );
            return None;
        }
        let (mut expressions, mut intervals) = (Vec::new(), Vec::new());
        for found in checked {
            let found = found?;
            expressions.push(found.expr);
            intervals.push(found.interval);
        }
        if let Some(function) = function {
            let expr =
                Expr::Call { function, name: functions[function].name, arguments: expressions };
            return Some(Checked { expr, interval: Interval::ALL });
        }
        let fold = |with: fn(Interval, Interval) -> Interval| {
            intervals.iter().copied().reduce(with).unwrap_or(Interval::ALL)
        };
        Some(match name {
            "min" => Checked { interval: fold(Interval::min), expr: Expr::Min(expressions) },
            "max" => Checked { interval: fold(Interval::max), expr: Expr::Max(expressions) },
            "abs" => Checked {
                interval: intervals[0].abs(),
                expr: Expr::Abs(Box::new(expressions.remove(0))),
            },
            _ => {
                let site = self.scope.sites;
                self.scope.sites += 1;
                let interval = match intervals[0] {
                    Interval { high: ..=0, .. } => Interval::truth(false),
                    Interval { low: 1_000_000.., .. } => Interval::truth(true),
                    _ => Interval::TRUTH,
                };
                if interval.constant().is_some() {
                    let always = if interval.low == 0 { "never" } else { "always" };
                    self.faults.push(
                        Fault::warning(span.clone(), format!("this chance is {always} true")).help(
                            "`chance` takes parts per million: a quarter is `chance(250_000)`",
                        ),
                    );
                }
                let parts_per_million = Box::new(expressions.remove(0));
                Checked { interval, expr: Expr::Chance { site, parts_per_million } }
            }
        })
    }

    fn unknown_function(&self, name: &str, span: Range<usize>) -> Fault {
        let Scope { point, vocabulary, .. } = *self.scope;
        let is_value = self.scope.parameters.iter().any(|known| &*known.name == name)
            || find(point.state, name).or_else(|| find(point.action, name)).is_some();
        if is_value {
            return Fault::error(span, format!("{} is no function", quoted(name)))
                .help(format!("write `{name}` without parentheses"));
        }
        let known = (BUILT_IN.iter().map(|known| known.0))
            .chain(vocabulary.functions.iter().map(|known| known.name));
        let fault = Fault::error(span, format!("unknown function {}", quoted(name)))
            .label(format!("not known in {}", vocabulary.game));
        match nearest(name, known) {
            Some(known) => fault.help(format!("did you mean `{known}`?")),
            None => fault
                .help(format!("`pushluck list features {}` names the functions", vocabulary.game)),
        }
    }
}

/// The feature called `name` and its index.
fn find(features: &'static [Feature], name: &str) -> Option<(usize, &'static Feature)> {
    features.iter().enumerate().find(|(_, feature)| feature.name == name)
}

/// The text of `expr` as an operand of a comparison.
fn operand(expr: &Expr) -> String {
    let text = short(expr, "…");
    if matches!(expr, Expr::If(..)) { format!("({text})") } else { text }
}

/// The text of `expr`, or `instead` where it is too long to be repeated in a message.
fn short(expr: &Expr, instead: &str) -> String {
    const LONGEST: usize = 50;
    let text = expr.to_string();
    if text.len() > LONGEST { instead.to_owned() } else { text }
}

/// Why a comparison is constant: the values of its sides that are not plain from the text.
fn explain(left: &Checked, right: &Checked) -> String {
    let say = |side: &Checked| {
        if matches!(side.expr, Expr::Integer(_)) {
            return None;
        }
        let name = match side.expr {
            Expr::State(_) | Expr::Action(_) | Expr::Parameter { .. } => format!("`{}`", side.expr),
            _ if std::ptr::eq(side, left) => "the left side".to_owned(),
            _ => "the right side".to_owned(),
        };
        Some(match side.interval.constant() {
            Some(value) => format!("{name} is {value}"),
            None => format!("{name} is {} to {}", side.interval.low, side.interval.high),
        })
    };
    [left, right].into_iter().filter_map(say).collect::<Vec<_>>().join(", ")
}
