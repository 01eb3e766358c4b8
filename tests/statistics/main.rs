//! Long statistical tests, at reduced size; `PUSHLUCK_STATISTICS=full` runs the full size.

mod calibration;
mod coverage;
mod decisions;
mod false_alarms;
mod paired;
mod strength;
mod tuning;
mod worth;

use std::env;

use pushluck::games;
use pushluck::policy::{PolicySpec, parse_spec};
use pushluck::report::Table;
use pushluck::run::{Arena, CompareSpec, Conditions, Question, Results, RunSpec, Stopping, Work};
use pushluck::sim::interrupt::StopFlag;

/// Whether tests run at full size.
fn full() -> bool {
    env::var("PUSHLUCK_STATISTICS").is_ok_and(|size| size == "full")
}

/// A run with these policies and settings; a setting with an empty value has none.
fn spec(settings: &[(&str, &str)], policies: &[&str], seed: u64, work: Work) -> RunSpec {
    let setting = |(key, value): &(&str, &str)| {
        ((*key).to_owned(), (!value.is_empty()).then(|| (*value).to_owned()))
    };
    let settings = settings.iter().map(setting).collect();
    RunSpec { settings, policies: specs(policies), seed, work, ..RunSpec::default() }
}

fn specs(policies: &[impl AsRef<str>]) -> Vec<PolicySpec> {
    policies.iter().map(|spec| parse_spec(spec.as_ref()).expect("a SPEC")).collect()
}

/// The tables of a comparison of these policies.
fn compare(
    game: &str,
    policies: &[String],
    arena: Arena,
    stopping: Option<Stopping>,
    threads: usize,
) -> Vec<Table> {
    let spec = CompareSpec { arena, policies: specs(policies), stopping, ..CompareSpec::default() };
    let game = games::game(game).expect("a game");
    let study = game.question(&Question::Compare(spec)).expect("a study");
    study.run(conditions(threads)).expect("findings").tables
}

fn conditions(threads: usize) -> Conditions<'static> {
    static STOP: StopFlag = StopFlag::new();
    Conditions { threads: Some(threads), stop: &STOP, watch: None, cache: None, journal: None }
}

fn play(game: &str, spec: &RunSpec, threads: usize) -> Results {
    let conditions = conditions(threads);
    let game = games::game(game).expect("a game");
    game.prepare(spec, conditions).expect("a run").run(conditions).expect("its results")
}
