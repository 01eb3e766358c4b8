//! Solves the turn from one position: the value of each decision, with constant totals.

use super::Objective;
use super::kernel::{Block, Cell, LANES, Scratch, Turn, rises, sweep, sweep_block};
use super::odds::{Odds, Rolls};

/// The value of stopping where a player without points has too few to bank: lower than any other value.
pub(super) const ILLEGAL: f64 = -1e12;

/// A cell with one lane.
pub(super) type Single = Cell<(), 1, 2>;

/// The values of one turn from one position: stopping and rolling, for all turn points and numbers
/// of dice, in the unit of the objective (points, turns, probability).
///
/// Points are in units of the game ([`crate::games::el_ocho::turn::Game::points`]). Higher inner
/// values are better.
#[derive(Clone, Debug)]
pub struct Position {
    /// The objective of the values.
    pub objective: Objective,
    /// The number of dice of the game.
    pub dice: u8,
    /// The fewest units of a turn that can be banked.
    pub min_bank: u32,
    /// From this number of units on, values have a closed form; lower rows are in the tables.
    pub rows: u32,
    /// The bust probability under optimal decisions.
    pub bust: f64,
    /// Factor from inner values to values of the objective.
    pub(super) scale: f64,
    /// The inner value at the start of the turn.
    pub(super) start: f64,
    /// From this number of units on, a turn is banked automatically.
    pub(super) most: u32,
    /// Value of stopping by row, including rows at which stopping is illegal.
    stop: Vec<f64>,
    /// Value of rolling by row and dice.
    roll: Vec<f64>,
    lost: f64,
    /// Value of rolling above the tables, by dice.
    tail: Vec<Tail>,
    /// Whether dominated keeps were omitted.
    pub(super) pruned: bool,
}

/// The value of rolling above the tables: `base + per_point * t` at *t* units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    pub(super) base: f64,
    pub(super) per_point: f64,
}

/// The inputs of [`Position::solve`] apart from the rolls.
pub(super) struct Ask<S> {
    pub(super) objective: Objective,
    pub(super) scale: f64,
    pub(super) rows: usize,
    pub(super) min_bank: usize,
    pub(super) lost: f64,
    pub(super) won: (f64, f64),
    /// Value of stopping by row.
    pub(super) stop: S,
}

impl<S: Fn(usize) -> f64> Ask<S> {
    /// The turn of a player with `own` units who wants to win at `target`; `stop` is the win probability after
    /// a stop by row.
    pub(super) fn to_win(own: usize, target: usize, min_bank: usize, stop: S) -> Self {
        Self {
            objective: Objective::Win,
            scale: 1.0,
            rows: (target - own).max(min_bank),
            min_bank,
            lost: stop(0),
            won: (1.0, 0.0),
            stop,
        }
    }

    /// The values of stopping for all rows.
    fn stops(&self) -> Vec<f64> {
        (0..=self.rows).map(&self.stop).collect()
    }

    /// The values of rolling at `rows` or more, with every keep capped at row `rows`.
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
    /// Solves a position in which stopping is legal and optimal from `rows` units on, with a value
    /// that does not depend on the dice.
    pub(super) fn solve(
        odds: &Odds,
        ask: Ask<impl Fn(usize) -> f64>,
        scratch: &mut Scratch<Single>,
    ) -> Self {
        let beyond = (ask.stop)(ask.rows);
        let tail = ask.tail(odds);
        Self::solve_with(odds, ask, scratch, tail, |_, _| beyond, 0)
    }

    /// [`Self::solve`] for at most [`LANES`] positions, which differ only in the values of stopping
    /// and of a bust.
    pub(super) fn solve_block(
        odds: &Odds,
        asks: Vec<Ask<impl Fn(usize) -> f64>>,
        scratch: &mut Scratch<Block<2>>,
    ) -> Vec<Self> {
        let (rows, min_bank, won) = (asks[0].rows, asks[0].min_bank, asks[0].won);
        let stops: Vec<Vec<f64>> = asks.iter().map(Ask::stops).collect();
        // Sums round differently with and without dominated keeps, so each position is solved
        // separately.
        if !stops.iter().all(|stops| rises(stops[min_bank..].iter().copied())) {
            let solve = |ask| Self::solve(odds, ask, &mut Scratch::default());
            return asks.into_iter().map(solve).collect();
        }
        // Unused lanes repeat the first position.
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

    /// Solves a position. For rows `ask.rows` to `ask.rows + margin`, `beyond` returns the value of
    /// a state by row and dice. `tail` holds the values of rolling from row `ask.rows` on.
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

    /// The position from the results of a sweep.
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

    /// The value at the start of the turn, where all dice are rolled.
    pub fn start(&self) -> f64 {
        self.start * self.scale
    }

    /// The value of a bust.
    pub fn lost(&self) -> f64 {
        self.lost * self.scale
    }

    /// The value of stopping; `None` if illegal.
    pub fn stop(&self, points: u32) -> Option<f64> {
        self.inner_stop(points).map(|value| value * self.scale)
    }

    /// The value of rolling `dice` dice; `None` for a number of dice the game does not have, and
    /// where the turn is banked automatically.
    pub fn roll(&self, points: u32, dice: u8) -> Option<f64> {
        self.inner_roll(points, dice).map(|value| value * self.scale)
    }

    /// The higher of the values of stopping and rolling.
    pub fn best(&self, points: u32, dice: u8) -> Option<f64> {
        self.inner_best(points, dice).map(|value| value * self.scale)
    }

    /// Whether stopping is legal and at least as good as rolling.
    pub fn stops(&self, points: u32, dice: u8) -> bool {
        match (self.inner_stop(points), self.inner_roll(points, dice)) {
            (Some(stop), Some(roll)) => stop >= roll,
            (stop, _) => stop.is_some(),
        }
    }

    /// The fewest units from which stopping is optimal at all higher numbers of units, with `dice`
    /// dice to roll; `None` if rolling is always optimal.
    pub fn threshold(&self, dice: u8) -> Option<u32> {
        if !self.stops(self.rows, dice) {
            return None;
        }
        let below = (self.min_bank..self.rows).rev();
        let stopping = below.take_while(|points| self.stops(*points, dice)).last();
        let from = stopping.unwrap_or(self.rows.max(self.min_bank));
        // No policy stops where the turn is banked automatically.
        (from < self.most).then_some(from)
    }

    /// [`Self::stop`] as an inner value.
    pub(super) fn inner_stop(&self, points: u32) -> Option<f64> {
        let value = match self.stop.get(points as usize) {
            Some(value) => *value,
            // Only a turn whose points all count is banked automatically.
            None if self.most < u32::MAX => points.into(),
            None => self.stop[self.rows as usize],
        };
        (points >= self.min_bank && value > ILLEGAL).then_some(value)
    }

    /// [`Self::roll`] as an inner value.
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

    /// [`Self::best`] as an inner value.
    pub(super) fn inner_best(&self, points: u32, dice: u8) -> Option<f64> {
        match (self.inner_stop(points), self.inner_roll(points, dice)) {
            (Some(stop), Some(roll)) => Some(stop.max(roll)),
            (stop, roll) => stop.or(roll),
        }
    }

    /// [`Self::inner_best`] by row and dice, including one row above the tables.
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
