//! What is done where no rule of a policy decides.

use super::action::Action;
use super::cards::{Change, Face, Happening, NONE, Program, Programs, What, each};
use super::engine::EightSevenCentral;
use super::evaluation::{Outlook, Sight};
use super::state::Phase;
use crate::game::decision::Decision;

impl EightSevenCentral {
    /// The action that is liked most.
    pub(super) fn usual(&self, decision: &Decision<'_, Self>) -> Action {
        let (state, seat, sight) = (decision.state, decision.seat, Sight::default());
        let outlook = Outlook { game: self, state, seat, sight: &sight };
        let known = match state.phase {
            Phase::Amount(lot) => Some(Action::Amount(self.bids(state, lot).start)),
            Phase::Place => outlook.best_to_place(),
            Phase::PlaceAt(program) => {
                outlook.best_slot(program).map(|(slot, _)| Action::Slot(slot))
            }
            Phase::Target(card) => {
                let face = self.cards.face(card);
                outlook.best_target(Some(face), self.targets(state, face))
            }
            Phase::Sponsor => outlook.best_target(None, state.on_air(seat)),
            _ => None,
        };
        known.unwrap_or_else(|| {
            let (mut best, mut most) = (Action::Pass, f64::NEG_INFINITY);
            for action in decision.actions() {
                let liking = outlook.liking(*action);
                if liking > most {
                    (best, most) = (*action, liking);
                }
            }
            best
        })
    }
}

impl Outlook<'_> {
    /// Places the Program that gains most genres, if one fits.
    fn best_to_place(&self) -> Option<Action> {
        let Self { game, state, seat, .. } = *self;
        let fitting = game.fitting(state, seat);
        let best = if fitting.count_ones() == 1 {
            fitting.trailing_zeros() as Program
        } else {
            // The last of equals is taken, which are the first from behind.
            let backwards = each(fitting.reverse_bits()).map(|bit| 63 - bit);
            backwards.max_by_key(|program| self.gain(*program))?
        };
        Some(Action::Place(best))
    }

    /// How much an action is liked, where it is not [known](EightSevenCentral::usual) which is taken.
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
            Action::Drop(program) => -1.0 - f64::from(game.levels(state, program).sum()),
            Action::Bump(_) => -1e6,
            Action::Slot(slot) => {
                let program = match state.phase {
                    Phase::BuyAt(program) | Phase::MoveTo(program) => program,
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

    /// The same of a card that is played.
    fn liking_of_play(&self, face: Face) -> f64 {
        let (income, swing) = (self.ad_income(Some(face)), f64::from(self.swing(face)));
        match self.game.cards.printed(face).what {
            _ if income > 0.0 => 4.0 + income,
            _ if swing > 0.0 => 3.0 + swing,
            What::Event(Happening::DrawCards(count)) => f64::from(count) - 0.5,
            _ => -0.5,
        }
    }

    /// What a choice is worth that a card asks for on its Program.
    fn chosen(&self, worth: impl Fn(Face, Program) -> f64) -> f64 {
        match self.state.phase {
            Phase::Detail(card, on) => worth(self.game.cards.face(card), on),
            _ => 0.0,
        }
    }

    /// The best Program of some as the place for a card, of equals the first, and how many they are; for
    /// any card as an Ad where there is none.
    fn best_target(&self, face: Option<Face>, among: Programs) -> Option<Action> {
        let (cards, state) = (&self.game.cards, self.state);
        let what = face.map(|face| cards.printed(face).what);
        let pays = matches!(what, None | Some(What::Ad { .. }));
        let shifts = match what {
            Some(What::Modifier { hits, change }) => hits != 0 || change == Some(Change::NoHits),
            _ => false,
        };
        let sways = face.is_some_and(|face| cards.copies(face) & cards.swaying != 0);
        let today = if sways { state.all_on_day(state.day) } else { 0 };
        let (mut best, mut most) = (NONE, f64::NEG_INFINITY);
        for on in each(among) {
            let income = if pays { self.ad_income_on(face, on) } else { 0.0 };
            let (mut swing, mut chance) = (0, 0.0);
            if let Some(face) = face {
                swing = if today >> on & 1 == 1 { self.swing_on(face, on, None) } else { 0 };
                chance = if shifts { self.chance_gain(face, on, None) } else { 0.0 };
            }
            let helps = chance + 1e-3 * f64::from(state.counters(on));
            let liking = income + 10.0 * f64::from(swing) + self.side(on) * helps;
            if liking > most {
                (best, most) = (on, liking);
            }
        }
        (best != NONE).then_some(Action::Program(best))
    }

    /// What is good for a Program is good for its owner.
    fn side(&self, on: Program) -> f64 {
        let own = self.state.on_air(self.seat) | self.state.waiting(self.seat);
        if own >> on & 1 == 1 { 1.0 } else { -1.0 }
    }
}
