//! Policy files at the race track, and the policies that search any game.

use std::fmt;
use std::sync::Arc;

use crate::experiment::files::{Asked, PolicyFile};
use crate::game::decision::{self, Policy};
use crate::games::deciding::{Choice, OwnLuck};
use crate::games::long_shot::actions::Action;
use crate::games::long_shot::decision::{Decision, Looking, Player};
use crate::games::long_shot::game::Position;
use crate::games::long_shot::play::Game;
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

/// A policy that plays any game on the contract.
pub(super) struct ContractPlayer(pub(super) Arc<dyn Policy<Game>>);

impl fmt::Debug for ContractPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ContractPlayer")
    }
}

impl Player for ContractPlayer {
    fn choose(&self, decision: &Decision<'_>, luck: &OwnLuck) -> Choice {
        let actions: Vec<Action> = decision.legal().iter().collect();
        let asked = decision::Decision {
            game: decision.game(),
            state: &Position::at(decision),
            seat: decision.seat(),
            point: decision.point() as u8,
            actions: &actions,
        };
        self.0.choose(&asked, luck)
    }

    fn has_rules(&self, _: usize) -> bool {
        true
    }
}
