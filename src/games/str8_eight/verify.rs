//! Compares simulated first turns with their exact probabilities and means (hypergeometric draws).

use super::cards::{each_card, numbers};
use super::edition::Edition;
use super::engine::{Action, HAND, Str8Eight};
use crate::error::{Error, Result};
use crate::game::contract::{Game, Menu, Next, Silent};
use crate::game::play::Streams;
use crate::game::publish::Publish;
use crate::run::{Conditions, Definition as _, Figure, Verified, VerifySpec};
use crate::sim::random::UnitKey;

/// The number of first turns between checks for an interruption.
const BATCH: u64 = 1024;

/// The probability that a hand of `cards` cards, dealt from `all`, contains at least one of
/// `wanted`.
fn holds(wanted: u32, all: u32, cards: u32) -> f64 {
    let none = |dealt: u32| f64::from(all - wanted - dealt) / f64::from(all - dealt);
    1.0 - (0..cards.min(all - wanted + 1)).map(none).product::<f64>()
}

/// Compares the hands before the first choice with the exact values for the deck.
pub(crate) fn verify(
    rules: &Edition,
    changed: &str,
    spec: &VerifySpec,
    conditions: Conditions<'_>,
) -> Result<Verified> {
    let game = &Str8Eight::game(rules, 2)?;
    let deck = &game.deck;
    let (all, openers) = (deck.all, deck.next(0).count_ones());
    let (mut begins, mut opens, mut cost_of_hands) = (0, 0, 0.0);
    for number in 0..spec.games {
        if number % BATCH == 0 && conditions.stop.raised().is_some() {
            return Err(Error::Interrupted);
        }
        let mut streams = Streams::new(UnitKey::of_game(spec.seed, number));
        let (mut state, mut actions) = (game.start(&mut Silent), Vec::new());
        while let Next::Chance(name) = game.next(&state) {
            let card = game.draw(&state, streams.open(name));
            game.happen(&mut state, card, &mut Silent);
        }
        Menu::list(game, &state, &mut actions);
        begins += u64::from(matches!(actions.first(), Some(Action::Lay(_))));
        let second = state.hand(1);
        opens += u64::from(numbers(second) & deck.next(0) != 0);
        cost_of_hands += f64::from(game.cost(second));
    }
    let (hands, cards) = (spec.games as f64, f64::from(all.count_ones()));
    let holds = |held| holds(openers, all.count_ones(), held);
    let share = |what: &str, hits: u64, exact: f64| {
        let error = (exact * (1.0 - exact) / hands).sqrt();
        (what.to_owned(), (hits as f64 / hands, exact, error))
    };
    let mean = |of: &dyn Fn(f64) -> f64| {
        each_card(all).map(|card| of(game.cost(1 << card).into())).sum::<f64>() / cards
    };
    let each_card = mean(&|cost| cost);
    let spread = mean(&|cost| (cost - each_card) * (cost - each_card));
    let held = f64::from(HAND);
    let error = (held * spread * (cards - held) / (cards - 1.0) / hands).sqrt();
    let penalty = (cost_of_hands / hands, held * each_card, error);
    let found = [
        share("the first turn can begin a sequence", begins, holds(HAND + 1)),
        share("the second hand dealt can begin a sequence", opens, holds(HAND)),
        ("the cost of the second hand dealt".to_owned(), penalty),
    ];
    let figure = |(what, values)| Figure::new(Str8Eight::NAME, changed, what, spec.games, values);
    Ok(found.map(figure).to_vec().into())
}
