//! Games for the tests of this room, and their solvers.

use std::sync::Arc;

use crate::diagnostic::Source;
use crate::game::decision::Policy;
use crate::games::el_ocho::edition::Edition;
use crate::games::el_ocho::engine::Seated;
use crate::games::el_ocho::exact::Solver;
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::rules::Rules;
use crate::games::el_ocho::turn::{Game, Sight};

/// The shipped edition with `settings`.
pub(in crate::games::el_ocho) fn game(settings: &[&str]) -> Arc<Game> {
    with_edition(Edition::shipped(), settings)
}

/// A level of the shipped edition with another target.
pub(in crate::games::el_ocho) fn level(level: &str, target: u32) -> Arc<Game> {
    game(&[&format!("level={level}"), &format!("target={target}")])
}

/// An edition from its text, with `settings`.
pub(in crate::games::el_ocho) fn edition(text: &str, settings: &[&str]) -> Arc<Game> {
    let source = Source { name: "test".to_owned(), text: text.to_owned() };
    with_edition(Edition::parse(Arc::new(source)).expect("a sound edition"), settings)
}

fn with_edition(edition: Edition, settings: &[&str]) -> Arc<Game> {
    let settings: Vec<_> = settings
        .iter()
        .map(|setting| match setting.split_once('=') {
            Some((key, value)) => (key.to_owned(), Some(value.to_owned())),
            None => ((*setting).to_owned(), None),
        })
        .collect();
    let rules = Rules::resolve(Arc::new(edition), &settings).expect("sound settings");
    Arc::new(Game::new(rules).expect("a sound game"))
}

/// Who plays by a policy.
pub(in crate::games::el_ocho) fn player(
    game: &Arc<Game>,
    policy: impl Policy<Seated> + 'static,
    sight: Sight,
) -> Player {
    Player::new(&Seated::new(game, 1), Arc::new(policy), sight)
}

/// The game of Pig: one die, a 1 loses the turn.
pub(in crate::games::el_ocho) const PIG: &str = r#"
game = "el-ocho"
name = "Pig"
[dice]
count = 1
sides = 6
from = "FOUND"
[target]
points = 100
from = "FOUND"
[minimum_bank]
points = 0
from = "FOUND"
[max_turns]
turns = 1000
from = "PROPOSED"
[singles]
points = { 2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 6 }
from = "FOUND"
[defaults]
level = "1"
[level.1]
joker = "off"
from = "FOUND"
"#;

/// The solver of a level of the shipped edition with another target.
pub(in crate::games::el_ocho) fn solver(name: &str, target: u32) -> Solver {
    Solver::new(level(name, target))
}
