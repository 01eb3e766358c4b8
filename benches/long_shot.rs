//! Long Shot: the race that nobody pushes, and games of two and four by random play and by compiled
//! policy files, one of which asks for chances of places. Of each the time of a game is given, and
//! the time of a decision with everything that comes with it.
//!
//! `cargo bench --bench long_shot`

use std::collections::BTreeSet;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

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
use pushluck::games::long_shot::vocabulary::{SLOTS, VOCABULARY};
use pushluck::policy::{CheckedPolicy, Env, NoChance, Policy};

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

/// Bets where a dollar is worth most by the chances of places.
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
        let env = Env { functions: decision, chance: &NoChance };
        match rules.decide(&mut slots, &decision.looking_at(action), &env) {
            Some(found) => Choice { action: found.action, rule: found.rule as u8 },
            None => Choice { action: decision.default_action(), rule: DEFAULT_RULE },
        }
    }

    fn has_rules(&self, point: usize) -> bool {
        !self.policy.points[point].rules().is_empty()
    }
}

/// The games whose decisions are counted for the time of one.
const SAMPLE: u64 = 200;

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

fn compiled(text: &str) -> File {
    let checked = CheckedPolicy::from_source(Source::new("bench.toml", text), &VOCABULARY);
    File::new(checked.expect("a sound policy").compile())
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();

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

    let (file, chances) = (compiled(FILE), compiled(CHANCES));
    let players: [(&str, &dyn Player); 3] =
        [("random", &RandomPlayer), ("file", &file), ("place_chance", &chances)];
    for unit in ["game", "decision"] {
        let mut group = criterion.benchmark_group(format!("long-shot {unit}"));
        for seats in [2, 4] {
            for (name, player) in players {
                let game = game("set1", seats);
                let seated = vec![player; seats];
                let mut number = 0;
                group.throughput(Throughput::Elements(1));
                group.bench_function(BenchmarkId::new(seats.to_string(), name), |bencher| {
                    bencher.iter_custom(|iterations| {
                        let games = if unit == "game" { iterations } else { SAMPLE };
                        let first = number + 1;
                        number += games;
                        let start = Instant::now();
                        for game_number in first..=number {
                            let luck = Luck::game(1, game_number);
                            black_box(game.play(&seated, luck, &mut NoWatch).rounds);
                        }
                        let elapsed = start.elapsed();
                        if unit == "game" {
                            return elapsed;
                        }
                        let mut decisions = Decisions(0);
                        for game_number in first..=number {
                            game.play(&seated, Luck::game(1, game_number), &mut decisions);
                        }
                        elapsed.mul_f64(iterations as f64 / decisions.0 as f64)
                    });
                });
            }
        }
        group.finish();
    }
    criterion.final_summary();
}
