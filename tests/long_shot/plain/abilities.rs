//! What Horse Cards do for their owners during the race (LS-39, LS-40, LS-A8 to LS-A11).
//!
//! Abilities that change what an Action or a bonus offers or pays stand where that is done.

use super::components::Ability;
use super::state::{Referee, others};
use super::table::{About, Action, Table};

impl Referee {
    /// Asks whether an ability is used; it never has to be (LS-39).
    pub(crate) fn uses(
        &mut self,
        table: &mut dyn Table,
        seat: usize,
        card: usize,
        subject: Option<usize>,
    ) -> bool {
        let about = About { ability: Some(card), subject, ..About::default() };
        let legal = vec![Action::Pass, Action::Use];
        self.ask(table, seat, "ability", about, legal) == Action::Use
    }

    /// Erases Wild marks, as many as there are.
    pub(crate) fn erase_wilds(&mut self, seat: usize, wilds: usize) {
        let marked = &mut self.state.seats[seat].wilds;
        *marked -= wilds.min(*marked);
    }

    /// A player loses dollars, as many as there are; returns how many.
    fn lose(&mut self, seat: usize, dollars: i64) -> i64 {
        let lost = dollars.min(self.seat(seat).money);
        self.bank_pays(seat, -lost);
        lost
    }

    /// Abilities at the start of the owner's turn, in a round whose horse die shows the number of
    /// the card; a Wild Number changes nothing of that (LS-A8, LS-A9).
    pub(crate) fn start_of_turn(&mut self, table: &mut dyn Table, seat: usize) {
        for (number, ability) in self.abilities(seat) {
            if number != self.state.rolled {
                continue;
            }
            match ability {
                Ability::RollPays { dollars } => self.bank_pays(seat, dollars),
                Ability::RollCostsOthers { dollars } => {
                    for other in (0..self.players()).filter(|other| *other != seat) {
                        self.lose(other, dollars);
                    }
                }
                Ability::RollMoves { spaces } => {
                    let unfinished = self.unfinished();
                    let most = unfinished.iter().map(|horse| self.position(*horse)).max();
                    let behind = unfinished.into_iter().filter(|h| Some(self.position(*h)) < most);
                    let behind: Vec<usize> = behind.collect();
                    let about =
                        About { spaces, left: 1, ability: Some(number), ..About::default() };
                    let chosen = self.ask_horse_or_pass(table, seat, "move", about, &behind);
                    if let Some(horse) = chosen {
                        self.push(horse, spaces);
                    }
                }
                _ => {}
            }
        }
    }

    /// WHEN BOUGHT (LS-40), for a horse of the free-horse bonus too (LS-A12).
    pub(crate) fn when_bought(&mut self, table: &mut dyn Table, seat: usize, horse: usize) {
        if self.is_roland(seat) {
            return;
        }
        let ability = Some(horse);
        match self.card(horse).ability {
            Ability::BoughtErases { count } => self.erase_wilds(seat, count),
            Ability::BoughtHalfPrice => {
                // Half a dollar is a whole one.
                let half = |r: &Referee, horse: usize| (r.cost(horse) + 1) / 2;
                let mut horses = self.for_sale();
                horses.retain(|other| half(self, *other) <= self.seat(seat).money);
                let about = About { ability, ..About::default() };
                let point = "half_price";
                if let Some(other) = self.ask_horse_or_pass(table, seat, point, about, &horses) {
                    let cost = half(self, other);
                    self.take_horse(table, seat, other, cost);
                }
            }
            Ability::BoughtMoves { spaces } => {
                if self.has_finished(horse) {
                    return;
                }
                let mut others = self.unfinished();
                others.retain(|other| *other != horse);
                let subject = Some(horse);
                let about = About { spaces, left: 1, ability, subject, ..About::default() };
                let point = "move";
                if let Some(other) = self.ask_horse_or_pass(table, seat, point, about, &others) {
                    self.push_all(&[horse, other], spaces);
                }
            }
            Ability::BoughtMarks => _ = self.extra_mark(table, seat, horse, 1, [true; 3]),
            Ability::BoughtJerseys { count } => {
                let mut left = (1..=count).rev();
                _ = left
                    .all(|left| self.extra_mark(table, seat, horse, left, [false, false, true]));
            }
            _ => {}
        }
    }

    /// After the Bet Action with a normal bet: horses on the same space may move on.
    pub(crate) fn after_bet(&mut self, table: &mut dyn Table, seat: usize, horse: usize, bet: i64) {
        for (number, ability) in self.abilities(seat) {
            let Ability::BetMovesSpace { dollars, spaces } = ability else { continue };
            let mut there = self.unfinished();
            there.retain(|other| self.position(*other) == self.position(horse));
            // Behind the Start/Finish line there is no space to share; LS-A35.
            let can_move = self.position(horse) > 0 && !self.past_no_bet(horse);
            if bet == dollars
                && there.len() > 1
                && can_move
                && self.uses(table, seat, number, Some(horse))
            {
                self.push_all(&there, spaces);
            }
        }
    }

    /// After a Helmet or a Jersey: the pair may bring a Free Bet.
    pub(crate) fn after_set(&mut self, table: &mut dyn Table, seat: usize, horse: usize) {
        for (number, ability) in self.abilities(seat) {
            let Ability::SetBets { dollars } = ability else { continue };
            if self.seat(seat).has_set(horse)
                && self.may_bet(seat, horse)
                && self.uses(table, seat, number, Some(horse))
            {
                self.write_bet(seat, horse, dollars);
            }
        }
    }

    /// After the Jersey Action: dollars from the owner of that horse's card, Roland too (LS-A28).
    pub(crate) fn after_jersey(&mut self, seat: usize, horse: usize) {
        for (_, ability) in self.abilities(seat) {
            let Ability::JerseyTakes { dollars } = ability else { continue };
            if let Some(owner) = self.owner(horse).filter(|owner| *owner != seat) {
                let taken = self.lose(owner, dollars);
                self.bank_pays(seat, taken);
            }
        }
    }

    /// Asks for a mark by the ability of a card, of cells, Helmets and Jerseys those that it allows;
    /// whether one was made.
    pub(crate) fn extra_mark(
        &mut self,
        table: &mut dyn Table,
        seat: usize,
        card: usize,
        left: usize,
        [cells, helmets, jerseys]: [bool; 3],
    ) -> bool {
        let (sheet, mut legal) = (self.seat(seat), vec![Action::Pass]);
        if cells {
            legal.extend(self.unmarked_cells(seat).into_iter().map(Action::MarkCell));
        }
        if helmets {
            legal.extend(others(&sheet.helmets).into_iter().map(Action::MarkHelmet));
        }
        if jerseys {
            legal.extend(others(&sheet.jerseys).into_iter().map(Action::MarkJersey));
        }
        let about = About { left, ability: Some(card), ..About::default() };
        match self.ask(table, seat, "extra_mark", about, legal) {
            Action::MarkCell(cell) => self.mark_cell(table, seat, cell),
            Action::MarkHelmet(horse) => self.mark_helmet(table, seat, horse),
            Action::MarkJersey(horse) => self.mark_jersey(table, seat, horse),
            _ => return false,
        }
        true
    }

    /// A horse moves back for a completed row.
    pub(crate) fn row_moves_back(
        &mut self,
        table: &mut dyn Table,
        seat: usize,
        card: usize,
        spaces: i64,
    ) {
        let about = About { spaces: -spaces, left: 1, ability: Some(card), ..About::default() };
        let horses = self.unfinished();
        if let Some(horse) = self.ask_horse_or_pass(table, seat, "move", about, &horses) {
            self.push(horse, -spaces);
        }
    }
}
