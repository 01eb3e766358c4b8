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
