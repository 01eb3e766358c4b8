//! The policies that play any game: `random`, those that search, and files.

use std::sync::Arc;

use super::simulate::{Engine, Job};
use super::{Conditions, NamedPolicy, OwnParameter, PolicyKind, Shipped, Warning};
use crate::error::Result;
use crate::game::count::Count;
use crate::game::decision::{Policy, Random};
use crate::game::publish::Publish;
use crate::policy::play::FilePolicy;
use crate::policy::search::{Ismcts, Rollout};
use crate::policy::spec;

/// Takes any action.
pub(crate) const RANDOM: Shipped =
    Shipped::built_in("random", "Every legal action is equally likely.", &[]);

/// Those that play on from each decision.
pub(crate) const SEARCHES: [Shipped; 2] = [
    Shipped::built_in(
        ROLLOUT,
        "Plays each action on up to `n` times with the policy `base` in every seat, and takes the one that \
         does best; slow.",
        &[playouts(100.0, "how often each action is played on at most")],
    ),
    Shipped::built_in(
        ISMCTS,
        "Searches a tree of what its seat can see, through `n` playouts from deals of what it cannot, \
         and plays on with the policy `base`; slow.",
        &[playouts(1000.0, "how many playouts there are")],
    ),
];

const ROLLOUT: &str = spec::SEARCHES[0];
const ISMCTS: &str = spec::SEARCHES[1];

/// Games for each matchup where a policy searches and no number is given.
const SEARCHED_GAMES: u64 = 20;

/// Whether one of these policies searches.
pub(crate) fn search(policies: &[NamedPolicy]) -> bool {
    policies.iter().any(|policy| policy.base.is_some())
}

/// The games for each matchup where no number is given: `default`, or fewer where a policy searches.
pub(crate) fn games(policies: &[NamedPolicy], default: u64) -> u64 {
    if search(policies) { SEARCHED_GAMES } else { default }
}

const fn playouts(default: f64, about: &'static str) -> OwnParameter {
    OwnParameter { name: "n", default, range: (1.0, 100_000.0), whole: true, about }
}

/// Whom a policy that searches plays on with where nobody is named: `default`.
pub(crate) fn base(policy: &str, default: &'static str) -> Option<&'static str> {
    [ROLLOUT, ISMCTS].contains(&policy).then_some(default)
}

/// A game's own way to make policies ready for a run, as those that play what was solved.
pub trait BuiltIn<G: Count> {
    /// A policy that plays; nothing for one that plays as in any game.
    fn policy(
        &mut self,
        policy: &NamedPolicy,
        game: &Arc<G>,
        conditions: Conditions<'_>,
    ) -> Result<Option<Arc<dyn Policy<G>>>>;

    /// What plays and counts the games of a job, or its turns `alone`, in place of the loop.
    fn engine(&self, job: &Job<G>, alone: bool) -> Result<Option<Box<dyn Engine>>> {
        let _ = (job, alone);
        Ok(None)
    }

    /// Keeps what was solved when the run is over; what the user should know.
    fn finish(&self, conditions: Conditions<'_>) -> Vec<Warning> {
        let _ = conditions;
        Vec::new()
    }
}

/// No policy of its own.
pub(crate) struct NoneOfItsOwn;

impl<G: Count> BuiltIn<G> for NoneOfItsOwn {
    fn policy(
        &mut self,
        _: &NamedPolicy,
        _: &Arc<G>,
        _: Conditions<'_>,
    ) -> Result<Option<Arc<dyn Policy<G>>>> {
        Ok(None)
    }
}

/// A policy as one who plays, alone or on from the decisions of one that searches.
pub(crate) fn ready<G: Count>(
    policy: &NamedPolicy,
    own: &mut dyn BuiltIn<G>,
    game: &Arc<G>,
    conditions: Conditions<'_>,
) -> Result<Arc<dyn Policy<G>>> {
    if let Some(base) = policy.base.as_deref() {
        return Ok(searching(policy, ready(base, own, game, conditions)?));
    }
    Ok(match (own.policy(policy, game, conditions)?, &policy.kind) {
        (Some(policy), _) => policy,
        (None, PolicyKind::File(file)) => Arc::new(FilePolicy::new(file)),
        (None, PolicyKind::BuiltIn(_)) => Arc::new(Random),
    })
}

/// A policy that searches, with the policy that plays on.
pub(crate) fn searching<G: Publish>(
    policy: &NamedPolicy,
    base: Arc<dyn Policy<G>>,
) -> Arc<dyn Policy<G>> {
    let n = policy.parameters.first().map_or(0, |(_, n)| *n as u32);
    // What takes any action has no choice worth keeping.
    let keep = policy.base.as_ref().is_some_and(|base| !base.is_built_in(RANDOM.name));
    match policy.is_built_in(ROLLOUT) {
        true => Arc::new(Rollout { base, playouts: n, keep }),
        false => Arc::new(Ismcts { base, iterations: n, keep }),
    }
}
