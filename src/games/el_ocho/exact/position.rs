//! One position solved: what each decision of a turn is worth while the totals stand still.

use super::Objective;
use super::kernel::{Block, Cell, LANES, Scratch, Turn, rises, sweep, sweep_block};
use super::odds::{Odds, Rolls};

/// A cell of the only lane.
pub(super) type Single = Cell<(), 1, 2>;

/// The values of one turn from one position: stopping and rolling on, for all turn points and
/// numbers of dice, in the unit of the objective (points, turns, probability).
///
/// Points are in units of the game throughout ([`crate::games::el_ocho::turn::Game::points`]). Inner
/// values are the higher the better.
#[derive(Clone, Debug)]
pub struct Position {
    /// What the values say.
    pub objective: Objective,
    /// The number of dice of the game.
    pub dice: u8,
    /// The least a turn must hold to be banked.
    pub min_bank: u32,
    /// From so many points on, values follow a closed form; states with fewer are in the tables.
    pub rows: u32,
    /// The probability that the turn loses its points under the best decisions.
    pub bust: f64,
    /// Inner values times this are the objective's.
    pub(super) scale: f64,
    /// The inner value at the start of the turn.
    pub(super) start: f64,
    /// From so many points on a turn is banked by itself.
    pub(super) most: u32,
    /// What stopping is worth, by row; also where it is not legal.
    stop: Vec<f64>,
    /// What rolling is worth, by row and dice.
    roll: Vec<f64>,
    lost: f64,
    /// What rolling is worth beyond the tables, by dice.
    tail: Vec<Tail>,
    /// Whether dominated keeps could be left out.
    pub(super) pruned: bool,
}

/// Rolling so many dice beyond the tables: at *t* points worth `base + per_point * t`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    pub(super) base: f64,
    pub(super) per_point: f64,
}

/// What [`Position::solve`] needs besides the rolls.
pub(super) struct Ask<S> {
    pub(super) objective: Objective,
    pub(super) scale: f64,
    pub(super) rows: usize,
    pub(super) min_bank: usize,
    pub(super) lost: f64,
    pub(super) won: (f64, f64),
    /// What stopping is worth.
    pub(super) stop: S,
}

impl<S: Fn(usize) -> f64> Ask<S> {
    /// What stopping is worth, by row.
    fn stops(&self) -> Vec<f64> {
        (0..=self.rows).map(&self.stop).collect()
    }

    /// What rolling is worth where every turn that keeps its points has as many rows.
    fn tail(&self, odds: &Odds) -> Vec<Tail> {
        let beyond = (self.stop)(self.rows);
        let tail = |rolls: &Rolls| {
            let kept = rolls.settled - rolls.bust - rolls.win_weight();
            let sum = kept as f64 * beyond
                + rolls.bust as f64 * self.lost
                + rolls.win_weight() as f64 * self.won.0;
            Tail { base: sum / rolls.settled as f64, per_point: 0.0 }
        };
        odds.rolls.iter().map(tail).collect()
    }
}

impl Position {
    /// Solves a position in which a turn with `rows` points or more may stop, and does best to, with
    /// a worth that does not depend on the dice.
    pub(super) fn solve(
        odds: &Odds,
        ask: Ask<impl Fn(usize) -> f64>,
        scratch: &mut Scratch<Single>,
    ) -> Self {
        let beyond = (ask.stop)(ask.rows);
        let tail = ask.tail(odds);
        Self::solve_with(odds, ask, scratch, tail, |_, _| beyond, 0)
    }

    /// [`Self::solve`] for as many positions as a block has lanes at most, which differ in what
    /// stopping and losing the turn are worth alone.
    pub(super) fn solve_block(
        odds: &Odds,
        asks: Vec<Ask<impl Fn(usize) -> f64>>,
        scratch: &mut Scratch<Block<2>>,
    ) -> Vec<Self> {
        let (rows, min_bank, won) = (asks[0].rows, asks[0].min_bank, asks[0].won);
        let stops: Vec<Vec<f64>> = asks.iter().map(Ask::stops).collect();
        // Sums without dominated keeps are rounded otherwise than those with them.
        if !stops.iter().all(|stops| rises(stops[min_bank..].iter().copied())) {
            let solve = |ask| Self::solve(odds, ask, &mut Scratch::default());
            return asks.into_iter().map(solve).collect();
        }
        // Lanes to spare repeat the first.
        let lane = |lane: usize| if lane < asks.len() { lane } else { 0 };
        let stop = |row: usize| std::array::from_fn(|index| stops[lane(index)][row]);
        let turn = Turn {
            odds,
            pruned: true,
            reach: None,
            rows,
            last: rows,
            min_bank,
            lost: std::array::from_fn(|index| asks[lane(index)].lost),
            won,
        };
        scratch.prepare(&turn, [stop(rows), [0.0; LANES]]);
        let mut rolls = vec![vec![0.0; rows * odds.dice()]; asks.len()];
        let rolled = |cell: usize, sum: &Block<2>| {
            for (roll, value) in rolls.iter_mut().zip(sum.numbers[0]) {
                roll[cell] = value;
            }
        };
        let numbers = |row| [stop(row), [0.0; LANES]];
        let [start, bust] = sweep_block(&turn, scratch, numbers, 0.0, rolled);
        let lanes = asks.iter().zip(stops.clone()).zip(rolls).zip(start.into_iter().zip(bust));
        lanes
            .map(|(((ask, stop), roll), (start, bust))| {
                Self::found(ask, odds, stop, roll, ask.tail(odds), (start, bust), true)
            })
            .collect()
    }

    /// Solves a position. From row `ask.rows` on, for `margin` rows, `beyond` gives the value of a
    /// state by row and dice, and `tail` that of rolling.
    pub(super) fn solve_with(
        odds: &Odds,
        ask: Ask<impl Fn(usize) -> f64>,
        scratch: &mut Scratch<Single>,
        tail: Vec<Tail>,
        beyond: impl Fn(usize, usize) -> f64,
        margin: usize,
    ) -> Self {
        let dice = odds.dice();
        let rows = ask.rows;
        let stop = ask.stops();
        let mut roll = vec![0.0; rows * dice];
        let turn = Turn {
            odds,
            pruned: rises(stop[ask.min_bank.min(rows)..].iter().copied()),
            reach: None,
            rows,
            last: rows + margin,
            min_bank: ask.min_bank,
            lost: [ask.lost],
            won: ask.won,
        };
        scratch.prepare(&turn, [[0.0]; 2]);
        for row in rows..=rows + margin {
            for index in 0..dice {
                scratch.best[row * dice + index].numbers[0] = [beyond(row, index)];
            }
        }
        let stops = |row: usize| [[stop[row]], [0.0]];
        let start =
            sweep(&turn, scratch, stops, 0.0, |cell, sum: &Single| roll[cell] = sum.numbers[0][0]);
        let [[start], [bust]] = start.numbers;
        Self::found(&ask, odds, stop, roll, tail, (start, bust), turn.pruned)
    }

    /// The position that a sweep solved.
    fn found<S>(
        ask: &Ask<S>,
        odds: &Odds,
        stop: Vec<f64>,
        roll: Vec<f64>,
        tail: Vec<Tail>,
        (start, bust): (f64, f64),
        pruned: bool,
    ) -> Self {
        Self {
            objective: ask.objective,
            dice: odds.dice() as u8,
            min_bank: ask.min_bank as u32,
            rows: ask.rows as u32,
            bust,
            scale: ask.scale,
            start,
            most: u32::MAX,
            stop,
            roll,
            lost: ask.lost,
            tail,
            pruned,
        }
    }

    /// The value at the start of the turn, with the dice about to be rolled.
    pub fn start(&self) -> f64 {
        self.start * self.scale
    }

    /// What losing the turn is worth.
    pub fn lost(&self) -> f64 {
        self.lost * self.scale
    }

    /// What stopping is worth; `None` where it is not legal.
    pub fn stop(&self, points: u32) -> Option<f64> {
        self.inner_stop(points).map(|value| value * self.scale)
    }

    /// What rolling `dice` dice is worth; `None` for a number of dice the game does not have, and
    /// where the turn is banked by itself.
    pub fn roll(&self, points: u32, dice: u8) -> Option<f64> {
        self.inner_roll(points, dice).map(|value| value * self.scale)
    }

    /// What the better of stopping and rolling is worth.
    pub fn best(&self, points: u32, dice: u8) -> Option<f64> {
        self.inner_best(points, dice).map(|value| value * self.scale)
    }

    /// Whether to stop: where it is legal and worth no less than rolling.
    pub fn stops(&self, points: u32, dice: u8) -> bool {
        match (self.inner_stop(points), self.inner_roll(points, dice)) {
            (Some(stop), Some(roll)) => stop >= roll,
            (stop, _) => stop.is_some(),
        }
    }

    /// The least points from which stopping is right whatever more there are, with `dice` dice to
    /// roll; `None` where rolling is right however many.
    pub fn threshold(&self, dice: u8) -> Option<u32> {
        if !self.stops(self.rows, dice) {
            return None;
        }
        let below = (self.min_bank..self.rows).rev();
        let stopping = below.take_while(|points| self.stops(*points, dice)).last();
        let from = stopping.unwrap_or(self.rows.max(self.min_bank));
        // Where the turn is banked by itself nobody stops.
        (from < self.most).then_some(from)
    }

    /// [`Self::stop`], the higher the better.
    pub(super) fn inner_stop(&self, points: u32) -> Option<f64> {
        (points >= self.min_bank).then(|| match self.stop.get(points as usize) {
            Some(value) => *value,
            None if self.objective == Objective::Turn => points.into(),
            None => self.stop[self.rows as usize],
        })
    }

    /// [`Self::roll`], the higher the better.
    pub(super) fn inner_roll(&self, points: u32, dice: u8) -> Option<f64> {
        if points >= self.most || !(1..=self.dice).contains(&dice) {
            return None;
        }
        let index = usize::from(dice - 1);
        let cell = points as usize * usize::from(self.dice) + index;
        Some(match self.roll.get(cell) {
            Some(value) => *value,
            None => {
                let tail = self.tail[index];
                tail.base + tail.per_point * f64::from(points)
            }
        })
    }

    /// [`Self::best`], the higher the better.
    pub(super) fn inner_best(&self, points: u32, dice: u8) -> Option<f64> {
        match (self.inner_stop(points), self.inner_roll(points, dice)) {
            (Some(stop), Some(roll)) => Some(stop.max(roll)),
            (stop, roll) => stop.or(roll),
        }
    }

    /// [`Self::inner_best`] by row and dice, with one row beyond the tables.
    pub(super) fn table(&self) -> Vec<f64> {
        (0..=self.rows)
            .flat_map(|row| (1..=self.dice).map(move |dice| (row, dice)))
            .map(|(row, dice)| self.inner_best(row, dice).unwrap_or(f64::NEG_INFINITY))
            .collect()
    }

    pub(super) fn size(&self) -> usize {
        size_of::<Self>() + 8 * (self.stop.len() + self.roll.len()) + 16 * self.tail.len()
    }
}
