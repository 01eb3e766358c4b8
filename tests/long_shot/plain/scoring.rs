//! The score, line by line, and who wins (LS-42 to LS-46, LS-56, LS-60).

use super::components::Ability;
use super::state::{HORSES, Referee};
use super::table::Table;

/// The lines of the scoring column, in dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) purses: i64,
    pub(crate) bets: i64,
    pub(crate) sets: i64,
    pub(crate) money: i64,
    /// AT SCORING abilities, which may cost.
    pub(crate) abilities: i64,
}

impl Score {
    pub(crate) fn total(&self) -> i64 {
        self.purses + self.bets + self.sets + self.money + self.abilities
    }
}

impl Referee {
    /// What a seat's bet on a horse pays (LS-43).
    pub(crate) fn bet_pays(&self, seat: usize, horse: usize) -> i64 {
        let number = self.config.components.number(horse);
        let times = match self.place(horse) {
            Some(place) => number.odds[place - 1] + self.raised_odds(seat, horse),
            None if self.past_no_bet(horse) => number.past_line,
            None => 0,
        };
        self.seat(seat).bet(horse) * times
    }

    /// By how much an ability raises the odds of its horse for its owner (LS-A31).
    fn raised_odds(&self, seat: usize, horse: usize) -> i64 {
        match self.owned_ability(horse) {
            Some((owner, Ability::PlacedPays { dollars }))
                if owner == seat && self.config.components.disputed.placed_pays_odds() =>
            {
                dollars
            }
            _ => 0,
        }
    }

    /// The ability of a card that a player owns, which Roland's have not (LS-54).
    fn owned_ability(&self, number: usize) -> Option<(usize, Ability)> {
        let owner = self.owner(number).filter(|owner| !self.is_roland(*owner))?;
        Some((owner, self.card(number).ability))
    }

    fn complete_rows(&self, seat: usize) -> i64 {
        let marked = &self.seat(seat).cells;
        let cells = self.config.components.cells();
        let rows = 1..=4;
        let complete = |row: &usize| {
            cells.iter().filter(|cell| cell.0 == *row).all(|cell| marked.contains(cell))
        };
        rows.filter(complete).count() as i64
    }

    /// What the AT SCORING ability of a card brings a seat, be it the owner or not (LS-A31).
    fn at_scoring(&self, card: usize, seat: usize) -> i64 {
        let Some((owner, ability)) = self.owned_ability(card) else { return 0 };
        // LS-56, LS-39
        if self.is_roland(seat) || self.state.declined.contains(&card) {
            return 0;
        }
        let sheet = self.seat(seat);
        let disputed = &self.config.components.disputed;
        let placed = sheet.owned.iter().filter(|horse| self.place(**horse).is_some()).count();
        let owns = owner == seat;
        match ability {
            Ability::ManyHorsesPay { dollars, count } if owns && sheet.owned.len() >= count => {
                dollars
            }
            // LS-A21
            Ability::UnplacedCosts { dollars } if owns && self.place(card).is_none() => -dollars,
            Ability::CardPaysOwned { dollars } if owns || disputed.card_pays_everyone() => {
                let marked = &self.state.boxes[card - 1];
                dollars * sheet.owned.iter().filter(|horse| marked.contains(horse)).count() as i64
            }
            Ability::NoSetPays { dollars }
                if owns && !HORSES.into_iter().any(|horse| sheet.has_set(horse)) =>
            {
                dollars
            }
            Ability::HalfSetsPay { dollars } if owns => {
                let half =
                    |horse: &usize| sheet.helmets.contains(horse) != sheet.jerseys.contains(horse);
                dollars * HORSES.filter(half).count() as i64
            }
            Ability::RowsPay { dollars } if owns && !disputed.rows_pay_at_once() => {
                dollars * self.complete_rows(seat)
            }
            Ability::PlacedPays { dollars } if self.place(card).is_some() => {
                match disputed.placed_pays_odds() {
                    true => 0,
                    false => dollars * placed as i64,
                }
            }
            _ => 0,
        }
    }

    /// The owner of a card that brings somebody else dollars need not use it (LS-39).
    pub(crate) fn before_scoring(&mut self, table: &mut dyn Table) {
        for card in HORSES {
            let Some((owner, _)) = self.owned_ability(card) else { continue };
            let mut others = (0..self.players()).filter(|seat| *seat != owner);
            if others.any(|seat| self.at_scoring(card, seat) != 0)
                && !self.uses(table, owner, card, Some(card))
            {
                self.state.declined.push(card);
            }
        }
    }

    pub(crate) fn score(&self, seat: usize) -> Score {
        let sheet = self.seat(seat);
        let purse = |horse: &usize| {
            self.place(*horse).map_or(0, |place| self.config.components.purses.dollars[place - 1])
        };
        let sets = HORSES.filter(|horse| sheet.has_set(*horse)).count() as i64;
        Score {
            purses: sheet.owned.iter().map(purse).sum(),
            bets: HORSES.map(|horse| self.bet_pays(seat, horse)).sum(),
            sets: self.config.components.jockey_sets.dollars * sets,
            money: sheet.money,
            abilities: HORSES.map(|card| self.at_scoring(card, seat)).sum(),
        }
    }

    pub(crate) fn scores(&self) -> Vec<Score> {
        (0..self.players()).map(|seat| self.score(seat)).collect()
    }

    /// The highest total; of equals the owner of the best-placed horse; if none of them owns a
    /// placed horse they share the win (LS-46, LS-A22, LS-A33).
    pub(crate) fn winners(&self) -> Vec<usize> {
        let totals: Vec<i64> = self.scores().iter().map(Score::total).collect();
        let best = totals.iter().copied().max().expect("a player");
        let tied: Vec<usize> = (0..self.players()).filter(|seat| totals[*seat] == best).collect();
        for horse in &self.state.finishers {
            if let Some(owner) = self.owner(*horse).filter(|owner| tied.contains(owner)) {
                return vec![owner];
            }
        }
        tied
    }
}
