//! Three players: the equilibrium and given policies, against a slow solver and the simulator.

use std::array;
use std::sync::Arc;

use pushluck::games::el_ocho::engine::Seated;
use pushluck::games::el_ocho::exact::{
    Control, OptimalThree, Side, Solver, ThreeSolution, WinSolution,
};
use pushluck::games::el_ocho::fast::{Alike, Matches};
use pushluck::run::cache::Cache;
use pushluck::sim::interrupt::{StopFlag, Why};

use super::solver::{Slow, assert_near, hold, jealous, pig, six_dice, solver};
use crate::el_ocho::common::{assert_fits, game, policy, replay, sit, winner};

fn solve(solver: &Solver) -> ThreeSolution {
    solver.three([0; 3], Control::default()).unwrap().unwrap()
}

/// The win probabilities of the first of three players, by player to roll first.
fn first(solver: &Solver, first: Option<Side<'_>>, others: [Side<'_>; 2]) -> [f64; 3] {
    let found = solver.against_two(first, others, [0; 3], Control::default()).unwrap().unwrap();
    assert!(!found.endless);
    found.wins([0; 3])
}

/// The slow solver: the win probabilities of the player to roll, of the next and of the last one, by their
/// totals, by value iteration.
fn slow(slow: &Slow) -> Vec<[f64; 3]> {
    let target = slow.target;
    let cell = |[a, b, c]: [usize; 3]| (a * target + b) * target + c;
    let mut wins = vec![[1.0 / 3.0; 3]; target.pow(3)];
    for sum in (0..3 * target - 2).rev() {
        let all = (0..target.pow(3))
            .map(|cell| [cell / target / target, cell / target % target, cell % target]);
        let layer: Vec<[usize; 3]> = all.filter(|at| at.iter().sum::<usize>() == sum).collect();
        for _ in 0..3000 {
            let mut change: f64 = 0.0;
            for &[a, b, c] in &layer {
                // The player who rolls is the last after the turn.
                let after = |row: usize| match a + row < target {
                    true => {
                        let [next, last, own] = wins[cell([b, c, a + row])];
                        [own, next, last]
                    }
                    false => [1.0, 0.0, 0.0],
                };
                let new = slow.paid_turn(slow.rows(a), &after, after(0));
                let old = &mut wins[cell([a, b, c])];
                change =
                    new.iter().zip(*old).map(|(new, old)| (new - old).abs()).fold(change, f64::max);
                *old = new;
            }
            if change < 1e-13 {
                break;
            }
        }
    }
    wins
}

#[test]
fn a_slow_solver_agrees_about_three_players() {
    for game in [pig("target=14"), pig("target=9,min_bank=4"), six_dice("target=350")] {
        let solver = solver(&game);
        let three = solve(&solver);
        assert!(three.found().residual < 1e-11, "{:?}", three.found());
        assert_eq!(three.found().others, 0);
        let target = game.target;
        for (cell, expected) in slow(&Slow::new(&game)).into_iter().enumerate() {
            let cell = cell as u32;
            let at = [cell / target / target, cell / target % target, cell % target];
            for (value, expected) in three.wins(at).into_iter().zip(expected) {
                assert_near(value, expected, 1e-9, &format!("{at:?}"));
            }
        }
    }
}

#[test]
fn the_best_response_of_three_players_to_optimal_play_is_optimal_play() {
    for game in [game("level=2,target=900"), pig("target=30")] {
        let solver = solver(&game);
        let three = solve(&solver);
        let [own, next, last] = three.wins([0; 3]);
        let best = Side::OfThree(&three);
        // The third player rolls first where the first one is the next.
        for value in [first(&solver, Some(best), [best; 2]), first(&solver, None, [best; 2])] {
            for (value, expected) in value.into_iter().zip([own, last, next]) {
                assert_near(value, expected, 1e-10, "against itself");
            }
        }
        // The policy, followed decision by decision.
        let player =
            policy(&game, OptimalThree::new(Arc::new(three.clone())), ThreeSolution::SIGHT);
        let value = first(&solver, Some(Side::Player(&player)), [best; 2]);
        assert_near(value[0], own, 1e-10, "followed");
    }
}

#[test]
fn a_part_of_the_standings_has_the_values_of_the_whole() {
    let solver = solver(&game("level=2,target=1200"));
    let whole = solve(&solver);
    let from = [6, 10, 3];
    let part = solver.three(from, Control::default()).unwrap().unwrap();
    for above in [[0, 0, 0], [3, 0, 9], [17, 13, 20], [0, 5, 1]] {
        let at: [u32; 3] = array::from_fn(|seat| from[seat] as u32 + above[seat]);
        assert_eq!(whole.wins(at), part.wins(at), "{at:?}");
    }
}

/// A third player who needs the whole target in one turn hardly matters.
#[test]
fn two_players_are_the_limit_of_three() {
    let game = pig("min_bank=1,target=12");
    let solver = solver(&game);
    let (three, two): (_, WinSolution) =
        (solve(&solver), solver.win(Control::default()).unwrap().unwrap());
    // With a total just below the target of all, the order of the turns decides almost everything.
    let [own, next, last] = three.wins([11, 11, 11]);
    assert!(own > next && next > last && (own + next + last - 1.0).abs() < 1e-12);
    // With a third player at 0, the two in front play almost alone.
    for (own, next) in [(11, 11), (8, 10), (10, 8)] {
        let [wins, _, third] = three.wins([own, next, 0]);
        let alone = two.win(own, next);
        assert!(
            wins <= alone + 1e-12 && alone - wins <= third + 1e-12,
            "{own} {next}: {wins} {alone} {third}"
        );
    }
}

#[test]
fn the_simulator_agrees_with_three_exact_players() {
    let game = game("level=2,target=1500");
    let solver = solver(&game);
    let three = Arc::new(solve(&solver));
    let best = policy(&game, OptimalThree::new(Arc::clone(&three)), ThreeSolution::SIGHT);
    let holds = sit(&game, &hold(&game, 9));
    let envious = sit(&game, &jealous(&game));
    for players in [[&best, &best, &best], [&holds, &best, &envious], [&envious, &holds, &holds]] {
        let sides = players.map(|player| match Arc::ptr_eq(player, &best) {
            true => Side::OfThree(&three),
            false => Side::Player(player),
        });
        let exact = first(&solver, Some(sides[0]), [sides[1], sides[2]])[0];
        let matches = Matches {
            game: Seated::new(&game, 3),
            players: players.map(Arc::clone).to_vec(),
            lineups: vec![vec![0, 1, 2]],
            fixed_seats: true,
            seed: 5,
            fold_for: None,
            alike: Alike::default(),
        };
        let games = 20_000;
        let won = |number: &u64| winner(&replay(&matches, *number).0) == Some(0);
        assert_fits("three", (0..games).filter(won).count() as u64, games, exact);
    }
}

#[test]
fn an_interrupted_solution_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path());
    let solver = solver(&game("level=2,target=1000"));
    let stop = StopFlag::new();
    stop.raise(Why::Interrupted);
    let control = Control { stop: Some(&stop), watch: None };
    // Each call solves one sum of totals and is then interrupted.
    for _ in 0..30 {
        assert!(cache.three(&solver, [0; 3], control).unwrap().is_none());
    }
    let files = || std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files(), 1);
    let found = cache.three(&solver, [0; 3], Control::default()).unwrap().unwrap();
    assert!(!found.from_disk);
    let whole = solve(&solver);
    let again = cache.three(&solver, [0; 3], Control::default()).unwrap().unwrap();
    assert!(again.from_disk && files() == 1);
    for solution in [&found.solution, &again.solution] {
        assert_eq!(solution.found(), whole.found());
        assert_eq!(solution.given_up, whole.given_up);
        for at in [[0, 0, 0], [3, 7, 11], [19, 0, 5]] {
            assert_eq!(solution.wins(at), whole.wins(at));
        }
    }
}

#[test]
fn targets_that_are_too_high_for_three_players_are_rejected() {
    let error = solver(&game("target=50000")).three([0; 3], Control::default()).unwrap_err();
    assert!(error.to_string().contains("1000.0 million standings"), "{error}");
}

/// What the three players look at does not matter where they do not look.
#[test]
fn a_policy_that_sees_only_the_best_total_has_one_law_for_each() {
    let game = game("level=1,target=700");
    let solver = solver(&game);
    let envious = sit(&game, &jealous(&game));
    let sides = [Side::Player(&envious); 3];
    let exact = first(&solver, Some(sides[0]), [sides[1], sides[2]]);
    assert_near(exact.iter().sum::<f64>(), 1.0, 1e-12, "equal players");
}
