//! The default decisions, for positions in which no rule of a policy decides.

use super::action::Action;
use super::cards::{Face, Happening, Program, What};
use super::engine::EightSevenCentral;
use super::evaluation::{Outlook, Sight};
use super::state::Phase;
use crate::game::decision::Decision;

impl EightSevenCentral {
    pub(super) fn usual(&self, decision: &Decision<'_, Self>) -> Action {
        let (state, seat, sight) = (decision.state, decision.seat, Sight::default());
        let outlook = Outlook { game: self, state, seat, sight: &sight };
        if let Phase::Amount(lot) = state.phase {
            return Action::Amount(self.bids(state, lot).start);
        }
        let (mut best, mut most) = (Action::Pass, f64::NEG_INFINITY);
        for action in decision.actions() {
            let liking = outlook.liking(*action);
            if liking > most {
                (best, most) = (*action, liking);
            }
        }
        best
    }
}

impl Outlook<'_> {
    #[inline(never)]
    fn liking(&self, action: Action) -> f64 {
        let Self { game, state, seat, .. } = *self;
        let money = f64::from(state.money(seat));
        let price = || f64::from(self.price_of(action));
        match action {
            Action::Lot(lot) => {
                let program = state.offer[usize::from(lot)];
                let levels = f64::from(game.levels(state, program).sum());
                let rounds = f64::from(game.rounds_left(state).max(1));
                let fair = levels.min(money / rounds + 2.0);
                let wanted = !self.leads_bids(action) && game.free_slots(state, seat, program) != 0;
                if wanted && price() <= fair { levels } else { -1.0 }
            }
            Action::Place(program) => self.gain(program).into(),
            Action::Drop(program) => -1.0 - f64::from(game.levels(state, program).sum()),
            Action::Bump(_) => -1e6,
            Action::Slot(slot) => {
                let program = match state.phase {
                    Phase::PlaceAt(program) | Phase::BuyAt(program) | Phase::MoveTo(program) => {
                        program
                    }
                    _ => return 0.0,
                };
                10.0 * f64::from(self.gain_of(seat, program, slot / 2)) - price()
            }
            Action::Hold | Action::Move(_) => -1.0,
            Action::Refill => match state.hand(seat).count_ones() {
                ..=2 => 1.5,
                3 | 4 => 0.5,
                _ => -1.0,
            },
            Action::Fundraise => f64::from(u8::from(money < 6.0)),
            Action::Play(face) => self.liking_of_play(face),
            Action::Sponsor if self.ad_income(None) > 0.0 => 2.0,
            Action::Sponsor => -1.0,
            Action::Buy(lot) => {
                let gain = f64::from(self.gain(state.offer[usize::from(lot)]));
                if 2.0 * price() <= money && gain > 0.0 { 2.0 + gain / 10.0 } else { -1.0 }
            }
            Action::Card(face) => {
                let card = game.cards.printed(face);
                let ad = if matches!(card.what, What::Ad { .. }) { 10.0 } else { 0.0 };
                f64::from(card.cost) - ad - 100.0
            }
            Action::Program(on) => self.liking_of_target(on),
            Action::Seat(other) => state.money(other).into(),
            Action::Number(number) => {
                self.chosen(|face, on| self.side(on) * self.chance_gain(face, on, Some(number)))
            }
            Action::Genre(genre) => {
                self.chosen(|face, on| self.swing_on(face, on, Some(genre)).into())
            }
            _ => 0.0,
        }
    }

    fn liking_of_play(&self, face: Face) -> f64 {
        let (income, swing) = (self.ad_income(Some(face)), f64::from(self.swing(face)));
        match self.game.cards.printed(face).what {
            _ if income > 0.0 => 4.0 + income,
            _ if swing > 0.0 => 3.0 + swing,
            What::Event(Happening::DrawCards(count)) => f64::from(count) - 0.5,
            _ => -0.5,
        }
    }

    /// The value of a choice for the card that is being played on a Program.
    fn chosen(&self, value: impl Fn(Face, Program) -> f64) -> f64 {
        match self.state.phase {
            Phase::Detail(card, on) => value(self.game.cards.face(card), on),
            _ => 0.0,
        }
    }

    /// The value of a Program as the target of a card, or of any card as an Ad.
    fn liking_of_target(&self, on: Program) -> f64 {
        let face = match self.state.phase {
            Phase::Target(card) => Some(self.game.cards.face(card)),
            _ => None,
        };
        let swing = face.map_or(0, |face| self.swing_on(face, on, None));
        let chance = face.map_or(0.0, |face| self.chance_gain(face, on, None));
        let helps = chance + 1e-3 * f64::from(self.state.counters(on));
        self.ad_income_on(face, on) + 10.0 * f64::from(swing) + self.side(on) * helps
    }

    /// 1 for an own Program, −1 for another's.
    fn side(&self, on: Program) -> f64 {
        let own = self.state.on_air(self.seat) | self.state.waiting(self.seat);
        if own >> on & 1 == 1 { 1.0 } else { -1.0 }
    }
}
