//! What the tests of Long Shot share: games by their settings, played and watched.

use std::cell::RefCell;
use std::sync::Arc;

use pushluck::diagnostic::Source;
use pushluck::game::contract::{self, Game as _};
use pushluck::game::decision::{self, ActionList, Policy};
use pushluck::game::play::{Streams, play_until};
use pushluck::game::settings::resolve;
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::{Edition, SHIPPED};
use pushluck::games::long_shot::event::Event;
use pushluck::games::long_shot::legal_actions::Action;
use pushluck::games::long_shot::rules::Rules;
use pushluck::games::long_shot::state::{Phase, State};
use pushluck::run::Definition;
use pushluck::sim::random::UnitKey;
use rand_pcg::Pcg32;

pub(crate) type Decision<'a> = decision::Decision<'a, Game>;
pub(crate) type Choice = decision::Choice<Action>;

/// Leaves everything to the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Default;

impl Policy<Game> for Default {
    fn choose(&self, decision: &Decision<'_>) -> Choice {
        Choice::by_default(decision.default_action())
    }
}

/// Who is told what happens, and what is chosen among several actions.
pub(crate) trait Watch {
    fn told(&mut self, _: &State, _: Event) {}
    fn decided(&mut self, _: &Decision<'_>, _: Action) {}
}

/// Nobody.
impl Watch for () {}

struct Teller<'a, W>(&'a RefCell<&'a mut W>);

impl<W: Watch> contract::Log<Game> for Teller<'_, W> {
    fn tell(&mut self, state: &State, event: Event) {
        self.0.borrow_mut().told(state, event);
    }
}

/// Whether a game came to its end before the limit of rounds.
pub(crate) fn finished(end: &State) -> bool {
    end.phase == Phase::Over { finished: true }
}

/// Plays game `number` under `seed`; whom a seat is not given to does anything.
pub(crate) fn play(
    game: &Game,
    players: &[&dyn Policy<Game>],
    (seed, number): (u64, u64),
    watch: &mut impl Watch,
) -> State {
    let watch = RefCell::new(watch);
    let decide = |decision: &Decision<'_>| {
        let player = players.get(usize::from(decision.seat)).unwrap_or(&ANYHOW);
        let action = player.choose(decision).action;
        if decision.count() > 1 {
            watch.borrow_mut().decided(decision, action);
        }
        action
    };
    let mut teller = Teller(&watch);
    let mut state = game.start(&mut teller);
    let (mut streams, list) =
        (Streams::new(UnitKey::of_game(seed, number)), &mut ActionList::default());
    play_until(game, &mut state, &mut streams, decide, &mut teller, list, |_| false);
    state
}

const ANYHOW: &dyn Policy<Game> = &decision::Random;

/// The dice of a race.
pub(crate) fn dice(seed: u64, number: u64) -> Pcg32 {
    UnitKey::of_game(seed, number).stream(0, 0)
}

/// A game of the shipped edition.
pub(crate) fn game(settings: &str, players: u8) -> Game {
    Game::new(rules(Edition::shipped(), settings), players)
}

/// The rules of an edition with settings, written as for `--rules`.
pub(crate) fn rules(edition: Edition, settings: &str) -> Rules {
    let settings = crate::library::settings(settings);
    let rules = resolve(Game::SETTINGS, &Rules::of(Arc::new(edition)), &settings);
    rules.unwrap_or_else(|error| panic!("{error}"))
}

/// A text with some of it changed.
pub(crate) fn changed(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (was, is)| {
        assert!(text.contains(was), "{was}");
        text.replace(was, is)
    })
}

/// The shipped edition with some of its text changed.
pub(crate) fn edition(changes: &[(&str, &str)]) -> Edition {
    parsed(changed(SHIPPED, changes))
}

pub(crate) fn parsed(text: String) -> Edition {
    Edition::parse(Source::new("test.toml", text)).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

/// Where a game is at the beginning of a round.
struct At {
    round: u32,
    state: Option<State>,
}

impl Watch for At {
    fn told(&mut self, state: &State, event: Event) {
        if matches!(event, Event::RoundBegins { .. }) && state.round == self.round {
            self.state = Some(*state);
        }
    }
}

/// Where a game of players who do anything is at the beginning of a round, if it comes to that.
pub(crate) fn at_round(game: &Game, luck: (u64, u64), round: u32) -> Option<State> {
    let mut at = At { round, state: None };
    play(game, &[], luck, &mut at);
    at.state
}

/// Looks at the starts of some games, before the first roll.
pub(crate) fn starts(settings: &str, players: u8, check: impl Fn(&State)) {
    let game = game(settings, players);
    (0..5).for_each(|number| check(&at_round(&game, (2, number), 1).expect("a round")));
}
