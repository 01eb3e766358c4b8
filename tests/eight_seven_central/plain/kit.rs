//! The cards and rules as the plain engine represents them.

use std::sync::Arc;

use pushluck::games::eight_seven_central::cards::Components;
pub(crate) use pushluck::games::eight_seven_central::cards::{
    Change, GENRES, Happening as Effect, Lasts, PlayCard as Print, Show, What,
};
use pushluck::games::eight_seven_central::edition::Edition;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
pub(crate) use pushluck::games::eight_seven_central::rules::{
    Acquisition as Source, Ads as AdRule, Moved, Rules,
};

#[derive(Clone, Debug)]
pub(crate) struct Kit {
    pub(crate) shows: Vec<Show>,
    pub(crate) prints: Vec<Print>,
    pub(crate) weeks: usize,
    pub(crate) rules: Rules,
}

impl Kit {
    /// The shipped game with these switches and as many weeks as players.
    pub(crate) fn shipped(players: usize, acquisition: Source, ads: AdRule) -> Self {
        let Edition { cards, rules, .. } = Edition::shipped();
        let rules = Rules { acquisition, ads, ..rules };
        Self { shows: cards.shows.clone(), prints: cards.faces.clone(), rules, weeks: players }
    }

    pub(crate) fn game(&self, seats: u8) -> EightSevenCentral {
        let cards = Components::new(self.shows.clone(), self.prints.clone());
        let rules = Rules { weeks: [self.weeks as u8; 3], ..self.rules.clone() };
        EightSevenCentral::new(Arc::new(cards), rules, seats)
    }
}
