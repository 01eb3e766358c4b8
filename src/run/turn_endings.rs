//! Distribution of turn endings, with the sums for standard errors of shares: the turns of a game
//! are correlated.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::count::Endings;
use crate::report::schemas::estimate_cells;
use crate::report::{Cell, Key, Table};
use crate::sim::tally::{Tally, tallies};
use crate::stats::{Estimate, Histogram, Level, Ratio, Strata};

/// The number of turns with one ending and one amount, per game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ended {
    /// Turns with this ending.
    pub(crate) count: u64,
    /// The square of their number per game, summed over games.
    pub(crate) squares: u128,
    /// Their number per game times all turns of the game, summed over games.
    pub(crate) by_turns: u128,
}

/// The turns of one stratum with a fixed number of games: one policy in one matchup, by first seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnEnds {
    games: u64,
    /// Points against turns.
    gains: Ratio,
    /// By ending: turns with this ending against turns; sums for shares only.
    ways: Vec<Ratio>,
    /// By ending and amount of the turn.
    cells: Vec<Vec<Ended>>,
}

impl TurnEnds {
    /// Returns the turns with one ending and one amount.
    pub(crate) fn cell(&mut self, way: usize, held: usize) -> &mut Ended {
        if self.cells.len() <= way {
            self.cells.resize_with(way + 1, Vec::new);
        }
        let cells = &mut self.cells[way];
        if cells.len() <= held {
            cells.resize(held + 1, Ended::default());
        }
        &mut cells[held]
    }

    /// Counts a game with its turns except for the cells: points, and the number of turns by
    /// ending.
    pub(crate) fn add_game(&mut self, turns: u64, gained: i64, ways: &[u32]) {
        self.games += 1;
        self.gains.add(gained, turns);
        self.ways.resize(ways.len(), Ratio::default());
        let each = self.ways.iter_mut().zip(ways);
        each.for_each(|(into, times)| into.add((*times).into(), turns));
    }

    /// Adds the turns of one game; sorts `turns`.
    pub(crate) fn add(&mut self, endings: &Endings, turns: &mut [(u8, u32)]) {
        turns.sort_unstable();
        let all = turns.len() as u64;
        let (mut gained, mut ways) = (0, vec![0; endings.ways.len()]);
        for alike in turns.chunk_by(|one, other| one == other) {
            let ((way, held), times) = (alike[0], alike.len() as u64);
            let way = usize::from(way);
            let (squares, by_turns) = ((times * times).into(), (times * all).into());
            self.cell(way, held as usize).merge(Ended { count: times, squares, by_turns });
            ways[way] += times as u32;
            gained += if endings.ways[way].1 { i64::from(held) * times as i64 } else { 0 };
        }
        self.add_game(all, gained, &ways);
    }

    /// Counts single turns with equal endings.
    pub(crate) fn add_alone(&mut self, way: usize, held: u32, times: u64) {
        self.games += times;
        let (squares, by_turns) = (times.into(), times.into());
        self.cell(way, held as usize).merge(Ended { count: times, squares, by_turns });
    }

    /// Returns the turns with one ending, by amount.
    pub fn of(&self, way: usize) -> impl Iterator<Item = (u32, u64)> {
        let cells = self.cells.get(way).into_iter().flatten();
        (0..)
            .zip(cells)
            .filter(|(_, ended)| ended.count > 0)
            .map(|(held, ended)| (held, ended.count))
    }

    /// Returns the turns with one ending (or with one ending and amount) against all turns. A
    /// single turn (`alone`) is a game of its own.
    fn share(&self, way: usize, held: Option<u32>, alone: bool) -> Ratio {
        let cell = |held: u32| self.cells.get(way).and_then(|cells| cells.get(held as usize));
        match held {
            _ if alone => {
                let counted = self.of(way).filter(|(of, _)| held.is_none_or(|held| held == *of));
                Ratio::of_counts(counted.map(|(_, times)| times).sum(), self.games)
            }
            None => self.ways.get(way).copied().unwrap_or_default(),
            Some(held) => {
                let Ended { count, squares, by_turns } = cell(held).copied().unwrap_or_default();
                let turns = self.ways.first().copied().unwrap_or_default();
                let (y, ny) = (count.into(), by_turns as i128);
                Ratio { y, yy: squares, ny, ..turns }
            }
        }
    }
}

tallies! {
    Ended { count, squares, by_turns }
    TurnEnds { games, gains, ways, cells }
    EndingSums { 0 }
}

/// The turns of one policy, by matchup and first seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndingSums(BTreeMap<(usize, usize), TurnEnds>);

impl EndingSums {
    /// Returns the turns of a matchup and first seat.
    pub(crate) fn part(&mut self, part: (usize, usize)) -> &mut TurnEnds {
        self.0.entry(part).or_default()
    }

    /// By matchup and seat.
    pub fn parts(&self) -> impl Iterator<Item = (&(usize, usize), &TurnEnds)> {
        self.0.iter()
    }

    /// Returns whether all endings are among the first `ways` kinds.
    pub(super) fn has(&self, ways: usize) -> bool {
        self.0.values().all(|part| part.ways.len() <= ways && part.cells.len() <= ways)
    }

    /// Returns the number of turns by ending and amount.
    fn counts(&self) -> BTreeMap<(usize, u32), u64> {
        let mut counts = BTreeMap::new();
        for part in self.0.values() {
            for way in 0..part.cells.len() {
                part.of(way).for_each(|(held, n)| *counts.entry((way, held)).or_default() += n);
            }
        }
        counts
    }

    /// Returns the mean points of turns; points count in units of `unit`.
    pub(super) fn gains(&self, unit: i64, level: Level) -> Option<Estimate> {
        let parts: Strata = self.0.values().map(|part| (part.games, part.gains)).collect();
        parts.mean(level).map(|mean| mean.scaled(unit as f64))
    }

    /// Returns the row of the table of scores.
    pub(super) fn score_row(
        &self,
        table: &mut Table,
        (endings, unit): (&Endings, i64),
        key: &Key,
        level: Level,
    ) {
        let mut gains = Histogram::default();
        for ((way, held), count) in self.counts() {
            let brings = endings.ways[way].1;
            gains.add(if brings { i64::from(held) * unit } else { 0 }, count);
        }
        table.score(key, "turn", &gains, self.gains(unit, level).as_ref());
    }

    /// Adds the rows of the tables of endings.
    pub(super) fn rows(
        &self,
        [whole, single]: &mut [Table; 2],
        (endings, unit): (&Endings, i64),
        key: &Key,
        (alone, level): (bool, Level),
    ) {
        let counts = self.counts();
        for (way, (name, _)) in endings.ways.iter().enumerate() {
            let mut row = |held: Option<u32>, turns: u64| {
                let parts = self.0.values();
                let parts: Strata =
                    parts.map(|part| (part.games, part.share(way, held, alone))).collect();
                let share = estimate_cells(parts.proportion(1, level).as_ref());
                let held = held.map(|held| Cell::from(i64::from(held) * unit));
                let table = if held.is_some() { &mut *single } else { &mut *whole };
                let head = [Cell::from(*name)].into_iter().chain(held).chain([turns.into()]);
                table.row(key, head.chain(share));
            };
            let of_way = counts.range((way, 0)..=(way, u32::MAX));
            row(None, of_way.clone().map(|(_, count)| count).sum());
            of_way.for_each(|((_, held), count)| row(Some(*held), *count));
        }
    }
}
