//! Ranges of turn points at which stopping is optimal.
//!
//! For the most expected points, stopping is optimal from a threshold on. For the highest win
//! probability it may not be: near the target, where the next roll may reach it, rolling may be
//! optimal again.

use crate::games::el_ocho::exact::{Objective, Position, TurnStates};
use crate::games::el_ocho::turn::Game;

/// Consecutive reachable turn points at which stopping is optimal, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    /// The lowest points.
    pub(super) first: u32,
    /// The highest points.
    pub(super) last: u32,
    /// The number of reachable points in the range.
    pub(super) length: u32,
    /// Whether stopping is optimal at all higher points.
    pub(super) open: bool,
}

/// The ranges for `dice` dice to roll, among the reachable states with fewer than `below` units.
pub(super) fn stretches(
    position: &Position,
    states: &TurnStates,
    below: u32,
    dice: u8,
) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    for units in (0..below).filter(|units| states.contains(*units, dice)) {
        let running = found.last_mut().filter(|stretch| stretch.open);
        match (position.stops(units, dice), running) {
            (true, Some(stretch)) => {
                stretch.last = units;
                stretch.length += 1;
            }
            (true, None) => {
                found.push(Stretch { first: units, last: units, length: 1, open: true });
            }
            (false, Some(stretch)) => stretch.open = false,
            (false, None) => {}
        }
    }
    found
}

/// A stop condition as shown to users, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Stop from these points on.
    From(u32),
    /// Stop from the first to the second number of points, which may be equal.
    Within(u32, u32),
    /// Stop only if the turn wins.
    Win,
}

/// The stop conditions of `stretches`. A threshold of the optimal turn that reaches the target is
/// omitted, because the game is won there.
pub(super) fn stop_conditions(
    game: &Game,
    position: &Position,
    stretches: &[Stretch],
) -> Vec<Stop> {
    let stop = |stretch: &Stretch| {
        Some(match (stretch.open, stop_condition(game, position, stretch.first)) {
            (true, Some(stop)) => stop,
            (true, None) => return None,
            (false, _) => Stop::Within(stretch.first, stretch.last),
        })
    };
    stretches.iter().filter_map(stop).collect()
}

/// The stop condition of a threshold; `None` if the optimal turn stops only at the target or above.
pub(super) fn stop_condition(game: &Game, position: &Position, from: u32) -> Option<Stop> {
    match position.objective {
        Objective::Turn => (from < game.target).then_some(Stop::From(from)),
        Objective::Race | Objective::Win if from >= position.rows => Some(Stop::Win),
        Objective::Race | Objective::Win => Some(Stop::From(from)),
    }
}
