//! How a game speaks: events, actions and endings as sentences.

use super::publish::Publish;

/// Sentences for transcripts. Everything has a default, made from `Debug` and scores.
pub trait Describe: Publish {
    /// An event in words; `None` where it needs none. Seats are named by [`seat_name`].
    fn sentence(&self, state: &Self::State, event: Self::Event) -> Option<String> {
        let _ = state;
        Some(format!("{event:?}"))
    }

    /// An action in words, as what its seat does (`lays the 12`).
    fn action(&self, state: &Self::State, action: Self::Action) -> String {
        let _ = state;
        format!("{action:?}")
    }

    /// The heading of what an event begins (`Round 3`). Log the event with the first step of what begins: the
    /// transcript of a single turn ends with the last step of the turn.
    fn heading(&self, state: &Self::State, event: Self::Event) -> Option<String> {
        let _ = (state, event);
        None
    }

    /// The seat that decides, in front of its decision; empty where a sentence above names it.
    fn decider(&self, state: &Self::State, seat: u8) -> String {
        let _ = state;
        format!("{}, ", seat_name(seat))
    }

    /// The result of a seat, and below it what that consists of.
    fn account(&self, state: &Self::State, seat: u8) -> Vec<String> {
        let score = self.ranking(state).scores[usize::from(seat)];
        vec![format!("{}: {score}", seat_name(seat))]
    }

    /// How the game ended.
    fn ending(&self, state: &Self::State) -> Closing {
        let _ = state;
        Closing::default()
    }

    /// The result of a single turn that ended in `state`.
    fn turn_ending(&self, state: &Self::State) -> String {
        format!("scores {}", self.ranking(state).scores[0])
    }
}

/// How a game ended, around the [accounts](Describe::account) of the seats.
#[derive(Clone, Debug, Default)]
pub struct Closing {
    /// Lines above the accounts.
    pub above: Vec<String>,
    /// Lines below them.
    pub below: Vec<String>,
}

impl From<String> for Closing {
    fn from(line: String) -> Self {
        Self { above: vec![line], below: Vec::new() }
    }
}

/// A number of things, by the name of one.
pub(crate) fn numbered(number: u64, name: &str) -> String {
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}

/// A seat as people count: `seat 1` moves first.
pub fn seat_name(seat: u8) -> String {
    format!("seat {}", u32::from(seat) + 1)
}
