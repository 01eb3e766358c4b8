//! Iterated racing: a search for the best setting of parameters by noisy evaluations.
//!
//! López-Ibáñez, Dubois-Lacoste, Pérez Cáceres, Birattari & Stützle, *The irace package: Iterated
//! racing for automatic algorithm configuration*, Operations Research Perspectives 3 (2016), with the
//! t test. Settings are drawn uniformly at first, then around the best so far with shrinking spread. In
//! each iteration they race over rounds of games with common random numbers; a setting significantly
//! behind the leader drops out. At the end the best few race against the start.

use rand::Rng as _;
use rand_pcg::Pcg32;

use crate::error::{Error, Result};
use crate::sim::random::{Domain, UnitKey, below};
use crate::stats::Moments;

/// The number of steps from the start, by parameter.
pub type Setting = Vec<i64>;

/// The number of rounds before the first test.
const FIRST_TEST: usize = 5;
/// 1/`LAST` of the budget is for the last race, between the best and the start: the results of the winner
/// of a large race are biased upward.
const LAST: u64 = 3;
/// The significance level of a test.
const ERROR: f64 = 0.05;
/// The smallest budget, in plays of a setting in a round, that allows a search.
pub(super) const LEAST_BUDGET: u64 = 60;

/// The minimum and maximum number of steps of each parameter; the start is 0.
pub type Space = [(i64, i64)];

/// The result of a search.
#[derive(Debug)]
pub struct Found {
    /// The best setting; ties go to the setting nearest to the start. `None` if all settings of the first
    /// race had equal results in every round.
    pub best: Option<Setting>,
    /// Whether the search was interrupted; `best` is then the best setting so far.
    pub interrupted: bool,
    /// The number of plays and the best setting, at the start and after each race.
    pub path: Vec<(u64, Setting)>,
}

/// Searches with at most `budget` plays of one setting in one round. `play` plays the next round with the
/// given settings, with new random numbers, and returns the result of each setting.
///
/// # Errors
///
/// Errors of `play`; `Error::Interrupted` only if `play` was interrupted before the first round.
pub fn search(
    space: &Space,
    budget: u64,
    seed: u64,
    mut play: impl FnMut(&[Setting]) -> Result<Vec<i64>>,
) -> Result<Found> {
    let iterations = 2 + u64::from(space.len().max(1).ilog2());
    let start = vec![0; space.len()];
    let mut elites = vec![start.clone()];
    let (mut path, mut plays) = (vec![(0, start.clone())], 0);
    let mut spread: Vec<f64> =
        space.iter().map(|(least, most)| (most - least) as f64 / 2.0).collect();
    let mut left = budget - budget / LAST;
    for iteration in 1..=iterations {
        let share = left / (iterations - iteration + 1);
        let keep = iterations as usize;
        let number = ((share / (5 + iteration.min(5))) as usize).max(keep + 1);
        let mut rng = UnitKey::new(seed, Domain::Tuning, iteration).stream(0, 0);
        let racers = racers(space, &elites, &spread, number, iteration == 1, &mut rng);
        if iteration > 1 {
            let closer = (number as f64).powf(-1.0 / space.len() as f64);
            spread.iter_mut().for_each(|spread| *spread *= closer);
        }
        let Raced { best, spent, alike, interrupted } =
            race(space, racers, keep, share, &mut play)?;
        if interrupted && spent == 0 && iteration == 1 {
            return Err(Error::Interrupted);
        }
        if alike && iteration == 1 {
            return Ok(Found { best: None, interrupted, path });
        }
        (elites, left) = (best, left.saturating_sub(spent));
        plays += spent;
        path.extend(elites.first().map(|best| (plays, best.clone())));
        if interrupted {
            return Ok(Found { best: elites.into_iter().next(), interrupted, path });
        }
    }
    if !elites.contains(&start) {
        elites.push(start);
    }
    let last = race(space, elites, 1, left + budget / LAST, &mut play)?;
    let best = last.best.into_iter().next();
    path.extend(best.iter().map(|best| (plays + last.spent, best.clone())));
    Ok(Found { best, interrupted: last.interrupted, path })
}

/// Returns `number` settings: the elites and new settings, drawn uniformly (`anywhere`) or around an
/// elite, better elites more often.
fn racers(
    space: &Space,
    elites: &[Setting],
    spread: &[f64],
    number: usize,
    anywhere: bool,
    rng: &mut Pcg32,
) -> Vec<Setting> {
    let mut racers = elites.to_vec();
    // A small space may have fewer than `number` settings.
    for _ in 0..20 * number {
        if racers.len() >= number {
            break;
        }
        let parent = parent(elites.len(), rng);
        let drawn = |(at, (least, most)): (usize, &(i64, i64))| match anywhere {
            true => least + i64::from(below(rng, (most - least + 1) as u32)),
            false => about(elites[parent][at], spread[at], (*least, *most), rng),
        };
        let setting: Setting = space.iter().enumerate().map(drawn).collect();
        if !racers.contains(&setting) {
            racers.push(setting);
        }
    }
    racers
}

/// Draws one of `elites` elites with weights that fall from `elites` to 1.
fn parent(elites: usize, rng: &mut Pcg32) -> usize {
    let mut ticket = below(rng, (elites * (elites + 1) / 2) as u32) as usize;
    for place in 0..elites {
        let weight = elites - place;
        if ticket < weight {
            return place;
        }
        ticket -= weight;
    }
    0
}

/// Draws a value around `centre` from a normal distribution truncated to the range.
fn about(centre: i64, spread: f64, (least, most): (i64, i64), rng: &mut Pcg32) -> i64 {
    // The minimum spread keeps neighbours at a distance of one step likely.
    let spread = spread.max(0.75);
    for _ in 0..100 {
        // The sum of 12 uniform numbers less 6 is approximately standard normal.
        let sum: f64 = (0..12).map(|_| f64::from(rng.next_u32()) / 4_294_967_296.0).sum();
        let value = centre + ((sum - 6.0) * spread).round() as i64;
        if (least..=most).contains(&value) {
            return value;
        }
    }
    centre
}

/// The result of a race.
struct Raced {
    /// The settings left, best first.
    best: Vec<Setting>,
    /// The number of plays of a setting in a round.
    spent: u64,
    /// Whether all settings had equal results in every round, of at least one.
    alike: bool,
    /// Whether the race was interrupted.
    interrupted: bool,
}

/// Races settings over rounds until `keep` are left or the budget does not suffice for another round;
/// returns the better ones first.
fn race(
    space: &Space,
    mut racers: Vec<Setting>,
    keep: usize,
    budget: u64,
    play: &mut impl FnMut(&[Setting]) -> Result<Vec<i64>>,
) -> Result<Raced> {
    let mut results: Vec<Vec<i64>> = vec![Vec::new(); racers.len()];
    let (mut spent, mut alike, mut interrupted) = (0, true, false);
    while racers.len() > keep && spent + racers.len() as u64 <= budget {
        let round = match play(&racers) {
            Err(Error::Interrupted) => {
                interrupted = true;
                break;
            }
            round => round?,
        };
        spent += racers.len() as u64;
        alike &= round.iter().all(|result| *result == round[0]);
        for (results, result) in results.iter_mut().zip(round) {
            results.push(result);
        }
        if results[0].len() >= FIRST_TEST {
            drop_out(&mut racers, &mut results);
        }
    }
    let mut order: Vec<usize> = (0..racers.len()).collect();
    let total = |at: &usize| results[*at].iter().sum::<i64>();
    let away = |at: &usize| distance(space, &racers[*at]);
    if spent > 0 || !interrupted {
        order.sort_by(|a, b| total(b).cmp(&total(a)).then(away(a).total_cmp(&away(b))));
    }
    order.truncate(keep);
    let best = order.into_iter().map(|at| racers[at].clone()).collect();
    Ok(Raced { best, spent, alike: alike && spent > 0, interrupted })
}

/// The distance of a setting from the start, in widths of the ranges.
fn distance(space: &Space, setting: &Setting) -> f64 {
    let each = space.iter().zip(setting);
    each.map(|((least, most), steps)| steps.abs() as f64 / (most - least).max(1) as f64).sum()
}

/// Removes settings that are significantly behind the leader (paired t test).
fn drop_out(racers: &mut Vec<Setting>, results: &mut Vec<Vec<i64>>) {
    let total = |of: &Vec<i64>| of.iter().sum::<i64>();
    let Some(leader) = results.iter().max_by_key(|of| total(of)).cloned() else { return };
    let stays = |of: &Vec<i64>| {
        let behind: Moments = leader.iter().zip(of).map(|(best, own)| best - own).collect();
        behind.t_test().is_none_or(|p| p >= ERROR)
    };
    let stays: Vec<bool> = results.iter().map(stays).collect();
    let mut each = stays.iter();
    racers.retain(|_| *each.next().unwrap_or(&true));
    let mut each = stays.iter();
    results.retain(|_| *each.next().unwrap_or(&true));
}
