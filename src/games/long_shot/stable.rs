//! Horse Cards: taking one from the Market, and the abilities that come with it (LS-36, LS-40).

use super::abilities::Ability;
use super::actions::Legal;
use super::decision::Context;
use super::event::{Cause, Event, Watch};
use super::luck::Dealer;
use super::play::Play;
use super::vocabulary::point;
use crate::sim::sets::each;

impl<W: Watch, D: Dealer> Play<'_, W, D> {
    /// A card goes to a seat, which pays `cost`.
    pub(super) fn hand_over(&mut self, seat: u8, horse: u8, cost: u8, cause: Cause) {
        self.state.market &= !(1 << horse);
        let sheet = self.state.sheet_mut(seat);
        sheet.owned |= 1 << horse;
        sheet.money = sheet.money.saturating_sub(cost.into());
        self.tell(Event::HorseTaken { seat, horse, paid: cost, cause });
    }

    /// A player takes a card, with what that brings at once (LS-36, LS-A12).
    pub(super) fn take_horse(&mut self, seat: u8, horse: u8, cost: u8, cause: Cause) {
        self.hand_over(seat, horse, cost, cause);
        let figures = self.game.figures(&self.state, horse);
        let asked = Context { ability: Some(horse), ..Context::default() };
        match self.state.field.ability(horse) {
            Ability::FreeHorsePays if cause == Cause::Bonus => self.ability_pays(seat, horse, 1),
            Ability::BoughtErases if self.state.sheet(seat).wilds > 0 => {
                self.tell(Event::AbilityUsed { seat, card: horse });
                self.erase_wilds(seat, figures.count, Cause::Ability(horse));
            }
            Ability::BoughtHalfPrice => self.buy_half_price(seat, asked),
            Ability::BoughtMoves => {
                // The horse is not finished, or it could not have been taken.
                let others = !self.state.track.finished() & !(1 << horse);
                let spaces = self.spaces(figures.spaces.into());
                let asked = Context { subject: Some(horse), ..asked };
                if let Some(other) = self.choose_horse(seat, others, spaces, asked) {
                    self.tell(Event::AbilityUsed { seat, card: horse });
                    let moved = 1 << horse | 1 << other;
                    self.push_horses(seat, moved, spaces, Cause::Ability(horse));
                }
            }
            Ability::BoughtMarks => {
                let sheet = self.state.sheet(seat);
                let marks = [!sheet.grid, (!sheet.helmets).into(), (!sheet.jerseys).into()];
                self.extra_mark(seat, marks, Context { left: 1, ..asked });
            }
            Ability::BoughtJerseys => {
                for left in (1..=figures.count).rev() {
                    let jerseys = (!self.state.sheet(seat).jerseys).into();
                    if !self.extra_mark(seat, [0, 0, jerseys], Context { left, ..asked }) {
                        break;
                    }
                }
            }
            _ => {}
        }
    }

    /// Another horse at half its cost, rounded up.
    fn buy_half_price(&mut self, seat: u8, asked: Context) {
        let money = self.state.sheet(seat).money;
        let affordable = self.state.field.affordable(money.saturating_mul(2));
        let horses = self.game.for_sale(&self.state) & affordable;
        let action = self.ask(seat, point::HALF_PRICE, Legal::horses(horses, true), asked);
        if let Some(horse) = action.horse() {
            let card = asked.ability.unwrap_or(0);
            self.tell(Event::AbilityUsed { seat, card });
            let cost = self.state.field.cost(horse).div_ceil(2);
            self.take_horse(seat, horse, cost, Cause::Ability(card));
        }
    }

    /// The die shows a horse that the seat owns: what happens at the start of its turn (LS-A9).
    pub(super) fn rolled_own(&mut self, seat: u8) {
        let card = self.state.rolled;
        let figures = self.game.figures(&self.state, card);
        match self.state.field.ability(card) {
            Ability::RollPays => self.ability_pays(seat, card, 1),
            Ability::RollMoves => {
                let track = &self.state.track;
                let horses = !track.finished() & !track.lead();
                let spaces = self.spaces(figures.spaces.into());
                let asked = Context { ability: Some(card), ..Context::default() };
                if horses != 0
                    && let Some(horse) = self.choose_horse(seat, horses, spaces, asked)
                {
                    self.tell(Event::AbilityUsed { seat, card });
                    self.push_horses(seat, 1 << horse, spaces, Cause::Ability(card));
                }
            }
            Ability::RollCostsOthers => {
                self.tell(Event::AbilityUsed { seat, card });
                for other in (0..self.state.players).filter(|other| *other != seat) {
                    self.take_money(other, card, None);
                }
            }
            _ => {}
        }
    }

    /// A Helmet or Jersey was marked: if the other one is there too, what abilities make of the set.
    #[inline]
    pub(super) fn set_completed(&mut self, seat: u8, horse: u8) {
        let sheet = self.state.sheet(seat);
        let cards = self.state.has(seat, Ability::SetBets);
        if cards == 0 || sheet.sets() >> horse & 1 == 0 {
            return;
        }
        for card in each(cards.into()) {
            let open = self.game.open_to_bets(&self.state, self.state.sheet(seat));
            if open >> horse & 1 == 1 && self.uses(seat, card, Some(horse)) {
                let dollars = self.game.figures(&self.state, card).dollars;
                self.place_bet(seat, horse, dollars, 0, Cause::Ability(card));
            }
        }
    }
}
