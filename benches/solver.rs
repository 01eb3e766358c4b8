//! How long exact solutions take, on as many threads as `RAYON_NUM_THREADS` says (default: all).
//!
//! `cargo bench -p benches --bench solver`; the goals: a turn in 50 ms, the whole two-player game of level 2
//! in 30 s on two cores.

use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use pushluck::games::el_ocho::edition::Edition;
use pushluck::games::el_ocho::exact::{Control, Solver};
use pushluck::games::el_ocho::rules::Rules;
use pushluck::games::el_ocho::turn::Game;

fn game(level: &str) -> Arc<Game> {
    let settings = [("level".to_owned(), Some(level.to_owned()))];
    let rules = Rules::resolve(Arc::new(Edition::shipped()), &settings).expect("a level");
    Arc::new(Game::new(rules).expect("a game"))
}

fn solver(criterion: &mut Criterion) {
    for level in ["1", "2"] {
        let game = game(level);
        let mut group = criterion.benchmark_group(format!("solver/level {level}"));
        group.sample_size(10).warm_up_time(Duration::from_millis(200));
        group.bench_function("compile", |b| b.iter(|| Solver::new(Arc::clone(&game))));
        let solver = Solver::new(Arc::clone(&game));
        group.bench_function("turn", |b| b.iter(|| solver.turn().unwrap()));
        group.bench_function("race", |b| b.iter(|| solver.race(Control::default()).unwrap()));
        group.bench_function("win", |b| b.iter(|| solver.win(Control::default()).unwrap()));
        let solution = solver.win(Control::default()).expect("a solution").expect("not stopped");
        group.bench_function("position", |b| b.iter(|| solution.position(0, 0)));
        group.finish();
    }
}

criterion_group!(benches, solver);
criterion_main!(benches);
