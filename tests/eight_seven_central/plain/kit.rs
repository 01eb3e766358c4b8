//! What is in the box, as the plain account looks at it, and the numbers of a game.

use std::ops::Deref;
use std::sync::Arc;

use pushluck::games::eight_seven_central::cards::{self, Components, each};
pub(crate) use pushluck::games::eight_seven_central::cards::{
    Change, GENRES, Happening as Effect, Lasts, PlayCard as Print, What,
};
use pushluck::games::eight_seven_central::edition::Edition;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
pub(crate) use pushluck::games::eight_seven_central::rules::{
    Acquisition as Source, Ads as AdRule, Moved, Rules,
};

/// A Program card (EC-51).
#[derive(Clone, Debug)]
pub(crate) struct Show {
    pub(crate) hour: bool,
    /// By genre.
    pub(crate) levels: [Option<u32>; 4],
    pub(crate) hits: Vec<u8>,
    /// As a set.
    pub(crate) symbols: u8,
}

#[derive(Clone, Debug)]
pub(crate) struct Kit {
    pub(crate) printed: Vec<cards::Show>,
    pub(crate) shows: Vec<Show>,
    /// Ads, Modifiers, Events.
    pub(crate) prints: Vec<Print>,
    pub(crate) weeks: usize,
    pub(crate) rules: Rules,
}

impl Deref for Kit {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.rules
    }
}

impl Kit {
    pub(crate) fn new(
        printed: Vec<cards::Show>,
        prints: Vec<Print>,
        rules: Rules,
        weeks: usize,
    ) -> Self {
        let shows = printed.iter().map(|show| Show {
            hour: show.hour,
            levels: std::array::from_fn(|genre| show.levels.get(genre as u8)),
            hits: each(show.hits).collect(),
            symbols: show.symbols,
        });
        Self { shows: shows.collect(), printed, prints, weeks, rules }
    }

    /// The shipped game with the given number of players, as many weeks, and these switches.
    pub(crate) fn shipped(players: usize, acquisition: Source, ads: AdRule) -> Self {
        let Edition { cards, rules, .. } = Edition::shipped();
        let rules = Rules { acquisition, ads, ..rules };
        Self::new(cards.shows.clone(), cards.faces.clone(), rules, players)
    }

    /// The engine's game of it.
    pub(crate) fn game(&self, seats: u8) -> EightSevenCentral {
        let cards = Components::new(self.printed.clone(), self.prints.clone());
        let rules = Rules { weeks: [self.weeks as u8; 3], ..self.rules.clone() };
        EightSevenCentral::new(Arc::new(cards), rules, seats)
    }
}
