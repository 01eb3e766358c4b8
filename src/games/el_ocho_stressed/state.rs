//! Positions, actions, chance outcomes and events.

use crate::games::el_ocho::engine::Roll;

/// The maximum number of seats.
pub const SEATS: usize = crate::games::el_ocho::turn::MAX_PLAYERS;

/// The longest wait before an announcement, in tenths of a second.
pub const MAX_DELAY: u8 = 100;

/// The state of a game.
///
/// | part | bits |
/// |---|---|
/// | `totals` | 8 × 32, units by seat; 0 beyond the seats of the game |
/// | `answers` | 8 × 24, by seat; silent outside of a round |
/// | `round` | 32, rounds played |
/// | `class` | 16, roll class of the last roll |
/// | `phase` | 16, the phase of the round |
/// | `alone` | 8, whether the game ends with this round |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) totals: [u32; SEATS],
    pub(super) answers: [Answer; SEATS],
    pub(super) round: u32,
    pub(super) class: u16,
    pub(super) phase: Phase,
    pub(super) alone: bool,
}

impl State {
    /// The total of a seat, in units.
    pub fn total(&self, seat: u8) -> u32 {
        self.totals[usize::from(seat)]
    }

    /// The number of rounds played.
    pub fn rounds(&self) -> u32 {
        self.round
    }

    /// The winner if the game is over; `Some(None)` if it ended at the round limit.
    pub fn over(&self) -> Option<Option<u8>> {
        if let Phase::Over { winner } = self.phase { Some(winner) } else { None }
    }

    /// The seats with the earliest pending answer, all in the same tenth of a second: bit i for
    /// seat i.
    pub(super) fn next_answers(&self) -> u8 {
        let time = |answer: &Answer| match answer {
            Answer::Comes(call) => Some(call.time),
            Answer::Silent | Answer::After(_) => None,
        };
        let Some(first) = self.answers.iter().filter_map(time).min() else { return 0 };
        let seats = self.answers.iter().enumerate();
        seats.fold(0, |all, (seat, answer)| all | u8::from(time(answer) == Some(first)) << seat)
    }
}

/// The answer of a seat in the round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Answer {
    /// No answer, not decided yet, or already given.
    #[default]
    Silent,
    /// Decided: to be given after this number of tenths of a second.
    After(u8),
    /// Pending.
    Comes(Call),
}

/// An answer and its tenth of a second.
///
/// Delays are uniform over a whole number of tenths. Answers in different tenths are ordered by
/// tenth; in one tenth, each is equally likely to be first. No finer resolution is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Call {
    /// The tenth of a second of the answer.
    pub time: u8,
    /// The content of the answer.
    pub said: Said,
}

/// The content of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Said {
    /// The right score.
    Right,
    /// A wrong score that is not "0".
    Wrong,
    /// "0" for a roll that scores.
    WrongZero,
}

/// The phase of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    /// The dice are rolled next.
    Roll,
    /// A seat decides when to answer, without seeing other decisions.
    Announce(u8),
    /// Chance determines the content and the time of a seat's answer.
    Answer(u8),
    /// Chance determines which of several answers in one tenth of a second is first.
    Order,
    /// A seat that correctly called "0" sets a total back to 0.
    Reset(u8),
    /// The game is won, or over at the round limit without a winner.
    Over { winner: Option<u8> },
}

/// The actions, in their documented order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Makes no announcement.
    Silent,
    /// Answers after this number of tenths of a second.
    Answer(u8),
    /// Sets back the opponent this number of seats after the player.
    Opponent(u8),
    /// Sets itself back.
    Own,
}

/// The chance outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chance {
    /// A roll of all dice.
    Roll(Roll),
    /// The answer of a seat; `None` if it is silent.
    Answer(Option<Call>),
    /// The seat whose answer is first.
    First(u8),
}

/// The result of a round for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// Stayed silent.
    Silent,
    /// Called the score first and marked it.
    Marked,
    /// Called "0" first and correctly.
    Zero,
    /// Would have answered, but another player had been right before.
    Late,
    /// Called a wrong score.
    Wrong,
    /// Called "0" for a roll that scores; its total is 0 again.
    WrongZero,
}

/// Logged events.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The dice show a roll.
    Rolled(Roll),
    /// The result of the round for a seat.
    Became {
        /// The seat.
        seat: u8,
        /// The result.
        fate: Fate,
        /// The tenth of a second of its answer, given or not; 0 if silent.
        time: u8,
    },
    /// A correct "0" of some seat set this seat back to 0.
    SetBack(u8),
}
