//! Games between policies in one call, for users of the library.

use std::sync::Arc;

use super::registered::Registered;
use super::simulate::Job;
use super::standard_tables::{SeatGames, WIN, strata, win_rate};
use super::{Conditions, Definition, named_policies, policy_factory};
use crate::error::Result;
use crate::game::count::Count;
use crate::game::decision::Policy;
use crate::policy::parse_spec;
use crate::sim::interrupt::StopFlag;
use crate::sim::runner::{RunOptions, run};
use crate::stats::{Estimate, Level, Strata};

/// The number of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Games(pub u64);

/// The random seed: the same seed gives the same games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub u64);

/// The results of one policy in the games of [`simulate`], with 95 % intervals.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Share of games won, from 0 to 1; a win shared by k seats counts 1/k. `None` without games.
    pub win_rate: Option<Estimate>,
    /// Mean final score, without games ended by a limit of the rules; `None` without games.
    pub score: Option<Estimate>,
    /// The mean [length](Count::length) of these games; `None` without games.
    pub length: Option<Estimate>,
    /// The number of games ended by a limit of the rules.
    pub unfinished: u64,
}

/// Returns a policy of a game from its SPEC, as on the command line: the name of a shipped or
/// built-in policy, or a file, each with optional parameters after a colon (`hold-at:hold=25`,
/// `./mine.toml`, `random`, `rollout:n=100,base=hold-at`).
///
/// # Errors
///
/// If there is no such policy, its file has errors, or it does not fit the rules of the game.
pub fn named_policy<G: Definition + Clone>(game: &G, spec: &str) -> Result<Arc<dyn Policy<G>>> {
    let named = named_policies(&Registered::<G>::new(), &[parse_spec(spec)?])?;
    let stop = StopFlag::new();
    let conditions =
        Conditions { threads: None, stop: &stop, watch: None, cache: None, journal: None };
    let mut own = (G::OPTIONS.built_in)();
    policy_factory::ready(&named[0], &mut *own, &Arc::new(game.clone()), conditions)
}

/// Plays games between policies, one per seat, on all threads, and returns a summary of each policy
/// in the given order.
///
/// Seats are balanced: over each block of games every policy sits at every seat equally often. The
/// result depends on the arguments alone, not on the number of threads.
///
/// # Errors
///
/// If the system cannot start threads.
///
/// # Panics
///
/// Panics if the number of policies is not that of the [seats](crate::game::contract::Game::seats).
pub fn simulate<G: Count + Clone>(
    game: &G,
    policies: &[Arc<dyn Policy<G>>],
    Games(games): Games,
    Seed(seed): Seed,
) -> Result<Vec<Summary>> {
    assert_eq!(policies.len(), usize::from(game.seats()), "one policy for each seat");
    let lineup = (0..policies.len()).collect();
    let job = Job::new(&Arc::new(game.clone()), policies.to_vec(), vec![lineup], false, seed);
    let stop = StopFlag::new();
    let options = RunOptions { units: games, threads: None, stop: &stop, watch: None };
    let sums = run(&job, options)?.tally;
    let summary = |policy| {
        let (games, _) = sums.games.of_policy(&job.lineups, policy);
        let of = |figure: fn(&SeatGames) -> _| -> Strata { strata(&games, figure) };
        let (seats, level) = (policies.len() as u64, Level::DEFAULT);
        Summary {
            win_rate: win_rate(&of(|games| games.wins), WIN as u64, seats, level),
            score: of(|games| games.scores)
                .mean(level)
                .map(|mean| mean.scaled((G::COUNTED.unit)(game) as f64)),
            length: of(|games| games.lengths).mean(level),
            unfinished: games.iter().map(|games| games.unfinished).sum(),
        }
    };
    Ok((0..policies.len()).map(summary).collect())
}
