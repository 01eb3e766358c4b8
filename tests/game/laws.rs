//! The laws detect faults: a small game with one of several faults.

use pushluck::game::contract::{Game, Log, Menu, Next, RandomSource, Ranking, Stream};
use pushluck::game::decision::Decision;
use pushluck::game::describe::Describe;
use pushluck::game::laws::laws;
use pushluck::game::publish::{Function, Point, Publish};
use pushluck::game::vocabulary::{always, one_of, to};

/// A fault that violates a law.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// No fault.
    No,
    /// A feature shows the other seat's card.
    Leak,
    /// A function shows the other seat's card.
    Call,
    /// `hide` resamples a card that has been shown.
    Forget,
    /// The cards have different probabilities.
    Uneven,
    /// The other seat does not see whether a card is shown.
    Secret,
}

/// A game of two seats with one card each. Each seat in turn may show its card before it passes.
struct Faulty(Fault);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    cards: [Option<u8>; 2],
    shown: [bool; 2],
    seat: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Action {
    Pass,
    Show,
}

const CARDS: u8 = 6;

impl Game for Faulty {
    type State = State;
    type Action = Action;
    type Outcome = u8;
    type Event = ();

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self, _: &mut impl Log<Self>) -> State {
        State { cards: [None; 2], shown: [false; 2], seat: 0 }
    }

    fn next(&self, state: &State) -> Next {
        match state.seat {
            _ if state.cards.contains(&None) => Next::Chance(Stream { purpose: 0, index: 0 }),
            2 => Next::Over { finished: true },
            seat => Next::Decide { seat, point: 0 },
        }
    }

    fn actions(&self, state: &State, menu: &mut Menu<'_, Action>) {
        menu.push(Action::Pass);
        if !state.shown[usize::from(state.seat)] {
            menu.push(Action::Show);
        }
    }

    fn kind(&self, _: u8, action: Action) -> usize {
        action as usize
    }

    fn act(&self, state: &mut State, action: Action, _: &mut impl Log<Self>) {
        match action {
            Action::Pass => state.seat += 1,
            Action::Show => state.shown[usize::from(state.seat)] = true,
        }
    }

    fn draw(&self, state: &State, random: &mut impl RandomSource) -> u8 {
        let mut cards: Vec<u8> =
            (0..CARDS).filter(|card| !state.cards.contains(&Some(*card))).collect();
        if self.0 == Fault::Uneven {
            cards.push(cards[0]);
        }
        cards[random.below(cards.len() as u32) as usize]
    }

    fn outcomes(&self, state: &State, each: &mut dyn FnMut(u8, u64)) {
        let left = (0..CARDS).filter(|card| !state.cards.contains(&Some(*card)));
        left.for_each(|card| each(card, 1));
    }

    fn happen(&self, state: &mut State, card: u8, _: &mut impl Log<Self>) {
        state.cards[usize::from(state.cards[0].is_some())] = Some(card);
    }

    fn ranking(&self, _: &State) -> Ranking {
        Ranking { winners: 0b11, ..Ranking::default() }
    }

    fn seen(&self, state: &State, action: Action, seat: u8) -> Option<Action> {
        (self.0 != Fault::Secret || seat == state.seat).then_some(action)
    }

    fn hide(&self, state: &State, seat: u8, random: &mut impl RandomSource) -> State {
        let other = 1 - usize::from(seat);
        let hidden = !state.shown[other] || self.0 == Fault::Forget;
        let mut world = *state;
        if hidden && state.cards[other].is_some() {
            world.cards[other] = None;
            world.cards[other] = Some(Self(Fault::No).draw(&world, random));
        }
        world
    }
}

/// Returns the seat's own card; with this fault, the other seat's card.
fn card(decision: &Decision<'_, Faulty>, fault: Fault) -> Option<u8> {
    let shown = if decision.game.0 == fault { 1 - decision.seat } else { decision.seat };
    decision.state.cards[usize::from(shown)]
}

pushluck::features! {
    STATE: StateFeature<Faulty>;
    "card" to(CARDS as i64), "card", "The card." => |it| card(it, Fault::Leak);
    "other" to(CARDS as i64), "card", "The other's card, where it has been shown." => |it| {
        let other = 1 - usize::from(it.seat);
        it.state.cards[other].filter(|_| it.state.shown[other])
    };
}

pushluck::features! {
    FUNCTIONS: Function<Faulty>;
    "own"() to(CARDS as i64), "card", "The same as `card`." => |(it, _)| card(it, Fault::Call);
}

impl Describe for Faulty {}

impl Publish for Faulty {
    const NAME: &'static str = "faulty";

    const POINTS: &'static [Point<Self>] = &[Point {
        name: "show",
        about: "Whether to show the card.",
        actions: &[always("pass", "Passes."), one_of("show", "Shows it.")],
        order: "pass, show",
        default_about: "passes",
        default: |_| Action::Pass,
        state: STATE,
        action: &[],
    }];

    type Sight = ();

    const FUNCTIONS: &'static [Function<Self>] = FUNCTIONS;
}

#[test]
fn each_fault_violates_a_law() {
    assert!(laws(&Faulty(Fault::No), 20) > 50);
    for (fault, says) in [
        (Fault::Leak, "sees hidden information"),
        (Fault::Call, "sees hidden information"),
        (Fault::Forget, "sees hidden information"),
        (Fault::Uneven, "expected"),
        (Fault::Secret, "learns a secret choice"),
    ] {
        let broken = std::panic::catch_unwind(|| laws(&Faulty(fault), 20)).expect_err(says);
        let message = broken.downcast_ref::<String>().expect("a message");
        assert!(message.contains(says), "{message}");
    }
}
