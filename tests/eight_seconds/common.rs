//! What the tests of 8 Seconds share: games by their settings, cards and dice by their letters.

use std::cell::RefCell;
use std::sync::Arc;

use pushluck::game::contract::{Game as _, Log};
use pushluck::game::decision;
pub(crate) use pushluck::game::decision::{ActionList, Policy, Random};
use pushluck::game::play::{Streams, play_until};
use pushluck::games::eight_seconds::compiled::Game;
pub(crate) use pushluck::games::eight_seconds::decision::{Action, Decision};
use pushluck::games::eight_seconds::dice::{Dice, Face};
use pushluck::games::eight_seconds::edition::Edition;
use pushluck::games::eight_seconds::event::{Event, Outcome};
use pushluck::games::eight_seconds::rules::Rules;
use pushluck::games::eight_seconds::score::Score;
use pushluck::games::eight_seconds::state::{MAX_PLAYERS, State};
use pushluck::sim::random::UnitKey;

/// Somebody at the table.
pub(crate) type Player = dyn Policy<Game>;

pub(crate) type Choice = decision::Choice<Action>;

/// Who is told what happens, and what is chosen among several actions before it is done.
pub(crate) trait Watch {
    fn told(&mut self, state: &State, event: &Event) {
        let _ = (state, event);
    }

    fn decided(&mut self, decision: &Decision<'_>, action: Action) {
        let _ = (decision, action);
    }
}

/// Nobody.
pub(crate) struct NoWatch;

impl Watch for NoWatch {}

/// Asks those at the table of one game, watched.
fn asking(
    seats: &[&Player],
    watch: &RefCell<&mut impl Watch>,
) -> impl FnMut(&Decision<'_>) -> Action {
    move |decision| {
        let action = seats[usize::from(decision.seat)].choose(decision).action;
        if decision.count() > 1 {
            watch.borrow_mut().decided(decision, action);
        }
        action
    }
}

/// Tells a watch what happens.
pub(crate) struct Telling<'a, W>(pub(crate) &'a RefCell<&'a mut W>);

impl<W: Watch> Log<Game> for Telling<'_, W> {
    fn tell(&mut self, state: &State, event: Event) {
        self.0.borrow_mut().told(state, &event);
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GameEnd {
    pub(crate) finished: bool,
    pub(crate) turns: u32,
    pub(crate) players: u8,
    pub(crate) scores: [Score; MAX_PLAYERS],
    pub(crate) winners: u8,
    pub(crate) state: State,
}

/// Plays game `number` of the run with that seed.
pub(crate) fn play_game(
    game: &Game,
    seats: &[&Player],
    (seed, number): (u64, u64),
    watch: &mut impl Watch,
) -> GameEnd {
    assert_eq!(seats.len(), usize::from(game.seats()));
    let watch = &RefCell::new(watch);
    let mut state = game.start(&mut Telling(watch));
    let mut streams = Streams::new(UnitKey::of_game(seed, number));
    let (decide, mut log, list) =
        (asking(seats, watch), Telling(watch), &mut ActionList::default());
    let finished = play_until(game, &mut state, &mut streams, decide, &mut log, list, |_| false);
    let (scores, winners) = game.final_scores(&state);
    GameEnd { finished, turns: state.turns, players: state.players, scores, winners, state }
}

/// How a turn played alone ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TurnEnd {
    pub(crate) outcome: Option<Outcome>,
    /// Points of the cards that it brought, and what tokens and money grew by.
    pub(crate) points: u16,
    pub(crate) tokens: i64,
    pub(crate) money: i64,
    pub(crate) state: State,
}

impl TurnEnd {
    pub(crate) fn new(before: &State, state: State) -> Self {
        let rider = usize::from(before.rider);
        let (before, after) = (&before.seats[rider], &state.seats[rider]);
        Self {
            outcome: state.turn.outcome,
            points: after.bull_points + after.buckle_points
                - before.bull_points
                - before.buckle_points,
            tokens: i64::from(after.tokens) - i64::from(before.tokens),
            money: after.money - before.money,
            state,
        }
    }

    /// Points and tokens.
    pub(crate) fn gained(&self) -> i64 {
        i64::from(self.points) + self.tokens
    }
}

/// Plays a turn alone, from the set-up or from a state at which nothing is due.
pub(crate) fn play_turn(
    game: &Game,
    from: Option<State>,
    seats: &[&Player],
    (seed, turn): (u64, u64),
    watch: &mut impl Watch,
) -> TurnEnd {
    let watch = &RefCell::new(watch);
    let mut log = Telling(watch);
    let mut before = game.table();
    for seat in &mut before.seats[..seats.len()] {
        seat.tokens = game.rules.tokens.into();
    }
    let mut state = match from {
        None => game.alone(&mut log).expect("turns can be played alone"),
        Some(mut state) => {
            before = state;
            game.begin_turn(&mut state, &mut log);
            state
        }
    };
    let mut streams = Streams::new(UnitKey::of_turn(seed, turn));
    let (decide, list) = (asking(seats, watch), &mut ActionList::default());
    play_until(game, &mut state, &mut streams, decide, &mut log, list, |_| false);
    TurnEnd::new(&before, state)
}

/// The shipped edition under `settings`, written as for `--rules`.
pub(crate) fn game(settings: &str, players: usize) -> Game {
    let settings = crate::library::settings(settings);
    let edition = Arc::new(Edition::shipped());
    let rules = Rules::resolve(edition, &settings).unwrap_or_else(|error| panic!("{error}"));
    Game::new(rules, players).unwrap_or_else(|error| panic!("{error}"))
}

/// Someone to whom every legal action is as good as any other.
pub(crate) fn random() -> &'static Player {
    &Random
}

/// The Bull of an edition that asks for these Turns-Bucks-Kicks, by its number in the game.
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
    let faces: Vec<Face> = letters
        .chars()
        .map(|letter| match letter {
            'T' => Face::Turn,
            'B' => Face::Buck,
            'K' => Face::Kick,
            'C' => Face::Clown,
            '_' => Face::Blank,
            other => panic!("no face {other}"),
        })
        .collect();
    Dice::new(faces.try_into().unwrap_or_else(|_| panic!("eight dice, not {letters}")))
}

/// The dice as letters.
pub(crate) fn letters(dice: Dice) -> String {
    dice.faces().map(|face| "TBKC_".as_bytes()[face as usize] as char).iter().collect()
}

/// The default, as a choice.
pub(crate) fn by_default(decision: &Decision<'_>) -> Choice {
    Choice::by_default(decision.default_action())
}

/// Somebody who leaves everything to the defaults.
#[derive(Debug)]
pub(crate) struct Silent;

impl Policy<Game> for Silent {
    fn choose(&self, decision: &Decision<'_>) -> Choice {
        by_default(decision)
    }
}
