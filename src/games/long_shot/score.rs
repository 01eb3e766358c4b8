//! Scores and the winner (LS-42 to LS-46, LS-56, LS-60).

use super::abilities::Ability;
use super::compiled::Game;
use super::edition::PLACES;
use super::sheet::Sheet;
use super::state::{MAX_PLAYERS, State};
use super::track::Horses;
use crate::game::bits::each;

/// The score of a player by source, in dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Purses of owned horses that have placed (LS-42).
    pub purses: i64,
    /// Bets (LS-43).
    pub bets: i64,
    /// Jockey sets (LS-44).
    pub sets: i64,
    /// The money left (LS-45).
    pub money: i64,
    /// AT SCORING abilities (LS-45).
    pub abilities: i64,
}

impl Score {
    /// Purses, bets, jockey sets, abilities and money.
    pub(super) fn lines(&self) -> [i64; 5] {
        [self.purses, self.bets, self.sets, self.abilities, self.money]
    }

    pub fn total(&self) -> i64 {
        self.lines().iter().sum()
    }
}

impl Game {
    /// Whether a seat is Roland's.
    pub fn is_roland(&self, seat: u8) -> bool {
        self.rules.solo && seat == 1
    }

    /// The payout per dollar of a seat's bet on a horse in place 0, 1 or 2 of the Winner's Circle; from
    /// 3 on, past the No Bet line (LS-43).
    pub(super) fn odds(&self, state: &State, seat: u8, horse: u8, place: usize) -> i64 {
        self.all_odds(state, seat, horse)[place.min(PLACES)]
    }

    /// The payout per dollar in each place, and past the No Bet line.
    #[inline]
    pub(super) fn all_odds(&self, state: &State, seat: u8, horse: u8) -> [i64; PLACES + 1] {
        let number = &self.rules.edition.numbers[usize::from(horse & 7)];
        let raised = self.rules.edition.disputed.placed_pays_odds
            && !self.is_roland(seat)
            && state.has(seat, Ability::PlacedPays) >> horse & 1 == 1;
        let more = if raised { self.card(state, horse).dollars } else { 0 };
        let [first, second, third] = number.odds;
        let raised = |odds: u8| i64::from(odds) + i64::from(more);
        [raised(first), raised(second), raised(third), number.past_line.into()]
    }

    /// The payout per dollar of a seat's bet on a horse if the race ended now.
    pub fn bet_pays(&self, state: &State, seat: u8, horse: u8) -> i64 {
        match state.track.place(horse) {
            Some(place) => self.odds(state, seat, horse, place),
            None if state.track.past_line(&self.course) >> horse & 1 == 1 => {
                self.odds(state, seat, horse, PLACES)
            }
            None => 0,
        }
    }

    /// The score of a seat if the game ended now.
    pub fn score(&self, state: &State, seat: u8) -> Score {
        let edition = &self.rules.edition;
        let sheet = state.sheet(seat);
        let owned = |horse: u8| i64::from(sheet.owned >> (horse & 7) & 1);
        let bet = |horse: u8| i64::from(sheet.bet(horse));
        let (mut purses, mut bets) = (0, 0);
        for (place, horse) in state.track.placed_in_order() {
            purses += owned(horse) * i64::from(edition.purses[place]);
            bets += bet(horse) * self.odds(state, seat, horse, place);
        }
        let past = state.track.past_line(&self.course) & !state.track.finished;
        for (horse, number) in (0..).zip(&edition.numbers) {
            bets += i64::from(past >> horse & 1) * bet(horse) * i64::from(number.past_line);
        }
        Score {
            purses,
            bets,
            sets: i64::from(sheet.sets().count_ones()) * i64::from(edition.jockey_set),
            money: sheet.money.into(),
            abilities: self.at_scoring(state, seat),
        }
    }

    /// The dollars of a seat from AT SCORING abilities: abilities of its own horses, and abilities of any
    /// horse that pay all players. Roland scores none (LS-56).
    fn at_scoring(&self, state: &State, seat: u8) -> i64 {
        let cards = state.sheet(seat).owned | self.pays_all(state);
        each(cards).map(|card| self.scored_by(state, seat, card)).sum()
    }

    /// The cards whose abilities pay all players at scoring, if a player other than Roland owns them and
    /// has not declined (LS-A31, LS-54).
    pub(super) fn pays_all(&self, state: &State) -> Horses {
        let disputed = &self.rules.edition.disputed;
        let mut cards = 0;
        if disputed.card_pays_everyone {
            cards |= state.field.having(Ability::CardPaysOwned);
        }
        if !disputed.placed_pays_odds {
            cards |= state.field.having(Ability::PlacedPays) & state.track.finished;
        }
        let roland = if self.rules.solo { state.sheets[1].owned } else { 0 };
        cards & !state.market & !roland & !state.declined
    }

    /// The dollars of a seat from the ability of a card at scoring.
    pub fn scored_by(&self, state: &State, seat: u8, card: u8) -> i64 {
        if self.is_roland(seat) {
            return 0;
        }
        let disputed = &self.rules.edition.disputed;
        let sheet = state.sheet(seat);
        let figures = self.card(state, card);
        let dollars = i64::from(figures.dollars);
        let count = |horses: Horses| i64::from(horses.count_ones());
        let ability = state.field.ability(card);
        if self.pays_all(state) >> (card & 7) & 1 == 1 {
            let paid = match ability {
                Ability::CardPaysOwned => state.track.bar(card),
                _ => state.track.finished,
            };
            return dollars * count(sheet.owned & paid);
        }
        if sheet.owned >> (card & 7) & 1 == 0 {
            return 0;
        }
        match ability {
            Ability::ManyHorsesPay if count(sheet.owned) >= i64::from(figures.count) => dollars,
            Ability::UnplacedCosts if state.track.finished >> card & 1 == 0 => -dollars,
            Ability::NoSetPays if sheet.sets() == 0 => dollars,
            Ability::HalfSetsPay => dollars * count(sheet.helmets ^ sheet.jerseys),
            Ability::RowsPay if !disputed.rows_pay_at_once => {
                dollars * count(sheet.lines() & super::concession_grid::ROWS)
            }
            Ability::CardPaysOwned if !disputed.card_pays_everyone => {
                dollars * count(sheet.owned & state.track.bar(card))
            }
            _ => 0,
        }
    }

    /// The score of each seat, and the winners: bit i is seat i (LS-46, LS-A22).
    pub fn final_scores(&self, state: &State) -> ([Score; MAX_PLAYERS], u8) {
        let mut scores = [Score::default(); MAX_PLAYERS];
        let seats = 0..state.players;
        for seat in seats.clone() {
            scores[usize::from(seat)] = self.score(state, seat);
        }
        // Ranks by total, then by the best place of an owned horse.
        let best_place = |sheet: &Sheet| {
            let places = each(u32::from(sheet.owned & state.track.finished));
            let best = places.filter_map(|horse| state.track.place(horse)).min();
            PLACES - best.unwrap_or(PLACES)
        };
        let rank = |seat: u8| (scores[usize::from(seat)].total(), best_place(state.sheet(seat)));
        let best = seats.clone().map(rank).max();
        let winners = seats.filter(|seat| Some(rank(*seat)) == best);
        (scores, winners.fold(0, |mask, seat| mask | 1 << seat))
    }
}
