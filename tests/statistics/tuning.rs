//! `tune` against planted faults: parameters of shipped files moved so far that they lose many games. It must
//! find most of the loss again, and its estimate must hold in other games.

use pushluck::games;
use pushluck::policy::parse_spec;
use pushluck::run::{Arena, Question, TuneSpec};

use crate::{compare, conditions, full};

/// A game, a shipped file, the parameters as they were moved, the games of a reduced search, and those of
/// each comparison.
const PLANTED: [(&str, &str, &str, u64, u64); 4] = [
    // The search alone ends far from the best value; the changes of the parameter show it.
    ("el-ocho", "hold-at", "hold=2000", 20_000, 40_000),
    ("eight-seconds", "look-ahead", "token=2.5,clown=0.6", 200_000, 40_000),
    (
        "long-shot",
        "lead-buyer",
        "cards=1.25,standing_limit=5,sets=0.75,grid=2,blocks=0",
        6_000,
        1_500,
    ),
    ("eight-seven-central", "bargain-bidder", "most=1", 30_000, 4_000),
];

/// The share of a loss that must be found again.
const FOUND: f64 = 0.8;

/// The number of standard errors by which two estimates may differ.
const ERRORS: f64 = 3.09;

/// How much more a policy wins than another, in games of this seed, and the standard error.
fn gain(game: &str, policies: [&str; 2], seed: u64, games: u64) -> (f64, f64) {
    let arena = Arena { seed, games: Some(games), ..Arena::default() };
    let tables = compare(game, &policies.map(str::to_owned), arena, None, 2);
    let number = |column| tables[0].number(&[("figure", "win_rate_difference")], column);
    (number("value").expect("a difference"), number("std_error").unwrap_or(0.0))
}

#[test]
fn planted_losses_are_found_again() {
    let mut missed = Vec::new();
    for (name, file, moved, reduced, games) in PLANTED {
        let game = games::game(name).expect("a game");
        let planted = format!("{file}:{moved}");
        for seed in 1..=if full() { 3 } else { 1 } {
            let games_of_search = if full() { None } else { Some(reduced) };
            let spec = TuneSpec {
                arena: Arena { seed, games: games_of_search, ..Arena::default() },
                policy: parse_spec(&planted).expect("a SPEC"),
                vary: Vec::new(),
                searches: 1,
                sensitivity: false,
            };
            let study = game.question(&Question::Tune(spec)).expect("a search");
            let found = study.run(conditions(2)).expect("findings");
            let values = found.concluded.iter().find(|(key, _)| *key == "tuned").expect("values");
            let values = values.1.as_table().expect("a table").iter();
            let values: Vec<String> = values.map(|(key, value)| format!("{key}={value}")).collect();
            let tuned = format!("{file}:{}", values.join(","));
            let games = if full() { 4 * games } else { games };
            // The search had seed 1 to 3.
            let (loss, _) = gain(name, [file, &planted], 1000 + seed, games);
            let (gained, error) = gain(name, [&tuned, &planted], 1000 + seed, games);
            println!("{planted} with seed {seed}: {loss:.3} lost, {gained:.3} gained by {tuned}");
            if gained + ERRORS * error < FOUND * loss {
                missed.push(format!("{planted}: {gained:.3} of {loss:.3} gained by {tuned}"));
            }
            let differences = found.tables.iter().find(|table| table.name() == "comparisons");
            let differences = differences.expect("the estimates");
            let number = |column| differences.number(&[("figure", "win_rate_difference")], column);
            let (reported, own) = number("value").zip(number("std_error")).expect("an estimate");
            let apart = (reported - gained).abs();
            assert!(apart <= ERRORS * error.hypot(own), "{tuned}: {reported:.3} and {gained:.3}");
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
