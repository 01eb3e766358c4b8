//! Assigns policies to seats, game by game.
//!
//! A policy is an index. A *lineup* lists the policies of a matchup, one per slot; a policy may
//! fill several slots. Games go to the lineups round robin. From game to game of a lineup the
//! policies rotate by one seat, which balances seat advantages. After a full rotation they change
//! to another circular order, which balances neighbours. Equal policies therefore have equal
//! expected results, whatever the other policies and the order of the lineup.
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

/// The policies of a matchup, as indices; one per slot.
pub type Lineup = Vec<usize>;

/// The maximum number of seats.
pub const MAX_SEATS: usize = 8;

/// By number of seats: all circular orders, for up to four seats. Each order is followed by its
/// mirror image, which keeps neighbours nearly balanced if a run ends early.
const CIRCLES: [&[&[u8]]; 5] = [
    &[&[]],
    &[&[0]],
    &[&[0, 1]],
    &[&[0, 1, 2], &[2, 1, 0]],
    &[&[0, 1, 2, 3], &[3, 2, 1, 0], &[0, 1, 3, 2], &[2, 3, 1, 0], &[0, 2, 1, 3], &[3, 1, 2, 0]],
];

/// Returns the distinct policies of a lineup, and for each slot the index of its policy among them.
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

/// The lineup and the seating of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The index of the lineup.
    pub lineup: usize,
    /// By seat: the slot of its policy in the lineup.
    slots: [u8; MAX_SEATS],
}

impl Placement {
    /// A placement in the order of the lineup.
    pub const fn in_order(lineup: usize) -> Self {
        Self { lineup, slots: [0, 1, 2, 3, 4, 5, 6, 7] }
    }

    /// Returns the slot of the policy at `seat` (from 0, below [`MAX_SEATS`]).
    #[inline]
    pub const fn slot(&self, seat: usize) -> usize {
        self.slots[seat % MAX_SEATS] as usize % MAX_SEATS
    }
}

/// The lineups of a run, all of the same size.
#[derive(Clone, Copy, Debug)]
pub struct Seating<'a> {
    /// The lineups; at least one, with at most [`MAX_SEATS`] slots each.
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

    /// Returns the lineup and the seating of game `game` (from 0).
    ///
    /// In each block of `seats` games of a lineup, every slot takes every seat once. With up to
    /// four seats the circular orders alternate: every seating occurs once in 1, 2, 6 or 24 games.
    /// With more seats each circular order is drawn at random.
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

    /// Returns the policies of game `game`, by seat.
    pub fn policies(&self, game: u64) -> impl Iterator<Item = usize> {
        let placement = self.placement(game);
        (0..self.seats()).map(move |seat| self.lineups[placement.lineup][placement.slot(seat)])
    }
}
