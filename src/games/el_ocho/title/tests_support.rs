//! Solved games for the tests of this room.

use std::sync::Arc;

use crate::diagnostic::Source;
use crate::games::el_ocho::edition::{Edition, SHIPPED};
use crate::games::el_ocho::exact::Solver;
use crate::games::el_ocho::rules::Rules;
use crate::games::el_ocho::turn::Game;

/// A game of one die in which a 1 loses the turn (Pig).
pub(super) const PIG: &str = r#"
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
variant = "standard"
[level.1]
joker = "off"
from = "FOUND"
"#;

/// An edition from its text, with `settings`.
pub(super) fn edition(text: &str, settings: &[(&str, &str)]) -> Arc<Game> {
    let source = Source { name: "test".to_owned(), text: text.to_owned() };
    let edition = Edition::parse(Arc::new(source)).expect("a sound edition");
    let settings: Vec<_> = settings
        .iter()
        .map(|(key, value)| ((*key).to_owned(), Some((*value).to_owned())))
        .collect();
    let rules = Rules::resolve(Arc::new(edition), &settings).expect("sound settings");
    Arc::new(Game::new(rules).expect("a sound game"))
}

/// A level of the shipped edition with another target.
pub(super) fn level(level: &str, target: u32) -> Solver {
    let game = edition(SHIPPED, &[("level", level), ("target", &target.to_string())]);
    Solver::new(game).expect("a game with turns")
}
