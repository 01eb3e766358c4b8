//! The set-up, the rounds and their turns (LS-1 to LS-13, LS-24, LS-38, LS-41).

use super::state::{HORSES, Referee};
use super::table::{About, Table};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameOver {
    /// Three horses have finished.
    Finished,
    /// The most rounds allowed were played.
    TooLong,
}

impl Referee {
    /// A whole game, the first Active Player being seat 0.
    pub(crate) fn play(&mut self, table: &mut dyn Table) -> GameOver {
        self.set_up(table);
        let over = loop {
            if self.circle_is_full() {
                self.before_scoring(table);
                break GameOver::Finished;
            }
            if self.state.round >= self.config.max_rounds {
                break GameOver::TooLong;
            }
            self.round(table);
        };
        table.game_over(self);
        over
    }

    /// Horse Cards where they are drawn, and the Starting Cards (LS-3, LS-5).
    pub(crate) fn set_up(&mut self, table: &mut dyn Table) {
        for number in HORSES {
            let cards = self.config.cards[number - 1].clone();
            if cards.len() > 1 {
                let card = table.horse_card(self, number, &cards);
                assert!(cards.contains(&card), "a card of number {number}");
                self.state.cards[number - 1] = card;
            }
        }
        let mut left: Vec<usize> = (0..self.config.components.starting_cards.len()).collect();
        for seat in 0..self.players() {
            let card = table.starting_card(self, seat, &left);
            assert!(left.contains(&card), "each Starting Card once");
            left.retain(|other| *other != card);
            let card = self.config.components.starting_cards[card].clone();
            let roland = self.is_roland(seat);
            let sheet = &mut self.state.seats[seat];
            // LS-47: Roland has no grid.
            if !roland {
                sheet.cells = card.cells;
            }
            for (horse, dollars) in card.bets {
                sheet.bets[horse - 1] += dollars;
            }
        }
    }

    /// A round: the dice, the horses, a turn of everyone, and the dice go on to the left (LS-10,
    /// LS-38); in the solo race the player always begins (LS-48, LS-A24).
    pub(crate) fn round(&mut self, table: &mut dyn Table) {
        let active = match (self.state.round, self.config.solo) {
            (0, _) | (_, true) => 0,
            _ => (self.state.active + 1) % self.players(),
        };
        self.round_of(table, active);
    }

    /// The round of an Active Player.
    pub(crate) fn round_of(&mut self, table: &mut dyn Table, active: usize) {
        self.state.active = active;
        self.state.round += 1;
        self.roll(table);
        for step in 0..self.players() {
            self.turn(table, (self.state.active + step) % self.players());
        }
    }

    /// The dice are rolled and the horses move (LS-11 to LS-13).
    pub(crate) fn roll(&mut self, table: &mut dyn Table) {
        let (rolled, movement) = table.roll(self);
        assert!(
            self.config.components.horse_die.faces.contains(&rolled),
            "a face of the horse die"
        );
        assert!(
            self.config.components.movement_die.faces.contains(&movement),
            "a face of the other"
        );
        self.state.rolled = rolled;
        self.state.movement = movement;
        self.move_by_dice();
    }

    /// One player's turn.
    pub(crate) fn turn(&mut self, table: &mut dyn Table, seat: usize) {
        self.state.turn = seat;
        table.turn_begins(self, seat);
        if self.is_roland(seat) {
            self.roland_acts(table);
        } else {
            self.start_of_turn(table, seat);
            let legal = self.actions(seat);
            // LS-A6: stuck, no Wild that helps and no mark to erase.
            if !legal.is_empty() {
                let about = About { stuck: self.is_stuck(seat), ..About::default() };
                let action = self.ask(table, seat, "action", about, legal);
                self.act(table, seat, action);
            }
        }
    }
}
