//! Roland's turn by the Solo Sheet (LS-47 to LS-59, LS-A25 to LS-A28, LS-A32).

use std::collections::BTreeSet;
use std::sync::Arc;

use super::components::SoloCell;
use super::state::{HORSES, Referee};

const PLAYER: usize = 0;
const ROLAND: usize = 1;

impl Referee<'_> {
    /// Takes Roland's Action, by the column of the movement die and the row of the horse die (LS-49), or the
    /// default of the column (LS-51).
    pub(crate) fn roland_acts(&mut self) {
        let components = Arc::clone(&self.config.components);
        let mut columns = components.solo.iter();
        let column = columns.find(|column| column.movement == self.state.movement).expect("one");
        let (cell, default) = (&column.cells[self.state.rolled - 1], &column.default);
        // LS-50: a mark is made on the card of a second roll.
        let rolls = cell.action == "mark" || cell.horse == "rolled";
        let again = rolls.then(|| {
            let side = self.at_table(|table, referee| table.roll_again(referee));
            components.horse_die[side]
        });
        if !self.roland_does(cell, again) {
            assert!(self.roland_does(default, again), "it is possible");
        }
    }

    fn solo_horse(&self, horse: &str, again: Option<usize>) -> Option<usize> {
        // LS-57, LS-A32: only unfinished horses can be lead or last.
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
            number => number.parse().ok(),
        }
    }

    /// Takes the action of a cell. Returns false if it is not possible; no other horse is tried (LS-A32).
    fn roland_does(&mut self, cell: &SoloCell, again: Option<usize>) -> bool {
        let horse = self.solo_horse(&cell.horse, again);
        let price = |price| if cell.action.starts_with("free") { 0 } else { price };
        let money = self.seat(ROLAND).money;
        let done = match (cell.action.as_str(), horse) {
            // LS-59, LS-A26
            ("mark", _) => {
                let card = again.expect("a card to mark");
                let marked = &mut self.state.boxes[card - 1];
                let before = marked.len();
                match cell.horse.as_str() {
                    "all_own" => marked.extend(&self.state.seats[ROLAND].owned),
                    _ => marked.extend(horse),
                }
                marked.len() > before
            }
            ("gain", _) => true,
            (_, None) => false,
            // LS-53, LS-A25
            ("bet" | "free_bet", Some(horse)) => {
                let price = price(cell.dollars);
                let can = self.may_bet(ROLAND, horse) && price <= money;
                if can {
                    self.bank_pays(ROLAND, -price);
                    self.write_bet(ROLAND, horse, cell.dollars);
                }
                can
            }
            ("buy" | "free_horse", Some(horse)) => {
                let price = price(self.cost(horse));
                let can = self.for_sale().contains(&horse) && price <= money;
                if can {
                    self.bank_pays(ROLAND, -price);
                    self.state.market.remove(&horse);
                    self.state.seats[ROLAND].owned.insert(horse);
                }
                can
            }
            (_, Some(horse)) => {
                let can = !self.has_finished(horse);
                if can {
                    self.push(horse, -cell.spaces);
                }
                can
            }
        };
        if done {
            self.bank_pays(ROLAND, cell.gain);
        }
        done
    }
}
