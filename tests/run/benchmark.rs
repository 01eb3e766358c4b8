//! Speeds: their spread, and set-up apart from them.

use std::sync::Mutex;
use std::time::Duration;

use pushluck::report::Key;
use pushluck::run::benchmark::*;
use pushluck::sim::interrupt::{StopFlag, Why};
use pushluck::sim::progress::{Progress, Watch};

#[test]
fn the_spread_is_from_the_slowest_to_the_fastest() {
    let case = Case::games("random", 4).with(&["level=2", "joker"]);
    assert_eq!(case.what(), "games of 4 players, level=2, joker");
    let settings = [("level".to_owned(), Some("2".to_owned())), ("joker".to_owned(), None)];
    assert_eq!(case.settings(), settings);
    let rates = vec![10.0, 20.0, 25.0, 40.0, 50.0];
    let (key, setup) = (Key::default(), 1.5);
    let speed = Speed { key, case, threads: 2, rates, setup, decisions: 4.0 };
    assert_eq!(speed.rate(), [10.0, 25.0, 50.0]);
    assert_eq!(speed.of_decision(), Some([1e7, 2e7, 5e7]));
    let table = table(&[speed.clone(), Speed { decisions: 0.0, ..speed }]);
    let decisions = table.number(&[("figure", "decisions_per_second")], "median");
    assert_eq!((table.rows().len(), decisions), (4, Some(100.0)));
    assert_eq!(table.number(&[("figure", "ns_per_decision")], "setup_seconds"), Some(1.5));
}

#[test]
fn set_up_is_no_part_of_the_speed() {
    let (stop, outer) = (StopFlag::new(), StopFlag::new());
    let meter =
        Meter { rounds: Mutex::default(), stop: &stop, outer: &outer, show: &|_: usize| () };
    // A quarter of a second without any, a slow second, then 1000 in a second.
    let done = |millis: u64| match millis {
        0..250 => 0,
        250..1250 => (millis - 250) / 10,
        _ => 100 + (millis - 1250),
    };
    let mut millis = 0;
    while stop.raised().is_none() && millis < 60_000 {
        millis += 5;
        meter.show(&Progress {
            done: done(millis),
            total: 1 << 52,
            elapsed: Duration::from_millis(millis),
            headline: "",
            stopping: false,
        });
    }
    assert_eq!(stop.raised(), Some(Why::Settled));
    assert!(millis < 6000, "{millis}");
    let rounds = meter.rounds.into_inner().unwrap();
    let (rates, slow) = settled(&rounds);
    assert!(rates.len() == ROUNDS && rates.iter().all(|rate| (rate - 1000.0).abs() < 1.0));
    // 1.25 s less the 0.1 s that the first hundred take at this speed.
    assert!((slow - 1.15).abs() < 0.01, "{slow}");
}
