//! The race that nobody pushes: dice and printed bars alone, exactly where that is possible and by
//! plain simulation where it is not.
//!
//! One horse alone takes the same independent step every round, so where it is after some rounds is
//! exact on any track, as long as no three horses have finished. The eight horses together are too
//! many states on a track of fifteen spaces, but few on one of two or three: there the places, the
//! rounds and the horses past the No Bet line are exact too.

use std::collections::BTreeMap;

use rand_pcg::Pcg64Dxsm;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::components::Components;

/// Where the horses are: the spaces, one more than the track has for those that have finished, and
/// the order of finishing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Field {
    pub(crate) positions: [usize; 8],
    pub(crate) finishers: Vec<usize>,
}

impl Field {
    pub(crate) fn start() -> Field {
        Field { positions: [0; 8], finishers: Vec::new() }
    }

    fn step(&mut self, track: &Components, horse: usize, spaces: usize) {
        let position = &mut self.positions[horse - 1];
        if *position > track.spaces {
            return;
        }
        *position += spaces;
        if *position > track.spaces {
            if self.finishers.len() < 3 {
                *position = track.spaces + 1;
                self.finishers.push(horse);
            } else {
                *position = track.spaces;
            }
        }
    }

    /// One round: the horse rolled, then those printed on its card.
    pub(crate) fn round(&mut self, track: &Components, rolled: usize, spaces: usize) {
        self.step(track, rolled, spaces);
        let mut bar = track.number(rolled).bar.clone();
        bar.sort_unstable();
        for horse in bar {
            self.step(track, horse, 1);
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.finishers.len() == 3
    }

    fn gone(&self) -> usize {
        self.positions.iter().sum()
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

/// So many races with plain dice.
pub(crate) fn simulate(track: &Components, races: u32, seed: u64) -> Outlook {
    let mut luck = Pcg64Dxsm::seed_from_u64(seed);
    // 2^64 is so much more than the faces that the remainder is as good as even.
    let mut face = |faces: &[usize]| faces[(luck.next_u64() % faces.len() as u64) as usize];
    let (mut horses, mut sum, mut squares) = ([Shares::default(); 8], 0.0, 0.0);
    for _ in 0..races {
        let (mut field, mut rounds) = (Field::start(), 0.0);
        while !field.is_over() {
            let rolled = face(&track.horse_die);
            field.round(track, rolled, face(&track.movement_die));
            rounds += 1.0;
        }
        sum += rounds;
        squares += rounds * rounds;
        count(track, &field, 1.0, &mut horses);
    }
    let races = f64::from(races);
    for shares in &mut horses {
        shares.past_line /= races;
        shares.places = shares.places.map(|count| count / races);
    }
    let mean_rounds = sum / races;
    let variance_of_rounds = (squares / races - mean_rounds * mean_rounds) * races / (races - 1.0);
    Outlook { horses, mean_rounds, variance_of_rounds }
}

fn count(track: &Components, field: &Field, weight: f64, horses: &mut [Shares; 8]) {
    for (place, horse) in field.finishers.iter().enumerate() {
        horses[horse - 1].places[place] += weight;
    }
    for (horse, position) in field.positions.iter().enumerate() {
        if (track.no_bet + 1..=track.spaces).contains(position) {
            horses[horse].past_line += weight;
        }
    }
}

/// The rolls of both dice and their chances.
fn rolls(track: &Components) -> BTreeMap<(usize, usize), f64> {
    let mut rolls = BTreeMap::new();
    let all = track.horse_die.len() * track.movement_die.len();
    for horse in &track.horse_die {
        for spaces in &track.movement_die {
            *rolls.entry((*horse, *spaces)).or_insert(0.0) += 1.0 / all as f64;
        }
    }
    rolls
}

/// A set of races that have come to the same field: how likely that is, and the sums over them of
/// the rounds so far and of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Flow {
    chance: f64,
    rounds: f64,
    squares: f64,
}

/// The race of all eight horses, exactly; for short tracks.
///
/// Horses only go forward, so the fields are worked through by the spaces gone in all. A round that
/// moves nobody waits: the time spent in a field is geometric.
pub(crate) fn exact(track: &Components) -> Outlook {
    let rolls = rolls(track);
    let mut layers: Vec<BTreeMap<Field, Flow>> = vec![BTreeMap::new(); 8 * (track.spaces + 1) + 1];
    layers[0].insert(Field::start(), Flow { chance: 1.0, rounds: 0.0, squares: 0.0 });
    let mut horses = [Shares::default(); 8];
    let mut end = Flow::default();
    for gone in 0..layers.len() {
        for (field, flow) in std::mem::take(&mut layers[gone]) {
            if field.is_over() {
                end.chance += flow.chance;
                end.rounds += flow.rounds;
                end.squares += flow.squares;
                count(track, &field, flow.chance, &mut horses);
                continue;
            }
            let mut next: BTreeMap<Field, f64> = BTreeMap::new();
            for ((horse, spaces), chance) in &rolls {
                let mut after = field.clone();
                after.round(track, *horse, *spaces);
                *next.entry(after).or_insert(0.0) += chance;
            }
            let waits = next.remove(&field).unwrap_or(0.0);
            let leaves = 1.0 - waits;
            // Mean and mean square of a geometric time from 1.
            let (time, square) = (1.0 / leaves, (1.0 + waits) / (leaves * leaves));
            let rounds = flow.rounds + flow.chance * time;
            let squares = flow.squares + 2.0 * flow.rounds * time + flow.chance * square;
            for (after, chance) in next {
                let share = chance / leaves;
                let entry = layers[after.gone()].entry(after).or_default();
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

/// The chances of the spaces that one horse goes in a round, from 0 up.
pub(crate) fn step_of(track: &Components, horse: usize) -> Vec<f64> {
    let mut steps = vec![0.0; track.movement_die.iter().max().expect("a face") + 2];
    for ((rolled, spaces), chance) in rolls(track) {
        let own = if rolled == horse { spaces } else { 0 };
        let marked = usize::from(track.number(rolled).bar.contains(&horse));
        steps[own + marked] += chance;
    }
    steps
}

/// Where one horse is after some rounds, exactly, were it alone: the chance of each space, the last
/// for having finished.
pub(crate) fn positions_after(track: &Components, horse: usize, rounds: u32) -> Vec<f64> {
    let steps = step_of(track, horse);
    let finished = track.spaces + 1;
    let mut chances = vec![0.0; finished + 1];
    chances[0] = 1.0;
    for _ in 0..rounds {
        let mut next = vec![0.0; finished + 1];
        for (position, chance) in chances.iter().enumerate() {
            for (step, share) in steps.iter().enumerate() {
                let step = if position == finished { 0 } else { step };
                next[(position + step).min(finished)] += chance * share;
            }
        }
        chances = next;
    }
    chances
}

/// The mean number of rounds until one horse would have crossed, were it alone: the sum over all
/// rounds of the chance that it has not.
pub(crate) fn mean_crossing(track: &Components, horse: usize) -> f64 {
    let still_running = |rounds| 1.0 - positions_after(track, horse, rounds)[track.spaces + 1];
    (0..).map(still_running).take_while(|chance| *chance > 1e-12).sum()
}

/// The fewest rounds in which three horses can have finished, or fewer: no round moves horses by
/// more spaces in all than the highest face and the longest bar.
pub(crate) fn certainly_running(track: &Components) -> u32 {
    let longest = track.numbers.iter().map(|number| number.bar.len()).max().expect("a bar");
    let most = track.movement_die.iter().max().expect("a face") + longest;
    ((3 * (track.spaces + 1) - 1) / most) as u32
}
