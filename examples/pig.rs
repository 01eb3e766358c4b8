//! Pig, a game in a crate of its own: roll a die and add it to the turn, or hold; a 1 is a bust, and
//! 100 banked points win (Neller and Presser, "Optimal Play of the Dice Game Pig", UMAP Journal 25, 2004).
//!
//! ```sh
//! cargo run --release --example pig -- compare pig --policy hold-at --policy hold-at:hold=25
//! ```

use pushluck::Result;
use pushluck::contract::*;
use std::ops::RangeInclusive;

/// The rules for a number of seats.
#[derive(Clone, Debug)]
pub(crate) struct Pig {
    pub(crate) seats: u8,
    pub(crate) target: i32,
}

impl Default for Pig {
    fn default() -> Self {
        Self { seats: 2, target: 100 }
    }
}

/// A position: banked points by seat, the turn from 0 and its points, and whether the die is rolled next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) totals: [i32; MAX_SEATS],
    pub(crate) turn: u32,
    pub(crate) points: i32,
    pub(crate) rolling: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Action {
    Roll,
    Hold,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    Rolled(u8),
    Ended { seat: u8, points: i32, lost: bool },
}

impl Pig {
    pub(crate) fn seat(&self, state: &State) -> u8 {
        (state.turn % u32::from(self.seats)) as u8
    }
    fn winner(&self, state: &State) -> Option<usize> {
        state.totals.iter().position(|total| *total >= self.target)
    }
    fn end(&self, state: &mut State, lost: bool, log: &mut impl Log<Self>) {
        let (seat, points) = (self.seat(state), state.points);
        state.totals[usize::from(seat)] += if lost { 0 } else { points };
        *state = State { turn: state.turn + 1, points: 0, rolling: true, ..*state };
        log.record(state, Event::Ended { seat, points, lost });
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
        match action {
            Action::Roll => state.rolling = true,
            Action::Hold => self.end(state, false, log),
        }
    }
    fn outcomes(&self, _: &State, each: &mut dyn FnMut(u8, u64)) {
        (1..=6).for_each(|face| each(face, 1));
    }
    fn happen(&self, state: &mut State, face: u8, log: &mut impl Log<Self>) {
        log.record(state, Event::Rolled(face));
        match face {
            1 => self.end(state, true, log),
            _ => (state.points, state.rolling) = (state.points + i32::from(face), false),
        }
    }
    fn ranking(&self, state: &State) -> Ranking {
        let winners = self.winner(state).map_or(0, |seat| 1 << seat);
        Ranking { scores: state.totals, winners }
    }
    fn kind(&self, _: u8, action: Action) -> usize {
        action as usize
    }
    fn alone(&self, log: &mut impl Log<Self>) -> Option<State> {
        Some(self.start(log))
    }
    fn turn_over(&self, state: &State) -> bool {
        state.turn > 0
    }
}

pushluck::features! {
    STATE: StateFeature<Pig>;
    "turn_points" to(2000), "points", "Points of this turn." => |it| it.state.points;
    "own_total" to(2000), "points", "Banked points." => |it| it.state.totals[usize::from(it.seat)];
    "target" to(2000), "points", "Points that win." => |it| it.game.target;
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

const TURNS: FigureTable = FigureTable::policies("turns", "The points that turns lose or bank.");

impl Count for Pig {
    /// Lost turns, then the points of lost and of banked turns.
    type Figures = (Share, [Mean; 2]);
    const COUNTED: Counted<Self> = Counted {
        tables: &[TURNS],
        turn_gain: |_, state| state.totals[0].into(),
        ..Counted::DEFAULT
    };
    fn figures(&self, declare: &mut Declarations) -> Self::Figures {
        let lost = declare.bust("turn", "lost turns");
        let mut turns = declare.table(&TURNS);
        (lost, ["points of lost turns", "points of banked turns"].map(|name| turns.mean(name)))
    }
    fn count(&self, _: &State, event: Event, (share, means): &Self::Figures, into: &mut Counts) {
        if let Event::Ended { seat, points, lost } = event {
            share.add(into, seat, lost);
            means[usize::from(!lost)].add(into, seat, points);
        }
    }
    fn length(&self, state: &State, seat: u8) -> u32 {
        (state.turn + u32::from(self.seats - 1 - seat)) / u32::from(self.seats)
    }
}

impl Describe for Pig {
    fn sentence(&self, _: &State, event: Event) -> Option<String> {
        Some(match event {
            Event::Rolled(face) => format!("a {face}"),
            Event::Ended { seat, points, lost } => {
                format!("{} {} {points}", seat_name(seat), if lost { "loses" } else { "banks" })
            }
        })
    }
}

impl Definition for Pig {
    type Rules = Self;
    const ABOUT: &'static str = "roll and add, or hold; a 1 is a bust";
    const SEATS: RangeInclusive<usize> = 1..=MAX_SEATS;
    fn game(rules: &Self, seats: u8) -> Result<Self> {
        Ok(Self { seats, ..rules.clone() })
    }
    const SETTINGS: &'static [Setting<Self>] =
        &[whole_setting!("target", "10 to 1000", "The points that win.", 10..=1000, target: i32)];
    const POLICIES: &'static [Shipped] = &[Shipped::file("hold-at", HOLD_AT)];
    const OPTIONS: Options<Self> = Options { base: "hold-at", ..Options::DEFAULT };
}

const HOLD_AT: &str = r#"game = "pig"
language = 2
description = "Holds at a number of points, or when they win."
parameters.hold = { value = 20, min = 1, max = 100, step = 1 }
[[roll]]
when = 'turn_points < hold && own_total + turn_points < target'
choose = "roll"
[[roll]]
choose = "hold"
"#;

fn main() -> std::process::ExitCode {
    static PIG: Registered<Pig> = Registered::new();
    pushluck::run_cli(&[&PIG])
}
