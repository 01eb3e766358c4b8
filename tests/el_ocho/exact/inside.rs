//! Parts of the solver: rolls, reachable states, instruction sets, threads, cache and bounds.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use pushluck::games::el_ocho::exact::kernel::{LANES, Scratch, Turn, rises, sweep_with};
use pushluck::games::el_ocho::exact::length::given_up;
use pushluck::games::el_ocho::exact::{Control, Side, Solver, TurnSolution, WinSolution};
use pushluck::games::el_ocho::fast::Isa;
use pushluck::games::el_ocho::rules::Rules;
use pushluck::games::el_ocho::turn::{Game, Standing};
use pushluck::run::cache::{Cache, Cached};
use pushluck::sim::interrupt::{StopFlag, Why};
use pushluck::sim::progress::{Progress, Watch};

use crate::el_ocho::common::{PIG, edition, game, game_of, policy};
use crate::el_ocho::laws::invariants::some_edition;

fn solver(settings: &str) -> Solver {
    Solver::new(game(settings))
}

fn solve(solver: &Solver) -> WinSolution {
    solver.win(Control::default()).expect("small").expect("not stopped")
}

#[test]
fn busts_are_counted_among_rolls_that_are_not_jokers() {
    let solver = solver("level=2");
    let odds = [0, 1, 8, 9].map(|dice| solver.bust_odds(dice));
    assert_eq!(odds, [None, Some((5, 7)), Some((63_000, 16_777_216 - 428_400)), None]);
}

/// The reachable states by a search over every keep of every class, without rows or bits.
fn walk(game: &Game, max_points: u32) -> BTreeSet<(u32, u8)> {
    let mut seen = BTreeSet::new();
    let mut open = vec![game.start()];
    while let Some(state) = open.pop() {
        if state.points > max_points || !seen.insert((state.points, state.dice)) {
            continue;
        }
        let classes = game.table(state.dice).classes();
        let keeps: BTreeSet<_> = classes.iter().flat_map(|class| class.keeps()).collect();
        open.extend(keeps.iter().map(|keep| game.after_keep(state, **keep)));
    }
    seen
}

/// Two coins: a 1 scores one unit, a pair two.
fn coins(settings: &str) -> Arc<Game> {
    let mut edition = edition(PIG);
    (edition.dice, edition.sides, edition.target, edition.minimum_bank) = (2, 2, 20, 4);
    (edition.set_size, edition.singles, edition.sets) = (2, vec![0, 2, 0], vec![0, 4, 4]);
    game_of(edition, settings)
}

#[test]
fn the_states_of_a_turn_are_those_that_keeps_lead_to() {
    let pig = game_of(edition(PIG), "");
    let games = ["level=1", "level=2", "level=2,joker=literal"].map(game);
    for game in games.into_iter().chain([pig, coins("")]) {
        let solver = Solver::new(Arc::clone(&game));
        let walked = walk(&game, 600);
        let states = solver.turn_states(400);
        for points in 0..=400 {
            for dice in 0..=20 {
                let there = walked.contains(&(points, dice));
                assert_eq!(states.contains(points, dice), there, "{points} {dice}");
            }
        }
        for asked in [0, 1, 5, 7, 8, 20, 119] {
            let states = solver.turn_states(asked);
            for dice in 1..=game.dice() {
                let of = || walked.iter().filter(|state| state.1 == dice).map(|state| state.0);
                let below = of().filter(|points| *points < asked).max();
                let above = of().find(|points| *points > asked);
                assert_eq!(states.nearest(asked, dice), (below, above), "{asked} {dice}");
            }
        }
        assert_eq!(states.nearest(50, 0), (None, None));
    }
}

#[test]
fn totals_are_sums_of_turns_that_could_be_banked() {
    // From 400 on, a turn can hold every multiple of 50.
    let totals = solver("level=1").totals();
    assert_eq!(totals.nearest(3), (Some(0), Some(8)));
    assert_eq!(totals.nearest(500), (Some(159), None), "the target is no total during a game");
    assert_eq!(solver("target=400").totals().nearest(0), (None, None));
    for game in [
        game("level=1"),
        game("min_bank=1000,target=5000"),
        game_of(edition(PIG), ""),
        coins(""),
        coins("min_bank=6,target=60"),
    ] {
        let totals = Solver::new(Arc::clone(&game)).totals();
        let walked = walk(&game, game.target);
        let mut sums = BTreeSet::from([0]);
        for total in 0..game.target {
            let banks = walked.iter().filter(|state| state.0 >= game.min_bank.max(1));
            if sums.contains(&total) {
                sums.extend(banks.map(|state| total + state.0));
            }
            assert_eq!(totals.contains(total), sums.contains(&total), "{total}");
        }
    }
}

#[test]
fn decreasing_values_are_detected() {
    assert!(rises([0.0, 0.5, 0.5, 1.0]) && rises([0.5, 0.5 - 1e-15]));
    assert!(!rises([0.5, 0.6, 0.55]) && !rises([0.5, 0.6, 0.6 - 2e-12]));
}

#[test]
fn all_instruction_sets_give_the_same_bits() {
    for settings in ["level=1", "level=2"] {
        let (solver, rows) = (solver(settings), 40);
        let turn = Turn {
            odds: &solver.odds,
            pruned: true,
            reach: None,
            rows,
            last: rows,
            min_bank: 8,
            lost: std::array::from_fn(|lane| 0.3 + 0.02 * lane as f64),
            won: (1.0, 0.0),
        };
        let lanes = |row: usize| {
            std::array::from_fn(|lane| ((row * 17 + lane * 5) % 23) as f64 / 23.0 + row as f64)
        };
        let results = Isa::ALL.map(|isa| {
            let mut scratch = Scratch::default();
            scratch.prepare(&turn, [[1.0; LANES], [0.0; LANES], [0.7; LANES]]);
            let stop = |row| [lanes(row), [0.0; LANES], lanes(row)];
            let start = sweep_with(isa, &turn, &mut scratch, stop, 0.7, |_, _| {});
            start.map(|numbers| numbers.map(f64::to_bits))
        });
        assert!(results.iter().all(|result| *result == results[0]));
    }
}

#[test]
fn values_that_newton_steps_do_not_find_are_bisected() {
    // A turn wins with a probability of about 1e-12, and otherwise passes to the other player.
    let solver = Solver::new(game_of(edition(PIG), "min_bank=640,target=10"));
    let win = solve(&solver);
    let response = solver.respond(Side::Optimal(&win), Control::default()).unwrap().unwrap();
    for value in win.values().iter().chain(response.values()) {
        assert!((value - 0.5).abs() < 0.05, "{value}");
    }
}

#[test]
fn results_do_not_depend_on_threads_and_one_player_wins() {
    let solver = solver("level=2,target=900");
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| solve(&solver))
    };
    let win = on(1);
    assert_eq!(win.values(), on(3).values());
    for own in 0..win.target() {
        assert!(win.win(own, own) > 0.5, "moving first is an advantage");
        for other in 0..win.target() {
            assert!((win.win(own, other) + win.wait(other, own) - 1.0).abs() < 1e-15);
            let start = win.position(own, other).start();
            assert!((start - win.win(own, other)).abs() < 1e-13);
        }
    }
}

#[test]
fn a_solve_shows_its_progress_and_can_be_stopped() {
    struct Shown(Mutex<Vec<u64>>, AtomicU64);
    impl Watch for Shown {
        fn show(&self, progress: &Progress<'_>) {
            assert_eq!(progress.total, 400);
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(progress.done);
        }
        fn end(&self) {
            self.1.fetch_add(1, Ordering::Relaxed);
        }
        fn interval(&self) -> Duration {
            Duration::ZERO
        }
    }
    let solver = solver("level=1,target=1000");
    let shown = Shown(Mutex::default(), AtomicU64::new(0));
    let control = Control { stop: None, watch: Some(&shown) };
    let win = solver.win(control).unwrap().unwrap();
    let done = shown.0.into_inner().unwrap();
    assert!(done.is_sorted() && done.last() == Some(&400));
    assert_eq!(shown.1.into_inner(), 1);
    let flag = StopFlag::new();
    flag.raise(Why::Interrupted);
    let control = Control { stop: Some(&flag), watch: None };
    let best = Side::Optimal(&win);
    assert!(solver.win(control).unwrap().is_none());
    assert!(solver.race(control).unwrap().is_none());
    assert!(solver.respond(best, control).unwrap().is_none());
    assert!(solver.match_value(best, best, control).unwrap().is_none());
    // Nothing of an interrupted solve is stored.
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path());
    assert!(cache.win(&solver, control).unwrap().is_none());
    assert!(cache.race(&solver, control).unwrap().is_none());
    assert!(files(folder.path()).is_empty());
}

#[test]
fn the_bound_on_games_at_the_turn_limit_holds_and_is_useful() {
    // One coin per round, ten heads to win: more than n rounds means fewer than ten heads in n.
    let coin = |rounds: u32| given_up([10, 1, 1], 1, rounds, |_| 0.5);
    let exact = |rounds: u32| {
        let mut few = [0.0; 11];
        few[0] = 1.0;
        for _ in 0..rounds {
            for heads in (0..10).rev() {
                few[heads + 1] += 0.5 * few[heads];
                few[heads] *= 0.5;
            }
        }
        few[..10].iter().sum::<f64>()
    };
    for rounds in [10, 20, 50, 100, 200] {
        assert!(coin(rounds) >= exact(rounds), "{rounds}: {} {}", coin(rounds), exact(rounds));
    }
    assert_eq!(coin(3), 1.0);
    assert!(coin(200) < 1e-25 && coin(1000) < 1e-100);
    // The bound covers every pair, not only the pair at the start.
    assert_eq!(given_up([10, 10, 1], 1, 100, |[own, ..]| if own == 7 { 0.99 } else { 0.1 }), 1.0);
    // This pair is never left, so the limit ends no game that would have ended.
    assert!(given_up([10, 10, 1], 1, 1000, |[own, ..]| if own == 7 { 1.0 } else { 0.1 }) < 1e-100);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn cached(cache: &Cache, solver: &Solver) -> Cached<WinSolution> {
    cache.win(solver, Control::default()).unwrap().unwrap()
}

#[test]
fn solutions_are_read_from_the_cache_for_equal_rules() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path().join("deep").join("down"));
    let game = solver("level=2,target=1000");
    let [first, again] = [false, true].map(|from_disk| {
        let found = cached(&cache, &game);
        assert_eq!((found.from_disk, found.warning), (from_disk, None));
        found.solution
    });
    assert_eq!(first.values(), again.values());
    assert!((again.position(3, 17).start() - again.win(3, 17)).abs() < 1e-13);
    let [first, again] = [false, true].map(|from_disk| {
        let race = cache.race(&game, Control::default()).unwrap().unwrap();
        assert_eq!(race.from_disk, from_disk);
        race.solution.turns
    });
    assert_eq!(first, again);
    assert_eq!(files(cache.folder().unwrap()).len(), 2, "and no other files");
    for (settings, from_disk) in [
        ("level=2,target=500", false),
        ("level=1,target=500", false),
        ("joker=standard,target=500", false),
        ("min_bank=300,target=500", false),
        ("level=2,target=550", false),
        ("max_turns=7,target=500", true),
    ] {
        assert_eq!(cached(&cache, &solver(settings)).from_disk, from_disk, "{settings}");
    }
}

#[test]
fn the_cache_drops_what_was_not_used_for_longest_and_leaves_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path());
    let is_saved = |target: u32| {
        let solver = solver(&format!("level=2,target={target}"));
        cache.race(&solver, Control::default()).unwrap().unwrap().from_disk
    };
    // The first was used longest ago.
    for (target, minutes) in [(1000, 30), (1200, 20), (1400, 10)] {
        let before = files(folder.path());
        assert!(!is_saved(target));
        let new = files(folder.path()).into_iter().find(|file| !before.contains(file)).unwrap();
        let used = SystemTime::now() - Duration::from_secs(60 * minutes);
        fs::File::options().append(true).open(new).unwrap().set_modified(used).unwrap();
    }
    let others = ["race-notes.bin", "notes.txt"].map(|name| folder.path().join(name));
    others.iter().for_each(|other| fs::write(other, [0; 5000]).unwrap());
    assert!(is_saved(1000), "read, so used");
    let (number, bytes) = cache.contents()["race"];
    assert_eq!(number, 3);
    cache.keep_within(bytes);
    assert_eq!(cache.contents()["race"], (number, bytes));
    cache.keep_within(bytes - 1);
    assert!(is_saved(1000) && is_saved(1400) && !is_saved(1200));
    assert_eq!(cache.clear().unwrap().0, 3);
    assert!(cache.contents().is_empty() && others.iter().all(|other| other.exists()));
}

#[test]
fn a_damaged_file_is_written_again_and_a_cache_that_cannot_be_written_is_a_warning() {
    const HEADER: usize = 56;
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path());
    let solver = solver("level=1,target=500");
    let good = cached(&cache, &solver);
    let path = files(folder.path()).remove(0);
    let bytes = fs::read(&path).unwrap();
    let damage: [fn(&mut Vec<u8>); 8] = [
        Vec::clear,
        |bytes| bytes.truncate(bytes.len() / 2),
        |bytes| bytes.push(0),
        |bytes| bytes[0] ^= 1,
        |bytes| bytes[8] ^= 1,
        |bytes| bytes[20] ^= 1,
        |bytes| bytes[HEADER + 3] ^= 1,
        |bytes| *bytes.last_mut().unwrap() ^= 1,
    ];
    for harm in damage {
        let mut bytes = bytes.clone();
        harm(&mut bytes);
        fs::write(&path, bytes).unwrap();
        let again = cached(&cache, &solver);
        assert!(!again.from_disk && again.warning.is_none());
        assert_eq!(again.solution.values(), good.solution.values());
        assert!(cached(&cache, &solver).from_disk);
    }
    let solved = cached(&Cache::at(&path), &solver);
    assert!(solved.warning.unwrap().contains("cannot be saved in"));
    assert!(cached(&Cache::none(), &solver).warning.is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Any small edition that the engine accepts is solved or rejected. Values of solutions are
    /// consistent, with and without dominated keeps.
    #[test]
    fn any_edition_is_solved(
        dice in 1_u8..=4,
        sides in 2_u8..=6,
        points in prop::collection::vec(1_u32..=9, 3..6),
        traits in any::<u64>(),
        min_bank in 0_u32..=8,
        target in 1_u32..=25,
    ) {
        // A roll of 1s alone never scores: without busts, turns would not end.
        let traits = traits & !(1 << 2 | 1 << 13 | 1 << 36);
        let mut rules = Rules::of(Arc::new(some_edition(dice, sides, &points, traits)));
        (rules.min_bank, rules.target) = (min_bank, target);
        let Ok(game) = Game::new(rules) else { return Ok(()) };
        let game = Arc::new(game);
        let solver = Solver::new(Arc::clone(&game));
        if let Ok(turn) = solver.turn() {
            prop_assert!(turn.value >= 0.0 && turn.value.is_finite());
            let player = policy(&game, turn.clone(), TurnSolution::SIGHT);
            let value = solver.turn_value(&player, &Standing::start(1)).unwrap();
            prop_assert!((value.points >= turn.value - 1e-7 * turn.value.max(1.0)));
        }
        let Ok(race) = solver.race(Control::default()) else { return Ok(()) };
        let turns = race.unwrap().turns;
        prop_assert!(turns.iter().all(|turns| turns.is_finite() && *turns >= 1.0 - 1e-12));
        let win = solve(&solver);
        let full = solver.win_with(Control::default(), false).unwrap().unwrap();
        for (a, b) in win.values().iter().zip(full.values()) {
            prop_assert!((0.0..=1.0).contains(a) && (a - b).abs() < 1e-12);
        }
        let best = Side::Optimal(&win);
        let value = solver.match_value(best, best, Control::default()).unwrap().unwrap();
        for (a, b) in win.values().iter().zip(&value.win) {
            prop_assert!((a - b).abs() < 1e-9, "{} {}", a, b);
        }
    }
}
