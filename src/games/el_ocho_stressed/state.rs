//! Where a game is, what a seat may do, and what chance may bring.

use crate::games::el_ocho::engine::Roll;

/// The most seats.
pub const SEATS: usize = crate::games::el_ocho::turn::MAX_PLAYERS;

/// The longest wait before an announcement, in tenths of a second.
pub const MAX_DELAY: u8 = 100;

/// A position.
///
/// | part | bits |
/// |---|---|
/// | `totals` | 8 × 32, units by seat; 0 beyond the seats of the game |
/// | `answers` | 8 × 24, by seat; silent outside of a round |
/// | `round` | 32, rounds played |
/// | `class` | 16, of the last roll |
/// | `phase` | 16, the place within the round |
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

    /// Rounds played.
    pub fn rounds(&self) -> u32 {
        self.round
    }

    /// Who has won, where the game is over; `None` inside where it was given up.
    pub fn over(&self) -> Option<Option<u8>> {
        if let Phase::Over { winner } = self.phase { Some(winner) } else { None }
    }

    /// The seats whose answers come next, all in the same tenth of a second: bit i for seat i.
    pub(super) fn next_to_speak(&self) -> u8 {
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
    /// None, none yet, or spoken.
    #[default]
    Silent,
    /// Decided: intended after this many tenths of a second.
    After(u8),
    /// On its way.
    Comes(Call),
}

/// What somebody will say, and in which tenth of a second.
///
/// Delays are uniform over a whole number of tenths, so of those in different tenths the earlier comes
/// first, and of those in the same one each is as likely to be first: nothing finer is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Call {
    /// The tenth of a second.
    pub time: u8,
    /// What is said.
    pub said: Said,
}

/// What a person says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Said {
    /// The right score.
    Right,
    /// A wrong score that is not "0".
    Wrong,
    /// "0" for a roll that scores.
    WrongZero,
}

/// The place within a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    /// The dice are rolled.
    Roll,
    /// A seat decides when to answer, unseen by the others.
    Announce(u8),
    /// Chance says what a seat gets right, and when.
    Answer(u8),
    /// Chance says which of several answers in the same tenth of a second comes first.
    Order,
    /// A seat that rightly said "0" sets somebody back.
    Reset(u8),
    /// The game is won, or given up.
    Over { winner: Option<u8> },
}

/// What a seat may do; the order is the documented one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Makes no announcement.
    Silent,
    /// Announces after this many tenths of a second.
    Answer(u8),
    /// Sets the opponent back that sits this many places after.
    Opponent(u8),
    /// Sets itself back.
    Own,
}

/// What chance may bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chance {
    /// A roll of all dice.
    Roll(Roll),
    /// The answer of a seat; none of a silent one.
    Answer(Option<Call>),
    /// The seat that comes first.
    First(u8),
}

/// What happens to a seat in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// Stayed silent.
    Silent,
    /// Called the score first and marked it.
    Marked,
    /// Called "0" first, rightly.
    Zero,
    /// Would have answered, but somebody had been right before.
    Late,
    /// Called a wrong score.
    Wrong,
    /// Called "0" for a roll that scores, and went back to 0.
    WrongZero,
}

/// What is reported.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The dice show a roll.
    Rolled(Roll),
    /// What became of a seat in the round; `time` is the tenth of a second of its answer, if any.
    Became {
        /// The seat.
        seat: u8,
        /// What became of it.
        fate: Fate,
        /// When it answered or would have.
        time: u8,
    },
    /// A seat was set back by a right "0".
    SetBack(u8),
}
