//! The policy `optimal-turn`: the turns solved for it, and where they are kept from one run to the
//! next.

use std::path::Path;
use std::sync::Arc;

use super::compiled::Game;
use super::optimal::{Optimal, OptimalTurn, UNKNOWN};
use super::rules::Rules;
use crate::error::{Error, Result};
use crate::game::decision::Policy;
use crate::run::cache::{Cache, hashed};
use crate::run::{BuiltIn, Conditions, NamedPolicy, OwnParameter, Warning};

/// The built-in policy that makes the most of a turn.
pub(super) const OPTIMAL_TURN: &str = "optimal-turn";

/// What it counts a token. A token left at the end is a point (ES-37), and one that is used was
/// worth more, so a point is the least it is worth to a Rider who wants a high score.
pub(super) const TOKEN: OwnParameter = OwnParameter {
    name: "token",
    default: 1.0,
    range: (0.0, 10.0),
    whole: false,
    about: "the points that a Foul Token counts in the worth of a turn",
};

/// What the files of the cache are called.
const NAME: &str = "ride";

/// Raised whenever the solution changes.
const VERSION: &str = "3";

/// What was solved for the policies of a run, one for each worth of a token.
#[derive(Debug, Default)]
pub(super) struct Solved(Vec<Arc<Optimal>>);

impl BuiltIn<Game> for Solved {
    fn policy(
        &mut self,
        policy: &NamedPolicy,
        game: &Arc<Game>,
        conditions: Conditions<'_>,
    ) -> Result<Option<Arc<dyn Policy<Game>>>> {
        if !policy.is_built_in(OPTIMAL_TURN) {
            return Ok(None);
        }
        knows(&game.rules, &format!("`{}`", policy.label))?;
        let token = policy.parameters.first().map_or(TOKEN.default, |(_, value)| *value);
        let known = self.0.iter().find(|optimal| optimal.token() == token).cloned();
        let optimal = known.unwrap_or_else(|| {
            let optimal = Arc::new(Optimal::new(Arc::clone(game), token));
            load(&optimal, conditions.cache);
            self.0.push(Arc::clone(&optimal));
            optimal
        });
        Ok(Some(Arc::new(OptimalTurn(optimal))))
    }

    fn finish(&self, conditions: Conditions<'_>) -> Vec<Warning> {
        self.0.iter().filter_map(|optimal| save(optimal, conditions.cache)).collect()
    }
}

/// Whether the exact solution covers these rules.
pub(super) fn knows(rules: &Rules, who: &str) -> Result<()> {
    let (what, key) = match (rules.riders, rules.buckles) {
        (true, _) => ("Riders", "riders"),
        (_, true) => ("Golden Buckles", "buckles"),
        _ => return Ok(()),
    };
    Err(Error::input_help(
        format!("{who} is about the base game: what {what} change is not solved"),
        format!("leave `{key}` out of --rules"),
    ))
}

fn folder(cache: Option<&Path>) -> Cache {
    cache.map_or_else(Cache::none, Cache::at)
}

/// All that the solution depends on.
fn key(optimal: &Optimal) -> [u8; 32] {
    let game = optimal.game();
    let bulls = game.bulls.iter().map(|bull| (bull.moves, bull.points));
    let bulls = format!("{:?}", bulls.collect::<Vec<_>>());
    let dice = format!("{:?}", game.sides());
    // Deep solutions write more hands down.
    let numbers = optimal.known().numbers().to_string();
    hashed(&[NAME, VERSION, &dice, &bulls, &optimal.token().to_string(), &numbers])
}

/// Uses what an earlier run found.
pub(super) fn load(optimal: &Optimal, cache: Option<&Path>) {
    let known = optimal.known();
    let all = folder(cache).read(NAME, &key(optimal), known.numbers());
    if let Some(all) = all.filter(|all| all.iter().all(|worth| *worth >= UNKNOWN)) {
        known.learn(&all);
    }
}

/// Keeps what this run found.
pub(super) fn save(optimal: &Optimal, cache: Option<&Path>) -> Option<Warning> {
    let all = optimal.known().all()?;
    folder(cache).write(NAME, &key(optimal), &all).map(|warning| (warning, None))
}
