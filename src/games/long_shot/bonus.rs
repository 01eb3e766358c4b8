//! Completed rows and columns, and their Concession Bonuses (LS-28 to LS-30).

use super::abilities::Ability;
use super::agenda::{Due, Move};
use super::compiled::{Effects, Game};
use super::concession_grid::ROWS;
use super::edition::BonusKind;
use super::event::{Cause, Event};
use super::legal_actions::Action;
use super::vocabulary::{kind, point};
use crate::game::bits::each;
use crate::game::contract::Log;

impl<L: Log<Game>> Effects<'_, L> {
    /// Marks a cell and, if that completes lines, gives their rewards (LS-27, LS-A16).
    #[inline]
    pub(super) fn mark_concession(&mut self, seat: u8, cell: u8, cause: Cause) {
        let sheet = self.state.sheet_mut(seat);
        let before = sheet.lines();
        sheet.grid |= 1 << cell;
        let lines = sheet.lines() & !before;
        self.record(Event::ConcessionMarked { seat, cell, cause });
        if lines != 0 {
            self.lines_completed(seat, lines);
        }
    }

    #[cold]
    #[inline(never)]
    fn lines_completed(&mut self, seat: u8, lines: u8) {
        self.record(Event::LinesCompleted { seat, lines });
        let rows = (lines & ROWS).count_ones() as u8;
        let columns = (lines & !ROWS).count_ones() as u8;
        // One mark completes at most a row and a column.
        let (mut marks, mut moves) = (0, 0);
        for card in each(self.state.sheet(seat).owned) {
            let figures = self.game.card(self.state, card);
            match self.state.field.ability(card) {
                Ability::LinePays => self.ability_pays(seat, card, u32::from(rows + columns)),
                Ability::RowsPay
                    if rows > 0 && self.game.rules.edition.disputed.rows_pay_at_once =>
                {
                    self.ability_pays(seat, card, rows.into());
                }
                Ability::RowErases => {
                    let count = figures.count.saturating_mul(rows);
                    if count > 0 && self.state.sheet(seat).wilds > 0 {
                        self.record(Event::AbilityUsed { seat, card });
                        self.erase_wilds(seat, count, Cause::Ability(card));
                    }
                }
                Ability::ColumnMarks => marks |= columns << card,
                Ability::RowMovesBack => moves |= rows << card,
                _ => {}
            }
        }
        self.due(Due::Lines { bonuses: rows + columns, marks, moves });
    }

    /// Caps a number of spaces at the length of the track.
    pub(super) fn spaces(&self, spaces: u32) -> i8 {
        spaces.min(self.game.course.spaces.into()) as i8
    }

    /// Makes one of `left` marks by the ability of a card, unless the player passes.
    pub(super) fn mark_by_ability(&mut self, seat: u8, card: u8, left: u8, answer: Action) {
        let (kind, within) = answer.parts(point::EXTRA_MARK);
        if kind == kind::PASS {
            return;
        }
        let cause = Cause::Ability(card);
        self.record(Event::AbilityUsed { seat, card });
        if left > 1 {
            self.due(Due::Mark { card, left: left - 1 });
        }
        match kind {
            kind::EXTRA_CONCESSION => self.mark_concession(seat, within, cause),
            kind::EXTRA_HELMET => self.mark_helmet(seat, within, cause),
            _ => {
                self.state.sheet_mut(seat).jerseys |= 1 << within;
                self.record(Event::JerseyMarked { seat, horse: within, cause });
                self.set_completed(seat, within);
            }
        }
    }

    /// Marks a Concession Bonus and applies it (LS-28 to LS-30).
    pub(super) fn take_bonus(&mut self, seat: u8, kind: BonusKind) {
        let left = self.game.tiles[kind as usize] & !self.state.sheet(seat).tiles;
        self.state.sheet_mut(seat).tiles |= left & left.wrapping_neg();
        self.record(Event::BonusMarked { seat, kind });
        let number = self.game.bonus_numbers[kind as usize];
        match kind {
            BonusKind::Money => {
                let dollars = self.improved(seat, number, Ability::MoneyBonusPays);
                self.gain(seat, dollars.into(), Cause::Bonus);
            }
            BonusKind::FreeBet => {
                if self.game.open_to_bets(self.state, self.state.sheet(seat)) != 0 {
                    let dollars = self.improved(seat, number, Ability::FreeBetOf);
                    self.due(Due::FreeBet { dollars });
                }
            }
            BonusKind::Horse => self.due(Due::FreeHorse),
            BonusKind::OneForward
            | BonusKind::TwoForward
            | BonusKind::OneBack
            | BonusKind::TwoBack => {
                let back = kind.moves_back();
                let further = if back { self.state.has(seat, Ability::BackFurther) } else { 0 };
                let cards = further | self.state.has(seat, Ability::MovesFurther);
                self.due(Due::Further { bonus: kind, cards, spaces: number });
            }
            BonusKind::Helmet => self.due(Due::Helmet),
            BonusKind::Jersey => self.due(Due::Jersey),
        }
    }

    /// The dollars of a bonus, or of the ability that raises them.
    fn improved(&mut self, seat: u8, number: u8, ability: Ability) -> u8 {
        let mut best = number;
        for card in each(self.state.has(seat, ability)) {
            let dollars = self.game.card(self.state, card).dollars;
            if dollars > best {
                self.record(Event::AbilityUsed { seat, card });
                best = dollars;
            }
        }
        best
    }

    /// Adds a chosen horse to a move; when all are chosen, or none is left, the horses move together.
    pub(super) fn move_chosen(&mut self, seat: u8, moves: Move, horse: Option<u8>) {
        let Move { left, card, .. } = moves;
        let chosen = moves.chosen | horse.map_or(0, |horse| 1 << horse);
        let cause = match (card, horse) {
            (None, Some(_)) if left > 1 => {
                return self.due(Due::Move(Move { left: left - 1, chosen, ..moves }));
            }
            (None, _) => Cause::Bonus,
            (Some(_), None) => return,
            (Some(card), Some(_)) => {
                self.record(Event::AbilityUsed { seat, card });
                Cause::Ability(card)
            }
        };
        self.push_horses(seat, chosen, moves.spaces, cause);
    }
}
