//! Completed lines and the Concession Bonuses (LS-28 to LS-30, LS-A12 to LS-A16).

use std::collections::VecDeque;

use super::components::BONUSES;
use super::state::{HORSES, Referee, others};
use super::table::{About, Action};

impl Referee<'_> {
    /// Resolves the lines that a mark completed: a row, a column, both or neither. Each effect is resolved
    /// fully before the next, in the order of the player's choice (LS-A15).
    pub(crate) fn lines_completed(&mut self, seat: usize, row: bool, column: bool) {
        let lines = usize::from(row) + usize::from(column);
        for (_, figures) in self.abilities(seat, "line_pays") {
            self.bank_pays(seat, figures.dollars * lines as i64);
        }
        for (_, figures) in self.abilities(seat, "row_erases").into_iter().filter(|_| row) {
            self.erase_wilds(seat, figures.count);
        }
        let at_once = row && self.config.components.rows_pay_at_once;
        for (_, figures) in self.abilities(seat, "rows_pay").into_iter().filter(|_| at_once) {
            self.bank_pays(seat, figures.dollars);
        }
        let mut bonuses = lines;
        let mut marks = VecDeque::from(self.abilities(seat, "column_marks"));
        let mut moves = VecDeque::from(self.abilities(seat, "row_moves_back"));
        marks.retain(|_| column);
        moves.retain(|_| row);
        loop {
            // Nothing is left to mark if every cell is marked.
            if self.unmarked_cells(seat).is_empty() {
                marks.clear();
            }
            let next =
                [("bonus", bonuses > 0), ("mark", !marks.is_empty()), ("move", !moves.is_empty())];
            let next = next.into_iter().filter(|(_, due)| *due);
            let next: Vec<Action> = next.map(|(kind, _)| Action::new(kind, 0)).collect();
            if next.is_empty() {
                return;
            }
            match self.ask(seat, "order", About::default(), next).kind {
                "bonus" => {
                    bonuses -= 1;
                    self.bonus(seat);
                }
                "mark" => {
                    let (number, _) = marks.pop_front().expect("an ability");
                    self.extra_mark(seat, number, 1, [true, false, false]);
                }
                _ => {
                    let (number, figures) = moves.pop_front().expect("an ability");
                    self.row_moves_back(seat, number, figures.spaces);
                }
            }
        }
    }

    /// Marks a tile of the player's choice and resolves it (LS-28, LS-29, LS-A14).
    fn bonus(&mut self, seat: usize) {
        let marked = &self.seat(seat).tiles;
        let left = BONUSES.into_iter().filter(|bonus| {
            let tiles = marked.iter().filter(|tile| *tile == bonus).count();
            tiles < self.config.components.tiles(bonus).tiles
        });
        let left = left.map(|bonus| Action::new(bonus, 0)).collect();
        let bonus = self.ask(seat, "bonus", About::default(), left).kind;
        let tiles = &mut self.state.seats[seat].tiles;
        tiles.push(bonus);
        tiles.sort_unstable();
        let number = self.config.components.tiles(bonus).number;
        match bonus {
            "money" => self.bank_pays(seat, self.dollars(seat, number, "money_bonus_pays")),
            "free_bet" => self.free_bet_bonus(seat, self.dollars(seat, number, "free_bet_of")),
            "horse" => self.free_horse_bonus(seat),
            "one_forward" => self.move_bonus(seat, 1, number),
            "two_forward" => self.move_bonus(seat, 2, number),
            "one_back" => self.move_bonus(seat, 1, -number),
            "two_back" => self.move_bonus(seat, 2, -number),
            "helmet" => {
                let free = others(&self.seat(seat).helmets);
                if let Some(horse) = self.ask_horse(seat, "helmet", About::default(), &free, false)
                {
                    self.mark_helmet(seat, horse);
                }
            }
            _ => {
                let free = others(&self.seat(seat).jerseys);
                if let Some(horse) = self.ask_horse(seat, "jersey", About::default(), &free, false)
                {
                    self.take_jersey(seat, horse);
                }
            }
        }
    }

    /// The dollars of a bonus, or of the first card whose ability replaces them.
    fn dollars(&self, seat: usize, number: i64, ability: &str) -> i64 {
        self.abilities(seat, ability).first().map_or(number, |(_, figures)| figures.dollars)
    }

    fn free_bet_bonus(&mut self, seat: usize, dollars: i64) {
        let horses: Vec<usize> = HORSES.filter(|horse| self.may_bet(seat, *horse)).collect();
        let about = About { dollars, ..About::default() };
        if let Some(horse) = self.ask_horse(seat, "free_bet", about, &horses, false) {
            self.write_bet(seat, horse, dollars);
        }
    }

    fn free_horse_bonus(&mut self, seat: usize) {
        let horses = self.for_sale();
        let horse = self.ask_horse(seat, "free_horse", About::default(), &horses, false);
        let Some(horse) = horse else { return };
        self.take_horse(seat, horse, 0);
        for (number, figures) in self.abilities(seat, "free_horse_pays") {
            self.bank_pays(seat, if number == horse { figures.dollars } else { 0 });
        }
    }

    /// Moves `horses` different horses (LS-A13); negative spaces are backward.
    fn move_bonus(&mut self, seat: usize, horses: usize, spaces: i64) {
        let mut further = spaces;
        let mut cards = self.abilities(seat, "moves_further");
        if spaces < 0 {
            cards.extend(self.abilities(seat, "back_further"));
        }
        cards.sort_unstable_by_key(|(number, _)| *number);
        for (number, figures) in cards {
            if self.uses(seat, number, None) {
                further += figures.spaces * spaces.signum();
            }
        }
        let mut chosen: Vec<usize> = Vec::new();
        for left in (1..=horses).rev() {
            let mut among = self.unfinished();
            among.retain(|horse| !chosen.contains(horse));
            let about = About { spaces: further, left, ..About::default() };
            chosen.extend(self.ask_horse(seat, "move", about, &among, false));
        }
        self.push_all(&chosen, further);
    }
}
