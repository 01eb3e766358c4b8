//! Long Shot: the race without player actions, and games of two and four by random play and by compiled
//! policy files: two short ones, one of which asks for chances of places, and `value-bettor` with the
//! text of version 0.2, by which versions compare. Of each the time of a game is given, and the time
//! of a decision with everything that comes with it.
//!
//! `cargo bench -p benches --bench long_shot`

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput};
use pushluck::diagnostic::Source;
use pushluck::game::contract::{Game as _, Silent};
use pushluck::game::decision::{ActionList, Decision, Policy, Random};
use pushluck::game::play::{Streams, play_until};
use pushluck::game::publish::vocabulary;
use pushluck::game::settings::resolve;
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::Edition;
use pushluck::games::long_shot::rules::Rules;
use pushluck::policy::CheckedPolicy;
use pushluck::policy::play::FilePolicy;
use pushluck::run::Definition;
use pushluck::sim::random::UnitKey;

/// A bit of everything: concessions near a line, bets on the lead, cheap horses, Jerseys for them.
const FILE: &str = r#"
game = "long-shot"
language = 2
description = "Completes lines, buys and bets near the end, and pushes what it has bet on."

[[action]]
choose = "concession"
prefer = 'lines * 10 - min(row_missing, column_missing)'
when = 'line_missing <= 1'

[[action]]
when = 'to_go(rolled) <= 8 && own_money >= 8'
choose = "buy"

[[action]]
when = 'own_bet(rolled) > 0 && to_go(rolled) > 4'
choose = "jersey"

[[action]]
when = 'finishers < 3 && own_money > 0'
choose = "bet"
prefer = 'stake'

[[action]]
choose = "concession"
prefer = '0 - min(row_missing, column_missing)'

[[action]]
when = 'stuck && own_wilds > 1'
choose = "wild_concession"
prefer = '0 - min(row_missing, column_missing)'

[[box]]
choose = "mark"
prefer = 'horse_own_bet * 10 - horse_marks'

[[move]]
choose = "move"
prefer = 'if spaces > 0 then horse_own_bet * moved else horse_others_bets - horse_own_bet'

[[free_bet]]
prefer = '0 - horse_rounds'
"#;

/// Bets where the expected return per dollar is highest by `place_chance`.
const CHANCES: &str = r#"
game = "long-shot"
language = 2
description = "Bets by the chances of places, and marks concessions without money."

[[action]]
when = 'own_money > 2 && own_wilds > 0 && round > 8'
choose = ["bet", "wild_bet"]
prefer = '''place_chance(horse, 1) * odds(horse, 1) + place_chance(horse, 2) * odds(horse, 2)
            - (if wild then 0.5 else 0)'''

[[action]]
choose = "bet"
when = 'own_money > 0 && place_chance(rolled, 1) * odds(rolled, 1) > 1'
prefer = 'stake'

[[action]]
choose = "concession"
prefer = '0 - min(row_missing, column_missing)'
"#;

/// The strongest policy of version 0.2.
const VALUE_BETTOR: &str = include_str!("value_bettor_0_2.toml");

/// The games whose decisions are counted for the time of one.
const SAMPLE: u64 = 200;

/// Plays a game with one policy in every seat: its rounds, and the decisions.
fn play(game: &Game, policy: &dyn Policy<Game>, number: u64) -> (u32, u64) {
    let mut decisions = 0;
    let decide = |decision: &Decision<'_, Game>| {
        decisions += 1;
        policy.choose(decision).action
    };
    let mut state = game.start(&mut Silent);
    let (mut streams, list) =
        (Streams::new(UnitKey::of_game(1, number)), &mut ActionList::default());
    play_until(game, &mut state, &mut streams, decide, &mut Silent, list, |_| false);
    (state.round, decisions)
}

fn game(horses: &str, players: u8) -> Game {
    let settings = [("horses".to_owned(), Some(horses.to_owned()))];
    let rules = Rules::of(Arc::new(Edition::shipped()));
    Game::new(resolve(Game::SETTINGS, &rules, &settings).expect("known rules"), players)
}

fn compiled(text: &str) -> FilePolicy {
    let checked = CheckedPolicy::from_source(Source::new("bench.toml", text), vocabulary::<Game>());
    FilePolicy::new(&checked.expect("a valid policy"))
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();

    let mut group = criterion.benchmark_group("long-shot race");
    let (race, mut number) = (game("set1", 2), 0);
    group.throughput(Throughput::Elements(1));
    group.bench_function("unpushed", |bencher| {
        bencher.iter(|| {
            number += 1;
            let mut dice = UnitKey::of_game(1, number).stream(0, 0);
            black_box(race.race(&mut dice))
        });
    });
    group.finish();

    let [file, chances, value] = [FILE, CHANCES, VALUE_BETTOR].map(compiled);
    let players: [(&str, &dyn Policy<Game>); 4] = [
        ("random", &Random),
        ("file", &file),
        ("place_chance", &chances),
        ("value-bettor of 0.2", &value),
    ];
    for unit in ["game", "decision"] {
        let mut group = criterion.benchmark_group(format!("long-shot {unit}"));
        for seats in [2, 4] {
            for (name, player) in players {
                let game = game("set1", seats);
                let mut number = 0;
                group.throughput(Throughput::Elements(1));
                group.bench_function(BenchmarkId::new(seats.to_string(), name), |bencher| {
                    bencher.iter_custom(|iterations| {
                        let games = if unit == "game" { iterations } else { SAMPLE };
                        let first = number + 1;
                        number += games;
                        let start = Instant::now();
                        let mut decisions = 0;
                        for game_number in first..=number {
                            decisions += black_box(play(&game, player, game_number)).1;
                        }
                        let elapsed = start.elapsed();
                        match unit {
                            "game" => elapsed,
                            _ => elapsed.mul_f64(iterations as f64 / decisions as f64),
                        }
                    });
                });
            }
        }
        group.finish();
    }
    criterion.final_summary();
}
