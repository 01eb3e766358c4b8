//! The compiled rules of a decision point, and their evaluation.

use std::cell::{Cell, RefCell};
use std::fmt;

use super::checked::CheckedRule;
use super::code::{Code, Codes, Shared, View};
use super::expr::{Expr, bit};
use super::facts::{Decision, Facts};
use super::graph::{Binary, Graph, Node, ONE, Value, ZERO};
use crate::game::DecisionPoint;

/// The compiled rules of one decision point.
#[derive(Debug)]
pub struct Program {
    /// The rules in the order of the file.
    rules: Box<[Rule]>,
    shared: Box<[Shared]>,
    /// The number of cells.
    cells: usize,
}

/// A rule.
struct Rule {
    when: Option<Part<bool>>,
    /// The kinds of action that the rule can take; all bits are set if it takes every kind.
    kinds: u64,
    /// Whether every decision has an action of these kinds.
    always: bool,
    /// Whether the kind of an action matters.
    by_kind: bool,
    /// The distinct cases.
    cases: Box<[Case]>,
    /// The index of the case for each kind of action.
    of_kind: Box<[u8]>,
}

/// The conditions and preferences of a rule for actions of some kinds.
struct Case {
    only: Option<Part<bool>>,
    /// The preference value of an action; `None` if the first action is taken.
    prefer: Option<Part<f64>>,
    /// Whether all these actions have an equal preference value.
    alike: bool,
    /// The cells to be reset before each action.
    unknown: Box<[usize]>,
}

/// An expression of a rule.
struct Part<T> {
    /// The features that every evaluation reads, each with its cell.
    reads: Box<[(usize, usize)]>,
    code: Code<T>,
}

impl<T> Part<T> {
    /// Evaluates the expression for an action whose features are not yet read.
    #[inline(always)]
    fn first(&self, view: &View<'_>, feature: impl Fn(usize) -> f64) -> T {
        for (cell, number) in &self.reads {
            view.cells[*cell].set(feature(*number));
        }
        (self.code)(view)
    }

    /// Evaluates the expression; some features may already be read.
    #[inline(always)]
    fn get(&self, view: &View<'_>, feature: impl Fn(usize) -> f64) -> T {
        for (cell, number) in &self.reads {
            let cell = &view.cells[*cell];
            if cell.get().is_nan() {
                cell.set(feature(*number));
            }
        }
        (self.code)(view)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rule").field("kinds", &self.kinds).finish_non_exhaustive()
    }
}

thread_local! {
    /// The cells of the current decision.
    static CELLS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

impl Program {
    /// Returns the chosen action and the rule that decided; `None` if no rule decides, so that the
    /// game's default applies. Facts are read only when the rules need them.
    #[inline]
    pub fn decide<F: Facts>(&self, facts: &F) -> Option<Decision> {
        self.at(facts, |view| {
            self.rules.iter().enumerate().find_map(|(index, rule)| {
                let holds = match &rule.when {
                    None => true,
                    Some(when) => {
                        rule.possible(facts) && when.get(view, |feature| facts.state(feature))
                    }
                };
                let action = holds.then(|| rule.take(view, facts)).flatten()?;
                Some(Decision { action, rule: index })
            })
        })
    }

    /// Begins a decision with empty cells.
    #[inline(always)]
    fn at<F: Facts, T>(&self, facts: &F, look: impl FnOnce(&mut View<'_>) -> T) -> T {
        CELLS.with_borrow_mut(|cells| {
            if cells.len() < self.cells {
                cells.resize(self.cells, f64::NAN);
            }
            let cells = &mut cells[..self.cells];
            cells.fill(f64::NAN);
            let cells = Cell::from_mut(cells).as_slice_of_cells();
            look(&mut View { cells, shared: &self.shared, facts, action: 0 })
        })
    }

    /// Returns the preference value of each action that a rule can take, if its `when` holds. A
    /// rule that takes the first action gives each action 0.
    #[cfg(feature = "testing")]
    pub fn preferences<F: Facts>(&self, rule: usize, facts: &F) -> Option<Vec<(usize, f64)>> {
        let rule = &self.rules[rule];
        self.at(facts, |view| {
            rule.when.as_ref().is_none_or(|when| when.get(view, |of| facts.state(of))).then(|| {
                let mut found = Vec::new();
                for action in 0..facts.actions() {
                    if let Some(case) = rule.case(facts, action)
                        && case.holds(view, facts, action)
                    {
                        let prefer = case.prefer.as_ref();
                        let value = prefer.map_or(0.0, |prefer| case.value(prefer, view, facts));
                        found.push((action, value));
                    }
                }
                found
            })
        })
    }
}

impl Rule {
    /// Returns whether there is an action of a kind that the rule can take.
    #[inline(always)]
    fn possible<F: Facts>(&self, facts: &F) -> bool {
        self.always || self.kinds & facts.kinds() != 0
    }

    /// Returns the case of an action, if the rule can take an action of its kind.
    #[inline(always)]
    fn case<F: Facts>(&self, facts: &F, action: usize) -> Option<&Case> {
        let kind = if self.by_kind { facts.kind(action) & 63 } else { 0 };
        match &*self.cases {
            _ if self.kinds >> kind & 1 == 0 => None,
            [case] => Some(case),
            cases => cases.get(usize::from(self.of_kind[kind])),
        }
    }

    /// Returns the action that the rule takes.
    #[inline(always)]
    fn take<F: Facts>(&self, view: &mut View<'_>, facts: &F) -> Option<usize> {
        let (mut best, mut highest, mut weighed) = (None, f64::NEG_INFINITY, 0);
        let count = facts.actions();
        for action in 0..count {
            let Some(case) = self.case(facts, action) else { continue };
            let prefer = case.prefer.as_ref().filter(|_| count > 1);
            let kind = || if self.by_kind { 1_u64 << (facts.kind(action) & 63) } else { 1 };
            if case.alike && weighed & kind() != 0 || !case.holds(view, facts, action) {
                continue;
            }
            let Some(prefer) = prefer else { return Some(action) };
            let value = case.value(prefer, view, facts);
            if value > highest {
                (best, highest) = (Some(action), value);
            }
            if case.alike {
                weighed |= kind();
            }
        }
        best
    }
}

impl Case {
    /// Makes an action the current one and returns whether the rule can take it.
    #[inline(always)]
    fn holds<F: Facts>(&self, view: &mut View<'_>, facts: &F, action: usize) -> bool {
        view.action = action;
        for cell in &self.unknown {
            view.cells[*cell].set(f64::NAN);
        }
        let holds = |only: &Part<bool>| only.first(view, |feature| facts.action(feature, action));
        self.only.as_ref().is_none_or(holds)
    }

    /// Returns the preference value of the current action.
    #[inline(always)]
    fn value<F: Facts>(&self, prefer: &Part<f64>, view: &View<'_>, facts: &F) -> f64 {
        let feature = |feature| facts.action(feature, view.action);
        if self.only.is_none() { prefer.first(view, feature) } else { prefer.get(view, feature) }
    }
}

/// Compiles the rules of a decision point.
pub(super) fn compile(rules: &[CheckedRule], point: &DecisionPoint) -> Program {
    let place = |name: &str| point.action.iter().position(|feature| feature.name == name);
    let keys = point.action.iter().map(|feature| Some(place(feature.key?)? as u32)).collect();
    let mut graph = Graph::new(keys);
    let drafts: Vec<Draft> = rules.iter().map(|rule| draft(rule, point, &mut graph)).collect();
    let roots = drafts.iter().flat_map(|draft| {
        let of_cases = draft.cases.iter().flat_map(|(only, prefer)| {
            [Some(*only), *prefer].into_iter().flatten().map(|value| (value, true))
        });
        draft.when.into_iter().map(|when| (when, false)).chain(of_cases)
    });
    let codes = Codes::new(graph, &roots.collect::<Vec<_>>(), point.action);
    let rules = drafts.iter().map(|draft| draft.rule(&codes)).collect();
    Program { rules, shared: codes.shared(), cells: codes.cells }
}

/// A rule as values of the graph.
struct Draft {
    when: Option<Value>,
    kinds: u64,
    always: bool,
    by_kind: bool,
    of_kind: Box<[u8]>,
    /// By case: the condition on an action, and its preference value.
    cases: Vec<(Value, Option<Value>)>,
}

fn draft(rule: &CheckedRule, point: &DecisionPoint, graph: &mut Graph) -> Draft {
    let kinds = point.actions.len();
    let when = rule.when.as_ref().map(|when| graph.add(when)).filter(|when| *when != ONE);
    let differ = rule.only.iter().chain(&rule.prefer).any(|expr| expr.uses().kinds);
    let (mut of_kind, mut taken, mut cases) = (vec![0; kinds], 0, Vec::new());
    let mut known = None;
    let chosen = |kind: &usize| rule.choose.as_ref().is_none_or(|all| all.contains(kind));
    for kind in (0..kinds).filter(chosen) {
        graph.kind = kind;
        let case = known.filter(|_| !differ).unwrap_or_else(|| {
            let only = rule.only.as_ref().map_or(ONE, |only| conditions(graph, only));
            (only, rule.prefer.as_ref().map(|prefer| graph.add(prefer)))
        });
        known = Some(case);
        if case.0 == ZERO {
            continue;
        }
        let place = cases.iter().position(|known| *known == case).unwrap_or_else(|| {
            cases.push(case);
            cases.len() - 1
        });
        (of_kind[kind], taken) = (place as u8, taken | bit(kind));
    }
    // If all actions have an equal preference value, the rule takes the first one.
    let alike = |value: Option<Value>| value.is_none_or(|value| !graph.of_action(value));
    if cases.iter().all(|(_, prefer)| *prefer == cases[0].1 && alike(*prefer)) {
        cases.iter_mut().for_each(|(_, prefer)| *prefer = None);
    }
    let all = taken.count_ones() as usize == kinds;
    let always = (0..kinds).any(|kind| taken & bit(kind) != 0 && point.actions[kind].always);
    Draft {
        when,
        kinds: if all { u64::MAX } else { taken },
        always: all || always,
        by_kind: !all || cases.len() > 1,
        of_kind: of_kind.into(),
        cases,
    }
}

/// Adds a condition on an action to the graph. Conjuncts that read only the state or a single
/// feature of the action come first, since they most often decide the result.
fn conditions(graph: &mut Graph, only: &Expr) -> Value {
    let whole = graph.add(only);
    let (mut parts, mut rest) = (Vec::new(), whole);
    while let Node::Binary(Binary::And, part, more) = *graph.node(rest) {
        parts.push(part);
        rest = more;
    }
    parts.push(rest);
    let mut sorted = parts.clone();
    sorted.sort_by_key(|part| graph.features(*part).min(2).saturating_sub(1));
    if sorted == parts { whole } else { graph.all(sorted) }
}

impl Draft {
    fn rule(&self, codes: &Codes) -> Rule {
        Rule {
            when: self
                .when
                .map(|when| Part { reads: codes.reads(when, false), code: codes.truth(when) }),
            kinds: self.kinds,
            always: self.always,
            by_kind: self.by_kind,
            cases: self.cases.iter().map(|(only, prefer)| case(*only, *prefer, codes)).collect(),
            of_kind: self.of_kind.clone(),
        }
    }
}

fn case(only: Value, prefer: Option<Value>, codes: &Codes) -> Case {
    let part =
        (only != ONE).then(|| Part { reads: codes.reads(only, true), code: codes.truth(only) });
    let value =
        prefer.map(|prefer| Part { reads: codes.reads(prefer, true), code: codes.number(prefer) });
    let first = part.as_ref().map(|part| &part.reads).or(value.as_ref().map(|part| &part.reads));
    let mut unknown = codes.of_action([only].into_iter().chain(prefer));
    unknown.retain(|cell| first.is_none_or(|reads| reads.iter().all(|(known, _)| known != cell)));
    Case {
        unknown: unknown.into(),
        alike: prefer.is_some_and(|prefer| !codes.graph.of_action(prefer)),
        only: part,
        prefer: value,
    }
}
