//! Policy files at the rodeo.

use std::fmt;

use crate::error::{Error, Result};
use crate::games::eight_seconds::decision::{Choice, DEFAULT_RULE, Decision, OwnLuck, Player};
use crate::games::eight_seconds::vocabulary::{ACTION_FEATURES, STATE_FEATURES, VOCABULARY, point};
use crate::policy::{Chance, CheckedPolicy, Env, NoFunctions, Policy};

/// Rules of one decision point that the engine tells apart.
const MAX_RULES: usize = DEFAULT_RULE as usize;

/// A policy from a file.
pub struct FilePlayer {
    policy: Policy,
    /// By decision point: the features that its rules look at.
    looks: [Looks; point::COUNT],
}

impl fmt::Debug for FilePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FilePlayer").field("looks", &self.looks).finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Looks {
    any: bool,
    state: u64,
    action: u64,
}

impl FilePlayer {
    /// Makes a checked policy play.
    ///
    /// # Errors
    ///
    /// More rules at one decision point than the engine tells apart.
    pub fn new(checked: &CheckedPolicy) -> Result<Self> {
        if checked.points.iter().any(|rules| rules.len() > MAX_RULES) {
            return Err(Error::input(format!(
                "the policy has more than {MAX_RULES} rules at one decision point"
            )));
        }
        let policy = checked.compile();
        let looks = std::array::from_fn(|point| {
            let uses = policy.points[point].uses();
            Looks { any: !checked.points[point].is_empty(), state: uses.state, action: uses.action }
        });
        Ok(Self { policy, looks })
    }
}

/// `chance(p)` from the player's own stream.
struct Luck<'a>(&'a OwnLuck);

impl Chance for Luck<'_> {
    fn happens(&self, site: usize, parts_per_million: i64) -> bool {
        i64::from(self.0.below(site, 1_000_000)) < parts_per_million
    }
}

impl Player for FilePlayer {
    fn choose(&self, decision: &Decision<'_>, luck: &OwnLuck) -> Choice {
        let point = decision.point();
        let looks = self.looks[point];
        let mut slots = [0; STATE_FEATURES + ACTION_FEATURES];
        decision.fill(looks.state, &mut slots);
        let slots = &mut slots[..VOCABULARY.points[point].slots()];
        let luck = Luck(luck);
        let env = Env { functions: &NoFunctions, chance: &luck };
        match self.policy.points[point].decide(slots, &decision.looking_at(looks.action), &env) {
            Some(decided) => Choice { action: decided.action, rule: decided.rule as u8 },
            None => decision.default_choice(),
        }
    }

    fn has_rules(&self, point: usize) -> bool {
        self.looks[point].any
    }
}
