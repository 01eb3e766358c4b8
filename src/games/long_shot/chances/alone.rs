//! One horse alone: when it gets so many steps ahead.
//!
//! Whatever the other horses do, the steps of a horse in a round depend only on its own number, on
//! whether its own card marks it and on how many other cards do ([`Kind`]), and rounds are
//! independent. So its law is one walk for each kind, made once for an edition.

use super::{HORSES, MOVEMENT_SIDES};

/// Rounds are followed for so many times the steps of the track: by then the slowest horses have
/// crossed, who need fewer than four rounds for a step.
const HORIZON: usize = 5;

/// Before its early round a horse has crossed with less than this chance.
const EARLY: f64 = 0.01;
/// From its late round on a horse has crossed with at least this chance.
const LATE: f64 = 0.99;

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
#[derive(Clone, Copy, Debug)]
pub(super) struct Run<'a> {
    /// The chance that it has crossed after each number of rounds, from 0.
    pub(super) crossed: &'a [f32],
    /// The last round after which it has hardly ever crossed.
    pub(super) early: u16,
    /// The first round after which it has nearly always crossed.
    pub(super) late: u16,
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
    /// The rounds that are followed.
    pub(super) rounds: usize,
    /// The first run of a kind; `u32::MAX` for kinds that do not occur.
    first: Box<[u32; KINDS]>,
    moments: Box<[Moments; KINDS]>,
    /// [`Run::crossed`] by run and round.
    crossed: Box<[f32]>,
    /// [`Run::early`] and [`Run::late`] by run.
    bounds: Box<[[u16; 2]]>,
    /// The mean of the movement die.
    pub(super) mean_movement: f32,
}

impl Alone {
    pub(super) fn new(own: &[u8; HORSES], movement_die: &[u8; MOVEMENT_SIDES], spaces: u8) -> Self {
        let steps = usize::from(spaces) + 1;
        let rounds = HORIZON * steps;
        let mut first = Box::new([u32::MAX; KINDS]);
        let mut laws = Box::new([Moments::default(); KINDS]);
        let (mut crossed, mut bounds) = (Vec::new(), Vec::new());
        for kind in own.iter().flat_map(|rolled| Kind::all(*rolled)) {
            if first[kind.index()] != u32::MAX {
                continue;
            }
            let chances = kind.steps(movement_die);
            first[kind.index()] = bounds.len() as u32;
            laws[kind.index()] = moments(&chances);
            let walk = walk(&chances, steps, rounds);
            for line in 1..=steps {
                let run = walk.iter().map(|at_least| at_least[line]);
                let late = run.clone().position(|chance| chance >= LATE).unwrap_or(rounds);
                let early = run.clone().filter(|chance| *chance < EARLY).count().max(1) - 1;
                bounds.push([early as u16, late as u16]);
                crossed.extend(run.map(|chance| chance as f32));
            }
        }
        let movement: f32 = movement_die.iter().map(|side| f32::from(*side)).sum();
        Self {
            rounds,
            first,
            moments: laws,
            crossed: crossed.into(),
            bounds: bounds.into(),
            mean_movement: movement / MOVEMENT_SIDES as f32,
        }
    }

    /// The place of a run in the tables. Kinds and lines are those of races of this edition.
    #[inline]
    fn place(&self, kind: Kind, to_go: usize) -> usize {
        self.first[kind.index()] as usize + to_go - 1
    }

    /// When a horse crosses a line so many steps ahead, from 1 to the steps of the track.
    #[inline]
    pub(super) fn run(&self, kind: Kind, to_go: usize) -> Run<'_> {
        let place = self.place(kind, to_go);
        let rounds = self.rounds + 1;
        let [early, late] = self.bounds[place];
        Run { crossed: &self.crossed[place * rounds..(place + 1) * rounds], early, late }
    }

    #[inline]
    pub(super) fn moments(&self, kind: Kind) -> Moments {
        self.moments[kind.index()]
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

/// By round and by steps: the chance that a horse has made at least so many steps by then.
fn walk(chances: &[f64], steps: usize, rounds: usize) -> Vec<Vec<f64>> {
    // The chance of each number of steps made; the last stands for it and all beyond.
    let mut made = vec![0.0; steps + 1];
    made[0] = 1.0;
    let mut walk = Vec::with_capacity(rounds + 1);
    for _ in 0..=rounds {
        let mut at_least = made.clone();
        for line in (0..steps).rev() {
            at_least[line] += at_least[line + 1];
        }
        walk.push(at_least);
        let mut next = vec![0.0; steps + 1];
        for (from, before) in made.iter().enumerate() {
            for (more, chance) in chances.iter().enumerate() {
                next[(from + more).min(steps)] += before * chance;
            }
        }
        made = next;
    }
    walk
}
