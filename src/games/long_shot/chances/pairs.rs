//! Two horses: which crosses first, exactly.

use super::{HORSES, MOVEMENT_SIDES};

/// The most entries of the tables of pairs; an edition that needs more has none.
const MOST: usize = 1 << 22;
/// Ways to split at most all sides of the horse die into three parts.
const SPLITS: usize = 165;
/// Sets of the four boxes of two horses on their own two cards.
const BOXES: usize = 16;
const WEIGHTS: usize = HORSES + 1;

/// Two horses, one in front of the other in number, and what moves them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// Sides of the horse die that show the first and the second.
    pub(super) rolled: [u8; 2],
    /// Bit 0: the first is marked on its own card; bit 1: the second on the card of the first; bit
    /// 2: the first on the card of the second; bit 3: the second on its own.
    pub(super) boxes: u8,
    /// Sides of the horse die that show other cards which mark both.
    pub(super) both: u8,
    /// … only the first.
    pub(super) first: u8,
    /// … only the second.
    pub(super) second: u8,
}

/// The chances of two horses to cross a line before each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    /// The first horse crosses earlier, with the order within a round (LS-13, LS-17).
    pub(super) before: f32,
    /// The first horse crosses in an earlier or in the same round.
    pub(super) not_later: f32,
}

/// Which of two horses crosses first, for all pairs of an edition.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    steps: usize,
    /// The first entry of each pair of sides shown; `u32::MAX` for those that do not occur.
    first: Box<[u32; WEIGHTS * WEIGHTS]>,
    /// The place of a split into sides that move both, only the first or only the second.
    splits: Box<[u8; WEIGHTS * WEIGHTS * WEIGHTS]>,
    /// [`Order::before`] and [`Order::not_later`] in parts of 65,535, by first entry, boxes, split,
    /// steps to go of the first and of the second.
    entries: Box<[[u16; 2]]>,
}

const fn split(both: usize, first: usize, second: usize) -> usize {
    (both * WEIGHTS + first) * WEIGHTS + second
}

/// Ways to split at most so many sides into three parts.
const fn splits(sides: usize) -> usize {
    (sides + 1) * (sides + 2) * (sides + 3) / 6
}

impl Pairs {
    pub(super) fn new(own: &[u8; HORSES], movement_die: &[u8; MOVEMENT_SIDES], spaces: u8) -> Self {
        let steps = usize::from(spaces) + 1;
        // Splits of fewer sides come first, so a pair needs only the beginning.
        let mut places = Box::new([0; WEIGHTS * WEIGHTS * WEIGHTS]);
        let mut listed = Vec::with_capacity(SPLITS);
        for sides in 0..=HORSES {
            for both in 0..=sides {
                for first in 0..=sides - both {
                    let second = sides - both - first;
                    places[split(both, first, second)] = listed.len() as u8;
                    listed.push([both as u8, first as u8, second as u8]);
                }
            }
        }
        let mut first = Box::new([u32::MAX; WEIGHTS * WEIGHTS]);
        let mut made =
            Self { steps, first: first.clone(), splits: places, entries: Box::default() };
        let mut rolled = Vec::new();
        let mut most = 0;
        for a in 0..HORSES {
            for b in (0..HORSES).filter(|b| *b != a) {
                let sides = [own[a], own[b]];
                if !rolled.contains(&sides) {
                    first[usize::from(sides[0]) * WEIGHTS + usize::from(sides[1])] = most as u32;
                    rolled.push(sides);
                    let left = HORSES - usize::from(sides[0]) - usize::from(sides[1]);
                    most += BOXES * splits(left) * steps * steps;
                }
            }
        }
        if most > MOST {
            return made;
        }
        let mut entries = Vec::with_capacity(most);
        for rolled in rolled {
            let left = HORSES - usize::from(rolled[0]) - usize::from(rolled[1]);
            for boxes in 0..BOXES as u8 {
                for [both, first, second] in &listed[..splits(left)] {
                    let pair = Pair { rolled, boxes, both: *both, first: *first, second: *second };
                    entries.extend(pair.orders(movement_die, steps));
                }
            }
        }
        made.first = first;
        made.entries = entries.into();
        made
    }

    /// The first entry of two horses.
    #[inline]
    pub(super) fn place(&self, pair: &Pair) -> u32 {
        let [a, b] = pair.rolled.map(usize::from);
        let left = splits(HORSES.saturating_sub(a + b));
        let split = split(pair.both.into(), pair.first.into(), pair.second.into());
        let place = usize::from(pair.boxes) * left + usize::from(self.splits[split]);
        let first = self.first[a * WEIGHTS + b];
        first.saturating_add((place * self.steps * self.steps) as u32)
    }

    /// The order in which the two horses of a place cross lines so many steps ahead; `None` where
    /// it is not known.
    #[inline]
    pub(super) fn order(&self, place: u32, to_go: [usize; 2]) -> Option<Order> {
        let entry = place as usize + (to_go[0] - 1) * self.steps + to_go[1] - 1;
        let [before, not_later] =
            self.entries.get(entry)?.map(|parts| f32::from(parts) * (1.0 / 65535.0));
        Some(Order { before, not_later })
    }
}

impl Pair {
    /// The entries of this pair by steps to go.
    fn orders(&self, movement_die: &[u8; MOVEMENT_SIDES], steps: usize) -> Vec<[u16; 2]> {
        // What a roll of both dice may do: steps of both horses, whether the second is the horse
        // rolled and by how much, and in how many of 48 ways.
        let mut rolls: Vec<(usize, usize, Option<usize>, f64)> = Vec::new();
        let bit = |place: u8| usize::from(self.boxes >> place & 1);
        let sides = MOVEMENT_SIDES as f64;
        for &movement in movement_die {
            let movement = usize::from(movement);
            let [first, second] = self.rolled.map(f64::from);
            rolls.push((movement + bit(0), bit(1), None, first));
            rolls.push((bit(2), movement + bit(3), Some(movement), second));
        }
        rolls.push((1, 1, None, f64::from(self.both) * sides));
        rolls.push((1, 0, None, f64::from(self.first) * sides));
        rolls.push((0, 1, None, f64::from(self.second) * sides));
        rolls.retain(|(first, second, _, ways)| *ways > 0.0 && first + second > 0);
        let all: f64 = rolls.iter().map(|(.., ways)| ways).sum();

        let mut chances = vec![[0.0_f64; 2]; steps * steps];
        for a in 1..=steps {
            for b in 1..=steps {
                let mut chance = [0.0; 2];
                for &(first, second, rolled, ways) in &rolls {
                    let after = match (first >= a, second >= b) {
                        (false, false) => chances[(a - first - 1) * steps + b - second - 1],
                        (true, false) => [1.0; 2],
                        (false, true) => [0.0; 2],
                        // The horse rolled moves first; on a bar the lower number does.
                        (true, true) => {
                            let second_before = rolled.is_some_and(|movement| movement >= b);
                            [if second_before { 0.0 } else { 1.0 }, 1.0]
                        }
                    };
                    chance = [chance[0] + ways * after[0], chance[1] + ways * after[1]];
                }
                if all > 0.0 {
                    chances[(a - 1) * steps + b - 1] = chance.map(|chance| chance / all);
                }
            }
        }
        chances.iter().map(|both| both.map(|chance| (chance * 65535.0 + 0.5) as u16)).collect()
    }
}
