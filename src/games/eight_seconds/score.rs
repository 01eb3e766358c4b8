//! Scores and winners: points, bonuses, tie-breaks and ratings (ES-37 to ES-40).

use super::cards::each;
use super::compiled::Game;
use super::edition::Ability;
use super::state::{MAX_PLAYERS, Seat, State};

/// The largest score in features; larger scores are clamped.
pub(super) const MAX_SCORE: i64 = 1_000_000;

/// The points of one player by source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub bulls: i64,
    pub tokens: i64,
    /// Golden Buckles (ES-Q38).
    pub buckles: i64,
    /// The bonus of a green Rider.
    pub bonus: i64,
    /// Money, rounded down (ES-83).
    pub money: i64,
}

impl Score {
    /// Returns the sum.
    pub fn total(&self) -> i64 {
        self.bulls + self.tokens + self.buckles + self.bonus + self.money
    }
}

impl Game {
    /// Returns the score of each seat, and the winners as a mask of seats.
    pub fn final_scores(&self, state: &State) -> ([Score; MAX_PLAYERS], u8) {
        let mut scores = [Score::default(); MAX_PLAYERS];
        let most_tokens = state.seated().iter().map(|seat| seat.tokens).max().unwrap_or(0);
        for (score, seat) in scores.iter_mut().zip(state.seated()) {
            *score = Score {
                bulls: seat.bull_points.into(),
                tokens: seat.tokens.into(),
                buckles: seat.buckle_points.into(),
                bonus: self.bonus(seat, most_tokens),
                money: self.money_points(seat),
            };
        }
        let seats = 0..usize::from(state.players).min(MAX_PLAYERS);
        let rank = |seat: usize| (scores[seat].total(), scores[seat].bulls);
        let best = seats.clone().map(rank).max();
        let first = seats.filter(|seat| Some(rank(*seat)) == best);
        let mut first = first.fold(0_u8, |mask, seat| mask | 1 << seat);
        if first.count_ones() > 1 {
            let bulls = |seat: u8| self.sorted_points(&state.seats[usize::from(seat)]);
            let best = each(first).map(bulls).max();
            let winners = each(first).filter(|seat| Some(bulls(*seat)) == best);
            first = winners.fold(0, |mask, seat| mask | 1 << seat);
        }
        (scores, first)
    }

    fn money_points(&self, seat: &Seat) -> i64 {
        self.rules.vegas.map_or(0, |_| seat.money / self.rules.edition.vegas.point)
    }

    /// The score of a player's cards, tokens and money, without the bonus of a Rider.
    pub(super) fn standing(&self, seat: &Seat) -> i64 {
        let cards = i64::from(seat.bull_points) + i64::from(seat.buckle_points);
        (cards + i64::from(seat.tokens) + self.money_points(seat)).min(MAX_SCORE)
    }

    /// The bonus of a green Rider (ES-62, ES-63).
    fn bonus(&self, seat: &Seat, most_tokens: u16) -> i64 {
        let Some(rider) = self.rider(seat) else { return 0 };
        let number = i64::from(rider.number);
        let points = |bull: u8| self.points[usize::from(bull)];
        match rider.ability {
            Ability::MostTokens if seat.tokens == most_tokens => number,
            Ability::TokenSets => i64::from(seat.tokens) / number.max(1),
            Ability::SmallBulls => {
                let small = each(seat.bulls).filter(|bull| points(*bull) <= rider.limit);
                number * small.count() as i64
            }
            Ability::BigBull if each(seat.bulls).any(|bull| points(bull) >= rider.limit) => number,
            _ => 0,
        }
    }

    /// The points of a player's Bulls in decreasing order, padded with 0. Of two such lists with
    /// equal sums, the lexicographically greater has the highest untied Bull (ES-38, ES-Q20).
    fn sorted_points(&self, seat: &Seat) -> [u8; 32] {
        let mut sorted = [0; 32];
        let bulls = (0..32).rev().filter(|bull| seat.bulls >> bull & 1 == 1);
        for (place, bull) in sorted.iter_mut().zip(bulls) {
            *place = self.points[bull];
        }
        sorted
    }

    /// Returns the rating of a score, from 1 to 6, in a normal game or in solitaire (ES-39, ES-40).
    pub fn rating(&self, score: i64, players: u8) -> usize {
        let edition = &self.rules.edition;
        let least = if players == 1 { &edition.solitaire_ratings } else { &edition.ratings };
        least.iter().filter(|least| score >= **least).count().max(1)
    }
}
