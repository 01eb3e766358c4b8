//! Str8 Eight in words.

use super::cards::Card;
use super::engine::{Action, Event, State, Str8Eight};
use crate::game::publish::{Tell, numbered, seat_name};

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

    /// The numbers of a sequence or hand: `3 6 9`.
    fn numbers(&self, cards: impl Iterator<Item = Card>) -> String {
        let text = |card| match self.deck().value(card) {
            Some(value) => value.to_string(),
            None => "pass".to_owned(),
        };
        let all: Vec<String> = cards.map(text).collect();
        if all.is_empty() { "nothing".to_owned() } else { all.join(" ") }
    }
}

impl Tell for Str8Eight {
    fn sentence(&self, state: &State, event: Event) -> Option<String> {
        Some(match event {
            Event::HandBegins => format!("hand {} begins", state.hands_before() + 1),
            Event::Dealt { .. } => return None,
            Event::Reshuffled => "the discards and pass cards make a new draw pile".to_owned(),
            Event::Drawn { seat, card } => {
                let hand = self.numbers(state.hand(seat).each());
                format!("{} draws {}, and holds {hand}", seat_name(seat), self.card(card))
            }
            Event::Taken { seat, card } => {
                let hand = self.numbers(state.hand(seat).each());
                format!("{} takes {}, and holds {hand}", seat_name(seat), self.card(card))
            }
            Event::Left { seat, action } => {
                let what = self.action(state, action);
                let laid = match action {
                    Action::Lay(_) => {
                        let sequence = super::cards::Cards::from(state.sequence(seat));
                        format!(": {}", self.numbers(sequence.each()))
                    }
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

    fn ending(&self, state: &State) -> Vec<String> {
        vec![format!("After {}", numbered((state.hands_before() + 1).into(), "hand"))]
    }
}
