//! A Player Sheet: what an Action may do, and what it does (LS-24 to LS-37).

use std::collections::VecDeque;

use super::components::{Ability, Cell};
use super::state::{HORSES, Referee, others};
use super::table::{About, Action, Table};

impl Referee {
    /// Whether a seat may bet on a horse, free or not (LS-34, LS-35, LS-A25).
    pub(crate) fn may_bet(&self, seat: usize, horse: usize) -> bool {
        let open = !self.past_no_bet(horse) || self.seat(seat).helmets.contains(&horse);
        !self.has_finished(horse) && open
    }

    /// What a bet of the Bet Action costs (LS-33).
    pub(crate) fn price_of_bet(&self, seat: usize, horse: usize, dollars: i64) -> i64 {
        let free =
            self.abilities(seat).iter().any(|(_, ability)| *ability == Ability::FirstBetFree);
        if free && self.seat(seat).bet(horse) == 0 { 0 } else { dollars }
    }

    /// The dollars and spaces of a bet that moves the horse, where the seat has that ability.
    pub(crate) fn bet_that_moves(&self, seat: usize) -> Option<(i64, i64)> {
        self.abilities(seat).iter().find_map(|(_, ability)| match ability {
            Ability::BetAndMove { dollars, spaces } => Some((*dollars, *spaces)),
            _ => None,
        })
    }

    pub(crate) fn unmarked_cells(&self, seat: usize) -> Vec<Cell> {
        let cells = self.config.components.cells();
        cells.into_iter().filter(|cell| !self.seat(seat).cells.contains(cell)).collect()
    }

    /// Horses that may be taken from the Market (LS-36, LS-A12).
    pub(crate) fn for_sale(&self) -> Vec<usize> {
        let market = self.state.market.iter().copied();
        market.filter(|horse| !self.has_finished(*horse)).collect()
    }

    /// What a seat may do with a number, its own or that of a Wild.
    fn actions_with(&self, seat: usize, number: usize, wild: bool) -> Vec<Action> {
        let sheet = self.seat(seat);
        let mut actions = Vec::new();
        // LS-27; with Scatter Shot the numbers beside the one rolled too.
        let either_side =
            self.abilities(seat).iter().any(|(_, ability)| *ability == Ability::NeighbourNumbers);
        for cell in self.unmarked_cells(seat) {
            let distance = self.config.components.in_cell(cell).abs_diff(number);
            if distance == 0 || distance == 1 && either_side && !wild {
                actions.push(Action::Concession { cell, wild });
            }
        }
        // LS-31, LS-32, LS-A17, LS-A18
        if !sheet.helmets.contains(&number) {
            actions.push(Action::Helmet { horse: number, wild });
        }
        if !sheet.jerseys.contains(&number) {
            actions.push(Action::Jersey { horse: number, wild });
        }
        if self.may_bet(seat, number) {
            // LS-33, LS-A20
            for dollars in 1..=self.config.components.bets.most {
                if self.price_of_bet(seat, number, dollars) <= sheet.money {
                    actions.push(Action::Bet { horse: number, dollars, wild });
                }
            }
            if let Some((dollars, _)) = self.bet_that_moves(seat)
                && self.price_of_bet(seat, number, dollars) <= sheet.money
            {
                actions.push(Action::BetAndMove { horse: number, wild });
            }
        }
        // LS-36
        if self.for_sale().contains(&number) && self.cost(number) <= sheet.money {
            actions.push(Action::Buy { horse: number, wild });
        }
        actions
    }

    /// Whether the number rolled allows no Action (LS-37, LS-A5).
    pub(crate) fn is_stuck(&self, seat: usize) -> bool {
        self.actions_with(seat, self.state.rolled, false).is_empty()
    }

    /// Everything a seat may do on its turn; nothing at all only when it is stuck with no way out
    /// (LS-A6, LS-A7).
    pub(crate) fn actions(&self, seat: usize) -> Vec<Action> {
        let rolled = self.state.rolled;
        let mut actions = self.actions_with(seat, rolled, false);
        // LS-26; a Wild for the very number rolled would change nothing.
        if self.seat(seat).wilds < self.config.wilds {
            for number in HORSES.filter(|number| *number != rolled) {
                actions.extend(self.actions_with(seat, number, true));
            }
        }
        if self.is_stuck(seat) && self.seat(seat).wilds > 0 {
            actions.push(Action::Erase);
        }
        actions
    }

    /// Carries an Action out.
    pub(crate) fn act(&mut self, table: &mut dyn Table, seat: usize, action: Action) {
        match action {
            Action::Concession { wild, .. }
            | Action::Helmet { wild, .. }
            | Action::Jersey { wild, .. }
            | Action::Bet { wild, .. }
            | Action::BetAndMove { wild, .. }
            | Action::Buy { wild, .. }
                if wild =>
            {
                self.state.seats[seat].wilds += 1;
            }
            _ => {}
        }
        match action {
            Action::Concession { cell, .. } => self.mark_cell(table, seat, cell),
            Action::Helmet { horse, .. } => self.mark_helmet(table, seat, horse),
            Action::Jersey { horse, .. } => self.take_jersey(table, seat, horse),
            Action::Bet { horse, dollars, .. } => {
                self.pay_bet(seat, horse, dollars);
                self.after_bet(table, seat, horse, dollars);
            }
            Action::BetAndMove { horse, .. } => {
                let (dollars, spaces) = self.bet_that_moves(seat).expect("the ability");
                self.pay_bet(seat, horse, dollars);
                self.push(horse, spaces);
            }
            Action::Buy { horse, .. } => {
                let cost = self.cost(horse);
                self.take_horse(table, seat, horse, cost);
            }
            Action::Erase => self.state.seats[seat].wilds -= 1,
            other => panic!("{other:?} is no Action of a turn"),
        }
    }

    /// The Bet Action: pays and writes (LS-33).
    fn pay_bet(&mut self, seat: usize, horse: usize, dollars: i64) {
        let price = self.price_of_bet(seat, horse, dollars);
        self.bank_pays(seat, -price);
        self.write_bet(seat, horse, dollars);
    }

    /// Writes a bet that has been paid, or is free (LS-35), and whatever a bet of any kind brings.
    pub(crate) fn write_bet(&mut self, seat: usize, horse: usize, dollars: i64) {
        assert!(self.may_bet(seat, horse), "LS-34");
        let sheet = &mut self.state.seats[seat];
        sheet.bets[horse - 1] += dollars;
        for (_, ability) in self.abilities(seat) {
            if let Ability::HelmetBetPays { dollars } = ability
                && self.seat(seat).helmets.contains(&horse)
            {
                self.bank_pays(seat, dollars);
            }
        }
    }

    /// A Horse Card goes from the Market to a seat, and what happens when it is bought (LS-36).
    pub(crate) fn take_horse(
        &mut self,
        table: &mut dyn Table,
        seat: usize,
        horse: usize,
        cost: i64,
    ) {
        assert!(self.for_sale().contains(&horse), "in the Market and not finished");
        self.bank_pays(seat, -cost);
        self.state.market.retain(|number| *number != horse);
        self.state.seats[seat].owned.push(horse);
        self.when_bought(table, seat, horse);
    }

    /// Marks a cell; completed lines are resolved at once (LS-27, LS-28, LS-A16).
    pub(crate) fn mark_cell(&mut self, table: &mut dyn Table, seat: usize, cell: Cell) {
        assert!(self.unmarked_cells(seat).contains(&cell), "the cell is free");
        self.state.seats[seat].cells.push(cell);
        let (row, column) = cell;
        let marked = &self.seat(seat).cells;
        let all = self.config.components.cells();
        let complete = |in_line: &dyn Fn(&Cell) -> bool| {
            all.iter().filter(|cell| in_line(cell)).all(|cell| marked.contains(cell))
        };
        let completed_row = complete(&|cell| cell.0 == row);
        let completed_column = complete(&|cell| cell.1 == column);
        self.lines_completed(table, seat, completed_row, completed_column);
    }

    /// Marks a Helmet, by whatever means (LS-31).
    pub(crate) fn mark_helmet(&mut self, table: &mut dyn Table, seat: usize, horse: usize) {
        assert!(!self.seat(seat).helmets.contains(&horse), "one Helmet for each horse");
        self.state.seats[seat].helmets.push(horse);
        self.after_set(table, seat, horse);
    }

    /// Marks a Jersey and no box.
    pub(crate) fn mark_jersey(&mut self, table: &mut dyn Table, seat: usize, horse: usize) {
        self.write_jersey(seat, horse);
        self.after_set(table, seat, horse);
    }

    fn write_jersey(&mut self, seat: usize, horse: usize) {
        assert!(!self.seat(seat).jerseys.contains(&horse), "one Jersey for each horse");
        self.state.seats[seat].jerseys.push(horse);
    }

    /// The Jersey Action: the Jersey, then any box on the card of that horse (LS-32, LS-A2).
    pub(crate) fn take_jersey(&mut self, table: &mut dyn Table, seat: usize, horse: usize) {
        self.write_jersey(seat, horse);
        self.mark_boxes(table, seat, horse);
        self.after_jersey(seat, horse);
        self.after_set(table, seat, horse);
    }

    /// Marks as many boxes of a card as a Jersey gives: the first must be marked if there is one
    /// (LS-A17), those of an ability may be.
    fn mark_boxes(&mut self, table: &mut dyn Table, seat: usize, card: usize) {
        let of_abilities = self.abilities(seat).into_iter().flat_map(|(number, ability)| {
            let more = match ability {
                Ability::JerseyMarks { count } => count - 1,
                _ => 0,
            };
            vec![Some(number); more]
        });
        let mut wanted: VecDeque<Option<usize>> = [None].into_iter().chain(of_abilities).collect();
        while let Some(ability) = wanted.front().copied() {
            let free = others(&self.state.boxes[card - 1]);
            if free.is_empty() {
                return;
            }
            let about = About { card: Some(card), left: wanted.len(), ability, ..About::default() };
            wanted.pop_front();
            let chosen = match ability {
                None => Some(self.ask_horse(table, seat, "box", about, &free)),
                Some(_) => self.ask_horse_or_pass(table, seat, "box", about, &free),
            };
            match chosen {
                Some(horse) => self.state.boxes[card - 1].push(horse),
                // Who leaves one box of an ability leaves all of it.
                None => wanted.retain(|other| *other != ability),
            }
        }
    }
}
