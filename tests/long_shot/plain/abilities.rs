//! The abilities of Horse Cards during the race (LS-39, LS-40, LS-A8 to LS-A11).
//!
//! Abilities that change an Action or a bonus are in the module of that Action or bonus.

use super::components::{Figures, Horse};
use super::state::{PASS, Referee, others};
use super::table::{About, Action};

impl Referee<'_> {
    /// Asks whether an ability is used; its use is always optional (LS-39).
    pub(crate) fn uses(&mut self, seat: usize, card: usize, subject: Option<usize>) -> bool {
        let about = About { ability: Some(card), subject, ..About::default() };
        let legal = vec![PASS, Action::new("use", 0)];
        self.ask(seat, "ability", about, legal) != PASS
    }

    pub(crate) fn erase_wilds(&mut self, seat: usize, wilds: usize) {
        let marked = &mut self.state.seats[seat].wilds;
        *marked -= wilds.min(*marked);
    }

    /// Takes up to `dollars` from a player; returns the dollars taken.
    fn lose(&mut self, seat: usize, dollars: i64) -> i64 {
        let lost = dollars.min(self.seat(seat).money);
        self.bank_pays(seat, -lost);
        lost
    }

    /// Abilities at the start of the owner's turn if the horse die shows the number of the card; a Wild
    /// Number has no effect on that (LS-A8, LS-A9).
    pub(crate) fn start_of_turn(&mut self, seat: usize) {
        let number = self.state.rolled;
        if !self.seat(seat).owned.contains(&number) {
            return;
        }
        let Horse { ability, figures: Figures { dollars, spaces, .. }, .. } =
            self.card(number).clone();
        match ability.as_str() {
            "roll_pays" => self.bank_pays(seat, dollars),
            "roll_costs_others" => {
                for other in (0..self.players()).filter(|other| *other != seat) {
                    self.lose(other, dollars);
                }
            }
            "roll_moves" => {
                let mut horses = self.unfinished();
                let most = horses.iter().map(|horse| self.position(*horse)).max();
                horses.retain(|horse| Some(self.position(*horse)) < most);
                let about = About { spaces, left: 1, ability: Some(number), ..About::default() };
                if let Some(horse) = self.ask_horse(seat, "move", about, &horses, true) {
                    self.push(horse, spaces);
                }
            }
            _ => {}
        }
    }

    /// WHEN BOUGHT abilities (LS-40), also for a horse by the free-horse bonus (LS-A12).
    pub(crate) fn when_bought(&mut self, seat: usize, horse: usize) {
        if self.is_roland(seat) {
            return;
        }
        let ability = Some(horse);
        let card = self.card(horse).clone();
        let Figures { spaces, count, .. } = card.figures;
        match card.ability.as_str() {
            "bought_erases" => self.erase_wilds(seat, count),
            "bought_half_price" => {
                // Half a cost is rounded up.
                let half = |r: &Referee<'_>, horse: usize| (r.cost(horse) + 1) / 2;
                let mut horses = self.for_sale();
                horses.retain(|other| half(self, *other) <= self.seat(seat).money);
                let about = About { ability, ..About::default() };
                let point = "half_price";
                if let Some(other) = self.ask_horse(seat, point, about, &horses, true) {
                    let cost = half(self, other);
                    self.take_horse(seat, other, cost);
                }
            }
            "bought_moves" => {
                if self.has_finished(horse) {
                    return;
                }
                let mut others = self.unfinished();
                others.retain(|other| *other != horse);
                let subject = Some(horse);
                let about = About { spaces, left: 1, ability, subject, ..About::default() };
                let point = "move";
                if let Some(other) = self.ask_horse(seat, point, about, &others, true) {
                    self.push_all(&[horse, other], spaces);
                }
            }
            "bought_marks" => _ = self.extra_mark(seat, horse, 1, [true; 3]),
            "bought_jerseys" => {
                let mut left = (1..=count).rev();
                _ = left.all(|left| self.extra_mark(seat, horse, left, [false, false, true]));
            }
            _ => {}
        }
    }

    /// After a Bet Action: horses on the same space may move forward.
    pub(crate) fn after_bet(&mut self, seat: usize, horse: usize, bet: i64) {
        for (number, Figures { dollars, spaces, .. }) in self.abilities(seat, "bet_moves_space") {
            let mut there = self.unfinished();
            there.retain(|other| self.position(*other) == self.position(horse));
            // Horses before the Start/Finish line share no space; LS-A35.
            let can_move = self.position(horse) > 0 && !self.past_no_bet(horse);
            if bet == dollars && there.len() > 1 && can_move && self.uses(seat, number, Some(horse))
            {
                self.push_all(&there, spaces);
            }
        }
    }

    /// After a Helmet or a Jersey: a jockey set may give a Free Bet.
    pub(crate) fn after_set(&mut self, seat: usize, horse: usize) {
        for (number, Figures { dollars, .. }) in self.abilities(seat, "set_bets") {
            if self.seat(seat).has_set(horse)
                && self.may_bet(seat, horse)
                && self.uses(seat, number, Some(horse))
            {
                self.write_bet(seat, horse, dollars);
            }
        }
    }

    /// After the Jersey Action: takes dollars from the owner of that horse's card, even Roland (LS-A28).
    pub(crate) fn after_jersey(&mut self, seat: usize, horse: usize) {
        for (_, Figures { dollars, .. }) in self.abilities(seat, "jersey_takes") {
            if let Some(owner) = self.owner(horse).filter(|owner| *owner != seat) {
                let taken = self.lose(owner, dollars);
                self.bank_pays(seat, taken);
            }
        }
    }

    /// Asks for a mark by the ability of a card, among cells, Helmets and Jerseys as it allows. Returns whether
    /// a mark was made.
    pub(crate) fn extra_mark(
        &mut self,
        seat: usize,
        card: usize,
        left: usize,
        [cells, helmets, jerseys]: [bool; 3],
    ) -> bool {
        let sheet = self.seat(seat);
        let kinds = [
            ("concession", cells, self.unmarked_cells(seat)),
            ("helmet", helmets, others(&sheet.helmets)),
            ("jersey", jerseys, others(&sheet.jerseys)),
        ];
        let mut legal = vec![PASS];
        for (kind, _, numbers) in kinds.into_iter().filter(|(_, allowed, _)| *allowed) {
            legal.extend(numbers.into_iter().map(|number| Action::new(kind, number)));
        }
        let about = About { left, ability: Some(card), ..About::default() };
        let Action { kind, number, .. } = self.ask(seat, "extra_mark", about, legal);
        match kind {
            "concession" => self.mark_cell(seat, number),
            "helmet" => self.mark_helmet(seat, number),
            "jersey" => self.mark_jersey(seat, number),
            _ => return false,
        }
        true
    }

    pub(crate) fn row_moves_back(&mut self, seat: usize, card: usize, spaces: i64) {
        let about = About { spaces: -spaces, left: 1, ability: Some(card), ..About::default() };
        let horses = self.unfinished();
        if let Some(horse) = self.ask_horse(seat, "move", about, &horses, true) {
            self.push(horse, -spaces);
        }
    }
}
