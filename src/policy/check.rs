//! Resolves the names of an expression and checks its types.

use std::ops::Range;

use super::ast::{Ast, BinarySign, Node, UnarySign};
use super::checked::Parameter;
use super::expr::{Arithmetic, Comparison, Expr, FeatureUse, Logic, Type};
use super::fault::Fault;
use super::file::ParsedDefinition;
use super::parser::MAX_DEPTH;
use super::range::Interval;
use super::vocabulary::KIND_PREFIX;
use crate::diagnostic::quoted;
use crate::error::did_you_mean;
use crate::game::{Argument, DecisionPoint, Feature, Function, Vocabulary};

/// The maximum number of nodes of all expressions of a file, with definitions expanded.
const MAX_NODES: usize = 1 << 20;

/// The meaning of the names in an expression, and what the checker has recorded so far.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) vocabulary: &'static Vocabulary,
    pub(crate) point: &'static DecisionPoint,
    pub(crate) parameters: &'a [Parameter],
    pub(crate) definitions: &'a [ParsedDefinition],
    /// Whether the expression is an `only` or `prefer`, which may read features of actions.
    pub(crate) actions: bool,
    /// The number of `chance` calls of the decision point so far.
    pub(crate) sites: usize,
    /// The calls of `chance` in definitions: definition, byte offset, site. All uses of a
    /// definition share its sites, so a definition has one value per decision.
    pub(crate) named_sites: Vec<(usize, usize, usize)>,
    pub(crate) seen: Seen,
}

/// What the checker has recorded for the whole file.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Whether an expression uses the parameter.
    pub(crate) parameters: Vec<bool>,
    /// Whether an expression uses the definition.
    pub(crate) definitions: Vec<bool>,
    /// The number of nodes in all expressions so far, with definitions expanded.
    pub(crate) nodes: usize,
}

/// A checked expression and the range of its values.
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    pub(crate) expr: Expr,
    pub(crate) interval: Interval,
}

/// A fault, and the index of the definition that contains it, if any.
pub(crate) type Placed = (Option<usize>, Fault);

/// The functions of every game: the name, and an example of a call.
const BUILT_IN: [(&str, &str); 5] = [
    ("min", "min(a, b)"),
    ("max", "max(a, b)"),
    ("abs", "abs(a)"),
    ("floor", "floor(a)"),
    ("chance", "chance(0.25)"),
];

/// Checks that `ast` has type `wanted`, for the key `key` (such as `when`). Returns `None` if it
/// has an error.
pub(crate) fn check(
    ast: &Ast,
    key: &str,
    wanted: Type,
    scope: &mut Scope<'_>,
    faults: &mut Vec<Placed>,
) -> Option<Checked> {
    let mut checker =
        Checker { scope, faults, within: Vec::new(), arguments: Vec::new(), depth: 0 };
    checker.want(ast, wanted, &quoted(key))
}

struct Checker<'s, 'a> {
    scope: &'s mut Scope<'a>,
    faults: &'s mut Vec<Placed>,
    /// The definitions that are being expanded; each is used by the previous one.
    within: Vec<usize>,
    /// Their arguments; `None` for one with a fault.
    arguments: Vec<Vec<Found>>,
    depth: usize,
}

type Found = Option<Checked>;

impl Checker<'_, '_> {
    /// Checks an operand of `role`, which must have type `wanted`.
    fn want(&mut self, ast: &Ast, wanted: Type, role: &str) -> Found {
        let found = self.any(ast)?;
        let kind = found.expr.kind();
        if kind == wanted {
            return Some(found);
        }
        let help = match wanted {
            Type::Truth => format!("compare it: `{} != 0`", operand(&found.expr)),
            Type::Number => {
                format!("choose a number: `if {} then 1 else 0`", short(&found.expr, "…"))
            }
        };
        self.report(
            Fault::error(ast.span.clone(), format!("{role} needs {}", wanted.text()))
                .label(format!("this is {}", kind.text()))
                .help(help),
        );
        None
    }

    fn report(&mut self, fault: Fault) {
        self.faults.push((self.within.last().copied(), fault));
    }

    fn any(&mut self, ast: &Ast) -> Found {
        self.depth += 1;
        self.scope.seen.nodes += 1;
        let found = if self.fits(0, &ast.span) { self.node(ast) } else { None };
        self.depth -= 1;
        found
    }

    /// Returns whether an expression with some more levels is within the limits.
    fn fits(&mut self, levels: usize, span: &Range<usize>) -> bool {
        let fits = self.depth + levels <= MAX_DEPTH && self.scope.seen.nodes <= MAX_NODES;
        if !fits {
            let title = "the expression is too large after its definitions are expanded";
            let help =
                format!("use at most {MAX_DEPTH} levels, and {MAX_NODES} values in the file");
            self.report(Fault::error(span.clone(), title).help(help));
        }
        fits
    }

    fn node(&mut self, ast: &Ast) -> Found {
        match &ast.node {
            Node::Number(value) => {
                Some(Checked { expr: Expr::Number(*value), interval: Interval::point(*value) })
            }
            Node::Truth(value) => {
                Some(Checked { expr: Expr::Truth(*value), interval: Interval::truth(*value) })
            }
            Node::Name(name) => self.name(name, &ast.span),
            Node::Call { name, name_span, arguments } => {
                self.call(name, name_span, &ast.span, arguments)
            }
            Node::Unary { sign: UnarySign::Negate, operand } => {
                let operand = self.want(operand, Type::Number, "`-`")?;
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
        let left = self.want(left, Type::Number, &role);
        let right = self.want(right, Type::Number, &role);
        let (left, right) = (left?, right?);
        let divides =
            matches!(sign, Arithmetic::Divide | Arithmetic::Quotient | Arithmetic::Remainder);
        if divides && right.interval.constant() == Some(0.0) {
            self.report(
                Fault::warning(divisor, format!("{role} by zero"))
                    .label("the divisor is always 0, so the result is 0"),
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
                self.report(
                    Fault::error(span.clone(), title).help("compare values of the same type"),
                );
                return None;
            }
            (left, right)
        } else {
            let left = self.want(left, Type::Number, &role);
            let right = self.want(right, Type::Number, &role);
            (left?, right?)
        };
        let interval = Interval::compare(sign, left.interval, right.interval);
        if let Some(value) = interval.constant() {
            let always = if value == 0.0 { "never" } else { "always" };
            let title = format!("this comparison is {always} true");
            let mut fault = Fault::warning(span.clone(), title);
            if left.expr.kind() == Type::Number {
                fault = fault.label(explain(&left, &right));
            }
            self.report(fault.maybe_help(self.widen(&left.expr, &right.expr)));
        }
        let expr = Expr::Compare(sign, Box::new(left.expr), Box::new(right.expr));
        Some(Checked { expr, interval })
    }

    /// Returns the help if a comparison is constant because a parameter has no range.
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
            "if `{name}` may vary, give its range: `{name} = {{ value = {value}, min = …, max = … }}`"
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
            self.report(Fault::error(span.clone(), title).label(label));
            return None;
        }
        let interval = match condition.interval.constant() {
            Some(0.0) => otherwise.interval,
            Some(_) => then.interval,
            None => then.interval.union(otherwise.interval),
        };
        let expr =
            Expr::If(Box::new(condition.expr), Box::new(then.expr), Box::new(otherwise.expr));
        Some(Checked { expr, interval })
    }

    fn name(&mut self, name: &str, span: &Range<usize>) -> Found {
        if let (Some(within), Some(given)) = (self.within.last(), self.arguments.last()) {
            let named = self.scope.definitions[*within].arguments.iter().flatten();
            if let Some((_, value)) = named.zip(given).find(|(argument, _)| *argument == name) {
                let value = value.clone()?;
                let (nodes, depth) = size(&value.expr);
                self.scope.seen.nodes += nodes;
                return if self.fits(depth, span) { Some(value) } else { None };
            }
        }
        if let Some(index) = self.scope.parameters.iter().position(|known| &*known.name == name) {
            self.scope.seen.parameters[index] = true;
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
        let named =
            |known: &ParsedDefinition| known.name.value == name && known.arguments.is_none();
        if let Some(index) = self.scope.definitions.iter().position(named) {
            return self.definition(index, Vec::new(), span);
        }
        let point = self.scope.point;
        let of_feature =
            |feature: &Feature, expr| Some(Checked { interval: Interval::of(feature.kind), expr });
        if let Some((index, feature)) = find(point.state, name) {
            return of_feature(feature, Expr::State(FeatureUse { index, feature }));
        }
        if self.scope.actions {
            if let Some((index, feature)) = find(point.action, name) {
                return of_feature(feature, Expr::Action(FeatureUse { index, feature }));
            }
            if let Some((kind, name)) = kind(point, name) {
                let expr = Expr::IsKind { kind, name };
                return Some(Checked { interval: Interval::TRUTH, expr });
            }
        }
        let fault = self.unknown_name(name, span.clone());
        self.report(fault);
        None
    }

    /// Expands a definition with its arguments.
    fn definition(&mut self, index: usize, arguments: Vec<Found>, span: &Range<usize>) -> Found {
        let definition = &self.scope.definitions[index];
        self.scope.seen.definitions[index] = true;
        if self.within.contains(&index) {
            // `cycles` reports the fault.
            return None;
        }
        let tree = definition.expression.tree.as_ref()?;
        let before = self.faults.len();
        self.within.push(index);
        self.arguments.push(arguments);
        let found = self.any(tree);
        self.arguments.pop();
        self.within.pop();
        // A fault that depends on the place of use is reported at the use.
        let (local, rest): (Vec<Placed>, Vec<Placed>) =
            self.faults.drain(before..).partition(|(_, fault)| fault.local);
        self.faults.extend(rest);
        let Some((_, inner)) = local.into_iter().next() else { return found };
        let title = format!("{} cannot be used here", quoted(&definition.name.value));
        self.report(
            Fault::error(span.clone(), title).label(inner.title).maybe_help(inner.help).local(),
        );
        None
    }

    /// Returns the fault of a name that is not a value here.
    fn unknown_name(&self, name: &str, span: Range<usize>) -> Fault {
        let Scope { point, vocabulary, .. } = *self.scope;
        if find(point.action, name).is_some() || kind(point, name).is_some() {
            return Fault::error(span, format!("{} describes an action", quoted(name)))
                .label("`when` cannot read features of actions")
                .help("use it in `only` or `prefer`")
                .local();
        }
        if let Some(usage) = self.usage(name) {
            return Fault::error(span, format!("{} is a function", quoted(name)))
                .help(format!("call it: `{usage}`"));
        }
        let fault = Fault::error(span, format!("unknown name {}", quoted(name)))
            .label(format!("not known at `{}` of {}", point.name, vocabulary.game));
        if let Some(other) = vocabulary.points.iter().find(|other| knows(other, name)) {
            return fault.help(format!("it is a feature at `{}`", other.name)).local();
        }
        let action: &[Feature] = if self.scope.actions { point.action } else { &[] };
        let known = (self.scope.parameters.iter().map(|parameter| &*parameter.name))
            .chain(self.scope.definitions.iter().map(|definition| &*definition.name.value))
            .chain(point.state.iter().chain(action).map(|feature| feature.name));
        fault.help(did_you_mean(name, known, || {
            format!("list the features with `pushluck list features {}`", vocabulary.game)
        }))
    }

    /// Returns an example of a call of the function `name`, if it exists.
    fn usage(&self, name: &str) -> Option<String> {
        let of_file = self.function_of_file(name).and_then(|index| {
            let arguments = self.scope.definitions[index].arguments.as_ref()?;
            Some(format!("{name}({})", arguments.join(", ")))
        });
        let built_in = || Some(BUILT_IN.iter().find(|known| known.0 == name)?.1.to_owned());
        let game = || self.scope.vocabulary.functions.iter().find(|known| known.name == name);
        of_file.or_else(built_in).or_else(|| Some(game()?.usage()))
    }

    /// Returns the definition with arguments that has this name.
    fn function_of_file(&self, name: &str) -> Option<usize> {
        let named =
            |known: &ParsedDefinition| known.name.value == name && known.arguments.is_some();
        self.scope.definitions.iter().position(named)
    }

    fn call(
        &mut self,
        name: &str,
        name_span: &Range<usize>,
        span: &Range<usize>,
        arguments: &[Ast],
    ) -> Found {
        if let Some(index) = self.function_of_file(name) {
            let given: Vec<Found> = arguments.iter().map(|argument| self.any(argument)).collect();
            let wanted = self.scope.definitions[index].arguments.iter().flatten().count();
            let enough = self.has_enough(name, (wanted, wanted), arguments.len(), span);
            self.scope.seen.definitions[index] = true;
            return if enough { self.definition(index, given, span) } else { None };
        }
        let functions = self.scope.vocabulary.functions;
        let function = functions.iter().position(|known| known.name == name);
        if function.is_none() && !BUILT_IN.iter().any(|known| known.0 == name) {
            let fault = self.unknown_function(name, name_span.clone());
            self.report(fault);
            // The arguments are checked nevertheless, to find their faults.
            for argument in arguments {
                let _ = self.any(argument);
            }
            return None;
        }
        let role = format!("`{name}(…)`");
        let checked: Vec<Found> =
            arguments.iter().map(|argument| self.want(argument, Type::Number, &role)).collect();
        let wanted = match (name, function) {
            (_, Some(function)) => {
                let count = functions[function].parameters.len();
                (count, count)
            }
            ("min" | "max", _) => (1, usize::MAX),
            _ => (1, 1),
        };
        if !self.has_enough(name, wanted, arguments.len(), span) {
            return None;
        }
        let (mut expressions, mut intervals) = (Vec::new(), Vec::new());
        for found in checked {
            let found = found?;
            expressions.push(found.expr);
            intervals.push(found.interval);
        }
        if let Some(function) = function {
            let Function { name, kind, parameters, .. } = functions[function];
            for ((parameter, interval), argument) in parameters.iter().zip(intervals).zip(arguments)
            {
                self.argument(name, parameter, interval, argument.span.clone());
            }
            let expr = Expr::Call { function, name, kind, arguments: expressions };
            return Some(Checked {
                expr,
                interval: Interval::of(kind).union(Interval::point(0.0)),
            });
        }
        Some(self.built_in(name, (expressions, &intervals), (name_span, span)))
    }

    /// Checks the number of arguments of a call.
    fn has_enough(
        &mut self,
        name: &str,
        (least, most): (usize, usize),
        given: usize,
        span: &Range<usize>,
    ) -> bool {
        if (least..=most).contains(&given) {
            return true;
        }
        let number = |count| match count {
            1 => "1 argument".to_owned(),
            _ => format!("{count} arguments"),
        };
        let wanted = if most > least { "at least 1 argument".to_owned() } else { number(least) };
        self.report(
            Fault::error(span.clone(), format!("`{name}` takes {wanted}"))
                .label(format!("found {}", number(given)))
                .maybe_help(self.usage(name).map(|usage| format!("call it as `{usage}`"))),
        );
        false
    }

    /// Returns a call of a function of every game.
    fn built_in(
        &mut self,
        name: &str,
        (mut expressions, intervals): (Vec<Expr>, &[Interval]),
        (name_span, span): (&Range<usize>, &Range<usize>),
    ) -> Checked {
        let fold = |with: fn(Interval, Interval) -> Interval| {
            intervals.iter().copied().reduce(with).unwrap_or(Interval::ALL)
        };
        match name {
            "min" => Checked { interval: fold(Interval::min), expr: Expr::Min(expressions) },
            "max" => Checked { interval: fold(Interval::max), expr: Expr::Max(expressions) },
            "abs" => Checked {
                interval: intervals[0].abs(),
                expr: Expr::Abs(Box::new(expressions.remove(0))),
            },
            "floor" => Checked {
                interval: intervals[0].floor(),
                expr: Expr::Floor(Box::new(expressions.remove(0))),
            },
            _ => {
                let site = self.site(name_span.start);
                let interval = match intervals[0] {
                    Interval { high: ..=0.0, .. } => Interval::truth(false),
                    Interval { low: 1.0.., .. } => Interval::truth(true),
                    _ => Interval::TRUTH,
                };
                if let Some(value) = interval.constant() {
                    let always = if value == 0.0 { "never" } else { "always" };
                    self.report(
                        Fault::warning(span.clone(), format!("this chance is {always} true")).help(
                            "`chance` takes a probability: a quarter is `chance(0.25)` or \
                             `chance(25%)`",
                        ),
                    );
                }
                let probability = Box::new(expressions.remove(0));
                Checked { interval, expr: Expr::Chance { site, probability } }
            }
        }
    }

    /// Warns of an argument for which the function returns 0, and of a fraction for a whole
    /// argument.
    fn argument(&mut self, of: &str, known: &Argument, given: Interval, span: Range<usize>) {
        let wanted = Interval::of(known.kind);
        let Argument { name, .. } = known;
        let fault = if given.misses(wanted) {
            let label =
                format!("the argument is {}, but `{name}` is {}", said(given), said(wanted));
            Fault::warning(span, format!("`{of}` is always 0 for this argument")).label(label)
        } else if wanted.whole && given.constant().is_some_and(|value| value.trunc() != value) {
            Fault::warning(span, format!("`{of}` takes whole numbers")).label(format!(
                "`{name}` is truncated to {}",
                said(Interval::point(given.low.trunc()))
            ))
        } else {
            return;
        };
        self.report(fault);
    }

    /// Returns the site of the `chance` call at byte `start`.
    fn site(&mut self, start: usize) -> usize {
        let new = self.scope.sites;
        if let Some(&definition) = self.within.last() {
            let known = &mut self.scope.named_sites;
            let same = |site: &&(usize, usize, usize)| (site.0, site.1) == (definition, start);
            if let Some(&(_, _, site)) = known.iter().find(same) {
                return site;
            }
            known.push((definition, start, new));
        }
        self.scope.sites += 1;
        new
    }

    /// Returns whether a name is an argument of the definition that is being expanded.
    fn is_argument(&self, name: &str) -> bool {
        let within = self.within.last().map(|index| &self.scope.definitions[*index]);
        within.is_some_and(|known| known.arguments.iter().flatten().any(|one| one == name))
    }

    fn unknown_function(&self, name: &str, span: Range<usize>) -> Fault {
        let Scope { point, vocabulary, .. } = *self.scope;
        let is_value = self.scope.parameters.iter().any(|known| &*known.name == name)
            || self.scope.definitions.iter().any(|known| known.name.value == name)
            || self.is_argument(name)
            || knows(point, name);
        if is_value {
            return Fault::error(span, format!("{} is not a function", quoted(name)))
                .help(format!("write `{name}` without parentheses"));
        }
        let of_file = self.scope.definitions.iter().filter(|known| known.arguments.is_some());
        let known = (BUILT_IN.iter().map(|known| known.0))
            .chain(of_file.map(|known| &*known.name.value))
            .chain(vocabulary.functions.iter().map(|known| known.name));
        let fault = Fault::error(span, format!("unknown function {}", quoted(name)))
            .label(format!("not known in {}", vocabulary.game));
        fault.help(did_you_mean(name, known, || {
            format!("list the functions with `pushluck list features {}`", vocabulary.game)
        }))
    }
}

/// Returns the number of nodes of an expression, and of its levels.
fn size(expr: &Expr) -> (usize, usize) {
    let (mut nodes, mut levels) = (1, 0);
    for operand in expr.operands() {
        let (more, below) = size(operand);
        nodes += more;
        levels = levels.max(below);
    }
    (nodes, levels + 1)
}

/// Returns the feature with this name, and its index.
fn find(features: &'static [Feature], name: &str) -> Option<(usize, &'static Feature)> {
    features.iter().enumerate().find(|(_, feature)| feature.name == name)
}

/// Returns the index and the name of the kind of action that the feature `name` tests.
fn kind(point: &DecisionPoint, name: &str) -> Option<(usize, &'static str)> {
    let name = name.strip_prefix(KIND_PREFIX)?;
    let found = point.actions.iter().enumerate().find(|(_, kind)| kind.name == name);
    found.map(|(index, kind)| (index, kind.name))
}

/// Returns whether `name` is a feature of a decision point.
pub(crate) fn knows(point: &'static DecisionPoint, name: &str) -> bool {
    find(point.state, name).or_else(|| find(point.action, name)).is_some()
        || kind(point, name).is_some()
}

/// Returns the text of `expr` as an operand of a comparison.
fn operand(expr: &Expr) -> String {
    let text = short(expr, "…");
    if matches!(expr, Expr::If(..)) { format!("({text})") } else { text }
}

/// Returns the text of `expr`, or `instead` if the text is too long for a message.
fn short(expr: &Expr, instead: &str) -> String {
    const LONGEST: usize = 50;
    let text = expr.to_string();
    if text.len() > LONGEST { instead.to_owned() } else { text }
}

/// Returns why a comparison is constant: the ranges of its sides, except of literal numbers.
fn explain(left: &Checked, right: &Checked) -> String {
    let say = |side: &Checked| {
        if matches!(side.expr, Expr::Number(_)) {
            return None;
        }
        let name = match side.expr {
            Expr::State(_) | Expr::Action(_) | Expr::Parameter { .. } => format!("`{}`", side.expr),
            _ if std::ptr::eq(side, left) => "the left side".to_owned(),
            _ => "the right side".to_owned(),
        };
        Some(format!("{name} is {}", said(side.interval)))
    };
    [left, right].into_iter().filter_map(say).collect::<Vec<_>>().join(", ")
}

/// Returns an interval as text: `1 to 6`.
fn said(interval: Interval) -> String {
    let Interval { low, high, .. } = interval;
    match (low > f64::MIN, high < f64::MAX) {
        _ if low == high => short_number(low),
        (true, true) => format!("{} to {}", short_number(low), short_number(high)),
        (true, false) => format!("at least {}", short_number(low)),
        (false, true) => format!("at most {}", short_number(high)),
        (false, false) => "any number".to_owned(),
    }
}

/// Returns a number with the digits that matter in a message.
fn short_number(number: f64) -> String {
    let full = number.to_string();
    match number.abs() {
        _ if full.len() <= 12 => full,
        1e-4..1e9 => format!("{number:.6}").trim_end_matches('0').to_owned(),
        _ => format!("{number:e}"),
    }
}
