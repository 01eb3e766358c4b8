//! Pig, a game in a crate of its own: roll a die and add it to the turn, or hold; a 1 loses the turn, and
//! the first to bank 100 points wins (Neller and Presser, "Optimal Play of the Dice Game Pig", UMAP
//! Journal 25, 2004).
//!
//! ```sh
//! cargo run --release --example pig -- compare pig --policy hold-at --policy hold-at:hold=25
//! ```

use std::ops::RangeInclusive;

use pushluck::Result;
use pushluck::contract::*;

/// The rules for a number of seats.
#[derive(Clone, Debug)]
pub struct Pig {
    pub seats: u8,
    pub rules: Rules,
}

/// What `--rules` sets.
#[derive(Clone, Debug)]
pub struct Rules {
    pub target: i32,
}

impl Default for Rules {
    fn default() -> Self {
        Self { target: 100 }
    }
}

/// A position: banked points by seat, the turn from 0 and its points, and whether the die is rolled next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub totals: [i32; MAX_SEATS],
    pub turn: u32,
    pub points: i32,
    pub rolling: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    Roll,
    Hold,
}

/// What is counted and written into transcripts.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    Rolled { seat: u8, face: u8, points: i32 },
    Held { seat: u8, points: i32 },
}

impl Pig {
    pub fn seat(&self, state: &State) -> u8 {
        (state.turn % u32::from(self.seats)) as u8
    }

    fn winner(&self, state: &State) -> Option<usize> {
        state.totals.iter().position(|total| *total >= self.rules.target)
    }
}

impl Game for Pig {
    type State = State;
    type Action = Action;
    type Outcome = u8;
    type Event = Event;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn start(&self, _: &mut impl Log<Self>) -> State {
        State { totals: [0; MAX_SEATS], turn: 0, points: 0, rolling: true }
    }

    fn next(&self, state: &State) -> Next {
        match state.rolling {
            _ if self.winner(state).is_some() => Next::Over { finished: true },
            true => Next::Chance(Stream { purpose: 0, index: state.turn }),
            false => Next::Decide { seat: self.seat(state), point: 0 },
        }
    }

    fn actions(&self, _: &State, menu: &mut Menu<'_, Action>) {
        menu.extend([Action::Roll, Action::Hold]);
    }

    fn act(&self, state: &mut State, action: Action, log: &mut impl Log<Self>) {
        let (seat, points) = (self.seat(state), state.points);
        state.rolling = true;
        if action == Action::Hold {
            state.totals[usize::from(seat)] += points;
            (state.turn, state.points) = (state.turn + 1, 0);
            log.tell(state, Event::Held { seat, points });
        }
    }

    fn outcomes(&self, _: &State, each: &mut dyn FnMut(u8, u64)) {
        (1..=6).for_each(|face| each(face, 1));
    }

    fn happen(&self, state: &mut State, face: u8, log: &mut impl Log<Self>) {
        let (seat, points) = (self.seat(state), state.points);
        match face {
            1 => (state.turn, state.points) = (state.turn + 1, 0),
            _ => (state.points, state.rolling) = (points + i32::from(face), false),
        }
        log.tell(state, Event::Rolled { seat, face, points });
    }

    fn ranking(&self, state: &State) -> Ranking {
        let winners = self.winner(state).map_or(0, |seat| 1 << seat);
        Ranking { scores: state.totals, winners }
    }

    // Single turns and kinds of action are optional.
    fn alone(&self, log: &mut impl Log<Self>) -> Option<State> {
        Some(self.start(log))
    }

    fn turn_over(&self, state: &State) -> bool {
        state.turn > 0
    }

    fn kind(&self, _: u8, action: Action) -> usize {
        action as usize
    }
}
