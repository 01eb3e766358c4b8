//! Runs of Str8 Eight from files to tables, its editions, and policies that search.

mod figures;
mod policies;

use pushluck::games::str8_eight::edition::Edition;
use pushluck::games::str8_eight::engine::{Rules, Str8Eight};
use pushluck::report::csv;
use pushluck::run::{Registered, RunSpec, Work};

use crate::library::{self, prepare, results};
use crate::str8_eight::scene::rules;

static GAME: Registered<Str8Eight> = Registered::new();

fn spec(policies: &[&str], players: Option<usize>, games: u64) -> RunSpec {
    library::spec(&[("target", "1")], policies, players, games)
}

#[test]
fn single_turns_are_refused() {
    let spec = RunSpec { work: Work::Turns(10), ..spec(&["random"], None, 1) };
    let Err(refused) = prepare(&GAME, &spec) else {
        panic!("turns were played");
    };
    assert!(refused.to_string().contains("means nothing"), "{refused}");
}

/// A hand that the limit cuts off is reported, and its turns are in no mean.
#[test]
fn hands_that_are_cut_off_are_reported_and_left_out_of_means() {
    let short = |turns: &str| {
        let mut spec = spec(&["fastest-eight", "highest-total"], Some(2), 40);
        spec.settings = [("target", "1"), ("max_hands", "1"), ("max_turns", turns)]
            .map(|(key, value)| (key.to_owned(), Some(value.to_owned())))
            .to_vec();
        let results = results(&GAME, &spec, 1);
        let table = results.tables.iter().find(|table| table.name() == "hands").expect("hands.csv");
        let text = String::from_utf8(csv(table)).expect("text");
        let cells = |row: &str| row.split(',').map(str::to_owned).collect::<Vec<_>>();
        let head = cells(text.lines().next().expect("a header"));
        let column = |name: &str| head.iter().position(|cell| cell == name).expect("a column");
        let row = text.lines().find(|row| row.contains("own turns per hand")).map(cells);
        let [n, value, capped] =
            ["n", "value", "capped"].map(|name| row.as_ref().expect("a row")[column(name)].clone());
        (n, value, capped, results.warnings)
    };
    let (n, value, capped, warnings) = short("2");
    assert_eq!((&*n, &*value, &*capped), ("0", "", "40"));
    assert_eq!(
        warnings[0].0,
        "40 games given up at a limit; nobody wins them, and means of scores and lengths leave them out"
    );
    assert!(
        warnings[1].0.starts_with("40 of 40 hands (100.0 %) ended at a limit; nobody wins them"),
        "{warnings:?}"
    );
    let (n, value, capped, warnings) = short("40");
    let (n, capped): (u64, u64) = (n.parse().expect("a number"), capped.parse().expect("a number"));
    assert!(n > 0 && capped > 0 && n + capped == 40, "{n} {capped}");
    assert!(value.parse::<f64>().expect("a number") < 30.0, "{value}");
    assert!(warnings.iter().any(|(told, _)| told.contains(&format!("{capped} of 40 hands"))));
    assert_eq!(short("2000").3, []);
}

#[test]
fn searching_beats_chance() {
    let Edition { deck, colours, .. } = Edition::shipped();
    let rules = Rules { max_hands: 1, ..rules(1) };
    // Half and four standard errors of 40 hands: 0.82.
    library::searching_beats_chance(&Str8Eight::new(deck, colours, rules, 2), (10, 150), 0.82);
}
