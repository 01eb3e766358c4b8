//! The built-in policy `optimal-turn`.

use std::sync::Arc;

use super::super::compiled::Game;
use super::super::decision::{Action, Decision};
use super::super::state::State;
use super::super::vocabulary::{kind, point};
use super::value::{Desk, Pay, Reroll, Spot};
use super::{Optimal, Pool};
use crate::game::decision::{Choice, Policy};

/// A Rider who maximizes the value of the turn (see the module). Passes on bets and token trades.
#[derive(Clone, Debug)]
pub struct OptimalTurn(pub Arc<Optimal>);

impl Optimal {
    /// Returns the position of the current turn.
    pub fn spot(&self, state: &State) -> Spot {
        Spot::of(self.game.rules.limited_supply, state)
    }
}

impl Desk<'_> {
    /// Returns the value of an action at a decision point; `None` if it has no separate value.
    pub fn worth(&self, state: &State, point: usize, action: Action) -> Option<f64> {
        let spot = self.optimal.spot(state);
        let argument = action.argument();
        let worth = match (point, action.kind()) {
            (point::INHERITED, kind::USE) => self.first_roll(&spot),
            (point::INHERITED, _) => {
                let rest = state.discards | state.line_up;
                self.fresh(&spot, state.deck, if state.players > 1 { rest } else { 0 })
            }
            (point::BUY_BULL, kind::ROLL) => self.first_roll(&spot),
            (point::BUY_BULL, _) => {
                let discards = if state.players > 1 { state.discards } else { 0 };
                let pool = Pool { deck: state.deck, discards };
                self.buying(&spot, pool).unwrap_or(f64::NEG_INFINITY)
            }
            (point::CLOWN_OUT, kind::TAKE_TOKENS) => self.take_tokens(&spot),
            (point::CLOWN_OUT, kind::REROLL_ALL) => self.start_over(&spot, argument),
            (point::CLOWN_OUT, kind::CLOWN_OUT_RETRIEVE)
            | (point::BUCKED_OFF, kind::BUCKED_OFF_RETRIEVE)
            | (point::ACT, kind::RETRIEVE) => self.retrieve(&spot, argument),
            (point::BUCKED_OFF, kind::FALL) => 0.0,
            (point::ACT, kind::RIDE) => self.ride(&spot, argument)?,
            (point::ACT, kind::DISMOUNT) => self.dismount(&spot),
            (point::ACT, kind::REROLL) => self.reroll(&spot)?.worth,
            (point::RETRIEVE_DIE, _) => {
                // Of three or more Clowns, all but two are retrieved; of fewer, one.
                let more = spot.clowns().saturating_sub(2).max(1) - 1;
                self.retrieve_die(&spot, 7 - argument, more)
            }
            _ => return None,
        };
        Some(worth)
    }

    /// The action of highest value, the first of equals. Of the retrievals only the smallest is
    /// considered, so that the next decision can use the dice that remain.
    fn best(&self, decision: &Decision<'_>) -> Option<Action> {
        let mut best: Option<(Action, f64)> = None;
        let mut retrieves = false;
        for action in decision.actions() {
            let retrieve = matches!(
                (usize::from(decision.point), action.kind()),
                (point::CLOWN_OUT, kind::CLOWN_OUT_RETRIEVE)
                    | (point::BUCKED_OFF, kind::BUCKED_OFF_RETRIEVE)
                    | (point::ACT, kind::RETRIEVE)
            );
            if retrieve && std::mem::replace(&mut retrieves, true) {
                continue;
            }
            let point = usize::from(decision.point);
            if let Some(worth) = self.worth(decision.state, point, *action)
                && best.is_none_or(|(_, highest)| worth > highest)
            {
                best = Some((*action, worth));
            }
        }
        best.map(|(action, _)| action)
    }

    /// The action at this decision point that leads to the best reroll.
    fn reroll_action(&self, decision: &Decision<'_>) -> Option<Action> {
        let spot = self.optimal.spot(decision.state);
        let reroll = self.reroll(&spot)?;
        let legal = |action: Action| decision.actions().contains(&action).then_some(action);
        match usize::from(decision.point) {
            point::AIM => Some(aim(self, decision, &spot, &reroll)),
            point::KEEP_DICE => {
                let by_aim = decision.state.turn.reroll;
                let rolled = match self.same_dice(&spot, &reroll, by_aim) {
                    true => by_aim,
                    false => self.dice(&spot, &reroll),
                };
                legal(Action::new(0, spot.dice.moves() & !rolled))
            }
            _ => legal(match reroll.pay {
                Pay::Bull(bull) => Action::new(kind::PAY_BULL, bull),
                Pay::Token => Action::new(kind::PAY_TOKEN, 0),
            }),
        }
    }
}

/// The aim that rolls the wanted dice and leaves the payment open. An aim at a Bull is preferred,
/// because transcripts show it.
fn aim(desk: &Desk<'_>, decision: &Decision<'_>, spot: &Spot, reroll: &Reroll) -> Action {
    let (game, state) = (decision.game, decision.state);
    let mut best = None;
    for action in decision.actions() {
        let pays = action.kind() == kind::AIM_BULL && reroll.pay == Pay::Bull(action.argument());
        let aimed = game.aim(state, *action);
        if !pays && aimed.reroll != 0 && desk.same_dice(spot, reroll, aimed.reroll) {
            let value = aimed.value();
            if best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, *action));
            }
        }
    }
    // Rolling everything is always legal, and last.
    best.map_or_else(|| decision.actions()[decision.actions().len() - 1], |(_, action)| action)
}

impl Policy<Game> for OptimalTurn {
    fn choose(&self, decision: &Decision<'_>) -> Choice<Action> {
        let desk = Desk::new(&self.0);
        let action = match usize::from(decision.point) {
            point::AIM | point::KEEP_DICE | point::PAY => desk.reroll_action(decision),
            point::INHERITED
            | point::BUY_BULL
            | point::CLOWN_OUT
            | point::BUCKED_OFF
            | point::ACT
            | point::RETRIEVE_DIE => desk.best(decision),
            _ => None,
        };
        Choice::by_default(action.unwrap_or_else(|| decision.default_action()))
    }
}
