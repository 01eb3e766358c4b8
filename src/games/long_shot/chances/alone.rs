//! One horse alone: when it gets so many steps ahead.
//!
//! Whatever the other horses do, the steps of a horse in a round depend only on its own number, on
//! whether its own card marks it and on how many other cards do ([`Kind`]), and rounds are
//! independent. So its law is one walk for each kind, made once for an edition.

use super::{HORSES, MOVEMENT_SIDES};

/// The intervals into which the rounds to come are divided: one vector of chances.
pub(super) const TICKS: usize = 16;
/// A figure for each interval.
pub(super) type Ticks = [f32; TICKS];

/// The intervals reach so many times as many rounds as the track has steps: by then the slowest
/// horses have crossed, who need fewer than four rounds for a step.
const HORIZON: usize = 6;

/// Everything that the steps of a horse in a round depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// Sides of the horse die that show it.
    pub(super) rolled: u8,
    /// 1 if its own card marks it.
    pub(super) marked: u8,
    /// Sides of the horse die that show another card that marks it.
    pub(super) others: u8,
}

impl Kind {
    const fn index(self) -> usize {
        (self.rolled as usize * 2 + self.marked as usize) * (HORSES + 1) + self.others as usize
    }

    /// Every kind of horses that so many sides show.
    fn all(rolled: u8) -> impl Iterator<Item = Self> {
        let others = 0..=HORSES as u8 - rolled;
        (0..2).flat_map(move |marked| {
            others.clone().map(move |others| Self { rolled, marked, others })
        })
    }

    /// The chance of each number of steps in one round.
    fn steps(self, movement_die: &[u8; MOVEMENT_SIDES]) -> Vec<f64> {
        let sides = HORSES as f64;
        let most = movement_die.iter().copied().max().unwrap_or(0).max(1);
        let mut chances = vec![0.0; usize::from(most) + 2];
        chances[0] = (sides - f64::from(self.rolled) - f64::from(self.others)) / sides;
        chances[1] = f64::from(self.others) / sides;
        for side in movement_die {
            chances[usize::from(side + self.marked)] +=
                f64::from(self.rolled) / (sides * MOVEMENT_SIDES as f64);
        }
        chances
    }
}

const KINDS: usize = (HORSES + 1) * 2 * (HORSES + 1);

/// When a horse of one kind crosses a line that is so many steps ahead.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// The chance that it crosses in the interval.
    pub(super) crosses: Ticks,
    /// The chance that it has crossed by the middle of the interval.
    pub(super) crossed: Ticks,
    /// How fast that chance grows there, a round.
    pub(super) growth: Ticks,
}

/// The mean and the variance of the steps of one kind in one round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    pub(super) mean: f32,
    pub(super) variance: f32,
}

/// The laws of all kinds of an edition.
#[derive(Clone, Debug)]
pub(super) struct Alone {
    /// Steps of the whole track, and runs of each kind.
    steps: usize,
    /// The first run of a kind; `u32::MAX` for kinds that do not occur.
    first: Box<[u32; KINDS]>,
    moments: Box<[Moments; KINDS]>,
    runs: Box<[Run]>,
    /// Expected rounds by run, in thousandths; `u32::MAX` for never.
    rounds: Box<[u32]>,
    /// The middle of each interval, in rounds.
    pub(super) middles: Ticks,
    /// The most spaces and the mean of the movement die.
    pub(super) mean_movement: f32,
}

/// The ends of the intervals, in rounds: every round at first, then ever longer.
fn ends(steps: usize) -> [usize; TICKS + 1] {
    let horizon = HORIZON * steps;
    let ends = |slack: usize| {
        let mut ends = [0; TICKS + 1];
        for tick in 0..TICKS {
            ends[tick + 1] = ends[tick] + 1 + ends[tick] * slack / 64;
        }
        ends
    };
    let mut slack = 0;
    while ends(slack)[TICKS] < horizon {
        slack += 1;
    }
    ends(slack)
}

impl Alone {
    pub(super) fn new(own: &[u8; HORSES], movement_die: &[u8; MOVEMENT_SIDES], spaces: u8) -> Self {
        let steps = usize::from(spaces) + 1;
        let ends = ends(steps);
        let mut made = Self {
            steps,
            first: Box::new([u32::MAX; KINDS]),
            moments: Box::new([Moments::default(); KINDS]),
            runs: Box::default(),
            rounds: Box::default(),
            middles: std::array::from_fn(|tick| (ends[tick] + ends[tick + 1]) as f32 / 2.0),
            mean_movement: movement_die.iter().map(|side| f32::from(*side)).sum::<f32>()
                / MOVEMENT_SIDES as f32,
        };
        let (mut runs, mut rounds) = (Vec::new(), Vec::new());
        for &rolled in own {
            for kind in Kind::all(rolled) {
                if made.first[kind.index()] != u32::MAX {
                    continue;
                }
                let chances = kind.steps(movement_die);
                made.first[kind.index()] = runs.len() as u32;
                made.moments[kind.index()] = moments(&chances);
                let crossed = crossed(&chances, steps, ends[TICKS] + 2);
                runs.extend((1..=steps).map(|line| run(&crossed, line, &ends)));
                rounds.extend(expected_rounds(&chances, steps));
            }
        }
        made.runs = runs.into();
        made.rounds = rounds.into();
        made
    }

    /// The place of a run in the tables. Kinds and lines come from races of this edition; anything
    /// else is the first run.
    #[inline]
    fn place(&self, kind: Kind, to_go: usize) -> usize {
        let first = self.first.get(kind.index()).copied().unwrap_or(0) as usize;
        first + to_go.clamp(1, self.steps) - 1
    }

    /// When a horse crosses a line so many steps ahead.
    #[inline]
    pub(super) fn run(&self, kind: Kind, to_go: usize) -> &Run {
        &self.runs[self.place(kind, to_go)]
    }

    #[inline]
    pub(super) fn moments(&self, kind: Kind) -> Moments {
        self.moments[kind.index()]
    }

    /// The rounds it needs on average, in thousandths; `None` if it never gets there.
    pub(super) fn rounds(&self, kind: Kind, to_go: usize) -> Option<u32> {
        Some(self.rounds[self.place(kind, to_go)]).filter(|rounds| *rounds != u32::MAX)
    }
}

fn moments(chances: &[f64]) -> Moments {
    let (mut mean, mut square) = (0.0, 0.0);
    for (steps, chance) in chances.iter().enumerate() {
        mean += chance * steps as f64;
        square += chance * (steps * steps) as f64;
    }
    Moments { mean: mean as f32, variance: (square - mean * mean).max(0.0) as f32 }
}

/// By round and by steps: the chance that a horse has made so many steps by then.
fn crossed(chances: &[f64], steps: usize, rounds: usize) -> Vec<Vec<f64>> {
    // The chance of each number of steps made; the last stands for it and all beyond.
    let mut made = vec![0.0; steps + 1];
    made[0] = 1.0;
    let mut crossed = Vec::with_capacity(rounds + 1);
    for _ in 0..=rounds {
        let mut at_least: Vec<f64> = made.clone();
        for line in (0..steps).rev() {
            at_least[line] += at_least[line + 1];
        }
        crossed.push(at_least);
        let mut next = vec![0.0; steps + 1];
        for (from, before) in made.iter().enumerate() {
            for (more, chance) in chances.iter().enumerate() {
                next[(from + more).min(steps)] += before * chance;
            }
        }
        made = next;
    }
    crossed
}

fn run(crossed: &[Vec<f64>], line: usize, ends: &[usize; TICKS + 1]) -> Run {
    // At a whole or half round, given in halves.
    let at = |halves: usize| (crossed[halves / 2][line] + crossed[halves.div_ceil(2)][line]) / 2.0;
    let chance = |tick: usize| crossed[ends[tick]][line];
    Run {
        crosses: std::array::from_fn(|tick| (chance(tick + 1) - chance(tick)) as f32),
        crossed: std::array::from_fn(|tick| ((chance(tick) + chance(tick + 1)) / 2.0) as f32),
        growth: std::array::from_fn(|tick| {
            let middle = ends[tick] + ends[tick + 1];
            let (before, after) = (middle.saturating_sub(2), middle + 2);
            ((at(after) - at(before)) * 2.0 / (after - before) as f64) as f32
        }),
    }
}

/// Expected rounds for each number of steps to go from 1, in thousandths: the round that comes and
/// what is expected after it, solved for the chance of standing still.
fn expected_rounds(chances: &[f64], steps: usize) -> Vec<u32> {
    let still = chances[0];
    let mut rounds = vec![0.0; steps + 1];
    for to_go in 1..=steps {
        let moving = (1..chances.len().min(to_go)).map(|more| chances[more] * rounds[to_go - more]);
        rounds[to_go] = (1.0 + moving.sum::<f64>()) / (1.0 - still);
    }
    // Never, a division by zero, saturates.
    rounds[1..].iter().map(|rounds| (rounds * 1000.0 + 0.5) as u32).collect()
}
