//! `examples/pig.rs`, a game in a crate of its own: rules, policies and commands, against published values
//! (Neller and Presser, "Optimal Play of the Dice Game Pig", UMAP Journal 25, 2004).

#[path = "../examples/pig.rs"]
#[allow(dead_code)] // its main
mod game;

use std::process::{Command, Output};
use std::sync::Arc;

use game::{Action, Pig, State};
use pushluck::contract::{Choice, Decision, Definition, Game, Policy, Silent, laws, perft};
use pushluck::{Games, Seed, named_policy, simulate};

use crate::program::{of_policy, output};

const TARGET: usize = 100;

#[test]
fn pig_keeps_the_laws() {
    for seats in [1, 2, 5] {
        let game = Pig::game(&Pig::default(), seats).expect("a game");
        assert!(laws(&game, 20) > 100);
    }
}

/// Six faces; five of them lead to two choices, the sixth to the roll of the next seat.
#[test]
fn the_paths_of_pig_are_as_many_as_by_hand() {
    let game = Pig::default();
    let start = game.start(&mut Silent);
    let paths = [0, 1, 2, 3].map(|depth| perft(&game, &start, depth).0);
    assert_eq!(paths, [1, 6, 5 * 2 + 6, 5 * 2 * 6 + (5 * 2 + 6)]);
}

/// The probability that the player to move wins, by own and other total and points of the turn, and
/// whether the best player rolls there (Neller and Presser 2004).
struct Best {
    wins: Vec<f64>,
}

fn at(own: usize, other: usize, points: usize) -> usize {
    (own * TARGET + other) * TARGET + points
}

impl Best {
    /// Value iteration, from the largest sums of totals down: a position leads to none of smaller ones.
    fn solve() -> Self {
        let mut best = Self { wins: vec![0.5; TARGET * TARGET * TARGET] };
        for sum in (0..2 * TARGET - 1).rev() {
            let pairs: Vec<(usize, usize)> = (0..TARGET)
                .filter_map(|own| Some((own, sum.checked_sub(own)?)))
                .filter(|(_, other)| *other < TARGET)
                .collect();
            let mut change = 1.0_f64;
            while change > 1e-12 {
                change = 0.0;
                for &(own, other) in &pairs {
                    for points in (0..TARGET - own).rev() {
                        let (roll, hold) = best.values(own, other, points);
                        let value = &mut best.wins[at(own, other, points)];
                        change = change.max((roll.max(hold) - *value).abs());
                        *value = roll.max(hold);
                    }
                }
            }
        }
        best
    }

    fn win(&self, own: usize, other: usize, points: usize) -> f64 {
        if own + points >= TARGET { 1.0 } else { self.wins[at(own, other, points)] }
    }

    /// The probabilities of winning after rolling and after holding.
    fn values(&self, own: usize, other: usize, points: usize) -> (f64, f64) {
        let lost = 1.0 - self.win(other, own, 0);
        let rolls: f64 = (2..=6).map(|face| self.win(own, other, points + face)).sum();
        let hold = match own + points {
            banked if banked >= TARGET => 1.0,
            banked => 1.0 - self.win(other, banked, 0),
        };
        ((lost + rolls) / 6.0, hold)
    }
}

impl Policy<Pig> for Best {
    fn choose(&self, decision: &Decision<'_, Pig>) -> Choice<Action> {
        let State { totals, points, .. } = *decision.state;
        let (own, other) = (decision.seat, 1 - decision.seat);
        let [own, other] = [own, other].map(|seat| totals[usize::from(seat)] as usize);
        let (roll, hold) = self.values(own, other, points as usize);
        Choice::by_default(if roll > hold { Action::Roll } else { Action::Hold })
    }
}

#[test]
fn the_best_player_of_pig_wins_as_published() {
    let best = Best::solve();
    let first = best.win(0, 0, 0);
    assert!((first - 0.5306).abs() < 5e-5, "{first}");
    let game = Pig::default();
    let hold = named_policy(&game, "hold-at").expect("a policy");
    let results = simulate(&game, &[Arc::new(best), hold], Games(40_000), Seed(1));
    let win = results.expect("a run")[0].win_rate.expect("a rate");
    // Against holding at 20 it wins 58.74 % going first and 47.76 % going second.
    let published = (0.5874 + 0.4776) / 2.0;
    assert!((win.value - published).abs() < 4.0 * win.std_error.expect("an error"), "{win:?}");
}

/// Runs the example, which `cargo test` builds next to the tests.
fn pig(line: &str) -> Output {
    let tests = std::env::current_exe().expect("this program");
    let folder = tests.parent().and_then(|deps| deps.parent()).expect("a target folder");
    let program = folder.join("examples").join(format!("pig{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "build it with `cargo test --no-run --example pig`");
    let mut command = Command::new(program);
    output(command.args(line.split_whitespace()).env("PUSHLUCK_CACHE", ""))
}

fn stdout(line: &str) -> String {
    let Output { status, stdout, stderr } = pig(line);
    assert!(status.success(), "{line}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("text")
}

#[test]
fn holding_at_20_scores_what_was_published() {
    let line =
        "simulate pig --policy hold-at --turns 400k --seed 1 --format csv --table expected_scores";
    let table = stdout(line);
    let number = |column| of_policy(&table, "hold-at", column);
    // 8.14 points per turn: 62.4 % of turns bust, the others bank 20 to 25.
    assert!((number("mean") - 8.1414).abs() < 4.0 * number("std_error"), "{table}");
}

#[test]
fn every_command_of_any_game_works_for_pig() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bold.toml");
    std::fs::write(&file, stdout("list policy hold-at")).expect("written");
    let file = file.to_str().expect("text");
    for (line, says) in [
        ("list games", "pig"),
        ("list features pig", "turn_points"),
        ("list rules pig", "target"),
        ("list tables pig", "turns.csv"),
        (&format!("check {file}"), "valid"),
        ("simulate pig --games 200", "hold-at"),
        ("simulate pig --games 200 --players 4 --rules target=50", "hold-at"),
        (&format!("compare pig --policy hold-at --policy {file} --games 200"), "bold"),
        ("sweep pig --policy hold-at --vary hold=10..30:10 --games 100", "hold"),
        ("tune pig --policy hold-at --games 400 --quiet", "hold"),
        ("simulate pig --policy rollout:n=2 --policy random --games 4", "rollout"),
        ("trace pig --policy hold-at --game 1", "banks"),
    ] {
        assert!(stdout(line).contains(says), "{line}");
    }
    for (line, says) in [
        ("solve pig", "unrecognized subcommand"),
        ("verify", "no game of this program has exact values"),
        ("card pig", "no game of this program has a card"),
        ("list edition pig", "pig has no editions"),
        (&format!("simulate pig --edition {file}"), "pig has no editions"),
        ("simulate pig --rules target=5", "10 to 1000"),
    ] {
        let output = pig(line);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains(says), "{line}: {said}");
    }
}
