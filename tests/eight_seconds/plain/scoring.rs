//! Who has won, and what it was worth (ES-37 to ES-40, ES-62, ES-63, ES-83).

use super::components::Ability;
use super::state::Referee;

/// The points of a seat at the end, by where they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) bulls: u32,
    pub(crate) tokens: u32,
    pub(crate) buckles: u32,
    pub(crate) rider: u32,
    pub(crate) money: u32,
}

impl Score {
    pub(crate) fn total(&self) -> u32 {
        self.bulls + self.tokens + self.buckles + self.rider + self.money
    }
}

impl Referee {
    /// The score of each seat as the table stands.
    pub(crate) fn scores(&self) -> Vec<Score> {
        (0..self.players()).map(|seat| self.score(seat)).collect()
    }

    fn score(&self, seat: usize) -> Score {
        let held = &self.state.seats[seat];
        let bulls: Vec<u32> = held.bulls.iter().map(|bull| self.points_of(*bull)).collect();
        let rider = match self.ability(seat) {
            // ES-62: having as many as anybody is having the most.
            Some(Ability::MostTokens { points }) => {
                let no_more = |other: &usize| self.tokens(*other) <= held.tokens;
                points * u32::from(self.others(seat).iter().all(no_more))
            }
            // ES-63
            Some(Ability::TokenSets { size }) => held.tokens / size,
            Some(Ability::SmallBulls { points, limit }) => {
                points * bulls.iter().filter(|bull| **bull <= limit).count() as u32
            }
            Some(Ability::BigBull { points, limit }) => {
                points * u32::from(bulls.iter().any(|bull| *bull >= limit))
            }
            _ => 0,
        };
        Score {
            bulls: bulls.iter().sum(),
            tokens: held.tokens,
            buckles: held.buckles.iter().map(|b| self.config.components.buckles[*b].points).sum(),
            rider,
            money: (held.money / self.config.components.vegas.point) as u32,
        }
    }

    /// The winners: highest score, then Bull points alone, then the highest untied Bull; those
    /// still level share it (ES-38, ES-Q20).
    pub(crate) fn winners(&self) -> Vec<usize> {
        let key = |seat: usize| {
            let bulls = self.state.seats[seat].bulls.iter();
            let mut bulls: Vec<u32> = bulls.map(|bull| self.points_of(*bull)).collect();
            bulls.sort_unstable_by(|a, b| b.cmp(a));
            (self.score(seat).total(), bulls.iter().sum::<u32>(), bulls)
        };
        let best = (0..self.players()).map(key).max().expect("a player");
        (0..self.players()).filter(|seat| key(*seat) == best).collect()
    }

    /// The rating of a score, from 0 for the worst (ES-39; ES-40 when alone).
    pub(crate) fn rating(&self, score: u32) -> usize {
        let table = match self.players() {
            1 => &self.config.components.solo_ratings,
            _ => &self.config.components.ratings,
        };
        table.iter().filter(|least| score >= **least).count() - 1
    }
}
