//! Runs by the folded engine and by the loop of all games.

use pushluck::diagnostic::Source;
use pushluck::policy::parse_spec;
use pushluck::run::parts::Additive as _;
use pushluck::run::prepared::Prepared;
use pushluck::run::{Conditions, Registered, RunSpec, Work};
use pushluck::sim::interrupt::StopFlag;
use pushluck::stats::Level;

/// Turns of one or two rolls reach the most points that there are, where nothing is decided.
const HIGH_STAKES: &str = r#"
game = "el-ocho"
name = "High stakes"
[dice]
count = 1
sides = 8
from = "FOUND"
[target]
points = 1000000
from = "FOUND"
[minimum_bank]
points = 0
from = "FOUND"
[max_turns]
turns = 1000
from = "PROPOSED"
[singles]
points = { 2 = 500000, 3 = 1000000, 4 = 500000, 5 = 500000 }
from = "FOUND"
[defaults]
level = "1"
[level.1]
joker = "off"
from = "FOUND"
"#;

fn prepared(
    edition: Option<&str>,
    rules: &str,
    policies: &[&str],
    work: Work,
) -> Prepared<pushluck::games::el_ocho::engine::Seated> {
    let setting = |text: &str| {
        let (key, value) = text.split_once('=').unwrap();
        (key.to_owned(), Some(value.to_owned()))
    };
    let spec = RunSpec {
        settings: rules.split(',').map(setting).collect(),
        edition: edition.map(|text| Source::new("test", text)),
        policies: policies.iter().map(|name| parse_spec(name).unwrap()).collect(),
        players: None,
        fixed_seats: false,
        start: match edition {
            Some(_) => Vec::new(),
            None => vec![("own".to_owned(), Some("1000".to_owned()))],
        },
        seed: 9,
        work,
        level: Level::DEFAULT,
    };
    let stop = StopFlag::new();
    let conditions = Conditions { threads: Some(2), stop: &stop, watch: None, cache: None };
    Registered::<pushluck::games::el_ocho::engine::Seated>::new()
        .prepare_run(&spec, conditions)
        .unwrap()
}

/// What the engine of a game counts is what the loop counts, to the last cell.
#[test]
fn an_engine_counts_what_the_loop_counts() {
    let policies = ["hold-at", "keep-few", "random", "cautious-leader"];
    for (edition, rules, work) in [
        (None, "level=2,target=3000", Work::Games(Some(300))),
        (None, "joker=literal,max_turns=5", Work::Games(Some(350))),
        (None, "level=2,joker=off", Work::Turns(700)),
        (None, "level=2,min_bank=900", Work::Turns(700)),
        (Some(HIGH_STAKES), "max_turns=9", Work::Games(Some(300))),
        (Some(HIGH_STAKES), "max_turns=9", Work::Turns(700)),
    ] {
        let mut run = prepared(edition, rules, &policies, work);
        let stop = StopFlag::new();
        let conditions = Conditions { threads: Some(2), stop: &stop, watch: None, cache: None };
        let play = |run: &Prepared<pushluck::games::el_ocho::engine::Seated>| {
            run.play_on(run.empty(), 0..run.all_units().0, None, conditions).unwrap().tally
        };
        let by_engine = play(&run);
        assert!(run.job.engine.take().is_some());
        assert!(by_engine == play(&run), "{rules}");
    }
}
