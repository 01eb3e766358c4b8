//! Turns checked rules into a form that decides in a few nanoseconds and does not allocate.
//!
//! What consists of tests of sums of features becomes a truth table (see
//! [`table`](super::table)): a condition of up to eight tests is one lookup, and so are the
//! conditions of several rules together. What does not (functions, `chance`, division, products of
//! features, sums of what is not whole) becomes closures, which compute in the written order.
//!
//! Whole terms are moved where the declared ranges of the features show that all sums are exact; so
//! a game must keep its features within their ranges.

use super::case::{Cases, cases, join};
use super::checked::{CheckedPolicy, CheckedRule};
use super::code::{Condition, operands};
use super::decide::{Actions, Decision, Env};
use super::expr::{Expr, Logic, Uses, bit};
use super::table::{Bits, Packed, Tests};
use crate::game::bits::each;
use crate::game::{DecisionPoint, Feature};

/// The most rules one block may have: sets of them are 64-bit masks.
const MAX_RULES: usize = 64;

/// A compiled policy.
#[derive(Debug)]
pub struct Policy {
    /// The decision points, in the order of the game's vocabulary.
    pub points: Vec<Point>,
}

/// The compiled rules of one decision point.
#[derive(Debug)]
pub struct Point {
    rules: Vec<Rule>,
    blocks: Vec<Block>,
    uses: Uses,
    sites: usize,
    /// Whether it matters of which kinds actions are.
    by_kind: bool,
    /// The features of the state.
    state: &'static [Feature],
}

/// One compiled rule.
#[derive(Debug)]
pub struct Rule {
    uses: Uses,
    /// The part of `when` that is not in the table of the rule's block.
    residue: Option<Condition>,
    /// The kinds of action that it can take, if not all.
    kinds: Option<u64>,
    cases: Cases,
}

/// Up to [`MAX_RULES`] rules whose conditions stand in one table.
#[derive(Debug)]
struct Block {
    /// The index of its first rule.
    first: usize,
    packed: Packed,
    /// For each outcome of the tests the rules whose conditions hold.
    table: Box<[u64]>,
    /// The rules that choose each kind of action, those without `choose` included.
    by_kind: Box<[u64]>,
    /// Whether some rule has `choose`.
    chooses: bool,
    /// The rules that take the first legal action once their bit of the table is set.
    plain: u64,
}

impl Rule {
    /// What the rule may look at.
    pub fn uses(&self) -> &Uses {
        &self.uses
    }

    fn admits(&self, kind: usize) -> bool {
        self.kinds.is_none_or(|kinds| kinds & bit(kind) != 0)
    }
}

impl Block {
    /// The rules that have a legal action.
    #[inline]
    fn with_actions<A: Actions>(&self, actions: &A) -> u64 {
        let rules = |kind: usize| self.by_kind.get(kind).copied().unwrap_or(0);
        if actions.sorted_by_kind() {
            each(actions.kinds()).fold(0, |found, kind| found | rules(kind.into()))
        } else {
            (0..actions.len()).fold(0, |found, action| found | rules(actions.kind(action)))
        }
    }

    /// The first action that the rule of bit `bit` admits, which has kinds `kinds`.
    #[inline]
    fn first_action<A: Actions>(&self, bit: u32, kinds: Option<u64>, actions: &A) -> Option<usize> {
        if actions.sorted_by_kind() {
            let Some(kinds) = kinds else { return (!actions.is_empty()).then_some(0) };
            let kind = each(kinds & actions.kinds()).next()?;
            return Some(actions.of_kind(kind.into()).start);
        }
        let count = actions.len();
        let admits = |action: usize| {
            let rules = self.by_kind.get(actions.kind(action)).copied().unwrap_or(0);
            rules >> bit & 1 != 0
        };
        if !self.chooses {
            (count > 0).then_some(0)
        } else if count <= 4 {
            // Which one it is cannot be predicted; so look at all of them without a jump.
            let first = (0..count).rev().fold(
                count,
                |first, action| {
                    if admits(action) { action } else { first }
                },
            );
            (first < count).then_some(first)
        } else {
            (0..count).find(|&action| admits(action))
        }
    }
}

impl Point {
    /// What the rules may look at: a game need not fill other slots.
    pub fn uses(&self) -> &Uses {
        &self.uses
    }

    /// The rules in the order of the file.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Whether it matters here of which kinds actions are.
    #[inline]
    pub(super) fn by_kind(&self) -> bool {
        self.by_kind
    }

    /// How many call sites `chance` has here.
    pub fn chance_sites(&self) -> usize {
        self.sites
    }

    /// The action taken and the rule that decided, or nothing where no rule decides and the
    /// game's default applies.
    ///
    /// `slots` holds the state features that [`Point::uses`] names; the action
    /// features are written by this function, as far as they matter.
    ///
    /// # Panics
    ///
    /// When `slots` is shorter than [`DecisionPoint::slots`]; and in builds with debug assertions
    /// when a feature that is looked at lies outside its declared range.
    #[inline]
    pub fn decide<A: Actions>(
        &self,
        slots: &mut [f64],
        actions: &A,
        env: &Env<'_>,
    ) -> Option<Decision> {
        debug_assert!(self.in_range(slots));
        for block in &self.blocks {
            let outcome = block.packed.outcome(slots);
            let mut candidates = block.table[outcome];
            if block.chooses && candidates != 0 {
                candidates &= block.with_actions(actions);
            }
            while candidates != 0 {
                let bit = candidates.trailing_zeros();
                let index = block.first + bit as usize;
                if block.plain >> bit & 1 != 0
                    && let Some(action) = block.first_action(bit, self.rules[index].kinds, actions)
                {
                    return Some(Decision { action, rule: index });
                }
                candidates &= candidates - 1;
                let rule = &self.rules[index];
                if rule.residue.as_ref().is_some_and(|residue| !residue.holds(slots, env)) {
                    continue;
                }
                if let Some(action) = rule.cases.take(rule.kinds, slots, actions, env) {
                    return Some(Decision { action, rule: index });
                }
            }
        }
        None
    }

    /// Whether the state features that are looked at lie in their ranges.
    fn in_range(&self, slots: &[f64]) -> bool {
        self.uses.state.iter().all(|&index| {
            let feature = &self.state[index];
            let inside = feature.kind.contains(slots[index]);
            debug_assert!(inside, "`{}` is {}, out of its range", feature.name, slots[index]);
            inside
        })
    }
}

/// Compiles a checked policy.
pub(crate) fn policy(checked: &CheckedPolicy) -> Policy {
    let points = checked.vocabulary.points.iter().zip(&checked.points);
    Policy { points: points.map(|(of, rules)| point(of, rules)).collect() }
}

fn point(of: &DecisionPoint, checked: &[CheckedRule]) -> Point {
    let mut plans: Vec<Plan<'_>> = Vec::new();
    let mut rules = Vec::new();
    for (index, rule) in checked.iter().enumerate() {
        let mut conjuncts = Vec::new();
        if let Some(when) = &rule.when {
            operands(Logic::And, when, &mut conjuncts);
        }
        let full = plans.last().is_none_or(|plan| plan.rules.len() == MAX_RULES);
        if full {
            plans.push(Plan { first: index, ..Plan::default() });
        }
        let mut plan = plans.pop().unwrap_or_default();
        let fitted = fit(&plan.tests, &conjuncts);
        let alone = fit(&Tests::default(), &conjuncts);
        let (tests, cheap, residue) = if fitted.2.len() > alone.2.len() {
            // More of the condition goes into a table of its own.
            plans.push(std::mem::take(&mut plan));
            plan.first = index;
            alone
        } else {
            fitted
        };
        plan.tests = tests;
        plan.rules.push(cheap);
        plans.push(plan);
        rules.push(compile_rule(of, rule, join(&residue)));
    }
    let mut sites = 0;
    for expr in checked.iter().flat_map(CheckedRule::expressions) {
        expr.visit(&mut |node| {
            if let Expr::Chance { site, .. } = node {
                sites = sites.max(site + 1);
            }
        });
    }
    let kinds = of.actions.len();
    let by_kind = |rule: &Rule| rule.kinds.is_some() || rule.cases.differ();
    Point {
        uses: rules.iter().fold(Uses::default(), |uses, rule: &Rule| uses | rule.uses.clone()),
        blocks: plans.into_iter().map(|plan| plan.block(kinds, &rules)).collect(),
        by_kind: rules.iter().any(by_kind),
        rules,
        sites,
        state: of.state,
    }
}

fn compile_rule(of: &DecisionPoint, rule: &CheckedRule, residue: Option<Expr>) -> Rule {
    let (cases, kinds) = cases(of, rule);
    let residue = residue.map(|residue| Condition::new(&residue));
    Rule { uses: rule.uses(), residue, kinds, cases }
}

/// The tests that `tests` has after `conjuncts` are added, those of them that fitted, and those
/// that did not.
fn fit<'e>(tests: &Tests, conjuncts: &[&'e Expr]) -> (Tests, Vec<&'e Expr>, Vec<&'e Expr>) {
    let mut tests = tests.clone();
    let (cheap, residue) = conjuncts.iter().partition(|conjunct| tests.add(conjunct));
    (tests, cheap, residue)
}

/// A block while it is being made: what each rule wants of the table.
#[derive(Default)]
struct Plan<'e> {
    first: usize,
    tests: Tests,
    rules: Vec<Vec<&'e Expr>>,
}

impl Plan<'_> {
    fn block(self, kinds: usize, rules: &[Rule]) -> Block {
        let packed = self.tests.pack();
        let mut table = vec![0_u64; packed.outcomes()].into_boxed_slice();
        let mut by_kind = vec![0_u64; kinds].into_boxed_slice();
        let (mut chooses, mut plain) = (false, 0);
        for (index, conjuncts) in self.rules.iter().enumerate() {
            let mark = 1 << index;
            let bits = conjuncts.iter().fold(Bits::TRUE, |bits, conjunct| {
                // Every test was added before the tests were packed.
                bits.and(packed.bits(conjunct).unwrap_or(Bits::FALSE))
            });
            for (outcome, entry) in table.iter_mut().enumerate() {
                *entry |= if bits.get(outcome) { mark } else { 0 };
            }
            let rule = &rules[self.first + index];
            chooses |= rule.kinds.is_some();
            if rule.residue.is_none() && rule.cases.take_first() {
                plain |= mark;
            }
            for (kind, entry) in by_kind.iter_mut().enumerate() {
                *entry |= if rule.admits(kind) { mark } else { 0 };
            }
        }
        Block { first: self.first, packed, table, by_kind, chooses, plain }
    }
}
