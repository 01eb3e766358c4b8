//! Taking a Horse Card from the Market, and the abilities that this triggers (LS-36, LS-40).

use super::abilities::Ability;
use super::agenda::{Due, Move};
use super::compiled::{Effects, Game};
use super::event::{Cause, Event};
use crate::game::contract::Log;

impl<L: Log<Game>> Effects<'_, L> {
    /// Gives a card to a seat, which pays `cost`.
    pub(super) fn hand_over(&mut self, seat: u8, horse: u8, cost: u8, cause: Cause) {
        self.state.market &= !(1 << horse);
        let sheet = self.state.sheet_mut(seat);
        sheet.owned |= 1 << horse;
        sheet.money = sheet.money.saturating_sub(cost.into());
        self.record(Event::HorseTaken { seat, horse, paid: cost, cause });
    }

    /// Gives a card to a player and applies its immediate ability (LS-36, LS-A12).
    pub(super) fn take_horse(&mut self, seat: u8, horse: u8, cost: u8, cause: Cause) {
        self.hand_over(seat, horse, cost, cause);
        let figures = self.game.card(self.state, horse);
        match self.state.field.ability(horse) {
            Ability::FreeHorsePays if cause == Cause::Bonus => self.ability_pays(seat, horse, 1),
            Ability::BoughtErases if self.state.sheet(seat).wilds > 0 => {
                self.record(Event::AbilityUsed { seat, card: horse });
                self.erase_wilds(seat, figures.count, Cause::Ability(horse));
            }
            Ability::BoughtHalfPrice => self.due(Due::HalfPrice { card: horse }),
            Ability::BoughtMoves => {
                // The horse is unfinished: a finished horse cannot be taken.
                let spaces = self.spaces(figures.spaces.into());
                self.due(Due::Move(Move {
                    spaces,
                    left: 1,
                    chosen: 1 << horse,
                    card: Some(horse),
                }));
            }
            Ability::BoughtMarks => self.due(Due::Mark { card: horse, left: 1 }),
            Ability::BoughtJerseys if figures.count > 0 => {
                self.due(Due::Mark { card: horse, left: figures.count });
            }
            _ => {}
        }
    }

    /// Applies the ability of the horse rolled at the start of its owner's turn (LS-A9).
    pub(super) fn rolled_own(&mut self, seat: u8) {
        let card = self.state.rolled;
        let figures = self.game.card(self.state, card);
        match self.state.field.ability(card) {
            Ability::RollPays => self.ability_pays(seat, card, 1),
            Ability::RollMoves => {
                let spaces = self.spaces(figures.spaces.into());
                self.due(Due::Move(Move { spaces, left: 1, chosen: 0, card: Some(card) }));
            }
            Ability::RollCostsOthers => {
                self.record(Event::AbilityUsed { seat, card });
                for other in (0..self.state.players).filter(|other| *other != seat) {
                    self.take_money(other, card, None);
                }
            }
            _ => {}
        }
    }

    /// Adds the bets of abilities if the Helmet or Jersey just marked completes a jockey set.
    pub(super) fn set_completed(&mut self, seat: u8, horse: u8) {
        let sheet = self.state.sheet(seat);
        let cards = self.state.has(seat, Ability::SetBets);
        if cards == 0 || sheet.sets() >> horse & 1 == 0 {
            return;
        }
        self.due(Due::SetBets { cards, horse });
    }
}
