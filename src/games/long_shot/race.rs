//! The race without players: only dice and printed bars, for checks against exact values.

use super::compiled::Game;
use super::edition::PLACES;
use super::engine::roll;
use super::track::Track;
use crate::game::contract::RandomSource;

impl Game {
    /// Runs a race without actions of players. Returns the final track and the number of rounds until the
    /// third horse finished, at most `max_turns`.
    pub fn race(&self, dice: &mut impl RandomSource) -> (Track, u32) {
        let edition = &self.rules.edition;
        let mut track = Track::new(edition.numbers.map(|number| number.bar));
        let mut rounds = 0;
        while usize::from(track.finishers()) < PLACES && rounds < self.rules.max_turns {
            rounds += 1;
            let (side, movement) = roll(dice);
            let horse = edition.horse_die[usize::from(side)];
            track.run(horse, edition.movement_die[usize::from(movement)], &self.course);
            track.run_marked(horse, &self.course);
        }
        (track, rounds)
    }
}
