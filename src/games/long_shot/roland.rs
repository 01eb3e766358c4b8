//! The turns of Roland Wright by the Solo Sheet (LS-47 to LS-59).

use super::compiled::{Effects, Game};
use super::event::{Cause, Event};
use super::solo_sheet::{SoloAction, SoloCell, SoloColumn, SoloHorse};
use super::state::State;
use super::track::Horses;
use crate::game::bits::each;
use crate::game::contract::Log;

/// The seats of the solo race.
const PLAYER: u8 = 0;
const ROLAND: u8 = 1;

/// The lowest number of a set (LS-55).
fn lowest(horses: Horses) -> Option<u8> {
    (horses != 0).then(|| horses.trailing_zeros() as u8)
}

impl Game {
    /// The column and the cell of the Solo Sheet for the dice of the round (LS-49).
    fn solo_cell(&self, state: &State) -> (&SoloColumn, SoloCell) {
        let column = usize::from(state.movement.saturating_sub(1)) % 3;
        let column = &self.rules.edition.solo[column];
        (column, column.cells[usize::from(state.rolled & 7)])
    }

    /// Whether Roland rolls the horse die again (LS-50).
    pub(super) fn roland_rolls(&self, state: &State) -> bool {
        self.solo_cell(state).1.rolls_again()
    }
}

impl<L: Log<Game>> Effects<'_, L> {
    /// Takes Roland's Action: the cell of the dice, or the default of its column (LS-49, LS-51). `side`
    /// is the side of the horse die if he rolled it again.
    pub(super) fn roland_acts(&mut self, side: Option<usize>) {
        let (column, cell) = self.game.solo_cell(self.state);
        let die = &self.game.rules.edition.horse_die;
        let rolled = side.map(|side| die[side % die.len()]);
        let horses = self.horses_for(&cell, rolled);
        let possible = self.can(&cell, horses, rolled);
        self.record(Event::RolandActs { cell, rolled, possible });
        if possible {
            self.follow(&cell, horses, rolled);
        } else {
            self.follow(&column.default, 0, None);
        }
    }

    /// The horses of a cell: one, or none, or several for [`SoloHorse::AllOwn`].
    fn horses_for(&self, cell: &SoloCell, rolled: Option<u8>) -> Horses {
        let state = &*self.state;
        let track = &state.track;
        let unfinished = !track.finished;
        let (roland, player) = (state.sheet(ROLAND), state.sheet(PLAYER));
        let ahead = |among: Horses| lowest(track.extreme(among & unfinished, true));
        let behind = |among: Horses| lowest(track.extreme(among & unfinished, false));
        let Some(horse) = cell.horse else { return 0 };
        let found = match horse {
            SoloHorse::Rolled => rolled,
            SoloHorse::Lead => ahead(Horses::MAX),
            SoloHorse::Last => behind(Horses::MAX),
            SoloHorse::OwnLead => ahead(roland.owned),
            SoloHorse::OwnLast => behind(roland.owned),
            SoloHorse::OwnTopBet => roland.top_bet(Horses::MAX),
            SoloHorse::AllOwn => return roland.owned,
            SoloHorse::UnownedLead => ahead(state.market),
            SoloHorse::UnownedLast => behind(state.market),
            // LS-A34
            SoloHorse::UnownedLowest => lowest(state.market & unfinished),
            SoloHorse::UnownedCheapest => {
                let cards = each(u32::from(state.market & unfinished));
                cards.min_by_key(|card| (state.field.cost(*card), *card))
            }
            SoloHorse::UnownedTopBet => roland.top_bet(state.market),
            SoloHorse::PlayerLead => ahead(player.owned),
            SoloHorse::PlayerTopBet => player.top_bet(Horses::MAX),
            number => Some(number as u8 - SoloHorse::Number1 as u8),
        };
        found.map_or(0, |horse| 1 << horse)
    }

    /// Whether Roland can take the action of a cell. He tries no other horse and makes no smaller bet
    /// (LS-A26, LS-A32).
    fn can(&self, cell: &SoloCell, horses: Horses, rolled: Option<u8>) -> bool {
        let state = &*self.state;
        let sheet = state.sheet(ROLAND);
        let open = || horses & self.game.open_to_bets(state, sheet) != 0;
        let for_sale = horses & self.game.for_sale(state);
        match cell.action {
            SoloAction::Mark => rolled.is_some_and(|card| horses & !state.track.bar(card) != 0),
            SoloAction::Bet => open() && sheet.money >= cell.dollars.into(),
            SoloAction::FreeBet => open(),
            SoloAction::Buy => for_sale & state.field.affordable(sheet.money) != 0,
            SoloAction::FreeHorse => for_sale != 0,
            SoloAction::MoveBack => horses & !state.track.finished != 0,
            SoloAction::Gain => true,
        }
    }

    fn follow(&mut self, cell: &SoloCell, horses: Horses, rolled: Option<u8>) {
        let cause = Cause::Solo;
        let horse = lowest(horses).unwrap_or(0);
        match cell.action {
            SoloAction::Mark => {
                let card = rolled.unwrap_or(0);
                for horse in each(u32::from(horses & !self.state.track.bar(card))) {
                    self.state.track.mark(card, horse);
                    self.record(Event::BoxMarked { seat: ROLAND, card, horse, cause });
                }
            }
            SoloAction::Bet => {
                self.state.sheet_mut(ROLAND).money -= u32::from(cell.dollars);
                self.place_bet(ROLAND, horse, cell.dollars, cell.dollars, cause);
            }
            SoloAction::FreeBet => self.place_bet(ROLAND, horse, cell.dollars, 0, cause),
            SoloAction::Buy => {
                let cost = self.state.field.cost(horse);
                self.hand_over(ROLAND, horse, cost, cause);
            }
            SoloAction::FreeHorse => self.hand_over(ROLAND, horse, 0, cause),
            SoloAction::MoveBack => {
                let spaces = self.spaces(cell.spaces.into());
                self.push_horses(ROLAND, horses, -spaces, cause);
            }
            SoloAction::Gain => {}
        }
        if cell.gain > 0 {
            self.gain(ROLAND, cell.gain.into(), cause);
        }
    }
}
