//! Runs as the library makes them.

use pushluck::policy::parse_spec;
use pushluck::report::{Table, csv};
use pushluck::run::{AnyGame, Conditions, GameRun, Results, RunSpec, Work};
use pushluck::sim::interrupt::StopFlag;
use pushluck::stats::Level;

/// Games under these settings, each with its value, seed 1.
pub(crate) fn spec(
    settings: &[(&str, &str)],
    policies: &[&str],
    players: Option<usize>,
    games: u64,
) -> RunSpec {
    let setting = |(key, value): &(&str, &str)| ((*key).to_owned(), Some((*value).to_owned()));
    RunSpec {
        settings: settings.iter().map(setting).collect(),
        edition: None,
        policies: policies.iter().map(|spec| parse_spec(spec).expect("a policy")).collect(),
        players,
        fixed_seats: false,
        start: Vec::new(),
        seed: 1,
        work: Work::Games(Some(games)),
        level: Level::DEFAULT,
    }
}

/// Calls `with` with what nothing stops.
pub(crate) fn unhurried<T>(threads: usize, with: impl FnOnce(Conditions<'_>) -> T) -> T {
    let stop = StopFlag::new();
    with(Conditions { threads: Some(threads), stop: &stop, watch: None, cache: None })
}

pub(crate) fn prepare(
    game: &dyn AnyGame,
    spec: &RunSpec,
) -> pushluck::error::Result<Box<dyn GameRun>> {
    unhurried(1, |conditions| game.prepare(spec, conditions))
}

/// A run that must succeed.
pub(crate) fn results(game: &dyn AnyGame, spec: &RunSpec, threads: usize) -> Results {
    let run = prepare(game, spec).expect("a run");
    let results = unhurried(threads, |conditions| run.run(conditions)).expect("its results");
    assert!(results.tables.iter().map(Table::name).eq(run.tables()));
    results
}

/// All tables of a run as CSV, by name.
pub(crate) fn tables(game: &dyn AnyGame, spec: &RunSpec, threads: usize) -> Vec<(String, String)> {
    let text = |table| String::from_utf8(csv(table)).expect("text");
    let tables = results(game, spec, threads).tables;
    tables.iter().map(|table| (table.name().to_owned(), text(table))).collect()
}
