//! Policy files at the rodeo, and the policies that search any game.

use std::fmt;
use std::sync::Arc;

use crate::experiment::files::{Asked, PolicyFile};
use crate::game::decision::Policy;
use crate::games::deciding::{Choice, OwnLuck};
use crate::games::eight_seconds::decision::{Decision, Looking, Player};
use crate::games::eight_seconds::play::Game;
use crate::games::eight_seconds::vocabulary::{VOCABULARY, point};
use crate::policy::{CheckedPolicy, NoFunctions};

/// A policy from a file.
#[derive(Debug)]
pub struct FilePlayer(PolicyFile);

impl FilePlayer {
    /// Makes a checked policy play.
    #[must_use]
    pub fn new(checked: &CheckedPolicy) -> Self {
        Self(PolicyFile::new(checked, &VOCABULARY))
    }
}

impl<'d> Asked for Decision<'d> {
    type Looking<'a>
        = Looking<'a, 'd>
    where
        Self: 'a;

    fn point(&self) -> usize {
        self.point()
    }

    fn fill(&self, wanted: u64, slots: &mut [f64]) {
        self.fill(wanted, slots);
    }

    fn looking_at(&self, wanted: u64) -> Looking<'_, 'd> {
        self.looking_at(wanted)
    }

    fn default_choice(&self) -> Choice {
        self.default_choice()
    }
}

impl Player for FilePlayer {
    fn choose(&self, decision: &Decision<'_>, luck: &OwnLuck) -> Choice {
        self.0.choose(decision, &NoFunctions, luck)
    }

    fn has_rules(&self, point: usize) -> bool {
        self.0.has_rules(point)
    }
}

/// A policy that plays any game on the contract. It leaves the dice that a reroll keeps to the aim:
/// there are up to 256 sets of them, and the aim knows nearly always the best.
pub(super) struct ContractPlayer(pub(super) Arc<dyn Policy<Game>>);

impl fmt::Debug for ContractPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ContractPlayer")
    }
}

impl Player for ContractPlayer {
    fn choose(&self, decision: &Decision<'_>, luck: &OwnLuck) -> Choice {
        self.0.choose(&decision.asked(), luck)
    }

    fn has_rules(&self, point: usize) -> bool {
        point != point::KEEP_DICE
    }
}
