//! Completed rows and columns, and the Concession Bonuses they bring (LS-28 to LS-30).

use super::abilities::Ability;
use super::actions::{Legal, at};
use super::concession::ROWS;
use super::decision::Context;
use super::edition::{BonusKind, HORSES};
use super::event::{Cause, Event, Watch};
use super::luck::Dealer;
use super::play::Play;
use super::track::Horses;
use super::vocabulary::{kind, point};
use crate::sim::sets::each;

/// What completed lines are still due, to be taken in any order (LS-A15).
#[derive(Clone, Copy, Debug, Default)]
struct Due {
    /// Concession Bonuses.
    bonuses: u8,
    /// Concessions by [`Ability::ColumnMarks`], by card.
    marks: [u8; HORSES],
    /// Moves by [`Ability::RowMovesBack`], by card.
    moves: [u8; HORSES],
}

impl<W: Watch, D: Dealer> Play<'_, W, D> {
    /// Marks a cell; if that completes lines, everything they bring (LS-27, LS-A16).
    #[inline]
    pub(super) fn mark_concession(&mut self, seat: u8, cell: u8, cause: Cause) {
        let sheet = self.state.sheet_mut(seat);
        let before = sheet.lines();
        sheet.grid |= 1 << cell;
        let lines = sheet.lines() & !before;
        self.tell(Event::ConcessionMarked { seat, cell, cause });
        if lines != 0 {
            self.lines_completed(seat, lines);
        }
    }

    #[cold]
    #[inline(never)]
    fn lines_completed(&mut self, seat: u8, lines: u8) {
        self.tell(Event::LinesCompleted { seat, lines });
        let rows = (lines & ROWS).count_ones() as u8;
        let columns = (lines & !ROWS).count_ones() as u8;
        let mut due = Due { bonuses: rows + columns, ..Due::default() };
        for card in each(self.state.sheet(seat).owned.into()) {
            let figures = self.game.figures(&self.state, card);
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
                        self.tell(Event::AbilityUsed { seat, card });
                        self.erase_wilds(seat, count, Cause::Ability(card));
                    }
                }
                Ability::ColumnMarks => due.marks[usize::from(card)] = columns,
                Ability::RowMovesBack => due.moves[usize::from(card)] = rows,
                _ => {}
            }
        }
        self.resolve(seat, due);
    }

    /// Resolves what is due, one after the other, in the order the player likes.
    fn resolve(&mut self, seat: u8, mut due: Due) {
        let first = |list: &[u8; HORSES]| list.iter().position(|left| *left > 0);
        loop {
            if self.state.sheet(seat).grid == u16::MAX {
                due.marks = [0; HORSES];
            }
            let order = u64::from(due.bonuses > 0) << kind::ORDER_BONUS
                | u64::from(first(&due.marks).is_some()) << kind::ORDER_MARK
                | u64::from(first(&due.moves).is_some()) << kind::ORDER_MOVE;
            if order == 0 {
                return;
            }
            let next = self.ask(seat, point::ORDER, Legal::low(order), Context::default());
            match next.kind(point::ORDER) {
                kind::ORDER_MARK => {
                    let Some(card) = first(&due.marks) else { return };
                    let left = due.marks[card];
                    due.marks[card] -= 1;
                    let cells = !self.state.sheet(seat).grid;
                    let context = Context { left, ability: Some(card as u8), ..Context::default() };
                    self.extra_mark(seat, [cells, 0, 0], context);
                }
                kind::ORDER_MOVE => {
                    let Some(card) = first(&due.moves) else { return };
                    due.moves[card] -= 1;
                    let card = card as u8;
                    let spaces = self.spaces(self.game.figures(&self.state, card).spaces.into());
                    let horses = !self.state.track.finished();
                    let asked = Context { ability: Some(card), ..Context::default() };
                    if let Some(horse) = self.choose_horse(seat, horses, -spaces, asked) {
                        self.tell(Event::AbilityUsed { seat, card });
                        self.push_horses(seat, 1 << horse, -spaces, Cause::Ability(card));
                    }
                }
                _ => {
                    due.bonuses -= 1;
                    self.take_bonus(seat);
                }
            }
        }
    }

    /// A number of spaces that fits a track; more would be wasted.
    pub(super) fn spaces(&self, spaces: u32) -> i8 {
        spaces.min(self.game.course.spaces.into()) as i8
    }

    /// Asks for one of the horses to move; nothing where an ability may be left (LS-A13).
    pub(super) fn choose_horse(
        &mut self,
        seat: u8,
        horses: Horses,
        spaces: i8,
        context: Context,
    ) -> Option<u8> {
        let legal = Legal::horses(horses, context.ability.is_some());
        if legal.is_empty() {
            return None;
        }
        let left = context.left.max(1);
        self.ask(seat, point::MOVE, legal, Context { spaces, left, ..context }).horse()
    }

    /// Asks for a mark by an ability among cells, Helmets and Jerseys, and makes it; false where it
    /// was left.
    pub(super) fn extra_mark(
        &mut self,
        seat: u8,
        [cells, helmets, jerseys]: [u16; 3],
        context: Context,
    ) -> bool {
        let marks = u64::from(cells) << at::EXTRA_CONCESSION
            | u64::from(helmets & 0xff) << at::EXTRA_HELMET
            | u64::from(jerseys & 0xff) << at::EXTRA_JERSEY;
        let action = self.ask(seat, point::EXTRA_MARK, Legal::low(marks | 1), context);
        let (kind, within) = action.parts(point::EXTRA_MARK);
        if kind == kind::PASS {
            return false;
        }
        let card = context.ability.unwrap_or(0);
        let cause = Cause::Ability(card);
        self.tell(Event::AbilityUsed { seat, card });
        match kind {
            kind::EXTRA_CONCESSION => self.mark_concession(seat, within, cause),
            kind::EXTRA_HELMET => self.mark_helmet(seat, within, cause),
            _ => {
                self.state.sheet_mut(seat).jerseys |= 1 << within;
                self.tell(Event::JerseyMarked { seat, horse: within, cause });
                self.set_completed(seat, within);
            }
        }
        true
    }

    /// Marks a Concession Bonus and resolves it (LS-28, LS-29).
    fn take_bonus(&mut self, seat: u8) {
        let marked = self.state.sheet(seat).tiles;
        let kinds = BonusKind::ALL.map(|kind| self.game.tiles[kind as usize] & !marked != 0);
        let kinds = kinds.iter().rev().fold(0, |mask, left| mask << 1 | u64::from(*left));
        if kinds == 0 {
            return;
        }
        let action = self.ask(seat, point::BONUS, Legal::low(kinds), Context::default());
        let kind = BonusKind::ALL[usize::from(action.kind(point::BONUS))];
        let left = self.game.tiles[kind as usize] & !marked;
        self.state.sheet_mut(seat).tiles |= left & left.wrapping_neg();
        self.tell(Event::BonusMarked { seat, kind });
        self.resolve_bonus(seat, kind);
    }

    /// What a Concession Bonus does (LS-30).
    fn resolve_bonus(&mut self, seat: u8, kind: BonusKind) {
        let number = self.game.bonus_numbers[kind as usize];
        let horses = |mask: Horses| Legal::horses(mask, false);
        match kind {
            BonusKind::Money => {
                let dollars = self.improved(seat, number, Ability::MoneyBonusPays);
                self.gain(seat, dollars.into(), Cause::Bonus);
            }
            BonusKind::FreeBet => {
                let open = self.game.open_to_bets(&self.state, self.state.sheet(seat));
                if open != 0 {
                    let dollars = self.improved(seat, number, Ability::FreeBetOf);
                    let context = Context { dollars, ..Context::default() };
                    let horse = self.ask(seat, point::FREE_BET, horses(open), context).horse();
                    self.place_bet(seat, horse.unwrap_or(0), dollars, 0, Cause::Bonus);
                }
            }
            BonusKind::Horse => {
                let market = self.game.for_sale(&self.state);
                if market != 0 {
                    let context = Context::default();
                    let horse = self.ask(seat, point::FREE_HORSE, horses(market), context).horse();
                    self.take_horse(seat, horse.unwrap_or(0), 0, Cause::Bonus);
                }
            }
            BonusKind::OneForward | BonusKind::TwoForward => self.move_bonus(seat, kind, false),
            BonusKind::OneBack | BonusKind::TwoBack => self.move_bonus(seat, kind, true),
            BonusKind::Helmet | BonusKind::Jersey => {
                let sheet = self.state.sheet(seat);
                let helmet = kind == BonusKind::Helmet;
                let (point, marked) = if helmet {
                    (point::HELMET, sheet.helmets)
                } else {
                    (point::JERSEY, sheet.jerseys)
                };
                if marked != Horses::MAX {
                    let action = self.ask(seat, point, horses(!marked), Context::default());
                    let horse = action.horse().unwrap_or(0);
                    if helmet {
                        self.mark_helmet(seat, horse, Cause::Bonus);
                    } else {
                        self.take_jersey(seat, horse, Cause::Bonus);
                    }
                }
            }
        }
    }

    /// The dollars of a bonus, or of the ability that improves it.
    fn improved(&mut self, seat: u8, number: u8, ability: Ability) -> u8 {
        let mut best = number;
        for card in each(self.state.has(seat, ability).into()) {
            let dollars = self.game.figures(&self.state, card).dollars;
            if dollars > best {
                self.tell(Event::AbilityUsed { seat, card });
                best = dollars;
            }
        }
        best
    }

    /// A bonus that moves horses: first what abilities add, then the horses, then they move.
    fn move_bonus(&mut self, seat: u8, kind: BonusKind, back: bool) {
        let mut spaces = u32::from(self.game.bonus_numbers[kind as usize]);
        let further = if back { self.state.has(seat, Ability::BackFurther) } else { 0 };
        for card in each(u32::from(further | self.state.has(seat, Ability::MovesFurther))) {
            if self.uses(seat, card, None) {
                spaces += u32::from(self.game.figures(&self.state, card).spaces);
            }
        }
        let spaces = if back { -self.spaces(spaces) } else { self.spaces(spaces) };
        let mut chosen: Horses = 0;
        for left in (1..=kind.moves()).rev() {
            let horses = !self.state.track.finished() & !chosen;
            let context = Context { left, ..Context::default() };
            if let Some(horse) = self.choose_horse(seat, horses, spaces, context) {
                chosen |= 1 << horse;
            }
        }
        self.push_horses(seat, chosen, spaces, Cause::Bonus);
    }
}
