//! Str8 Eight: single hands of two and four, by random play, by a compiled policy file that looks at
//! cards alone, and by one that asks for the turns to go. Of each the time of a hand is given, and the
//! time of a decision with everything that comes with it. Then the loop that plays any game against the
//! engine called by hand.
//!
//! `cargo bench -p benches --bench str8_eight`

use std::hint::black_box;
use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput};
use pushluck::diagnostic::Source;
use pushluck::game::contract::{Game, Menu, Next, Silent};
use pushluck::game::decision::{Decision, Policy, Random};
use pushluck::game::play::{Streams, play};
use pushluck::game::publish::vocabulary;
use pushluck::games::str8_eight::edition::Edition;
use pushluck::games::str8_eight::engine::{Rules, Str8Eight};
use pushluck::policy::CheckedPolicy;
use pushluck::policy::play::FilePolicy;
use pushluck::sim::random::UnitKey;

/// Lays whatever fits, and keeps what can still be reached soon.
const FILE: &str = r#"
game = "str8-eight"
language = 2
description = "Lays whatever fits."

[[draw]]
choose = "discard"
only = 'fits'

[[draw]]
choose = "pile"

[[play]]
choose = "lay"
prefer = '10 * hand_followers + followers - number / 10'

[[play]]
choose = "discard"
prefer = 'steps * 100 + penalty'
"#;

/// The hands whose decisions are counted for the time of one.
const SAMPLE: u64 = 200;

fn game(seats: u8) -> Str8Eight {
    let Edition { deck, colours, rules, .. } = Edition::shipped();
    Str8Eight::new(deck, colours, Rules { targets: [1; 2], max_hands: 1, ..rules }, seats)
}

fn compiled(text: &str) -> FilePolicy {
    let checked =
        CheckedPolicy::from_source(Source::new("bench.toml", text), vocabulary::<Str8Eight>());
    FilePolicy::new(&checked.expect("a valid policy"))
}

/// Plays hand `number` with one policy in every seat; returns the number of its decisions.
fn hand(game: &Str8Eight, policy: &impl Policy<Str8Eight>, number: u64) -> u64 {
    let mut decisions = 0;
    let decide = |decision: &Decision<'_, Str8Eight>| {
        decisions += 1;
        policy.choose(decision).action
    };
    black_box(play(game, UnitKey::of_game(1, number), decide));
    decisions
}

/// The same by random play, without the loop that plays any game.
fn by_hand(game: &Str8Eight, number: u64) -> u64 {
    let unit = UnitKey::of_game(1, number);
    let (mut random, mut streams) = (unit.stream(0, 0), Streams::new(unit));
    let (mut state, mut actions, mut decisions) = (game.start(&mut Silent), Vec::new(), 0);
    loop {
        match game.next(&state) {
            Next::Decide { seat, .. } => {
                actions.clear();
                Menu::list(game, &state, &mut actions);
                decisions += 1;
                let action = actions[streams.own(seat).one_of(actions.len())];
                game.act(&mut state, action, &mut Silent);
            }
            Next::Chance(_) => {
                let card = game.draw(&state, &mut random);
                game.happen(&mut state, card, &mut Silent);
            }
            Next::Over { .. } => break,
        }
    }
    black_box(game.ranking(&state));
    decisions
}

/// Times `play`, which returns the number of decisions of a hand: by hand and by decision.
fn measure(criterion: &mut Criterion, group: &str, id: &BenchmarkId, play: impl Fn(u64) -> u64) {
    for unit in ["hand", "decision"] {
        let mut group = criterion.benchmark_group(format!("{group} {unit}"));
        let mut number = 0;
        group.throughput(Throughput::Elements(1));
        group.bench_function(id.clone(), |bencher| {
            bencher.iter_custom(|iterations| {
                let hands = if unit == "hand" { iterations } else { SAMPLE };
                let start = Instant::now();
                let decisions: u64 = (number + 1..=number + hands).map(&play).sum();
                number += hands;
                let elapsed = start.elapsed();
                if unit == "hand" {
                    return elapsed;
                }
                elapsed.mul_f64(iterations as f64 / decisions as f64)
            });
        });
        group.finish();
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let (file, estimate) =
        (compiled(FILE), compiled(include_str!("../policies/str8-eight/fastest-eight.toml")));
    for seats in [2, 4] {
        let game = game(seats);
        let id = |name: &str| BenchmarkId::new(name, seats);
        measure(&mut criterion, "str8-eight", &id("random"), |number| hand(&game, &Random, number));
        measure(&mut criterion, "str8-eight", &id("file"), |number| hand(&game, &file, number));
        let name = id("turns_to_go");
        measure(&mut criterion, "str8-eight", &name, |number| hand(&game, &estimate, number));
        measure(&mut criterion, "str8-eight by hand", &id("random"), |number| {
            by_hand(&game, number)
        });
    }
    criterion.final_summary();
}
