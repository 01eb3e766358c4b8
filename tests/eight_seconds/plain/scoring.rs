//! Scores and winners (ES-37 to ES-40, ES-62, ES-63, ES-83).

use pushluck::games::eight_seconds::edition::Ability;
use pushluck::games::eight_seconds::score::Score;

use super::state::{Referee, Set, Table};

impl<T: Table> Referee<T> {
    /// The current score of a seat.
    pub(crate) fn score(&self, seat: usize) -> Score {
        let (held, bulls) = (&self.state.seats[seat], self.bulls(seat));
        let number = |ability| self.able(seat, ability).map_or(0, |able| i64::from(able.number));
        let limit = |ability| self.able(seat, ability).map_or(0, |able| i64::from(able.limit));
        // ES-62: a tie for the most counts as the most.
        let most = self.state.seats.iter().all(|other| other.tokens <= held.tokens);
        let small = bulls.iter().filter(|points| **points <= limit(Ability::SmallBulls)).count();
        let big = bulls.iter().any(|points| *points >= limit(Ability::BigBull));
        // ES-63
        let sets = i64::from(held.tokens).checked_div(number(Ability::TokenSets)).unwrap_or(0);
        let buckles = held.buckles.iter().map(|buckle| self.edition.buckles[*buckle].points);
        Score {
            bulls: bulls.iter().sum(),
            tokens: held.tokens.into(),
            buckles: buckles.map(i64::from).sum(),
            bonus: number(Ability::MostTokens) * i64::from(most)
                + number(Ability::SmallBulls) * small as i64
                + number(Ability::BigBull) * i64::from(big)
                + sets,
            money: held.money / self.edition.vegas.point,
        }
    }

    /// The points of a player's Bulls, in decreasing order.
    fn bulls(&self, seat: usize) -> Vec<i64> {
        let bulls = self.state.seats[seat].bulls.iter();
        let mut bulls: Vec<i64> = bulls.map(|bull| self.points_of(*bull)).collect();
        bulls.sort_unstable_by(|a, b| b.cmp(a));
        bulls
    }

    /// The winners: highest score, then Bull points alone, then the highest untied Bull; remaining
    /// ties share the win (ES-38, ES-Q20).
    pub(crate) fn winners(&self) -> Set {
        let key = |seat: usize| {
            let score = self.score(seat);
            (score.total(), score.bulls, self.bulls(seat))
        };
        let best = (0..self.players).map(key).max().expect("a player");
        (0..self.players).filter(|seat| key(*seat) == best).collect()
    }

    /// The rating of a score, from 1 for the worst (ES-39; in solitaire ES-40).
    pub(crate) fn rating(&self, score: i64) -> usize {
        let table = match self.players {
            1 => &self.edition.solitaire_ratings,
            _ => &self.edition.ratings,
        };
        table.iter().filter(|least| score >= **least).count()
    }
}
