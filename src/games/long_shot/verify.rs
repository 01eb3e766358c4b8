//! `verify`: compares simulated races with exact probabilities.
//!
//! In the first rounds of a race without players no horse can cross the line, so each position is a sum
//! of independent rounds with a known distribution. In later rounds, with any boxes marked, the rolls of
//! one round give the exact probability that each horse crosses in it; games of random players provide
//! varied races.

use std::ops::Range;

use super::compiled::Game;
use super::edition::{Edition, HORSES, MOVEMENT_SIDES, PLACES};
use super::engine::{RACE, ROLLS};
use super::event::Event;
use super::rules::Rules;
use super::state::State;
use super::track::{Horses, Track};
use crate::error::Result;
use crate::game::contract::Log;
use crate::game::play::{Streams, play_anyhow};
use crate::game::publish::Publish as _;
use crate::run::goodness_of_fit::{Trials, chi_squared};
use crate::run::{Conditions, Figure, Verified, VerifySpec};
use crate::sim::interrupt::StopFlag;
use crate::sim::random::UnitKey;
use crate::sim::runner::{RunOptions, Simulation, run};
use crate::sim::tally::tallies;

/// The number of races, and of games, in a batch.
const BATCH: u64 = 256;

/// Compares the races of `rules` with exact values.
pub(crate) fn verify(
    rules: &Rules,
    changed: &str,
    spec: &VerifySpec,
    conditions: Conditions<'_>,
) -> Result<Verified> {
    let edition = &*rules.edition;
    let steps: Vec<Vec<u64>> = (0..HORSES as u8).map(|horse| steps(edition, horse)).collect();
    let farthest = |ways: &Vec<u64>| ways.iter().rposition(|ways| *ways > 0).unwrap_or(0);
    let most = steps.iter().map(farthest).max().unwrap_or(0).max(1);
    let rounds = (usize::from(edition.spaces) / most) as u32;
    let mut early = rules.clone();
    (early.max_turns, early.solo) = (rounds, false);
    let seed = spec.seed;
    let races = Races { early: Game::new(early, 2), game: Game::new(rules.clone(), 2), seed };
    let Conditions { threads, stop, watch, .. } = conditions;
    let options = RunOptions { units: spec.games, threads, stop, watch };
    let tally = run(&races, options)?.whole()?;
    let mut figures = Vec::new();
    for (horse, counts) in tally.early.iter().enumerate().filter(|_| rounds > 0) {
        let shares = positions(&steps[horse], rounds);
        let shares = shares.iter().enumerate().filter(|(_, share)| **share > 0.0);
        let cells = shares
            .map(|(at, share)| (counts.get(at).copied().unwrap_or(0), share * spec.games as f64));
        let Some((statistic, freedom, z)) = chi_squared(cells) else { continue };
        let (horse, spaces) = (horse + 1, freedom + 1.0);
        let what = format!("horse {horse} after {rounds} rounds: chi-squared over {spaces} spaces");
        let values = (statistic, freedom, (2.0 * freedom).sqrt());
        figures.push(Figure { z, ..Figure::new(Game::NAME, changed, what, spec.games, values) });
    }
    for (horse, trials) in tally.crossings.iter().enumerate() {
        let what = format!("horse {} crosses the finish line by the dice of a round", horse + 1);
        figures.extend(trials.figure(Game::NAME, changed, what));
    }
    Ok(figures.into())
}

/// The number of the [`ROLLS`] rolls that move a horse 0, 1, 2 … spaces in a round without players.
fn steps(edition: &Edition, horse: u8) -> Vec<u64> {
    let most = usize::from(edition.movement_die.into_iter().max().unwrap_or(0)) + 1;
    let mut ways = vec![0; most + 1];
    for rolled in edition.horse_die {
        let marked = edition.numbers[usize::from(rolled)].bar >> horse & 1;
        for spaces in edition.movement_die {
            let moved = if rolled == horse { spaces } else { 0 } + marked;
            ways[usize::from(moved)] += 1;
        }
    }
    ways
}

/// The probability of each position of a horse after `rounds` rounds.
fn positions(steps: &[u64], rounds: u32) -> Vec<f64> {
    let mut shares = vec![1.0];
    for _ in 0..rounds {
        let mut next = vec![0.0; shares.len() + steps.len() - 1];
        for (at, share) in shares.iter().enumerate() {
            for (moved, ways) in steps.iter().enumerate() {
                next[at + moved] += share * *ways as f64 / f64::from(ROLLS);
            }
        }
        shares = next;
    }
    shares
}

/// Races without players, stopped after the first rounds, and games of random players.
#[derive(Debug)]
struct Races {
    early: Game,
    game: Game,
    seed: u64,
}

/// The counts of each horse.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Counts {
    /// The number of early races that end with the horse on each space.
    early: [Vec<u64>; HORSES],
    /// The rounds that begin with the horse unfinished, and in how many of them it crosses the line.
    crossings: [Trials; HORSES],
}

tallies! {
    Counts { early, crossings }
}

impl Simulation for Races {
    type Tally = Counts;
    type Worker = ();

    fn worker(&self) {}

    fn empty(&self) -> Counts {
        let spaces = usize::from(self.game.course.spaces) + 2;
        Counts {
            early: std::array::from_fn(|_| vec![0; spaces]),
            crossings: [Trials::new(ROLLS); HORSES],
        }
    }

    fn batch_len(&self, _: u64) -> u64 {
        BATCH
    }

    fn run_batch(&self, (): &mut (), units: Range<u64>, tally: &mut Counts, _: &StopFlag) -> bool {
        for unit in units {
            let mut streams = Streams::new(UnitKey::of_game(self.seed, unit));
            let (track, _) = self.early.race(streams.open(RACE));
            for (counts, at) in tally.early.iter_mut().zip(track.positions()) {
                counts[usize::from(at)] += 1;
            }
            let edition = &self.game.rules.edition;
            let mut notes = Notes { edition, crossings: &mut tally.crossings, before: None };
            play_anyhow(&self.game, self.seed, unit, &mut notes);
        }
        true
    }
}

/// The number of the [`ROLLS`] rolls in which each horse crosses the line in this round, computed move by
/// move without the engine (LS-12, LS-13, LS-21, LS-23).
fn crossing_ways(edition: &Edition, track: &Track) -> [u32; HORSES] {
    let finished = |horse: usize| track.finished >> horse & 1 == 1;
    let free = PLACES - usize::from(track.finishers());
    let mut ways = [0; HORSES];
    for rolled in edition.horse_die.map(usize::from) {
        for face in 0..MOVEMENT_SIDES {
            let mut at = track.positions();
            let mut crossed = Vec::new();
            let mut go = |horse: usize, spaces: u8| {
                if !finished(horse) && !crossed.contains(&horse) {
                    at[horse] += spaces;
                    if at[horse] > edition.spaces {
                        match crossed.len() < free {
                            true => crossed.push(horse),
                            false => at[horse] = edition.spaces,
                        }
                    }
                }
            };
            go(rolled, edition.movement_die[face]);
            for horse in 0..HORSES {
                if track.bar(rolled as u8) >> horse & 1 == 1 {
                    go(horse, 1);
                }
            }
            crossed.into_iter().for_each(|horse| ways[horse] += 1);
        }
    }
    ways
}

/// Counts the crossings of a game.
struct Notes<'a> {
    edition: &'a Edition,
    crossings: &'a mut [Trials; HORSES],
    /// Before the dice of this round: the finished horses, and the rolls in which each horse crosses.
    before: Option<(Horses, [u32; HORSES])>,
}

impl Log<Game> for Notes<'_> {
    fn record(&mut self, state: &State, event: Event) {
        match event {
            Event::RoundBegins { .. } => {
                let ways = crossing_ways(self.edition, &state.track);
                self.before = Some((state.track.finished, ways));
            }
            // The first turn of the round begins after the dice have moved the horses.
            Event::TurnBegins { .. } => {
                let Some((finished, ways)) = self.before.take() else { return };
                let now = state.track.finished;
                for (horse, (trials, ways)) in self.crossings.iter_mut().zip(ways).enumerate() {
                    if finished >> horse & 1 == 0 {
                        trials.add(now >> horse & 1 == 1, ways);
                    }
                }
            }
            _ => {}
        }
    }
}
