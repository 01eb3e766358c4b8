//! Two horses: which crosses first, exactly.

use std::sync::OnceLock;

use super::{HORSES, MOVEMENT_SIDES};

/// The most entries of the tables of pairs; an edition that needs more has none.
const MOST: usize = 1 << 22;
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

/// By steps to go of the first and of the second: [`Order::before`] and [`Order::not_later`] in parts of
/// 65,535.
type Orders = Box<[[u16; 2]]>;

/// Which of two horses crosses first, for all pairs of an edition.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    steps: usize,
    movement_die: [u8; MOVEMENT_SIDES],
    /// The place of the first table of each pair of sides shown; `u32::MAX` for those that do not occur.
    first: Box<[u32; WEIGHTS * WEIGHTS]>,
    /// The place of a split into sides that move both, only the first or only the second.
    splits: Box<[u8; WEIGHTS * WEIGHTS * WEIGHTS]>,
    /// By sides shown, boxes and split, each made when it is first looked at: a game looks at some of
    /// them only.
    tables: Box<[OnceLock<Orders>]>,
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
        let mut listed = 0;
        for sides in 0..=HORSES {
            for both in 0..=sides {
                for first in 0..=sides - both {
                    places[split(both, first, sides - both - first)] = listed;
                    listed += 1;
                }
            }
        }
        let mut first = Box::new([u32::MAX; WEIGHTS * WEIGHTS]);
        let mut tables = 0;
        for a in 0..HORSES {
            for b in (0..HORSES).filter(|b| *b != a) {
                let sides = usize::from(own[a]) + usize::from(own[b]);
                let first = &mut first[usize::from(own[a]) * WEIGHTS + usize::from(own[b])];
                if *first == u32::MAX {
                    *first = tables as u32;
                    tables += BOXES * splits(HORSES - sides);
                }
            }
        }
        if tables * steps * steps > MOST {
            tables = 0;
        }
        let tables = vec![OnceLock::new(); tables].into();
        Self { steps, movement_die: *movement_die, first, splits: places, tables }
    }

    /// The order in which two horses cross lines so many steps ahead; `None` where it is not known.
    #[inline]
    pub(super) fn order(&self, pair: &Pair, to_go: [usize; 2]) -> Option<Order> {
        let [a, b] = pair.rolled.map(usize::from);
        let left = splits(HORSES.saturating_sub(a + b));
        let split = split(pair.both.into(), pair.first.into(), pair.second.into());
        let place = usize::from(pair.boxes) * left + usize::from(self.splits[split]);
        let place = (self.first[a * WEIGHTS + b] as usize).saturating_add(place);
        let orders = self.tables.get(place)?;
        let orders = orders.get_or_init(|| pair.orders(&self.movement_die, self.steps));
        let entry = (to_go[0] - 1) * self.steps + to_go[1] - 1;
        let [before, not_later] = orders[entry].map(|parts| f32::from(parts) * (1.0 / 65535.0));
        Some(Order { before, not_later })
    }
}

impl Pair {
    #[cold]
    fn orders(&self, movement_die: &[u8; MOVEMENT_SIDES], steps: usize) -> Orders {
        // From as many spaces beyond the line as a horse may come: there the other one may have to go on.
        let beyond = movement_die.iter().copied().max().map_or(0, usize::from) + 1;
        let width = beyond + steps;
        let mut chances = vec![[0.0_f64; 2]; width * width];
        chances[..beyond * width].fill([1.0; 2]);

        let mut rolls = Vec::new();
        let mut roll = |first: usize, second: usize, rolled: Option<usize>, ways: f64| {
            if ways > 0.0 && first + second > 0 {
                let back = first * width + second;
                rolls.push(Roll { first, back, rolled, ways });
            }
        };
        let bit = |place: u8| usize::from(self.boxes >> place & 1);
        let sides = MOVEMENT_SIDES as f64;
        for &movement in movement_die {
            let movement = usize::from(movement);
            let [first, second] = self.rolled.map(f64::from);
            roll(movement + bit(0), bit(1), None, first);
            roll(bit(2), movement + bit(3), Some(movement), second);
        }
        roll(1, 1, None, f64::from(self.both) * sides);
        roll(1, 0, None, f64::from(self.first) * sides);
        roll(0, 1, None, f64::from(self.second) * sides);
        let all: f64 = rolls.iter().map(|roll| roll.ways).sum();

        let mut orders = Vec::with_capacity(steps * steps);
        for a in 1..=steps {
            let start = (beyond + a - 1) * width + beyond;
            for b in 1..=steps {
                let here = start + b - 1;
                let near = a <= beyond && b <= beyond;
                let mut chance = [0.0; 2];
                for roll in &rolls {
                    let mut after = chances[here - roll.back];
                    // The horse rolled moves first; on a bar the lower number does.
                    if near && roll.first >= a && roll.rolled.is_some_and(|movement| movement >= b)
                    {
                        after[0] = 0.0;
                    }
                    chance = [chance[0] + roll.ways * after[0], chance[1] + roll.ways * after[1]];
                }
                if all > 0.0 {
                    chances[here] = chance.map(|chance| chance / all);
                }
            }
            let row = chances[start..start + steps].iter();
            orders.extend(row.map(|both| both.map(|chance| (chance * 65535.0 + 0.5) as u16)));
        }
        orders.into()
    }
}

/// What a roll of both dice may do.
struct Roll {
    /// The steps of the first horse.
    first: usize,
    /// How far back in the table the steps of both lead.
    back: usize,
    /// By how much the second horse moves if it is the horse rolled.
    rolled: Option<usize>,
    /// In how many of 48 ways.
    ways: f64,
}
