//! Random games of the engine under every kind of rules, each followed by the referee.

use pushluck::games::eight_seconds::decision::{Player, RandomPlayer};
use pushluck::games::eight_seconds::edition::Edition;

use super::follow::{follow, game};

/// Says which game it was when a test fails in it.
struct NamedOnPanic(String);

impl Drop for NamedOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in {}", self.0);
        }
    }
}

/// Plays so many games for each number of players.
fn games(settings: &str, players: std::ops::RangeInclusive<usize>, each: u64) {
    for players in players {
        let game = game(Edition::shipped(), settings, players);
        let seats: Vec<&dyn Player> = vec![&RandomPlayer; players];
        for number in 0..each {
            let _name = NamedOnPanic(format!("{settings:?}, {players} players, game {number}"));
            follow(&game, &seats, 8, number);
        }
    }
}

#[test]
fn the_base_game() {
    games("", 1..=8, 40);
    games("tokens=1", 1..=8, 20);
    games("tokens=2,supply=unlimited", 1..=8, 20);
}

#[test]
fn lengths() {
    for length in ["bulls=1", "bulls=5", "length=equal", "length=buckle,buckles", "max_turns=3"] {
        games(length, 1..=8, 10);
    }
}

#[test]
fn with_riders() {
    games("riders", 1..=8, 60);
    games("riders,tokens=2", 1..=8, 60);
    games("riders,black_riders=off,tokens=2", 1..=8, 20);
}

#[test]
fn with_golden_buckles() {
    games("buckles,tokens=2", 1..=8, 40);
    games("buckles=replaced,open_buckles=12,tokens=2", 1..=8, 40);
}

#[test]
fn with_vegas() {
    games("vegas", 1..=8, 40);
    for variants in 0..16 {
        let names = ["public", "pots", "limited", "diminishing"].iter().enumerate();
        let names: Vec<_> =
            names.filter(|(bit, _)| variants >> bit & 1 == 1).map(|(_, name)| *name).collect();
        if !names.is_empty() {
            games(&format!("vegas={},tokens=1", names.join("+")), 1..=8, 6);
        }
    }
}

#[test]
fn with_everything() {
    for vegas in ["on", "pots+limited", "public+pots+limited+diminishing"] {
        for more in ["", ",tokens=2", ",tokens=2,supply=unlimited", ",length=equal", ",bulls=6"] {
            let settings = format!("riders,buckles=replaced,open_buckles=12,vegas={vegas}{more}");
            games(&settings, 1..=8, 10);
        }
    }
}
