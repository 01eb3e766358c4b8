//! Scores and winners (LS-42 to LS-46, LS-56, LS-60).

use super::components::{Figures, Horse, lines};
use super::state::{HORSES, Referee};

/// The lines of the scoring column, in dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) purses: i64,
    pub(crate) bets: i64,
    pub(crate) sets: i64,
    pub(crate) money: i64,
    /// AT SCORING abilities; may be negative.
    pub(crate) abilities: i64,
}

impl Score {
    pub(crate) fn total(&self) -> i64 {
        self.purses + self.bets + self.sets + self.money + self.abilities
    }
}

impl Referee<'_> {
    /// The payout of a seat's bet on a horse, in dollars (LS-43).
    pub(crate) fn bet_pays(&self, seat: usize, horse: usize) -> i64 {
        let number = self.config.components.number(horse);
        let times = match self.place(horse) {
            Some(place) => number.odds[place - 1] + self.raised_odds(seat, horse),
            None if self.past_no_bet(horse) => number.past_line,
            None => 0,
        };
        self.seat(seat).bet(horse) * times
    }

    /// The increase of a horse's odds for its owner by an ability (LS-A31).
    pub(crate) fn raised_odds(&self, seat: usize, horse: usize) -> i64 {
        let mut cards = self.abilities(seat, "placed_pays");
        cards.retain(|(number, _)| *number == horse && self.config.components.placed_pays_odds);
        cards.first().map_or(0, |(_, figures)| figures.dollars)
    }

    /// The player who owns a card; Roland's have no abilities (LS-54).
    fn player_owning(&self, number: usize) -> Option<usize> {
        self.owner(number).filter(|owner| !self.is_roland(*owner))
    }

    fn complete_rows(&self, seat: usize) -> usize {
        let marked = |cell: &usize| self.seat(seat).cells.contains(cell);
        lines()[..4].iter().filter(|row| row.iter().all(marked)).count()
    }

    /// The dollars of a seat, owner or not, from the AT SCORING ability of a card (LS-A31).
    fn at_scoring(&self, card: usize, seat: usize) -> i64 {
        let Some(owner) = self.player_owning(card) else { return 0 };
        // LS-56, LS-39
        if self.is_roland(seat) || self.state.declined.contains(&card) {
            return 0;
        }
        let (sheet, components) = (self.seat(seat), &self.config.components);
        let Horse { ability, figures: Figures { dollars, count, .. }, .. } = self.card(card);
        let everyone = match ability.as_str() {
            "card_pays_owned" => components.card_pays_everyone,
            "placed_pays" => true,
            _ => false,
        };
        if owner != seat && !everyone {
            return 0;
        }
        let times = match ability.as_str() {
            "many_horses_pay" => usize::from(sheet.owned.len() >= *count),
            // LS-A21
            "unplaced_costs" => return if self.place(card).is_none() { -dollars } else { 0 },
            "card_pays_owned" => {
                let marked = &self.state.boxes[card - 1];
                sheet.owned.intersection(marked).count()
            }
            "no_set_pays" => usize::from(!HORSES.into_iter().any(|horse| sheet.has_set(horse))),
            "half_sets_pay" => sheet.helmets.symmetric_difference(&sheet.jerseys).count(),
            "rows_pay" if !components.rows_pay_at_once => self.complete_rows(seat),
            "placed_pays" if self.place(card).is_some() && !components.placed_pays_odds => {
                sheet.owned.iter().filter(|horse| self.place(**horse).is_some()).count()
            }
            _ => 0,
        };
        dollars * times as i64
    }

    /// Lets the owner of a card that also pays other players decline its ability (LS-39).
    pub(crate) fn before_scoring(&mut self) {
        for card in HORSES {
            let Some(owner) = self.player_owning(card) else { continue };
            let mut others = (0..self.players()).filter(|seat| *seat != owner);
            if others.any(|seat| self.at_scoring(card, seat) != 0)
                && !self.uses(owner, card, Some(card))
            {
                self.state.declined.push(card);
            }
        }
    }

    pub(crate) fn score(&self, seat: usize) -> Score {
        let sheet = self.seat(seat);
        let purse = |horse: &usize| {
            self.place(*horse).map_or(0, |place| self.config.components.purses[place - 1])
        };
        let sets = HORSES.filter(|horse| sheet.has_set(*horse)).count() as i64;
        Score {
            purses: sheet.owned.iter().map(purse).sum(),
            bets: HORSES.map(|horse| self.bet_pays(seat, horse)).sum(),
            sets: self.config.components.jockey_set * sets,
            money: sheet.money,
            abilities: HORSES.map(|card| self.at_scoring(card, seat)).sum(),
        }
    }

    pub(crate) fn scores(&self) -> Vec<Score> {
        (0..self.players()).map(|seat| self.score(seat)).collect()
    }

    /// The seats with the highest total. A tie goes to the owner of the best-placed horse; without a placed
    /// horse the tied players share the win (LS-46, LS-A22, LS-A33).
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
