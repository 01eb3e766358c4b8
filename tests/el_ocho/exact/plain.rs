//! The plain engine of El Ocho: its exact turns equal the solver's, and the engine of the
//! benchmarks plays the same games.

use std::sync::Arc;

use pushluck::games::el_ocho::exact::Solver;
use pushluck::games::el_ocho::turn::Standing;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

use crate::el_ocho::common::anyone::hold_at;
use crate::el_ocho::common::{CASES, game, sit};
use crate::el_ocho::plain;
use crate::el_ocho::plain::engine::{PlainPolicy, View, play_game};
use crate::el_ocho::plain::exact;

#[path = "../../../benches/plain_engine.rs"]
#[allow(dead_code)] // single turns
mod plain_engine;

use plain_engine::{BenchEngine, BenchGame, CatchUp, Dice, Words32};

#[test]
fn the_solver_and_the_plain_engine_agree_on_turns() {
    for case in CASES {
        let game = game(case.settings);
        let (solver, tables) = (Solver::new(Arc::clone(&game)), exact::roll_tables(&case.plain));
        for hold in [400, 500, 700, 1000, 1500, 2000] {
            let turn = exact::hold_at(&case.plain, &tables, hold);
            let player = sit(&game, &hold_at(hold));
            let value = solver.turn_value(&player, &Standing::start(1)).unwrap();
            assert!((turn.mean() - value.points).abs() < 1e-6, "hold {hold}: {value:?}");
            assert!((turn.bust - value.bust).abs() < 1e-9, "hold {hold}: {value:?}");
        }
    }
}

impl PlainPolicy for CatchUp {
    fn stop(&self, view: &View<'_>) -> bool {
        self.stops(view.scores.own_total, view.scores.opponents[0], view.turn_points)
    }
}

#[test]
fn the_benchmark_engine_plays_the_same_games() {
    let players =
        [CatchUp::default(), CatchUp { hold: 700, hold_behind: 1500, gap: 1000, target: 8000 }];
    for rules in CASES.map(|case| case.plain) {
        let mut dice = Words32(Pcg32::seed_from_u64(88));
        let mut engine = BenchEngine::new(rules, dice.clone());
        for _ in 0..100 {
            let seated = [&players[0] as &dyn PlainPolicy, &players[1]];
            let game = play_game(&rules, &seated, 1000, &mut |throw, faces| {
                faces.extend((0..throw.dice).map(|_| dice.next_index() as u8 + 1));
            });
            let expected = BenchGame {
                winner: game.winner,
                totals: [game.totals[0], game.totals[1]],
                turns: [game.turns[0].len() as u32, game.turns[1].len() as u32],
            };
            assert_eq!(engine.game(&players, 1000), expected);
        }
    }
}
