//! Turns checked rules into a form that decides in a few nanoseconds and does not allocate.
//!
//! What consists of tests of sums of features becomes a truth table (see
//! [`table`](super::table)): a condition of up to eight tests is one lookup, and so are the
//! conditions of several rules together. What does not (functions, `chance`, division, products of
//! features, sums of what is not whole) becomes closures, which compute in the written order.
//!
//! Whole terms are moved where the declared ranges of the features show that all sums are exact; so
//! a game must keep its features within their ranges.

use std::collections::BTreeSet;
use std::iter;
use std::ops::Range;

use super::checked::{CheckedPolicy, CheckedRule};
use super::code::{Condition, Value, operands};
use super::decide::{Decision, Env, best_action};
use super::expr::{Expr, Logic, Uses, bit};
use super::share::{Shared, share};
use super::table::{Bits, Packed, Tests};
use crate::game::{Actions, DecisionPoint, Feature};

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
    /// Where the action features begin among the slots, and where they end: with the kind.
    first_feature: usize,
    kind_slot: usize,
    sites: usize,
    /// The features of the state.
    state: &'static [Feature],
}

/// One compiled rule.
#[derive(Debug)]
pub struct Rule {
    uses: Uses,
    /// The part of `when` that is not in the table of the rule's block.
    residue: Option<Condition>,
    /// The kinds of action that `choose` names.
    kinds: Option<u64>,
    /// What `only` and `prefer` need that is the same for all actions.
    once: Box<[Step]>,
    /// The parts of `only`, all of which must hold.
    only: Vec<(Needs, Condition)>,
    prefer: Option<Prefer>,
}

/// A value that is worked out into a slot.
#[derive(Debug)]
struct Step {
    slot: usize,
    value: Value,
}

/// What a part of a rule needs of an action beside what the parts before it needed.
#[derive(Debug)]
struct Needs {
    /// Action features.
    reads: Box<[usize]>,
    steps: Box<[Step]>,
}

#[derive(Debug)]
enum Prefer {
    /// All actions are equal, so the first is taken.
    First,
    /// It looks at the actions, or calls a function, which may.
    Highest(Needs, Value),
}

/// Works values out, each into its slot.
#[inline]
fn work_out(steps: &[Step], slots: &mut [f64], env: &Env<'_>) {
    for step in steps {
        slots[step.slot] = step.value.get(slots, env);
    }
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
    #[must_use]
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
            each_bit(actions.kinds()).fold(0, |found, kind| found | rules(kind))
        } else {
            (0..actions.len()).fold(0, |found, action| found | rules(actions.kind(action)))
        }
    }

    /// The first action that the rule of bit `bit` admits, which has kinds `kinds`.
    #[inline]
    fn first_action<A: Actions>(&self, bit: u32, kinds: Option<u64>, actions: &A) -> Option<usize> {
        if actions.sorted_by_kind() {
            let Some(kinds) = kinds else { return (!actions.is_empty()).then_some(0) };
            let kind = each_bit(kinds & actions.kinds()).next()?;
            return Some(actions.of_kind(kind).start);
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
    #[must_use]
    pub fn uses(&self) -> &Uses {
        &self.uses
    }

    /// The rules in the order of the file.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// How many call sites `chance` has here.
    #[must_use]
    pub fn chance_sites(&self) -> usize {
        self.sites
    }

    /// The action taken and the rule that decided, or nothing where no rule decides and the
    /// game's default applies.
    ///
    /// `slots` holds the state features that [`Point::uses`] names and the hidden slots; the action
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
                if let Some(action) = self.action(rule, slots, actions, env) {
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

    /// The action that `rule` takes, if one is legal.
    #[inline]
    fn action<A: Actions>(
        &self,
        rule: &Rule,
        slots: &mut [f64],
        actions: &A,
        env: &Env<'_>,
    ) -> Option<usize> {
        match rule.kinds {
            Some(kinds) if actions.sorted_by_kind() => {
                let kinds = each_bit(kinds & actions.kinds());
                self.preferred(rule, kinds.map(|kind| actions.of_kind(kind)), slots, actions, env)
            }
            Some(_) => {
                let admits = |action: &usize| rule.admits(actions.kind(*action));
                let legal = (0..actions.len()).filter(admits).map(|action| action..action + 1);
                self.preferred(rule, legal, slots, actions, env)
            }
            None => self.preferred(rule, iter::once(0..actions.len()), slots, actions, env),
        }
    }

    /// The action that `rule` takes of those it admits, which lie in some ranges.
    #[inline]
    fn preferred<A: Actions>(
        &self,
        rule: &Rule,
        legal: impl Iterator<Item = Range<usize>>,
        slots: &mut [f64],
        actions: &A,
        env: &Env<'_>,
    ) -> Option<usize> {
        let show = |action: usize, needs: &Needs, slots: &mut [f64]| {
            if !needs.reads.is_empty() {
                let features = &mut slots[self.first_feature..self.kind_slot];
                actions.describe(action, &needs.reads, features);
            }
            if self.uses.kinds {
                slots[self.kind_slot] = actions.kind(action) as f64;
            }
            work_out(&needs.steps, slots, env);
        };
        if rule.only.is_empty() {
            let Some(Prefer::Highest(needs, value)) = &rule.prefer else {
                return legal.flatten().next();
            };
            if actions.len() == 1 {
                return legal.flatten().next();
            }
            work_out(&rule.once, slots, env);
            return best_action(legal.flatten(), |action| {
                show(action, needs, slots);
                value.get(slots, env)
            });
        }
        work_out(&rule.once, slots, env);
        let mut best = None;
        for range in legal {
            for action in range {
                let holds = rule.only.iter().all(|(needs, condition)| {
                    show(action, needs, slots);
                    condition.holds(slots, env)
                });
                if holds {
                    let Some(Prefer::Highest(needs, value)) = &rule.prefer else {
                        return Some(action);
                    };
                    show(action, needs, slots);
                    let found = value.get(slots, env);
                    if best.is_none_or(|(_, highest)| found > highest) {
                        best = Some((action, found));
                    }
                }
            }
        }
        best.map(|(action, _)| action)
    }
}

/// The set bits of a mask, from the lowest up.
#[inline]
fn each_bit(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
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
    Point {
        uses: rules.iter().fold(Uses::default(), |uses, rule: &Rule| uses | rule.uses.clone()),
        blocks: plans.into_iter().map(|plan| plan.block(kinds, &rules)).collect(),
        rules,
        first_feature: of.state.len(),
        kind_slot: of.kind_slot(),
        sites,
        state: of.state,
    }
}

fn compile_rule(of: &DecisionPoint, rule: &CheckedRule, residue: Option<Expr>) -> Rule {
    let mut conjuncts = Vec::new();
    if let Some(only) = &rule.only {
        operands(Logic::And, only, &mut conjuncts);
    }
    // What looks at one feature comes first: most often it settles that no other need be known.
    let (one, more): (Vec<&Expr>, _) =
        conjuncts.into_iter().partition(|conjunct| conjunct.uses().action.len() <= 1);
    let looks = rule.prefer.as_ref().map(|prefer| {
        let uses = prefer.uses();
        !uses.action.is_empty() || uses.kinds || !uses.functions.is_empty()
    });
    let prefer = rule.prefer.clone().filter(|_| looks == Some(true));
    let only = [one, more].into_iter().filter_map(|part| join(&part));
    let parts: Vec<Expr> = only.chain(prefer).collect();
    let Shared { of_state, parts, .. } = share(of, &parts);
    let mut known = BTreeSet::new();
    let parts = parts.into_iter().map(|(steps, part)| {
        let all = steps.iter().map(|(_, expr)| expr).chain([&part]);
        let uses = all.fold(Uses::default(), |uses, expr| uses | expr.uses());
        let reads = uses.action.into_iter().filter(|feature| known.insert(*feature)).collect();
        (Needs { reads, steps: compile_steps(&steps) }, part)
    });
    let highest = |(needs, part): (Needs, Expr)| Prefer::Highest(needs, Value::new(&part));
    let mut parts: Vec<(Needs, Expr)> = parts.collect();
    let prefer = match looks {
        Some(true) => parts.pop().map(highest),
        Some(false) => Some(Prefer::First),
        None => None,
    };
    Rule {
        once: compile_steps(&of_state),
        only: parts.into_iter().map(|(needs, part)| (needs, Condition::new(&part))).collect(),
        prefer,
        uses: rule.uses(),
        residue: residue.map(|residue| Condition::new(&residue)),
        kinds: (rule.choose.as_ref())
            .map(|kinds| kinds.iter().fold(0, |mask, &kind| mask | bit(kind))),
    }
}

fn compile_steps(steps: &[(usize, Expr)]) -> Box<[Step]> {
    steps.iter().map(|(slot, expr)| Step { slot: *slot, value: Value::new(expr) }).collect()
}

/// The tests that `tests` has after `conjuncts` are added, those of them that fitted, and those
/// that did not.
fn fit<'e>(tests: &Tests, conjuncts: &[&'e Expr]) -> (Tests, Vec<&'e Expr>, Vec<&'e Expr>) {
    let mut tests = tests.clone();
    let (cheap, residue) = conjuncts.iter().partition(|conjunct| tests.add(conjunct));
    (tests, cheap, residue)
}

/// All of `conjuncts` as one expression.
fn join(conjuncts: &[&Expr]) -> Option<Expr> {
    conjuncts
        .iter()
        .map(|&conjunct| conjunct.clone())
        .reduce(|all, next| Expr::Logic(Logic::And, Box::new(all), Box::new(next)))
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
            let first = matches!(rule.prefer, None | Some(Prefer::First)) && rule.only.is_empty();
            if rule.residue.is_none() && first {
                plain |= mark;
            }
            for (kind, entry) in by_kind.iter_mut().enumerate() {
                *entry |= if rule.admits(kind) { mark } else { 0 };
            }
        }
        Block { first: self.first, packed, table, by_kind, chooses, plain }
    }
}
