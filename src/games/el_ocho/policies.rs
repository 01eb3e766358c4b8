//! Policy files, and what their decisions may depend on.

use std::sync::Arc;

use crate::error::Result;
use crate::games::el_ocho::engine::Seated;
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::turn::{Seen, Sight};
use crate::games::el_ocho::vocabulary::{OPPONENT_TOTAL, TURN_VALUE, point, slot};
use crate::policy::play::FilePolicy;
use crate::policy::{CheckedPolicy, Uses};

/// A policy from a file as one who plays turns.
///
/// # Errors
///
/// `turn_value` where the best turn cannot be solved.
pub fn file(checked: &CheckedPolicy, game: &Seated) -> Result<Player> {
    let compiled = checked.compile();
    let [keep, roll] = [point::KEEP, point::ROLL].map(|point| compiled.points[point].uses());
    if compiled.points.iter().any(|point| point.uses().functions.contains(&TURN_VALUE)) {
        game.solve()?;
    }
    let sight = Sight { keep: seen(keep), roll: seen(roll) };
    let player = Player::new(game, Arc::new(FilePolicy::new(checked)), sight);
    let of_the_roll = [slot::DICE, slot::TARGET, slot::MIN_BANK];
    let fixed =
        sight.keep == Seen::NOTHING && keep.state.iter().all(|slot| of_the_roll.contains(slot));
    Ok(if fixed { player.keeping_alike() } else { player })
}

/// What uses of features mean for the engine.
fn seen(uses: &Uses) -> Seen {
    let state = |slot: usize| uses.state.contains(&slot);
    Seen {
        points: state(slot::TURN_POINTS),
        rolls: state(slot::ROLLS_MADE),
        own: state(slot::OWN_TOTAL),
        best_other: state(slot::BEST_OPPONENT_TOTAL),
        others: uses.functions.contains(&OPPONENT_TOTAL),
        turns_taken: state(slot::TURNS_TAKEN),
        chance: uses.chance,
    }
}
