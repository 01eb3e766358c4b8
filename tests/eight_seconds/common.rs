//! Shared by the tests of 8 Seconds: games by their settings, recorded play, cards and dice as
//! text.

use std::cell::RefCell;
use std::sync::Arc;

use pushluck::game::contract::{Game as _, Log};
use pushluck::game::decision;
pub(crate) use pushluck::game::decision::{ActionList, Policy, Random};
use pushluck::game::play::{Streams, play_until};
use pushluck::games::eight_seconds::compiled::Game;
pub(crate) use pushluck::games::eight_seconds::decision::{Action, Decision};
use pushluck::games::eight_seconds::dice::{Dice, Face};
use pushluck::games::eight_seconds::edition::{Edition, SHIPPED};
use pushluck::games::eight_seconds::event::Event;
use pushluck::games::eight_seconds::rules::Rules;
use pushluck::games::eight_seconds::state::State;
use pushluck::sim::random::UnitKey;

/// A policy that plays a seat.
pub(crate) type Player = dyn Policy<Game>;

pub(crate) type Choice = decision::Choice<Action>;

/// A decision among several actions.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) seat: usize,
    pub(crate) point: usize,
    pub(crate) legal: Vec<Action>,
    pub(crate) action: Action,
}

#[derive(Clone, Debug)]
pub(crate) enum Step {
    Event(Event),
    Made(Made),
}

/// Every step with the state after an event or before a decision.
pub(crate) type Steps = Vec<(Step, State)>;

/// Records every step.
#[derive(Debug, Default)]
pub(crate) struct Record(RefCell<Steps>);

impl Log<Game> for &Record {
    fn record(&mut self, state: &State, event: Event) {
        self.0.borrow_mut().push((Step::Event(event), *state));
    }
}

impl Record {
    /// Records a seat's action if several are legal.
    pub(crate) fn decided(&self, decision: &Decision<'_>, action: Action) -> Action {
        if decision.count() > 1 {
            let (seat, point) = (decision.seat.into(), decision.point.into());
            let made = Made { seat, point, legal: decision.actions().to_vec(), action };
            self.0.borrow_mut().push((Step::Made(made), *decision.state));
        }
        action
    }

    pub(crate) fn steps(self) -> Steps {
        self.0.into_inner()
    }
}

/// The events among some steps, each with the state after it.
pub(crate) fn events(steps: &Steps) -> impl Iterator<Item = (Event, &State)> + Clone {
    steps.iter().filter_map(|(step, state)| match step {
        Step::Event(event) => Some((*event, state)),
        Step::Made(_) => None,
    })
}

/// The end of a game or a turn.
#[derive(Debug)]
pub(crate) struct GameEnd {
    pub(crate) finished: bool,
    pub(crate) state: State,
    pub(crate) steps: Steps,
}

/// Plays a state to its end.
fn play_on(
    game: &Game,
    mut state: State,
    seats: &[&Player],
    unit: UnitKey,
    record: Record,
) -> GameEnd {
    let decide = |decision: &Decision<'_>| {
        let chosen = seats[usize::from(decision.seat)].choose(decision);
        record.decided(decision, chosen.action)
    };
    let (mut streams, list) = (Streams::new(unit), &mut ActionList::default());
    let finished =
        play_until(game, &mut state, &mut streams, decide, &mut &record, list, |_| false);
    GameEnd { finished, state, steps: record.steps() }
}

/// Plays game `number` of the run with seed `seed`.
pub(crate) fn play_game(game: &Game, seats: &[&Player], seed: u64, number: u64) -> GameEnd {
    let record = Record::default();
    let state = game.start(&mut &record);
    play_on(game, state, seats, UnitKey::of_game(seed, number), record)
}

/// As [`play_game`], with one policy in all seats.
pub(crate) fn play_alike(game: &Game, player: &Player, seed: u64, number: u64) -> GameEnd {
    play_game(game, &vec![player; game.seats().into()], seed, number)
}

/// Plays a turn alone, from the set-up.
pub(crate) fn play_turn(game: &Game, player: &Player, seed: u64, turn: u64) -> Steps {
    let record = Record::default();
    let state = game.alone(&mut &record).expect("turns can be played alone");
    let seats = vec![player; game.seats().into()];
    play_on(game, state, &seats, UnitKey::of_turn(seed, turn), record).steps
}

/// An edition under `settings`, written as for `--rules`.
pub(crate) fn game_of(edition: Edition, settings: &str, players: usize) -> Game {
    let rules = Rules::resolve(Arc::new(edition), &crate::library::settings(settings));
    let rules = rules.unwrap_or_else(|error| panic!("{error}"));
    Game::new(rules, players).unwrap_or_else(|error| panic!("{error}"))
}

/// The shipped edition under `settings`.
pub(crate) fn game(settings: &str, players: usize) -> Game {
    game_of(Edition::shipped(), settings, players)
}

/// The number in the game of the Bull with these Turns-Bucks-Kicks.
pub(crate) fn bull(game: &Game, moves: &str) -> u8 {
    let name = |moves: [u8; 3]| moves.map(|count| count.to_string()).join("-");
    let found = game.bulls.iter().position(|bull| name(bull.moves) == moves);
    found.unwrap_or_else(|| panic!("no Bull {moves}")) as u8
}

/// A set of Bulls.
pub(crate) fn bulls(game: &Game, moves: &[&str]) -> u32 {
    moves.iter().fold(0, |mask, moves| mask | 1 << bull(game, moves))
}

/// Eight dice as letters: Turn, Buck, Kick, Clown, `_` for Blank.
pub(crate) fn dice(letters: &str) -> Dice {
    let face = |letter| Face::new("TBKC_".find(letter).expect("a face"));
    let faces: Vec<Face> = letters.chars().map(face).collect();
    Dice::new(faces.try_into().unwrap_or_else(|_| panic!("eight dice, not {letters}")))
}

/// Chooses the default action of every decision.
#[derive(Debug)]
pub(crate) struct Silent;

impl Policy<Game> for Silent {
    fn choose(&self, decision: &Decision<'_>) -> Choice {
        Choice::by_default(decision.default_action())
    }
}

/// An edition with six Bulls, which is solved quickly.
pub(crate) fn six_bulls() -> String {
    let mut text = SHIPPED.replace("\nbulls = 28", "\nbulls = 6");
    for (first, last, kept) in [
        ("2-1-0", "0-1-2", "\"2-1-0\", \"0-1-2\""),
        ("2-1-1", "0-1-3", "\"2-1-1\""),
        ("2-2-1", "3-0-2", "\"2-2-1\""),
        ("2-2-2", "2-1-3", "\"2-2-2\""),
        ("3-2-2", "2-3-2", "\"3-2-2\""),
    ] {
        let start = text.find(&format!("\"{first}\"")).expect("the first moves");
        let end = text[start..].find(&format!("\"{last}\"")).expect("the last moves");
        text.replace_range(start..start + end + last.len() + 2, kept);
    }
    text
}
