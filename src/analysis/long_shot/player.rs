//! Policy files at the race track.

use crate::analysis::files::{Asked, PolicyFile};
use crate::games::deciding::{Choice, OwnLuck};
use crate::games::long_shot::decision::{Decision, Looking, Player};
use crate::games::long_shot::vocabulary::VOCABULARY;
use crate::policy::CheckedPolicy;

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

    #[inline]
    fn point(&self) -> usize {
        self.point()
    }

    #[inline]
    fn fill(&self, wanted: u64, slots: &mut [f64]) {
        self.fill(wanted, slots);
    }

    #[inline]
    fn looking_at(&self, wanted: u64) -> Looking<'_, 'd> {
        self.looking_at(wanted)
    }

    fn default_choice(&self) -> Choice {
        self.default_choice()
    }
}

impl Player for FilePlayer {
    fn choose(&self, decision: &Decision<'_>, luck: &OwnLuck) -> Choice {
        self.0.choose(decision, decision, luck)
    }

    fn has_rules(&self, point: usize) -> bool {
        self.0.has_rules(point)
    }
}
