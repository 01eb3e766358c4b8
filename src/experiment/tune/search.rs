//! The search for the best setting of parameters by noisy comparisons: a coordinate pattern, two
//! stochastic approximations, and a last race of the start and their ends.

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

/// The result of a search.
#[derive(Debug)]
pub struct Found {
    /// The best setting; ties go to the setting nearest to the start. `None` if all settings had equal
    /// results.
    pub best: Option<Setting>,
    /// Whether the search was interrupted; `best` is then the best setting so far.
    pub interrupted: bool,
    /// The number of plays and the best setting, at the start and after each improvement.
    pub path: Vec<(u64, Setting)>,
}

/// Plays the next blocks with the given settings and new random numbers: the differences to the first
/// setting, by block. The last argument is the best setting so far.
pub type Play<'a> = dyn FnMut(&[Setting], u64, &Setting) -> Result<Vec<Moments>> + 'a;

/// The plays of a search: one setting in one block each.
pub(super) struct Meter<'a> {
    play: &'a mut Play<'a>,
    spent: u64,
    /// The limit of the current part.
    limit: u64,
    interrupted: bool,
    alike: bool,
    path: Vec<(u64, Setting)>,
}

impl Meter<'_> {
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
        let (_, best) = self.path.last().expect("the path begins with the start");
        match (self.play)(settings, blocks, best) {
            Err(Error::Interrupted) if self.spent > 0 => {
                self.interrupted = true;
                Ok(None)
            }
            differences => {
                let differences = differences?;
                self.spent += cost;
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

/// Searches with at most `budget` plays, in rounds of at least `least` blocks.
///
/// # Errors
///
/// Errors of `play`; `Error::Interrupted` only if the first round was interrupted.
pub fn search(
    space: &Space,
    budget: u64,
    least: u64,
    seed: u64,
    play: &mut Play<'_>,
) -> Result<Found> {
    let start = vec![0; space.len()];
    let path = vec![(0, start.clone())];
    let mut meter = Meter { play, spent: 0, limit: 0, interrupted: false, alike: true, path };
    let size = PARAMETERS.iter().filter(|least| space.len() >= **least).count();
    let of_pattern = budget * PATTERN[size] / 100;
    let of_spsa = (budget - budget * RACE / 100 - of_pattern) / 2;
    let mut blocks = least.max(of_pattern / (TRIES * space.len() as u64));
    meter.limit = of_pattern;
    let mut top = pattern(space, start.clone(), blocks, &mut meter)?;
    // Where wins are rare, differences need longer rounds to appear.
    while meter.alike && !meter.is_spent() {
        blocks *= 4;
        top = pattern(space, start.clone(), blocks, &mut meter)?;
    }
    if meter.alike && !meter.interrupted {
        let Meter { interrupted, path, .. } = meter;
        return Ok(Found { best: None, interrupted, path });
    }
    let mut racers = vec![start.clone()];
    let mut add = |setting: Setting| {
        if !racers.contains(&setting) {
            racers.push(setting);
        }
    };
    let mut froms = vec![start];
    froms.extend(Some(&top).filter(|top| **top != froms[0]).cloned());
    let (share, mut ends) = (2 * of_spsa / froms.len() as u64, Vec::new());
    for (number, from) in (1..).zip(&froms) {
        meter.limit = meter.spent + share;
        if !meter.interrupted {
            ends.push(spsa(space, from, (seed, number), least, &mut meter)?);
        }
    }
    add(top.clone());
    ends.into_iter().for_each(add);
    meter.limit = budget;
    let best = if meter.interrupted { top } else { race(space, racers, least, &mut meter)? };
    meter.passed(&best);
    let Meter { interrupted, path, .. } = meter;
    Ok(Found { best: Some(best), interrupted, path })
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
    let away = |at: usize| distance(space, &racers[at]);
    let better = |a: &usize, b: &usize| {
        let (sum_a, sum_b) = (sums[*a].sum(), sums[*b].sum());
        sum_a.cmp(&sum_b).then(away(*b).total_cmp(&away(*a)))
    };
    let best = (0..racers.len()).max_by(better).unwrap_or(0);
    Ok(racers.swap_remove(best))
}

/// The distance of a setting from the start, in widths of the ranges.
fn distance(space: &Space, setting: &Setting) -> f64 {
    let each = space.iter().zip(setting);
    each.map(|((least, most), steps)| steps.abs() as f64 / (most - least).max(1) as f64).sum()
}
