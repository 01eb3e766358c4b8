//! The Player Sheet: legal Actions and their effects (LS-24 to LS-37).

use std::collections::VecDeque;

use super::components::{Cell, Figures, lines};
use super::state::{HORSES, Referee, others};
use super::table::{About, Action};

impl Referee<'_> {
    /// Whether a seat may bet on a horse, free or not (LS-34, LS-35, LS-A25).
    pub(crate) fn may_bet(&self, seat: usize, horse: usize) -> bool {
        let open = !self.past_no_bet(horse) || self.seat(seat).helmets.contains(&horse);
        !self.has_finished(horse) && open
    }

    /// The price of a bet of the Bet Action (LS-33).
    pub(crate) fn price_of_bet(&self, seat: usize, horse: usize, dollars: i64) -> i64 {
        let free = !self.abilities(seat, "first_bet_free").is_empty();
        if free && self.seat(seat).bet(horse) == 0 { 0 } else { dollars }
    }

    fn bet_that_moves(&self, seat: usize) -> Option<Figures> {
        self.abilities(seat, "bet_and_move").first().map(|(_, figures)| *figures)
    }

    pub(crate) fn unmarked_cells(&self, seat: usize) -> Vec<Cell> {
        (1..=16).filter(|cell| !self.seat(seat).cells.contains(cell)).collect()
    }

    /// Horses that may be taken from the Market (LS-36, LS-A12).
    pub(crate) fn for_sale(&self) -> Vec<usize> {
        let market = self.state.market.iter().copied();
        market.filter(|horse| !self.has_finished(*horse)).collect()
    }

    /// The legal Actions of a seat with the number rolled, or with the number of a Wild.
    fn actions_with(&self, seat: usize, number: usize, wild: bool) -> Vec<Action> {
        let sheet = self.seat(seat);
        let mut actions = Vec::new();
        let mut may = |kind, number, dollars| actions.push(Action { kind, wild, number, dollars });
        // LS-27; with Scatter Shot also the numbers one lower and one higher.
        let either_side = !self.abilities(seat, "neighbour_numbers").is_empty();
        for cell in self.unmarked_cells(seat) {
            let distance = self.config.components.in_cell(cell).abs_diff(number);
            if distance == 0 || distance == 1 && either_side && !wild {
                may("concession", cell, 0);
            }
        }
        // LS-31, LS-32, LS-A17, LS-A18
        if !sheet.helmets.contains(&number) {
            may("helmet", number, 0);
        }
        if !sheet.jerseys.contains(&number) {
            may("jersey", number, 0);
        }
        let pays = |dollars| {
            self.may_bet(seat, number) && self.price_of_bet(seat, number, dollars) <= sheet.money
        };
        // LS-33, LS-A20
        for dollars in (1..=self.config.components.most_bet).filter(|dollars| pays(*dollars)) {
            may("bet", number, dollars);
        }
        let moving = self.bet_that_moves(seat).map(|figures| figures.dollars);
        if let Some(dollars) = moving.filter(|dollars| pays(*dollars)) {
            may("bet_and_move", number, dollars);
        }
        // LS-36
        if self.for_sale().contains(&number) && self.cost(number) <= sheet.money {
            may("buy", number, 0);
        }
        actions
    }

    /// Whether the number rolled allows no Action (LS-37, LS-A5).
    pub(crate) fn is_stuck(&self, seat: usize) -> bool {
        self.actions_with(seat, self.state.rolled, false).is_empty()
    }

    /// All legal Actions of a seat; empty only if it is stuck without a Wild Number or a mark to erase
    /// (LS-A6, LS-A7).
    pub(crate) fn actions(&self, seat: usize) -> Vec<Action> {
        let rolled = self.state.rolled;
        let mut actions = self.actions_with(seat, rolled, false);
        // LS-26; a Wild for the number rolled is not legal: it has the effect of the die.
        if self.seat(seat).wilds < self.config.wilds {
            for number in HORSES.filter(|number| *number != rolled) {
                actions.extend(self.actions_with(seat, number, true));
            }
        }
        if self.is_stuck(seat) && self.seat(seat).wilds > 0 {
            actions.push(Action::new("erase", 0));
        }
        actions
    }

    pub(crate) fn act(&mut self, seat: usize, action: Action) {
        let Action { kind, wild, number, dollars } = action;
        self.state.seats[seat].wilds += usize::from(wild);
        match kind {
            "concession" => self.mark_cell(seat, number),
            "helmet" => self.mark_helmet(seat, number),
            "jersey" => self.take_jersey(seat, number),
            "bet" => {
                self.pay_bet(seat, number, dollars);
                self.after_bet(seat, number, dollars);
            }
            "bet_and_move" => {
                let spaces = self.bet_that_moves(seat).expect("the ability").spaces;
                self.pay_bet(seat, number, dollars);
                self.push(number, spaces);
            }
            "buy" => self.take_horse(seat, number, self.cost(number)),
            _ => self.state.seats[seat].wilds -= 1,
        }
    }

    /// The Bet Action: pays for the bet and writes it (LS-33).
    fn pay_bet(&mut self, seat: usize, horse: usize, dollars: i64) {
        let price = self.price_of_bet(seat, horse, dollars);
        self.bank_pays(seat, -price);
        self.write_bet(seat, horse, dollars);
    }

    /// Writes a bet that is paid or free (LS-35), and applies the abilities for any bet.
    pub(crate) fn write_bet(&mut self, seat: usize, horse: usize, dollars: i64) {
        assert!(self.may_bet(seat, horse), "LS-34");
        let sheet = &mut self.state.seats[seat];
        sheet.bets[horse - 1] += dollars;
        for (_, figures) in self.abilities(seat, "helmet_bet_pays") {
            if self.seat(seat).helmets.contains(&horse) {
                self.bank_pays(seat, figures.dollars);
            }
        }
    }

    /// Gives a Horse Card from the Market to a seat, and applies its WHEN BOUGHT ability (LS-36).
    pub(crate) fn take_horse(&mut self, seat: usize, horse: usize, cost: i64) {
        assert!(self.for_sale().contains(&horse), "in the Market and not finished");
        self.bank_pays(seat, -cost);
        self.state.market.remove(&horse);
        self.state.seats[seat].owned.insert(horse);
        self.when_bought(seat, horse);
    }

    /// Marks a cell; completed lines are resolved at once (LS-27, LS-28, LS-A16).
    pub(crate) fn mark_cell(&mut self, seat: usize, cell: Cell) {
        assert!(self.unmarked_cells(seat).contains(&cell), "the cell is free");
        self.state.seats[seat].cells.insert(cell);
        let marked = &self.seat(seat).cells;
        let lines = lines();
        let completes = |line: &Vec<Cell>| {
            line.contains(&cell) && line.iter().all(|cell| marked.contains(cell))
        };
        let row = lines[..4].iter().any(completes);
        let column = lines[4..].iter().any(completes);
        self.lines_completed(seat, row, column);
    }

    /// Marks a Helmet by an Action, a bonus or an ability (LS-31).
    pub(crate) fn mark_helmet(&mut self, seat: usize, horse: usize) {
        assert!(!self.seat(seat).helmets.contains(&horse), "one Helmet for each horse");
        self.state.seats[seat].helmets.insert(horse);
        self.after_set(seat, horse);
    }

    /// Marks a Jersey without a box.
    pub(crate) fn mark_jersey(&mut self, seat: usize, horse: usize) {
        self.write_jersey(seat, horse);
        self.after_set(seat, horse);
    }

    fn write_jersey(&mut self, seat: usize, horse: usize) {
        assert!(!self.seat(seat).jerseys.contains(&horse), "one Jersey for each horse");
        self.state.seats[seat].jerseys.insert(horse);
    }

    /// The Jersey Action: the Jersey, then any box on the card of that horse (LS-32, LS-A2).
    pub(crate) fn take_jersey(&mut self, seat: usize, horse: usize) {
        self.write_jersey(seat, horse);
        self.mark_boxes(seat, horse);
        self.after_jersey(seat, horse);
        self.after_set(seat, horse);
    }

    /// Marks the boxes that a Jersey gives: the first is mandatory if a box is free (LS-A17), boxes by an
    /// ability are optional.
    fn mark_boxes(&mut self, seat: usize, card: usize) {
        let cards = self.abilities(seat, "jersey_marks").into_iter();
        let of_abilities =
            cards.flat_map(|(number, figures)| vec![Some(number); figures.count - 1]);
        let mut wanted: VecDeque<Option<usize>> = [None].into_iter().chain(of_abilities).collect();
        while let Some(ability) = wanted.front().copied() {
            let free = others(&self.state.boxes[card - 1]);
            if free.is_empty() {
                return;
            }
            let about = About { card: Some(card), left: wanted.len(), ability, ..About::default() };
            wanted.pop_front();
            match self.ask_horse(seat, "box", about, &free, ability.is_some()) {
                Some(horse) => _ = self.state.boxes[card - 1].insert(horse),
                // A player who declines one box of an ability declines all of them.
                None => wanted.retain(|other| *other != ability),
            }
        }
    }
}
