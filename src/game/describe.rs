//! The text of transcripts: events, actions and endings as sentences.

use super::position::Fields;
use super::publish::Publish;

/// Sentences for transcripts. Everything has a default, made from `Debug` and scores.
pub trait Describe: Publish {
    /// Returns an event as a sentence; `None` for events that a transcript does not show. Use
    /// [`seat_name`] for seats.
    fn sentence(&self, state: &Self::State, event: Self::Event) -> Option<String> {
        let _ = state;
        Some(format!("{event:?}"))
    }

    /// Returns an action as a verb phrase whose subject is the seat (`lays the 12`).
    fn action(&self, state: &Self::State, action: Self::Action) -> String {
        let _ = state;
        format!("{action:?}")
    }

    /// Returns the heading of a section that an event begins (`Round 3`). Log this event with the
    /// first step of the new section, because the transcript of a single turn ends with the last
    /// step of the turn.
    fn heading(&self, state: &Self::State, event: Self::Event) -> Option<String> {
        let _ = (state, event);
        None
    }

    /// Returns the text before a decision, which names the seat; empty if a sentence above names
    /// it.
    fn decider(&self, state: &Self::State, seat: u8) -> String {
        let _ = state;
        format!("{}, ", seat_name(seat))
    }

    /// Returns the result of a seat in the first line, and its parts in further lines.
    fn account(&self, state: &Self::State, seat: u8) -> Vec<String> {
        let score = self.ranking(state).scores[usize::from(seat)];
        vec![format!("{}: {score}", seat_name(seat))]
    }

    /// Returns the outcome of chance that a text names, if [`outcomes`](super::contract::Game::outcomes)
    /// offers one outcome for several and its sentence shows another of them: all dice of a roll, where
    /// equal ones in effect are one outcome. `None` if the text is no such name.
    fn outcome(&self, state: &Self::State, text: &str) -> Option<Self::Outcome> {
        let _ = (state, text);
        None
    }

    /// Returns how the game ended.
    fn ending(&self, state: &Self::State) -> Closing {
        let _ = state;
        Closing::default()
    }

    /// Names the fields of a position, for texts of positions: calls a method of `fields` for each, which
    /// writes the field or reads it into `state`. Every position must follow from its fields and the
    /// [start](super::contract::Game::start) of the game; [`check`](super::contract::Game::check) must
    /// refuse impossible positions. Returns `false` if the game has no such texts.
    fn position(&self, state: &mut Self::State, fields: &mut Fields) -> bool {
        let _ = (state, fields);
        false
    }

    /// Returns the result of a single turn that ended in `state`.
    fn turn_ending(&self, state: &Self::State) -> String {
        format!("scores {}", self.ranking(state).scores[0])
    }
}

/// The text above and below the [accounts](Describe::account) of the seats at the end of a game.
#[derive(Clone, Debug, Default)]
pub struct Closing {
    /// Lines above the accounts.
    pub above: Vec<String>,
    /// Lines below the accounts.
    pub below: Vec<String>,
}

impl From<String> for Closing {
    fn from(line: String) -> Self {
        Self { above: vec![line], below: Vec::new() }
    }
}

/// Returns a number with the singular or plural of a name.
pub(crate) fn numbered(number: u64, name: &str) -> String {
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}

/// Returns the name of a seat, counted from 1: `seat 1` moves first.
pub fn seat_name(seat: u8) -> String {
    format!("seat {}", u32::from(seat) + 1)
}
