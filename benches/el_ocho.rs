//! The engines of El Ocho side by side, level 2: the plain engine of `tests/`, the fast engine with
//! a compiled policy file on every kind of instructions, the same policy in Rust, and the raw cost
//! of the random draws a turn needs.
//!
//! `cargo bench -p benches --bench el_ocho` prints Criterion's figures and then ratios: the contenders take
//! turns in short windows within one run, and the best window of each counts, so that other work on
//! the machine hits all of them alike.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput};
use pushluck::error::Error;
use pushluck::game::contract::Game as _;
use pushluck::game::decision::{Choice, Decision, Policy};
use pushluck::games::el_ocho::definition::EL_OCHO;
use pushluck::games::el_ocho::edition::Edition;
use pushluck::games::el_ocho::engine::{Action, Seated};
use pushluck::games::el_ocho::fast::Alike;
use pushluck::games::el_ocho::fast::Isa;
use pushluck::games::el_ocho::fast::Matches;
use pushluck::games::el_ocho::fast::Turns;
use pushluck::games::el_ocho::player::Player;
use pushluck::games::el_ocho::policies;
use pushluck::games::el_ocho::rules::Rules;
use pushluck::games::el_ocho::turn::{Game, Seen, Sight, Standing};
use pushluck::policy::CheckedPolicy;
use pushluck::run::{AnyGame as _, shipped, shipped_source};
use pushluck::sim::interrupt::StopFlag;
use pushluck::sim::random::{BLOCK, Domain, UnitKey};
use pushluck::sim::runner::{RunOptions, Simulation, run};
use rand::Rng as _;
use rand_pcg::{Pcg32, Pcg64Dxsm};

#[path = "../tests/el_ocho/plain/mod.rs"]
#[allow(dead_code, reason = "games and turns are played, rounds and exact values are not")]
mod plain;

mod plain_engine;

use plain::rules::PlainRules;
use plain_engine::{BenchEngine, CatchUp, Words32};

/// Turns in one call of a contender.
const TURNS: u64 = 1 << 15;
/// Games in one call of a contender.
const GAMES: u64 = 1 << 12;

fn level_2(seats: u8) -> Seated {
    let edition = Arc::new(Edition::shipped());
    let settings = [("level".to_owned(), Some("2".to_owned()))];
    let rules = Rules::resolve(edition, &settings).expect("a level");
    Seated::new(&Arc::new(Game::new(rules).expect("sound")), seats)
}

/// `hold-at` written in Rust: keeps everything, stops at a turn total or when that wins; or
/// `catch-up`, which holds at more when far behind the best opponent.
#[derive(Clone, Copy, Debug)]
struct RustHoldAt {
    /// The turn total to hold at, in units.
    hold: u32,
    /// The turn total when far behind, and how far that is, in units.
    behind: Option<(u32, u32)>,
}

impl RustHoldAt {
    /// Makes it play `game`.
    fn player(self, game: &Seated) -> Arc<Player> {
        let best_other = self.behind.is_some();
        let roll = Seen { points: true, own: true, best_other, ..Seen::NOTHING };
        Arc::new(Player::new(game, Arc::new(self), Sight { keep: Seen::NOTHING, roll }))
    }
}

impl Policy<Seated> for RustHoldAt {
    fn choose(&self, decision: &Decision<'_, Seated>) -> Choice<Action> {
        let &Decision { game, state, .. } = decision;
        if state.rolled().is_some() {
            let best = game.keeps(state).iter().enumerate().max_by_key(|(index, keep)| {
                (keep.points * 100 + u32::from(keep.dice), std::cmp::Reverse(*index))
            });
            let place = best.map_or(0, |(index, _)| index);
            return Choice { action: decision.actions()[place], rule: 0 };
        }
        let (standing, points) = (state.standing(game.seats(), decision.seat), state.turn.points);
        let hold = match self.behind {
            Some((more, gap)) if standing.best_other() >= standing.own + gap => more,
            _ => self.hold,
        };
        let stops = standing.own + points >= game.rules.target || points >= hold;
        let stops = stops && points >= game.rules.min_bank;
        Choice { action: if stops { Action::Stop } else { Action::Roll }, rule: u8::from(stops) }
    }
}

/// A shipped policy with these parameters as a player.
fn file(name: &str, parameters: &[(String, f64)], game: &Seated) -> Result<Arc<Player>, Error> {
    let source = shipped_source(&EL_OCHO, shipped(&EL_OCHO, name)?);
    let checked = CheckedPolicy::from_source(source, EL_OCHO.vocabulary())?;
    Ok(Arc::new(policies::file(&checked.with_parameters(parameters)?, game)?))
}

/// Something that plays a number of turns or games and can be asked to do so again and again.
struct Contender {
    name: String,
    /// Turns in one call.
    turns: f64,
    play: Box<dyn FnMut()>,
}

/// A simulation on one thread, batch after batch.
fn simulation<S: Simulation + 'static>(
    name: &str,
    turns: f64,
    units: u64,
    simulation: S,
) -> Contender {
    let mut worker = simulation.worker();
    let mut tally = simulation.empty();
    let mut next = 1 << 20; // beyond the short batches of the beginning
    let play = move || {
        let end = next + units;
        while next < end {
            let batch = next..(next + simulation.batch_len(next)).min(end);
            next = batch.end;
            simulation.run_batch(&mut worker, batch, &mut tally, &StopFlag::new());
        }
        black_box(&tally);
    };
    Contender { name: name.to_owned(), turns, play: Box::new(play) }
}

fn turns(game: &Seated, player: Arc<Player>, isa: Option<Isa>) -> Turns {
    let (game, players) = (game.clone(), vec![player]);
    Turns { game, players, standing: Standing::start(1), seed: 1, isa }
}

fn matches(game: &Seated, player: Arc<Player>, folded: bool) -> Matches {
    Matches {
        game: game.clone(),
        players: vec![player],
        lineups: vec![vec![0, 0]],
        fixed_seats: false,
        seed: 1,
        fold_for: folded.then_some(u64::MAX),
        alike: Alike::default(),
    }
}

fn available() -> impl Iterator<Item = Isa> {
    Isa::ALL.into_iter().filter(|isa| isa.available())
}

/// Single turns of hold-at, the plain engine first.
fn turn_contenders(hold: u32) -> Vec<Contender> {
    let game = level_2(1);
    let mut engine = BenchEngine::new(PlainRules::LEVEL_2, Words32(Pcg32::new(1, 2)));
    let plain = move || {
        for _ in 0..TURNS {
            black_box(engine.hold_at(hold));
        }
    };
    let mut all = vec![Contender {
        name: "plain engine".to_owned(),
        turns: TURNS as f64,
        play: Box::new(plain),
    }];
    let parameters = [("hold".to_owned(), f64::from(hold))];
    let policy = file("hold-at", &parameters, &game).expect("a shipped policy");
    let rust = RustHoldAt { hold: hold / game.scoring.unit, behind: None }.player(&game);
    for isa in available() {
        let name = format!("policy file, {isa:?}");
        let of = turns(&game, Arc::clone(&policy), Some(isa));
        all.push(simulation(&name, TURNS as f64, TURNS, of));
    }
    let file = turns(&game, policy, None);
    all.push(simulation("policy file, unfolded", TURNS as f64, TURNS, file));
    let rust = turns(&game, rust, None);
    all.push(simulation("policy in Rust, unfolded", TURNS as f64, TURNS, rust));
    for (name, draws) in [
        ("random draws alone (Pcg32)", draws as fn(u64, u32)),
        ("random draws alone (Pcg64Dxsm)", draws_64),
    ] {
        // At hold 500 a turn takes 2.46 rolls, at 1000 3.72: the number of random words it needs.
        let hundredths = if hold == 500 { 246 } else { 372 };
        let play = move || draws(TURNS, hundredths);
        all.push(Contender { name: name.to_owned(), turns: TURNS as f64, play: Box::new(play) });
    }
    all
}

/// The random words of `turns` turns from their own streams, as the fast engine draws them.
fn draws(turns: u64, hundredths: u32) {
    let random = UnitKey::new(1, Domain::Turns, 0);
    let mut sum = 0_u32;
    for turn in 0..turns {
        let mut rng = random.of_block(turn % BLOCK).stream(0, 0);
        let words = (hundredths + (turn % 100) as u32) / 100;
        for _ in 0..words {
            sum = sum.wrapping_add(rng.next_u32());
        }
    }
    black_box(sum);
}

/// The same number of words, half as many of twice the width, from one `Pcg64Dxsm` a turn.
fn draws_64(turns: u64, hundredths: u32) {
    let random = UnitKey::new(1, Domain::Turns, 0);
    let mut sum = 0_u64;
    for turn in 0..turns {
        let place = random.of_block(turn % BLOCK).place(0, 0);
        let mut rng = Pcg64Dxsm::new(place.into(), random.increment().into());
        let words = (hundredths + (turn % 100) as u32) / 100;
        for _ in 0..words.div_ceil(2) {
            sum = sum.wrapping_add(rng.next_u64());
        }
    }
    black_box(sum);
}

/// Two-player games of catch-up, which looks at the opponent's total; the plain engine first.
fn game_contenders() -> Vec<Contender> {
    let game = level_2(2);
    let catch_up = CatchUp::default();
    let mut engine = BenchEngine::new(PlainRules::LEVEL_2, Words32(Pcg32::new(1, 2)));
    let plain = move || {
        for _ in 0..GAMES {
            black_box(engine.game(&[catch_up, catch_up], 1000));
        }
    };
    // A game of these policies takes 21.93 turns.
    let turns = GAMES as f64 * 21.93;
    let mut all = vec![Contender { name: "plain engine".to_owned(), turns, play: Box::new(plain) }];
    let unit = game.scoring.unit;
    let policy = file("catch-up", &[], &game).expect("a shipped policy");
    let behind = Some((1000 / unit, 2000 / unit));
    let rust = RustHoldAt { hold: 500 / unit, behind }.player(&game);
    let folded = matches(&game, Arc::clone(&policy), true);
    all.push(simulation("policy file, folded", turns, GAMES, folded));
    let file = matches(&game, policy, false);
    all.push(simulation("policy file, unfolded", turns, GAMES, file));
    all.push(simulation("policy in Rust, unfolded", turns, GAMES, matches(&game, rust, false)));
    all
}

/// Windows of which the best counts.
const WINDOWS: usize = 30;
/// The length of a window.
const WINDOW: Duration = Duration::from_millis(40);

/// Lets the contenders take turns; prints nanoseconds a turn and how many times as fast as the
/// first each is.
fn ratios(title: &str, contenders: &mut [Contender]) {
    let mut best = vec![f64::INFINITY; contenders.len()];
    for contender in contenders.iter_mut() {
        // Folding the contexts of a policy is over before the first window.
        let started = Instant::now();
        while started.elapsed() < Duration::from_millis(1500) {
            (contender.play)();
        }
    }
    for _ in 0..WINDOWS {
        for (contender, best) in contenders.iter_mut().zip(&mut best) {
            let started = Instant::now();
            let mut calls = 0;
            while started.elapsed() < WINDOW {
                (contender.play)();
                calls += 1;
            }
            let turns = contender.turns * f64::from(calls);
            *best = best.min(started.elapsed().as_secs_f64() * 1e9 / turns);
        }
    }
    println!("\n{title}");
    for (contender, nanoseconds) in contenders.iter().zip(&best) {
        println!(
            "  {:<34} {nanoseconds:>7.2} ns a turn {:>6.1} ×",
            contender.name,
            best[0] / nanoseconds
        );
    }
}

/// How much faster two threads are than one.
fn threads(title: &str, simulation: &impl Simulation, units: u64) {
    let stop = StopFlag::new();
    let mut best = [f64::INFINITY; 2];
    for _ in 0..6 {
        for (threads, best) in (1..).zip(&mut best) {
            let options = RunOptions { units, threads: Some(threads), stop: &stop, watch: None };
            let started = Instant::now();
            black_box(run(simulation, options).expect("threads").units_done);
            *best = best.min(started.elapsed().as_secs_f64());
        }
    }
    println!("  {title}: {:.2} × on two threads", best[0] / best[1]);
}

fn main() {
    let mut criterion = Criterion::default()
        .measurement_time(Duration::from_secs(2))
        .warm_up_time(Duration::from_secs(1))
        .sample_size(20)
        .configure_from_args();
    let tables = [
        ("turns of hold-at 500", turn_contenders as fn(u32) -> Vec<Contender>, 500),
        ("turns of hold-at 1000", turn_contenders, 1000),
        ("two-player games of catch-up", |_| game_contenders(), 0),
    ];
    for (title, contenders, hold) in tables {
        let mut contenders = contenders(hold);
        let mut group = criterion.benchmark_group(title);
        for contender in &mut contenders {
            group.throughput(Throughput::Elements(contender.turns as u64));
            group.bench_function(BenchmarkId::from_parameter(&contender.name), |bencher| {
                bencher.iter(|| (contender.play)());
            });
        }
        group.finish();
    }
    criterion.final_summary();
    // Under `cargo test` a bench only shows that it runs.
    if std::env::args().any(|argument| argument == "--bench") {
        for (title, contenders, hold) in tables {
            ratios(title, &mut contenders(hold));
        }
        println!("\nthreads");
        let game = level_2(2);
        let best = available().last();
        let parameters = [("hold".to_owned(), 500.0)];
        let hold_at = file("hold-at", &parameters, &game).expect("a shipped policy");
        threads("turns of hold-at 500", &turns(&level_2(1), hold_at, best), 100_000_000);
        let catch_up = file("catch-up", &[], &game).expect("a shipped policy");
        threads("games of catch-up", &matches(&game, catch_up, true), 4_000_000);
    }
}
