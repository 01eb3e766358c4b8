//! Str8 Eight in words.

use super::cards::{Card, Cards, Numbers};
use super::engine::{Action, Event, State, Str8Eight};
use crate::game::describe::{Closing, Describe, numbered, seat_name};

impl Str8Eight {
    /// A card as people call it: `the 12 of fours`, `a pass card (left)`.
    fn card(&self, card: Card) -> String {
        match (self.deck().value(card), self.deck().direction(card)) {
            (Some(value), _) => {
                let colour = &self.colour_names()[usize::from(self.deck().colour(card))];
                format!("the {value} of {colour}")
            }
            (None, Some(direction)) => format!("a pass card ({})", direction.name()),
            (None, None) => "no card".to_owned(),
        }
    }

    /// The cards of a hand: `3 of threes, 12 of fours, pass left`.
    fn cards(&self, cards: impl Iterator<Item = Card>) -> String {
        let text = |card| match (self.deck().value(card), self.deck().direction(card)) {
            (Some(value), _) => {
                format!("{value} of {}", self.colour_names()[usize::from(self.deck().colour(card))])
            }
            (None, Some(direction)) => format!("pass {}", direction.name()),
            (None, None) => "no card".to_owned(),
        };
        cards.map(text).collect::<Vec<_>>().join(", ")
    }

    /// The numbers of a sequence: `3 6 9`.
    fn numbers(&self, sequence: Numbers) -> String {
        let values = Cards::from(sequence).each().filter_map(|card| self.deck().value(card));
        values.map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
    }
}

impl Describe for Str8Eight {
    fn sentence(&self, state: &State, event: Event) -> Option<String> {
        Some(match event {
            Event::HandBegins => format!("hand {} begins", state.hands_before() + 1),
            Event::Dealt { .. } => return None,
            Event::Reshuffled => "the discards and pass cards make a new draw pile".to_owned(),
            Event::Drawn { seat, card } => {
                let hand = self.cards(state.hand(seat).each());
                format!("{} draws {}, and holds {hand}", seat_name(seat), self.card(card))
            }
            Event::Taken { seat, card } => {
                let hand = self.cards(state.hand(seat).each());
                format!("{} takes {}, and holds {hand}", seat_name(seat), self.card(card))
            }
            Event::Left { seat, action } => {
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
                format!("the hand ends without a winner after {} turns", state.turn())
            }
            Event::Scored { seat, laid, left } => {
                let total = state.points(seat);
                let sign = if left < 0 { "-" } else { "+" };
                let left = left.abs();
                // Only the winner of a Str8 Eight receives what others laid (SE-27).
                let own = self.deck().sum(state.sequence(seat));
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

    fn ending(&self, state: &State) -> Closing {
        Closing::from(format!("After {}", numbered((state.hands_before() + 1).into(), "hand")))
    }
}
