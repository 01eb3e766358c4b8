//! Pig, a game in a crate of its own: roll a die and add it to the turn, or hold; a 1 loses the turn, and
//! the first to bank 100 points wins (Neller and Presser, "Optimal Play of the Dice Game Pig", UMAP
//! Journal 25, 2004).
//!
//! ```sh
//! cargo run --release --example pig -- compare pig --policy hold-at --policy hold-at:hold=25
//! ```

#![allow(missing_docs)] // a program

use std::ops::RangeInclusive;

use pushluck::Result;
use pushluck::contract::*;

/// The rules; its own settings, too.
#[derive(Clone, Debug)]
pub struct Pig {
    pub seats: u8,
    pub target: i32,
}

impl Default for Pig {
    fn default() -> Self {
        Self { seats: 2, target: 100 }
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
        state.totals.iter().position(|total| *total >= self.target)
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

/// More than any total or turn can hold.
const POINTS: Kind = to(2000);

pushluck::features! {
    STATE: StateFeature<Pig>;
    "turn_points" POINTS, "points", "Points of this turn." => |it| it.state.points;
    "own_total" POINTS, "points", "Banked points." => |it| it.state.totals[usize::from(it.seat)];
    "target" POINTS, "points", "Points that win." => |it| it.game.target;
}

impl Publish for Pig {
    type Sight = ();

    const NAME: &'static str = "pig";
    const POINTS: &'static [Point<Self>] = &[Point {
        name: "roll",
        about: "Whether to roll again or to hold.",
        actions: &[always("roll", "Rolls the die."), always("hold", "Banks the turn's points.")],
        order: "roll, then hold",
        default_about: "hold from 20 points on",
        default: |it| if it.state.points < 20 { Action::Roll } else { Action::Hold },
        state: STATE,
        action: &[],
    }];
}

const ROLLS: FigureTable = FigureTable::policies("rolls", "What rolls of a 1 cost.");

#[derive(Debug)]
pub struct Figures {
    lost_turns: Share,
    ones: Share,
    lost: Mean,
}

impl Count for Pig {
    type Figures = Figures;

    const COUNTED: Counted<Self> = Counted {
        tables: &[ROLLS],
        turn_gain: |_, state| state.totals[0].into(),
        ..Counted::DEFAULT
    };

    fn figures(&self, declare: &mut Declarations) -> Figures {
        let lost_turns = declare.bust("turn", "lost turns");
        let mut rolls = declare.table(&ROLLS);
        Figures { lost_turns, ones: rolls.share("ones"), lost: rolls.mean("points lost by a 1") }
    }

    fn count(&self, _: &State, event: Event, figures: &Figures, into: &mut Counts) {
        match event {
            Event::Held { seat, .. } => figures.lost_turns.add(into, seat, false),
            Event::Rolled { seat, face, points } => {
                figures.ones.add(into, seat, face == 1);
                if face == 1 {
                    figures.lost_turns.add(into, seat, true);
                    figures.lost.add(into, seat, points);
                }
            }
        }
    }

    fn length(&self, state: &State, seat: u8) -> u32 {
        (state.turn + u32::from(self.seats) - 1 - u32::from(seat)) / u32::from(self.seats)
    }
}

impl Describe for Pig {}

impl Definition for Pig {
    type Rules = Self;

    const ABOUT: &'static str = "roll and add, or hold; a 1 loses the turn";
    const SEATS: RangeInclusive<usize> = 2..=MAX_SEATS;

    fn game(rules: &Self, seats: u8) -> Result<Self> {
        Ok(Self { seats, ..rules.clone() })
    }

    const SETTINGS: &'static [Setting<Self>] = &[pushluck::whole_setting!(
        "target", "10 to 1000", "The points that win.", 10..=1000, target: i32,
    )];
    const POLICIES: &'static [Shipped] = &[Shipped::file("hold-at", HOLD_AT)];
    const OPTIONS: Options<Self> = Options { base: "hold-at", ..Options::DEFAULT };
}

const HOLD_AT: &str = r#"game = "pig"
language = 2
description = "Holds at a number of points, or when they win."

[parameters]
hold = { value = 20, min = 1, max = 100, step = 1 }

[[roll]]
when = 'turn_points >= hold || own_total + turn_points >= target'
choose = "hold"

[[roll]]
choose = "roll"
"#;

pub static PIG: Registered<Pig> = Registered::new();

fn main() -> std::process::ExitCode {
    pushluck::run_cli(&[&PIG])
}
