//! 8 Seconds: a turn alone, and games of two and four with and without Vegas Showdown; by a player
//! written in Rust and by a compiled policy file.
//!
//! `cargo bench --bench eight_seconds`

use std::collections::BTreeSet;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput};
use pushluck::diagnostic::Source;
use pushluck::games::eight_seconds::decision::{Choice, DEFAULT_RULE, Decision, OwnLuck, Player};
use pushluck::games::eight_seconds::edition::Edition;
use pushluck::games::eight_seconds::event::NoWatch;
use pushluck::games::eight_seconds::luck::Luck;
use pushluck::games::eight_seconds::play::{Game, play_game, play_turn};
use pushluck::games::eight_seconds::rules::Rules;
use pushluck::games::eight_seconds::vocabulary::{SLOTS, VOCABULARY, kind, point};
use pushluck::policy::{CheckedPolicy, Env, NoChance, NoFunctions, Policy};

/// Grabs the highest Bull it can ride, gives Bulls up for rolls, keeps its tokens; bets on a ride.
#[derive(Debug)]
struct Greedy;

impl Player for Greedy {
    fn choose(&self, decision: &Decision<'_>, _: &OwnLuck) -> Choice {
        let legal = decision.legal();
        let last_of = |kind: u8| legal.iter().rposition(|action| action.kind() == kind);
        let action = match decision.point() {
            point::ACT => last_of(kind::RIDE).or_else(|| {
                let cheap = decision.see(pushluck::games::eight_seconds::vocabulary::See::LineUp);
                last_of(kind::REROLL).filter(|_| cheap > 1.0).or_else(|| last_of(kind::DISMOUNT))
            }),
            point::FIRST_BET => last_of(3),
            _ => None,
        };
        Choice { action: action.unwrap_or_else(|| decision.default_action()), rule: DEFAULT_RULE }
    }

    fn has_rules(&self, point: usize) -> bool {
        matches!(point, point::ACT | point::FIRST_BET)
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
when = 'first_ride_chance > 250000'
choose = "ride"

[[first_bet]]
choose = "dismount"

[[second_bet]]
when = 'clowns == 2'
choose = "bucked_off"
"#;

/// A compiled policy at the table.
#[derive(Debug)]
struct File {
    policy: Policy,
    /// By decision point: the features of the state and of an action that are looked at, as masks.
    looks: Vec<(u64, u64)>,
}

impl File {
    fn new(policy: Policy) -> Self {
        let mask = |set: &BTreeSet<usize>| set.iter().fold(0, |mask, place| mask | 1 << place);
        let uses = policy.points.iter().map(|point| point.uses());
        let looks = uses.map(|uses| (mask(&uses.state), mask(&uses.action))).collect();
        Self { policy, looks }
    }
}

impl Player for File {
    fn choose(&self, decision: &Decision<'_>, _: &OwnLuck) -> Choice {
        let rules = &self.policy.points[decision.point()];
        let (state, action) = self.looks[decision.point()];
        let mut slots = [0.0; SLOTS];
        decision.fill(state, &mut slots);
        let env = Env { functions: &NoFunctions, chance: &NoChance };
        match rules.decide(&mut slots, &decision.looking_at(action), &env) {
            Some(found) => Choice { action: found.action, rule: found.rule as u8 },
            None => decision.default_choice(),
        }
    }

    fn has_rules(&self, point: usize) -> bool {
        !self.policy.points[point].rules().is_empty()
    }
}

fn game(settings: &[&str], players: usize) -> Game {
    let settings: Vec<_> = settings.iter().map(|key| ((*key).to_owned(), None)).collect();
    let rules = Rules::resolve(Arc::new(Edition::shipped()), &settings).expect("known rules");
    Game::new(rules, players).expect("enough Riders")
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let checked = CheckedPolicy::from_source(Source::new("bench.toml", FILE), &VOCABULARY);
    let file = File::new(checked.expect("a sound policy").compile());
    let players: [(&str, &dyn Player); 2] = [("rust", &Greedy), ("file", &file)];

    let mut group = criterion.benchmark_group("eight-seconds turn");
    for (name, player) in players {
        let game = game(&[], 1);
        let luck = Luck::turn(1, 1, 0);
        let mut turn = 0;
        group.throughput(Throughput::Elements(1));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| {
                turn += 1;
                black_box(play_turn(&game, &[player], luck.with_turn(turn), &mut NoWatch).gained())
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
                let seated = vec![player; seats];
                let mut number = 0;
                group.throughput(Throughput::Elements(1));
                let id = BenchmarkId::new(format!("{seats} {rules}"), name);
                group.bench_function(id, |bencher| {
                    bencher.iter(|| {
                        number += 1;
                        let luck = Luck::game(1, number);
                        black_box(play_game(&game, &seated, luck, &mut NoWatch).turns)
                    });
                });
            }
        }
    }
    group.finish();
    criterion.final_summary();
}
