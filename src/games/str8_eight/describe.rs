//! Sentences for the events and actions of Str8 Eight, as `trace` shows them.

use super::cards::{Card, Numbers, each, each_card};
use super::engine::{Action, Event, State, Str8Eight};
use crate::game::describe::{Closing, Describe, numbered, seat_name};
use crate::game::position::Fields;

impl Str8Eight {
    /// A card in a sentence: `the 12 of fours`, `a pass card (left)`.
    fn card(&self, card: Card) -> String {
        match self.deck.direction(card) {
            None => format!("the {}", self.short(card)),
            Some(direction) => format!("a pass card ({})", <&str>::from(direction)),
        }
    }

    /// A card in a list: `12 of fours`, `pass left`.
    fn short(&self, card: Card) -> String {
        if let Some(direction) = self.deck.direction(card) {
            return format!("pass {}", <&str>::from(direction));
        }
        let colour = &self.colours[usize::from(self.deck.colour(card))];
        format!("{} of {colour}", self.deck.value(card).unwrap_or(0))
    }

    /// A sentence for a card that a seat draws or takes, with the resulting hand.
    fn draws(&self, state: &State, seat: u8, does: &str, card: Card) -> String {
        let hand: Vec<String> = each_card(state.hand(seat)).map(|card| self.short(card)).collect();
        let (seat, card) = (seat_name(seat), self.card(card));
        format!("{seat} {does} {card}, and holds {}", hand.join(", "))
    }

    /// The numbers of a sequence: `3 6 9`.
    fn numbers(&self, sequence: Numbers) -> String {
        let values = each(sequence).filter_map(|card| self.deck.value(card));
        values.map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
    }
}

impl Describe for Str8Eight {
    fn sentence(&self, state: &State, event: Event) -> Option<String> {
        Some(match event {
            Event::HandBegins => format!("hand {} begins", state.hands_before + 1),
            Event::Dealt(..) => return None,
            Event::Reshuffled => "the discards and pass cards make a new draw pile".to_owned(),
            Event::Drawn(seat, card) => self.draws(state, seat, "draws", card),
            Event::Taken(seat, card) => self.draws(state, seat, "takes", card),
            Event::Left(seat, action) => {
                let what = self.action(state, action);
                let laid = match action {
                    Action::Lay(_) => format!(": {}", self.numbers(state.sequence(seat))),
                    _ => String::new(),
                };
                format!("{} {what}{laid}", seat_name(seat))
            }
            Event::HandEnds { winner: Some(winner), str8_eight } => {
                let how = if str8_eight { ", a Str8 Eight" } else { "" };
                format!("{} completes a sequence of eight{how}", seat_name(winner))
            }
            Event::HandEnds { winner: None, .. } => {
                format!("the hand ends without a winner after {} turns", state.turn)
            }
            Event::Scored { seat, laid, left } => {
                let total = state.points(seat);
                let sign = if left < 0 { "-" } else { "+" };
                let left = left.abs();
                // Only the winner of a Str8 Eight scores the sequences of others (SE-27).
                let own = self.deck.sum(state.sequence(seat));
                let laid = if laid > own {
                    format!("{own} + {} from the sequences of others", laid - own)
                } else {
                    laid.to_string()
                };
                format!("  {}: {laid} {sign} {left}, {total} in all", seat_name(seat))
            }
        })
    }

    fn action(&self, _: &State, action: Action) -> String {
        match action {
            Action::Pile => "draws from the draw pile".to_owned(),
            Action::Take => "takes the top discard".to_owned(),
            Action::Lay(card) => format!("lays {}", self.card(card)),
            Action::Pass(card) => format!("plays {}", self.card(card)),
            Action::Discard(card) => format!("discards {}", self.card(card)),
        }
    }

    fn position(&self, state: &mut State, fields: &mut Fields) -> bool {
        self.fields(state, fields);
        true
    }

    fn ending(&self, state: &State) -> Closing {
        Closing::from(format!("After {}", numbered((state.hands_before + 1).into(), "hand")))
    }
}
