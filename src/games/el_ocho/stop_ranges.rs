//! Where it is right to stop, as stretches of turn points.
//!
//! For the most points of a turn it is right to stop from a threshold on. For the best chance to win
//! it may not be: so near the target that the next roll may reach it, rolling on is right again.

use crate::games::el_ocho::exact::{Objective, Position, TurnStates};
use crate::games::el_ocho::turn::Game;

/// Turn points in a row at which it is right to stop, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    /// The least points.
    pub(super) first: u32,
    /// The most points; those that cannot arise are passed over.
    pub(super) last: u32,
    /// How many points that can arise lie in it.
    pub(super) length: u32,
    /// Whether no point above it rolls on.
    pub(super) open: bool,
}

/// The stretches with `dice` dice to roll, below so many units, among the states that can arise.
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

/// Where it is right to stop, as people are told; in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// From so much on.
    From(u32),
    /// From the one to the other, which may be the same.
    Within(u32, u32),
    /// With a turn that wins.
    Win,
}

/// The same stretches without totals that no turn comes to stop at: a turn for points has won at the
/// target. Nothing where no total of the game is enough.
pub(super) fn told(game: &Game, position: &Position, stretches: &[Stretch]) -> Vec<Stop> {
    let stop = |stretch: &Stretch| {
        Some(match (stretch.open, threshold_told(game, position, stretch.first)) {
            (true, Some(stop)) => stop,
            (true, None) => return None,
            (false, _) => Stop::Within(stretch.first, stretch.last),
        })
    };
    stretches.iter().filter_map(stop).collect()
}

/// A threshold as people are told; `None` where no total of the game is enough.
pub(super) fn threshold_told(game: &Game, position: &Position, from: u32) -> Option<Stop> {
    match position.objective {
        Objective::Turn => (from < game.target).then_some(Stop::From(from)),
        Objective::Race | Objective::Win if from >= position.rows => Some(Stop::Win),
        Objective::Race | Objective::Win => Some(Stop::From(from)),
    }
}
