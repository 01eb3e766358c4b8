//! The strongest policy file of each game against the challengers of `tests/challengers/GAME`:
//! `reports/strength/runs.sh` at reduced size.

use std::fs;
use std::path::Path;

use pushluck::run::Arena;

use crate::{compare, specs};

/// The least win rate at tables of 2 and 4 seats: equal is 1/2 and 1/4.
const TABLES: [(usize, f64); 2] = [(2, 0.48), (4, 0.24)];

/// How many standard errors below the least win rate are still put down to chance: a policy exactly
/// at the bar fails with probability 0.001, and one 6.2 errors below it passes with that.
const ERRORS: f64 = 3.09;

/// A line of `tests/challengers/strongest.csv`.
struct Strongest {
    game: String,
    rules: String,
    policy: String,
    games: u32,
}

fn strongest() -> Vec<Strongest> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/challengers/strongest.csv");
    let text = fs::read_to_string(path).expect("the strongest files");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("game,rules,policy,games,games_in_test"));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            let [game, rules, policy, _, games] = cells[..] else { panic!("{line}") };
            let games = games.parse().expect("a number of games");
            Strongest { game: game.into(), rules: rules.into(), policy: policy.into(), games }
        })
        .collect()
}

/// Every challenger of the game, as a path from the root of the repository.
fn challengers(game: &str) -> Vec<String> {
    let folder = format!("tests/challengers/{game}");
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder));
    let names = files.expect("the challengers").map(|file| file.expect("a file").file_name());
    let mut names: Vec<String> =
        names.map(|name| format!("{folder}/{}", name.to_string_lossy())).collect();
    names.sort();
    assert!(!names.is_empty(), "{folder} holds no challenger");
    names
}

/// A first look takes this part of the games. Who is 6.2 errors of the whole run below the bar is 3.1
/// errors of a quarter below it, so one who reaches the bar there needs no whole run.
const FIRST_LOOK: u32 = 4;

/// The win rate of the best against a challenger, and its standard error.
fn rate(best: &Strongest, challenger: &str, players: usize, games: u32) -> (f64, f64) {
    let setting = match best.rules.split_once('=') {
        Some((rule, value)) => (rule.to_owned(), Some(value.to_owned())),
        None => (best.rules.clone(), None),
    };
    let arena = Arena {
        settings: [setting].into_iter().filter(|(rule, _)| rule != "default").collect(),
        field: specs(&[challenger]),
        players: Some(players),
        // The parameters were chosen on seeds below 1000.
        seed: 2026,
        games: Some(games.into()),
        ..Arena::default()
    };
    // The challenger against its own field as well: it is even there.
    let policies = [best.policy.clone(), challenger.to_owned()];
    let tables = compare(&best.game, &policies, arena, None, 2);
    let rankings = tables.iter().find(|table| table.name() == "rankings").expect("the rankings");
    let of = [("policy", &*best.policy), ("figure", "win_rate")];
    let number = |column| rankings.number(&of, column);
    // It has no error where all blocks came out even.
    (number("value").expect("a win rate"), number("std_error").unwrap_or(0.0))
}

/// What is below the bar by more than chance.
fn below_the_bar(best: &Strongest) -> Vec<String> {
    let mut below = Vec::new();
    for challenger in challengers(&best.game) {
        for (players, bar) in TABLES {
            if rate(best, &challenger, players, best.games / FIRST_LOOK).0 >= bar {
                continue;
            }
            let (rate, error) = rate(best, &challenger, players, best.games);
            if rate + ERRORS * error < bar {
                let Strongest { game, rules, policy, .. } = best;
                below.push(format!(
                    "{game} ({rules}): {policy} wins {rate:.3} ± {error:.3} (1 error) of {players} \
                     seats against {challenger}, {bar} wanted"
                ));
            }
        }
    }
    below
}

#[test]
fn the_strongest_file_of_each_game_holds() {
    let below: Vec<String> = strongest().iter().flat_map(below_the_bar).collect();
    assert!(below.is_empty(), "{}", below.join("\n"));
}

/// The judgement above can fail.
#[test]
fn a_weaker_file_is_found_out() {
    let mut weaker = strongest().into_iter().find(|best| best.game == "el-ocho").expect("a line");
    weaker.policy = "daredevil".into();
    assert_eq!(below_the_bar(&weaker).len(), TABLES.len() * challengers("el-ocho").len());
}
