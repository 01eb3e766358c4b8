//! Who will finish where, if nobody pushes any more: an approximation that is fast enough to be
//! asked at every decision.
//!
//! In each round a horse moves by its own roll and by the boxes that are marked on the other cards,
//! independently of all other rounds. So the chance that it has crossed the finish line after so many
//! rounds is exact, and depends on nothing but its spaces to go, its own box, and how many faces of
//! the horse die mark it: one table holds all of it, made once for an edition.
//!
//! What is approximated is the race: the horses are taken to be independent of each other. One die
//! moves them all, so a round that moves one often leaves another where it is, and marks that horses
//! share move them together. The first is made good by letting rounds come at random times: who
//! crosses first does not depend on when rounds come, and in a Poisson process horses that share no
//! card are truly independent. So much of the randomness is taken as the horses of this race share no
//! moves ([`Chances::scatter`]). Chances of a place are then brought to a sum of one over the horses.
//!
//! Against simulation of races from where random games stand at random moments
//! (`tests/long_shot_chances.rs`), the mean absolute error is 0.9, 1.3 and 1.2 percentage points for
//! the three places and 1.5 for standing past the No Bet line, of which the simulation itself brings
//! 0.2 to 0.5; one in twenty is off by more than about 4 points, and the largest by 16, where several
//! horses stand right before the line and a single roll decides.
//!
//! Only sums, products and quotients of 32-bit floating-point numbers in a fixed order are used, so the
//! same bits come out on every machine.

use super::edition::{Edition, HORSES, PLACES};
use super::track::Track;

/// Moments that are looked at: now, and after each of the rounds to come. A race that nobody pushes
/// takes 28 from the start, and more than 63 once in thousands.
const MOMENTS: usize = 64;

/// How often the lower number is ahead where two horses cross in the same round: always where a third
/// horse was rolled whose card marks both (LS-13), else the one rolled.
const LOWER_FIRST: f32 = 0.65;

/// A chance at each moment; element i is the one after i rounds.
type Course = [f32; MOMENTS];

/// Degrees of scatter that are told apart.
const SCATTERS: usize = 8;

/// One million, the unit of published chances.
const MILLION: f32 = 1_000_000.0;

/// Faces of the horse die that mark a horse, from none to all.
const MARKING: usize = HORSES + 1;

/// The chances of every horse to finish 1st, 2nd, 3rd, or to stand past the No Bet line at the end, in
/// parts per million.
pub type PlaceChances = [[u32; HORSES]; PLACES + 1];

/// The crossing chances of single horses on one track.
#[derive(Clone, Debug)]
pub(super) struct Chances {
    /// By the faces of the horse die that show a horse: a table by whether its own box is marked, how
    /// many other faces mark it, and spaces to go, of the chance that it has moved so far. Tables that
    /// no horse needs are empty.
    moved: [Vec<Course>; HORSES + 1],
    /// Faces of the horse die, by horse.
    faces: [u8; HORSES],
    /// The mean of the movement die, in spaces.
    movement: f32,
    /// Spaces from behind the Start/Finish line until the finish line is crossed.
    length: u8,
    /// Spaces from the first one past the No Bet line until the finish line is crossed.
    past: u8,
}

impl Chances {
    /// The tables of an edition.
    pub(super) fn new(edition: &Edition) -> Self {
        let mut faces = [0; HORSES];
        for horse in edition.horse_die {
            faces[usize::from(horse)] += 1;
        }
        let length = edition.spaces + 1;
        let mut moved: [Vec<Course>; HORSES + 1] = Default::default();
        for own in faces {
            let table = &mut moved[usize::from(own)];
            if table.is_empty() {
                let kinds = (0..SCATTERS).flat_map(|scatter| {
                    let own_box = [false, true].into_iter();
                    own_box.flat_map(move |own_box| {
                        (0..MARKING).map(move |marking| (scatter, own_box, marking))
                    })
                });
                *table = kinds
                    .flat_map(|(scatter, own_box, marking)| {
                        let scatter = scatter as f64 / SCATTERS as f64;
                        one_horse(edition, scatter, own, own_box, marking)
                    })
                    .collect();
            }
        }
        let sides = edition.movement_die.len() as f32;
        let sum: f32 = edition.movement_die.iter().map(|face| f32::from(*face)).sum();
        Self { moved, faces, movement: sum / sides, length, past: length - (edition.no_bet + 1) }
    }

    /// The chance that a horse has moved `to_go` spaces, at each moment.
    fn has_moved(&self, track: &Track, scatter: usize, horse: u8, to_go: u8) -> &Course {
        let own = self.faces[usize::from(horse)];
        let marking: u8 = (0..HORSES as u8)
            .filter(|card| *card != horse && track.bar(*card) >> horse & 1 == 1)
            .map(|card| self.faces[usize::from(card)])
            .sum();
        let own_box = usize::from(track.bar(horse) >> horse & 1);
        let kind = (scatter * 2 + own_box) * MARKING + usize::from(marking);
        &self.moved[usize::from(own)][kind * (usize::from(self.length) + 1) + usize::from(to_go)]
    }

    /// How much of the randomness of a Poisson process rounds are given, in parts of [`SCATTERS`]:
    /// as much as makes the products of the spaces that two horses move in a round, summed over all
    /// pairs, what they would be for independent horses. None where they share more than that.
    fn scatter(&self, track: &Track) -> usize {
        let running = !track.finished();
        let mean = self.movement;
        let (mut speeds, mut together) = ([0.0_f32; HORSES], 0.0);
        for card in 0..HORSES {
            let share = f32::from(self.faces[card]) / HORSES as f32;
            let marked = track.bar(card as u8) & running;
            let (mut sum, mut squares) = (0.0, 0.0);
            for (horse, speed) in speeds.iter_mut().enumerate() {
                let mut moved = f32::from(marked >> horse & 1);
                if horse == card && running >> horse & 1 == 1 {
                    moved += mean;
                }
                *speed += share * moved;
                sum += moved;
                squares += moved * moved;
            }
            together += share * (sum * sum - squares);
        }
        let sum: f32 = speeds.iter().sum();
        let squares: f32 = speeds.iter().map(|speed| speed * speed).sum();
        let apart = sum * sum - squares;
        if apart <= 0.0 {
            return 0;
        }
        let scatter = (1.0 - together / apart).clamp(0.0, 1.0);
        ((scatter * SCATTERS as f32 + 0.5) as usize).min(SCATTERS - 1)
    }

    /// The chances of the race as it stands.
    pub(super) fn places(&self, track: &Track) -> PlaceChances {
        let mut chances = [[0; HORSES]; PLACES + 1];
        let finished = track.finished();
        for (place, horse) in track.placed()[..track.finishers().into()].iter().enumerate() {
            chances[place][usize::from(*horse)] = MILLION as u32;
        }
        let to_go = |horse: u8| self.length - track.position(horse);
        let free = PLACES - usize::from(track.finishers());
        let running = (0..HORSES as u8).filter(|horse| finished >> horse & 1 == 0);
        if free == 0 {
            for horse in running.filter(|horse| to_go(*horse) <= self.past) {
                chances[PLACES][usize::from(horse)] = MILLION as u32;
            }
            return chances;
        }

        let scatter = self.scatter(track);
        const NEVER: Course = [0.0; MOMENTS];
        let crossed: [&Course; HORSES] = std::array::from_fn(|horse| match finished >> horse & 1 {
            1 => &NEVER,
            _ => self.has_moved(track, scatter, horse as u8, to_go(horse as u8)),
        });
        // Ahead of a horse that crosses in a round are those that have crossed before, and of those
        // that cross in the same round most of the lower numbers and few of the higher ones.
        let mut lower = [Crossed::NOBODY; HORSES + 1];
        let mut higher = [Crossed::NOBODY; HORSES + 1];
        let mut below = [Crossed::NOBODY; HORSES + 1];
        let mut above = [Crossed::NOBODY; HORSES + 1];
        for horse in 0..HORSES {
            let back = HORSES - 1 - horse;
            lower[horse + 1] = lower[horse].and(&tied(crossed[horse], LOWER_FIRST));
            higher[back] = higher[back + 1].and(&tied(crossed[back], 1.0 - LOWER_FIRST));
            below[horse + 1] = below[horse].and(crossed[horse]);
            above[back] = above[back + 1].and(crossed[back]);
        }
        let mut found = [[0.0_f32; HORSES]; PLACES + 1];
        for horse in running {
            let own = crossed[usize::from(horse)];
            let horse = usize::from(horse);
            let ahead = lower[horse].with(&higher[horse + 1]);
            for (place, ahead) in ahead.0[..free].iter().enumerate() {
                found[PLACES - free + place][horse] =
                    sum(|now| (own[now + 1] - own[now]) * ahead[now]);
            }
            let beaten = ahead.fewer_than(free);
            let open = below[horse].with(&above[horse + 1]).fewer_than(free);
            let past = match to_go(horse as u8).saturating_sub(self.past) {
                0 => &[1.0; MOMENTS],
                to_line => self.has_moved(track, scatter, horse as u8, to_line),
            };
            // The last place is taken while it stands past the line; or it would cross in the very
            // round in which that happens, but comes too late and stops before the line.
            found[PLACES][horse] = sum(|now| {
                (open[now] - open[now + 1]) * (past[now + 1] - own[now + 1])
                    + (own[now + 1] - own[now]) * (open[now] - beaten[now])
            });
        }
        for place in PLACES - free..PLACES {
            let all: f32 = found[place].iter().sum();
            if all > 0.0 {
                for (chance, found) in chances[place].iter_mut().zip(found[place]) {
                    *chance = (found / all * MILLION + 0.5) as u32;
                }
            }
        }
        for (chance, found) in chances[PLACES].iter_mut().zip(found[PLACES]) {
            *chance = (found.clamp(0.0, 1.0) * MILLION + 0.5) as u32;
        }
        chances
    }
}

/// The sum over the rounds to come, round i lying between moments i and i + 1, in eight lanes.
#[inline]
fn sum(round: impl Fn(usize) -> f32) -> f32 {
    const LANES: usize = 8;
    let mut lanes = [0.0; LANES];
    for first in (0..MOMENTS - LANES).step_by(LANES) {
        for (lane, sum) in lanes.iter_mut().enumerate() {
            *sum += round(first + lane);
        }
    }
    for (lane, sum) in lanes.iter_mut().enumerate().take(LANES - 1) {
        *sum += round(MOMENTS - LANES + lane);
    }
    lanes.iter().sum()
}

/// The chance at each moment that a horse has crossed by then, or crosses in the round to come ahead
/// of another that does, which it is with a chance of `first`.
#[inline]
fn tied(crossed: &Course, first: f32) -> Course {
    let mut tied = [0.0; MOMENTS];
    for now in 0..MOMENTS - 1 {
        tied[now] = crossed[now] + first * (crossed[now + 1] - crossed[now]);
    }
    tied[MOMENTS - 1] = crossed[MOMENTS - 1];
    tied
}

/// The chances that none, one and two of some horses have crossed, at each moment.
#[derive(Clone, Copy)]
struct Crossed([Course; PLACES]);

impl Crossed {
    /// Of no horse.
    const NOBODY: Self = Self([[1.0; MOMENTS], [0.0; MOMENTS], [0.0; MOMENTS]]);

    /// Of these and one more.
    #[inline]
    fn and(&self, crossed: &Course) -> Self {
        let Self([none, one, two]) = self;
        let mut all = Self::NOBODY;
        for now in 0..MOMENTS {
            let (has, not) = (crossed[now], 1.0 - crossed[now]);
            all.0[0][now] = none[now] * not;
            all.0[1][now] = one[now] * not + none[now] * has;
            all.0[2][now] = two[now] * not + one[now] * has;
        }
        all
    }

    /// Of these and those.
    #[inline]
    fn with(&self, those: &Self) -> Self {
        let (Self([none, one, two]), Self([nobody, single, pair])) = (self, those);
        let mut all = Self::NOBODY;
        for now in 0..MOMENTS {
            all.0[0][now] = none[now] * nobody[now];
            all.0[1][now] = one[now] * nobody[now] + none[now] * single[now];
            all.0[2][now] = two[now] * nobody[now] + one[now] * single[now] + none[now] * pair[now];
        }
        all
    }

    /// The chance that fewer than `count` have.
    #[inline]
    fn fewer_than(&self, count: usize) -> Course {
        let mut sum = [0.0; MOMENTS];
        for course in &self.0[..count] {
            for (sum, chance) in sum.iter_mut().zip(course) {
                *sum += chance;
            }
        }
        sum
    }
}

/// By spaces to go: the chance that a horse has moved so far, at each moment. `own` faces of the horse
/// die show it, so many others mark its box, and its own card does if `own_box`; rounds are scattered
/// from 0 (one in each unit of time) to 1 (a Poisson process).
fn one_horse(
    edition: &Edition,
    scatter: f64,
    own: u8,
    own_box: bool,
    marking: usize,
) -> Vec<Course> {
    let width = usize::from(edition.spaces) + 2;
    let all_faces = HORSES as f64;
    // The chance to move so many spaces in a round; the last entry stands for all beyond.
    let mut steps = vec![0.0_f64; width];
    for spaces in edition.movement_die {
        let moved = usize::from(spaces) + usize::from(own_box);
        steps[moved.min(width - 1)] +=
            f64::from(own) / all_faces / edition.movement_die.len() as f64;
    }
    let marking = marking.min(HORSES - usize::from(own));
    steps[1] += marking as f64 / all_faces;
    steps[0] += (HORSES - usize::from(own) - marking) as f64 / all_faces;
    // Rounds that come at random times, one in each unit of time on average, take part of it.
    let random = arrivals(&steps);
    for (step, random) in steps.iter_mut().zip(random) {
        *step += scatter * (random - *step);
    }
    let mut at = vec![0.0_f64; width];
    at[0] = 1.0;
    let mut moved = vec![[0.0; MOMENTS]; width];
    for now in 0..MOMENTS {
        let mut beyond = 0.0;
        for (share, moved) in at.iter().zip(&mut moved).rev() {
            beyond += share;
            moved[now] = beyond as f32;
        }
        let mut next = vec![0.0; width];
        for (from, share) in at.iter().enumerate() {
            for (spaces, chance) in steps.iter().enumerate() {
                next[(from + spaces).min(width - 1)] += share * chance;
            }
        }
        at = next;
    }
    moved
}

/// What comes of a Poisson number of steps with mean 1.
fn arrivals(steps: &[f64]) -> Vec<f64> {
    let width = steps.len();
    let mut all = vec![0.0; width];
    let mut some = vec![0.0; width];
    some[0] = 1.0;
    // e⁻¹, and then each weight from the one before.
    let mut weight = 0.367_879_441_171_442_33;
    for number in 1..=20 {
        for (sum, share) in all.iter_mut().zip(&some) {
            *sum += weight * share;
        }
        let mut next = vec![0.0; width];
        for (from, share) in some.iter().enumerate() {
            for (spaces, chance) in steps.iter().enumerate() {
                next[(from + spaces).min(width - 1)] += share * chance;
            }
        }
        some = next;
        weight /= f64::from(number);
    }
    all
}
