//! The solver against published values, a slow second account, and the simulator.

use std::collections::BTreeMap;
use std::env;
use std::sync::Arc;

use pushluck::diagnostic::Source;
use pushluck::games::el_ocho::edition::Edition;
use pushluck::games::el_ocho::engine::Seated;
use pushluck::games::el_ocho::exact::{
    Control, OptimalRace, OptimalWin, Side, Solver, TurnSolution, WinSolution,
};
use pushluck::games::el_ocho::fast::Isa;
use pushluck::games::el_ocho::fast::Matches;
use pushluck::games::el_ocho::fast::Turns;
use pushluck::games::el_ocho::player::Player;
use pushluck::games::el_ocho::scoring::Verdict;
use pushluck::games::el_ocho::turn::{Ending, Game, Seen, Sight, Standing};
use pushluck::sim::interrupt::StopFlag;
use pushluck::sim::runner::{RunOptions, run};

use crate::el_ocho::common;
use crate::el_ocho::common::anyone::{Anyone, Keeping};
use crate::el_ocho::common::{policy, sit, sit_seeing};
use crate::el_ocho::plain::exact::for_each_counts;
use crate::el_ocho::plain::rules::{EIGHT_ALIKE, Joker, PlainRules, Verdict as PlainVerdict};

/// The game of Pig: one die, a 1 loses the turn.
const PIG: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/editions/pig.toml"));

/// A small game with everything in it: six dice of six sides.
const SIX: &str = r#"
game = "el-ocho"
name = "Six"
[dice]
count = 6
sides = 6
from = "PROPOSED"
[target]
points = 1500
from = "PROPOSED"
[minimum_bank]
points = 250
from = "PROPOSED"
[max_turns]
turns = 1000
from = "PROPOSED"
[singles]
points = { 1 = 100, 5 = 50 }
from = "PROPOSED"
[sets]
size = 3
points = { 1 = 1000, 2 = 200, 3 = 300, 4 = 400, 5 = 500, 6 = 600 }
from = "PROPOSED"
[joker]
face = 6
from = "PROPOSED"
[defaults]
level = "1"
[level.1]
joker = "literal"
series = { 4 = 2, 5 = 4 }
runs = { 3 = 150, 6 = 1500 }
all_alike = { points = 3000, wins = true }
from = "PROPOSED"
"#;

fn game_of(text: &str, settings: &str) -> Arc<Game> {
    let edition = Edition::parse(Source::new("test.toml", text)).expect("a sound edition");
    common::game_of(edition, settings)
}

fn solver(game: &Arc<Game>) -> Solver {
    Solver::new(Arc::clone(game))
}

fn solve_win(solver: &Solver) -> WinSolution {
    solver.win(Control::default()).unwrap().unwrap()
}

/// Keeps everything and stops at so many units, or, if it looks, where that wins.
fn hold(units: u32, looks: bool) -> Anyone {
    Anyone { finish: looks, ..Anyone::holding(units) }
}

/// Takes more risk when behind, and keeps few dice when ahead.
fn jealous() -> Anyone {
    Anyone { keeping: Keeping::FewestAhead, gap: Some((1, 5)), ..hold(7, true) }
}

// The slow account: rolls from elsewhere, all keeps, value iteration.

/// What a roll may lead to, with its number of ordered rolls.
enum Roll {
    Lost,
    Won(u32),
    /// (units, dice to roll next).
    Kept(Vec<(u32, usize)>),
}

struct Slow {
    /// By number of dice, Jokers left out.
    rolls: Vec<Vec<(f64, Roll)>>,
    settled: Vec<f64>,
    target: usize,
    min_bank: usize,
}

impl Slow {
    /// El Ocho from the plain account of its rules.
    fn el_ocho(rules: &PlainRules, target: usize) -> Self {
        let roll = |dice: usize| {
            let mut rolls: BTreeMap<String, (f64, Roll)> = BTreeMap::new();
            let mut settled = 0.0;
            for_each_counts(dice, &mut |counts, weight| {
                let faces: Vec<u8> =
                    (1..=8).zip(counts).flat_map(|(face, &n)| vec![face; usize::from(n)]).collect();
                let verdict = rules.verdict(&faces);
                let kind = match &verdict {
                    PlainVerdict::Joker => return,
                    PlainVerdict::Bust => Roll::Lost,
                    PlainVerdict::InstantWin { .. } => Roll::Won(EIGHT_ALIKE / 50),
                    PlainVerdict::Keeps(keeps) => Roll::Kept(
                        keeps
                            .iter()
                            .map(|keep| {
                                (
                                    keep.points / 50,
                                    if keep.dice == dice { 8 } else { dice - keep.dice },
                                )
                            })
                            .collect(),
                    ),
                };
                settled += weight as f64;
                rolls.entry(format!("{verdict:?}")).or_insert((0.0, kind)).0 += weight as f64;
            });
            (rolls.into_values().collect(), settled)
        };
        let (rolls, settled) = [(Vec::new(), 1.0)].into_iter().chain((1..=8).map(roll)).unzip();
        Self { rolls, settled, target: target / 50, min_bank: 8 }
    }

    /// Any edition: every ordered roll, one by one.
    fn edition(game: &Game) -> Self {
        let (dice, sides) = (usize::from(game.dice()), usize::from(game.rules.edition.sides));
        let roll = |rolled: usize| {
            let mut verdicts: BTreeMap<Verdict, f64> = BTreeMap::new();
            for number in 0..sides.pow(rolled as u32) {
                let mut counts = vec![0; sides + 1];
                let mut rest = number;
                for _ in 0..rolled {
                    counts[rest % sides + 1] += 1;
                    rest /= sides;
                }
                *verdicts.entry(game.scoring.verdict(&counts)).or_insert(0.0) += 1.0;
            }
            let mut settled = 0.0;
            let mut rolls = Vec::new();
            for (verdict, weight) in verdicts {
                let kind = match verdict {
                    Verdict::Joker => continue,
                    Verdict::Bust => Roll::Lost,
                    Verdict::Win { points } => Roll::Won(points),
                    Verdict::Keep(keeps) => Roll::Kept(
                        keeps
                            .iter()
                            .map(|keep| {
                                let left = rolled - usize::from(keep.dice);
                                (keep.points, if left == 0 { dice } else { left })
                            })
                            .collect(),
                    ),
                };
                settled += weight;
                rolls.push((weight, kind));
            }
            (rolls, settled)
        };
        let (rolls, settled) = [(Vec::new(), 1.0)].into_iter().chain((1..=dice).map(roll)).unzip();
        Self { rolls, settled, target: game.target as usize, min_bank: game.min_bank as usize }
    }

    /// The best turn: what stopping, losing and winning at so many units are worth, and how many
    /// units need to be looked at. Gives the value of rolling at `[units][dice]`.
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
                let mut sum = 0.0;
                for (weight, kind) in rolls {
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
                roll[row][rolled] = sum / self.settled[rolled];
            }
            best[row] = roll[row].clone();
            if row >= self.min_bank {
                best[row].iter_mut().for_each(|value| *value = value.max(stop(row)));
            }
        }
        roll
    }

    fn rows(&self, own: usize) -> usize {
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

fn assert_near(a: f64, b: f64, by: f64, what: &str) {
    assert!((a - b).abs() <= by, "{what}: {a} and {b}");
}

fn agrees(slow: &Slow, game: &Arc<Game>) {
    let fast = solver(game);
    let win = solve_win(&fast);
    for (cell, value) in slow.win().into_iter().enumerate() {
        let (a, b) = (cell / slow.target, cell % slow.target);
        assert_near(win.win(a as u32, b as u32), value, 1e-9, &format!("win({a}, {b})"));
        assert_near(win.position(a as u32, b as u32).start(), value, 1e-9, "solved anew");
    }
    let race = fast.race(Control::default()).unwrap().unwrap();
    for (own, value) in slow.race().into_iter().enumerate() {
        assert_near(race.turns[own], value, 1e-9, &format!("race({own})"));
    }
    let turn = fast.turn().unwrap();
    let rows = turn.position.rows as usize + 50;
    let roll = slow.turn(rows, &|row| row as f64, 0.0, &|row| row as f64);
    let unit = f64::from(game.scoring.unit);
    for row in (0..40).chain(rows - 60..rows) {
        for (dice, value) in roll[row].iter().enumerate().skip(1) {
            let solved = turn.position.roll(row as u32, dice as u8).unwrap();
            assert_near(
                solved,
                value * unit,
                1e-9 * solved.max(1.0),
                &format!("turn({row}, {dice})"),
            );
        }
    }
}

#[test]
fn a_slow_account_agrees_at_level_1() {
    agrees(&Slow::el_ocho(&PlainRules::LEVEL_1, 900), &common::game("level=1,target=900"));
}

#[test]
fn a_slow_account_agrees_at_level_2() {
    agrees(&Slow::el_ocho(&PlainRules::LEVEL_2, 800), &common::game("level=2,target=800"));
}

#[test]
fn a_slow_account_agrees_with_the_literal_joker() {
    let rules = PlainRules::LEVEL_2.with_joker(Joker::Literal);
    agrees(&Slow::el_ocho(&rules, 700), &common::game("level=2,joker=literal,target=700"));
}

#[test]
fn a_slow_account_agrees_on_another_game() {
    for settings in
        ["", "joker=off,target=1000", "min_bank=0,target=800", "min_bank=900,target=600"]
    {
        let game = game_of(SIX, settings);
        agrees(&Slow::edition(&game), &game);
    }
}

#[test]
fn pig_has_its_published_values() {
    let game = game_of(PIG, "");
    let solver = solver(&game);
    let win = solve_win(&solver);
    // Neller and Presser, UMAP Journal 25(1), 2004.
    assert_near(win.win(0, 0), 0.5305927253, 5e-11, "optimal against optimal");

    let [hold, goal] = [false, true].map(|looks| sit(&game, hold(20, looks)));
    let turn = solver.turn_value(&hold, &Standing::start(1)).unwrap();
    assert_near(turn.bust, 0.6245408342, 5e-11, "bust");
    assert_near(turn.points, 8.1417948937, 5e-11, "mean");
    let best = solver.turn().unwrap();
    assert_eq!(best.thresholds, [Some(20)]);
    assert_near(best.value, 8.1417948937, 5e-11, "holding at 20 is best in one turn");
    assert_near(best.bust, 0.6245408342, 5e-11, "bust");

    let side = Side::Player(&goal);
    let value = solver.match_value(side, side, Control::default()).unwrap().unwrap();
    assert_near(value.first, 0.5346983262, 5e-11, "hold at 20 or goal");
    assert_near(value.first + value.second, 1.0, 1e-12, "somebody wins");
    assert!(!value.endless);
}

#[test]
fn a_policy_loses_what_its_decisions_lose() {
    for game in [common::game("level=2,target=2000"), game_of(PIG, ""), game_of(SIX, "")] {
        let solver = solver(&game);
        let standing = Standing::start(1);
        let turn = solver.turn().unwrap();
        let race = solver.race(Control::default()).unwrap().unwrap();
        let win = solve_win(&solver);
        let players =
            [sit(&game, hold(9, true)), sit(&game, hold(30, false)), sit(&game, jealous())];
        let jealous = &sit(&game, jealous());
        let side = Side::Player(jealous);
        let response = solver.respond(side, Control::default()).unwrap().unwrap();
        for player in &players {
            let regret = solver.turn_regret(player, &standing, &turn).unwrap();
            assert_near(regret.total(), regret.best - regret.value, 1e-8, "turn");
            assert!(regret.rows.iter().all(|row| row.loss >= 0.0));
            let regret = solver.race_regret(player, &race, 5).unwrap();
            assert_near(regret.total(), regret.value - regret.best, 1e-9, "race");
            let best = Side::Optimal(&win);
            let regret =
                solver.win_regret(player, best, &win, (0, 0), Control::default()).unwrap().unwrap();
            assert!(regret.total() > 0.0);
            assert_near(regret.total(), regret.best - regret.value, 1e-9, "win");
            let regret = solver
                .win_regret(player, side, &response, (9, 3), Control::default())
                .unwrap()
                .unwrap();
            assert_near(regret.total(), regret.best - regret.value, 1e-9, "win against another");
        }
    }
}

#[test]
fn the_best_response_to_the_best_is_the_best() {
    for game in [common::game("level=2,target=1500"), game_of(PIG, "")] {
        let solver = solver(&game);
        let win = solve_win(&solver);
        let response = solver.respond(Side::Optimal(&win), Control::default()).unwrap().unwrap();
        for (a, b) in win.values().iter().zip(response.values()) {
            assert_near(*a, *b, 1e-11, "against itself");
        }
        let best = policy(&game, OptimalWin::new(Arc::new(win.clone())), OptimalWin::SIGHT);
        let value = solver
            .match_value(Side::Player(&best), Side::Optimal(&win), Control::default())
            .unwrap()
            .unwrap();
        for (a, b) in win.values().iter().zip(&value.win) {
            assert_near(*a, *b, 1e-11, "evaluated");
        }
        // Exploiting a policy is worth more than playing the equilibrium against it.
        let hold = sit(&game, hold(14, true));
        let response = solver.respond(Side::Player(&hold), Control::default()).unwrap().unwrap();
        let usual = solver
            .match_value(Side::Optimal(&win), Side::Player(&hold), Control::default())
            .unwrap()
            .unwrap();
        assert!(response.win(0, 0) >= usual.first && usual.first > win.win(0, 0));
    }
}

#[test]
fn optimal_turns_and_races_have_the_values_solved_for() {
    let game = common::game("level=2,target=3000");
    let solver = solver(&game);
    let turn = solver.turn().unwrap();
    let race = Arc::new(solver.race(Control::default()).unwrap().unwrap());
    let player = policy(&game, turn.clone(), TurnSolution::SIGHT);
    let value = solver.turn_value(&player, &Standing::start(1)).unwrap();
    assert_near(value.points, turn.value, 1e-9, "points");
    assert_near(value.bust, turn.bust, 1e-12, "bust");
    let player = policy(&game, OptimalRace::new(Arc::clone(&race)), OptimalRace::SIGHT);
    let turns = solver.race_value(&player).unwrap().turns;
    for (a, b) in turns.iter().zip(&race.turns) {
        assert_near(*a, *b, 1e-11, "race");
    }
}

#[test]
fn stopping_is_right_from_a_threshold_on() {
    for game in [common::game("level=1"), common::game("level=2"), game_of(SIX, "")] {
        let TurnSolution { position, thresholds, .. } = solver(&game).turn().unwrap();
        for (dice, threshold) in (1..).zip(&thresholds) {
            let threshold = threshold.expect("dice that can bust");
            for points in 0..position.rows + 100 {
                // As more points are at stake, rolling gains less: the set is an interval.
                assert_eq!(position.stops(points, dice), points >= threshold, "{points}, {dice}");
                let gain =
                    |points| position.best(points, dice).unwrap() - game.points(points) as f64;
                assert!(points < game.min_bank || gain(points + 1) <= gain(points) + 1e-9);
                assert!(position.best(points + 1, dice) >= position.best(points, dice));
            }
        }
    }
}

#[test]
fn more_points_are_never_worth_less() {
    for game in [common::game("level=2,target=2500"), game_of(SIX, "min_bank=900")] {
        let win = solve_win(&solver(&game));
        for own in 0..win.target() {
            for other in 0..win.target() {
                assert!(win.win(own + 1, other) >= win.win(own, other) - 1e-12);
                assert!(win.win(own, other + 1) <= win.win(own, other) + 1e-12);
            }
            let position = win.position(own, own / 2);
            for dice in 1..=position.dice {
                for points in 0..position.rows {
                    let more = position.best(points + 1, dice).unwrap();
                    assert!(more >= position.best(points, dice).unwrap() - 1e-12);
                }
            }
        }
    }
}

#[test]
fn policies_that_see_too_much_are_refused() {
    let game = common::game("target=500");
    let solver = solver(&game);
    let none = Seen::default();
    let never = |seen| {
        let sight = Sight { keep: none, roll: seen };
        sit_seeing(&game, Anyone::holding(u32::MAX), sight)
    };
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
    // One who never stops, whatever it sees: nobody ever wins but by a roll.
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
fn what_cannot_be_solved_says_so() {
    let far = solver(&common::game("target=1000000"));
    assert!(far.win(Control::default()).unwrap_err().to_string().contains("too far"));
    // Every face of the one die scores.
    let text = PIG.replace("{ 2 = 2", "{ 1 = 1, 2 = 2");
    let endless = solver(&game_of(&text, "target=20"));
    // Without risk a turn goes on until it is banked by itself.
    let turn = endless.turn().unwrap();
    assert!(turn.value >= 1e6 && turn.value < 1e6 + 6.0 && turn.bust == 0.0, "{}", turn.value);
    assert_near(solve_win(&endless).win(0, 0), 1.0, 0.0, "the first player just rolls on");
    // Two dice always score (any pair is a set, and so is any single), one does not.
    let text = PIG
        .replace("count = 1", "count = 2")
        .replace("sides = 6", "sides = 2")
        .replace("{ 2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 6 }", "{ 2 = 3 }")
        .replace(
            "[defaults]",
            "[sets]\nsize = 2\npoints = { 1 = 1 }\nfrom = \"FOUND\"\n\n[defaults]",
        );
    let game = game_of(&text, "target=20");
    agrees_without_bound(&game);
}

/// Two dice are free of risk: rolling them is always right, and stopping never.
fn agrees_without_bound(game: &Arc<Game>) {
    let turn = solver(game).turn().unwrap();
    assert_eq!(turn.thresholds[1], None);
    let slow = Slow::edition(game);
    // Far out, so that what lies beyond weighs nothing: the chance of getting there is.
    let roll = slow.turn(400, &|row| row as f64, 0.0, &|row| row as f64);
    for (row, values) in roll.iter().enumerate().take(20) {
        for (dice, value) in values.iter().enumerate().skip(1) {
            let solved = turn.position.roll(row as u32, dice as u8).unwrap();
            assert_near(solved, *value, 1e-6, &format!("turn({row}, {dice})"));
        }
    }
}

// The simulator.

/// Whether a mean of samples is within four standard errors of what is exact.
fn within(sum: f64, squares: f64, n: f64, exact: f64, what: &str) {
    let mean = sum / n;
    let error = ((squares / n - mean * mean) / n).sqrt();
    let z = (mean - exact) / error;
    println!("{what}: {mean} ± {error}, exact {exact}, z = {z:.2}");
    assert!(z.abs() < 4.0, "{what}: {mean} ± {error}, exact {exact}, z = {z:.2}");
}

fn play_turns(game: &Arc<Game>, player: Arc<Player>, value: f64, bust: f64, turns: u64) {
    let simulation = Turns {
        game: Seated::new(game, 1),
        players: vec![player],
        standing: Standing::start(1),
        seed: 11,
        isa: Some(Isa::Scalar),
    };
    let stop = StopFlag::new();
    let options = RunOptions { units: turns, threads: None, stop: &stop, watch: None };
    let tally = run(&simulation, options).unwrap().tally;
    let endings = &common::of_turns(&tally)[0].endings;
    let power = |power: i32| -> f64 {
        [Ending::Banked, Ending::Win]
            .iter()
            .flat_map(|ending| endings.of(*ending).iter().enumerate())
            .map(|(units, count)| (game.points(units as u32) as f64).powi(power) * *count as f64)
            .sum()
    };
    within(power(1), power(2), turns as f64, value, "points");
    let lost = endings.lost() as f64;
    within(lost, lost, turns as f64, bust, "bust");
}

fn play_games(game: &Arc<Game>, players: Vec<Arc<Player>>, games: u64) -> (f64, f64, f64) {
    let seats = players.len();
    let matches = Matches {
        game: Seated::new(game, seats as u8),
        players,
        lineups: vec![(0..seats).collect()],
        fixed_seats: true,
        seed: 5,
        fold_for: None,
    };
    let finals = (0..games).map(|number| common::replay(&matches, number).0);
    finals.fold((0.0, 0.0, 0.0), |(wins, turns, squares), end| {
        let taken = f64::from(end.turns[0]);
        (wins + f64::from(u8::from(end.winner == Some(0))), turns + taken, squares + taken * taken)
    })
}

fn simulate(target: u32, turns: u64, games: u64) {
    for level in ["1", "2"] {
        let game = common::game(&format!("level={level},target={target}"));
        let solver = solver(&game);
        let turn = solver.turn().unwrap();
        let player = policy(&game, turn.clone(), TurnSolution::SIGHT);
        play_turns(&game, player, turn.value, turn.bust, turns);
        let race = Arc::new(solver.race(Control::default()).unwrap().unwrap());
        let player = OptimalRace::new(Arc::clone(&race));
        let player = policy(&game, player, OptimalRace::SIGHT);
        let (_, taken, squares) = play_games(&game, vec![player], games);
        within(taken, squares, games as f64, race.turns[0], "race");
        let win = Arc::new(solve_win(&solver));
        let best = policy(&game, OptimalWin::new(Arc::clone(&win)), OptimalWin::SIGHT);
        let (wins, ..) = play_games(&game, vec![Arc::clone(&best), Arc::clone(&best)], games);
        within(wins, wins, games as f64, win.win(0, 0), "win");
        let hold = sit(&game, hold(10, true));
        let (wins, ..) = play_games(&game, vec![Arc::clone(&hold), best], games);
        let value = solver
            .match_value(Side::Player(&hold), Side::Optimal(&win), Control::default())
            .unwrap()
            .unwrap();
        within(wins, wins, games as f64, value.first, "hold against the best");
        // Three players: it watches the best of the others, and plays on.
        let best = policy(&game, OptimalWin::new(win), OptimalWin::SIGHT);
        let (wins, ..) = play_games(&game, vec![best, Arc::clone(&hold), hold], games / 10);
        assert!(wins > 0.34 * (games / 10) as f64);
    }
}

/// With `PUSHLUCK_STATISTICS=full` whole games, ten million turns and a million games: minutes.
#[test]
fn the_simulator_plays_what_was_solved() {
    match env::var("PUSHLUCK_STATISTICS").is_ok_and(|size| size == "full") {
        true => simulate(8000, 10_000_000, 1_000_000),
        false => simulate(2000, 400_000, 30_000),
    }
}
