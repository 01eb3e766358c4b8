//! Long statistics, at reduced size; `PUSHLUCK_STATISTICS=full` takes the full size.

mod calibration;
mod coverage;
mod false_alarms;
mod paired;
mod strength;
mod worth;

use std::env;

use pushluck::games;
use pushluck::policy::parse_spec;
use pushluck::run::{Conditions, Results, RunSpec, Work};
use pushluck::sim::interrupt::StopFlag;
use pushluck::stats::Level;

/// Whether statistics are made at full size.
fn full() -> bool {
    env::var("PUSHLUCK_STATISTICS").is_ok_and(|size| size == "full")
}

/// A run with these settings, each with its value if it has one, and policies.
fn spec(settings: &[(&str, &str)], policies: &[&str], seed: u64, work: Work) -> RunSpec {
    let setting = |(key, value): &(&str, &str)| {
        ((*key).to_owned(), (!value.is_empty()).then(|| (*value).to_owned()))
    };
    RunSpec {
        settings: settings.iter().map(setting).collect(),
        edition: None,
        policies: policies.iter().map(|spec| parse_spec(spec).expect("a SPEC")).collect(),
        players: None,
        fixed_seats: false,
        start: Vec::new(),
        seed,
        work,
        level: Level::DEFAULT,
    }
}

fn play(game: &str, spec: &RunSpec, threads: usize) -> Results {
    let stop = StopFlag::new();
    let conditions = Conditions { threads: Some(threads), stop: &stop, watch: None, cache: None };
    let game = games::game(game).expect("a game");
    game.prepare(spec, conditions).expect("a run").run(conditions).expect("its results")
}
