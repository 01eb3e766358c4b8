//! Who has won, and what it was worth (ES-37 to ES-40, ES-62, ES-63, ES-83).

use pushluck::games::eight_seconds::edition::Ability;
use pushluck::games::eight_seconds::score::Score;

use super::state::Referee;

impl Referee {
    /// The score of each seat as the table stands.
    pub(crate) fn scores(&self) -> Vec<Score> {
        (0..self.players).map(|seat| self.score(seat)).collect()
    }

    fn score(&self, seat: usize) -> Score {
        let held = &self.state.seats[seat];
        let bulls: Vec<u32> = held.bulls.iter().map(|bull| self.points_of(*bull)).collect();
        let number = |ability| self.able(seat, ability).map_or(0, |able| able.number);
        // ES-62: having as many as anybody is having the most.
        let most = self.others(seat).iter().all(|other| self.tokens(*other) <= held.tokens);
        let small = self.able(seat, Ability::SmallBulls).map_or(0, |able| {
            able.number * bulls.iter().filter(|bull| **bull <= able.limit).count() as u32
        });
        let big = self.able(seat, Ability::BigBull).map_or(0, |able| {
            able.number * u32::from(bulls.iter().any(|bull| *bull >= able.limit))
        });
        // ES-63
        let sets = held.tokens.checked_div(number(Ability::TokenSets)).unwrap_or(0);
        let bonus = number(Ability::MostTokens) * u32::from(most) + sets + small + big;
        let buckles = held.buckles.iter().map(|buckle| self.edition.buckles[*buckle].points);
        Score {
            bulls: bulls.iter().sum::<u32>().into(),
            tokens: held.tokens.into(),
            buckles: buckles.map(i64::from).sum(),
            bonus: bonus.into(),
            money: held.money / self.edition.vegas.point,
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
        let best = (0..self.players).map(key).max().expect("a player");
        (0..self.players).filter(|seat| key(*seat) == best).collect()
    }

    /// The rating of a score, from 0 for the worst (ES-39; ES-40 when alone).
    pub(crate) fn rating(&self, score: i64) -> usize {
        let table = match self.players {
            1 => &self.edition.solitaire_ratings,
            _ => &self.edition.ratings,
        };
        table.iter().filter(|least| score >= **least).count() - 1
    }
}
