//! Policy files at the rodeo.

use crate::experiment::files::{Asked, PolicyFile};
use crate::games::deciding::{Choice, OwnLuck};
use crate::games::eight_seconds::decision::{Decision, Looking, Player};
use crate::games::eight_seconds::vocabulary::VOCABULARY;
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
