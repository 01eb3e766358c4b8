//! The race that nobody pushes, by dice and printed bars alone: exact on a track of two or three spaces,
//! where the eight horses have few positions.

use std::collections::BTreeMap;

use super::components::Components;

/// Where the horses are: the spaces, one more than the track has for those that have finished, and
/// the order of finishing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Field {
    positions: [usize; 8],
    finishers: Vec<usize>,
}

impl Field {
    fn step(&mut self, components: &Components, horse: usize, spaces: usize) {
        let last = components.spaces;
        let position = &mut self.positions[horse - 1];
        if *position > last {
            return;
        }
        *position += spaces;
        if *position > last {
            if self.finishers.len() < 3 {
                *position = last + 1;
                self.finishers.push(horse);
            } else {
                *position = last;
            }
        }
    }

    /// One round: the horse rolled, then those printed on its card.
    fn round(&mut self, components: &Components, rolled: usize, spaces: usize) {
        self.step(components, rolled, spaces);
        for horse in &components.number(rolled).bar {
            self.step(components, *horse, 1);
        }
    }
}

/// Shares of races.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shares {
    /// By place: how often the horse takes it.
    pub(crate) places: [f64; 3],
    /// How often it is past the No Bet line at the end without having finished.
    pub(crate) past_line: f64,
}

/// What becomes of the horses, and how long that takes.
#[derive(Clone, Debug)]
pub(crate) struct Outlook {
    /// The first is horse 1's.
    pub(crate) horses: [Shares; 8],
    /// Rounds until the third horse has finished.
    pub(crate) mean_rounds: f64,
    pub(crate) variance_of_rounds: f64,
}

fn count(components: &Components, field: &Field, weight: f64, horses: &mut [Shares; 8]) {
    for (place, horse) in field.finishers.iter().enumerate() {
        horses[horse - 1].places[place] += weight;
    }
    let past = components.no_bet + 1..=components.spaces;
    for (shares, position) in horses.iter_mut().zip(&field.positions) {
        if past.contains(position) {
            shares.past_line += weight;
        }
    }
}

/// A set of races that have come to the same field: how likely that is, and the sums over them of
/// the rounds so far and of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Flow {
    chance: f64,
    rounds: f64,
    squares: f64,
}

/// The race of all eight horses, exactly.
///
/// Horses only go forward, so the fields are worked through by the spaces gone in all. A round that
/// moves nobody waits: the time spent in a field is geometric.
pub(crate) fn exact(components: &Components) -> Outlook {
    let layers = 8 * (components.spaces + 1) + 1;
    let mut layers: Vec<BTreeMap<Field, Flow>> = vec![BTreeMap::new(); layers];
    let start = Field { positions: [0; 8], finishers: Vec::new() };
    layers[0].insert(start, Flow { chance: 1.0, rounds: 0.0, squares: 0.0 });
    let mut horses = [Shares::default(); 8];
    let mut end = Flow::default();
    for gone in 0..layers.len() {
        for (field, flow) in std::mem::take(&mut layers[gone]) {
            if field.finishers.len() == 3 {
                end.chance += flow.chance;
                end.rounds += flow.rounds;
                end.squares += flow.squares;
                count(components, &field, flow.chance, &mut horses);
                continue;
            }
            let mut next: BTreeMap<Field, f64> = BTreeMap::new();
            for horse in &components.horse_die {
                for spaces in &components.movement_die {
                    let mut after = field.clone();
                    after.round(components, *horse, *spaces);
                    *next.entry(after).or_insert(0.0) += 1.0 / 48.0;
                }
            }
            let waits = next.remove(&field).unwrap_or(0.0);
            let leaves = 1.0 - waits;
            // Mean and mean square of a geometric time from 1.
            let (time, square) = (1.0 / leaves, (1.0 + waits) / (leaves * leaves));
            let rounds = flow.rounds + flow.chance * time;
            let squares = flow.squares + 2.0 * flow.rounds * time + flow.chance * square;
            for (after, chance) in next {
                let share = chance / leaves;
                let entry = layers[after.positions.iter().sum::<usize>()].entry(after).or_default();
                entry.chance += flow.chance * share;
                entry.rounds += rounds * share;
                entry.squares += squares * share;
            }
        }
    }
    assert!((end.chance - 1.0).abs() < 1e-9, "every race ends");
    let mean_rounds = end.rounds;
    Outlook { horses, mean_rounds, variance_of_rounds: end.squares - mean_rounds * mean_rounds }
}
