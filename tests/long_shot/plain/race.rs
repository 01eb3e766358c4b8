//! The horses on the track: dice, bars, moves by players and the finish line (LS-11 to LS-23, LS-61).

use super::state::{HORSES, Referee};

const PLACES: usize = 3;

impl Referee<'_> {
    pub(crate) fn position(&self, horse: usize) -> usize {
        self.state.positions[horse - 1]
    }

    pub(crate) fn has_finished(&self, horse: usize) -> bool {
        self.state.finishers.contains(&horse)
    }

    /// The place of a horse in the Winner's Circle, from 1.
    pub(crate) fn place(&self, horse: usize) -> Option<usize> {
        self.state.finishers.iter().position(|finisher| *finisher == horse).map(|place| place + 1)
    }

    pub(crate) fn unfinished(&self) -> Vec<usize> {
        HORSES.filter(|horse| !self.has_finished(*horse)).collect()
    }

    /// Whether a horse is past the No Bet line and has not finished.
    pub(crate) fn past_no_bet(&self, horse: usize) -> bool {
        !self.has_finished(horse) && self.position(horse) > self.config.components.no_bet
    }

    /// Whether the third horse has crossed: this round is the last (LS-41).
    pub(crate) fn circle_is_full(&self) -> bool {
        self.state.finishers.len() == PLACES
    }

    /// Moves a horse by the dice or by a bar; it may cross the line (LS-19). A finished horse stays (LS-12,
    /// LS-22).
    pub(crate) fn run(&mut self, horse: usize, spaces: usize) {
        if self.has_finished(horse) {
            return;
        }
        let last = self.config.components.spaces;
        let target = self.position(horse) + spaces;
        self.state.positions[horse - 1] = match target > last {
            false => target,
            // LS-23
            true if self.circle_is_full() => last,
            true => {
                // LS-21
                self.state.finishers.push(horse);
                last + 1
            }
        };
    }

    /// Moves a horse by a player's choice; it stops at the lines (LS-18, LS-20).
    pub(crate) fn push(&mut self, horse: usize, spaces: i64) {
        assert!(!self.has_finished(horse), "finished horses cannot be moved (LS-22)");
        let last = self.config.components.spaces as i64;
        let target = self.position(horse) as i64 + spaces;
        self.state.positions[horse - 1] = target.clamp(0, last) as usize;
    }

    /// Moves several horses, the lowest number first (LS-17).
    pub(crate) fn push_all(&mut self, horses: &[usize], spaces: i64) {
        let mut horses = horses.to_vec();
        horses.sort_unstable();
        for horse in horses {
            self.push(horse, spaces);
        }
    }

    /// Phases 2 and 3 of a round: moves the horse rolled, then every horse marked on its card from left to
    /// right, including itself (LS-12, LS-13, LS-A2, LS-A3).
    pub(crate) fn move_by_dice(&mut self) {
        let (rolled, spaces) = (self.state.rolled, self.state.movement);
        self.run(rolled, spaces);
        for horse in HORSES {
            // LS-14: printed marks and players' marks have the same effect.
            if self.state.boxes[rolled - 1].contains(&horse) {
                self.run(horse, 1);
            }
        }
    }

    /// The unfinished horse with the fewest spaces to go; ties go to the lowest number (LS-55, LS-57).
    pub(crate) fn lead_of(&self, horses: &[usize]) -> Option<usize> {
        let most = horses.iter().map(|horse| self.position(*horse)).max()?;
        horses.iter().copied().filter(|horse| self.position(*horse) == most).min()
    }

    /// The unfinished horse with the most spaces to go; ties go to the lowest number.
    pub(crate) fn last_of(&self, horses: &[usize]) -> Option<usize> {
        let least = horses.iter().map(|horse| self.position(*horse)).min()?;
        horses.iter().copied().filter(|horse| self.position(*horse) == least).min()
    }
}
