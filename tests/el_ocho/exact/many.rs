//! Best responses to several opponents, of whom the best total counts: their distance from the exact ones, and
//! their games.

use std::sync::Arc;

use pushluck::games::el_ocho::engine::Seated;
use pushluck::games::el_ocho::exact::{Control, OptimalWin, Side, Solver, WinSolution};
use pushluck::games::el_ocho::fast::{Alike, Matches};

use super::policies::file_player;
use super::solver::{assert_near, hold, solver};
use crate::el_ocho::common::{
    PIG, assert_fits, edition, game, game_of, policy, replay, sit, winner,
};

fn equals(solver: &Solver, players: u8) -> Arc<WinSolution> {
    solver.respond_to_many(&[], players, Control::default()).unwrap().unwrap().solution
}

#[test]
fn players_who_respond_to_the_best_total_hardly_lose_to_exact_ones() {
    let control = Control::default();
    let longer = solver(&game("level=2,target=2000"));
    let best = longer.win(control).unwrap().unwrap();
    let two = equals(&longer, 2);
    let found = longer.match_value(Side::Optimal(&two), Side::Optimal(&best), control);
    let found = found.unwrap().unwrap();
    assert_near((found.first + found.second) / 2.0, 0.5, 5e-4, "two");
    let found = longer.respond(Side::Optimal(&two), control).unwrap().unwrap();
    assert_near((found.win(0, 0) + found.wait(0, 0)) / 2.0, 0.5, 5e-4, "the response to two");

    let elocho = solver(&game("level=2,target=1200"));
    // To 40 points responses to the last response alone would alternate.
    let pig = solver(&game_of(edition(PIG), "target=40"));
    hardly_lose_to_exact_ones(&elocho, 5e-4);
    hardly_lose_to_exact_ones(&pig, 1e-3);
}

/// Of three players.
fn hardly_lose_to_exact_ones(solver: &Solver, near: f64) {
    let control = Control::default();
    let three = solver.three([0; 3], control).unwrap().unwrap();
    let wins = |first: Option<Side<'_>>, others: Side<'_>| {
        let found = solver.against_two(first, [others; 2], [0; 3], control).unwrap().unwrap();
        found.wins([0; 3]).iter().sum::<f64>() / 3.0
    };
    let many = equals(solver, 3);
    let optimal = Side::OfThree(&three);
    let won = wins(Some(Side::Optimal(&many)), optimal);
    assert_near(won, 1.0 / 3.0, near, "three");
    assert_near(wins(None, Side::Optimal(&many)), 1.0 / 3.0, near, "the response");
}

#[test]
fn a_response_wins_as_often_in_the_simulator_as_in_the_games_it_comes_from() {
    let game = game("level=2,target=1500");
    let solver = solver(&game);
    let holds = sit(&game, &hold(&game, 9));
    let side = Side::Player(&holds);
    let found = solver.respond_to_many(&[side; 3], 4, Control::default()).unwrap().unwrap();
    let best = policy(&game, OptimalWin::new(found.solution), OptimalWin::SIGHT);
    let players = [&best, &holds, &holds, &holds];
    let matches = Matches {
        game: Seated::new(&game, 4),
        players: players.map(Arc::clone).to_vec(),
        lineups: vec![vec![0, 1, 2, 3]],
        fixed_seats: false,
        seed: 5,
        fold_for: None,
        alike: Alike::default(),
    };
    let games = 20_000;
    let won = |number: &u64| {
        let seats: Vec<usize> = matches.seating().policies(*number).collect();
        winner(&replay(&matches, *number).0).is_some_and(|seat| seats[seat] == 0)
    };
    let won = (0..games).filter(won).count() as u64;
    assert_fits("many", won, games, found.won as f64 / found.games as f64);
}

#[test]
fn a_response_is_the_same_on_any_number_of_threads() {
    let solver = solver(&game("level=2,target=800"));
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| equals(&solver, 5).values().to_vec())
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn a_policy_that_reads_single_opponents_is_refused() {
    let game = game("level=2,target=800");
    let text = "game = \"el-ocho\"\nlanguage = 2\n[[roll]]\nwhen = 'opponent_total(2) > 0'\n\
                choose = \"stop\"\n";
    let player = file_player(text, &game);
    let side = Side::Player(&player);
    let control = Control::default();
    let refused = solver(&game).respond_to_many(&[side; 3], 4, control).unwrap_err();
    assert!(refused.to_string().contains("`opponent_total`"), "{refused}");
}
