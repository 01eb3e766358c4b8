//! The solver against published values, a slow second solver, and the simulator.

use std::env;
use std::sync::Arc;

use pushluck::games::el_ocho::edition::{AllAlike, Joker};
use pushluck::games::el_ocho::engine::Seated;
use pushluck::games::el_ocho::exact::{Control, OptimalWin, Side, Solver, WinSolution};
use pushluck::games::el_ocho::fast::{Alike, Matches};
use pushluck::games::el_ocho::scoring::Verdict;
use pushluck::games::el_ocho::turn::{Game, Seen, Sight, Standing};

use crate::el_ocho::common::anyone::{Anyone, Keeping};
use crate::el_ocho::common::{
    PIG, SIX_DICE, assert_fits, edition, game, game_of, policy, replay, sit, winner,
};

pub(super) fn pig(settings: &str) -> Arc<Game> {
    game_of(edition(PIG), settings)
}

/// A small game with every scoring rule.
pub(super) fn six_dice(settings: &str) -> Arc<Game> {
    let mut edition = edition(SIX_DICE);
    (edition.target, edition.minimum_bank, edition.joker_face) = (1500, 250, Some(6));
    let level = &mut edition.levels[0];
    level.joker = Joker::Literal;
    level.series = vec![(4, 2), (5, 4)];
    level.runs = vec![(3, 150), (6, 1500)];
    level.all_alike = Some(AllAlike { points: 3000, wins: true });
    game_of(edition, settings)
}

pub(super) fn solver(game: &Arc<Game>) -> Solver {
    Solver::new(Arc::clone(game))
}

fn solve_win(solver: &Solver) -> WinSolution {
    solver.win(Control::default()).unwrap().unwrap()
}

/// The win probability of `one`, moving first.
fn first(solver: &Solver, one: Side<'_>, other: Side<'_>) -> f64 {
    solver.match_value(one, other, Control::default()).unwrap().unwrap().first
}

/// Keeps everything and stops from `units` units on, and when the turn wins.
pub(super) fn hold(game: &Game, units: u32) -> Anyone {
    Anyone { finish: Some(game.target), ..Anyone::holding(units) }
}

/// Takes more risk when behind, and keeps few dice when ahead.
pub(super) fn jealous(game: &Game) -> Anyone {
    Anyone { keeping: Keeping::FewestAhead, gap: Some((1, 5)), ..hold(game, 7) }
}

// The slow solver: all keeps, value iteration.

/// The outcome of a roll.
enum Roll {
    Lost,
    Won(u32),
    /// (units, dice to roll next).
    Kept(Vec<(u32, usize)>),
}

pub(super) struct Slow {
    /// By number of dice, without Jokers, each with its number of rolls.
    rolls: Vec<Vec<(f64, Roll)>>,
    pub(super) target: usize,
    min_bank: usize,
}

impl Slow {
    /// Uses the roll classes, whose weights other tests compare with the plain engine.
    pub(super) fn new(game: &Game) -> Self {
        let roll = |dice: u8| {
            let classes = game.table(dice).classes().iter();
            let settled = classes.filter(|class| class.verdict != Verdict::Joker);
            let rolls = settled.map(|class| {
                let left = |kept: u8| if kept == dice { game.dice() } else { dice - kept };
                let roll = match &class.verdict {
                    Verdict::Bust | Verdict::Joker => Roll::Lost,
                    Verdict::Win { points } => Roll::Won(*points),
                    Verdict::Keep(keeps) => Roll::Kept(
                        keeps.iter().map(|keep| (keep.points, left(keep.dice).into())).collect(),
                    ),
                };
                (class.weight as f64, roll)
            });
            rolls.collect()
        };
        let rolls = [Vec::new()].into_iter().chain((1..=game.dice()).map(roll)).collect();
        Self { rolls, target: game.target as usize, min_bank: game.min_bank as usize }
    }

    /// The optimal turn, from the values of stopping and winning by units, the value of a bust, and
    /// the number of rows. Returns the value of rolling at `[units][dice]`.
    fn turn(
        &self,
        rows: usize,
        stop: &dyn Fn(usize) -> f64,
        lost: f64,
        won: &dyn Fn(usize) -> f64,
    ) -> Vec<Vec<f64>> {
        let dice = self.rolls.len() - 1;
        let mut roll = vec![vec![0.0; dice + 1]; rows];
        let mut best = roll.clone();
        for row in (0..rows).rev() {
            for (rolled, rolls) in self.rolls.iter().enumerate().skip(1) {
                let (mut sum, mut settled) = (0.0, 0.0);
                for (weight, kind) in rolls {
                    settled += weight;
                    sum += weight
                        * match kind {
                            Roll::Lost => lost,
                            Roll::Won(points) => won(row + *points as usize),
                            Roll::Kept(keeps) => keeps
                                .iter()
                                .map(|&(points, left)| {
                                    let to = row + points as usize;
                                    if to < rows { best[to][left] } else { stop(to) }
                                })
                                .fold(f64::NEG_INFINITY, f64::max),
                        };
                }
                roll[row][rolled] = sum / settled;
            }
            best[row] = roll[row].clone();
            if row >= self.min_bank {
                best[row].iter_mut().for_each(|value| *value = value.max(stop(row)));
            }
        }
        roll
    }

    /// The optimal turn of the first of three players, from the win probabilities of all three after a stop
    /// by units, and after a bust.
    pub(super) fn paid_turn(
        &self,
        rows: usize,
        stop: &dyn Fn(usize) -> [f64; 3],
        lost: [f64; 3],
    ) -> [f64; 3] {
        let dice = self.rolls.len() - 1;
        let mut best = vec![vec![[0.0; 3]; dice + 1]; rows];
        let mut roll = best.clone();
        for row in (0..rows).rev() {
            for (rolled, rolls) in self.rolls.iter().enumerate().skip(1) {
                let (mut sum, mut settled) = ([0.0; 3], 0.0);
                for (weight, kind) in rolls {
                    settled += weight;
                    let paid = match kind {
                        Roll::Lost => lost,
                        Roll::Won(_) => [1.0, 0.0, 0.0],
                        Roll::Kept(keeps) => {
                            let mut chosen = [f64::NEG_INFINITY; 3];
                            for &(points, left) in keeps {
                                let to = row + points as usize;
                                let paid = if to < rows { best[to][left] } else { stop(to) };
                                if paid[0] > chosen[0] {
                                    chosen = paid;
                                }
                            }
                            chosen
                        }
                    };
                    sum.iter_mut().zip(paid).for_each(|(sum, paid)| *sum += weight * paid);
                }
                roll[row][rolled] = sum.map(|sum| sum / settled);
                let stops = row >= self.min_bank && stop(row)[0] >= roll[row][rolled][0];
                best[row][rolled] = if stops { stop(row) } else { roll[row][rolled] };
            }
        }
        roll[0][dice]
    }

    pub(super) fn rows(&self, own: usize) -> usize {
        (self.target - own).max(self.min_bank)
    }

    fn race(&self) -> Vec<f64> {
        let mut turns = vec![0.0; self.target];
        for own in (0..self.target).rev() {
            let mut value = 1.0;
            for _ in 0..2000 {
                let stop = |row: usize| turns.get(own + row).map_or(0.0, |turns: &f64| -turns);
                let roll = self.turn(self.rows(own), &stop, -value, &|_| 0.0);
                let next = 1.0 - roll[0][self.rolls.len() - 1];
                let change: f64 = next - value;
                value = next;
                if change.abs() < 1e-13 {
                    break;
                }
            }
            turns[own] = value;
        }
        turns
    }

    fn win(&self) -> Vec<f64> {
        let target = self.target;
        let mut win = vec![0.5; target * target];
        for sum in (0..2 * target - 1).rev() {
            for a in sum.saturating_sub(target - 1)..=sum / 2 {
                let b = sum - a;
                for _ in 0..2000 {
                    let mut change: f64 = 0.0;
                    for (a, b) in [(a, b), (b, a)] {
                        let stop = |row: usize| {
                            if a + row >= target { 1.0 } else { 1.0 - win[b * target + a + row] }
                        };
                        let roll = self.turn(self.rows(a), &stop, stop(0), &|_| 1.0);
                        let next = roll[0][self.rolls.len() - 1];
                        change = change.max((next - win[a * target + b]).abs());
                        win[a * target + b] = next;
                    }
                    if change < 1e-13 {
                        break;
                    }
                }
            }
        }
        win
    }
}

pub(super) fn assert_near(a: f64, b: f64, by: f64, what: &str) {
    assert!((a - b).abs() <= by, "{what}: {a} and {b}");
}

#[test]
fn a_slow_solver_agrees() {
    for game in [
        game("level=1,target=900"),
        game("level=2,target=800"),
        game("level=2,joker=literal,target=700"),
        six_dice(""),
        six_dice("joker=off,target=1000"),
        six_dice("min_bank=0,target=800"),
        six_dice("min_bank=900,target=600"),
    ] {
        let (slow, fast) = (Slow::new(&game), solver(&game));
        let win = solve_win(&fast);
        for (cell, value) in slow.win().into_iter().enumerate() {
            let (a, b) = ((cell / slow.target) as u32, (cell % slow.target) as u32);
            assert_near(win.win(a, b), value, 1e-9, &format!("win({a}, {b})"));
            assert_near(win.position(a, b).start(), value, 1e-9, "solved again");
        }
        let race = fast.race(Control::default()).unwrap().unwrap();
        for (own, value) in slow.race().into_iter().enumerate() {
            assert_near(race.turns[own], value, 1e-9, &format!("race({own})"));
        }
        let turn = fast.turn().unwrap();
        let rows = turn.position.rows as usize + 50;
        let roll = slow.turn(rows, &|row| row as f64, 0.0, &|row| row as f64);
        for row in (0..40).chain(rows - 60..rows) {
            for (dice, value) in roll[row].iter().enumerate().skip(1) {
                let solved = turn.position.roll(row as u32, dice as u8).unwrap();
                let value = value * f64::from(game.scoring.unit);
                assert_near(solved, value, 1e-9 * solved.max(1.0), &format!("turn({row}, {dice})"));
            }
        }
    }
}

#[test]
fn pig_has_its_published_values() {
    let game = pig("");
    let solver = solver(&game);
    let win = solve_win(&solver);
    // Neller and Presser, UMAP Journal 25(1), 2004.
    assert_near(win.win(0, 0), 0.5305927253, 5e-11, "optimal against optimal");

    let turn = solver.turn_value(&sit(&game, &Anyone::holding(20)), &Standing::start(1)).unwrap();
    assert_near(turn.bust, 0.6245408342, 5e-11, "bust");
    assert_near(turn.points, 8.1417948937, 5e-11, "mean");
    let best = solver.turn().unwrap();
    assert_eq!(best.thresholds, [Some(20)]);
    assert_near(best.value, 8.1417948937, 5e-11, "holding at 20 is optimal in one turn");
    assert_near(best.bust, 0.6245408342, 5e-11, "bust");

    let goal = sit(&game, &hold(&game, 20));
    let side = Side::Player(&goal);
    let value = solver.match_value(side, side, Control::default()).unwrap().unwrap();
    assert_near(value.first, 0.5346983262, 5e-11, "hold at 20 or goal");
    assert_near(value.first + value.second, 1.0, 1e-12, "one player wins");
    assert!(!value.endless);
}

#[test]
fn the_regret_of_a_policy_is_the_sum_over_its_decisions() {
    for game in [game("level=2,target=1000"), pig("target=50"), six_dice("target=800")] {
        let solver = solver(&game);
        let turn = solver.turn().unwrap();
        let race = solver.race(Control::default()).unwrap().unwrap();
        let win = solve_win(&solver);
        let players = [hold(&game, 9), Anyone::holding(30), jealous(&game)];
        let players = players.map(|player| sit(&game, &player));
        let side = Side::Player(&players[2]);
        let response = solver.respond(side, Control::default()).unwrap().unwrap();
        for player in &players {
            let regret = solver.turn_regret(player, &Standing::start(1), &turn).unwrap();
            assert_near(regret.total(), regret.best - regret.value, 1e-8, "turn");
            assert!(regret.rows.iter().all(|row| row.loss >= 0.0));
            let regret = solver.race_regret(player, &race, 5).unwrap();
            assert_near(regret.total(), regret.value - regret.best, 1e-9, "race");
            for (side, solution, start) in
                [(Side::Optimal(&win), &win, (0, 0)), (side, &response, (9, 3))]
            {
                let regret = solver.win_regret(player, side, solution, start, Control::default());
                let regret = regret.unwrap().unwrap();
                assert!(regret.total() > 0.0 || start != (0, 0));
                assert_near(regret.total(), regret.best - regret.value, 1e-9, "win");
            }
        }
    }
}

#[test]
fn the_best_response_to_optimal_play_is_optimal_play() {
    for game in [game("level=2,target=1500"), pig("")] {
        let solver = solver(&game);
        let win = solve_win(&solver);
        let best = Side::Optimal(&win);
        let response = solver.respond(best, Control::default()).unwrap().unwrap();
        for (a, b) in win.values().iter().zip(response.values()) {
            assert_near(*a, *b, 1e-11, "against itself");
        }
        let player = policy(&game, OptimalWin::new(Arc::new(win.clone())), OptimalWin::SIGHT);
        let value = solver.match_value(Side::Player(&player), best, Control::default());
        for (a, b) in win.values().iter().zip(&value.unwrap().unwrap().win) {
            assert_near(*a, *b, 1e-11, "evaluated");
        }
    }
}

#[test]
fn policies_with_unsupported_inputs_are_rejected() {
    let game = game("target=500");
    let solver = solver(&game);
    let none = Seen::default();
    let never = |seen| policy(&game, Anyone::holding(u32::MAX), Sight { keep: none, roll: seen });
    for (seen, name) in [
        (Seen { rolls: true, ..none }, "rolls_made"),
        (Seen { chance: true, ..none }, "chance"),
        (Seen { turns_taken: true, ..none }, "turns_taken"),
    ] {
        let error = solver.race_value(&never(seen)).unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
        let error = solver.respond(Side::Player(&never(seen)), Control::default());
        let error = error.unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
    }
    // A policy that never stops, with supported inputs: it only wins by a winning roll.
    let never = never(Seen { others: true, ..none });
    assert!(solver.race_value(&never).unwrap().turns[0].is_infinite());
    let value = solver
        .match_value(Side::Player(&never), Side::Player(&never), Control::default())
        .unwrap()
        .unwrap();
    assert!(value.endless && value.first == 0.0);
    let turn = solver.turn_value(&never, &Standing::start(1)).unwrap();
    assert_near(turn.bust, 1.0, 1e-9, "bust");
}

#[test]
fn unsolvable_games_are_rejected() {
    let far = solver(&game("target=1000000"));
    assert!(far.win(Control::default()).unwrap_err().to_string().contains("too high"));
    // Every face of the only die scores, so a turn continues until it is banked automatically.
    let mut one = edition(PIG);
    one.singles[1] = 1;
    let endless = solver(&game_of(one, "target=20"));
    let turn = endless.turn().unwrap();
    assert!(turn.value >= 1e6 && turn.value < 1e6 + 6.0 && turn.bust == 0.0, "{}", turn.value);
    assert_near(solve_win(&endless).win(0, 0), 1.0, 0.0, "the first player rolls until it wins");
    // Two dice always score (a pair of 1s is a set, and a 2 is a single); one die may not.
    let mut two = edition(PIG);
    (two.dice, two.sides, two.set_size) = (2, 2, 2);
    (two.singles, two.sets) = (vec![0, 0, 3], vec![0, 1, 0]);
    let turn = solver(&game_of(two, "target=20")).turn().unwrap();
    assert_eq!(turn.thresholds[1], None, "rolling two is always optimal");
}

/// With `PUSHLUCK_STATISTICS=full`: whole games, a million per case, which takes minutes.
#[test]
fn the_simulator_agrees_with_the_solver() {
    let full = env::var("PUSHLUCK_STATISTICS").is_ok_and(|size| size == "full");
    let (target, games) = if full { (8000, 1_000_000) } else { (2000, 30_000) };
    for level in ["1", "2"] {
        let game = game(&format!("level={level},target={target}"));
        let solver = solver(&game);
        let win = Arc::new(solve_win(&solver));
        let best = policy(&game, OptimalWin::new(Arc::clone(&win)), OptimalWin::SIGHT);
        let hold = sit(&game, &hold(&game, 10));
        let value = first(&solver, Side::Player(&hold), Side::Optimal(&win));
        for (players, exact) in [([&best, &best], win.win(0, 0)), ([&hold, &best], value)] {
            let matches = Matches {
                game: Seated::new(&game, 2),
                players: players.map(Arc::clone).to_vec(),
                lineups: vec![vec![0, 1]],
                fixed_seats: true,
                seed: 5,
                fold_for: None,
                alike: Alike::default(),
            };
            let won = |number: &u64| winner(&replay(&matches, *number).0) == Some(0);
            assert_fits(level, (0..games).filter(won).count() as u64, games, exact);
        }
    }
}
