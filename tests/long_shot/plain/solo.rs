//! Roland's turn by the Solo Sheet (LS-47 to LS-59, LS-A25 to LS-A28, LS-A32).

use std::collections::BTreeSet;
use std::sync::Arc;

use super::components::SoloCell;
use super::state::{HORSES, Referee};

const PLAYER: usize = 0;
const ROLAND: usize = 1;

/// What Roland can do, with all choices made.
enum Deed {
    Mark { card: usize, horses: Vec<usize> },
    Bet { horse: usize, dollars: i64, price: i64 },
    Buy { horse: usize, price: i64 },
    MoveBack { horse: usize, spaces: i64 },
    Nothing,
}

impl Referee<'_> {
    /// Roland's Action, by the column of the movement die and the row of the horse die (LS-49), or the
    /// default of the column (LS-51).
    pub(crate) fn roland_acts(&mut self) {
        let components = Arc::clone(&self.config.components);
        let mut columns = components.solo.iter();
        let column = columns.find(|column| column.movement == self.state.movement).expect("one");
        let (cell, default) = (&column.cells[self.state.rolled - 1], &column.default);
        // LS-50: every mark goes on the card of another roll.
        let rolls = cell.action == "mark" || cell.horse == "rolled";
        let again = rolls.then(|| {
            let side = self.at_table(|table, referee| table.roll_again(referee));
            components.horse_die[side]
        });
        match self.deed(cell, again) {
            Some(deed) => self.do_it(deed, cell.gain),
            None => self.do_it(self.deed(default, again).expect("it is possible"), default.gain),
        }
    }

    /// The horse that a cell names.
    fn solo_horse(&self, horse: &str, again: Option<usize>) -> Option<usize> {
        // LS-57, LS-A32: lead and last are of the unfinished.
        let on_track = |owner: Option<usize>| -> Vec<usize> {
            let horses = self.unfinished().into_iter();
            horses.filter(|horse| self.owner(*horse) == owner).collect()
        };
        let top_bet = |seat: usize, among: &BTreeSet<usize>| {
            let bet = |horse: usize| self.seat(seat).bet(horse);
            let most = among.iter().map(|horse| bet(*horse)).max().filter(|bet| *bet > 0)?;
            among.iter().copied().filter(|horse| bet(*horse) == most).min()
        };
        let all = HORSES.collect();
        match horse {
            "rolled" => again,
            "lead" => self.lead_of(&self.unfinished()),
            "last" => self.last_of(&self.unfinished()),
            "own_lead" => self.lead_of(&on_track(Some(ROLAND))),
            "own_last" => self.last_of(&on_track(Some(ROLAND))),
            "own_top_bet" => top_bet(ROLAND, &all),
            "unowned_lead" => self.lead_of(&on_track(None)),
            "unowned_last" => self.last_of(&on_track(None)),
            // LS-A34
            "unowned_lowest" => self.for_sale().into_iter().min(),
            "unowned_cheapest" => {
                self.for_sale().into_iter().min_by_key(|horse| (self.cost(*horse), *horse))
            }
            "unowned_top_bet" => top_bet(ROLAND, &self.state.market),
            "player_lead" => self.lead_of(&on_track(Some(PLAYER))),
            "player_top_bet" => top_bet(PLAYER, &all),
            number => Some(number.parse().expect("a horse")),
        }
    }

    /// What a cell comes to; `None` if it is not possible, in which case no other horse is tried
    /// (LS-A32).
    fn deed(&self, cell: &SoloCell, again: Option<usize>) -> Option<Deed> {
        let free = cell.action.starts_with("free");
        let horse = || self.solo_horse(&cell.horse, again);
        match cell.action.as_str() {
            // LS-59, LS-A26
            "mark" => {
                let card = again.expect("a card to mark");
                let horses = match cell.horse.as_str() {
                    "all_own" => self.seat(ROLAND).owned.iter().copied().collect(),
                    _ => vec![horse()?],
                };
                let free = |horse: &usize| !self.state.boxes[card - 1].contains(horse);
                let horses: Vec<usize> = horses.into_iter().filter(free).collect();
                (!horses.is_empty()).then_some(Deed::Mark { card, horses })
            }
            // LS-53, LS-A25
            "bet" | "free_bet" => {
                let (horse, dollars) = (horse()?, cell.dollars);
                let price = if free { 0 } else { dollars };
                let can = self.may_bet(ROLAND, horse) && price <= self.seat(ROLAND).money;
                can.then_some(Deed::Bet { horse, dollars, price })
            }
            "buy" | "free_horse" => {
                let horse = horse()?;
                let price = if free { 0 } else { self.cost(horse) };
                let can = self.for_sale().contains(&horse) && price <= self.seat(ROLAND).money;
                can.then_some(Deed::Buy { horse, price })
            }
            "move_back" => {
                let horse = horse()?;
                let spaces = cell.spaces;
                (!self.has_finished(horse)).then_some(Deed::MoveBack { horse, spaces })
            }
            _ => Some(Deed::Nothing),
        }
    }

    fn do_it(&mut self, deed: Deed, gain: i64) {
        match deed {
            Deed::Mark { card, horses } => self.state.boxes[card - 1].extend(horses),
            Deed::Bet { horse, dollars, price } => {
                self.bank_pays(ROLAND, -price);
                self.write_bet(ROLAND, horse, dollars);
            }
            Deed::Buy { horse, price } => {
                self.bank_pays(ROLAND, -price);
                self.state.market.remove(&horse);
                self.state.seats[ROLAND].owned.insert(horse);
            }
            Deed::MoveBack { horse, spaces } => self.push(horse, -spaces),
            Deed::Nothing => {}
        }
        self.bank_pays(ROLAND, gain);
    }
}
