//! Long Shot: the race that nobody pushes, and games of two and four by random play and by a
//! compiled policy file. Games a second are given, and with them nanoseconds a decision.
//!
//! `cargo bench --bench long_shot`

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput};
use pushluck::diagnostic::Source;
use pushluck::games::long_shot::decision::{
    Choice, DEFAULT_RULE, Decision, OwnLuck, Player, RandomPlayer,
};
use pushluck::games::long_shot::edition::Edition;
use pushluck::games::long_shot::event::{Event, NoWatch, Watch};
use pushluck::games::long_shot::luck::Luck;
use pushluck::games::long_shot::play::Game;
use pushluck::games::long_shot::rules::Rules;
use pushluck::games::long_shot::state::State;
use pushluck::games::long_shot::vocabulary::{ACTION_FEATURES, STATE_FEATURES, VOCABULARY};
use pushluck::policy::{CheckedPolicy, Env, NoChance, Policy};

/// A bit of everything: concessions near a line, bets on the lead, cheap horses, Jerseys for them.
const FILE: &str = r#"
game = "long-shot"
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

/// A compiled policy at the table.
#[derive(Debug)]
struct File {
    policy: Policy,
}

impl Player for File {
    fn choose(&self, decision: &Decision<'_>, _: &OwnLuck) -> Choice {
        let rules = &self.policy.points[decision.point()];
        let uses = rules.uses();
        let mut slots = [0; STATE_FEATURES + ACTION_FEATURES];
        decision.fill(uses.state, &mut slots);
        let env = Env { functions: decision, chance: &NoChance };
        match rules.decide(&mut slots, &decision.looking_at(uses.action), &env) {
            Some(found) => Choice { action: found.action, rule: found.rule as u8 },
            None => Choice { action: decision.default_action(), rule: DEFAULT_RULE },
        }
    }

    fn has_rules(&self, point: usize) -> bool {
        !self.policy.points[point].rules().is_empty()
    }
}

/// Counts decisions.
struct Decisions(u64);

impl Watch for Decisions {
    fn told(&mut self, _: &State, event: &Event<'_>) {
        self.0 += u64::from(matches!(event, Event::Decided { .. }));
    }
}

fn game(horses: &str, players: usize) -> Game {
    let settings = [("horses".to_owned(), Some(horses.to_owned()))];
    let rules = Rules::resolve(Arc::new(Edition::shipped()), &settings).expect("known rules");
    Game::new(rules, players).expect("two to eight players")
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let checked = CheckedPolicy::from_source(Source::new("bench.toml", FILE), &VOCABULARY);
    let file = File { policy: checked.expect("a sound policy").compile() };

    let mut group = criterion.benchmark_group("long-shot race");
    let (race, mut number) = (game("set1", 2), 0);
    group.throughput(Throughput::Elements(1));
    group.bench_function("unpushed", |bencher| {
        bencher.iter(|| {
            number += 1;
            black_box(race.race(Luck::game(1, number)).rounds)
        });
    });
    group.finish();

    let players: [(&str, &dyn Player); 2] = [("random", &RandomPlayer), ("file", &file)];
    for (unit, by_decision) in [("game", false), ("decision", true)] {
        let mut group = criterion.benchmark_group(format!("long-shot {unit}"));
        for seats in [2, 4] {
            for (name, player) in players {
                let game = game("set1", seats);
                let seated = vec![player; seats];
                // Decisions of a thousand games, so that a figure is the time of one.
                let mut watch = Decisions(0);
                (1..=1000).for_each(|game_number| {
                    game.play(&seated, Luck::game(1, game_number), &mut watch);
                });
                group.throughput(Throughput::Elements(if by_decision { watch.0 } else { 1000 }));
                group.bench_function(BenchmarkId::new(seats.to_string(), name), |bencher| {
                    bencher.iter(|| {
                        (1..=1000_u64)
                            .map(|number| {
                                let luck = Luck::game(1, number);
                                u64::from(game.play(&seated, luck, &mut NoWatch).rounds)
                            })
                            .sum::<u64>()
                    });
                });
            }
        }
        group.finish();
    }
    criterion.final_summary();
}
