//! The set-up, the rounds and their turns (LS-1 to LS-13, LS-24, LS-38, LS-41).

use super::state::{HORSES, Referee};
use super::table::About;

impl Referee<'_> {
    /// Plays a whole game; seat 0 is the first Active Player.
    pub(crate) fn play(&mut self) {
        self.set_up();
        while !self.circle_is_full() && self.state.round < self.config.max_rounds {
            self.round();
        }
        self.end();
    }

    /// Ends the game: by scoring if three horses have finished, otherwise by the limit of rounds.
    pub(crate) fn end(&mut self) {
        if self.circle_is_full() {
            self.before_scoring();
        }
        self.at_table(|table, referee| table.game_over(referee));
    }

    /// Draws Horse Cards with several candidates, and deals the Starting Cards (LS-3, LS-5).
    fn set_up(&mut self) {
        for number in HORSES {
            let cards = self.config.cards[number - 1].clone();
            if cards.len() > 1 {
                let card = self.at_table(|table, _| table.horse_card(number, &cards));
                assert!(cards.contains(&card), "a card of number {number}");
                self.state.cards[number - 1] = card;
            }
        }
        let mut left: Vec<usize> = (0..self.config.components.starting_cards.len()).collect();
        for seat in 0..self.players() {
            let card = self.at_table(|table, _| table.starting_card());
            assert!(left.contains(&card), "each Starting Card once");
            left.retain(|other| *other != card);
            let card = self.config.components.starting_cards[card].clone();
            let roland = self.is_roland(seat);
            let sheet = &mut self.state.seats[seat];
            // LS-47: Roland has no grid.
            if !roland {
                sheet.cells =
                    card.cells.iter().map(|(row, column)| 4 * (row - 1) + column).collect();
            }
            for (horse, dollars) in card.bets {
                sheet.bets[horse - 1] += dollars;
            }
        }
    }

    /// Plays a round: dice, horses and a turn of each player; then the dice pass to the left (LS-10, LS-38).
    /// In the solo race the player always begins (LS-48, LS-A24).
    fn round(&mut self) {
        let active = match (self.state.round, self.config.solo) {
            (0, _) | (_, true) => 0,
            _ => (self.state.active + 1) % self.players(),
        };
        self.round_of(active);
    }

    pub(crate) fn round_of(&mut self, active: usize) {
        self.state.active = active;
        self.state.round += 1;
        let (horse, movement) = self.at_table(|table, referee| table.roll(referee));
        self.state.rolled = self.config.components.horse_die[horse];
        self.state.movement = self.config.components.movement_die[movement];
        self.move_by_dice();
        for step in 0..self.players() {
            self.turn((active + step) % self.players());
        }
    }

    fn turn(&mut self, seat: usize) {
        self.state.turn = seat;
        if self.is_roland(seat) {
            return self.roland_acts();
        }
        self.start_of_turn(seat);
        let legal = self.actions(seat);
        // LS-A6: stuck, without a usable Wild Number and without a mark to erase.
        if !legal.is_empty() {
            let about = About { stuck: self.is_stuck(seat), ..About::default() };
            let action = self.ask(seat, "action", about, legal);
            self.act(seat, action);
        }
    }
}
