//! Who sits where in which game.
//!
//! Policies are known by number. A *lineup* is a table: one policy for each place; a policy may fill
//! several. Games are dealt to the tables in turn. From one game of a table to its next every policy
//! moves one seat on, so that nobody keeps the advantage of a seat; once they are round, they sit
//! down in another circle, so that nobody keeps a neighbour either. Equal policies then have equal
//! expected results whatever stands beside them and in whatever order they are named.
//!
//! ```
//! use pushluck::sim::seating::{Seating, groups};
//!
//! let lineups = vec![vec![0, 1, 2]];
//! let seating = Seating { lineups: &lineups, fixed: false, seed: 1 };
//! let seated = |game| seating.policies(game).collect::<Vec<_>>();
//! assert_eq!([seated(0), seated(1), seated(2)], [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
//! assert_eq!([seated(3), seated(4), seated(5)], [[2, 1, 0], [1, 0, 2], [0, 2, 1]]);
//! assert_eq!(seated(6), seated(0));
//! assert_eq!(groups(&[7, 4, 7]), (vec![7, 4], vec![0, 1, 0]));
//! ```

use super::random::{Domain, UnitKey, below};

/// Which policies sit at a table, by number.
pub type Lineup = Vec<usize>;

/// The most seats of a table.
pub const MAX_SEATS: usize = 8;

/// The ways to sit round a table of so many seats, where they are few enough to take in turn: each
/// is followed by its mirror image, so that a run which ends on the way is as even as can be.
const CIRCLES: [&[&[u8]]; 5] = [
    &[&[]],
    &[&[0]],
    &[&[0, 1]],
    &[&[0, 1, 2], &[2, 1, 0]],
    &[&[0, 1, 2, 3], &[3, 2, 1, 0], &[0, 1, 3, 2], &[2, 3, 1, 0], &[0, 2, 1, 3], &[3, 1, 2, 0]],
];

/// The distinct policies of a lineup, and for each place which of them it is.
pub fn groups(lineup: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut groups: Vec<usize> = Vec::new();
    let of_slot = lineup
        .iter()
        .map(|policy| {
            groups.iter().position(|known| known == policy).unwrap_or_else(|| {
                groups.push(*policy);
                groups.len() - 1
            })
        })
        .collect();
    (groups, of_slot)
}

/// Where one game of a run is played, and who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The table: an index into the lineups.
    pub lineup: usize,
    /// By seat: the place in the lineup of the policy that sits there.
    slots: [u8; MAX_SEATS],
}

impl Placement {
    /// At a table where everybody sits in the order of the lineup.
    pub const fn in_order(lineup: usize) -> Self {
        Self { lineup, slots: [0, 1, 2, 3, 4, 5, 6, 7] }
    }

    /// The place in its lineup of the policy that sits at `seat` (from 0, below [`MAX_SEATS`]).
    #[inline]
    pub const fn slot(&self, seat: usize) -> usize {
        self.slots[seat % MAX_SEATS] as usize % MAX_SEATS
    }
}

/// The tables of a run, all of one size.
#[derive(Clone, Copy, Debug)]
pub struct Seating<'a> {
    /// The tables; there is at least one, of at most [`MAX_SEATS`] seats.
    pub lineups: &'a [Lineup],
    /// Whether policies keep their seats.
    pub fixed: bool,
    /// The seed of the run.
    pub seed: u64,
}

impl Seating<'_> {
    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.lineups[0].len()
    }

    /// Where game `game` (from 0) is played.
    ///
    /// Of each `seats` games of a table, counted from its first, every policy sits once on every
    /// seat. Up to four seats, the circles take turns: every order has come once after 2, 6 or 24
    /// games. With more, each circle is drawn.
    pub fn placement(&self, game: u64) -> Placement {
        let tables = self.lineups.len() as u64;
        let lineup = game % tables;
        let mut placement = Placement::in_order(lineup as usize);
        if !self.fixed {
            let (number, seats) = (game / tables, self.seats());
            let (circle, moved) = (number / seats as u64, number % seats as u64);
            let slots = &mut placement.slots[..seats];
            match CIRCLES.get(seats) {
                Some(circles) => {
                    slots.copy_from_slice(circles[(circle % circles.len() as u64) as usize]);
                }
                None => {
                    let key = UnitKey::new(self.seed, Domain::Seats, circle);
                    let mut rng = key.stream(0, lineup);
                    for last in (1..seats).rev() {
                        slots.swap(last, below(&mut rng, last as u32 + 1) as usize);
                    }
                }
            }
            slots.rotate_left(moved as usize);
        }
        placement
    }

    /// The policies of game `game`, by seat.
    pub fn policies(&self, game: u64) -> impl Iterator<Item = usize> {
        let placement = self.placement(game);
        (0..self.seats()).map(move |seat| self.lineups[placement.lineup][placement.slot(seat)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn at_one_table(seats: usize) -> Vec<Lineup> {
        vec![(0..seats).collect()]
    }

    fn seated(seating: &Seating<'_>, game: u64) -> Vec<usize> {
        seating.policies(game).collect()
    }

    /// How often each order comes in some games.
    fn orders(seating: &Seating<'_>, games: std::ops::Range<u64>) -> BTreeMap<Vec<usize>, u64> {
        games.fold(BTreeMap::new(), |mut orders, game| {
            *orders.entry(seated(seating, game)).or_default() += 1;
            orders
        })
    }

    #[test]
    fn up_to_four_seats_a_block_holds_every_order_once() {
        for (seats, block) in [(1, 1), (2, 2), (3, 6), (4, 24)] {
            let lineups = at_one_table(seats);
            for first in [0, block, 1_000_000 * block] {
                let seating = Seating { lineups: &lineups, fixed: false, seed: first };
                let orders = orders(&seating, first..first + block);
                assert_eq!(orders.len() as u64, block, "{seats} seats: every order");
            }
        }
    }

    #[test]
    fn whoever_plays_a_round_of_games_sits_once_on_each_seat() {
        for seats in 1..=MAX_SEATS {
            let lineups = at_one_table(seats);
            let seating = Seating { lineups: &lineups, fixed: false, seed: 5 };
            for round in 0..30 {
                let first = round * seats as u64;
                let games: Vec<_> =
                    (first..first + seats as u64).map(|game| seated(&seating, game)).collect();
                for seat in 0..seats {
                    let mut here: Vec<_> = games.iter().map(|game| game[seat]).collect();
                    here.sort_unstable();
                    assert_eq!(here, lineups[0], "{seats} seats, seat {seat}");
                }
            }
        }
    }

    /// After a circle and its mirror image nobody has acted right after another much more often than
    /// after a third, and after a block exactly as often.
    #[test]
    fn a_run_that_ends_within_a_block_is_nearly_even() {
        for seats in [3, 4] {
            let lineups = at_one_table(seats);
            let seating = Seating { lineups: &lineups, fixed: false, seed: 1 };
            let mut follows = vec![vec![0; seats]; seats];
            for game in 0..24 {
                let order = seated(&seating, game);
                for (seat, policy) in order.iter().enumerate() {
                    follows[*policy][order[(seat + 1) % seats]] += 1;
                }
                let others = |a: usize| (0..seats).filter(move |b| *b != a);
                let counts = || (0..seats).flat_map(|a| others(a).map(move |b| (a, b)));
                let counts: Vec<usize> = counts().map(|(a, b)| follows[a][b]).collect();
                let (least, most) = (counts.iter().min(), counts.iter().max());
                let apart = most.unwrap() - least.unwrap();
                let (played, seats) = (game as usize + 1, seats);
                if played % (2 * seats) == 0 {
                    assert!(apart <= seats, "{seats} seats, {played} games: {follows:?}");
                }
                if played == 24 {
                    assert_eq!(apart, 0, "{seats} seats: {follows:?}");
                }
            }
        }
    }

    #[test]
    fn with_more_seats_circles_are_drawn_without_favour() {
        let lineups = at_one_table(5);
        let seating = Seating { lineups: &lineups, fixed: false, seed: 3 };
        const ROUNDS: u64 = 12_000;
        // The first game of a round shows the order that was drawn.
        let drawn = (0..ROUNDS).map(|round| seated(&seating, round * 5));
        let orders = drawn.fold(BTreeMap::<_, u64>::new(), |mut orders, order| {
            *orders.entry(order).or_default() += 1;
            orders
        });
        assert_eq!(orders.len(), 120);
        let expected = ROUNDS as f64 / 120.0;
        let statistic: f64 =
            orders.values().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
        // Exceeded by chance once in 100,000 with 119 degrees of freedom.
        assert!(statistic < 194.0, "{statistic}");
    }

    /// Computed by a second, independent program.
    #[test]
    fn the_drawn_circles_are_pinned() {
        let lineups = vec![(0..8).collect(), (0..8).collect::<Lineup>()];
        let seating = Seating { lineups: &lineups, fixed: false, seed: 1 };
        let known = [
            (0, [7, 4, 3, 1, 0, 5, 6, 2]),
            (1, [3, 6, 4, 1, 2, 7, 0, 5]),
            (2, [4, 3, 1, 0, 5, 6, 2, 7]),
            (16, [3, 7, 1, 4, 5, 6, 0, 2]),
            (1999999, [5, 3, 7, 0, 4, 1, 6, 2]),
        ];
        for (game, order) in known {
            assert_eq!(seated(&seating, game), order, "game {game}");
        }
    }

    #[test]
    fn seeds_rounds_and_tables_draw_for_themselves() {
        let lineups = vec![(0..8).collect(), (0..8).collect::<Lineup>()];
        let circle = |seed, game| {
            let mut order =
                seated(&Seating { lineups: &lineups, fixed: false, seed }, game).to_vec();
            let first = order.iter().position(|policy| *policy == 0).unwrap();
            order.rotate_left(first);
            order
        };
        let known = circle(1, 0);
        assert_eq!(circle(1, 14), known, "the last game of the round at the first table");
        for (seed, game) in [(2, 0), (1, 1), (1, 16)] {
            assert_ne!(circle(seed, game), known, "seed {seed}, game {game}");
        }
    }

    #[test]
    fn fixed_seats_are_the_order_as_given() {
        let lineups = vec![vec![4, 2, 9, 2, 1], vec![1, 2, 3, 4, 5]];
        let seating = Seating { lineups: &lineups, fixed: true, seed: 1 };
        for game in 0..50 {
            assert_eq!(seated(&seating, game), lineups[game as usize % 2]);
        }
    }
}
