//! Completed lines and the Concession Bonuses (LS-28 to LS-30, LS-A12 to LS-A16).

use std::collections::VecDeque;

use super::components::{Ability, Tile};
use super::state::{HORSES, Referee, others};
use super::table::{About, Action, Table};

impl Referee {
    /// A mark completed a row, a column, both or neither. Every effect is resolved fully before the
    /// next, in the order the player likes (LS-A15).
    pub(crate) fn lines_completed(
        &mut self,
        table: &mut dyn Table,
        seat: usize,
        row: bool,
        column: bool,
    ) {
        let lines = usize::from(row) + usize::from(column);
        let (mut bonuses, mut marks, mut moves) = (lines, VecDeque::new(), VecDeque::new());
        for (number, ability) in self.abilities(seat) {
            match ability {
                Ability::LinePays { dollars } => self.bank_pays(seat, dollars * lines as i64),
                Ability::RowErases { count } if row => self.erase_wilds(seat, count),
                Ability::RowsPay { dollars }
                    if row && self.config.components.disputed.rows_pay_at_once() =>
                {
                    self.bank_pays(seat, dollars);
                }
                Ability::ColumnMarks if column => marks.push_back(number),
                Ability::RowMovesBack { spaces } if row => moves.push_back((number, spaces)),
                _ => {}
            }
        }
        loop {
            // With every cell marked there is no more to mark.
            if self.unmarked_cells(seat).is_empty() {
                marks.clear();
            }
            let mut next = Vec::new();
            if bonuses > 0 {
                next.push(Action::NextBonus);
            }
            if !marks.is_empty() {
                next.push(Action::NextMark);
            }
            if !moves.is_empty() {
                next.push(Action::NextMove);
            }
            if next.is_empty() {
                return;
            }
            match self.ask(table, seat, "order", About::default(), next) {
                Action::NextBonus => {
                    bonuses -= 1;
                    self.bonus(table, seat);
                }
                Action::NextMark => {
                    if let Some(number) = marks.pop_front() {
                        self.extra_mark(table, seat, number, 1, [true, false, false]);
                    }
                }
                _ => {
                    if let Some((number, spaces)) = moves.pop_front() {
                        self.row_moves_back(table, seat, number, spaces);
                    }
                }
            }
        }
    }

    /// Marks any tile that is left and resolves it (LS-28, LS-29, LS-A14).
    fn bonus(&mut self, table: &mut dyn Table, seat: usize) {
        let mut left = Vec::new();
        for tiles in &self.config.components.tiles {
            let marked = self.seat(seat).tiles.iter().filter(|tile| **tile == tiles.bonus);
            if marked.count() < tiles.tiles {
                left.push(Action::Tile(tiles.bonus));
            }
        }
        let Action::Tile(tile) = self.ask(table, seat, "bonus", About::default(), left) else {
            panic!("a tile")
        };
        self.state.seats[seat].tiles.push(tile);
        let number = self.config.components.number_of(tile);
        match tile {
            Tile::Money => self.money_bonus(seat, number),
            Tile::FreeBet => self.free_bet_bonus(table, seat, number),
            Tile::Horse => self.free_horse_bonus(table, seat),
            Tile::OneForward => self.move_bonus(table, seat, 1, number),
            Tile::TwoForward => self.move_bonus(table, seat, 2, number),
            Tile::OneBack => self.move_bonus(table, seat, 1, -number),
            Tile::TwoBack => self.move_bonus(table, seat, 2, -number),
            Tile::Helmet => self.helmet_bonus(table, seat),
            Tile::Jersey => self.jersey_bonus(table, seat),
        }
    }

    fn money_bonus(&mut self, seat: usize, number: i64) {
        let instead = self.abilities(seat).into_iter().find_map(|(_, ability)| match ability {
            Ability::MoneyBonusPays { dollars } => Some(dollars),
            _ => None,
        });
        self.bank_pays(seat, instead.unwrap_or(number));
    }

    fn free_bet_bonus(&mut self, table: &mut dyn Table, seat: usize, number: i64) {
        let instead = self.abilities(seat).into_iter().find_map(|(_, ability)| match ability {
            Ability::FreeBetOf { dollars } => Some(dollars),
            _ => None,
        });
        let dollars = instead.unwrap_or(number);
        let horses: Vec<usize> = HORSES.filter(|horse| self.may_bet(seat, *horse)).collect();
        if horses.is_empty() {
            return;
        }
        let about = About { dollars, ..About::default() };
        let horse = self.ask_horse(table, seat, "free_bet", about, &horses);
        self.write_bet(seat, horse, dollars);
    }

    fn free_horse_bonus(&mut self, table: &mut dyn Table, seat: usize) {
        let horses = self.for_sale();
        if horses.is_empty() {
            return;
        }
        let horse = self.ask_horse(table, seat, "free_horse", About::default(), &horses);
        self.take_horse(table, seat, horse, 0);
        if let Ability::FreeHorsePays { dollars } = self.card(horse).ability {
            self.bank_pays(seat, dollars);
        }
    }

    /// Moves so many different horses (LS-A13), backward below 0.
    fn move_bonus(&mut self, table: &mut dyn Table, seat: usize, horses: usize, spaces: i64) {
        let mut further = spaces;
        for (number, ability) in self.abilities(seat) {
            let more = match ability {
                Ability::BackFurther { spaces: more } if spaces < 0 => -more,
                Ability::MovesFurther { spaces: more } => more * spaces.signum(),
                _ => continue,
            };
            if self.uses(table, seat, number, None) {
                further += more;
            }
        }
        let mut chosen: Vec<usize> = Vec::new();
        for left in (1..=horses).rev() {
            let mut among = self.unfinished();
            among.retain(|horse| !chosen.contains(horse));
            let about = About { spaces: further, left, ..About::default() };
            chosen.push(self.ask_horse(table, seat, "move", about, &among));
        }
        self.push_all(&chosen, further);
    }

    fn helmet_bonus(&mut self, table: &mut dyn Table, seat: usize) {
        let free = others(&self.seat(seat).helmets);
        if !free.is_empty() {
            let horse = self.ask_horse(table, seat, "helmet", About::default(), &free);
            self.mark_helmet(table, seat, horse);
        }
    }

    fn jersey_bonus(&mut self, table: &mut dyn Table, seat: usize) {
        let free = others(&self.seat(seat).jerseys);
        if !free.is_empty() {
            let horse = self.ask_horse(table, seat, "jersey", About::default(), &free);
            self.take_jersey(table, seat, horse);
        }
    }
}
