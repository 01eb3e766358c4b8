//! The Player Sheet: the marks, bets, horses and money of one player.

use super::concession_grid::complete;
use super::edition::HORSES;
use super::track::{EACH, HIGH, Horses, gather};

/// A Bet space with this many dollars is full, so the sum fits a byte.
pub const FULL_BET: u8 = 128;

/// A Player Sheet with its Horse Cards and money.
///
/// | field     | meaning                                                                  |
/// |-----------|--------------------------------------------------------------------------|
/// | `bets`    | byte i: the dollars in the Bet space of horse i                          |
/// | `money`   | dollars                                                                  |
/// | `grid`    | bit i: cell i of the Concession Grid, row by row, is marked              |
/// | `tiles`   | the marked Concession Bonuses, in the order of the edition's kinds       |
/// | `helmets` | bit i: the Helmet of horse i                                             |
/// | `jerseys` | bit i: the Jersey of horse i                                             |
/// | `owned`   | bit i: Horse Card i                                                      |
/// | `wilds`   | the number of marked Wild Numbers                                        |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the table documents the fields")]
pub struct Sheet {
    bets: u64,
    pub money: u32,
    pub grid: u16,
    pub tiles: u16,
    pub helmets: Horses,
    pub jerseys: Horses,
    pub owned: Horses,
    pub wilds: u8,
}

impl Sheet {
    /// The sheet of a player at the start (LS-5, LS-6).
    pub fn new(money: u32, cells: u16, bets: [u8; HORSES]) -> Self {
        Self { bets: u64::from_le_bytes(bets), money, grid: cells, ..Self::default() }
    }

    /// Returns the sheet with other dollars in the Bet spaces.
    pub fn with_bets(self, bets: [u8; HORSES]) -> Self {
        Self { bets: u64::from_le_bytes(bets), ..self }
    }

    /// The dollars in the Bet space of a horse.
    pub const fn bet(&self, horse: u8) -> u8 {
        (self.bets >> (8 * (horse & 7))) as u8
    }

    /// The dollars in all Bet spaces.
    pub const fn bets(&self) -> [u8; HORSES] {
        self.bets.to_le_bytes()
    }

    /// The horses without a bet.
    pub const fn without_bet(&self) -> Horses {
        // Sets the highest bit of each zero byte, without carries between bytes.
        let low = HIGH - EACH;
        gather(!(((self.bets & low) + low) | self.bets))
    }

    /// The horses whose Bet space is full.
    pub const fn full(&self) -> Horses {
        gather(self.bets)
    }

    /// Adds to a Bet space that is not full.
    pub(super) fn add_bet(&mut self, horse: u8, dollars: u8) {
        let shift = 8 * (horse & 7);
        let total = self.bet(horse).saturating_add(dollars);
        self.bets = self.bets & !(0xff << shift) | u64::from(total) << shift;
    }

    /// The horses with both Helmet and Jersey (LS-44).
    pub const fn sets(&self) -> Horses {
        self.helmets & self.jerseys
    }

    /// The complete rows and columns (LS-28).
    pub const fn lines(&self) -> u8 {
        complete(self.grid)
    }

    /// The horse of a set with the highest bet; ties go to the lowest number.
    pub(super) fn top_bet(&self, among: Horses) -> Option<u8> {
        let bets = (0..HORSES as u8).filter(|horse| among >> horse & 1 == 1);
        let bets = bets.map(|horse| (self.bet(horse), horse)).filter(|(bet, _)| *bet > 0);
        bets.max_by_key(|(bet, horse)| (*bet, HORSES as u8 - horse)).map(|(_, horse)| horse)
    }
}
