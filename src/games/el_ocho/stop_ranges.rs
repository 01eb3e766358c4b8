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
    match position.objective() {
        Objective::Turn => (from < game.target).then_some(Stop::From(from)),
        Objective::Race | Objective::Win if from >= position.rows() => Some(Stop::Win),
        Objective::Race | Objective::Win => Some(Stop::From(from)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::el_ocho::exact::Control;
    use crate::games::el_ocho::tests_support::solver;

    #[test]
    fn no_total_beyond_the_target_is_told() {
        let solver = solver("2", 8000);
        let turn = solver.turn().expect("a best turn");
        let told = |threshold: &Option<u32>| {
            threshold.and_then(|units| threshold_told(solver.game(), &turn.position, units))
        };
        let told: Vec<_> = turn.thresholds.iter().map(told).collect();
        let from = |points: u32| Some(Stop::From(points / 50));
        let some = [400, 1000, 800, 1150, 2800].map(from);
        assert_eq!(told, [&some[..], &[None; 3]].concat());
    }

    #[test]
    fn a_turn_for_points_stops_from_a_threshold_on() {
        let solver = solver("2", 8000);
        let turn = solver.turn().expect("a best turn");
        let rows = turn.position.rows();
        let states = solver.turn_states(rows);
        for (dice, threshold) in (1..).zip(&turn.thresholds) {
            let [stretch] = stretches(&turn.position, &states, rows, dice)[..] else {
                panic!("{dice} dice")
            };
            assert!(stretch.open && Some(stretch.first) == *threshold, "{dice} dice: {stretch:?}");
        }
    }

    #[test]
    fn a_turn_to_win_may_roll_again_near_the_target() {
        let solver = solver("1", 2000);
        let win = solver.win(Control::default()).unwrap().unwrap();
        // 1000 points against 1000: with three dice stop, but go on where one roll may be enough.
        let position = win.position(20, 20);
        let found = stretches(&position, &solver.turn_states(20), 20, 3);
        assert_eq!(found, [Stretch { first: 8, last: 17, length: 10, open: false }]);
        let all = stretches(&position, &solver.turn_states(21), 21, 3);
        assert_eq!(told(solver.game(), &position, &all), [Stop::Within(8, 17), Stop::Win]);
        assert!(position.stops(17, 3) && !position.stops(18, 3) && position.stops(20, 3));
    }
}
