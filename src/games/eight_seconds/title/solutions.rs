//! The turns solved for the policies of a run, and where they are kept from one run to the next.

use std::path::Path;
use std::sync::Arc;

use super::player::{ContractPlayer, FilePlayer};
use super::{OPTIMAL_TURN, TOKEN};
use crate::error::{Error, Result};
use crate::experiment::cache::{Cache, hashed};
use crate::experiment::{NamedPolicy, PolicyKind, Warning, players};
use crate::game::decision::Policy;
use crate::games::eight_seconds::decision::{Player, RandomPlayer};
use crate::games::eight_seconds::optimal::{Optimal, OptimalTurn};
use crate::games::eight_seconds::play::Game;
use crate::games::eight_seconds::rules::Rules;

/// What the files of the cache are called.
const NAME: &str = "ride";

/// Raised whenever the solution changes.
const VERSION: &str = "1";

/// Who plays, and what was solved for it.
#[derive(Clone, Debug)]
pub(super) struct Players {
    players: Vec<Arc<dyn Player>>,
    /// One for each worth of a token.
    solved: Vec<Arc<Optimal>>,
}

impl Players {
    /// The policies as players of `game`. What earlier runs left in `cache` is used.
    ///
    /// # Errors
    ///
    /// A policy that cannot play this game.
    pub(super) fn new(
        policies: &[NamedPolicy],
        game: &Arc<Game>,
        cache: Option<&Path>,
    ) -> Result<Self> {
        let mut players = Self { players: Vec::new(), solved: Vec::new() };
        for policy in policies {
            let player: Arc<dyn Player> = match &policy.kind {
                PolicyKind::BuiltIn(OPTIMAL_TURN) => {
                    Arc::new(players.optimal(policy, game, cache)?)
                }
                PolicyKind::BuiltIn(_) if policy.base.is_some() => {
                    Arc::new(ContractPlayer(players.searching(policy, game, cache)?))
                }
                PolicyKind::BuiltIn(_) => Arc::new(RandomPlayer),
                PolicyKind::File(file) => Arc::new(FilePlayer::new(file)),
            };
            players.players.push(player);
        }
        Ok(players)
    }

    /// The policy `optimal-turn`, with what is solved for its worth of a token.
    fn optimal(
        &mut self,
        policy: &NamedPolicy,
        game: &Arc<Game>,
        cache: Option<&Path>,
    ) -> Result<OptimalTurn> {
        knows(&game.rules, &format!("`{}`", policy.label))?;
        let token = policy.parameters.first().map_or(TOKEN.default, |(_, value)| *value);
        let known = self.solved.iter().find(|optimal| optimal.token() == token).cloned();
        let optimal = known.unwrap_or_else(|| {
            let optimal = Arc::new(Optimal::new(Arc::clone(game), token));
            load(&optimal, cache);
            self.solved.push(Arc::clone(&optimal));
            optimal
        });
        Ok(OptimalTurn(optimal))
    }

    /// A policy that searches, or one that such a policy plays on with.
    fn searching(
        &mut self,
        policy: &NamedPolicy,
        game: &Arc<Game>,
        cache: Option<&Path>,
    ) -> Result<Arc<dyn Policy<Game>>> {
        Ok(match policy.base.as_deref() {
            Some(base) => players::searching(policy, self.searching(base, game, cache)?),
            None if policy.is_built_in(OPTIMAL_TURN) => {
                Arc::new(self.optimal(policy, game, cache)?)
            }
            None => players::player(policy),
        })
    }

    /// Players made elsewhere.
    pub(super) fn of(players: Vec<Arc<dyn Player>>) -> Self {
        Self { players, solved: Vec::new() }
    }

    /// Keeps what was solved; what went wrong, if anything did.
    pub(super) fn save(&self, cache: Option<&Path>) -> Vec<Warning> {
        self.solved.iter().filter_map(|optimal| save(optimal, cache)).collect()
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
    hashed(&[NAME, VERSION, &dice, &bulls, &optimal.token().to_string()])
}

/// Uses what an earlier run found.
pub(super) fn load(optimal: &Optimal, cache: Option<&Path>) {
    let known = folder(cache).read(NAME, &key(optimal), optimal.known_len());
    if let Some(known) = known.filter(|known| known.iter().all(|worth| *worth >= -1.0)) {
        optimal.learn(&known);
    }
}

/// Keeps what this run found.
pub(super) fn save(optimal: &Optimal, cache: Option<&Path>) -> Option<Warning> {
    let known = optimal.known()?;
    folder(cache).write(NAME, &key(optimal), &known).map(|warning| (warning, None))
}

/// The players alone, in the order of the policies.
impl std::ops::Deref for Players {
    type Target = [Arc<dyn Player>];

    fn deref(&self) -> &Self::Target {
        &self.players
    }
}
