//! Roland's turn by the Solo Sheet (LS-47 to LS-59, LS-A25 to LS-A28, LS-A32).

use super::components::{SoloAction, SoloCell, SoloHorse};
use super::state::{HORSES, Referee};
use super::table::Table;

const PLAYER: usize = 0;
const ROLAND: usize = 1;

/// What Roland can do: dollars, marks and cards with all choices made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Mark { card: usize, horses: Vec<usize> },
    Bet { horse: usize, dollars: i64, price: i64 },
    Buy { horse: usize, price: i64 },
    MoveBack { horse: usize, spaces: i64 },
    Nothing,
}

impl Referee {
    /// The column by the movement die, the row by the horse die (LS-49).
    pub(crate) fn solo_cell(&self) -> (SoloCell, SoloCell) {
        let columns = &self.config.components.solo;
        let column = columns.iter().find(|column| column.movement == self.state.movement);
        let column = column.expect("a column for the movement die");
        (column.cells[self.state.rolled - 1], column.default)
    }

    /// Roland's Action, or the default of the column (LS-51).
    pub(crate) fn roland_acts(&mut self, table: &mut dyn Table) {
        let (cell, default) = self.solo_cell();
        // LS-50: every mark goes on the card of another roll.
        let again = match cell.action {
            SoloAction::Mark(_)
            | SoloAction::Bet { horse: SoloHorse::Rolled, .. }
            | SoloAction::Buy { horse: SoloHorse::Rolled, .. }
            | SoloAction::MoveBack { horse: SoloHorse::Rolled, .. } => Some(table.roll_again(self)),
            _ => None,
        };
        match self.deed(cell.action, again) {
            Some(deed) => self.do_it(deed, cell.gain),
            None => {
                let deed = self.deed(default.action, again).expect("defaults can be taken");
                self.do_it(deed, default.gain);
            }
        }
    }

    /// The horse a cell names; for [`SoloHorse::AllOwn`] see [`Referee::deed`].
    fn solo_horse(&self, horse: SoloHorse, again: Option<usize>) -> Option<usize> {
        // LS-57, LS-A32: lead and last are of the unfinished.
        let on_track = |owner: Option<usize>| -> Vec<usize> {
            let horses = self.unfinished().into_iter();
            horses.filter(|horse| self.owner(*horse) == owner).collect()
        };
        let top_bet = |seat: usize, among: &[usize]| {
            let bet = |horse: usize| self.seat(seat).bet(horse);
            let most = among.iter().map(|horse| bet(*horse)).max().filter(|bet| *bet > 0)?;
            among.iter().copied().filter(|horse| bet(*horse) == most).min()
        };
        let all: Vec<usize> = HORSES.collect();
        match horse {
            SoloHorse::Rolled => again,
            SoloHorse::Number(number) => Some(number),
            SoloHorse::Lead => self.lead_of(&self.unfinished()),
            SoloHorse::Last => self.last_of(&self.unfinished()),
            SoloHorse::OwnLead => self.lead_of(&on_track(Some(ROLAND))),
            SoloHorse::OwnLast => self.last_of(&on_track(Some(ROLAND))),
            SoloHorse::OwnTopBet => top_bet(ROLAND, &all),
            SoloHorse::UnownedLead => self.lead_of(&on_track(None)),
            SoloHorse::UnownedLast => self.last_of(&on_track(None)),
            // LS-A34
            SoloHorse::UnownedLowest => self.for_sale().into_iter().min(),
            SoloHorse::UnownedCheapest => {
                let market = self.for_sale().into_iter();
                market.min_by_key(|horse| (self.card(*horse).cost, *horse))
            }
            SoloHorse::UnownedTopBet => top_bet(ROLAND, &self.state.market),
            SoloHorse::PlayerLead => self.lead_of(&on_track(Some(PLAYER))),
            SoloHorse::PlayerTopBet => top_bet(PLAYER, &all),
            SoloHorse::AllOwn => panic!("several horses"),
        }
    }

    /// What an Action comes to; `None` if it cannot be taken, in which case no other horse is tried
    /// (LS-A32).
    fn deed(&self, action: SoloAction, again: Option<usize>) -> Option<Deed> {
        match action {
            // LS-59, LS-A26
            SoloAction::Mark(which) => {
                let card = again.expect("a card to mark");
                let horses = match which {
                    SoloHorse::AllOwn => {
                        HORSES.filter(|horse| self.seat(ROLAND).owned.contains(horse)).collect()
                    }
                    _ => vec![self.solo_horse(which, again)?],
                };
                let free = |horse: &usize| !self.state.boxes[card - 1].contains(horse);
                let horses: Vec<usize> = horses.into_iter().filter(free).collect();
                (!horses.is_empty()).then_some(Deed::Mark { card, horses })
            }
            // LS-53, LS-A25
            SoloAction::Bet { horse, dollars, free } => {
                let horse = self.solo_horse(horse, again)?;
                let price = if free { 0 } else { dollars };
                let can = self.may_bet(ROLAND, horse) && price <= self.seat(ROLAND).money;
                can.then_some(Deed::Bet { horse, dollars, price })
            }
            SoloAction::Buy { horse, free } => {
                let horse = self.solo_horse(horse, again)?;
                let price = if free { 0 } else { self.card(horse).cost };
                let can = self.for_sale().contains(&horse) && price <= self.seat(ROLAND).money;
                can.then_some(Deed::Buy { horse, price })
            }
            SoloAction::MoveBack { horse, spaces } => {
                let horse = self.solo_horse(horse, again)?;
                (!self.has_finished(horse)).then_some(Deed::MoveBack { horse, spaces })
            }
            SoloAction::Nothing => Some(Deed::Nothing),
        }
    }

    fn do_it(&mut self, deed: Deed, gain: i64) {
        match deed {
            Deed::Mark { card, horses } => self.state.boxes[card - 1].extend(horses),
            Deed::Bet { horse, dollars, price } => {
                self.bank_pays(ROLAND, -price);
                self.write_bet(ROLAND, horse, dollars, price);
            }
            Deed::Buy { horse, price } => {
                self.bank_pays(ROLAND, -price);
                self.state.market.retain(|number| *number != horse);
                self.state.seats[ROLAND].owned.push(horse);
            }
            Deed::MoveBack { horse, spaces } => self.push(horse, -spaces),
            Deed::Nothing => {}
        }
        self.bank_pays(ROLAND, gain);
    }
}
