//! Iterated racing: a search among settings whose worth is known only by noisy play.
//!
//! López-Ibáñez, Dubois-Lacoste, Pérez Cáceres, Birattari & Stützle, *The irace package: Iterated
//! racing for automatic algorithm configuration*, Operations Research Perspectives 3 (2016), with the
//! t test. Settings are drawn, at first anywhere and then about the best so far and ever closer; each
//! time they race over rounds of games on the same luck, and whoever falls behind the leader by more
//! than chance explains drops out. At the end the best few race against the start.

use rand::Rng as _;
use rand_pcg::Pcg32;

use crate::error::{Error, Result};
use crate::sim::random::{Domain, UnitKey, below};
use crate::stats::Moments;

/// By parameter: how many steps from where it started.
pub type Setting = Vec<i64>;

/// Rounds before anybody drops out.
const FIRST_TEST: usize = 5;
/// One part in so many of the budget is for the last race, between the best and the start: those who
/// lead a race of many have had luck in it.
const LAST: u64 = 3;
/// The error of a test.
const ERROR: f64 = 0.05;
/// The fewest plays of a setting in a round with which a search makes sense.
pub(super) const LEAST_BUDGET: u64 = 60;

/// The least and the most steps of each parameter from where it started, which is 0.
pub type Space = [(i64, i64)];

/// What a search found.
#[derive(Debug)]
pub struct Found {
    /// The best setting, of equals the one nearest the start; none where all settings of the first race
    /// came to the same in every round.
    pub best: Option<Setting>,
    /// Whether the search was interrupted, so that the best is that of the rounds until then.
    pub interrupted: bool,
}

/// Searches with at most `budget` plays of one setting in one round. `play` plays the next round with
/// some settings, on luck that no round before has met, and tells what each came to.
pub fn search(
    space: &Space,
    budget: u64,
    seed: u64,
    mut play: impl FnMut(&[Setting]) -> Result<Vec<i64>>,
) -> Result<Found> {
    let iterations = 2 + u64::from(space.len().max(1).ilog2());
    let start = vec![0; space.len()];
    let mut elites = vec![start.clone()];
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
            return Ok(Found { best: None, interrupted });
        }
        (elites, left) = (best, left.saturating_sub(spent));
        if interrupted {
            return Ok(Found { best: elites.into_iter().next(), interrupted });
        }
    }
    if !elites.contains(&start) {
        elites.push(start);
    }
    let last = race(space, elites, 1, left + budget / LAST, &mut play)?;
    Ok(Found { best: last.best.into_iter().next(), interrupted: last.interrupted })
}

/// So many settings, the elites among them: others anywhere, or about one of the elites, the better
/// ones more often.
fn racers(
    space: &Space,
    elites: &[Setting],
    spread: &[f64],
    number: usize,
    anywhere: bool,
    rng: &mut Pcg32,
) -> Vec<Setting> {
    let mut racers = elites.to_vec();
    // A small space has fewer settings than that.
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

/// Which of so many elites: with weights that fall from their number to 1.
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

/// A value about another, from a bell of that spread cut off at both ends.
fn about(centre: i64, spread: f64, (least, most): (i64, i64), rng: &mut Pcg32) -> i64 {
    // A search that has come down to single steps still looks at the neighbours.
    let spread = spread.max(0.75);
    for _ in 0..100 {
        // Twelve uniform numbers less six are close to normal.
        let sum: f64 = (0..12).map(|_| f64::from(rng.next_u32()) / 4_294_967_296.0).sum();
        let value = centre + ((sum - 6.0) * spread).round() as i64;
        if (least..=most).contains(&value) {
            return value;
        }
    }
    centre
}

/// What came of a race.
struct Raced {
    /// The settings that are left, best first.
    best: Vec<Setting>,
    /// Plays of a setting in a round.
    spent: u64,
    /// Whether all came to the same in every round, of which there was one.
    alike: bool,
    /// Whether it was broken off.
    interrupted: bool,
}

/// Races settings, the better ones first, over rounds until `keep` are left or the budget does not last
/// for another round.
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

/// How far a setting is from the start, in widths of the ranges.
fn distance(space: &Space, setting: &Setting) -> f64 {
    let each = space.iter().zip(setting);
    each.map(|((least, most), steps)| steps.abs() as f64 / (most - least).max(1) as f64).sum()
}

/// Leaves those who are not clearly behind the leader.
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
