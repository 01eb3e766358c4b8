//! Helpers of the tests of Long Shot: games by their settings.

use std::sync::Arc;

use pushluck::diagnostic::Source;
use pushluck::game::contract::{Game as _, Silent};
use pushluck::game::decision::{self, ActionList};
use pushluck::game::play::{Streams, play_until};
use pushluck::game::settings::resolve;
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::{Edition, SHIPPED};
use pushluck::games::long_shot::rules::Rules;
use pushluck::games::long_shot::state::{Phase, State};
use pushluck::run::Definition;
use pushluck::sim::random::UnitKey;
use rand_pcg::Pcg32;

pub(crate) type Decision<'a> = decision::Decision<'a, Game>;

/// Whether a game ended before the limit of rounds.
pub(crate) fn finished(end: &State) -> bool {
    end.phase == Phase::Over { finished: true }
}

/// The dice of a race.
pub(crate) fn dice(seed: u64, number: u64) -> Pcg32 {
    UnitKey::of_game(seed, number).stream(0, 0)
}

/// A game of the shipped edition.
pub(crate) fn game(settings: &str, players: u8) -> Game {
    Game::new(rules(Edition::shipped(), settings), players)
}

/// The rules of an edition with settings in the form of `--rules`.
pub(crate) fn rules(edition: Edition, settings: &str) -> Rules {
    let settings = crate::library::settings(settings);
    let rules = resolve(Game::SETTINGS, &Rules::of(Arc::new(edition)), &settings);
    rules.unwrap_or_else(|error| panic!("{error}"))
}

/// A text with replacements, each of which must apply.
pub(crate) fn changed(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (was, is)| {
        assert!(text.contains(was), "{was}");
        text.replace(was, is)
    })
}

/// The shipped edition with replacements in its text.
pub(crate) fn edition(changes: &[(&str, &str)]) -> Edition {
    parsed(changed(SHIPPED, changes))
}

pub(crate) fn parsed(text: String) -> Edition {
    Edition::parse(Source::new("test.toml", text)).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

/// The position of a game of random players before the roll that follows `rounds` rounds, if it is reached.
pub(crate) fn after_rounds(game: &Game, number: u64, rounds: u32) -> Option<State> {
    let mut state = game.start(&mut Silent);
    let streams = &mut Streams::new(UnitKey::of_game(5, number));
    let anyhow = |decision: &Decision<'_>| decision.any_action();
    let there = |state: &State| state.phase == Phase::Roll && state.round == rounds;
    let list = &mut ActionList::default();
    play_until(game, &mut state, streams, anyhow, &mut Silent, list, there);
    there(&state).then_some(state)
}

/// Checks the starts of some games, before the first roll.
pub(crate) fn starts(settings: &str, players: u8, check: impl Fn(&State)) {
    let game = game(settings, players);
    (0..5).for_each(|number| check(&after_rounds(&game, number, 0).expect("a start")));
}
