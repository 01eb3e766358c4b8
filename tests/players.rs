//! Players for games that a plain engine follows, and the name of a failing game.

use pushluck::game::contract::Game;
use pushluck::game::decision::{Choice, Decision, Policy};

/// Names the game in which a test fails.
pub(crate) struct NamedOnPanic(pub(crate) String);

impl Drop for NamedOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in {}", self.0);
        }
    }
}

/// Mostly takes one of some kinds of action, each of a decision point, if legal, so that events
/// occur which are rare in random play.
#[derive(Debug)]
pub(crate) struct Eager {
    pub(crate) kinds: &'static [(usize, u8)],
}

impl<G: Game> Policy<G> for Eager {
    fn choose(&self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        let (point, random) = (decision.point, decision.random);
        let kind = |action: &G::Action| decision.game.kind(point, *action) as u8;
        let wanted = |action: &&G::Action| self.kinds.contains(&(usize::from(point), kind(action)));
        let preferred: Vec<_> = decision.actions().iter().filter(wanted).collect();
        Choice::by_default(match preferred.is_empty() || random.below(1, 8) == 0 {
            true => decision.any_action(),
            false => *preferred[random.one_of(preferred.len())],
        })
    }
}
