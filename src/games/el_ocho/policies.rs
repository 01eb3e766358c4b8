//! Compiles policy files for El Ocho and derives the inputs that their decisions depend on.

use std::sync::Arc;

use crate::error::Result;
use crate::game::publish::Publish as _;
use crate::games::el_ocho::engine::Seated;
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::turn::{Seen, Sight};
use crate::games::el_ocho::vocabulary::point;
use crate::policy::play::FilePolicy;
use crate::policy::{CheckedPolicy, Uses};

/// The player of a policy file.
pub fn file(checked: &CheckedPolicy, game: &Seated) -> Result<Player> {
    let [keep, roll] = prepare(checked, game)?;
    let sight = Sight { keep: seen(&keep, game), roll: seen(&roll, game) };
    let player = Player::new(game, Arc::new(FilePolicy::new(checked)), sight);
    let of_the_roll = ["dice", "target", "min_bank"].map(slot);
    let fixed =
        sight.keep == Seen::NOTHING && keep.state.iter().all(|slot| of_the_roll.contains(slot));
    Ok(if fixed { player.keeping_alike() } else { player })
}

/// Solves the turn if the file asks for its value. Returns what the rules of keeps and of rolls use.
pub fn prepare(checked: &CheckedPolicy, game: &Seated) -> Result<[Uses; 2]> {
    let uses = [point::KEEP, point::ROLL].map(|point| checked.uses(point));
    if uses.iter().any(|uses| calls(uses, "turn_value")) {
        game.solve()?;
    }
    Ok(uses)
}

fn slot(name: &str) -> usize {
    let state = Seated::POINTS[point::KEEP].state.iter();
    state.map(|feature| feature.words.name).position(|known| known == name).expect("a feature")
}

fn calls(uses: &Uses, name: &str) -> bool {
    uses.functions.iter().any(|function| Seated::FUNCTIONS[*function].words.name == name)
}

/// Converts the features and functions in use to inputs of the engine.
fn seen(uses: &Uses, game: &Seated) -> Seen {
    let state = |name| uses.state.contains(&slot(name));
    Seen {
        points: state("turn_points"),
        rolls: state("rolls_made"),
        own: state("own_total")
            || state("score_difference")
            || state("min_bank") && game.rules.turns_differ(),
        best_other: state("best_opponent_total") || state("score_difference"),
        others: calls(uses, "opponent_total"),
        turns_taken: state("turns_taken"),
        lost: state("lost_turns"),
        chance: uses.chance,
    }
}
