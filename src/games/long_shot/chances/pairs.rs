//! The probability that one horse of a pair crosses a line before the other, by its own finish time.
//!
//! The steps of two horses in a round depend only on the dice and boxes that move them ([`Pair`]), and
//! rounds are independent. One recursion over rounds gives, for all distances of both, the probability
//! that neither has crossed. The probability that a horse crosses by a given round and before the other
//! is a weighted sum of a few neighbouring entries of the recursion, summed over rounds; the weights are
//! the same in every round. The sum is read where a part of the horse's own finish time ends ([`ENDS`]).

use std::sync::OnceLock;

use super::{HORSES, MOVEMENT_SIDES};

/// The number of parts of a horse's finish time, divided by the probability that it has crossed.
pub(super) const PARTS: usize = 4;
/// The ends of the parts. The first parts are short, since a horse that crosses early takes a place.
const ENDS: [f32; PARTS + 1] = [0.0, 0.08, 0.36, 0.75, 1.0];
/// The share of each part.
pub(super) const SHARES: [f32; PARTS] =
    [ENDS[1] - ENDS[0], ENDS[2] - ENDS[1], ENDS[3] - ENDS[2], ENDS[4] - ENDS[3]];

/// The maximum number of rounds of the recursion, as a multiple of the steps of the track: a horse that
/// has not crossed by then is too late for a place.
const HORIZON: usize = 5;
/// The recursion ends earlier once the probability that neither horse has crossed is below this.
const DOUBT: f32 = 5e-4;

/// The lower bound of divisors.
const LEAST: f32 = 1e-6;

/// The number of sets of the four boxes of two horses on their own two cards.
const BOXES: usize = 16;
const WEIGHTS: usize = HORSES + 1;
/// One more than the maximum steps of a horse in a round: the highest face and its mark on its own card.
const STEPS: usize = super::super::edition::MAX_MOVEMENT as usize + 2;
/// The number of values computed together.
const LANES: usize = 16;
/// The number of values of a grid that one step of the recursion computes together.
const BLOCK: usize = 64;
/// The number of padding values before each row and of padding rows before a grid, where a horse has
/// crossed.
const BEFORE: usize = STEPS - 1;

/// Two horses, the lower number first, and the dice and boxes that move them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// The numbers of sides of the horse die that show the first and the second.
    pub(super) rolled: [u8; 2],
    /// Bit 0: the first horse is marked on its own card; bit 1: the second on the card of the first;
    /// bit 2: the first on the card of the second; bit 3: the second on its own card.
    pub(super) boxes: u8,
    /// The number of sides of the horse die that show another card which marks both.
    pub(super) both: u8,
    /// The number of these sides whose card marks only the first.
    pub(super) first: u8,
    /// The number of these sides whose card marks only the second.
    pub(super) second: u8,
}

/// For each horse of a pair and each part of its finish time: the probability that the other horse has
/// crossed before, in units of 1/65,535.
pub(super) type Entry = [[u16; PARTS]; 2];

/// The event by which the other horse is ahead of a horse.
#[derive(Clone, Copy)]
pub(super) enum Line {
    /// The other crosses the finish line before the horse, with the order within a round (LS-13,
    /// LS-17). Finish times of the horse start after the next round.
    Finish = 0,
    /// The other crosses the finish line in an earlier round than the horse passes the No Bet line.
    NoBet = 1,
}

/// The entries of all pairs of an edition, computed when first read.
#[derive(Debug)]
pub(super) struct Pairs {
    pub(super) steps: usize,
    /// The maximum number of steps to go until a horse is past the No Bet line.
    to_line: usize,
    movement_die: [u8; MOVEMENT_SIDES],
    /// Whether the CPU has AVX2, with vectors of eight values.
    pub(super) wide: bool,
    /// The first kind for each pair of numbers of sides; `u32::MAX` for pairs that do not occur.
    first: Box<[u32; WEIGHTS * WEIGHTS]>,
    /// The index of a split into sides that move both, only the first and only the second.
    splits: Box<[u8; WEIGHTS * WEIGHTS * WEIGHTS]>,
    /// Entries by kind (first kind, boxes and split); in each by line, steps to go of the first and of
    /// the second.
    kinds: Box<[OnceLock<Box<[Entry]>>]>,
}

const fn split(both: usize, first: usize, second: usize) -> usize {
    (both * WEIGHTS + first) * WEIGHTS + second
}

/// The number of ways to split at most `sides` sides into three parts.
const fn splits(sides: usize) -> usize {
    (sides + 1) * (sides + 2) * (sides + 3) / 6
}

impl Pairs {
    pub(super) fn new(
        own: &[u8; HORSES],
        movement_die: &[u8; MOVEMENT_SIDES],
        (spaces, no_bet): (u8, u8),
        wide: bool,
    ) -> Self {
        // Splits of fewer sides come first, so a pair with fewer other sides uses a prefix.
        let mut places = Box::new([0; WEIGHTS * WEIGHTS * WEIGHTS]);
        let mut listed = 0;
        for sides in 0..=HORSES {
            for both in 0..=sides {
                for first in 0..=sides - both {
                    places[split(both, first, sides - both - first)] = listed as u8;
                    listed += 1;
                }
            }
        }
        let mut first = Box::new([u32::MAX; WEIGHTS * WEIGHTS]);
        let mut kinds = 0;
        for a in 0..HORSES {
            for b in a + 1..HORSES {
                let [a, b] = [own[a], own[b]].map(usize::from);
                let first = &mut first[a * WEIGHTS + b];
                if *first == u32::MAX {
                    *first = kinds as u32;
                    kinds += BOXES * splits(HORSES - a - b);
                }
            }
        }
        Self {
            steps: usize::from(spaces) + 1,
            to_line: usize::from(no_bet.min(spaces)) + 1,
            movement_die: *movement_die,
            wide,
            first,
            splits: places,
            kinds: (0..kinds).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The kind of two horses of the edition; computes its entries if needed.
    #[inline]
    pub(super) fn kind(&self, pair: &Pair) -> u32 {
        let [a, b] = pair.rolled.map(usize::from);
        let left = splits(HORSES.saturating_sub(a + b));
        let split = split(pair.both.into(), pair.first.into(), pair.second.into());
        let place = usize::from(pair.boxes) * left + usize::from(self.splits[split]);
        let kind = self.first[a * WEIGHTS + b].saturating_add(place as u32);
        if let Some(entries) = self.kinds.get(kind as usize) {
            entries.get_or_init(|| self.entries(pair));
        }
        kind
    }

    /// The entries of a computed kind, by line, steps to go of the first and of the second.
    #[inline(always)]
    pub(super) fn of_kind(&self, kind: u32) -> &[Entry] {
        self.kinds.get(kind as usize).and_then(OnceLock::get).map_or(&[], |entries| entries)
    }

    #[cold]
    fn entries(&self, pair: &Pair) -> Box<[Entry]> {
        let rolls = Rolls::new(pair, &self.movement_die);
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: `wide` is set only if the CPU has AVX2.
            return unsafe { entries_wide(&rolls, self.steps, self.to_line) };
        }
        entries(&rolls, self.steps, self.to_line)
    }
}

/// [`entries`], compiled with AVX2 vectors.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn entries_wide(rolls: &Rolls, steps: usize, to_line: usize) -> Box<[Entry]> {
    entries(rolls, steps, to_line)
}

/// Probabilities or weights by the steps of one horse and of the other.
type BySteps = [[f32; STEPS]; STEPS];

/// The effect of a roll of both dice on a pair.
struct Rolls {
    /// The joint distribution of the steps of the first and of the second.
    steps: BySteps,
    /// The probability that the second horse is rolled and moves a number of steps, and then the first
    /// moves one, by those steps. In any other roll that moves both, the first moves first: it is the
    /// horse rolled or the lower number on a bar.
    second_first: [f32; STEPS],
}

impl Rolls {
    fn new(pair: &Pair, movement_die: &[u8; MOVEMENT_SIDES]) -> Self {
        let mut steps = BySteps::default();
        let mut second_first = [0.0; STEPS];
        let bit = |place: u8| usize::from(pair.boxes >> place & 1);
        let all = HORSES as f32;
        let [first, second] = pair.rolled.map(|sides| f32::from(sides) / all);
        let side = 1.0 / MOVEMENT_SIDES as f32;
        for movement in movement_die.map(usize::from) {
            steps[movement + bit(0)][bit(1)] += first * side;
            steps[bit(2)][movement + bit(3)] += second * side;
            second_first[movement] += second * side * bit(2) as f32;
        }
        let others = [pair.both, pair.first, pair.second].map(|sides| f32::from(sides) / all);
        steps[1][1] += others[0];
        steps[1][0] += others[1];
        steps[0][1] += others[2];
        steps[0][0] += 1.0 - first - second - others.iter().sum::<f32>();
        Self { steps, second_first }
    }

    /// For each horse and [`Line`], the weights of the probabilities that neither has crossed before a
    /// round, by how many steps fewer the horse and the other have to go. The weighted sum is the
    /// probability that the horse crosses in the round and the other has not crossed before it
    /// ([`Line::Finish`]) or in an earlier round ([`Line::NoBet`]).
    fn crossing(&self) -> [[BySteps; 2]; 2] {
        let mut not_earlier = [BySteps::default(); 2];
        for (first, row) in self.steps.iter().enumerate() {
            for (second, chance) in row.iter().enumerate() {
                for (weights, own) in not_earlier.iter_mut().zip([first, second]) {
                    weights[0][0] += chance;
                    weights[own][0] -= chance;
                }
            }
        }
        let [mut first, mut second] = not_earlier;
        let both_cross = |weights: &mut BySteps, own: usize, other: usize, chance: f32| {
            weights[0][0] -= chance;
            weights[own][0] += chance;
            weights[0][other] += chance;
            weights[own][other] -= chance;
        };
        for (movement, chance) in self.second_first.iter().enumerate() {
            both_cross(&mut first, 1, movement, *chance);
            both_cross(&mut second, movement, 1, -chance);
        }
        for (steps, row) in self.steps.iter().enumerate().skip(1) {
            for (others, chance) in row.iter().enumerate().skip(1) {
                both_cross(&mut second, others, steps, *chance);
            }
        }
        let [not_earlier_first, not_earlier_second] = not_earlier;
        [[first, not_earlier_first], [second, not_earlier_second]]
    }
}

/// The entries of a pair by line, steps to go of the first horse and of the second. At [`Line::NoBet`],
/// entries for more than `to_line` steps stay 0.
#[inline(always)]
fn entries(rolls: &Rolls, steps: usize, to_line: usize) -> Box<[Entry]> {
    let mut entries = vec![Entry::default(); 2 * steps * steps];
    let [first, second] = rolls.crossing();
    let turned = std::array::from_fn(|second| rolls.steps.map(|row| row[second]));
    Walk::new(rolls.steps, first, steps, to_line).write(&mut entries, 0);
    Walk::new(turned, second, steps, to_line).write(&mut entries, 1);
    entries.into()
}

/// Values by the steps to go of a horse and of the other, from 1; 0 if either has none to go. The end is
/// padded to whole blocks.
#[derive(Clone)]
struct Grid {
    /// The distance between rows.
    stride: usize,
    figures: Vec<f32>,
}

impl Grid {
    fn new(steps: usize) -> Self {
        let stride = BEFORE + steps.next_multiple_of(LANES);
        let figures = BEFORE * (stride + 1) + (steps * stride).next_multiple_of(BLOCK);
        Self { stride, figures: vec![0.0; figures] }
    }

    /// The index of the first value in the row of `own` steps, from 1.
    #[inline(always)]
    fn at(&self, own: usize) -> usize {
        (BEFORE + own - 1) * self.stride + BEFORE
    }
}

/// `N` values from an index on.
#[inline(always)]
fn lanes<const N: usize>(figures: &[f32], at: usize) -> &[f32; N] {
    figures[at..].first_chunk().unwrap_or(&[0.0; N])
}

/// Adds `figures * factor` to `sums`.
#[inline(always)]
fn add<const N: usize>(sums: &mut [f32; N], figures: &[f32; N], factor: f32) {
    for lane in 0..N {
        sums[lane] += figures[lane] * factor;
    }
}

/// The integer part of a number from 0 to below 2^16, with operations that vectorize.
#[inline(always)]
fn whole(number: f32) -> u16 {
    // An `f32` from 2^23 on has no fraction; its lowest bits are the integer.
    const SHIFT: f32 = (1 << 23) as f32;
    let rounded = number + SHIFT - SHIFT;
    let whole = if rounded > number { rounded - 1.0 } else { rounded };
    (whole + SHIFT).to_bits() as u16
}

/// The recursion over rounds for one horse of a pair.
struct Walk {
    steps: usize,
    /// The outcomes of a roll: the offset back in a grid, and the probability.
    moves: Vec<(usize, f32)>,
    /// The weights of [`Rolls::crossing`] by line: the offset back in a grid, and the weight.
    weights: [Vec<(usize, f32)>; 2],
    /// The distribution of the steps of the horse in a round.
    law: [f32; STEPS],
    /// The probability that the horse has crossed before a round and after it, by steps to go, as a row
    /// of a grid.
    crossed: [Vec<f32>; 2],
    /// The probability that neither has crossed before the round and after it.
    open: [Grid; 2],
    /// The first grid of `open`, summed over the rounds before.
    sum: Grid,
    /// The probability to have crossed at the end of the current part, by line and steps to go;
    /// `f32::MAX` beyond the entries needed.
    ends: [Vec<f32>; 2],
    /// The number of the current part and the total probability of all parts, by line and steps to go.
    parts: [Vec<(usize, f32)>; 2],
    /// The weighted sum when the current part began, by line and the steps of both.
    began: [Grid; 2],
}

/// The probability to have crossed at the end of part `number`; `all` is the total of all parts.
#[inline(always)]
fn end(number: usize, all: f32) -> f32 {
    ENDS.get(number + 1).map_or(f32::MAX, |end| 1.0 - all * (1.0 - end))
}

impl Walk {
    fn new(rolls: BySteps, weights: [BySteps; 2], steps: usize, to_line: usize) -> Self {
        let sum = Grid::new(steps);
        let mut open = sum.clone();
        for own in 1..=steps {
            let at = open.at(own);
            open.figures[at..at + open.stride - BEFORE].fill(1.0);
        }
        let stride = sum.stride;
        let listed = |weights: BySteps| {
            let places = (0..STEPS * STEPS).map(|place| (place / STEPS, place % STEPS));
            let listed = places.map(|(own, other)| (own * stride + other, weights[own][other]));
            listed.filter(|(_, weight)| *weight != 0.0).collect::<Vec<_>>()
        };
        let none = vec![f32::MAX; steps.next_multiple_of(LANES)];
        let mut ends = [none.clone(), none];
        ends[Line::NoBet as usize][..to_line].fill(end(0, 1.0));
        let mut start = vec![1.0; stride];
        start[BEFORE..].fill(0.0);
        let mut walk = Self {
            steps,
            moves: listed(rolls),
            weights: weights.map(listed),
            law: rolls.map(|row| row.iter().sum()),
            crossed: [start.clone(), start],
            open: [open.clone(), open],
            began: [sum.clone(), sum.clone()],
            sum,
            ends,
            parts: [vec![], vec![(0, 1.0); steps]],
        };
        walk.pass_alone();
        // Finish times start after the next round.
        let later = walk.crossed[1][BEFORE..BEFORE + steps].iter().map(|crossed| 1.0 - crossed);
        walk.ends[0].iter_mut().zip(later.clone()).for_each(|(to, all)| *to = end(0, all));
        walk.parts[0] = later.map(|all| (0, all)).collect();
        walk
    }

    /// Runs the recursion and writes the entries of one horse of the pair.
    #[inline(always)]
    fn write(mut self, entries: &mut [Entry], which: usize) {
        let farthest = self.sum.at(self.steps) + self.steps - 1;
        for round in 0..HORIZON * self.steps {
            if round == 1 {
                for place in 0..self.steps * self.steps.div_ceil(LANES) {
                    self.sum_up(
                        Line::Finish,
                        place % self.steps + 1,
                        place / self.steps * LANES,
                        0.0,
                    );
                }
            }
            self.end_parts(false, entries, which);
            self.pass();
            self.pass_alone();
            if self.open[0].figures[farthest] < DOUBT {
                break;
            }
        }
        self.end_parts(true, entries, which);
    }

    /// Advances the horse alone by a round.
    #[inline(always)]
    fn pass_alone(&mut self) {
        self.crossed.swap(0, 1);
        let [before, after] = &mut self.crossed;
        for at in (BEFORE..after.len()).step_by(LANES) {
            let mut figures = [0.0; LANES];
            for (steps, chance) in self.law.iter().enumerate() {
                add(&mut figures, lanes(before, at - steps), *chance);
            }
            after[at..at + LANES].copy_from_slice(&figures);
        }
    }

    /// Advances both horses by a round.
    #[inline(always)]
    fn pass(&mut self) {
        let [open, next] = &mut self.open;
        for (sum, open) in self.sum.figures.iter_mut().zip(&open.figures) {
            *sum += open;
        }
        let first = open.at(1);
        for (block, next) in next.figures[first..].chunks_exact_mut(BLOCK).enumerate() {
            let at = first + block * BLOCK;
            let mut figures = [0.0; BLOCK];
            for &(back, chance) in &self.moves {
                add(&mut figures, lanes(&open.figures, at - back), chance);
            }
            next.copy_from_slice(&figures);
        }
        next.figures.chunks_exact_mut(open.stride).for_each(|row| row[..BEFORE].fill(0.0));
        self.open.swap(0, 1);
    }

    /// Writes the entries of the parts that end in this round, or of all parts left.
    #[inline(always)]
    fn end_parts(&mut self, all_left: bool, entries: &mut [Entry], which: usize) {
        for place in 0..2 * self.steps.div_ceil(LANES) {
            let line = if place % 2 == 0 { Line::Finish } else { Line::NoBet };
            let first = place / 2 * LANES;
            let ends: &[f32; LANES] = lanes(&self.ends[line as usize], first);
            let after: &[f32; LANES] = lanes(&self.crossed[1], BEFORE + first);
            // One bit for each number of steps whose part may end.
            let mut left = 0_u32;
            for lane in 0..LANES {
                left |= u32::from(after[lane] >= ends[lane] || all_left) << lane;
            }
            while left != 0 {
                let own = first + left.trailing_zeros() as usize;
                left &= left - 1;
                let [before, after] = [0, 1].map(|it| self.crossed[it][BEFORE + own]);
                loop {
                    let end = self.ends[line as usize][own];
                    if end == f32::MAX || after < end && !all_left {
                        break;
                    }
                    let share = ((end - before) / (after - before)).clamp(0.0, 1.0);
                    let share = if all_left { 0.0 } else { share };
                    self.end_part(line, own + 1, share, entries, which);
                }
            }
        }
    }

    /// Writes the entries of a part that includes `share` of the round, and begins the next part.
    #[inline(always)]
    fn end_part(
        &mut self,
        line: Line,
        own: usize,
        share: f32,
        entries: &mut [Entry],
        which: usize,
    ) {
        let steps = self.steps;
        let (number, all) = self.parts[line as usize][own - 1];
        self.parts[line as usize][own - 1].0 += 1;
        self.ends[line as usize][own - 1] = end(number + 1, all);
        let [own_stride, other_stride] = if which == 0 { [steps, 1] } else { [1, steps] };
        let place = line as usize * steps * steps + (own - 1) * own_stride;
        let scale = 65535.0 / (all.max(LEAST) * SHARES[number]);
        for other in (0..steps).step_by(LANES) {
            let chances = self.sum_up(line, own, other, share);
            let mut parts = [0; LANES];
            for lane in 0..LANES {
                // Adds half a unit to round, as fractions are dropped.
                parts[lane] = whole((65535.5 - chances[lane] * scale).clamp(0.0, 65535.0));
            }
            // Bounds that spare the compiler the checks.
            let (which, number) = (which & 1, number % PARTS);
            let entries = &mut entries[place + other * other_stride..];
            for (place, part) in parts[..LANES.min(steps - other)].iter().enumerate() {
                entries[place * other_stride][which][number] = *part;
            }
        }
    }

    /// The probabilities that the horse crosses the line in the current part and the other not before,
    /// for [`LANES`] steps of the other from index `other` on. The part includes `share` of the round;
    /// a new part begins.
    #[inline(always)]
    fn sum_up(&mut self, line: Line, own: usize, other: usize, share: f32) -> [f32; LANES] {
        let at = self.sum.at(own) + other;
        let mut now = [0.0; LANES];
        for &(back, weight) in &self.weights[line as usize] {
            let sum: &[f32; LANES] = lanes(&self.sum.figures, at - back);
            let open: &[f32; LANES] = lanes(&self.open[0].figures, at - back);
            for lane in 0..LANES {
                now[lane] += (sum[lane] + open[lane] * share) * weight;
            }
        }
        let began = &mut self.began[line as usize].figures[at..at + LANES];
        let mut part = now;
        add(&mut part, lanes(began, 0), -1.0);
        began.copy_from_slice(&now);
        part
    }
}
