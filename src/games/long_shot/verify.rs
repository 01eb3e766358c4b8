//! `verify`: races against the exact chances of one round, and of the first rounds.
//!
//! No horse can cross the line in the first rounds of a race that nobody pushes, so where each stands
//! after them is a sum of independent rounds. Later on, and whatever boxes are marked, the rolls of
//! one round say exactly how likely each horse is to cross the line in it; games of random players
//! meet all sorts of races.

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
use crate::sim::runner::{RunOptions, Simulation, Tally, run};

/// Races and games of a batch.
const BATCH: u64 = 256;

/// Compares the races of these rules.
pub(crate) fn verify(
    rules: &Rules,
    changed: &str,
    spec: &VerifySpec,
    conditions: Conditions<'_>,
) -> Result<Verified> {
    let mut figures = early_figures(rules, spec, changed, conditions)?;
    let crossings = Crossings { game: Game::new(rules.clone(), 2), seed: spec.seed };
    let tally = counted(&crossings, spec.games, conditions)?;
    for (horse, trials) in tally.0.iter().enumerate() {
        let what = format!("horse {} crosses the line in a round", horse + 1);
        figures.extend(trials.figure(Game::NAME, changed, what));
    }
    Ok(figures.into())
}

fn counted<S: Simulation>(
    simulation: &S,
    units: u64,
    conditions: Conditions<'_>,
) -> Result<S::Tally> {
    let Conditions { threads, stop, watch, .. } = conditions;
    run(simulation, RunOptions { units, threads, stop, watch })?.whole()
}

/// The spaces that a horse moves in a round nobody pushes: how many of [`ROLLS`] rolls move it so
/// far.
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

/// The share of races in which a horse has moved so far after `rounds` rounds.
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

/// Where each horse stands after the first rounds of races that nobody pushes.
fn early_figures(
    rules: &Rules,
    spec: &VerifySpec,
    changed: &str,
    conditions: Conditions<'_>,
) -> Result<Vec<Figure>> {
    let edition = &*rules.edition;
    let steps: Vec<Vec<u64>> = (0..HORSES as u8).map(|horse| steps(edition, horse)).collect();
    let farthest = |ways: &Vec<u64>| ways.iter().rposition(|ways| *ways > 0).unwrap_or(0);
    let most = steps.iter().map(farthest).max().unwrap_or(0).max(1);
    let rounds = (usize::from(edition.spaces) / most) as u32;
    if rounds == 0 {
        return Ok(Vec::new());
    }
    let mut early = rules.clone();
    early.max_turns = rounds;
    early.solo = false;
    let race = EarlyRaces { game: Game::new(early, 2), seed: spec.seed };
    let tally = counted(&race, spec.games, conditions)?;
    let mut figures = Vec::new();
    for (horse, counts) in tally.0.iter().enumerate() {
        let shares = positions(&steps[horse], rounds);
        let shares = shares.iter().enumerate().filter(|(_, share)| **share > 0.0);
        let cells = shares
            .map(|(at, share)| (counts.get(at).copied().unwrap_or(0), share * spec.games as f64));
        let Some((statistic, freedom, z)) = chi_squared(cells) else { continue };
        let what = format!(
            "horse {} after {rounds} rounds: chi-squared over {} spaces",
            horse + 1,
            freedom + 1.0
        );
        let error = (2.0 * freedom).sqrt();
        let mut figure =
            Figure::new(Game::NAME, changed, what, spec.games, (statistic, freedom, error));
        figure.z = z;
        figures.push(figure);
    }
    Ok(figures)
}

/// The first rounds of races that nobody pushes.
#[derive(Debug)]
struct EarlyRaces {
    game: Game,
    seed: u64,
}

/// By horse and space: races in which it stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stands([Vec<u64>; HORSES]);

impl Tally for Stands {
    fn merge(&mut self, other: Self) {
        let cells = self.0.iter_mut().flatten().zip(other.0.iter().flatten());
        cells.for_each(|(into, from)| *into += from);
    }
}

impl Simulation for EarlyRaces {
    type Tally = Stands;
    type Worker = ();

    fn worker(&self) {}

    fn empty(&self) -> Stands {
        Stands(std::array::from_fn(|_| vec![0; usize::from(self.game.course.spaces) + 2]))
    }

    fn batch_len(&self, _: u64) -> u64 {
        BATCH
    }

    fn run_batch(&self, (): &mut (), units: Range<u64>, tally: &mut Stands, _: &StopFlag) -> bool {
        for unit in units {
            let mut streams = Streams::new(UnitKey::of_game(self.seed, unit));
            let end = self.game.race(streams.open(RACE));
            for (counts, at) in tally.0.iter_mut().zip(end.track.positions()) {
                counts[usize::from(at)] += 1;
            }
        }
        true
    }
}

/// Games of random players, whose rounds are looked at one by one.
#[derive(Debug)]
struct Crossings {
    game: Game,
    seed: u64,
}

/// By horse: rounds that begin before it has finished, and whether it crosses the line in them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CrossingTally([Trials; HORSES]);

impl Tally for CrossingTally {
    fn merge(&mut self, other: Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(into, from)| into.merge(from));
    }
}

/// In how many of [`ROLLS`] rolls each horse crosses the line in this round, step by step and horse
/// by horse (LS-12, LS-13, LS-21, LS-23).
fn crossing_ways(edition: &Edition, track: &Track) -> [u32; HORSES] {
    let finished = |horse: usize| track.finished() >> horse & 1 == 1;
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

/// Takes note of the rounds of a game.
struct Notes<'a> {
    edition: &'a Edition,
    tally: &'a mut CrossingTally,
    /// Before the dice of this round: who had finished, and how likely each horse is to.
    before: Option<(Horses, [u32; HORSES])>,
}

impl Log<Game> for Notes<'_> {
    fn tell(&mut self, state: &State, event: Event) {
        match event {
            Event::RoundBegins { .. } => {
                let ways = crossing_ways(self.edition, &state.track);
                self.before = Some((state.track.finished(), ways));
            }
            // The dice have done their work when the first turn of the round begins.
            Event::TurnBegins { .. } => {
                let Some((finished, ways)) = self.before.take() else { return };
                let now = state.track.finished();
                for (horse, (trials, ways)) in self.tally.0.iter_mut().zip(ways).enumerate() {
                    if finished >> horse & 1 == 0 {
                        trials.add(now >> horse & 1 == 1, ways);
                    }
                }
            }
            _ => {}
        }
    }
}

impl Simulation for Crossings {
    type Tally = CrossingTally;
    type Worker = ();

    fn worker(&self) {}

    fn empty(&self) -> CrossingTally {
        CrossingTally([Trials::new(ROLLS); HORSES])
    }

    fn batch_len(&self, _: u64) -> u64 {
        BATCH
    }

    fn run_batch(
        &self,
        (): &mut (),
        units: Range<u64>,
        tally: &mut CrossingTally,
        _: &StopFlag,
    ) -> bool {
        for unit in units {
            let edition = &self.game.rules.edition;
            let mut notes = Notes { edition, tally: &mut *tally, before: None };
            play_anyhow(&self.game, self.seed, unit, &mut notes);
        }
        true
    }
}
