//! How a game speaks: events, actions and endings as sentences.

use super::publish::Publish;

/// How a game speaks.
pub trait Describe: Publish {
    /// What begins with an event, as the heading of what follows (`Round 3`).
    fn heading(&self, state: &Self::State, event: Self::Event) -> Option<String> {
        let _ = (state, event);
        None
    }

    /// An event in words; nothing where a reader need not hear of it. Seats are named by
    /// [`seat_name`].
    fn sentence(&self, state: &Self::State, event: Self::Event) -> Option<String>;

    /// An action in words, as what somebody chooses (`lays the 12`).
    fn action(&self, state: &Self::State, action: Self::Action) -> String;

    /// The seat that decides, before what it decides; empty where a sentence above names it.
    fn decider(&self, state: &Self::State, seat: u8) -> String {
        let _ = state;
        format!("{}, ", seat_name(seat))
    }

    /// How the game ended, line by line.
    fn ending(&self, state: &Self::State) -> Vec<String>;

    /// What a seat ended with, and below it what that is made of.
    fn account(&self, state: &Self::State, seat: u8) -> Vec<String> {
        let score = self.ranking(state).scores[usize::from(seat)];
        vec![format!("{}: {score}", seat_name(seat))]
    }

    /// What a turn played alone brought that ended in `state`.
    fn turn_ending(&self, state: &Self::State) -> String {
        let _ = state;
        String::new()
    }

    /// What there is to say of the result when all accounts are told.
    fn remarks(&self, state: &Self::State) -> Vec<String> {
        let _ = state;
        Vec::new()
    }
}

/// A number of things, by the name of one.
pub(crate) fn numbered(number: u64, name: &str) -> String {
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}

/// A seat as people count: `seat 1` moves first.
#[must_use]
pub fn seat_name(seat: u8) -> String {
    format!("seat {}", u32::from(seat) + 1)
}
