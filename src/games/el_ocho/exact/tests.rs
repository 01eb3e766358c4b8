//! Checks of the solver that need to look inside.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;

use super::kernel::{LANES, Scratch, Turn, sweep_with};
use super::*;
use crate::games::el_ocho::edition::SHIPPED;
use crate::games::el_ocho::engine::Seated;
use crate::games::el_ocho::fast::Isa;
use crate::games::el_ocho::tests_support::{PIG, edition, level, player};
use crate::games::el_ocho::turn::{Ending, Standing};
use crate::games::el_ocho::turns::Turns;
use crate::sim::interrupt::Why;
use crate::sim::runner::{RunOptions, run};

fn solver(game: Arc<Game>) -> Solver {
    Solver::new(game)
}

fn solve(solver: &Solver) -> WinSolution {
    solver.win(Control::default()).expect("small").expect("not stopped")
}

/// How far the mean of simulated optimal turns lies from a value, in standard errors.
fn z_score(game: &Arc<Game>, solution: TurnSolution, turns: u64) -> f64 {
    let value = solution.value;
    let simulation = Turns {
        game: Seated::new(game, 1),
        players: vec![Arc::new(player(
            game,
            OptimalTurn::new(Arc::new(solution)),
            OptimalTurn::SIGHT,
        ))],
        standing: Standing::start(1),
        seed: 3,
        isa: Some(Isa::Scalar),
    };
    let stop = StopFlag::new();
    let options = RunOptions { units: turns, threads: Some(1), stop: &stop, watch: None };
    let tally = run(&simulation, options).expect("a run").tally;
    let (mut sum, mut squares) = (0.0, 0.0);
    for ending in [Ending::Banked, Ending::Win] {
        let parts = tally.policies[0].endings.parts();
        for (units, count) in parts.flat_map(|(_, turns)| turns.of(ending as usize)) {
            let points = game.points(units) as f64;
            sum += points * count as f64;
            squares += points * points * count as f64;
        }
    }
    let n = turns as f64;
    let mean = sum / n;
    (mean - value) / ((squares / n - mean * mean) / n).sqrt()
}

#[test]
fn one_wrong_weight_is_caught() {
    let game = level("1", 8000);
    let right = solver(Arc::clone(&game));
    assert!(z_score(&game, right.turn().unwrap(), 1_000_000).abs() < 4.0);
    let mut wrong = right.clone();
    // Half the rolls of eight dice that bust go to the class that is met most.
    let odds = Arc::make_mut(&mut wrong.odds);
    let rolls = odds.rolls.last_mut().expect("eight dice");
    let moved = rolls.bust / 2;
    for steps in [&mut rolls.pruned, &mut rolls.full] {
        let most = steps.iter_mut().max_by(|a, b| a.weight.total_cmp(&b.weight));
        most.expect("a class").weight += moved as f64;
    }
    rolls.bust -= moved;
    let z = z_score(&game, wrong.turn().unwrap(), 1_000_000);
    assert!(z.abs() > 4.5, "{z}");
}

#[test]
fn nothing_is_lost_by_leaving_out_dominated_keeps() {
    for game in [level("1", 1500), level("2", 1500), edition(PIG, &["target=50"])] {
        let solver = solver(game);
        let pruned = solve(&solver);
        let full = solver.win_with(Control::default(), false).unwrap().unwrap();
        for (a, b) in pruned.values().iter().zip(full.values()) {
            assert!((a - b).abs() < 1e-13, "{a} {b}");
        }
    }
}

#[test]
fn values_that_fall_are_noticed() {
    use super::kernel::rises;
    assert!(rises([0.0, 0.5, 0.5, 1.0]));
    assert!(rises([0.5, 0.5 - 1e-15]));
    assert!(!rises([0.5, 0.6, 0.55]));
    assert!(!rises([0.5, 0.6, 0.6 - 2e-12]));
}

#[test]
fn all_instructions_give_the_same_bits() {
    for game in [level("1", 2000), level("2", 2000)] {
        let solver = solver(game);
        let win = solve(&solver);
        let target = win.target() as usize;
        for sum in [10, 35, 60] {
            let turn = Turn {
                odds: &solver.odds,
                pruned: true,
                reach: None,
                rows: target,
                last: target,
                min_bank: 8,
                lost: std::array::from_fn(|lane| 0.3 + 0.02 * lane as f64),
                won: (1.0, 0.0),
            };
            let stop = |row: usize| {
                std::array::from_fn::<_, LANES, _>(|lane| {
                    win.wait((row + lane) as u32, (sum - lane) as u32)
                })
            };
            let results: Vec<_> = Isa::ALL
                .into_iter()
                .map(|isa| {
                    let mut scratch = Scratch::new();
                    scratch.prepare(&turn, [1.0; LANES], 0.0);
                    let start = sweep_with(isa, &turn, &mut scratch, stop);
                    ((*start.value).map(f64::to_bits), (*start.slope).map(f64::to_bits))
                })
                .collect();
            assert!(results.iter().all(|result| *result == results[0]));
        }
    }
}

#[test]
fn threads_do_not_show() {
    let solver = solver(level("2", 1200));
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| solve(&solver))
    };
    assert_eq!(on(1).values(), on(3).values());
}

#[test]
fn somebody_wins() {
    let win = solve(&solver(level("2", 1500)));
    for own in 0..win.target() {
        for other in 0..win.target() {
            assert!((win.win(own, other) + win.wait(other, own) - 1.0).abs() < 1e-15);
            let position = win.position(own, other);
            assert!((position.start() - win.win(own, other)).abs() < 1e-13);
            assert!(win.win(own, own) > 0.5, "moving first is an advantage");
        }
    }
}

#[test]
fn bisection_finds_what_the_steps_find() {
    let solver = solver(level("1", 1000));
    let steps = solve(&solver);
    let halves = win::by_bisection(&solver);
    for (a, b) in steps.values().iter().zip(halves.values()) {
        assert!((a - b).abs() < 1e-12);
    }
}

#[test]
fn a_solve_shows_how_far_it_is_and_can_be_stopped() {
    struct Shown(Mutex<Vec<u64>>, AtomicU64);
    impl Watch for Shown {
        fn show(&self, progress: &Progress<'_>) {
            assert_eq!(progress.total, 400);
            self.0.lock().unwrap().push(progress.done);
        }
        fn end(&self) {
            self.1.fetch_add(1, Ordering::Relaxed);
        }
        fn interval(&self) -> Duration {
            Duration::ZERO
        }
    }
    let solver = solver(level("1", 1000));
    let shown = Shown(Mutex::default(), AtomicU64::new(0));
    let control = Control { stop: None, watch: Some(&shown) };
    assert!(solver.win(control).unwrap().is_some());
    let done = shown.0.into_inner().unwrap();
    assert!(done.is_sorted() && done.last() == Some(&400));
    assert_eq!(shown.1.into_inner(), 1);
    let flag = StopFlag::new();
    flag.raise(Why::Interrupted);
    let control = Control { stop: Some(&flag), watch: None };
    assert!(solver.win(control).unwrap().is_none());
    assert!(solver.race(control).unwrap().is_none());
    let win = solve(&solver);
    assert!(solver.respond(Side::Optimal(&win), control).unwrap().is_none());
    assert!(
        solver.match_value(Side::Optimal(&win), Side::Optimal(&win), control).unwrap().is_none()
    );
}

#[test]
fn odds_of_a_bust_are_those_of_the_rules() {
    let solver = solver(level("2", 8000));
    assert_eq!(solver.bust_odds(1), Some((5, 7)));
    assert_eq!(solver.bust_odds(8), Some((63_000, 16_777_216 - 428_400)));
    assert_eq!((solver.bust_odds(0), solver.bust_odds(9)), (None, None));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any small edition that the engine takes is solved or refused, and what is solved holds
    /// together.
    #[test]
    fn any_edition_is_solved(
        dice in 1_u8..=4,
        sides in 2_u8..=6,
        single in 1_u32..=3,
        set in 1_u32..=9,
        size in 2_u8..=3,
        joker in 0_usize..3,
        min_bank in 0_u32..=8,
        target in 1_u32..=25,
    ) {
        let joker = ["off", "standard", "literal"][joker];
        let runs = if dice.min(sides) >= 2 { "runs = { 2 = 5 }" } else { "" };
        let text = SHIPPED
            .replace("count = 8", &format!("count = {dice}"))
            .replace("sides = 8", &format!("sides = {sides}"))
            .replace("{ 1 = 100, 5 = 50 }", &format!("{{ 1 = {single} }}"))
            .replace("size = 3", &format!("size = {}", size.min(dice.max(2))))
            .replace("{ 1 = 1000, 2 = 200, 3 = 300, 4 = 400, 5 = 500, 6 = 600, 7 = 700, 8 = 800 }", &format!("{{ 2 = {set} }}"))
            .replace("face = 8", &format!("face = {sides}"))
            .replace("joker = \"off\"", &format!("joker = \"{joker}\""))
            .replace("runs = { 8 = 4000 }", runs);
        let text = &text[..text.find("[level.2]").unwrap()];
        let source = crate::diagnostic::Source { name: "any".to_owned(), text: text.to_owned() };
        let parsed = crate::games::el_ocho::edition::Edition::parse(Arc::new(source)).unwrap();
        let mut rules = crate::games::el_ocho::rules::Rules::of(Arc::new(parsed));
        (rules.min_bank, rules.target) = (min_bank, target);
        let Ok(game) = Game::new(rules) else { return Ok(()) };
        let game = Arc::new(game);
        let solver = solver(Arc::clone(&game));
        if let Ok(turn) = solver.turn() {
            prop_assert!(turn.value >= 0.0 && turn.value.is_finite());
            let policy = OptimalTurn::new(Arc::new(turn.clone()));
            let player = player(&game, policy, OptimalTurn::SIGHT);
            let value = solver.turn_value(&player, &Standing::start(1)).unwrap();
            prop_assert!((value.points >= turn.value - 1e-7 * turn.value.max(1.0)));
        }
        let race = match solver.race(Control::default()) {
            Ok(race) => race.unwrap(),
            Err(_) => return Ok(()),
        };
        prop_assert!(race.turns.iter().all(|turns| turns.is_finite() && *turns >= 1.0 - 1e-12));
        let win = solve(&solver);
        let full = solver.win_with(Control::default(), false).unwrap().unwrap();
        for (a, b) in win.values().iter().zip(full.values()) {
            prop_assert!((0.0..=1.0).contains(a));
            prop_assert!((a - b).abs() < 1e-12);
        }
        let value = solver.match_value(Side::Optimal(&win), Side::Optimal(&win), Control::default());
        for (a, b) in win.values().iter().zip(&value.unwrap().unwrap().win) {
            prop_assert!((a - b).abs() < 1e-9, "{} {}", a, b);
        }
    }
}
