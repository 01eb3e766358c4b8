//! Compares hits and shark jumps in games of random players with exact probabilities, counted over
//! all rolls.

use super::action::Event;
use super::cards::{HitNumbers, Programs, each, only};
use super::edition::Edition;
use super::engine::EightSevenCentral;
use super::state::State;
use crate::error::{Error, Result};
use crate::game::contract::Log;
use crate::game::play::play_anyhow;
use crate::game::publish::Publish;
use crate::run::goodness_of_fit::Trials;
use crate::run::{Conditions, Definition as _, Verified, VerifySpec};

/// The number of rolls of four dice.
const ROLLS: u32 = 6 * 6 * 6 * 6;

/// Counts the rolls of two pairs of dice that show one of `hits`, by enumeration (EC-36).
fn ways(hits: HitNumbers) -> u32 {
    let pair = |roll: u32| hits >> (roll % 6 + roll / 6 % 6 + 2) & 1 == 1;
    (0..ROLLS).filter(|roll| pair(roll % 36) || pair(roll / 36)).count() as u32
}

/// Counts the faces of a die on which a Program with `counters` Ratings Counters jumps (EC-48).
fn jumping(counters: u8) -> u32 {
    (1..=6).filter(|die| *die < counters).count() as u32
}

/// Counts hits and jumps in random games.
struct Witness<'a> {
    game: &'a EightSevenCentral,
    /// By Program: the number of rolls on which it hits without Modifiers, and its trials.
    programs: Vec<(u32, Trials)>,
    /// Rolls to Jump the Shark.
    jumps: Trials,
    /// Programs of the day without Modifiers; in `viewed` those that hit.
    today: Programs,
    viewed: Programs,
}

impl Log<EightSevenCentral> for Witness<'_> {
    fn record(&mut self, state: &State, event: Event) {
        match event {
            Event::Dice(..) => {
                let modifiers = self.game.cards.modifiers;
                let printed = |program| state.modifiers_on(program, modifiers) == 0;
                (self.today, self.viewed) = (only(state.all_on_day(state.day), printed), 0);
            }
            Event::Viewed(_, program, _) => self.viewed |= 1 << program,
            // This event follows all hits of a day.
            Event::Totals => {
                for program in each(self.today) {
                    let (ways, trials) = &mut self.programs[usize::from(program)];
                    trials.add(self.viewed >> program & 1 == 1, *ways);
                }
            }
            Event::Shark(_, _, die, counters) => self.jumps.add(die < counters, jumping(counters)),
            _ => {}
        }
    }
}

/// Compares the hits of each Program and the jumps of all Programs with their exact probabilities.
///
/// # Errors
///
/// Returns [`Error::Interrupted`] if a stop is requested.
pub(crate) fn verify(
    edition: &Edition,
    changed: &str,
    spec: &VerifySpec,
    conditions: Conditions<'_>,
) -> Result<Verified> {
    let game = &EightSevenCentral::game(edition, 2)?;
    let shows = &game.cards.shows;
    let programs = shows.iter().map(|show| (ways(show.hits), Trials::new(ROLLS))).collect();
    let mut witness = Witness { game, programs, jumps: Trials::new(6), today: 0, viewed: 0 };
    for number in 0..spec.games {
        if conditions.stop.raised().is_some() {
            return Err(Error::Interrupted);
        }
        play_anyhow(game, spec.seed, number, &mut witness);
    }
    let name = EightSevenCentral::NAME;
    let hits = shows.iter().zip(&witness.programs).filter_map(|(show, (_, trials))| {
        trials.figure(name, changed, format!("{} hits on a day", show.title))
    });
    let jumps = witness.jumps.figure(name, changed, "a Program jumps the shark".to_owned());
    Ok(hits.chain(jumps).collect::<Vec<_>>().into())
}
