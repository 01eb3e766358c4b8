//! Policies of any game: `random`, searching policies, and files.

use std::sync::Arc;

use super::simulate::{Engine, Job};
use super::{Conditions, NamedPolicy, OwnParameter, PolicyKind, Shipped, Warning};
use crate::error::Result;
use crate::game::count::Count;
use crate::game::decision::{Policy, Random};
use crate::game::describe::Describe;
use crate::game::publish::Publish;
use crate::policy::bot::BotPolicy;
use crate::policy::evaluate::Exact;
use crate::policy::play::{BasedPolicy, FilePolicy};
use crate::policy::search::{Ismcts, Rollout};
use crate::policy::spec;
use crate::sim::runner::workers_wait;

/// The name of the uniform random policy.
pub(crate) const RANDOM: Shipped =
    Shipped::built_in("random", "Every legal action is equally likely.", &[]);

/// The searching policies.
pub(crate) const SEARCHES: [Shipped; 2] = [
    Shipped::built_in(
        ROLLOUT,
        "Simulates each action up to `n` times with the policy `base` in every seat, and takes the best \
         action; slow.",
        &[playouts(100.0, "maximum number of playouts per action")],
    ),
    Shipped::built_in(
        ISMCTS,
        "Information-set Monte Carlo tree search: `n` playouts from random deals of hidden cards, with the policy `base` after the tree; slow.",
        &[playouts(1000.0, "number of playouts")],
    ),
];

const ROLLOUT: &str = spec::SEARCHES[0];
const ISMCTS: &str = spec::SEARCHES[1];

/// The default number of games per matchup with a searching policy.
const SEARCHED_GAMES: u64 = 20;

/// Returns whether one of these policies searches.
pub(crate) fn search(policies: &[NamedPolicy]) -> bool {
    policies.iter().any(NamedPolicy::searches)
}

/// Returns whether one of these policies takes its time: it searches, or asks a bot.
pub(crate) fn is_slow(policies: &[NamedPolicy]) -> bool {
    search(policies) || policies.iter().any(NamedPolicy::asks_a_bot)
}

/// Returns the default number of games per matchup: `default`, or fewer with a policy that takes its time.
pub(crate) fn games(policies: &[NamedPolicy], default: u64) -> u64 {
    match () {
        () if search(policies) => SEARCHED_GAMES,
        () if is_slow(policies) => default.min(BOT_GAMES),
        () => default,
    }
}

/// The default number of games per matchup with a bot.
const BOT_GAMES: u64 = 1000;

const fn playouts(default: f64, about: &'static str) -> OwnParameter {
    OwnParameter { name: "n", default, range: (1.0, 100_000.0), whole: true, about }
}

/// Returns the base policy of a searching policy; `default` if none is given.
pub(crate) fn base(policy: &str, default: &'static str) -> Option<&'static str> {
    [ROLLOUT, ISMCTS].contains(&policy).then_some(default)
}

/// The exact strength of a policy in a solved game.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    /// Its win probability if all others play the solution, over all seats. That of the solution is an even
    /// share.
    pub wins: f64,
    /// The win probability of the best response if all others play the policy, over all seats.
    pub response: f64,
}

/// Prepares a game's own policies for a run, for example those that play a solution.
pub trait BuiltIn<G: Count> {
    /// Returns the prepared policy; `None` for a policy of any game.
    fn policy(
        &mut self,
        policy: &NamedPolicy,
        game: &Arc<G>,
        conditions: Conditions<'_>,
    ) -> Result<Option<Arc<dyn Policy<G>>>>;

    /// Returns the exact values of decisions, for games in which everyone plays the built-in policy
    /// [`Options::solved`](super::Options::solved); `None` if the game is not solved for its number of
    /// players.
    fn exact(
        &mut self,
        game: &Arc<G>,
        conditions: Conditions<'_>,
    ) -> Result<Option<Arc<dyn Exact<G>>>> {
        let _ = (game, conditions);
        Ok(None)
    }

    /// Returns the exact probability that the first policy wins against the second, over both seat orders;
    /// `None` if their games are not solved.
    fn exact_win(
        &mut self,
        policies: [&NamedPolicy; 2],
        game: &Arc<G>,
        conditions: Conditions<'_>,
    ) -> Result<Option<f64>> {
        let _ = (policies, game, conditions);
        Ok(None)
    }

    /// Returns whether policies of the game have an exact [strength](BuiltIn::strength).
    fn is_solved(&self, game: &G) -> bool {
        let _ = game;
        false
    }

    /// Returns the exact strength of a policy, in a game that [is solved](BuiltIn::is_solved).
    ///
    /// # Errors
    ///
    /// If the solution does not cover the rules or the policy.
    fn strength(
        &mut self,
        policy: &NamedPolicy,
        game: &Arc<G>,
        conditions: Conditions<'_>,
    ) -> Result<Option<Strength>> {
        let _ = (policy, game, conditions);
        Ok(None)
    }

    /// Returns a faster engine for the games of a job (or its single turns if `alone`), if any.
    fn engine(&self, job: &Job<G>, alone: bool) -> Result<Option<Box<dyn Engine>>> {
        let _ = (job, alone);
        Ok(None)
    }

    /// Saves solutions after the run; returns warnings.
    fn finish(&self, conditions: Conditions<'_>) -> Vec<Warning> {
        let _ = conditions;
        Vec::new()
    }
}

/// No own policies.
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

/// Returns a policy as a player, also as the base of a searching policy.
pub(crate) fn ready<G: Count + Describe>(
    policy: &NamedPolicy,
    own: &mut dyn BuiltIn<G>,
    game: &Arc<G>,
    conditions: Conditions<'_>,
) -> Result<Arc<dyn Policy<G>>> {
    let base = policy.base.as_deref();
    if let (PolicyKind::BuiltIn(_), Some(base)) = (&policy.kind, base) {
        return Ok(on_base(policy, ready(base, own, game, conditions)?));
    }
    Ok(match (own.policy(policy, game, conditions)?, &policy.kind, base) {
        (Some(policy), ..) => policy,
        (None, _, Some(base)) => on_base(policy, ready(base, own, game, conditions)?),
        (None, PolicyKind::File(file), None) => Arc::new(FilePolicy::new(file)),
        (None, PolicyKind::Bot(command), None) => bot(command, conditions)?,
        (None, PolicyKind::BuiltIn(_), None) => Arc::new(Random),
    })
}

/// Starts a bot.
pub(crate) fn bot<G: Count + Describe>(
    command: &str,
    conditions: Conditions<'_>,
) -> Result<Arc<dyn Policy<G>>> {
    workers_wait();
    Ok(Arc::new(BotPolicy::start(command, conditions.threads)?))
}

/// Returns a searching policy, or a file, with its base policy.
pub(crate) fn on_base<G: Publish>(
    policy: &NamedPolicy,
    base: Arc<dyn Policy<G>>,
) -> Arc<dyn Policy<G>> {
    if let PolicyKind::File(file) = &policy.kind {
        return Arc::new(BasedPolicy::new(file, base));
    }
    let n = policy.parameters.first().map_or(0, |(_, n)| *n as u32);
    // Search keeps the choice of its base unless another action is clearly better; a random choice is
    // not worth keeping.
    let keep = policy.base.as_ref().is_some_and(|base| !base.is_built_in(RANDOM.name));
    match policy.is_built_in(ROLLOUT) {
        true => Arc::new(Rollout { base, playouts: n, keep }),
        false => Arc::new(Ismcts { base, iterations: n, keep }),
    }
}
