//! 8 Seconds: a turn alone, and games of two and four with and without Vegas Showdown; by a player
//! written in Rust and by a compiled policy file.
//!
//! `cargo bench -p benches --bench eight_seconds`

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput};
use pushluck::diagnostic::Source;
use pushluck::game::contract::{Game as _, Silent};
use pushluck::game::decision::{ActionList, Choice, Policy};
use pushluck::game::play::{Streams, play_until};
use pushluck::game::publish::vocabulary;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::decision::{Action, Decision};
use pushluck::games::eight_seconds::edition::Edition;
use pushluck::games::eight_seconds::rules::Rules;
use pushluck::games::eight_seconds::state::State;
use pushluck::games::eight_seconds::vocabulary::{kind, point};
use pushluck::policy::CheckedPolicy;
use pushluck::policy::play::FilePolicy;
use pushluck::sim::random::UnitKey;

/// Grabs the highest Bull it can ride, gives Bulls up for rolls, keeps its tokens; bets on a ride.
#[derive(Debug)]
struct Greedy;

impl Policy<Game> for Greedy {
    fn choose(&self, decision: &Decision<'_>) -> Choice<Action> {
        let last_of =
            |kind: u8| decision.actions().iter().copied().rfind(|action| action.kind() == kind);
        let action = match usize::from(decision.point) {
            point::ACT => last_of(kind::RIDE).or_else(|| {
                let cheap = decision.state.line_up.count_ones();
                last_of(kind::REROLL).filter(|_| cheap > 1).or_else(|| last_of(kind::DISMOUNT))
            }),
            point::FIRST_BET => last_of(3),
            _ => None,
        };
        Choice::by_default(action.unwrap_or_else(|| decision.default_action()))
    }
}

/// The same and a little more, as a policy file.
const FILE: &str = r#"
game = "eight-seconds"
language = 2
description = "Rides the best Bull, rerolls where a roll promises more, and bets by the dice."

[[act]]
choose = "ride"
prefer = 'points * 2 + tokens_gained'

[[act]]
when = 'reroll_by_bull && best_aim_value > dismount_tokens * 0.5'
choose = "reroll"

[[act]]
choose = "dismount"

[[clown_out]]
when = 'own_tokens < 4'
choose = "take_tokens"

[[clown_out]]
choose = "reroll_all"

[[aim]]
choose = "bull"
prefer = 'value'

[[first_bet]]
when = 'first_ride_chance > 0.25'
choose = "ride"

[[first_bet]]
choose = "dismount"

[[second_bet]]
when = 'clowns == 2'
choose = "bucked_off"
"#;

/// Plays a position on to its end, with one policy in every seat.
fn play_on(game: &Game, mut state: State, unit: UnitKey, policy: &dyn Policy<Game>) -> State {
    let (mut streams, list) = (Streams::new(unit), &mut ActionList::default());
    let decide = |decision: &Decision<'_>| policy.choose(decision).action;
    play_until(game, &mut state, &mut streams, decide, &mut Silent, list, |_| false);
    state
}

fn game(settings: &[&str], players: usize) -> Game {
    let settings: Vec<_> = settings.iter().map(|key| ((*key).to_owned(), None)).collect();
    let rules = Rules::resolve(Arc::new(Edition::shipped()), &settings).expect("known rules");
    Game::new(rules, players).expect("enough Riders")
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let checked = CheckedPolicy::from_source(Source::new("bench.toml", FILE), vocabulary::<Game>());
    let file = FilePolicy::new(&checked.expect("a valid policy"));
    let players: [(&str, &dyn Policy<Game>); 2] = [("rust", &Greedy), ("file", &file)];

    let mut group = criterion.benchmark_group("eight-seconds turn");
    for (name, player) in players {
        let game = game(&[], 1);
        let mut turn = 0;
        group.throughput(Throughput::Elements(1));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| {
                turn += 1;
                let start = game.alone(&mut Silent).expect("a turn");
                let unit = UnitKey::of_turn(1, turn);
                let end = play_on(&game, start, unit, player);
                black_box(end.seats[0].bull_points)
            });
        });
    }
    group.finish();

    let tables: [(&str, &[&str]); 3] =
        [("base", &[]), ("vegas", &["vegas"]), ("all", &["vegas", "riders", "buckles"])];
    let mut group = criterion.benchmark_group("eight-seconds game");
    for seats in [2, 4] {
        for (rules, settings) in tables {
            for (name, player) in players {
                let game = game(settings, seats);
                let mut number = 0;
                group.throughput(Throughput::Elements(1));
                let id = BenchmarkId::new(format!("{seats} {rules}"), name);
                group.bench_function(id, |bencher| {
                    bencher.iter(|| {
                        number += 1;
                        let unit = UnitKey::of_game(1, number);
                        black_box(play_on(&game, game.start(&mut Silent), unit, player).turns)
                    });
                });
            }
        }
    }
    group.finish();
    criterion.final_summary();
}
