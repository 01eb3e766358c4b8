//! The search for the best setting of parameters by noisy comparisons: a coordinate pattern and two
//! stochastic approximations, once or several times, and a last race of the start and their ends.

use std::cmp::Ordering;
use std::ops::Range;

use super::pattern::pattern;
use super::spsa::spsa;
use crate::error::{Error, Result};
use crate::stats::Moments;

/// The number of steps from the start, by parameter.
pub type Setting = Vec<i64>;

/// The minimum and maximum number of steps of each parameter; the start is 0.
pub type Space = [(i64, i64)];

/// The share of the last race, in percent.
const RACE: u64 = 20;
/// The share of the pattern, in percent: with few parameters, in between, and with many.
const PATTERN: [u64; 3] = [55, 40, 25];
/// The least number of parameters in between, and of many.
const PARAMETERS: [usize; 2] = [8, 21];
/// The rounds of the last race, and the difference in standard errors at which a setting drops out.
const ROUNDS: u64 = 10;
const BEHIND: f64 = 2.0;
/// The number of rounds in which the budget of the pattern tries each parameter.
const TRIES: u64 = 60;

/// How a search spends its plays: one setting in one block each.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The settings.
    pub space: &'a Space,
    /// The maximum number of plays.
    pub budget: u64,
    /// The number of independent searches, at least 1. Their ends meet in the last race.
    pub searches: u64,
    /// The minimum number of blocks in a round.
    pub least: u64,
    /// The seed of random directions.
    pub seed: u64,
}

/// The result of a search.
#[derive(Debug)]
pub struct Found {
    /// The best setting; ties go to the setting nearest to the start. `None` if all settings had equal
    /// results.
    pub best: Option<Setting>,
    /// Whether the search was interrupted; `best` is then the best setting so far.
    pub interrupted: bool,
    /// The number of plays and the best setting, at the start of each search and after each improvement.
    pub path: Vec<(u64, Setting)>,
}

/// Plays blocks with the given settings: the differences to the first setting, by block. The last argument
/// is the best setting so far.
pub type Play<'a> = dyn FnMut(&[Setting], Range<u64>, &Setting) -> Result<Vec<Moments>> + 'a;

/// Returns the exact strengths of settings, if there are any.
pub type Exactly<'a> = dyn FnMut(&[Setting]) -> Result<Option<Vec<f64>>> + 'a;

/// The plays of a search.
pub(super) struct Meter<'a> {
    play: &'a mut Play<'a>,
    spent: u64,
    /// The limit of the current part.
    limit: u64,
    /// The next block. Every block of a search has its own random numbers.
    next: u64,
    interrupted: bool,
    /// Whether all settings of the current search had equal results.
    alike: bool,
    path: Vec<(u64, Setting)>,
}

impl<'a> Meter<'a> {
    fn new(play: &'a mut Play<'a>) -> Self {
        Self {
            play,
            spent: 0,
            limit: 0,
            next: 0,
            interrupted: false,
            alike: true,
            path: Vec::new(),
        }
    }

    /// Plays blocks; `None` if the budget does not suffice or the run is interrupted.
    pub(super) fn play(
        &mut self,
        settings: &[Setting],
        blocks: u64,
    ) -> Result<Option<Vec<Moments>>> {
        let cost = settings.len() as u64 * blocks;
        if self.interrupted || self.spent + cost > self.limit {
            self.limit = self.limit.min(self.spent);
            return Ok(None);
        }
        let (_, best) = self.path.last().expect("a search begins with the start");
        match (self.play)(settings, self.next..self.next + blocks, best) {
            Err(Error::Interrupted) if self.spent > 0 => {
                self.interrupted = true;
                Ok(None)
            }
            differences => {
                let differences = differences?;
                self.spent += cost;
                self.next += blocks;
                let equal =
                    |one: &Moments| one.sum() == 0 && one.std_dev().is_none_or(|of| of == 0.0);
                self.alike &= differences.iter().all(equal);
                Ok(Some(differences))
            }
        }
    }

    /// Returns whether the budget of the current part is spent.
    pub(super) fn is_spent(&self) -> bool {
        self.interrupted || self.spent >= self.limit
    }

    /// Returns the plays left to the current part.
    pub(super) fn left(&self) -> u64 {
        self.limit.saturating_sub(self.spent)
    }

    /// Notes an improvement.
    pub(super) fn passed(&mut self, best: &Setting) {
        self.path.push((self.spent, best.clone()));
    }
}

pub(super) fn clamped(steps: i64, (least, most): (i64, i64)) -> i64 {
    steps.clamp(least, most)
}

impl Plan<'_> {
    /// The plays of one search, which are at least its blocks.
    fn share(&self) -> u64 {
        (self.budget - self.budget * RACE / 100) / self.searches
    }

    /// Runs all searches, and then the last race; in its place exact strengths decide, if there are any.
    ///
    /// # Errors
    ///
    /// Errors of `play`; `Error::Interrupted` only if the first round was interrupted.
    pub fn search(&self, play: &mut Play<'_>, exactly: &mut Exactly<'_>) -> Result<Found> {
        let mut meter = Meter::new(play);
        let mut racers = vec![vec![0; self.space.len()]];
        let mut alike = true;
        for number in 0..self.searches {
            if meter.interrupted {
                break;
            }
            let ends = self.ends(number, &mut meter)?;
            alike &= ends.is_empty();
            for end in ends {
                if !racers.contains(&end) {
                    racers.push(end);
                }
            }
        }
        let best = match racers.len() {
            1 if alike && !meter.interrupted => None,
            1 => racers.pop(),
            _ if meter.interrupted => Some(racers.swap_remove(1)),
            _ => Some(self.best(racers, exactly, &mut meter)?),
        };
        best.iter().for_each(|best| meter.passed(best));
        let Meter { interrupted, path, .. } = meter;
        Ok(Found { best, interrupted, path })
    }

    /// Returns the best of the start and the ends of the searches.
    fn best(
        &self,
        mut racers: Vec<Setting>,
        exactly: &mut Exactly<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Setting> {
        match exactly(&racers) {
            Err(Error::Interrupted) => {
                meter.interrupted = true;
                Ok(racers.swap_remove(1))
            }
            strengths => match strengths? {
                Some(strengths) => {
                    Ok(best_of(self.space, racers, |a, b| strengths[a].total_cmp(&strengths[b])))
                }
                None => {
                    meter.limit = self.budget;
                    meter.next = self.searches * self.share();
                    race(self.space, racers, self.least, meter)
                }
            },
        }
    }

    /// Runs one search, by its number from 0, without the last race.
    ///
    /// # Errors
    ///
    /// As [`Plan::search`].
    pub(super) fn one(&self, number: u64, play: &mut Play<'_>) -> Result<()> {
        let mut meter = Meter::new(play);
        self.ends(number, &mut meter)?;
        if meter.interrupted { Err(Error::Interrupted) } else { Ok(()) }
    }

    /// The ends of one search; none if all settings had equal results.
    fn ends(&self, number: u64, meter: &mut Meter<'_>) -> Result<Vec<Setting>> {
        let &Self { space, budget, searches, least, seed } = self;
        let start = vec![0; space.len()];
        let size = PARAMETERS.iter().filter(|least| space.len() >= **least).count();
        let of_pattern = budget * PATTERN[size] / 100 / searches;
        let of_spsa = self.share() - of_pattern;
        let mut blocks = least.max(of_pattern / (TRIES * space.len() as u64));
        (meter.alike, meter.next) = (true, number * self.share());
        meter.limit = meter.spent + of_pattern;
        meter.passed(&start);
        let mut top = pattern(space, start.clone(), blocks, meter)?;
        // Where wins are rare, differences need longer rounds to appear.
        while meter.alike && !meter.is_spent() {
            blocks *= 4;
            top = pattern(space, start.clone(), blocks, meter)?;
        }
        if meter.alike {
            return Ok(Vec::new());
        }
        let mut ends = vec![top];
        let froms: Vec<Setting> = [start]
            .into_iter()
            .chain(ends.iter().filter(|top| top.iter().any(|at| *at != 0)).cloned())
            .collect();
        let each = of_spsa / froms.len() as u64;
        for (at, from) in (1..).zip(&froms) {
            meter.limit = meter.spent + each;
            if !meter.interrupted {
                ends.push(spsa(space, from, (seed, 2 * number + at), least, meter)?);
            }
        }
        Ok(ends)
    }
}

/// Races settings against the first one; returns the best.
fn race(
    space: &Space,
    mut racers: Vec<Setting>,
    least: u64,
    meter: &mut Meter<'_>,
) -> Result<Setting> {
    let mut sums = vec![Moments::default(); racers.len()];
    let each = meter.left() / ROUNDS;
    while racers.len() > 1 {
        let blocks = (each / racers.len() as u64).max(least);
        let Some(differences) = meter.play(&racers, blocks)? else { break };
        sums.iter_mut().zip(differences).for_each(|(sum, more)| *sum += more);
        let mean = |sum: &Moments| sum.sum() as f64 / sum.n().max(1) as f64;
        let error = |sum: &Moments| sum.std_dev().unwrap_or(0.0) / (sum.n().max(1) as f64).sqrt();
        let best = sums.iter().map(mean).fold(f64::NEG_INFINITY, f64::max);
        // The first setting, to which all others are compared, stays.
        let stays = |at: usize| at == 0 || best - mean(&sums[at]) <= BEHIND * error(&sums[at]);
        let stays: Vec<bool> = (0..racers.len()).map(stays).collect();
        let mut each = stays.iter();
        racers.retain(|_| *each.next().unwrap_or(&true));
        let mut each = stays.iter();
        sums.retain(|_| *each.next().unwrap_or(&true));
    }
    Ok(best_of(space, racers, |a, b| sums[a].sum().cmp(&sums[b].sum())))
}

/// Returns the best of some settings; of equal ones, that nearest to the start.
fn best_of(
    space: &Space,
    mut settings: Vec<Setting>,
    order: impl Fn(usize, usize) -> Ordering,
) -> Setting {
    let away = |at: usize| distance(space, &settings[at]);
    let better = |a: &usize, b: &usize| order(*a, *b).then(away(*b).total_cmp(&away(*a)));
    let best = (0..settings.len()).max_by(better).unwrap_or(0);
    settings.swap_remove(best)
}

/// The distance of a setting from the start, in widths of the ranges.
fn distance(space: &Space, setting: &Setting) -> f64 {
    let each = space.iter().zip(setting);
    each.map(|((least, most), steps)| steps.abs() as f64 / (most - least).max(1) as f64).sum()
}
