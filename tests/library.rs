//! Runs through the library, and searching policies.

use std::sync::Arc;

use pushluck::game::contract::Game;
use pushluck::game::decision::{Decision, Policy, Random};
use pushluck::game::play::play;
use pushluck::policy::parse_spec;
use pushluck::policy::search::{Ismcts, Rollout};
use pushluck::report::{Table, csv};
use pushluck::run::{AnyGame, Conditions, GameRun, Results, RunSpec, Work};
use pushluck::sim::interrupt::StopFlag;
use pushluck::sim::random::UnitKey;

/// Settings in the form of `--rules`.
pub(crate) fn settings(list: &str) -> Vec<(String, Option<String>)> {
    let setting = |setting: &str| match setting.split_once('=') {
        Some((key, value)) => (key.to_owned(), Some(value.to_owned())),
        None => (setting.to_owned(), None),
    };
    list.split(',').filter(|setting| !setting.is_empty()).map(setting).collect()
}

/// Returns games with these settings and their values, seed 1.
pub(crate) fn spec(
    settings: &[(&str, &str)],
    policies: &[&str],
    players: Option<usize>,
    games: u64,
) -> RunSpec {
    let setting = |(key, value): &(&str, &str)| ((*key).to_owned(), Some((*value).to_owned()));
    RunSpec {
        settings: settings.iter().map(setting).collect(),
        policies: policies.iter().map(|spec| parse_spec(spec).expect("a policy")).collect(),
        players,
        seed: 1,
        work: Work::Games(Some(games)),
        ..RunSpec::default()
    }
}

/// Calls `with` with conditions that never stop a run.
pub(crate) fn unhurried<T>(threads: usize, with: impl FnOnce(Conditions<'_>) -> T) -> T {
    let stop = StopFlag::new();
    with(Conditions {
        threads: Some(threads),
        stop: &stop,
        watch: None,
        cache: None,
        journal: None,
    })
}

pub(crate) fn prepare(
    game: &dyn AnyGame,
    spec: &RunSpec,
) -> pushluck::error::Result<Box<dyn GameRun>> {
    unhurried(1, |conditions| game.prepare(spec, conditions))
}

/// Returns a run, which must succeed.
pub(crate) fn results(game: &dyn AnyGame, spec: &RunSpec, threads: usize) -> Results {
    let run = prepare(game, spec).expect("a run");
    let results = unhurried(threads, |conditions| run.run(conditions)).expect("its results");
    assert!(results.tables.iter().map(Table::name).eq(run.tables()));
    results
}

/// Returns all tables of a run as CSV, by name.
pub(crate) fn tables(game: &dyn AnyGame, spec: &RunSpec, threads: usize) -> Vec<(String, String)> {
    let text = |table| String::from_utf8(csv(table)).expect("text");
    let tables = results(game, spec, threads).tables;
    tables.iter().map(|table| (table.name().to_owned(), text(table))).collect()
}

/// Returns the win rate of `policy` against `other`; each game is played from both seats with the
/// same random numbers.
fn share<G: Game>(game: &G, policy: &dyn Policy<G>, other: &dyn Policy<G>, games: u64) -> f64 {
    let won = (0..games).map(|number| {
        let seat = (number % 2) as u8;
        let decide = |decision: &Decision<'_, G>| {
            let who = if decision.seat == seat { policy } else { other };
            who.choose(decision).action
        };
        play(game, UnitKey::of_game(3, number / 2), decide).share(seat)
    });
    won.sum::<f64>() / games as f64
}

/// Checks that both searches, with random play as base and these numbers of playouts and
/// iterations, win more than this share of 40 games of two against random play, and repeat their
/// choices with the same random numbers.
pub(crate) fn searching_beats_chance<G: Game>(
    game: &G,
    (playouts, iterations): (u32, u32),
    least: f64,
) {
    let rollout = Rollout { base: Arc::new(Random), playouts, keep: false };
    let tree = Ismcts { base: Arc::new(Random), iterations, keep: false };
    let searches: [&dyn Policy<G>; 2] = [&rollout, &tree];
    for search in searches {
        let won = share(game, search, &Random, 40);
        assert!(won > least, "{won}");
    }
    assert_eq!(share(game, &tree, &rollout, 2), share(game, &tree, &rollout, 2));
}
