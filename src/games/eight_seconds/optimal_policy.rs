//! The built-in policy `optimal-turn`: its solutions, and their cache between runs.

use std::path::Path;
use std::sync::Arc;

use super::compiled::Game;
use super::optimal::{Optimal, OptimalTurn, UNKNOWN};
use super::rules::Rules;
use crate::error::{Error, Result};
use crate::game::decision::Policy;
use crate::run::cache::{Cache, hashed};
use crate::run::{BuiltIn, Conditions, NamedPolicy, OwnParameter, Warning};

/// The built-in policy that maximizes the value of a turn.
pub(super) const OPTIMAL_TURN: &str = "optimal-turn";

/// The value of a token to the policy. A token left at the end is a point (ES-37), and a token that
/// is used has a higher value, so a point is a lower bound for a Rider who maximizes the score.
pub(super) const TOKEN: OwnParameter = OwnParameter {
    name: "token",
    default: 1.0,
    range: (0.0, 10.0),
    whole: false,
    about: "value of a Foul Token in points",
};

/// Name of the cache files.
const NAME: &str = "ride";

/// Increased whenever the solution changes.
const VERSION: &str = "3";

/// The solutions for the policies of a run, one for each value of a token.
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

/// Returns an error if the exact solution does not cover these rules.
pub(super) fn knows(rules: &Rules, who: &str) -> Result<()> {
    let (what, key) = match (rules.riders, rules.buckles) {
        (true, _) => ("Riders", "riders"),
        (_, true) => ("Golden Buckles", "buckles"),
        _ => return Ok(()),
    };
    Err(Error::input_help(
        format!("{who} covers only the base game; the effects of {what} are not solved"),
        format!("leave `{key}` out of `--rules`"),
    ))
}

fn folder(cache: Option<&Path>) -> Cache {
    cache.map_or_else(Cache::none, Cache::at)
}

/// Hash of all inputs of the solution.
fn key(optimal: &Optimal) -> [u8; 32] {
    let game = optimal.game();
    let bulls = game.bulls.iter().map(|bull| (bull.moves, bull.points));
    let bulls = format!("{:?}", bulls.collect::<Vec<_>>());
    let dice = format!("{:?}", game.sides());
    // Deep solutions cover more hands.
    let numbers = optimal.known().numbers().to_string();
    hashed(&[NAME, VERSION, &dice, &bulls, &optimal.token().to_string(), &numbers])
}

/// Loads the values that an earlier run saved.
pub(super) fn load(optimal: &Optimal, cache: Option<&Path>) {
    let known = optimal.known();
    let all = folder(cache).read(NAME, &key(optimal), known.numbers());
    if let Some(all) = all.filter(|all| all.iter().all(|worth| *worth >= UNKNOWN)) {
        known.learn(&all);
    }
}

/// Saves the values that this run added.
pub(super) fn save(optimal: &Optimal, cache: Option<&Path>) -> Option<Warning> {
    let all = optimal.known().all()?;
    folder(cache).write(NAME, &key(optimal), &all).map(|warning| (warning, None))
}
