//! The race that nobody pushes: dice and printed bars alone, for checks against exact values.

use super::compiled::Game;
use super::edition::PLACES;
use super::engine::roll;
use super::track::Track;
use crate::game::contract::RandomSource;

impl Game {
    /// Runs a race in which nobody marks, bets or moves anything: where it ends, and the rounds until the
    /// third horse had finished, at most `max_turns`.
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
