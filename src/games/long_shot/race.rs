//! The race that nobody pushes: dice and printed bars alone, for checks against exact values.

use super::compiled::Game;
use super::edition::PLACES;
use super::engine::roll;
use super::track::Track;
use crate::game::contract::Luck;

/// How a race without players ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceEnd {
    /// The horses that finished first, second and third, counted from 0.
    pub placed: [u8; PLACES],
    /// Rounds until the third had finished; the limit where it had not.
    pub rounds: u32,
    /// Where the race ended.
    pub track: Track,
}

impl Game {
    /// Runs the race of a game whose players never mark, bet or move anything.
    pub fn race(&self, dice: &mut impl Luck) -> RaceEnd {
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
        RaceEnd { placed: track.placed, rounds, track }
    }
}
