//! Who sits where in which game.
//!
//! Policies are known by number. A *lineup* is a table: one policy for each place; a policy may fill
//! several. Games are dealt to the tables in turn, and from one game of a table to its next every
//! policy moves one seat on, so that nobody keeps the advantage of a seat.
//!
//! ```
//! use pushluck::sim::seating::{Seating, groups};
//!
//! let lineups = vec![vec![0, 1], vec![0, 0]];
//! let seating = Seating { lineups: &lineups, fixed: false };
//! assert_eq!(seating.policies(0).collect::<Vec<_>>(), [0, 1]);
//! assert_eq!(seating.policies(2).collect::<Vec<_>>(), [1, 0]);
//! assert_eq!(groups(&lineups[1]), (vec![0], vec![0, 0]));
//! ```

/// Which policies sit at a table, by number.
pub type Lineup = Vec<usize>;

/// The distinct policies of a lineup, and for each place which of them it is.
#[must_use]
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

/// Where one game of a run is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The table: an index into the lineups.
    pub lineup: usize,
    /// How many seats the policies have moved on.
    pub rotation: usize,
}

/// The tables of a run, all of one size.
#[derive(Clone, Copy, Debug)]
pub struct Seating<'a> {
    /// The tables; there is at least one.
    pub lineups: &'a [Lineup],
    /// Whether policies keep their seats.
    pub fixed: bool,
}

impl Seating<'_> {
    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.lineups[0].len()
    }

    /// Where game `game` (from 0) is played.
    #[must_use]
    pub fn placement(&self, game: u64) -> Placement {
        let tables = self.lineups.len() as u64;
        let rotation = if self.fixed { 0 } else { (game / tables) % self.seats() as u64 };
        Placement { lineup: (game % tables) as usize, rotation: rotation as usize }
    }

    /// The place in its lineup of the policy that sits at `seat` (from 0).
    #[must_use]
    pub fn slot(&self, rotation: usize, seat: usize) -> usize {
        (seat + rotation) % self.seats()
    }

    /// The policies of game `game`, by seat.
    pub fn policies(&self, game: u64) -> impl Iterator<Item = usize> {
        let Placement { lineup, rotation } = self.placement(game);
        (0..self.seats()).map(move |seat| self.lineups[lineup][self.slot(rotation, seat)])
    }
}
