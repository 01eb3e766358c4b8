//! Turns checked rules into a form that decides quickly and does not allocate: closures, which compute in
//! the written order.

use super::case::{Cases, cases};
use super::checked::{CheckedPolicy, CheckedRule};
use super::code::Condition;
use super::decide::{Actions, Decision, Env};
use super::expr::Expr;

/// A compiled policy.
#[derive(Debug)]
pub struct Policy {
    /// The decision points, in the order of the game's vocabulary.
    pub points: Vec<Point>,
}

/// The compiled rules of one decision point, in the order of the file.
#[derive(Debug)]
pub struct Point {
    rules: Vec<Rule>,
}

#[derive(Debug)]
struct Rule {
    when: Option<(Reads, Condition)>,
    cases: Cases,
}

/// Features of the state: bit i for the i-th of the decision point.
pub(super) type Reads = u64;

/// The features of the state that expressions look at.
pub(super) fn reads<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> Reads {
    let mut reads = 0;
    for expr in exprs {
        expr.visit(&mut |node| {
            if let Expr::State(used) = node {
                reads |= 1 << used.index;
            }
        });
    }
    reads
}

impl Point {
    /// The action taken and the rule that decided, or nothing where no rule decides and the
    /// game's default applies.
    ///
    /// The features of the state are asked for with [`Actions::look`] when a rule needs them.
    ///
    /// # Panics
    ///
    /// When `slots` is shorter than [`DecisionPoint::slots`](crate::game::DecisionPoint::slots).
    #[inline]
    pub fn decide<A: Actions>(
        &self,
        slots: &mut [f64],
        actions: &A,
        env: &Env<'_>,
    ) -> Option<Decision> {
        let mut seen = Seen { known: 0, slots };
        for (index, rule) in self.rules.iter().enumerate() {
            if let Some((reads, when)) = &rule.when {
                if !rule.cases.possible(actions) {
                    continue;
                }
                seen.look(*reads, actions);
                if !when.holds(seen.slots, env) {
                    continue;
                }
            }
            if let Some(action) = rule.cases.take(&mut seen, actions, env) {
                return Some(Decision { action, rule: index });
            }
        }
        None
    }
}

/// What is known of the decision so far.
pub(super) struct Seen<'a> {
    known: Reads,
    pub(super) slots: &'a mut [f64],
}

impl Seen<'_> {
    /// Asks for features of the state that are not known yet.
    #[inline]
    pub(super) fn look<A: Actions>(&mut self, reads: Reads, actions: &A) {
        let missing = reads & !self.known;
        if missing != 0 {
            actions.look(missing, self.slots);
            self.known |= reads;
        }
    }
}

/// Compiles a checked policy.
pub(crate) fn policy(checked: &CheckedPolicy) -> Policy {
    let points = checked.vocabulary.points.iter().zip(&checked.points).map(|(of, rules)| {
        let rule = |rule: &CheckedRule| {
            let when = rule.when.as_ref().map(|when| (reads([when]), Condition::new(when)));
            Rule { when, cases: cases(of, rule) }
        };
        Point { rules: rules.iter().map(rule).collect() }
    });
    Policy { points: points.collect() }
}
